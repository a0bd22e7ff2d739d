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
    begun: list[tuple[int, list[Action]]] = []
    for row in seat.rows():
        if row.kind == "action" and row.side == decision.side and row.action and begun:
            begun[-1][1].append(Action.from_data(row.action))
        begun += [(event.phase, []) for event in row.events if isinstance(event, ev.PhaseSet)]
    if not begun or begun[-1][1]:
        return []
    phase = begun[-1][0]
    before = next((done for played, done in reversed(begun[:-1]) if played == phase), [])
    return [action for action in before if action.kind != _ENDS]
