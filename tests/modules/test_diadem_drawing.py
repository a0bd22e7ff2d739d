"""The drawing of Operação Diadem keeps to what is true, and the hills that mattered are seen."""

from pathlib import Path

import numpy as np
import pytest
import shapely

from tabuleiro.cartography import build_board, read_board, read_drawing
from tabuleiro.cartography.picture import names
from tabuleiro.cartography.picture.sheet import Sheet
from tabuleiro.module import load_module

ROOT = Path(__file__).resolve().parents[2]
MODULE = ROOT / "modules" / "diadem"
RAW = ROOT.parent / "shared" / "geo"
RIVERS = ["rapido", "gari", "liri", "garigliano", "melfa"]


@pytest.fixture(scope="module")
def board():
    return load_module(MODULE).board


@pytest.fixture(scope="module")
def sheet():
    model, raw = read_board(MODULE)
    return Sheet(model, read_drawing(raw.decode()), 64, "en")


def light(board, sheet, hexes):
    """How much the shading of some hexes differs from level ground, on the average."""
    shade = sheet.drawing.shade
    x, y = shade.points()
    off = np.abs(shade.values.ravel().astype(int) - 128)
    area = board.geometry.outline(hexes)
    shapely.prepare(area)
    return off[shapely.contains_xy(area, x, y)].mean()


def test_board_is_kept_and_drawing_made():
    """The rows of the board are written by hand; a build makes the drawing alone."""
    built = build_board(MODULE / "source")
    assert list(built.board) == ["drawing.json"]


def test_massifs_stand_out_from_the_liri_valley(board, sheet):
    """Monte Cassino and Cairo, the Aurunci and the Abruzzi rise over the valley (history)."""
    valley = ["0506", "0607", "0706", "0707", "0807", "0808", "0907", "0908", "1008", "1108"]
    level = light(board, sheet, valley)
    massifs = {
        "Cairo": ["0804", "0904", "1004", "0905", "1005", "1006"],
        "Aurunci": ["0511", "0512", "0611", "0612", "0513", "0613"],
        "Abruzzi": ["1301", "1401", "1402", "1502", "1403"],
    }
    for name, hexes in massifs.items():
        assert light(board, sheet, hexes) > 2.2 * level, name


def test_no_town_in_the_sea(board, sheet):
    for each in board.places.values():
        if each.kind in {"city", "town", "village", "peak"}:
            x, y = sheet.middle(each.hex)
            assert sheet.land.contains(shapely.Point(x, y)), each.id
            assert board.geometry.hex_at(x, y) == each.hex


def test_sea_is_in_the_south_alone(sheet):
    """There is no water at the other edges of the drawing."""
    left, top, right, bottom = sheet.drawing.frame
    north = shapely.box(left, top, right, bottom - 3)
    assert shapely.difference(north, sheet.land.buffer(0.01)).area < 0.01


def test_no_road_through_water(sheet):
    for road in sheet.drawing.roads:
        line = shapely.LineString(road.points)
        wet = line.difference(sheet.land.buffer(0.01)).length
        assert wet < 0.01 * line.length, road.id


def test_rivers_run_along_their_hexsides_and_widen(board, sheet):
    assert {river.id for river in sheet.drawing.rivers} == set(RIVERS)
    for river in sheet.drawing.rivers:
        lines = [board.geometry.side_line(*side) for side in board.sides_of(river.id)]
        beside = shapely.union_all([shapely.LineString(line) for line in lines]).buffer(0.2)
        line = shapely.LineString(river.points)
        assert line.intersection(beside).length > 0.8 * line.length - 0.8, river.id
        assert river.width[1] > river.width[0]
    rivers = {river.id: river for river in sheet.drawing.rivers}
    assert rivers["garigliano"].width[0] == rivers["liri"].width[1]


def test_garigliano_reaches_the_sea(sheet):
    (river,) = [each for each in sheet.drawing.rivers if each.id == "garigliano"]
    assert sheet.land.boundary.distance(shapely.Point(river.points[-1])) < 0.1


@pytest.mark.parametrize("language", ["pt", "en"])
def test_no_name_over_another(sheet, language):
    placed = names.place_names(Sheet(sheet.board, sheet.drawing, 64, language))
    boxes = [spot.box for spot in placed.placed]
    assert not any(a.common(b) for n, a in enumerate(boxes) for b in boxes[n + 1 :])
    assert [label.lines for label in placed.left_out] == []
    shown = {line for spot in placed.placed for line in spot.label.lines}
    assert {"CASSINO", "MONTE CASSINO", "PONTECORVO", "ITRI", "ARCE", "PIEDIMONTE"} <= shown


def test_credits_are_there(sheet):
    whole = " ".join(sheet.drawing.credits)
    assert "GSHHG" in whole
    assert "SRTM30" in whole


@pytest.mark.skipif(
    not (RAW / "diadem_elev_srtm30p.npz").is_file(), reason="no raw heights beside the project"
)
def test_derived_heights_are_what_the_raw_ones_give():
    built = build_board(MODULE / "source", RAW / "diadem_elev_srtm30p.npz")
    assert built.source["relief.json"] == (MODULE / "source" / "relief.json").read_text("utf-8")
