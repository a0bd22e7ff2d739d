"""Views: a position as one side may see it, as plain data. Servers and players get nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tabuleiro.engine import events as ev
from tabuleiro.engine.data import plain

if TYPE_CHECKING:
    from tabuleiro.engine.log import Row
    from tabuleiro.engine.situation import Situation
    from tabuleiro.engine.steps import Decision

__all__ = ["view", "view_decision", "view_row"]

_INTERNAL = (ev.Pushed, ev.Replaced, ev.Finished, ev.PositionSet)


def view(s: Situation, viewer: str | None) -> dict[str, Any]:
    """Return what a side may see; None sees all, as in solo play."""
    p = s.position
    decision = s.decision()
    seen = {piece: seen for piece in p.pieces if (seen := view_piece(s, viewer, piece))}
    return {
        "turn": p.turn,
        "phase": s.phase.id if s.phase else None,
        "viewer": viewer,
        "pieces": seen,
        "stacks": {
            place: shown
            for place, pieces in sorted(p.stacks.items())
            if (shown := [piece for piece in pieces if piece in seen])
        },
        "tracks": dict(sorted(p.tracks.items())),
        "control": dict(sorted(p.control.items())),
        "marks": {place: list(marks) for place, marks in sorted(p.marks.items())},
        "decision": view_decision(decision, viewer) if decision else None,
        "outcome": plain(p.outcome) if p.outcome else None,
    }


def view_piece(s: Situation, viewer: str | None, piece: str) -> dict[str, Any] | None:
    """Return what a side may know of a piece, or None if not even that it is there.

    Of a piece known by its ``kind`` the losses are not told: it looks intact.
    """
    known = "all"
    if viewer is not None:
        known = s.rules.piece_visibility(s=s, viewer=viewer, piece=piece) or "all"
    if known == "none":
        return None
    state = s.piece(piece)
    found: dict[str, Any] = {
        "place": state.place,
        "side": s.side(piece),
        "type": s.counter(piece).type,
        "losses": 0 if known == "kind" else state.losses,
        "marks": list(state.marks),
        "spent": state.spent,
        "known": known,
    }
    if known == "all":
        names = s.counter(piece).values
        found["values"] = {name: s.value(piece, name) for name in sorted(names)}
    return found


def view_decision(decision: Decision, viewer: str | None) -> dict[str, Any]:
    """Return a decision as its side sees it; others learn only who is asked, and what if open."""
    mine = viewer is None or viewer == decision.side
    shown: dict[str, Any] = {"side": decision.side, "rule": decision.rule, "mine": mine}
    if mine:
        return {**plain(decision), "mine": True}
    if not decision.secret:
        shown["prompt"] = plain(decision.prompt)
    return shown


def view_row(row: Row, viewer: str | None) -> dict[str, Any]:
    """Return a log row without what only the engine or the other side needs to know."""
    mine = viewer is None or viewer == row.side
    action = row.action
    if row.kind == "start" or (row.secret and not mine):
        action = None
    events = [plain(e) for e in row.events if viewer is None or not isinstance(e, _INTERNAL)]
    return {"id": row.id, "kind": row.kind, "side": row.side, "action": action, "events": events}
