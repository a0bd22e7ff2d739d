"""Stacks: of an enemy stack its height and the piece on top are seen (5.1.1-6, 6.6.2-1, 6.6.2-3).

The owner puts his stacks in the order he likes. Below an unknown piece nothing is seen at all.
Whether a stack holds land units decides who must stop beside it, so that shows: below an aircraft
on top it is seen which of the others are units on land.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tabuleiro.engine import events as ev
from tabuleiro.engine import msg, piece_ref
from tabuleiro.engine.knowledge import Knowledge, Level
from tabuleiro.engine.verdicts import Verdict
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.clauses import clause
from tabuleiro.rules.ground.land_units import AIR, NAVAL, arm
from tabuleiro.rules.ground.special_moves import SpecialMove
from tabuleiro.rules.recon.secrecy import shown_in_battle
from tabuleiro_filipinas.displaced_places import displaced
from tabuleiro_filipinas.hidden_set_up import being_placed
from tabuleiro_filipinas.unknown_pieces import is_unknown_piece, out_of_phase, unknowns

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.engine import Change, Situation

__all__ = ["CoveredStacks", "PutOnTop", "StackOrdered", "in_order"]

"""The kind of boxes that are aerodromes beside the board."""
_SEVERAL = 2


def in_order(s: Situation, place: str, side: str) -> tuple[str, ...]:
    """Return the units of a side that lie in a stack on land, bottom first, without a `?`."""
    return tuple(
        piece
        for piece in s.at(place)
        if s.side(piece) == side and not is_unknown_piece(s, piece) and arm(s, piece) != NAVAL
    )


class StackOrdered(ev.Reordered, frozen=True):
    """A stack was put in another order: another piece may be seen on top of it now."""


class PutOnTop(SpecialMove, frozen=True):
    """Put a piece on top of its stack."""

    needs = "unknowns"
    listed_if_allowed = True
    retracts = True  # it can be done again and again

    piece: str

    def verdict(self, s: Situation, side: str) -> Verdict:
        """Return whether it lies below another one."""
        place = s.place(self.piece)
        if place in s.board.grid and self.piece in in_order(s, place, side)[:-1]:
            return Verdict.of(out_of_phase(s))
        message = msg("{piece} lies below no other piece.", piece=piece_ref(self.piece))
        return Verdict.no(message, rule=clause(s, "stack-order"))

    def carry_out(self, change: Change) -> None:
        """Put it there; an unknown piece stays over all."""
        place = change.place(self.piece)
        pieces = change.at(place)
        covers = tuple(p for p in pieces if is_unknown_piece(change, p))
        rest = tuple(p for p in pieces if p != self.piece and p not in covers)
        change.emit(StackOrdered(place, (*rest, self.piece, *covers)))


class _Stack(NamedTuple):
    """A stack, and what others know of the pieces in it."""

    pieces: tuple[str, ...]
    hidden: bool
    seen: tuple[tuple[str, Level], ...]


def _levels(s: Situation, viewer: str) -> Iterator[tuple[str, Level]]:
    """Yield what a side knows of the pieces in the stacks of its enemies."""
    at_sea = s.cache_by_basis("at-sea", (), lambda: frozenset(s.board.hexes_of("sea")))
    for side in _others(s, viewer):
        placing = being_placed(s, side)
        covered = unknowns(s, side)
        boxes = {box: s.at(box) for box in _aerodromes(s, side)}
        last: dict[str, _Stack] = s.cache_by_basis(("stacks-last", side), placing, dict)
        for place, pieces in (*s.occupied(side).items(), *boxes.items()):
            hidden = place in covered
            if (len(pieces) < _SEVERAL and not hidden) or place in at_sea:
                continue
            stack = last.get(place)
            if stack is None or stack.pieces != pieces or stack.hidden is not hidden:
                seen = _seen(s, place, side, placing, hidden=hidden)
                stack = last[place] = _Stack(pieces, hidden, seen)
            yield from stack.seen


def _seen(
    s: Situation, place: str, side: str, placing: tuple[str, ...], *, hidden: bool
) -> tuple[tuple[str, Level], ...]:
    """Return the pieces of a stack that others do not see, with what they know of each.

    Who is just being placed covers nobody yet: that would tell where.
    """
    stack = tuple(piece for piece in in_order(s, place, side) if piece not in placing)
    if hidden:
        return tuple((piece, Level.NOTHING) for piece in stack)
    return tuple((piece, _below(s, stack[-1])) for piece in stack[:-1])


def _others(s: Situation, viewer: str) -> tuple[str, ...]:
    return s.enemies(viewer) if viewer in s.module.sides else tuple(s.module.sides)


def _aerodromes(s: Situation, side: str) -> tuple[str, ...]:
    memo, key = s.module.memo, ("aerodromes", side)
    if key not in memo:
        boxes = s.board.boxes.values()
        memo[key] = tuple(b.id for b in boxes if displaced(s, b.id) and b.side == side)
    found: tuple[str, ...] = memo[key]
    return found


def _below(s: Situation, top: str) -> Level:
    """Return what is seen of pieces that lie below another one."""
    return Level.BRANCH if arm(s, top) == AIR else Level.PRESENCE


class CoveredStacks:
    """A part: what is seen of stacks, and their order, which their owner chooses."""

    @hookimpl
    def knowledge(self, s: Situation, viewer: str) -> list[Knowledge]:
        shown = shown_in_battle(s)

        def make() -> Knowledge:
            seen = sorted(_levels(s, viewer))  # where each lies is nobody's business
            levels = {piece: level for piece, level in seen if piece not in shown}
            return Knowledge(levels, orders=True)  # which of those that are seen lies on top, too

        def find() -> list[Knowledge]:
            stacks = tuple(s.occupied(side) for side in _others(s, viewer))
            boxes = tuple(s.at(b) for side in _others(s, viewer) for b in _aerodromes(s, side))
            basis = (stacks, boxes, shown, placing)
            return [s.cache_by_basis(("stacks-seen", viewer), basis, make)]

        placing = tuple(being_placed(s, side) for side in _others(s, viewer))
        basis = (s.position.stacks, shown, placing)  # few events change them
        return s.cache_by_basis(("stacks-known", viewer), basis, find)

    @hookimpl
    def special_moves(self, s: Situation, side: str, piece: str | None) -> list[SpecialMove]:
        if out_of_phase(s):
            return []
        if piece is not None:
            places = [s.place(piece)] if piece in s.position.pieces else []
        else:
            places = list(s.occupied(side))
        below = (p for place in places if place in s.board.grid
                 for p in in_order(s, place, side)[:-1])  # fmt: skip
        return [PutOnTop(p) for p in below if piece in {None, p}]
