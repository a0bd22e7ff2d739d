"""The model that checks ``rules`` of ``module.yaml``, made from the terms that a game's rules read.

The module format does not know which parameters a game has: its parts say so, as classes of
`tabuleiro.module.terms`. They are what the rules read in play, too; so nothing is said twice.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Mapping
from functools import cache, partial
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, ClassVar, Union, get_args, get_origin, get_type_hints

from msgspec import NODEFAULT, Meta, UnsetType, convert
from msgspec.structs import fields
from pydantic import AfterValidator, ConfigDict, Field, StringConstraints, create_model

from tabuleiro.module.models.base import Model
from tabuleiro.module.models.references import Clauses, LookedUp, OfEachSide, told
from tabuleiro.module.terms import EachSide, Reference, Terms

__all__ = ["Parameters", "model_of", "parameters_model"]


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


class _Loose(Parameters):
    """The parameters of a game of which not all is known: other keys are let pass."""

    model_config = ConfigDict(extra="ignore")


@cache
def parameters_model(
    terms: tuple[type[Terms], ...],
    *,
    words: tuple[str, ...] | None = (),
    sides: int | None = None,
    loose: bool = False,
) -> type[Parameters]:
    """Return the model of the keys that some terms have; of two with one key the later counts.

    ``words`` are those for ``clauses``, ``sides`` is the number that the rules are made for. A
    ``loose`` model lets keys pass that it does not know.
    """
    found: dict[str, Any] = {}
    for kind in terms:
        found |= {kind.key: _under_key(kind)} if kind.key else _fields(kind)
    base = _Loose if loose else Parameters
    model = create_model("Parameters", __base__=base, **found)
    model.words, model.sides = words, sides
    return model


def _under_key(kind: type[Terms]) -> tuple[Any, Any]:
    """Return type and field of a key with terms below it."""
    doc = " ".join((kind.__doc__ or "").partition("\n\n")[0].split())
    default = ... if kind.required else None
    return model_of(kind), Field(default, description=doc)


@cache
def model_of(kind: type[Terms]) -> Any:
    """Return the model of a mapping with the fields of some terms."""
    model = create_model(kind.__name__, __base__=Model, __doc__=kind.__doc__, **_fields(kind))
    if kind.fault is Terms.fault:
        return model
    return Annotated[model, AfterValidator(partial(_whole, kind))]


def _whole(kind: type[Terms], value: Model) -> Model:
    """Object to values that do not go together."""
    fault = convert(value.model_dump(), kind, strict=False).fault()
    if fault:
        raise told(fault)
    return value


def _fields(kind: type[Terms]) -> dict[str, Any]:
    """Return the fields of a model: types and defaults as terms have them, and the sentences."""
    types, said = get_type_hints(kind, include_extras=True), sentences(kind)
    return {
        one.name: (_type(types[one.name]), Field(_default(one), description=said.get(one.name)))
        for one in fields(kind)
    }


def _default(one: Any) -> Any:
    if one.default is not NODEFAULT:
        return _plain(one.default)
    return ... if one.default_factory is NODEFAULT else one.default_factory()


def _plain(value: Any) -> Any:
    return [*value] if isinstance(value, tuple) else value


def _type(kind: Any) -> Any:
    """Return a type of terms as the checker wants it: lists, dicts, models, limits, references."""
    if isinstance(kind, type) and issubclass(kind, Terms):
        return model_of(kind)
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Annotated:
        found = _type(parts[0])
        for mark in parts[1:]:
            found = Annotated[found, _mark(mark, parts[0])]
        return found
    if origin is tuple:
        return list[_type(parts[0])]  # type: ignore[misc]
    if origin in {Mapping, dict}:
        return dict[_type(parts[0]), _type(parts[1])]  # type: ignore[misc]
    if type(None) in parts:  # may be left out, but is never null
        rest = [part for part in parts if part not in {type(None), UnsetType}]
        return _type(rest[0]) if len(rest) == 1 else Union[tuple(map(_type, rest))]  # noqa: UP007
    return kind


def _mark(mark: Any, kind: Any) -> Any:
    """Return what a type carries in the words of the checker."""
    if isinstance(mark, Reference):
        return LookedUp(mark.kind)
    if isinstance(mark, EachSide):
        return OfEachSide()
    if not isinstance(mark, Meta):
        return mark
    names = ("pattern", "min_length", "max_length", "ge", "gt", "le", "lt", "multiple_of")
    limits = {name: getattr(mark, name) for name in names if getattr(mark, name) is not None}
    return StringConstraints(**limits) if kind is str else Field(**limits)


# the sentences below the fields


def sentences(kind: type[Terms]) -> dict[str, str]:
    """Return the sentence that stands below each field of some terms and of those they extend."""
    found: dict[str, str] = {}
    for one in reversed(kind.__mro__):
        if issubclass(one, Terms) and one is not Terms:
            source = getattr(sys.modules.get(one.__module__), "__file__", None)
            found |= _in_file(source).get(one.__qualname__, {}) if source else {}
    return found


@cache
def _in_file(source: str) -> dict[str, dict[str, str]]:
    """Return the sentences of all classes of a file; nothing if there is only compiled code."""
    try:
        tree = ast.parse(Path(source).read_text("utf-8"))
    except (OSError, SyntaxError, UnicodeDecodeError):
        return {}
    classes = (node for node in ast.walk(tree) if isinstance(node, ast.ClassDef))
    return {node.name: dict(_below(node.body)) for node in classes}


def _below(body: list[ast.stmt]) -> Iterable[tuple[str, str]]:
    for field, text in pairwise(body):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
            said = text.value if isinstance(text, ast.Expr) else None
            if isinstance(said, ast.Constant) and isinstance(said.value, str):
                yield field.target.id, " ".join(said.value.split())
