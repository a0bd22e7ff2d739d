"""The keys of `rules:` that the parts of this game read."""

from __future__ import annotations

from tabuleiro.module.terms import Columns, Count, Terms

__all__ = ["ChargeTerms"]


class ChargeTerms(Terms):
    """Charges of cavalry: units of types with the tag `cavalry`."""

    key = "charge"
    required = True

    wins: Count
    """With so much, one die and what adds to it, the charge goes home."""
    gallop: Count
    """What a gallop adds; who gallops is blown and in disorder."""
    square: Count
    """What a square takes off."""
    disorder: Columns
    """Columns against units in disorder."""
