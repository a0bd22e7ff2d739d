"""Where land pieces do most good in a wide theatre: by march, over the sea, or on arrival.

One worth serves all: how near a place brings a piece to objectives, own ones in danger or those of
the enemy, whether it is supplied there, whom it can attack from there, and with how many others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tabuleiro.board import reachable
from tabuleiro.rules.ground.land_units import holds_ground, land_units
from tabuleiro.rules.ground.movement_points import profile
from tabuleiro_papua.advice.ground import Clash, scarcity
from tabuleiro_papua.coasts import ports
from tabuleiro_papua.supply_lines import hex_supplied

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tabuleiro.rules.advice.sense import Sense

__all__ = ["Theatre"]

_FADES: Final = 0.75
"""What is left of the worth of a goal for each turn of marching to it."""
_SHARE: Final = 0.25
"""How much less a goal is worth to each further piece that goes for it."""
_GUARD: Final = 0.8
"""The part of its worth that brings guards to an objective that is held; the weaker guard more."""
_QUIET: Final = 0.2
"""The same if no enemy is anywhere near."""
_HOLDS: Final = 0.4
"""The part of its worth that keeps a piece on an objective in danger, and brings it onto one."""
_ALARM: Final = 8
_STARVING: Final = 4.0
_EXPOSED: Final = 1.5
_QUAY: Final = 0.4
_CLOSE: Final = 2
_ENOUGH: Final = 6
"""So many pieces are reckoned with in an attack that is being prepared."""
_TIRED: Final = 2.0


class Theatre:
    """What places are worth to the land pieces of a side in one phase."""

    def __init__(self, sense: Sense) -> None:
        """Look at the map."""
        s = sense.s
        self.sense = sense
        self.goals = {place: worth for place, worth in sense.stakes.goals.items() if worth > 0}
        self.enemies = land_units(s, sense.enemy)
        self._planned = {place: len(own) for place, own in land_units(s, sense.side).items()}
        self._fields: dict[tuple[str, str], Mapping[int, tuple[int, int]]] = {}
        self._promises: dict[str, float] = {}

    def plan(self, piece: str, place: str) -> None:
        """Reckon with a piece in another place from now on."""
        here = self.sense.s.place(piece)
        self._planned[here] = self._planned.get(here, 0) - 1
        self._planned[place] = self._planned.get(place, 0) + 1

    def best(self, piece: str, places: Iterable[str]) -> tuple[float, str] | None:
        """Return the place that is worth most to a piece, with its worth."""
        found = ((self.worth(piece, place), place) for place in places)
        return max(found, default=None)

    def worth(self, piece: str, place: str) -> float:
        """Return what it is worth that a piece stands in a place."""
        s, sense = self.sense.s, self.sense
        worth = max((self._pull(piece, place, goal) for goal in self.goals), default=0.0)
        if place not in s.board.grid:
            return worth
        if not hex_supplied(s, sense.side, place):
            worth -= _STARVING
        if worth < 1 and place in ports(s):
            worth += _QUAY
        near = [h for h in s.board.grid.neighbours(place) if h in self.enemies]
        if near:
            promise = max(self._promise(h) for h in near)
            worth += promise if promise > 0 else -_EXPOSED
            if s.piece(piece).losses:
                worth -= _TIRED
        worth += self._possession(piece, place)
        return worth - 0.1 * self._others(piece, place)

    def _possession(self, piece: str, place: str) -> float:
        """Return what it is worth to stand on an objective that nobody else holds or guards."""
        if place not in self.goals or self._others(piece, place) > 0:
            return 0.0
        if place not in self.sense.wanted() and self._gap(place) > _ALARM:
            return 0.0
        return _HOLDS * self.goals[place] / 2

    def _others(self, piece: str, place: str) -> int:
        return self._planned.get(place, 0) - (self.sense.s.place(piece) == place)

    def _pull(self, piece: str, place: str, goal: str) -> float:
        """Return how much an objective draws a piece to a place."""
        s = self.sense.s
        if place not in s.board.grid:
            return 0.0
        entry = self._field(piece, goal).get(s.board.grid.index(place))
        if entry is None:
            return 0.0
        turns = entry[0] / max(2 * s.value(piece, "move"), 1)
        rivals = sum(
            count for hex, count in self._planned.items()
            if hex in s.board.grid and s.board.grid.distance(hex, goal) <= _CLOSE
        )  # fmt: skip
        here = s.place(piece)
        if here in s.board.grid and s.board.grid.distance(here, goal) <= _CLOSE:
            rivals -= 1
        share = 1 + _SHARE * max(rivals, 0)
        return float(self._need(goal) * _FADES**turns / share)

    def _need(self, goal: str) -> float:
        """Return what an objective is worth now: to take it, or to guard it."""
        sense = self.sense
        whole = self.goals[goal] / 2
        if goal in sense.wanted() or goal in self.enemies:
            return whole
        if self._gap(goal) > _ALARM:
            return whole * _QUIET
        return whole * min(_GUARD * scarcity(sense), 1.0)

    def _gap(self, place: str) -> int:
        """Return how far the nearest enemy on land is."""
        grid = self.sense.s.board.grid
        return min((grid.distance(place, h) for h in self.enemies if h in grid), default=99)

    def _field(self, piece: str, goal: str) -> Mapping[int, tuple[int, int]]:
        """Return the price of the way to an objective from everywhere."""
        s = self.sense.s
        key = (str(s.counter(piece).movement_class), goal)
        if key not in self._fields:
            self._fields[key] = reachable(profile(s, piece).costs, [s.board.grid.index(goal)])
        return self._fields[key]

    def _promise(self, target: str) -> float:
        """Return what an attack on a hex promises to those who can soon be next to it."""
        if target not in self._promises:
            s, sense = self.sense.s, self.sense
            close = [
                piece for place, own in land_units(s, sense.side).items()
                if place in s.board.grid and s.board.grid.distance(place, target) <= _CLOSE + 1
                for piece in own if holds_ground(s, piece)
            ]  # fmt: skip
            close.sort(key=lambda piece: (-sense.strength(piece, "attack"), piece))
            chosen = close[:_ENOUGH]
            self._promises[target] = Clash(sense, target).worth(chosen) if chosen else -1.0
        return self._promises[target]
