"""Fog of war: what a side never sees of the other off the map: its boxes, its pools, its decks.

Here: boxes of armies, of Japan and of the fleets, and groups on carriers, wherever these are.

Not here: forces and submarines at sea; cargo, which the format hides (`holds: secret`); units
below an unknown piece.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine.knowledge import Knowledge, Level
from tabuleiro.hooks import hookimpl
from tabuleiro.module.places import INSIDE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.engine import Situation

__all__ = ["FogOfWar"]


class FogOfWar:
    """A part: boxes, pools and decks are their owner's, if they are not open by an option."""

    @hookimpl
    def knowledge(self, s: Situation, viewer: str) -> list[Knowledge]:
        if s.option("open-boxes"):
            return []
        levels = dict.fromkeys(_off_the_map(s, viewer), Level.NOTHING)
        return [Knowledge(levels)] if levels else []


def _off_the_map(s: Situation, viewer: str) -> Iterator[str]:
    """Yield the pieces of others in the boxes of armies, Japan and the fleets, and on decks."""
    for box in s.board.boxes.values():
        if box.kind == "reserve" and box.side != viewer:
            yield from s.at(box.id)
    for place, pieces in s.position.stacks.items():
        if place.startswith(INSIDE) and "deck" in s.counter(place[len(INSIDE) :]).tags:
            yield from (piece for piece in pieces if s.side(piece) != viewer)
