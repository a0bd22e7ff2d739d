"""Clause ids: mechanics know rules by what they say, a module by the number in its rulebook."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine.verdicts import Objection

if TYPE_CHECKING:
    from tabuleiro.engine import Message, Situation

__all__ = ["clause", "object_to"]


def clause(s: Situation, name: str) -> str:
    """Return the module's clause for a rule of the mechanics, or an empty text."""
    return str(s.module.rules.get("clauses", {}).get(name, ""))


def object_to(
    s: Situation,
    message: Message,
    rule: str,
    topic: str,
    *,
    pieces: tuple[str, ...] = (),
    hexes: tuple[str, ...] = (),
) -> Objection:
    """Return an objection with the module's clause for a rule of the mechanics."""
    return Objection(message, clause(s, rule), topic, pieces, hexes)
