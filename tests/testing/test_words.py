"""The kit looks at what is told, not only at what happens."""

import pytest
from msgspec.structs import replace

from tabuleiro.engine import Decision, Message, Objection, Verdict, msg, piece_ref
from tabuleiro.engine import events as ev
from tabuleiro.testing.table import table
from tabuleiro.testing.words import odd_decision, odd_row, odd_verdict

WORDS = msg("{piece} cannot be there.", piece=piece_ref("us-349-ri"))
KNOWN = msg("{piece} takes part already.", piece=piece_ref("us-349-ri"))
MOVED = msg("{piece} is eliminated.", piece=piece_ref("us-349-ri"))


@pytest.fixture(scope="module")
def game():
    return table("diadem", "allied-movement", {"us-349-ri": "1413"}).game


def objection(**parts):
    return Verdict((replace(Objection(KNOWN, "diadem-4.0-2", "movement"), **parts),))


@pytest.mark.parametrize(
    ("parts", "told"),
    [
        ({"message": WORDS}, "a sentence without translation"),
        ({"message": None}, "which is no message"),
        ({"message": Message(KNOWN.text)}, "cannot be told"),
        ({"message": msg(KNOWN.text, piece=None)}, "a hole in it"),
        ({"message": msg("{piece} is eliminated.", piece=None)}, "a hole in it"),
        ({"message": msg(KNOWN.text, piece="us-349-ri")}, "the id 'us-349-ri' for piece"),
        ({"rule": "", "topic": "form", "message": MOVED}, "no clause is named"),
        ({"rule": "diadem-99.9-1"}, "has no clause diadem-99.9-1"),
        ({"rule": None}, "is given as a clause"),
        ({"rule": ""}, "has no clause"),
        ({"topic": "moving"}, "which is none"),
        ({"pieces": ("nobody",)}, "are named as pieces"),
        ({"pieces": None}, "are named as pieces"),
        ({"hexes": ("9999",)}, "are named as places"),
    ],
)
def test_odd_verdicts(game, parts, told):
    assert list(odd_verdict(game, objection())) == []
    found = list(odd_verdict(game, objection(**parts)))
    assert any(told in each for each in found), found


@pytest.mark.parametrize(
    ("parts", "told"),
    [
        ({"kind": "puzzle"}, "no panel"),
        ({"side": "nobody"}, "no side"),
        ({"actions": ("end-phase",)}, "does not name the actions move"),
        ({"actions": ("move", "charge-onn", "end-phase")}, "'charge-onn', which there is not"),
        ({"prompt": msg("Do something odd.")}, "without translation"),
        ({"obligations": (msg("Do something odd."),)}, "without translation"),
        ({"pieces": ("nobody",)}, "are named as pieces"),
        ({"kind": "choose", "pieces": ()}, "does not name the pieces"),
    ],
)
def test_odd_decisions(game, parts, told):
    asked = game.decision()
    assert isinstance(asked, Decision)
    assert list(odd_decision(game, asked)) == []
    found = list(odd_decision(game, replace(asked, **parts)))
    assert any(told in each for each in found), found


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (ev.Said(WORDS), "without translation"),
        (ev.Said(KNOWN, "diadem-0-0"), "has no clause"),
        (ev.Said(MOVED), "no clause is named"),
        (ev.Rolled("axis", MOVED, (1,)), "no clause is named"),
        (ev.Moved("us-349-ri", "1413", None), "cannot be read back"),
        (ev.Said(msg(KNOWN.text, piece=piece_ref("nobody"))), "which does not exist"),
        (ev.Rolled("nobody", KNOWN, (1,), "diadem-4.0-2"), "which is no side"),
    ],
)
def test_odd_rows(game, event, told):
    row = replace(game.log.rows[0], events=(event,))
    found = list(odd_row(game, row))
    assert any(told in each for each in found), found


def test_what_needs_no_clause(game):
    """Sentences on what is not there, and whatever is told where house rules are played."""
    verdict = objection(rule="", topic="form")
    assert list(odd_verdict(game, verdict)) == []
