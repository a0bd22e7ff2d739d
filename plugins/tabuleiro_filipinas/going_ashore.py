"""Going ashore: in phase 5 the units aboard land where they were put down (4.2.4-14, 4.2.5).

On a coast where enemies stand they lie off it in landing craft and fight for it in phase 7; if they
do not gain it they are lost (4.2.4-15, 4.2.5-4, 4.2.5-5).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from tabuleiro.engine import Objection, Step, Verdict, hex_ref, msg, piece_ref
from tabuleiro.engine import events as ev
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.arrivals.out_of_contact import note_contact
from tabuleiro.rules.clauses import clause, object_to
from tabuleiro.rules.ground.land_units import holds_ground
from tabuleiro.rules.ground.movement_points import MOVED, BreakContactTerms, MovementChange
from tabuleiro.rules.ground.special_moves import ASSAULT, BY_SEA, SpecialMove
from tabuleiro.rules.ground.stacking import limit, stacking_objection
from tabuleiro.rules.sea.afloat import afloat, afloat_mark
from tabuleiro.rules.sea.ashore import bring_ashore
from tabuleiro.rules.victory.objectives import take_path
from tabuleiro_filipinas.cargo import cargo, from_box, note_passage, passage
from tabuleiro_filipinas.landing_rules import contested, own_shore
from tabuleiro_filipinas.moments import Moment
from tabuleiro_filipinas.parameters.sea import SeaLiftTerms
from tabuleiro_filipinas.sea_lanes import port_works

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.engine import Change, Situation

__all__ = ["ComeAshore", "GoAshore", "GoingAshore", "come_ashore", "land", "landing_price"]


class GoAshore(SpecialMove, frozen=True):
    """Go ashore with a unit that is aboard, where it was put down."""

    needs: ClassVar[str] = "sea_lift"
    listed_if_allowed: ClassVar[bool] = False
    piece: str
    hex: str

    def verdict(self, s: Situation, side: str) -> Verdict:
        """Check that it is bound for that hex, and that there is room."""
        return Verdict.of(list(_ashore_objections(s, side, self.piece, self.hex)))

    def carry_out(self, change: Change) -> None:
        """Land, or lie off the coast."""
        voyage = passage(change, self.piece)
        assert voyage is not None  # noqa: S101 - checked
        terms = change.terms(SeaLiftTerms)
        cost = landing_price(change, self.piece, self.hex)
        if not from_box(change, voyage):
            cost += 2 * terms.embark
        if voyage.engaged:
            cost += 2 * change.terms(BreakContactTerms).break_contact
        note_passage(change, self.piece, None)
        land(change, self.piece, self.hex, cost)


def _ashore_objections(s: Situation, side: str, unit: str, place: str) -> Iterator[Objection]:
    voyage = passage(s, unit) if unit in s.position.pieces and s.side(unit) == side else None
    if voyage is None or voyage.goal != place or place not in s.board.grid:
        message = msg("{piece} is not bound for {hex}.", piece=piece_ref(unit), hex=hex_ref(place))
        yield object_to(s, message, "sea-lift", "form")
        return
    yield from room_objections(s, unit, place)


def room_objections(s: Situation, unit: str, place: str) -> Iterator[Objection]:
    """Yield the objection to more units than a hex holds, or than may fight for it from the sea."""
    side = s.side(unit)
    if not contested(s, side, place):
        crowd = stacking_objection(s, unit, place)
        if crowd is not None:
            yield crowd
    elif len(afloat(s, side, place)) >= limit(s, side, place):
        message = msg("As many units as {hex} holds are about to land there.", hex=hex_ref(place))
        yield object_to(s, message, "stacking", "stacking", hexes=(place,))


def landing_price(s: Situation, unit: str, place: str) -> int:
    """Return the half points of going ashore in a hex (4.2.4-11, 4.2.4-12).

    In a port that works one point, whatever the ground; else one for getting off, and the ground.
    Clauses: 4.2.5-2.
    """
    if port_works(s, s.side(unit), place):
        return 2
    kind = str(s.counter(unit).movement_class)
    ground = s.module.terrain[s.board.terrain_at(place)].cost[kind] or 0
    dearer = sum(
        change.surcharge + change.dearer.get(place, 0)
        for change in s.rules.movement_changes(s=s, piece=unit)
    )
    return 2 * s.terms(SeaLiftTerms).disembark + ground + dearer


def land(change: Change, unit: str, place: str, cost: int) -> None:
    """Put a unit that came by sea on a coast, or off it if enemies stand there (4.2.5-9)."""
    side = change.side(unit)
    assault = not own_shore(change, side, place)
    fights = contested(change, side, place)
    marks = (BY_SEA, MOVED, *((ASSAULT,) if assault else ()))
    change.emit(ev.Marked(unit, (*marks, afloat_mark(place)) if fights else marks))
    words = {"piece": piece_ref(unit), "hex": hex_ref(place)}
    if fights:
        change.emit(ev.Moved(unit, "off", (), cost))
        change.say(msg("{piece} is about to land in {hex}.", **words),
                   clause(change, "assault-landing"))  # fmt: skip
        return
    change.emit(ev.Moved(unit, place, (place,), cost))
    change.say(msg("{piece} lands in {hex}.", **words),
               clause(change, "assault-landing" if assault else "sea-lift"))  # fmt: skip
    take_path(change, unit, (place,))
    note_contact(change, unit)


def come_ashore(change: Change, side: str, place: str | None = None) -> None:
    """Put those who fought for a coast (or for any) ashore; where an enemy is left they are lost.

    Whatever drove the last defender out, an empty hex is entered (4.2.5-5, 4.2.5-3).
    """
    bring_ashore(
        change,
        side,
        place,
        closed=lambda hex: contested(change, side, hex),
        landed="assault-landing",
        lost="failed-landing",
    )


class ComeAshore(Step, frozen=True):
    """The battles are over: who still lies off a coast comes ashore, or is lost."""

    side: str

    def run(self, change: Change) -> None:
        """Bring them ashore."""
        change.finish()
        come_ashore(change, self.side)


class ForgetVoyages(Step, frozen=True):
    """The turn of a side begins: who came by sea in the last one marches as ever."""

    def run(self, change: Change) -> None:
        """Take the marks off."""
        change.finish()
        # Whoever bears one may be inside of a ship, where nobody else sees it.
        change.emit(ev.Cleared((BY_SEA, ASSAULT), spent=False))


class GoingAshore:
    """A part: units land from the ships that carry them, with half their movement."""

    @hookimpl
    def special_moves(self, s: Situation, side: str, piece: str | None) -> list[SpecialMove]:
        if s.phase is None or s.phase.kind != "movement":
            return []
        bound = cargo(s, side).units.items()
        return [
            GoAshore(unit, voyage.goal)
            for unit, voyage in bound
            if voyage.goal in s.board.grid and piece in {None, unit}
        ]

    @hookimpl
    def movement_changes(self, s: Situation, piece: str) -> list[MovementChange]:
        """Whoever goes by sea, by any means, marches half as far (4.2.4-5)."""
        if not holds_ground(s, piece):
            return []
        if not s.marked(piece, BY_SEA) and s.within(piece) is None:
            return []
        half = s.terms(SeaLiftTerms).movement_divided_by
        return [MovementChange(divided_by=half, rounded_up=True)]

    @hookimpl
    def end_objections(self, s: Situation, side: str) -> list[Objection]:
        """Nobody who can land stays aboard (7.2-10)."""
        found = []
        for unit, voyage in cargo(s, side).units.items():
            if voyage.goal in s.board.grid and GoAshore(unit, voyage.goal).verdict(s, side):
                message = msg("{piece} must go ashore in {hex}.", piece=piece_ref(unit),
                              hex=hex_ref(voyage.goal))  # fmt: skip
                found.append(object_to(s, message, "no-one-embarked", "movement", pieces=(unit,)))
        return found

    @hookimpl
    def steps_at(self, moment: Moment, side: str) -> list[Step]:
        if moment is Moment.HALF_TURN:
            return [ForgetVoyages()]
        return [ComeAshore(side)] if moment is Moment.HALF_TURN_ENDS else []
