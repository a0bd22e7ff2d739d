"""The parameters of the game: which keys `rules:` has besides those of the family."""

from __future__ import annotations

from tabuleiro.module.terms import Points, Terms

__all__ = ["StepTerms"]


class StepTerms(Terms):
    """What losses cost."""

    step_lost: Points
    """What each lost step costs its side."""
