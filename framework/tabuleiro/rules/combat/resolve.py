"""Resolving a battle: the column, the dice, the result, and what follows from it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine import events as ev
from tabuleiro.engine import hex_ref, msg
from tabuleiro.engine.data import plain
from tabuleiro.engine.messages import key_ref
from tabuleiro.rules.clauses import clause
from tabuleiro.rules.combat.battle import Battle
from tabuleiro.rules.combat.in_battle import InBattle
from tabuleiro.rules.combat.losses import HURT_HERE
from tabuleiro.rules.combat.odds import odds_of, result_of, table_of
from tabuleiro.rules.combat.retreat_ways import crowds_around, surrounded
from tabuleiro.rules.ground.land_units import land_at
from tabuleiro.rules.recon.covered import come_upon

if TYPE_CHECKING:
    from tabuleiro.engine import Change, Step

__all__ = ["BattleEnd", "Resolve"]


class Resolve(InBattle, frozen=True):
    """Throw the dice for a battle and carry out the result."""

    battle: Battle

    def fought(self) -> Battle:
        """Return the battle."""
        return self.battle

    def run(self, change: Change) -> None:
        """Find the column, throw the dice of the table, push the steps of the result."""
        battle = self.battle
        odds = odds_of(change, battle)
        if land_at(change, battle.target) and surrounded(change, battle.target):
            # The column tells that there is no room beside them.
            crowds = crowds_around(change, battle.target, battle.defender)
            come_upon(change, battle.attacker, crowds)
        hex = hex_ref(battle.target)
        guns = battle.kind == "bombardment"
        why = msg("bombardment of {hex}", hex=hex) if guns else msg("attack on {hex}", hex=hex)
        table = table_of(change, battle, odds)
        faces = change.roll(table.dice, battle.attacker, why, clause(change, "dice"), die=table.die)
        code = result_of(battle, table.cell(odds.column, sum(faces)))
        shifted = odds.base_label != odds.column_label
        came = {
            "column": odds.column_label,
            "dice": " + ".join(map(str, faces)),
            "result": [key_ref(f"result.{part}") for part in code.split()],
        }
        change.say(
            msg("{base} → {column}; dice {dice}: {result}.", base=odds.base_label, **came)
            if shifted
            else msg("{column}; dice {dice}: {result}.", **came),
            clause(change, "dice"),
            battle=plain(battle),
            odds=plain(odds),
            code=code,
            faces=list(faces),
        )
        steps = []
        for part in code.split():
            steps += _steps(change, battle, part)
        change.replace(BattleEnd(battle))
        change.push(*steps)


def _steps(change: Change, battle: Battle, code: str) -> list[Step]:
    """Return the steps of a code; signs alone need none, a code that nobody knows is an error."""
    found = change.rules.result_steps(s=change, battle=battle, code=code)
    if found is None and any(sign.isalpha() for sign in code):
        msg = f'no part of the rules carries out the result "{code}"'
        raise LookupError(msg)
    return found or []


class BattleEnd(InBattle, frozen=True):
    """A battle is over: what was remembered for its retreats is forgotten."""

    battle: Battle

    def fought(self) -> Battle:
        """Return the battle."""
        return self.battle

    def run(self, change: Change) -> None:
        """Clear the marks."""
        change.emit(ev.Cleared((HURT_HERE,), spent=False))
        change.finish()
