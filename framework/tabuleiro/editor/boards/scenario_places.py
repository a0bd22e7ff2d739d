"""Where scenarios name places of the board: they are renamed with it.

Not here: places that are gone. What a scenario says of them is for its author to mend, and is told
among the problems.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tabuleiro.editor.boards.changes import Path, Values, at

__all__ = ["outer_names", "rename_in_scenario"]

_ONE: Final = frozenset({"hex", "hexes", "place", "view"})
"""Keys of which the value, or each item of it, is a place."""
_ALL: Final = frozenset({"control", "signs", "met"})
"""Keys below which all values are places, or sides between two."""


def outer_names(board: Values, names: Mapping[str, str], loc: Path = ()) -> dict[str, str]:
    """Return new names of places as they stand outside the board's file.

    >>> outer_names({"maps": [{"id": "west"}]}, {"0101": "A1"}, ("maps", 0))
    {'west:0101': 'west:A1'}
    """
    before = f"{at(board, (*loc, 'id'))}:" if loc else ""
    return {f"{before}{old}": f"{before}{new}" for old, new in names.items()}


def rename_in_scenario(values: Values, names: Mapping[str, str]) -> None:
    """Call places otherwise wherever a scenario names them.

    >>> values = {
    ...     "setup": [{"hex": 1106, "units": ["1106"]}],
    ...     "free": [{"where": {"kind": "any-of", "of": [{"kind": "hexes", "hexes": ["0101"]}]}}],
    ...     "opens": {"control": {"red": ["0101", "1106"]}},
    ... }
    >>> rename_in_scenario(values, {"1106": "K6", "0101": "A1"})
    >>> values["setup"], values["free"][0]["where"]["of"], values["opens"]["control"]
    ... # doctest: +NORMALIZE_WHITESPACE
    ([{'hex': 'K6', 'units': ['1106']}], [{'kind': 'hexes', 'hexes': ['A1']}],
     {'red': ['A1', 'K6']})
    """
    _walk(values, names, inside=False)


def _walk(values: Any, names: Mapping[str, str], *, inside: bool) -> None:
    """Rename what hangs below; ``inside`` if all of it are places."""
    pairs: Any = ()
    if isinstance(values, dict):
        pairs = list(values.items())
    elif isinstance(values, list):
        pairs = list(enumerate(values))
    for key, value in pairs:
        here = inside or (isinstance(values, dict) and key in _ONE | _ALL)
        if isinstance(value, dict | list):
            _walk(value, names, inside=here if isinstance(value, list) else inside or key in _ALL)
        elif here and isinstance(value, str | int):
            parts = str(value).split("/")
            if any(part in names for part in parts):
                values[key] = "/".join(sorted(names.get(part, part) for part in parts))
