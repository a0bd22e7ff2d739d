"""A proposal: who takes part, as a computer player would choose; the player changes and confirms.

It fills what is being put together and stops before it is announced.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tabuleiro.bots import make_player
from tabuleiro.host.gestures import piece_of
from tabuleiro.host.panels.ending import ends

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.engine import Action
    from tabuleiro.host.seat import Seat

__all__ = ["propose", "proposed", "proposes"]

_PLAYER: Final = "simple"
_MOST: Final = 60
_SEVERAL: Final = 2


def proposes(seat: Seat) -> bool:
    """Return whether several could take part, so that a proposal saves clicks."""
    decision = seat.decision()
    if decision is None or decision.kind != "allocate":
        return False
    able = {piece_of(a) for a in seat.legal() if not a.retracts and not ends(a)} - {None}
    return len(able) >= _SEVERAL


def propose(seat: Seat) -> int:
    """Let join whom a computer player would send; return how many steps it took."""
    return seat.act_all(proposed(seat))


def proposed(seat: Seat) -> Iterator[Action]:
    """Yield what a computer player would put together; the next when the one before was done."""
    asked = seat.decision()
    if asked is None:
        return
    bot = make_player(_PLAYER, seed=seat.title or "proposed")
    done: set[Action] = set()
    for _step in range(_MOST):
        now = seat.decision()
        if now is None or (now.side, now.kind) != (asked.side, asked.kind):
            return
        action = bot.choose(seat.place(asked.side))
        if ends(action) or action.retracts or action in done or action.kind == "cancel":
            return
        done.add(action)
        yield action
