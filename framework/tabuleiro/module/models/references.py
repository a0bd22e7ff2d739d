"""References: texts in ``rules`` of ``module.yaml`` that name something else in the module.

The type of a term says what a text names (`tabuleiro.module.terms`), and a fault says what there is
instead: `the region "metzz"`: did you mean "metz"? Whoever validates gives a `Known` as the
context; without one nothing is looked up.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Final, TypeAlias

from pydantic import GetCoreSchemaHandler, ValidationInfo
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from tabuleiro.i18n import N_, _, ngettext
from tabuleiro.module.errors import MAX_PROBLEMS, did_you_mean, shortened
from tabuleiro.module.models.base import Id, Rule
from tabuleiro.module.terms import EachSide, Reference

__all__ = ["KINDS", "TOLD", "Clauses", "Known", "LookedUp", "OfEachSide", "told"]

TOLD: Final = "told"
"""The kind of an error that brings its own sentence and hint."""

KINDS: Final = {
    "area": N_("unknown region or box"),
    "box": N_("unknown box"),
    "counter": N_("unknown counter"),
    "cover": N_("unknown region or box"),
    "edge": N_("unknown stretch of the border"),
    "formation": N_("unknown formation"),
    "hex": N_("unknown hex"),
    "hexside": N_("unknown kind of hexside"),
    "marker": N_("unknown marker"),
    "class": N_("unknown movement class"),
    "nation": N_("unknown nation"),
    "network": N_("unknown kind of network"),
    "option": N_("unknown option"),
    "place": N_("unknown place"),
    "region": N_("unknown region"),
    "side": N_("unknown side"),
    "site": N_("unknown kind of place or marker"),
    "table": N_("unknown table of values"),
    "tag": N_("unknown tag"),
    "terrain": N_("unknown terrain"),
    "type": N_("unknown unit type"),
    "word": N_("no rule of this game is called"),
}
"""What a reference may name, and the sentence about one that names nothing."""


@dataclass(frozen=True)
class Known:
    """What a module has: the names of each kind; a kind that is not there is not looked up."""

    names: Mapping[str, frozenset[str]]
    hinted: list[str] = field(default_factory=list)
    """The words for which something alike was looked for: not for all if there are very many."""

    def fault(self, kind: str, word: str) -> tuple[str, str] | None:
        """Return the sentence and the hint about a name, None if there is such a thing."""
        known = self.names.get(kind)
        if known is None or word in known:
            return None
        self.hinted.append(word)
        likely = sorted(known) if len(self.hinted) <= 2 * MAX_PROBLEMS else []
        return f'{_(KINDS[kind])} "{shortened(word)}"', did_you_mean(word, likely)


def told(message: str, hint: str = "") -> PydanticCustomError:
    """Return the error with a sentence of our own, for validators of models."""
    return PydanticCustomError(TOLD, "{message}", {"message": message, "hint": hint})


@dataclass(frozen=True)
class LookedUp(Reference):
    """Looks a name up in the module."""

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        """Look the name up after the checks of the text itself."""
        return core_schema.with_info_after_validator_function(self._check, handler(source))

    def _check(self, value: str, info: ValidationInfo) -> str:
        if isinstance(info.context, Known):
            fault = info.context.fault(self.kind, value)
            if fault is not None:
                raise told(*fault)
        return value


@dataclass(frozen=True)
class OfEachSide(EachSide):
    """Looks whether a side is missing."""

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        """Look for the sides after the checks of what is there."""
        return core_schema.with_info_after_validator_function(self._check, handler(source))

    def _check(self, value: dict[str, Any], info: ValidationInfo) -> dict[str, Any]:
        if isinstance(info.context, Known):
            missing = sorted(info.context.names.get("side", frozenset()) - value.keys())
            if missing:
                sentence = ngettext(
                    "every side needs an entry here, and this one is missing: {sides}",
                    "every side needs an entry here, and these are missing: {sides}",
                    len(missing),
                )
                raise told(sentence.format(sides=", ".join(missing)))
        return value


Clauses: TypeAlias = dict[Annotated[Id, LookedUp("word")], Rule]
"""Clauses of the rulebook by the word under which a mechanic asks for them."""
