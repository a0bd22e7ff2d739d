"""The reference page of the parameters, made from their models: ``docs/rules-parameters.md``."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, get_args, get_origin

from annotated_types import Ge, Le
from pydantic.fields import FieldInfo

from tabuleiro.engine.catalogue import Catalogue
from tabuleiro.module.models.base import Model, Rule
from tabuleiro.module.models.parameters import Parameters, parameters_model
from tabuleiro.module.terms import EachSide, Reference
from tabuleiro.rules.clause_words import SHARED
from tabuleiro.rules.families.common import TERMS as SHARED_TERMS
from tabuleiro.rules.families.ladder import TERMS as LADDER_TERMS

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["entries", "reference"]

_HEAD: Final = """\
# Parameters of the rules

What `rules:` of a `module.yaml` may say to the mechanics of its family. This page is made from the
terms of the rules by
`python -m tabuleiro.testing.parameters > docs/rules-parameters.md`.

When a module is opened, `rules:` is checked by the terms that the parts of its game name as
`parameters`; whatever is wrong is told with line and column. A key that no model has is a
fault. A key that may be left out may not be empty: leave it out. Hexes need quotes here. Of a
module whose plugin is not installed, `tabuleiro validate` checks `stacking`, `break_contact`,
`unity_shift`, `unity_without`, `sealed` and the form of `clauses`.

A plugin may have parameters of its own, and more keys in some of these: the last section has those
of the games that come along, and [adding-a-game.md](adding-a-game.md) says how.
"""

_REFERENCES: Final = {
    "area": "region or box",
    "class": "movement class",
    "counter": "counter",
    "cover": "region or box, or `same-airfield`",
    "edge": "stretch of the border",
    "hexside": "kind of hexside",
    "network": "kind of network",
    "site": "kind of place, or marker",
    "table": "table of values",
    "type": "unit type",
    "word": "word",
}
_TYPES: Final = {bool: "true or false", int: "whole number", float: "number", str: "text"}


def reference() -> str:
    """Return the page as Markdown."""
    parts = [_HEAD]
    every = parameters_model(SHARED_TERMS)
    sections: tuple[tuple[str, type[Parameters], type[Parameters] | None], ...] = (
        ("All games", every, None),
        ("Ladder family", parameters_model(LADDER_TERMS), every),
    )
    for title, model, base in sections:
        parts += [f"## {title}", *entries(model, base)]
    parts += ["## Parts that one game has", _PARTS, *_of_parts()]
    parts += [
        "## Words for clauses",
        "`{result}` is a result of the tables, in small letters; so with `{region}`, `{side}`, ...",
        f"Of the rules that games share: {_words(SHARED)}.",
    ]
    return "\n\n".join(part.rstrip("\n") for part in parts) + "\n"


_PARTS: Final = """\
A part that a game takes from its own plugin, or from another's, brings its key and its words."""


def _of_parts() -> Iterator[str]:
    """Yield a paragraph for each key that a part of an installed game brings, and its words."""
    for game in Catalogue.installed().games.values():
        for part in game.parts:
            package, words = type(part).__module__.partition(".")[0], getattr(part, "words", ())
            terms = tuple(getattr(part, "parameters", ()))
            if terms and package != "tabuleiro":
                told = f"; words: {_words(words)}" if words else ""
                yield f"### `{package}`: {type(part).__name__}{told}"
                yield from entries(parameters_model(terms), Parameters)


def _words(words: tuple[str, ...]) -> str:
    return ", ".join(f"`{word}`" for word in words)


def entries(model: type[Model], base: type[Model] | None = None) -> Iterator[str]:
    """Yield a paragraph for each key of a model that its base has not, with its keys below."""
    known = base.model_fields if base else {}
    for name, field in model.model_fields.items():
        if name not in known:
            yield "\n".join(_entry(name, field, ""))


def _entry(name: str, field: FieldInfo, indent: str) -> Iterator[str]:
    kind = _type(_whole(field))
    text = f"- `{name}` ({kind}{_presence(field)}): {field.description}"
    yield textwrap.fill(
        text, 100, initial_indent=indent, subsequent_indent=f"{indent}  ",
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip
    inner = _model_in(field.annotation)
    for key, part in inner.model_fields.items() if inner else ():
        yield from _entry(key, part, f"{indent}  ")


def _whole(field: FieldInfo) -> Any:
    """Return the type of a field with all that stood around it."""
    kind: Any = field.annotation
    for part in field.metadata:
        kind = Annotated[kind, part]
    return kind


def _presence(field: FieldInfo) -> str:
    if field.is_required():
        return ", required"
    if field.default is None or field.default in ([], {}):
        return ""
    said = str(field.default)
    return f", {said.lower() if isinstance(field.default, bool) else said} if left out"


def _type(kind: Any, around: tuple[Any, ...] = ()) -> str:
    """Return a type in words."""
    if get_origin(kind) is Annotated:
        inner, *more = get_args(kind)
        return _type(inner, (*more, *around))
    for part in around:
        if isinstance(part, Reference):
            return _REFERENCES.get(part.kind, part.kind)
    if get_origin(kind) is Literal:
        return " or ".join(f"`{choice}`" for choice in get_args(kind))
    if get_origin(kind) is list:
        return f"list: {_type(get_args(kind)[0])}"
    if get_origin(kind) is dict:
        key, value = get_args(kind)
        every = "every " if any(isinstance(part, EachSide) for part in around) else ""
        return f"by {every}{_type(key)}: {_type(value)}"
    if isinstance(kind, type) and issubclass(kind, Model):
        return "mapping"
    if get_args(Rule) and kind is str:
        return "clause" if any(part in get_args(Rule)[1:] for part in around) else "text"
    return _TYPES[kind] + _bounds(around)


def _bounds(around: tuple[Any, ...]) -> str:
    """Return the limits of a number that say something; huge ones are none."""
    parts = [part for whole in around for part in getattr(whole, "metadata", (whole,))]
    least = next((part.ge for part in parts if isinstance(part, Ge)), None)
    most = next((part.le for part in parts if isinstance(part, Le)), None)
    if least in {0, 1} and most == 6:
        return f" from {least} to {most}"
    return f" from {least}" if least == 1 else ""


def _model_in(kind: Any) -> type[Model] | None:
    """Return the model that a type is, or holds in lists and mappings."""
    if isinstance(kind, type) and issubclass(kind, Model):
        return kind
    parts = get_args(kind)
    if get_origin(kind) is Annotated:
        parts = parts[:1]
    return next((found for part in parts if (found := _model_in(part))), None)


if __name__ == "__main__":
    import sys

    sys.stdout.write(reference())
