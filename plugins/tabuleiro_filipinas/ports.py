"""Ports: which serve whom; damaged by bombs, destroyed, repaired (6.3.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tabuleiro.engine import Step, hex_ref, msg
from tabuleiro.engine import events as ev
from tabuleiro.rules.ground.land_units import land_units
from tabuleiro.rules.victory.control import controller

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tabuleiro.engine import Change, Situation

__all__ = [
    "PORT_DAMAGED",
    "PORT_DESTROYED",
    "ReopenPorts",
    "hit_port",
    "port_serves",
    "port_works",
    "printed_ports",
]

PORT_DAMAGED: Final = "port-damaged"
PORT_DESTROYED: Final = "port-destroyed"
_BY = "ports-damaged-by"
"""The fact that says which side damaged each port: in its next naval phase the damage ends."""
_PORT = "port"
_DAMAGED, _DESTROYED = 2, 3


def printed_ports(s: Situation) -> Mapping[str, str]:
    """Return the hexes with ports, whole or not, each with the id of its place."""
    memo = s.module.memo
    if "ports" not in memo:
        places = s.board.places.values()
        memo["ports"] = {place.hex: place.id for place in places if place.kind == _PORT}
    found: Mapping[str, str] = memo["ports"]
    return found


def port_works(s: Situation, place: str) -> bool:
    """Return whether there is a port in a hex that is neither damaged nor destroyed."""
    if place not in printed_ports(s):
        return False
    marks = s.position.marks.get(place, ())
    return PORT_DAMAGED not in marks and PORT_DESTROYED not in marks


def port_serves(s: Situation, side: str, place: str) -> bool:
    """Return whether a working port is in the hands of a side."""
    if not port_works(s, place) or controller(s, place) != side:
        return False
    return place not in land_units(s, s.enemy(side))


def hit_port(change: Change, place: str, side: str, result: int) -> None:
    """A side hits a port: 2 damages it until that side's next naval phase, 3 destroys it.

    Clauses: 6.3.4-1.
    """
    if result < _DAMAGED or change.place_marked(place, PORT_DESTROYED):
        return
    words = {"hex": hex_ref(place)}
    if result >= _DESTROYED:
        destroy_port(change, place)
        return
    if not change.place_marked(place, PORT_DAMAGED):
        change.emit(ev.PlaceMarked(place, (PORT_DAMAGED,)))
    by = {**change.position.facts.get(_BY, {}), place: side}
    change.emit(ev.FactSet(_BY, dict(sorted(by.items()))))
    change.say(msg("The port of {hex} is damaged.", **words), "filipinas-6.3.4-2")


def destroy_port(change: Change, place: str) -> None:
    """A port is destroyed; it serves nobody until engineers have repaired it (6.3.4-4, 6.3.4-5)."""
    had = (PORT_DAMAGED,) if change.place_marked(place, PORT_DAMAGED) else ()
    change.emit(ev.PlaceMarked(place, (PORT_DESTROYED,), had))
    _forget(change, place)
    message = msg("The port of {hex} is destroyed.", hex=hex_ref(place))
    change.say(message, "filipinas-6.3.4-3")


def _forget(change: Change, *places: str) -> None:
    by = change.position.facts.get(_BY, {})
    left = {place: side for place, side in by.items() if place not in places}
    if left != by:
        change.emit(ev.FactSet(_BY, left or None))


class ReopenPorts(Step, frozen=True):
    """The naval phase of a side begins: ports that it damaged work again (6.3.4-2)."""

    side: str

    def run(self, change: Change) -> None:
        """Take the markers off."""
        change.finish()
        by = change.position.facts.get(_BY, {})
        places = [place for place, side in sorted(by.items()) if side == self.side]
        for place in places:
            if change.place_marked(place, PORT_DAMAGED):
                change.emit(ev.PlaceMarked(place, remove=(PORT_DAMAGED,)))
                message = msg("The port of {hex} works again.", hex=hex_ref(place))
                change.say(message, "filipinas-6.3.4-2")
        _forget(change, *places)
