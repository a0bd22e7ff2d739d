"""Files of YAML with a line for each item, so that people can read and change them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tabuleiro.i18n import _
from tabuleiro.module.files import MAX_FILE
from tabuleiro.module.loader import MAX_VALUES
from tabuleiro.vassal.errors import VassalError
from tabuleiro.vassal.names import flow

__all__ = ["fits", "write_file"]


def fits(data: dict[str, Any]) -> bool:
    """Return whether a file may have so many values."""
    return _values(data) <= MAX_VALUES


def _values(value: Any) -> int:
    """Return how many values stand in one, as they are counted when a file is read.

    >>> _values({"a": [1, 2], "b": {}})
    7
    """
    if isinstance(value, dict):
        return 1 + sum(1 + _values(each) for each in value.values())
    return 1 + sum(map(_values, value)) if isinstance(value, list | tuple) else 1


def write_file(path: Path, data: dict[str, Any]) -> None:
    """Write a file; raises `VassalError` if it would be larger than a file of a module may be."""
    lines = []
    for key, value in data.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            lines.append(f"{key}:")
            lines += (f"  - {flow(item)}" for item in value)
        else:
            lines.append(f"{key}: {flow(value)}")
    raw = ("\n".join(lines) + "\n").encode()
    if len(raw) > MAX_FILE or not fits(data):
        raise VassalError(_("There is more in this module than a module of ours may hold."))
    path.write_bytes(raw)
