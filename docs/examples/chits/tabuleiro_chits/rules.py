"""The hooks of the game: a chit out of the cup says which formation moves and fights next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine import Objection, Step, key_ref, msg, piece_ref
from tabuleiro.engine import events as ev
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.clauses import clause, object_to
from tabuleiro.rules.combat.combat_phase import CombatPhase
from tabuleiro.rules.ground.movement_phase import MovementPhase

if TYPE_CHECKING:
    from tabuleiro.engine import Change, Situation
    from tabuleiro.module import Phase

__all__ = ["DrawChit", "GatherChits", "Rules"]

CUP, DRAWN = "cup", "drawn"


class GatherChits(Step, frozen=True, tag="chits-gather"):
    """All chits go back into the cup."""

    def run(self, change: Change) -> None:
        """Put them back."""
        change.finish()
        for chit in change.at(DRAWN):
            change.emit(ev.Moved(chit, CUP))


class DrawChit(Step, frozen=True, tag="chits-draw"):
    """As long as there are chits in the cup one is drawn, and its formation moves and fights."""

    def run(self, change: Change) -> None:
        """Draw the next one."""
        if not change.at(CUP):
            change.finish()
            return
        chit = change.draw(CUP, DRAWN)
        formation = key_ref(f"formation.{change.counter(chit).formation}")
        message = msg("{formation} moves and fights.", formation=formation)
        change.say(message, clause(change, "chit-drawn"))
        side = change.side(chit)
        change.push(MovementPhase(side), CombatPhase(side))


class Rules:
    """Whose turn it is says the chit on top of those that were drawn."""

    words = ("chit-drawn", "chit-waits")

    @hookimpl
    def phase_steps(self, s: Situation, phase: Phase) -> list[Step] | None:
        """The only phase of a turn (3.0)."""
        del s
        return [GatherChits(), DrawChit()] if phase.kind == "chits" else None

    @hookimpl
    def move_objections(self, s: Situation, piece: str) -> list[Objection]:
        """Only the formation that was drawn moves."""
        return self._waits(s, piece, "movement")

    @hookimpl
    def attack_objections(self, s: Situation, piece: str) -> list[Objection]:
        """Only the formation that was drawn attacks."""
        return self._waits(s, piece, "combat")

    @staticmethod
    def _waits(s: Situation, piece: str, topic: str) -> list[Objection]:
        drawn = s.at(DRAWN)
        if drawn and s.counter(drawn[-1]).formation == s.counter(piece).formation:
            return []
        message = msg("{piece} waits for the chit of its formation.", piece=piece_ref(piece))
        return [object_to(s, message, "chit-waits", topic, pieces=(piece,))]
