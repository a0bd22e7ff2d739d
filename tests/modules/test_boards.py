"""The boards of all games: each keeps to what its file in `boards/` expects of it.

What one board alone has to keep to, by a demand of its rulebook, stands in `test_<game>_board.py`;
that they are what their sources give, in `tests/cartography/test_sources.py`.
"""

from functools import cache
from pathlib import Path

import numpy as np
import pytest
import shapely
import yaml

from boards import MODULES
from geography import column, course, of_kind, place, region, row, touching, uncrossed
from tabuleiro.board import BadHex, flood
from tabuleiro.cartography.ground import Coast, shares
from tabuleiro.cartography.picture import names

FOLDER = Path(__file__).parent / "boards"
GAMES = sorted(path.parent.name for path in MODULES.glob("*/source"))
LANGUAGES = ("pt", "en")


@cache
def expected(game):
    return yaml.load((FOLDER / f"{game}.yaml").read_bytes(), yaml.CSafeLoader)


def games(fact, clauses=""):
    """The games whose file has a fact; each with the clauses that it proves there."""
    ids = {game: expected(game).get("clauses", {}).get(clauses, ()) for game in GAMES}
    return pytest.mark.parametrize(
        "game",
        [
            pytest.param(game, marks=[pytest.mark.rule(*ids[game])] if ids[game] else [])
            for game in GAMES
            if not fact or fact in expected(game)
        ],
        scope="module",
    )


def rivers(fact):
    found = [game for game in GAMES if fact in expected(game)["rivers"]]
    return pytest.mark.parametrize("game", found, scope="module")


@pytest.fixture
def facts(game):
    return expected(game)


@pytest.fixture
def land(board, facts):
    water = facts.get("water", "").split()
    return frozenset(hex for hex in board.grid if board.terrain_at(hex) not in water)


@pytest.fixture
def dry(board, facts):
    """A step of `flood` that crosses no water."""
    return uncrossed(board, *facts.get("shut", "").split())


def words(text):
    """Several texts in one: by commas where there are any, for names have blanks."""
    return {word.strip() for word in text.split("," if "," in text else None)}


def pairs(text):
    each = text.split()
    return dict(zip(each[::2], each[1::2], strict=True))


def shift(board, a, b):
    (ax, ay), (bx, by) = board.geometry.centre(a), board.geometry.centre(b)
    return [round(bx - ax, 3), round(by - ay, 3)]


def test_every_board_has_its_file():
    assert {path.stem for path in FOLDER.iterdir()} == set(GAMES)


class TestGrid:
    @games("size", "size")
    def test_size_and_numbers(self, board, facts):
        """A hex is column and row; 01 are the western column and the northern row."""
        columns, rows = map(int, facts["size"].split())
        assert sorted(board.grid) == [
            f"{c:02}{r:02}" for c in range(1, columns + 1) for r in range(1, rows + 1)
        ]
        assert len(board.grid) == len(board.terrain) == columns * rows
        assert {board.grid.parse(hex) for hex in board.grid} == {
            (column(hex), row(hex)) for hex in board.grid
        }
        for wrong in facts["beyond"].split():
            with pytest.raises(BadHex):
                board.grid.index(wrong)

    @games("size")
    def test_north_is_above_and_west_is_left(self, board):
        (x, y), (right, _y), (_x, below) = map(board.geometry.centre, ("0101", "0201", "0102"))
        assert right > x
        assert below > y

    @games("neighbours", "neighbours")
    def test_neighbours(self, board, facts):
        """Flat-topped hexes in columns, of which every other one stands half a hex lower."""
        for hex, near in facts["neighbours"].items():
            assert set(board.grid.neighbours(hex)) == set(near.split()), hex
        for pair, steps in facts.get("distances", {}).items():
            assert board.grid.distance(*pair.split("-")) == steps, pair
        for pair, way in facts.get("apart", {}).items():
            assert shift(board, *pair.split("-")) == way, pair

    @games("km")
    def test_scale(self, files, facts):
        least, most = facts["km"]
        assert least <= files[0].grid.km <= most

    @games("tracks", "tracks")
    def test_tracks(self, board, written, facts):
        """Spaces numbered from 1, and where in the margin they are."""
        found = {each["id"]: [tuple(board.tracks[each["id"]].spaces), each["where"]]
                 for each in written["tracks"]}  # fmt: skip
        assert found == {
            name: [tuple(range(1, spaces + 1)), where]
            for name, (spaces, where) in facts["tracks"].items()
        }
        assert set(board.tracks) == set(found)


