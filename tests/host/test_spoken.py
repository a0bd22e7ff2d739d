"""The map as a screen reader finds it, asked through Qt's own interface for them."""

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication

from tabuleiro.engine.freehand import FreeMove
from tabuleiro.host.map import access
from tabuleiro.host.map.picture import BoardPicture, load_layers
from tabuleiro.host.map.view import BoardView
from tabuleiro.i18n import speaking
from tabuleiro.testing import action
from tabuleiro.testing.table import table

Text = QAccessible.Text
PLACES = {"us-349-ri": "1413", "us-351-ri": "1413", "de-131-ri": "1113"}


def children(window):
    """The accessible objects of the map, by the places that they are about."""
    there = QAccessible.queryAccessibleInterface(window.view)
    found = [there.child(n) for n in range(there.childCount())]
    return {child.place: child for child in found}


def name(window, place):
    return children(window)[place].text(Text.Name)


@pytest.fixture
def window(at_table):
    return at_table("allied-movement", PLACES)


def test_the_map_stands_in_the_window(window):
    there = QAccessible.queryAccessibleInterface(window.view)
    assert there.text(Text.Name) == "Map"
    assert there.role() == QAccessible.Role.List
    above = QAccessible.queryAccessibleInterface(window)
    among = [above.child(n).text(Text.Name) for n in range(above.childCount())]
    assert "Map" in among
    assert there.rect().size() == window.view.size()


def test_stacks_are_named_with_their_units(window):
    found = children(window)
    assert {"1413", "1113"} <= found.keys()
    assert "349th Infantry Regiment  3-4-6" in name(window, "1413")
    assert "351st Infantry Regiment" in name(window, "1413")
    assert "?-?-?" in name(window, "1113"), "no more is told of the enemy than is seen"
    with speaking("pt"):
        assert "349º" in name(window, "1413")
    assert found["1413"].role() == QAccessible.Role.ListItem
    assert "Elevation" in found["1413"].text(Text.Description)


def test_legal_targets_are_objects_and_say_the_price(window, hands):
    player = hands(window)
    before = children(window).keys()
    player.take("us-349-ri")
    found = children(window)
    targets = {place for place in window.play.targets if window.view.knows(place)}
    assert targets
    assert targets <= found.keys()
    assert not targets <= before
    near = next(p for p, acts in window.play.targets.items() if acts[0].path == (p,))
    assert "Move: " in name(window, near)
    assert name(window, near).endswith("Move: 1 point")
    assert found["1413"].state().selected
    assert not found[near].state().selected
    window.seat.select(())
    assert targets - children(window).keys()


def test_targets_of_an_attack(at_table, hands):
    window = at_table("allied-combat", {"uk-11-bgda": "1007", "de-131-ri": "0907"})
    assert "0907" in children(window)
    assert window.seat.act(action("assault", target="0907"))
    assert "uk-11-bgda" not in name(window, "1007"), "units go by their names"


def test_the_hex_under_the_cursor_has_the_focus(window, hands, monkeypatch):
    told = []
    monkeypatch.setattr(QAccessible, "isActive", lambda: True)
    monkeypatch.setattr(QAccessible, "updateAccessibility", told.append)
    player = hands(window)
    window.activateWindow()
    window.view.setFocus()
    QApplication.processEvents()
    window.view.point("1212", by_keys=True)
    told.clear()
    player.press(Qt.Key.Key_Left)
    there = QAccessible.queryAccessibleInterface(window.view)
    here = window.view.cursor_hex
    assert here == "1112"
    assert there.focusChild().place == there.child(0).place == here
    assert there.child(0).state().focused
    assert there.child(0).text(Text.Name).startswith("1112")
    assert told
    assert told[-1].type() == QAccessible.Event.Focus
    spot = there.child(0).rect().center()
    assert there.childAt(spot.x(), spot.y()).place == here
    assert there.indexOfChild(there.child(0)) == 0
    told.clear()
    window.seat.select(["us-349-ri"])
    assert "349th Infantry Regiment" in told[-1].message()
    assert "can be chosen" in told[-1].message()


def test_what_is_told_follows_the_match(open_match):
    game = table("diadem", "allied-movement", PLACES, options={"free-hand": True}).game
    window = open_match(game)
    first = children(window)["1413"]
    window.seat.act(FreeMove("us-349-ri", "1212"))
    assert "349th" in name(window, "1212")
    assert "349th" not in first.text(Text.Name)
    assert first is children(window)["1413"], "the same place is the same object"


def test_nothing_is_asked_of_a_map_that_is_gone(qapp, catalogue):
    module = catalogue.module("diadem")
    access.install()
    view = BoardView(BoardPicture(load_layers(module, "en")), module.board)
    child = QAccessible.queryAccessibleInterface(view).at("1413")
    assert child.isValid()
    view.stop()
    view.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert not access.shiboken6.isValid(view)
    assert not child.isValid()
    assert child.text(Text.Name) == ""
    assert child.rect().isNull()
    assert child.state().invalid


def test_secret_units_are_told_as_they_are_seen(open_match, catalogue):
    """Sealed, an enemy is its nation, its kind and its hex; its name is not told."""
    game = catalogue.new("diadem", seed="1", options={"sealing": "sealed"})
    window = open_match(game, players={"axis": "simple"})
    s = window.seat.sight
    theirs = next(p for p in s.position.stacks if s.holder(p) == "axis" and window.view.knows(p))
    told = name(window, theirs)
    true = game.situation.at(theirs)
    hidden = [game.module.counters[piece].name["en"] for piece in true]
    assert not any(each in told for each in hidden)
