"""What pydantic found wrong, said in sentences for the author of a module."""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from itertools import islice
from typing import Annotated, Any, Final, Union, get_args, get_origin

from pydantic import Tag, ValidationError
from pydantic_core import ErrorDetails

from tabuleiro.i18n import N_, _, ngettext
from tabuleiro.module.errors import MAX_PROBLEMS, did_you_mean, shortened
from tabuleiro.module.loader import Loc
from tabuleiro.module.models import Model, base
from tabuleiro.module.models.references import TOLD
from tabuleiro.module.models.tables import ODDS_PATTERN

__all__ = ["ProblemFound", "found", "problems_of"]

ProblemFound = tuple[Loc, str, str]
"""The place, the sentence and the hint."""

_PATTERNS: Final = {
    base.ID_PATTERN: N_("{found} is no id: lower-case words and digits joined by hyphens, please"),
    base.CODE_PATTERN: N_("{found} is no code: up to 20 characters without spaces, please"),
    base.RULE_PATTERN: N_("{found} is no clause: it should look like diadem-5.1.1-6"),
    base.COLOUR_PATTERN: N_("{found} is no colour: it should look like #3b6ea5"),
    base.VERSION_PATTERN: N_("{found} is no version: it should look like 1.0.0"),
    base.SIDE_PATTERN: N_("{found} is no hexside: it should look like 1106/1206"),
    base.TEXT_PATTERN: N_("the text is empty"),
    base.SIGN_PATTERN: N_("{found} is no sign: one character that is no space, please"),
    ODDS_PATTERN: N_("{found} are no odds: they should look like 3-1"),
}
_TYPES: Final = {
    "string_type": N_("a text is wanted here, not {found}"),
    "int_type": N_("a whole number is wanted here, not {found}"),
    "int_from_float": N_("a whole number is wanted here, not {found}"),
    "float_type": N_("a number is wanted here, not {found}"),
    "bool_type": N_("true or false is wanted here, not {found}"),
    "list_type": N_("a list is wanted here, not {found}"),
    "dict_type": N_("a mapping is wanted here, not {found}"),
    "model_type": N_("a mapping is wanted here, not {found}"),
    "model_attributes_type": N_("a mapping is wanted here, not {found}"),
    "number_or_list": N_("a whole number or a list is wanted here, not {found}"),
    "all_or_list": N_("`all` or a list is wanted here, not {found}"),
    "scalar": N_("true, false, a whole number or a text is wanted here, not {found}"),
    "multiple_of": N_("points are whole or half, not {found}"),
}
_BOUNDS: Final = {
    "greater_than": ("gt", N_("the number must be greater than {limit}, not {found}")),
    "greater_than_equal": ("ge", N_("the number must be at least {limit}, not {found}")),
    "less_than_equal": ("le", N_("the number must be at most {limit}, not {found}")),
}


_MANY: Final = 1_000
"""More errors than that are not made into objects all at once: each of them costs a kilobyte."""


def problems_of(
    error: ValidationError, model: type[Model], data: Any, context: object = None
) -> list[ProblemFound]:
    """Return one complaint for each error in some data, of very many the first."""
    details = _first_errors(error, model, data, context)[:MAX_PROBLEMS]
    return [_problem_of(detail, model) for detail in details]


def _first_errors(
    error: ValidationError, model: type[Model], data: Any, context: object
) -> list[ErrorDetails]:
    """Return all errors if they are not too many, else those in the first part of the data."""
    for most in (MAX_PROBLEMS, _MANY, 10 * _MANY):
        if error.error_count() <= _MANY:
            break
        try:
            model.model_validate(_beginning(data, most), context=context)
        except ValidationError as fewer:
            if fewer.error_count() >= MAX_PROBLEMS:
                error = fewer
                break
    return error.errors(include_url=False, include_context=True)


def _beginning(data: Any, most: int) -> Any:
    """Return data with no more than so many items in each list and mapping."""
    if isinstance(data, list):
        return [_beginning(item, most) for item in data[:most]]
    if isinstance(data, dict):
        return {key: _beginning(data[key], most) for key in islice(data, most)}
    return data


def _problem_of(detail: ErrorDetails, model: type[Model]) -> ProblemFound:
    loc = tuple(part for part in detail["loc"] if part not in _NO_PARTS)
    kind, value, context = detail["type"], detail["input"], detail.get("ctx", {})
    if kind == TOLD:
        return loc, context["message"], context["hint"]
    if kind == "missing":
        key = str(loc[-1])
        return loc[:-1], _missing(key), ""
    if kind == "extra_forbidden":
        key = str(loc[-1])
        known = _keys_at(model, detail["loc"][:-1])
        return loc, _('unknown key "{key}"').format(key=shortened(key)), did_you_mean(key, known)
    if kind == "literal_error":
        return loc, *_not_among(value, context)
    for sentence in (
        _says_type(kind, value),
        _says_bound(kind, value, context),
        _says_text(kind, value, context),
    ):
        if sentence:
            return loc, sentence, _hint(kind, value)
    return loc, f"{detail['msg']}: {found(value)}", ""


