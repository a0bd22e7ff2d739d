"""Air bases: fields on the board, printed or built; displaced ones off it; moorings; decks (6.7).

An airfield holds three air units, an air base six (4.1.1-4), a displaced field any number
(4.1.1-6). Damage has two stages, markers 2 and 1; either closes the field to missions (6.7.1-4).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tabuleiro.engine import hex_ref, msg, piece_ref
from tabuleiro.engine.verdicts import FORM, Objection
from tabuleiro.rules.air.captured_fields import FIELD_TAKEN
from tabuleiro.rules.ground.land_units import AIR, arm, land_units
from tabuleiro.rules.victory.control import controller
from tabuleiro_filipinas.displaced_places import displaced
from tabuleiro_filipinas.parameters.air import AirTerms
from tabuleiro_filipinas.ports import port_serves, printed_ports

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tabuleiro.engine import Message, Situation

__all__ = [
    "BUILT",
    "DAMAGE",
    "based",
    "field_limits",
    "has_room",
    "is_base",
    "is_damaged",
    "landing_bars",
    "moorings",
    "naval_air",
    "open_bases",
    "refuge",
    "sea_based",
    "serves",
]

BUILT: Final = "airfield-built"
"""The marker of an airfield that engineers built."""
DAMAGE: Final = ("airfield-damaged-2", "airfield-damaged-1")
"""The markers of damage: just done, and half repaired."""


def field_limits(s: Situation) -> Mapping[str, int]:
    """Return the hexes with airfields, damaged or not, each with how many it holds."""
    return s.cache_by_basis("field-limits", s.position.marks, lambda: _find_fields(s))


def _find_fields(s: Situation) -> dict[str, int]:
    limits = s.terms(AirTerms).stacking
    found: dict[str, int] = {}
    for place in s.board.places.values():
        if place.kind in limits:
            found[place.hex] = max(limits[place.kind], found.get(place.hex, 0))
    for hex, marks in sorted(s.position.marks.items()):
        if BUILT in marks:
            found.setdefault(hex, min(limits.values()))
    return found


def is_base(s: Situation, place: str) -> bool:
    """Return whether a place has an airfield, on the board or displaced."""
    return place in field_limits(s) or displaced(s, place)


def is_damaged(s: Situation, place: str) -> bool:
    """Return whether the airfield of a place is damaged, in whichever stage."""
    marks = s.position.marks.get(place, ())
    return any(mark in marks for mark in DAMAGE)


def owner(s: Situation, place: str) -> str | None:
    """Return the side that holds a base."""
    box = s.board.boxes.get(place)
    return controller(s, place) if box is None else box.side


def serves(s: Situation, side: str, place: str) -> bool:
    """Return whether an airfield serves a side now, damaged or not."""
    if not is_base(s, place) or owner(s, place) != side:
        return False
    return place not in land_units(s, s.enemy(side)) and not s.place_marked(place, FIELD_TAKEN)


def based(s: Situation, place: str) -> tuple[str, ...]:
    """Return the air pieces based in a place."""
    return tuple(piece for piece in s.at(place) if arm(s, piece) == AIR)


def has_room(s: Situation, place: str) -> bool:
    """Return whether one more air piece may be based on the airfield of a place."""
    if displaced(s, place):
        return True
    return len(based(s, place)) < field_limits(s).get(place, 0)


def sea_based(s: Situation, piece: str) -> bool:
    """Return whether an air piece is a flying boat, which uses no airfield (2.2.2-11)."""
    return "sea-base" in s.counter(piece).tags


def naval_air(s: Situation, piece: str) -> bool:
    """Return whether an air piece flies from carriers."""
    return "naval-air" in s.counter(piece).tags


def refuge(s: Situation, side: str) -> str | None:
    """Return the hex of the airfield to which a side may only flee (4.2.7-7)."""
    place = s.terms(AirTerms).emergency_airfield.get(side)
    return None if place is None else s.board.places[place].hex


def moorings(s: Situation, side: str) -> frozenset[str]:
    """Return the sea hexes beside a port or an airfield of a side, where flying boats lie."""

    def find() -> frozenset[str]:
        lands = [h for h in field_limits(s) if serves(s, side, h)]
        lands += [h for h in printed_ports(s) if port_serves(s, side, h)]
        near = (h for land in lands for h in s.board.grid.neighbours(land))
        return frozenset(h for h in near if s.board.terrain_at(h) == "sea")

    basis = (s.position.control, s.position.marks, land_units(s, s.enemy(side)))
    return s.cache_by_basis(("moorings", side), basis, find)


def open_bases(s: Situation, side: str) -> tuple[str, ...]:
    """Return the whole airfields that serve a side and have room, displaced ones included.

    Not the one to which it may only flee.
    """

    def find() -> Iterator[str]:
        only = refuge(s, side)
        places = (*field_limits(s), *(box for box in s.board.boxes if displaced(s, box)))
        for place in places:
            whole = place != only and serves(s, side, place) and not is_damaged(s, place)
            if whole and has_room(s, place):
                yield place

    return s.cache_here(("open-bases", side), lambda: tuple(find()))


def landing_bars(s: Situation, piece: str, place: str) -> Iterator[Objection]:
    """Yield reasons why an air piece may not come to a base now, however near it is (4.1.1-3)."""
    about = {"pieces": (piece,), "hexes": (place,) if place in s.board.grid else ()}
    side = s.side(piece)
    if place not in s.board.grid and place not in s.board.boxes:
        yield Objection(msg("There is no hex {hex}.", hex=place), topic=FORM)
    elif sea_based(s, piece) and not displaced(s, place):
        if place not in moorings(s, side):
            message = msg("{piece} lies at sea beside a port or airfield of yours, not in {hex}.",
                          piece=piece_ref(piece), hex=hex_ref(place))  # fmt: skip
            yield Objection(message, "filipinas-2.2.2-11", "air", **about)
    elif not serves(s, side, place):
        enemies = place in land_units(s, s.enemy(side))
        message = msg("{hex} is not one of your airfields.", hex=hex_ref(place))
        yield Objection(message, "filipinas-6.7-1", FORM if enemies else "air", **about)
    else:
        yield from _field_bars(s, piece, place)


def _field_bars(s: Situation, piece: str, place: str) -> Iterator[Objection]:
    about = {"pieces": (piece,), "hexes": (place,) if place in s.board.grid else ()}
    if naval_air(s, piece):
        message = msg("{piece} flies from carriers and lands on a field only in an emergency.",
                      piece=piece_ref(piece))  # fmt: skip
        yield Objection(message, "filipinas-4.1.1-7", "air", **about)
    if place == refuge(s, s.side(piece)):
        message = msg("To {hex} aircraft may only flee.", hex=hex_ref(place))
        yield Objection(message, "filipinas-4.2.7-7", "air", **about)
    if is_damaged(s, place):
        message = msg("The airfield of {hex} is damaged.", hex=hex_ref(place))
        yield Objection(message, "filipinas-6.7.1-4", "air", **about)
    if place != s.place(piece) and not has_room(s, place):
        message = msg("The airfield of {hex} is full.", hex=hex_ref(place))
        yield Objection(message, "filipinas-4.1.1-4", "stacking", **about)


def field_notes(s: Situation, place: str) -> Iterator[Message]:
    """Yield what a player should know of the airfield of a hex."""
    limits = field_limits(s)
    if place not in limits:
        return
    yield msg("Airfield, room for {n}", n=limits[place])
    for stage, mark in zip((2, 1), DAMAGE, strict=True):
        if s.place_marked(place, mark):
            yield msg("The airfield is damaged ({n})", n=stage)
