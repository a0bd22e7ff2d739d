"""Game pieces: their traits with all prototypes put in, and what state they are in."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import msgspec

from tabuleiro.i18n import _
from tabuleiro.module.records import Lies
from tabuleiro.vassal.errors import VassalError
from tabuleiro.vassal.sequences import chain, split
from tabuleiro.vassal.traits import (
    Basic,
    Hide,
    Immobile,
    Label,
    Layer,
    Marker,
    Mask,
    Other,
    Place,
    Property,
    Prototype,
    Rotate,
    Trait,
    read_trait,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

__all__ = [
    "Definition",
    "Piece",
    "PieceLayer",
    "Prototypes",
    "kind_of",
    "read_definition",
    "read_place",
]

ADD: Final = "+/"
"""How the definition of a piece begins."""
MAX_TEXT: Final = 1_000_000
MAX_TRAITS: Final = 1_000
MAX_WORK: Final = 400_000
"""Traits of all pieces together, with those of their prototypes."""
MAX_KEYS: Final = 200
MAX_DEPTH: Final = 50

_WHOLE: Final = re.compile(r"-?[0-9]{1,9}")
_NOBODY: Final = ("", "null")
_HOLD: Final[tuple[Lies, ...]] = ("apart", "under", "fixed")
"""Of several traits that say how a piece lies the one that holds it fastest counts."""


class PieceLayer(msgspec.Struct, frozen=True):
    """Pictures upon a piece, and which of them is seen: 0 for none."""

    name: str
    images: tuple[str, ...]
    names: tuple[str, ...]
    level: int
    off: tuple[int, int] = (0, 0)


class Piece(msgspec.Struct):
    """A piece with all that is taken over of it."""

    name: str = ""
    image: str = ""
    layers: list[PieceLayer] = []
    masks: list[Mask] = []
    masked: bool = False
    marks: dict[str, str] = {}
    properties: dict[str, str] = {}
    limits: dict[str, tuple[int, int]] = {}
    """Between which numbers a property may lie."""
    prototypes: list[str] = []
    """The names of the prototypes that it has."""
    labels: list[str] = []
    facings: int = 0
    """0 if it is never turned, 1 for any angle."""
    facing: int = 0
    """The number of its facing; the angle if it has any angle."""
    lies: Lies | None = None
    hides: bool = False
    hidden: bool = False
    deletes: bool = False
    clones: bool = False
    places: list[Place] = []
    slot: str = ""
    """The number of the slot in a palette that it comes from."""


class Definition(msgspec.Struct, frozen=True):
    """A piece as it is written: its traits and their states, the outermost first."""

    id: str
    traits: tuple[str, ...]
    states: tuple[str, ...]


def read_definition(text: str) -> Definition | None:
    r"""Return a piece as it is written, None if this is none.

    >>> read_definition("+/null/delete;\tpiece;;;a.png;A/\tnull;0;0;7;0").traits
    ('delete;', 'piece;;;a.png;A')
    """
    text = text.strip("\n\r ")
    if not text.startswith(ADD) or len(text) > MAX_TEXT:
        return None
    parts = split(text[len(ADD) :], "/")
    if len(parts) < 2:
        return None
    traits = chain(parts[1])
    states = chain(parts[2]) if len(parts) > 2 else []
    if len(traits) > MAX_TRAITS:
        return None
    states += [""] * (len(traits) - len(states))
    return Definition(parts[0], tuple(traits), tuple(states[: len(traits)]))


def kind_of(trait: Trait) -> str:
    """Return what we call a kind of trait."""
    if isinstance(trait, Other):
        return trait.kind
    if isinstance(trait, Place):
        return "replace" if trait.kind == "replace" else "place-marker"
    return _KINDS[type(trait)]


_KINDS: Final[Mapping[type, str]] = {
    Basic: "piece",
    Prototype: "prototype",
    Layer: "layer",
    Marker: "marker",
    Property: "property",
    Label: "label",
    Rotate: "rotate",
    Mask: "mask",
    Hide: "hide",
    Immobile: "does-not-stack",
}


class Prototypes:
    """Traits by name; what is put in is put in once, however often a piece names it."""

    def __init__(self, definitions: Mapping[str, Definition]) -> None:
        """Take the definitions of all prototypes."""
        self._definitions = definitions
        self.left = MAX_WORK
        """How many traits may still be looked at."""
        self.missing: dict[str, int] = {}
        """Names that pieces ask for and nobody defines."""

    def piece(self, definition: Definition) -> Piece:
        """Return a piece with its prototypes put in."""
        piece = Piece()
        following: list[Layer] = []
        for trait, state in self._all(definition, piece):
            if isinstance(trait, Layer) and trait.follows:
                following.append(trait)
            _add(piece, trait, state)
        for layer in following[:MAX_KEYS]:
            _follow(piece, layer)
        return piece

    def _all(self, definition: Definition, piece: Piece) -> Iterator[tuple[Trait, str]]:
        """Yield the traits of a piece, the outermost first."""
        waiting = list(zip(definition.traits, definition.states, strict=True))[::-1]
        inside: list[tuple[int, str]] = []
        count = 0
        while waiting and count < MAX_TRAITS:
            self.left -= 1
            if self.left < 0:
                raise VassalError(_("The pieces of this module have too many traits together."))
            while inside and len(waiting) <= inside[-1][0]:
                inside.pop()
            text, state = waiting.pop()
            trait = read_trait(text)
            count += 1
            if not isinstance(trait, Prototype):
                yield trait, state
                continue
            piece.prototypes = [*piece.prototypes, trait.name]
            found = self._definitions.get(trait.name)
            if found is None:
                self.missing[trait.name] = self.missing.get(trait.name, 0) + 1
            elif len(inside) < MAX_DEPTH and trait.name not in {name for _depth, name in inside}:
                inside.append((len(waiting), trait.name))
                own = list(zip(found.traits, found.states, strict=True))[:-1]
                waiting += own[::-1]  # its innermost part is an empty piece


def _add(piece: Piece, trait: Trait, state: str) -> None:
    """Put into a piece what a trait says."""
    match trait:
        case Basic():
            _place(piece, trait, state)
        case Layer():
            _layer(piece, trait, state)
        case Mask():
            piece.masks = [*piece.masks, trait]
            piece.masked = piece.masked or state.partition(";")[0] not in _NOBODY
        case Marker():
            values = split(state, ",")
            if len(piece.marks) < MAX_KEYS:
                piece.marks = {**piece.marks, **dict(zip(trait.keys, values, strict=False))}
        case Property():
            piece.properties = {**piece.properties, trait.name: state}
            if trait.numeric:
                piece.limits = {**piece.limits, trait.name: (trait.low, trait.high)}
        case Label():
            text = state.strip()
            piece.labels = [*piece.labels, text] if text else piece.labels
        case Rotate():
            piece.facings = trait.facings
            piece.facing = round(float(state)) if re.fullmatch(r"-?[0-9.]{1,9}", state) else 0
        case _:
            _allow(piece, trait, state)


def _allow(piece: Piece, trait: Trait, state: str) -> None:
    """Put into a piece what a trait says of what may be done with it."""
    match trait:
        case Hide():
            piece.hides, piece.hidden = True, piece.hidden or state not in _NOBODY
        case Immobile():
            piece.lies = max(piece.lies or trait.lies, trait.lies, key=_HOLD.index)
        case Place():
            piece.places = [*piece.places, trait]
        case Other():
            piece.deletes = piece.deletes or trait.kind == "delete"
            piece.clones = piece.clones or trait.kind == "clone"


def _layer(piece: Piece, layer: Layer, state: str) -> None:
    said = state.partition(";")[0]
    level = max(0, int(said)) if _WHOLE.fullmatch(said) else layer.level
    level = min(level, len(layer.images))
    piece.layers = [
        PieceLayer(layer.name, layer.images, layer.names, level, layer.off),
        *piece.layers,
    ]


def _follow(piece: Piece, layer: Layer) -> None:
    """Set the picture of a layer that follows a property of the piece."""
    said = piece.properties.get(layer.follows, piece.marks.get(layer.follows, ""))
    if not _WHOLE.fullmatch(said):
        return
    level = min(max(int(said) - layer.first + 1, 1), len(layer.images))
    piece.layers = [
        msgspec.structs.replace(each, level=level)
        if (each.name, each.images) == (layer.name, layer.images)
        else each
        for each in piece.layers
    ]


def read_place(definition: Definition) -> tuple[str, int, int]:
    """Return the map of a piece, and the pixel of it at which it lies."""
    parts = split(definition.states[-1], ";")
    x, y = (int(part) if _WHOLE.fullmatch(part) else 0 for part in (*parts[1:3], "", "")[:2])
    return "" if parts[0] in _NOBODY else parts[0], x, y


def _place(piece: Piece, basic: Basic, state: str) -> None:
    piece.image, piece.name = basic.image, basic.name
    parts = split(state, ";")
    piece.slot = parts[3] if len(parts) > 3 else ""
