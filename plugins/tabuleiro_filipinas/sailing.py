"""Sailing: a force goes its way hex by hex, until something stops it (7.0).

It shows itself beside coasts that the enemy holds (7.0-7), stops beside enemy ports (7.0-5) and
enemy forces (4.1.2-13), and is halted for a moment in waters that other parts watch (7.5.1).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from tabuleiro.engine import Step
from tabuleiro.engine import events as ev
from tabuleiro.rules.clauses import clause
from tabuleiro_filipinas.cargo import carriers_of_cargo, hexes_left, pay_way
from tabuleiro_filipinas.forces import (
    AtSea,
    at_sea,
    enemy_forces,
    forces,
    is_force,
    next_handle,
    note_force,
    turn_up,
)
from tabuleiro_filipinas.sea_hooks import sea
from tabuleiro_filipinas.sea_lanes import enemy_shores, prices
from tabuleiro_filipinas.voyages import closed_waters, halting_waters

if TYPE_CHECKING:
    from tabuleiro.engine import Change, Situation

__all__ = ["ForcesInPlace", "ForcesOffCoasts", "Sailing", "enter_waters", "stop_here"]


class Sailing(Step, frozen=True):
    """A force is on its way along the hexes that are left of a leg."""

    side: str
    force: str
    path: tuple[str, ...]

    def told(self, s: Situation, viewer: str) -> Step:
        """Where it is bound for is nobody else's business."""
        return self if viewer == self.side or not self.path else replace(self, path=())

    def run(self, change: Change) -> None:
        """Sail on to where something happens, or to the end of the leg."""
        part = _until_something(change, self.side, self.force, self.path)
        if not part:
            change.finish()
            return
        rest = self.path[len(part) :]
        pay_way(change, self.force, sum(prices(change)[hex] for hex in part))
        come_to(change, self.force, part)
        steps = enter_waters(change, self.force)
        if change.place(self.force) in halting_waters(change, self.side):
            stop_here(change, self.force)
            rest = ()
        change.replace(replace(self, path=rest))
        change.push(*steps)


def _until_something(s: Situation, side: str, force: str, path: tuple[str, ...]) -> tuple[str, ...]:
    """Return as much of a way as a force sails before anything can happen to it."""
    seen = at_sea(s, force)
    if not s.inside(force) or (seen is not None and seen.done):
        return ()
    watched = frozenset().union(*sea(s).watched_waters(s=s, side=side))
    halting, closed = halting_waters(s, side), closed_waters(s, side)
    shores = enemy_shores(s, side) if seen is None or not seen.detected else frozenset()
    left = hexes_left(s, force) if carriers_of_cargo(s, force) else None
    price, paid = prices(s), 0
    part: list[str] = []
    for hex in path:
        paid += price[hex]
        if hex in closed or (left is not None and paid > left):
            break  # what happened on the way left it without the capacity for what it carries
        part.append(hex)
        if hex in watched or hex in halting or hex in shores:
            break
    return tuple(part)


def come_to(change: Change, force: str, way: tuple[str, ...]) -> None:
    """Move a force along a way; one that was not at sea gets its number."""
    seen = at_sea(change, force)
    if seen is None:
        seen = AtSea(next_handle(change, change.side(force)), way[:1])
        note_force(change, force, seen)
        change.emit(ev.Moved(force, way[0], way[:1]))
        way = way[1:]
    if way:
        note_force(change, force, replace(seen, route=(*seen.route, *way)))
        change.emit(ev.Moved(force, way[-1], way))


class ForcesInPlace(Step, frozen=True):
    """A match begins with forces at sea: each gets its number, or would pass for a submarine."""

    def run(self, change: Change) -> None:
        """Note them in the order of their places, which all see: letters tell nothing."""
        change.finish()
        for side in change.module.sides:
            known = forces(change, side)
            there = {
                piece: state.place
                for piece, state in change.position.pieces.items()
                if change.side(piece) == side and is_force(change, piece) and piece not in known
            }
            for force in sorted(there, key=there.__getitem__):
                here = there[force]
                if here not in change.board.grid or not change.inside(force):
                    continue
                number = next_handle(change, side)
                note_force(change, force, AtSea(number, (here,), (here,), done=True))


class ForcesOffCoasts(Step, frozen=True):
    """It is known who holds the coasts: the forces with which a match begins are found by them."""

    def run(self, change: Change) -> None:
        """Turn up those that lie beside enemy coasts."""
        change.finish()
        for side in change.module.sides:
            known = forces(change, side)
            for force in sorted(known, key=lambda one: known[one].handle):
                if change.place(force) in enemy_shores(change, side):
                    turn_up(change, force, clause(change, "coast-detection"))


def enter_waters(change: Change, force: str) -> list[Step]:
    """Let happen what happens to a force where it came: it may be found, and halted for a moment.

    Returns the steps of whoever watches these waters (7.5.2-11).
    """
    side, here = change.side(force), change.place(force)
    if here in enemy_shores(change, side):
        turn_up(change, force, clause(change, "coast-detection"))
    near = change.board.grid.neighbours(here)
    met = [other for other, place in enemy_forces(change, side) if place in near]
    for one in (*met, *((force,) if met else ())):
        turn_up(change, one, clause(change, "naval-zone-stop"))
    watched = sea(change).watched_waters(s=change, side=side)
    if not any(here in waters for waters in watched):
        return []
    return sea(change).steps_in_waters(s=change, force=force)


def stop_here(change: Change, force: str) -> None:
    """Note that a force sails no further in this phase."""
    seen = at_sea(change, force)
    if seen is None or seen.done:
        return
    here = change.place(force)
    stops = seen.stops if here in seen.stops else (*seen.stops, here)
    note_force(change, force, replace(seen, stops=stops, done=True))
