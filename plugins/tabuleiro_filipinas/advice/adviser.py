"""The adviser of a computer player: each step of the sequence is answered by its subject."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine.actions import bare_actions
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.ground.movement_phase import EndPhase

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tabuleiro.engine import Action, Question, Situation
    from tabuleiro.engine.seat import Imagined
    from tabuleiro.hooks import Adviser

__all__ = ["Advising", "IslandAdviser"]


class IslandAdviser:
    """Advises a side through one phase; what was decided in it stays decided."""

    def __init__(self, s: Situation, side: str) -> None:
        """Begin a phase."""
        from tabuleiro_filipinas.advice import air_answers, air_bases_choice, air_packages
        from tabuleiro_filipinas.advice import air_targets, fleet_orders, on_land, on_the_spot
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
        found = answer(game, s, decision) if answer is not None else None
        if found is not None and game.check(found):
            return found
        return _plain(game, s, decision)

    def _by_step(self) -> Mapping[str, Callable[[Imagined, Situation, Question], Action | None]]:
        """Return who answers each step."""
        from tabuleiro_filipinas.advice import on_land, sea_fight, stores
        from tabuleiro_filipinas.advice.air_search import search_next

        side = self.side
        bear = on_land.bear

        def at_sea(game: Imagined, s: Situation, decision: Question) -> Action | None:
            return sea_fight.at_sea(game, s, side, decision)

        return {
            # phase 1
            "FreePlacement": lambda g, s, d: stores.place_next(g, s, side, d),
            "Arrive": lambda g, s, d: stores.arrive(g, s, side),
            "LoadDecks": lambda g, s, d: stores.load_decks(g, s),
            "ReplaceLosses": lambda g, s, d: stores.replace_next(g, s),
            # phase 2
            "NavalPhase": lambda g, s, d: self._fleet.next(g, s, side),
            "FormingForce": lambda g, s, d: self._fleet.form(g, s, side, _force(s)),
            "UnderWay": lambda g, s, d: self._fleet.sail(g, s, side, _force(s)),
            "Patrolled": at_sea,
            "NavalLosses": at_sea,
            # phases 3 and 4
            "SearchForForces": lambda g, s, d: search_next(g, s, side),
            "PlanStrikes": lambda g, s, d: self._strikes.strike(g, s, side),
            "StrikeInAction": lambda g, s, d: self._strikes.strike(g, s, side),
            "MissionDraft": lambda g, s, d: self._packages.next(g, s, side, d),
            "AirAnswer": lambda g, s, d: self._answering.next(g, s, side),
            "NavalActions": at_sea,
            "BattleOrder": at_sea,
            "AfterEngagement": at_sea,
            "MoveAside": at_sea,
            "Reserves": at_sea,
            "Pursuit": at_sea,
            # phase 5
            "MovementPhase": self._open_phase,
            "ShareSupply": lambda g, s, d: stores.go_without(s, side, d),
            "AnnounceWithDuty": lambda g, s, d: self._announcing.choose(g, s, d),
            "DutifulPlan": lambda g, s, d: self._announcing.plan(g, s, d),
            "ShoreOrders": lambda g, s, d: sea_fight.shore_fire(g, s, side),
            "ShipsLeave": lambda g, s, d: sea_fight.leave_or_stay(s, side, d),
            # phase 7
            "Battles": lambda g, s, d: on_land.next_battle(g, s, side),
            "Bombardments": lambda g, s, d: on_land.next_battle(g, s, side),
            "DefenceAnswer": lambda g, s, d: on_land.support_defence(g),
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

    def _open_phase(self, game: Imagined, s: Situation, decision: Question) -> Action | None:
        """Land, march, fly, change bases, hide: in this order."""
        side = self.side
        found = self._spot.before(game, s, side) or self._marching.next(s, side, decision.pieces)
        if found is not None:
            return found
        attacked = self._marching.targets(s, side)
        return (
            self._targets.plan(game, s, side, attacked)
            or self._basing.next(game, s, side)
            or self._spot.after(game, s, side)
            or EndPhase()
        )


def _force(s: Situation) -> str:
    return str(getattr(s.position.top, "force", ""))


def _plain(game: Imagined, s: Situation, decision: Question) -> Action | None:
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
