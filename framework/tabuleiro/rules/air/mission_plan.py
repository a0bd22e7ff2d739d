"""Planning a mission: aircraft are assigned one by one, in their roles, by day or by night.

Who can fly an errand, and what becomes of a mission once it is confirmed, a game says.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec.structs import replace

from tabuleiro.engine import Action, AskingStep, Decision, Question, Verdict
from tabuleiro.engine.data import plain
from tabuleiro.engine.messages import hex_ref, key_ref, msg, piece_ref
from tabuleiro.rules.air.aircraft_orders import (
    FlyAsBomber,
    FlyAsFighter,
    FlyByDay,
    FlyByNight,
    JoinMission,
)
from tabuleiro.rules.clauses import clause
from tabuleiro.rules.combat.draft import Cancel, Confirm, Withdraw

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tabuleiro.engine import Change, Objection, Situation

__all__ = ["BOMBER", "FIGHTER", "MissionPlan", "errand_ref"]

FIGHTER, BOMBER = "fighter", "bomber"


def errand_ref(errand: str) -> dict[str, str]:
    """Return the words of an errand, for a message."""
    return key_ref(f"mission.{errand}")


class MissionPlan(AskingStep, frozen=True):
    """A side assigns aircraft to a mission; those assigned to it before fly together with them."""

    abstract: ClassVar[bool] = True
    flies: ClassVar[Mapping[str, type[JoinMission]]] = {FIGHTER: FlyAsFighter, BOMBER: FlyAsBomber}
    """The action by which an aircraft joins in each role."""

    side: str
    errand: str
    hex: str
    orders: tuple[Any, ...] = ()
    """What each aircraft was told: structs of the game, with `piece`, `role` and `night`."""
    night: bool = False

    # what a game says

    def rule(self, s: Situation) -> str:
        """Return the clause of the errand."""
        raise NotImplementedError

    def ready(self, s: Situation) -> Iterable[str]:
        """Return the aircraft of the side that can be sent anywhere now."""
        raise NotImplementedError

    def roles(self, s: Situation, piece: str) -> Iterable[str]:
        """Return the roles in which an aircraft could fly on such an errand at all."""
        raise NotImplementedError

    def objections(self, s: Situation, piece: str, role: str) -> list[Objection]:
        """Return reasons why an aircraft cannot fly in a role."""
        raise NotImplementedError

    def night_rule(self, s: Situation) -> str:
        """Return the clause on missions by night."""
        raise NotImplementedError

    def night_verdict(self, s: Situation) -> Verdict:
        """Return whether a mission that is planned by day may fly by night."""
        raise NotImplementedError

    def before(self, s: Situation) -> tuple[Any, ...]:
        """Return the orders of those that were assigned to the same mission before."""
        raise NotImplementedError

    def leads(self, order: Any) -> bool:
        """Return whether one does more than escort the others."""
        raise NotImplementedError

    def order(self, piece: str, role: str) -> Any:
        """Return what an aircraft that joins is told."""
        raise NotImplementedError

    def send(self, change: Change) -> None:
        """Send the aircraft off: the mission is confirmed."""
        raise NotImplementedError

    # what is asked

    def question(self, s: Situation) -> Question | None:
        """Ask who flies."""
        known = Decision(
            self.side,
            msg("{errand}: who flies to {hex}?", errand=errand_ref(self.errand),
                hex=hex_ref(self.hex)),
            rule=self.rule(s),
            kind="allocate",
            hexes=(self.hex,) if self.hex in s.board.grid else (),
            actions=(*(f"fly-as-{role}" for role in self.flies), "withdraw", "fly-by-night",
                     "fly-by-day", "confirm", "cancel"),
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
            "before": [plain(order) for order in self.before(s)],
        }

    def _able(self, s: Situation) -> Iterator[str]:
        return (piece for piece in self.ready(s) if any(self._roles_now(s, piece)))

    def _roles_now(self, s: Situation, piece: str) -> Iterator[str]:
        """Yield the roles in which an aircraft can join now."""
        if any(order.piece == piece for order in self.orders):
            return
        for role in self.roles(s, piece):
            if not self.objections(s, piece, role):
                yield role

    def legal(
        self, s: Situation, *, piece: str | None = None, hex: str | None = None
    ) -> Iterable[Action]:
        """List who can join in which role, who can be taken back, night, and the end."""
        for one in self.ready(s):
            if piece in {None, one} and hex in {None, s.place(one)}:
                yield from (self.flies[role](one) for role in self._roles_now(s, one))
        for order in self.orders:
            if piece in {None, order.piece} and hex in {None, s.place(order.piece)}:
                yield Withdraw(order.piece)
        if piece is None and hex is None:
            ends = (FlyByNight(), FlyByDay(), Confirm())
            yield from (end for end in ends if self.check(s, end))
            yield Cancel()

    # what is answered

    def _role(self, action: JoinMission) -> str:
        """Return the role in which an aircraft would join."""
        return next(role for role, kind in self.flies.items() if isinstance(action, kind))

    def check(self, s: Situation, action: Action) -> Verdict:
        """Check one small action of the plan."""
        match action:
            case JoinMission(piece):
                return self._check_role(s, piece, action)
            case FlyByNight() if self.night or self.before(s):
                message = msg("This mission cannot be switched to night.")
                return Verdict.no(message, rule=self.night_rule(s))
            case FlyByNight():
                return self.night_verdict(s)
            case Confirm():
                return self._complete(s)
        return self._check_back(s, action)

    def _check_back(self, s: Situation, action: Action) -> Verdict:
        """Check what takes something back."""
        match action:
            case Withdraw(piece) if all(order.piece != piece for order in self.orders):
                return Verdict.no(msg("{piece} takes no part in it.", piece=piece_ref(piece)))
            case FlyByDay() if not self.night or self.before(s):
                return Verdict.no(msg("This mission cannot be switched to daylight."))
            case Withdraw() | FlyByDay() | Cancel():
                return Verdict.yes()
        return Verdict.no(msg("First say who flies this mission."), rule=self.rule(s))

    def _check_role(self, s: Situation, piece: str, action: JoinMission) -> Verdict:
        if piece not in s.position.pieces or s.side(piece) != self.side:
            message = msg("{piece} is not one of your units.", piece=piece_ref(piece))
            return Verdict.no(message, rule=clause(s, "own-phase"))
        if any(order.piece == piece for order in self.orders):
            return Verdict.no(msg("{piece} takes part already.", piece=piece_ref(piece)))
        return Verdict.of(self.objections(s, piece, self._role(action)))

    def _complete(self, s: Situation) -> Verdict:
        """A mission needs somebody who does more than escort."""
        if self.orders and any(self.leads(order) for order in (*self.orders, *self.before(s))):
            return Verdict.yes()
        message = msg("Nobody is assigned to this: {errand}.", errand=errand_ref(self.errand))
        return Verdict.no(message, rule=self.rule(s))

    def act(self, change: Change, action: Action) -> None:
        """Change the plan, drop it, or send the aircraft off."""
        match action:
            case JoinMission(piece):
                joined = self.order(piece, self._role(action))
                change.replace(replace(self, orders=(*self.orders, joined)))
            case Withdraw(piece):
                left = tuple(order for order in self.orders if order.piece != piece)
                change.replace(replace(self, orders=left))
            case FlyByNight() | FlyByDay():
                night = not self.night
                orders = tuple(replace(order, night=night) for order in self.orders)
                change.replace(replace(self, orders=orders, night=night))
            case Confirm():
                change.finish()
                self.send(change)
            case _:
                change.finish()
