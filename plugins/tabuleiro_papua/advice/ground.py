"""What a ground attack is worth where results count losses: ``D2 A1`` and the like."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tabuleiro.engine import DEAD, GONE
from tabuleiro.rules.advice.fight import chances, combat_table, with_own
from tabuleiro.rules.combat.battle import Battle
from tabuleiro.rules.combat.shifts import shifted
from tabuleiro.rules.ground.land_units import holds_ground, land_at
from tabuleiro_papua.air.raids import support_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tabuleiro.engine import Situation
    from tabuleiro.module import Module
    from tabuleiro.rules.advice.sense import Sense

__all__ = ["Clash", "scarcity"]

_STEP: Final = 0.5
"""What one loss is worth of a piece."""
_HELP: Final = 1.2
"""How much stronger the defence is reckoned for guns and aircraft that may help it."""
_SCARCE: Final = (0.7, 2.0)
"""The bounds of what being the weaker side makes of the price of a loss."""
_AWAY: Final = 1.5
"""What it is worth to throw the enemy out of a hex, and costs if one loss may be chosen instead."""
_TAKEN: Final = 0.5
"""The part of an objective that a won attack on it brings."""


class Clash:
    """A possible attack of land pieces on a hex."""

    def __init__(self, sense: Sense, target: str) -> None:
        """Look at a hex with enemies."""
        self.sense = sense
        self.target = target
        self.defenders = land_at(sense.s, target, sense.enemy)

    def worth(self, attackers: Sequence[str], guns: Sequence[str] = ()) -> float:
        """Return what an attack by these pieces is worth on the average, as far as one sees."""
        sense, s = self.sense, self.sense.s
        aircraft = support_of(s, self.target, sense.side)
        attack = sense.total((*attackers, *guns), "attack") + sense.total(aircraft, "land")
        defence = max(1.0, _HELP * sense.total(self.defenders, "defense"))
        table = combat_table(sense)
        battle = Battle("assault", sense.side, sense.enemy, self.target, tuple(attackers),
                        tuple(guns), defenders=self.defenders)  # fmt: skip
        shifts = tuple(s.rules.combat_shifts(s=s, battle=battle))
        base = table.column(int(attack), round(defence))
        column = shifted(base, shifts, len(table.columns), net=s.options.get("shifts") == "net")
        return sum(
            chance * self._value(table.cell(column, total))
            for total, chance in chances(table.dice, table.die).items()
        )

    def _value(self, cell: str) -> float:
        """Return what a result is worth: losses of both sides, and the hex."""
        stakes, s = self.sense.stakes, self.sense.s
        worth = 0.0
        for part in in_family(s.module, cell):
            if part in s.module.results and s.module.results[part].worth is not None:
                worth += with_own(s.module, {}, stakes)[part]
                continue
            if not part[1:].isdecimal():
                continue  # a code of the game's own, of which the table says nothing more
            losses = int(part[1:])
            if part[0] == "A":
                worth -= losses * stakes.die * _STEP * scarcity(self.sense)
                continue
            steps = sum(1 if self.sense.last_step(p) else 2 for p in self.defenders)
            worth += min(losses, steps) * stakes.kill * _STEP
            if losses > 1:
                worth += _AWAY + _TAKEN * self.sense.wanted().get(self.target, 0.0) / 2
        return worth


def in_family(module: Module, cell: str) -> Iterator[str]:
    """Yield the parts of a cell, in place of a game's own those that they are like."""
    for part in cell.split():
        result = module.results.get(part)
        yield from (result.like.split() if result is not None and result.like else (part,))


def scarcity(sense: Sense) -> float:
    """Return how many land pieces the enemy has, or expects, for each own one."""
    s = sense.s
    return s.cache_here(("bots", "scarcity", sense.side), lambda: _ratio(s, sense.side))


def _ratio(s: Situation, side: str) -> float:
    count = dict.fromkeys(s.module.sides, 0)
    for piece, state in s.position.pieces.items():
        if state.place not in {DEAD, GONE} and holds_ground(s, piece):
            count[s.side(piece)] += 1
    low, high = _SCARCE
    return min(max(count[s.enemy(side)] / max(count[side], 1), low), high)
