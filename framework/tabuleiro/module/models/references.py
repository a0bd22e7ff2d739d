"""References: texts in ``rules`` of ``module.yaml`` that name something else in the module.

A model of parameters says what a text names, and a fault says what there is instead::

    fortress: Region  # `the region "metzz"`: did you mean "metz"?

Whoever validates gives a `Known` as the context; without one nothing is looked up.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Final, TypeAlias

from pydantic import GetCoreSchemaHandler, StringConstraints, ValidationInfo
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from tabuleiro.i18n import N_, _, ngettext
from tabuleiro.module.errors import MAX_PROBLEMS, did_you_mean, shortened
from tabuleiro.module.models.base import Id, Rule

__all__ = [
    "TOLD",
    "Area",
    "Box",
    "Clauses",
    "Counter",
    "Cover",
    "EachSide",
    "Edge",
    "Formation",
    "HexName",
    "HexsideKind",
    "Known",
    "Marker",
    "MovementClass",
    "Nation",
    "NetworkKind",
    "Option",
    "Place",
    "Reference",
    "Region",
    "Side",
    "SiteKind",
    "Table",
    "Tag",
    "Terrain",
    "UnitType",
    "told",
]

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
class Reference:
    """Says of a text in a model that it names something of this kind."""

    kind: str

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
class EachSide:
    """Says of a mapping by sides that no side may be missing."""

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


Area: TypeAlias = Annotated[Id, Reference("area")]
Box: TypeAlias = Annotated[Id, Reference("box")]
Counter: TypeAlias = Annotated[Id, Reference("counter")]
Cover: TypeAlias = Annotated[Id, Reference("cover")]
Edge: TypeAlias = Annotated[Id, Reference("edge")]
Formation: TypeAlias = Annotated[Id, Reference("formation")]
HexName: TypeAlias = Annotated[
    str, StringConstraints(min_length=1, max_length=20), Reference("hex")
]
HexsideKind: TypeAlias = Annotated[Id, Reference("hexside")]
Marker: TypeAlias = Annotated[Id, Reference("marker")]
MovementClass: TypeAlias = Annotated[Id, Reference("class")]
Nation: TypeAlias = Annotated[Id, Reference("nation")]
NetworkKind: TypeAlias = Annotated[Id, Reference("network")]
Option: TypeAlias = Annotated[Id, Reference("option")]
Place: TypeAlias = Annotated[Id, Reference("place")]
Region: TypeAlias = Annotated[Id, Reference("region")]
Side: TypeAlias = Annotated[Id, Reference("side")]
SiteKind: TypeAlias = Annotated[Id, Reference("site")]
Table: TypeAlias = Annotated[Id, Reference("table")]
Tag: TypeAlias = Annotated[Id, Reference("tag")]
Terrain: TypeAlias = Annotated[Id, Reference("terrain")]
UnitType: TypeAlias = Annotated[Id, Reference("type")]

Clauses: TypeAlias = dict[Annotated[Id, Reference("word")], Rule]
"""Clauses of the rulebook by the word under which a mechanic asks for them."""
