"""Writing ``board.yaml`` so that a person can read and change it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from tabuleiro.cartography.entries import Entry
from tabuleiro.module.writing import flow, scalar

__all__ = ["block", "items", "remark", "section", "table"]

WIDTH: Final = 100


def remark(text: str) -> list[str]:
    """Return lines of comment."""
    return [f"# {line}" for line in textwrap.wrap(text, WIDTH - 2)]


def block(key: str, text: str, indent: int) -> list[str]:
    """Return a text under its key, on lines of its own if it is long.

    >>> block("en", "A text.", 2)
    ['  en: A text.']
    """
    lead = " " * indent
    line = f"{lead}{key}: {scalar(text)}"
    if len(line) <= WIDTH and "\n" not in text:
        return [line]
    lines = textwrap.wrap(
        " ".join(text.split()),
        WIDTH - indent - 2,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [f"{lead}{key}: >-", *(f"{lead}  {line}" for line in lines)]


def section(key: str, lines: Iterable[str]) -> list[str]:
    """Return a key with lines under it, after an empty line; nothing if there are none."""
    under = list(lines)
    return ["", f"{key}:", *under] if under else []


def items(entries: Iterable[Entry]) -> list[str]:
    """Return the items of a list: each on one line if it fits, else key by key."""
    lines: list[str] = []
    for each in entries:
        note = f"  # {each.note}" if each.note else ""
        line = f"  - {flow(each.plain)}{note}"
        lines += [line] if len(line) <= WIDTH else _tall(each.plain, note)
    return lines


def _tall(plain: Mapping[str, Any], note: str) -> list[str]:
    lines: list[str] = []
    for key, value in plain.items():
        lead = "    " if lines else "  - "
        line = f"{lead}{scalar(key)}: {flow(value)}{'' if lines else note}"
        if len(line) <= WIDTH or not isinstance(value, list):
            lines.append(line)
        else:
            lines += [f"{lead}{scalar(key)}: [", *_wrapped(value, 6), "    ]"]
    return lines


def _wrapped(values: Sequence[Any], indent: int) -> list[str]:
    text = ", ".join(flow(each) for each in values)
    lead = " " * indent
    return [f"{lead}{line}" for line in textwrap.wrap(text, WIDTH - indent)]


def table(rows: Sequence[Sequence[Any]], first_column: int, first_row: int) -> list[str]:
    """Return signs in rows and columns, with the numbers of both beside them.

    >>> table([[".", "~"]], 1, 1)
    ['    #  01 02', '    - ".  ~"  # 01']
    """
    count = len(rows[0])
    gap = "  " if count * 3 < WIDTH - 20 else " "
    lines = []
    if gap == "  ":
        numbers = " ".join(f"{number:02}" for number in range(first_column, first_column + count))
        lines.append(f"    #  {numbers}")
    for number, row in enumerate(rows, start=first_row):
        lines.append(f'    - "{gap.join(row)}"  # {number:02}')
    return lines
