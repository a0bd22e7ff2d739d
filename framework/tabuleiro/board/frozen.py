"""A dictionary that nobody changes."""

from collections.abc import Mapping
from typing import Any, NoReturn, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class FrozenDict(dict[K, V]):
    """A dictionary as quick as any other, but hashable and closed to changes.

    >>> names = FrozenDict({"en": "Manila"})
    >>> names["en"]
    'Manila'
    >>> names["pt"] = "Manila"
    Traceback (most recent call last):
    TypeError: a FrozenDict cannot be changed
    """

    __slots__ = ()

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))

    def __reduce__(self) -> tuple[type["FrozenDict[K, V]"], tuple[dict[K, V]]]:
        return type(self), (dict(self),)

    def copy(self) -> "FrozenDict[K, V]":
        """Return itself."""
        return self

    def __copy__(self) -> "FrozenDict[K, V]":
        return self

    def __deepcopy__(self, memo: object) -> "FrozenDict[K, V]":
        return self

    def _refuse(self, *args: object, **kwargs: object) -> NoReturn:
        raise TypeError("a FrozenDict cannot be changed")

    __setitem__ = _refuse
    __delitem__ = _refuse
    __ior__ = _refuse
    clear = _refuse
    pop = _refuse
    popitem = _refuse
    setdefault = _refuse
    update = _refuse


def freeze(owner: object, **fields: object) -> None:
    """Set fields of a frozen dataclass while it is being made; mappings become frozen.

    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True)
    ... class Town:
    ...     name: Mapping[str, str]
    ...
    ...     def __post_init__(self) -> None:
    ...         freeze(self, name=self.name)
    >>> type(Town({"en": "Manila"}).name)
    <class 'tabuleiro.board.frozen.FrozenDict'>
    """
    for field, value in fields.items():
        kept: Any = FrozenDict(value) if isinstance(value, Mapping) else value
        object.__setattr__(owner, field, kept)
