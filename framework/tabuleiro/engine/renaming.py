"""Renaming: data with other names for the pieces in them, as a side knows them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from collections.abc import Callable


__all__ = ["fact_seen", "rename", "rename_seen"]


def rename(value: Any, name: Callable[[str], str | None]) -> tuple[Any, bool]:
    """Return a value with other names for pieces in it, and whether all of them have one.

    What has no name is left out of lists and mappings, and stands as an empty text elsewhere.

    >>> rename({"a": ["tanks", "rifles"]}, {"rifles": "~1", "a": "a", "tanks": None}.get)
    ({'a': ['~1']}, False)
    """
    return _Renaming(name).of(value)


def rename_seen(value: Any, name: Callable[[str], str | None]) -> tuple[Any, bool]:
    """Return the same, with other names in the order of their letters.

    The order of the true names would tell which is which.
    """
    return _Renaming(name, in_order=True).of(value)


def fact_seen(value: Any, name: Callable[[str], str | None]) -> Any:
    """Return what is seen of a fact, None if nothing: that it is kept would tell something.

    >>> names = {"tanks": "tanks", "5": "5", "6": "6"}
    >>> fact_seen({"5": {"tanks": 1}, "6": {"rifles": 1}}, names.get)
    {'5': {'tanks': 1}}

    Nor does one that was emptied tell more than before, when nobody in it was seen.

    >>> fact_seen({}, names.get)
    """
    if value == {}:
        return None
    found = rename_seen(value, name)[0]
    return value if found is value else _without_what_was_emptied(found)


def _without_what_was_emptied(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    kept = {key: _without_what_was_emptied(one) for key, one in value.items()}
    return {key: one for key, one in kept.items() if one is not None} or None


_LISTS = (list, tuple)
_TEXTS = {str}


class _Renaming:
    def __init__(self, name: Callable[[str], str | None], *, in_order: bool = False) -> None:
        self._name = name
        self._in_order = in_order

    def of(self, value: Any) -> tuple[Any, bool]:
        if isinstance(value, str):
            new = self._name(value)
            return (value if new == value else new or ""), new is not None
        if isinstance(value, dict):
            return self._mapping(value) if value else (value, True)
        if isinstance(value, _LISTS):
            return self._list(value) if value else (value, True)
        if isinstance(value, msgspec.Struct):
            return self._struct(value)
        return value, True

    def _struct(self, value: msgspec.Struct) -> tuple[Any, bool]:
        changed, whole = {}, True
        for field in value.__struct_fields__:
            old = getattr(value, field)
            new, all_of_it = self.of(old)
            whole = whole and all_of_it
            if new is not old:
                changed[field] = new
        return (msgspec.structs.replace(value, **changed) if changed else value), whole

    def _list(self, value: list[Any] | tuple[Any, ...]) -> tuple[Any, bool]:
        if {*map(type, value)} == _TEXTS and [*map(self._name, value)] == [*value]:
            return value, True  # routes are long, and hexes keep their names
        found = [(old, *self.of(old)) for old in value]
        if all(new is old for old, new, _whole in found):
            return value, True
        left = [(new is old, new) for old, new, whole in found if whole or not isinstance(old, str)]
        if self._in_order and all(isinstance(new, str) or _refers(new) for _same, new in left):
            left = [*(one for one in left if one[0]),
                    *sorted((one for one in left if not one[0]), key=_piece_in)]  # fmt: skip
        return type(value)(new for _same, new in left), all(whole for *_pair, whole in found)

    def _mapping(self, value: dict[Any, Any]) -> tuple[dict[Any, Any], bool]:
        found: dict[Any, Any] = {}
        whole, same, same_keys = True, True, True
        for key, old in value.items():
            new_key = self._name(key) if isinstance(key, str) else key
            if new_key is None:
                whole = same = False
                continue
            new, all_of_it = self.of(old)
            whole = whole and all_of_it
            same_keys = same_keys and new_key == key
            same = same and new is old and new_key == key
            found[new_key] = new
        if same:
            return value, whole
        if self._in_order and not same_keys:
            found = dict(sorted(found.items()))
        return found, whole


def _refers(value: Any) -> bool:
    return isinstance(value, dict) and isinstance(value.get("piece"), str)


def _piece_in(one: tuple[bool, Any]) -> str:
    return str(one[1]["piece"] if isinstance(one[1], dict) else one[1])
