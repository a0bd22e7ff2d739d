"""Views: what a side sees of a match, as plain data, made from what it believes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tabuleiro.engine.data import plain
from tabuleiro.engine.knowledge import Level
from tabuleiro.engine.position import UNSEEN
from tabuleiro.engine.steps import question

if TYPE_CHECKING:
    from tabuleiro.engine.eyes import Belief
    from tabuleiro.engine.game import Game
    from tabuleiro.engine.knowledge import Everything
    from tabuleiro.engine.situation import Situation
    from tabuleiro.engine.steps import Asked

__all__ = ["view", "view_decision", "view_piece"]

_LEVELS = {level: level.name.lower() for level in Level}


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
    asked = game.situation.asked()
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
        "decision": view_decision(game, asked, viewer) if asked else None,
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
        "known": _LEVELS[level],
    }
    if state.states:
        found["states"] = dict(state.states)
    inside = s.inside(piece)
    if inside:
        found["inside"] = list(inside)
    if level >= Level.STATE:
        found["values"] = _values(s, piece, state.losses)
    return found


def _values(s: Situation, piece: str, losses: int) -> dict[str, int]:
    """Return the values of a piece with some losses; they are looked up once a match."""
    memo = s.module.memo
    found = memo.get(key := ("values", piece, losses))
    if found is None:
        counter = s.counter(piece)
        found = {name: counter.value(name, losses=losses) for name in sorted(counter.values)}
        memo[key] = found
    return dict(found)


def view_decision(game: Game, asked: Asked, viewer: str | Everything) -> dict[str, Any]:
    """Return a decision as its side sees it; others learn only who is asked, and what if open."""
    if not isinstance(viewer, str) or viewer == asked.side:
        decision = game.decision()
        assert decision is not None  # noqa: S101 - somebody is asked
        return {**plain(decision), "mine": True}
    shown: dict[str, Any] = {"side": asked.side, "mine": False}
    open_ = question(game.belief(viewer).s)
    if open_ is not None and open_.side == asked.side and not open_.secret:
        shown |= {"rule": open_.rule, "prompt": plain(open_.prompt)}
    return shown
