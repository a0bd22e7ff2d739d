"""Cargo: what ships carry, what it costs of their transport value, and where it goes ashore (7.2).

A convoy or a destroyer has as many points as its transport value. Getting a unit aboard and off
costs one point each, every sea hex with it aboard one more; Rangers count half (7.2, 11.1-5). What
is left of a convoy feeds units ashore (7.3-4).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec.structs import replace

from tabuleiro.engine import events as ev
from tabuleiro.rules.ground.land_units import holds_ground
from tabuleiro_filipinas.forces import CARGO, is_force
from tabuleiro_filipinas.parameters.ground import RangersTerms
from tabuleiro_filipinas.parameters.sea import SeaLiftTerms
from tabuleiro_filipinas.parameters.war import NavalTerms
from tabuleiro_filipinas.sea_lanes import HALVES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.engine import Change, Situation

__all__ = [
    "LANDED",
    "SUPPLIED",
    "Passage",
    "aboard",
    "boarding",
    "capacity_left",
    "cargo",
    "carried",
    "carriers_of_cargo",
    "charge",
    "forget_cargo",
    "from_box",
    "hexes_left",
    "home_box",
    "load_of",
    "note_passage",
    "note_use",
    "passage",
    "passengers",
    "pay_way",
    "supply_points",
    "transports",
    "unloading",
    "used",
    "weight",
]

WHOLE: Final = 2
"""What a unit weighs, in halves of one (11.1-5)."""
POINT: Final = HALVES * WHOLE
"""A point of transport, as small as weather and Rangers cut it."""
LANDED: Final = "landed"
"""The use of ships that brought units to a coast in this turn (3.0-11)."""
SUPPLIED: Final = "supplied"
"""The use of ships whose points fed units in this turn."""


class Passage(msgspec.Struct, frozen=True, omit_defaults=True):
    """The voyage of a unit that is aboard."""

    origin: str
    """The box or the coast hex where it came aboard."""
    goal: str = ""
    """The coast hex, or the box, for which it is bound; as long as there is none it goes on."""
    waters: str = ""
    """The sea hex from which it goes ashore."""
    engaged: bool = False
    """Whether it left an enemy zone to come aboard (4.1.2-3)."""
    plain: bool = False
    """Whether its goal was in its side's hands when the phase of the voyage began (4.2.4-16)."""


