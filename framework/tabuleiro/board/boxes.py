"""Distances to and from places that are displaced off the board."""

from collections.abc import Mapping
from functools import cached_property
from heapq import heappop, heappush

from tabuleiro.board.grid import Grid
from tabuleiro.board.parts import Box


class Displacements:
    """Counts hexes between hexes and boxes by the distances printed for the boxes.

    >>> boxes = {"biak": Box("biak", links={"0403": 51})}
    >>> from tabuleiro.board.hexes import HexGrid
    >>> Displacements(HexGrid(4, 3), boxes).distance("0402", "biak")
    52
    """

    def __init__(self, grid: Grid, boxes: Mapping[str, Box]) -> None:
        self._grid = grid
        self._boxes = boxes

    def distance(self, a: str, b: str) -> int | None:
        """Count the hexes from one hex or box to another, None if no count leads there."""
        if a == b:
            return 0
        from_a, from_b = self._counts(a), self._counts(b)
        ways = [from_a[b]] if b in from_a else []
        ways.extend(
            out + self._grid.distance(here, there) + back
            for here, out in from_a.items()
            if here in self._grid
            for there, back in from_b.items()
            if there in self._grid
        )
        return min(ways, default=None)

    def _counts(self, spot: str) -> dict[str, int]:
        """Return the printed counts from a spot to hexes and boxes, over other boxes too."""
        counts: dict[str, int] = {}
        heap = [(0, spot)]
        while heap:
            count, here = heappop(heap)
            if here in counts:
                continue
            counts[here] = count
            if here in self._grid:
                continue
            for there, more in self._links[here].items():
                heappush(heap, (count + more, there))
        return counts

    @cached_property
    def _links(self) -> dict[str, dict[str, int]]:
        """The links of each box; a link between two boxes holds both ways."""
        links: dict[str, dict[str, int]] = {id: dict(box.links) for id, box in self._boxes.items()}
        for id, box in self._boxes.items():
            for there, count in box.links.items():
                if there in links:
                    links[there].setdefault(id, count)
        return links
