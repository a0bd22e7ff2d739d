"""Fog of war: what a side never sees of the other off the map: its boxes, its pools, its decks.

Here: boxes of armies, of Japan and of the fleets, and groups on carriers, wherever these are.

Not here: forces and submarines at sea; cargo, which the format hides (`holds: secret`); units
below an unknown piece.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from tabuleiro.engine.knowledge import Knowledge, Level
from tabuleiro.hooks import hookimpl
from tabuleiro.module.places import inside_of

if TYPE_CHECKING:
    from tabuleiro.engine import Situation

__all__ = ["FogOfWar"]


class FogOfWar:
    """A part: boxes, pools and decks are their owner's, if they are not open by an option."""

    @hookimpl
    def knowledge(self, s: Situation, viewer: str) -> list[Knowledge]:
        if s.option("open-boxes"):
            return []
        stacks = s.position.stacks

        def find() -> list[Knowledge]:
            hidden = tuple(stacks[place] for place in _off_the_map(s, viewer) if place in stacks)
            return s.cache_by_basis(("off-the-map", viewer), hidden, lambda: _unseen(hidden))

        return s.cache_by_basis(("off-the-map-now", viewer), stacks, find)


def _unseen(hidden: tuple[tuple[str, ...], ...]) -> list[Knowledge]:
    levels = dict.fromkeys(chain.from_iterable(hidden), Level.NOTHING)
    return [Knowledge(levels)] if levels else []


def _off_the_map(s: Situation, viewer: str) -> tuple[str, ...]:
    """Return the boxes of armies, Japan and the fleets of others, and the decks of their ships."""
    memo, key = s.module.memo, ("off-the-map", viewer)
    if key not in memo:
        boxes = s.board.boxes.values()
        ships = s.module.counters.values()
        memo[key] = (
            *(box.id for box in boxes if box.kind == "reserve" and box.side != viewer),
            *(inside_of(one.id) for one in ships if "deck" in one.tags and one.side != viewer),
        )
    found: tuple[str, ...] = memo[key]
    return found
