"""Weather by turn: rain makes every step dearer and advances shorter.

``rules: rain: {turns: [2, 3], surcharge: 0.5, advance: 1}`` names the turns, the points on top of
each row of the terrain table, and how many hexes victors advance at most.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tabuleiro.engine import Situation

__all__ = ["rain", "surcharge"]

_DRY: Mapping[str, Any] = {}


def rain(s: Situation) -> Mapping[str, Any]:
    """Return what the rain of this turn does; nothing if it is dry."""
    found: Mapping[str, Any] = s.parameter("rain", _DRY)
    return found if s.turn in found.get("turns", ()) else _DRY


def surcharge(s: Situation) -> int:
    """Return the half points that every hex, road and hexside costs more now."""
    return s.keep("surcharge", s.turn, lambda: int(2 * rain(s).get("surcharge", 0)))
