"""Squadrons in support: what aircraft over a hex add to a combat there, and who bombs it (6.2).

Aircraft help neither side where attackers stand in the very hex, and no attack by guns alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine import msg, piece_ref
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.clauses import clause
from tabuleiro.rules.combat.battle import Part
from tabuleiro.rules.ground.land_units import AIR, arm, is_gun
from tabuleiro_papua.air.airfields import AirTerms
from tabuleiro_papua.air.bombing_sum import AIR_ATTACK, bombed_as
from tabuleiro_papua.air.errands import errand_clause
from tabuleiro_papua.air.raid_draft import raiders
from tabuleiro_papua.air.raids import support_of
from tabuleiro_papua.shifts import at_close_quarters

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tabuleiro.engine import Situation
    from tabuleiro.rules.combat.battle import Battle

__all__ = ["SquadronsInSupport", "air_parts"]


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


class SquadronsInSupport:
    """A part: what aircraft over a hex, and bombers that are imagined, add to a battle."""

    @hookimpl
    def combat_parts(self, s: Situation, battle: Battle) -> list[Part]:
        return list(air_parts(s, battle))
