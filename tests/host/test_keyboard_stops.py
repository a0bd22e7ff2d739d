"""Tab leads to nothing that cannot be seen: panels behind other tabs are passed by."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QPushButton

from battles import at
from tabuleiro.host.panels.while_seen import dock_of, is_behind
from tabuleiro.testing import action

A, B, TARGET = "uk-11-bgda", "us-337-ri", "0907"
PIECES = {**at("1007", A), **at("1008", B), **at(TARGET, "de-131-ri"), **at("0906", "de-191-ri")}


@pytest.fixture
def window(at_table):
    """An attack is being declared: the battle stands before what is asked usually."""
    window = at_table("allied-combat", PIECES, dice=(3, 4))
    window.activateWindow()
    assert window.seat.act(action("assault", TARGET))
    for _turn in range(5):
        QApplication.processEvents()
    assert is_behind(window.docks["decision"])
    return window


def stops(window, qtbot, key, begin):
    """Where the keyboard goes from a widget on, until it comes to the map."""
    begin.setFocus()
    found = []
    while window.focusWidget() is not window.view and len(found) < 80:
        found.append(window.focusWidget())
        qtbot.keyClick(window.focusWidget(), key)
    return found


@pytest.mark.parametrize("key", [Qt.Key.Key_Tab, Qt.Key.Key_Backtab])
def test_nothing_that_is_out_of_sight_gets_the_keyboard(window, qtbot, key):
    begin = window.battle.end.findChild(QPushButton, "confirm")
    found = stops(window, qtbot, key, begin)
    assert len(found) > 3
    for widget in found:
        dock = dock_of(widget)
        assert dock is None or not is_behind(dock), (dock.objectName(), widget)


def test_what_was_asked_before_is_pressed_by_no_key(window, qtbot):
    """The panel behind still shows the phase, with the button that ends it."""
    player, row = window.seat, window.seat.here
    behind = {b for b in window.docks["decision"].findChildren(QPushButton) if b.isEnabled()}
    begin = window.battle.end.findChild(QPushButton, "confirm")
    found = stops(window, qtbot, Qt.Key.Key_Tab, begin)
    assert not behind.intersection(found)
    assert player.here == row
