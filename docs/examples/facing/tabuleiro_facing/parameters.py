"""The parameters of the game: which keys `rules:` has besides those of the family."""

from __future__ import annotations

from tabuleiro.module.terms import Columns, Number, Terms

__all__ = ["FacingTerms"]


class FacingTerms(Terms):
    """What turning costs, and what a flank is worth."""

    turning: Number
    """Movement points for each hexside of turning."""
    flank_shift: Columns
    """Columns for an attack in the flank."""
