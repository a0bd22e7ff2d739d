"""The rule hooks of ground combat, a part of the attrition family."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine import msg, piece_ref
from tabuleiro.hooks import hookimpl
from tabuleiro.mechanics.attrition import columns, outcomes
from tabuleiro.mechanics.attrition.announce import AttackPlan
from tabuleiro.mechanics.attrition.battles import DefenceAnswer
from tabuleiro.mechanics.attrition.landfall import held_to_the_last
from tabuleiro.mechanics.attrition.lawful import broken_rules
from tabuleiro.mechanics.attrition.replacements import RESTORED
from tabuleiro.mechanics.clauses import object_to
from tabuleiro.mechanics.secrecy import visibility

if TYPE_CHECKING:
    from tabuleiro.engine import Situation, Step
    from tabuleiro.engine.verdicts import Objection
    from tabuleiro.mechanics.battle import Battle, Part, Shift
    from tabuleiro.mechanics.draft import Draft

__all__ = ["CombatRules"]


class CombatRules:
    """Who attacks, what counts, what comes of it."""

    @hookimpl
    def attack_objections(self, s: Situation, piece: str) -> list[Objection]:
        """Pieces that were restored in this turn do not attack."""
        if not s.marked(piece, RESTORED):
            return []
        message = msg("{piece} was restored in this turn and may not attack.",
                      piece=piece_ref(piece))  # fmt: skip
        return [object_to(s, message, "restored", "combat", pieces=(piece,))]

    @hookimpl
    def declaration(self, battle: Battle, side: str) -> Draft:
        """Plans of attacks, and the answer of the defender."""
        if side == battle.attacker:
            return AttackPlan(side, battle.kind, battle.target)
        return DefenceAnswer(battle)

    @hookimpl
    def combat_parts(self, s: Situation, battle: Battle) -> list[Part]:
        """Aircraft over the hex."""
        return list(columns.air_parts(s, battle))

    @hookimpl
    def combat_shifts(self, s: Situation, battle: Battle) -> list[Shift]:
        """Ground, sieges, complete formations, supply, crowds."""
        return columns.combat_shifts(s, battle)

    @hookimpl
    def result_steps(self, s: Situation, battle: Battle, code: str) -> list[Step] | None:
        """Losses and retreats."""
        return outcomes.result_steps(s, battle, code)

    @hookimpl
    def advance_reach(self, s: Situation, piece: str, battle: Battle) -> int:
        """One hex, but for artillery; none into a hex whose last defender held it."""
        stays = "no-advance" in s.counter(piece).tags or held_to_the_last(s, battle.target)
        return 0 if stays else 1

    @hookimpl
    def piece_visibility(self, s: Situation, viewer: str, piece: str) -> str:
        """Enemy strengths stay hidden until an attack on them is announced."""
        return visibility(s, viewer, piece)

    @hookimpl
    def invariants(self, s: Situation) -> list[str]:
        """Enemies keep apart, pieces stand where they can."""
        return broken_rules(s)
