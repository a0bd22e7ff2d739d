"""A rule that fails in the window: one sentence over the map, and the match goes on."""

import sys

import pytest
from msgspec.structs import replace
from PySide6.QtWidgets import QApplication

from tabuleiro.engine import Game, msg
from tabuleiro.engine.catalogue import Catalogue
from tabuleiro.engine.events import Said
from tabuleiro.engine.faults import RuleFault
from tabuleiro.engine.game import Header
from tabuleiro.engine.ruleset import Ruleset
from tabuleiro.hooks import hookimpl
from tabuleiro.host.failing import tell_uncaught
from tabuleiro.host.panels.odds_sheet import expected, sheet_of
from tabuleiro.rules.combat.battle import Part
from tabuleiro.rules.combat.reckoning import Reckoning


class Broken:
    """A house rule with a slip in it that shows when it is asked about a piece."""

    piece = ""

    @hookimpl
    def move_objections(self, s, piece):
        if self.piece in {piece, "any"}:
            return 1 / 0
        return []


@pytest.fixture
def match_with(tmp_path, monkeypatch):
    """A function that begins a match with a house rule, up to its first phase."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))

    def begin(name, rule):
        catalogue = Catalogue.installed()
        ruleset = Ruleset(catalogue.games["diadem"], {name: rule})
        game = Game(catalogue.module("diadem"), ruleset, Header("diadem", "campaign", "1"))
        while game.situation.phase is None:
            game.act(next(a for a in game.legal() if not a.retracts))
        return game

    return begin


@pytest.fixture
def window(open_match, match_with):
    return open_match(match_with("broken", Broken()))


def test_a_rule_that_fails_is_told_by_name_and_the_match_goes_on(window, monkeypatch):
    seat, notice = window.seat, window.rule_notice
    piece = next(p for p in seat.decision().pieces if seat.legal(piece=p))
    way = next(a for a in seat.legal(piece=piece) if a.kind == "move")
    monkeypatch.setattr(Broken, "piece", piece)
    seat.table.game._forget()  # nothing that was asked before the slip was made
    before = seat.head
    assert notice.isHidden()
    assert not seat.act(way)
    told = str(notice.fault)
    assert told.startswith('The rule "move_objections" of the plugin "')
    assert "test_failing_rules.py:" in told
    assert told.endswith(": ZeroDivisionError.")  # its words might name what is hidden
    assert (seat.head, notice.isHidden()) == (before, False)
    assert "The match stays where it was." in notice.words.text()

    notice.without.click()  # the rule is asked as before, and silent where it fails
    QApplication.processEvents()
    assert notice.isHidden()
    assert seat.act(way)
    assert seat.sight.place(piece) == way.path[-1]
    assert "goes on without it" in " ".join(
        seat.table.say(event.message)
        for row in seat.table.game.log.line()
        for event in row.events
        if isinstance(event, Said)
    )


def test_a_fault_in_what_qt_calls_is_told_too_and_is_no_panels(window, monkeypatch):
    seat, notice = window.seat, window.rule_notice
    monkeypatch.setattr(Broken, "piece", "any")
    seat.table.game._forget()
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    tell_uncaught()  # as the application does when it begins
    with pytest.raises(RuleFault) as caught:
        seat.legal()
    sys.excepthook(RuleFault, caught.value, None)
    assert "move_objections" in str(notice.fault)
    assert "panel" not in notice.words.text()
    notice.close_.click()
    assert notice.isHidden()


def test_computer_players_that_meet_it_wait(window, monkeypatch):
    seat = window.seat
    monkeypatch.setattr(Broken, "piece", "any")
    seat.table.game._forget()
    seat.players = dict.fromkeys(seat.players, "simple")
    before = seat.head
    seat._computer_acts()
    assert window.rule_notice.fault is not None
    assert seat.head == before


class Charging:
    """A house rule that reckons a charge on a table of the module."""

    table = "combat"

    @hookimpl
    def reckonings(self, s):
        title = msg("a charge")
        parts = (Part("allied", 8, msg("lances")), Part("axis", 4, msg("squares")))
        return [
            Reckoning(title, "1313", "allied", "axis", parts, 8, 4, self.table, column=5, base=4)
        ]


@pytest.fixture
def charging(match_with):
    return match_with("charging", Charging())


def test_a_sum_may_be_decided_on_a_table_by_odds(open_match, charging):
    window = open_match(charging)
    (sum_,) = expected(window.seat)
    sheet = sheet_of(window.seat, sum_)
    table = window.seat.module.odds["combat"]
    assert sheet.columns == table.columns
    assert sheet.cells == table.cells
    assert sum(chance["ways"] for chance in sheet.chances) == 36
    assert {chance["code"] for chance in sheet.chances} == {row[5] for row in table.cells}
    assert window.rule_notice.isHidden()


@pytest.mark.parametrize(
    ("table", "told"),
    [("charge", "there is no table"), ("vulnerability", "there is no table")],
)
def test_a_sum_on_no_table_is_told_and_the_match_opens(
    open_match, charging, monkeypatch, qtbot, table, told
):
    monkeypatch.setattr(Charging, "table", table)
    window = open_match(charging)
    qtbot.waitUntil(lambda: not window.rule_notice.isHidden())
    assert '"reckonings"' in str(window.rule_notice.fault)
    assert window.seat.decision() is not None
    with pytest.raises(TypeError, match=told):
        charging.ruleset.hook.reckonings(s=charging.situation)


def test_a_told_sum_on_no_table_is_shown_without_one(open_match, charging):
    window = open_match(charging)
    (sum_,) = expected(window.seat)
    for wrong in (replace(sum_, table="charge"), replace(sum_, column=99)):
        sheet = sheet_of(window.seat, wrong)
        assert (sheet.title, sheet.columns, sheet.chances) == ("a charge", (), ())
