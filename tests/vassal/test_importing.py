"""Modules of VASSAL become free tables, and everything in them is accounted for."""

import time

import pytest
import yaml

from samples import sampled
from tabuleiro.engine.catalogue import Catalogue
from tabuleiro.module import load_module
from tabuleiro.testing.conformance import check_game
from tabuleiro.vassal.buildfile import read_xml
from tabuleiro.vassal.errors import VassalError
from tabuleiro.vassal.importing import import_module
from vassal import vmods as v
from vassal.sets import SETS, build, simple, slots, unit


@pytest.fixture
def imported(tmp_path):
    """Import one of the modules; return the module of ours, and what became of all."""

    def run(name):
        source = build(name, tmp_path / f"{name}.vmod")
        ledger = import_module(source, tmp_path / "made")
        return load_module(tmp_path / "made"), ledger

    return run


def data(tmp_path, file):
    return yaml.safe_load((tmp_path / "made" / file).read_text("utf-8"))


def test_there_are_twenty_modules():
    assert len(SETS) >= 20


@pytest.mark.parametrize("name", sorted(SETS))
def test_everything_is_accounted_for(imported, name):
    module, ledger = imported(name)
    built = SETS[name]()[0]
    assert ledger.elements == ledger.accounted() == sum(1 for _ in read_xml(built, "b").walk())
    assert module.free_table
    assert not module.warnings
    report = (module.root / "import.txt").read_text("utf-8")
    for kind, count, names in ledger.lines_left():
        assert f"{count:6}  {kind}" in report
        assert all(each in report for each in names)
    for kind, count in (*ledger.traits_left.items(), *ledger.taken.items()):
        assert f"{count:6}  {kind}" in report


@pytest.mark.parametrize("name", sampled(SETS, sorted(SETS)[::6]))
def test_it_can_be_played(name, tmp_path):
    import_module(build(name, tmp_path / "a.vmod"), tmp_path / "made")
    catalogue = Catalogue.installed()
    report = check_game(
        catalogue.module(tmp_path / "made"), seeds=range(1), probes=2, catalogue=catalogue
    )
    assert (report.ok, report.findings) == (True, [])


def test_each_trait_is_counted(imported):
    _module, ledger = imported("of-all-traits")
    twice = {kind: 2 for kind in v.OTHERS if kind != "mark-when-moved"}
    assert dict(ledger.traits_left) == {**twice, "label": 2, "property": 2}
    assert ledger.traits_taken["mark-when-moved"] == 2
    assert any("Nobody" in note for note in ledger.notes)


def test_a_counter_has_what_its_piece_had(imported, tmp_path):
    module, _ledger = imported("of-all-traits")
    counter = module.counters["all-of-it"]
    assert (counter.nation, counter.value("attack"), counter.tags) == (
        "red",
        4,
        ("side-red", "weapon-gun"),
    )
    assert (counter.image.front, counter.image.hidden, counter.image.after(1)) == (
        "u1.png",
        "u6.png",
        "u4.png",
    )
    entry = data(tmp_path, "scenarios/start.yaml")["setup"][0]
    assert entry["marks"] == ["face-down"]
    assert entry["states"] == {"facing": "f18", "ammo": "n3"}
    assert {"wreck", "smoke"} <= set(module.palette)
    ammo = module.states["ammo"]
    assert [value.id for value in ammo.values][:3] == ["none", "n0", "n1"]
    assert "state.moved" in data(tmp_path, "texts.yaml")["texts"]


