"""What is built of a small world: hexes, rivers, roads, places, regions, and files."""

import json
from itertools import pairwise

import msgspec
import pytest

from tabuleiro.board import flood
from tabuleiro.cartography import read_board, read_drawing
from tabuleiro.module.build import board_data
from tabuleiro.module.data import make_board
from tabuleiro.module.loader import parse
from tabuleiro.module.map_building import maps_of
from twin_islands import box, collection, feature


@pytest.fixture
def built(atelier):
    return atelier.build()


@pytest.fixture
def board(atelier, built):
    built.write(atelier.module, atelier.source)
    model, _raw = read_board(atelier.module)
    return make_board(board_data(model, maps_of(model)))


@pytest.fixture
def values(built):
    return parse(built.board["board.yaml"], "board.yaml").data


def named(values, key, id):
    return next(each for each in values[key] if each["id"] == id)


def joined(board):
    return lambda a, b: not board.side_has(a, b, "strait")


class TestGround:
    def test_land_and_sea(self, board):
        assert {"0202", "0505", "0602", "0803"} <= set(board.grid) - set(board.hexes_of("sea"))
        assert {"0101", "0106", "0807"} <= set(board.hexes_of("sea"))

    def test_islands_are_apart(self, board):
        west, east = board.regions["west"].hexes, board.regions["east"].hexes
        dry = west | east
        assert flood(board.grid, ["0304"], dry, joined(board)) == west
        assert flood(board.grid, ["0703"], dry, joined(board)) == east
        assert board.side_has("0504", "0604", "sound")

    def test_an_islet_gets_its_best_hex(self, board):
        assert board.terrain_at("0107") == "clear"  # a seventh of it is land, and no more
        assert not {"0107"} & (board.regions["west"].hexes | board.regions["east"].hexes)

    def test_terrain_follows_the_heights(self, board):
        assert board.terrain_at("0402") == "mountain"
        assert board.terrain_at("0205") == "clear"
        assert board.hexes_of("forest")

    def test_a_clause_wins_over_a_method(self, board, values):
        assert board.terrain_at("0304") == board.terrain_at("0705") == "city"
        assert values["layers"]["terrain"]["printed"] == ["0304", "0705"]

    def test_lake(self, board):
        assert board.hexes_of("lake") == ("0704",)

    def test_a_clause_makes_land_where_no_map_shows_any(self, atelier):
        atelier.change('hexes: ["0304", "0705"]', 'hexes: ["0304", "0705", "0101"]')
        built = atelier.build()
        drawing = read_drawing(built.board["drawing.json"])
        x, y = 0.8660254, 1.5
        assert any(
            abs(figure[0].mean(axis=0)[0] - x) < 0.2 and abs(figure[0].mean(axis=0)[1] - y) < 0.2
            for figure in drawing.land
        )
        assert parse(built.board["board.yaml"], "x").data["terrain"]["rows"][0][0] == "c"

    def test_sides_can_be_opened_and_shut(self, atelier):
        opened = '  open: [{side: "0504/0604", method: guess}]\n'
        extra = opened + '  shut: [{side: "0303/0304", clause: x-1}]\n'
        atelier.change("  named:\n", extra + "  named:\n")
        atelier.change('chain: ["0303", "0304", "0404"]', 'chain: ["0304", "0404"]')
        values = parse(atelier.build().board["board.yaml"], "board.yaml").data
        written = [
            side
            for each in values["hexsides"]
            if each["kind"] == "strait"
            for side in each["sides"]
        ]
        assert "0504/0604" not in written
        assert "0303/0304" in named(values, "hexsides", "inlets")["sides"]


