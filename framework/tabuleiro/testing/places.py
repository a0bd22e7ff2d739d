"""Where pieces may be: a place that no board has shows what a rule has misspelt."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tabuleiro.engine.position import DEAD, GONE, OFF, is_exit
from tabuleiro.module.places import holder_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.engine import Situation

__all__ = ["odd_places"]

_NOWHERE: Final = frozenset({OFF, DEAD, GONE})


def odd_places(s: Situation) -> Iterator[str]:
    """Yield a sentence for each place with pieces that the board does not have."""
    board = s.board
    for place, pieces in s.position.stacks.items():
        known = place in board.grid or place in board.boxes or place in _NOWHERE
        if pieces and not (known or is_exit(place) or holder_in(place) is not None):
            yield f'"{place}", where {", ".join(sorted(pieces))} stand, is no place of this game'
