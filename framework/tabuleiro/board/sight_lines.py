"""Lines of sight: whether what stands on one place is seen from another, over what lies between.

Pure geometry over heights; which terrain stops the eye, and how high it stands, is for rules to say
(`rules.recon.line_of_sight`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

__all__ = ["SightLine", "sight_line"]


class SightLine(NamedTuple):
    """A thread from place to place."""

    places: tuple[str, ...]
    """The places that it crosses, with both its ends."""
    blocked: str | None = None
    """The first place that hides the far end; None if it is seen."""


def sight_line(
    places: Sequence[str],
    ground: Callable[[str], float],
    cover: Callable[[str], float],
    *,
    eye: float = 2.0,
    goal: float = 2.0,
) -> SightLine:
    """Stretch a thread over places that lie on a straight line, and see what touches it.

    ``ground`` is the height of a place, ``cover`` how much higher stands what grows or is built on
    it, all in one measure; the thread runs from so much above the ground as the ``eye`` is to so
    much above the other end as the ``goal``. Whoever stands in cover looks out of it.

    >>> hill = {"b": 40.0}
    >>> flat = lambda place: 0.0
    >>> sight_line("abc", lambda place: hill.get(place, 0.0), flat).blocked
    'b'
    >>> sight_line("abc", flat, lambda place: 12.0).blocked, sight_line("ac", flat, flat).blocked
    ('b', None)
    """
    if not places:
        return SightLine(())
    first, last = ground(places[0]) + eye, ground(places[-1]) + goal
    steps = len(places) - 1
    for number, place in enumerate(places[1:-1], 1):
        thread = first + (last - first) * number / steps
        if ground(place) + cover(place) > thread:
            return SightLine(tuple(places), place)
    return SightLine(tuple(places))
