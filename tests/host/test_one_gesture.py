"""What was one gesture is taken back, done again and told as one; by gestures."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QSettings

from battles import at, battle
from tabuleiro.engine.catalogue import Catalogue
from tabuleiro.host.panels.history import HistoryPanel
from tabuleiro.host.panels.log import LogPanel
from tabuleiro.host.seat import Seat
from tabuleiro.host.settings import Settings
from tabuleiro.host.window import MatchWindow
from tabuleiro.seats import Table
from tabuleiro.testing import action
from tabuleiro.testing.table import table

STACK = ("us-349-ri", "us-350-ri", "us-351-ri")
START = {**dict.fromkeys(STACK, "1413"), "uk-11-bgda": "1409", "de-200-rpzgr": "0306"}


def places(window):
    return {window.seat.sight.place(piece) for piece in STACK}


@pytest.fixture
def moved(at_table, hands):
    """A stack that went somewhere at one click, after another unit had moved by itself."""
    window = at_table("allied-movement", START)
    player = hands(window)
    window.seat.act(action("move", "uk-11-bgda", ("1309",)))
    player.seat.select(STACK)
    play = window.play
    end = next(h for h, found in play.targets.items() if len(found) == len(STACK))
    player.click_ground(end)
    assert places(window) == {end}
    return player, end


def test_a_stack_goes_back_at_once_and_forward_at_once(moved):
    player, end = moved
    seat, window = player.seat, player.window
    window.commands["undo"].trigger()
    assert places(window) == {"1413"}
    assert seat.sight.place("uk-11-bgda") == "1309", "that was a gesture of its own"
    window.commands["redo"].trigger()
    assert places(window) == {end}
    assert not seat.can_redo()
    window.commands["undo"].trigger()
    window.commands["undo"].trigger()
    assert seat.sight.place("uk-11-bgda") == "1409"
    window.commands["redo"].trigger()
    assert (seat.sight.place("uk-11-bgda"), places(window)) == ("1309", {"1413"})


def test_the_log_and_the_past_tell_it_as_one(moved):
    player, _end = moved
    window = player.window
    log = window.docks["log"].widget()
    assert isinstance(log, LogPanel)
    rows = [row.n for row in window.seat.rows()]
    assert log.model.entries[rows[-3]].folded == rows[-2:]
    window.docks["history"].raise_()
    history = window.docks["history"].widget()
    assert isinstance(history, HistoryPanel)
    assert f"Rows {len(rows) - 3} to {len(rows) - 1} of" in history._where.text()
    history.step(-1)
    assert (places(window), window.seat.sight.place("uk-11-bgda")) == ({"1413"}, "1309")
    history.step(1)
    assert not window.seat.looking_back
    history.slider.setValue(len(rows) - 2)  # by the slider, as in a replay, row by row
    assert len(places(window)) == 2


def test_it_is_still_one_in_a_match_that_was_left_and_taken_up_again(moved, qtbot, tmp_path):
    player, _end = moved
    settings = Settings(QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat))
    again = MatchWindow(Seat(Table(player.seat.table.game)), settings)
    qtbot.addWidget(again)
    log = [window.docks["log"].widget().model for window in (player.window, again)]
    assert log[1].rowCount() == log[0].rowCount(), "folded as it was"
    rows = [row.n for row in again.seat.rows()]
    entries = again.docks["log"].widget().model.entries
    assert entries[rows[-3]].folded == rows[-2:], "and the log tells it as one"
    again.seat.undo()
    assert {again.seat.table.game.position.pieces[p].place for p in STACK} == {"1413"}


def test_dice_in_between_are_not_passed(open_match):
    """What follows a revelation goes back alone, what was shown only with consent."""
    t = table("diadem", "allied-movement", START)
    window = open_match(t.game)
    seat = window.seat
    seat.act_all([action("move", piece, ("1313",)) for piece in STACK])
    rows = [row.n for row in seat.rows()][-3:]
    shown = seat.at._log.rows
    shown[rows[1]] = replace(shown[rows[1]], reveals=True)
    seat.at._log._line = []
    assert [row.n for row in seat.to_take_back()] == rows[2:]
    assert seat.can_undo()
    assert seat.undo()
    assert [row.n for row in seat.to_take_back()] == [rows[1], rows[0]]
    assert not seat.can_undo()


def test_one_who_was_placed_by_the_program_goes_back_with_all(open_match, hands):
    window = open_match(Catalogue.installed().new("diadem", seed="1"), players={"allied": "simple"})
    player = hands(window)
    before = window.seat.head
    player.answer("place-for-me")
    assert window.seat.head > before + 2
    window.commands["undo"].trigger()
    assert window.seat.head == before


def test_who_was_in_hand_for_the_attack_is_not_sent_on_by_the_advance(open_match, hands):
    attackers = at("1007", "uk-11-bgda", "uk-26-bgda-blda")
    t = battle(attackers, at("0907", "de-131-ri"), odds="4-1", dice=(6, 6))
    player = hands(open_match(t.game))
    seat = player.seat
    for _step in range(4):
        if t.decision.kind != "path" or t.decision.side == "axis":
            seat.select(["uk-26-bgda-blda", "de-131-ri"])
            seat.act(seat.legal()[0])
    assert t.decision.kind == "path"
    assert seat.selection == (), "a click on 0907 sends nobody who was not chosen for it"


def test_who_can_do_nothing_in_the_next_phase_is_put_down(at_table):
    window = at_table("allied-movement", {"us-349-ri": "1413", "de-200-rpzgr": "0306"})
    window.seat.select(["us-349-ri"])
    window.seat.act(action("end-phase"))
    assert window.seat.selection == ()


def test_long_names_on_the_button_make_no_column_wider(open_match, hands):
    t = battle(at("1007", "uk-11-bgda", "uk-26-bgda-blda"), at("0907", "de-131-ri"),
               odds="4-1", dice=(6, 6))  # fmt: skip
    while t.decision.kind == "choose":
        t.do(next(a for a in t.legal() if a.kind == "lose"))
    while t.decision.side == "axis":
        t.do(next(a for a in t.legal() if a.kind == "retreat"))
    player = hands(open_match(t.game))
    window = player.window
    button = player.button("advance-all")
    assert "\n" in button.text()
    assert button.width() <= window.battle._room()
    least = window.battle.answers.least
    window.seat.undo(consent=True)
    assert least <= max(window.battle.answers.least, 290), "the column is as wide as without it"


def test_a_match_that_is_taken_up_in_a_battle_looks_at_it_and_then_at_the_front(open_match):
    t = battle(at("1007", "uk-11-bgda", "uk-26-bgda-blda"), at("0907", "de-131-ri"),
               odds="4-1", dice=(6, 6))  # fmt: skip
    window = open_match(t.game)
    view = window.view
    assert view.frame is not None
    assert view.seen().contains(view.middle("0907"))
    near = view.zoom
    while window.battle.active:
        ending = [a for a in window.seat.legal() if a.kind == "done-advancing"]
        window.seat.act((ending or window.seat.legal())[0])
    assert view.frame is not None, "not the whole board"
    assert near > 0.5
