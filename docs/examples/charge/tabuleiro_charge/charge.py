"""A phase of our own, in which cavalry charges; and a decision of our own, how it is received."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from tabuleiro.engine import Action, Decision, ListedStep, msg, piece_ref
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.clauses import clause
from tabuleiro.rules.combat.losses import TakeLoss
from tabuleiro.rules.ground.movement_phase import EndPhase
from tabuleiro_charge.parameters import ChargeTerms
from tabuleiro_charge.rally import Rallying
from tabuleiro_charge.rout import Flee, Stagger

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.engine import Change, Situation, Step
    from tabuleiro.module import Phase

__all__ = ["Charge", "Charges"]


class ChargeAt(Action, frozen=True, tag="charge"):
    """Charge an adjacent hex, at a pace."""

    piece: str
    target: str
    pace: Literal["trot", "gallop"]


class FormUp(Action, frozen=True, tag="form-up"):
    """Receive a charge in line or in square."""

    how: Literal["line", "square"]


class Charges(ListedStep, frozen=True, tag="charge-phase"):
    """The side charges with one unit after the other."""

    side: str
    ridden: tuple[str, ...] = ()

    def choices(self, s: Situation) -> Iterator[Action]:
        """Yield each charge, at either pace, and the end."""
        for place, pieces in s.occupied(self.side).items():
            for target in s.board.grid.neighbours(place):
                if target in s.opposed(self.side):
                    for piece in pieces:
                        if "cavalry" in s.counter(piece).tags and piece not in self.ridden:
                            yield from (ChargeAt(piece, target, p) for p in ("trot", "gallop"))
        yield EndPhase()

    def decision(self, s: Situation) -> Decision | None:
        """Ask who charges whom; if nobody can, the phase is over."""
        ways = [way for way in self.choices(s) if isinstance(way, ChargeAt)]
        if not ways:
            return None
        return Decision(
            self.side,
            msg("Charge with your cavalry."),
            clause(s, "charge"),
            pieces=tuple(dict.fromkeys(way.piece for way in ways)),
            hexes=tuple(dict.fromkeys(way.target for way in ways)),
            actions=("charge", "end-phase"),
        )

    def act(self, change: Change, action: Action) -> None:
        """Ride, or end the phase."""
        if isinstance(action, ChargeAt):
            change.replace(Charges(self.side, (*self.ridden, action.piece)))
            change.push(Receive(action.piece, action.target, action.pace))
        else:
            change.finish()


class Receive(ListedStep, frozen=True, tag="charge-receive"):
    """Those who are charged say how they stand; then the die falls."""

    rider: str
    target: str
    pace: str

    def choices(self, s: Situation) -> Iterator[Action]:
        """Yield both ways."""
        yield from (FormUp("line"), FormUp("square"))

    def decision(self, s: Situation) -> Decision:
        """Ask who is charged."""
        side, rider = s.side(s.at(self.target)[0]), piece_ref(self.rider)
        prompt, rule = msg("{piece} charges. How do you stand?", piece=rider), clause(s, "receive")
        return Decision(side, prompt, rule, "choose", hexes=(self.target,), actions=("form-up",))

    def act(self, change: Change, action: Action) -> None:
        """Throw the die: those who are charged run, or the riders take a loss."""
        assert isinstance(action, FormUp)  # noqa: S101 - it is listed
        change.finish()
        terms, defenders = change.terms(ChargeTerms), change.at(self.target)
        side, why = change.side(self.rider), msg("a charge by {piece}", piece=piece_ref(self.rider))
        total = sum(change.roll(1, side, why, clause(change, "charge")))
        total += terms.gallop * (self.pace == "gallop") - terms.square * (action.how == "square")
        home: Step = Flee(defenders) if action.how == "line" else Stagger(defenders)
        beaten = TakeLoss(side, (self.rider,), clause(change, "charge"))
        blown = [Stagger((self.rider,))] if self.pace == "gallop" else []
        change.push(home if total >= terms.wins else beaten, *blown)


class Charge:
    """A part: the phases of charges and of rallying."""

    parameters = (ChargeTerms,)
    phases = ("charge", "rally")
    words = ("charge", "receive", "rally")

    @hookimpl
    def phase_steps(self, phase: Phase) -> list[Step] | None:
        """Do the phases that the family does not know (6.0)."""
        own = {"charge": Charges, "rally": Rallying}
        return [own[phase.kind](str(phase.side))] if phase.kind in own else None
