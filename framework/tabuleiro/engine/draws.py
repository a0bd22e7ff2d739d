"""Cups, decks and hands: boxes out of which pieces are drawn, and in which they are held.

A box of the kind ``cup`` (a bag of chits) tells nobody which pieces are in it; one of the kind
``hand`` shows them to its side alone. Everybody counts them. Nothing lies in order in a cup: what
is drawn is decided when it is drawn, so there is no order that anybody could learn. A ``deck`` lies
in an order, which is secret: it is shuffled at the start and drawn from the top. An
``ordered-deck`` is not shuffled at the start.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tabuleiro.engine.knowledge import EVERYTHING_KNOWN, Knowledge, Level
from tabuleiro.module.free_table import NOBODY

if TYPE_CHECKING:
    from tabuleiro.board import Box
    from tabuleiro.engine.situation import Situation

__all__ = [
    "CUP",
    "DECK",
    "HAND",
    "ORDERED_DECK",
    "hidden_draws",
    "is_cup",
    "is_deck",
    "is_drawn_from",
    "is_held",
    "seeming_owner",
]

CUP: Final = "cup"
DECK: Final = "deck"
ORDERED_DECK: Final = "ordered-deck"
HAND: Final = "hand"
_DECKS: Final = frozenset({DECK, ORDERED_DECK})
_DRAWN: Final = _DECKS | {CUP}
_COVERED: Final = _DRAWN | {HAND}


def _boxes(s: Situation) -> tuple[Box, ...]:
    """Return the cups, decks and hands of a board; most have none."""
    memo = s.module.memo
    if "draws" not in memo:
        memo["draws"] = tuple(box for box in s.board.boxes.values() if box.kind in _COVERED)
    found: tuple[Box, ...] = memo["draws"]
    return found


def is_cup(s: Situation, place: str) -> bool:
    """Return whether pieces are drawn at random out of a place."""
    return place in s.board.boxes and s.board.boxes[place].kind == CUP


def is_deck(s: Situation, place: str) -> bool:
    """Return whether pieces are drawn from the top of a place."""
    return place in s.board.boxes and s.board.boxes[place].kind in _DECKS


def is_drawn_from(s: Situation, place: str) -> bool:
    """Return whether pieces are drawn out of a place, be it at random or from the top."""
    return place in s.board.boxes and s.board.boxes[place].kind in _DRAWN


def is_held(s: Situation, place: str) -> bool:
    """Return whether a place is a cup, a deck or a hand: how pieces lie there is not seen."""
    return place in s.board.boxes and s.board.boxes[place].kind in _COVERED


def hidden_draws(s: Situation, viewer: str) -> Knowledge:
    """Return what a side may know of cups, decks and hands: how many pieces are there, no more."""
    boxes = _boxes(s)
    if not boxes:
        return EVERYTHING_KNOWN
    hidden = (box.id for box in boxes if box.kind != HAND or box.side != viewer)
    # In the order of their names: that in which they lie, and in which box, is nobody's business.
    covered = sorted(piece for place in hidden for piece in s.at(place))
    return Knowledge(dict.fromkeys(covered, Level.PRESENCE)) if covered else EVERYTHING_KNOWN


def seeming_owner(s: Situation, piece: str) -> str:
    """Return whose a piece seems to be of which only that it is there is seen.

    In a cup or a hand its back tells nothing, so all of them seem to be of one side.
    """
    box = next((box for box in _boxes(s) if box.id == s.place(piece)), None)
    if box is None:
        return s.side(piece)
    sides = s.module.sides
    return box.side or (NOBODY if NOBODY in sides else next(iter(sides)))
