"""Weather by turn: rain makes every step dearer and advances shorter.

``rules: rain: {turns: [2, 3], surcharge: 0.5, advance: 1}`` names the turns, the points on top of
each row of the terrain table, and how many hexes victors advance at most.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tabuleiro.hooks import hookimpl
from tabuleiro.rules.ground.movement_points import MovementChange

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tabuleiro.engine import Situation

__all__ = ["Rain", "rain"]

_DRY: Mapping[str, Any] = {}


def rain(s: Situation) -> Mapping[str, Any]:
    """Return what the rain of this turn does; nothing if it is dry."""
    found: Mapping[str, Any] = s.parameter("rain", _DRY)
    return found if s.turn in found.get("turns", ()) else _DRY


class Rain:
    """A part: in the turns of rain steps are dearer and advances shorter."""

    @hookimpl
    def movement_changes(self, s: Situation) -> list[MovementChange]:
        wet = rain(s).get("surcharge", 0)
        return [MovementChange(surcharge=int(2 * wet))] if wet else []

    @hookimpl
    def advance_limits(self, s: Situation) -> list[int]:
        found = rain(s).get("advance")
        return [] if found is None else [int(found)]
