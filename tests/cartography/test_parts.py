"""The parts of the tool by themselves."""

import pkgutil
import subprocess
import sys

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

import tabuleiro.cartography
from docstrings import run_examples
from tabuleiro.board import HexGeometry, HexGrid
from tabuleiro.cartography import Drawing, Georeference, Raster, Stroke, drawing_text, read_drawing
from tabuleiro.cartography.geojson import crossing
from tabuleiro.cartography.ground import Coast, Limits, settle
from tabuleiro.cartography.picture.labels import Box, Label, Placer
from tabuleiro.cartography.raster import pack, unpack
from tabuleiro.cartography.relief import HeightGrid
from tabuleiro.cartography.routes import Way, easiest
from tabuleiro.cartography.streams import Corners, Course, snap
from tabuleiro.module.loader import parse
from tabuleiro.module.writing import flow, scalar

MODULES = [
    info.name
    for info in pkgutil.walk_packages(tabuleiro.cartography.__path__, "tabuleiro.cartography.")
    if not info.name.endswith("__main__")
]


@pytest.mark.parametrize("name", ["tabuleiro.cartography", *MODULES])
def test_examples_in_docstrings_run(name):
    assert run_examples(name).failed == 0


def test_all_names_what_there_is_once():
    names = tabuleiro.cartography.__all__
    assert len(names) == len(set(names))
    assert all(getattr(tabuleiro.cartography, name).__doc__ for name in names if name != "Figure")


