"""The drawing of Operação Diadem: the hills that mattered are seen, and the sea where it was."""

import numpy as np
import shapely

GAME = "diadem"


def light(board, drawing, hexes):
    """How much the shading of some hexes differs from level ground, on the average."""
    x, y = drawing.shade.points()
    off = np.abs(drawing.shade.values.ravel().astype(int) - 128)
    area = board.geometry.outline(hexes)
    shapely.prepare(area)
    return off[shapely.contains_xy(area, x, y)].mean()


def test_massifs_stand_out_from_the_liri_valley(board, drawing):
    """Monte Cassino and Cairo, the Aurunci and the Abruzzi rise over the valley (history)."""
    valley = ["0506", "0607", "0706", "0707", "0807", "0808", "0907", "0908", "1008", "1108"]
    level = light(board, drawing, valley)
    massifs = {
        "Cairo": ["0804", "0904", "1004", "0905", "1005", "1006"],
        "Aurunci": ["0511", "0512", "0611", "0612", "0513", "0613"],
        "Abruzzi": ["1301", "1401", "1402", "1502", "1403"],
    }
    for name, hexes in massifs.items():
        assert light(board, drawing, hexes) > 2.2 * level, name


def test_sea_is_in_the_south_alone(drawing, sheet):
    """There is no water at the other edges of the drawing."""
    left, top, right, bottom = drawing.frame
    north = shapely.box(left, top, right, bottom - 3)
    assert shapely.difference(north, sheet.land.buffer(0.01)).area < 0.01


def test_garigliano_begins_as_wide_as_the_liri_ends(drawing):
    rivers = {river.id: river for river in drawing.rivers}
    assert rivers["garigliano"].width[0] == rivers["liri"].width[1]
