"""Small matters that strangers stumbled on: the keyboard, boxes in the dark, Nobody, no rules."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QCheckBox,
    QLineEdit,
    QPushButton,
)

from tabuleiro.host import poster
from tabuleiro.host.matchlist import who_plays
from tabuleiro.host.newmatch import NewMatch
from tabuleiro.host.settingsdialog import SettingsDialog
from tabuleiro.host.theme import apply_theme
from tabuleiro.module.load import load_module
from tabuleiro.store import Seats

FREE = Path(__file__).parents[2] / "docs" / "examples" / "free-table"
PIECES = {"us-349-ri": "1413", "us-350-ri": "1413", "de-200-rpzgr": "0306"}


def test_a_click_in_a_panel_leaves_the_keyboard_with_the_map(at_table, hands, qtbot):
    window = at_table("allied-movement", PIECES)
    player = hands(window)
    window.activateWindow()
    QApplication.processEvents()
    window.view.setFocus()
    player.pick_by_mouse("us-349-ri")
    assert window.seat.selection == ("us-349-ri",)
    assert window.view.hasFocus()
    player.click_ground("1313")
    player.answer("end-phase")
    assert window.view.hasFocus()
    for button in window.decision.answers.findChildren(QPushButton):
        assert not button.focusPolicy() & Qt.FocusPolicy.ClickFocus


def test_the_keyboard_goes_to_the_map_when_its_button_is_gone(open_match, catalogue, qtbot):
    window = open_match(catalogue.new("diadem", seed="1"), players={"allied": "simple"})
    window.activateWindow()
    QApplication.processEvents()
    button = window.decision.findChild(QPushButton, "place-for-me")
    button.setFocus()
    qtbot.keyClick(button, Qt.Key.Key_Space)
    assert window.view.hasFocus()
    assert not any(edit.hasFocus() for edit in window.findChildren(QLineEdit))


@pytest.mark.parametrize("dark", [False, True])
def test_an_unticked_box_is_seen(qtbot, qapp, dark):
    apply_theme(qapp, dark=dark)
    try:
        box = QCheckBox("Ask")
        qtbot.addWidget(box)
        box.resize(80, 30)
        box.show()
        qtbot.waitExposed(box)
        image = box.grab().toImage()
        ground = box.palette().color(QPalette.ColorRole.Window).lightness()
        row = [image.pixelColor(x, image.height() // 2).lightness() for x in range(1, 16)]
        assert max(abs(each - ground) for each in row) > 60, "its edge stands out"
    finally:
        apply_theme(qapp, dark=False)


def test_the_box_of_the_font_size_shows_its_words(shell):
    dialog = SettingsDialog(shell.settings, shell)
    box = dialog.font_size
    words = box.fontMetrics().horizontalAdvance(box.specialValueText())
    dialog.show()
    assert box.lineEdit().width() >= words


def test_nobody_plays_no_side_and_no_rules_are_offered_where_there_are_none(qtbot, catalogue):
    free = load_module(FREE)
    seats = Seats(dict.fromkeys(free.sides, "simple"))
    assert "Nobody" not in who_plays(free, seats)
    for module, offered in ((free, False), (catalogue.module("diadem"), True)):
        dialog = NewMatch(module)
        qtbot.addWidget(dialog)
        assert dialog.choices.rules.isHidden() is not offered


def test_a_poster_with_room_tells_more_lines(qtbot, monkeypatch):
    lines = []
    wrapped = poster._wrapped

    def count(words, font, wide, most):
        lines.append(most)
        return wrapped(words, font, wide, most)

    monkeypatch.setattr(poster, "_wrapped", count)
    shown = poster.Poster("Operation Diadem", "Monte Cassino, May 1944. " * 9, lines=2)
    qtbot.addWidget(shown)
    for height in (118, 256):
        shown.resize(356, height)
        shown.grab()
    assert lines[0] == 2
    assert lines[-1] >= 5


@pytest.mark.parametrize("dark", [False, True])
def test_the_buttons_of_a_panel_are_seen_on_its_title(open_match, catalogue, qapp, dark):
    """Those of the style are dark, and were next to nothing on a dark title."""
    apply_theme(qapp, dark=dark)
    try:
        window = open_match(catalogue.new("diadem", seed="1"))
        for button in window.docks["log"].findChildren(QAbstractButton, None):
            if button.objectName() not in {
                "qt_dockwidget_closebutton",
                "qt_dockwidget_floatbutton",
            }:
                continue
            picture = button.grab().toImage()
            greys = [
                picture.pixelColor(x, y).lightness()
                for x in range(picture.width())
                for y in range(picture.height())
            ]
            assert max(greys) - min(greys) > 110, button.objectName()
    finally:
        apply_theme(qapp, dark=False)
