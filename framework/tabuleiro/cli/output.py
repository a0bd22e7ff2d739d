"""What commands print: tables for people, JSON for programs."""

from __future__ import annotations

import json
import shutil
import sys
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TextIO

from tabuleiro.harmless import harmless_lines

__all__ = [
    "bulleted",
    "columns",
    "harmless_output",
    "paragraph",
    "print_json",
    "print_table",
    "table_lines",
    "width",
]


class _Harmless:
    """A stream to a terminal through which nothing harmful gets, whoever wrote the words."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        again = "\r" if text.startswith("\r") else ""  # ours: progress that writes a line anew
        self._stream.write(again + harmless_lines(text.removeprefix(again)))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


@contextmanager
def harmless_output() -> Iterator[None]:
    """Let a command write to a terminal only what is text: no escape sequence of a stranger's."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (_Harmless(stream) for stream in before)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def width() -> int:
    """Return how many letters fit in a line."""
    return max(shutil.get_terminal_size((100, 24)).columns, 40)


def table_lines(
    rows: Iterable[Sequence[object]], heads: Sequence[str] = (), indent: str = ""
) -> list[str]:
    """Return a table as lines; columns of numbers are set to the right.

    >>> table_lines([("infantry", 4), ("armour", 12)], ("type", "n"))
    ['type       n', 'infantry   4', 'armour    12']
    """
    body = [tuple("" if cell is None else str(cell) for cell in row) for row in rows]
    whole = [tuple(heads), *body] if heads else body
    if not whole:
        return []
    count = max(map(len, whole))
    filled = [(*row, *[""] * (count - len(row))) for row in whole]
    widths = [max(len(row[n]) for row in filled) for n in range(count)]
    right = [_numeric([row[n] for row in body if n < len(row)]) for n in range(count)]
    return [
        (indent + "  ".join(_set(cell, widths[n], right[n]) for n, cell in enumerate(row))).rstrip()
        for row in filled
    ]


def _numeric(cells: Sequence[str]) -> bool:
    there = [cell for cell in cells if cell not in {"", "-", "–"}]
    return bool(there) and all(cell.lstrip("-").replace("½", "").isdigit() for cell in there)


def _set(cell: str, size: int, right: bool) -> str:  # noqa: FBT001 - one of a pair
    return cell.rjust(size) if right else cell.ljust(size)


def print_table(
    rows: Iterable[Sequence[object]], heads: Sequence[str] = (), indent: str = ""
) -> None:
    """Print a table."""
    for line in table_lines(rows, heads, indent):
        print(line)


def print_json(value: object) -> None:
    """Print JSON with a key a line, in letters that the stream knows."""
    utf = (getattr(sys.stdout, "encoding", "utf-8") or "").lower().replace("-", "") == "utf8"
    told = json.dumps(value, indent=1, ensure_ascii=not utf)
    print(told if harmless_lines(told) == told else json.dumps(value, indent=1))


def paragraph(text: str, indent: str = "") -> str:
    """Return a text broken into lines that fit."""
    size = min(width(), 100)
    return textwrap.fill(text, size, initial_indent=indent, subsequent_indent=indent)


def bulleted(text: str, mark: str = "- ") -> str:
    """Return a text after a mark, broken into lines that fit."""
    size = min(width(), 100)
    return textwrap.fill(text, size, initial_indent=mark, subsequent_indent=" " * len(mark))


def columns(words: Sequence[str], indent: str = "  ") -> str:
    """Return words side by side, as many as fit in a line."""
    return textwrap.fill(
        ", ".join(words), min(width(), 100), initial_indent=indent, subsequent_indent=indent
    )
