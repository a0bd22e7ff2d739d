"""Weather by turn: rain makes every step dearer and advances shorter (9.0).

``rules: rain: {turns: [2, 3], surcharge: 0.5, advance: 1}`` names the turns, the points on top of
each row of the terrain table, and how many hexes victors advance at most.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.hooks import hookimpl
from tabuleiro.module.terms import Half, Number, Terms, Turn
from tabuleiro.rules.ground.movement_points import MovementChange

if TYPE_CHECKING:
    from tabuleiro.engine import Situation

__all__ = ["Rain", "RainTerms", "rain"]


class RainTerms(Terms):
    """What rain does."""

    key = "rain"

    turns: tuple[Turn, ...]
    """The turns in which it rains."""
    surcharge: Half = 0
    """Points on top of each hex, step along a road and hexside."""
    advance: Number | None = None
    """Hexes that victors advance at most."""


def rain(s: Situation) -> RainTerms | None:
    """Return what the rain of this turn does; None if it is dry."""
    terms = s.terms_if_any(RainTerms)
    return terms if terms and s.turn in terms.turns else None


class Rain:
    """A part: in the turns of rain steps are dearer and advances shorter."""

    parameters = (RainTerms,)

    @hookimpl
    def movement_changes(self, s: Situation) -> list[MovementChange]:
        wet = rain(s)
        return [MovementChange(surcharge=int(2 * wet.surcharge))] if wet and wet.surcharge else []

    @hookimpl
    def advance_limits(self, s: Situation) -> list[int]:
        wet = rain(s)
        return [] if wet is None or wet.advance is None else [wet.advance]
