"""Planning missions: a target is named, then aircraft are assigned one by one, and confirmed.

Until it is confirmed nobody else knows of it. In its movement phase a side plans its missions among
its moves; in the strike phase it plans those against ships (6.1-22).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from tabuleiro.engine import (
    Action,
    Verdict,
    hex_ref,
    msg,
    piece_ref,
    side_ref,
)
from tabuleiro.engine.verdicts import Objection
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.air.aircraft_orders import JoinMission
from tabuleiro.rules.air.mission_plan import FIGHTER, MissionPlan
from tabuleiro.rules.ground.special_moves import SpecialMove
from tabuleiro_filipinas.air_errands import (
    RULES,
    anybody_near,
    night_objections,
    roles,
    sending_objections,
    suitable,
    suits,
    target_objections,
    targets,
)
from tabuleiro_filipinas.air_missions import (
    BOMBINGS,
    ESCORT,
    FIELD,
    KAMIKAZE,
    PORT,
    SHIP,
    SUPPORT,
    TROOPS,
    Sortie,
    group,
    launch,
    recall,
    sorties,
    tell_mission,
)
from tabuleiro_filipinas.aircraft import in_range, is_ready, ready
from tabuleiro_filipinas.parameters.air import AirTerms

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tabuleiro.engine import Change, Situation, Step
    from tabuleiro.engine.glance import Glance

__all__ = [
    "PLANS",
    "FlyAsKamikaze",
    "MissionDraft",
    "PlanMission",
    "PlannedMissions",
    "mission_plans",
]


class PlanMission(SpecialMove, frozen=True):
    """Plan a mission against a place: opens the draft in which aircraft are assigned."""

    abstract: ClassVar[bool] = True
    needs: ClassVar[str] = "air"
    errand: ClassVar[str]
    hex: str

    def verdict(self, s: Situation, side: str) -> Verdict:
        """Return whether there is a target, and somebody who could fly there."""
        found = target_objections(s, side, self.errand, self.hex)
        if found or anybody_near(s, side, self.errand, self.hex):
            return Verdict.of(found)
        message = msg("No aircraft of yours can fly there now on this errand.")
        able = suitable(s, side, self.errand)
        rule = "filipinas-2.2.2-13" if able else RULES[self.errand]
        return Verdict.of([Objection(message, rule, "air")])

    def carry_out(self, change: Change) -> None:
        """Open the draft; what joins a mission that was planned before keeps its hour."""
        side: str = getattr(change.position.top, "side", "")
        before = group(change, side, self.errand, self.hex)
        night = any(order.night for order in before)
        change.push(MissionDraft(side, self.errand, self.hex, night=night))


class FlySupport(PlanMission, frozen=True):
    """Support an attack of one's troops on a hex (6.2)."""

    errand = SUPPORT


class StrikeField(PlanMission, frozen=True):
    """Bomb an airfield, on the board or displaced (6.3.1)."""

    errand = FIELD


class StrikeTroops(PlanMission, frozen=True):
    """Bomb the land units of a hex (6.3.2)."""

    errand = TROOPS


class StrikePort(PlanMission, frozen=True):
    """Bomb a port (6.3.4)."""

    errand = PORT


class StrikeShips(PlanMission, frozen=True):
    """Attack detected ships (6.3.3)."""

    errand = SHIP


class GuardTransports(PlanMission, frozen=True):
    """Send fighters over a hex to which transports fly."""

    errand = ESCORT


PLANS = (FlySupport, StrikeField, StrikeTroops, StrikePort, StrikeShips, GuardTransports)


class CallOff(SpecialMove, frozen=True):
    """Call an aircraft back from a mission planned in this phase; it may be given another."""

    needs: ClassVar[str] = "air"
    retracts = True
    hex: str
    aircraft: str

    def verdict(self, s: Situation, side: str) -> Verdict:
        """Return whether it is on a mission."""
        order = sorties(s).get(self.aircraft)
        if order is not None and s.side(self.aircraft) == side and order.hex == self.hex:
            return Verdict.yes()
        message = msg("{piece} is on no mission there.", piece=piece_ref(self.aircraft))
        return Verdict.no(message, rule="filipinas-6.1-21")

    def told(self, glance: Glance) -> Action | None:
        """Which one comes back is nobody else's business."""
        return self if glance.is_own(self.aircraft) else None

    def carry_out(self, change: Change) -> None:
        """Take it back; escorts with nobody left to escort come back, too."""
        side, order = change.side(self.aircraft), sorties(change)[self.aircraft]
        recall(change, self.aircraft, unflown=True)
        left = group(change, side, order.mission, order.hex, night=order.night)
        if order.mission != ESCORT and all(one.role == FIGHTER for one in left):
            recall(change, *(one.piece for one in left), unflown=True)
        alone = group(change, side, ESCORT, order.hex)
        if alone and order.hex not in targets(change, side, ESCORT):
            recall(change, *(one.piece for one in alone), unflown=True)
        message = msg("{side}: an aircraft is called back from {hex}.", side=side_ref(side),
                      hex=hex_ref(order.hex))  # fmt: skip
        change.say(message, "filipinas-6.1-21")


