"""Ground combat of attrition games, wired to the hooks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine import hex_ref, msg, piece_ref
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.air.errands import alone_beside_aircraft
from tabuleiro.rules.clauses import object_to
from tabuleiro.rules.combat import loss_results as outcomes
from tabuleiro.rules.combat import more_shifts as columns
from tabuleiro.rules.combat.advance import stays_behind
from tabuleiro.rules.combat.announced_battles import DefenceAnswer
from tabuleiro.rules.combat.announcing import AttackPlan
from tabuleiro.rules.families.attrition_invariants import broken_rules
from tabuleiro.rules.recon.sealed import knowledge
from tabuleiro.rules.recon.secrecy import RESTORED
from tabuleiro.rules.sea.landfall import held_to_the_last

if TYPE_CHECKING:
    from tabuleiro.engine import Situation, Step
    from tabuleiro.engine.knowledge import Knowledge
    from tabuleiro.engine.verdicts import Objection
    from tabuleiro.rules.combat.battle import Battle, Part, Shift
    from tabuleiro.rules.combat.draft import Draft

__all__ = ["GroundCombat"]


class GroundCombat:
    """A part: who attacks, what counts, what comes of it."""

    @hookimpl
    def attack_objections(self, s: Situation, piece: str, target: str) -> list[Objection]:
        """Pieces restored in this turn do not attack; lonely paratroops not beside aircraft."""
        found = alone_beside_aircraft(s, piece, target)
        if s.marked(piece, RESTORED):
            message = msg("{piece} was restored in this turn and may not attack.",
                          piece=piece_ref(piece))  # fmt: skip
            found.append(object_to(s, message, "restored", "combat", pieces=(piece,)))
        return found

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
    def advance_objections(self, s: Situation, piece: str, battle: Battle) -> list[Objection]:
        """Artillery stays; so does everybody before a hex whose last defender held it."""
        found = stays_behind(s, piece)
        if held_to_the_last(s, battle.target):
            message = msg("{hex} was held to the last.", hex=hex_ref(battle.target))
            found.append(object_to(s, message, "no-advance", "advance", hexes=(battle.target,)))
        return found

    @hookimpl
    def advance_reach(self) -> int:
        """One hex."""
        return 1

    @hookimpl
    def knowledge(self, s: Situation, viewer: str) -> list[Knowledge]:
        return knowledge(s, viewer)

    @hookimpl
    def invariants(self, s: Situation) -> list[str]:
        """Enemies keep apart, pieces stand where they can."""
        return broken_rules(s)
