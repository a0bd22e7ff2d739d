"""Telling: decisions, verdicts and log rows as one side may read them, in the current language."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from tabuleiro.engine import Message
from tabuleiro.engine import events as ev
from tabuleiro.engine.data import plain
from tabuleiro.engine.messages import render
from tabuleiro.engine.views import view_decision, view_piece, view_row
from tabuleiro.referee.story import story

if TYPE_CHECKING:
    from tabuleiro.engine import Game, Objection, Row, Verdict
    from tabuleiro.module import Module

__all__ = [
    "say",
    "story_of",
    "tell_decision",
    "tell_objection",
    "tell_row",
    "tell_rows",
    "tell_standing",
    "tell_verdict",
]

_log = logging.getLogger(__name__)


def say(message: Message, module: Module) -> str:
    """Return a message in the current language; a faulty one as it stands in the source.

    What has happened must be told, even if the sentence about it has a fault.
    """
    try:
        return "".join(c if c.isprintable() else "?" for c in render(message, module))
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


def tell_decision(game: Game, viewer: str | None) -> dict[str, Any] | None:
    """Return what is asked now as one side may know it; None if the match is over."""
    decision = game.decision()
    if decision is None:
        return None
    told = view_decision(decision, viewer)
    if "prompt" in told:
        told["prompt"] = say(decision.prompt, game.module)
    if told["mine"]:
        told["obligations"] = [say(m, game.module) for m in decision.obligations]
    return told


def tell_standing(game: Game, viewer: str | None) -> dict[str, Any]:
    """Return how a match stands: row, turn, phase, decision, outcome."""
    s = game.situation
    return {
        "row": game.log.head,
        "turn": s.turn,
        "phase": s.phase.id if s.phase else None,
        "decision": tell_decision(game, viewer),
        "outcome": plain(s.position.outcome) if s.position.outcome else None,
    }


# --------------------------------------------------------------------------------- log rows


def tell_rows(game: Game, viewer: str | None, rows: Iterable[Row]) -> Iterator[dict[str, Any]]:
    """Yield rows as one side may know them."""
    return (tell_row(game, viewer, row) for row in rows)


def tell_row(game: Game, viewer: str | None, row: Row) -> dict[str, Any]:
    """Return a row as one side may know it, with its sentences."""
    told = view_row(row, viewer)
    seen = _seen(game, viewer, row)
    told["events"] = [plain(event) for event in seen]
    told["messages"] = [
        {"text": say(event.message, game.module), "rule": event.rule}
        for event in seen
        if isinstance(event, ev.Said)
    ]
    told["row"] = told.pop("id")
    tale = story_of(game, viewer, row)
    told["text"] = " ".join(say(message, game.module) for message in tale)
    waived = () if _sealed(viewer, row) else row.waived
    told["waived"] = [tell_objection(o, game.module) for o in waived]
    return told


def story_of(game: Game, viewer: str | None, row: Row) -> Iterator[Message]:
    """Yield what a row tells as one side may know it, as messages with their references."""
    seen, sealed = _seen(game, viewer, row), _sealed(viewer, row)
    return story(row, game.header.scenario, seen, sealed=sealed)


def _sealed(viewer: str | None, row: Row) -> bool:
    return row.secret and viewer not in {None, row.side}


def _seen(game: Game, viewer: str | None, row: Row) -> list[ev.Event]:
    return [event for event in row.events if _visible(game, viewer, event)]


_HIDDEN = (ev.Pushed, ev.Replaced, ev.Finished, ev.PositionSet)


def _visible(game: Game, viewer: str | None, event: ev.Event) -> bool:
    if viewer is None:
        return True
    if isinstance(event, _HIDDEN):
        return False
    piece = getattr(event, "piece", None)
    return piece is None or view_piece(game.situation, viewer, piece) is not None
