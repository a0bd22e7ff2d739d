"""Every kind of thing that the boards of the games have is drawn, and the legend tells of it."""

import re
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from time import process_time
from types import SimpleNamespace
from xml.etree import ElementTree as ET

import numpy as np
import pytest
import shapely

from every_kind import BOARD, SOURCE, TERRAIN
from tabuleiro.cartography import build_board, draw_layers, draw_module, read_board, read_drawing
from tabuleiro.cartography.picture import (
    cover,
    ground,
    legend,
    margins,
    names,
    rivers_and_roads,
    style,
)
from tabuleiro.cartography.picture.sheet import Sheet
from tabuleiro.cartography.picture.svg import Page
from twin_islands import box, collection, feature, globe

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def module(tmp_path_factory):
    folder = tmp_path_factory.mktemp("every")
    (folder / "source").mkdir()
    shore = [(0, 6.4), (4, 6.7), (9.6, 7.4), (9.6, 0), (0, 0)]
    land = feature("Polygon", [[globe(*point) for point in [*shore, shore[0]]]])
    lake = feature("Polygon", [box(6.6, 4.9, 7.3, 5.5)])
    border = feature("LineString", [globe(0.4, 8.3), globe(5, 7.8), globe(9.4, 8.2)])
    files = {"land": land, "lakes": lake, "borders": border}
    for name, item in files.items():
        (folder / "source" / f"{name}.geojson").write_text(collection(item), "utf-8")
    (folder / "source" / "board-source.yaml").write_text(SOURCE, "utf-8")
    (folder / "board.yaml").write_text(BOARD, "utf-8")
    build_board(folder / "source").write(folder, folder / "source")
    return folder


@pytest.fixture(scope="module")
def sheet(module):
    board, raw = read_board(module)
    return Sheet(board, read_drawing(raw.decode()), 64, "en")


@pytest.fixture(scope="module")
def drawn(module):
    return draw_module(module, language="en")


@pytest.fixture(scope="module")
def words(drawn):
    return Counter(each.text for each in ET.fromstring(drawn).iter(f"{SVG}text"))


def signs(sheet, hex):
    return {
        sign for sign, x, y, _turn in cover.scatter(sheet) if sheet.geometry.hex_at(x, y) == hex
    }


class TestTerrain:
    @pytest.mark.parametrize(
        ("hex", "wanted"),
        [
            ("0401", {"tree"}),
            ("0601", {"stipple"}),
            ("0801", {"tree", "stipple"}),
            ("0103", {"tuft"}),
            ("0204", {"palm"}),
            ("0404", {"peak"}),
            ("0604", {"hill"}),
            ("0904", {"peak", "tree"}),
            ("0101", set()),
        ],
    )
    def test_scattered_signs(self, sheet, hex, wanted):
        assert signs(sheet, hex) == wanted

    def test_compound_signs_do_not_stand_on_each_other(self, sheet):
        spots = [
            (x, y)
            for _sign, x, y, _turn in cover.scatter(sheet)
            if sheet.geometry.hex_at(x, y) == "0904"
        ]
        assert len(spots) >= 6
        apart = [np.hypot(a[0] - b[0], a[1] - b[1]) for n, a in enumerate(spots) for b in spots[:n]]
        assert min(apart) > 0.06

    def test_single_signs(self, sheet):
        found = cover.signs_of(sheet)
        assert found["0403"] == ["blocks"]  # a town
        assert found["0803"] == ["blocks", "fort"]
        assert found["0303"] == ["hamlet"]
        assert found["0804"] == ["hamlet"]
        assert found["0305"] == ["runway"]
        assert found["0505"] == ["tents"]
        assert found["0106"] == ["port"]
        assert found["0805"] == ["dot"]

    def test_several_places_in_a_hex_stand_side_by_side(self, module, sheet):
        assert cover.signs_of(sheet)["0606"] == ["blocks", "anchor", "airbase", "fort"]
        shifts = [
            float(each.split("translate(")[1].split(" ")[0])
            for each in draw_layers(module).elements["towns"]
        ]
        x, _y = sheet.spot("0606")
        beside = sorted(shift - x for shift in shifts if abs(shift - x) < 0.4 * 64)
        assert len([each for each in beside if abs(each) > 1]) >= 4

    def test_every_terrain_is_in_the_legend(self, words):
        for kind in set(TERRAIN.values()):
            portuguese, english = style.terrain_name(kind)
            assert english != kind, f"{kind} has no name"
            assert words[portuguese]
            assert words[english]

    def test_places_with_signs_are_in_the_legend(self, words):
        assert words["Air base"] == words["Fortress"] == 1
        assert words["Port"] == 1  # once, though it is a terrain and a kind of place

    def test_margins_take_after_their_hexes(self, sheet):
        whole = shapely.union_all(
            [sheet.geometry.outline(sheet.grid.hexes), *sheet.margins.values()]
        )
        left, top, right, bottom = sheet.drawing.frame
        assert whole.area == pytest.approx((right - left) * (bottom - top), rel=1e-6)
        assert sheet.area(["0103"]).area > shapely.area(sheet.geometry.polygon("0103")) + 0.05
        assert sheet.area(["0403"]).area == pytest.approx(sheet.geometry.polygon("0403").area)


