"""Aircraft: what each class may do, how far it flies and what it is worth (2.2.2, 6.0).

A class says what it may do by its tags: ``fighter``, ``bomb``, ``support-attack`` and
``support-defence`` (6.1, 6.2, 6.3), ``night`` for the interceptor of the night, ``air-transport``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tabuleiro.engine import hex_ref, msg, piece_ref
from tabuleiro.engine.verdicts import FORM, Objection
from tabuleiro.rules.air.captured_fields import FIELD_TAKEN
from tabuleiro.rules.ground.land_units import AIR, arm
from tabuleiro_filipinas.air_bases import is_damaged, naval_air, sea_based
from tabuleiro_filipinas.air_hooks import asked
from tabuleiro_filipinas.displaced_places import can_fly_from, within
from tabuleiro_filipinas.weather import BAD, MONSOON, weather_at

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tabuleiro.engine import Situation

__all__ = [
    "FLOWN",
    "SCOUT",
    "SORTIED",
    "TRANSFERRED",
    "air_places",
    "aircraft",
    "bombs",
    "carries",
    "embarked",
    "fights",
    "flies_by_night",
    "grounded",
    "in_range",
    "is_ready",
    "lands",
    "monsoon_bars",
    "out_of_range",
    "power",
    "ready",
    "supports",
    "transport_bars",
]

SCOUT: Final = "scout"
"""The tag of types that scout: R and H."""
FLOWN: Final = "flown"
"""The mark of aircraft that flew a mission since their side could launch last (6.1-21)."""
SORTIED: Final = "sortied"
"""The mark of aircraft that flew earlier in this turn of a side: they change no base (4.2.7-3)."""
TRANSFERRED: Final = "transferred"
"""The mark of aircraft that changed base in this turn of a side (4.2.7-1)."""


# ------------------------------------------------------------------------------ who, and where


def air_places(s: Situation, side: str) -> Mapping[str, tuple[str, ...]]:
    """Return the aircraft of a side by where they are: on fields, displaced ones, decks at sea."""

    def find() -> dict[str, tuple[str, ...]]:
        found: dict[str, list[str]] = {}
        for piece in _all_aircraft(s, side):
            if piece in s.position.pieces and can_fly_from(s, s.whereabouts(piece)):
                found.setdefault(s.place(piece), []).append(piece)
        return {place: tuple(pieces) for place, pieces in sorted(found.items())}

    return s.cache_by_basis(("aircraft", side), s.position.stacks, find)


def _all_aircraft(s: Situation, side: str) -> tuple[str, ...]:
    memo, key = s.module.memo, ("all-aircraft", side)
    if key not in memo:
        counters = s.module.counters.values()
        memo[key] = tuple(c.id for c in counters if c.side == side and AIR in c.tags)
    found: tuple[str, ...] = memo[key]
    return found


def aircraft(s: Situation, side: str) -> tuple[str, ...]:
    """Return the aircraft of a side that are somewhere from where they could fly."""
    return tuple(piece for pieces in air_places(s, side).values() for piece in pieces)


def embarked(s: Situation, piece: str) -> bool:
    """Return whether an aircraft is on the deck of a carrier."""
    return s.within(piece) is not None


def fights(s: Situation, piece: str) -> bool:
    """Return whether an aircraft is of a class that decides air combats: C, CB, CN or IN.

    Clauses: 2.2.2-1 to -3.
    """
    return "fighter" in s.counter(piece).tags


def flies_by_night(s: Situation, piece: str) -> bool:
    """Return whether an aircraft is an interceptor of the night (2.2.2-7)."""
    return "night" in s.counter(piece).tags


def bombs(s: Situation, piece: str) -> bool:
    """Return whether an aircraft is of a class that bombs (6.3-2, 2.2.2-4 to -6)."""
    return "bomb" in s.counter(piece).tags


def carries(s: Situation, piece: str) -> bool:
    """Return whether an aircraft is a transport, or a flying boat that may act as one.

    Clauses: 2.2.2-8, 2.2.2-10.
    """
    return "air-transport" in s.counter(piece).tags


def supports(s: Situation, piece: str, *, defence: bool = False) -> bool:
    """Return whether an aircraft is of a class that supports an attack, or a defence (6.2).

    Clauses: 6.2-3, 6.2-4.
    """
    return ("support-defence" if defence else "support-attack") in s.counter(piece).tags


# ------------------------------------------------------------------------------ how far, how much


def in_range(s: Situation, piece: str, place: str, times: int = 1) -> bool:
    """Return whether a place is in the range of an aircraft, or in a multiple of it (2.2.2-13).

    That of an embarked one counts from its carrier (6.1-26).
    """
    return within(s, s.whereabouts(piece), place, s.value(piece, "range") * times)


def power(s: Situation, piece: str, value: str, place: str) -> int:
    """Return the land or air power of an aircraft over a place: half in bad weather (12.2-1).

    Clauses: 2.2.2-15, 2.2.2-16.
    """
    printed = s.value(piece, value)
    return -(-printed // 2) if weather_at(s, place) == BAD else printed


# ------------------------------------------------------------------------------ why not


def grounded(s: Situation, piece: str) -> list[Objection]:
    """Return reasons why an aircraft may fly no mission at all now."""
    return s.cache_here(("grounded", piece), lambda: list(_grounded(s, piece)))


def _grounded(s: Situation, piece: str) -> Iterator[Objection]:
    about = {"pieces": (piece,)}
    place = s.whereabouts(piece)
    if arm(s, piece) != AIR or not can_fly_from(s, place):
        message = msg("{piece} is not an air unit on a field or a deck.", piece=piece_ref(piece))
        yield Objection(message, "filipinas-4.1.1-3", FORM, **about)
        return
    if s.marked(piece, FLOWN):
        message = msg("{piece} has flown a mission.", piece=piece_ref(piece))
        yield Objection(message, "filipinas-6.1-21", "air", **about)
    if s.marked(piece, TRANSFERRED):
        message = msg("{piece} has changed its base.", piece=piece_ref(piece))
        yield Objection(message, "filipinas-4.2.7-1", "air", **about)
    if embarked(s, piece) and not naval_air(s, piece):
        message = msg("{piece} is only carried on this deck.", piece=piece_ref(piece))
        yield Objection(message, "filipinas-6.1-20", "air", **about)
    yield from _field_closed(s, piece, s.place(piece))
    yield from monsoon_bars(s, piece)
    yield from asked(s).take_off_bars(s=s, piece=piece)


def _field_closed(s: Situation, piece: str, place: str) -> Iterator[Objection]:
    if is_damaged(s, place):
        message = msg("The airfield of {hex} is damaged.", hex=hex_ref(place))
        yield Objection(message, "filipinas-6.7.1-4", "air", (piece,), (place,))
    if s.place_marked(place, FIELD_TAKEN):
        message = msg("The airfield of {hex} was taken and serves you from your next movement "
                      "phase on.", hex=hex_ref(place))  # fmt: skip
        yield Objection(message, "filipinas-6.7-1", "air", (piece,), (place,))


def monsoon_bars(s: Situation, piece: str, target: str | None = None) -> Iterator[Objection]:
    """Yield why an aircraft may not fly in this weather: monsoon at its base or where it goes."""
    for place in (s.whereabouts(piece), *(() if target is None else (target,))):
        if weather_at(s, place) == MONSOON:
            message = msg("Nothing flies in the monsoon over {hex}.", hex=hex_ref(place))
            hexes = (place,) if place in s.board.grid else ()
            yield Objection(message, "filipinas-12.3-1", "air", (piece,), hexes)
            return


def out_of_range(s: Situation, piece: str, place: str, times: int = 1) -> list[Objection]:
    """Return the objection to a flight that is too far for an aircraft."""
    if in_range(s, piece, place, times):
        return []
    message = msg("{hex} is out of the range of {piece}.", hex=hex_ref(place),
                  piece=piece_ref(piece))  # fmt: skip
    hexes = (place,) if place in s.board.grid else ()
    return [Objection(message, "filipinas-2.2.2-13", "air", (piece,), hexes)]


def ready(s: Situation, side: str) -> tuple[str, ...]:
    """Return the aircraft of a side that may fly a mission now."""
    return s.cache_here(
        ("ready", side), lambda: tuple(p for p in aircraft(s, side) if not grounded(s, p))
    )


def is_ready(s: Situation, side: str, piece: str) -> bool:
    """Return whether a piece is an aircraft of a side that may fly a mission now."""
    known = piece in s.position.pieces and s.side(piece) == side and arm(s, piece) == AIR
    return known and not grounded(s, piece)


def lands(s: Situation, piece: str) -> bool:
    """Return whether an aircraft is a transport that lands on fields; flying boats do not."""
    return carries(s, piece) and not sea_based(s, piece)


def transport_bars(s: Situation, transport: str, side: str) -> list[Objection]:
    """Return reasons why a piece cannot fly as a transport now."""
    known = transport in s.position.pieces and s.side(transport) == side
    if not known or not carries(s, transport):
        message = msg("{piece} is not one of your air transports.", piece=piece_ref(transport))
        return [Objection(message, "filipinas-4.2.6-1", FORM)]
    return grounded(s, transport)
