"""The parameters of the game: words of clauses besides those of the family."""

from __future__ import annotations

from typing import ClassVar

from tabuleiro.rules.parameters.ladder import LadderParameters
from tabuleiro.rules.parameters.words import SHARED

__all__ = ["GameParameters"]


class GameParameters(LadderParameters):
    """The parameters of the game."""

    words: ClassVar[tuple[str, ...] | None] = (*SHARED, "chit-drawn", "chit-waits")
