"""Parameters that only Papua - Nova Guiné reads."""

from __future__ import annotations

from pydantic import Field

from tabuleiro.module.models.base import Model
from tabuleiro.module.models.references import Terrain
from tabuleiro.rules.parameters.shared import Faces

__all__ = ["DiseaseTerms"]


class DiseaseTerms(Model):
    """Disease: a die for each land unit on such ground."""

    terrain: list[Terrain] = Field(description="Unhealthy terrain.")
    loss_on: Faces = Field(description="Faces that cost a supplied unit a loss.")
    unsupplied_on: Faces = Field(description="Faces that cost others a loss.")
