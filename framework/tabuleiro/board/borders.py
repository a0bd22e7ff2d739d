"""Joining hexsides to lines and rings, on the points of the integer lattice."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TypeAlias

LatticePoint: TypeAlias = tuple[int, int]
Segment: TypeAlias = tuple[LatticePoint, LatticePoint]


def rings(outlines: Iterable[Sequence[LatticePoint]]) -> list[list[LatticePoint]]:
    """Return the closed lines round a set of hexes, each given by its corners in turn.

    A side that two of the hexes share is no border. In a hex grid three hexes meet at
    each corner, so a border passes every corner once at most.

    >>> rings([[(0, 0), (2, 0), (0, 2)], [(2, 0), (2, 2), (0, 2)]])
    [[(0, 0), (2, 0), (2, 2), (0, 2), (0, 0)]]
    """
    segments = {pair for corners in outlines for pair in pairwise([*corners, corners[0]])}
    after = {start: end for start, end in segments if (end, start) not in segments}
    found = []
    for start in sorted(after):
        if start not in after:
            continue
        ring = [start]
        while ring[-1] in after:
            ring.append(after.pop(ring[-1]))
        found.append(ring)
    return found


def join(segments: Iterable[Segment]) -> list[list[LatticePoint]]:
    """Join segments to lines as long as possible, cut where three segments meet.

    >>> join([((1, 0), (2, 0)), ((0, 0), (1, 0))])
    [[(0, 0), (1, 0), (2, 0)]]
    """
    links: defaultdict[LatticePoint, set[LatticePoint]] = defaultdict(set)
    for start, end in segments:
        links[start].add(end)
        links[end].add(start)
    knots = sorted(point for point, others in links.items() if len(others) != 2)
    lines = [line for knot in knots for line in _from_knot(knot, links, set(knots))]
    loops = sorted(point for point, others in links.items() if others)
    lines.extend(line for point in loops for line in _from_knot(point, links, {point}))
    return lines


def _from_knot(
    knot: LatticePoint,
    links: defaultdict[LatticePoint, set[LatticePoint]],
    knots: set[LatticePoint],
) -> list[list[LatticePoint]]:
    """Take the lines that begin at a knot out of the links, up to the next knot."""
    lines = []
    while links[knot]:
        line = [knot, min(links[knot])]
        _cut(links, *line)
        while line[-1] not in knots:
            line.append(min(links[line[-1]]))
            _cut(links, line[-2], line[-1])
        lines.append(line)
    return lines


def _cut(
    links: defaultdict[LatticePoint, set[LatticePoint]], a: LatticePoint, b: LatticePoint
) -> None:
    links[a].remove(b)
    links[b].remove(a)
