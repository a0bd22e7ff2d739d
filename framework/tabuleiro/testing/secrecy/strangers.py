"""Strangers: pieces that a side does not know, and that are named to it all the same.

Two games that it cannot tell apart show most of that. Not where it learns something anyway: what
else a row says that lays a piece open may well differ.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from tabuleiro.engine.knowledge import Level
from tabuleiro.engine.position import UNSEEN
from tabuleiro.engine.told_rows import SHOWING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.engine import Game
    from tabuleiro.engine.told_log import ToldLog

__all__ = ["Acquaintances", "believed"]

_WORD = re.compile(r"[\w~.-]+")


class Acquaintances:
    """The pieces of a match that a side has come to know: whom it knew once it knows for good."""

    def __init__(self, game: Game, log: ToldLog) -> None:
        """Begin with those that it knows now."""
        assert isinstance(log.viewer, str)
        self._game, self._log, self._viewer = game, log, log.viewer
        position = game.position
        past = position.memory.get(log.viewer, {}), position.met.get(log.viewer, {})
        self._known = {piece for known in past for piece in known}
        self.look()

    def _unknown(self) -> set[str]:
        known = self._game.eyes(self._viewer).knowledge(self._game.situation).levels
        return {piece for piece, level in known.items() if level < Level.IDENTITY}

    def look(self) -> None:
        """Get to know whom the side knows now."""
        self._known |= self._game.position.pieces.keys() - self._unknown()

    def strangers(self, told: bytes) -> list[str]:
        """Return the pieces that something told names by their ids, though none is known."""
        self.look()
        named = self._unknown().intersection(_WORD.findall(told.decode())) - self._known
        if not named:
            return []
        events = (event for row in self._log.rows for event in row.events)
        shown = {getattr(event, "piece", "") for event in events if isinstance(event, SHOWING)}
        return sorted(named - shown)


def believed(game: Game, viewer: str) -> Iterator[Any]:
    """Yield what a side believes, but for its list of all pieces that there are."""
    position = game.belief(viewer).s.position
    yield from (position.facts, position.marks, position.control, position.agenda)
    yield from (state for state in position.pieces.values() if state.place != UNSEEN)
    yield from (stack for place, stack in position.stacks.items() if place != UNSEEN)
