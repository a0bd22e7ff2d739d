"""Battles and reckonings as a seat tells them, and what follows from them by their tables alone."""

from tabuleiro.rules.combat.battle import Battle, Odds
from tabuleiro.rules.combat.losses import HURT_HERE
from tabuleiro.rules.combat.preview import column_labels, result_chances
from tabuleiro.rules.combat.reckoning import (
    Reckoning,
    reckoned_chances,
    rows_of_band,
    table_reckoned,
)

__all__ = [
    "HURT_HERE",
    "Battle",
    "Odds",
    "Reckoning",
    "column_labels",
    "reckoned_chances",
    "result_chances",
    "rows_of_band",
    "table_reckoned",
]
