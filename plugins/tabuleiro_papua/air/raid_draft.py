"""Drafts of raids: squadrons are assigned in their roles and taken back, by day or by night."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from tabuleiro.engine import Action, AskingStep, Decision, Question, Verdict
from tabuleiro.engine.data import plain
from tabuleiro.engine.messages import hex_ref, msg, piece_ref, side_ref
from tabuleiro.rules.air.aircraft_orders import FlyAsBomber, FlyAsFighter, FlyByDay, FlyByNight
from tabuleiro.rules.clauses import clause, object_to
from tabuleiro.rules.combat.draft import Cancel, Confirm, Withdraw
from tabuleiro.rules.recon.covered import covered, reveal_plan
from tabuleiro_papua.air.errands import (
    BOMBINGS,
    ESCORT,
    SUPPORT,
    errand_clause,
    errand_ref,
    errand_roles,
    sending_objections,
)
from tabuleiro_papua.air.sorties import (
    BOMBER,
    FIGHTER,
    Sortie,
    in_range,
    launch,
    sorties_over,
)
from tabuleiro_papua.air.squadrons import ready

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tabuleiro.engine import Change, Situation, Step

__all__ = ["RaidDraft", "raiders"]


_AS = {FIGHTER: FlyAsFighter, BOMBER: FlyAsBomber}


def raiders(s: Situation, side: str, errand: str, place: str) -> tuple[Sortie, ...]:
    """Return the sorties of a side that make one attack: one errand, one hex."""
    return tuple(order for order in sorties_over(s, place, side) if order.kind == errand)


class RaidDraft(AskingStep, frozen=True):
    """A side assigns squadrons to a raid; those assigned to it before fly in the same attack."""

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
            rule=clause(s, errand_clause(self.errand)),
            kind="allocate",
            hexes=(self.hex,),
            actions=("fly-as-fighter", "fly-as-bomber", "withdraw", "fly-by-night", "fly-by-day",
                     "confirm", "cancel"),
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
        """Nobody else knows of a raid before it is announced."""
        return None if viewer != self.side and covered(s, viewer) else self

    def _able(self, s: Situation) -> Iterator[str]:
        for piece in ready(s, self.side):
            if any(self._roles(s, piece)):
                yield piece

    def _roles(self, s: Situation, piece: str) -> Iterator[str]:
        """Yield the roles in which a piece can join now."""
        drafted = any(order.piece == piece for order in self.orders)
        if drafted or not in_range(s, piece, self.hex):
            return
        for role in errand_roles(s, piece, self.errand):
            why_not = sending_objections(s, piece, self.errand, self.hex, role, night=self.night)
            if not why_not:
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
            case FlyByNight():
                return self._check_night(s)
            case Confirm():
                return self._complete(s)
        return self._check_back(s, action)

    def _check_back(self, s: Situation, action: Action) -> Verdict:
        """Check what takes something back."""
        match action:
            case Withdraw(piece) if all(order.piece != piece for order in self.orders):
                return Verdict.no(msg("{piece} takes no part in it.", piece=piece_ref(piece)))
            case FlyByDay() if not self.night or self._before(s):
                return Verdict.no(msg("This raid cannot be switched to daylight."))
            case Withdraw() | FlyByDay() | Cancel():
                return Verdict.yes()
        return Verdict.no(msg("First say who flies this raid."), rule=clause(s, "mission"))

    def _before(self, s: Situation) -> tuple[Sortie, ...]:
        """Return what was assigned to the same attack before."""
        return raiders(s, self.side, self.errand, self.hex)

    def _check_role(self, s: Situation, piece: str, role: str) -> Verdict:
        if piece not in s.position.pieces or s.side(piece) != self.side:
            message = msg("{piece} is not one of your units.", piece=piece_ref(piece))
            return Verdict.no(message, rule=clause(s, "own-phase"))
        if any(order.piece == piece for order in self.orders):
            return Verdict.no(msg("{piece} takes part already.", piece=piece_ref(piece)))
        return Verdict.of(
            sending_objections(s, piece, self.errand, self.hex, role, night=self.night)
        )

    def _check_night(self, s: Situation) -> Verdict:
        rule = clause(s, "night")
        if self.night or self._before(s):
            return Verdict.no(msg("This raid cannot be switched to night."), rule=rule)
        if self.errand not in BOMBINGS:
            message = msg("At night one may only bomb, drop supplies or jump.")
            return Verdict.of([object_to(s, message, "night-limits", "air")])
        if any(order.role == FIGHTER for order in self.orders):
            message = msg("Fighters do not fly at night: nobody can intercept there.")
            return Verdict.of([object_to(s, message, "night", "air")])
        return Verdict.yes()

    def _complete(self, s: Situation) -> Verdict:
        """A raid needs somebody who does more than escort."""
        if self.orders and any(o.kind == self.errand for o in (*self.orders, *self._before(s))):
            return Verdict.yes()
        message = msg("Nobody is assigned to this: {errand}.", errand=errand_ref(self.errand))
        return Verdict.no(message, rule=clause(s, errand_clause(self.errand)))

    def act(self, change: Change, action: Action) -> None:
        """Change the draft, drop it, or send the squadrons off."""
        match action:
            case FlyAsFighter(piece):
                change.replace(self._with(piece, FIGHTER))
            case FlyAsBomber(piece):
                change.replace(self._with(piece, BOMBER))
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

    def _with(self, piece: str, role: str) -> RaidDraft:
        escorts = role == FIGHTER and self.errand != SUPPORT
        kind = ESCORT if escorts else self.errand
        order = Sortie(piece, self.hex, kind, role, self.night)
        return replace(self, orders=(*self.orders, order))

    def _send(self, change: Change) -> None:
        change.finish()
        orders = sorted(self.orders, key=lambda order: order.piece)  # not as they joined
        launch(change, *orders)
        reveal_plan(change, self.side)
        pieces = [piece_ref(order.piece) for order in orders]
        values = {"side": side_ref(self.side), "hex": hex_ref(self.hex), "pieces": pieces,
                  "errand": errand_ref(self.errand)}  # fmt: skip
        message = (
            msg("{side}: {errand} over {hex} by night ({pieces}).", **values)
            if self.night
            else msg("{side}: {errand} over {hex} ({pieces}).", **values)
        )
        flights = [plain(order) for order in orders]
        change.say(message, clause(change, "mission"), flights=flights)
