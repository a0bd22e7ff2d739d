"""Aircraft and ships: who may be struck at sea, planning strikes, decks that are lost (6.1-22).

What bombs and dives do to ships other rules say (`ship_strike_steps`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tabuleiro.engine import Action, AskingStep, Decision, Question, Step, Verdict, msg
from tabuleiro.engine.knowledge import Knowledge, Level
from tabuleiro.hooks import hookimpl
from tabuleiro_filipinas.air_bases import field_limits, naval_air
from tabuleiro_filipinas.air_missions import sorties
from tabuleiro_filipinas.air_planning import CallOff, PlanMission, StrikeShips, mission_plans
from tabuleiro_filipinas.air_transfers import FleeBase
from tabuleiro_filipinas.moments import Moment
from tabuleiro_filipinas.own_business import OwnBusiness

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from tabuleiro.engine import Change, Situation

__all__ = ["AirAndShips", "DoneStriking", "PlanStrikes"]

_FORCES: Final = "forces-"
"""The fact of each side about its forces at sea, which all see."""


def _forces(s: Situation, side: str) -> Mapping[str, Mapping[str, Any]]:
    """Return the forces of a side at sea, each with what the table sees of it."""
    found: Mapping[str, Mapping[str, Any]] = s.position.facts.get(_FORCES + side, {})
    return found


class DoneStriking(Action, frozen=True):
    """Send nobody else against ships."""


class PlanStrikes(OwnBusiness, AskingStep, frozen=True):
    """A side plans its missions against the ships that it has found; then the other answers."""

    always = (DoneStriking(),)
    side: str

    def question(self, s: Situation) -> Question | None:
        """Ask the side, if it could send anybody, or has."""
        if not any(self._plans(s)) and not any(self._back(s)):
            return None
        known = Decision(
            self.side,
            msg("Send aircraft against the ships that were found."),
            "filipinas-6.1-22",
            actions=("strike-ships", "call-off", "done-striking"),
        )
        return Question(
            known,
            hexes=lambda: dict.fromkeys(plan.hex for plan in self._plans(s)),
        )

    def run(self, change: Change) -> None:
        """Nobody can fly."""
        change.finish()

    def _plans(self, s: Situation, piece: str | None = None) -> Iterator[PlanMission]:
        plans = mission_plans(s, self.side, (StrikeShips,), piece)
        return (plan for plan in plans if plan.verdict(s, self.side))

    def _back(self, s: Situation) -> Iterator[CallOff]:
        mine = (o for o in sorties(s).values() if s.side(o.piece) == self.side)
        return (CallOff(order.hex, order.piece) for order in mine)

    def legal(
        self, s: Situation, *, piece: str | None = None, hex: str | None = None
    ) -> Iterable[Action]:
        """List the targets, who can be called back, and the end."""
        for plan in self._plans(s, piece):
            if hex in {None, plan.hex}:
                yield plan
        for back in self._back(s):
            if piece in {None, back.aircraft} and hex in {None, back.hex}:
                yield back
        if piece is None and hex is None:
            yield from self.always

    def check(self, s: Situation, action: Action) -> Verdict:
        """Check a mission."""
        if isinstance(action, DoneStriking):
            return Verdict.yes()
        if isinstance(action, StrikeShips | CallOff):
            return action.verdict(s, self.side)
        if isinstance(action, PlanMission):
            message = msg("In this phase aircraft fly against ships alone.")
            return Verdict.no(message, rule="filipinas-6.3-4", topic="air")
        return super().check(s, action)

    def act(self, change: Change, action: Action) -> None:
        """Plan a mission, call somebody back, or end."""
        if isinstance(action, StrikeShips | CallOff):
            action.carry_out(change)
        else:
            change.finish()


def _busy_decks(s: Situation, side: str) -> Iterator[str]:
    """Yield the carriers of a side whose groups fly on a mission."""
    for order in sorties(s).values():
        ship = s.within(order.piece)
        if ship is not None and s.side(ship) == side:
            yield ship


class AirAndShips:
    """A part: strikes on ships are planned; what guns count; who loses his deck flees."""

    @hookimpl
    def steps_at(self, s: Situation, moment: Moment, side: str) -> list[Step]:
        return [PlanStrikes(s.enemy(side))] if moment is Moment.STRIKE else []

    @hookimpl
    def ship_targets(self, s: Situation, side: str) -> list[str]:
        seen = _forces(s, s.enemy(side)).items()
        found = (s.place(force) for force, told in seen
                 if told.get("detected") and force in s.position.pieces)  # fmt: skip
        return sorted({place for place in found if place in s.board.grid})

    @hookimpl
    def flak(self, s: Situation, place: str, side: str) -> list[int]:
        here = (force for force in _forces(s, side) if s.place(force) == place)
        return [s.value(ship, "combat") for force in here for ship in s.inside(force)]

    @hookimpl(optionalhook=True)
    def lose_their_deck(self, change: Change, ship: str, groups: tuple[str, ...]) -> list[Step]:
        return [FleeBase(change.side(ship), change.whereabouts(ship), groups)]

    @hookimpl
    def knowledge(self, s: Situation, viewer: str) -> list[Knowledge]:
        """Nobody else sees groups that have lost their deck before they come down."""
        steps = (step for step in s.position.agenda if isinstance(step, FleeBase))
        aloft = [p for step in steps for p in step.pieces if step.side != viewer]
        hidden = [p for p in aloft if naval_air(s, p) and s.place(p) not in field_limits(s)]
        return [Knowledge(dict.fromkeys(hidden, Level.NOTHING))] if hidden else []

    @hookimpl(optionalhook=True)
    def stays_at_sea(self, s: Situation, ship: str) -> list[str]:
        return ["filipinas-6.1-26"] if ship in _busy_decks(s, s.side(ship)) else []
