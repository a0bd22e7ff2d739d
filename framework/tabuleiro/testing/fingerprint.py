"""Fingerprints: what two versions of the program compare when they played the same match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine.data import digest

if TYPE_CHECKING:
    from tabuleiro.engine import Position

__all__ = ["fingerprint"]


def fingerprint(position: Position) -> str:
    """Return a digest of what a position means on the table.

    Left out are the names of the steps on the agenda, so that a class can be renamed, and the state
    of the dice, so that they can be thrown by other means: a change of the rules shows in the rest.
    """
    data = position.to_data()
    data.pop("dice", None)
    for step in data.get("agenda", ()):
        del step["type"]
    return digest(data)
