"""The wheel scrolls; it changes a box or slider only where the keyboard is."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QPushButton,
    QScrollArea,
    QSlider,
    QVBoxLayout,
    QWidget,
)

from tabuleiro.host.map.export import ExportDialog
from tabuleiro.host.newmatch import NewMatch
from tabuleiro.host.settingsdialog import SettingsDialog
from tabuleiro.host.steady import steady
from tabuleiro.testing.table import table


def roll(widget, notches=-1):
    """Roll the wheel over the middle of a widget."""
    window = widget.window()
    at = widget.mapTo(window, widget.rect().center())
    QTest.wheelEvent(window.windowHandle(), at, QPoint(0, 120 * notches))
    QApplication.processEvents()


def value(control):
    return control.currentIndex() if isinstance(control, QComboBox) else control.value()


def lose_focus(control):
    """Bring the keyboard anywhere else."""
    window = control.window()
    window.activateWindow()
    window.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    window.setFocus()
    assert not control.hasFocus()


def controls(widget):
    """The boxes and sliders of a widget that have something to choose from."""
    found = [
        c for kind in (QComboBox, QAbstractSpinBox, QSlider) for c in widget.findChildren(kind)
    ]
    return [c for c in found if not isinstance(c, QComboBox) or c.count() > 1]


PLACES = {
    "match": lambda _shell, window: window,
    "new match": lambda shell, _window: NewMatch(shell.catalogue.module("leyte"), shell),
    "settings": lambda shell, _window: SettingsDialog(shell.settings, shell),
    "export": lambda shell, window: ExportDialog(window.play, shell),
}


@pytest.mark.parametrize("place", PLACES)
def test_rolling_over_changes_nothing(shell, open_match, qtbot, place):
    t = table("diadem", "allied-combat", {"us-349-ri": "1213", "de-200-rpzgr": "1112"})
    t.declare("1112", "us-349-ri")
    window = open_match(t.game)
    there = PLACES[place](shell, window)
    there.show()
    qtbot.waitExposed(there)
    if place != "match":
        there.resize(700, 1600)  # nothing has to be scrolled
        QApplication.processEvents()
    found = controls(there)
    assert found
    for control in found:
        lose_focus(control)
        before = value(control)
        for notches in (-1, 1, 1):
            roll(control, notches)
            assert value(control) == before, control
        assert not control.hasFocus()


def test_the_wheel_goes_on_to_what_can_be_scrolled(qtbot):
    area, inner = QScrollArea(), QWidget()
    box = steady(QComboBox())
    box.addItems(["one", "two", "three"])
    line = QVBoxLayout(inner)
    line.addWidget(box)
    for _number in range(40):
        line.addWidget(QPushButton("x"))
    area.setWidget(inner)
    qtbot.addWidget(area)
    area.show()
    qtbot.waitExposed(area)
    lose_focus(box)
    roll(box)
    assert area.verticalScrollBar().value() > 0
    assert box.currentIndex() == 0


def test_with_the_keyboard_there_it_chooses(qtbot):
    box = steady(QComboBox())
    box.addItems(["one", "two", "three"])
    qtbot.addWidget(box)
    box.show()
    box.activateWindow()
    box.setFocus()
    qtbot.waitUntil(box.hasFocus)
    roll(box)
    assert box.currentIndex() == 1
