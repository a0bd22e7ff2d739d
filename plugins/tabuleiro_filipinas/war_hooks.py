"""What the war at sea asks other parts of this game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, cast

from tabuleiro.hooks import hookspec

if TYPE_CHECKING:
    from tabuleiro.engine import Situation, Step

__all__ = ["WarHooks", "war"]


class WarHooks(Protocol):
    """Asked of the parts of this game by its naval actions."""

    @hookspec
    def strikes_in_action(self, s: Situation, side: str, hexes: tuple[str, ...]) -> list[Step]:
        """Return how a side strikes enemy ships from the air between two engagements (7.1.2-25).

        Example::

            from tabuleiro.hooks import hookimpl


            @hookimpl
            def strikes_in_action(s, side, hexes):
                return [Strike(side, hexes)]
        """


def war(s: Situation) -> WarHooks:
    """Return the rules of a match as naval actions ask them."""
    return cast("WarHooks", s.rules)
