"""The lesson of Libertação das Filipinas in the real window: three turns on land, by gestures."""

import pytest

from tabuleiro.testing import action
from tabuleiro.testing.kinds import catalogue
from tabuleiro.testing.table import Table

pytestmark = pytest.mark.slow


@pytest.fixture
def lesson(open_match, hands):
    """The lesson at its start, and hands that play both sides."""
    t = Table(catalogue().new("filipinas", "ashore", seed="lesson"))
    return t, hands(open_match(t.game))


def until(t, hands, phase):
    """Let every phase pass until one of this name is asked about."""
    while t.phase != phase:
        answer(t, hands)


def answer(t, hands):
    """Take the end of what is asked, or else its first answer."""
    legal = t.legal()
    ends = [a for a in legal if a.kind == "end-phase" or a.kind.startswith("done")]
    hands.do((ends or legal)[0], keyboard=True)


def test_march_announce_fight_and_go_on_to_the_end(lesson):
    t, hands = lesson
    until(t, hands, "us-movement")
    while t.top != "announce-with-duty":
        assert t.phase == "us-movement"
        answer(t, hands)
    target = t.legal("assault")[0].target
    hands.do(action("assault", target), keyboard=False)
    for join in t.legal("join"):
        hands.do(join, keyboard=False)
    hands.do(action("confirm"), keyboard=False)
    while not t.game.over:
        owed = t.top == "announce-with-duty" and not t.allows(action("end-phase"))
        if not owed:
            answer(t, hands)
            continue
        hands.do(t.legal("assault")[0], keyboard=True)
        for join in t.legal("join"):
            hands.do(join, keyboard=False)
        hands.do(action("confirm"), keyboard=False)
    assert t.s.turn == 3
    assert t.game.log.broken() is None
    kinds = {row.action["type"] for row in t.game.log.line() if row.kind == "action"}
    assert kinds >= {"assault", "join", "confirm", "end-phase"}


def test_the_computer_plays_its_half_of_the_turn(open_match, hands, qtbot):
    """The Americans march and attack by themselves; the Japanese answer by gestures, then march."""
    t = Table(catalogue().new("filipinas", "ashore", seed="lesson"))
    window = open_match(t.game, players={"us": "simple"})
    window.seat.pace_ms = 1
    here = hands(window)
    while t.phase != "jp-movement":
        qtbot.waitUntil(lambda: t.decision.side == "jp", timeout=20_000)
        if t.phase != "jp-movement":
            answer(t, here)
    kinds = {row.action["type"] for row in t.game.log.line() if row.side == "us"}
    assert kinds >= {"move", "assault", "join", "confirm"}
