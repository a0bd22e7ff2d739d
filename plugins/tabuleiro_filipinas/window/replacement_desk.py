"""The replacement desk: points of each kind, whom they can restore, in an order of one's own."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from tabuleiro.engine.messages import place_name
from tabuleiro.host.words import piece_name
from tabuleiro.i18n import _, ngettext, text
from tabuleiro.rules.sequence.pools import pool_of
from tabuleiro_filipinas.fusion import FuseUnits
from tabuleiro_filipinas.replacements import RebuildUnit, RestoreUnit
from tabuleiro_filipinas.restoring import points_for, price_to_rebuild, price_to_restore
from tabuleiro_filipinas.window.parts import Board, button

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tabuleiro.engine import Action, Decision
    from tabuleiro.host.seat import Seat
    from tabuleiro.module import Pool
    from tabuleiro.seats import Sight

__all__ = ["ReplacementDesk", "in_my_order"]

_FIRST: Final = "restored-first"
"""The property of a seat with those who come first, in the order in which one put them there."""


class ReplacementDesk(Board):
    """A list for each kind of points, first who is restored first; a button for all one can do."""

    def __init__(self, seat: Seat, decision: Decision) -> None:
        """Show whom the points of a side can restore."""
        super().__init__(seat)
        by_pool: dict[str, list[str]] = {}
        pools: dict[str, Pool] = {}
        for piece in _in_order(seat, decision.pieces):
            pool = pool_of(seat.sight, piece)
            if pool is not None:
                pools[pool.id] = pool
                by_pool.setdefault(pool.id, []).append(piece)
        for id, pieces in by_pool.items():
            self._pool(pools[id], pieces)
        self.close_up()

    def _pool(self, pool: Pool, pieces: Sequence[str]) -> None:
        """Show the points of a pool, then a line for each piece."""
        left = points_for(self.seat.sight, pieces[0])
        words = ngettext("{n} point", "{n} points", left).format(n=left)
        self.headline(f"{text(pool.name)}: {words}")
        for number, piece in enumerate(pieces):
            self._piece(piece, first=number == 0)

    def _piece(self, piece: str, *, first: bool) -> None:
        s, module = self.seat.sight, self.seat.module
        up = button(f"first-{piece}", "▲", _("This one first"), partial(self._put_first, piece))
        up.setEnabled(not first)
        deeds = [button(f"{a.kind}-{piece}-{n}", _words(s, a), _hint(self.seat, a),
                        partial(self.seat.act, a))
                 for n, a in enumerate(_ways(self.seat, piece))]  # fmt: skip
        where = place_name(s.whereabouts(piece), module) if s.alive(piece) else _("destroyed")
        name = piece_name(module, piece)
        together = len(deeds) == 1
        self.line(f"{name} · {where}", *(deeds if together else ()), up, hint=f"{name}\n{where}")
        if not together:
            self.row(*deeds)

    def _put_first(self, piece: str) -> None:
        before = [each for each in self.seat.property(_FIRST) or [] if each != piece]
        self.seat.setProperty(_FIRST, [piece, *before])
        self.seat.changed.emit()


def in_my_order(seat: Seat) -> Iterator[Action]:
    """Yield what restores one after the other in the order of the desk, the cheapest way each."""
    decision = seat.decision()
    for piece in _in_order(seat, decision.pieces if decision is not None else ()):
        ways = [a for a in _ways(seat, piece) if not isinstance(a, FuseUnits)]
        yield from sorted(ways, key=lambda a: _price(seat.sight, a))[:1]


def _in_order(seat: Seat, pieces: Sequence[str]) -> list[str]:
    """Return who can be restored: those put first, then who gives most for a point."""
    s, chosen = seat.sight, list(seat.property(_FIRST) or [])

    def place(piece: str) -> tuple[int, float, str]:
        if piece in chosen:
            return chosen.index(piece), 0.0, piece
        return len(chosen), -_worth(s, piece), piece

    return sorted(pieces, key=place)


def _worth(s: Sight, piece: str) -> float:
    """Return what a point brings a piece, in the sum of its printed values without its movement."""
    counter, losses = s.counter(piece), s.piece(piece).losses
    alive = s.alive(piece)
    gain = sum(
        counter.value(name, losses=max(losses - 1, 0))
        - (counter.value(name, losses=losses) if alive else 0)
        for name in counter.values
        if name not in {"movement", "range"}
    )
    price = price_to_restore(s, piece) if alive else price_to_rebuild(s, piece, whole=False)
    return gain / max(price, 1)


def _ways(seat: Seat, piece: str) -> list[RestoreUnit | RebuildUnit | FuseUnits]:
    """Return how a piece can be restored; a destroyed one in the first of the places for it."""
    kinds = (RestoreUnit, RebuildUnit, FuseUnits)
    found: dict[tuple[str, bool], RestoreUnit | RebuildUnit | FuseUnits] = {}
    for action in seat.legal(piece=piece):
        if isinstance(action, kinds):
            found.setdefault((action.kind, getattr(action, "whole", False)), action)
    return list(found.values())


def _price(s: Sight, action: RestoreUnit | RebuildUnit | FuseUnits) -> int:
    if isinstance(action, RebuildUnit):
        return price_to_rebuild(s, action.piece, whole=action.whole)
    return price_to_restore(s, action.piece) if isinstance(action, RestoreUnit) else 0


def _words(s: Sight, action: RestoreUnit | RebuildUnit | FuseUnits) -> str:
    price = _price(s, action)
    if isinstance(action, RestoreUnit):
        return _("Restore ({n})").format(n=price)
    if isinstance(action, FuseUnits):
        return _("Fuse")
    words = _("Whole ({n})") if action.whole else _("Reduced ({n})")
    return words.format(n=price)


def _hint(seat: Seat, action: RestoreUnit | RebuildUnit | FuseUnits) -> str:
    """Say where a destroyed one comes back, or with whom one is made one."""
    module = seat.module
    if isinstance(action, RebuildUnit):
        return _("Comes back to {place}").format(place=place_name(action.to, module))
    if isinstance(action, FuseUnits):
        return _("Takes over what is left of {piece}").format(
            piece=piece_name(module, action.other)
        )
    return ""
