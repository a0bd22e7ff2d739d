"""Guerrillas: they exert no zone, heed none, owe no attack, and fight without support.

``rules: guerrillas`` names their types, and the nations beside which they get support.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine import msg, piece_ref
from tabuleiro.rules.clauses import object_to

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tabuleiro.engine import Situation
    from tabuleiro.engine.verdicts import Objection

__all__ = ["guerrillas", "is_guerrilla", "life", "unsupported"]


def is_guerrilla(s: Situation, piece: str) -> bool:
    """Return whether a piece is a guerrilla unit."""
    return s.counter(piece).type in s.parameter("guerrillas", {}).get("types", ())


def guerrillas(s: Situation, side: str) -> list[str]:
    """Return the guerrilla units of a side."""
    memo = s.module.memo
    if ("guerrillas", side) not in memo:
        counters = s.module.counters.values()
        memo["guerrillas", side] = [
            c.id for c in counters if c.side == side and is_guerrilla(s, c.id)
        ]
    found: list[str] = memo["guerrillas", side]
    return found


def life(s: Situation, piece: str) -> int:
    """Return how many losses eliminate a piece."""
    if s.options.get("guerrilla-losses") == "one-step" and is_guerrilla(s, piece):
        return 1
    return s.counter(piece).steps


def unsupported(s: Situation, pieces: Iterable[str]) -> list[Objection]:
    """Return an objection for each guerrilla unit for whose sake the pieces get no support."""
    found = []
    for piece in pieces:
        if not is_guerrilla(s, piece):
            continue
        nations = {s.counter(other).nation for other in s.at(s.place(piece))}
        if not nations.intersection(s.parameter("guerrillas").get("support_beside", ())):
            message = msg("{piece} fights without air points and artillery.",
                          piece=piece_ref(piece))  # fmt: skip
            found.append(object_to(s, message, "guerrilla-support", "combat", pieces=(piece,)))
    return found
