"""Clause ids: mechanics know rules by what they say, a module by the number in its rulebook."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine.verdicts import Objection

if TYPE_CHECKING:
    from tabuleiro.engine import Message, Situation

__all__ = ["clause", "object_to"]


def clause(s: Situation, *names: str) -> str:
    """Return the module's clause for a rule of the mechanics, or an empty text.

    Of several names the first counts that the module has a clause for: from narrow to wide.
    """
    clauses = s.module.rules.get("clauses", {})
    return next((str(clauses[name]) for name in names if name in clauses), "")


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
