"""Room for everything: large writing, a match opened in the middle of a battle, hidden panels."""

from types import SimpleNamespace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QPushButton, QScrollArea, QToolButton, QWidget

from tabuleiro.host.panels.wrapping_row import Line
from tabuleiro.host.seat import Seat
from tabuleiro.host.settingsdialog import retake
from tabuleiro.host.theme import dress
from tabuleiro.i18n import LANGUAGES, set_language
from tabuleiro.seats import Table
from tabuleiro.testing import action
from tabuleiro.testing.table import table

FOES = {"us-349-ri": "1213", "us-350-ri": "1213", "us-351-ri": "1211", "de-200-rpzgr": "1112"}


@pytest.fixture(autouse=True)
def as_before(qapp):
    """Give the program back language and size of writing."""
    size = qapp.property("system-font-size") or qapp.font().pointSizeF()
    yield
    set_language("en")
    dress(qapp, SimpleNamespace(theme="light", font_size=size))


@pytest.fixture
def battle():
    """A match in which an attack is being declared."""
    t = table("diadem", "allied-combat", FOES, tracks={"air.allied": 20}, dice=(3, 4))
    return t.do(action("assault", "1112")).game


def seated(shell, game, *, open_hands=True):
    window = shell.show_match(Seat(Table(game), open_hands=open_hands))
    for _ in range(5):
        QApplication.processEvents()
    return window


def write(shell, settings, size):
    settings.set("font-size", size)
    retake(shell)
    for _ in range(5):
        QApplication.processEvents()


class TestWriting:
    @pytest.mark.parametrize("spoken", LANGUAGES)
    @pytest.mark.parametrize("size", [12, 16, 20])
    @pytest.mark.parametrize("name", ["battle", "decision", "history"])
    def test_nothing_has_to_be_scrolled_sideways(self, shell, settings, battle, spoken, size, name):
        set_language(spoken)
        settings.set("language", spoken)
        window = seated(shell, battle)
        dock = window.docks[name]
        dock.show()  # in a low window nothing stands below a battle
        dock.raise_()
        write(shell, settings, size)
        assert (shell.width(), shell.height()) == (1366, 768)
        assert window is shell.match
        inside = dock.widget().findChild(QScrollArea)
        assert inside.isVisible()
        assert inside.horizontalScrollBar().maximum() == 0
        buttons = [b for b in inside.findChildren(QPushButton) if b.isVisible()]
        assert buttons
        for button in buttons:
            assert button.width() >= button.minimumSizeHint().width(), button.text()

    def test_lines_are_whole_again_when_there_is_room(self, shell, settings, battle):
        window = seated(shell, battle)
        heights = []
        for size in (0, 20, 0):
            write(shell, settings, size)
            heights.append(window.battle.answers.height())
        assert heights[1] > heights[0] + 10
        assert heights[2] == heights[0]

    def test_a_line_breaks_just_when_it_must(self, qtbot):
        panel = QWidget()
        qtbot.addWidget(panel)
        line = Line(panel, spacing=4)
        for _ in range(3):
            button = QPushButton()
            button.setFixedWidth(50)
            line.addWidget(button)
        hidden = QPushButton("not there")
        line.addWidget(hidden)
        panel.show()
        hidden.hide()
        line.fit(158)
        assert line.direction() == Line.Direction.LeftToRight
        line.fit(157)
        assert line.direction() == Line.Direction.TopToBottom

    def test_signs_on_buttons_are_in_usual_fonts(self, shell, battle):
        """Those for players of music (U+23CF to U+23FA) are empty boxes in many."""
        window = seated(shell, battle)
        window.docks["history"].widget().toggle()
        words = [button.text() for kind in (QPushButton, QToolButton)
                 for button in window.findChildren(kind)]  # fmt: skip
        assert "▶▶" in words
        assert not [each for each in words if any("\u23cf" <= sign <= "\u23fa" for sign in each)]


class TestBattleOpens:
    def test_high_enough_in_a_match_that_is_opened_in_the_middle(self, shell, battle):
        window = seated(shell, battle)
        assert window.docks["battle"].isVisible()
        assert window.docks["battle"].height() >= 0.3 * window.height()
        assert window.view.height() >= 0.4 * window.height()

    def test_even_if_it_was_hidden_when_this_game_was_last_played(self, shell, battle):
        quiet = table("diadem", "allied-movement", {"us-349-ri": "1413"}).game
        window = seated(shell, quiet)
        assert not window.docks["battle"].isVisible()
        window = seated(shell, battle)
        assert window.docks["battle"].isVisible()
        assert window.docks["battle"].height() >= 0.3 * window.height()


