"""Errands: against what aircraft are sent, and who may be sent in which role (6.2, 6.3, 6.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tabuleiro.engine import hex_ref, msg, piece_ref
from tabuleiro.engine.verdicts import FORM, Objection
from tabuleiro.rules.air.mission_plan import BOMBER, FIGHTER, errand_ref
from tabuleiro.rules.ground.land_units import land_units
from tabuleiro.rules.victory.control import controller
from tabuleiro_filipinas.air_bases import field_limits, owner
from tabuleiro_filipinas.air_hooks import asked
from tabuleiro_filipinas.air_missions import (
    BOMBINGS,
    ESCORT,
    FIELD,
    KAMIKAZE,
    PORT,
    SHIP,
    SUPPORT,
    TRANSPORTS,
    TROOPS,
    drop_on_enemies,
    missions,
    sorties,
)
from tabuleiro_filipinas.aircraft import (
    bombs,
    embarked,
    fights,
    grounded,
    in_range,
    monsoon_bars,
    out_of_range,
    ready,
    supports,
)
from tabuleiro_filipinas.displaced_places import displaced
from tabuleiro_filipinas.parameters.air import AirTerms, BombingBarredTerms
from tabuleiro_filipinas.ports import PORT_DESTROYED, printed_ports
from tabuleiro_filipinas.weather import MONSOON, weather_at

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from tabuleiro.engine import Situation

__all__ = [
    "RULES",
    "night_objections",
    "roles",
    "sending_objections",
    "suitable",
    "suits",
    "target_objections",
    "targets",
]

RULES: Final = {
    SUPPORT: "filipinas-6.2-1",
    TROOPS: "filipinas-6.3.2-1",
    FIELD: "filipinas-6.3.1-1",
    PORT: "filipinas-6.3.4-1",
    SHIP: "filipinas-6.3.3-9",
    ESCORT: "filipinas-6.1-3",
}
"""The clause of each errand."""
_STRIKE = "air-naval-interception"
"""The kind of phase in which R, T and H stay at home (6.1-3)."""


# ------------------------------------------------------------------------------ against what


def targets(s: Situation, side: str, errand: str) -> Collection[str]:
    """Return the places against which a side can fly on an errand, whatever its range (6.3.1-3)."""
    return s.cache_here(
        ("targets", side, errand),
        lambda: frozenset(p for p in _TARGETS[errand](s, side) if weather_at(s, p) != MONSOON),
    )


def _supported(s: Situation, side: str) -> Iterator[str]:
    """Yield the hexes with enemies, or something unknown, that a side's troops might attack."""
    return (h for h in land_units(s, s.enemy(side)) if not drop_on_enemies(s, h))


def _troops(s: Situation, side: str) -> Iterator[str]:
    return (h for h in land_units(s, s.enemy(side)) if not _spared(s, side, h))


def _spared(s: Situation, side: str, place: str) -> bool:
    barred = s.terms(BombingBarredTerms).bombing_barred.get(side, ())
    return place in s.board.grid and s.board.terrain_at(place) in barred


def _fields(s: Situation, side: str) -> Iterator[str]:
    enemy = s.enemy(side)
    yield from (hex for hex in field_limits(s) if owner(s, hex) == enemy)
    yield from (b for b in s.board.boxes if displaced(s, b) and owner(s, b) == enemy)


def _ports(s: Situation, side: str) -> Iterator[str]:
    enemy = s.enemy(side)
    for place in printed_ports(s):
        if controller(s, place) == enemy and not s.place_marked(place, PORT_DESTROYED):
            yield place


def _ships(s: Situation, side: str) -> list[str]:
    return asked(s).ship_targets(s=s, side=side)


def _transports(s: Situation, side: str) -> Iterator[str]:
    """Yield the places to which transports of a side fly by day, and might want an escort."""
    for order in sorties(s).values():
        if order.mission in TRANSPORTS and s.side(order.piece) == side and not order.night:
            yield order.hex


_TARGETS = {
    SUPPORT: _supported,
    TROOPS: _troops,
    FIELD: _fields,
    PORT: _ports,
    SHIP: _ships,
    ESCORT: _transports,
}


def target_objections(s: Situation, side: str, errand: str, place: str) -> list[Objection]:
    """Return why a side can send nobody against a place on an errand."""
    if place in targets(s, side, errand):
        return []
    hexes = (place,) if place in s.board.grid else ()
    words = {"hex": hex_ref(place), "errand": errand_ref(errand)}
    known = place in s.board.grid or place in s.board.boxes
    if known and weather_at(s, place) == MONSOON:
        message = msg("Nothing flies in the monsoon over {hex}.", hex=hex_ref(place))
        return [Objection(message, "filipinas-12.3-1", "air", (), hexes)]
    enemy = place in land_units(s, s.enemy(side))
    if errand == TROOPS and enemy and _spared(s, side, place):
        message = msg("Troops in a city are not bombed: {hex}.", hex=hex_ref(place))
        return [Objection(message, "filipinas-6.3.2-5", "air", (), hexes)]
    if errand == SUPPORT and enemy:
        message = msg("Nobody supports troops from the air where paratroops jump on enemies.")
        return [Objection(message, "filipinas-4.2.3-6", "air", (), hexes)]
    message = msg("There is no target for this in {hex}: {errand}.", **words)
    return [Objection(message, RULES[errand], "air" if known else FORM, (), hexes)]


