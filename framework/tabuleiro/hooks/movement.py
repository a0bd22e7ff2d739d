"""Hooks: of movement, stacking and zones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from tabuleiro.hooks.markers import hookspec

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from tabuleiro.engine.situation import Situation
    from tabuleiro.engine.verdicts import Objection
    from tabuleiro.rules.ground.crossings import Crossing
    from tabuleiro.rules.ground.movement_points import MovementChange, Profile
    from tabuleiro.rules.ground.special_moves import SpecialMove

__all__ = ["MovementHooks"]


class MovementHooks(Protocol):
    """Of movement, stacking and zones."""

    @hookspec(firstresult=True)
    def movement_profile(self, s: Situation, piece: str) -> Profile:
        """Return with how many half points, and at which prices, a piece moves now. First answer.

        Example::

            from msgspec.structs import replace

            from tabuleiro.hooks import hookimpl


            @hookimpl(wrapper=True)
            def movement_profile(s, piece):
                profile = yield
                return replace(profile, points=profile.points // 2)  # mud
        """

    @hookspec
    def movement_changes(self, s: Situation, piece: str) -> list[MovementChange]:
        """Return what changes the way in which a piece moves now: rain, mud, a voyage.

        Example::

            from tabuleiro.hooks import hookimpl
            from tabuleiro.rules.ground.movement_points import MovementChange


            @hookimpl
            def movement_changes(s, piece):
                return [MovementChange(divided_by=2)] if s.turn == 2 else []  # mud
        """

    @hookspec
    def movement_marks(self, s: Situation) -> list[str]:
        """Return all marks of pieces that have moved for good until their side moves again.

        Example::

            from tabuleiro.hooks import hookimpl


            @hookimpl
            def movement_marks(s):
                return ["on-parade"]
        """

    @hookspec
    def entering_marks(self, s: Situation, piece: str, place: str) -> list[str]:
        """Return marks that a piece gets as it marches into the match by a hex.

        Example::

            from tabuleiro.hooks import hookimpl


            @hookimpl
            def entering_marks(s, piece, place):
                return ["fresh"] if s.turn == 1 else []
        """

    @hookspec
    def crossings(self, s: Situation) -> list[Crossing]:
        """Return hexsides that can be crossed now, over a bridge that was built in this match.

        Example::

            from tabuleiro.hooks import hookimpl
            from tabuleiro.rules.ground.crossings import Crossing


            @hookimpl
            def crossings(s):
                return [Crossing(("0504", "0505"), "river")]
        """

    @hookspec
    def move_objections(self, s: Situation, piece: str) -> list[Objection]:
        """Return reasons why a piece may not move at all in this phase.

        Example::

            from tabuleiro.engine import Objection, msg
            from tabuleiro.hooks import hookimpl


            @hookimpl
            def move_objections(s, piece):
                if piece == "us-349-ri":
                    return [Objection(msg("It waits for orders."), "house-6", "movement", (piece,))]
                return []
        """

    @hookspec
    def special_moves(self, s: Situation, side: str, piece: str | None) -> list[SpecialMove]:
        """Return moves of other kinds that a side might make in its movement phase.

        With ``piece`` only those of that piece. What its own verdict refuses is not shown.

        Example::

            from tabuleiro.hooks import hookimpl


            @hookimpl
            def special_moves(s, side, piece):
                return [] if piece else [Parade()]  # a SpecialMove of one's own, of no piece
        """

    @hookspec
    def end_objections(self, s: Situation, side: str) -> list[Objection]:
        """Return reasons why a side may not end its movement phase yet.

        Example::

            from tabuleiro.engine import Objection, msg
            from tabuleiro.hooks import hookimpl


            @hookimpl
            def end_objections(s, side):
                if "1312" in s.occupied(side):
                    return [Objection(msg("Clear the town first."), "house-16", "movement")]
                return []
        """

    @hookspec(firstresult=True)
    def stacking_limits(self, s: Situation, side: str) -> Mapping[str, int] | int:
        """Return how many pieces of a side a hex holds: one number, or one a hex. First answer.

        Example::

            from tabuleiro.hooks import hookimpl


            @hookimpl
            def stacking_limits(s, side):
                return 2
        """

    @hookspec
    def pieces_without_zone(self, s: Situation, side: str) -> Iterable[str]:
        """Return pieces of a side that exert no zone (guerrillas).

        Example::

            from tabuleiro.hooks import hookimpl


            @hookimpl
            def pieces_without_zone(s, side):
                return ["de-4-rpqd"]
        """

    @hookspec(firstresult=True)
    def zone_hexes(self, s: Situation, side: str) -> Mapping[str, Collection[str]] | None:
        """Return zones of another shape than all hexes around, by piece of a side. First answer.

        Whoever is not named has a zone all around. A retreat keeps out of these hexes alone, too.

        Example::

            from tabuleiro.hooks import hookimpl


            @hookimpl
            def zone_hexes(s, side):
                return {"de-4-rpqd": ["0907", "0908"]}  # it looks to the north alone
        """

    @hookspec
    def duty_exemptions(self, s: Situation, piece: str) -> list[Objection]:
        """Return reasons why an engaged piece need neither attack nor withdraw.

        Example::

            from tabuleiro.engine import Objection, msg
            from tabuleiro.hooks import hookimpl


            @hookimpl
            def duty_exemptions(s, piece):
                return [Objection(msg("Nobody must."), "house-7", "combat", (piece,))]
        """
