"""Secrecy: what a side may know of the other's pieces."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tabuleiro.engine import Situation
    from tabuleiro.mechanics.battle import Battle

__all__ = ["battle_in_progress", "visibility"]


def visibility(s: Situation, viewer: str, piece: str) -> str:
    """Return ``all`` or ``presence``: enemy strengths show once an attack is announced."""
    if s.side(piece) == viewer or not s.options.get("sealed-totals", False):
        return "all"
    if s.place(piece) not in s.board.grid:
        return "all"
    battle = battle_in_progress(s)
    if battle is not None and piece in {*battle.attackers, *battle.support, *battle.defenders,
                                        *battle.defence}:  # fmt: skip
        return "all"
    return "presence"


def battle_in_progress(s: Situation) -> Battle | None:
    """Return the battle that was announced last and is not over."""
    for step in reversed(s.position.agenda):
        battle: Battle | None = getattr(step, "battle", None)
        if battle is not None:
            return battle
    return None
