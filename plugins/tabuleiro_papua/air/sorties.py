"""Sorties: which air pieces are over which hexes, on what errand, and how far they reach.

An air piece never leaves the hex of its base while it flies; what it does is a fact of the
position, put there when its mission is ordered and forgotten when the half-turn ends.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from tabuleiro.engine import events as ev
from tabuleiro.engine import hex_ref, msg, piece_ref
from tabuleiro.engine.data import plain
from tabuleiro.hooks import hookimpl
from tabuleiro.module import UNLIMITED
from tabuleiro.rules.air.aircraft_orders import FLOWN
from tabuleiro.rules.air.flights import Flight
from tabuleiro.rules.air.mission_plan import BOMBER
from tabuleiro.rules.ground.land_units import AIR, arm

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from tabuleiro.engine import Action, Change, Message, Situation
    from tabuleiro.engine.glance import Glance

__all__ = [
    "TRANSFERRED",
    "Sortie",
    "Sorties",
    "displaced_area",
    "flies",
    "flights",
    "forget_sorties",
    "hexes_flown",
    "in_range",
    "launch",
    "ordered_in_secret",
    "reach",
    "recall",
    "sorties",
    "sorties_over",
]

TRANSFERRED = "transferred"
"""The mark of air pieces that changed base in this half-turn."""
_FACT = "sorties"


class Sortie(msgspec.Struct, frozen=True, omit_defaults=True):
    """An air piece over a hex.

    ``kind`` is ``support`` (of ground combat), ``escort``, ``intercept``, ``interdict``, ``field``
    (bombing an airfield), ``troops``, ``ship``, ``base``, ``carry`` (a land piece), ``supply`` or
    ``drop`` (paratroops); ``role`` is ``fighter`` or ``bomber``, by which 6.1 counts it;
    ``cargo`` the land piece that it carries, drops or supplies.
    """

    piece: str
    hex: str
    kind: str
    role: str = BOMBER
    night: bool = False
    cargo: str = ""


def sorties(s: Situation) -> Mapping[str, Sortie]:
    """Return the sortie of each air piece that is over a hex now; shot down ones are not."""
    return s.cache_here(_FACT, lambda: _read(s))


def _read(s: Situation) -> dict[str, Sortie]:
    found = s.position.facts.get(_FACT, {})
    orders = (msgspec.convert(data, Sortie) for _, data in sorted(found.items()))
    return {order.piece: order for order in orders if s.on_map(order.piece)}


def sorties_over(s: Situation, place: str, side: str | None = None) -> tuple[Sortie, ...]:
    """Return the sorties over a hex, of one side or of both."""
    return tuple(
        sortie for sortie in sorties(s).values()
        if sortie.hex == place and side in {None, s.side(sortie.piece)}
    )  # fmt: skip


def launch(change: Change, *orders: Sortie) -> None:
    """Send air pieces over their hexes; they fly no other mission in this half-turn."""
    flying = {**sorties(change), **{order.piece: order for order in orders}}
    _write(change, flying)
    for order in orders:
        change.emit(ev.Marked(order.piece, (FLOWN,)))


def flies(transport: str, place: str) -> Message:
    """Return what everybody sees of a transport that flies."""
    words = {"transport": piece_ref(transport), "hex": hex_ref(place)}
    return msg("{transport} is to fly to {hex}.", **words)


def ordered_in_secret(action: Action, glance: Glance, transport: str) -> Action | None:
    """Return an action as those may know it who are not to know what a transport carries."""
    return glance.renamed(action) if glance.sees_state(transport) else None


def recall(change: Change, *pieces: str) -> None:
    """Take air pieces from the hexes that they are over: they are home again, or lost."""
    _write(change, {p: o for p, o in sorties(change).items() if p not in pieces})


def forget_sorties(change: Change) -> None:
    """All aircraft are home."""
    if sorties(change):
        _write(change, {})


def _write(change: Change, flying: Mapping[str, Sortie]) -> None:
    data = {piece: plain(order) for piece, order in sorted(flying.items())}
    change.emit(ev.FactSet(_FACT, data or None))


def hexes_flown(s: Situation, origin: str, target: str) -> int:
    """Return how many hexes of range a flight uses, displaced areas and their numbers included."""
    grid = s.board.grid
    out, home = displaced_area(s, origin), displaced_area(s, target)
    if out == home:
        return grid.distance(origin, target)
    key = ("flown", origin, target)
    if key not in s.module.memo:
        s.module.memo[key] = min(
            grid.distance(origin, a) + more + grid.distance(a, b) + again + grid.distance(b, target)
            for a, more in _borders(s, out, origin)
            for b, again in _borders(s, home, target)
        )
    found: int = s.module.memo[key]
    return found


def displaced_area(s: Situation, place: str) -> str | None:
    """Return the displaced area in which a hex lies."""
    key = "displaced-areas"
    if key not in s.module.memo:
        areas = s.board.boxes.values()
        s.module.memo[key] = {hex: box.id for box in areas for hex in box.hexes}
    found: Mapping[str, str] = s.module.memo[key]
    return found.get(place)


def _borders(s: Situation, area: str | None, place: str) -> list[tuple[str, int]]:
    """Return the hexes by which one leaves an area, with their numbers; or the place itself."""
    return [(place, 0)] if area is None else list(s.board.boxes[area].links.items())


def in_range(s: Situation, piece: str, place: str, times: int = 1) -> bool:
    """Return whether a hex is in the range of an air piece, or in a multiple of it."""
    return place in reach(s, s.place(piece), s.value(piece, "range") * times)


def reach(s: Situation, origin: str, far: int) -> Collection[str]:
    """Return the hexes at most so many hexes of range away, which no match changes."""
    if far >= UNLIMITED:
        return s.board.grid
    key = ("reach", origin, far)
    if key not in s.module.memo:
        hexes = s.board.grid
        found = frozenset(hex for hex in hexes if hexes_flown(s, origin, hex) <= far)
        s.module.memo[key] = found
    known: Collection[str] = s.module.memo[key]
    return known


def flights(s: Situation) -> list[Flight]:
    """Return who is in the air now, for the map."""
    return [
        Flight(
            piece=order.piece,
            origin=s.place(order.piece),
            target=order.hex,
            kind=order.kind,
            role=order.role,
            side=s.side(order.piece),
            night=order.night,
            cargo=order.cargo,
        )
        for order in sorties(s).values()
    ]


class Sorties:
    """A part: who is in the air, and how far it is to fly over displaced areas."""

    @hookimpl
    def flights(self, s: Situation) -> list[Flight]:
        return flights(s)

    @hookimpl
    def range_hexes(self, s: Situation, piece: str, far: int) -> Collection[str] | None:
        return reach(s, s.place(piece), far) if arm(s, piece) == AIR else None
