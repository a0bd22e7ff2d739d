"""Set-up: garrisons, guerrillas and aircraft that their owner places (15.1-2, 11.0-9).

Others see none of it before it is done: who is put below whom would be told otherwise.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine.knowledge import Knowledge, Level
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.arrivals.setup import FreePlacement, free_placements
from tabuleiro.rules.ground.land_units import AIR, arm
from tabuleiro.rules.victory.control import NoteControl
from tabuleiro_filipinas.island_control import RaiseFlags
from tabuleiro_filipinas.own_business import OwnBusiness
from tabuleiro_filipinas.parameters.air import AirTerms
from tabuleiro_filipinas.sailing import ForcesInPlace, ForcesOffCoasts
from tabuleiro_filipinas.sea_lanes import chart

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from tabuleiro.engine import Situation, Step

__all__ = ["HiddenPlacement", "SetUp"]

_MOUNTAINS = ("mountain", "mountain-forest")


def _fields(s: Situation, hexes: Iterable[str]) -> list[str]:
    """Return the aerodromes among hexes that have room for another air unit."""
    room = s.terms(AirTerms).stacking
    kinds = {place.hex: place.kind for place in s.board.places.values() if place.kind in room}
    there = {hex: sum(arm(s, piece) == AIR for piece in s.at(hex)) for hex in hexes if hex in kinds}
    return [hex for hex, number in there.items() if number < room[kinds[hex]]]


class HiddenPlacement(OwnBusiness, FreePlacement, frozen=True):
    """A side places its free pieces; others see them when it has done so."""


class SetUp:
    """A part: who is placed freely, on an island, its airfields or mountains, or at sea."""

    @hookimpl
    def setup_steps(self, s: Situation) -> list[Step]:
        placing = free_placements(s, HiddenPlacement)
        return [ForcesInPlace(), *placing, RaiseFlags(), NoteControl(), ForcesOffCoasts()]

    @hookimpl
    def knowledge(self, s: Situation, viewer: str) -> list[Knowledge]:
        steps = (step for step in s.position.agenda if isinstance(step, HiddenPlacement))
        placing = {step.side for step in steps if step.side != viewer}
        if not placing:
            return []
        hidden = (piece for free in s.scenario.free if free.side in placing for piece in free.units)
        return [Knowledge(dict.fromkeys(hidden, Level.NOTHING))]

    @hookimpl
    def setup_hexes(self, s: Situation, piece: str, where: Mapping[str, Any]) -> list[str] | None:
        region = where.get("region")
        if region is None:
            return sorted(chart(s).sea) if where["kind"] == "sea" else None
        hexes = sorted(s.board.regions[region].hexes)
        if where["kind"] == "airfields":
            return _fields(s, hexes)
        if where["kind"] == "mountains":
            high = (hex for hex in hexes if s.board.terrain_at(hex) in _MOUNTAINS)
            return [hex for hex in high if not s.at(hex)]
        return hexes
