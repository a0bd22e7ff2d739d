"""Lit places that are reached by another way than the usual one: by sea, by rail, on a barge."""

from __future__ import annotations

from collections import Counter
from html import escape
from typing import TYPE_CHECKING, Final, NamedTuple

from tabuleiro.host.theme import Overlay
from tabuleiro.host.words import action_label

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tabuleiro.engine import Action
    from tabuleiro.module import Module

__all__ = ["Ways", "legend", "ways_in"]

_MARCH: Final = "move"
_LIGHTER: Final = 170
"""By so many parts in a hundred a sign is lighter than the map, to be seen on dark colours, too."""


class Ways(NamedTuple):
    """How the places that are lit are reached."""

    usual: Action | None = None
    """An action of the usual way; None if there is but one way."""
    others: Mapping[str, Action] = {}
    """The places that are not reached by it, each with how it is reached."""


def ways_in(lit: Mapping[str, Sequence[Action]]) -> Ways:
    """Tell the usual way from others: a march, or else what leads to most of these places.

    >>> from types import SimpleNamespace as Act
    >>> march, sail = Act(kind="move"), Act(kind="sail")
    >>> sorted(ways_in({"0101": [march], "0102": [sail], "0103": [sail, march]}).others)
    ['0102']
    >>> ways_in({"0102": [sail]}).usual is None
    True
    """
    first: dict[str, Action] = {}
    number: Counter[str] = Counter()
    for actions in lit.values():
        for action in {action.kind: action for action in actions}.values():
            first.setdefault(action.kind, action)
            number[action.kind] += 1
    usual = _MARCH if _MARCH in number else max(number, key=lambda kind: number[kind], default="")
    others = {place: actions[0] for place, actions in lit.items()
              if actions and all(action.kind != usual for action in actions)}  # fmt: skip
    return Ways(first[usual], others) if others else Ways()


def legend(ways: Ways, module: Module) -> str:
    """Return as HTML how each way is lit; nothing if there is but one."""
    if ways.usual is None:
        return ""
    named = dict.fromkeys(action_label(module, action) for action in ways.others.values())
    usual = escape(action_label(module, ways.usual), quote=False)
    others = escape(", ".join(named), quote=False)
    signs = ((Overlay.LEGAL, "■", usual), (Overlay.OTHERWISE.lighter(_LIGHTER), "▨", others))
    return " · ".join(f"<span style='color:{c.name()}'>{sign}</span> {w}" for c, sign, w in signs)
