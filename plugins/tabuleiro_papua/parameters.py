"""Terms that only Papua - Nova Guiné reads."""

from __future__ import annotations

from tabuleiro.module.terms import Faces, Terms, Terrain

__all__ = ["DiseaseTerms"]


class DiseaseTerms(Terms):
    """Disease: a die for each land unit on such ground."""

    key = "disease"

    terrain: tuple[Terrain, ...]
    """Unhealthy terrain."""
    loss_on: Faces
    """Faces that cost a supplied unit a loss."""
    unsupplied_on: Faces
    """Faces that cost others a loss."""
