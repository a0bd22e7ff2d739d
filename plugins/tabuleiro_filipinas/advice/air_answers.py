"""Answers in the air: fighters rise where they can win, bombers support an attacked stack."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tabuleiro.rules.air.aircraft_orders import DefendAsBomber, DoneReacting, Intercept
from tabuleiro.rules.air.mission_plan import FIGHTER
from tabuleiro.rules.combat.declared_attacks import announced
from tabuleiro_filipinas.air_missions import missions_of
from tabuleiro_filipinas.aircraft import fights, power

if TYPE_CHECKING:
    from tabuleiro.engine import Action, Situation
    from tabuleiro.engine.seat import Imagined

__all__ = ["AirAnswering"]

_FIGHTER: Final = 7
_BOMBER: Final = 4
"""What an enemy aircraft is taken to count, by its role."""
_ODDS: Final = 0.6
"""Fighters rise if they have so many times the strength of who flies there."""
_ENOUGH: Final = 1.3
_HELP: Final = 3


class AirAnswering:
    """The answer of a side, thought out once."""

    def __init__(self) -> None:
        """Begin with nobody sent."""
        self._sent: list[Action] | None = None

    def next(self, game: Imagined, s: Situation, side: str) -> Action:
        """Return who is sent next, or that all are sent."""
        if self._sent is None:
            self._sent = self._choose(game, s, side)
        while self._sent:
            action = self._sent.pop(0)
            if game.check(action):
                return action
        self._sent = None
        return DoneReacting()

    def _choose(self, game: Imagined, s: Situation, side: str) -> list[Action]:
        legal = game.legal()
        meets = [a for a in legal if isinstance(a, Intercept) and fights(s, a.piece)]
        found: list[Action] = []
        used: set[str] = set()
        for place in sorted({a.hex for a in meets}, key=lambda h: (-_strength(s, side, h), h)):
            able = [a for a in meets if a.hex == place and a.piece not in used]
            able.sort(key=lambda a: (-power(s, a.piece, "air", place), a.piece))
            theirs, mine = _strength(s, side, place), 0
            chosen: list[Action] = []
            for action in able:
                if mine >= _ENOUGH * theirs:
                    break
                mine += power(s, action.piece, "air", place)
                chosen.append(action)
            if theirs and mine >= _ODDS * theirs:
                found += chosen
                used.update(a.piece for a in chosen)  # type: ignore[attr-defined]
        for place in announced(s):
            helps = [a for a in legal if isinstance(a, DefendAsBomber) and a.hex == place
                     and a.piece not in used and power(s, a.piece, "land", place)]  # fmt: skip
            helps.sort(key=lambda a: (-power(s, a.piece, "land", place), a.piece))
            found += helps[:_HELP]
            used.update(a.piece for a in helps[:_HELP])
        return found


def _strength(s: Situation, side: str, place: str) -> int:
    """Return what the enemies that are seen over a place are taken to count."""
    total = 0
    for mission in missions_of(s, s.enemy(side), place):
        for kind, role, number in mission.flights:
            fighter = role == FIGHTER or "fighter" in s.module.unit_types[kind].tags
            total += number * (_FIGHTER if fighter else _BOMBER)
    return total
