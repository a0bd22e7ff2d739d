"""States of counters: marks that the rules put on them, and what follows from the position.

Both are named in the texts of a module as ``state.<name>``. On the map those wear a sign that every
game knows, and those that the module gives letters as ``sign.<name>``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tabuleiro.host.counter import AnyBadge, Badge, BadgeEntry
from tabuleiro.host.duties import may_go_on
from tabuleiro.i18n import text
from tabuleiro.module.made import FACE_DOWN

if TYPE_CHECKING:
    from tabuleiro.host.seat import Seat
    from tabuleiro.module import Module
    from tabuleiro.seats import Sight

__all__ = ["signs", "states"]

_IN_PHASE: Final = {"moved": ("movement", Badge.MOVED), "acted": ("combat", Badge.SPENT)}
"""States that matter in phases of a kind."""
_ALWAYS: Final = {
    "flown": Badge.FLOWN,
    "transferred": Badge.MOVED,
    "grounded": Badge.STUCK,
    "stuck": Badge.STUCK,
}
"""States that matter as long as they last."""

_FREE: Final = {"moved": Badge.MOVED, "acted": Badge.SPENT, FACE_DOWN: Badge.HIDDEN}
"""Those that are no letters on a free table."""

_LETTERS: Final = 2
"""There is room for so many."""


def states(seat: Seat, piece: str) -> tuple[str, ...]:
    """Return the names of the states of a piece, as far as they may be known here."""
    s = seat.sight
    seen = s.seen(piece) if piece in s.position.pieces else None
    if seen is None:
        return ()
    marks = tuple(_name(s, str(mark)) for mark in seen.get("marks", ()))
    if s.module.free_table:  # there are no rules that would know more
        return marks
    more: tuple[str, ...] = s.cache_here(
        ("host-states", piece), lambda: seat.ask("states", piece=piece)
    )
    return (*marks, *(state for state in more if state not in marks))


def _name(s: Sight, mark: str) -> str:
    """Return the name of a mark without the hex that it may be about: ``afloat-1217``."""
    name, _dash, place = mark.rpartition("-")
    return name if name and place in s.board.grid else mark


def _sign(module: Module, mark: str) -> AnyBadge:
    """Return the sign of a mark on a free table, where each is seen: its letters, or its first."""
    if mark in _FREE:
        return _FREE[mark]
    words = _words(module, mark)
    return _own_sign(module, mark) or BadgeEntry(words[:_LETTERS].upper(), words)


def _own_sign(module: Module, state: str) -> BadgeEntry | None:
    """Return the sign that a module gives a state, if it does."""
    letters = module.texts.get(f"sign.{state}")
    return BadgeEntry(text(letters)[:_LETTERS], _words(module, state)) if letters else None


def _words(module: Module, state: str) -> str:
    named = module.text(f"state.{state}")
    return text(named) if named is not None else state


def signs(seat: Seat, piece: str) -> tuple[AnyBadge, ...]:
    """Return the signs of the states of a piece."""
    found: list[AnyBadge] = []
    known = states(seat, piece)
    if not known:
        return ()
    if seat.module.free_table:
        return tuple(_sign(seat.module, state) for state in known)
    phase = seat.sight.phase
    kind = phase.kind if phase else ""
    for state in known:
        if state in _ALWAYS:
            found.append(_ALWAYS[state])
        elif state in _IN_PHASE:
            if _IN_PHASE[state][0] == kind and not may_go_on(seat, piece):
                found.append(_IN_PHASE[state][1])
        elif own := _own_sign(seat.module, state):
            found.append(own)
    return tuple(dict.fromkeys(found))