class TestLines:
    def test_river_runs_from_corner_to_corner_to_the_sea(self, board, values):
        sides = [tuple(side.split("/")) for side in named(values, "hexsides", "rill")["sides"]]
        ends = [
            {(round(x, 6), round(y, 6)) for x, y in board.geometry.side_line(*side)}
            for side in sides
        ]
        assert all(one & other for one, other in pairwise(ends))
        wet = set(board.hexes_of("sea"))
        last = ends[-1] - ends[-2]
        assert any(
            {(round(x, 6), round(y, 6)) for x, y in board.geometry.corners(hex)} & last
            for hex in wet
        )

    def test_river_by_points_flows_into_another(self, atelier):
        points = "[[120.36, 9.52], [120.28, 9.55], [120.22, 9.58]]"
        atelier.change(
            "hexsides:\n  - {id: wall",
            f"  - {{id: brook, points: {points}, into: rill}}\nhexsides:\n  - {{id: wall",
        )
        drawing = read_drawing(atelier.build().board["drawing.json"])
        assert [river.id for river in drawing.rivers] == ["rill", "brook"]
        rill, brook = drawing.rivers
        assert min(abs(rill.points - brook.points[-1]).sum(axis=1)) < 0.1

    def test_river_by_sides(self, atelier):
        atelier.change("line: Rill", 'sides: ["0303/0403", "0303/0404"]')
        values = parse(atelier.build().board["board.yaml"], "board.yaml").data
        assert named(values, "hexsides", "rill")["sides"] == ["0303/0403", "0303/0404"]

    def test_road_through_places(self, board):
        chain = board.networks["track"].chains[0]
        assert chain[0] == "0304"
        assert chain[-1] == "0306"
        assert board.networks["track"].kind == "trail"

    def test_road_off_the_board(self, atelier):
        atelier.change(
            'chain: ["0303", "0304", "0404"]',
            'chain: ["0703", "0803"], leaves: {end: east}',
        )
        built = atelier.build()
        values = parse(built.board["board.yaml"], "board.yaml").data
        assert named(values, "networks", "way")["leaves"] == {"end": "east"}
        drawing = read_drawing(built.board["drawing.json"])
        road = next(each for each in drawing.roads if each.id == "way")
        assert abs(road.points[-1][0] - drawing.frame[2]) < 0.01


class TestPlaces:
    def test_by_hex_town_and_point(self, board):
        assert board.places["alpha"].hex == "0304"
        assert board.places["beta"].hex == "0703"
        assert board.places["top"].hex == board.geometry.hex_at(3.5, 3.0)
        assert board.places["alpha"].importance == 4

    def test_coasts_go_clockwise(self, board):
        shore = board.regions["shore"].hexes
        assert {"0204", "0203", "0202", "0301", "0302"} & shore >= {"0204", "0203", "0202"}
        assert "0205" not in shore
        assert board.regions["all-shores"].hexes <= board.regions["east"].hexes

    def test_road_cuts_land_off(self, board):
        south = board.regions["south"].hexes
        assert "0206" in south
        assert not south & board.networks["track"].hexes
        assert not south & board.regions["east"].hexes

    def test_edge_of_an_island(self, atelier):
        atelier.change(
            "edge: north, name: {pt: Norte, en: North}}",
            "edge: south, name: {pt: Sul, en: South}, island: west}",
        )
        assert "does not reach the edge" in atelier.complaint()


