"""Recovery: reduced pieces that kept out of contact for a turn are turned up again.

``rules: recovery`` says who may recover: ``sides``, ``nations``, up to which ``last_turn``, which
tags are ``barred``, how many ``per_turn``, and to which stretches of edge a line of hexes free of
the enemy must lead (``line_to``). With the option ``recovery: by-choice`` their owner says each
turn who does; else whoever may recover does, as nothing is ever lost by it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from tabuleiro.board import flood
from tabuleiro.engine import Action, Decision, PickingStep, Step, Verdict, msg, piece_ref
from tabuleiro.engine import events as ev
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.arrivals.out_of_contact import (
    CONTACT,
    HURT,
    RecoveryTerms,
    in_contact,
    note_all_contact,
)
from tabuleiro.rules.clauses import clause
from tabuleiro.rules.ground.special_moves import ASSAULT, BY_SEA, DROPPED
from tabuleiro.rules.ground.zones import enemy_zone, engaged
from tabuleiro.rules.recon.covered import covered
from tabuleiro.rules.victory.objectives import take_stands

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping
    from typing import Any

    from tabuleiro.engine import Change, Situation

__all__ = [
    "ChooseRecovery",
    "DoneRecovering",
    "OwnLossesBack",
    "Recover",
    "Recovery",
    "RecoveryOutOfContact",
    "TurnStart",
    "has_line",
    "may_recover",
    "rested",
]


class TurnStart(Step, frozen=True):
    """A turn begins: contacts and landings of the last one are forgotten, contact is noted."""

    def run(self, change: Change) -> None:
        """Clear and note."""
        change.finish()
        change.emit(ev.Cleared((CONTACT, HURT, ASSAULT, BY_SEA, DROPPED), spent=False))
        note_all_contact(change)
        take_stands(change)

    def hinges(self, s: Situation) -> Mapping[str, Any]:
        """A reduced piece is marked if enemies are next to it."""
        return in_contact(s)


class Recovery(Step, frozen=True):
    """A turn ends: pieces that recover are turned up, of some sides only so many."""

    def may_ask(self, s: Situation) -> Collection[str]:
        """Who has losses is asked."""
        return _with_losses(s)

    def run(self, change: Change) -> None:
        """Let each side turn its pieces up, or choose which."""
        change.finish()
        terms = change.terms_if_any(RecoveryTerms)
        limits = terms.per_turn if terms else {}
        steps: list[Step] = []
        for side in change.module.sides:
            pieces = [p for p in _reduced(change, side) if change.rules.recovers(s=change, piece=p)]
            times = min(len(pieces), limits.get(side, len(pieces)))
            if pieces:
                steps.append(ChooseRecovery(side, tuple(pieces), times))
        change.push(*steps)


def _with_losses(s: Situation) -> Collection[str]:
    """Return the sides that may have losses to take back, whether they have any or not."""
    terms = s.terms_if_any(RecoveryTerms)
    return terms.sides if terms else ()


def _by_choice(s: Situation) -> bool:
    return bool(s.options.get("recovery") == "by-choice")


def _reduced(s: Situation, side: str) -> list[str]:
    pieces = s.position.pieces.items()
    return [p for p, state in pieces if state.losses and s.side(p) == side and s.on_map(p)]


def _recover(change: Change, piece: str) -> None:
    change.emit(ev.Lost(piece, change.piece(piece).losses - 1))
    message = msg("{piece} recovers.", piece=piece_ref(piece))
    change.say(message, clause(change, "recovery"), state=(piece,))


class Recover(Action, frozen=True):
    """Let this piece recover."""

    piece: str


class DoneRecovering(Action, frozen=True):
    """Let no further piece recover in this turn."""


class OwnLossesBack(Step, frozen=True):
    """A side takes losses back: who has none, and who has, is not told where that is covered."""

    abstract: ClassVar[bool] = True

    side: str

    def told(self, s: Situation, viewer: str) -> Step | None:
        """Who is asked has losses: the others know nothing of it where these are covered."""
        return None if viewer != self.side and covered(s, viewer) else self

    def may_ask(self, s: Situation) -> Collection[str]:
        """Who has losses is asked."""
        del s
        return (self.side,)


class ChooseRecovery(OwnLossesBack, PickingStep, frozen=True):
    """More pieces could recover than may, or each at its owner's choice: the owner chooses."""

    pick = Recover
    pieces: tuple[str, ...]
    times: int

    def pickable(self, s: Situation) -> tuple[str, ...]:
        """Return those that could."""
        del s
        return self.pieces

    def not_picked(self, s: Situation, piece: str) -> Verdict:
        """Say that this one cannot."""
        message = msg("{piece} cannot recover now.", piece=piece_ref(piece))
        return Verdict.no(message, rule=clause(s, "recovery"))

    def decision(self, s: Situation) -> Decision | None:
        """Ask the owner."""
        free = _by_choice(s)
        if not self.times or (self.times >= len(self.pieces) and not free):
            return None
        rule = clause(s, "recovery") if free else clause(s, "recovery-limit")
        actions = ("recover", "done-recovering") if free else ("recover",)
        return Decision(
            self.side, msg("Choose who recovers."), rule, "choose",
            pieces=self.pieces, actions=actions, data={"times": self.times},
        )  # fmt: skip

    def run(self, change: Change) -> None:
        """Nobody has a choice: those that are left recover, as far as they may."""
        change.finish()
        for piece in self.pieces[: self.times]:
            _recover(change, piece)
        change.cut(_with_losses(change))  # whoever is next may have none, and is no step then

    def legal(
        self, s: Situation, *, piece: str | None = None, hex: str | None = None
    ) -> Iterator[Action]:
        """List the pieces, and the end of it where it is by choice."""
        yield from super().legal(s, piece=piece, hex=hex)
        if piece is None and hex is None and _by_choice(s):
            yield DoneRecovering()

    def check(self, s: Situation, action: Action) -> Verdict:
        """Check that the piece is one of those; nobody need recover where it is by choice."""
        done = isinstance(action, DoneRecovering) and _by_choice(s)
        return Verdict.yes() if done else super().check(s, action)

    def act(self, change: Change, action: Action) -> None:
        """Turn the piece up, or end it."""
        if not isinstance(action, Recover):
            change.finish()
            change.cut(_with_losses(change))
            return
        left = tuple(p for p in self.pieces if p != action.piece)
        change.replace(ChooseRecovery(self.side, left, self.times - 1))
        _recover(change, action.piece)


