"""What strokes on a board come to: small changes that leave the board sound, and can be undone."""

import random
import shutil
from itertools import pairwise
from pathlib import Path

import pytest

from tabuleiro.editor import Draft
from tabuleiro.editor.beginning import new_module
from tabuleiro.editor.boards.areas import (
    BadOutline,
    corner_added,
    corner_gone,
    corner_moved,
    deleted,
    drawn,
    joined,
    nearest,
    outlines_of,
    split,
)
from tabuleiro.editor.boards.changes import Insert, Put, Remove, applied
from tabuleiro.editor.boards.differences import difference
from tabuleiro.editor.boards.grids import regridded
from tabuleiro.editor.boards.items import added, altered, ranged
from tabuleiro.editor.boards.kinds import kinds_of
from tabuleiro.editor.boards.open_board import NoBoard, OpenBoard
from tabuleiro.editor.boards.references import forgotten, references
from tabuleiro.editor.boards.scans import Pin, pinned
from tabuleiro.editor.boards.sides import sided
from tabuleiro.editor.boards.telling import place_told_at
from tabuleiro.editor.boards.terrain import painted, patch
from tabuleiro.editor.boards.ways import goes_there, leaving, wayed
from tabuleiro.module import find_module

FILE = "board.yaml"
GRID = {"columns": 8, "rows": 6}


def board(**values):
    terrain = {"codes": {".": "clear", "w": "woods"}, "rows": [". . . . . . . ."] * 6}
    return OpenBoard({"format": 1, "id": "b", "grid": GRID, "terrain": terrain, **values}, "clear")


def edited(draft, changes):
    """Write changes into a draft; return the lines of the difference."""
    before = draft.difference()
    with draft.edit("test") as files:
        files[FILE] = applied(files[FILE], changes)
    assert draft.difference() != before or not changes
    lines = draft.difference().splitlines()
    return [line for line in lines if line[:1] in "+-" and line[:3] not in {"---", "+++"}]


@pytest.fixture(params=["diadem", "metz"])
def shipped(request, tmp_path):
    folder = tmp_path / request.param
    shutil.copytree(find_module(request.param), folder)
    return Draft(folder)


# -------------------------------------------------------------------------------- terrain


def test_a_stroke_on_a_shipped_board_is_a_line_for_each_row(shipped):
    kinds = kinds_of(*(shipped.data(f"{name}.yaml") for name in ("module", "board", "tables")))
    open_ = OpenBoard(shipped.data(FILE), kinds.usual)
    hexes = open_.grid.line(open_.grid.hexes[40], open_.grid.hexes[60])
    rows = {hex[2:] for hex in hexes}
    lines = edited(shipped, painted(open_, hexes, "city"))
    assert 0 < len(lines) <= 2 * len(rows)
    again = OpenBoard(shipped.data(FILE), kinds.usual)
    assert {again.terrain[hex] for hex in hexes} == {"city"}
    others = [hex for hex in open_.grid if hex not in hexes]
    assert all(again.terrain[hex] == open_.terrain[hex] for hex in others)
    shipped.undo()
    assert not shipped.changed


BOARDS = sorted(
    path.parent
    for folder in ("modules", "docs/examples")
    for path in (Path(__file__).resolve().parents[2] / folder).rglob(FILE)
)


