"""An engagement of ships: the dice, the multipliers of both sides, their hits (7.1.2-2 to -12)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine import Step, hex_ref, msg, side_ref
from tabuleiro.rules.clauses import clause
from tabuleiro.rules.combat.reckoning import kept_reckoning
from tabuleiro_filipinas.forces import turn_up
from tabuleiro_filipinas.naval_losses import NavalLosses
from tabuleiro_filipinas.naval_reckoning import (
    TABLE,
    engagement,
    engagement_sum,
    firepower,
    multipliers,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tabuleiro.engine import Change, Situation

__all__ = ["Engage", "ships_of"]


class Engage(Step, frozen=True):
    """An engagement: two dice, the multipliers of both sides, their hits (7.1.2-2 to -12)."""

    side: str
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]

    def run(self, change: Change) -> None:
        """Turn all of them up, throw, and let first the attacker, then the defender give hits."""
        rule, enemy = clause(change, "naval-combat"), change.enemy(self.side)
        for force in (*self.attackers, *self.defenders):
            turn_up(change, force, rule)
        mine, theirs = (ships_of(change, some) for some in (self.attackers, self.defenders))
        change.finish()
        if not mine or not theirs:
            return
        place = change.whereabouts(theirs[0])
        fight = engagement(change, place, mine, theirs)
        table = change.module.values[TABLE]
        why = msg("naval combat off {hex}", hex=hex_ref(place))
        faces = change.roll(table.dice, self.side, why, rule, die=table.die)
        ours, others = multipliers(table, fight.column, sum(faces))
        points = (firepower(ours, fight.attacker.guns), firepower(others, fight.defender.guns))
        change.say(
            msg("Naval combat off {hex}: {side} {attack} against {defence}, column {column}; dice "
                "{dice}: {code}. Points of fire: {side} {a}, {enemy} {b}.", hex=hex_ref(place),
                side=side_ref(self.side), enemy=side_ref(enemy), attack=fight.attacker.total,
                defence=fight.defender.total, column=table.columns[fight.column].label,
                dice=" + ".join(map(str, faces)), code=table.cell(fight.column, sum(faces)),
                a=points[0], b=points[1]),
            rule,
            reckoning=kept_reckoning(engagement_sum(change, fight)),
            code=table.cell(fight.column, sum(faces)),
            faces=list(faces),
            points={self.side: points[0], enemy: points[1]},
        )  # fmt: skip
        hits = clause(change, "naval-hits")
        change.push(NavalLosses(self.side, theirs, points[0], hits),
                    NavalLosses(enemy, mine, points[1], hits))  # fmt: skip


def ships_of(s: Situation, some: Iterable[str]) -> tuple[str, ...]:
    """Return the ships of some forces, in an order that does not tell in which they were formed."""
    return tuple(sorted(ship for force in some for ship in s.inside(force)))
