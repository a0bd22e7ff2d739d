"""Parameters that only Operação Diadem reads."""

from __future__ import annotations

from typing import ClassVar

from pydantic import Field

from tabuleiro.module.models.base import Model
from tabuleiro.module.models.references import Edge, Formation
from tabuleiro.rules.parameters.ladder import LadderParameters
from tabuleiro.rules.parameters.shared import Points, Turn

__all__ = ["DiademParameters"]


class AlliedScore(Model):
    """Points of the Allies."""

    enemy_destroyed: Points = Field(description="For each German unit destroyed.")
    division_out_west: Points = Field(
        description="For each complete division that left by `exit_flip_edge`."
    )
    division_36_out: Points = Field(description="For the 36th Division withdrawn in time.")


class AxisScore(Model):
    """Points of the Axis."""

    enemy_destroyed: Points = Field(description="For each Allied unit destroyed.")
    remaining_or_out: Points = Field(
        description="For each German unit on the board; after a break-out, for each that is out."
    )


class Scoring(Model):
    """Points besides those of the scenario's objectives."""

    allied: AlliedScore = Field(description="Points of the Allies.")
    axis: AxisScore = Field(description="Points of the Axis.")


class Division36(Model):
    """A division that must be withdrawn."""

    formation: Formation = Field(description="The division.")
    last_turn: Turn = Field(description="The last turn in which its withdrawal counts.")


class DiademParameters(LadderParameters):
    """The parameters of Operação Diadem."""

    sides: ClassVar[int | None] = 2
    scoring: Scoring = Field(description="Points besides those of the scenario's objectives.")
    division_36: Division36 = Field(description="The division that must be withdrawn.")
    exit_flip_edge: Edge = Field(
        description="The stretch of the border where Allied exits make German ones count."
    )
