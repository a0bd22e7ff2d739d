"""The naval phase: a side forms task forces, loads them and sails them, one after the other (7.0).

A force is put together in secret, ship by ship; nobody else is told before it comes to sea. Then it
sails leg by leg. What it does at a stop with what it carries is again its side's secret.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from tabuleiro.engine import (
    Action,
    AskingStep,
    Decision,
    Question,
    Step,
    Verdict,
    hex_ref,
    msg,
    piece_ref,
)
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.clauses import clause
from tabuleiro.rules.ground.movement_phase import EndPhase
from tabuleiro.rules.ground.special_moves import SpecialMove
from tabuleiro_filipinas.forces import AtSea, at_sea, forces, is_force, note_force
from tabuleiro_filipinas.loading import (
    JoinForce,
    LeaveForce,
    PutDown,
    PutOff,
    TakeAboard,
    boarders,
    disband,
    may_join,
    puts_down,
    takes_aboard,
)
from tabuleiro_filipinas.moments import Moment
from tabuleiro_filipinas.naval_phase_moves import NavalMove, naval_kinds, naval_moves
from tabuleiro_filipinas.own_business import OwnBusiness
from tabuleiro_filipinas.parameters.course import ForceTerms
from tabuleiro_filipinas.sailing import Sailing
from tabuleiro_filipinas.voyages import SailForce, sail_verdict, sailings

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from tabuleiro.engine import Change, Situation
    from tabuleiro.engine.glance import Glance

__all__ = ["EndVoyage", "Forces", "FormForce", "FormingForce", "MakeStop", "NavalPhase", "UnderWay"]


class FormForce(Action, frozen=True):
    """Begin to form a force under the next letter that is free."""

    def told(self, glance: Glance) -> None:
        """Nobody is told before it comes to sea."""


class DisbandForce(Action, frozen=True):
    """Give up the force that is being formed: its ships stay in port."""

    retracts = True

    def told(self, glance: Glance) -> None:
        """Nobody is told."""


class MakeStop(Action, frozen=True):
    """Stop where the force is: units come aboard and are put down here."""


class EndVoyage(Action, frozen=True):
    """The force stays where it is; another one may be formed."""


def free_letter(s: Situation, side: str) -> str | None:
    """Return the first letter of a side that is not in use."""
    pool = s.at(s.terms(ForceTerms).pools[side])
    return min((piece for piece in pool if is_force(s, piece)), default=None)


class NavalPhase(OwnBusiness, AskingStep, frozen=True):
    """A side forms as many forces as it likes, and does what else parts offer at sea."""

    side: str

    def question(self, s: Situation) -> Question | None:
        """Ask for the next force, as long as anything can be done."""
        if not self._form(s) and not naval_kinds(s, self.side):
            return None
        return Question(
            Decision(self.side, msg("Form a task force, or end the phase."),
                     clause(s, "naval-phase")),
            actions=lambda: ("form-force", *naval_kinds(s, self.side), "end-phase"),
        )  # fmt: skip

    def run(self, change: Change) -> None:
        """Nothing can be done."""
        change.finish()

    def legal(
        self, s: Situation, *, piece: str | None = None, hex: str | None = None
    ) -> Iterator[Action]:
        """List them."""
        if piece is None and hex is None:
            if self._form(s):
                yield FormForce()
            yield EndPhase()
        yield from naval_moves(s, self.side, piece, hex)

    def _form(self, s: Situation) -> Verdict:
        if free_letter(s, self.side) is None:
            return Verdict.no(msg("No letter is left."), rule=clause(s, "forces"))
        if not any(may_join(s, self.side, ship) for ship in s.at(self._pool(s))):
            message = msg("No ship is fit to sail.")
            return Verdict.no(message, rule=clause(s, "naval-losses"))
        return Verdict.yes()

    def _pool(self, s: Situation) -> str:
        return s.terms(ForceTerms).pools[self.side]

    def check(self, s: Situation, action: Action) -> Verdict:
        """Check one of them."""
        if isinstance(action, FormForce):
            return self._form(s)
        if isinstance(action, SpecialMove) and action.in_game(s):
            piece = action.about
            if piece is not None and piece not in s.position.pieces:
                return Verdict.no(msg("There is no piece {piece} in this match.", piece=piece))
            verdict = action.verdict(s, self.side)
            if isinstance(action, NavalMove) or not verdict:
                return verdict
        return Verdict.yes() if isinstance(action, EndPhase) else super().check(s, action)

    def act(self, change: Change, action: Action) -> None:
        """Begin a force, do what a part offers, or end."""
        if isinstance(action, FormForce):
            change.push(FormingForce(self.side, str(free_letter(change, self.side))))
        elif isinstance(action, NavalMove):
            action.carry_out(change)
        else:
            change.finish()


class FormingForce(AskingStep, frozen=True):
    """A force is put together in secret: ships join it, units of the boxes go aboard (7.0-6)."""

    always = (DisbandForce(),)
    side: str
    force: str

    def told(self, s: Situation, viewer: str) -> Step | None:
        """It is told to nobody else."""
        return self if viewer == self.side else None

    def question(self, s: Situation) -> Question:
        """Ask for its ships."""
        known = Decision(
            self.side,
            msg("Choose the ships of {piece} and what they carry; then sail.",
                piece=piece_ref(self.force)),
            clause(s, "forces"),
            actions=("join-force", "leave-force", "take-aboard", "put-off", "sail-force",
                     "disband-force"),
            secret=True,
        )  # fmt: skip
        return Question(known, pieces=lambda: self._pieces(s))

    def _pieces(self, s: Situation) -> Iterator[str]:
        """Yield the force, its ships, and all that can come to it."""
        waiting = s.at(s.terms(ForceTerms).pools[self.side])
        yield from (self.force, *s.inside(self.force), *boarders(s, self.side, self.force))
        yield from (ship for ship in waiting if may_join(s, self.side, ship))

    def legal(
        self, s: Situation, *, piece: str | None = None, hex: str | None = None
    ) -> Iterator[Action]:
        """List what can be done with it."""
        if hex is None and piece != self.force:
            yield from self._about(s, piece)
        if piece in {None, self.force} and s.inside(self.force):
            yield from (leg for leg in sailings(s, self.force) if hex in {None, leg.path[-1]})
        if hex is None and piece in {None, self.force}:
            yield from self.always

    def _about(self, s: Situation, piece: str | None) -> Iterator[Action]:
        yield from loads(s, self.side, self.force, piece)
        pool = s.terms(ForceTerms).pools[self.side]
        for ship in s.at(pool) if piece is None else (piece,):
            if may_join(s, self.side, ship):
                yield JoinForce(ship)
        for ship in s.inside(self.force):
            if piece in {None, ship}:
                yield LeaveForce(ship)

    def check(self, s: Situation, action: Action) -> Verdict:
        """Check one of them."""
        if isinstance(action, DisbandForce):
            return Verdict.yes()
        if isinstance(action, SailForce):
            if action.piece != self.force or not s.inside(self.force):
                message = msg("{piece} has no ships yet.", piece=piece_ref(self.force))
                return Verdict.no(message, rule=clause(s, "forces"))
            return sail_verdict(s, self.side, action)
        if isinstance(action, JoinForce | LeaveForce | TakeAboard | PutOff):
            return action.verdict(s, self.side, self.force)
        return super().check(s, action)

    def act(self, change: Change, action: Action) -> None:
        """Change the force, give it up, or let it come to sea."""
        if isinstance(action, DisbandForce):
            disband(change, self.force)
            change.finish()
        elif isinstance(action, SailForce):
            change.replace(UnderWay(self.side, self.force))
            change.push(Sailing(self.side, self.force, action.path))
        elif isinstance(action, JoinForce | LeaveForce | TakeAboard | PutOff):
            action.carry_out(change, self.force)


def loads(s: Situation, side: str, force: str, piece: str | None) -> Iterator[Action]:
    """Yield how units come aboard a force now, and how those off again that came in a box."""
    yield from takes_aboard(s, side, force, piece)
    if s.on_map(force):
        return
    for ship in s.inside(force):
        for unit in s.inside(ship):
            action = PutOff(unit)
            if piece in {None, unit} and action.verdict(s, side, force):
                yield action


class UnderWay(AskingStep, frozen=True):
    """A force sails leg by leg; at stops units come aboard and are put down (4.2.4-14)."""

    always = (EndVoyage(),)
    side: str
    force: str

    def question(self, s: Situation) -> Question | None:
        """Ask for the next leg, as long as there is a force."""
        if self.force not in forces(s, self.side):
            return None
        known = Decision(
            self.side,
            msg("Sail on with {piece}, stop, or end its voyage.", piece=piece_ref(self.force)),
            clause(s, "naval-phase"),
            actions=("sail-force", "make-stop", "take-aboard", "put-down", "end-voyage"),
        )
        return Question(known, pieces=lambda: self._pieces(s))

    def _pieces(self, s: Situation) -> Iterator[str]:
        """Yield the force, and the units that can come aboard or be put down here."""
        on = boarders(s, self.side, self.force)
        off = (a.piece for a in puts_down(s, self.side, self.force, None))
        yield from dict.fromkeys((self.force, *on, *off))

    def may_ask(self, s: Situation) -> Collection[str]:
        """That a force was lost on its way is seen by all."""
        return ()

    def legal(
        self, s: Situation, *, piece: str | None = None, hex: str | None = None
    ) -> Iterator[Action]:
        """List the legs, and what can be done here."""
        if piece in {None, self.force}:
            legs: Iterable[SailForce] = sailings(s, self.force)
            yield from (leg for leg in legs if hex in {None, leg.path[-1]})
            if hex is None:
                yield from (a for a in (MakeStop(), *self.always) if self.check(s, a))
        if hex is None:
            yield from takes_aboard(s, self.side, self.force, piece)
        yield from (a for a in puts_down(s, self.side, self.force, piece)
                    if hex in {None, a.hex})  # fmt: skip

    def check(self, s: Situation, action: Action) -> Verdict:
        """Check one of them."""
        if isinstance(action, SailForce):
            if action.piece != self.force:
                message = msg("{piece} is under way.", piece=piece_ref(self.force))
                return Verdict.no(message, rule=clause(s, "naval-phase"))
            return sail_verdict(s, self.side, action)
        if isinstance(action, TakeAboard | PutDown):
            return action.verdict(s, self.side, self.force)
        if isinstance(action, MakeStop):
            if not self._stopped(s):
                return Verdict.yes()
            message = msg("{piece} has stopped here.", piece=piece_ref(self.force))
            return Verdict.no(message, rule=clause(s, "naval-stop"))
        if isinstance(action, EndVoyage):
            return Verdict.yes()
        return super().check(s, action)

    def _stopped(self, s: Situation) -> bool:
        return s.place(self.force) in self._seen(s).stops

    def _seen(self, s: Situation) -> AtSea:
        return at_sea(s, self.force) or AtSea(0)

    def run(self, change: Change) -> None:
        """The force was lost on its way."""
        change.finish()

    def act(self, change: Change, action: Action) -> None:
        """Sail, stop, load, unload, or end."""
        if isinstance(action, SailForce):
            change.push(Sailing(self.side, self.force, action.path))
        elif isinstance(action, TakeAboard | PutDown):
            action.carry_out(change, self.force)
        else:
            stop(change, self.force, done=isinstance(action, EndVoyage))
            if isinstance(action, EndVoyage):
                change.finish()


def stop(change: Change, force: str, *, done: bool) -> None:
    """Note that a force stops where it is, for a while or for good."""
    seen = at_sea(change, force)
    if seen is None:
        return
    here = change.place(force)
    stops = seen.stops if here in seen.stops else (*seen.stops, here)
    note_force(change, force, replace(seen, stops=stops, done=done or seen.done))
    change.say(msg("{piece} stops in {hex}.", piece=piece_ref(force), hex=hex_ref(here)),
               clause(change, "naval-stop"))  # fmt: skip


class Forces:
    """A part: the naval phase of a side, and what its rules read."""

    @hookimpl
    def steps_at(self, moment: Moment, side: str) -> list[Step]:
        return [NavalPhase(side)] if moment is Moment.SAILING else []
