"""What forces ask of other parts of this game while they sail."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, cast

from tabuleiro.hooks import hookspec

if TYPE_CHECKING:
    from collections.abc import Collection

    from tabuleiro.engine import Change, Objection, Situation, Step

__all__ = ["SeaHooks", "sea"]


class SeaHooks(Protocol):
    """Asked of the parts of this game by its forces."""

    @hookspec
    def watched_waters(self, s: Situation, side: str) -> list[Collection[str]]:
        """Return hexes in which a force of a side is halted for a moment as it enters them.

        Example::

            from tabuleiro.hooks import hookimpl


            @hookimpl
            def watched_waters(s, side):
                return [s.board.grid.within("4437", 3)]
        """

    @hookspec
    def steps_in_waters(self, s: Situation, force: str) -> list[Step]:
        """Return what happens as a force has entered a watched hex, before it goes on.

        Example::

            from tabuleiro.hooks import hookimpl


            @hookimpl
            def steps_in_waters(s, force):
                return [Patrolled(force)]
        """

    @hookspec
    def landing_bans(self, s: Situation, side: str, place: str) -> list[Objection]:
        """Return reasons why nothing of a side may come ashore in a hex by sea (interdiction).

        Example::

            from tabuleiro.engine import Objection, msg
            from tabuleiro.hooks import hookimpl


            @hookimpl
            def landing_bans(s, side, place):
                return [Objection(msg("Destroyers lie off the beach."), "filipinas-7.4-1")]
        """

    @hookspec
    def barge_stops(self, change: Change, piece: str, path: tuple[str, ...]) -> list[bool]:
        """Turn up what lies on the way of a barge, and return whether it turns back.

        Example::

            from tabuleiro.hooks import hookimpl


            @hookimpl
            def barge_stops(change, piece, path):
                return ["4438" in path]
        """

    @hookspec
    def lose_their_deck(self, change: Change, ship: str, groups: tuple[str, ...]) -> list[Step]:
        """Return what becomes of groups whose carrier was hit, and that find no room aboard.

        If it sinks they are in the air where it was. It is asked where there are no groups, too:
        what follows must look the same to whoever does not see them.

        Example::

            from tabuleiro.hooks import hookimpl


            @hookimpl
            def lose_their_deck(change, ship, groups):
                return [Escape(change.side(ship), groups)]
        """

    @hookspec
    def stays_at_sea(self, s: Situation, ship: str) -> list[str]:
        """Return reasons why a ship may not leave the board before the end of the turn.

        Example::

            from tabuleiro.hooks import hookimpl


            @hookimpl
            def stays_at_sea(s, ship):
                return ["announced"] if s.marked(ship, "bombards") else []
        """


def sea(s: Situation) -> SeaHooks:
    """Return the rules of a match as forces ask them."""
    return cast("SeaHooks", s.rules)
