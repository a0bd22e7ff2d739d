"""Airfields: where aircraft may be based, printed or built, whole or damaged (6.5, 6.5.2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated

from msgspec import Meta

from tabuleiro.engine import Step, hex_ref, msg, piece_ref, side_ref
from tabuleiro.engine import events as ev
from tabuleiro.engine.verdicts import FORM, Objection
from tabuleiro.hooks import hookimpl
from tabuleiro.module.terms import (
    Area,
    Count,
    Cover,
    EachSide,
    Faces,
    Number,
    Place,
    Region,
    Side,
    Terms,
)
from tabuleiro.rules.air.captured_fields import FIELD_TAKEN, FieldsCaptured, let_serve
from tabuleiro.rules.clauses import clause, object_to, senseless
from tabuleiro.rules.ground.land_units import AIR, arm, holds_ground, land_units
from tabuleiro.rules.recon.covered import reveal_presence
from tabuleiro.rules.victory.control import controller
from tabuleiro_papua.overstacking import unlimited

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.engine import Change, Message, Situation

__all__ = [
    "AIRFIELD",
    "DAMAGED",
    "AirStacking",
    "AirTerms",
    "Airfields",
    "CloseFields",
    "DamageFields",
    "DamagedAtStartTerms",
    "Night",
    "OpenFields",
    "RepairFields",
    "RoomOfAirfields",
    "airfields",
    "base_objections",
    "based",
    "fields_taken",
    "friendly_fields",
    "has_room",
    "is_airfield",
    "is_damaged",
    "is_taken",
    "landing_bars",
    "open_fields",
    "sea_based",
    "taken_bar",
]

AIRFIELD = "airfield"
"""The marker of a built airfield, and the tag of a terrain with a printed one."""
DAMAGED = "airfield-damaged"
"""The marker of an airfield that is out of use."""
_SEA_BASE = "sea-base"
_ABANDONED = "abandoned"
"""The mark of an airfield that is damaged since before the match began."""
"""The mark of a captured airfield until the next movement phase of its captor begins."""


class AirStacking(Terms):
    """How many air units share a base."""

    airfield: Number
    """Air units on one airfield."""


class Night(Terms):
    """Missions by night."""

    attack_divided_by: Count
    """What bombing is divided by, rounded up."""
    supply: Faces
    """Faces with which supplies reach the troops."""


class AirTerms(Terms):
    """Aircraft."""

    key = "air"
    required = True

    stacking: AirStacking
    """How many share a base."""
    transfer_range: Number
    """Transfers: so many times the printed range."""
    night: Night
    """Missions by night."""
    interception: Annotated[
        Mapping[Side, Annotated[Mapping[Area, tuple[Cover, ...]], Meta(min_length=1)]], EachSide()
    ]
    """By the region or box of a fighter's base, those over which it may intercept;
    `same-airfield` is its own hex only."""
    naval_cover: Annotated[Mapping[Side, Mapping[Region, tuple[Area, ...]]], EachSide()]
    """By the waters in which a naval unit is attacked, the regions or boxes whose fighters may
    defend it."""


class DamagedAtStartTerms(Terms):
    """An airfield that begins damaged."""

    damaged_at_start: Place | None = None
    """A place whose airfield is damaged at the start; the option of the same name may say that
    it stays so `until-occupied`."""


def is_airfield(s: Situation, place: str) -> bool:
    """Return whether a hex has an airfield, damaged or not."""
    if place not in s.board.grid:
        return False
    printed = AIRFIELD in s.module.terrain[s.board.terrain_at(place)].tags
    return printed or s.place_marked(place, AIRFIELD)


def airfields(s: Situation) -> tuple[str, ...]:
    """Return the hexes with airfields."""
    if AIRFIELD not in s.module.memo:
        hexes = (hex for hex in s.board.grid if is_airfield(s, hex))
        s.module.memo[AIRFIELD] = tuple(hex for hex in hexes if not s.place_marked(hex, AIRFIELD))
    built = (place for place, marks in s.position.marks.items() if AIRFIELD in marks)
    return (*s.module.memo[AIRFIELD], *sorted(built))


def is_damaged(s: Situation, place: str) -> bool:
    """Return whether the airfield of a hex is damaged."""
    return s.place_marked(place, DAMAGED)


def is_taken(s: Situation, place: str) -> bool:
    """Return whether an airfield was captured and does not serve its captor yet."""
    return s.place_marked(place, FIELD_TAKEN)


def friendly_fields(s: Situation, side: str) -> tuple[str, ...]:
    """Return the airfields that serve a side, damaged ones included."""
    return s.cache_here(("fields", side), lambda: tuple(_friendly(s, side)))


def _friendly(s: Situation, side: str) -> Iterator[str]:
    return (h for h in airfields(s) if _holds(s, side, h) and not is_taken(s, h))


def _holds(s: Situation, side: str, place: str) -> bool:
    return controller(s, place) == side and place not in land_units(s, s.enemy(side))


def open_fields(s: Situation, side: str) -> tuple[str, ...]:
    """Return the airfields on which aircraft of a side can land now: whole ones that serve it."""
    return s.cache_here(
        ("open-fields", side),
        lambda: tuple(h for h in friendly_fields(s, side) if not is_damaged(s, h)),
    )


def landing_bars(
    s: Situation, side: str, place: str, topic: str, rule: str = "air-base"
) -> Iterator[Objection]:
    """Yield why nothing of a side can land in a hex; ``rule`` says that it must be an airfield."""
    about = {"hexes": (place,)}
    enemies = place in land_units(s, s.enemy(side))
    if enemies or not is_airfield(s, place) or not _holds(s, side, place):
        message = msg("{hex} is not one of your airfields.", hex=hex_ref(place))
        yield object_to(s, message, rule, FORM if enemies else topic, **about)
        return
    yield from taken_bar(s, place, topic)
    if is_damaged(s, place):
        message = msg("The airfield of {hex} is damaged.", hex=hex_ref(place))
        yield object_to(s, message, "damaged", topic, **about)


def taken_bar(s: Situation, place: str, topic: str) -> Iterator[Objection]:
    """Yield why an airfield that was captured does not serve its captor yet."""
    if is_taken(s, place):
        message = msg("The airfield of {hex} was taken and serves you from your next movement "
                      "phase on.", hex=hex_ref(place))  # fmt: skip
        yield object_to(s, message, "field-taken", topic, hexes=(place,))


def based(s: Situation, place: str) -> tuple[str, ...]:
    """Return the air pieces based in a hex."""
    return tuple(piece for piece in s.at(place) if arm(s, piece) == AIR)


def sea_based(s: Situation, piece: str) -> bool:
    """Return whether an air piece is based at sea instead of on airfields."""
    return _SEA_BASE in s.counter(piece).tags


def has_room(s: Situation, place: str) -> bool:
    """Return whether one more air piece may be based on the airfield of a hex."""
    limit = s.terms(AirTerms).stacking.airfield
    return unlimited(s, place) or len(based(s, place)) < limit


def base_objections(s: Situation, piece: str, place: str, topic: str = "air") -> list[Objection]:
    """Return reasons why an air piece may not come to a base now; of which topic they are."""
    if place not in s.board.grid:
        return [Objection(msg("There is no hex {hex}.", hex=place))]
    about = {"pieces": (piece,), "hexes": (place,)}
    if sea_based(s, piece):
        at_sea = "sea" in s.module.terrain[s.board.terrain_at(place)].tags
        message = msg("{piece} is based at sea, not in {hex}.", piece=piece_ref(piece),
                      hex=hex_ref(place))  # fmt: skip
        return [] if at_sea else [object_to(s, message, "sea-base", topic, **about)]
    bars = list(landing_bars(s, s.side(piece), place, topic))
    if senseless(bars):
        return bars
    if place != s.place(piece) and not has_room(s, place):
        message = msg("The airfield of {hex} is full.", hex=hex_ref(place))
        bars.append(object_to(s, message, "air-stacking", "stacking", **about))
    return bars


# capture


def fields_taken(s: Situation, piece: str, path: tuple[str, ...]) -> list[Step]:
    """Return the step that closes the airfields that a land piece takes on its way, if any."""
    side = s.side(piece)
    hexes = (h for h in dict.fromkeys(path) if is_airfield(s, h) and controller(s, h) != side)
    taken = tuple(hexes) if holds_ground(s, piece) else ()
    return [CloseFields(taken)] if taken else []


class CloseFields(FieldsCaptured, frozen=True):
    """Airfields have just been captured: they do not serve their captor at once."""


class OpenFields(Step, frozen=True):
    """The movement phase of a side begins: the airfields that it has captured serve it now."""

    side: str

    def run(self, change: Change) -> None:
        """Take the marks off."""
        change.finish()
        let_serve(change, self.side, controller)


# damage and repair


class DamageFields(Step, frozen=True):
    """The set-up is over: airfields that begin the match out of use are damaged."""

    def run(self, change: Change) -> None:
        """Mark those that ``rules: damaged_at_start`` names."""
        change.finish()
        for place in _abandoned(change):
            change.emit(ev.PlaceMarked(place, (DAMAGED, _ABANDONED)))


def _abandoned(s: Situation) -> dict[str, str]:
    """Return the hexes of the places that begin the match damaged, with the names of those."""
    name = s.terms(DamagedAtStartTerms).damaged_at_start
    return {s.board.places[name].hex: name} if name else {}


class RepairFields(Step, frozen=True):
    """The movement of a side is over: its damaged airfields work again.

    Those that began the match damaged wait for troops, if the option named like them says so.
    """

    side: str

    def run(self, change: Change) -> None:
        """Take the markers off."""
        change.finish()
        rule = clause(change, "field-repaired")
        for place, marks in sorted(change.position.marks.items()):
            if DAMAGED not in marks or controller(change, place) != self.side:
                continue
            name = _abandoned(change).get(place) if _ABANDONED in marks else None
            waits = name is not None and change.options.get(name) == "until-occupied"
            if waits and place not in land_units(change, self.side):
                continue
            if waits:
                reveal_presence(change, self.side, land_units(change, self.side)[place])
            change.emit(ev.PlaceMarked(place, remove=(DAMAGED, _ABANDONED)))
            change.say(msg("The airfield of {hex} works again.", hex=hex_ref(place)), rule)


class Airfields:
    """A part: who comes to an airfield takes it."""

    @hookimpl
    def capture_steps(self, s: Situation, piece: str, path: tuple[str, ...]) -> list[Step]:
        return list(fields_taken(s, piece, path))


class RoomOfAirfields:
    """A part: how many are based on an airfield, whom it serves, and whether it is damaged."""

    @hookimpl
    def hex_notes(self, s: Situation, hex: str) -> list[Message]:
        return list(_notes(s, hex)) if is_airfield(s, hex) else []


def _notes(s: Situation, place: str) -> Iterator[Message]:
    owner, here = controller(s, place), len(based(s, place))
    room = s.terms(AirTerms).stacking.airfield
    if unlimited(s, place):
        yield msg("Airfield: {n} based there, room for any number", n=here)
    else:
        yield msg("Airfield: {n} of {room} based there", n=here, room=room)
    if is_damaged(s, place):
        yield msg("Damaged: nobody flies missions from there")
    if owner is not None and is_taken(s, place):
        yield msg("Taken: serves {side} from its next movement phase on", side=side_ref(owner))
    elif owner is not None:
        yield msg("The airfield serves {side}", side=side_ref(owner))
