"""Odds: the sum of a battle, the column that it gives after all shifts, and its table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from tabuleiro.module.terms import Terms
from tabuleiro.rules.combat.battle import Battle, Odds
from tabuleiro.rules.combat.bombardment import bombardment_odds
from tabuleiro.rules.combat.shifts import shifted
from tabuleiro.rules.combat.strengths import attack_parts, defence_parts

if TYPE_CHECKING:
    from tabuleiro.engine import Change, Situation
    from tabuleiro.module import OddsTable, ValueTable

__all__ = [
    "LeastSumTerms",
    "assault_odds",
    "hand_on",
    "odds_of",
    "result_of",
    "table_of",
]

_AGAINST_AIRCRAFT = "*"


class LeastSumTerms(Terms):
    """Sums of nothing."""

    least_sum: Literal[0, 1] = 0
    """What a sum of an attack or a defence counts for at least."""


def odds_of(s: Situation, battle: Battle) -> Odds:
    """Return the sum of a battle of any kind: one object for previews, reports and the dice.

    It is reckoned once in a position, and handed on where a battle is announced.
    """
    return s.cache_here(("odds", battle), lambda: _reckoned(s, battle))


def _reckoned(s: Situation, battle: Battle) -> Odds:
    return assault_odds(s, battle) if battle.kind == "assault" else bombardment_odds(s, battle)


def hand_on(change: Change, battle: Battle, odds: Odds) -> None:
    """Keep the sum that was told of a battle for what follows: the answer to it, and the dice."""
    change.cache_here(("odds", battle), lambda: odds)


def assault_odds(s: Situation, battle: Battle) -> Odds:
    """Return the sum of an assault on the odds table. Clause: odds."""
    table = s.module.odds["combat"]
    parts = (
        *attack_parts(s, battle),
        *defence_parts(s, battle),
        *s.rules.combat_parts(s=s, battle=battle),
    )
    attack = sum(part.value for part in parts if part.side == battle.attacker)
    defence = sum(part.value for part in parts if part.side == battle.defender)
    least = s.terms(LeastSumTerms).least_sum
    base = table.column(max(attack, least), max(defence, least))
    shifts = tuple(s.rules.combat_shifts(s=s, battle=battle))
    column = shifted(base, shifts, len(table.columns), net=s.options.get("shifts") == "net")
    return Odds(
        table.id, parts, attack, defence, base, table.columns[base], shifts, column,
        table.columns[column],
    )  # fmt: skip


def result_of(battle: Battle, cell: str) -> str:
    """Return what a cell of a table means for a battle: guns lose no aircraft by it.

    >>> result_of(Battle("bombardment", "a", "b", "0101"), "DB**")
    'DB'
    """
    return cell.replace(_AGAINST_AIRCRAFT, "") if battle.kind == "bombardment" else cell


def table_of(s: Situation, battle: Battle, odds: Odds) -> OddsTable | ValueTable:
    """Return the table on which a battle is resolved, in the variant that the match uses."""
    if battle.kind != "assault":
        return s.module.values[odds.table]
    table = s.module.odds[odds.table]
    variant = str(s.options.get("combat-table"))
    return table.variant(variant) if variant in table.variants else table
