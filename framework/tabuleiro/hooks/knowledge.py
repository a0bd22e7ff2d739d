"""Hooks: of points, recovery and supply, and of what is shown to whom."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from tabuleiro.hooks.markers import hookspec

if TYPE_CHECKING:
    from collections.abc import Collection

    from tabuleiro.engine.knowledge import Knowledge
    from tabuleiro.engine.messages import Message
    from tabuleiro.engine.situation import Situation
    from tabuleiro.module import Pool
    from tabuleiro.rules.air.flights import Flight
    from tabuleiro.rules.combat.reckoning import Reckoning
    from tabuleiro.rules.supply.supply_view import SupplyLine, SupplyStock

__all__ = ["KnowledgeHooks"]


class KnowledgeHooks(Protocol):
    """Of points, recovery and supply, and of what is shown to whom."""

    @hookspec(firstresult=True)
    def pool_income(self, s: Situation, pool: Pool) -> int | None:
        """Return what a pool of points holds at the start of this turn. First answer.

        Example::

            from tabuleiro.hooks import hookimpl


            @hookimpl
            def pool_income(s, pool):
                return 7
        """

    @hookspec(firstresult=True)
    def recovers(self, s: Situation, piece: str) -> bool | None:
        """Return whether a reduced piece on the map recovers at the end of this turn. First answer.

        Example::

            from tabuleiro.hooks import hookimpl


            @hookimpl
            def recovers(s, piece):
                return True
        """

    @hookspec(firstresult=True)
    def supply_line(self, s: Situation, piece: str) -> SupplyLine | None:
        """Return how a piece on the map is supplied, for the map's supply layer. First answer.

        Without an answer a piece needs no supply; if no piece does, there is no such layer.

        Example::

            from tabuleiro.engine import Objection, msg
            from tabuleiro.hooks import hookimpl
            from tabuleiro.rules.supply.supply_view import SupplyLine


            @hookimpl
            def supply_line(s, piece):
                if s.board.terrain_at(s.place(piece)) == "mountain":
                    cut = Objection(msg("No mule comes up here."), "house-14", "supply", (piece,))
                    return SupplyLine(objections=(cut,))
                return SupplyLine(hexes=(s.place(piece),), source=s.place(piece))
        """

    @hookspec(firstresult=True)
    def supply_stock(self, s: Situation, side: str) -> SupplyStock | None:
        """Return what feeds a side, how far it lasts and who would go without now. First answer.

        Nobody but the side is told of it.

        Example::

            from tabuleiro.hooks import hookimpl
            from tabuleiro.rules.supply.supply_view import SupplySource, SupplyStock


            @hookimpl
            def supply_stock(s, side):
                return SupplyStock((SupplySource("0504", ("0504",), points=9, taken=4),), asking=4)
        """

    @hookspec
    def flights(self, s: Situation) -> list[Flight]:
        """Return who is in the air now, from which base to which hex, for the map's arrows.

        They stay in the answer after what they did, until the half-turn ends.

        Example::

            from tabuleiro.hooks import hookimpl
            from tabuleiro.rules.air.flights import Flight


            @hookimpl
            def flights(s):
                return [Flight("us-349-ri", "0504", "0608", "supply", "bomber", "allied")]
        """

    @hookspec(firstresult=True)
    def range_hexes(self, s: Situation, piece: str, far: int) -> Collection[str] | None:
        """Return the hexes at most so far from a piece on the map, where that is no mere counting.

        First answer; without one all hexes at that distance count. For the ring on the map.

        Example::

            from tabuleiro.hooks import hookimpl


            @hookimpl
            def range_hexes(s, piece, far):
                return [hex for hex in s.board.grid if s.board.terrain_at(hex) == "mountain"]
        """

    @hookspec
    def reckonings(self, s: Situation) -> list[Reckoning]:
        """Return sums that dice are about to decide and that are no ground combat.

        Air battles, bombings, charges. The battle panel shows them, without what may not be known
        there. `Reckoning` says what each of its fields means; ``table`` is the id of a table under
        ``values`` or ``odds`` of tables.yaml.

        Of one that was decided the rules tell with ``reckoning`` (plain data), ``code`` and
        ``faces`` in the data of what they said.

        Example::

            from tabuleiro.engine import msg
            from tabuleiro.hooks import hookimpl
            from tabuleiro.rules.combat.reckoning import Reckoning


            @hookimpl
            def reckonings(s):
                return [Reckoning(msg("Ducks on the pond"), "0508", "allied", "axis", (), attack=4)]
        """

    @hookspec
    def piece_states(self, s: Situation, piece: str) -> list[str]:
        """Return states of a piece on the map that follow from the position and are no marks.

        The table names them as it names marks: ``state.<name>`` in the texts of the module. Pieces
        with ``grounded`` or ``stuck`` wear a sign. Only the piece's own side is told.

        Example::

            from tabuleiro.hooks import hookimpl


            @hookimpl
            def piece_states(s, piece):
                return ["stuck"] if s.board.terrain_at(s.place(piece)) == "mountain" else []
        """

    @hookspec
    def hex_notes(self, s: Situation, hex: str) -> list[Message]:
        """Return what else a player should know of a hex, for the panel about it; in public.

        Example::

            from tabuleiro.engine import msg
            from tabuleiro.hooks import hookimpl


            @hookimpl
            def hex_notes(s, hex):
                return [msg("The ford is low.")] if hex == "0508" else []
        """

    @hookspec
    def knowledge(self, s: Situation, viewer: str) -> list[Knowledge]:
        """Return what is hidden from a side in the whole situation. Asked once a position.

        What one of the answers hides is hidden. Nothing need be said of what is known, and of
        one's own pieces everything is. The engine makes of it what the side believes: legal
        actions, verdicts, views and sentences come from that and from nothing else.

        Example::

            from tabuleiro.engine.knowledge import Knowledge, Level
            from tabuleiro.hooks import hookimpl


            @hookimpl
            def knowledge(s, viewer):
                enemies = (piece for piece in s.position.pieces if s.side(piece) != viewer)
                return [Knowledge(dict.fromkeys(enemies, Level.NOTHING))]
        """

    @hookspec
    def invariants(self, s: Situation) -> list[str]:
        """Return sentences about what must never be and yet is; the conformance kit asks.

        Example::

            from tabuleiro.hooks import hookimpl


            @hookimpl
            def invariants(s):
                return [] if s.turn < 8 else ["the match goes on after its last turn"]
        """
