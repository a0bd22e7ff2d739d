"""The adviser of a computer player: each step of the sequence is answered by its subject."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tabuleiro.engine.actions import bare_actions
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.ground.movement_phase import EndPhase

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tabuleiro.engine import Action, Question, Situation
    from tabuleiro.engine.seat import Imagined
    from tabuleiro.hooks import Adviser

__all__ = ["Advising", "IslandAdviser"]


class Asked(NamedTuple):
    """What is asked, and in which situation."""

    game: Imagined
    s: Situation
    question: Question


class IslandAdviser:
    """Advises a side through one phase; what was decided in it stays decided."""

    def __init__(self, s: Situation, side: str) -> None:
        """Begin a phase."""
        from tabuleiro_filipinas.advice import (
            air_answers,
            air_bases_choice,
            air_packages,
            air_targets,
            fleet_orders,
            on_land,
            on_the_spot,
        )
        from tabuleiro_filipinas.advice.defender_fleet import battle_voyage, defender_voyages
        from tabuleiro_filipinas.advice.invader_fleet import invader_voyages, together
        from tabuleiro_filipinas.advice.outlook import defender

        self.side = side
        self._marching = on_land.Marching()
        self._announcing = on_land.Announcing()
        self._spot = on_the_spot.OnTheSpot()
        self._targets = air_targets.AirTargets()
        self._strikes = air_targets.AirTargets()
        self._packages = air_packages.Packages()
        self._answering = air_answers.AirAnswering()
        self._basing = air_bases_choice.Basing()
        holds = side == defender(s)
        self._fleet = fleet_orders.FleetOrders(
            defender_voyages if holds else invader_voyages, battle_voyage if holds else together
        )
        self._answers = self._by_step()

    def advise(self, game: Imagined, decision: Question) -> Action | None:
        """Return an action for what is asked; what has no answer ends as soon as it may."""
        s = game.situation
        top = type(s.position.top).__name__
        answer = self._answers.get(top)
        found = answer(Asked(game, s, decision)) if answer is not None else None
        if found is not None and game.check(found):
            return found
        return _plain(game, decision)

    def _by_step(self) -> Mapping[str, Callable[[Asked], Action | None]]:
        """Return who answers each step."""
        from tabuleiro_filipinas.advice import on_land, sea_fight, stores
        from tabuleiro_filipinas.advice.air_search import search_next
        from tabuleiro_filipinas.advice.replacing import replace_next

        side = self.side

        def at_sea(a: Asked) -> Action | None:
            return sea_fight.at_sea(a.game, a.s, side, a.question)

        def bear(a: Asked) -> Action | None:
            return on_land.bear(*a)

        return {
            # phase 1
            "HiddenPlacement": lambda a: stores.place_next(a.s, side, a.question),
            "Arrive": lambda a: stores.arrive(a.game, a.s, side),
            "LoadDecks": lambda a: stores.load_decks(a.game, a.s),
            "ReplaceLosses": lambda a: replace_next(a.game, a.s, side),
            # phase 2
            "NavalPhase": lambda a: self._fleet.next(a.game, a.s, side),
            "FormingForce": lambda a: self._fleet.form(a.game, a.s, side, _force(a.s)),
            "UnderWay": lambda a: self._fleet.sail(a.game, a.s, side, _force(a.s)),
            "Patrolled": at_sea,
            "NavalLosses": at_sea,
            # phases 3 and 4
            "SearchForForces": lambda a: search_next(a.game, a.s, side),
            "PlanStrikes": lambda a: self._strikes.strike(a.game, a.s, side),
            "StrikeInAction": lambda a: self._strikes.strike(a.game, a.s, side),
            "MissionDraft": lambda a: self._packages.next(a.game, a.s, side, a.question),
            "AirAnswer": lambda a: self._answering.next(a.game, a.s, side),
            "NavalActions": at_sea,
            "BattleOrder": at_sea,
            "AfterEngagement": at_sea,
            "MoveAside": at_sea,
            "Reserves": at_sea,
            "Pursuit": at_sea,
            # phase 5
            "MovementPhase": self._open_phase,
            "ShareSupply": lambda a: stores.go_without(a.s, side, a.question),
            "AnnounceWithDuty": lambda a: self._announcing.choose(*a),
            "DutifulPlan": lambda a: self._announcing.plan(*a),
            "ShoreOrders": lambda a: sea_fight.shore_fire(a.game, a.s, side),
            "ShipsLeave": lambda a: sea_fight.leave_or_stay(a.s, side, a.question),
            # phase 7
            "Battles": lambda a: on_land.next_battle(a.game, a.s, side),
            "Bombardments": lambda a: on_land.next_battle(a.game, a.s, side),
            "DefenceAnswer": lambda a: on_land.support_defence(a.game),
            "LossOrRetreat": bear,
            "LossesAndRetreat": bear,
            "Retreating": bear,
            "Displacement": bear,
            "Advancing": bear,
            "BluffAdvance": bear,
            "TakeLoss": bear,
            "ShareLosses": bear,
            "AircraftLosses": bear,
        }

    def _open_phase(self, asked: Asked) -> Action | None:
        """Land, march, feed, fly, change bases, hide: in this order."""
        game, s, decision = asked
        side = self.side
        found = (
            self._spot.before(game, s, side)
            or self._marching.next(s, side, decision.pieces)
            or self._spot.by_air(game, s, side)
        )
        if found is not None:
            return found
        attacked = self._marching.targets(s, side)
        return (
            self._targets.plan(game, s, side, attacked)
            or self._basing.next(game.check, s, side)
            or self._spot.after(game, s, side)
            or EndPhase()
        )


def _force(s: Situation) -> str:
    return str(getattr(s.position.top, "force", ""))


def _plain(game: Imagined, decision: Question) -> Action | None:
    """Return what ends the step, or the first thing that is allowed: nothing is left to chance."""
    ends = (action for action in bare_actions(decision) if not action.retracts)
    end = next((action for action in ends if game.check(action)), None)
    if end is not None:
        return end
    legal = game.legal()
    return next((action for action in legal if not action.retracts), next(iter(legal), None))


class Advising:
    """A part: who advises computer players."""

    @hookimpl
    def adviser(self, s: Situation, side: str) -> Adviser:
        return IslandAdviser(s, side)
