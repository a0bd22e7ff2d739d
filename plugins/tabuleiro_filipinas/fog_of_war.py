"""Fog of war: what a side never sees of the other: its fleet at sea, its boxes, its decks (7.0).

Here: letters of forces and what is in them, boxes and pools off the map, embarked groups.

Not here: cargo, which the format hides (`holds: secret`); units below an unknown piece.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tabuleiro.engine.knowledge import Knowledge, Level
from tabuleiro.hooks import hookimpl
from tabuleiro.module.places import INSIDE
from tabuleiro.module.terms import read_terms
from tabuleiro_filipinas.parameters.course import ForceTerms

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.engine import Situation
    from tabuleiro.module import Module

__all__ = ["DETECTED", "FogOfWar", "letters"]

DETECTED: Final = "detected"
"""The mark of forces, and submarines, that lie face up: which piece it is, all see."""


def letters(module: Module) -> tuple[str, ...]:
    """Return the pieces that stand for task forces, of all sides."""
    if "letters" not in module.memo:
        terms = read_terms(module.rules, ForceTerms)
        kind = terms.type if terms is not None else ""
        module.memo["letters"] = tuple(c.id for c in module.counters.values() if c.type == kind)
    found: tuple[str, ...] = module.memo["letters"]
    return found


class FogOfWar:
    """A part: forces and submarines lie face down; boxes, pools and decks are their owner's."""

    @hookimpl
    def knowledge(self, s: Situation, viewer: str) -> list[Knowledge]:
        levels = dict(_at_sea(s, viewer))
        if not s.option("open-boxes"):
            levels |= dict.fromkeys(_off_the_map(s, viewer), Level.NOTHING)
        return [Knowledge(levels)] if levels else []


def _at_sea(s: Situation, viewer: str) -> Iterator[tuple[str, Level]]:
    """Yield the letters and submarines of others at sea: face down until they are detected."""
    for piece in _face_down(s.module):
        state = s.position.pieces.get(piece)
        if state is not None and state.place in s.board.grid and s.side(piece) != viewer:
            yield piece, Level.STATE if DETECTED in state.marks else Level.KIND


def _face_down(module: Module) -> tuple[str, ...]:
    if "face-down" not in module.memo:
        submarines = (c.id for c in module.counters.values() if "submarine" in c.tags)
        module.memo["face-down"] = tuple(submarines)  # of forces their own part says it
    found: tuple[str, ...] = module.memo["face-down"]
    return found


def _off_the_map(s: Situation, viewer: str) -> Iterator[str]:
    """Yield the pieces of others in the boxes of armies, Japan and the fleets, and on decks."""
    for box in s.board.boxes.values():
        if box.kind == "reserve" and box.side != viewer:
            yield from s.at(box.id)
    for place, pieces in s.position.stacks.items():
        if place.startswith(INSIDE) and "deck" in s.counter(place[len(INSIDE) :]).tags:
            yield from (piece for piece in pieces if s.side(piece) != viewer)
