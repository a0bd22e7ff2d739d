"""Set-up: garrisons, guerrillas and aircraft that their owner places (15.1-2, 11.0-9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine.knowledge import Knowledge, Level
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.ground.land_units import AIR, arm
from tabuleiro.rules.victory.control import NoteControl
from tabuleiro_filipinas.hidden_set_up import being_placed, hidden_placements
from tabuleiro_filipinas.island_control import RaiseFlags
from tabuleiro_filipinas.parameters.air import AirTerms
from tabuleiro_filipinas.sailing import ForcesInPlace, ForcesOffCoasts
from tabuleiro_filipinas.sea_lanes import chart

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from tabuleiro.engine import Situation, Step

__all__ = ["SetUp"]

_MOUNTAINS = ("mountain", "mountain-forest")


def _fields(s: Situation, hexes: Iterable[str]) -> list[str]:
    """Return the aerodromes among hexes that have room for another air unit."""
    room = s.terms(AirTerms).stacking
    kinds = {place.hex: place.kind for place in s.board.places.values() if place.kind in room}
    there = {hex: sum(arm(s, piece) == AIR for piece in s.at(hex)) for hex in hexes if hex in kinds}
    return [hex for hex, number in there.items() if number < room[kinds[hex]]]


class SetUp:
    """A part: who is placed freely, on an island, its airfields or mountains, or at sea."""

    @hookimpl
    def setup_steps(self, s: Situation) -> list[Step]:
        return [
            ForcesInPlace(),
            *hidden_placements(s),
            RaiseFlags(),
            NoteControl(),
            ForcesOffCoasts(),
        ]

    @hookimpl
    def knowledge(self, s: Situation, viewer: str) -> list[Knowledge]:
        others = (side for side in s.module.sides if side != viewer)
        hidden = [piece for side in others for piece in being_placed(s, side)]
        return [Knowledge(dict.fromkeys(hidden, Level.NOTHING))] if hidden else []

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