class TestKinds:
    @games("terrain")
    def test_kinds(self, board, written, facts):
        """All kinds of the legend, and none besides."""
        assert set(board.terrain.values()) == words(facts["terrain"])
        for layer in ("hexsides", "networks"):
            assert {each["kind"] for each in written[layer]} == words(facts[layer])

    @games("layers")
    def test_whatever_is_not_printed_names_a_method(self, written, facts):
        layers = written["layers"]
        assert set(layers) == words(facts["layers"])
        assert set(layers["terrain"].get("printed", ())) == words(facts["printed"]["terrain"])
        used = {layer["reconstructed"] for layer in layers.values()}
        for name in ("hexsides", "networks", "places"):
            used |= {each["reconstructed"] for each in written[name] if "reconstructed" in each}
            if name in facts["printed"]:
                bare = [each["id"] for each in written[name] if "reconstructed" not in each]
                assert sorted(bare) == sorted(words(facts["printed"][name])), name
        assert used | words(facts["named elsewhere"]) == set(written["methods"])
        assert not used & words(facts["named elsewhere"])

    @games("")
    def test_both_languages(self, board, written):
        """Whatever a player reads exists in Portuguese and English."""
        things = [*board.places.values(), *board.regions.values(), *board.edges.values()]
        things += [*board.networks.values(), *board.feature_names.values()]
        assert all(set(each.name) == {*LANGUAGES} for each in things)
        assert all(set(each) == {*LANGUAGES} for each in written["methods"].values())


class TestPlaces:
    @games("places", "places")
    def test_lie_where_the_rulebook_puts_them(self, board, facts):
        wanted = pairs(facts["places"])
        assert {name: place(board, name) for name in wanted} == wanted

    @games("set-up")
    def test_pieces_start_on_land(self, land, facts):
        assert land.issuperset(facts["set-up"].split())


class TestIslands:
    @pytest.mark.parametrize(
        ("game", "name"),
        [(game, name) for game in GAMES for name in expected(game).get("islands", "").split()],
        scope="module",
    )
    def test_hang_together_and_stay_apart(self, board, land, dry, name):
        """Islands are not joined by land: a walk never leaves the island it began on."""
        hexes = region(board, name)
        assert flood(board.grid, [min(hexes)], land, dry) == hexes

    @games("islets")
    def test_no_large_island_is_lost(self, board, land, sources, facts):
        """Every island that covers so much of a hex has one."""
        best = {}
        found = shares(Coast.of(sources.islands), sources.geometry)
        for hex, part in zip(board.grid.hexes, found, strict=True):
            for island, share in part.items():
                best[island] = max(best.get(island, (0, "")), (share, hex))
        large = {hex for share, hex in best.values() if share > facts["islets"]["share"]}
        assert large - land <= words(facts["islets"].get("sunk", ""))


class TestRivers:
    @rivers("names")
    def test_run_from_corner_to_corner_between_land(self, board, written, land, dry, facts):
        """Rivers lie on hexsides and can be crossed; both banks are land."""
        found = of_kind(written, "hexsides", "river")
        assert set(found) == words(facts["rivers"]["names"])
        for name, river in found.items():
            corners = course(board, river)
            assert len(set(corners)) == len(corners), name
        for a, b in board.sides_of("river"):
            assert {a, b} <= land
            assert dry(a, b)

    @rivers("climb")
    def test_do_not_run_uphill(self, written, facts):
        """No river climbs by more than the relief is wrong by, and each ends below its source."""
        heights, wrong = written["heights"], facts["rivers"]
        for name, river in of_kind(written, "hexsides", "river").items():
            levels = [
                min(int(heights[row(hex) - 1][column(hex) - 1]) for hex in side.split("/"))
                for side in river["sides"]
            ]
            steeper = wrong.get("steeper", {})
            for level, lowest in zip(levels, np.minimum.accumulate(levels), strict=True):
                assert level <= lowest + steeper.get(name, wrong["climb"]), name
            end = min(levels) if name in steeper else levels[-1]
            assert end < levels[0] or len(levels) == 1, name

    @rivers("into")
    def test_flow_into_the_next(self, board, written, facts):
        found = of_kind(written, "hexsides", "river")
        for name, others in facts["rivers"]["into"].items():
            mouth = course(board, found[name])[-1]
            for other in others.split():
                assert mouth in course(board, found[other]), (name, other)

    @rivers("mouths")
    def test_end_in_the_sea(self, board, written, land, facts):
        found = of_kind(written, "hexsides", "river")
        for name in facts["rivers"]["mouths"].split():
            assert touching(board, course(board, found[name])[-1]) - land, name

    @games("")
    def test_a_hexside_is_written_once(self, written):
        kinds = {}
        for each in written["hexsides"]:
            kinds.setdefault(each["kind"] == "fortification", []).extend(each["sides"])
        for sides in kinds.values():
            assert len(sides) == len(set(sides))


