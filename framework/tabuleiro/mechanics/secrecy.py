"""Secrecy: what a side may know of the other's pieces."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.mechanics.draft import Draft

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tabuleiro.engine import Situation
    from tabuleiro.mechanics.battle import Battle

__all__ = ["battle_in_progress", "visibility"]


def visibility(s: Situation, viewer: str, piece: str) -> str:
    """Return what a side knows: enemy strengths show once an attack is announced.

    They show until the battle is over; those that a draft of the answer still seals, once that is
    announced too. Pieces that are out of the match hide nothing. Of the others a side knows what
    ``rules: sealed`` says: their ``presence``, or their ``kind`` alone.
    """
    if s.side(piece) == viewer or not s.options.get("sealed-totals", False) or not s.alive(piece):
        return "all"
    if piece in s.memo("strengths-shown", lambda: _shown(s)):
        return "all"
    return str(s.parameter("sealed", "presence"))


def _shown(s: Situation) -> frozenset[str]:
    """Return the pieces whose strengths the step in progress lays open."""
    for step in reversed(s.position.agenda):
        battle: Battle | None = getattr(step, "battle", None)
        if battle is not None:
            closed = step.sealed(s) if isinstance(step, Draft) else ()
            return frozenset(_in_battle(s, battle)).difference(closed)
    return frozenset()


def _in_battle(s: Situation, battle: Battle) -> Iterable[str]:
    yield from (*battle.attackers, *battle.support, *battle.defenders, *battle.defence)
    for part in s.rules.combat_parts(s=s, battle=battle):
        if part.piece:
            yield part.piece


def battle_in_progress(s: Situation) -> Battle | None:
    """Return the battle that was announced last and is not over."""
    for step in reversed(s.position.agenda):
        battle: Battle | None = getattr(step, "battle", None)
        if battle is not None:
            return battle
    return None
