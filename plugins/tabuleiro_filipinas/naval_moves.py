"""Moves inside a naval action: withdrawing, pursuing, coming up (7.1.2-14 to -17, 7.1.2-26).

They are naval moves like others: through sea alone, round enemy ships, halted by ports, zones and
submarines; and they never end in a hex of enemy ships.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from tabuleiro.engine import Step
from tabuleiro_filipinas.forces import at_sea, note_force, zones_of
from tabuleiro_filipinas.sailing import Sailing
from tabuleiro_filipinas.sea_lanes import chart
from tabuleiro_filipinas.voyages import closed_waters, halting_waters

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tabuleiro.engine import Change, Situation

__all__ = ["Steam", "escapes", "near_forces", "short_ways"]


def short_ways(s: Situation, force: str, far: int) -> Mapping[str, tuple[str, ...]]:
    """Return the hexes to which a force can go in so many hexes, each with the way."""
    side, near = s.side(force), chart(s).near
    closed, halting = closed_waters(s, side), halting_waters(s, side)
    found: dict[str, tuple[str, ...]] = {}
    edge: dict[str, tuple[str, ...]] = {s.place(force): ()}
    for _hex in range(far):
        further: dict[str, tuple[str, ...]] = {}
        for here, way in edge.items():
            if way and here in halting:
                continue
            for there in near[here]:
                if there not in found and there not in closed and there != s.place(force):
                    further.setdefault(there, (*way, there))
        found |= further
        edge = further
    return {hex: way for hex, way in found.items() if hex in chart(s).sea}


def escapes(s: Situation, force: str) -> tuple[str, ...]:
    """Return the hexes to which a force can withdraw: next to it, out of all enemy zones."""
    zones = zones_of(s, s.side(force))
    return tuple(sorted(hex for hex in short_ways(s, force, 1) if hex not in zones))


def near_forces(s: Situation, force: str, others: Iterable[str]) -> tuple[str, ...]:
    """Return those of some forces that lie next to one."""
    around = s.board.grid.neighbours(s.place(force))
    return tuple(other for other in others if s.on_map(other) and s.place(other) in around)


class Steam(Step, frozen=True):
    """A force goes a short way, hex by hex, as if it sailed."""

    force: str
    path: tuple[str, ...]

    def told(self, s: Situation, viewer: str) -> Step:
        """Where it is bound for is nobody else's business."""
        return self if viewer == s.side(self.force) or not self.path else replace(self, path=())

    def run(self, change: Change) -> None:
        """Let it sail once more; then it stays where it came."""
        seen = at_sea(change, self.force)
        if seen is None:
            change.finish()
        elif self.path:
            note_force(change, self.force, replace(seen, done=False))
            change.replace(replace(self, path=()))
            change.push(Sailing(change.side(self.force), self.force, self.path))
        else:
            change.finish()
            note_force(change, self.force, replace(seen, done=True))
