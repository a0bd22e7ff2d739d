"""Replacing: a side spends its points, in phase 1 off the board and in phase 5 on it (8.0).

What is restored shows only on pieces whose losses are seen; the totals of points lie open (2.4.3).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from tabuleiro.engine import DEAD, Action, Decision, Step, Verdict, msg, piece_ref
from tabuleiro.engine import events as ev
from tabuleiro.engine.knowledge import Knowledge
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.clauses import clause, object_to
from tabuleiro.rules.ground.land_units import LAND, NAVAL, arm
from tabuleiro.rules.ground.movement_phase import EndPhase
from tabuleiro.rules.ground.movement_points import MovementChange
from tabuleiro.rules.ground.zones import enemy_zone, engaged
from tabuleiro.rules.recon.secrecy import RESTORED
from tabuleiro_filipinas.air_missions import recall, sorties
from tabuleiro_filipinas.forces import AIR_FED
from tabuleiro_filipinas.fusion import FUSED, FuseUnits, partners
from tabuleiro_filipinas.moments import Moment
from tabuleiro_filipinas.own_business import OwnBusiness
from tabuleiro_filipinas.parameters.sea import ReplacementTerms
from tabuleiro_filipinas.restoring import (
    due_here,
    homes,
    may_get_points,
    pay,
    points_for,
    price_to_rebuild,
    price_to_restore,
    restore_objections,
)
from tabuleiro_filipinas.scoring import note_rebuilt

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.engine import Change, Objection, Situation
    from tabuleiro.engine.glance import Glance

__all__ = ["RebuildUnit", "ReplaceLosses", "Replacing", "RestoreUnit"]

RESTING = "resting"
"""The mark of a unit that has stood away from all enemies since its side restored last (8.0-14)."""
_OF_LOSSES: Final = Knowledge(secret_marks=frozenset({RESTING, RESTORED}))
"""Who bears one of these marks has, or had, a loss."""


class Recovery(Action, frozen=True):
    """What a side does with its points."""

    abstract: ClassVar[bool] = True
    piece: str

    def told(self, glance: Glance) -> Action | None:
        """It is told to those who see the losses of the piece."""
        return self if glance.sees_state(self.piece) else None


class RestoreUnit(Recovery, frozen=True):
    """Turn a reduced unit up."""


class RebuildUnit(Recovery, frozen=True):
    """Bring a destroyed ship or air unit back, reduced or at full strength."""

    to: str
    whole: bool = False


class ReplaceLosses(OwnBusiness, Step, frozen=True):
    """A side spends points as it likes; what it does not spend is kept (8.0-10, 8.0-9, 8.0-15)."""

    always = (EndPhase(),)
    side: str
    on_board: bool
    begun: bool = False

    def decision(self, s: Situation) -> Decision | None:
        """Ask, as long as anything can be done."""
        choices = self._choices(s) if self.begun else ()
        if not choices:
            return None
        return Decision(
            self.side,
            msg("Spend replacement points, or keep them."),
            clause(s, "replacement"),
            pieces=tuple(dict.fromkeys(choice.piece for choice in choices)),
            actions=("restore-unit", "rebuild-unit", "fuse-units", "end-phase"),
            secret=True,
        )

    def run(self, change: Change) -> None:
        """Begin with who recovers by rest; go on if nothing else can be done."""
        if self.begun:
            change.finish()
            return
        change.replace(ReplaceLosses(self.side, self.on_board, begun=True))
        if self.on_board:
            _rest(change, self.side)

    def _choices(self, s: Situation) -> tuple[Recovery | FuseUnits, ...]:
        return s.cache_here(("replacing", self), lambda: tuple(self._find(s)))

    def _find(self, s: Situation) -> Iterator[Recovery | FuseUnits]:
        for piece, state in s.position.pieces.items():
            if s.side(piece) != self.side:
                continue
            if state.place == DEAD:
                for to in homes(s, piece) if arm(s, piece) != LAND else ():
                    ways = (RebuildUnit(piece, to, whole=whole) for whole in (False, True))
                    yield from (way for way in ways if not any(self._against(s, way)))
            elif state.losses and s.alive(piece):
                if not any(self._against(s, RestoreUnit(piece))):
                    yield RestoreUnit(piece)
                for other in partners(s, piece):
                    fused = FuseUnits(piece, other)
                    if not any(self._against(s, fused)):
                        yield fused

    def legal(
        self, s: Situation, *, piece: str | None = None, hex: str | None = None
    ) -> Iterator[Action]:
        """List it."""
        for choice in self._choices(s):
            where = choice.to if isinstance(choice, RebuildUnit) else s.whereabouts(choice.piece)
            if piece in {None, choice.piece} and hex in {None, where}:
                yield choice
        if piece is None and hex is None:
            yield from self.always

    def check(self, s: Situation, action: Action) -> Verdict:
        """Check one of them."""
        if isinstance(action, EndPhase):
            return Verdict.yes()
        if not isinstance(action, RestoreUnit | RebuildUnit | FuseUnits):
            return super().check(s, action)
        return Verdict.of(list(self._against(s, action)))

    def _against(self, s: Situation, action: Action) -> Iterator[Objection]:
        piece = str(action.piece)  # type: ignore[attr-defined]
        if piece not in s.position.pieces or s.side(piece) != self.side:
            message = msg("{piece} is not yours to restore.", piece=piece_ref(piece))
            yield object_to(s, message, "replacement", "form")
            return
        if not due_here(s, piece, on_board=self.on_board):
            message = msg("{piece} is not restored in this phase.", piece=piece_ref(piece))
            yield object_to(s, message, "replacement", "form", pieces=(piece,))
            return
        if isinstance(action, RebuildUnit):
            yield from _rebuild_objections(s, action)
        else:
            yield from may_get_points(s, piece)
            yield from restore_objections(s, piece)
        if isinstance(action, FuseUnits):
            yield from action.objections(s)
            return
        price = _price(s, action)
        if price > points_for(s, piece):
            message = msg("{piece} costs {n}, and {left} are left.", piece=piece_ref(piece),
                          n=price, left=points_for(s, piece))  # fmt: skip
            yield object_to(s, message, "points-left", "supply", pieces=(piece,))

    def act(self, change: Change, action: Action) -> None:
        """Do it, or go on."""
        if isinstance(action, EndPhase):
            change.finish()
        elif isinstance(action, FuseUnits):
            action.carry_out(change)
        elif isinstance(action, RebuildUnit):
            _rebuild(change, action)
        elif isinstance(action, RestoreUnit):
            _restore(change, action.piece)


def _price(s: Situation, action: Action) -> int:
    if isinstance(action, RebuildUnit):
        return price_to_rebuild(s, action.piece, whole=action.whole)
    return price_to_restore(s, str(action.piece))  # type: ignore[attr-defined]


def _rebuild_objections(s: Situation, action: RebuildUnit) -> Iterator[Objection]:
    piece, about = action.piece, {"pieces": (action.piece,)}
    if s.place(piece) != DEAD or arm(s, piece) == LAND:
        message = msg("{piece} is not a destroyed squadron or ship.", piece=piece_ref(piece))
        yield object_to(s, message, "never-rebuilt", "form", **about)
        return
    yield from may_get_points(s, piece)
    if action.to not in homes(s, piece):
        message = msg("{piece} cannot come back there.", piece=piece_ref(piece))
        yield object_to(s, message, "old-airfield", "form", **about)
    if not action.whole and s.counter(piece).steps < 2:
        message = msg("{piece} has no reduced side.", piece=piece_ref(piece))
        yield object_to(s, message, "replacement", "form", **about)


def _restore(change: Change, piece: str) -> None:
    pay(change, piece, price_to_restore(change, piece))
    change.emit(ev.Lost(piece, change.piece(piece).losses - 1))
    if arm(change, piece) == LAND:
        change.emit(ev.Marked(piece, (RESTORED,)))
        _use_up_flight(change, piece)
    message = msg("{piece} recovers.", piece=piece_ref(piece))
    change.say(message, clause(change, "replacement"), state=(piece,))


def _use_up_flight(change: Change, piece: str) -> None:
    """A transport brings replacements for one land unit alone (8.0-11)."""
    key = AIR_FED + change.side(piece)
    told = change.position.facts.get(key, {})
    if piece in told:
        by = told[piece][0]
        left = {unit: [one, landed and one != by] for unit, (one, landed) in told.items()}
        change.emit(ev.FactSet(key, left))


def _rebuild(change: Change, action: RebuildUnit) -> None:
    piece = action.piece
    pay(change, piece, price_to_rebuild(change, piece, whole=action.whole))
    marks = change.piece(piece).marks
    if arm(change, piece) == NAVAL and FUSED not in marks:
        note_rebuilt(change, piece)
    if piece in sorties(change):  # it was shot down, and others are in the air still
        recall(change, piece)
    change.emit(ev.Lost(piece, 0 if action.whole else change.counter(piece).steps - 1))
    change.emit(ev.Moved(piece, action.to))
    if marks:
        change.emit(ev.Marked(piece, remove=marks))
    change.say(msg("{piece} is back.", piece=piece_ref(piece)), clause(change, "replacement"),
               state=(piece,))  # fmt: skip


# ------------------------------------------------------------------------------- by rest


def _rest(change: Change, side: str) -> None:
    """Turn up who has stood away from the enemy for a whole turn, and begin to count (8.0-14)."""
    for piece in change.terms(ReplacementTerms).by_rest:
        known = piece in change.position.pieces and change.side(piece) == side
        if not known or not change.on_map(piece) or not change.piece(piece).losses:
            continue
        if change.marked(piece, RESTING) and not engaged(change, piece):
            change.emit(ev.Lost(piece, change.piece(piece).losses - 1))
            change.emit(ev.Marked(piece, remove=(RESTING,)))
            message = msg("{piece} recovers.", piece=piece_ref(piece))
            change.say(message, clause(change, "rest"), state=(piece,))
        elif not engaged(change, piece):
            change.emit(ev.Marked(piece, (RESTING,)))


class WatchRest(Step, frozen=True):
    """Whoever stands next to an enemy now does not rest."""

    def run(self, change: Change) -> None:
        """Take the mark from them."""
        change.finish()
        for piece in change.terms(ReplacementTerms).by_rest:
            here = piece in change.position.pieces and change.on_map(piece)
            if here and change.marked(piece, RESTING) and engaged(change, piece):
                change.emit(ev.Marked(piece, remove=(RESTING,)))


class ForgetRestored(Step, frozen=True):
    """The turn of a side begins: who was restored in its last one may go where it wants."""

    def run(self, change: Change) -> None:
        """Take the marks off."""
        change.finish()
        change.emit(ev.Cleared((RESTORED,), spent=False))  # whoever bears it may lie unseen


class Replacing:
    """A part: points are spent, and whom they restored stays away from the enemy (8.0-8)."""

    @hookimpl
    def steps_at(self, moment: Moment, side: str) -> list[Step]:
        steps: dict[Moment, list[Step]] = {
            Moment.HALF_TURN: [ForgetRestored()],
            Moment.OFF_BOARD_REPLACEMENTS: [ReplaceLosses(side, on_board=False)],
            Moment.REPLACEMENTS: [ReplaceLosses(side, on_board=True)],
            Moment.SUPPLY: [WatchRest()],
            Moment.HALF_TURN_ENDS: [WatchRest()],
        }
        return steps.get(moment, [])

    @hookimpl
    def knowledge(self) -> list[Knowledge]:
        """What was restored, and who is about to be, shows on pieces whose losses are seen."""
        return [_OF_LOSSES]

    @hookimpl
    def movement_changes(self, s: Situation, piece: str) -> list[MovementChange]:
        if not s.marked(piece, RESTORED):
            return []
        return [MovementChange(no_stop=frozenset(enemy_zone(s, s.side(piece))))]

    @hookimpl
    def invariants(self, s: Situation) -> list[str]:
        """Whoever was made one with another is out of play."""
        return [f"{piece} was fused and is in {s.place(piece)}"
                for piece, state in s.position.pieces.items()
                if FUSED in state.marks and state.place != DEAD]  # fmt: skip
