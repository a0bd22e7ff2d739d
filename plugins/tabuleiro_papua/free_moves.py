"""Free moves: inside some regions land pieces go from any hex to any other at once (12.1).

``rules: free_moves`` names those regions. A piece does so once in a turn.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, ClassVar

from tabuleiro.engine import Verdict, hex_ref, msg, piece_ref
from tabuleiro.engine import events as ev
from tabuleiro.hooks import hookimpl
from tabuleiro.module.terms import Region, Terms
from tabuleiro.rules.clauses import clause, object_to
from tabuleiro.rules.ground.land_units import holds_ground, land_pieces, land_units
from tabuleiro.rules.ground.movement_points import MOVED, points_left, price_to_embark
from tabuleiro.rules.ground.special_moves import SpecialMove
from tabuleiro.rules.ground.stacking import full, stacking_objection
from tabuleiro.rules.victory.objectives import take_path

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.engine import Change, Situation
    from tabuleiro.engine.verdicts import Objection

__all__ = ["WENT", "FreeMoves", "FreeMovesTerms", "Relocate", "free_moves"]

WENT = "relocated"
"""The mark of pieces that made a free move in this turn."""


class FreeMovesTerms(Terms):
    """Where land units go anywhere."""

    free_moves: tuple[Region, ...] = ()
    """Regions inside which land units go anywhere at once."""


class Relocate(SpecialMove, frozen=True):
    """Go with a land piece to another hex of the region where it is, at no price."""

    needs: ClassVar[str] = "free_moves"
    piece: str
    hex: str

    def verdict(self, s: Situation, side: str) -> Verdict:
        """Return whether the piece may go there, with every reason why not."""
        if self.hex in _goals(s, self.piece):
            return Verdict.yes()
        here = s.place(self.piece)
        if not holds_ground(s, self.piece) or self.hex not in _region(s, here) - {here}:
            message = msg("{piece} cannot go to {hex} at once.", piece=piece_ref(self.piece),
                          hex=hex_ref(self.hex))  # fmt: skip
            return Verdict.no(message, rule=clause(s, "free-move"))
        if self.hex in land_units(s, s.enemy(side)):
            message = msg("{piece} cannot enter {hex}: enemy units are there.",
                          piece=piece_ref(self.piece), hex=hex_ref(self.hex))  # fmt: skip
            return Verdict.no(message, rule=clause(s, "enemy-hex"))
        return Verdict.of(list(_against(s, self.piece, self.hex)))

    def carry_out(self, change: Change) -> None:
        """Go there; only contact with the enemy costs something."""
        price = price_to_embark(change, self.piece)
        change.emit(ev.Moved(self.piece, self.hex, (self.hex,), price))
        change.emit(ev.Marked(self.piece, (MOVED, WENT)))
        take_path(change, self.piece, (self.hex,))


def _against(s: Situation, piece: str, place: str) -> Iterator[Objection]:
    yield from _held(s, piece)
    crowd = stacking_objection(s, piece, place)
    if crowd is not None:
        yield crowd


def _held(s: Situation, piece: str) -> Iterator[Objection]:
    """Yield reasons why a piece may make no free move at all now."""
    if s.marked(piece, WENT):
        message = msg("{piece} has made its free move in this turn.", piece=piece_ref(piece))
        yield object_to(s, message, "free-move", "movement", pieces=(piece,))
    if price_to_embark(s, piece) > points_left(s, piece):
        message = msg("{piece} has no points left to break contact.", piece=piece_ref(piece))
        yield object_to(s, message, "break-contact", "movement", pieces=(piece,))
    yield from s.rules.move_objections(s=s, piece=piece)


def _region(s: Situation, place: str) -> frozenset[str]:
    """Return the hexes of the region of free moves in which a hex lies, or nothing."""
    if "free-moves" not in s.module.memo:
        names = s.terms(FreeMovesTerms).free_moves
        s.module.memo["free-moves"] = [frozenset(s.board.regions[name].hexes) for name in names]
    regions: list[frozenset[str]] = s.module.memo["free-moves"]
    return next((hexes for hexes in regions if place in hexes), frozenset())


def _goals(s: Situation, piece: str) -> frozenset[str]:
    """Return the hexes to which a piece may go at once now."""
    return s.cache_here(("free-goals", piece), lambda: _find_goals(s, piece))


def _find_goals(s: Situation, piece: str) -> frozenset[str]:
    here, side = s.place(piece), s.side(piece)
    region = _region(s, here)
    if not region or not holds_ground(s, piece) or any(_held(s, piece)):
        return frozenset()
    enemies = land_units(s, s.enemy(side))
    return frozenset(h for h in region if h not in enemies and not full(s, side, h)) - {here}


def free_moves(s: Situation, side: str, piece: str | None) -> Iterator[Relocate]:
    """Yield the free moves that pieces of a side might make."""
    for place, one in land_pieces(s, side, piece):
        if _region(s, place) and not s.marked(one, WENT):
            goals = _goals(s, one)
            yield from s.cache_by_basis(("free-moves", one), goals, partial(_moves, one, goals))


def _moves(piece: str, goals: frozenset[str]) -> tuple[Relocate, ...]:
    return tuple(Relocate(piece, hex) for hex in sorted(goals))


class FreeMoves:
    """A part: inside some regions land pieces go anywhere at once."""

    @hookimpl
    def special_moves(self, s: Situation, side: str, piece: str | None) -> list[SpecialMove]:
        return list(free_moves(s, side, piece))