# ------------------------------------------------------------------------------ by whom


def roles(s: Situation, piece: str, errand: str) -> tuple[str, ...]:
    """Return the roles that an aircraft may have in a mission, by its class."""
    found = []
    if errand == SUPPORT:
        found = [BOMBER] if supports(s, piece) else []
    elif errand in BOMBINGS and bombs(s, piece) and s.value(piece, "land"):
        found = [BOMBER]
    if fights(s, piece):
        found.append(FIGHTER)
    if errand == SHIP and s.side(piece) == s.terms(AirTerms).kamikaze.side and _may_dive(s, piece):
        found.append(KAMIKAZE)
    return tuple(found)


def _may_dive(s: Situation, piece: str) -> bool:
    """Any class may dive, but those that stay at home in phase 4 do so then (6.8-2, 6.8-8)."""
    return _striking(s, piece)


def _striking(s: Situation, piece: str) -> bool:
    """Return whether the phase lets a class fly against ships: in phase 4 no R, T and H (6.1-3)."""
    return s.phase is None or s.phase.kind != _STRIKE or fights(s, piece) or bombs(s, piece)


def suitable(s: Situation, side: str, errand: str) -> tuple[str, ...]:
    """Return the aircraft of a side that could fly now what an errand is for."""
    return s.cache_here(
        ("suitable", side, errand),
        lambda: tuple(piece for piece in ready(s, side) if suits(s, piece, errand)),
    )


def suits(s: Situation, piece: str, errand: str) -> bool:
    """Return whether an aircraft is of a class that can fly what an errand is for."""
    able = roles(s, piece, errand)
    return any(errand == ESCORT or role != FIGHTER for role in able)


def sending_objections(
    s: Situation, piece: str, errand: str, place: str, role: str, *, night: bool
) -> list[Objection]:
    """Return reasons why an aircraft may not be sent on an errand in a role."""
    found = list(grounded(s, piece))
    if any(objection.topic == FORM for objection in found):
        return found
    if role not in roles(s, piece, errand):
        found.append(_unfit(s, piece, errand, role))
    times = s.terms(AirTerms).kamikaze.range if role == KAMIKAZE else 1
    found += out_of_range(s, piece, place, times)
    found += monsoon_bars(s, piece, place)
    if night:
        found += night_objections(s, piece, errand, place, role)
    return found


def _unfit(s: Situation, piece: str, errand: str, role: str) -> Objection:
    message = msg("{piece} is not fit for this: {errand}.", piece=piece_ref(piece),
                  errand=errand_ref(errand))  # fmt: skip
    rule = RULES[errand]
    if role == KAMIKAZE:
        own = s.side(piece) == s.terms(AirTerms).kamikaze.side
        rule = "filipinas-6.8-2" if own else "filipinas-6.8-1"
    elif errand == SUPPORT and role == BOMBER:
        rule = "filipinas-6.2-3"
    elif role == BOMBER:
        rule = "filipinas-6.3-2"
    return Objection(message, rule, "air", (piece,))


def night_objections(
    s: Situation, piece: str, errand: str, place: str, role: str = BOMBER
) -> Iterator[Objection]:
    """Yield reasons why an aircraft may not fly a mission by night."""
    about = {"pieces": (piece,), "hexes": (place,) if place in s.board.grid else ()}
    if errand not in BOMBINGS or role == FIGHTER:
        message = msg("At night one may only bomb, drop supplies or jump.")
        yield Objection(message, "filipinas-6.5-1", "air", **about)
    if role == KAMIKAZE:
        message = msg("Nobody dives at night.")
        yield Objection(message, "filipinas-6.5-8", "air", **about)
    if embarked(s, piece):
        message = msg("{piece} does not fly from its deck at night.", piece=piece_ref(piece))
        yield Objection(message, "filipinas-6.5-5", "air", **about)
    if errand == SHIP and not _by_land(s, place):
        message = msg("By night ships are bombed only next to a coast.")
        yield Objection(message, "filipinas-6.5-6", "air", **about)


def _by_land(s: Situation, place: str) -> bool:
    near = s.board.grid.neighbours(place) if place in s.board.grid else ()
    return any(s.board.terrain_at(hex) != "sea" for hex in near)


def answered(s: Situation, side: str) -> tuple[str, ...]:
    """Return the places over which enemies of a side fly, as it sees them."""
    return tuple(dict.fromkeys(m.hex for m in missions(s) if m.side != side))


def anybody_near(s: Situation, side: str, errand: str, place: str) -> bool:
    """Return whether a side has an aircraft in range that could be sent on an errand."""
    times = s.terms(AirTerms).kamikaze.range if errand == SHIP else 1
    dives = side == s.terms(AirTerms).kamikaze.side
    able = suitable(s, side, errand)
    return any(in_range(s, piece, place, times if dives else 1) for piece in able)