class TestRoads:
    @games("")
    def test_lie_on_land_and_cross_no_water(self, board, land, dry):
        for network in board.networks.values():
            assert land.issuperset(network.hexes), network.id
            assert all(dry(a, b) for a, b in network.links), network.id

    @games("")
    def test_are_written_once(self, board):
        steps = [side for network in board.networks.values() for side in network.links]
        assert len(steps) == len(set(steps))

    @games("whole")
    def test_are_one_net(self, board, facts):
        for kind in words(facts["whole"]):
            links, hexes = board.links_of(kind), board.network_hexes(kind)
            net = flood(board.grid, [min(hexes)], hexes, lambda a, b, on=links: (a, b) in on)
            assert net == hexes, kind


class TestDrawing:
    """What is drawn keeps to what is true: no town in the sea, no road through water."""

    @games("towns")
    def test_no_town_in_the_sea(self, board, sheet, facts):
        land = sheet.land.buffer(facts["quay"]) if "quay" in facts else sheet.land
        shapely.prepare(land)
        for each in board.places.values():
            if each.kind in words(facts["towns"]):
                x, y = sheet.middle(each.hex)
                assert land.contains(shapely.Point(x, y)), each.id
                assert board.geometry.hex_at(x, y) == each.hex, each.id

    @games("")
    def test_no_road_through_water(self, drawing, sheet):
        shore = sheet.land.buffer(0.01)
        for road in drawing.roads:
            line = shapely.LineString(road.points)
            assert line.difference(shore).length < 0.01 * line.length, road.id

    @rivers("names")
    def test_rivers_run_along_their_hexsides_and_widen(self, board, drawing, sheet, facts):
        shore = sheet.land.buffer(0.04)
        assert {river.id for river in drawing.rivers} == words(facts["rivers"]["names"])
        for river in drawing.rivers:
            sides = [board.geometry.side_line(*side) for side in board.sides_of(river.id)]
            near = shapely.union_all([shapely.LineString(side) for side in sides]).buffer(0.2)
            line = shapely.LineString(river.points)
            off = facts["rivers"].get("off", 0.7)
            assert line.intersection(near).length > 0.8 * line.length - off, river.id
            assert line.difference(shore).length < 0.05 * line.length, river.id
            assert river.width[1] > river.width[0], river.id

    @rivers("ashore")
    def test_rivers_reach_the_shore(self, drawing, sheet, facts):
        mouths = {river.id: shapely.Point(river.points[-1]) for river in drawing.rivers}
        coast = sheet.land.boundary
        for name in facts["rivers"]["ashore"].split():
            assert coast.distance(mouths[name]) < 0.1, name

    @pytest.mark.parametrize("language", LANGUAGES)
    @games("")
    def test_no_name_over_another(self, sheet_in, facts, language):
        placed = names.place_names(sheet_in(language))
        boxes = [spot.box for spot in placed.placed]
        assert not any(a.common(b) for n, a in enumerate(boxes) for b in boxes[n + 1 :])
        assert [label.lines for label in placed.left_out] == []
        assert words(facts.get("shown", "")) <= {
            line for spot in placed.placed for line in spot.label.lines
        }

    @games("")
    def test_the_hills_show(self, drawing):
        assert drawing.shade is not None
        assert np.abs(drawing.shade.values.astype(int) - 128).max() > 60

    @games("credits")
    def test_credits_are_there(self, drawing, facts):
        whole = " ".join(drawing.credits)
        assert {source for source in words(facts["credits"]) if source not in whole} == set()


class TestFiles:
    @games("")
    def test_files_are_small(self, game, facts):
        """Raw heights are not kept."""
        assert not list((MODULES / game).rglob("*.npz"))
        for patterns, most in facts.get("sizes", {}).items():
            found = [file for each in patterns.split() for file in (MODULES / game).glob(each)]
            assert found
            assert sum(file.stat().st_size for file in found) < most, patterns
