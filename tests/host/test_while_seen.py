"""Panels take over what is new while they are in sight, and before they are seen again."""

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication, QTabBar

from tabuleiro.testing.table import table

UNIT = "us-349-ri"


@pytest.fixture
def window(open_match):
    """A match with the log in front, and other panels behind its tab."""
    window = open_match(table("diadem", "allied-movement", {UNIT: "1413"}).game)
    window.docks["log"].raise_()
    QApplication.processEvents()
    return window


def told(panel):
    """How often a panel shows what is new from now on."""
    times, show = [], panel._kept._show
    panel._kept._show = lambda: (times.append(1), show())
    return times


def step(window, to="1313"):
    assert window.seat.act(next(a for a in window.seat.legal(piece=UNIT) if a.path == (to,)))


def test_a_panel_in_front_shows_each_step(window):
    history, times = window.docks["history"], told(window.docks["history"].widget())
    history.raise_()
    rows = len(window.seat.rows())
    step(window)
    assert len(times) == 1
    assert history.widget().slider.maximum() == rows


@pytest.mark.parametrize("hidden", [False, True], ids=["behind a tab", "hidden"])
def test_a_panel_out_of_sight_waits_until_it_is_seen_again(window, hidden):
    history, times = window.docks["history"], told(window.docks["history"].widget())
    history.setVisible(not hidden)
    window.docks["log"].raise_()
    times.clear()
    step(window)
    step(window, "1312")
    assert not times
    history.show()
    history.raise_()
    assert len(times) == 1, "both steps at once"
    slider = history.widget().slider
    assert slider.value() == slider.maximum() == len(window.seat.rows()) - 1
    history.hide()
    history.show()
    assert len(times) == 1, "nothing was new"


def test_a_click_on_its_tab_brings_a_panel_up_to_date(window, qtbot):
    history = window.docks["history"].widget()
    step(window)
    bars = [b for b in window.findChildren(QTabBar) if b.isVisible()]
    title = window.docks["history"].windowTitle()
    bar, tab = next((b, n) for b in bars for n in range(b.count()) if b.tabText(n) == title)
    bar.setCurrentIndex(tab)
    QApplication.processEvents()
    assert history.slider.maximum() == len(window.seat.rows()) - 1
    assert not history.visibleRegion().isEmpty()


def test_a_panel_of_its_own_is_in_sight_wherever_it_stands(window):
    dock = window.docks["history"]
    dock.setFloating(True)
    dock.move(QPoint(-900, -900))  # a screen to the left of the first
    QApplication.processEvents()
    times = told(dock.widget())
    step(window)
    assert len(times) == 1


def test_for_others_nothing_that_was_shown_stays(window):
    forces = window.docks["forces"]
    forces.show()
    assert forces.widget().model.pieces
    forces.hide()
    times = told(window.docks["history"].widget())
    window.seat.hold_back()
    assert not forces.widget().model.pieces
    assert times, "what cannot be emptied is shown anew, in sight or not"


def test_an_exported_log_is_whole_though_the_log_was_not_in_front(window, tmp_path):
    window.docks["hex"].raise_()
    log = window.docks["log"].widget()
    step(window)
    log.export(tmp_path / "log.txt")
    log._kept.catch_up()
    assert (tmp_path / "log.txt").read_text(encoding="utf-8") == log.model.text()
    assert "349" in log.model.text()
