"""Strengths: what pieces, guns and air points add to the sums of an attack and of a defence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine import msg, piece_ref
from tabuleiro.rules.air.air_points import part_of_points
from tabuleiro.rules.clauses import clause
from tabuleiro.rules.combat.battle import Battle, Part
from tabuleiro.rules.ground.land_units import AIR, arm

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tabuleiro.engine import Situation

__all__ = ["attack_parts", "defence_parts"]


def attack_parts(s: Situation, battle: Battle) -> Iterable[Part]:
    """Yield what pieces and air points add; squadrons are counted by ``combat_parts``."""
    for piece in (*battle.attackers, *battle.support):
        if arm(s, piece) != AIR:
            yield _part(s, battle.attacker, piece, "attack", "attack-sum")
    if battle.air:
        yield part_of_points(s, battle.attacker, battle.air)


def defence_parts(s: Situation, battle: Battle) -> Iterable[Part]:
    """Yield what those under attack, and guns and air points in their defence, add."""
    for piece in battle.defenders:
        yield _part(s, battle.defender, piece, "defense", "defence-sum")
    for piece in battle.defence:
        yield _part(s, battle.defender, piece, "attack", "defence-support")
    if battle.defence_air:
        yield part_of_points(s, battle.defender, battle.defence_air)


def _part(s: Situation, side: str, piece: str, value: str, rule: str) -> Part:
    label = msg("{piece}", piece=piece_ref(piece))
    return Part(side, s.value(piece, value), label, clause(s, rule), piece)
