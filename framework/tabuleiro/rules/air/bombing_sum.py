"""The sum of a bombing: points, factors and columns of an attack on the bombardment table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from tabuleiro.engine import hex_ref, msg, piece_ref, side_ref
from tabuleiro.rules.air.airfields import AirTerms
from tabuleiro.rules.air.errands import (
    BASE,
    FIELD,
    SHIP,
    TROOPS,
    errand_clause,
    errand_ref,
)
from tabuleiro.rules.air.raid_draft import raiders
from tabuleiro.rules.clauses import clause
from tabuleiro.rules.combat.battle import Part, Shift
from tabuleiro.rules.combat.odds import exposure, under_fire
from tabuleiro.rules.combat.reckoning import Reckoning
from tabuleiro.rules.combat.terrain import bombardment_covers
from tabuleiro.rules.ground.land_units import LAND, NAVAL, arm, land_at
from tabuleiro.rules.supply.supply_bases import SupplyBaseTerms

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tabuleiro.engine import Message, Situation
    from tabuleiro.rules.air.sorties import Sortie
    from tabuleiro.rules.combat.battle import Battle

__all__ = [
    "AIR_ATTACK",
    "Bombing",
    "bombed_as",
    "bombing",
    "bombing_sum",
    "exposed",
    "reckoning_of",
    "ships_at",
]

AIR_ATTACK = "air"
"""The kind of an imagined battle in which aircraft bomb a hex."""
_TABLE = "bombardment"
_ERRANDS = {LAND: TROOPS, NAVAL: SHIP}


class Bombing(msgspec.Struct, frozen=True):
    """The sum of a bombing: points, halved at night, times the factor, and the column."""

    errand: str
    hex: str
    pieces: tuple[str, ...]
    sum: int
    points: int
    factor: int
    total: int
    shifts: tuple[Shift, ...]
    column: int
    column_label: str
    night: bool = False


def bombing(
    s: Situation, side: str, errand: str, place: str, more: tuple[Sortie, ...] = ()
) -> Bombing:
    """Return the sum of the bombing of a hex as it stands now: survivors with present values.

    ``more`` are bombers that are about to be sent there. Clause: bombing-sum.
    """
    orders = (*raiders(s, side, errand, place), *more)
    pieces = tuple(order.piece for order in orders)
    night = any(order.night for order in orders)
    added = sum(s.value(piece, "land") for piece in pieces)
    divisor = s.terms(AirTerms).night.attack_divided_by if night else 1
    points = -(-added // divisor)
    factor = _factor(s, side, errand, place)
    shifts = tuple(bombardment_covers(s, place)) if errand == TROOPS else ()
    table = s.module.values[_TABLE]
    by = -sum(shift.columns for shift in shifts)
    column = table.shifted(table.column(points * factor), by)
    return Bombing(errand, place, pieces, added, points, factor, points * factor, shifts, column,
                   table.columns[column].label, night)  # fmt: skip


def bombed_as(s: Situation, battle: Battle) -> str:
    """Return the errand on which aircraft bomb a hex: its troops first, its ships, its airfield."""
    hit = under_fire(s, battle)
    return _ERRANDS[arm(s, hit[0])] if hit else FIELD


def _factor(s: Situation, side: str, errand: str, place: str) -> int:
    enemy = s.enemy(side)
    if errand == TROOPS:
        return sum(exposure(s, piece, "air") for piece in land_at(s, place, enemy))
    if errand == SHIP:
        return sum(s.value(piece, "defense") for piece in ships_at(s, place, enemy))
    if errand == BASE:
        return s.terms(SupplyBaseTerms).vulnerability
    return 1


def ships_at(s: Situation, place: str, side: str) -> tuple[str, ...]:
    """Return the naval pieces of a side in a hex."""
    return tuple(p for p in s.at(place) if arm(s, p) == NAVAL and s.side(p) == side)


def bombing_sum(s: Situation, side: str, raid: Bombing) -> Reckoning:
    """Return a bombing as a table shows it."""
    rule = clause(s, errand_clause(raid.errand))
    bombers = (Part(side, s.value(p, "land"), msg("{piece}", piece=piece_ref(p)), rule, p)
               for p in raid.pieces)  # fmt: skip
    title = msg("{errand} over {hex}", errand=errand_ref(raid.errand), hex=hex_ref(raid.hex))
    return reckoning_of(s, side, raid, title, (*bombers, *_target(s, side, raid)))


def reckoning_of(
    s: Situation, side: str, raid: Bombing, title: Message, parts: tuple[Part, ...]
) -> Reckoning:
    """Return the sum of a bombing for a table to show, with the parts that add up to it."""
    enemy, notes = s.enemy(side), []
    if raid.night:
        notes.append(msg("By night {sum} points count half: {points}.", sum=raid.sum,
                         points=raid.points))  # fmt: skip
    if raid.factor != 1:
        notes.append(msg("{points} × {factor} = {total}", points=raid.points, factor=raid.factor,
                         total=raid.total))  # fmt: skip
    return Reckoning(
        title=title,
        hex=raid.hex,
        attacker=side,
        defender=enemy,
        parts=parts,
        attack=raid.points,
        defence=raid.factor if raid.factor != 1 else None,
        table=_TABLE,
        column=raid.column,
        base=s.module.values[_TABLE].column(raid.total),
        notes=tuple(notes),
        shifts=raid.shifts,
        public=tuple(sorted(land_at(s, raid.hex, enemy))) if raid.errand == TROOPS else (),
    )


def exposed(s: Situation, enemy: str, troops: Iterable[str]) -> Iterator[Part]:
    """Yield how easily each of some troops is hit from the air."""
    for piece in troops:
        label = msg("{piece}", piece=piece_ref(piece))
        yield Part(enemy, exposure(s, piece, "air"), label, "", piece)


def _target(s: Situation, side: str, raid: Bombing) -> Iterator[Part]:
    """Yield what makes the target easier to hit, each with its factor; not as they lie."""
    enemy, place = s.enemy(side), raid.hex
    if raid.errand == TROOPS:
        yield from exposed(s, enemy, sorted(land_at(s, place, enemy)))
    for ship in sorted(ships_at(s, place, enemy)) if raid.errand == SHIP else ():
        yield Part(enemy, s.value(ship, "defense"), msg("{piece}", piece=piece_ref(ship)), "", ship)
    if raid.errand == BASE:
        yield Part(enemy, raid.factor, msg("Supply base of {side}", side=side_ref(enemy)))
