"""Landing rules: who may get on and off at a coast, or storm a hostile one (4.2.4, 4.2.5).

A coast in its side's own hands is open to all (4.2.4-3, 4.2.4-8); any other is entered by an
assault landing, whether anybody stands there or not, and not by every type (4.2.5).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine import Objection, hex_ref, msg, nmsg, piece_ref
from tabuleiro.rules.clauses import object_to
from tabuleiro.rules.ground.land_units import land_units
from tabuleiro.rules.sea.afloat import afloat
from tabuleiro.rules.sea.ashore import assaulter
from tabuleiro.rules.victory.control import controller
from tabuleiro_filipinas.cargo import cargo
from tabuleiro_filipinas.parameters.course import GarrisonTerms, WeatherTerms
from tabuleiro_filipinas.parameters.sea import LandingTerms
from tabuleiro_filipinas.sea_hooks import sea
from tabuleiro_filipinas.sea_lanes import is_port, landing_ground
from tabuleiro_filipinas.weather import weather_at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.engine import Situation

__all__ = [
    "bound_to_island",
    "contested",
    "departure_objections",
    "landing_objections",
    "own_shore",
]

MONSOON = "monsoon"


def contested(s: Situation, side: str, place: str) -> bool:
    """Return whether land units of an enemy stand in a hex."""
    return any(place in land_units(s, enemy) for enemy in s.enemies(side))


def own_shore(s: Situation, side: str, place: str) -> bool:
    """Return whether a side lands in a hex without an assault: it holds it, and it is free."""
    return controller(s, place) == side and not contested(s, side, place)


def bound_to_island(s: Situation, unit: str) -> Iterator[Objection]:
    """Yield the reason why a unit may not leave its island (4.2.4-6, 4.2.4-7)."""
    if unit in s.terms(GarrisonTerms).garrisons or "no-supply" in s.counter(unit).tags:
        message = msg("{piece} may not leave its island.", piece=piece_ref(unit))
        guerrilla = "no-supply" in s.counter(unit).tags
        word = "guerrilla-island" if guerrilla else "garrison"
        yield object_to(s, message, word, "movement", pieces=(unit,))


def departure_objections(
    s: Situation, unit: str, place: str, *, convoy: bool
) -> Iterator[Objection]:
    """Yield reasons why a unit may not get aboard in a coast hex."""
    yield from bound_to_island(s, unit)
    if not own_shore(s, s.side(unit), place):
        message = msg("{hex} is not in your hands.", hex=hex_ref(place))
        yield object_to(s, message, "sea-lift-own", "movement", pieces=(unit,), hexes=(place,))
    yield from _ground(s, unit, place)
    yield from _monsoon(s, unit, place, convoy=convoy)


def _ground(s: Situation, unit: str, place: str) -> Iterator[Objection]:
    port = is_port(s, place) and own_shore(s, s.side(unit), place)
    if not port and not landing_ground(s, place):
        message = msg("Nobody gets on or off a ship on the ground of {hex}.", hex=hex_ref(place))
        yield object_to(s, message, "landing-terrain", "movement", pieces=(unit,), hexes=(place,))


def _monsoon(s: Situation, unit: str, place: str, *, convoy: bool) -> Iterator[Objection]:
    """In monsoon only convoys carry anybody, and only through ports of their own (12.3-4)."""
    port = is_port(s, place) and own_shore(s, s.side(unit), place)
    if weather_at(s, place) == MONSOON and not (port and convoy):
        message = msg("In monsoon only convoys carry units, through ports.")
        yield object_to(s, message, "monsoon-lift", "movement", pieces=(unit,), hexes=(place,))


def landing_objections(s: Situation, unit: str, place: str, *, convoy: bool) -> Iterator[Objection]:
    """Yield reasons why a unit may not go ashore in a coast hex, by assault if it is hostile."""
    side = s.side(unit)
    yield from sea(s).landing_bans(s=s, side=side, place=place)
    yield from _barred(s, unit, place)
    yield from _ground(s, unit, place)
    yield from _monsoon(s, unit, place, convoy=convoy)
    if not own_shore(s, side, place):
        yield from _assault(s, unit, place)


def _barred(s: Situation, unit: str, place: str) -> Iterator[Objection]:
    for region in s.terms(LandingTerms).barred_regions:
        if place in s.board.regions[region].hexes:
            message = msg("Nobody lands in {hex}.", hex=hex_ref(place))
            yield object_to(s, message, "landing-barred", "form", pieces=(unit,), hexes=(place,))


def _assault(s: Situation, unit: str, place: str) -> Iterator[Objection]:
    # Types with the tag `assault`; rangers have it (11.1-6).
    about = {"pieces": (unit,), "hexes": (place,)}
    if not assaulter(s, unit):
        message = msg("{piece} cannot make an assault landing in {hex}.",
                      piece=piece_ref(unit), hex=hex_ref(place))  # fmt: skip
        yield object_to(s, message, "landing-types", "movement", **about)
    bay = s.terms(LandingTerms).bay
    if place in s.board.regions[bay.region].hexes and _closed(s, s.side(unit), bay.closed_by):
        message = msg("Corregidor closes the bay to landings.")
        yield object_to(s, message, "bay-closed", "movement", **about)
    most = s.terms(WeatherTerms).assault_units.get(weather_at(s, place))
    if most is not None and len(landing_in(s, s.side(unit), place)) >= most:
        message = nmsg("In this weather no more than {n} unit lands in {hex}.",
                       "In this weather no more than {n} units land in {hex}.", most,
                       n=most, hex=hex_ref(place))  # fmt: skip
        yield object_to(s, message, "landing-weather", "movement", **about)


def _closed(s: Situation, side: str, island: str) -> bool:
    return any(not _own(s, side, hex) for hex in s.board.regions[island].hexes)


def _own(s: Situation, side: str, place: str) -> bool:
    return controller(s, place) == side


def landing_in(s: Situation, side: str, place: str) -> tuple[str, ...]:
    """Return the units that are about to make an assault landing in a hex, or lie off it."""
    bound = (u for u, v in cargo(s, side).units.items() if v.goal == place and not v.plain)
    return (*bound, *afloat(s, side, place))
