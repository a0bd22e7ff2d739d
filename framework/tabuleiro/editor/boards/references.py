"""Where a board names its places: they are renamed, or forgotten, all at once."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from tabuleiro.editor.boards.changes import Change, Path, Put, Remove, Values, at

__all__ = ["forgotten", "merged", "references", "renamed"]


def references(values: Values, loc: Path = ()) -> Iterator[tuple[Path, str]]:
    """Yield where a board's file names places, and which; ``loc`` is the map that they are on.

    >>> values = {"places": [{"id": "inn", "hex": "0101"}], "regions": [{"hexes": ["0102"]}]}
    >>> list(references(values))
    [(('places', 0, 'hex'), '0101'), (('regions', 0, 'hexes', 0), '0102')]
    """
    for name, hexes in at(values, (*loc, "terrain", "places"), {}).items():
        yield from _list(hexes, (*loc, "terrain", "places", name))
    yield from _points(values, loc)
    for key, inside in (("hexsides", "sides"), ("networks", "chain")):
        for n, item in enumerate(at(values, (key,), [])):
            yield from _list(at(item, (inside,), []), (key, n, inside))
    for n, item in enumerate(at(values, ("places",), [])):
        if "hex" in item:
            yield ("places", n, "hex"), str(item["hex"])
    for key in ("regions", "edges"):
        for n, item in enumerate(at(values, (key,), [])):
            yield from _list(at(item, ("hexes",), []), (key, n, "hexes"))
    for name in at(values, ("layers",), {}):
        yield from _list(at(values, ("layers", name, "printed"), []), ("layers", name, "printed"))


def _points(values: Values, loc: Path) -> Iterator[tuple[Path, str]]:
    for n, point in enumerate(at(values, (*loc, "picture", "points"), [])):
        yield (*loc, "picture", "points", n, "hex"), str(point.get("hex"))


def _list(items: Any, path: Path) -> Iterator[tuple[Path, str]]:
    if isinstance(items, list):
        yield from (((*path, n), str(item)) for n, item in enumerate(items))


def renamed(values: Values, names: Mapping[str, str], loc: Path = ()) -> list[Change]:
    """Return the changes that call places otherwise wherever the board names them.

    Ids of maps stand before the names of places outside the maps themselves.

    >>> renamed({"hexsides": [{"sides": ["0101/0102"]}]}, {"0102": "A2"})
    [Put(path=('hexsides', 0, 'sides', 0), value='0101/A2')]
    """
    before = _prefix(values, loc)
    outside = {f"{before}{old}": f"{before}{new}" for old, new in names.items()}
    changes: list[Change] = []
    for path, written in references(values, loc):
        known = names if loc and path[: len(loc)] == loc else outside
        parts = written.split("/")
        now = "/".join(sorted(known.get(part, part) for part in parts))
        if now != written and any(part in known for part in parts):
            changes.append(Put(path, now))
    return changes


def merged(values: Values, gone: str, kept: str, loc: Path = ()) -> list[Change]:
    """Return the changes that name one place wherever a board names another that it has taken in.

    Where both stood, one is left; a border between them is none any more.

    >>> road = {"chain": ["a", "b", "c"]}
    >>> merged({"networks": [road], "hexsides": [{"sides": ["a/b", "b/c"]}]}, "b", "a")
    ... # doctest: +NORMALIZE_WHITESPACE
    [Remove(path=('hexsides', 0, 'sides', 0)), Put(path=('hexsides', 0, 'sides', 0), value='a/c'),
     Remove(path=('networks', 0, 'chain', 1))]
    """
    before = _prefix(values, loc)
    by_list: dict[Path, dict[int, str]] = {}
    changes: list[Change] = []
    for path, written in references(values, loc):
        inner = bool(loc) and path[: len(loc)] == loc
        old, new = (gone, kept) if inner else (f"{before}{gone}", f"{before}{kept}")
        parts = written.split("/")
        now = "/".join(sorted(new if part == old else part for part in parts))
        if isinstance(path[-1], int):
            by_list.setdefault(path[:-1], {})[path[-1]] = now
        elif now != written:
            changes.append(Put(path, now))
    for path, names in by_list.items():
        changes += _merged_list(path, [str(each) for each in at(values, path)], names)
    return changes


def _merged_list(path: Path, before: list[str], names: Mapping[int, str]) -> list[Change]:
    """Return the changes of one list: what is named anew, and what stands there already."""
    drop: set[int] = set()
    seen: dict[str, bool] = {}
    for n, now in names.items():
        a, _slash, b = now.partition("/")
        fresh = now != before[n]
        if path[0] == "networks":  # a way may come by twice, but not stand still
            again = n > 0 and names[n - 1] == now and (fresh or before[n - 1] != now)
        else:
            again = now in seen and (fresh or seen[now])
        if a == b or again:
            drop.add(n)
        seen[now] = seen.get(now, False) or fresh
    if len(drop) == len(before):
        return [Remove(_owner((*path, 0)))]
    changes: list[Change] = [Remove((*path, n)) for n in sorted(drop, reverse=True)]
    left = [n for n in range(len(before)) if n not in drop]
    changes += [
        Put((*path, place), names[n]) for place, n in enumerate(left) if names[n] != before[n]
    ]
    return changes


def forgotten(values: Values, gone: Collection[str], loc: Path = ()) -> list[Change]:
    """Return the changes after which a board names none of some places any more.

    Lists lose them; a list that would be empty goes with what it belongs to, and so does a road
    that would fall apart.

    >>> values = {"regions": [{"hexes": ["0101"]}, {"hexes": ["0101", "0102"]}]}
    >>> forgotten(values, {"0101"})
    [Remove(path=('regions', 1, 'hexes', 0)), Remove(path=('regions', 0))]
    """
    before = _prefix(values, loc)
    outside = {f"{before}{hex}" for hex in gone}
    lost: list[Path] = []
    for path, written in references(values, loc):
        known = gone if loc and path[: len(loc)] == loc else outside
        if any(part in known for part in written.split("/")):
            lost.append(path)
    whole = {_owner(path) for path in lost if not isinstance(path[-1], int)}
    whole |= {path[:2] for path in lost if path[0] == "networks" and _inside(values, path, lost)}
    for path in lost:
        owner = path[:-1]
        if isinstance(path[-1], int) and all(
            (*owner, n) in lost for n in range(len(at(values, owner)))
        ):
            whole.add(_owner(path))
    kept = [path for path in lost if not any(path[: len(one)] == one for one in whole)]
    return [Remove(path) for path in sorted((*kept, *whole), key=_order, reverse=True)]


def _owner(path: Path) -> Path:
    """Return what goes if a list in it would be empty: the item that has it, or the list."""
    if "terrain" in path or path[0] == "layers":
        return path[:-1]
    if "picture" in path:
        return path[: path.index("points") + 1]
    return path[:2]


def _inside(values: Values, path: Path, lost: list[Path]) -> bool:
    """Tell whether a place is lost amid a road, so that what is left would jump."""
    chain = path[:-1]
    left = [n for n in range(len(at(values, chain))) if (*chain, n) not in lost]
    return len(left) < 2 or left != list(range(left[0], left[-1] + 1))


def _order(path: Path) -> tuple[str, ...]:
    return tuple(f"{step:09d}" if isinstance(step, int) else str(step) for step in path)


def _prefix(values: Values, loc: Path) -> str:
    return f"{at(values, (*loc, 'id'))}:" if loc else ""
