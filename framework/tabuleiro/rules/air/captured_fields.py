"""Captured airfields: they do not serve their captor at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from tabuleiro.engine import Step
from tabuleiro.engine import events as ev

if TYPE_CHECKING:
    from collections.abc import Callable

    from tabuleiro.engine import Change, Situation

__all__ = ["FIELD_TAKEN", "FieldsCaptured", "let_serve"]

FIELD_TAKEN: Final = "airfield-taken"
"""The marker of an airfield that was captured and does not serve yet."""


class FieldsCaptured(Step, frozen=True):
    """Airfields have just been captured."""

    abstract: ClassVar[bool] = True

    hexes: tuple[str, ...]

    def run(self, change: Change) -> None:
        """Mark them."""
        change.finish()
        for place in self.hexes:
            change.emit(ev.PlaceMarked(place, (FIELD_TAKEN,)))


def let_serve(change: Change, side: str, owner: Callable[[Situation, str], str | None]) -> None:
    """Take the markers off the airfields that a side has captured: from now on they serve it."""
    for place, marks in sorted(change.position.marks.items()):
        if FIELD_TAKEN in marks and owner(change, place) == side:
            change.emit(ev.PlaceMarked(place, remove=(FIELD_TAKEN,)))
