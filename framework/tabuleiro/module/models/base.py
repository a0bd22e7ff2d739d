"""What the models of all files have in common: strictness and the small types."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainValidator,
    StringConstraints,
    ValidatorFunctionWrapHandler,
    WithJsonSchema,
    WrapValidator,
)
from pydantic_core import PydanticCustomError, PydanticKnownError

from tabuleiro.module.records import UNLIMITED
from tabuleiro.module.terms import ID_PATTERN, RULE_PATTERN

__all__ = [
    "CODE_PATTERN",
    "COLOUR_PATTERN",
    "EDGE_NAMES",
    "ID_PATTERN",
    "RULE_PATTERN",
    "SIDE_PATTERN",
    "SIGN_PATTERN",
    "TEXT_PATTERN",
    "VERSION_PATTERN",
    "Code",
    "Colour",
    "Cost",
    "Edge",
    "Format",
    "Hex",
    "Hexside",
    "Holds",
    "Id",
    "ImageModel",
    "Images",
    "Items",
    "Model",
    "Rule",
    "Scalar",
    "Told",
    "Value",
    "Version",
    "Word",
    "Words",
]

CODE_PATTERN: Final = r"^\S{1,20}$"
COLOUR_PATTERN: Final = r"^#[0-9a-fA-F]{6}$"
VERSION_PATTERN: Final = r"^[0-9]+\.[0-9]+\.[0-9]+([-+.][0-9A-Za-z.-]+)?$"
SIDE_PATTERN: Final = r"^[^/\s]+/[^/\s]+$"
TEXT_PATTERN: Final = r"\S"
SIGN_PATTERN: Final = r"^\S$"

Id = Annotated[str, StringConstraints(pattern=ID_PATTERN, max_length=80)]
Code = Annotated[str, StringConstraints(pattern=CODE_PATTERN)]
Rule = Annotated[str, StringConstraints(pattern=RULE_PATTERN, max_length=80)]
Colour = Annotated[str, StringConstraints(pattern=COLOUR_PATTERN)]
Version = Annotated[str, StringConstraints(pattern=VERSION_PATTERN, max_length=40)]
Hexside = Annotated[str, StringConstraints(pattern=SIDE_PATTERN, max_length=250)]
Word = Annotated[str, StringConstraints(pattern=TEXT_PATTERN, max_length=10_000)]
Format: TypeAlias = Literal[1]

EDGE_NAMES: Final = ("north", "east", "south", "west")
Edge: TypeAlias = Literal["north", "east", "south", "west"]


def _written(value: Any) -> Any:
    """Take a hex number without quotes: YAML reads 1106 as a number, but 0714 as text."""
    return str(value) if type(value) is int else value


Hex = Annotated[
    str,
    BeforeValidator(_written),
    StringConstraints(min_length=1, max_length=120),
    WithJsonSchema({"type": ["string", "integer"], "minLength": 1}),
]

Cost = Annotated[float | None, Field(ge=0, le=1000, multiple_of=0.5)]
"""Movement points: whole or half; None is forbidden."""


def _scalar(value: Any) -> bool | int | str:
    if isinstance(value, bool | int | str):
        return value
    raise PydanticCustomError("scalar", "true, false, a whole number or a text")


Scalar = Annotated[
    Any, PlainValidator(_scalar), WithJsonSchema({"type": ["boolean", "integer", "string"]})
]
"""The value of an option."""


def _items(value: Any) -> Any:
    if not isinstance(value, int | list):
        raise PydanticCustomError("number_or_list", "a number or a list")
    return [value] if isinstance(value, int) else value


Items = Annotated[
    list[Annotated[int, Field(ge=-999, le=999)]],
    BeforeValidator(_items),
    Field(min_length=1),
    WithJsonSchema({"type": ["integer", "array"], "items": {"type": "integer"}}),
]
"""A number, or a list of them; a list of one means the same as the number."""


def _printed(value: Any, check: ValidatorFunctionWrapHandler) -> Any:
    return UNLIMITED if value == "unlimited" else check(value)


Value = Annotated[
    Annotated[int, Field(ge=0, le=999)],
    WrapValidator(_printed),
    WithJsonSchema(
        {"anyOf": [{"type": "integer", "minimum": 0, "maximum": 999}, {"const": "unlimited"}]}
    ),
]
"""A number printed on a counter, or `unlimited`."""


class Model(BaseModel):
    """A part of a module file: no conversions, no unknown keys."""

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid", protected_namespaces=())


class Holds(Model):
    """What a counter may hold: counters whose place it is, that move and are lost with it."""

    types: list[Id] = Field(default=[], description="The unit types that it holds; none: all.")
    classes: list[Id] = Field(
        default=[], description="The movement classes that it holds; none: all."
    )
    tags: list[Id] = Field(
        default=[], description="It holds counters that have one of these tags; none: all."
    )
    limit: Annotated[int, Field(ge=1, le=999)] | Id | None = Field(
        default=None,
        description="How many it holds: a number, or the name of a value that is printed on it; "
        "without it as many as are wanted.",
    )
    takes: Id | None = Field(
        default=None,
        description="The value of what is inside that counts towards `limit`; without it each "
        "counter is one.",
    )
    secret: bool = Field(
        default=False, description="Whether only its side sees what is inside, and how much."
    )


def _front(value: Any) -> Any:
    return {"front": value} if isinstance(value, str) else value


class ImageModel(Model):
    """Pictures of a counter, which are shown instead of a drawn one."""

    front: Word | None = Field(
        default=None, description="The counter as it is; without it, it is drawn."
    )
    back: Word | None = Field(
        default=None, description="The counter with one loss; without it, a stripe lies over it."
    )
    steps: list[Word] = Field(
        default=[],
        max_length=11,
        description="Instead of `back`: the counter with one loss, with two, ...",
    )
    hidden: Word | None = Field(
        default=None, description="What those see who may not know which counter it is."
    )
    states: dict[Id, dict[Id, Word]] = Field(
        default={},
        description="What is laid over it while a state has a value: `{moved: {yes: moved.png}}`.",
    )
    width: float | None = Field(
        default=None,
        gt=0,
        le=60,
        description="How wide it lies on the table, if every drawn counter is 1 wide: cards may be "
        "larger than counters.",
    )


Images = Annotated[
    ImageModel,
    BeforeValidator(_front),
    WithJsonSchema({"anyOf": [{"type": "string"}, ImageModel.model_json_schema()]}),
]
"""Pictures of a counter in the folder `images`; one alone is its front."""


class Words(Model):
    """A text that a player reads."""

    pt: Word = Field(description="The text in Brazilian Portuguese.")
    en: Word = Field(description="The text in English.")


_TEXT_SCHEMA: Final = {"type": "string", "pattern": TEXT_PATTERN}


def _told(value: Any) -> Any:
    if isinstance(value, dict):
        return value
    if not isinstance(value, str) or not value.strip():
        raise PydanticKnownError("string_type")
    return {"pt": value, "en": value}


Told = Annotated[
    Words,
    BeforeValidator(_told),
    WithJsonSchema({"anyOf": [_TEXT_SCHEMA, Words.model_json_schema()]}),
]
"""A text that may be the same in both languages, such as a name; then it stands there once."""
