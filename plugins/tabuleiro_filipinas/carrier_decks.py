"""Decks: in phase 1 groups change ships and go aboard from the box; carriers load ferries (7.2.1).

Only carriers in port take anybody (4.2.7-8). Army groups are cargo there: they take up room like
others, fly no missions, and leave for good (7.2.1-2, 7.2.1-4).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tabuleiro.engine import (
    Action,
    AskingStep,
    Decision,
    Objection,
    Question,
    Step,
    Verdict,
    msg,
    piece_ref,
)
from tabuleiro.engine import events as ev
from tabuleiro.engine.inside import capacity, load
from tabuleiro.hooks import hookimpl
from tabuleiro.module.places import inside_of
from tabuleiro.rules.clauses import clause, object_to
from tabuleiro.rules.ground.land_units import AIR, arm
from tabuleiro.rules.ground.movement_phase import EndPhase
from tabuleiro_filipinas.boxes import carriers_in_port, home_box, may_fly_from
from tabuleiro_filipinas.moments import Moment
from tabuleiro_filipinas.own_business import OwnBusiness
from tabuleiro_filipinas.parameters.sea import SeaLiftTerms

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.engine import Change, Situation
    from tabuleiro.engine.glance import Glance

__all__ = ["ChangeShip", "Decks", "LeaveDeck", "LoadDecks", "is_ferried"]

FERRY, NAVAL_AIR = "ferry", "naval-air"
_DECK_TAGS = frozenset({FERRY, NAVAL_AIR})


def is_ferried(s: Situation, piece: str) -> bool:
    """Return whether an air unit is aboard a carrier that only ferries it."""
    return s.within(piece) is not None and FERRY in s.counter(piece).tags


class ChangeShip(Action, frozen=True):
    """Put an air unit of a box, or of another carrier in port, on the deck of a carrier."""

    piece: str
    ship: str

    def told(self, glance: Glance) -> None:
        """Nobody else is told who is on which deck."""


class LeaveDeck(Action, frozen=True):
    """Take a ferried air unit off again, before its carrier sails."""

    retracts = True
    piece: str

    def told(self, glance: Glance) -> None:
        """Nobody else is told."""


class LoadDecks(OwnBusiness, AskingStep, frozen=True):
    """A side says who goes on which deck (7.2.1-5)."""

    always = (EndPhase(),)
    side: str

    def question(self, s: Situation) -> Question | None:
        """Ask, as long as anybody can go aboard."""
        if not s.cache_by_basis(("decks-open", self.side), self._basis(s),
                                lambda: any(True for _change in self._find(s))):  # fmt: skip
            return None
        words = msg("Say which air units change ships, or are ferried.")
        actions = ("change-ship", "leave-deck", "end-phase")
        known = Decision(self.side, words, clause(s, "ferry"), actions=actions, secret=True)
        return Question(
            known, pieces=lambda: dict.fromkeys(deed.piece for deed in self._changes(s))
        )

    def run(self, change: Change) -> None:
        """Nobody can."""
        change.finish()

    def _changes(self, s: Situation) -> tuple[ChangeShip, ...]:
        """Return who can go where."""
        basis = self._basis(s)
        return s.cache_by_basis(("decks", self.side), basis, lambda: tuple(self._find(s)))

    def _basis(self, s: Situation) -> tuple[Any, ...]:
        """Return what that hangs on: who is in port or box, and how worn the ships are."""
        carriers = carriers_in_port(s, self.side)
        boxes = tuple(s.at(box) for box in s.terms(SeaLiftTerms).boxes[self.side])
        decks = tuple((s.inside(ship), s.piece(ship).losses) for ship in carriers)
        return carriers, boxes, decks

    def _find(self, s: Situation) -> Iterator[ChangeShip]:
        carriers = carriers_in_port(s, self.side)
        boxes = [p for box in s.terms(SeaLiftTerms).boxes[self.side] for p in s.at(box)]
        roomy = [ship for ship in carriers if load(s, ship) < (capacity(s, ship) or 0)]
        for piece in (*boxes, *(p for ship in carriers for p in s.inside(ship))):
            if arm(s, piece) == AIR and not _DECK_TAGS.isdisjoint(s.counter(piece).tags):
                for ship in roomy:
                    if not any(self._against(s, piece, ship)):
                        yield ChangeShip(piece, ship)

    def _against(self, s: Situation, piece: str, ship: str) -> Iterator[Objection]:
        carriers = carriers_in_port(s, self.side)
        boxes = s.terms(SeaLiftTerms).boxes[self.side]
        known = piece in s.position.pieces and s.side(piece) == self.side
        waits = known and (s.place(piece) in boxes or s.within(piece) in carriers)
        if not waits or ship not in carriers or s.within(piece) == ship:
            message = msg("{piece} cannot go aboard now.", piece=piece_ref(piece))
            yield object_to(s, message, "deck-change", "form")
            return
        if _DECK_TAGS.isdisjoint(s.counter(piece).tags):
            message = msg("{piece} is carried by no ship.", piece=piece_ref(piece))
            yield object_to(s, message, "ferry", "form", pieces=(piece,))
            return
        yield from may_fly_from(s, piece, ship).objections

    def legal(
        self, s: Situation, *, piece: str | None = None, hex: str | None = None
    ) -> Iterator[Action]:
        """List it."""
        for deed in self._changes(s):
            if piece in {None, deed.piece} and hex is None:
                yield deed
        if hex is None:
            yield from (LeaveDeck(p) for p in self._ferried(s) if piece in {None, p})
        if piece is None and hex is None:
            yield from self.always

    def _ferried(self, s: Situation) -> Iterator[str]:
        for ship in carriers_in_port(s, self.side):
            yield from (piece for piece in s.inside(ship) if is_ferried(s, piece))

    def check(self, s: Situation, action: Action) -> Verdict:
        """Check it."""
        if isinstance(action, ChangeShip):
            return Verdict.of(list(self._against(s, action.piece, action.ship)))
        if isinstance(action, LeaveDeck):
            if action.piece in self._ferried(s):
                return Verdict.yes()
            message = msg("{piece} is not being ferried.", piece=piece_ref(action.piece))
            return Verdict.no(message, rule=clause(s, "ferry"))
        return Verdict.yes() if isinstance(action, EndPhase) else super().check(s, action)

    def act(self, change: Change, action: Action) -> None:
        """Do it, or go on."""
        if isinstance(action, ChangeShip):
            change.emit(ev.Moved(action.piece, inside_of(action.ship)))
        elif isinstance(action, LeaveDeck):
            change.emit(ev.Moved(action.piece, home_box(change, self.side)))
        else:
            change.finish()


class Decks:
    """A part: who is on which deck, decided in phase 1."""

    @hookimpl
    def steps_at(self, moment: Moment, side: str) -> list[Step]:
        return [LoadDecks(side)] if moment is Moment.FERRIES else []

    @hookimpl(optionalhook=True)
    def take_off_bars(self, s: Situation, piece: str) -> list[Objection]:
        """Who is ferried fights for nobody on the way (7.2.1-3)."""
        if not is_ferried(s, piece):
            return []
        message = msg("{piece} is only carried.", piece=piece_ref(piece))
        return [object_to(s, message, "ferry-idle", "form", pieces=(piece,))]
