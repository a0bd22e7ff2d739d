"""Terms: what a rule reads of ``rules`` in ``module.yaml``, as a type that code and checker share.

A rule declares the keys that it reads as a class of fields with types; `Situation.terms` returns
them with the values of the module. A text says by its type what it names (`Region`, `Terrain`)::

    class Railway(Terms):
        \"\"\"Moves by rail.\"\"\"

        key = "railway"

        network: NetworkKind
        \"\"\"The network that trains use.\"\"\"
        hexes: Count
        \"\"\"Hexes that a unit may go in a turn.\"\"\"

    limit = s.terms(Railway).hexes

Not here: how faults are told (`module.models.parameters` makes the model that checks); this is
imported in play, and needs no pydantic.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import (
    TYPE_CHECKING,
    Annotated,
    ClassVar,
    Final,
    TypeAlias,
    TypeVar,
    dataclass_transform,
)

import msgspec
from msgspec import Meta

from tabuleiro.i18n import _

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

__all__ = [
    "ID_PATTERN",
    "RULE_PATTERN",
    "Area",
    "Box",
    "Columns",
    "Count",
    "Counter",
    "Cover",
    "EachSide",
    "Edge",
    "Face",
    "Faces",
    "Formation",
    "Half",
    "HexName",
    "HexsideKind",
    "Id",
    "Marker",
    "MovementClass",
    "Nation",
    "NetworkKind",
    "NoTerms",
    "Number",
    "Option",
    "Place",
    "Points",
    "Reference",
    "Region",
    "Rule",
    "Side",
    "SiteKind",
    "Table",
    "Tag",
    "Terms",
    "TermsT",
    "Terrain",
    "Turn",
    "UnitType",
    "read_terms",
]

ID_PATTERN: Final = r"^[a-z0-9]+([-._][a-z0-9]+)*$"
RULE_PATTERN: Final = r"^[A-Za-z0-9]+([-._][A-Za-z0-9]+)*$"


@dataclass_transform(frozen_default=True, kw_only_default=True)
class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """Keys of ``rules`` that a rule reads, or the keys below one of them.

    Each field has a type and a sentence below it. A default makes that a key may be left out; of
    one that is ``| None`` so that code must think of its not being there. Where keys that must be
    there come after such, be it that other terms are extended, the class is ``kw_only=True``.
    """

    key: ClassVar[str] = ""
    """The key under which all the fields stand; if there is none they are keys of ``rules``."""
    required: ClassVar[bool] = False
    """Whether a game with these terms must have that key."""

    def fault(self) -> str:
        """Return what is wrong with the values taken together, in a sentence; mostly nothing."""
        return ""


TermsT = TypeVar("TermsT", bound=Terms)


class NoTerms(KeyError):
    """A rule asks for a key that the module does not have: it is not in the game."""

    def __str__(self) -> str:
        """Return a sentence."""
        return _("`rules` of the module have no `{key}`").format(key=self.args[0])


def read_terms(rules: Mapping[str, Any], kind: type[TermsT]) -> TermsT | None:
    """Return terms with the values that ``rules`` of a module have; None if it has not their key.

    >>> class Curfew(Terms):
    ...     key = "curfew"
    ...     last_turn: int
    >>> read_terms({"curfew": {"last_turn": 3}}, Curfew)
    Curfew(last_turn=3)
    >>> read_terms({}, Curfew)
    """
    if not kind.key:
        return msgspec.convert(rules, kind)
    return msgspec.convert(rules[kind.key], kind) if kind.key in rules else None


@dataclass(frozen=True)
class Reference:
    """Says of a text that it names something of this kind in the module."""

    kind: str


@dataclass(frozen=True)
class EachSide:
    """Says of a mapping by sides that no side may be missing."""


Id: TypeAlias = Annotated[str, Meta(pattern=ID_PATTERN, max_length=80)]
Rule: TypeAlias = Annotated[str, Meta(pattern=RULE_PATTERN, max_length=80)]
"""A clause of the rulebook."""

Turn: TypeAlias = Annotated[int, Meta(ge=1, le=999)]
"""The number of a turn."""
Number: TypeAlias = Annotated[int, Meta(ge=0, le=999)]
Count: TypeAlias = Annotated[int, Meta(ge=1, le=999)]
"""A number of pieces or hexes, or a divisor: at least one."""
Points: TypeAlias = Annotated[int, Meta(ge=-999, le=999)]
"""Points of victory."""
Columns: TypeAlias = Annotated[int, Meta(ge=0, le=99)]
"""Columns of the combat table."""
Half: TypeAlias = Annotated[float, Meta(ge=0, le=99, multiple_of=0.5)]
"""Movement points: whole or half."""
Face: TypeAlias = Annotated[int, Meta(ge=1, le=6)]
Faces: TypeAlias = tuple[Face, ...]
"""The faces of a die with which something happens."""

Area: TypeAlias = Annotated[Id, Reference("area")]
Box: TypeAlias = Annotated[Id, Reference("box")]
Counter: TypeAlias = Annotated[Id, Reference("counter")]
Cover: TypeAlias = Annotated[Id, Reference("cover")]
Edge: TypeAlias = Annotated[Id, Reference("edge")]
Formation: TypeAlias = Annotated[Id, Reference("formation")]
HexName: TypeAlias = Annotated[str, Meta(min_length=1, max_length=20), Reference("hex")]
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
