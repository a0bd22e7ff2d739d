"""What a computer player knows: strengths as far as they may be seen, and what is at stake."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from tabuleiro.engine import DEAD
from tabuleiro.engine import events as ev
from tabuleiro.rules.arrivals.out_of_contact import RecoveryTerms
from tabuleiro.rules.combat.retreat import surrounded
from tabuleiro.rules.ground.land_units import enemy_troops, land_units
from tabuleiro.rules.victory.control import controller
from tabuleiro.rules.victory.scoring import score

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tabuleiro.engine import Situation
    from tabuleiro.module import Module

__all__ = ["Sense", "Stakes", "margin", "stakes", "supposed"]

HIT: Final = 0.45
"""What a reduced piece has lost of the worth of a dead one."""
HEALS: Final = 0.1
"""The same for one's own where the side may turn up all that rest, not just some in a turn."""
CHASED: Final = 0.25
"""The same for an enemy's: it may be caught before it heals."""
_GROUND: Final = 1.0
_WAY: Final = 0.7
_LEAST: Final = 2.0
"""What a piece is worth at least, even where its death brings no points."""


@dataclass(frozen=True)
class Stakes:
    """What is worth how many points to a side."""

    kill: float
    """The death of an enemy piece."""
    die: float
    """What the death of a piece of its own costs."""
    goals: Mapping[str, float] = field(default_factory=dict)
    """Objectives by hex: how much it matters who holds them."""
    hit: float = HIT
    """The part of ``kill`` that a first loss of an enemy piece is worth."""
    hurt: float = HIT
    """The part of ``die`` that a first loss of its own costs."""


def margin(s: Situation, side: str) -> int:
    """Return by how many points a side would lead if the match ended now."""
    mine = s.friends(side)
    return sum(line.points if line.side in mine else -line.points for line in score(s))


def supposed(s: Situation, events: Iterable[ev.Event]) -> Situation:
    """Return the situation that events would lead to."""
    position = s.position
    for event in events:
        position = event.apply(position)
    return s.elsewhere(position)


def stakes(s: Situation, side: str) -> Stakes:
    """Return what is at stake, by asking the score what would be if."""
    now, enemies = margin(s, side), s.enemies(side)

    def death(of: str) -> float:
        piece = next((p for pieces in land_units(s, of).values() for p in pieces), None)
        if piece is None:
            return _LEAST
        return max(_LEAST, abs(margin(supposed(s, [ev.Moved(piece, DEAD)]), side) - now))

    goals = {}
    for goal in s.scenario.objectives:
        mine, *theirs = (
            margin(supposed(s, [ev.Controlled(goal.hex, who)]), side) for who in (side, *enemies)
        )
        goals[goal.hex] = float(mine - min(theirs, default=now))
    terms = s.terms_if_any(RecoveryTerms)
    slow = terms.per_turn if terms else {}
    chased = any(heals(s, who) and who not in slow for who in enemies)
    rests = heals(s, side) and side not in slow
    kill = max(map(death, enemies), default=_LEAST)
    return Stakes(kill, death(side), goals, CHASED if chased else HIT, HEALS if rests else HIT)


def heals(s: Situation, side: str) -> bool:
    """Return whether reduced pieces of a side recover when they are left alone."""
    terms = s.terms_if_any(RecoveryTerms)
    return terms is not None and side in terms.sides


