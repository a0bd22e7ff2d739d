"""Where the fighting is: what a match opens on, where the whole board would be too small."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPointF, QRectF

from tabuleiro.engine import OFF
from tabuleiro.host.map.looking import largest
from tabuleiro.host.map.picture import SCALE

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from tabuleiro.board import Board
    from tabuleiro.host.map.match_on_map import Showing
    from tabuleiro.host.map.view import BoardView
    from tabuleiro.seats import Sight

__all__ = ["front_of"]

_NEAR: Final = 3
"""So many hexes apart at most enemies make a front."""
_READABLE: Final = 0.6
"""At this zoom counters have some 23 points."""
_AROUND: Final = 1.5 * SCALE
_FAR: Final = 0.1
_TRAY: Final = 0.8
"""While units are placed their tray is in sight if the front loses no more than this by it."""


def front_of(showing: Showing) -> Callable[[float], QRectF] | None:
    """Return the area to be seen at a zoom: where both sides meet, who is asked, who waits.

    What is fought for is seen with it as far as there is room. A scenario may say where to look
    instead (`view`).

    None if nobody stands anywhere yet.
    """
    view, seat = showing.view, showing.seat
    s, grid = seat.sight, view.board.grid
    spots = [spot for spot in showing.waiting() if spot != OFF]
    hexes = _view(s, grid) or _meeting(showing)
    if not hexes and not spots:
        return None
    if not s.scenario.view:
        hexes |= _goals(view, hexes, [goal.hex for goal in s.scenario.objectives])

    def area(zoom: float, *more: str) -> QRectF:
        found = _about(view.middle(hex) for hex in sorted(hexes))
        laid = view.beside.laid(zoom)
        for spot in (*spots, *more):
            found = found.united(laid[spot].area)
        return found

    def with_tray(zoom: float) -> QRectF:
        return area(zoom, OFF)

    if s.phase is None and OFF in showing.waiting():
        zoom, wider = (largest(_FAR, 1.0, each, view.fitting_of) for each in (area, with_tray))
        if wider > _TRAY * zoom:
            return with_tray
    return area


def _view(s: Sight, grid: Collection[str]) -> set[str]:
    """Return the hexes on which the scenario wants the window to open."""
    found: set[str] = set()
    for word in s.scenario.view:
        region = s.board.regions.get(word)
        found |= set(region.hexes) if region is not None else {word}
    return {hex for hex in found if hex in grid}


def _meeting(showing: Showing) -> set[str]:
    """Return the hexes where both sides meet, and those of who is asked."""
    view, seat = showing.view, showing.seat
    s, grid = seat.sight, view.board.grid
    held: dict[str, set[str]] = {}
    for place in s.position.stacks:
        for piece in seat.stack(place) if place in grid else ():
            held.setdefault(s.side(piece), set()).add(place)
    hexes: set[str] = set()
    for side, places in held.items():
        others = {hex for other, theirs in held.items() if other != side for hex in theirs}
        hexes |= places & _within(view.board, others)
    decision = seat.decision()
    for piece in decision.pieces if decision is not None else ():
        hexes |= (
            {h for h in (s.place(piece),) if h in grid} if piece in s.position.pieces else set()
        )
    if decision is not None and decision.kind != "phase":
        hexes |= {hex for hex in decision.hexes if hex in grid}
    return hexes


def _goals(view: BoardView, hexes: set[str], goals: Iterable[str]) -> set[str]:
    """Return what is fought for and can be seen with some hexes, counters being readable.

    Where the sides have hardly met, that is where they will: the nearest first.
    """
    grid, found = view.board.grid, set(hexes)
    left = {goal for goal in goals if goal in grid} if hexes else set()
    while left:
        near = min(left, key=lambda goal: (min(grid.distance(goal, hex) for hex in found), goal))
        wider = _about(view.middle(hex) for hex in {*found, near})
        if view.fitting_of(wider) < _READABLE:
            break
        found.add(near)
        left.discard(near)
    return found - hexes


def _within(board: Board, hexes: Collection[str]) -> set[str]:
    """Return the hexes near some hexes."""
    found = set(hexes)
    rim = found
    for _step in range(_NEAR):
        rim = {there for hex in rim for there in board.grid.neighbours(hex)} - found
        found |= rim
    return found


def _about(points: Iterable[QPointF]) -> QRectF:
    """Return the rectangle about some points of the scene."""
    found = QRectF()
    for point in points:
        corner = QPointF(_AROUND, _AROUND)
        found = found.united(QRectF(point - corner, point + corner))
    return found
