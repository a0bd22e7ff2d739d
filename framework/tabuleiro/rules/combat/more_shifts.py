"""Column shifts of attrition games, each with its clause.

For the attacker: complete formations, defenders surrounded by those who gain by it, defenders out
of supply, or too many of them. For the defender: the ground, a siege that makes him fight the
better, complete formations, attackers out of supply.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine import msg, piece_ref
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.air.bombing import AIR_ATTACK, bombed_as
from tabuleiro.rules.air.errands import errand_clause
from tabuleiro.rules.air.raid_draft import raiders
from tabuleiro.rules.air.raids import support_of
from tabuleiro.rules.clauses import clause
from tabuleiro.rules.combat import shifts
from tabuleiro.rules.combat.battle import Part, Shift
from tabuleiro.rules.combat.guns import is_gun
from tabuleiro.rules.combat.retreat import surrounded
from tabuleiro.rules.ground.land_units import AIR, LAND, arm
from tabuleiro.rules.ground.overstacking import overfull
from tabuleiro.rules.parameters.attrition import (
    AirTerms,
    EncirclementTerms,
    OverstackTerms,
    UnsuppliedTerms,
)
from tabuleiro.rules.supply.supply_lines import supplied

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tabuleiro.engine import Situation
    from tabuleiro.rules.combat.battle import Battle

__all__ = ["AircraftAndShifts", "air_parts", "at_close_quarters", "combat_shifts", "encirclement"]


def combat_shifts(s: Situation, battle: Battle) -> list[Shift]:
    """Return every shift in a ground combat."""
    found = [
        *shifts.unity(s, battle),
        *encirclement(s, battle),
        *_hunger(s, battle),
        *_crowd(s, battle),
    ]
    if not at_close_quarters(s, battle):
        found += shifts.terrain(s, battle)
    return sorted(found, key=lambda shift: shift.favours)


def at_close_quarters(s: Situation, battle: Battle) -> bool:
    """Return whether attackers stand in the very hex: they jumped on their enemies.

    Then neither the ground nor aircraft help anybody.
    """
    return any(s.place(piece) == battle.target for piece in battle.attackers)


def air_parts(s: Situation, battle: Battle) -> Iterator[Part]:
    """Yield what aircraft add to either side: those over the hex, and those that one imagines."""
    if battle.kind == AIR_ATTACK:
        yield from _bombers(s, battle)
    elif battle.kind == "assault" and not at_close_quarters(s, battle):
        if not _by_guns(s, battle):
            flying = support_of(s, battle.target, battle.attacker)
            yield from _squadrons(s, battle.attacker, (*_named(s, battle), *flying), "air-sum")
        flying = support_of(s, battle.target, battle.defender)
        yield from _squadrons(s, battle.defender, flying, "air-sum")


def _named(s: Situation, battle: Battle) -> tuple[str, ...]:
    """Return the squadrons among those that attack: a battle that is imagined may name some."""
    return tuple(p for p in (*battle.attackers, *battle.support) if arm(s, p) == AIR)


def _by_guns(s: Situation, battle: Battle) -> bool:
    """Return whether all that attacks on land and at sea is artillery: no aircraft support it."""
    pieces = [p for p in (*battle.attackers, *battle.support) if arm(s, p) != AIR]
    return bool(pieces) and all(is_gun(s, piece) for piece in pieces)


def _squadrons(s: Situation, side: str, pieces: Iterable[str], rule: str) -> Iterator[Part]:
    for piece in dict.fromkeys(pieces):
        label = msg("{piece}", piece=piece_ref(piece))
        yield Part(side, s.value(piece, "land"), label, clause(s, rule), piece)


def _bombers(s: Situation, battle: Battle) -> Iterator[Part]:
    """Yield what bombs a hex: squadrons that are named, and those that were sent there before."""
    errand = bombed_as(s, battle)
    orders = raiders(s, battle.attacker, errand, battle.target)
    pieces = (*_named(s, battle), *(order.piece for order in orders))
    parts = list(_squadrons(s, battle.attacker, pieces, errand_clause(errand)))
    yield from parts
    if any(order.night for order in orders):
        points = sum(part.value for part in parts)
        divisor = s.terms(AirTerms).night.attack_divided_by
        less = -(-points // divisor) - points
        yield Part(battle.attacker, less, msg("by night"), clause(s, "night"))


def encirclement(s: Situation, battle: Battle) -> Iterator[Shift]:
    """Yield the shift for the one side that gains by a siege, whether it attacks or is attacked."""
    terms = s.terms_if_any(EncirclementTerms)
    if terms is None or not surrounded(s, battle.target, battle.defender):
        return
    side, columns = terms.side, terms.columns
    if battle.defender == side:
        yield Shift("defender", columns, msg("surrounded, and undaunted"), clause(s, "siege"))
    else:
        yield Shift("attacker", columns, msg("surrounded"), clause(s, "siege-attack"))


def _hunger(s: Situation, battle: Battle) -> Iterator[Shift]:
    """Yield one shift against each side that has a land piece without supply in the combat."""
    columns, rule = s.terms(UnsuppliedTerms).unsupplied_shift, clause(s, "unsupplied")
    if _any_hungry(s, battle.attackers):
        yield Shift("defender", columns, msg("attackers without supply"), rule)
    if _any_hungry(s, (*battle.defenders, *battle.defence)):
        yield Shift("attacker", columns, msg("defenders without supply"), rule)


def _any_hungry(s: Situation, pieces: Iterable[str]) -> bool:
    return any(arm(s, piece) == LAND and not supplied(s, piece) for piece in pieces)


def _crowd(s: Situation, battle: Battle) -> Iterator[Shift]:
    """Yield the shift against a hex with more defenders than it holds."""
    if overfull(s, battle.defender, battle.target):
        columns = s.terms(OverstackTerms).overstack_shift
        yield Shift("attacker", columns, msg("too many defenders"), clause(s, "overstack"))


class AircraftAndShifts:
    """A part: aircraft over the hex; columns for ground, sieges, formations, supply, crowds."""

    @hookimpl
    def combat_parts(self, s: Situation, battle: Battle) -> list[Part]:
        return list(air_parts(s, battle))

    @hookimpl
    def combat_shifts(self, s: Situation, battle: Battle) -> list[Shift]:
        return combat_shifts(s, battle)
