"""What the tests of the course of Libertação das Filipinas have in common."""

from tabuleiro.engine import events as ev
from tabuleiro.testing import action, table

__all__ = ["at_end", "begin", "events", "said", "told_to"]

US, JP = "us-19-ri", "jp-9-ri"
_ISLANDS = {"4437": US, "1907": JP}
"""A piece of each side, so that nobody is alone on the map."""


def begin(phase, pieces=None, **about):
    """A table of the campaign, or of another scenario, at the beginning of a phase."""
    return table("filipinas", phase, {} if pieces is None else pieces, **about)


def at_end(pieces, turn=2, **about):
    """The position at the end of a turn: after the Japanese combat, islands counted."""
    return begin("jp-combat", pieces, turn=turn, **about)


def events(t):
    """All events since the table was set."""
    return [event for row in t.game.log.line() for event in row.events]


def said(t, rule=None):
    """What was told to all, under a clause."""
    told = [e for e in events(t) if isinstance(e, ev.Said) and not e.to]
    return [t.say(e.message) for e in told if rule in {None, e.rule}]


def told_to(t, side):
    """What was told to one side alone."""
    return [t.say(e.message) for e in events(t) if isinstance(e, ev.Said) and e.to == (side,)]


def send(piece, to):
    """The action that sends a reinforcement somewhere."""
    return action("send-to", piece, to)
