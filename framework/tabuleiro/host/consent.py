"""Asking the other people at one screen whether they agree to go back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.host.buttons import question
from tabuleiro.i18n import _, text

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from tabuleiro.host.seat import Seat

__all__ = ["agreed", "take_back"]


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
