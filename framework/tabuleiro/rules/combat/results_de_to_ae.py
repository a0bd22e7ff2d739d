"""Results of the ladder, from DE to AE: who loses a step, who gives way, who may advance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.hooks import hookimpl
from tabuleiro.rules.clauses import clause
from tabuleiro.rules.combat.advance import Advancing
from tabuleiro.rules.combat.battle import FOUGHT
from tabuleiro.rules.combat.losses import Exchange, TakeLoss
from tabuleiro.rules.combat.retreat import Retreating

if TYPE_CHECKING:
    from tabuleiro.engine import Situation, Step
    from tabuleiro.rules.combat.battle import Battle

__all__ = ["LadderResults", "ladder_steps"]


class LadderResults:
    """A part: the results of the ladder and of the bombardment table."""

    tables = FOUGHT
    results = ("DE", "DRB", "DRI", "DVB", "DVI", "AVI", "AVB", "ARI", "ARB", "AE", "EMP", "IMP",
               "DI", "DB")  # fmt: skip
    """The codes that it carries out; those of the tables are checked by them."""

    @hookimpl
    def result_steps(self, s: Situation, battle: Battle, code: str) -> list[Step] | None:
        return ladder_steps(s, battle, code)


def ladder_steps(s: Situation, battle: Battle, code: str) -> list[Step] | None:
    """Return the steps of one code: the defender's or the attacker's part of a result."""
    attack, defence = battle.attackers, battle.defenders
    rule = clause(s, f"result-{code.lower()}")

    def loss(*, attacker: bool, kill: bool = False) -> Step:
        if attacker:
            return TakeLoss(battle.attacker, attack, rule, kill)
        return TakeLoss(battle.defender, defence, rule, kill)

    back = Retreating(battle.attacker, attack)
    away = Retreating(battle.defender, defence)
    then = s.rules.steps_before_advance(s=s, battle=battle)
    steps: dict[str, list[Step]] = {
        "DE": [loss(attacker=False, kill=True), away],
        "DRB": [loss(attacker=False), away],
        "DRI": [away],
        "DVB": [loss(attacker=False)],
        "DVI": [],
        "AVI": [*then, Advancing(battle, attack)],
        "AVB": [loss(attacker=True), *then, Advancing(battle, attack)],
        "ARI": [back],
        "ARB": [loss(attacker=True), back],
        "AE": [loss(attacker=True, kill=True), back],
        "EMP": [Exchange(battle.defender, battle.attacker, defence, attack), away, *then],
        "IMP": then,
        "DI": [],
        "DB": [loss(attacker=False)],
    }
    return steps.get(code)