@pytest.mark.parametrize(
    ("name", "kind", "places"),
    [
        ("of-hexes", "hexes", ["0202", "0101"]),
        ("of-staggered-hexes", "hexes", ["0203"]),
        ("of-sideways-hexes", "hexes", ["0102"]),
        ("of-hexes-off-the-edge", "hexes", ["0201"]),
        ("of-hexes-that-count-down", "hexes", ["0202"]),
        ("of-squares", "squares", ["0101"]),
        ("of-regions", "areas", ["lyon"]),
        ("of-zones", "areas", ["east"]),
        ("of-a-zoned-hex-map", "hexes", ["0201"]),
        ("without-grid", "plain", ["at:0123.0045", "at:0599.0400"]),
        ("of-two-boards-and-edges", "hexes", ["main-east:0201"]),
    ],
)
def test_places(imported, tmp_path, name, kind, places):
    imported(name)
    board = data(tmp_path, "board.yaml")
    grid = board.get("grid") or board["maps"][0]["grid"]
    assert grid.get("kind", "hexes") == kind
    setup = data(tmp_path, "scenarios/start.yaml")["setup"]
    assert [entry["hex"] for entry in setup] == places


def test_boards_of_a_map_are_told_of(imported):
    module, ledger = imported("of-two-boards-and-edges")
    assert set(module.board.maps) == {"main-west", "main-east"}
    assert any('"West" lies reversed' in note for note in ledger.notes)
    assert any("Spare" in note for note in ledger.notes)


def test_hexes_lie_where_they_lay(imported):
    """The centre of a hex in the picture is where VASSAL has it."""
    for name, centres in CENTRES.items():
        module, _ledger = imported(name)
        sheet = module.board.maps[""]
        for hex, pixel in centres.items():
            x, y = module.board.geometry.centre(hex)
            a, b, c, d, e, f = sheet.picture.to_board
            found = a * pixel[0] + b * pixel[1] + c, d * pixel[0] + e * pixel[1] + f
            assert found == pytest.approx((x, y), abs=0.01), (name, hex)
        for path in module.root.parent.glob("made"):
            path.rename(path.with_name(name))


CENTRES = {
    "of-hexes": {"0101": (26, 30), "0201": (78, 60), "0302": (130, 90)},
    "of-staggered-hexes": {"0101": (26, 30), "0202": (78, 60), "0302": (130, 90)},
    "of-sideways-hexes": {"0101": (30, 26), "0201": (60, 78), "0302": (90, 130)},
    "of-hexes-off-the-edge": {"0101": (36.4256, 64), "0201": (91.8512, 32)},
}


def test_faces_and_states(imported, tmp_path):
    module, _ledger = imported("of-layers")
    images = {counter.name["en"]: counter.image for counter in module.counters.values()}
    assert images["Flips"].after(1) == "u2.png"
    assert [images["Steps"].after(n) for n in range(3)] == ["u1.png", "u2.png", "u3.png"]
    assert images["Overlay"].states == {"status": {"v1": "dot-2.svg", "v2": "dot2-2.svg"}}
    drawn = (module.root / "images" / "dot-2.svg").read_text("ascii")
    assert 'width="60" height="60"' in drawn
    assert '<image x="25" y="25" width="10" height="10" xlink:href="data:image/png;base64,' in drawn
    setup = {
        unit: entry
        for entry in data(tmp_path, "scenarios/start.yaml")["setup"]
        for unit in entry["units"]
    }
    assert (setup["flipped"]["reduced"], setup["steps"]["reduced"], setup["old"]["reduced"]) == (
        1,
        1,
        1,
    )
    assert setup["overlay"]["states"] == {"status": "v2"}
    assert setup["follows"]["reduced"] == 1


def test_decks_and_hands(imported, tmp_path):
    module, ledger = imported("of-decks-and-hands")
    boxes = {box.id: (box.kind, box.side) for box in module.board.boxes.values()}
    assert boxes == {
        "events": ("deck", None), "discards": ("pile", None), "ordered": ("ordered-deck", None),
        "blue-hand": ("hand", "blue"), "red-tray": ("hand", "red"), "everybody": ("pile", None),
    }  # fmt: skip
    setup = data(tmp_path, "scenarios/start.yaml")["setup"]
    assert {entry["box"]: len(entry["units"]) for entry in setup} == {
        "events": 3,
        "ordered": 1,
        "red-tray": 1,
    }
    assert any("several sides" in note for note in ledger.notes)
    assert any('"Everybody" is a box here' in note for note in ledger.notes)


