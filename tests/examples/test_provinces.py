"""A board of areas: neighbours by shared borders, movement, zones, combat, retreat, the window."""

import pytest
from PySide6.QtCore import QPointF, Qt

from asking import zone
from tabuleiro.cli.terminal_names import find_hex
from tabuleiro.cli.textmap import map_lines
from tabuleiro.engine.messages import place_name
from tabuleiro.i18n import speaking
from tabuleiro.seats import Table as Seats
from tabuleiro.testing import table
from tabuleiro.testing.table import catalogue

GAME = "provinces"


@pytest.fixture
def board():
    return catalogue().module(GAME).board


def test_neighbours_are_those_that_share_a_border(board):
    assert set(board.grid.neighbours("elvas")) == {"brejo", "faro", "planalto", "douro"}
    assert not board.grid.are_neighbours("elvas", "guarda"), "they share a corner"
    assert board.distance("alvorada", "horta") == 4
    assert board.grid.direction("elvas", "faro") == "east"


def test_counters_lie_where_there_is_most_room(board):
    for area in board.grid.hexes:
        assert board.geometry.hex_at(*board.geometry.centre(area)) == area


def test_marching_pays_for_each_province_and_stops_in_a_zone():
    t = table(GAME, "blue-movement", {"blue-1": "alvorada", "red-1": "faro", "red-2": "horta"})
    assert t.refuses(t.move("blue-1", "guarda")) == "provinces-4.0-1"
    ways = {one.path[-1] for one in t.legal("move") if one.piece == "blue-1"}
    assert ways == {"brejo", "douro", "elvas", "planalto"}
    t.go("blue-1", "douro", "elvas")
    assert t.s.piece("blue-1").spent == 4
    assert zone(t.s, "red") >= {"elvas", "guarda"}


def test_the_river_and_its_bridge():
    t = table(GAME, "blue-movement", {"blue-hussars": "elvas", "red-2": "alvorada"})
    t.go("blue-hussars", "faro", "guarda")
    assert t.s.piece("blue-hussars").spent == 2, "half a point a step by road, over the bridge"
    t = table(GAME, "blue-movement", {"blue-hussars": "brejo", "red-2": "planalto"})
    t.go("blue-hussars", "campos")
    assert t.s.piece("blue-hussars").spent == 4, "one for the province, one for the river"


def test_the_beaten_retreat_to_a_province_of_their_own():
    pieces = {"blue-1": "elvas", "blue-2": "brejo", "red-1": "faro", "red-2": "horta"}
    t = table(GAME, "blue-combat", pieces).dice(6, 6).attack("faro", "blue-1")
    while t.top == "attack-draft":
        t.act("confirm")
    for _step in range(6):
        if t.place("red-1") != "faro" or t.s.piece("red-1").place is None:
            break
        t.do(t.legal()[0])
    assert t.place("red-1") in {"campos", "serra", "guarda", None} - {"elvas"}


def test_the_terminal_lists_the_provinces():
    game = catalogue().new(GAME, seed="1")
    with speaking("en"):
        lines = map_lines(Seats(game).seat("blue").sight())
    assert next(line for line in lines if line.startswith("douro")).split()[1:3] == [".", "B2"]
    assert len(lines) == 11


@pytest.mark.parametrize("typed", ["serra", "Serra", "SERRA", "Forte de Faro", "fort faro"])
def test_the_terminal_understands_names(typed):
    where = "serra" if typed.casefold() == "serra" else "faro"
    assert find_hex(catalogue().module(GAME), typed) == where


def test_places_are_called_by_their_names():
    module = catalogue().module(GAME)
    with speaking("en"):
        assert place_name("elvas", module) == "Elvas"
        assert place_name("faro", module) == "Faro (Fort Faro)"


def test_pointing_and_dragging_in_the_window(window, qtbot):
    shown = window(catalogue().new(GAME, seed="1"))
    view = shown.view
    corner = view.hex_under(QPointF(*view.picture.scene(0.6, 0.6)))
    assert corner == "alvorada", "an area is pointed at all over"
    start, end = (view.mapFromScene(view.middle(place)) for place in ("douro", "elvas"))
    qtbot.mousePress(view.viewport(), Qt.MouseButton.LeftButton, pos=start)
    for step in range(1, 5):
        qtbot.mouseMove(view.viewport(), start + (end - start) * step / 4)
    qtbot.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, pos=end)
    assert shown.seat.sight.place("blue-hussars") == "elvas"


def test_arrow_keys_go_from_province_to_province(window):
    view = window(catalogue().new(GAME, seed="1")).view
    view.point("douro", by_keys=True)
    view.step(1, 0)
    assert view.cursor_hex == "elvas"
    view.step(0, 1)
    assert view.cursor_hex == "planalto"
