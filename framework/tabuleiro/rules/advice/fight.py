"""What an assault is worth before the dice, as the attacker sees it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

from tabuleiro.engine import msg
from tabuleiro.module.tables import sums
from tabuleiro.rules.combat.artillery import supports_in_range
from tabuleiro.rules.combat.battle import Battle, Shift
from tabuleiro.rules.combat.shifts import SiegeTerms, UnityTerms, complete_formations, shifted
from tabuleiro.rules.combat.terrain import cover
from tabuleiro.rules.ground.land_units import defender_of, enemy_troops, is_gun

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from tabuleiro.module import Module, OddsTable
    from tabuleiro.rules.advice.sense import Sense, Stakes

__all__ = ["Fight", "Means", "chances", "combat_table", "with_own"]

_SUPPORT: Final = 0.5
"""The part of the enemy guns in range that is reckoned with."""
_BACK: Final = 1.0
"""What it costs to be thrown back."""
_GUN_PRICE: Final = 0.05
_TRAPPED: Final = 0.5
"""The part of surrounded enemy pieces that a retreat is expected to cost."""
_CAUGHT: Final = 0.8
"""The same for its own."""


@dataclass(frozen=True)
class Means:
    """What is put into an assault, and what that is worth."""

    attackers: tuple[str, ...]
    guns: tuple[str, ...]
    air: int
    worth: float


@cache
def chances(dice: int, die: int = 6) -> Mapping[int, float]:
    """Return the chance of each sum of dice.

    >>> chances(2)[7] * 6
    1.0
    """
    return {total: ways / die**dice for total, ways in sums(dice, die).items()}


def combat_table(sense: Sense) -> OddsTable:
    """Return the table of this match for assaults."""
    table = sense.s.module.odds["combat"]
    variant = str(sense.s.options.get("combat-table"))
    return table.variant(variant) if variant in table.variants else table


def with_own(module: Module, parts: dict[str, float], stakes: Stakes) -> dict[str, float]:
    """Return what parts of results are worth, with those that a game has of its own.

    The table says it: ``like`` other parts, or a ``worth`` in units of either side.
    """
    for code, result in module.results.items():
        if result.worth is not None:
            parts[code] = result.worth * (stakes.kill if result.worth > 0 else stakes.die)
        elif result.like:
            parts[code] = sum(parts.get(part, 0.0) for part in result.like.split())
    return parts


class Fight:
    """A possible assault on a hex."""

    def __init__(
        self, sense: Sense, target: str, table: OddsTable | None = None, *, in_place: bool = False
    ) -> None:
        """Look at a hex with enemies; ``in_place``: those who attack stand where they attack."""
        s = sense.s
        self.sense = sense
        self.target = target
        self.table = table or combat_table(sense)
        self.defenders = enemy_troops(s, sense.side).get(target, ())
        self.enemy = defender_of(s, sense.side, target)
        guns = supports_in_range(s, self.enemy, target)
        self.defence = sense.total(self.defenders, "defense")
        self.defence += _SUPPORT * sense.total(guns, "attack")
        self._trapped = sense.trapped(target)
        self._unity = s.terms(UnityTerms).unity_shift
        self._left = self._unity * len(complete_formations(s, self.defenders))
        self._siege = self._siege_columns() if self._trapped else 0
        self._ground = sense.ground()
        self._worths: dict[tuple[int, bool, int], float] = {}
        self._covers: dict[frozenset[str], int] = {}
        self._in_place = in_place
        self._shifts: dict[tuple[str, ...], tuple[Shift, ...]] = {}

    def _siege_columns(self) -> int:
        """Return the columns for an attack on who cannot retreat."""
        return self.sense.s.terms(SiegeTerms).encirclement_shift

    def column(self, attack: float, origins: Iterable[str], pieces: Sequence[str]) -> int:
        """Return the column of an attack from some hexes by some pieces."""
        s = self.sense.s
        base = self.table.column(int(attack), max(1, round(self.defence)))
        shifts = self._declared(tuple(pieces))
        if shifts is None:
            right = self._siege + self._unity * len(complete_formations(s, pieces))
            left = self._left + self._cover(frozenset(origins))
            sums = (("attacker", right), ("defender", left))
            shifts = tuple(Shift(side, n, msg("{n}", n=n)) for side, n in sums)
        net = s.options.get("shifts") == "net"
        return shifted(base, shifts, len(self.table.columns), net=net)

    def _declared(self, pieces: tuple[str, ...]) -> tuple[Shift, ...] | None:
        """Return the shifts that the rules give to pieces in place; None if they must come yet."""
        if not self._in_place:
            return None
        if pieces not in self._shifts:
            s, sense = self.sense.s, self.sense
            battle = Battle("assault", sense.side, self.enemy, self.target, pieces,
                            defenders=self.defenders)  # fmt: skip
            self._shifts[pieces] = tuple(s.rules.combat_shifts(s=s, battle=battle))
        return self._shifts[pieces]

    def _cover(self, origins: frozenset[str]) -> int:
        if origins not in self._covers:
            s = self.sense.s
            self._covers[origins] = cover(s, self.target, sorted(origins), self.enemy)
        return self._covers[origins]

    def worth(self, column: int, pieces: Iterable[str]) -> float:
        """Return what the results of a column are worth to the attacker on the average."""
        pieces = tuple(pieces)
        frail = all(self.sense.last_step(piece) for piece in pieces)
        trapped = sum(self.sense.trapped(self.sense.s.place(piece)) for piece in pieces)
        key, s = (column, frail, trapped), self.sense.s
        if key not in self._worths:
            die = self.sense.stakes.die
            loss = die * (1 if frail else self.sense.stakes.hurt)
            back = _BACK + _CAUGHT * die * trapped
            parts = with_own(s.module, self._parts(loss, back), self.sense.stakes)
            self._worths[key] = sum(
                chance
                * sum(parts.get(part, 0.0) for part in self.table.cell(column, total).split())
                for total, chance in chances(self.table.dice, self.table.die).items()
            )
        return self._worths[key]

    def _parts(self, loss: float, back: float) -> dict[str, float]:
        """Return what each part of a result is worth; the rest is worth nothing."""
        stakes = self.sense.stakes
        hit = self.sense.loss(self.defenders, mine=False)
        away = self._ground + max(0.0, self.sense.wanted().get(self.target, 0.0)) * 0.8
        if self._trapped:
            away += _TRAPPED * stakes.kill * len(self.defenders)
        return {
            "DE": stakes.kill + away,
            "DRB": hit + away,
            "DRI": away,
            "DVB": hit,
            "AVB": -loss,
            "ARI": -back,
            "ARB": -loss - back,
            "AE": -stakes.die - back,
            "EMP": stakes.kill + away - stakes.die,
        }

    def best(self, attackers: Sequence[str], guns: Sequence[str], air: int, price: float) -> Means:
        """Return the best use of guns and air points beside some attackers.

        ``price`` is what an air point would be worth elsewhere.
        """
        s = self.sense.s
        origins = {s.place(piece) for piece in attackers}
        if attackers and all(is_gun(s, piece) for piece in attackers):
            air = 0
        own = self.sense.total(attackers, "attack")
        ranked = sorted(guns, key=lambda gun: (-self.sense.strength(gun, "attack"), gun))
        best = Means(tuple(attackers), (), 0, float("-inf"))
        for count in range(len(ranked) + 1):
            fire = own + self.sense.total(ranked[:count], "attack")
            for points in range(air + 1):
                column = self.column(fire + points, origins, attackers)
                worth = self.worth(column, attackers) - _GUN_PRICE * count - price * points
                if worth > best.worth:
                    best = Means(tuple(attackers), tuple(ranked[:count]), points, worth)
        return best
