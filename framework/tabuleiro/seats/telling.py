"""Telling: decisions, verdicts and log rows as one side may read them, in the current language."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final

from tabuleiro.engine import Message
from tabuleiro.engine import events as ev
from tabuleiro.engine.data import plain
from tabuleiro.engine.messages import render
from tabuleiro.rules.ground.movement_points import halves
from tabuleiro.seats.log_sentences import story

if TYPE_CHECKING:
    from tabuleiro.engine import Objection, Verdict
    from tabuleiro.engine.seat import Seat, Sight, ToldRow
    from tabuleiro.module import Module

__all__ = [
    "halves",
    "joined",
    "say",
    "story_of",
    "tell_decision",
    "tell_objection",
    "tell_row",
    "tell_standing",
    "tell_verdict",
]

_log = logging.getLogger(__name__)
_TAG: Final = re.compile(r"<[^>]*>")
_STOPS: Final = (".", "!", "?", "…", ":", ";")


def say(message: Message, module: Module) -> str:
    """Return a message in the current language; a faulty one as it stands in the source.

    What has happened must be told, even if the sentence about it has a fault.
    """
    try:
        told = render(message, module)
        if told.isprintable():
            return told
        return "".join(c if c.isprintable() else "?" for c in told)
    except Exception:  # noqa: BLE001 - a plugin's sentence may have any fault
        _log.exception("the message %r cannot be told", message.text)
        return message.text


# --------------------------------------------------------------------------------- verdicts


def tell_objection(objection: Objection, module: Module) -> dict[str, Any]:
    """Return one reason against an action."""
    return {
        "text": say(objection.message, module),
        "rule": objection.rule,
        "topic": objection.topic,
        "pieces": objection.pieces,
        "hexes": objection.hexes,
    }


def tell_verdict(verdict: Verdict, module: Module) -> dict[str, Any]:
    """Return a verdict with all its reasons."""
    return {
        "allowed": bool(verdict),
        "objections": [tell_objection(o, module) for o in verdict.objections],
        "waived": [tell_objection(o, module) for o in verdict.waived],
    }


# -------------------------------------------------------------------------------- decisions


def tell_decision(seat: Seat) -> dict[str, Any] | None:
    """Return what is asked now as a seat may know it; None if the match is over."""
    standing = seat.standing()
    if standing is None:
        return None
    module = seat.sight().module
    decision = seat.decision()
    if decision is None:
        told: dict[str, Any] = {"side": standing.side, "rule": standing.rule, "mine": False}
        if standing.prompt is not None:
            told["prompt"] = say(standing.prompt, module)
        return told
    told = {**plain(decision), "mine": True, "prompt": say(decision.prompt, module)}
    told["obligations"] = [say(m, module) for m in decision.obligations]
    return told


def tell_standing(seat: Seat) -> dict[str, Any]:
    """Return how a match stands: row, turn, phase, decision, outcome."""
    s = seat.sight()
    return {
        "row": s.mark.n,
        "hash": s.mark.hash,
        "turn": s.turn,
        "phase": s.phase.id if s.phase else None,
        "decision": tell_decision(seat),
        "outcome": plain(s.position.outcome) if s.position.outcome else None,
    }


# --------------------------------------------------------------------------------- log rows


def tell_row(row: ToldRow, sight: Sight) -> dict[str, Any]:
    """Return a row as plain data, with its sentences."""
    module = sight.module
    return {
        "row": row.n,
        "parent": row.parent,
        "hash": row.hash,
        "kind": row.kind,
        "side": row.side,
        "action": row.action,
        "reveals": row.reveals,
        "events": [plain(event) for event in row.events],
        "messages": [
            {"text": say(event.message, module), "rule": event.rule}
            for event in row.events
            if isinstance(event, ev.Said)
        ],
        "text": joined(say(message, module) for message in story_of(row, sight)),
        "waived": [tell_objection(o, module) for o in row.waived],
    }


def joined(sentences: Iterable[str]) -> str:
    """Return sentences as one text; one that ends without a stop gets it where another follows.

    >>> joined(["Turn 1: Allied movement", "Allies, Air power: 20."])
    'Turn 1: Allied movement. Allies, Air power: 20.'
    """
    told = [sentence for sentence in sentences if sentence]
    ended = [each if _TAG.sub("", each)[-1:] in _STOPS else f"{each}." for each in told[:-1]]
    return " ".join([*ended, *told[-1:]])


def story_of(row: ToldRow, sight: Sight) -> Iterator[Message]:
    """Yield what a row tells, as messages with their references."""
    return story(row, sight.scenario.id, sight.board.tracks)
