"""Who may not leave an island on foot: garrisons, and guerrillas (4.2.4-6, 4.2.4-7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine import msg, piece_ref
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.clauses import object_to
from tabuleiro.rules.ground.land_units import DORMANT, holds_ground
from tabuleiro.rules.ground.movement_points import MovementChange, Shut
from tabuleiro_filipinas.islands import island_of
from tabuleiro_filipinas.parameters.course import GarrisonTerms

if TYPE_CHECKING:
    from tabuleiro.engine import Situation

__all__ = ["IslandBound", "home_of"]


def home_of(s: Situation, piece: str) -> str | None:
    """Return the island that a piece may not leave, None if it is bound to none."""
    if DORMANT in s.counter(piece).tags:
        return island_of(s, s.place(piece))
    return s.terms(GarrisonTerms).garrisons.get(piece)


class IslandBound:
    """A part: garrisons and guerrillas walk nowhere else, not even in retreat."""

    @hookimpl
    def movement_changes(self, s: Situation, piece: str) -> list[MovementChange]:
        home = home_of(s, piece) if holds_ground(s, piece) else None
        beyond = _beyond(s, home) if home is not None else frozenset()
        if not beyond:
            return []
        guerrillas = DORMANT in s.counter(piece).tags
        message = msg("{piece} does not leave its island.", piece=piece_ref(piece))
        rule = "guerrilla-island" if guerrillas else "garrison"
        why = object_to(s, message, rule, "movement", pieces=(piece,))
        return [MovementChange(shut=Shut(beyond, why))]


def _beyond(s: Situation, island: str) -> frozenset[str]:
    """Return the hexes of land next to an island that are none of its own."""
    key = ("beyond", island)
    if key not in s.module.memo:
        own, near = s.board.regions[island].hexes, s.board.grid.neighbours
        around = {there for here in own for there in near(here)}
        s.module.memo[key] = frozenset(h for h in around - own if island_of(s, h) is not None)
    found: frozenset[str] = s.module.memo[key]
    return found
