"""Imagined attacks: what a preview asks about squadrons that are named among those who attack."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.rules.air.bombing_sum import bombed_as
from tabuleiro.rules.air.errands import SUPPORT, errand_roles, sending_objections
from tabuleiro.rules.air.raid_draft import raiders
from tabuleiro.rules.air.sorties import BOMBER
from tabuleiro.rules.combat.declared_attacks import ASSAULT

if TYPE_CHECKING:
    from tabuleiro.engine import Situation
    from tabuleiro.engine.verdicts import Objection
    from tabuleiro.rules.combat.battle import Battle

__all__ = ["flight_objections"]


def flight_objections(s: Situation, battle: Battle, piece: str) -> list[Objection]:
    """Return reasons why a piece could not fly in an attack that somebody imagines."""
    errand = SUPPORT if battle.kind == ASSAULT else bombed_as(s, battle)
    sent = raiders(s, battle.attacker, errand, battle.target)
    if any(order.piece == piece for order in sent):
        return []
    able = errand_roles(s, piece, errand) if errand == SUPPORT else ()
    role = BOMBER if BOMBER in able or not able else able[0]
    return sending_objections(s, piece, errand, battle.target, role, night=False)
