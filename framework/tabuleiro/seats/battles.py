"""Battles and reckonings as a seat tells them, and what follows from them by their tables alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tabuleiro.rules.combat.battle import Battle, Odds
from tabuleiro.rules.combat.losses import HURT_HERE
from tabuleiro.rules.combat.preview import column_labels, result_chances
from tabuleiro.rules.combat.reckoning import (
    Reckoning,
    reckoned_chances,
    rows_of_band,
    table_reckoned,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = [
    "HURT_HERE",
    "Battle",
    "Odds",
    "Reckoning",
    "column_labels",
    "reckoned_chances",
    "result_chances",
    "rows_of_band",
    "sealed_sides",
    "table_reckoned",
]


def sealed_sides(
    reckoning: Reckoning, seen: Callable[[str], Mapping[str, Any] | None]
) -> frozenset[str]:
    """Return the sides whose sums may not be told, as pieces of theirs are not known.

    ``seen`` returns what is known of a piece.
    """
    return frozenset(
        part.side
        for part in reckoning.parts
        if part.piece
        and part.piece not in reckoning.public
        and (seen(part.piece) or {}).get("values") is None
    )