class TestFiles:
    def test_board_is_made_to_be_read(self, built):
        text = built.board["board.yaml"]
        assert max(map(len, text.splitlines())) <= 110
        assert "# twins-1.1" in text
        assert text.startswith("# The twin islands: made by `tabuleiro board build`")

    def test_two_builds_give_the_same_bytes(self, atelier, built):
        assert atelier.build() == built

    def test_derived_heights_serve_as_well_as_raw_ones(self, atelier, built):
        built.write(atelier.module, atelier.source)
        assert atelier.build(raw=False).board == built.board

    def test_a_board_without_heights(self, atelier):
        board = parse(atelier.build(raw=False).board["board.yaml"], "board.yaml").data
        assert "heights" not in board
        assert "^" not in "".join(board["terrain"]["rows"])

    def test_credits_travel_with_the_drawing(self, built):
        named = json.loads(built.board["drawing.json"])["credits"]
        assert "land: a mapmaker (CC0)" in named
        assert "relief: a surveyor (CC0)" in named

    def test_board_fitted_to_anchors(self, atelier, built):
        affine = "affine: {lon0: 120, lon_x: 0.1, lon_y: 0, lat0: 10, lat_x: 0, lat_y: -0.1}"
        anchors = [("0101", 0.8660254, 1.5), ("0801", 6.9282032, 1.0), ("0207", 1.7320508, 7.0)]
        listed = ", ".join(
            f'{{hex: "{hex}", at: [{120 + 0.1 * x}, {10 - 0.1 * y}]}}' for hex, x, y in anchors
        )
        atelier.change(affine, f"anchors: [{listed}]")
        rows = [
            parse(each.board["board.yaml"], "x").data["terrain"]
            for each in (atelier.build(), built)
        ]
        assert rows[0] == rows[1]

    def test_rubber_sheet(self, atelier):
        sheet = "  sheet: {wide: 4, narrow: 1.6, nodes: [[3.4641, 4.0, 0.3, 0, 0, 0]]}\n"
        atelier.change("inputs:\n", sheet + "inputs:\n")
        assert atelier.build() == atelier.build()

    def test_other_grids(self, atelier):
        atelier.change("km: 5}", "km: 5, orientation: pointy, shift: even, numbering: CC.RR}")
        text = (atelier.source / "board-source.yaml").read_text("utf-8")
        kept = text[: text.index("overrides:")] + "drawing: {pixels: 4}\n"
        atelier.write("board-source.yaml", kept)
        values = parse(atelier.build().board["board.yaml"], "board.yaml").data
        assert values["grid"]["orientation"] == "pointy"
        assert len({row.count("~") for row in values["terrain"]["rows"]}) > 1

    def test_a_sheet_of_land_has_no_sea(self, atelier):
        text = (atelier.source / "board-source.yaml").read_text("utf-8")
        kept = text[: text.index("overrides:")]
        kept = kept.replace('"~": sea', '"~": sea').replace(
            "file: land.geojson", "file: all.geojson"
        )
        atelier.write("board-source.yaml", kept)
        whole = [[[119, 11], [122, 11], [122, 8], [119, 8], [119, 11]]]
        geometry = {"type": "MultiPolygon", "coordinates": [whole]}
        item = {"type": "Feature", "properties": {}, "geometry": geometry}
        atelier.write("all.geojson", json.dumps({"type": "FeatureCollection", "features": [item]}))
        built = atelier.build()
        assert "~" not in "".join(parse(built.board["board.yaml"], "x").data["terrain"]["rows"])
        assert read_drawing(built.board["drawing.json"]).coast() == []


def test_inland_boards_need_no_sea(atelier):
    """With `sea: null` every hex is land, whatever share of it the maps show."""
    text = (atelier.source / "board-source.yaml").read_text("utf-8")
    kept = text[: text.index("overrides:")]
    kept = kept.replace('o: lake, "~": sea}', "o: lake}").replace(
        "lake: lake", "lake: lake\n  sea: null"
    )
    atelier.write("board-source.yaml", kept)
    atelier.write("lakes.geojson", collection(feature("Polygon", [box(2.2, 4.0, 3.35, 5.0)])))
    atelier.write("land.geojson", collection(feature("Polygon", [box(-1, -1, 20, 7.2)])))
    rows = parse(atelier.build().board["board.yaml"], "x").data["terrain"]["rows"]
    assert "o" in "".join(rows)
    assert len({len(row.replace(" ", "")) for row in rows}) == 1
    assert set("".join(rows)) <= set(".f^o ")


def test_module_data_can_hold_the_board(atelier, built):
    built.write(atelier.module, atelier.source)
    model, raw = read_board(atelier.module)
    assert raw == built.board["drawing.json"].encode()
    assert msgspec.to_builtins(board_data(model, maps_of(model)))["id"] == "twins"
