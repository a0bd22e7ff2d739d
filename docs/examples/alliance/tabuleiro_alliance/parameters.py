"""The parameters of the game: which keys `rules:` has besides those of the family."""

from __future__ import annotations

from typing import ClassVar

from pydantic import Field

from tabuleiro.rules.parameters.ladder import LadderParameters
from tabuleiro.rules.parameters.shared import Columns, Points
from tabuleiro.rules.parameters.words import SHARED

__all__ = ["GameParameters"]


class GameParameters(LadderParameters):
    """The parameters of the game."""

    words: ClassVar[tuple[str, ...] | None] = (*SHARED, "allied-help", "score-lost")

    allied_help: Columns = Field(description="Columns for an ally next to the defenders.")
    unit_lost: Points = Field(description="What each lost unit costs its side.")
