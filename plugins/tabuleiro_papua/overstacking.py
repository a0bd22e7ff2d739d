"""Crowding: a side may not end its movement with more pieces in a hex than it holds (5.3.1).

A march may not (4.1.1-8); retreats may fill a hex beyond its limit. In the next movement phase of
its owner pieces must leave it as long as any of them can; whatever is still too much then is
eliminated.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine import Step, hex_ref, msg
from tabuleiro.hooks import hookimpl
from tabuleiro.module.terms import Region, Terms
from tabuleiro.rules.clauses import clause, enforced, object_to
from tabuleiro.rules.combat.losses import TakeLoss
from tabuleiro.rules.ground.land_units import land_at, land_units
from tabuleiro.rules.ground.movement import destinations
from tabuleiro.rules.ground.stacking import limit
from tabuleiro_papua.sea_transport import sails

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.engine import Change, Situation
    from tabuleiro.engine.verdicts import Objection

__all__ = [
    "NoLimitTerms",
    "Overstacking",
    "RemoveOverstack",
    "excess",
    "overfull",
    "overfull_objections",
]


def excess(s: Situation, side: str, place: str) -> int:
    """Return how many land pieces of a side are too many in a hex."""
    return max(len(land_at(s, place, side)) - limit(s, side, place), 0)


def overfull(s: Situation, side: str, place: str) -> bool:
    """Return whether more land pieces of a side are in a hex than it holds."""
    return place in s.board.grid and excess(s, side, place) > 0


def _overfull_hexes(s: Situation, side: str) -> tuple[str, ...]:
    return s.cache_here(
        ("overfull", side), lambda: tuple(h for h in land_units(s, side) if overfull(s, side, h))
    )


def overfull_objections(s: Situation, side: str) -> Iterator[Objection]:
    """Yield an objection for each overfull hex that a piece could leave."""
    for place in _overfull_hexes(s, side):
        pieces = land_at(s, place, side)
        able = tuple(p for p in pieces if destinations(s, p) or any(sails(s, side, p)))
        if able:
            message = msg("Too many units are in {hex}: {n} must leave.", hex=hex_ref(place),
                          n=excess(s, side, place))  # fmt: skip
            yield object_to(s, message, "thin", "stacking", pieces=able, hexes=(place,))


class RemoveOverstack(Step, frozen=True, tag="thin"):
    """The movement of a side is over: what is still too much in a hex is eliminated."""

    side: str

    def run(self, change: Change) -> None:
        """Let the owner choose the pieces."""
        change.finish()
        if not enforced(change, "stacking"):
            return
        change.push(*(
            TakeLoss(self.side, land_at(change, place, self.side), clause(change, "excess"),
                     kill=True, times=excess(change, self.side, place))
            for place in _overfull_hexes(change, self.side)
        ))  # fmt: skip


class Overstacking:
    """A part: pieces that can leave an overfull hex must, before their movement ends."""

    @hookimpl
    def end_objections(self, s: Situation, side: str) -> list[Objection]:
        return list(overfull_objections(s, side))


class NoLimitTerms(Terms):
    """Where stacking has no limit."""

    no_limit: tuple[Region, ...] = ()
    """Regions where any number of units may be in a hex."""


def unlimited(s: Situation, place: str) -> bool:
    """Return whether a hex holds any number of pieces."""
    regions = s.terms(NoLimitTerms).no_limit
    return any(place in s.board.regions[region].hexes for region in regions)
