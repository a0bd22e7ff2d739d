"""What is wrong with a module, told with file, line and column."""

from __future__ import annotations

import difflib
import heapq
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import islice, pairwise
from typing import Final

import msgspec

from tabuleiro.harmless import harmless
from tabuleiro.i18n import _

__all__ = [
    "MAX_PROBLEMS",
    "ModuleError",
    "Problem",
    "Tally",
    "Unreadable",
    "did_you_mean",
    "in_a_sentence",
    "listed",
    "shortened",
]

MAX_PROBLEMS: Final = 100
"""After so many faults nothing more is looked for."""
_LONGEST: Final = 600
"""A sentence about a fault is not longer."""


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
        """Return the problem in one line, harmless whatever the files say."""
        where = f"{self.where}: " if self.where else ""
        hint = f" ({self.hint})" if self.hint else ""
        return harmless(f"{self.file}:{self.line}:{self.column}: {where}{self.message}{hint}")


class ModuleError(Exception):
    """A module that cannot be used, with everything that is wrong with it.

    >>> error = ModuleError("duel", [Problem("board.yaml", 1, 1, "", "the file is missing")])
    >>> print(error)
    board.yaml:1:1: the file is missing
    """

    def __init__(self, module: str, problems: Iterable[Problem], *, stopped: bool = False) -> None:
        self.module = harmless(module)
        self.problems: tuple[Problem, ...] = tuple(sorted(set(problems)))
        self.stopped = stopped
        """There were so many that nothing more was looked for."""
        super().__init__(module, self.problems)

    def __str__(self) -> str:
        """Return one line for each problem."""
        return "\n".join(str(problem) for problem in self.problems)


class Unreadable(Exception):
    """A file that holds no values at all, or none that can be trusted."""

    def __init__(self, problem: Problem, before: Iterable[Problem] = ()) -> None:
        super().__init__(problem)
        self.problem = problem
        self.before = tuple(before)
        """What else was wrong, up to where the reading stopped."""


@dataclass
class Tally:
    """Counts what is wrong with a module, in the order in which it is found."""

    module: str
    problems: list[Problem] = field(default_factory=list)
    warnings: list[Problem] = field(default_factory=list)

    def problem(self, problem: Problem) -> None:
        """Count a fault; raises `ModuleError` with all of them when nothing more is looked for."""
        self.problems.append(problem)
        if len(self.problems) >= MAX_PROBLEMS:
            raise ModuleError(self.module, self.problems, stopped=True)

    def warn(self, problem: Problem) -> None:
        """Count a warning; further ones are not told."""
        if len(self.warnings) < MAX_PROBLEMS:
            self.warnings.append(problem)


_COMPARED: Final = 1_000
_LETTERS: Final = 40
_LIKELY: Final = 20


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return a hint if a known word looks like this one, else nothing.

    Of many words only those that share most pairs of letters are compared in earnest.

    >>> did_you_mean("infantri", ["infantry", "armour"])
    'did you mean "infantry"?'
    >>> did_you_mean("cavalry", ["infantry", "armour"])
    ''
    """
    word = word[:_LETTERS]
    words = [other[:_LETTERS] for other in islice(known, _COMPARED)]
    if len(words) > _LIKELY:
        pairs = _pairs(word)
        words = heapq.nlargest(_LIKELY, words, key=lambda other: _alike(pairs, _pairs(other)))
    close = difflib.get_close_matches(word, words, n=1, cutoff=0.6)
    return _('did you mean "{word}"?').format(word=shortened(close[0])) if close else ""


def _pairs(word: str) -> set[str]:
    return {*word, *map("".join, pairwise(word))}


def _alike(one: set[str], other: set[str]) -> float:
    return len(one & other) / (len(one) + len(other) or 1)


def shortened(text: str) -> str:
    """Return a text short enough for a sentence, on one line, harmless.

    >>> shortened("x" * 100)[-5:]
    'xxxx…'
    """
    line = harmless(" ".join(text[:_LONGEST].split()))
    return line if len(line) <= 60 else line[:59] + "…"


def listed(words: Iterable[str], most: int = 20) -> str:
    """Return words with commas between them, not all of them if there are very many.

    >>> listed(["a", "b", "c"], most=2)
    'a, b, …'
    """
    first = list(islice(words, most + 1))
    return ", ".join([*first[:most], "…"] if len(first) > most else first)


def in_a_sentence(text: str) -> str:
    """Return the sentence about a fault, harmless and not too long for a line."""
    line = harmless(text[: _LONGEST + 1])
    return line if len(line) <= _LONGEST else line[: _LONGEST - 1] + "…"
