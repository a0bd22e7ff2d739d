"""What looks otherwise on a board after a change, so that no more than that is drawn anew."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from tabuleiro.editor.boards.changes import Values, at
from tabuleiro.editor.boards.open_board import OpenBoard, shape_of

__all__ = ["Difference", "difference"]

_BESIDE = ("boxes", "edges", "tracks", "drawing", "heights")


class Difference(NamedTuple):
    """What differs between two states of a board."""

    shape: bool
    """There are other places, or other things beside the board."""
    hexes: frozenset[str]
    """Places that look otherwise."""
    lines: frozenset[str]
    """Places along lines that changed elsewhere: they may bend a little otherwise."""
    names: bool
    """Names stand otherwise."""


def difference(before: OpenBoard, after: OpenBoard) -> Difference:
    """Return what differs between two states of a board."""
    old, new = before.values, after.values
    beside = any(old.get(key) != new.get(key) for key in _BESIDE)
    if beside or shape_of(old) != shape_of(new) or after.grid is not before.grid:
        return Difference(shape=True, hexes=frozenset(), lines=frozenset(), names=True)
    hexes: set[str] = set()
    if after.maps != before.maps:
        was = before.terrain
        hexes |= {hex for hex, kind in after.terrain.items() if was.get(hex) != kind}
    lines: set[str] = set()
    names = False
    for key in ("hexsides", "networks", "places"):
        if old.get(key) is new.get(key):
            continue
        gone, come = _parts(old, key), _parts(new, key)
        here = {hex for part in gone ^ come for hex in part[-1]}
        hexes |= here
        ids = {part[0] for part in gone ^ come}
        lines |= {hex for part in gone | come if part[0] in ids for hex in part[-1]}
        names = True
    grid = after.grid
    return Difference(
        shape=False,
        hexes=frozenset(hex for hex in hexes if hex in grid),
        lines=frozenset(hex for hex in lines - hexes if hex in grid),
        names=names,
    )


def _parts(values: Values, key: str) -> set[tuple[str, str, str, tuple[str, ...]]]:
    """Return the sides, steps or places of a list: whose, of which kind, said how, and where."""
    found = set()
    for item in at(values, (key,), []):
        if isinstance(item, dict):
            said = str({k: v for k, v in item.items() if k not in {"sides", "chain", "name"}})
            for hexes in _where(item):
                found.add((str(item.get("id")), str(item.get("kind")), said, hexes))
    return found


def _where(item: Values) -> Iterator[tuple[str, ...]]:
    for side in item.get("sides") or ():
        yield tuple(sorted(str(side).split("/")))
    chain = [str(hex) for hex in item.get("chain") or ()]
    yield from (tuple(sorted(step)) for step in pairwise(chain))
    if "hex" in item:
        yield (str(item["hex"]),)
