"""The turn of the other side can be followed: trails, pauses, the news and a replay of them."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

import leyte_scenes
import papua_scenes
from battles import at
from tabuleiro.engine import events as ev
from tabuleiro.host.since import Since
from tabuleiro.testing import action
from tabuleiro.testing.table import table

MINE = {"us-349-ri": "1413", "us-350-ri": "1414"}
THEIRS = {"de-200-rpzgr": "0603", "de-104-rpzgr": "0604", "de-131-ri": "0704"}


def follow(window, qtbot, phase="allied-movement", seconds=20):
    """Let the computer play until it is my turn again."""
    seat = window.seat

    def mine():
        window.theatre.go_on()
        decision = seat.decision()
        return decision is not None and decision.kind == "phase" and seat.sight.phase.id == phase

    qtbot.waitUntil(mine, timeout=seconds * 1000)


@pytest.fixture
def match(open_match, hands, qtbot):
    """A window in which the computer has just had its turn."""
    t = table("diadem", "allied-combat", {**MINE, **THEIRS})
    window = open_match(t.game, players={"axis": "simple"})
    window.seat.pace_ms = 0
    player = hands(window)
    player.click_piece("us-349-ri")
    before = window.seat.head
    window.seat.act(action("end-phase"))
    follow(window, qtbot)
    return player, before


def theirs(seat, before):
    """The rows of the computer since a row, and the pieces that moved in them."""
    rows = [row for row in seat.rows() if row.n > before]
    rows = rows[rows[0].side == "allied" :]
    moved = {e.piece for row in rows for e in row.events if isinstance(e, ev.Moved)}
    return rows, moved


def test_trails_of_all_moves_stay_until_i_act(match, qtbot):
    player, before = match
    _rows, moved = theirs(player.seat, before)
    layer = player.window.following.layer
    assert moved
    assert {trail.piece for trail in layer.trails} == moved
    for trail in layer.trails:
        assert trail.places[-1] == player.seat.sight.place(trail.piece)
    qtbot.wait(50)
    player.click_piece("us-349-ri")  # to look is not to act
    assert layer.trails
    player.click_ground("1313")
    assert player.seat.sight.place("us-349-ri") == "1313"
    assert layer.trails == ()


def test_my_old_selection_is_gone(match):
    player, _before = match
    assert player.seat.selection == ()


def test_the_news_are_exactly_those_rows(match):
    player, before = match
    rows, _moved = theirs(player.seat, before)
    news = player.window.since.news()
    assert [row.n for row in news.rows] == [row.n for row in rows]
    assert news.fresh
    panel = player.window.docks["since"].widget()
    told = [panel.list.item(n).data(Qt.ItemDataRole.UserRole) for n in range(panel.list.count())]
    assert set(told) <= {row.n for row in rows}
    assert len(told) > 2
    assert not player.window.docks["since"].visibleRegion().isEmpty()


def test_they_stay_to_be_read_while_i_play(match):
    player, _before = match
    rows = [row.n for row in player.window.since.news().rows]
    player.do(action("move", "us-349-ri", ("1313",)))
    news = player.window.since.news()
    assert [row.n for row in news.rows] == rows
    assert not news.fresh


def test_the_replay_shows_exactly_them_and_comes_back(match, qtbot):
    player, _before = match
    seat, window = player.seat, player.window
    rows = [row.n for row in window.since.news().rows]
    panel = window.docks["since"].widget()
    seen = []
    seat.changed.connect(lambda: seen.append(seat.here))
    window.settings.set("pace", "none")
    qtbot.mouseClick(panel.play, Qt.MouseButton.LeftButton)
    assert seat.here == window.since.news().before
    qtbot.waitUntil(lambda: not window.replay.begun, timeout=20_000)
    shown = list(dict.fromkeys(n for n in seen if n in rows))
    assert shown == rows
    assert not seat.looking_back
    assert seat.decision() is not None


def test_it_can_be_paused_and_left(match, qtbot):
    player, _before = match
    window, seat = player.window, player.seat
    panel = window.docks["since"].widget()
    panel.toggle()
    qtbot.waitUntil(lambda: window.replay.row is not None, timeout=5000)
    panel.toggle()
    here = seat.here
    qtbot.wait(150)
    assert (seat.here, window.replay.running) == (here, False)
    panel.toggle()
    assert window.replay.running
    qtbot.mouseClick(panel.present, Qt.MouseButton.LeftButton)
    assert not seat.looking_back
    assert not window.replay.begun


def test_a_line_shows_the_table_as_it_was_then(match, qtbot):
    player, _before = match
    panel = player.window.docks["since"].widget()
    item = panel.list.item(1)
    spot = panel.list.visualItemRect(item).center()
    panel.list.scrollToItem(item)
    spot = panel.list.visualItemRect(item).center()
    qtbot.mouseClick(panel.list.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    assert player.seat.shown_row == item.data(Qt.ItemDataRole.UserRole)


def test_a_match_that_is_resumed_tells_the_same(match, open_match):
    player, _before = match
    was = player.window
    again = open_match(was.seat.table.game, players={"axis": "simple"})
    QApplication.processEvents()
    assert [r.n for r in again.since.news().rows] == [r.n for r in was.since.news().rows]
    assert again.following.layer.trails == was.following.layer.trails
    assert not again.docks["since"].visibleRegion().isEmpty()
    assert again.seat.selection == ()


WARS = {
    "leyte": lambda: leyte_scenes.scene(
        "american-combat", at("2211", "us-21-ri-1"), at("1813", "jp-20-ri-1"),
        at("1915", "jp-33-ri-1"),
    ),
    "papua": lambda: papua_scenes.scene(
        "allied-combat", at("0518", "au-2-14"), at("0915", "jp-41-1", "jp-41-2")
    ),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("game", WARS)
def test_the_answer_of_the_computer_is_told_in_other_games_too(game, open_match, qtbot):
    computer = "japanese"
    window = open_match(WARS[game]().game, players={computer: "simple"})
    seat = window.seat
    seat.pace_ms = 0
    window.theatre.waits = window.battle.dice.animated = False
    before = seat.head
    seat.act(action("end-phase"))
    me = next(iter(seat.humans))

    def mine():
        window.theatre.go_on()
        decision = seat.decision()
        if decision is not None and decision.kind != "phase":
            seat.act(next(deed for deed in seat.legal() if not deed.retracts))
        return seat.decision() is not None and seat.sight.phase.id == f"{me}-movement"

    qtbot.waitUntil(mine, timeout=20_000)
    rows = [row for row in seat.rows() if row.n > before and row.side == computer]
    moved = {e.piece for row in rows for e in row.events if isinstance(e, ev.Moved)}
    assert moved, "it has moved"
    news = window.since.news()
    assert {e.piece for row in news.rows for e in row.events if isinstance(e, ev.Moved)} >= moved
    again = open_match(seat.table.game, players={computer: "simple"})
    QApplication.processEvents()
    assert [r.n for r in again.since.news().rows] == [r.n for r in news.rows]
    assert again.seat.decision() == seat.decision()


def test_without_a_turn_of_others_there_is_nothing(open_match):
    window = open_match(table("diadem", "allied-movement", {**MINE, **THEIRS}).game,
                        players={"axis": "simple"})  # fmt: skip
    assert window.docks["since"].isHidden()
    assert window.following.layer.trails == ()
    assert Since(window.seat).news().rows == ()


def test_who_plays_both_sides_openly_has_no_news(match, open_match):
    player, _before = match
    again = open_match(player.seat.table.game, open_hands=True)
    assert again.since.news().rows == ()
    assert again.docks["since"].isHidden()


@pytest.mark.parametrize("waits", [True, False])
def test_the_other_side_pauses_at_its_battles_if_wished(open_match, qtbot, waits):
    pieces = {**at("0907", "us-349-ri"), **at("1007", "de-131-ri", "de-191-ri"),
              **at("1008", "de-85-rm", "de-104-rpzgr")}  # fmt: skip
    t = table("diadem", "axis-combat", pieces, dice=(2, 2, 2, 2))
    window = open_match(t.game, players={"axis": "simple"})
    window.seat.pace_ms = 0
    window.battle.dice.animated, window.theatre.waits = True, waits
    window.theatre.linger_ms = 10
    window.seat.wake()

    def answered():
        if window.seat.decision() is not None and window.battle.scene is None:
            window.seat.act(next(a for a in window.seat.legal() if a.kind == "confirm"))
        return window.battle.scene is not None

    qtbot.waitUntil(answered, timeout=10_000)
    assert window.limelight.arrows.count == 2
    assert window.seat.held
    qtbot.waitUntil(lambda: window.battle.told, timeout=5000)
    assert window.battle.banner.isVisible()
    head = window.seat.head
    if window.battle.asks:
        return  # my choices come at once
    if waits:
        qtbot.wait(200)
        assert window.seat.head == head
        window.theatre.go_on()
    qtbot.waitUntil(lambda: window.seat.head > head, timeout=5000)
