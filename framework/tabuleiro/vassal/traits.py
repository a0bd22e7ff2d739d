"""Traits: what a game piece of VASSAL is made of, one around the other.

A trait is a sequence of fields, the first of which says its kind; what changes during play, its
state, stands apart. Keys that players press and sentences for the chat are not read: the free table
has its own. Expressions (in braces, or with dollars) are kept as text and never reckoned.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final, NamedTuple

from tabuleiro.module.records import Lies
from tabuleiro.vassal.sequences import Fields, split

__all__ = [
    "KINDS",
    "Basic",
    "Hide",
    "Immobile",
    "Label",
    "Layer",
    "Marker",
    "Mask",
    "Other",
    "Place",
    "Property",
    "Prototype",
    "Rotate",
    "Trait",
    "read_trait",
]


class Basic(NamedTuple):
    """The innermost part: the picture of the piece and its name."""

    image: str
    name: str


class Prototype(NamedTuple):
    """Traits that are defined once, under a name."""

    name: str


class Layer(NamedTuple):
    """Pictures that lie upon the piece, one at a time or none."""

    name: str
    images: tuple[str, ...]
    names: tuple[str, ...]
    level: int
    """Which of them is seen before the state says so, from 1; 0 for none."""
    follows: str
    """A property that says which, if it is one."""
    first: int
    """The value of that property for the first picture."""
    off: tuple[int, int] = (0, 0)
    """How far the middle of the pictures lies right of and below that of the piece, in pixels."""


class Marker(NamedTuple):
    """Properties that never change."""

    keys: tuple[str, ...]


class Property(NamedTuple):
    """A property that changes during play."""

    name: str
    numeric: bool
    low: int
    high: int


class Label(NamedTuple):
    """A text that is written upon the piece."""

    property: str


class Rotate(NamedTuple):
    """The piece is turned: in how many directions, 1 for any angle."""

    facings: int


class Mask(NamedTuple):
    """The other side of the piece, which all see while its owner alone sees the front."""

    image: str
    name: str


class Hide(NamedTuple):
    """The piece may be there without being seen by others."""


class Immobile(NamedTuple):
    """The piece does not stack."""

    lies: Lies
    """By itself, below others if it is taken on purpose only, or fixed where it is."""


class Place(NamedTuple):
    """The piece puts another one down, or in its own place."""

    kind: str
    """``place`` or ``replace``."""
    spec: str
    """The definition of the other piece, or the way to its slot."""


class Other(NamedTuple):
    """A trait of which nothing but its kind is read."""

    kind: str


Trait = (
    Basic
    | Prototype
    | Layer
    | Marker
    | Property
    | Label
    | Rotate
    | Mask
    | Hide
    | Immobile
    | Place
    | Other
)

KINDS: Final = {
    "piece": "piece",
    "prototype": "prototype",
    "emb": "layer",
    "emb2": "layer",
    "mark": "marker",
    "PROP": "property",
    "label": "label",
    "rotate": "rotate",
    "obs": "mask",
    "hide": "hide",
    "immob": "does-not-stack",
    "delete": "delete",
    "clone": "clone",
    "replace": "replace",
    "placemark": "place-marker",
    "footprint": "trail",
    "markmoved": "mark-when-moved",
    "AreaOfEffect": "area-of-effect",
    "sendto": "send-to-location",
    "return": "return-to-deck",
    "restrict": "restricted-access",
    "hideCmd": "restrict-commands",
    "report": "report-action",
    "macro": "trigger-action",
    "globalkey": "global-key-command",
    "globalhotkey": "global-hotkey",
    "setprop": "set-global-property",
    "setpieceprop": "set-piece-property",
    "setattachprop": "set-attachment-property",
    "calcProp": "calculated-property",
    "translate": "move-fixed-distance",
    "pivot": "pivot",
    "nonRect": "non-rectangular",
    "nonRect2": "non-rectangular",
    "propertysheet": "property-sheet",
    "table": "spreadsheet",
    "submenu": "submenu",
    "menuSeparator": "menu-separator",
    "playSound": "play-sound",
    "button": "action-button",
    "deselect": "deselect",
    "locmsg": "translatable-message",
    "cmt": "comment",
    "basicName": "basic-name",
    "mat": "mat",
    "matPiece": "mat-cargo",
    "attach": "attachment",
    "border": "border-outline",
    "multiLocationCommand": "multi-location-command",
}
"""What we call each kind of trait, by the word with which it begins."""

_MOST_FACINGS: Final = 360
_KEPT: Final = 2_000
_MOST: Final = 200
"""Pictures of a layer, keys of a marker."""


def read_trait(text: str) -> Trait:
    """Return what a trait says.

    >>> read_trait("piece;;;tank.png;Tiger")
    Basic(image='tank.png', name='Tiger')
    >>> read_trait("obs;70,130;back.png;Flip;2;Card")
    Mask(image='back.png', name='Card')
    >>> read_trait("cmt;anything")
    Other(kind='comment')
    """
    return _short(text) if len(text) <= _KEPT else _read(text)


@lru_cache(maxsize=10_000)
def _short(text: str) -> Trait:
    """Return a trait that may be in many pieces; long ones are not kept."""
    return _read(text)


def _read(text: str) -> Trait:
    word, _sign, rest = text.partition(";")
    if word == "mark":
        return Marker(tuple(split(rest, ",")[:_MOST]))
    reader = _READERS.get(word)
    return Other(KINDS.get(word, word)) if reader is None else reader(Fields(rest, ";"))


def _basic(fields: Fields) -> Basic:
    fields.skip(2)  # keys for cloning and deleting
    return Basic(fields.text(), fields.text())


def _label(fields: Fields) -> Label:
    fields.skip(14)
    return Label(fields.text("TextLabel"))


def _mask(fields: Fields) -> Mask:
    fields.skip()
    image = fields.text()
    fields.skip(2)
    return Mask(image, fields.text())


def _immobile(fields: Fields) -> Immobile:
    select, move = fields.text(), fields.text()
    if "n" in select or move.startswith("V"):
        return Immobile("fixed")
    on_purpose = not {"i", "c"}.isdisjoint(select) or move.startswith("I")
    return Immobile("under" if on_purpose else "apart")


def _other_piece(fields: Fields, kind: str) -> Place:
    fields.skip(2)
    return Place(kind, fields.text())


def _layer(fields: Fields) -> Layer:
    fields.skip(2)
    key = fields.text("A")
    fields.skip(10)
    off = fields.number(0), fields.number(0)
    images = _texts(fields.text())
    names = _texts(fields.text())
    fields.skip()
    name = fields.text()
    fields.skip(2)
    follows = fields.flag()
    source, first, version = fields.text(), fields.number(1), fields.number(0)
    always = fields.flag()
    shown = always if version else not key
    return Layer(name, images, names, int(shown), source if follows else "", first, off)


def _old_layer(fields: Fields) -> Layer:
    """Read a layer as it was written before version 3.1: a list of pictures at the end."""
    key = split(fields.text(), ";")[0]
    fields.skip(5)
    off = fields.number(0), fields.number(0)
    pairs = [[*split(each, ","), ""][:2] for each in fields.rest()[:_MOST]]
    images, names = tuple(pair[0] for pair in pairs), tuple(pair[1] for pair in pairs)
    return Layer("", images, names, int(not key), "", 1, off)


def _texts(text: str) -> tuple[str, ...]:
    return tuple(split(text, ",")[:_MOST]) if text else ()


def _property(fields: Fields) -> Property:
    name = fields.text("name")
    limits = Fields(fields.text(), ",")
    return Property(name, limits.flag(), limits.number(0), limits.number(100))


_READERS: Final[dict[str, Callable[[Fields], Trait]]] = {
    "piece": _basic,
    "prototype": lambda fields: Prototype(fields.text()),
    "emb": _old_layer,
    "emb2": _layer,
    "PROP": _property,
    "label": _label,
    "rotate": lambda fields: Rotate(min(max(fields.number(1), 1), _MOST_FACINGS)),
    "obs": _mask,
    "hide": lambda _fields: Hide(),
    "immob": _immobile,
    "placemark": lambda fields: _other_piece(fields, "place"),
    "replace": lambda fields: _other_piece(fields, "replace"),
}
