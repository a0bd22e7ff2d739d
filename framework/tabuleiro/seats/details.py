"""What an action is about besides a unit and a place: a pace, a card, a second hex, an order.

A game names such choices in ``texts.yaml``: ``choice.<value>``, or ``choice.<field>.<value>`` where
the same word means two things. What has a name elsewhere (a unit, a place, a side) keeps it.
Fields that the program knows by themselves are told where they always were.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tabuleiro.engine.freehand import FreeAction
from tabuleiro.engine.messages import place_name
from tabuleiro.i18n import text
from tabuleiro.module.places import holder_in

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tabuleiro.engine import Action
    from tabuleiro.module import Module

__all__ = ["KNOWN", "Detail", "details"]

KNOWN: Final = frozenset(
    {"piece", "card", "path", "to", "hex", "target", "place", "box", "points", "state", "value",
     "formation", "transport", "night"}
)  # fmt: skip
"""Fields that the window and the terminal tell in ways of their own."""

_BY_HAND: Final = {"free-draw": ("cup",), "free-roll": ("die",)}
"""What is told of actions of a free hand, which have menus of their own."""

Detail = tuple[str, str, tuple[str, ...]]
"""A field of an action, what is told of it, and all words that mean it."""


def details(module: Module, action: Action) -> Iterator[Detail]:
    """Yield what else an action says: fields that are texts, numbers, or yes and no."""
    fields = _BY_HAND.get(action.kind, ()) if isinstance(action, FreeAction) else None
    for field in action.__struct_fields__ if fields is None else fields:
        value = getattr(action, field)
        if field in KNOWN or value is None or value == "":
            continue
        many = value if isinstance(value, tuple | list) else (value,)
        found = [_named(module, field, one) for one in many]
        told = ", ".join(text(names) for names in found if text(names))
        if told:
            words = {word for names in found for word in names.values()}
            yield field, told, (*sorted(words), *(str(one) for one in many))


def _named(module: Module, field: str, value: Any) -> Mapping[str, str]:
    """Return what a value is called, in each language."""
    if isinstance(value, bool):
        word = field if value else ""
        own = module.text(f"choice.{field}") if value else None
        return own or {"pt": word, "en": word}
    word = str(value)
    for key in (f"choice.{field}.{word}", f"choice.{word}"):
        own = module.text(key)
        if own:
            return own
    if field == "die" and word in module.dice:
        return module.dice[word].name
    if word in module.counters:
        return module.counters[word].name
    if word in module.sides:
        return module.sides[word].name
    if word in module.board.grid or word in module.board.boxes or holder_in(word) is not None:
        name = place_name(word, module)
        return {"pt": name, "en": name, "id": word}
    plain = word.replace("-", " ")
    return {"pt": plain, "en": plain}
