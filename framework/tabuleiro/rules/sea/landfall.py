"""Landfall: those who fought for a coast from the sea gain it, or are lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.rules.combat.advance import held_to_the_last
from tabuleiro.rules.combat.battle import Battle
from tabuleiro.rules.combat.in_battle import InBattle
from tabuleiro.rules.ground.land_units import land_units
from tabuleiro.rules.sea.ashore import bring_ashore

if TYPE_CHECKING:
    from tabuleiro.engine import Change

__all__ = ["Landfall", "come_in"]


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
