"""Aircraft that lose their base: who reaches another goes there, the others are destroyed."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from tabuleiro.engine import Decision, Step, Verdict
from tabuleiro.engine.messages import msg, piece_ref
from tabuleiro.engine.verdicts import FORM
from tabuleiro.rules.air.aircraft_orders import EmergencyTransfer

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tabuleiro.engine import Action, Message, Situation

__all__ = ["FleeFromBase"]


class FleeFromBase(Step, frozen=True):
    """Their owner sends aircraft to other bases, one by one.

    A game says who flees, where each can go, under which clause, and what it does to them.
    """

    abstract: ClassVar[bool] = True

    def ways(self, s: Situation) -> Mapping[str, tuple[str, ...]]:
        """Return the aircraft that must leave, each with the places that it can reach."""
        raise NotImplementedError

    def owner(self, s: Situation) -> str:
        """Return the side whose they are."""
        raise NotImplementedError

    def rule(self, s: Situation) -> str:
        """Return the clause."""
        raise NotImplementedError

    def prompt(self) -> Message:
        """Return how their owner is asked."""
        raise NotImplementedError

    def topic(self, s: Situation, action: EmergencyTransfer) -> str:
        """Return what would have to be waived for a flight that is not offered."""
        del s, action
        return FORM

    def decision(self, s: Situation) -> Decision | None:
        """Ask their owner where they go."""
        ways = {piece: places for piece, places in self.ways(s).items() if places}
        if not ways:
            return None
        hexes = dict.fromkeys(p for places in ways.values() for p in places if p in s.board.grid)
        return Decision(
            self.owner(s),
            self.prompt(),
            self.rule(s),
            "choose",
            pieces=tuple(ways),
            hexes=tuple(hexes),
            actions=("emergency-transfer",),
        )

    def legal(
        self, s: Situation, *, piece: str | None = None, hex: str | None = None
    ) -> Iterable[Action]:
        """List who can go where."""
        for one, places in self.ways(s).items():
            if piece in {None, one}:
                yield from (EmergencyTransfer(one, to) for to in places if hex in {None, to})

    def check(self, s: Situation, action: Action) -> Verdict:
        """Check the aircraft and the base."""
        if not isinstance(action, EmergencyTransfer):
            return super().check(s, action)
        if action.hex in self.ways(s).get(action.piece, ()):
            return Verdict.yes()
        message = msg("{piece} cannot escape there.", piece=piece_ref(action.piece))
        return Verdict.no(message, rule=self.rule(s), topic=self.topic(s, action))
