"""Whom what is asked is about: units that must fight, have not moved, or wait to enter."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.engine import Decision

__all__ = ["must_fight", "obliged"]


def obliged(decision: Decision | None) -> tuple[str, ...]:
    """Return the pieces that the obligations of a decision name, in their order."""
    found = (
        piece
        for message in (decision.obligations if decision is not None else ())
        for value in message.values.values()
        for piece in _pieces(value)
    )
    return tuple(dict.fromkeys(found))


def must_fight(decision: Decision | None) -> frozenset[str]:
    """Return the pieces of which something is demanded while attacks are declared."""
    fights = decision is not None and decision.kind == "phase" and "assault" in decision.actions
    return frozenset(obliged(decision)) if fights else frozenset()


def _pieces(value: Any) -> Iterator[str]:
    """Yield the pieces that a value of a message names."""
    if isinstance(value, dict) and isinstance(value.get("piece"), str):
        yield value["piece"]
    elif isinstance(value, list):
        for each in value:
            yield from _pieces(each)
