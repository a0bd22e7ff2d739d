"""The parameters of the game: which keys `rules:` has besides those of the family."""

from __future__ import annotations

from tabuleiro.module.terms import Count, Terms

__all__ = ["CardTerms"]


class CardTerms(Terms):
    """Hands of cards."""

    hand: Count
    """Cards in a full hand."""
