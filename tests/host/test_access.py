"""Everything can be reached by the keyboard, and everything has a name for a screen reader."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QCalendarWidget,
    QComboBox,
    QDialog,
    QDockWidget,
    QHeaderView,
    QKeySequenceEdit,
    QLineEdit,
    QScrollBar,
    QTabBar,
    QTextEdit,
    QToolBar,
    QWidget,
)

from tabuleiro.host.charts import GridChart, PointsPlot, TrackView
from tabuleiro.host.newmatch import NewMatch
from tabuleiro.host.seat import Seat
from tabuleiro.host.settingsdialog import SettingsDialog
from tabuleiro.host.theme import Overlay
from tabuleiro.seats import Table
from tabuleiro.testing.table import table

CONTROLS = (
    QAbstractButton, QAbstractItemView, QAbstractSlider, QAbstractSpinBox, QComboBox,
    QKeySequenceEdit, QLineEdit, QTextEdit, GridChart, PointsPlot, TrackView,
)  # fmt: skip
QTS_OWN = (QHeaderView, QScrollBar, QCalendarWidget, QTabBar)
"""Parts of other controls, which have a name or need none."""


@pytest.fixture
def match(shell):
    game = table(
        "diadem",
        "allied-movement",
        {"us-349-ri": "1413", "us-350-ri": "1414", "de-200-rpzgr": "1106"},
    ).game
    window = shell.show_match(Seat(Table(game), title="Sunday"))
    window.seat.point("1413")
    return window


def controls(root):
    """The controls of a window that are ours, not parts of others."""
    for widget in root.findChildren(QWidget):
        own = not isinstance(widget, QTS_OWN) and isinstance(widget, CONTROLS)
        ours = own and not widget.objectName().startswith("qt_") and not widget.isHidden()
        if ours and not inside(widget):
            yield widget


def inside(widget):
    """Whether a widget is a part of a control that has a name itself."""
    parent = widget.parentWidget()
    while parent is not None:
        if isinstance(parent, QComboBox | QAbstractSpinBox | QAbstractItemView | QTabBar):
            return True
        if isinstance(parent, QLineEdit | QKeySequenceEdit):
            return True
        if isinstance(parent, QToolBar):
            return True  # what it offers is in the menus
        if isinstance(parent, QDockWidget) and isinstance(widget, QAbstractButton):
            return widget.parentWidget() is parent  # the buttons of its title are Qt's
        parent = parent.parentWidget()
    return False


def name(widget):
    return QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name)


def told(widgets):
    return sorted({f"{type(widget).__name__} in {owner(widget)}" for widget in widgets})


def owner(widget):
    parent = widget.parentWidget()
    while parent is not None and type(parent).__module__.startswith("PySide6"):
        parent = parent.parentWidget()
    return type(parent).__name__


def check(root):
    found = list(controls(root))
    assert found
    nameless = [widget for widget in found if not name(widget).strip()]
    assert told(nameless) == []
    unreached = [
        widget
        for widget in found
        if not widget.focusPolicy() & Qt.FocusPolicy.TabFocus and not isinstance(widget, PointsPlot)
    ]
    assert told(unreached) == []


def dialogs(shell):
    yield SettingsDialog(shell.settings, shell)
    yield NewMatch(shell.catalogue.module("diadem"), shell)


def test_every_panel_of_a_match(match):
    for kind, dock in match.docks.items():
        dock.show()
        assert name(dock.widget()) or dock.windowTitle(), kind
    check(match)


def test_every_dialog(shell, match):
    for dialog in dialogs(shell):
        assert isinstance(dialog, QDialog)
        check(dialog)
        assert dialog.windowTitle()
        dialog.deleteLater()


def test_the_start_page(shell):
    check(shell.start)


def test_the_tool_bar_offers_nothing_that_the_menus_do_not(match):
    bar = match.findChild(QToolBar, "tools")
    commands = {command.action for command in match.commands}
    ribbon = {each for each in bar.actions() if not each.text()}
    assert [bar.widgetForAction(each) for each in ribbon if not each.isSeparator()] == [
        match.ribbon
    ]
    assert set(bar.actions()) - ribbon <= commands
    assert all(action.text() for action in set(bar.actions()) - ribbon)


def test_the_map_has_a_name_and_takes_the_focus(match):
    assert name(match.view)
    assert match.view.focusPolicy() & Qt.FocusPolicy.TabFocus


def test_what_the_map_shows_can_be_read_as_text(match):
    panel = match.docks["hex"].widget()
    match.view.setFocus()
    match.seat.point("1413")
    assert "1413" in panel.words
    assert "349" in panel.words
    item = panel.units.item(0)
    details = item.data(Qt.ItemDataRole.AccessibleDescriptionRole)
    assert "reconstructed" in details or "printed" in details


def test_the_keyboard_goes_through_a_panel_in_order(match, qtbot):
    """Tab goes from the search by the filters to the rows."""
    dock = match.docks["log"]
    dock.raise_()
    panel = dock.widget()
    panel.search.setFocus()
    seen = []
    for _press in range(4):
        seen.append(QApplication.focusWidget())
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
    assert seen == [panel.search, panel._export, panel.kinds, panel.sides]
    assert QApplication.focusWidget() is panel.view


def test_a_chart_is_read_cell_by_cell(match, qtbot):
    panel = match.docks["charts"].widget()
    match.docks["charts"].show()
    chart = panel.chart
    chart.setFocus()
    qtbot.keyClick(chart, Qt.Key.Key_Right)
    first = chart.accessibleDescription()
    qtbot.keyClick(chart, Qt.Key.Key_Down)
    assert first != chart.accessibleDescription()
    assert chart.accessibleDescription().count(" / ") >= 2


def test_a_track_is_read_box_by_box(match, qtbot):
    track = match.docks["tracks"].widget().turns
    match.docks["tracks"].raise_()
    track.setFocus()
    qtbot.keyClick(track, Qt.Key.Key_Right)
    qtbot.keyClick(track, Qt.Key.Key_Right)
    assert track.accessibleDescription().startswith("3.")
    qtbot.keyClick(track, Qt.Key.Key_Left)
    assert track.accessibleDescription().startswith("2.")


def blueness(colour):
    """How blue a colour is against yellow: the axis that nearly all eyes tell apart."""
    return colour.blue() - (colour.red() + colour.green()) / 2


@pytest.mark.parametrize(
    ("one", "other"), [("LEGAL", "TARGET"), ("LEGAL_EDGE", "TARGET_EDGE"), ("OWN_ZONE", "ZONE")]
)
def test_overlays_are_told_apart_by_all_eyes(one, other):
    assert blueness(getattr(Overlay, one)) > 40
    assert blueness(getattr(Overlay, other)) < -40


@pytest.mark.parametrize("dark", [False, True])
def test_the_focus_can_be_seen(match, qapp, dark):
    """A focused control does not look as it did."""
    from tabuleiro.host.theme import apply_theme, is_dark

    apply_theme(qapp, dark=dark)
    try:
        panel = match.docks["log"].widget()
        match.docks["log"].raise_()
        match.activateWindow()
        for control in (panel._export, panel.search, panel.view):
            match.view.setFocus()
            QApplication.processEvents()
            before = control.grab().toImage()
            control.setFocus(Qt.FocusReason.TabFocusReason)
            QApplication.processEvents()
            assert control.grab().toImage() != before, control
    finally:
        apply_theme(qapp, dark=is_dark(qapp))
