"""What is wrong with a module, told with file, line and column."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

import msgspec

from tabuleiro.i18n import _

__all__ = ["ModuleError", "Problem", "Unreadable", "did_you_mean", "shortened"]


class Problem(msgspec.Struct, frozen=True, order=True):
    """One thing that is wrong in one place.

    >>> print(Problem("counters.yaml", 45, 14, "counters[10].type", "unknown unit type"))
    counters.yaml:45:14: counters[10].type: unknown unit type
    """

    file: str
    """The file, as a path inside the module, with ``/``."""
    line: int
    column: int
    where: str
    """The key in the file, such as ``counters[10].type``; empty for the file as a whole."""
    message: str
    hint: str = ""
    """What may be meant, or what to do about it."""

    def __str__(self) -> str:
        """Return the problem in one line."""
        where = f"{self.where}: " if self.where else ""
        hint = f" ({self.hint})" if self.hint else ""
        return f"{self.file}:{self.line}:{self.column}: {where}{self.message}{hint}"


class ModuleError(Exception):
    """A module that cannot be used, with everything that is wrong with it.

    >>> error = ModuleError("duel", [Problem("board.yaml", 1, 1, "", "the file is missing")])
    >>> print(error)
    board.yaml:1:1: the file is missing
    """

    def __init__(self, module: str, problems: Iterable[Problem]) -> None:
        self.module = module
        self.problems: tuple[Problem, ...] = tuple(sorted(set(problems)))
        super().__init__(module, self.problems)

    def __str__(self) -> str:
        """Return one line for each problem."""
        return "\n".join(str(problem) for problem in self.problems)


class Unreadable(Exception):
    """A file that holds no values at all, or none that can be trusted."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.problem = problem


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return a hint if a known word looks like this one, else nothing.

    >>> did_you_mean("infantri", ["infantry", "armour"])
    'did you mean "infantry"?'
    >>> did_you_mean("cavalry", ["infantry", "armour"])
    ''
    """
    close = difflib.get_close_matches(word[:80], list(known), n=1, cutoff=0.6)
    return _('did you mean "{word}"?').format(word=close[0]) if close else ""


def shortened(text: str) -> str:
    """Return a text short enough for a sentence, on one line.

    >>> shortened("x" * 100)[-5:]
    'xxxx…'
    """
    line = " ".join(text.split())
    return line if len(line) <= 60 else line[:59] + "…"
