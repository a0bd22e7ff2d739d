"""Landfall: those who fought for a coast from the sea gain it, or are lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine import hex_ref, msg
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.clauses import object_to
from tabuleiro.rules.combat.battle import Battle
from tabuleiro.rules.combat.in_battle import InBattle
from tabuleiro.rules.ground.land_units import land_units
from tabuleiro.rules.sea.ashore import bring_ashore

if TYPE_CHECKING:
    from tabuleiro.engine import Change, Situation
    from tabuleiro.engine.verdicts import Objection

__all__ = ["HELD", "HeldToTheLast", "Landfall", "come_in", "held_to_the_last"]

HELD = "held-to-the-last"
"""The mark of a hex whose last defender fell where it stood: nobody takes it in this phase."""


def held_to_the_last(s: Situation, place: str) -> bool:
    """Return whether the last defender of a hex fell there by a loss that its owner chose."""
    return s.place_marked(place, HELD)


class Landfall(InBattle, frozen=True):
    """A battle for a coast is over: those before it come ashore, or are destroyed."""

    battle: Battle

    def fought(self) -> Battle:
        """Return the battle."""
        return self.battle

    def run(self, change: Change) -> None:
        """Bring them ashore."""
        change.finish()
        come_in(change, self.battle.attacker, self.battle.target)


def come_in(change: Change, side: str, place: str | None = None) -> None:
    """Put the pieces before a coast (or before any) ashore; those for whom it is closed are lost.

    It is closed as long as the enemy stands there, if it is full, and if its last defender held it.
    """
    enemy = change.enemy(side)

    def closed(hex: str) -> bool:
        return hex in land_units(change, enemy) or held_to_the_last(change, hex)

    bring_ashore(
        change, side, place, closed=closed, landed="assault-landing", lost="failed-landing"
    )


class HeldToTheLast:
    """A part: nobody advances into a coast whose last defender held it."""

    @hookimpl
    def advance_objections(self, s: Situation, battle: Battle) -> list[Objection]:
        if not held_to_the_last(s, battle.target):
            return []
        message = msg("{hex} was held to the last.", hex=hex_ref(battle.target))
        return [object_to(s, message, "no-advance", "advance", hexes=(battle.target,))]