class TestLines:
    def test_railway_is_a_ladder_and_trail_is_dashed(self):
        ladder = rivers_and_roads.strokes("railway", "M0 0L9 9", 64)
        assert len(ladder) == 2
        assert "stroke-dasharray" in ladder[1]
        assert "stroke-dasharray" not in ladder[0]
        (trail,) = rivers_and_roads.strokes("trail", "M0 0L9 9", 64)
        assert "stroke-dasharray" in trail
        casing, surface = rivers_and_roads.strokes("road", "M0 0L9 9", 64)
        assert "dasharray" not in casing + surface

    def test_railway_and_road_of_the_same_hexes_are_both_seen(self, sheet):
        road, iron = (
            shapely.LineString(next(each for each in sheet.drawing.roads if each.id == id).points)
            for id in ("highway", "iron")
        )
        common = shapely.intersection(iron, shapely.buffer(road, 0.04))
        assert common.length < 0.35 * iron.length
        assert shapely.distance(road, iron) < 0.25

    def test_railways_that_meet_still_meet(self, sheet):
        iron = next(each for each in sheet.drawing.roads if each.id == "iron").points
        x, y = sheet.middle("0605")
        assert np.hypot(*(iron[-1] - (x, y))) == pytest.approx(0.19, abs=0.01)

    def test_teeth_face_the_enemy(self, sheet):
        wall, ring = rivers_and_roads.fortified(sheet)
        line, faces = wall
        _lies, teeth = rivers_and_roads._rampart(line, faces)
        assert all(tooth[1][0] < tooth[0][0] for tooth in teeth)  # points to the west
        middle = ring[0].mean(axis=0)
        lies, teeth = rivers_and_roads._rampart(*ring)
        assert len(teeth) == 18
        for tooth in teeth:
            assert np.hypot(*(tooth[1] - middle)) > np.hypot(*(tooth[0] - middle))
        inside = shapely.Polygon(ring[0])
        assert shapely.Polygon(lies).within(inside)

    def test_a_line_that_winds_has_all_teeth_on_one_side(self):
        """Sides that lie along the facing take after the rest of their line."""
        line = np.array([(0, 0), (0.3, 0.5), (0.9, 0.5), (1.2, 1.0), (1.8, 1.0)])
        _lies, teeth = rivers_and_roads._rampart(line, "north")
        assert all(tooth[1][1] < max(tooth[0][1], tooth[2][1]) for tooth in teeth)

    def test_every_kind_of_hexside_has_its_layer(self, module):
        layers = draw_layers(module).elements
        assert len(layers["straits"]) == 5  # two strokes of a canal, three of a sea arm
        assert sum("dasharray" in each for each in layers["straits"]) == 1
        assert len(layers["borders"]) == 3  # a border is two strokes, an unknown kind one
        assert len(layers["fortifications"]) == 4
        assert len(layers["bridges"]) >= 2

    def test_bridges_are_where_the_tables_have_them(self, module, sheet):
        """Without tables roads and railways have bridges, and trails have none."""
        plain = len(rivers_and_roads.bridges(sheet))
        assert plain == 2
        assert rivers_and_roads.bridges(replace(sheet, bridged={})) == []
        assert (
            len(rivers_and_roads.bridges(replace(sheet, bridged={"road": frozenset({"river"})})))
            == 1
        )
        assert (
            rivers_and_roads.bridges(replace(sheet, bridged={"road": frozenset({"major-river"})}))
            == []
        )
        (module / "tables.yaml").write_text(
            "networks:\n  - {id: road, bridges: [river]}\n  - {id: railway}\n  - {id: trail}\n"
        )
        try:
            assert len(draw_layers(module).elements["bridges"]) == 1
        finally:
            (module / "tables.yaml").unlink()

    def test_trails_have_no_bridges(self, sheet):
        board = sheet.board.model_copy(
            update={
                "networks": [
                    road.model_copy(update={"kind": "trail"}) for road in sheet.board.networks
                ]
            }
        )
        assert rivers_and_roads.bridges(replace(sheet, board=board)) == []

    def test_kinds_are_in_the_legend(self, words):
        for name in ("River", "Fortified line", "Sea arm", "Water between hexes", "Weather line"):
            assert words[name] == 1, name
        for name in ("Road", "Railway", "Trail", "weather-line"):
            assert words[name], name

    def test_rivers_widen_and_bear_their_names(self, sheet, words):
        (rhine,) = [each for each in sheet.drawing.rivers if each.id == "rhine"]
        assert rhine.width == (0.04, 0.12)
        spots = [spot for spot in names.place_names(sheet).placed if spot.label.lines == ("Rhine",)]
        assert len(spots) == 1
        near = shapely.Point(spots[0].x, spots[0].y)
        stream = shapely.LineString((rhine.points - (sheet.page.left, sheet.page.top)) * 64)
        assert 0 < shapely.distance(near, stream) < 0.5 * 64
        assert words["Rhine"] == 2  # the name and its halo

    def test_rivers_that_come_from_beyond_begin_at_the_frame(self, sheet):
        top = sheet.drawing.frame[1]
        for river in sheet.drawing.rivers:
            assert river.points[0][1] == pytest.approx(top, abs=0.01), river.id

    def test_lakes_are_drawn(self, sheet, module):
        assert len(sheet.drawing.lakes) == 1
        assert any(style.SEA[1] in each for each in draw_layers(module).elements["sea"])


