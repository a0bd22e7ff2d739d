"""Special moves: what a side may do in its movement phase besides moving along paths."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from tabuleiro.engine import Action

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tabuleiro.engine import Change, Situation, Verdict

__all__ = [
    "ASSAULT",
    "BY_SEA",
    "DROPPED",
    "SpecialMove",
    "special_candidates",
    "special_kinds",
    "special_moves",
]

ASSAULT = "assault-landing"
"""The mark of pieces that made an assault landing in this turn."""
BY_SEA = "by-sea"
"""The mark of pieces that sailed in this turn."""
DROPPED = "dropped"
"""The mark of pieces that dropped in this turn."""


class SpecialMove(Action, frozen=True):
    """A move of another kind: over the sea, by rail, by parachute, or no move of a piece at all.

    The hook ``special_moves`` lists candidates; the movement phase shows those that are allowed.
    """

    abstract: ClassVar[bool] = True
    needs: ClassVar[str] = ""
    """The parameter under ``rules:`` that it reads; in a game without it there is no such move."""
    listed_if_allowed: ClassVar[bool] = False
    """Whether its candidates are just those that it allows, so that none need be asked again."""
    off_board: ClassVar[bool] = False
    """Whether its piece may be beside the board: in a box, or inside another piece."""

    def verdict(self, s: Situation, side: str) -> Verdict:
        """Return whether a side may do this now."""
        raise NotImplementedError

    def carry_out(self, change: Change) -> None:
        """Do it."""
        raise NotImplementedError

    def in_game(self, s: Situation) -> bool:
        """Return whether this game knows such a move at all."""
        return not self.needs or self.needs in s.module.rules

    def mover(self) -> str | None:
        """Return the piece that moves: the field ``piece``; None if no piece in particular does."""
        fields = self.__struct_fields__
        return self.piece if "piece" in fields else None  # type: ignore[attr-defined]


def special_moves(
    s: Situation, side: str, piece: str | None = None, hex: str | None = None
) -> list[SpecialMove]:
    """Return the special moves that a side may make now, about a piece or a hex if one is named."""
    found: list[SpecialMove] = []
    for move in special_candidates(s, side, piece):
        if piece is not None and move.mover() not in {None, piece}:
            continue  # a rule that does not ask which piece is meant
        if hex is not None and hex != _end(move):
            continue
        if move.listed_if_allowed or move.verdict(s, side):
            found.append(move)
    return found


def _end(move: SpecialMove) -> str | None:
    """Return the hex to which a move leads, None if to none."""
    path = getattr(move, "path", ())
    return path[-1] if path else getattr(move, "hex", None)


def special_kinds(s: Situation, side: str) -> tuple[str, ...]:
    """Return the kinds of special moves that there might be now."""
    by_type = {type(move): move for move in special_candidates(s, side, None)}
    return tuple(sorted(move.kind for move in by_type.values()))


def special_candidates(s: Situation, side: str, piece: str | None) -> Sequence[SpecialMove]:
    """Return the special moves that there might be, of a whole side or of one piece."""
    return s.cache_here(
        ("special", side, piece), lambda: s.rules.special_moves(s=s, side=side, piece=piece)
    )
