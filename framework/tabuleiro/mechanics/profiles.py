"""Movement profiles: with how many half points, at which prices, a piece moves now."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from tabuleiro.board import StepCosts
from tabuleiro.mechanics.zones import engaged

if TYPE_CHECKING:
    from tabuleiro.engine import Situation
    from tabuleiro.module import Module

__all__ = ["MOVED", "Profile", "class_costs", "halves", "points_left", "profile"]

MOVED = "moved"
"""The mark of pieces that moved in their last movement phase."""


class Profile(msgspec.Struct, frozen=True):
    """How a piece moves now: the half points that it has, and the prices of steps."""

    points: int
    costs: StepCosts
    break_contact: int
    network: str = "road"


def class_costs(module: Module, movement_class: str) -> StepCosts:
    """Return the prices of all steps on a module's board for a movement class."""
    key = ("costs", movement_class)
    if key not in module.memo:
        module.memo[key] = StepCosts.for_board(
            module.board,
            {t.id: _price(t.cost[movement_class]) for t in module.terrain.values()},
            {h.id: _price(h.cost[movement_class]) for h in module.hexsides.values()},
            {n.id: _price(n.cost[movement_class]) for n in module.networks.values()},
        )
    found: StepCosts = module.memo[key]
    return found


def _price(cost: int | None) -> int:
    return -1 if cost is None else cost


def profile(s: Situation, piece: str) -> Profile:
    """Return how a piece moves now."""
    found: Profile = s.memo(("profile", piece), lambda: s.rules.movement_profile(s=s, piece=piece))
    return found


def points_left(s: Situation, piece: str) -> int:
    """Return the half points that a piece can still spend, break of contact already taken off."""
    state = s.piece(piece)
    p = profile(s, piece)
    left = p.points - state.spent
    if state.place not in s.board.grid or not engaged(s, piece):
        return left
    return 0 if MOVED in state.marks else left - p.break_contact


def halves(points: int) -> str:
    """Return half points as a number that players read.

    >>> halves(5), halves(4), halves(1)
    ('2½', '2', '½')
    """
    whole, half = divmod(points, 2)
    return f"{whole or ''}½" if half else str(whole)
