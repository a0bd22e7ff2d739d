"""Alike: units that can all do the same, and nothing else of its kind, do it at one click.

Where a group flies as bombers, where all must go ashore, where every fighter may rise: one button
for each kind of action, beside the list in which one chooses unit by unit; where a few places are
aimed at one for each of them, for who rises over Buna does not rise over Darwin.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple

from tabuleiro.host.gestures import aim, path_of, piece_of
from tabuleiro.host.panels.ending import ends

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.engine import Action
    from tabuleiro.host.seat import Seat

__all__ = ["Alike", "alike", "do_alike"]

_SEVERAL: Final = 2
_PLACES: Final = 3
"""So many places that are aimed at have a button each; more are one matter."""
_OTHERS: Final = frozenset({"join", "lose", "place"})
"""Kinds that have buttons of their own, or in which it matters who."""


class Alike(NamedTuple):
    """What several units do: a kind of action, at one of several places if it is told apart."""

    kind: str
    place: str | None = None


def alike(seat: Seat) -> dict[Alike, list[Action]]:
    """Return what several units can do alike now, an action for each unit.

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
    apart = {what: some for kind, all_ in found.items() for what, some in _by_place(kind, all_)}
    return {what: actions for what, actions in apart.items() if _one_each(actions)}


def _by_place(kind: str, actions: list[Action]) -> Iterator[tuple[Alike, list[Action]]]:
    """Yield actions of a kind: by the places that they are aimed at, if these are a few."""
    places = dict.fromkeys(aim(action) for action in actions)
    if None in places or len(places) > _PLACES:
        yield Alike(kind), actions
        return
    for place in places:
        yield Alike(kind, place), [action for action in actions if aim(action) == place]


def _one_each(actions: list[Action]) -> bool:
    by_piece = Counter(piece_of(action) for action in actions)
    return len(by_piece) >= _SEVERAL and max(by_piece.values()) == 1


def do_alike(seat: Seat, what: Alike) -> int:
    """Let all do the same, one after the other, as long as they can; return how many."""
    asked = seat.decision()
    pieces = [piece_of(action) for action in alike(seat).get(what, ())]

    def actions() -> Iterator[Action]:
        for piece in pieces:
            now = seat.decision()
            if asked is None or now is None or (now.side, now.kind) != (asked.side, asked.kind):
                return
            action = next((a for a in seat.legal(piece=piece) if _is(a, what, piece)), None)
            if action is not None:
                yield action

    return seat.act_all(actions())


def _is(action: Action, what: Alike, piece: str | None) -> bool:
    aimed = what.place is None or aim(action) == what.place
    return aimed and (action.kind, piece_of(action)) == (what.kind, piece)
