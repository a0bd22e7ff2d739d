"""Objectives: in whose power they are, which is that of the side that was there last."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine import events as ev
from tabuleiro.engine import hex_ref, msg, side_ref
from tabuleiro.module.terms import Nation, Terms, UnitType
from tabuleiro.rules.victory.control import controller, follows_control

if TYPE_CHECKING:
    from tabuleiro.engine import Change, Situation

__all__ = ["OccupationTerms", "occupies", "take_path", "take_stands"]


class OccupationTerms(Terms):
    """Who takes places for its side; everybody if left out."""

    key = "occupation"

    without: tuple[Nation, ...] = ()
    """Nations that never take a place."""
    without_types: tuple[UnitType, ...] = ()
    """Types of units that never do."""


def occupies(s: Situation, piece: str) -> bool:
    """Return whether a piece takes places for its side."""
    counter, terms = s.counter(piece), s.terms(OccupationTerms)
    return counter.nation not in terms.without and counter.type not in terms.without_types


def watched(s: Situation) -> frozenset[str]:
    """Return the hexes besides objectives of which it matters who was there last."""
    return s.cache_by_basis("watched", (), lambda: frozenset(s.rules.watched_hexes(s=s)))


def take_stands(change: Change) -> None:
    """Note in whose power watched hexes are where pieces stand."""
    for side in change.module.sides:
        for place, pieces in change.occupied(side).items():
            known = place not in watched(change) or change.position.control.get(place) == side
            if not known and any(occupies(change, piece) for piece in pieces):
                change.emit(ev.Controlled(place, side))


def _any_land(s: Situation, place: str) -> bool:
    return follows_control(s) and place in s.board.grid


def take_path(change: Change, piece: str, path: tuple[str, ...], manner: str = "move") -> None:
    """Take the objectives that a piece passes or reaches, and what else falls to it there.

    Clause: held.

    ``manner`` says how it came, as the hook ``capture_steps`` is told.
    """
    side = change.side(piece)
    origin = change.came_from(piece)
    change.push(
        *change.rules.capture_steps(s=change, piece=piece, path=path, origin=origin, manner=manner)
    )
    if not occupies(change, piece):
        return
    objectives = change.scenario.objectives
    goals = change.cache_by_basis("goals", objectives, lambda: {g.hex: g for g in objectives})
    for place in path:
        goal = goals.get(place)
        known = goal is not None or place in watched(change) or _any_land(change, place)
        if not known or controller(change, place) == side:
            continue
        change.emit(ev.Controlled(place, side))
        if goal is not None:
            change.say(
                msg("{side}: {hex} taken.", side=side_ref(side), hex=hex_ref(place)),
                goal.rule or "",
            )
