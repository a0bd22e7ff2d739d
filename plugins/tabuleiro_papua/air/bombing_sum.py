"""The sum of a bombing: values of the bombers, times the factor of what they bomb (6.4.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine import hex_ref, msg, piece_ref, side_ref
from tabuleiro.rules.air.bombing_sum import Bombing, bombing_of, exposed, reckoning_of
from tabuleiro.rules.air.mission_plan import errand_ref
from tabuleiro.rules.clauses import clause
from tabuleiro.rules.combat.battle import Part
from tabuleiro.rules.combat.bombardment import exposure, under_fire
from tabuleiro.rules.combat.reckoning import Reckoning
from tabuleiro.rules.ground.land_units import LAND, NAVAL, arm, land_at
from tabuleiro_papua.air.airfields import AirTerms
from tabuleiro_papua.air.errands import BASE, FIELD, SHIP, TROOPS, errand_clause
from tabuleiro_papua.air.raid_draft import raiders
from tabuleiro_papua.supply_bases import SupplyBaseTerms

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.engine import Situation
    from tabuleiro.rules.combat.battle import Battle
    from tabuleiro_papua.air.sorties import Sortie

__all__ = ["AIR_ATTACK", "bombed_as", "bombing", "bombing_sum", "ships_at"]


AIR_ATTACK = "air"
"""The kind of an imagined battle in which aircraft bomb a hex."""


_ERRANDS = {LAND: TROOPS, NAVAL: SHIP}


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
    return bombing_of(s, errand, place, pieces, added=added, points=points,
                      factor=_factor(s, side, errand, place), night=night)  # fmt: skip


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


def _target(s: Situation, side: str, raid: Bombing) -> Iterator[Part]:
    """Yield what makes the target easier to hit, each with its factor; not as they lie."""
    enemy, place = s.enemy(side), raid.hex
    if raid.errand == TROOPS:
        yield from exposed(s, enemy, sorted(land_at(s, place, enemy)))
    for ship in sorted(ships_at(s, place, enemy)) if raid.errand == SHIP else ():
        yield Part(enemy, s.value(ship, "defense"), msg("{piece}", piece=piece_ref(ship)), "", ship)
    if raid.errand == BASE:
        yield Part(enemy, raid.factor, msg("Supply base of {side}", side=side_ref(enemy)))
