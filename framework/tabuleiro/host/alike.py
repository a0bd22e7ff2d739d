"""Alike: units that can all do the same, and nothing else of its kind, do it at one click.

Where a group flies as bombers, where all must go ashore, where every fighter may rise: one button
for each kind of action, beside the list in which one chooses unit by unit.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from tabuleiro.host.gestures import aim, path_of, piece_of
from tabuleiro.host.panels.ending import ends

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.engine import Action
    from tabuleiro.host.seat import Seat

__all__ = ["alike", "do_alike"]

_SEVERAL: Final = 2
_OTHERS: Final = frozenset({"join", "lose", "place"})
"""Kinds that have buttons of their own, or in which it matters who."""


def alike(seat: Seat) -> dict[str, list[Action]]:
    """Return by kind what several units can do alike now, an action for each unit.

    In a phase only where it must be done before the phase can end, or where the phase is a row of
    answers (it ends by ``done-...``): elsewhere each unit has more to choose from.
    """
    decision = seat.decision()
    if decision is None or decision.kind not in {"allocate", "phase"}:
        return {}
    legal = seat.legal()
    end = next((action for action in legal if ends(action)), None)
    if decision.kind == "phase" and end is not None and end.kind == "end-phase":
        return {}
    found: dict[str, list[Action]] = {}
    for action in legal:
        away = decision.kind == "allocate" and aim(action) is not None
        if piece_of(action) is None or path_of(action) or action.retracts or away:
            continue
        if action.kind not in _OTHERS and not ends(action):
            found.setdefault(action.kind, []).append(action)
    return {kind: actions for kind, actions in found.items() if _one_each(actions)}


def _one_each(actions: list[Action]) -> bool:
    by_piece = Counter(piece_of(action) for action in actions)
    return len(by_piece) >= _SEVERAL and max(by_piece.values()) == 1


def do_alike(seat: Seat, kind: str) -> int:
    """Let all do what is of a kind, one after the other, as long as they can; return how many."""
    asked = seat.decision()
    pieces = [piece_of(action) for action in alike(seat).get(kind, ())]

    def actions() -> Iterator[Action]:
        for piece in pieces:
            now = seat.decision()
            if asked is None or now is None or (now.side, now.kind) != (asked.side, asked.kind):
                return
            found = (a for a in seat.legal(piece=piece) if (a.kind, piece_of(a)) == (kind, piece))
            action = next(found, None)
            if action is not None:
                yield action

    return seat.act_all(actions())
