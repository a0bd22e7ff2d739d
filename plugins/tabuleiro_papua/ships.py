"""Ships: naval pieces lie in sea hexes, move there freely, leave by edges and come back (10.0)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from tabuleiro.engine import Verdict, exit_place, hex_ref, is_exit, msg, piece_ref
from tabuleiro.engine import events as ev
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.clauses import clause
from tabuleiro.rules.ground.land_units import NAVAL, arm
from tabuleiro.rules.ground.movement_points import MOVED
from tabuleiro.rules.ground.special_moves import SpecialMove
from tabuleiro_papua.coasts import is_sea
from tabuleiro_papua.exits_and_returns import exit_turn, note_exit
from tabuleiro_papua.parameters import NavalTerms
from tabuleiro_papua.waters import naval_pieces, waters

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tabuleiro.engine import Change, Situation

__all__ = [
    "Ships",
    "Steam",
    "steaming",
]


class Steam(SpecialMove, frozen=True):
    """Steam with a naval piece to a sea hex, or off the board by an edge and back by another."""

    needs: ClassVar[str] = "naval"
    piece: str
    hex: str

    def verdict(self, s: Situation, side: str) -> Verdict:
        """Return whether the piece may go there now, with the reason why not."""
        del side
        about = {"pieces": (self.piece,), "topic": "movement"}
        if arm(s, self.piece) != NAVAL:
            message = msg("{piece} is not a ship.", piece=piece_ref(self.piece))
            return Verdict.no(message, rule=clause(s, "naval-move"))
        if s.marked(self.piece, MOVED):
            message = msg("{piece} has moved in this phase.", piece=piece_ref(self.piece))
            return Verdict.no(message, rule=clause(s, "naval-move"), **about)  # type: ignore[arg-type]
        if self.hex in _goals(s, self.piece):
            return Verdict.yes()
        message = msg("{piece} cannot go to {hex}.", piece=piece_ref(self.piece),
                      hex=hex_ref(self.hex))  # fmt: skip
        word = _why(s, self.piece, self.hex)
        return Verdict.no(message, rule=clause(s, word), **about)  # type: ignore[arg-type]

    def carry_out(self, change: Change) -> None:
        """Go there."""
        change.emit(ev.Moved(self.piece, self.hex, (self.hex,)))
        change.emit(ev.Marked(self.piece, (MOVED,)))
        if is_exit(self.hex):
            note_exit(change, self.piece)
        change.say(
            msg("{piece} steams to {hex}.", piece=piece_ref(self.piece), hex=hex_ref(self.hex)),
            clause(change, "naval-exit" if is_exit(self.hex) else "naval-move"),
        )


def _why(s: Situation, piece: str, place: str) -> str:
    if is_exit(place) or is_exit(s.place(piece)):
        return "naval-exit"
    return "naval-waters" if is_sea(s, place) else "naval-move"


def _goals(s: Situation, piece: str) -> frozenset[str]:
    """Return the places to which a naval piece may go now."""
    here = s.place(piece)
    if here in s.board.grid:
        return _from_hex(s, piece, here)
    if not is_exit(here):
        return frozenset()
    back = _exits(s, piece).get(here.removeprefix("exit."))
    if back is None or exit_turn(s, piece) >= s.turn:
        return frozenset()
    return waters(s, piece).intersection(s.board.edges[back].hexes)


def _exits(s: Situation, piece: str) -> Mapping[str, str]:
    """Return the edges by which a naval piece may leave, each with that of its return."""
    return s.terms(NavalTerms).exits.get(piece, {})


def _from_hex(s: Situation, piece: str, here: str) -> frozenset[str]:
    """Return the waters of a naval piece without its hex, and its edges: straits bar no ship."""
    key = ("steaming", piece, here)
    if key not in s.module.memo:
        edges = (exit_place(edge) for edge in _exits(s, piece))
        s.module.memo[key] = frozenset({*waters(s, piece), *edges} - {here})
    found: frozenset[str] = s.module.memo[key]
    return found


def steaming(s: Situation, side: str, piece: str | None) -> Iterator[Steam]:
    """Yield the moves that naval pieces of a side might make."""
    for one in naval_pieces(s, side):
        in_match = one in s.position.pieces
        if piece in {None, one} and in_match and not s.marked(one, MOVED):
            goals = _goals(s, one)
            yield from s.cache_by_basis(("steaming", one), goals, partial(_moves, one, goals))


def _moves(piece: str, goals: Iterable[str]) -> tuple[Steam, ...]:
    return tuple(Steam(piece, hex) for hex in sorted(goals))


class Ships:
    """A part: ships move from sea to sea."""

    @hookimpl
    def special_moves(self, s: Situation, side: str, piece: str | None) -> list[SpecialMove]:
        return list(steaming(s, side, piece))
