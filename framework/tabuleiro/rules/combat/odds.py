"""Odds: strengths, the column that they give, and the shifts on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from tabuleiro.engine import msg, piece_ref
from tabuleiro.module.terms import Terms
from tabuleiro.rules.air.air_points_in_support import part_of_points
from tabuleiro.rules.clauses import clause
from tabuleiro.rules.combat.battle import Battle, Odds, Part, Shift
from tabuleiro.rules.combat.terrain import bombardment_covers
from tabuleiro.rules.ground.land_units import AIR, LAND, NAVAL, arm

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tabuleiro.engine import Change, Situation
    from tabuleiro.module import OddsTable, ValueTable

__all__ = [
    "LeastSumTerms",
    "assault_odds",
    "bombardment_odds",
    "exposure",
    "hand_on",
    "odds_of",
    "result_of",
    "shifted",
    "table_of",
    "under_fire",
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


def shifted(base: int, shifts: Sequence[Shift], columns: int, *, net: bool = False) -> int:
    """Return the column after all shifts: those of the attacker first, then the defender's.

    The column never leaves the table in between, unless the shifts are ``net``.

    >>> right = Shift("attacker", 1, msg("siege"))
    >>> left = Shift("defender", 3, msg("mountain"))
    >>> shifted(11, [left, right], 12), shifted(11, [left, right], 12, net=True)
    (8, 9)
    """
    right = sum(shift.columns for shift in shifts if shift.favours == "attacker")
    left = sum(shift.columns for shift in shifts if shift.favours == "defender")
    last = columns - 1
    if net:
        return max(0, min(last, base + right - left))
    return max(0, min(last, base + right) - left)


def assault_odds(s: Situation, battle: Battle) -> Odds:
    """Return the sum of an assault on the odds table. Clause: odds."""
    table = s.module.odds["combat"]
    parts = (
        *_attack_parts(s, battle),
        *_defence_parts(s, battle),
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


def _attack_parts(s: Situation, battle: Battle) -> Iterable[Part]:
    """Yield what pieces and air points add; squadrons are counted by ``combat_parts``."""
    for piece in (*battle.attackers, *battle.support):
        if arm(s, piece) != AIR:
            yield _part(s, battle.attacker, piece, "attack", "attack-sum")
    if battle.air:
        yield part_of_points(s, battle.attacker, battle.air)


def _defence_parts(s: Situation, battle: Battle) -> Iterable[Part]:
    for piece in battle.defenders:
        yield _part(s, battle.defender, piece, "defense", "defence-sum")
    for piece in battle.defence:
        yield _part(s, battle.defender, piece, "attack", "defence-support")
    if battle.defence_air:
        yield part_of_points(s, battle.defender, battle.defence_air)


def _part(s: Situation, side: str, piece: str, value: str, rule: str) -> Part:
    label = msg("{piece}", piece=piece_ref(piece))
    return Part(side, s.value(piece, value), label, clause(s, rule), piece)


def bombardment_odds(s: Situation, battle: Battle) -> Odds:
    """Return the sum of a bombardment or an air attack: strength times vulnerability.

    Clause: bombardment-sum.
    """
    table = s.module.values["bombardment"]
    indices = s.module.indices["vulnerability"]
    by = "air" if battle.kind == "air" else "artillery"
    parts: list[Part] = list(_attack_parts(s, battle))
    if battle.kind == "air":
        more = s.rules.combat_parts(s=s, battle=battle)
        parts += (part for part in more if part.side == battle.attacker)
    attack = sum(part.value for part in parts)
    hit = under_fire(s, battle)
    vulnerability = 0 if hit or not battle.defenders else 1  # an airfield has no index
    for piece in hit:
        index = exposure(s, piece, by)
        vulnerability += index
        label = msg("vulnerability of {piece}", piece=piece_ref(piece))
        parts.append(Part(battle.defender, index, label, indices.rule or "", piece))
    base = table.column(attack * vulnerability)
    covered = battle.kind != "air" or any(arm(s, piece) == LAND for piece in hit)
    shifts = tuple(bombardment_covers(s, battle.target)) if covered else ()
    column = shifted(base, shifts, len(table.columns))
    return Odds(
        table.id, tuple(parts), attack, vulnerability, base, table.columns[base].label, shifts,
        column, table.columns[column].label,
    )  # fmt: skip


def under_fire(s: Situation, battle: Battle) -> tuple[str, ...]:
    """Return the pieces that shells or bombs may hit: bombs the troops of a hex, or its ships."""
    if battle.kind != "air":
        return battle.defenders
    for kind in (LAND, NAVAL):
        found = tuple(piece for piece in battle.defenders if arm(s, piece) == kind)
        if found:
            return found
    return ()


def exposure(s: Situation, piece: str, by: str) -> int:
    """Return how vulnerable a piece is by its type; a ship by its defence value."""
    if arm(s, piece) == NAVAL:
        return s.value(piece, "defense")
    return s.module.indices["vulnerability"].value(s.counter(piece).type, by)


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