def _missing(key: str) -> str:
    if key in {"pt", "en"}:
        return _('the key "{key}" is missing: every text is wanted in both languages').format(
            key=key
        )
    return _('the key "{key}" is missing').format(key=key)


def _not_among(value: object, context: Mapping[str, Any]) -> tuple[str, str]:
    # pydantic lists the values as 'a', 'b' or 'c'
    expected = str(context["expected"]).replace("'", "").replace(" or ", ", ")
    choices = expected.split(", ")
    sentence = _("{found} is none of: {choices}").format(found=found(value), choices=expected)
    if value in choices:
        return sentence, _("without quotes")
    return sentence, did_you_mean(value, choices) if isinstance(value, str) else ""


def _says_type(kind: str, value: object) -> str:
    return _(_TYPES[kind]).format(found=found(value)) if kind in _TYPES else ""


def _says_bound(kind: str, value: object, context: Mapping[str, Any]) -> str:
    if kind not in _BOUNDS:
        return ""
    key, sentence = _BOUNDS[kind]
    return _(sentence).format(limit=f"{context[key]:g}", found=found(value))


def _says_text(kind: str, value: object, context: Mapping[str, Any]) -> str:
    if kind == "string_pattern_mismatch":
        sentence = _PATTERNS.get(context["pattern"], N_("{found} does not fit here"))
        return _(sentence).format(found=found(value))
    if kind == "too_long":
        n = context["max_length"]
        return ngettext(
            "no more than {n} item is wanted here", "no more than {n} items are wanted here", n
        ).format(n=n)
    if kind == "string_too_long":
        n = context["max_length"]
        return ngettext(
            "the text is too long: {n} character at most",
            "the text is too long: {n} characters at most",
            n,
        ).format(n=n)
    if kind == "string_too_short" or (kind == "too_short" and isinstance(value, str)):
        return _("the text is empty")
    if kind == "too_short":
        return _("at least one item is wanted here")
    return ""


def _hint(kind: str, value: object) -> str:
    if kind == "string_type" and isinstance(value, int | float):
        return _("put it in quotes")
    return ""


def found(value: object) -> str:
    """Return what was found, in words.

    >>> found("infantri"), found(True), found([1, 2]), found(None)
    ('"infantri"', 'true', 'a list', 'nothing')
    """
    said: dict[type, Callable[[], str]] = {
        type(None): lambda: _("nothing"),
        bool: lambda: str(value).lower(),
        list: lambda: _("a list"),
        dict: lambda: _("a mapping"),
        str: lambda: f'"{shortened(str(value))}"',
    }
    return said.get(type(value), lambda: str(value))()


_NO_PARTS: Final = ("[key]", "(one)", "(list)", "(hexes)", "(squares)", "(areas)", "(plain)")
"""What names no part of a file: a key itself, and which of two shapes a value has."""


def _keys_at(model: type[Model], loc: Loc) -> list[str]:
    """Return the keys that the model knows at a place; ``loc`` has the names of shapes in it."""
    annotated: Any = model
    for part in loc:
        here = _unwrapped(annotated)
        if part in _NO_PARTS:
            annotated = _of_shape(annotated, str(part))
        elif _is_model(here):
            fields = {field.alias or name: field for name, field in here.model_fields.items()}
            annotated = fields[str(part)].annotation
        else:  # an item of a list or a value of a mapping
            annotated = get_args(here)[-1]
    fields = _unwrapped(annotated).model_fields
    return [field.alias or name for name, field in fields.items()]


def _of_shape(kind: Any, shape: str) -> Any:
    """Return the one of several shapes of a value that has a name; a key stays what it is."""
    inside = [kind]
    while inside:
        one = inside.pop()
        if get_origin(one) is Annotated and any(
            isinstance(mark, Tag) and mark.tag == shape for mark in get_args(one)[1:]
        ):
            return one
        if get_origin(one) in {Annotated, Union, types.UnionType}:
            inside += get_args(one)
    return kind


def _is_model(kind: object) -> bool:
    return isinstance(kind, type) and issubclass(kind, Model)


def _unwrapped(kind: Any) -> Any:
    """Take away ``| None`` and what stands around a type in ``Annotated``."""
    if get_origin(kind) is Annotated:
        return _unwrapped(get_args(kind)[0])
    if get_origin(kind) in {Union, types.UnionType}:
        return next(part for part in get_args(kind) if part is not type(None))
    return kind
