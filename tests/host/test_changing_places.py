"""Two people at one screen: what stands about the table after they have changed places."""

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QApplication

from battles import at
from tabuleiro.host.seat import Seat
from tabuleiro.host.settings import Settings
from tabuleiro.host.shell import Shell
from tabuleiro.seats import Table
from tabuleiro.store import Library
from tabuleiro.testing import action
from tabuleiro.testing.table import table

A, B = "uk-11-bgda", "us-337-ri"
TARGET = "0907"
PIECES = {**at("1007", A), **at("1008", B), **at(TARGET, "de-131-ri", "de-191-ri"),
          **at("0806", "de-art-li")}  # fmt: skip


def settle():
    for _turn in range(5):
        QApplication.processEvents()


@pytest.fixture
def shell(qtbot, catalogue, tmp_path):
    """A small screen with a match of two people, who see different things."""
    settings = Settings(QSettings(str(tmp_path / "two.ini"), QSettings.Format.IniFormat))
    library = Library(":memory:")
    shell = Shell(catalogue, library, settings)
    qtbot.addWidget(shell)
    shell.resize(1366, 768)
    shell.show()
    qtbot.waitExposed(shell)
    t = table("diadem", "allied-combat", PIECES, dice=(3, 4), options={"sealing": "sealed"})
    shell.show_match(Seat(Table(t.game)))
    shell.match.play.travel.animated = False
    shell.handover.rest_ms = 0
    settle()
    yield shell
    shell.close()
    library.close()


def shown(window):
    return {name for name, dock in window.docks.items() if not dock.isHidden()}


def attack(shell):
    """Announce an attack, of which the other one has to say who defends."""
    for each in (action("assault", TARGET), action("join", A), action("join", B),
                 action("confirm")):  # fmt: skip
        assert shell.match.seat.act(each)
    settle()
    assert shell.covered


def fought_out(shell):
    """Let both answer what they are asked until the battle is over."""
    seat = shell.match.seat
    for _answer in range(40):
        if shell.covered:
            shell.handover.button.click()
            settle()
        if seat.decision() is None or "assault" in {a.kind for a in seat.legal()}:
            break
        if seat.ask("battle") is None and seat.ask("declared") is None:
            break
        seat.act(seat.legal()[-1])
        settle()


def test_a_battle_of_two_at_one_screen_gives_the_panels_back(shell):
    window, seat = shell.match, shell.match.seat
    before = shown(window)
    assert "log" in before
    assert seat.act(action("assault", TARGET))
    settle()
    assert "log" not in shown(window), "in a low window the battle takes the whole column"
    assert seat.act(action("cancel"))
    attack(shell)
    wide = window.docks["battle"].width()
    shell.handover.button.click()
    settle()
    assert window.docks["battle"].width() == wide, "and the map does not move under the pointer"
    fought_out(shell)
    assert not window.stage.set
    assert shown(window) - {"battle", "since"} == before - {"battle", "since"}


def test_the_map_stays_as_whoever_sat_there_left_it(shell):
    window = shell.match
    window.view.set_zoom(1.5)
    shell._pages.setCurrentWidget(shell.handover)
    settle()
    shell._pages.setCurrentWidget(window)
    settle()
    assert window.view.zoom == pytest.approx(1.5)


def test_the_key_that_brought_the_page_does_not_open_the_table(shell, qtbot):
    """Space goes on after a battle, and two of them showed the enemy's table."""
    shell.handover.rest_ms = 60_000
    attack(shell)
    for key in (Qt.Key.Key_Space, Qt.Key.Key_Return):
        qtbot.keyClick(shell.focusWidget() or shell.handover, key)
        assert shell.covered
    shell.handover.rest_ms = 0
    qtbot.keyClick(shell.handover, Qt.Key.Key_Space)
    assert not shell.covered


def test_after_a_moment_the_button_has_the_keyboard(shell, qtbot):
    shell.handover.rest_ms = 10
    attack(shell)
    qtbot.waitUntil(shell.handover.button.hasFocus)
