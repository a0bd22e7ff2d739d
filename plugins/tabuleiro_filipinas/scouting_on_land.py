"""Scouting: aircraft look for what unknown pieces hide, in the open phase of their side (6.6.2).

One mission covers a hex and those around it with one die, which each hex compares with its own
terrain and weather. Where it succeeds the unknown piece comes off, and the top of the stack is
seen. No hex is covered twice in the turn of a side, on land or at sea.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tabuleiro.engine import Step, hex_ref, msg, piece_ref, side_ref
from tabuleiro.engine import events as ev
from tabuleiro.engine.messages import key_ref
from tabuleiro.engine.verdicts import FORM, Verdict
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.clauses import clause, object_to
from tabuleiro.rules.ground.special_moves import SpecialMove
from tabuleiro_filipinas.aircraft import (
    FLOWN,
    SCOUT,
    aircraft,
    grounded,
    in_range,
    out_of_range,
)
from tabuleiro_filipinas.moments import Moment
from tabuleiro_filipinas.unknown_pieces import out_of_phase, take_off, unknowns
from tabuleiro_filipinas.weather import weather_at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.engine import Change, Situation
    from tabuleiro.engine.glance import Glance
    from tabuleiro.engine.verdicts import Objection

__all__ = [
    "Scout",
    "Scouting",
    "area",
    "covered_by",
    "fly_search",
    "note_covered",
    "scout_missions",
]

COVERED: Final = "searched-"
"""The fact of each side about the hexes that it has searched in this turn of a side (6.6.2-10)."""
_CHART: Final = "ground-reconnaissance"


def area(s: Situation, place: str) -> tuple[str, ...]:
    """Return the hexes that a mission covers: the one chosen and those around it (6.6.2-4)."""
    return (place, *s.board.grid.neighbours(place))


def covered_by(s: Situation, side: str) -> frozenset[str]:
    """Return the hexes that a side has searched in this turn of a side (6.6.2-6)."""
    return frozenset(s.position.facts.get(COVERED + side, ()))


def note_covered(change: Change, side: str, place: str) -> None:
    """Note that a mission covers a hex and those around it."""
    now = covered_by(change, side).union(area(change, place))
    change.emit(ev.FactSet(COVERED + side, sorted(now)))


def fly_search(change: Change, side: str, piece: str, place: str, rule: str) -> int:
    """Fly a mission: return the die. Which class flies is told, not from where.

    Clauses: 6.6.2-7, 6.6.2-8.
    """
    kind = key_ref(f"type.{change.counter(piece).type}")
    change.say(msg("The {side} search around {hex}: {kind}.", side=side_ref(side),
                   hex=hex_ref(place), kind=kind), rule)  # fmt: skip
    (face,) = change.roll(1, side, msg("search around {hex}", hex=hex_ref(place)), rule)
    return face


# ------------------------------------------------------------------------------ on land


class Scout(SpecialMove, frozen=True):
    """Send an aircraft to look below the unknown pieces on a hex and around it."""

    needs = "unknowns"
    listed_if_allowed = True

    off_board = True

    piece: str
    hex: str

    def told(self, glance: Glance) -> None:
        """Nobody else is told who flew: the place would tell from where."""

    def verdict(self, s: Situation, side: str) -> Verdict:
        """Return whether it may, with every reason why not."""
        return Verdict.of(list(_objections(s, side, self.piece, self.hex)))

    def carry_out(self, change: Change) -> None:
        """Fly there, throw the die, take off what is found out."""
        side, rule = change.side(self.piece), clause(change, "ground-reconnaissance")
        change.emit(ev.Marked(self.piece, (FLOWN,)))
        before = covered_by(change, side)
        face = fly_search(change, side, self.piece, self.hex, rule)
        note_covered(change, side, self.hex)
        found = list(_found(change, side, self.hex, face, before))
        if not found:
            change.say(msg("No unknown piece comes off."), rule)
        for place in found:
            take_off(change, change.enemy(side), place)
            change.say(msg("The unknown piece on {hex} comes off.", hex=hex_ref(place)), rule)


def _found(s: Situation, side: str, place: str, face: int, before: frozenset[str]) -> Iterator[str]:
    """Yield the hexes of unknown pieces that a die lays open."""
    hidden = unknowns(s, s.enemy(side))
    for hex in area(s, place):
        needed = _least(s, hex) if hex in hidden and hex not in before else None
        if needed is not None and face >= needed:
            yield hex


def _least(s: Situation, place: str) -> int | None:
    """Return the least face with which a hex is looked through, None if it cannot be (6.6.2-2)."""
    found = s.module.charts[_CHART].cell(s.board.terrain_at(place), weather_at(s, place))
    return None if found is None else int(found)


def _objections(s: Situation, side: str, scout: str, place: str) -> Iterator[Objection]:
    yield from out_of_phase(s)
    if place not in unknowns(s, s.enemy(side)):
        message = msg("No unknown piece of the enemy lies on {hex}.", hex=hex_ref(place))
        yield object_to(s, message, "ground-reconnaissance", FORM)
        return
    if scout not in aircraft(s, side) or SCOUT not in s.counter(scout).tags:
        message = msg("{piece} does not scout.", piece=piece_ref(scout))
        yield object_to(s, message, "ground-reconnaissance", FORM)
        return
    yield from grounded(s, scout)
    yield from out_of_range(s, scout, place)
    if _least(s, place) is None:
        message = msg("Nobody scouts in the monsoon over {hex}.", hex=hex_ref(place))
        yield object_to(s, message, "scouting-forbidden", "air", hexes=(place,))
    if place in covered_by(s, side):
        message = msg("{hex} was searched in this turn.", hex=hex_ref(place))
        yield object_to(s, message, "scouted-already", "air", hexes=(place,))


def scout_missions(s: Situation, side: str, piece: str | None) -> Iterator[Scout]:
    """Yield the searches of unknown pieces that can be flown now, by one scout if it is named."""
    done = covered_by(s, side)
    goals = [h for h in unknowns(s, s.enemy(side)) if h not in done and _least(s, h) is not None]
    if not goals:
        return
    for scout in aircraft(s, side):
        if piece not in {None, scout} or SCOUT not in s.counter(scout).tags:
            continue
        if not grounded(s, scout):
            yield from (Scout(scout, goal) for goal in goals if in_range(s, scout, goal))


class ForgetSearches(Step, frozen=True):
    """A turn of a side begins: every hex may be searched again."""

    def run(self, change: Change) -> None:
        """Forget what was covered."""
        change.finish()
        for side in change.module.sides:
            if COVERED + side in change.position.facts:
                change.emit(ev.FactSet(COVERED + side))


class Scouting:
    """A part: scouts look below unknown pieces."""

    @hookimpl
    def steps_at(self, moment: Moment) -> list[Step]:
        return [ForgetSearches()] if moment is Moment.HALF_TURN else []

    @hookimpl
    def special_moves(self, s: Situation, side: str, piece: str | None) -> list[SpecialMove]:
        if s.phase is None or s.phase.kind != "movement":
            return []
        return list(scout_missions(s, side, piece))