def rested(s: Situation, piece: str) -> bool:
    """Return whether a piece neither took a loss nor was next to an enemy in this turn."""
    marks = s.piece(piece).marks
    return CONTACT not in marks and HURT not in marks and not engaged(s, piece)


def may_recover(s: Situation, piece: str) -> bool:
    """Return whether a reduced piece recovers at the end of this turn."""
    terms, counter, side = s.terms_if_any(RecoveryTerms), s.counter(piece), s.side(piece)
    if terms is None or side not in terms.sides or s.turn > terms.last_turn.get(side, s.turn):
        return False
    if terms.nations is not None and counter.nation not in terms.nations:
        return False
    if set(counter.tags) & set(terms.barred.get(side, ())) or not rested(s, piece):
        return False
    edges = terms.line_to.get(side)
    return edges is None or has_line(s, piece, edges)


def has_line(s: Situation, piece: str, edges: Iterable[str]) -> bool:
    """Return whether a line of hexes free of the enemy leads from a piece to some edges."""
    side = s.side(piece)
    free = s.cache_here(("free", side), lambda: _free(s, side))
    reached = flood(s.board.grid, [s.place(piece)], free)
    return any(place in reached for edge in edges for place in s.board.edges[edge].hexes)


def _free(s: Situation, side: str) -> frozenset[str]:
    return frozenset(s.board.grid) - enemy_zone(s, side) - set(s.opposed(side))


class RecoveryOutOfContact:
    """A part: contacts are watched from the start of a turn; who had none recovers at its end."""

    @hookimpl
    def turn_start_steps(self) -> list[Step]:
        return [TurnStart()]

    @hookimpl
    def turn_end_steps(self) -> list[Step]:
        return [Recovery()]

    @hookimpl
    def recovers(self, s: Situation, piece: str) -> bool:
        return may_recover(s, piece)
