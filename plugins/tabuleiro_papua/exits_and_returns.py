"""Exits: land pieces that march off the board, and those that may come back (4.2.2).

``rules: exits`` names for each side its edges, whether it returns, and after how many turns. Ships
have exits of their own, in ``ships.py``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tabuleiro.engine import Step, exit_place, is_exit
from tabuleiro.engine import events as ev
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.arrivals.off_map import Return
from tabuleiro.rules.clauses import clause
from tabuleiro.rules.ground.land_units import holds_ground, land_units
from tabuleiro_papua.parameters import ExitsTerms
from tabuleiro_papua.supply_lines import InterdictionTerms, interdicted

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tabuleiro.engine import Change, Situation

__all__ = [
    "LEFT",
    "Exits",
    "NoteExit",
    "coming_back",
    "exit_steps",
    "exit_turn",
    "note_exit",
    "return_prices",
]

LEFT = "left-board"
"""The fact that says in which turn pieces left the board."""


def exit_turn(s: Situation, piece: str) -> int:
    """Return the turn in which a piece left the board."""
    return int(s.position.facts.get(LEFT, {}).get(piece, 0))


def note_exit(change: Change, piece: str) -> None:
    """Remember that a piece leaves the board in this turn."""
    left = {**change.position.facts.get(LEFT, {}), piece: change.turn}
    change.emit(ev.FactSet(LEFT, left))


class NoteExit(Step, frozen=True):
    """A piece has just left the board."""

    piece: str

    def run(self, change: Change) -> None:
        """Remember when."""
        change.finish()
        if is_exit(change.place(self.piece)):
            note_exit(change, self.piece)


def exit_steps(piece: str, path: tuple[str, ...]) -> list[Step]:
    """Return what follows when a piece has gone along a path: it may have left the board."""
    return [NoteExit(piece)] if path and is_exit(path[-1]) else []


def coming_back(s: Situation, side: str) -> dict[str, Return]:
    """Return the land pieces of a side that may come back over their edge in this turn."""
    terms = s.terms(ExitsTerms).exits.get(side)
    if terms is None or not terms.returns:
        return {}
    back = Return((), clause(s, "returns"), terms.edges)
    return {
        piece: back
        for edge in terms.edges
        for piece in s.at(exit_place(edge))
        if s.side(piece) == side
        and holds_ground(s, piece)
        and s.turn >= exit_turn(s, piece) + terms.after_turns
    }


def return_prices(s: Situation, piece: str, arrival: Any) -> Mapping[str, int] | None:
    """Return the hexes by which a piece comes back, each with the price of its terrain."""
    if not isinstance(arrival, Return):
        return None
    enemies = land_units(s, s.enemy(s.side(piece)))
    movement_class = str(s.counter(piece).movement_class)
    closed, more = interdicted(s), 2 * s.terms(InterdictionTerms).cost
    found = {}
    for edge in arrival.edges:
        for hex in s.board.edges[edge].hexes:
            price = s.module.terrain[s.board.terrain_at(hex)].cost[movement_class]
            if price is not None and hex not in enemies:
                found[hex] = price + (more if hex in closed else 0)
    return found


class Exits:
    """A part: nobody walks in over an edge by himself, but for those who left by it."""

    @hookimpl
    def arrivals(self, s: Situation, side: str) -> Mapping[str, Any]:
        return coming_back(s, side)

    @hookimpl
    def entry_hexes(self, s: Situation, piece: str, arrival: Any) -> Mapping[str, int] | None:
        return return_prices(s, piece, arrival)

    @hookimpl
    def capture_steps(self, piece: str, path: tuple[str, ...]) -> list[Step]:
        return list(exit_steps(piece, path))
