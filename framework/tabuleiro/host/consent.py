"""Asking the other people at one screen whether they agree to go back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine import events as ev
from tabuleiro.host.buttons import question
from tabuleiro.i18n import _, text

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from tabuleiro.host.seat import Seat
    from tabuleiro.seats import ToldRow

__all__ = ["agreed", "phase_start", "take_back", "take_back_phase"]


def agreed(parent: QWidget, seat: Seat, row: int) -> bool:
    """Return whether all agree to go back to a row; who must is asked by name, one by one."""
    sentence = _(
        "{side} must agree to this: dice fell or something was shown since, "
        "or it has decided something itself. Does it agree?"
    )
    return all(
        question(
            parent,
            _("Take back"),
            sentence.format(side=text(seat.module.sides[side].name)),
            _("Agree"),
            _("Do not agree"),
        )
        for side in seat.must_agree(row)
    )


def take_back(parent: QWidget, seat: Seat) -> None:
    """Take back what was done here last, if all agree to it."""
    rows = seat.to_take_back()
    row = rows[-1].parent if rows else None
    if row is not None and agreed(parent, seat, row):
        seat.undo(consent=True)


def phase_start(seat: Seat) -> int | None:
    """Return the row before the first thing done here in the phase in which one acted last.

    Where nothing was done in the phase that goes on, it is the phase before. None if nothing was
    done here at all.
    """
    rows, first = seat.rows(), None
    for row in reversed(rows[1:]):
        if first is not None and _begins(row):
            break
        if _is_mine(seat, row):
            first = row
    return None if first is None else first.parent


def _is_mine(seat: Seat, row: ToldRow) -> bool:
    done = row.kind == "action" and (row.side in seat.humans or not seat.humans)
    return done or row.kind == "free"


def _begins(row: ToldRow) -> bool:
    return any(isinstance(event, ev.PhaseSet) for event in row.events)


def take_back_phase(parent: QWidget, seat: Seat) -> None:
    """Go back to the beginning of the phase, if all agree; past dice only after a question."""
    row = phase_start(seat)
    if row is None:
        return
    kept = {each.n for each in seat.at.line(row)}
    thrown = any(each.reveals for each in seat.rows() if each.n not in kept)
    if thrown and not seat.must_agree(row):
        sentence = _(
            "Dice were rolled or something was shown since the phase began. "
            "Take it back all the same?"
        )
        if not question(parent, _("Take back the phase"), sentence, _("Take back"), _("Play on")):
            return
    if agreed(parent, seat, row):
        seat.goto(row)
