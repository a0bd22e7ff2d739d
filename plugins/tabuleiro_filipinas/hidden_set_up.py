"""A side's free set-up, of which the others see nothing before it is done (15.1-2, 5.1.1-6).

Each piece lies on top for a moment: who is put below whom would be told otherwise.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.rules.arrivals.setup import FreePlacement
from tabuleiro_filipinas.own_business import OwnBusiness

if TYPE_CHECKING:
    from tabuleiro.engine import Situation, Step

__all__ = ["HiddenPlacement", "being_placed", "hidden_placements"]


class HiddenPlacement(OwnBusiness, FreePlacement, frozen=True):
    """A side places its free pieces; others see them when it has done so."""

    pieces: tuple[str, ...] = ()
    """All that it places."""


def hidden_placements(s: Situation) -> list[Step]:
    """Return the steps of the scenario's free placements, in its order of sides."""
    pieces: dict[str, tuple[str, ...]] = {}
    for free in s.scenario.free:
        pieces[free.side] = (*pieces.get(free.side, ()), *free.units)
    return [HiddenPlacement(side, some) for side, some in pieces.items()]


def being_placed(s: Situation, side: str) -> tuple[str, ...]:
    """Return the pieces that a side places freely, as long as it has not done so."""
    steps = (step for step in s.position.agenda if isinstance(step, HiddenPlacement))
    return next((step.pieces for step in steps if step.side == side), ())
