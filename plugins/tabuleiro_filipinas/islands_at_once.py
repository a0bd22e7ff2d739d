"""How many islands the invader may fight for at once (5.1.1-8 to 5.1.1-10).

An island is fought for while units of both sides stand on it. Guerrillas do not count, nor do
islands of one hex. What is asked is what a side sees; nobody learns by it what it does not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tabuleiro.engine import msg, piece_ref
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.clauses import object_to
from tabuleiro.rules.ground.land_units import holds_ground, land_units
from tabuleiro.rules.ground.movement_points import MovementChange, Shut
from tabuleiro.rules.victory.objectives import OccupationTerms
from tabuleiro_filipinas.island_control import flag_of
from tabuleiro_filipinas.islands import island_of, islands
from tabuleiro_filipinas.parameters.course import IslandTerms

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.engine import Objection, Situation

__all__ = ["IslandsAtOnce", "closed_islands", "island_objection"]

_INVADER: Final = "us"


def closed_islands(s: Situation) -> frozenset[str]:
    """Return the islands on which the invader may begin no further fight now."""
    return s.cache_here("closed-islands", lambda: frozenset(_closed(s)))


def _closed(s: Situation) -> Iterator[str]:
    mine, enemies = _held(s, _INVADER), _held(s, s.enemy(_INVADER))
    at_once = {island for island in mine & enemies if len(islands(s)[island]) > 1}
    if len(at_once) < s.terms(IslandTerms).islands_at_once:
        return
    for island in enemies - mine:
        # one that was conquered, and on which the enemy has landed, is not a new one
        if len(islands(s)[island]) > 1 and flag_of(s, island) != _INVADER:
            yield island


def _held(s: Situation, side: str) -> set[str]:
    """Return the islands where units of a side stand that count."""
    found = set()
    for place, pieces in land_units(s, side).items():
        island = island_of(s, place)
        if island is not None and any(_counts(s, piece) for piece in pieces):
            found.add(island)
    return found


def _counts(s: Situation, piece: str) -> bool:
    return s.counter(piece).type not in s.terms(OccupationTerms).without_types


def island_objection(s: Situation, piece: str, place: str) -> Objection | None:
    """Return why a piece of the invader may not come to a hex of another island now, or None."""
    if s.side(piece) != _INVADER or not _counts(s, piece):
        return None
    return _too_many(s, piece) if island_of(s, place) in closed_islands(s) else None


def _too_many(s: Situation, piece: str) -> Objection:
    message = msg(
        "{piece} cannot go there: units fight on {n} islands already.",
        piece=piece_ref(piece),
        n=s.terms(IslandTerms).islands_at_once,
    )
    return object_to(s, message, "islands-at-once", "movement", pieces=(piece,))


class IslandsAtOnce:
    """A part: nobody walks over to an island that may not be fought for yet."""

    @hookimpl
    def movement_changes(self, s: Situation, piece: str) -> list[MovementChange]:
        closed = closed_islands(s) if s.side(piece) == _INVADER else ()
        if not closed or not holds_ground(s, piece) or not _counts(s, piece):
            return []
        hexes = frozenset[str]().union(*(islands(s)[island] for island in sorted(closed)))
        return [MovementChange(shut=Shut(hexes, _too_many(s, piece)))]
