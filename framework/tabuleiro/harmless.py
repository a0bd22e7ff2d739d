r"""Texts of strangers, made harmless before anybody sees them.

A title may hold what a terminal takes for an order (escape sequences), or what turns the direction
of writing so that a line reads otherwise than it is (U+202E). Nothing that is shown to people, in a
terminal or a window, holds such a character; files of modules may not hold one either.
"""

from __future__ import annotations

import re
from typing import Final

__all__ = ["HARMFUL", "INSTEAD", "harmless", "harmless_lines"]

INSTEAD: Final = "?"
"""What is shown in place of a harmful character."""

_DIRECTION: Final = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u206f"
_HIDDEN: Final = "\ufeff\ufff9-\ufffb\U000e0000-\U000e007f"
_NO_TEXT: Final = "\u2028\u2029\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff"
_ALWAYS: Final = f"{_DIRECTION}{_HIDDEN}{_NO_TEXT}\x7f-\x9f"

HARMFUL: Final = re.compile(f"[\x00-\x08\x0b\x0c\x0e-\x1f{_ALWAYS}]")
"""A character that no file of text may hold; tabs and ends of lines are none."""
_IN_LINES: Final = re.compile(f"[\x00-\x08\x0b-\x1f{_ALWAYS}]")
_IN_A_LINE: Final = re.compile(f"[\x00-\x1f{_ALWAYS}]")


def harmless(text: object) -> str:
    r"""Return something from outside as it may stand in one line.

    >>> harmless("Cassino\x1b[2J\n1944")
    'Cassino?[2J?1944'
    >>> harmless("Rapido\u202eodipaR")
    'Rapido?odipaR'
    """
    line = str(text)
    return line if line.isprintable() else _IN_A_LINE.sub(INSTEAD, line)


def harmless_lines(text: str) -> str:
    r"""Return a text of several lines as it may be written to a terminal.

    >>> harmless_lines("one\n\ttwo\x07")
    'one\n\ttwo?'
    """
    return text if text.isprintable() else _IN_LINES.sub(INSTEAD, text)
