"""Off the map: pieces that retreated over the border wait there and come back near by.

``rules: retreat_off`` names the stretches of edge beyond which a side's pieces are lost; over any
other border hex a retreat leads into the side's box. Without it pieces retreat off the board by
the edges by which they may leave.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

import msgspec

from tabuleiro.engine import events as ev
from tabuleiro.engine import exit_place
from tabuleiro.module.terms import Box, EachSide, Edge, Number, Side, Terms
from tabuleiro.rules.clauses import clause
from tabuleiro.rules.ground.board_edges import exit_edges
from tabuleiro.rules.ground.movement_points import profile

if TYPE_CHECKING:
    from tabuleiro.engine import Change, Situation

__all__ = [
    "OUTSIDE",
    "RetreatOffTerms",
    "Return",
    "note_exit",
    "on_border",
    "retreat_exits",
    "return_hexes",
    "returning",
]

OUTSIDE = "outside"
"""The fact that says of pieces over which hex, and in which turn, they left the board."""
_NEIGHBOURS = 6


class RetreatOffTerms(Terms):
    """Retreats over the border; if left out, units retreat by their `exits`."""

    key = "retreat_off"

    destroyed: Mapping[Side, tuple[Edge, ...]]
    """Stretches of the border over which a retreat destroys units of a side."""
    boxes: Annotated[Mapping[Side, Box], EachSide()]
    """The box in which units of a side wait that retreated over another stretch."""
    return_within: Number
    """Hexes between the one where a unit left and that of its return, at most."""


class Return(msgspec.Struct, frozen=True):
    """A piece comes back over the border; ``hexes`` are those where it may."""

    hexes: tuple[str, ...]
    rule: str
    edges: tuple[str, ...] = ()
    when: str = "may"


def retreat_exits(s: Situation, side: str, here: str) -> tuple[str, ...]:
    """Return the places off the board into which a side may retreat from a hex.

    Clause: retreat-off-{side}.
    """
    terms = s.terms_if_any(RetreatOffTerms)
    if terms is None:
        return tuple(exit_place(stretch) for stretch in exit_edges(s, side).get(here, ()))
    if not on_border(s, here) or here in _lost(s, side):
        return ()
    return (terms.boxes[side],)


def on_border(s: Situation, place: str) -> bool:
    """Return whether a hex lies on the border of the board."""
    return len(s.board.grid.neighbours(place)) < _NEIGHBOURS


def _lost(s: Situation, side: str) -> frozenset[str]:
    """Return the border hexes over which a retreat destroys pieces of a side."""
    key = ("retreat-lost", side)
    if key not in s.module.memo:
        stretches = s.terms(RetreatOffTerms).destroyed.get(side, ())
        edges = (s.board.edges[stretch].hexes for stretch in stretches)
        s.module.memo[key] = frozenset(place for hexes in edges for place in hexes)
    found: frozenset[str] = s.module.memo[key]
    return found


def note_exit(change: Change, piece: str, here: str) -> None:
    """Remember by which hex and in which turn a piece left the board."""
    if change.place(piece) in change.board.boxes:
        outside = {**_outside(change), piece: [here, change.turn]}
        change.emit(ev.FactSet(OUTSIDE, outside))


def _outside(s: Situation) -> Mapping[str, Any]:
    found: Mapping[str, Any] = s.position.facts.get(OUTSIDE, {})
    return found


def returning(s: Situation, side: str) -> dict[str, Return]:
    """Return the pieces of a side that may come back over the border now."""
    terms = s.terms_if_any(RetreatOffTerms)
    if terms is None:
        return {}
    found = {}
    for piece in s.at(terms.boxes[side]):
        left, turn = _outside(s).get(piece, (None, 0))
        if left is not None and turn < s.turn:
            found[piece] = Return(_near(s, left, terms.return_within), clause(s, "return"))
    return found


def _near(s: Situation, left: str, steps: int) -> tuple[str, ...]:
    grid = s.board.grid
    return tuple(h for h in grid if on_border(s, h) and grid.distance(left, h) <= steps)


def return_hexes(s: Situation, piece: str, arrival: object) -> Mapping[str, int] | None:
    """Return where a piece may come back, with the half points of each hex; None: no return."""
    if not isinstance(arrival, Return) or arrival.edges:
        return None
    enemies = s.opposed(s.side(piece))
    movement_class = str(s.counter(piece).movement_class)
    road = s.module.networks.get(profile(s, piece).network)
    found: dict[str, int] = {}
    for place in arrival.hexes:
        prices = [s.module.terrain[s.board.terrain_at(place)].cost[movement_class]]
        if road is not None and s.board.leaves_by(place):
            prices.append(road.cost[movement_class])
        possible = [price for price in prices if price is not None]
        if possible and place not in enemies:
            found[place] = min(possible)
    return found
