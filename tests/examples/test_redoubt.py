"""A board of squares: neighbours by corners, movement, zones, the road, the window."""

from PySide6.QtCore import QPointF

from asking import zone
from tabuleiro.cli.textmap import map_lines
from tabuleiro.i18n import speaking
from tabuleiro.seats import Table as Seats
from tabuleiro.testing import table
from tabuleiro.testing.table import catalogue

GAME = "redoubt"


def test_a_zone_is_the_eight_squares_around():
    t = table(GAME, "blue-movement", {"blue-1": "B3", "red-1": "E3"})
    assert zone(t.s, "red") == {"D2", "D3", "D4", "E2", "E4", "F2", "F3", "F4"}


def test_marching_by_corners_and_into_a_zone():
    t = table(GAME, "blue-movement", {"blue-1": "A1", "red-1": "E3"})
    t.go("blue-1", "B2", "C3", "D3")
    assert t.s.piece("blue-1").spent == 2 * (1 + 2 + 1)
    assert t.refuses(t.move("blue-1", "D4")) is not None


def test_the_road_leads_over_the_brook_and_round_a_corner():
    t = table(GAME, "blue-movement", {"blue-hussars": "B4", "red-2": "H6"})
    t.go("blue-hussars", "C4", "D4", "E4", "F3", "G3")
    assert t.s.piece("blue-hussars").spent == 5, "half a point a step"


def test_the_terminal_draws_the_squares():
    game = catalogue().new(GAME, seed="1")
    with speaking("en"):
        lines = map_lines(Seats(game).seat("blue").sight())
    assert lines[0].split() == ["A1.", "B1.", "C1.", "D1.", "E1.", "F1.", "G1h", "H1h"]
    assert lines[7].find("^B2") == lines[6].find("B4"), "two of Blue's in B4"


def test_pointing_and_arrow_keys(window):
    view = window(catalogue().new(GAME, seed="1")).view
    assert view.hex_under(QPointF(*view.picture.scene(2.4, 3.4))) == "B3"
    view.point("B3", by_keys=True)
    view.step(1, 0)
    view.step(0, -1)
    assert view.cursor_hex == "C2"
