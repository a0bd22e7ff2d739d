"""As last turn: what a side did in the same phase a turn ago, done once more where it still can be.

Nothing is remembered for it: it stands in the rows that this seat was told.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tabuleiro.engine import Action
from tabuleiro.engine import events as ev

if TYPE_CHECKING:
    from tabuleiro.host.seat import Seat

__all__ = ["again"]

_ENDS: Final = "end-phase"


def again(seat: Seat) -> list[Action]:
    """Return what the side that is asked did when this phase was last played, but for its end.

    Nothing once it has begun to do something in this phase.
    """
    decision = seat.decision()
    if decision is None or decision.kind != "phase":
        return []
    now: int | None = None
    done: list[Action] = []
    for row in reversed(seat.rows()):
        for event in reversed(row.events):
            if not isinstance(event, ev.PhaseSet):
                continue
            if now is None:
                now = event.phase
                if done:
                    return []
            elif event.phase == now:
                return [action for action in reversed(done) if action.kind != _ENDS]
            done = []
        if row.kind == "action" and row.side == decision.side and row.action:
            done.append(Action.from_data(row.action))
    return []
