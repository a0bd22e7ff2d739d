"""What a phase leaves undone if it is ended now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine import events as ev
from tabuleiro.host.gestures import aim, path_of, piece_of
from tabuleiro.i18n import ngettext

if TYPE_CHECKING:
    from tabuleiro.host.seat import Seat
    from tabuleiro.seats import Sight

__all__ = ["left_undone"]


def left_undone(seat: Seat) -> str:
    """Return in words what could still be done in a phase, nothing if that is little.

    Units that could go and have not; units that could come onto the board; and, if nobody has
    attacked in this phase, whom one could.
    """
    s, decision = seat.sight, seat.decision()
    if decision is None or decision.kind != "phase":
        return ""
    moving = s.phase is not None and s.phase.kind == "movement"
    still: set[str] = set()
    waiting: set[str] = set()
    foes: set[str] = set()
    for action in seat.legal():
        piece, place = piece_of(action), aim(action)
        if piece is None:
            if place is not None and s.holder(place) in s.enemies(decision.side):
                foes.add(place)
        elif place is not None and not s.on_map(piece):
            waiting.add(piece)
        elif (path_of(action) or (moving and place is not None)) and not _moved(s, piece):
            still.add(piece)
    if _begun(seat):
        foes.clear()
    found = (
        (still, ngettext("{n} unit has not moved", "{n} units have not moved", len(still))),
        (waiting, ngettext("{n} waits to enter", "{n} wait to enter", len(waiting))),
        (foes, ngettext("{n} hex could be attacked", "{n} hexes could be attacked", len(foes))),
    )
    return ", ".join(told.format(n=len(them)) for them, told in found if them)


def _moved(s: Sight, piece: str) -> bool:
    return s.marked(piece, "moved") or s.piece(piece).spent > 0


def _begun(seat: Seat) -> bool:
    """Return whether something was done here since the phase began."""
    for row in reversed(seat.rows()):
        if row.parent is None or any(isinstance(e, ev.PhaseSet) for e in row.events):
            return False
        if row.kind == "action" and row.side in seat.humans:
            return True
    return False
