"""Withdrawals: units that leave for good, or for a time, by the scenario's calendar.

They are carried out when their side's movement begins, unless a rule holds a unit back; then it
is asked again each turn. ``rules: substitutions`` lets the weakest of several formations leave in
the place of another; ``rules: returns`` brings formations back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta
from msgspec.structs import replace

from tabuleiro.engine import (
    DEAD,
    GONE,
    Action,
    Decision,
    PickingStep,
    Step,
    Verdict,
    msg,
    piece_ref,
)
from tabuleiro.engine import events as ev
from tabuleiro.engine.knowledge import Level
from tabuleiro.hooks import hookimpl
from tabuleiro.module.terms import Edge, Formation, Rule, Terms, Turn
from tabuleiro.rules.arrivals.off_map import Return
from tabuleiro.rules.clauses import clause
from tabuleiro.rules.recon.covered import seen_by

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tabuleiro.engine import Change, Situation
    from tabuleiro.module import Phase, Withdrawal

__all__ = [
    "DUE",
    "WITHDRAWN",
    "CalendarOfWithdrawals",
    "ChooseFormation",
    "ChooseUnit",
    "FormationReturn",
    "Leaving",
    "PickFormation",
    "PickUnit",
    "ReturnsTerms",
    "Substitution",
    "SubstitutionsTerms",
    "WithdrawalTerms",
    "Withdrawals",
    "coming_back",
    "withdrawal_steps",
]

DUE = "due"
"""The fact that says which pieces are to leave, and in which turn."""
WITHDRAWN = "withdrawn"
"""The fact that says which have left so, and in which turns."""
_SUBSTITUTES = "substitutes"


class Substitution(Terms):
    """Formations of which the weakest is withdrawn in the place of another."""

    formation: Formation
    """The formation that the scenario withdraws."""
    turns: Annotated[tuple[Turn, ...], Meta(min_length=1)]
    """The turns of its withdrawals; the choice is made in the first."""
    among: Annotated[tuple[Formation, ...], Meta(min_length=1)]
    """The formations to choose from."""
    rule: Rule
    """The clause of the rulebook."""


class SubstitutionsTerms(Terms):
    """Formations that leave in the place of others."""

    substitutions: tuple[Substitution, ...] = ()
    """Formations that may leave in the place of others."""


class WithdrawalTerms(Terms):
    """Units that the scenario names are withdrawn: they leave as their side begins to move."""

    key = "withdrawal"


class FormationReturn(Terms):
    """A formation that the scenario withdrew and that comes back."""

    formation: Formation
    """The formation."""
    turn: Turn
    """The turn from which it may come back."""
    edges: tuple[Edge, ...]
    """The stretches of the border by which it may come."""
    rule: Rule
    """The clause of the rulebook."""


class ReturnsTerms(Terms):
    """Formations that come back."""

    returns: tuple[FormationReturn, ...] = ()
    """Withdrawn formations that come back later."""


def withdrawal_steps(s: Situation, side: str) -> list[Step]:
    """Return the steps before a side moves: withdrawals, if the game has any."""
    return [Withdrawals(side)] if s.terms_if_any(WithdrawalTerms) is not None else []


def _fact(s: Situation, key: str) -> Mapping[str, Any]:
    found: Mapping[str, Any] = s.position.facts.get(key, {})
    return found


def _alive(s: Situation, formation: str) -> tuple[str, ...]:
    """Return the pieces of a formation that are neither eliminated nor due to leave or gone."""
    gone = {*_fact(s, DUE), *_fact(s, WITHDRAWN)}
    return tuple(
        piece for piece in s.module.formation_counters(formation)
        if piece in s.position.pieces and s.place(piece) != DEAD
        and (piece not in gone or s.place(piece) != GONE)
    )  # fmt: skip


def coming_back(s: Situation, side: str) -> dict[str, Return]:
    """Return the withdrawn pieces of a side that may come back now."""
    found: dict[str, Return] = {}
    if not s.at(GONE):
        return found
    for rule in s.terms(ReturnsTerms).returns:
        for piece in s.module.formation_counters(rule.formation):
            entry, turn = _fact(s, WITHDRAWN).get(piece, (s.turn, s.turn))
            back = s.turn >= rule.turn > entry and turn < s.turn
            if s.side(piece) == side and back and s.place(piece) == GONE:
                found[piece] = Return((), rule.rule, rule.edges)
    return found


class Withdrawals(Step, frozen=True):
    """The movement of a side begins: see who is due to leave."""

    side: str

    def run(self, change: Change) -> None:
        """Find out who leaves in the place of others, then whose turn has come."""
        change.finish()
        steps: list[Step] = []
        for rule in change.terms(SubstitutionsTerms).substitutions:
            mine = change.module.formations[rule.formation].side == self.side
            if mine and change.turn == rule.turns[0]:
                steps.append(_substitution(change, rule))
        entries = (w for w in change.scenario.withdrawals if w.side == self.side)
        steps += [_entry_step(change, w) for w in entries if w.turn == change.turn]
        change.push(*steps, Leaving(self.side))


def _substitution(s: Situation, rule: Substitution) -> Step:
    """Return the choice among the weakest formations, if any is weaker than the one to leave."""
    strength = {name: len(_alive(s, name)) for name in rule.among}
    weaker = {name: n for name, n in strength.items() if 0 < n < strength[rule.formation]}
    weakest = tuple(name for name, n in weaker.items() if n == min(weaker.values()))
    side = s.module.formations[rule.formation].side
    return ChooseFormation(side, rule.formation, weakest, rule.rule)


class PickFormation(Action, frozen=True):
    """Withdraw this formation."""

    formation: str


class ChooseFormation(Step, frozen=True):
    """Of several formations that are equally weak one leaves; its owner chooses which."""

    side: str
    instead_of: str
    among: tuple[str, ...]
    rule: str

    def decision(self, s: Situation) -> Decision | None:
        """Ask the owner if there is a choice."""
        if len(self.among) <= 1:
            return None
        pieces = tuple(piece for name in self.among for piece in _alive(s, name))
        return Decision(
            self.side, msg("Choose the formation to withdraw."), self.rule, "choose",
            pieces=pieces, actions=("pick-formation",), data={"formations": self.among},
        )  # fmt: skip

    def run(self, change: Change) -> None:
        """There is one, or none."""
        change.finish()
        for name in self.among:
            self._note(change, name)

    def _note(self, change: Change, name: str) -> None:
        change.emit(ev.FactSet(_SUBSTITUTES, {**_fact(change, _SUBSTITUTES),
                                              self.instead_of: name}))  # fmt: skip
        change.say(
            msg("{formation} is withdrawn in place of {other}.", formation={"formation": name},
                other={"formation": self.instead_of}),
            self.rule,
        )  # fmt: skip

    def legal(
        self, s: Situation, *, piece: str | None = None, hex: str | None = None
    ) -> Iterable[Action]:
        """List the formations."""
        for name in self.among:
            pieces = _alive(s, name)
            if (piece is None or piece in pieces) and (
                hex is None or hex in {s.place(p) for p in pieces}
            ):
                yield PickFormation(name)

    def check(self, s: Situation, action: Action) -> Verdict:
        """Check that the formation is one of those."""
        if not isinstance(action, PickFormation):
            return super().check(s, action)
        if action.formation in self.among:
            return Verdict.yes()
        return Verdict.no(msg("That formation is not among the weakest."), rule=self.rule)

    def act(self, change: Change, action: Action) -> None:
        """Withdraw that one."""
        assert isinstance(action, PickFormation)  # noqa: S101 - checked
        change.finish()
        self._note(change, action.formation)


def _entry_step(s: Situation, entry: Withdrawal) -> Step:
    """Return the step of an entry, which a substitution may turn on another formation."""
    for rule in s.terms(SubstitutionsTerms).substitutions:
        formations = {s.counter(unit).formation for unit in entry.units}
        if entry.turn in rule.turns and formations == {rule.formation}:
            last = entry.turn == rule.turns[-1]
            return ChooseUnit(entry.side, rule.formation, entry.units, last=last)
    return ChooseUnit(entry.side, "", entry.units, last=True)


class PickUnit(Action, frozen=True):
    """Withdraw this unit first."""

    piece: str


class ChooseUnit(PickingStep, frozen=True):
    """An entry of the calendar comes due; of a substitute that leaves in parts, one unit."""

    pick = PickUnit
    side: str
    formation: str
    units: tuple[str, ...]
    last: bool

    def pickable(self, s: Situation) -> tuple[str, ...]:
        """Return the units that come due."""
        substitute = _fact(s, _SUBSTITUTES).get(self.formation)
        if substitute is None:
            return tuple(unit for unit in self.units if s.place(unit) != DEAD)
        due = {*_fact(s, DUE), *_fact(s, WITHDRAWN)}
        return tuple(piece for piece in _alive(s, substitute) if piece not in due)

    def _splits(self, s: Situation) -> bool:
        return self.formation in _fact(s, _SUBSTITUTES) and not self.last

    def decision(self, s: Situation) -> Decision | None:
        """Ask the owner who of two leaves first."""
        pieces = self.pickable(s)
        if not self._splits(s) or len(pieces) <= 1:
            return None
        return Decision(
            self.side, msg("Choose the unit to withdraw first."), clause(s, "withdrawal-order"),
            "choose", pieces=pieces, actions=("pick-unit",),
        )  # fmt: skip

    def run(self, change: Change) -> None:
        """All of them come due."""
        change.finish()
        self._note(change, self.pickable(change))

    def told(self, s: Situation, viewer: str) -> Step | None:
        """Which unit it is of those that are seen is kept from those who do not know them."""
        known = viewer == self.side or seen_by(s, viewer, self.units, Level.IDENTITY)
        return self if known else replace(self, units=())

    def _note(self, change: Change, pieces: Iterable[str]) -> None:
        due = {**_fact(change, DUE), **dict.fromkeys(pieces, change.turn)}
        change.emit(ev.FactSet(DUE, due))

    def not_picked(self, s: Situation, piece: str) -> Verdict:
        """Say that this one stays."""
        message = msg("{piece} is not to be withdrawn.", piece=piece_ref(piece))
        return Verdict.no(message, rule=clause(s, "withdrawal-order"))

    def act(self, change: Change, action: Action) -> None:
        """That one comes due."""
        assert isinstance(action, PickUnit)  # noqa: S101 - checked
        change.finish()
        self._note(change, (action.piece,))


class Leaving(Step, frozen=True):
    """Units that are due leave, wherever they are, unless a rule holds them back."""

    side: str

    def hinges(self, s: Situation) -> Mapping[str, Any]:
        """Whether its units stay may tell a side of enemies whom it does not see."""
        due = (p for p in _fact(s, DUE) if s.side(p) == self.side and s.on_map(p))
        return {p: bool(s.rules.withdrawal_objections(s=s, piece=p)) for p in due}

    def run(self, change: Change) -> None:
        """Take them away."""
        change.finish()
        for piece, entry in sorted(_fact(change, DUE).items()):
            if change.side(piece) != self.side:
                continue
            if change.place(piece) != DEAD and self._stays(change, piece):
                continue
            due = {p: turn for p, turn in _fact(change, DUE).items() if p != piece}
            change.emit(ev.FactSet(DUE, due))
            if change.place(piece) != DEAD:
                self._leave(change, piece, entry)

    def _stays(self, change: Change, piece: str) -> bool:
        if not change.on_map(piece):
            return False
        objections = change.rules.withdrawal_objections(s=change, piece=piece)
        sides = change.module.sides
        knowing = tuple(o for o in sides if seen_by(change, o, (piece,), Level.IDENTITY))
        for objection in objections:
            to = () if len(knowing) == len(sides) else knowing
            change.say(objection.message, objection.rule, to=to)
        return bool(objections)

    def _leave(self, change: Change, piece: str, entry: int) -> None:
        withdrawn = {**_fact(change, WITHDRAWN), piece: [entry, change.turn]}
        change.emit(ev.FactSet(WITHDRAWN, withdrawn))
        if change.place(piece) != GONE:
            change.emit(ev.Moved(piece, GONE))
        change.say(msg("{piece} is withdrawn.", piece=piece_ref(piece)),
                   clause(change, "withdrawal"))  # fmt: skip


class CalendarOfWithdrawals:
    """A part: units that the scenario names leave as the movement of their side begins."""

    @hookimpl
    def steps_before(self, s: Situation, phase: Phase) -> list[Step]:
        if phase.kind != "movement" or phase.side is None:
            return []
        return withdrawal_steps(s, phase.side)