@pytest.mark.parametrize("root", BOARDS, ids=lambda root: root.name)
def test_one_place_of_any_board_is_two_lines_of_difference(root):
    draft = Draft(root)
    files = [draft.data(f"{name}.yaml") if f"{name}.yaml" in draft.names else {}
             for name in ("module", "board", "tables")]  # fmt: skip
    kinds = kinds_of(*files)
    open_ = OpenBoard(files[1], kinds.usual, game=files[0])
    place = open_.grid.hexes[len(open_.grid.hexes) // 2]
    now = open_.terrain[place]
    used = sorted(set(open_.terrain.values()) - {now}) or sorted(set(kinds.terrain) - {now})
    lines = edited(draft, painted(open_, [place], used[0]))
    assert len(lines) == 2
    assert OpenBoard(draft.data(FILE), kinds.usual, game=files[0]).terrain[place] == used[0]
    draft.undo()
    assert not draft.changed


def test_a_terrain_without_a_sign_gets_one():
    changes = painted(board(), ["0101"], "swamp")
    assert changes[0] == Put(("terrain", "codes", "s"), "swamp")
    assert board().after(changes).terrain["0101"] == "swamp"


def test_a_sign_that_is_taken_is_not_given_twice():
    changes = painted(board(), ["0101"], "waste")
    assert changes[0].path[-1] == "a", "w stands for woods"


def test_painting_what_is_there_changes_nothing():
    assert painted(board(), ["0101", "0102"], "clear") == []


def test_places_go_from_list_to_list():
    areas = [
        {"id": name, "polygon": [[n * 100, 0], [n * 100 + 100, 0], [n * 100 + 50, 90]]}
        for n, name in enumerate("abc")
    ]
    terrain = {"default": "plain", "places": {"hill": ["a"], "sea": ["b", "c"]}}
    values = {"grid": {"kind": "areas", "areas": areas}, "terrain": terrain}
    open_ = OpenBoard(values, "plain")
    after = open_.after(painted(open_, ["a"], "sea"))
    assert after.values["terrain"]["places"] == {"sea": ["a", "b", "c"]}
    after = after.after(painted(after, ["b"], "plain"))
    assert after.values["terrain"]["places"] == {"sea": ["a", "c"]}


def test_a_patch_is_what_hangs_together():
    open_ = board()
    wall = open_.after(painted(open_, [f"04{row:02}" for row in range(1, 7)], "woods"))
    assert len(patch(wall, "0101")) == 3 * 6
    assert len(patch(wall, "0403")) == 6


# ------------------------------------------------------------------------------ sides, roads


def test_a_line_goes_on_from_either_end_and_is_lifted_in_the_middle():
    open_ = board()
    for stroke in (["0202/0203", "0203/0302"], ["0203/0303"], ["0102/0202"]):
        open_ = open_.after(sided(open_, stroke, "river"))
    (river,) = open_.items("hexsides")
    assert len(river["sides"]) == 4
    assert len(open_.board.feature_names[river["id"]].sides) == 4
    open_ = open_.after(sided(open_, ["0203/0302"], "river"))
    assert "0203/0302" not in open_.items("hexsides")[0]["sides"]


def test_two_kinds_lie_on_one_side():
    open_ = board()
    for kind in ("river", "wall"):
        open_ = open_.after(sided(open_, ["0202/0203"], kind))
    assert open_.board.features["0202", "0203"] == {"river", "wall"}


def test_a_road_that_is_cut_twice_is_three_roads():
    chain = [f"{n:02}03" for n in range(1, 9)]
    road = {
        "id": "road",
        "kind": "road",
        "chain": chain,
        "leaves": {"start": "west", "end": "east"},
    }
    open_ = board(networks=[road])
    open_ = open_.after(wayed(open_, ["0303", "0403"], "road"))
    open_ = open_.after(wayed(open_, ["0503", "0603"], "road"))
    ways = open_.items("networks")
    assert [way["chain"] for way in ways] == [chain[:3], chain[3:5], chain[5:]]
    assert [way.get("leaves") for way in ways] == [{"start": "west"}, None, {"end": "east"}]
    assert len({way["id"] for way in ways}) == 3


@pytest.mark.parametrize("seed", range(12))
def test_any_strokes_leave_a_sound_board_and_are_undone(seed, tmp_path):
    chance = random.Random(seed)
    draft = Draft(new_module("mine", tmp_path, "hexes", "Mine"))
    before = draft.text(FILE)
    for _stroke in range(25):
        values = draft.data(FILE)
        open_ = OpenBoard(values, "clear", game=draft.data("module.yaml"))
        here = chance.choice(open_.grid.hexes)
        way = [here]
        for _step in range(chance.randrange(1, 7)):
            way.append(chance.choice(open_.grid.neighbours(way[-1])))
        sides = ["/".join(open_.grid.side(a, b)) for a, b in pairwise(way)]
        changes = (
            painted(open_, way, chance.choice(["woods", "sea", "swamp", "clear"])),
            sided(open_, sides, chance.choice(["river", "strait"])),
            wayed(open_, way, chance.choice(["road", "railway"])),
        )[chance.randrange(3)]
        with draft.edit("stroke") as files:
            files[FILE] = applied(values, changes)
        after = OpenBoard(draft.data(FILE), "clear", game=draft.data("module.yaml"))
        assert after.values == applied(values, changes)
    assert draft.problems() == ()
    steps = [
        step
        for way in after.items("networks")
        for step in {frozenset(pair) for pair in pairwise(way["chain"])}
        if way["kind"] == "road"
    ]
    assert len(steps) == len(set(steps)), "a step belongs to two roads"
    while draft.undo_label:
        draft.undo()
    assert draft.text(FILE) == before


def test_a_road_leaves_and_leaves_no_more():
    open_ = board(networks=[{"id": "road", "kind": "road", "chain": ["0702", "0802"]}])
    open_ = open_.after(leaving(open_, "0802", "east", "road"))
    assert open_.items("networks")[0]["leaves"] == {"end": "east"}
    open_ = open_.after(leaving(open_, "0802", "east", "road"))
    assert "leaves" not in open_.items("networks")[0]
    assert goes_there(open_, "road", "0802", "0702")


# ------------------------------------------------------------------------------------ lists


def test_a_thing_changes_only_where_it_differs():
    town = {"id": "a", "hex": "0101", "kind": "town", "name": {"pt": "Vila", "en": "Town"}}
    open_ = board(places=[town])
    assert altered(open_, "places", 0, {**town, "name": {"pt": "Vila", "en": "Village"}}) == [
        Put(("places", 0, "name", "en"), "Village")
    ]
    assert altered(open_, "places", 0, {**town, "kind": None}) == [Remove(("places", 0, "kind"))]
    assert altered(open_, "places", 0, town) == []


def test_a_region_that_loses_its_last_hex_goes():
    open_ = board(regions=[{"id": "a", "name": {"pt": "A", "en": "A"}, "hexes": ["0101"]}])
    assert ranged(open_, "regions", 0, ["0101"]) == [Remove(("regions", 0))]


def test_a_list_that_is_not_there_begins():
    assert added(board(), "places", {"id": "a"}) == [Put(("places",), [{"id": "a"}])]
    assert added(board(places=[{"id": "b"}]), "places", {"id": "a"}) == [
        Insert(("places", 1), {"id": "a"})
    ]


# ------------------------------------------------------------------------------------ areas


WEST = {"id": "west", "polygon": [[0, 0], [100, 0], [100, 100], [0, 100]]}
EAST = {"id": "east", "polygon": [[100, 0], [200, 0], [200, 100], [100, 100]]}


def areas(*items, **more):
    return OpenBoard({"grid": {"kind": "areas", "areas": list(items)}, **more}, "clear")


def test_neighbours_share_each_corner_of_their_border():
    open_ = areas(WEST, EAST)
    open_ = open_.after(drawn(open_, [(50, 60), (150, 60), (150, 180), (50, 180)], "south"))
    shared = {frozenset(b) for b in open_.grid.borders}
    assert shared == {frozenset(("west", "east")), frozenset(("south", "west")),
                      frozenset(("south", "east"))}  # fmt: skip
    corners = outlines_of(open_)
    assert {(50, 100), (100, 100)} <= set(corners[0])
    assert {(150, 100), (100, 100)} <= set(corners[1])
    moved = open_.after(corner_moved(open_, (100, 100), (110, 105)))
    assert all((110, 105) in outline for outline in outlines_of(moved).values())


def test_what_lies_in_another_area_is_refused():
    with pytest.raises(BadOutline, match="belongs to other areas"):
        drawn(areas(WEST), [(10, 10), (50, 10), (50, 50)], "in")
    with pytest.raises(BadOutline, match="crosses itself"):
        drawn(areas(WEST), [(110, 0), (200, 100), (200, 0), (110, 100)], "bow")
    with pytest.raises(BadOutline, match="all round another"):
        drawn(areas(WEST), [(-50, -50), (150, -50), (150, 150), (-50, 150)], "ring")


def test_a_corner_may_not_cross_an_outline():
    with pytest.raises(BadOutline):
        corner_moved(areas(WEST), (0, 0), (150, 50))
    with pytest.raises(BadOutline, match="on one another"):
        corner_moved(areas(WEST, {"id": "a", "polygon": [[150, 0], [250, 0], [250, 90]]}),
                     (150, 0), (40, 40))  # fmt: skip
    with pytest.raises(BadOutline):
        corner_gone(areas({"id": "a", "polygon": [[0, 0], [50, 0], [0, 50]]}), (0, 0))


def test_a_new_corner_belongs_to_both_and_goes_from_both():
    open_ = areas(WEST, EAST)
    open_ = open_.after(corner_added(open_, (100, 50)))
    assert all((100, 50) in outline for outline in outlines_of(open_).values())
    open_ = open_.after(corner_gone(open_, (100, 50)))
    assert outlines_of(open_) == outlines_of(areas(WEST, EAST))


def test_cut_and_joined_it_is_what_it_was():
    open_ = areas(WEST, EAST)
    cut = open_.after(split(open_, 0, [(50, -10), (50, 110)]))
    assert cut.grid.are_neighbours("west", "west-2")
    numbers = {one["id"]: n for n, one in enumerate(cut.values["grid"]["areas"])}
    whole = cut.after(joined(cut, numbers["west"], numbers["west-2"]))
    figures = [each.geometry.polygon("west") for each in (open_, whole)]
    assert figures[0].equals(figures[1])
    with pytest.raises(BadOutline, match="border to border"):
        split(open_, 0, [(50, 20), (50, 40)])
    with pytest.raises(BadOutline, match="no border in common"):
        joined(areas(WEST, {"id": "far", "polygon": [[500, 0], [600, 0], [600, 90]]}), 0, 1)


def test_joined_areas_keep_roads_rivers_and_towns():
    south = {"id": "south", "polygon": [[0, 100], [200, 100], [200, 200], [0, 200]]}
    open_ = areas(
        WEST, EAST, south,
        terrain={"default": "clear", "places": {"hill": ["east", "south"]}},
        hexsides=[{"id": "r", "kind": "river", "sides": ["east/west", "east/south", "south/west"]}],
        networks=[{"id": "w", "kind": "road", "chain": ["south", "east", "west"]}],
        places=[{"id": "t", "hex": "east", "kind": "town", "name": {"pt": "T", "en": "T"}}],
    )  # fmt: skip
    after = open_.after(joined(open_, 0, 1)).values
    assert after["places"][0]["hex"] == "west"
    assert after["networks"][0]["chain"] == ["south", "west"]
    assert after["hexsides"][0]["sides"] == ["south/west"]
    assert after["terrain"]["places"]["hill"] == ["west", "south"]
    assert [one["id"] for one in after["grid"]["areas"]] == ["west", "south"]


def test_what_is_deleted_is_named_nowhere():
    open_ = areas(WEST, EAST, places=[{"id": "t", "hex": "east"}],
                  regions=[{"id": "r", "hexes": ["east", "west"]}])  # fmt: skip
    after = open_.after(deleted(open_, 1)).values
    assert "east" not in {place for _path, place in references(after)}
    with pytest.raises(BadOutline, match="one area at least"):
        deleted(areas(WEST), 0)


def test_a_pointer_snaps_to_corners_before_borders():
    outlines = outlines_of(areas(WEST))
    assert nearest(outlines, 96, 50, 6).point == (100, 50)
    assert nearest(outlines, 97, 98, 6).corner
    assert nearest(outlines, 50, 50, 6) is None


# ------------------------------------------------------------------------- grids, scans, maps


def test_a_smaller_grid_forgets_what_stood_beyond():
    road = {"id": "r", "kind": "road", "chain": ["0601", "0701", "0801"]}
    open_ = board(networks=[road], places=[{"id": "a", "hex": "0805"}, {"id": "b", "hex": "0101"}],
                  heights=[[n] * 8 for n in range(6)])  # fmt: skip
    found = regridded(open_, (), {"columns": 7, "rows": 4})
    after = open_.after(found.changes)
    assert after.values["networks"][0]["chain"] == ["0601", "0701"]
    assert [one["id"] for one in after.values["places"]] == ["b"]
    assert [len(row.replace(" ", "")) for row in after.values["terrain"]["rows"]] == [7] * 4
    assert after.values["heights"] == [[n] * 7 for n in range(4)]
    assert "0805" in found.gone


def test_another_numbering_renames_sides_in_order():
    open_ = board(hexsides=[{"id": "r", "kind": "river", "sides": ["0102/0202"]}])
    after = open_.after(regridded(open_, (), {"first_row": 10, "numbering": "RRCC"}).changes)
    assert after.values["hexsides"][0]["sides"] == ["1101/1102"]
    assert after.board.feature_names["r"].sides == {("1101", "1102")}


def test_a_grid_that_cannot_be_numbered_is_a_sentence():
    with pytest.raises(ValueError, match="no pattern"):
        regridded(board(), (), {"numbering": "XY"})
    with pytest.raises(ValueError, match="areas themselves"):
        regridded(areas(WEST), (), {"columns": 3})


def test_pins_that_say_nothing_are_refused():
    for pins in ([Pin("0101", 1, 1)], [Pin("0101", 1, 1), Pin("0101", 90, 90)],
                 [Pin("0101", 1, 1), Pin("0505", 2, 2)]):  # fmt: skip
        with pytest.raises(ValueError, match="picture"):
            pinned(board(), "a.png", pins)


def test_strokes_on_one_of_several_maps_stay_on_it():
    terrain = {"default": "clear", "places": {"woods": ["0101"]}}
    maps = [{"id": name, "title": {"pt": name, "en": name}, "grid": {"columns": 3, "rows": 3},
             "terrain": terrain} for name in ("a", "b")]  # fmt: skip
    open_ = OpenBoard({"maps": maps}, "clear")
    changes = painted(open_, ["a:0202", "b:0303"], "woods")
    assert {change.path[:2] for change in changes} == {("maps", 0), ("maps", 1)}
    after = open_.after([*changes, *wayed(open_, ["a:0101", "a:0102"], "road")])
    assert after.terrain["a:0202"] == after.terrain["b:0303"] == "woods"
    assert after.terrain["b:0202"] == "clear"
    gone = regridded(after, ("maps", 0), {"rows": 1})
    smaller = after.after(gone.changes)
    assert "networks" not in smaller.values or not smaller.values["networks"]
    assert "b:0303" in smaller.grid
    assert forgotten(after.values, {"0303"}, ("maps", 1))


# --------------------------------------------------------------------------------- the rest


def test_a_faulty_board_is_shown_as_far_as_it_is_sound():
    open_ = board(
        places=[{"id": "a", "hex": "9999", "kind": "town", "name": {"pt": "A", "en": "A"}}, 7],
        hexsides=[{"id": "r", "kind": "river", "sides": ["0101/0505"]}],
        networks="none",
    )
    assert open_.board.grid.first == "0101"
    assert not open_.board.places
    with pytest.raises(NoBoard):
        OpenBoard({"grid": {"columns": 0}}).maps  # noqa: B018


def test_only_what_a_stroke_touched_is_drawn_anew():
    open_ = board()
    after = open_.after(painted(open_, ["0303"], "woods"))
    assert difference(open_, after).hexes == {"0303"}
    river = after.after(sided(after, ["0202/0203"], "river"))
    found = difference(after, river)
    assert (found.hexes, found.shape) == ({"0202", "0203"}, False)
    longer = river.after(sided(river, ["0203/0302"], "river"))
    assert difference(river, longer).lines == {"0202"}
    assert difference(
        open_, open_.saying({**open_.values, "grid": {"columns": 9, "rows": 6}})
    ).shape


def test_a_problem_far_from_any_place_leads_nowhere():
    text = "format: 1\ngrid: {columns: 2, rows: 1}\n"
    assert place_told_at(board(), text, 1, 1) is None
