"""Barges: once a turn a side carries one unit from coast to coast without ships (4.2.4-1).

It is part of the unit's own march. Enemy ships that its side sees near the way bar it; what lies
under the water shows only on the way, and a real submarine sends the barge back (4.2.4-2).
Clauses: 4.2.4-13.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar

from tabuleiro.engine import Objection, Verdict, hex_ref, msg, nmsg, piece_ref
from tabuleiro.engine import events as ev
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.clauses import clause, object_to
from tabuleiro.rules.ground.land_units import land_pieces
from tabuleiro.rules.ground.movement_points import MOVED, price_to_embark, profile, too_few_points
from tabuleiro.rules.ground.special_moves import BY_SEA, SpecialMove
from tabuleiro.rules.ground.zones import enemy_zone
from tabuleiro_filipinas.forces import enemy_forces
from tabuleiro_filipinas.going_ashore import land, landing_price, room_objections
from tabuleiro_filipinas.landing_rules import (
    departure_objections,
    landing_objections,
)
from tabuleiro_filipinas.parameters.sea import SeaLiftTerms
from tabuleiro_filipinas.sea_hooks import sea
from tabuleiro_filipinas.sea_lanes import chart, landing_ground

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.engine import Change, Situation

__all__ = ["BARGES", "Barge", "Barges"]

BARGES = "barges"
"""The fact that says how many units of each side went so, in which turn."""


class Barge(SpecialMove, frozen=True):
    """Go from a coast hex over the sea to another one, without ships."""

    needs: ClassVar[str] = "sea_lift"
    piece: str
    path: tuple[str, ...]

    def verdict(self, s: Situation, side: str) -> Verdict:
        """Check the unit, the way, and both coasts."""
        broken = list(_no_way(s, side, self.piece, self.path))
        return Verdict.of(broken or list(_objections(s, side, self.piece, self.path)))

    def carry_out(self, change: Change) -> None:
        """Cross, unless something under the water turns the barge back."""
        side, goal = change.side(self.piece), self.path[-1]
        cost = _price(change, self.piece, goal)
        used = dict(change.position.facts.get(BARGES, {}))
        used[side] = [change.turn, used_barges(change, side) + 1]
        change.emit(ev.FactSet(BARGES, dict(sorted(used.items()))))
        words = {"piece": piece_ref(self.piece), "hex": hex_ref(goal)}
        change.say(msg("{piece} crosses to {hex} on barges.", **words), clause(change, "barge"))
        stopped = sea(change).barge_stops(change=change, piece=self.piece, path=self.path[:-1])
        if any(stopped):
            message = msg("{piece} is turned back.", piece=piece_ref(self.piece))
            change.say(message, clause(change, "barge-barred"))
            change.emit(ev.Marked(self.piece, (BY_SEA, MOVED)))
            return
        land(change, self.piece, goal, cost)


def used_barges(s: Situation, side: str) -> int:
    """Return how many units of a side went without ships in this turn."""
    turn, number = s.position.facts.get(BARGES, {}).get(side, (0, 0))
    return int(number) if turn == s.turn else 0


def _price(s: Situation, unit: str, goal: str) -> int:
    embark = 2 * s.terms(SeaLiftTerms).embark
    return price_to_embark(s, unit) + embark + landing_price(s, unit, goal)


def _no_way(s: Situation, side: str, unit: str, path: tuple[str, ...]) -> Iterator[Objection]:
    """Yield why this is no way at all from coast to coast."""
    known = unit in s.position.pieces and s.side(unit) == side
    if not known or not any(land_pieces(s, side, unit)):
        message = msg("{piece} cannot go on barges.", piece=piece_ref(unit))
        yield object_to(s, message, "barge", "form")
        return
    near = s.board.grid.neighbours
    way = (s.place(unit), *path)
    at_sea = len(path) > 1 and all(h in chart(s).sea for h in path[:-1])
    joined = all(a in s.board.grid and b in near(a) for a, b in pairwise(way))
    if not at_sea or not joined or path[-1] in chart(s).sea or path[-1] == way[0]:
        message = msg("A barge goes from a coast over the sea to another one.")
        yield object_to(s, message, "barge", "form", pieces=(unit,))


def _objections(s: Situation, side: str, unit: str, path: tuple[str, ...]) -> Iterator[Objection]:
    about, terms = {"pieces": (unit,)}, s.terms(SeaLiftTerms).coastal
    start, goal = s.place(unit), path[-1]
    if len(path) - 1 > terms.sea_hexes:
        message = nmsg("A barge crosses no more than {n} hex of sea.",
                       "A barge crosses no more than {n} hexes of sea.", terms.sea_hexes,
                       n=terms.sea_hexes)  # fmt: skip
        yield object_to(s, message, "barge", "movement", **about)
    if used_barges(s, side) >= terms.units:
        message = msg("Your barges are used up in this turn.")
        yield object_to(s, message, "barge", "movement", **about)
    if "armour" in s.counter(unit).tags:
        message = msg("{piece} is too heavy for barges.", piece=piece_ref(unit))
        yield object_to(s, message, "barge", "movement", **about)
    for place in (start, goal):
        if not landing_ground(s, place):
            message = msg("Nobody gets on or off a ship on the ground of {hex}.",
                          hex=hex_ref(place))  # fmt: skip
            yield object_to(s, message, "barge", "movement", hexes=(place,), **about)
    yield from departure_objections(s, unit, start, convoy=False)
    yield from landing_objections(s, unit, goal, convoy=False)
    yield from _barred(s, side, unit, path)
    yield from s.rules.move_objections(s=s, piece=unit)
    yield from _pays(s, unit, goal)
    yield from room_objections(s, unit, goal)


def _barred(s: Situation, side: str, unit: str, path: tuple[str, ...]) -> Iterator[Objection]:
    near = s.board.grid.neighbours
    for _force, place in enemy_forces(s, side):
        if any(place == hex or place in near(hex) for hex in path[:-1]):
            message = msg("Enemy ships in {hex} bar the way.", hex=hex_ref(place))
            yield object_to(s, message, "barge-barred", "movement", pieces=(unit,),
                            hexes=(place,))  # fmt: skip
            return


def _pays(s: Situation, unit: str, goal: str) -> Iterator[Objection]:
    """Yield why its half movement (4.2.4-5) is too small.

    Who has not moved crosses all the same (4.0-3).
    """
    points = profile(s, unit).points
    if not s.marked(unit, BY_SEA):
        whole = s.terms(SeaLiftTerms).movement_divided_by
        points = 2 * -(-points // (2 * whole))
    left, need = points - s.piece(unit).spent, _price(s, unit, goal)
    stopped = s.marked(unit, MOVED) and s.place(unit) in enemy_zone(s, s.side(unit))
    if stopped or (need > left and s.piece(unit).spent):
        message = too_few_points(unit, need, max(left, 0))
        yield object_to(s, message, "move-limit", "movement", pieces=(unit,))


def crossings(s: Situation, side: str, piece: str | None) -> Iterator[Barge]:
    """Yield the ways that barges might take, the shortest to each coast."""
    terms = s.terms(SeaLiftTerms).coastal
    if used_barges(s, side) >= terms.units:
        return
    for place, unit in land_pieces(s, side, piece):
        if place in chart(s).waters and landing_ground(s, place) and _may_leave(s, place, unit):
            for path in _ways(s, place):
                yield Barge(unit, path)


def _may_leave(s: Situation, place: str, unit: str) -> bool:
    """Return whether a unit may go on a barge where it is, wherever it goes."""
    if "armour" in s.counter(unit).tags or any(departure_objections(s, unit, place, convoy=False)):
        return False
    return not s.rules.move_objections(s=s, piece=unit)


def _ways(s: Situation, place: str) -> tuple[tuple[str, ...], ...]:
    """Return the shortest ways of barges from a coast hex, whoever is where."""
    key = ("barge-ways", place)
    if key not in s.module.memo:
        s.module.memo[key] = tuple(_find_ways(s, place))
    found: tuple[tuple[str, ...], ...] = s.module.memo[key]
    return found


def _find_ways(s: Situation, place: str) -> Iterator[tuple[str, ...]]:
    sea_hexes, most = chart(s).sea, s.terms(SeaLiftTerms).coastal.sea_hexes
    near, seen = s.board.grid.neighbours, {place}
    ways: list[tuple[str, ...]] = [()]
    for _length in range(most + 1):
        longer = []
        for way in ways:
            for hex in near(way[-1] if way else place):
                if hex in sea_hexes:
                    if len(way) < most:
                        longer.append((*way, hex))
                elif way and hex not in seen:
                    seen.add(hex)
                    if landing_ground(s, hex):
                        yield (*way, hex)
        ways = longer


class Barges:
    """A part: the lift without ships."""

    @hookimpl
    def special_moves(self, s: Situation, side: str, piece: str | None) -> list[SpecialMove]:
        if s.phase is None or s.phase.kind != "movement":
            return []
        return list(crossings(s, side, piece))