@pytest.mark.slow
def test_needs_no_qt():
    program = (
        "import sys, tabuleiro.cartography as c\n"
        "assert not any(name.startswith(('PySide6', 'shiboken6')) for name in sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


# ------------------------------------------------------------------------------ georeference


SHEET = Georeference(
    (120.0, 0.1, 0.01, 10.0, 0.005, -0.1),
    np.array([[4.0, 4.0, 0.6, -0.4, 0.1, 0.2], [7.0, 5.0, -0.5, 0.3, 0.0, 0.0]]),
    (4.0, 1.6),
)


@given(st.floats(-5, 15), st.floats(-5, 15))
def test_there_and_back(x, y):
    lon, lat = SHEET.to_globe(np.array([x]), np.array([y]))
    back = SHEET.to_board(lon, lat)
    assert np.allclose(back, [[x], [y]], atol=1e-6)


def test_a_sheet_that_folds_is_noticed():
    steep = Georeference(SHEET.affine, np.array([[4.0, 4.0, 9.0, 0, 0, 0]]), (1.0, 1.0))
    x, y = np.array([4.0, 4.9, 5.5]), np.array([4.0, 4.0, 4.0])
    assert steep.folds(x, y).any()
    assert not SHEET.folds(x, y).any()


# ----------------------------------------------------------------------------------- heights


def test_heights_between_the_points_of_a_grid():
    slope = HeightGrid(np.tile(np.arange(10.0) * 10, (10, 1)), 120.0, 10.0, 0.1)
    found = slope.at(np.array([120.35, 120.5]), np.array([9.6, 9.55]))
    assert np.allclose(found, [35, 50])
    outside = slope.at(np.array([119.0, 125.0]), np.array([9.5, 9.5]))
    assert 0 <= outside[0] <= 5
    assert 85 <= outside[1] <= 90


@given(st.integers(1, 7), st.integers(1, 7), st.integers(0, 2**31))
def test_raster_packs_and_unpacks(width, height, seed):
    values = np.random.default_rng(seed).integers(0, 256, (height, width), dtype=np.uint8)
    raster = Raster(0.5, 1.25, 6, width, height, values)
    again = unpack(pack(raster))
    assert (again.values == values).all()
    assert (again.left, again.top, again.pixels) == (0.5, 1.25, 6)


def test_raster_too_large_is_refused():
    plain = pack(Raster(0, 0, 6, 1, 1, np.zeros((1, 1), dtype=np.uint8)))
    with pytest.raises(ValueError, match="1000000000000"):
        unpack({**plain, "width": 10**6, "height": 10**6})


# ------------------------------------------------------------------------------------ ground


def test_crossing_without_a_place_is_told_by_the_corner():
    where = crossing(shapely.from_wkt("POLYGON ((5 7, 6 8, 7 9, 5 7))"))
    assert where is not None
    assert 5 <= where.lon <= 7


def test_a_hex_belongs_to_the_island_that_covers_most_of_it():
    geometry = HexGeometry(HexGrid(3, 3))
    x, _y = geometry.centre("0202")
    west, east = shapely.box(0, 0, x + 0.2, 4), shapely.box(x + 0.2, 0, 4, 4)
    coast = Coast.of([west, east])
    ground = settle(coast, geometry, Limits())
    assert ground.island["0202"] == 0
    assert settle(coast, geometry, Limits(island_of={"0202": 1})).island["0202"] == 1
    assert not ground.joined("0202", "0302")
    assert ground.joined("0201", "0202")


def test_a_narrow_neck_joins_and_a_narrower_one_does_not():
    geometry = HexGeometry(HexGrid(2, 1))
    (ax, _ay), (bx, by) = geometry.side_line("0101", "0201")
    mainland = shapely.union_all([shapely.box(0, 0, 1.05, 3), shapely.box(1.5, 0, 3, 3)])
    for width, joined in ((0.1, True), (0.02, False)):
        middle = (by + geometry.side_line("0101", "0201")[0][1]) / 2
        neck = shapely.box(1, middle - width / 2, 1.6, middle + width / 2)
        land = shapely.union_all([mainland, neck])
        ground = settle(Coast.of([land]), geometry, Limits(land=0.2))
        assert ground.joined("0101", "0201") is joined, (ax, bx)


def test_wet_and_lost_hexes():
    geometry = HexGeometry(HexGrid(2, 2))
    coast = Coast.of([shapely.box(0, 0, 3, 4)])
    ground = settle(coast, geometry, Limits(wet=frozenset({"0101"})))
    assert not ground.is_land("0101")
    assert ground.hexes_of(0) == {"0102", "0201", "0202"}


# ------------------------------------------------------------------------- rivers and roads


def always(_thing):
    return True


def never(_thing):
    return False


def wish(line, **changes):
    course = {
        "line": line,
        "start": line.coords[0],
        "end": line.coords[-1],
        "usable": always,
        "ends": always,
        "passes": always,
    }
    return Course(**{**course, **changes})


def test_river_keeps_to_its_line():
    geometry = HexGeometry(HexGrid(8, 8))
    corners = Corners.of(geometry)
    line = shapely.LineString([(1.2, 2.0), (4.0, 4.0), (6.0, 4.2)])
    course = snap(corners, wish(line))
    assert course is not None
    assert max(line.distance(shapely.Point(point)) for point in course) < 0.6
    assert corners.course(corners.beside(course)) in (course, course[::-1])


def test_river_without_a_way():
    corners = Corners.of(HexGeometry(HexGrid(4, 4)))
    line = shapely.LineString([(1.2, 2.0), (3.0, 3.0)])
    assert snap(corners, wish(line, ends=never)) is None
    assert snap(corners, wish(line, usable=never)) is None
    assert snap(corners, wish(shapely.LineString([(90, 90), (91, 91)]))) is None
    start = corners.geometry.side_line("0202", "0302")[0]
    only = wish(line, start=start, ends=lambda point: point == start)
    assert snap(corners, only) is None


def test_road_that_finds_no_way():
    way = Way(HexGrid(3, 3), lambda a, b: "0202" in {a, b}, {})
    assert easiest(way, ["0101", "0303"]) == ("0101", "0303")


# ----------------------------------------------------------------------------------- writing


@given(st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Zl", "Zp"])))
def test_any_text_comes_back_from_the_file(words):
    kept = words.replace("\ufeff", "").replace("\ufffe", "").replace("\uffff", "")
    if kept:
        assert parse(f"a: {scalar(kept)}\nb: {flow({'k': [kept]})}\n", "x").data == {
            "a": kept,
            "b": {"k": [kept]},
        }


def test_drawing_comes_back_from_its_file():
    line = np.array([(0.0, 0.0), (1.5, 2.25), (3.0, 1.0)])
    drawing = Drawing(
        (0.0, 0.0, 4.0, 4.0), north=-4.3, borders=[line], roads=[Stroke("a", "road", line)]
    )
    again = read_drawing(drawing_text(drawing))
    assert again.north == -4.3
    assert again.borders[0].tolist() == again.roads[0].points.tolist() == line.tolist()
    assert drawing_text(again) == drawing_text(drawing)
    for text in ("{}", "[]", "nothing", '{"unit": 1, "frame": [1]}'):
        with pytest.raises(ValueError):  # noqa: PT011 - whatever it says
            read_drawing(text)


def test_coast_of_an_island_within_the_frame_is_its_ring():
    ring = np.array([(1.0, 1.0), (2.0, 1.0), (2.0, 2.0), (1.0, 1.0)])
    assert Drawing((0, 0, 4, 4), land=[[ring]]).coast()[0].tolist() == ring.tolist()


# ------------------------------------------------------------------------------------ labels


def label(words, x, y, rank=10, **more):
    return Label((words,), x, y, 20, rank, gap=6, **more)


def test_names_never_lie_over_each_other():
    placer = Placer(Box(0, 0, 400, 300), 64)
    spots = placer.place([label(f"Town {n}", 200 + n, 150, area=n % 2 == 0) for n in range(14)])
    assert len(spots) + len(placer.left_out) == 14
    assert placer.left_out
    for number, one in enumerate(spots):
        assert not any(one.box.common(other.box) for other in spots[number + 1 :])


def test_names_keep_off_what_is_there():
    placer = Placer(Box(0, 0, 400, 300), 64)
    placer.avoid(Box(100, 152, 300, 200), 90)  # below
    placer.avoid_line(np.array([(x, 138.0) for x in range(100, 300, 4)]), 5)  # above
    (spot,) = placer.place([label("Inn", 200, 150)])
    assert spot.x > 215 or spot.x < 185


def test_names_stay_on_the_page():
    placer = Placer(Box(0, 0, 120, 60), 64)
    placer.place([label("A very long name indeed", 60, 30)])
    assert placer.left_out
