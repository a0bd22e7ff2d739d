"""Moves of the naval phase that are no voyage of a force: what other parts offer there.

What flies or marches is ordered in the land and air movement, and listed by that phase alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from tabuleiro.rules.ground.special_moves import SpecialMove

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.engine import Situation

__all__ = ["NavalMove", "naval_moves"]


class NavalMove(SpecialMove, frozen=True):
    """A special move that is made in the naval phase, and in no other."""

    abstract: ClassVar[bool] = True
    piece: str
    hex: str


def naval_moves(
    s: Situation, side: str, piece: str | None = None, hex: str | None = None
) -> Iterator[NavalMove]:
    """Yield the naval moves that a side may make now, about a piece or a hex if one is named."""
    for move in s.rules.special_moves(s=s, side=side, piece=piece):
        if not isinstance(move, NavalMove) or hex not in {None, move.hex}:
            continue
        if piece in {None, move.piece} and (move.listed_if_allowed or move.verdict(s, side)):
            yield move
