"""The parameters of the game: which keys `rules:` has besides those of the family."""

from __future__ import annotations

from typing import ClassVar

from pydantic import Field

from tabuleiro.rules.parameters.ladder import LadderParameters
from tabuleiro.rules.parameters.shared import Columns, Number
from tabuleiro.rules.parameters.words import SHARED

__all__ = ["GameParameters"]


class GameParameters(LadderParameters):
    """The parameters of the game."""

    words: ClassVar[tuple[str, ...] | None] = (*SHARED, "flank", "front")

    turning: Number = Field(description="Movement points for each hexside of turning.")
    flank_shift: Columns = Field(description="Columns for an attack in the flank.")
