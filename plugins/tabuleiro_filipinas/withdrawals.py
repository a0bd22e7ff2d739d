"""Withdrawals: who is listed to leave is taken off as the turn of its side begins (4.2.2).

Groups that stay longer than the carrier that they are on go to a box of their side. Who is cut off
on land stays until it has a way to the coast.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.board import flood
from tabuleiro.engine import DEAD, GONE, Step, msg, piece_ref
from tabuleiro.engine import events as ev
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.clauses import clause
from tabuleiro.rules.ground.land_units import enemy_troops, holds_ground
from tabuleiro.rules.ground.movement_points import profile
from tabuleiro.rules.ground.zones import enemy_zone, engaged
from tabuleiro_filipinas.boxes import home_box
from tabuleiro_filipinas.moments import Moment

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.engine import Change, Situation

__all__ = ["TakeOff", "Withdrawing", "cut_off", "due_to_leave"]

_COAST = "landing"
"""The tag of terrain from which one may leave by sea."""


def due_to_leave(s: Situation, piece: str, ahead: int = 0) -> bool:
    """Return whether a piece leaves by now, or in some turns; who was lost comes back no more."""
    turn = s.turn + ahead
    return turn >= _calendar(s).get(piece, turn + 1)


def _calendar(s: Situation) -> dict[str, int]:
    """Return in which turn pieces leave."""
    return s.cache_by_basis("leaving", (), lambda: {
        piece: entry.turn for entry in s.scenario.withdrawals for piece in entry.units
    })  # fmt: skip


def cut_off(s: Situation, piece: str) -> bool:
    """Return whether enemies keep a land unit from every coast where it could go aboard."""
    place = s.place(piece)
    if place not in s.board.grid or not holds_ground(s, piece) or not engaged(s, piece):
        return False
    side, costs, index = s.side(piece), profile(s, piece).costs, s.board.grid.index
    danger, enemies = enemy_zone(s, side), enemy_troops(s, side)

    def step(here: str, there: str) -> bool:
        free = there not in danger and there not in enemies
        return free and costs.price(index(here), index(there)) >= 0

    way = flood(s.board.grid, [place], lambda _hex: True, step)
    return not any(_can_sail(s, hex) for hex in way)


def _can_sail(s: Situation, place: str) -> bool:
    terrain = s.module.terrain
    near = s.board.grid.neighbours(place)
    by_sea = any("sea" in terrain[s.board.terrain_at(hex)].tags for hex in near)
    return by_sea and _COAST in terrain[s.board.terrain_at(place)].tags


class TakeOff(Step, frozen=True):
    """Take off who of a side is due to leave (4.2.2-3)."""

    side: str

    def run(self, change: Change) -> None:
        """Take them off, groups that change ship first."""
        change.finish()
        rule = clause(change, "withdrawal")
        leaving = [piece for piece in _due(change, self.side) if not self._stays(change, piece)]
        for piece in leaving:
            self._leave_ship(change, piece)
        for piece in leaving:
            change.say(msg("{piece} leaves.", piece=piece_ref(piece)), rule, to=(self.side,))
            change.emit(ev.Moved(piece, GONE))

    def _stays(self, change: Change, piece: str) -> bool:
        if not cut_off(change, piece):
            return False
        words = msg("{piece} is cut off and cannot leave.", piece=piece_ref(piece))
        change.say(words, clause(change, "withdrawal-cut-off"), to=(self.side,))
        return True

    def _leave_ship(self, change: Change, ship: str) -> None:
        """Bring to a box who stays longer than the ship that it is on."""
        for piece in change.inside(ship):
            if not due_to_leave(change, piece):
                words = msg("{piece} leaves {ship}, which is withdrawn.", piece=piece_ref(piece),
                            ship=piece_ref(ship))  # fmt: skip
                change.say(words, clause(change, "withdrawal-group"), to=(self.side,))
                change.emit(ev.Moved(piece, home_box(change, self.side)))


def _due(s: Situation, side: str) -> Iterator[str]:
    """Yield the pieces of a side that are to leave now and are still there."""
    for piece in _calendar(s):
        known = piece in s.position.pieces and s.side(piece) == side
        if known and due_to_leave(s, piece) and s.place(piece) not in {DEAD, GONE}:
            yield piece


class Withdrawing:
    """A part: withdrawals come first in the turn of a side (4.2.2-4)."""

    @hookimpl
    def steps_at(self, moment: Moment, side: str) -> list[Step]:
        return [TakeOff(side)] if moment is Moment.WITHDRAWALS else []