class TestWhatIsAsked:
    @pytest.fixture
    def quiet(self):
        """A match in which somebody is asked whom to attack."""
        return table("diadem", "allied-combat", FOES, dice=(3, 4)).game

    def test_it_is_said_below_the_map_while_its_panel_is_closed(self, shell, quiet, qtbot):
        window = seated(shell, quiet)
        assert not window.reminder.isVisible()
        window.docks["decision"].toggleViewAction().trigger()
        QApplication.processEvents()
        assert window.reminder.isVisible()
        assert (
            window.reminder.text()
            == "Allied combat · Allies: Choose a hex to attack, or end the phase."
        )
        qtbot.mouseClick(window.reminder, Qt.MouseButton.LeftButton)
        QApplication.processEvents()
        assert window.docks["decision"].isVisible()
        assert not window.reminder.isVisible()

    def test_it_follows_the_match(self, shell, battle):
        window = seated(shell, battle)
        window.docks["decision"].hide()
        before = window.reminder.text()
        window.seat.act(action("cancel"))
        assert window.reminder.isVisible()
        assert (
            window.reminder.text()
            == "Allied combat · Allies: Choose a hex to attack, or end the phase."
        )
        assert window.reminder.text() != before
        window.seat.look_back(0)
        assert "You are looking at the past." in window.reminder.toolTip()

    def test_a_battle_says_it_itself(self, shell, battle):
        window = seated(shell, battle)
        assert window.docks["decision"].visibleRegion().isEmpty()
        assert window.battle.end.isVisible()
        assert not window.reminder.isVisible()

    def test_a_panel_that_covers_it_counts_as_closed(self, shell, quiet):
        window = seated(shell, quiet)
        window.tabifyDockWidget(window.docks["decision"], window.docks["log"])
        window.docks["log"].raise_()
        QApplication.processEvents()
        assert window.reminder.isVisible()
        window.docks["decision"].raise_()
        QApplication.processEvents()
        assert not window.reminder.isVisible()


@pytest.mark.parametrize("name", ["layers", "overview", "charts", "forces"])
def test_a_panel_that_is_opened_comes_to_the_front(shell, battle, name):
    """Behind another tab nobody would see that its key did something."""
    window = seated(shell, battle)
    window.commands[f"dock-{name}"].trigger()
    QApplication.processEvents()
    assert not window.docks[name].visibleRegion().isEmpty()


@pytest.mark.parametrize("spoken", LANGUAGES)
def test_a_battle_of_many_is_seen_whole_before_it_is_announced(shell, settings, spoken):
    """Fourteen who attack, in a window of 1366 by 768, with a row of points from the air."""
    set_language(spoken)
    settings.set("language", spoken)
    near = {"1213": ("us-349-ri", "us-350-ri", "us-351-ri", "us-337-ri"),
            "1111": ("uk-11-bgda", "uk-36-bgda", "uk-38-bgda", "uk-10-bgda"),
            "1212": ("uk-12-bgda", "pl-2-bgda", "in-17-bgda", "in-19-bgda"),
            "1113": ("pl-1-bgda", "us-338-ri")}  # fmt: skip
    pieces = {piece: hex for hex, those in near.items() for piece in those}
    foe = {"de-200-rpzgr": "1112"}
    t = table("diadem", "allied-combat", {**pieces, **foe}, tracks={"air.allied": 20},
              options={"sealing": "sealed"})  # fmt: skip
    shell.resize(1366, 768)
    window = seated(shell, t.game, open_hands=False)
    assert window.seat.act(action("assault", "1112"))
    while joins := [a for a in window.seat.legal() if a.kind == "join"]:
        assert window.seat.act(joins[0])
    for _ in range(5):
        QApplication.processEvents()
    assert len(window.seat.ask("declared").attackers) == len(pieces)
    bar = window.battle.findChild(QScrollArea).verticalScrollBar()
    assert window.battle.isVisible()
    assert bar.maximum() == 0
    names = ("all-adjacent", "propose")
    made = [window.battle.findChild(QPushButton, name) for name in names]
    assert len({button.mapTo(window.battle, button.rect().topLeft()).y() for button in made}) == 1