def test_more_boards_than_maps_are_refused(tmp_path):
    windows = [v.window(f"M{n}", boards=[v.board("B", width=100, height=100)]) for n in range(61)]
    source = v.vmod(tmp_path / "a.vmod", v.build_file(*windows))
    with pytest.raises(VassalError, match="More than 60 boards"):
        import_module(source, tmp_path / "made")
    assert not (tmp_path / "made").exists()


def test_dice_turns_and_charts(imported, tmp_path):
    module, _ledger = imported("of-charts-dice-and-turns")
    dice = [(die.dice, die.faces, die.plus) for die in module.dice.values()]
    assert dice == [(2, 6, 1), (1, ("A", "B", "C"), 0), (1, ("Sun", "Rain", "Snow"), 0)]
    turns = data(tmp_path, "module.yaml")["turns"]
    assert [turn["label"] for turn in turns][:3] == ["3 – Move", "3 – Fight", "4 – Move"]
    assert len(turns) == 8
    assert [one["id"] for one in data(tmp_path, "board.yaml")["maps"]] == ["main-map", "crt"]


@pytest.mark.parametrize("name", ["with-a-save", "with-a-packed-save", "with-a-plain-save"])
def test_a_saved_game_is_a_scenario(imported, tmp_path, name):
    module, ledger = imported(name)
    assert list(module.scenarios) == ["start", "the-battle"]
    setup = data(tmp_path, "scenarios/the-battle.yaml")["setup"]
    assert setup == [
        {"hex": "0202", "units": ["inf-1"], "reduced": 1},
        {"hex": "0202", "units": ["inf-1-2"]},
        {"hex": "0101", "units": ["spy"], "marks": ["face-down"]},
        {"box": "events", "units": ["card"]},
        {"hex": "0301", "units": ["fort"]},
    ]
    assert data(tmp_path, "scenarios/start.yaml")["setup"][0]["units"] == ["inf-1"]
    assert any("on no map" in note for note in ledger.notes)
    assert any("No file" in note for note in ledger.notes)


def test_saves_that_are_too_much_are_left_and_the_rest_is_taken(tmp_path, monkeypatch):
    monkeypatch.setattr("tabuleiro.vassal.writing.MAX_SAVES_WORK", 3)
    source = build("with-a-save", tmp_path / "a.vmod")
    ledger = import_module(source, tmp_path / "made")
    assert any("The battle: " in note and "too many traits" in note for note in ledger.notes)
    assert list(load_module(tmp_path / "made").scenarios) == ["start"]


def test_prototypes_and_sides(imported):
    module, _ledger = imported("of-prototypes")
    assert module.palette["u1"].nation == "blue"
    assert module.palette["u1"].type != module.palette["u3"].type


def test_names_in_any_letters_are_harmless(imported):
    module, _ledger = imported("in-strange-letters")
    assert "\u202e" not in module.title["en"]
    counter = next(iter(module.palette.values()))
    assert counter.image.front.endswith(".png")


def test_pictures_of_each_kind(imported):
    module, ledger = imported("of-drawings")
    images = {c.name["en"]: c.image.front if c.image else None for c in module.palette.values()}
    assert images["Drawn"] == "u1.svg"
    assert images["Gif"] == "old.gif"
    assert images["No picture"] is images["Broken"] is None
    assert any("broken.png" in note for note in ledger.notes)


def test_a_map_of_another_kind_is_made_a_scan(tmp_path):
    board = v.board("Old", "map.gif")
    source = v.vmod(tmp_path / "a.vmod", v.build_file(v.window("M", boards=[board])),
                    {"images/map.gif": v.gif(40, 30)})  # fmt: skip
    ledger = import_module(source, tmp_path / "plain")
    assert any("no picture here" in note for note in ledger.notes)
    converting = pytest.importorskip("tabuleiro.host.converting")
    import_module(source, tmp_path / "made", converting.as_png)
    board = data(tmp_path, "board.yaml")
    assert (board["picture"], board["grid"]["width"]) == ({"file": "map-2.png"}, 40)
    assert load_module(tmp_path / "made").board.maps[""].picture.width == 40


