"""Planning missions: a target is named, then aircraft are assigned one by one, and confirmed.

Until it is confirmed nobody else knows of it. In its movement phase a side plans its missions among
its moves; in the strike phase it plans those against ships (6.1-22).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from msgspec.structs import replace

from tabuleiro.engine import (
    Action,
    AskingStep,
    Decision,
    Question,
    Verdict,
    hex_ref,
    msg,
    piece_ref,
    side_ref,
)
from tabuleiro.engine.data import plain
from tabuleiro.engine.verdicts import Objection
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.air.aircraft_orders import FlyAsBomber, FlyAsFighter, FlyByDay, FlyByNight
from tabuleiro.rules.combat.draft import Cancel, Confirm, Withdraw
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
    BOMBER,
    BOMBINGS,
    ESCORT,
    FIELD,
    FIGHTER,
    KAMIKAZE,
    PORT,
    SHIP,
    SUPPORT,
    TROOPS,
    Sortie,
    errand_ref,
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


class FlyAsKamikaze(Action, frozen=True):
    """Send an aircraft along that dives at a ship and does not return (6.8)."""

    piece: str


_AS: dict[str, type[FlyAsFighter | FlyAsBomber | FlyAsKamikaze]] = {
    FIGHTER: FlyAsFighter, BOMBER: FlyAsBomber, KAMIKAZE: FlyAsKamikaze,
}  # fmt: skip


class MissionDraft(AskingStep, frozen=True):
    """A side assigns aircraft to a mission; those assigned to it before fly together with them."""

    side: str
    errand: str
    hex: str
    orders: tuple[Sortie, ...] = ()
    night: bool = False

    def question(self, s: Situation) -> Question | None:
        """Ask who flies."""
        known = Decision(
            self.side,
            msg("{errand}: who flies to {hex}?", errand=errand_ref(self.errand),
                hex=hex_ref(self.hex)),
            rule=RULES[self.errand],
            kind="allocate",
            hexes=(self.hex,) if self.hex in s.board.grid else (),
            actions=("fly-as-fighter", "fly-as-bomber", "fly-as-kamikaze", "withdraw",
                     "fly-by-night", "fly-by-day", "confirm", "cancel"),
            secret=True,
        )  # fmt: skip
        return Question(
            known,
            pieces=lambda: dict.fromkeys((*self._able(s), *(o.piece for o in self.orders))),
            obligations=lambda: (o.message for o in self._complete(s).objections),
            data=lambda: self._sheet(s),
        )

    def _sheet(self, s: Situation) -> dict[str, Any]:
        return {
            "errand": self.errand,
            "target": self.hex,
            "night": self.night,
            "orders": [plain(order) for order in self.orders],
            "before": [plain(order) for order in self._before(s)],
        }

    def told(self, s: Situation, viewer: str) -> Step | None:
        """Nobody else knows of a mission before it is confirmed."""
        return self if viewer == self.side else None

    def _able(self, s: Situation) -> Iterator[str]:
        return (piece for piece in ready(s, self.side) if any(self._roles(s, piece)))

    def _roles(self, s: Situation, piece: str) -> Iterator[str]:
        """Yield the roles in which an aircraft can join now."""
        if any(order.piece == piece for order in self.orders):
            return
        for role in roles(s, piece, self.errand):
            night = self.night
            if not sending_objections(s, piece, self.errand, self.hex, role, night=night):
                yield role

    def legal(
        self, s: Situation, *, piece: str | None = None, hex: str | None = None
    ) -> Iterable[Action]:
        """List who can join in which role, who can be taken back, night, and the end."""
        for one in ready(s, self.side):
            if piece in {None, one} and hex in {None, s.place(one)}:
                yield from (_AS[role](one) for role in self._roles(s, one))
        for order in self.orders:
            if piece in {None, order.piece} and hex in {None, s.place(order.piece)}:
                yield Withdraw(order.piece)
        if piece is None and hex is None:
            ends = (FlyByNight(), FlyByDay(), Confirm())
            yield from (end for end in ends if self.check(s, end))
            yield Cancel()

    def check(self, s: Situation, action: Action) -> Verdict:
        """Check one small action of the draft."""
        match action:
            case FlyAsFighter(piece):
                return self._check_role(s, piece, FIGHTER)
            case FlyAsBomber(piece):
                return self._check_role(s, piece, BOMBER)
            case FlyAsKamikaze(piece):
                return self._check_role(s, piece, KAMIKAZE)
            case FlyByNight():
                return self._check_night(s)
            case Confirm():
                return self._complete(s)
        return self._check_back(s, action)

    def _check_back(self, s: Situation, action: Action) -> Verdict:
        match action:
            case Withdraw(piece) if all(order.piece != piece for order in self.orders):
                return Verdict.no(msg("{piece} takes no part in it.", piece=piece_ref(piece)))
            case FlyByDay() if not self.night or self._before(s):
                return Verdict.no(msg("This mission cannot be switched to daylight."))
            case Withdraw() | FlyByDay() | Cancel():
                return Verdict.yes()
        return Verdict.no(msg("First say who flies this mission."), rule=RULES[self.errand])

    def _before(self, s: Situation) -> tuple[Sortie, ...]:
        """Return what was assigned to the same mission before."""
        return group(s, self.side, self.errand, self.hex)

    def _check_role(self, s: Situation, piece: str, role: str) -> Verdict:
        if piece not in s.position.pieces or s.side(piece) != self.side:
            message = msg("{piece} is not one of your units.", piece=piece_ref(piece))
            return Verdict.no(message, rule=RULES[self.errand])
        if any(order.piece == piece for order in self.orders):
            return Verdict.no(msg("{piece} takes part already.", piece=piece_ref(piece)))
        return Verdict.of(
            sending_objections(s, piece, self.errand, self.hex, role, night=self.night)
        )

    def _check_night(self, s: Situation) -> Verdict:
        if self.night or self._before(s):
            message = msg("This mission cannot be switched to night.")
            return Verdict.no(message, rule="filipinas-6.5-1")
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

    def _complete(self, s: Situation) -> Verdict:
        """A mission needs somebody who does more than escort."""
        everybody = (*self.orders, *self._before(s))
        leads = any(self.errand == ESCORT or order.role != FIGHTER for order in everybody)
        if self.orders and leads:
            return Verdict.yes()
        message = msg("Nobody is assigned to this: {errand}.", errand=errand_ref(self.errand))
        return Verdict.no(message, rule=RULES[self.errand])

    def act(self, change: Change, action: Action) -> None:
        """Change the draft, drop it, or send the aircraft off."""
        match action:
            case FlyAsFighter(piece):
                change.replace(self._with(piece, FIGHTER))
            case FlyAsBomber(piece):
                change.replace(self._with(piece, BOMBER))
            case FlyAsKamikaze(piece):
                change.replace(self._with(piece, KAMIKAZE))
            case Withdraw(piece):
                left = tuple(order for order in self.orders if order.piece != piece)
                change.replace(replace(self, orders=left))
            case FlyByNight() | FlyByDay():
                night = not self.night
                orders = tuple(replace(order, night=night) for order in self.orders)
                change.replace(replace(self, orders=orders, night=night))
            case Confirm():
                self._send(change)
            case _:
                change.finish()

    def _with(self, piece: str, role: str) -> MissionDraft:
        order = Sortie(piece, self.hex, self.errand, role, self.night)
        return replace(self, orders=(*self.orders, order))

    def _send(self, change: Change) -> None:
        change.finish()
        launch(change, *sorted(self.orders, key=lambda order: order.piece))  # not as they joined
        change.reveal()
        tell_mission(change, self.side, self.errand, self.hex, night=self.night)
