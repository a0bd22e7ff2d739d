"""What a table tells beside the counters: states that are no marks, airfields and works."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine import msg, side_ref
from tabuleiro.engine.messages import key_ref
from tabuleiro.rules.air.airfields import (
    based,
    is_airfield,
    is_damaged,
    is_taken,
    unlimited,
)
from tabuleiro.rules.air.sorties import FLOWN, TRANSFERRED
from tabuleiro.rules.air.squadrons import grounded
from tabuleiro.rules.ground.land_units import AIR, arm, holds_ground
from tabuleiro.rules.ground.zones import zone
from tabuleiro.rules.supply.supply_bases import base_at
from tabuleiro.rules.victory.control import controller
from tabuleiro.rules.works.engineering import works

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.engine import Message, Situation

__all__ = ["hex_notes", "piece_states"]


def piece_states(s: Situation, piece: str) -> Iterator[str]:
    """Yield ``engaged`` in an enemy zone; ``grounded`` for aircraft that cannot take off.

    Those that have done their mission are not told of.
    """
    if holds_ground(s, piece) and s.place(piece) in zone(s, s.enemy(s.side(piece))):
        yield "engaged"
    done = s.marked(piece, FLOWN) or s.marked(piece, TRANSFERRED)
    if arm(s, piece) == AIR and not done and grounded(s, piece):
        yield "grounded"


def hex_notes(s: Situation, place: str) -> Iterator[Message]:
    """Yield the room of the airfield of a hex, whose supply base it has, and works."""
    if is_airfield(s, place):
        yield from _field(s, place)
    owner = base_at(s, place)
    if owner is not None:
        yield msg("Supply base of {side}", side=side_ref(owner))
    for work in works(s).get(place, ()):
        yield msg("Being built by {side}: {what}", side=side_ref(work.side),
                  what=key_ref(f"marker.{work.what}"))  # fmt: skip


def _field(s: Situation, place: str) -> Iterator[Message]:
    owner, here = controller(s, place), len(based(s, place))
    room = int(s.parameter("air")["stacking"]["airfield"])
    if unlimited(s, place):
        yield msg("Airfield: {n} based there, room for any number", n=here)
    else:
        yield msg("Airfield: {n} of {room} based there", n=here, room=room)
    if is_damaged(s, place):
        yield msg("Damaged: nobody flies missions from there")
    if owner is not None and is_taken(s, place):
        yield msg("Taken: serves {side} from its next movement phase on", side=side_ref(owner))
    elif owner is not None:
        yield msg("The airfield serves {side}", side=side_ref(owner))
