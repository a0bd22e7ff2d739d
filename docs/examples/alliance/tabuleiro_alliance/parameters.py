"""The parameters of the game: which keys `rules:` has besides those of the family."""

from __future__ import annotations

from tabuleiro.module.terms import Columns, Points, Terms

__all__ = ["AllianceTerms"]


class AllianceTerms(Terms):
    """What alliances and losses are worth."""

    allied_help: Columns
    """Columns for an ally next to the defenders."""
    unit_lost: Points
    """What each lost unit costs its side."""
