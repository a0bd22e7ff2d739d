"""Answers in the air: fighters against missions, support for attacked troops, cover (6.1-22).

In the strike phase the side whose ships are attacked answers once. In the interception phase the
other side answers missions and announced attacks; then the side whose turn it is may cover the
places where it did (6.1-23). What a side sends it keeps to itself until all are sent.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from msgspec.structs import replace

from tabuleiro.engine import (
    Action,
    AskingStep,
    Decision,
    Question,
    Step,
    Verdict,
    hex_ref,
    msg,
    piece_ref,
)
from tabuleiro.engine.verdicts import FORM, Objection
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.air.aircraft_orders import DefendAsBomber, DoneReacting, Intercept, StandDown
from tabuleiro.rules.air.mission_plan import BOMBER, FIGHTER
from tabuleiro.rules.combat.declared_attacks import announced
from tabuleiro_filipinas.air_missions import (
    COVER,
    INTERCEPT,
    SHIP,
    SUPPORT,
    Sortie,
    drop_on_enemies,
    launch,
    missions_of,
    tell_mission,
)
from tabuleiro_filipinas.aircraft import (
    aircraft,
    bombs,
    fights,
    flies_by_night,
    grounded,
    monsoon_bars,
    out_of_range,
    supports,
)
from tabuleiro_filipinas.displaced_places import within
from tabuleiro_filipinas.moments import Moment
from tabuleiro_filipinas.parameters.air import AirTerms

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from tabuleiro.engine import Change, Situation

__all__ = ["AirAnswer", "AirAnswers", "fliers_against"]

Answer = Literal["strike", "interception", "cover"]
_ERRANDS: Final = {"strike": INTERCEPT, "interception": INTERCEPT, "cover": COVER}
_PROMPTS: Final = {
    "strike": msg("Send fighters against the attack on your ships."),
    "interception": msg("Send interceptors, and support for your attacked troops."),
    "cover": msg("Send fighters that are left against the interceptors."),
}


class AirAnswer(AskingStep, frozen=True):
    """A side sends aircraft where enemies fly or attack; nobody else knows before it is done."""

    always = (DoneReacting(),)
    side: str
    to: Answer
    orders: tuple[Sortie, ...] = ()

    def question(self, s: Situation) -> Question | None:
        """Ask the side, if it can do anything."""
        if not self.orders and next(self._answering(s), None) is None:
            return None
        known = Decision(
            self.side,
            _PROMPTS[self.to],
            rule="filipinas-6.1-22" if self.to == "strike" else "filipinas-6.1-23",
            actions=("intercept", "defend-as-bomber", "stand-down", "done-reacting"),
            secret=True,
        )
        return Question(
            known,
            pieces=lambda: dict.fromkeys((*self._able(s), *(o.piece for o in self.orders))),
            hexes=lambda: (hex for hex in self._places(s) if hex in s.board.grid),
        )

    def told(self, s: Situation, viewer: str) -> Step | None:
        """Who is sent is told when all are sent."""
        del s
        return self if viewer == self.side else replace(self, orders=())

    def may_ask(self, s: Situation) -> Collection[str]:
        """Who has aircraft that can answer is asked."""
        del s
        return (self.side,)

    def run(self, change: Change) -> None:
        """Nobody can answer."""
        change.finish()

    # where and who

    def _places(self, s: Situation) -> tuple[str, ...]:
        """Return where anybody can be sent at all."""

        def find() -> tuple[str, ...]:
            attacked = announced(s) if self.to == "interception" else ()
            return tuple(dict.fromkeys((*fliers_against(s, self.side, self.to), *attacked)))

        return s.cache_here(("answered", self.side, self.to), find)

    def _able(self, s: Situation) -> tuple[str, ...]:
        return s.cache_here(("answering", self), lambda: tuple(self._answering(s)))

    def _answering(self, s: Situation) -> Iterator[str]:
        """Yield the aircraft that can still be sent somewhere."""
        sent = {order.piece for order in self.orders}
        for piece in aircraft(s, self.side) if self._places(s) else ():
            if piece not in sent and not grounded(s, piece) and any(self._deeds(s, piece)):
                yield piece

    def _deeds(self, s: Situation, piece: str, hex: str | None = None) -> Iterator[Action]:
        """Yield what a ready aircraft can be sent to do, over one place if it is named."""
        if piece in {order.piece for order in self.orders}:
            return
        for place in self._places(s):
            if hex in {None, place} and not self._interception(s, piece, place):
                yield Intercept(piece, place)
        for place in announced(s) if self.to == "interception" else ():
            if hex in {None, place} and not self._defence(s, piece, place):
                yield DefendAsBomber(piece, place)

    def legal(
        self, s: Situation, *, piece: str | None = None, hex: str | None = None
    ) -> Iterable[Action]:
        """List who can be sent where, who can be taken back, and the end."""
        for one in self._able(s):
            if piece in {None, one}:
                yield from self._deeds(s, one, hex)
        for order in self.orders:
            if piece in {None, order.piece} and hex in {None, order.hex}:
                yield StandDown(order.piece)
        if piece is None and hex is None:
            yield from self.always

    def check(self, s: Situation, action: Action) -> Verdict:
        """Check one order."""
        match action:
            case DoneReacting():
                return Verdict.yes()
            case StandDown(piece):
                if any(order.piece == piece for order in self.orders):
                    return Verdict.yes()
                return Verdict.no(msg("{piece} is on no mission.", piece=piece_ref(piece)))
            case Intercept(piece, hex) | DefendAsBomber(piece, hex):
                return self._check_order(s, action, piece, hex)
        return super().check(s, action)

    def _check_order(self, s: Situation, action: Action, piece: str, hex: str) -> Verdict:
        rule = "filipinas-6.1-6"
        if piece not in s.position.pieces or s.side(piece) != self.side:
            message = msg("{piece} is not one of your units.", piece=piece_ref(piece))
            return Verdict.no(message, rule=rule)
        if hex not in s.board.grid and hex not in s.board.boxes:
            return Verdict.no(msg("There is no hex {hex}.", hex=hex))
        if any(order.piece == piece for order in self.orders):
            return Verdict.no(msg("{piece} takes part already.", piece=piece_ref(piece)))
        found = list(grounded(s, piece))
        if any(objection.topic == FORM for objection in found):
            return Verdict.of(found)
        meets = isinstance(action, Intercept)
        more = self._interception(s, piece, hex) if meets else self._defence(s, piece, hex)
        return Verdict.of([*found, *more])

    def act(self, change: Change, action: Action) -> None:
        """Send somebody, take somebody back, or end."""
        match action:
            case Intercept(piece, hex):
                order = Sortie(piece, hex, _ERRANDS[self.to], FIGHTER)
                change.replace(replace(self, orders=(*self.orders, order)))
            case DefendAsBomber(piece, hex):
                order = Sortie(piece, hex, SUPPORT, BOMBER)
                change.replace(replace(self, orders=(*self.orders, order)))
            case StandDown(piece):
                left = tuple(order for order in self.orders if order.piece != piece)
                change.replace(replace(self, orders=left))
            case _:
                self._send(change)

    def _send(self, change: Change) -> None:
        """All are sent: now it is told."""
        change.finish()
        if not self.orders:
            return
        orders = (replace(o, night=_only_night(change, self.side, o)) for o in self.orders)
        sent = sorted(orders, key=lambda order: order.piece)
        launch(change, *sent)
        change.reveal()
        for errand, place, night in sorted({(o.mission, o.hex, o.night) for o in sent}):
            tell_mission(change, self.side, errand, place, night=night)

    # why not

    def _interception(self, s: Situation, piece: str, place: str) -> list[Objection]:
        """Return reasons why an aircraft may not be sent against those over a place (4.2.3-8)."""
        about = {"pieces": (piece,), "hexes": (place,) if place in s.board.grid else ()}
        if place not in self._places(s):
            message = msg("There is nothing to intercept over {hex}.", hex=hex_ref(place))
            return [Objection(message, "filipinas-6.1-23", "air", **about)]
        found = []
        if not self._meets(s, piece):
            message = msg("{piece} does not intercept.", piece=piece_ref(piece))
            found.append(Objection(message, _CLASSES[self.to], "air", **about))
        day = fliers_against(s, self.side, self.to, night=False)
        attacked = announced(s) if self.to == "interception" else ()
        if place not in day and place not in attacked and not flies_by_night(s, piece):
            message = msg("Only interceptors of the night meet those that fly by night.")
            found.append(Objection(message, "filipinas-6.5-4", "air", **about))
        far = min(s.terms(AirTerms).interception_range, s.value(piece, "range"))
        if not within(s, s.whereabouts(piece), place, far):
            message = msg("{hex} is more than {n} hexes from the base of {piece}.",
                          hex=hex_ref(place), n=far, piece=piece_ref(piece))  # fmt: skip
            found.append(Objection(message, "filipinas-6.1-6", "air", **about))
        return [*found, *monsoon_bars(s, piece, place)]

    def _meets(self, s: Situation, piece: str) -> bool:
        """Return whether a class may be sent: bombers in the interception phase alone (6.1-5)."""
        return fights(s, piece) or (self.to == "interception" and bombs(s, piece))

    def _defence(self, s: Situation, piece: str, place: str) -> list[Objection]:
        """Return reasons why an aircraft may not support the defence of a hex."""
        about = {"pieces": (piece,), "hexes": (place,) if place in s.board.grid else ()}
        if self.to != "interception" or place not in announced(s):
            message = msg("No attack on {hex} was announced.", hex=hex_ref(place))
            return [Objection(message, "filipinas-6.2-5", "air", **about)]
        found = []
        if not supports(s, piece, defence=True):
            message = msg("{piece} does not support a defence.", piece=piece_ref(piece))
            found.append(Objection(message, "filipinas-6.2-4", "air", **about))
        if drop_on_enemies(s, place):
            message = msg("Nobody supports troops from the air where paratroops jump on enemies.")
            found.append(Objection(message, "filipinas-4.2.3-6", "air", **about))
        return [*found, *out_of_range(s, piece, place), *monsoon_bars(s, piece, place)]


_CLASSES: Final = {
    "strike": "filipinas-6.1-4", "interception": "filipinas-6.1-5", "cover": "filipinas-6.1-15",
}  # fmt: skip


def fliers_against(
    s: Situation, side: str, to: Answer, *, night: bool | None = None
) -> tuple[str, ...]:
    """Return the places over which enemies of a side fly that it may answer now."""
    found = (m for m in missions_of(s, s.enemy(side)) if night in {None, m.night})
    if to == "strike":
        found = (mission for mission in found if mission.errand == SHIP)
    return tuple(dict.fromkeys(mission.hex for mission in found))


def _only_night(s: Situation, side: str, order: Sortie) -> bool:
    """Return whether there is nothing but a mission by night where somebody is sent."""
    hours = {m.night for m in missions_of(s, s.enemy(side), order.hex)}
    return hours == {True} and order.mission != SUPPORT


class AirAnswers:
    """A part: who answers missions in the air, and when."""

    @hookimpl
    def steps_at(self, s: Situation, moment: Moment, side: str) -> list[Step]:
        if moment is Moment.STRIKE_ANSWER:
            return [AirAnswer(side, "strike")]
        if moment is Moment.INTERCEPTION:
            return [AirAnswer(s.enemy(side), "interception")]
        if moment is Moment.INTERCEPTION_ANSWER:
            return [AirAnswer(side, "cover")]
        return []
