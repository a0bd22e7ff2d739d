"""Where aircraft are based: on the nearest fields from which they reach what is fought for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tabuleiro.rules.ground.land_units import land_units
from tabuleiro_filipinas.advice.outlook import look
from tabuleiro_filipinas.air_transfers import ChangeBase, transfers
from tabuleiro_filipinas.aircraft import FLOWN, TRANSFERRED, aircraft, embarked, fights
from tabuleiro_filipinas.displaced_places import within

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tabuleiro.engine import Action, Situation

__all__ = ["Basing", "fronts", "reached"]

_FRONTS: Final = 14
_MOVES: Final = 12
"""Aircraft that change base in one phase."""
_DANGER: Final = 3
_INTERCEPTS: Final = 10


def fronts(s: Situation, side: str) -> tuple[str, ...]:
    """Return hexes that are fought for: troops that stand next to each other, then goals."""
    mine, theirs = land_units(s, side), land_units(s, s.enemy(side))
    near = s.board.grid.within
    met = [h for h in theirs if any(n in mine for n in near(h, 2))]
    goals = look(s, side).stakes.goals
    others = sorted((h for h in goals if h in s.board.grid), key=lambda h: (-goals[h], h))
    return tuple(dict.fromkeys((*sorted(met), *others)))[:_FRONTS]


def reached(s: Situation, piece: str, place: str, hexes: Sequence[str]) -> int:
    """Return how many of some hexes an aircraft reaches from a place; fighters to intercept."""
    far = s.value(piece, "range")
    if fights(s, piece):
        near = sum(within(s, place, h, min(far, _INTERCEPTS)) for h in hexes)
        return near + sum(within(s, place, h, far) for h in hexes)
    return sum(within(s, place, h, far) for h in hexes)


class Basing:
    """The changes of base in one phase, thought out once for each aircraft."""

    def __init__(self) -> None:
        """Begin with all aircraft unasked."""
        self._asked: list[str] | None = None
        self._moves = 0

    def next(self, allowed: Callable[[Action], object], s: Situation, side: str) -> Action | None:
        """Return the next change of base, None if nobody gains by one."""
        if self._asked is None:
            waiting = [p for box in s.board.boxes.values() if box.side == side
                       for p in s.at(box.id) if "air" in s.counter(p).tags]  # fmt: skip
            self._asked = sorted({*aircraft(s, side), *waiting})
            self._fronts = fronts(s, side)
            self._foes = land_units(s, s.enemy(side))
        while self._asked and self._moves < _MOVES:
            piece = self._asked.pop()
            if embarked(s, piece) or s.marked(piece, FLOWN) or s.marked(piece, TRANSFERRED):
                continue
            action = self._best(s, side, piece)
            if action is not None and allowed(action):
                self._moves += 1
                return action
        return None

    def _best(self, s: Situation, side: str, piece: str) -> ChangeBase | None:
        now = reached(s, piece, s.place(piece), self._fronts)
        if now >= len(self._fronts):
            return None
        best, most = None, float(now + 1)
        for action in transfers(s, side, piece):
            worth = reached(s, piece, action.hex, self._fronts) - self._danger(s, action.hex)
            if worth > most:
                best, most = action, worth
        return best

    def _danger(self, s: Situation, place: str) -> float:
        if place not in s.board.grid:
            return 0.0
        return 2.0 * sum(h in self._foes for h in s.board.grid.within(place, _DANGER))
