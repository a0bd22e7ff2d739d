"""Restoring: what replacement points do for units with losses, and for destroyed ones (8.0).

Points are of three kinds, for land, air and naval units, each its own pool (8.0-16). What a unit
needs to be restored, what it costs, and where a destroyed one comes back, stands here; when its
side is asked, in `replacements`; two made into one, in `fusion`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine import DEAD, Objection, msg, piece_ref
from tabuleiro.engine import events as ev
from tabuleiro.rules.clauses import object_to
from tabuleiro.rules.combat.losses import fell_at
from tabuleiro.rules.ground.land_units import AIR, LAND, NAVAL, arm
from tabuleiro.rules.ground.zones import engaged
from tabuleiro.rules.sequence.pools import pool_of, track
from tabuleiro_filipinas.air_bases import open_bases
from tabuleiro_filipinas.boxes import home_box, pool
from tabuleiro_filipinas.displaced_places import displaced
from tabuleiro_filipinas.forces import AIR_FED, is_force
from tabuleiro_filipinas.parameters.sea import ReplacementTerms
from tabuleiro_filipinas.supply import is_supplied
from tabuleiro_filipinas.withdrawals import due_to_leave

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.engine import Change, Situation

__all__ = [
    "due_here",
    "homes",
    "may_get_points",
    "pay",
    "points_for",
    "price_to_rebuild",
    "price_to_restore",
    "restore_objections",
]


# ------------------------------------------------------------------------------- points


def points_for(s: Situation, piece: str) -> int:
    """Return the points that are left for the kind of a piece."""
    found = pool_of(s, piece)
    return 0 if found is None else s.position.tracks.get(track(found.id, found.side), 0)


def pay(change: Change, piece: str, price: int) -> None:
    """Take points off the pool of a piece."""
    found = pool_of(change, piece)
    if found is not None and price:
        left = points_for(change, piece) - price
        change.emit(ev.TrackSet(track(found.id, found.side), max(left, 0)))


def price_to_restore(s: Situation, piece: str) -> int:
    """Return what it costs to turn a reduced piece up (8.0-3 to 8.0-5)."""
    terms, kind = s.terms(ReplacementTerms), arm(s, piece)
    if kind == NAVAL:
        front, back = (s.counter(piece).value("combat", losses=n) for n in (0, 1))
        return max((front - back) * terms.naval.per_combat_point, terms.naval.least)
    return terms.land.reduced if kind == LAND else terms.air.reduced


def price_to_rebuild(s: Situation, piece: str, *, whole: bool) -> int:
    """Return what it costs to bring a destroyed ship or air unit back, reduced or whole."""
    terms, counter = s.terms(ReplacementTerms), s.counter(piece)
    if arm(s, piece) == AIR:
        return terms.air.destroyed_to_full if whole else terms.air.destroyed_to_reduced
    losses = 0 if whole else counter.steps - 1
    steps = counter.steps - losses
    combat = counter.value("combat", losses=losses) * terms.naval.per_combat_point
    return max(combat, steps * terms.naval.least)


# ------------------------------------------------------------------------------- where and when


def due_here(s: Situation, piece: str, *, on_board: bool) -> bool:
    """Return whether a piece is restored on the board, in phase 5, or off it, in phase 1.

    Ships and whoever is on a deck or a displaced field are off it; land units are on it even in a
    box, for nobody restores them in phase 1 (8.0-2).
    """
    if arm(s, piece) == LAND:
        return on_board
    place = (fell_at(s, piece) or "") if s.place(piece) == DEAD else s.whereabouts(piece)
    based = arm(s, piece) == AIR and place in s.board.grid and s.within(piece) is None
    return based is on_board


def may_get_points(s: Situation, piece: str) -> Iterator[Objection]:
    """Yield why a piece gets no points at all: it never does, it has left, none are left.

    Clauses: 4.2.2-5.
    """
    about = {"pieces": (piece,)}
    if piece in s.terms(ReplacementTerms).never:
        message = msg("{piece} never recovers losses.", piece=piece_ref(piece))
        yield object_to(s, message, "never-recovers", "form", **about)
    if due_to_leave(s, piece):
        message = msg("{piece} has already left the game.", piece=piece_ref(piece))
        yield object_to(s, message, "withdrawal", "form", **about)


def restore_objections(s: Situation, piece: str) -> Iterator[Objection]:
    """Yield why a reduced piece cannot be restored where it is (6.4-5)."""
    about = {"pieces": (piece,)}
    if is_force(s, piece) or not s.piece(piece).losses or not s.alive(piece):
        message = msg("{piece} has no losses to be restored.", piece=piece_ref(piece))
        yield object_to(s, message, "replacement", "form", **about)
        return
    if arm(s, piece) == NAVAL and s.place(piece) != pool(s, s.side(piece)):
        message = msg("{piece} is at sea.", piece=piece_ref(piece))
        yield object_to(s, message, "replacement", "form", **about)
    if not is_supplied(s, piece):
        message = msg("{piece} is not supplied.", piece=piece_ref(piece))
        word = "unsupplied-air" if arm(s, piece) == AIR else "no-supply-restore"
        yield object_to(s, message, word, "supply", **about)
    if arm(s, piece) == LAND:
        if s.on_map(piece) and engaged(s, piece):
            message = msg("{piece} is next to the enemy.", piece=piece_ref(piece))
            yield object_to(s, message, "restore-engaged", "supply", **about)
        fed = s.position.facts.get(AIR_FED + s.side(piece), {}).get(piece)
        if fed is not None and not fed[1]:
            message = msg("Replacements reach {piece} only if a transport lands.",
                          piece=piece_ref(piece))  # fmt: skip
            yield object_to(s, message, "restore-by-air", "supply", **about)


# ------------------------------------------------------------------------------- coming back


def homes(s: Situation, piece: str) -> tuple[str, ...]:
    """Return where a destroyed ship or air unit comes back (8.0-12).

    Ships go to their pool. An air unit returns to the field where it was if that can take it; else
    its owner chooses another of his fields, or the box.
    """
    side = s.side(piece)
    if arm(s, piece) == NAVAL:
        return (pool(s, side),)
    old, box = fell_at(s, piece), home_box(s, side)
    if old is None or not (old in s.board.grid or displaced(s, old)):
        return (box,)  # it flew from a deck, or waited in a box
    if displaced(s, old):
        return (old,)
    fields = tuple(h for h in open_bases(s, side) if h in s.board.grid)
    return (old,) if old in fields else (*fields, box)
