"""Terms that only Papua - Nova Guiné reads."""

from __future__ import annotations

from collections.abc import Mapping

from tabuleiro.module.terms import Counter, Edge, Faces, Region, Side, Terms, Terrain
from tabuleiro.rules.ground.board_edges import Exit
from tabuleiro.rules.sea.waters import NavalFireTerms

__all__ = ["Bay", "DiseaseTerms", "ExitsTerms", "NavalTerms"]


class DiseaseTerms(Terms):
    """Disease: a die for each land unit on such ground."""

    key = "disease"

    terrain: tuple[Terrain, ...]
    """Unhealthy terrain."""
    loss_on: Faces
    """Faces that cost a supplied unit a loss."""
    unsupplied_on: Faces
    """Faces that cost others a loss."""


class ExitsTerms(Terms):
    """How sides leave."""

    exits: Mapping[Side, Exit] = {}
    """How sides leave the board."""


class Bay(Terms):
    """Waters from which naval units close a whole coast."""

    sea: Region
    """The waters."""
    coast: Region
    """The coast that they close."""


class NavalTerms(NavalFireTerms):
    """Naval units."""

    required = True

    barred: Mapping[Counter, tuple[Region, ...]] = {}
    """Waters closed to a naval unit."""
    exits: Mapping[Counter, Mapping[Edge, Edge]] = {}
    """By the stretch of the border where a naval unit leaves, that of its return."""
    closes_bay: Bay | None = None
    """Waters from which naval units close a whole coast to supply."""
