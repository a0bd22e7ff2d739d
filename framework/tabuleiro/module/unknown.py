"""Counters that a side cannot tell: of a piece it sees a nation, a kind and a place, no more.

Such a piece goes by a name of its own, ``~german.foot.0907.2``: whose it is, its kind, and a rest
that says which of those is meant. What rules ask of its counter is what is usual for its kind.
"""

from __future__ import annotations

from collections import Counter as Tally
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from tabuleiro.module.records import Counter, Short

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tabuleiro.module.module import Module
    from tabuleiro.module.records import Words

__all__ = [
    "ANY",
    "ON_LAND",
    "UNKNOWN",
    "Counters",
    "arm_of",
    "arm_seen",
    "branch_of",
    "could_be",
    "is_unknown",
    "unknown_counter",
    "unknown_name",
]

ANY: Final = "any"
"""The kind of a piece of which not even the kind is seen; then the side stands for the nation."""
ON_LAND: Final = "land"
"""The kind of a piece of which it is seen only that it is foot, armour or guns; as with any."""
UNKNOWN: Final = "~"
"""What stands before the names of pieces that are not known."""
_ARMS: Final[Mapping[str, Words]] = {
    "foot": {"pt": "a pé", "en": "foot"},
    "armour": {"pt": "blindados", "en": "armour"},
    "guns": {"pt": "artilharia", "en": "guns"},
    "air": {"pt": "aéreo", "en": "air"},
    "ship": {"pt": "navio", "en": "ship"},
    ON_LAND: {"pt": "terrestre", "en": "on land"},
    ANY: {"pt": "desconhecido", "en": "unknown"},
}
_ELSEWHERE: Final = frozenset({"air", "ship"})
_BY_TAG: Final = (("naval", "ship"), ("air", "air"), ("artillery", "guns"), ("armour", "armour"))


def arm_of(counter: Counter) -> str:
    """Return the kind of a counter as it is seen from afar: foot, armour, guns, air or ship."""
    return _arm(counter.tags)


@lru_cache
def _arm(tags: tuple[str, ...]) -> str:
    return next((arm for tag, arm in _BY_TAG if tag in tags), "foot")


def branch_of(counter: Counter) -> str:
    """Return what a counter is if no more is seen: on land, air or ship."""
    arm = arm_of(counter)
    return arm if arm in _ELSEWHERE else ON_LAND


def could_be(arm: str, counter: Counter) -> bool:
    """Return whether a piece of which a kind is seen could be such a counter."""
    return arm in {ANY, arm_of(counter), branch_of(counter)}


def unknown_name(who: str, arm: str, which: str) -> str:
    """Return the name of a piece that is seen and not known.

    >>> unknown_name("german", "foot", "0907.2")
    '~german.foot.0907.2'
    """
    return f"{UNKNOWN}{who}.{arm}.{which}"


def is_unknown(piece: str) -> bool:
    """Return whether a name is that of a piece which is not known."""
    return piece.startswith(UNKNOWN)


def arm_seen(piece: str) -> str:
    """Return the kind that the name of an unknown piece tells.

    >>> arm_seen("~german.foot.0907.2")
    'foot'
    """
    return (*piece.split(".", 2), "")[1]


def unknown_counter(module: Module, piece: str) -> Counter | None:
    """Return what is to be supposed of a piece that is seen and not known, None if it is no such.

    Its type and values are the usual ones of its nation and kind.
    """
    if not is_unknown(piece):
        return None
    who, arm = (*piece[1:].split(".", 2), "", "")[:2]
    memo: dict[Any, Any] = module.memo
    key = ("unknown", who, arm)
    if key not in memo:
        memo[key] = _usual(module, who, arm)
    usual: Counter | None = memo[key]
    if usual is None:
        return None
    return Counter(**{**{name: getattr(usual, name) for name in _FIELDS}, "id": piece})


_FIELDS: Final = Counter.__struct_fields__


def _usual(module: Module, who: str, arm: str) -> Counter | None:
    there = [*dict(module.counters).values(), *getattr(module, "palette", {}).values()]
    known = [c for c in there if who in {c.nation, c.side}]
    alike = [c for c in known if could_be(arm, c)] or known
    if arm not in _ARMS or not alike:
        return None
    type_, _count = Tally(c.type for c in alike).most_common(1)[0]
    same = [c for c in alike if c.type == type_]
    names = dict.fromkeys(name for c in same for name in c.values)
    first = same[0]
    return Counter(
        id="",
        name=_called(_owner(module, first, who), arm),
        short=Short(),
        nation=first.nation,
        side=first.side,
        type=type_,
        movement_class=first.movement_class,
        size=first.size,
        formation=None,
        values={name: _mean(c.values[name] for c in same if name in c.values) for name in names},
        steps=max(c.steps for c in same),
        tags=first.tags,
    )


def _owner(module: Module, counter: Counter, who: str) -> Words:
    if who == counter.nation and counter.nation in getattr(module, "nations", {}):
        return module.nations[counter.nation].name
    return module.sides[counter.side].name


def _called(owner: Words, arm: str) -> Words:
    found = {}
    for spoken, word in _ARMS[arm].items():
        whose = owner.get(spoken, next(iter(owner.values()), ""))
        found[spoken] = f"{whose[:1].upper()}{whose[1:]} ({word})"
    return found


def _mean(values: Iterable[int]) -> int:
    found = list(values)
    return round(sum(found) / len(found))


class Counters(dict[str, Counter]):
    """The counters of a module, and those of pieces that are not known: these have no end."""

    def __init__(self, module: Module) -> None:
        """Take the counters of a module."""
        super().__init__(module.counters)
        self._module = module
        self._unknown: dict[str, Counter] = {}

    def __missing__(self, piece: str) -> Counter:
        """Return the counter of a piece that is not known."""
        found = self._unknown.get(piece)
        if found is None:
            found = unknown_counter(self._module, piece)
            if found is None:
                return self._module.counters[piece]
            self._unknown[piece] = found
        return found

    def __contains__(self, piece: object) -> bool:
        """Return whether there is such a counter."""
        if piece in self._module.counters:
            return True
        return isinstance(piece, str) and unknown_counter(self._module, piece) is not None

    def get(self, piece: str, default: Any = None) -> Any:
        """Return a counter, or the default."""
        try:
            return self[piece]
        except KeyError:
            return default