def mission_plans(
    s: Situation, side: str, plans: Iterable[type[PlanMission]] = PLANS, piece: str | None = None
) -> Iterator[PlanMission]:
    """Yield the missions that a side might plan, or that an aircraft could fly."""
    if piece is not None and not is_ready(s, side, piece):
        return
    for plan in plans:
        able = suits(s, piece, plan.errand) if piece else suitable(s, side, plan.errand)
        for place in sorted(targets(s, side, plan.errand)) if able else ():
            if piece is None or _far(s, piece, plan.errand, place):
                yield plan(place)


def _far(s: Situation, piece: str, errand: str, place: str) -> bool:
    times = s.terms(AirTerms).kamikaze.range if KAMIKAZE in roles(s, piece, errand) else 1
    return in_range(s, piece, place, times)


class PlannedMissions:
    """A part: missions are planned among the moves of the open phase, and called off."""

    @hookimpl
    def special_moves(self, s: Situation, side: str, piece: str | None) -> list[SpecialMove]:
        mine = (o for o in sorties(s).values() if s.side(o.piece) == side)
        back = (CallOff(o.hex, o.piece) for o in mine if piece in {None, o.piece})
        return [*mission_plans(s, side, piece=piece), *back]


# ------------------------------------------------------------------------------ the draft


class FlyAsKamikaze(JoinMission, frozen=True):
    """Send an aircraft along that dives at a ship and does not return (6.8)."""


class MissionDraft(MissionPlan, frozen=True):
    """A side assigns aircraft to a mission; those assigned to it before fly together with them."""

    flies: ClassVar[Mapping[str, type[JoinMission]]] = {
        **MissionPlan.flies,
        KAMIKAZE: FlyAsKamikaze,
    }

    orders: tuple[Sortie, ...] = ()

    def told(self, s: Situation, viewer: str) -> Step | None:
        """Nobody else knows of a mission before it is confirmed."""
        return self if viewer == self.side else None

    def rule(self, s: Situation) -> str:
        """Return the clause of the errand."""
        return RULES[self.errand]

    def ready(self, s: Situation) -> Iterable[str]:
        """Return the aircraft that can fly now."""
        return ready(s, self.side)

    def roles(self, s: Situation, piece: str) -> Iterable[str]:
        """Return the roles in which an aircraft could fly on such an errand."""
        return roles(s, piece, self.errand)

    def objections(self, s: Situation, piece: str, role: str) -> list[Objection]:
        """Return reasons why an aircraft cannot fly in a role."""
        return sending_objections(s, piece, self.errand, self.hex, role, night=self.night)

    def before(self, s: Situation) -> tuple[Sortie, ...]:
        """Return what was assigned to the same mission before."""
        return group(s, self.side, self.errand, self.hex)

    def night_rule(self, s: Situation) -> str:
        """Return the clause on missions by night."""
        return "filipinas-6.5-1"

    def night_verdict(self, s: Situation) -> Verdict:
        """By night one bombs, and only who can (6.5)."""
        if self.errand not in BOMBINGS:
            message = msg("At night one may only bomb, drop supplies or jump.")
            return Verdict.of([Objection(message, "filipinas-6.5-1", "air")])
        return Verdict.of(
            [
                objection
                for order in self.orders
                for objection in night_objections(s, order.piece, self.errand, self.hex, order.role)
            ]
        )

    def leads(self, order: Sortie) -> bool:
        """Return whether one does more than escort the others."""
        return self.errand == ESCORT or order.role != FIGHTER

    def order(self, piece: str, role: str) -> Sortie:
        """Return what an aircraft that joins is told."""
        return Sortie(piece, self.hex, self.errand, role, self.night)

    def send(self, change: Change) -> None:
        """Send the aircraft off."""
        launch(change, *sorted(self.orders, key=lambda order: order.piece))  # not as they joined
        change.reveal()
        tell_mission(change, self.side, self.errand, self.hex, night=self.night)