class TestBesideTheMap:
    def test_tracks(self, words):
        for name in ("Turns", "Air", "Replacements"):
            assert words[name] == 1
        assert words["20"] == 1
        assert words["4"] == 3

    def test_boxes_and_displaced_hexes(self, words):
        for name in ("New Britain", "Australia", "Reserve", "Rabaul"):
            assert words[name] >= 1, name

    def test_boxes_whose_hexes_are_on_the_map_are_not_drawn_beside_it(self, sheet):
        here = [
            box.model_copy(update={"hexes": ["1001"]}) if box.id == "britain" else box
            for box in sheet.board.boxes
        ]
        board = sheet.board.model_copy(update={"boxes": here})
        drawn = "".join(margins.strip(replace(sheet, board=board), above=False).parts)
        assert "New Britain" not in drawn
        assert "Reserve" in drawn
        assert len(margins.badges(replace(sheet, board=board))) == 6

    def test_north_is_at_the_head_of_its_arrow(self):
        for angle, (dx, dy) in {0: (0, -1), 90: (1, 0), 180: (0, 1), 225: (-0.7, 0.7)}.items():
            drawn = ET.fromstring(f"<g>{legend._north(angle, 100, 100, 100)}</g>")
            letter = drawn.find("text")
            x, y = float(letter.get("x")) - 100, float(letter.get("y")) - 9 - 100
            assert x * dx + y * dy > 50, angle
            assert drawn.find("g").get("transform").endswith(f"rotate({angle})")

    def test_distances_stand_on_their_hexes_and_in_the_box(self, module, sheet, words):
        assert words["1001, 1002: 12"] == 1
        assert words["Australia: 40"] == 1
        badges = draw_layers(module).elements["distances"]
        assert len(badges) == 6
        x, y = sheet.page.at(*sheet.geometry.centre("1001"))
        near = [each for each in badges if ">12<" in each or ">31<" in each]
        spots = [
            [float(part) for part in each.split("translate(")[1].split(")")[0].split()]
            for each in near
        ]
        assert sum(abs(px - x) < 32 and abs(py - y) < 32 for px, py in spots) == 2

    def test_nothing_overlaps(self, drawn):
        root = ET.fromstring(drawn)
        strips = [each for each in root if each.tag == f"{SVG}g"]
        assert len(strips) == 3  # above, below, the map
        for strip in strips[:2]:
            groups = [each for each in strip if "translate" in each.get("transform", "")]
            boxes = []
            for group in groups:
                x, y = map(float, group.get("transform")[10:-1].split())
                rects = list(group.iter(f"{SVG}rect"))
                right = max(float(r.get("x", 0)) + float(r.get("width")) for r in rects)
                low = max(float(r.get("y", 0)) + float(r.get("height")) for r in rects)
                boxes.append(shapely.box(x, y, x + right, y + low))
            assert len(boxes) == len(groups) > 0
            assert not any(a.intersects(b) for n, a in enumerate(boxes) for b in boxes[:n])


