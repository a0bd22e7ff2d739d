"""What a gesture on the map means: which place or piece each legal action is aimed at.

Games bring actions of their own. Nothing here knows any of them by name: an action is aimed at the
end of its ``path``, or at its ``to``, ``hex``, ``target``, ``place`` or ``box``; what has no aim is
a button.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

from tabuleiro.engine import Action

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["aim", "aimed", "aimless", "bare", "path_of", "piece_of"]

_AIMS = ("to", "hex", "target", "place", "box")


def aim(action: Action) -> str | None:
    """Return the place that an action is aimed at.

    >>> from types import SimpleNamespace as Act
    >>> aim(Act(piece="us-349-ri", path=("1412", "1312"))), aim(Act(kind="confirm"))
    ('1312', None)
    """
    path = path_of(action)
    if path:
        return path[-1]
    for name in _AIMS:
        found: Any = getattr(action, name, None)
        if isinstance(found, str):
            return found
    return None


def path_of(action: Action) -> tuple[str, ...]:
    """Return the path of an action, nothing if it has none."""
    found = getattr(action, "path", ())
    return tuple(found) if isinstance(found, tuple | list) else ()


def piece_of(action: Action) -> str | None:
    """Return the piece that an action is about, or the card."""
    return action.about


def aimed(actions: Iterable[Action]) -> dict[str, list[Action]]:
    """Return the actions by the place that they are aimed at.

    >>> from types import SimpleNamespace as Act
    >>> {place: len(found) for place, found in aimed([Act(target="1106")] * 2).items()}
    {'1106': 2}
    """
    found: dict[str, list[Action]] = defaultdict(list)
    for action in actions:
        place = aim(action)
        if place is not None:
            found[place].append(action)
    return dict(found)


def bare(kind: str) -> Action:
    """Return the action of a kind that needs no more than its name, such as ``end-phase``."""
    return Action.from_data({"type": kind})


def aimless(actions: Iterable[Action]) -> list[Action]:
    """Return the actions that are aimed at no place and are about no piece."""
    return [a for a in actions if aim(a) is None and piece_of(a) is None]