def test_files_of_other_kinds_are_told_of(tmp_path):
    files = {"help/rules.html": b"x", "Custom.class": b"x", "sounds/beep.wav": b"x", "b.vsav": b"x"}
    source = v.vmod(tmp_path / "a.vmod", simple(), files)
    ledger = import_module(source, tmp_path / "made")
    left = {kind: list(names) for kind, names in ledger.left.items() if kind.startswith("*.")}
    assert left == {
        "*.html": ["help/rules.html"], "*.class": ["Custom.class"],
        "*.wav": ["sounds/beep.wav"], "*.vsav": ["b.vsav"],
    }  # fmt: skip


def test_a_folder_that_is_there_is_left_alone(tmp_path):
    source = build("of-hexes", tmp_path / "a.vmod")
    (tmp_path / "made").mkdir()
    (tmp_path / "made" / "mine.txt").write_text("mine")
    with pytest.raises(VassalError, match="is there already"):
        import_module(source, tmp_path / "made")
    assert [p.name for p in tmp_path.iterdir() if p.name.startswith(".")] == []


@pytest.mark.slow
def test_five_thousand_pieces_take_less_than_two_seconds(tmp_path):
    base = v.piece(v.rotate(6), v.delete(), v.marker(Side="Blue"), v.basic("", ""))
    texts = [
        unit(f"Unit {n}", f"u{n % 6 + 1}.png", v.prototype("Base"), v.layer(["u2.png"], level=1),
             v.marker(Attack=str(n % 9)), gpid=str(n))
        for n in range(5_000)
    ]  # fmt: skip
    many = slots(*texts)
    lying = [v.stack(f"S{n}", slot, x=n * 7 % 600, y=n * 11 % 400) for n, slot in enumerate(many)]
    built = simple(v.roster("Blue", "Red"), v.prototypes(Base=base), v.palette(*many), lying=lying)
    source = v.vmod(tmp_path / "a.vmod", built, {"images/map.png": v.png(600, 400)},
                    pictures=[f"u{n}.png" for n in range(1, 7)])  # fmt: skip
    begin = time.process_time()
    ledger = import_module(source, tmp_path / "made")
    assert time.process_time() - begin < 2
    assert ledger.taken["PieceSlot"] == 10_000
    assert len(data(tmp_path, "counters.yaml")["counters"]) == 5_000


def test_a_piece_lies_as_it_did_and_as_large(imported):
    module, _ledger = imported("of-all-traits")
    counter = module.counters["all-of-it"]
    assert counter.lies == "fixed"
    assert counter.image.size is not None
    plain = [one for one in module.counters.values() if one.id != "all-of-it"]
    assert {one.lies for one in plain} <= {None, "apart", "fixed"}


def test_a_piece_without_a_picture_has_its_name_on_it():
    from tabuleiro.vassal.counters import Counters
    from tabuleiro.vassal.pieces import Piece

    class Nothing:
        def counter(self, _name):
            return ""

        size = laid_over = counter

    template, _condition = Counters(Nothing(), {}).template(Piece(name="Pawn"), ())
    assert (template.image, template.short) == ({}, "Pawn")


def test_a_deck_has_the_back_of_its_cards(imported):
    module, _ledger = imported("of-decks-and-hands")
    boxes = module.board.boxes
    backs = {box.id: box.back for box in boxes.values()}
    (card,) = {one.image.hidden for one in module.counters.values() if one.image.hidden}
    assert backs["events"] == card
    assert not backs["ordered"], "its card has none"
    assert all(box.back == card for box in boxes.values() if box.kind == "hand")
