"""Who flies on a mission: bombers until the best column is reached, fighters to bring them there.

Against ships the side that may do so dives (`dives`); what no dive can hurt is left to others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tabuleiro.rules.air.aircraft_orders import FlyAsBomber, FlyAsFighter
from tabuleiro.rules.air.mission_plan import BOMBER, FIGHTER
from tabuleiro.rules.combat.draft import Cancel, Confirm
from tabuleiro.rules.ground.land_units import land_at
from tabuleiro_filipinas.advice.dives import dives
from tabuleiro_filipinas.advice.help_for_troops import MOST_SUPPORT
from tabuleiro_filipinas.advice.outlook import below_the_top
from tabuleiro_filipinas.advice.sea_fight import worth_of_ship
from tabuleiro_filipinas.air_errands import sending_objections
from tabuleiro_filipinas.air_missions import KAMIKAZE, SHIP, SUPPORT, TROOPS, sorties_over
from tabuleiro_filipinas.air_planning import FlyAsKamikaze
from tabuleiro_filipinas.aircraft import power, ready
from tabuleiro_filipinas.forces import force_at
from tabuleiro_filipinas.parameters.air import AirTerms

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tabuleiro.engine import Action, Question, Situation
    from tabuleiro.engine.seat import Imagined

__all__ = ["Packages", "divers", "package", "prize"]

_BEST: Final = 31
"""Points of the last column of the table of bombardment."""
_MOST: Final = 10
"""Aircraft of one mission, escorts not counted."""
_ESCORTS: Final = 4


def prize(s: Situation, side: str, place: str) -> float:
    """Return what the enemy ships seen in a hex are worth."""
    ships = [p for f in force_at(s, s.enemy(side), place) for p in s.inside(f)]
    return sum(worth_of_ship(s, p) for p in ships)


def divers(s: Situation, side: str, place: str) -> tuple[list[str], float]:
    """Return who dives at the ships of a hex, the worst with a bomb first, and what for."""
    armed = [p for p in _able(s, side, SHIP, place, KAMIKAZE) if s.value(p, "land")]
    armed.sort(key=lambda p: (s.value(p, "air"), -s.value(p, "land"), p))
    number, worth = dives(s, side, place, len(armed))
    return armed[:number], worth


class Packages:
    """The draft of one mission after the other."""

    def __init__(self) -> None:
        """Begin with nobody chosen."""
        self._chosen: list[Action] | None = None

    def next(self, game: Imagined, s: Situation, side: str, decision: Question) -> Action:
        """Return who joins next; then that they fly, or that nobody does."""
        data = decision.data
        if self._chosen is None:
            self._chosen = package(s, side, str(data["errand"]), str(data["target"]))
        while self._chosen:
            action = self._chosen.pop(0)
            if game.check(action):
                return action
        self._chosen = None
        return Confirm() if game.check(Confirm()) else Cancel()


def package(s: Situation, side: str, errand: str, place: str) -> list[Action]:
    """Return who flies on a mission, nobody if it is not worth it."""
    bombers = _able(s, side, errand, place, BOMBER)
    fighters = _able(s, side, errand, place, FIGHTER)
    if errand == SHIP and side == s.terms(AirTerms).kamikaze.side:
        return _dive(s, side, place, fighters)
    wanted = MOST_SUPPORT if errand == SUPPORT else _BEST / _crowd(s, side, errand, place)
    value = "land"
    bombers.sort(key=lambda p: (-power(s, p, value, place), -power(s, p, "air", place), p))
    chosen: list[str] = []
    points = sum(power(s, o.piece, value, place) for o in sorties_over(s, place, side))
    for piece in bombers:
        if points >= wanted or len(chosen) >= _MOST:
            break
        if power(s, piece, value, place):
            chosen.append(piece)
            points += power(s, piece, value, place)
    if not chosen or (errand not in {SUPPORT, SHIP} and points < wanted / 3):
        return []
    escorts = [p for p in fighters if p not in chosen]
    escorts.sort(key=lambda p: (-power(s, p, "air", place), power(s, p, value, place), p))
    number = 0 if errand == SUPPORT else _ESCORTS
    return [*map(FlyAsBomber, chosen), *map(FlyAsFighter, escorts[:number])]


def _crowd(s: Situation, side: str, errand: str, place: str) -> int:
    """Return by how much the points of bombers count: once for each of the troops (6.3.2-1)."""
    enemy = s.enemy(side)
    seen = (*land_at(s, place, enemy), *below_the_top(s, enemy, place))
    return max(len(seen), 1) if errand == TROOPS else 1


def _able(s: Situation, side: str, errand: str, place: str, role: str) -> list[str]:
    return [p for p in ready(s, side)
            if not sending_objections(s, p, errand, place, role, night=False)]  # fmt: skip


def _dive(s: Situation, side: str, place: str, fighters: Sequence[str]) -> list[Action]:
    """Return the dives at what they can hurt, and some escort."""
    chosen, _worth = divers(s, side, place)
    if not chosen:
        return []
    escorts = [p for p in fighters if p not in chosen]
    escorts.sort(key=lambda p: (-s.value(p, "air"), p))
    return [*map(FlyAsKamikaze, chosen), *map(FlyAsFighter, escorts[:_ESCORTS])]
