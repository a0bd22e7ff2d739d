"""Secrecy: what a side may know of the other's pieces."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.mechanics.duties import ACTED

if TYPE_CHECKING:
    from tabuleiro.engine import Situation
    from tabuleiro.mechanics.battle import Battle

__all__ = ["battle_in_progress", "visibility"]


def visibility(s: Situation, viewer: str, piece: str) -> str:
    """Return ``all`` or ``presence``: enemy strengths show once an attack is announced.

    They show until the battle is over; those of guns that support the defence, once they are
    announced too. Pieces that are out of the match hide nothing.
    """
    if s.side(piece) == viewer or not s.options.get("sealed-totals", False) or not s.alive(piece):
        return "all"
    battle = battle_in_progress(s)
    if battle is None:
        return "presence"
    announced = piece in {*battle.attackers, *battle.support, *battle.defenders}
    answered = piece in battle.defence and s.marked(piece, ACTED)
    return "all" if announced or answered else "presence"


def battle_in_progress(s: Situation) -> Battle | None:
    """Return the battle that was announced last and is not over."""
    for step in reversed(s.position.agenda):
        battle: Battle | None = getattr(step, "battle", None)
        if battle is not None:
            return battle
    return None
