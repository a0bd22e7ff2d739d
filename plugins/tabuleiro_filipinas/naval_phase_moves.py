"""Moves of the naval phase that are no voyage of a force: what other parts offer there.

What flies or marches is ordered in the land and air movement, and listed by that phase alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from tabuleiro.rules.ground.special_moves import SpecialMove, special_candidates

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.engine import Situation

__all__ = ["NavalMove", "naval_kinds", "naval_moves"]


class NavalMove(SpecialMove, frozen=True):
    """A special move that is made in the naval phase, and in no other."""

    abstract: ClassVar[bool] = True
    piece: str
    hex: str


def naval_moves(
    s: Situation, side: str, piece: str | None = None, hex: str | None = None
) -> Iterator[NavalMove]:
    """Yield the naval moves that a side may make now, about a piece or a hex if one is named."""
    for move in special_candidates(s, side, piece):
        if not isinstance(move, NavalMove) or (hex is not None and hex != move.hex):
            continue
        about = piece is None or piece == move.piece
        if about and (move.listed_if_allowed or move.verdict(s, side)):
            yield move


def naval_kinds(s: Situation, side: str) -> tuple[str, ...]:
    """Return the kinds of naval moves that a side may make now."""
    return s.cache_here(("naval-kinds", side), lambda: _kinds(s, side))


def _kinds(s: Situation, side: str) -> tuple[str, ...]:
    found = special_candidates(s, side, None)
    one_of_each = dict(zip(map(type, found), found, strict=True))  # there may be thousands of them
    return tuple(
        sorted(
            one.kind
            for kind, one in one_of_each.items()
            if isinstance(one, NavalMove)
            and (one.listed_if_allowed or any(type(m) is kind for m in naval_moves(s, side)))
        )
    )