class TestLayers:
    def test_what_counts_otherwise_than_it_looks_is_washed(self, module, sheet):
        """Land in wet hexes looks flooded, and a hex of land that is nearly all water a shoal."""
        washes = draw_layers(module).elements["sea-hexes"]
        assert any(style.SEA[1] in each for each in washes)
        assert any(style.PAPER in each for each in washes)
        assert ground._drowned(sheet) == ["0907"]
        assert sheet.terrain["0907"] == "open"

    def test_each_thing_is_an_element_of_its_own(self, module):
        layers = draw_layers(module, scale=50, language="pt")
        for name, elements in layers.elements.items():
            for each in elements:
                ET.fromstring(f'<svg xmlns:xlink="x">{each}</svg>')
                assert "<use" not in each, name
        assert next(iter(layers.elements)) == "land"
        assert list(layers.elements)[-1] == "names"

    def test_each_element_knows_what_it_covers(self, module):
        """Who draws it in parts must find it where it was moved to: badges, and names of rivers."""
        layers = draw_layers(module)
        moved = 0
        for name, elements in layers.elements.items():
            for each in elements:
                assert each.area.left < each.area.right, name
                for x, y in re.findall(r"^<g[^>]* transform=\"translate\((\S+) ([^)]+)\)", each):
                    assert each.area.left < float(x) < each.area.right, (name, each)
                    assert each.area.top < float(y) < each.area.bottom, (name, each)
                    moved += 1
        assert any("rotate" in each for each in layers.elements["names"])
        assert layers.elements["distances"]
        assert moved > 100

    def test_names_of_hexes_are_apart(self, module):
        layers = draw_layers(module, language="en")
        named = {name.words: name.hex for name in layers.names}
        assert named, "towns"
        for words in named:
            assert not any(f">{words}<" in each for each in layers.elements["names"])

    def test_where_it_lies(self, module, sheet):
        layers = draw_layers(module)
        left, top, right, bottom = sheet.drawing.frame
        assert (layers.left, layers.top) == (left, top)
        assert layers.width == pytest.approx((right - left) * 64)
        assert layers.height == pytest.approx((bottom - top) * 64)
        for hex, (x, y) in layers.anchors.items():
            assert sheet.geometry.hex_at(x / 64 + left, y / 64 + top) == hex
        assert "0106" in layers.anchors

    def test_long_shores_and_large_fills_come_in_pieces(self):
        line = np.column_stack([np.linspace(0, 9, 200), np.zeros(200)])
        sheet = SimpleNamespace(apart=True, page=Page(64, 0, 0))
        runs = list(ground._shores(sheet, [line]))
        assert [run.count("L") for run in runs] == [60, 60, 60, 19]
        ends = [(run[1:].split("L")[0], run.split("L")[-1]) for run in runs]
        assert all(one[1] == other[0] for one, other in pairwise(ends))
        large = shapely.Point(10, 10).buffer(9, quad_segs=200)
        tiles = ground._tiles(large)
        assert len(tiles) > 4
        assert shapely.union_all(tiles).area == pytest.approx(large.area, rel=1e-6)
        assert ground._tiles(shapely.box(0, 0, 30, 30)) == [shapely.box(0, 0, 30, 30)]


@pytest.mark.slow
def test_large_boards_take_about_as_long_for_a_hex_as_small_ones():
    """Nothing grows with the square of the board: the window waits for this on a first start."""
    modules = Path(__file__).resolve().parents[2] / "modules"
    spent = {}
    for name, hexes in (("diadem", 240), ("leyte", 986), ("filipinas", 3465)):
        start = process_time()
        draw_layers(modules / name)
        spent[name] = (process_time() - start) / hexes
    assert spent["filipinas"] < 3 * max(spent["leyte"], spent["diadem"]), spent
