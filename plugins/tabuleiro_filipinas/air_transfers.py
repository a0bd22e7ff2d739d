"""Transfers: aircraft change their base, by order or because they lose it (4.2.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from tabuleiro.engine import Step, Verdict, hex_ref, msg, piece_ref
from tabuleiro.engine import events as ev
from tabuleiro.engine.inside import can_enter
from tabuleiro.engine.verdicts import Objection
from tabuleiro.hooks import hookimpl
from tabuleiro.module.places import inside_of
from tabuleiro.rules.air.aircraft_orders import EmergencyTransfer
from tabuleiro.rules.air.captured_fields import FieldsCaptured, let_serve
from tabuleiro.rules.air.lost_base import FleeFromBase
from tabuleiro.rules.combat.losses import eliminate
from tabuleiro.rules.ground.land_units import AIR, arm, holds_ground
from tabuleiro.rules.ground.special_moves import SpecialMove
from tabuleiro_filipinas.air_bases import (
    based,
    field_limits,
    has_room,
    is_damaged,
    landing_bars,
    moorings,
    naval_air,
    open_bases,
    owner,
    refuge,
    sea_based,
    serves,
)
from tabuleiro_filipinas.air_missions import recall
from tabuleiro_filipinas.aircraft import (
    FLOWN,
    SORTIED,
    TRANSFERRED,
    aircraft,
    embarked,
    in_range,
    monsoon_bars,
)
from tabuleiro_filipinas.displaced_places import displaced, reach
from tabuleiro_filipinas.moments import Moment
from tabuleiro_filipinas.own_business import OwnBusiness
from tabuleiro_filipinas.parameters.air import AirTerms
from tabuleiro_filipinas.parameters.sea import CarrierTerms
from tabuleiro_filipinas.weather import MONSOON, weather_at

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tabuleiro.board import Box
    from tabuleiro.engine import Action, Change, Message, Situation

__all__ = ["ChangeBase", "FleeBase", "Transfers", "deck_suits", "refuges"]

_FLED: Final = "fled"
"""The mark of aircraft that fled to where they may not stay: they leave in their next phase 5."""
_BOXES: Final = "reserve"


# ------------------------------------------------------------------------------ by order


class ChangeBase(SpecialMove, frozen=True):
    """Send an aircraft to another base, at most twice as far as its range."""

    needs: ClassVar[str] = "air"
    off_board: ClassVar[bool] = True
    listed_if_allowed: ClassVar[bool] = True
    piece: str
    hex: str

    def verdict(self, s: Situation, side: str) -> Verdict:
        """Return whether it may go there, with every reason why not."""
        rule = "filipinas-4.2.7-1"
        if s.side(self.piece) != side or arm(s, self.piece) != AIR or not _somewhere(s, self.piece):
            message = msg("{piece} is not an air unit on a base.", piece=piece_ref(self.piece))
            return Verdict.no(message, rule=rule)
        if self.hex == s.place(self.piece):
            return Verdict.no(msg("Name another base."), rule=rule)
        return Verdict.of(list(_objections(s, self.piece, self.hex)))

    def carry_out(self, change: Change) -> None:
        """Move the aircraft; it does nothing else in this turn of its side."""
        change.emit(ev.Moved(self.piece, self.hex))
        change.emit(ev.Marked(self.piece, (TRANSFERRED,), _fled(change, self.piece)))
        words = {"piece": piece_ref(self.piece), "hex": hex_ref(self.hex)}
        change.say(msg("{piece} transfers to {hex}.", **words), "filipinas-4.2.7-1")


def _fled(s: Situation, piece: str) -> tuple[str, ...]:
    return (_FLED,) if s.marked(piece, _FLED) else ()


def _somewhere(s: Situation, piece: str) -> bool:
    """Return whether an aircraft can transfer from where it is: ferried ones from a deck.

    Clause: 7.2.1-5.
    """
    place = s.place(piece)
    if embarked(s, piece):
        return not naval_air(s, piece) and s.whereabouts(piece) in s.board.grid
    box = s.board.boxes.get(place)
    return place in s.board.grid or (box is not None and (displaced(s, place) or _reserve(box)))


def _reserve(box: Box) -> bool:
    return box.kind == _BOXES


def _objections(s: Situation, piece: str, place: str) -> Iterator[Objection]:
    about = {"pieces": (piece,), "hexes": (place,) if place in s.board.grid else ()}
    here = s.whereabouts(piece)
    if s.marked(piece, FLOWN) or s.marked(piece, SORTIED):
        message = msg("{piece} has flown a mission.", piece=piece_ref(piece))
        yield Objection(message, "filipinas-4.2.7-3", "air", **about)
    if s.marked(piece, TRANSFERRED):
        message = msg("{piece} has changed its base.", piece=piece_ref(piece))
        yield Objection(message, "filipinas-4.2.7-1", "air", **about)
    times = s.terms(AirTerms).transfer_range
    if _from_box(s, piece):
        if not displaced(s, place):
            message = msg("From a box an air unit comes to a displaced field alone.")
            yield Objection(message, "filipinas-4.2.1-3", "air", **about)
    elif not (displaced(s, here) and displaced(s, place)) and not in_range(s, piece, place, times):
        message = msg("{hex} is too far for a transfer of {piece}.", hex=hex_ref(place),
                      piece=piece_ref(piece))  # fmt: skip
        yield Objection(message, "filipinas-4.2.7-1", "air", **about)
    yield from landing_bars(s, piece, place)
    if place in s.board.grid or place in s.board.boxes:
        yield from monsoon_bars(s, piece, place)


def _from_box(s: Situation, piece: str) -> bool:
    place = s.place(piece)
    return place in s.board.boxes and not displaced(s, place)


def transfers(s: Situation, side: str, piece: str | None) -> Iterator[ChangeBase]:
    """Yield the transfers that are allowed."""
    boxes = (b.id for b in s.board.boxes.values() if b.side == side and _reserve(b))
    waiting = (p for box in boxes for p in based(s, box))
    mine = (*aircraft(s, side), *waiting) if piece is None else (piece,)
    for one in mine:
        if arm(s, one) != AIR or s.side(one) != side or not _somewhere(s, one):
            continue
        if s.marked(one, FLOWN) or s.marked(one, SORTIED) or s.marked(one, TRANSFERRED):
            continue
        if not naval_air(s, one) and not any(monsoon_bars(s, one)):
            here = s.place(one)
            yield from (ChangeBase(one, place) for place in _goals(s, side, one) if place != here)


def _goals(s: Situation, side: str, piece: str) -> Iterator[str]:
    """Yield the bases to which an aircraft can go from where it is (4.2.7-2, 4.2.7-6)."""
    here, from_box = s.whereabouts(piece), _from_box(s, piece)
    far = s.value(piece, "range") * s.terms(AirTerms).transfer_range
    near = frozenset() if from_box else reach(s, here, far)
    lands = sorted(moorings(s, side)) if sea_based(s, piece) else open_bases(s, side)
    for place in lands:
        if place in near and weather_at(s, place) != MONSOON:
            yield place
    for box in s.board.boxes:
        if displaced(s, box) and owner(s, box) == side and weather_at(s, box) != MONSOON:
            times = s.terms(AirTerms).transfer_range
            reached = from_box or displaced(s, here) or in_range(s, piece, box, times)
            if reached and not is_damaged(s, box):
                yield box


# ------------------------------------------------------------------------------ in an emergency


def deck_suits(s: Situation, piece: str, ship: str) -> bool:
    """Return whether a carrier is of the kind from which a group flies (2.2.3)."""
    kinds = set(s.terms(CarrierTerms).kinds)
    wanted = kinds.intersection(s.counter(piece).tags)
    return wanted <= set(s.counter(ship).tags)


def refuges(s: Situation, piece: str, origin: str) -> tuple[str, ...]:
    """Return the bases to which an aircraft may flee from a place that it loses, within its range.

    Own fields with room, for groups of carriers decks at sea, and the field to which one may only
    flee; it need not be whole, but damaged fields take nobody in.
    """
    side = s.side(piece)
    if s.option("monsoon-escape") == "destroyed" and weather_at(s, origin) == MONSOON:
        return ()
    near = reach(s, origin, s.value(piece, "range"))
    if sea_based(s, piece):
        return tuple(hex for hex in sorted(moorings(s, side)) if hex in near and hex != origin)
    found = [
        place for place in (*field_limits(s), *(b for b in s.board.boxes if displaced(s, b)))
        if place != origin and _takes_in(s, side, place)
        and (place in near or (place in s.board.boxes and _box_near(s, piece, origin, place)))
    ]  # fmt: skip
    if naval_air(s, piece):
        found += [inside_of(ship) for ship in _decks(s, piece, near)]
    return tuple(found)


def _box_near(s: Situation, piece: str, origin: str, place: str) -> bool:
    distance = s.board.distance(origin, place)
    return distance is not None and distance <= s.value(piece, "range")


def _takes_in(s: Situation, side: str, place: str) -> bool:
    free = has_room(s, place) and not is_damaged(s, place)
    return free and (serves(s, side, place) or place == refuge(s, side))


def _decks(s: Situation, piece: str, near: Iterable[str]) -> Iterator[str]:
    for ship in sorted(s.position.pieces):
        if "deck" in s.counter(ship).tags and s.whereabouts(ship) in near:
            other = s.within(piece) != ship and deck_suits(s, piece, ship)
            if other and can_enter(s, piece, ship):
                yield ship


class FleeBase(OwnBusiness, FleeFromBase, frozen=True):
    """Aircraft that lose their base go to others in range, or are destroyed (4.2.7-4, 4.2.7-5)."""

    side: str
    origin: str
    pieces: tuple[str, ...]

    def ways(self, s: Situation) -> dict[str, tuple[str, ...]]:
        """Return the aircraft, each with its refuges."""
        return s.cache_here(
            ("fleeing", self),
            lambda: {p: refuges(s, p, self.origin) for p in self.pieces if s.alive(p)},
        )

    def owner(self, s: Situation) -> str:
        """Return the side whose they are."""
        return self.side

    def rule(self, s: Situation) -> str:
        """Return the clause."""
        return "filipinas-4.2.7-4"

    def prompt(self) -> Message:
        """Return how their owner is asked."""
        return msg("The base in {hex} is lost: send your aircraft to others.",
                   hex=hex_ref(self.origin))  # fmt: skip

    def run(self, change: Change) -> None:
        """Nobody can go any more: who is left is destroyed."""
        change.finish()
        for piece in self.pieces:
            if change.alive(piece):
                recall(change, piece)
                eliminate(change, piece, "filipinas-4.2.7-4")

    def act(self, change: Change, action: Action) -> None:
        """Let it go; it fights nowhere in this phase."""
        assert isinstance(action, EmergencyTransfer)  # noqa: S101 - checked
        piece, place = action.piece, action.hex
        recall(change, piece)
        change.emit(ev.Moved(piece, place))
        ashore = naval_air(change, piece) and place in field_limits(change)
        stays = place != refuge(change, self.side) and not ashore
        change.emit(ev.Marked(piece, (FLOWN,) if stays else (FLOWN, _FLED)))
        change.replace(
            FleeBase(self.side, self.origin, tuple(p for p in self.pieces if p != piece))
        )
        words = {"piece": piece_ref(piece), "hex": hex_ref(place)}
        change.say(msg("{piece} escapes to {hex}.", **words), "filipinas-4.2.7-4", state=(piece,))


def _captured(s: Situation, piece: str, path: tuple[str, ...]) -> Iterator[Step]:
    """Yield the steps in which aircraft leave the hexes that an enemy land unit has passed.

    Clauses: 4.1.2-14.
    """
    for place in dict.fromkeys(path):
        foes = tuple(p for p in based(s, place) if s.side(p) != s.side(piece))
        if foes:
            yield FleeBase(s.side(foes[0]), place, foes)


class TakeFields(FieldsCaptured, frozen=True):
    """Airfields have just been captured: they serve their captor from his next phase 5 on."""


class OpenTakenFields(Step, frozen=True):
    """The open phase of a side begins: the airfields that it has captured serve it now.

    Who fled to where it may not stay goes: carrier groups ashore to the box of their side.
    """

    side: str

    def run(self, change: Change) -> None:
        """Take the marks off, and the carrier groups."""
        change.finish()
        let_serve(change, self.side, owner)
        boxes = (b for b in change.board.boxes.values() if b.side == self.side)
        home = next(box.id for box in boxes if _reserve(box))
        for piece in aircraft(change, self.side):
            if change.marked(piece, _FLED) and naval_air(change, piece):
                change.emit(ev.Moved(piece, home))
                change.emit(ev.Marked(piece, remove=(_FLED,)))
                words = {"piece": piece_ref(piece), "hex": hex_ref(home)}
                message = msg("{piece} is taken off the field to {hex}.", **words)
                change.say(message, "filipinas-4.1.1-7", state=(piece,))


class LeaveRefuge(Step, frozen=True):
    """The open phase of a side is over: who fled and had to leave, and did not, is lost."""

    side: str

    def run(self, change: Change) -> None:
        """Remove them."""
        change.finish()
        for piece in aircraft(change, self.side):
            if change.marked(piece, _FLED):
                eliminate(change, piece, "filipinas-4.2.7-7")


class Transfers:
    """A part: aircraft change their base, by order or because they lose it."""

    @hookimpl
    def special_moves(self, s: Situation, side: str, piece: str | None) -> list[SpecialMove]:
        return list(transfers(s, side, piece))

    @hookimpl
    def capture_steps(self, s: Situation, piece: str, path: tuple[str, ...]) -> list[Step]:
        if not holds_ground(s, piece):
            return []
        side, limits = s.side(piece), field_limits(s)
        taken = (h for h in dict.fromkeys(path) if h in limits and owner(s, h) != side)
        return [*_captured(s, piece, path), *(TakeFields((hex,)) for hex in taken)]

    @hookimpl
    def steps_at(self, s: Situation, moment: Moment, side: str) -> list[Step]:
        if moment is Moment.REPLACEMENTS:
            return [OpenTakenFields(side)]
        if moment is Moment.WORKS:
            return [LeaveRefuge(side)]
        return []
