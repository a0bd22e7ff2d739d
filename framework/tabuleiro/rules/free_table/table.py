"""The open step of a free table, and what its sides see."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine import Action, Decision, Step, Verdict, msg
from tabuleiro.engine import events as ev
from tabuleiro.engine.draws import DECK, is_drawn_from
from tabuleiro.engine.freehand import FreeDraw
from tabuleiro.engine.knowledge import Knowledge, Level
from tabuleiro.engine.position import Outcome
from tabuleiro.engine.tabletop import AT_TABLE, FreeRoll, hands_of
from tabuleiro.hooks import hookimpl
from tabuleiro.module.made import FACE_DOWN
from tabuleiro.rules.ground.movement_phase import EndPhase

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.engine import Change, Situation
    from tabuleiro.module import Phase

__all__ = ["CloseTable", "FreeTable", "OpenTable"]


class CloseTable(Action, frozen=True):
    """End the match: all is laid open."""


class OpenTable(Step, frozen=True):
    """Anybody does anything. Whose phase it is, or who was given the table, is asked."""

    def decision(self, s: Situation) -> Decision | None:
        """Ask whoever is at the table to go on as he likes."""
        rule = (s.phase.rule if s.phase else None) or ""
        last = _is_last(s)
        words = msg("Everything can be moved, turned and drawn at any time.")
        actions = ("close-table",) if last else ("end-phase",)
        return Decision(at_table(s), words, rule, actions=actions)

    def legal(
        self, s: Situation, *, piece: str | None = None, hex: str | None = None
    ) -> Iterator[Action]:
        """List what leads on: the next phase, throws of the module, draws to the own hand."""
        if piece is not None or hex is not None:
            return
        side = at_table(s)
        yield CloseTable() if _is_last(s) else EndPhase()
        for die in s.module.dice:
            yield FreeRoll(side, die)
        hand = hands_of(s).get(side)
        if hand is not None:
            for box in s.board.boxes:
                if is_drawn_from(s, box) and s.at(box):
                    yield FreeDraw(box, hand)

    def check(self, s: Situation, action: Action) -> Verdict:
        """Let phases and the match be ended; all else is a free hand's, and asks nobody."""
        if isinstance(action, CloseTable):
            return Verdict.yes()
        if isinstance(action, EndPhase):
            if not _is_last(s):
                return Verdict.yes()
            return Verdict.no(msg("This is the last phase: end the match, or go to another turn."))
        return super().check(s, action)

    def act(self, change: Change, action: Action) -> None:
        """End the phase, or the match."""
        if isinstance(action, CloseTable):
            winner = change.rules.outcome(s=change)
            change.emit(ev.Ended(winner))
        else:
            change.finish()


class ShuffleDecks(Step, frozen=True):
    """Decks are shuffled before the first turn."""

    def run(self, change: Change) -> None:
        """Shuffle them."""
        change.finish()
        for box in change.board.boxes.values():
            if box.kind == DECK and change.at(box.id):
                change.shuffle(box.id)


def at_table(s: Situation) -> str:
    """Return who is at the table: whoever it was given to, whose phase it is, or the first side."""
    played = s.module.played_sides or tuple(s.module.sides)
    given = s.position.facts.get(AT_TABLE, {})
    here = (given.get("turn"), given.get("phase")) == (s.position.turn, s.position.phase)
    if here and given["side"] in played:
        return str(given["side"])
    side = s.phase.side if s.phase is not None else None
    return side if side is not None else played[0]


def _is_last(s: Situation) -> bool:
    last = s.position.phase + 1 >= len(s.module.sequence)
    return last and s.position.turn >= s.scenario.last_turn


class FreeTable:
    """The rules of a table without a referee: there are none, but that secrets are kept."""

    parameters = ()

    @hookimpl
    def setup_steps(self, s: Situation) -> list[Step]:
        """Shuffle."""
        del s
        return [ShuffleDecks()]

    @hookimpl
    def phase_steps(self, s: Situation, phase: Phase) -> list[Step]:
        """Leave every phase to the players, whatever its kind."""
        del s, phase
        return [OpenTable()]

    @hookimpl
    def outcome(self, s: Situation) -> Outcome:
        """Who has won is for the players to say."""
        return Outcome(None, dict.fromkeys(s.module.sides, 0))

    @hookimpl
    def knowledge(self, s: Situation, viewer: str) -> list[Knowledge]:
        """Let only its side see what lies face down, and all see how stacks lie."""
        down = s.cache_by_basis("face-down", s.position.pieces, lambda: _face_down(s))
        hidden = {piece: Level.PRESENCE for piece in down if s.side(piece) != viewer}
        return [Knowledge(hidden, ranks=True)]


def _face_down(s: Situation) -> tuple[str, ...]:
    pieces = s.position.pieces.items()
    return tuple([piece for piece, state in pieces if FACE_DOWN in state.marks])
