"""Finding the easiest way for a road between the hexes that its author names."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from tabuleiro.board import HexGrid

__all__ = ["Way", "easiest"]


@dataclass(frozen=True)
class Way:
    """What a road goes by: which steps there are, and how hard they are."""

    grid: HexGrid
    open: Callable[[str, str], bool]
    """Whether one can walk from a hex to its neighbour."""
    metres: Mapping[str, int]
    """Heights: a road avoids climbing."""

    def price(self, a: str, b: str) -> int:
        """Return what a step costs: a hex, and one more for each 60 metres up or down."""
        climb = abs(self.metres.get(a, 0) - self.metres.get(b, 0))
        return 60 + climb + self.metres.get(b, 0) // 5


def easiest(way: Way, stops: Sequence[str]) -> list[str] | tuple[str, str]:
    """Return all hexes of a road through its stops, or the two stops that no way joins.

    >>> plain = Way(HexGrid(5, 3), lambda a, b: True, {"0202": 900, "0301": 900})
    >>> easiest(plain, ["0101", "0402"])
    ['0101', '0102', '0203', '0302', '0402']
    """
    chain = [stops[0]]
    for start, end in pairwise(stops):
        leg = _leg(way, start, end)
        if leg is None:
            return start, end
        chain += leg[1:]
    return chain


def _leg(way: Way, start: str, end: str) -> list[str] | None:
    reached: dict[str, tuple[int, str]] = {start: (0, "")}
    edge = [(0, start)]
    while edge:
        spent, here = heapq.heappop(edge)
        if here == end:
            break
        if spent > reached[here][0]:
            continue
        for there in way.grid.neighbours(here):
            if not way.open(here, there):
                continue
            cost = spent + way.price(here, there)
            if cost < reached.get(there, (cost + 1, ""))[0]:
                reached[there] = (cost, here)
                heapq.heappush(edge, (cost, there))
    if end not in reached:
        return None
    chain = [end]
    while chain[-1] != start:
        chain.append(reached[chain[-1]][1])
    return chain[::-1]
