"""What the models of ``rules`` in ``module.yaml`` have in common.

The module format does not know which parameters a game has: its plugin says so, with a model
that is derived from this one, mostly by way of the model of its family of mechanics.
"""

from __future__ import annotations

from typing import Any, ClassVar

from pydantic import Field

from tabuleiro.module.models.base import Model
from tabuleiro.module.models.references import Clauses

__all__ = ["Parameters", "absent"]


class Parameters(Model):
    """The parameters of a game's rules: ``rules`` of ``module.yaml``."""

    words: ClassVar[tuple[str, ...] | None] = ()
    """The words that ``clauses`` may have; ``{result}``, ``{region}`` and the like stand for any.

    None means that nobody knows them.
    """
    sides: ClassVar[int | None] = None
    """How many sides the rules are made for; None for any number."""

    clauses: Clauses = Field(
        default={},
        description="Which clause of the rulebook a refusal or a line of the log cites, by the "
        "word under which the mechanics ask for it. Words may be left out: then nothing is cited.",
    )


def absent(description: str) -> Any:
    """Return the field of a key that may be left out; null is no value of it."""
    return Field(default=None, description=description)