class Manifest(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a side notes of its ships in secret (7.3-5)."""

    spent: dict[str, int] = {}
    """By ship, what is used of its capacity, in quarters of a point."""
    units: dict[str, Passage] = {}
    """By unit aboard, its voyage."""
    uses: dict[str, tuple[str, ...]] = {}
    """By ship, what it was used for in this turn (3.0-11)."""


def cargo(s: Situation, side: str) -> Manifest:
    """Return what a side notes of its ships."""
    told = s.position.facts.get(CARGO + side)
    return s.cache_by_basis(("cargo", side), told, lambda: _read(told))


def _read(told: Any) -> Manifest:
    return Manifest() if told is None else msgspec.convert(told, Manifest)


def _note(change: Change, side: str, now: Manifest) -> None:
    data = msgspec.to_builtins(now)
    kept = {key: dict(sorted(value.items())) for key, value in sorted(data.items())}
    change.emit(ev.FactSet(CARGO + side, kept or None))


# ------------------------------------------------------------------------------ who carries


def transports(s: Situation, ship: str) -> bool:
    """Return whether a ship takes land units aboard: a convoy, or a destroyer with room."""
    return "sea-lift" in s.counter(ship).tags and s.value(ship, "transport") > 0


def aboard(s: Situation, ship: str) -> tuple[str, ...]:
    """Return the land units aboard a ship, those bound for a coast that it passed among them."""
    return tuple(piece for piece in s.inside(ship) if holds_ground(s, piece))


def carried(s: Situation, ship: str) -> tuple[str, ...]:
    """Return the units aboard that still travel: those that were not put down at a stop."""
    units = cargo(s, s.side(ship)).units
    return tuple(p for p in aboard(s, ship) if p not in units or not units[p].goal)


def carriers_of_cargo(s: Situation, force: str) -> tuple[str, ...]:
    """Return the ships of a force with units aboard that still travel."""
    return tuple(ship for ship in s.inside(force) if carried(s, ship))


def passage(s: Situation, unit: str) -> Passage | None:
    """Return the voyage of a unit, None if it is not at sea."""
    return cargo(s, s.side(unit)).units.get(unit)


def from_box(s: Situation, voyage: Passage) -> bool:
    """Return whether a unit came aboard in a box of its side."""
    return voyage.origin in s.board.boxes


# ------------------------------------------------------------------------------ capacity


def weight(s: Situation, unit: str) -> int:
    """Return what a unit weighs, in halves: Rangers half as much as others (11.1-5)."""
    return 1 if s.counter(unit).type == s.terms(RangersTerms).type else WHOLE


def load_of(s: Situation, ship: str) -> int:
    """Return what a ship carries on, in halves of a unit."""
    return sum(weight(s, unit) for unit in carried(s, ship))


def capacity_left(s: Situation, ship: str) -> int:
    """Return what is left of the capacity of a ship with its losses, in quarters of a point.

    Clauses: 2.2.3-3, 2.2.3-7.
    """
    spent = cargo(s, s.side(ship)).spent.get(ship, 0)
    return max(s.value(ship, "transport") * POINT - spent, 0)


def hexes_left(s: Situation, force: str) -> int | None:
    """Return what its ships can still pay for each unit, in half points; None if they carry none.

    The ship with the least decides, for they sail together.
    """
    ships = carriers_of_cargo(s, force)
    return min((capacity_left(s, ship) // load_of(s, ship) for ship in ships), default=None)


def charge(change: Change, ship: str, quarters: int) -> None:
    """Use up some of the capacity of a ship."""
    side = change.side(ship)
    now = cargo(change, side)
    spent = {**now.spent, ship: now.spent.get(ship, 0) + quarters}
    _note(change, side, replace(now, spent={k: v for k, v in spent.items() if v}))


def pay_way(change: Change, force: str, halves: int) -> None:
    """Let the ships of a force pay for hexes that cost so much for each unit aboard (7.2-4).

    Clauses: 7.2-11.
    """
    side = change.side(force)
    now = cargo(change, side)
    spent = dict(now.spent)
    for ship in carriers_of_cargo(change, force):
        spent[ship] = spent.get(ship, 0) + halves * load_of(change, ship)
    if spent != now.spent:
        _note(change, side, replace(now, spent=spent))


def boarding(s: Situation, unit: str) -> int:
    """Return what it costs a ship to take a unit aboard from a coast (7.2-2, 7.2-6)."""
    return s.terms(SeaLiftTerms).embark * HALVES * weight(s, unit)


def unloading(s: Situation, unit: str) -> int:
    """Return what it costs a ship to put a unit down where there is no port (7.2-2, 7.2-7)."""
    return s.terms(SeaLiftTerms).disembark * HALVES * weight(s, unit)


def supply_points(s: Situation, ship: str) -> int:
    """Return how many units a ship can feed with what is left of it (7.3-1, 7.3-4, 7.3-8).

    Convoys alone feed anybody (7.3-3).
    """
    if "sea-supply" not in s.counter(ship).tags:
        return 0
    return capacity_left(s, ship) // (POINT * s.terms(NavalTerms).supply_divided_by)


# ------------------------------------------------------------------------------ changing


def note_passage(change: Change, unit: str, voyage: Passage | None) -> None:
    """Note where a unit at sea came from and goes to, or forget it."""
    side = change.side(unit)
    now = cargo(change, side)
    units = {piece: one for piece, one in now.units.items() if piece != unit}
    if voyage is not None:
        units[unit] = voyage
    _note(change, side, replace(now, units=units))


def note_use(change: Change, ship: str, use: str) -> None:
    """Note what a ship was used for in this turn: it may not leave before the end (3.0-11)."""
    side = change.side(ship)
    now = cargo(change, side)
    had = now.uses.get(ship, ())
    if use not in had:
        uses = {**now.uses, ship: tuple(sorted((*had, use)))}
        _note(change, side, replace(now, uses=uses))


def used(s: Situation, ship: str) -> tuple[str, ...]:
    """Return what a ship was used for in this turn."""
    return cargo(s, s.side(ship)).uses.get(ship, ())


def forget_cargo(change: Change, side: str) -> None:
    """Forget it all: the ships of a side are off the board."""
    if CARGO + side in change.position.facts:
        change.emit(ev.FactSet(CARGO + side))


def home_box(s: Situation, unit: str) -> str:
    """Return the box to which a unit comes that leaves the board aboard a ship (7.2-5)."""
    voyage = passage(s, unit)
    boxes = s.terms(SeaLiftTerms).boxes[s.side(unit)]
    if voyage is not None:
        for box in (voyage.goal, voyage.origin):
            if box in boxes:
                return box
    return boxes[0]


def passengers(s: Situation, side: str) -> Iterator[tuple[str, str]]:
    """Yield the land units of a side aboard ships at sea, with their ships."""
    for unit in cargo(s, side).units:
        ship = s.within(unit)
        if ship is not None and any(is_force(s, one) for one in s.around(ship)):
            yield unit, ship