class Sense:
    """A situation as a side may see it."""

    def __init__(self, s: Situation, side: str, worth: Stakes) -> None:
        """Take a situation, the side that looks at it, and what is at stake for it."""
        self.s = s
        self.side = side
        self.enemy = next(iter(s.enemies(side)), "")
        """The enemy; where there are several, the one that plays first."""
        self.stakes = worth

    def mirrored(self, enemy: str = "") -> Sense:
        """Return how an enemy sees it, as far as this side knows."""
        mine = self.stakes
        turned = Stakes(mine.die, mine.kill, mine.goals, mine.hurt, mine.hit)
        return Sense(self.s, enemy or self.enemy, turned)

    def strength(self, piece: str, name: str) -> float:
        """Return a value of a piece: exact if it may be seen, else what is usual for its type."""
        s = self.s
        if piece not in s.unknown:
            return float(s.value(piece, name))
        losses = s.piece(piece).losses
        usual = _usual(s.module, s.side(piece))
        return usual.get((s.counter(piece).type, name, losses), 1.0)

    def total(self, pieces: Iterable[str], name: str) -> float:
        """Return the sum of a value."""
        return sum(self.strength(piece, name) for piece in pieces)

    def trapped(self, place: str) -> bool:
        """Return whether there are pieces in a hex from which none can retreat."""
        s = self.s
        return s.cache_here(("bots", "trapped", place), lambda: self._stuck(place))

    def _stuck(self, place: str) -> bool:
        s = self.s
        return place in s.board.grid and bool(s.at(place)) and surrounded(s, place)

    def last_step(self, piece: str) -> bool:
        """Return whether the next loss eliminates a piece."""
        return self.s.piece(piece).losses + 1 >= self.s.counter(piece).steps

    def loss(self, pieces: Iterable[str], *, mine: bool) -> float:
        """Return what one loss among pieces is worth; its owner chooses the cheapest."""
        stakes = self.stakes
        whole, part = (stakes.die, stakes.hurt) if mine else (stakes.kill, stakes.hit)
        return whole if all(self.last_step(piece) for piece in pieces) else whole * part

    def gaps(self) -> dict[str, int]:
        """Return for each hex how far the nearest enemy is; nothing if there is none."""
        return self.s.cache_here(("bots", "gaps", self.side), self._find_gaps)

    def _find_gaps(self) -> dict[str, int]:
        neighbours = self.s.board.grid.neighbours
        found = dict.fromkeys(enemy_troops(self.s, self.side), 0)
        edge = list(found)
        while edge:
            farther: list[str] = []
            for here in edge:
                for there in neighbours(here):
                    if there not in found:
                        found[there] = found[here] + 1
                        farther.append(there)
            edge = farther
        return found

    def ground(self) -> float:
        """Return what it is worth to throw enemies out of a hex: it opens the way to objectives."""
        if not self.attacks():
            return _GROUND
        s = self.s
        left = (s.scenario.last_turn + 1 - s.turn) / (
            s.scenario.last_turn + 1 - s.scenario.first_turn
        )
        hexes = max(len(s.opposed(self.side)), 8)
        return _GROUND + _WAY * left * sum(self.wanted().values()) / hexes

    def attacks(self) -> bool:
        """Return whether the side wants objectives more than it has to hold any."""
        goals = self.stakes.goals
        held = sum(worth for place, worth in goals.items() if self._holds(place))
        return 2 * held < sum(goals.values())

    def wanted(self) -> dict[str, float]:
        """Return the objectives that are worth something and not in the side's power."""
        goals = self.stakes.goals.items()
        return {place: worth for place, worth in goals if worth > 0 and not self._holds(place)}

    def _holds(self, place: str) -> bool:
        return controller(self.s, place) == self.side


def _usual(module: Module, side: str) -> dict[tuple[str, str, int], float]:
    """Return the mean of each value by unit type, with each number of losses."""
    key = ("bots", "usual", side)
    found: dict[tuple[str, str, int], float] | None = module.memo.get(key)
    if found is None:
        lists: dict[tuple[str, str, int], list[int]] = {}
        for counter in module.counters.values():
            if counter.side == side:
                for name in counter.values:
                    for losses in range(max(counter.steps, 2)):
                        entry = (counter.type, name, losses)
                        lists.setdefault(entry, []).append(counter.value(name, losses=losses))
        found = {entry: sum(values) / len(values) for entry, values in lists.items()}
        module.memo[key] = found
    return found
