"""The first turn of A-Day in the real window: both sides, with a landing, by clicks alone."""

import pytest

from tabuleiro.testing.kinds import catalogue
from tabuleiro.testing.table import Table

OFF_TACLOBAN, TACLOBAN = "4537", "4437"
DIVISION = ("us-19-ri", "us-21-ri", "us-34-ri")


@pytest.fixture
def a_day(open_match, hands):
    """A-Day as it begins, and hands that play both sides."""
    t = Table(catalogue().new("filipinas", "a-day", seed="a-day"))
    return t, hands(open_match(t.game))


def on(t, player):
    """Go on by what ends what is asked, or else by the first that can be done, as one clicks it."""
    ends = [a for a in t.legal() if a.kind == "end-phase" or a.kind.startswith("done")]
    legal = ends or t.legal()
    player.do(legal[0], keyboard=not ends)


def until(t, player, phase):
    for _answer in range(60):
        if t.phase == phase:
            return
        on(t, player)
    raise AssertionError(f"{phase} does not come: {t.phase}, {t.top}")


def test_turn_one_of_both_sides_with_a_landing(a_day):
    t, player = a_day
    while t.phase == "set-up" or t.decision.actions[:1] == ("place",):
        player.answer("place-for-me")
        player.answer("end-phase")
    until(t, player, "us-naval-movement")
    for ready in ("landing", "gunfire"):
        player.answer("form-force")
        player.answer(f"ready-{ready}")
        if ready == "landing":
            player.answer("load-us-24-di")
        player.click(OFF_TACLOBAN)
        while t.top == "patrolled":
            on(t, player)
        if ready == "landing":
            player.answer(f"all-{TACLOBAN}")
        player.answer("end-voyage")
    until(t, player, "us-movement")
    player.answer(f"all-go-ashore-{TACLOBAN}")
    assert {t.place(unit) for unit in DIVISION} == {TACLOBAN}
    assert player.view.stacks[TACLOBAN].pieces[-1] in DIVISION
    until(t, player, "jp-naval-movement")
    assert t.s.position.control[TACLOBAN] == "us"
    player.answer("form-force")
    player.answer("ready-gunfire")
    lit = [place for place in player.window.play.targets if place[:2] in {"10", "11", "12"}]
    player.click(lit[0])
    player.answer("end-voyage")
    until(t, player, "jp-movement")
    infantry = next(a for a in t.legal("move") if t.s.counter(a.piece).type == "infantry")
    player.do(infantry)
    while t.s.turn == 1:
        on(t, player)
    assert t.game.log.broken() is None
    kinds = {row.action["type"] for row in t.game.log.line() if row.kind == "action"}
    assert kinds >= {"sail-force", "put-down", "go-ashore", "move", "end-phase"}
