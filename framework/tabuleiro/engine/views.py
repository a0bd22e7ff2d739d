"""Views: what a side sees of a match, as plain data, made from what it believes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tabuleiro.engine.data import plain
from tabuleiro.engine.knowledge import Level
from tabuleiro.engine.position import UNSEEN

if TYPE_CHECKING:
    from tabuleiro.engine.eyes import Belief
    from tabuleiro.engine.game import Game
    from tabuleiro.engine.knowledge import Everything
    from tabuleiro.engine.steps import Decision

__all__ = ["view", "view_decision", "view_piece"]


def view(game: Game, viewer: str | Everything) -> dict[str, Any]:
    """Return what a viewer sees of a match.

    >>> from tabuleiro.engine.catalogue import Catalogue
    >>> game = Catalogue.installed().new("diadem", seed="1")
    >>> view(game, "allied")["turn"]
    1
    """
    belief = game.belief(viewer)
    s = belief.s
    p = s.position
    decision = game.decision()
    seen = {piece: seen for piece in p.pieces if (seen := view_piece(belief, piece))}
    return {
        "turn": p.turn,
        "phase": s.phase.id if s.phase else None,
        "viewer": viewer if isinstance(viewer, str) else None,
        "pieces": seen,
        "stacks": {
            place: list(pieces) for place, pieces in sorted(p.stacks.items()) if place != UNSEEN
        },
        "tracks": dict(sorted(p.tracks.items())),
        "control": dict(sorted(p.control.items())),
        "marks": {place: list(marks) for place, marks in sorted(p.marks.items())},
        "memory": dict(sorted(p.memory.get(viewer, {}).items())) if isinstance(viewer, str) else {},
        "decision": view_decision(game, decision, viewer) if decision else None,
        "outcome": plain(p.outcome) if p.outcome else None,
    }


def view_piece(belief: Belief, piece: str) -> dict[str, Any] | None:
    """Return what may be known of a piece, or None if it is not seen anywhere.

    Of one whose state is not known no losses are told: it looks intact.
    """
    s = belief.s
    state = s.position.pieces.get(piece)
    if state is None or state.place == UNSEEN:
        return None
    level, counter = belief.level(piece), s.counter(piece)
    found: dict[str, Any] = {
        "place": state.place,
        "side": counter.side,
        "type": counter.type if level >= Level.IDENTITY else None,
        "losses": state.losses,
        "marks": list(state.marks),
        "spent": state.spent,
        "known": level.name.lower(),
    }
    if state.states:
        found["states"] = dict(state.states)
    if level >= Level.STATE:
        found["values"] = {name: s.value(piece, name) for name in sorted(counter.values)}
    return found


def view_decision(game: Game, decision: Decision, viewer: str | Everything) -> dict[str, Any]:
    """Return a decision as its side sees it; others learn only who is asked, and what if open."""
    mine = not isinstance(viewer, str) or viewer == decision.side
    if mine:
        return {**plain(decision), "mine": True}
    shown: dict[str, Any] = {"side": decision.side, "mine": False}
    asked = game.belief(viewer).s.decision()
    if asked is not None and asked.side == decision.side and not asked.secret:
        shown |= {"rule": asked.rule, "prompt": plain(asked.prompt)}
    return shown
