"""What the parts of a game's rules need of its tables, as data, to check a module by.

A part says it in attributes: ``tables``, a list of `TableNeed`, ``results``, the codes of
results that its hook ``result_steps`` carries out, and ``phases``, the kinds of phases that its
hook ``phase_steps`` does. A module that lacks one of them is told so by
file and line before a match begins, and not by a failure in the middle of one.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

__all__ = ["Needs", "TableNeed"]


class TableNeed(NamedTuple):
    """A table without which a part fails, and in which games it comes to it."""

    kind: Literal["odds", "values", "indices"]
    """The list of `tables.yaml` in which it stands."""
    id: str
    """Its id."""
    value: str = ""
    """It is needed if a counter has this value; else in every game."""
    columns: tuple[str, ...] = ()
    """Columns that it must have, of tables of `indices`."""
    phase: str = ""
    """It is needed only in games with a phase of this kind."""


class Needs(NamedTuple):
    """What all parts of a game need."""

    tables: tuple[TableNeed, ...] = ()
    """Tables."""
    results: tuple[str, ...] | None = None
    """The codes that are carried out, as patterns; None if a part does not say which."""
    phases: tuple[str, ...] | None = None
    """The kinds of phases that are carried out; None if a part does not say which."""
    words: tuple[str, ...] = ()
    """The words for clauses that a game's own parts ask for."""
    sure: bool = True
    """Whether the parts of the family fight: a game's own part may do so in its own way."""
    said: frozenset[str] | None = None
    """Every word that the code of the rules says; None if nobody looked."""
    tags: frozenset[str] = frozenset()
    """Those of them that the code asks as tags."""
