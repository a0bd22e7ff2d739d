"""Errands: what air pieces are sent to do, against which hexes, and who may be sent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine import hex_ref, msg, piece_ref
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.air.bombing_sum import TROOPS
from tabuleiro.rules.air.mission_plan import FIGHTER, errand_ref
from tabuleiro.rules.clauses import object_to, senseless
from tabuleiro.rules.ground.land_units import NAVAL, arm, is_gun, land_at, land_units
from tabuleiro.rules.sea.afloat import afloat
from tabuleiro.rules.victory.control import controller
from tabuleiro_papua.air.airfields import airfields, based, is_damaged, sea_based
from tabuleiro_papua.air.paratroops_in_transports import without_line
from tabuleiro_papua.air.sorties import sorties, sorties_over
from tabuleiro_papua.air.squadrons import (
    ATTACK,
    grounded,
    out_of_range,
    ready,
    roles,
    squadrons,
)
from tabuleiro_papua.overstacking import unlimited
from tabuleiro_papua.supply_bases import base_hexes

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from tabuleiro.engine import Situation
    from tabuleiro.engine.verdicts import Objection

__all__ = [
    "BASE",
    "BOMBINGS",
    "CARRY",
    "DROP",
    "ESCORT",
    "FIELD",
    "INTERCEPT",
    "INTERDICT",
    "LOADED",
    "SHIP",
    "SUPPLY",
    "SUPPORT",
    "TROOPS",
    "AloneBesideAircraft",
    "alone_beside_aircraft",
    "errand_clause",
    "errand_roles",
    "guns_alone",
    "no_support",
    "sending_objections",
    "suitable",
    "targets",
]

SUPPORT, INTERDICT, FIELD = "support", "interdict", "field"
SHIP, BASE, ESCORT, INTERCEPT = "ship", "base", "escort", "intercept"
CARRY, SUPPLY, DROP = "carry", "supply", "drop"
BOMBINGS = (INTERDICT, FIELD, SHIP, BASE, TROOPS)
"""The errands that end on the bombardment table, in the order in which they are carried out."""
LOADED = (CARRY, DROP)
"""The errands on which transports have a land piece on board."""
_CLAUSES = {
    SUPPORT: "ground-support",
    INTERDICT: "interdiction",
    FIELD: "bomb-airfield",
    TROOPS: "bomb-troops",
    SHIP: "bomb-naval",
    BASE: "bomb-base",
    ESCORT: "mission",
}


def errand_clause(errand: str) -> str:
    """Return the name of the clause about an errand."""
    return _CLAUSES[errand]


# against what


def targets(s: Situation, side: str, errand: str) -> Collection[str]:
    """Return the hexes against which a side can send a raid on an errand, whatever its range."""
    return s.cache_here(("targets", side, errand), lambda: frozenset(_TARGETS[errand](s, side)))


def _to_support(s: Situation, side: str) -> Iterator[str]:
    for place in land_units(s, s.enemy(side)):
        supplied = any(not without_line(s, piece) for piece in _near(s, place, side))
        if supplied and not no_support(s, place, side) and not guns_alone(s, place, side):
            yield place


def _near(s: Situation, place: str, side: str) -> Iterator[str]:
    """Yield the land pieces of a side that could attack a hex: in it, next to it, or off it."""
    mine = land_units(s, side)
    for hex in (place, *s.board.grid.neighbours(place)):
        yield from mine.get(hex, ())
    yield from afloat(s, side, place)


def guns_alone(s: Situation, place: str, side: str) -> list[Objection]:
    """Return why a side cannot support an attack on a hex: nobody but guns could make it."""
    pieces = tuple(_near(s, place, side)) if place in land_units(s, s.enemy(side)) else ()
    if not pieces or not all(is_gun(s, piece) for piece in pieces):
        return []
    message = msg("Artillery that attacks {hex} alone is not supported from the air.",
                  hex=hex_ref(place))  # fmt: skip
    return [object_to(s, message, "guns-unsupported", "air", pieces=pieces, hexes=(place,))]


def _to_interdict(s: Situation, side: str) -> Iterator[str]:
    mine = land_units(s, side)
    return (hex for hex in _open_land(s) if hex not in mine)


def _open_land(s: Situation) -> tuple[str, ...]:
    """Return the land hexes outside of the areas without limits."""
    if "open-land" not in s.module.memo:
        terrain = s.module.terrain
        s.module.memo["open-land"] = tuple(
            hex
            for hex in s.board.grid
            if "sea" not in terrain[s.board.terrain_at(hex)].tags and not unlimited(s, hex)
        )
    found: tuple[str, ...] = s.module.memo["open-land"]
    return found


def _fields(s: Situation, side: str) -> Iterator[str]:
    enemy = s.enemy(side)
    for hex in airfields(s):
        useful = not is_damaged(s, hex) or any(s.side(p) == enemy for p in based(s, hex))
        if controller(s, hex) == enemy and useful:
            yield hex
    yield from (s.place(piece) for piece in squadrons(s, enemy) if sea_based(s, piece))


def _ships(s: Situation, side: str) -> Iterator[str]:
    for hex, pieces in s.occupied(s.enemy(side)).items():
        if any(arm(s, piece) == NAVAL for piece in pieces):
            yield hex


def _transports(s: Situation, side: str) -> Iterator[str]:
    """Yield the hexes over which transports of a side fly by day, and might want an escort."""
    for order in sorties(s).values():
        if order.kind in {*LOADED, SUPPLY} and s.side(order.piece) == side and not order.night:
            yield order.hex


_TARGETS = {
    SUPPORT: _to_support,
    INTERDICT: _to_interdict,
    FIELD: _fields,
    TROOPS: lambda s, side: land_units(s, s.enemy(side)),
    SHIP: _ships,
    BASE: lambda s, side: base_hexes(s, s.enemy(side)),
    ESCORT: _transports,
}


def no_support(s: Situation, place: str, side: str) -> list[Objection]:
    """Return why a side may not support its troops in, or against, a hex from the air.

    Paratroops jump there now, or those of the side there have no supply line yet.
    """
    if any(order.kind == DROP for order in sorties_over(s, place)):
        message = msg("Nobody may support troops from the air where paratroops jump.")
        return [object_to(s, message, "jump-support", "air", hexes=(place,))]
    alone = tuple(piece for piece in land_at(s, place, side) if without_line(s, piece))
    if not alone:
        return []
    return [_unsupported(s, alone, place, "air")]


def alone_beside_aircraft(s: Situation, piece: str, place: str) -> list[Objection]:
    """Return why a piece may not attack a hex: it has no supply line, and its aircraft help.

    Who jumped among the enemies there fights, and nobody is helped.
    """
    if not without_line(s, piece) or s.place(piece) == place:
        return []
    side = s.side(piece)
    helped = any(order.kind == SUPPORT for order in sorties_over(s, place, side))
    return [_unsupported(s, (piece,), place, "combat")] if helped else []


def _unsupported(s: Situation, pieces: tuple[str, ...], place: str, topic: str) -> Objection:
    message = msg("{piece} cannot be supported from the air before it has a supply line.",
                  piece=piece_ref(pieces[0]))  # fmt: skip
    return object_to(s, message, "isolated-support", topic, pieces=pieces, hexes=(place,))


# by whom


def errand_roles(s: Situation, piece: str, errand: str) -> tuple[str, ...]:
    """Return the roles that a piece may have on an errand."""
    if errand == ESCORT:
        return tuple(role for role in roles(s, piece) if role == FIGHTER)
    return roles(s, piece, ATTACK if errand == SUPPORT else "")


def suitable(s: Situation, side: str, errand: str) -> tuple[str, ...]:
    """Return the pieces of a side that could fly on an errand now and do more than escort."""
    fit = _fit(s, errand)
    return s.cache_here(
        ("suitable", side, errand), lambda: tuple(p for p in ready(s, side) if p in fit)
    )


def _fit(s: Situation, errand: str) -> frozenset[str]:
    """Return the pieces that are made for an errand, and for more than to escort others on it."""
    key = ("fit", errand)
    if key not in s.module.memo:
        escorting = errand in {SUPPORT, ESCORT}
        s.module.memo[key] = frozenset(
            piece
            for piece in s.module.counters
            if any(escorting or role != FIGHTER for role in errand_roles(s, piece, errand))
        )
    found: frozenset[str] = s.module.memo[key]
    return found


def sending_objections(
    s: Situation, piece: str, errand: str, place: str, role: str, *, night: bool
) -> list[Objection]:
    """Return reasons why a piece may not be sent on an errand in a role."""
    found = list(grounded(s, piece))
    if senseless(found):
        return found
    if role not in errand_roles(s, piece, errand):
        message = msg("{piece} is not fit for this: {errand}.", piece=piece_ref(piece),
                      errand=errand_ref(errand))  # fmt: skip
        found.append(object_to(s, message, errand_clause(errand), "air", pieces=(piece,)))
    found += out_of_range(s, piece, place)
    if night and role == FIGHTER:
        message = msg("Fighters do not fly at night: nobody can intercept there.")
        found.append(object_to(s, message, "night", "air", pieces=(piece,)))
    if errand == SUPPORT:
        found += no_support(s, place, s.side(piece))
    elif errand not in {ESCORT, INTERDICT} and place not in targets(s, s.side(piece), errand):
        message = msg("There is nothing to bomb in {hex}.", hex=hex_ref(place))
        found.append(object_to(s, message, errand_clause(errand), "air", hexes=(place,)))
    return found


class AloneBesideAircraft:
    """A part: who has no supply line attacks nowhere beside aircraft of his own side."""

    @hookimpl
    def attack_objections(self, s: Situation, piece: str, target: str) -> list[Objection]:
        return alone_beside_aircraft(s, piece, target)
