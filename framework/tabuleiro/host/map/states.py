"""States of counters: marks that the rules put on them, and what follows from the position.

Both are named in the texts of a module as ``state.<name>``; some wear a sign on the map.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tabuleiro.host.counter import Badge

if TYPE_CHECKING:
    from tabuleiro.host.seat import Seat
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


def states(seat: Seat, piece: str) -> tuple[str, ...]:
    """Return the names of the states of a piece, as far as they may be known here."""
    s = seat.sight
    seen = s.seen(piece) if piece in s.position.pieces else None
    if seen is None:
        return ()
    marks = tuple(_name(s, str(mark)) for mark in seen.get("marks", ()))
    more: tuple[str, ...] = s.cache_here(
        ("host-states", piece), lambda: seat.ask("states", piece=piece)
    )
    return (*marks, *(state for state in more if state not in marks))


def _name(s: Sight, mark: str) -> str:
    """Return the name of a mark without the hex that it may be about: ``afloat-1217``."""
    name, _dash, place = mark.rpartition("-")
    return name if name and place in s.board.grid else mark


def signs(seat: Seat, piece: str) -> tuple[Badge, ...]:
    """Return the signs of the states of a piece."""
    found: list[Badge] = []
    known = states(seat, piece)
    if not known:
        return ()
    phase = seat.sight.phase
    kind = phase.kind if phase else ""
    for state in known:
        if state in _ALWAYS:
            found.append(_ALWAYS[state])
        elif state in _IN_PHASE and _IN_PHASE[state][0] == kind:
            found.append(_IN_PHASE[state][1])
    return tuple(dict.fromkeys(found))
