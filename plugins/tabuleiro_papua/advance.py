"""Advance in Papua: one hex, and none where the last defender held out (5.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine import Objection, hex_ref, msg
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.clauses import object_to
from tabuleiro.rules.combat.advance import held_to_the_last, stays_behind
from tabuleiro.rules.combat.battle import Battle

if TYPE_CHECKING:
    from tabuleiro.engine import Situation

__all__ = ["AdvanceOneHex", "HeldToTheLast"]


class AdvanceOneHex:
    """A part: victors advance one hex; artillery stays where it is."""

    @hookimpl
    def advance_objections(self, s: Situation, piece: str) -> list[Objection]:
        return stays_behind(s, piece)

    @hookimpl
    def advance_reach(self) -> int:
        return 1


class HeldToTheLast:
    """A part: nobody advances into a coast whose last defender held it."""

    @hookimpl
    def advance_objections(self, s: Situation, battle: Battle) -> list[Objection]:
        if not held_to_the_last(s, battle.target):
            return []
        message = msg("{hex} was held to the last.", hex=hex_ref(battle.target))
        return [object_to(s, message, "no-advance", "advance", hexes=(battle.target,))]
