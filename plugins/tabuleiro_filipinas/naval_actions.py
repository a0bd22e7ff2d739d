"""Naval actions: who gives battle to whom, engagements, and what follows them (7.1.2).

The side whose turn it is attacks, hex by hex. An action has at most two engagements; between them
both sides stay or withdraw, reserves come up, pursuers follow (`naval_choices`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from tabuleiro.engine import (
    Action,
    AskingStep,
    Decision,
    PickingStep,
    Question,
    Verdict,
    hex_ref,
    msg,
    piece_ref,
)
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.clauses import clause
from tabuleiro.rules.combat.draft import Confirm
from tabuleiro_filipinas.forces import force_at
from tabuleiro_filipinas.moments import Moment
from tabuleiro_filipinas.naval_choices import begin_engagement
from tabuleiro_filipinas.naval_contact import foes_in_reach
from tabuleiro_filipinas.naval_engagement import ships_of
from tabuleiro_filipinas.naval_reckoning import engagement, engagement_sum
from tabuleiro_filipinas.weather import MONSOON, weather_at

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tabuleiro.engine import Change, Situation, Step
    from tabuleiro.rules.combat.reckoning import Reckoning

__all__ = ["BattleOrder", "GiveBattle", "JoinBattle", "NavalActions", "NavalCombat"]


class GiveBattle(Action, frozen=True):
    """A force gives battle to the enemy ships of a hex next to it."""

    piece: str
    hex: str


class JoinBattle(Action, frozen=True):
    """Another force next to that hex takes part."""

    piece: str


class NavalActions(AskingStep, frozen=True):
    """A side fights its naval actions, each of its forces next to enemy ships one (7.1.2-24)."""

    side: str
    fought: tuple[str, ...] = ()

    def question(self, s: Situation) -> Question | None:
        """Ask for the next action, as long as enemies are next to each other."""
        found = foes_in_reach(s, self.side, self.fought)
        if not found:
            return None
        own = tuple(dict.fromkeys(force for near in found.values() for force in near))
        return Question(
            Decision(
                self.side, msg("Choose who gives battle to whom."), clause(s, "naval-combat"),
                "choose", pieces=own, hexes=tuple(found), actions=("give-battle",),
            )
        )  # fmt: skip

    def run(self, change: Change) -> None:
        """Nobody is next to an enemy any more."""
        change.finish()

    def legal(
        self, s: Situation, *, piece: str | None = None, hex: str | None = None
    ) -> Iterator[Action]:
        """List each force with each hex."""
        for place, near in foes_in_reach(s, self.side, self.fought).items():
            if hex in {None, place}:
                yield from (GiveBattle(force, place) for force in near if piece in {None, force})

    def check(self, s: Situation, action: Action) -> Verdict:
        """Check that the force is next to those enemies, and has not fought yet."""
        if not isinstance(action, GiveBattle):
            return super().check(s, action)
        return may_fight(s, self.side, self.fought, action.piece, action.hex)

    def act(self, change: Change, action: Action) -> None:
        """Begin the action; who else takes part is asked if anybody can."""
        assert isinstance(action, GiveBattle)  # noqa: S101 - checked
        change.push(BattleOrder(self.side, action.hex, (action.piece,), self.fought))


def may_fight(s: Situation, side: str, fought: Iterable[str], force: str, place: str) -> Verdict:
    """Return whether a force may attack the enemy ships of a hex."""
    if force in fought:
        message = msg("{piece} has fought in this phase.", piece=piece_ref(force))
        return Verdict.no(message, rule=clause(s, "naval-once"), pieces=(force,))
    enemies = [other for enemy in s.enemies(side) for other in force_at(s, enemy, place)]
    if enemies and weather_at(s, place) == MONSOON:
        message = msg("No ships fight in the monsoon over {hex}.", hex=hex_ref(place))
        return Verdict.no(message, rule=clause(s, "naval-monsoon"), hexes=(place,))
    if force in foes_in_reach(s, side, fought).get(place, ()):
        return Verdict.yes()
    message = msg("That force is not next to enemy ships in {hex}.", hex=hex_ref(place))
    return Verdict.no(message, rule=clause(s, "naval-combat"))


class BattleOrder(PickingStep, AskingStep, frozen=True):
    """A side gathers its forces for an action: all that are next to the enemy may take part."""

    always = (Confirm(),)
    pick = JoinBattle
    side: str
    hex: str
    forces: tuple[str, ...]
    fought: tuple[str, ...]

    def question(self, s: Situation) -> Question | None:
        """Ask who else joins, if anybody can."""
        others = self.pickable(s)
        if not others:
            return None
        return Question(
            Decision(
                self.side, msg("Choose who else fights the ships in {hex}.", hex=hex_ref(self.hex)),
                clause(s, "naval-once"), "choose", pieces=others, hexes=(self.hex,),
                actions=("join-battle", "confirm"),
            )
        )  # fmt: skip

    def pickable(self, s: Situation) -> tuple[str, ...]:
        """Return who else can join."""
        near = foes_in_reach(s, self.side, (*self.fought, *self.forces))
        return near.get(self.hex, ())

    def run(self, change: Change) -> None:
        """Nobody else can join: they fight."""
        self._fight(change)

    def not_picked(self, s: Situation, piece: str) -> Verdict:
        """Say why this one does not join."""
        return may_fight(s, self.side, (*self.fought, *self.forces), piece, self.hex)

    def act(self, change: Change, action: Action) -> None:
        """Let it join, or begin."""
        if isinstance(action, JoinBattle):
            change.replace(replace(self, forces=(*self.forces, action.piece)))
        else:
            self._fight(change)

    def _fight(self, change: Change) -> None:
        change.finish()
        top = change.position.top
        if isinstance(top, NavalActions):
            change.replace(replace(top, fought=(*top.fought, *self.forces)))
        defenders = force_at(change, change.enemy(self.side), self.hex)
        begin_engagement(change, self.side, self.forces, defenders, 1)


class NavalCombat:
    """A part: naval actions, after the strikes from the air (3.0-15)."""

    @hookimpl
    def steps_at(self, moment: Moment, side: str) -> list[Step]:
        return [NavalActions(side)] if moment is Moment.NAVAL_ACTIONS else []

    @hookimpl
    def reckonings(self, s: Situation) -> list[Reckoning]:
        """The sum of what is being gathered; ships that are not seen are not in it."""
        order = next((o for o in s.position.agenda if isinstance(o, BattleOrder)), None)
        if order is None:
            return []
        mine = ships_of(s, order.forces)
        theirs = ships_of(s, force_at(s, s.enemy(order.side), order.hex))
        if not mine or not theirs:
            return []
        return [engagement_sum(s, engagement(s, order.hex, mine, theirs))]
