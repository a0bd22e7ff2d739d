"""Crossings: hexsides that a road or a bridge leads over, printed or built in the match."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

if TYPE_CHECKING:
    from tabuleiro.engine import Situation

__all__ = ["Crossing", "bridged", "crossings"]


_NONE: Final[frozenset[Crossing]] = frozenset()


class Crossing(msgspec.Struct, frozen=True):
    """A hexside of some kind over which a bridge was built."""

    side: tuple[str, str]
    kind: str


def crossings(s: Situation) -> frozenset[Crossing]:
    """Return the hexsides over which bridges were built."""
    found: frozenset[Crossing] | None = s.here.get("crossings")
    return s.cache_here("crossings", lambda: _crossings(s)) if found is None else found


def _crossings(s: Situation) -> frozenset[Crossing]:
    built = s.rules.crossings(s=s)
    if not built:
        return _NONE
    return s.cache_by_basis("crossings", built, lambda: frozenset(built))


def bridged(s: Situation, a: str, b: str) -> frozenset[str]:
    """Return the kinds of hexsides that a road, a railway or a built bridge crosses there.

    Clause: retreat-loss.
    """
    found: set[str] = set()
    for network in s.module.networks.values():
        if s.board.road_between(a, b, network.id):
            found.update(network.bridges)
    side = (a, b) if a < b else (b, a)
    found.update(built.kind for built in crossings(s) if built.side == side)
    return frozenset(found)
