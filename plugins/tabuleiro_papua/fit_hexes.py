"""Fit hexes: what terms name by terrain, by kinds of places of the board, or by markers there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.module.terms import SiteKind, Terms, Terrain

if TYPE_CHECKING:
    from tabuleiro.engine import Situation

__all__ = ["Ground", "fits"]


class Ground(Terms):
    """Hexes by terrain, or by what the board prints or a marker shows there."""

    terrain: tuple[Terrain, ...] = ()
    """Kinds of terrain that will do."""
    sites: tuple[SiteKind, ...] = ()
    """Kinds of places of the board, or markers, that will do."""


def fits(s: Situation, place: str, terms: Ground) -> bool:
    """Return whether a hex has one of the ``terrain`` of some terms, or one of their ``sites``.

    A site is a kind of place that the board prints in a hex, or a marker that lies there.
    """
    if s.board.terrain_at(place) in terms.terrain:
        return True
    printed = (here.kind for here in s.board.places_at(place))
    return any(kind in terms.sites for kind in (*printed, *s.position.marks.get(place, ())))
