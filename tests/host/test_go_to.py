"""Ctrl+G: the number of a hex or the name of a place is typed, and the map goes there."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from tabuleiro.host.goto import GoTo, spots_called
from tabuleiro.i18n import set_language
from tabuleiro.testing.table import table


@pytest.fixture
def window(at_table):
    """A window on a table, looked at from near by."""
    window = at_table("allied-movement", {"us-349-ri": "1413"})
    window.activateWindow()
    QApplication.processEvents()
    window.view.setFocus()
    window.view.set_zoom(2)
    return window


def asked(window, qtbot):
    """The dialog that the keys open."""
    qtbot.keyClick(window.view, Qt.Key.Key_G, Qt.KeyboardModifier.ControlModifier)
    QApplication.processEvents()
    return window.findChild(GoTo)


def looked_at(window):
    return window.view.seen().contains(window.view.middle(window.view.cursor_hex))


def test_a_number_leads_to_its_hex_and_the_keyboard_goes_on_from_there(window, qtbot):
    dialog = asked(window, qtbot)
    qtbot.keyClicks(dialog.line, "0303")
    qtbot.keyClick(dialog.line, Qt.Key.Key_Return)
    assert window.view.cursor_hex == "0303"
    assert looked_at(window)
    assert window.focusWidget() is window.view
    qtbot.keyClick(window.view, Qt.Key.Key_Down)
    assert window.view.cursor_hex == "0304"


@pytest.mark.parametrize(("language", "typed"), [("en", "monte cass"), ("pt", "MONTE CÁSS")])
def test_a_name_is_found_in_either_language_without_its_accents(window, qtbot, language, typed):
    set_language(language)
    try:
        dialog = asked(window, qtbot)
        qtbot.keyClicks(dialog.line, typed)
        assert "Cassino" in dialog.list.item(0).text()
        qtbot.keyClick(dialog.line, Qt.Key.Key_Return)
    finally:
        set_language("en")
    name = window.seat.module.board.place_at(window.view.cursor_hex).name
    assert "Cassino" in name[language]


def test_the_arrows_choose_among_several_while_one_writes(window, qtbot):
    dialog = asked(window, qtbot)
    qtbot.keyClicks(dialog.line, "monte")
    assert dialog.list.count() > 2
    second = dialog.list.item(1).data(Qt.ItemDataRole.UserRole)
    qtbot.keyClick(dialog.line, Qt.Key.Key_Down)
    assert dialog.line.text() == "monte"
    qtbot.keyClick(dialog.line, Qt.Key.Key_Return)
    assert window.view.cursor_hex == second


def test_what_is_nowhere_is_said_and_cannot_be_gone_to(window, qtbot):
    dialog = asked(window, qtbot)
    before = window.view.cursor_hex
    qtbot.keyClicks(dialog.line, "Rio de Janeiro")
    assert "Rio de Janeiro" in dialog.line.accessibleDescription()
    assert not dialog.place
    qtbot.keyClick(dialog.line, Qt.Key.Key_Return)
    assert dialog.isVisible()
    qtbot.keyClick(dialog.line, Qt.Key.Key_Escape)
    assert window.view.cursor_hex == before


def test_a_screen_reader_hears_what_is_meant(window, qtbot):
    dialog = asked(window, qtbot)
    qtbot.keyClicks(dialog.line, "1413")
    assert dialog.line.accessibleName() == "Number of a hex, or name of a place"
    assert dialog.line.accessibleDescription() == "1413"
    dialog.reject()


def test_regions_and_boxes_are_places_too(open_match):
    window = open_match(table("papua").game)
    module, view = window.seat.module, window.view
    named = next(r for r in module.board.regions.values() if r.name.get("en"))
    found = spots_called(module, view, named.name["en"])
    assert any(place in named.hexes for _told, place in found)
    for box in module.board.boxes.values():
        if view.knows(box.id):
            assert (box.name["en"], box.id) in spots_called(module, view, box.name["en"])


def test_ctrl_f_searches_the_log_from_wherever_one_is(window, qtbot):
    """Ctrl+F did nothing, and the letters that followed switched layers on and off."""
    window.docks["hex"].raise_()
    shown = window.play.layers.is_on("control")
    qtbot.keyClick(window.view, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    QApplication.processEvents()
    log = window.docks["log"].widget()
    assert window.focusWidget() is log.search
    qtbot.keyClicks(window.focusWidget(), "cassino")
    assert log.search.text() == "cassino"
    assert window.play.layers.is_on("control") == shown
