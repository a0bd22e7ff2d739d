"""Which words, parameters and options of code belong to which clauses, as the data say."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from tabuleiro.cli.code_places import Said

__all__ = ["Links"]

_READERS: Final = {"sequence": "phase_steps", "pools": "FillPools"}
"""The functions and classes that read a section of the data as a whole."""


class Links:
    """Which words, parameters and options of code belong to which clauses."""

    def __init__(self, known: Iterable[str]) -> None:
        self._words: dict[tuple[str, str], set[str]] = {("id", c): {c} for c in known}

    def add(self, key: str, clause: str) -> None:
        """Note what a key of the data says of a clause."""
        pair: tuple[str, str]
        match key.split("."):
            case ["rules", "clauses", word, *_]:
                pair = ("word", word)
            case ["rules", *parameter]:
                pair = ("parameter", ".".join(parameter[:2]))
            case ["options", option, *_]:
                pair = ("option", option)
            case [section, *_] if section in _READERS:
                pair = ("definition", _READERS[section])
            case _:
                return
        self._words.setdefault(pair, set()).add(clause)

    def patterns(self) -> dict[str, set[str]]:
        """Return what is looked for in code, by kind: of parameters their keys."""
        found: dict[str, set[str]] = {}
        for kind, word in self._words:
            found.setdefault(kind, set()).add(
                word.partition(".")[0] if kind == "parameter" else word
            )
        return found

    def clauses(self, said: Said) -> set[str]:
        """Return the clauses that belong to what some code says.

        What reads one parameter below a key carries what is said of it, and of the whole key.
        """
        if said.kind != "parameter":
            return self._words.get((said.kind, said.word), set())
        key, dot, _one = said.word.partition(".")
        mine = [w for kind, w in self._words if kind == said.kind and w.partition(".")[0] == key]
        words = [w for w in mine if not dot or w in {key, said.word}]
        return {clause for word in words for clause in self._words[said.kind, word]}
