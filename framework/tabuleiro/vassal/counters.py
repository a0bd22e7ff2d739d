"""Pieces of VASSAL as counters of ours: faces, states, values, and whose they are."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

import msgspec

from tabuleiro.vassal.names import Names, said, slug
from tabuleiro.vassal.pieces import Piece, PieceLayer

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tabuleiro.vassal.pictures import Pictures

__all__ = ["Condition", "Counters", "Template", "as_made", "is_short", "number_span"]

MAX_STATES: Final = 20
MAX_VALUES: Final = 100
MAX_STEPS: Final = 11
MAX_NUMBER: Final = 999
_ANY_ANGLE: Final = 24
_LONGEST_SHORT: Final = 12
_NUMBER: Final = re.compile(r"-?[0-9]{1,3}")
_KNOWN_KEYS: Final = 8


class Template(msgspec.Struct):
    """What a counter is, before it has an id: equal pieces have equal ones."""

    name: str
    nation: str
    image: dict[str, Any]
    losses: int
    """How many losses it can take: faces besides the first."""
    states: tuple[str, ...]
    values: dict[str, int]
    short: str
    tags: tuple[str, ...]
    lies: str = ""
    """How it lies, if it does not stack."""


class Condition(msgspec.Struct):
    """How a piece lies there: its face, its states, whether face down."""

    losses: int = 0
    states: dict[str, str] = {}
    face_down: bool = False

    @property
    def key(self) -> tuple[Any, ...]:
        """Equal for pieces that lie there alike."""
        return self.losses, tuple(self.states.items()), self.face_down


class _State(msgspec.Struct):
    """A state that counters of some types have."""

    id: str
    name: str
    drawn: str
    values: list[dict[str, str]]
    key: tuple[Any, ...]


class Counters:
    """Makes counters of pieces, and the states and types that they need."""

    def __init__(
        self,
        pictures: Pictures,
        sides: Mapping[str, str],
    ) -> None:
        """Take pictures from there; ``sides`` are ids by their names."""
        self._pictures, self._picture, self._size = pictures, pictures.counter, pictures.size
        self.dropped: Counter[str] = Counter()
        """Layers for which there was no state left, by name."""
        self._sides = {name.lower(): id for name, id in sides.items()}
        self._states: dict[tuple[Any, ...], _State] = {}
        self._state_names = Names()
        self._types: dict[tuple[str, ...], str] = {}

    # ------------------------------------------------------------------------------ a counter

    def template(self, piece: Piece, folder: Iterable[str]) -> tuple[Template, Condition]:
        """Return what a piece is, and how it lies there."""
        condition = Condition(face_down=piece.masked or piece.hidden)
        faces, overlays = self._faces(piece, condition)
        image: dict[str, Any] = {}
        if faces:
            image["front"] = faces[0]
        if len(faces) == 2:
            image["back"] = faces[1]
        elif len(faces) > 1:
            image["steps"] = faces[1:]
        hidden = next((p for mask in piece.masks if (p := self._picture(mask.image))), "")
        if hidden:
            image["hidden"] = hidden
        states = self._layer_states(overlays, condition, image)
        states += self._turning(piece, condition)
        states += self._properties(piece, condition)
        name = said(piece.name or next((m for m in piece.marks.values() if m), ""), "?")
        values = _numbers(piece.marks)
        labels = piece.labels if image else [*piece.labels, name]
        short = next((said(text) for text in labels if is_short(text)), "")
        template = Template(
            name,
            self._nation(piece, folder),
            image,
            max(0, len(faces) - 1),
            tuple(sorted(states)),
            values,
            short,
            _tags(piece),
            piece.lies or "",
        )
        return template, condition

    def _faces(
        self, piece: Piece, condition: Condition
    ) -> tuple[list[str], list[tuple[PieceLayer, list[str]]]]:
        """Return the pictures of the piece itself, and layers that only cover a part of it."""
        front = self._picture(piece.image) if piece.image else ""
        faces = [front] if front else []
        overlays = []
        turned = False
        for layer in piece.layers:
            images = [self._picture(name) if name else "" for name in layer.images]
            seen = [image for image in images if image]
            if not seen:
                continue
            if not faces:
                faces = seen[: MAX_STEPS + 1]
                condition.losses = max(0, min(layer.level, len(faces)) - 1)
                turned = len(faces) > 1
            elif not turned and all(self._covers(image, faces[0]) for image in seen):
                faces += seen[:MAX_STEPS]
                condition.losses = min(layer.level, len(faces) - 1)
                turned = True
            else:
                overlays.append((layer, images))
        return faces, overlays

    def _covers(self, image: str, front: str) -> bool:
        """Return whether a picture is as large as another one, so that it is another face."""
        (width, height), (wide, high) = self._size(image), self._size(front)
        return width >= 0.9 * wide and height >= 0.9 * high

    def _layer_states(
        self,
        overlays: list[tuple[PieceLayer, list[str]]],
        condition: Condition,
        image: dict[str, Any],
    ) -> list[str]:
        found = []
        for layer, images in overlays:
            count = min(len(images), MAX_VALUES - 1)
            labels = [said(n.strip("+ "), "") for n in layer.names[:count]]
            labels += [""] * (count - len(labels))
            name = said(layer.name, labels[0] if count == 1 and labels[0] else "Layer")
            values = [{"id": "off", "name": "-"}]
            values += [
                {"id": f"v{n}", "name": label or f"{name} {n}"} for n, label in enumerate(labels, 1)
            ]
            key = ("layer", name, count)
            state = self._state(key, name, "not", values)
            if state is None or state.id in found:
                self.dropped[name] += 1
                continue
            found.append(state.id)
            front = image.get("front", "")
            shown = {
                f"v{n}": self._pictures.laid_over(picture, front, layer.off)
                for n, picture in enumerate(images[:count], 1)
                if picture
            }
            image.setdefault("states", {})[state.id] = shown
            if layer.level:
                condition.states[state.id] = f"v{min(layer.level, count)}"
        return found

    def _turning(self, piece: Piece, condition: Condition) -> list[str]:
        if not piece.facings:
            return []
        count = _ANY_ANGLE if piece.facings == 1 else min(piece.facings, MAX_VALUES)
        if piece.facings == 1:  # an angle against the clock
            facing = round(-piece.facing * count / 360) % count
        else:
            facing = piece.facing % count
        values = [{"id": f"f{n}", "name": f"{n * 360 // count}°"} for n in range(count)]
        state = self._state(("facing", count), "Facing", "turned", values)
        if state is None:
            return []
        if facing:
            condition.states[state.id] = f"f{facing}"
        return [state.id]

    def _properties(self, piece: Piece, condition: Condition) -> list[str]:
        """Take numbers that change during play over as states, whose values are written."""
        found = []
        for name, value in piece.properties.items():
            span = number_span(value, piece.limits.get(name, (0, 0)))
            if span is None:
                continue
            numbers = range(span[0], span[1] + 1)
            values = [{"id": "none", "name": "-"}]
            values += ({"id": f"n{n}", "name": str(n), "short": str(n)} for n in numbers)
            state = self._state(("number", name, *span), said(name), "sign", values)
            if state is not None and state.id not in found:
                found.append(state.id)
                condition.states[state.id] = f"n{int(value)}"
        return found

    def _state(
        self, key: tuple[Any, ...], name: str, drawn: str, values: list[dict[str, str]]
    ) -> _State | None:
        known = self._states.get(key)
        if known is None and len(self._states) < MAX_STATES:
            known = _State(self._state_names.new(name, "state"), name, drawn, values, key)
            self._states[key] = known
        return known

    def _nation(self, piece: Piece, folder: Iterable[str]) -> str:
        """Return whose a piece is, as far as its author says: in a marker, or where it lies."""
        for value in piece.marks.values():
            if value.lower() in self._sides:
                return self._sides[value.lower()]
        words = " ".join((*folder, *piece.prototypes)).lower()
        named = [
            id for name, id in self._sides.items() if re.search(rf"\b{re.escape(name)}\b", words)
        ]
        return named[0] if len(named) == 1 else ""

    # ------------------------------------------------------------------------------- the files

    def type_of(self, states: tuple[str, ...]) -> str:
        """Return the unit type of counters that have these states."""
        if states not in self._types:
            self._types[states] = "piece" if not states else f"piece-{len(self._types) + 1}"
        return self._types[states]

    def data(self, id: str, template: Template) -> dict[str, Any]:
        """Return a counter as it stands in ``counters.yaml``."""
        found: dict[str, Any] = {"id": id, "name": template.name}
        if template.nation:
            found["nation"] = template.nation
        found["type"] = self.type_of(template.states)
        if template.short:
            found["short"] = {"left": template.short}
        if template.values:
            found["values"] = template.values
        if template.losses:
            found["reduced"] = {} if template.losses == 1 else [{}] * template.losses
        if template.image:
            found["image"] = template.image
        if template.lies:
            found["lies"] = template.lies
        if template.tags:
            found["tags"] = list(template.tags)
        return found

    def types_data(self) -> list[dict[str, Any]]:
        """Return the unit types; what they are called nobody needs to know."""
        return [
            {"id": id, "name": {"pt": "peça", "en": "piece"}, "symbol": "piece", "class": "piece"}
            for id in (self._types or {(): "piece"}).values()
        ]

    def states_data(self) -> list[dict[str, Any]]:
        """Return the states, each with the types that have it."""
        found = []
        for state in self._states.values():
            types = [id for states, id in self._types.items() if state.id in states]
            if not types:
                continue
            turned = state.drawn == "turned"
            name: Any = {"pt": "Frente", "en": "Facing"} if turned else state.name
            about = {"id": state.id, "name": name, "drawn": state.drawn, "types": types}
            # What is upon the front is not seen by those who see the back.
            about |= {} if turned else {"secret": True}
            found.append({**about, "values": state.values})
        return found


def as_made(template: Template, condition: Condition) -> Template:
    """Return what a piece of the palette is: what is made during play shows its first face.

    >>> flag = Template("Flag", "", {"front": "base.png", "back": "art.png"}, 1, (), {}, "", ())
    >>> as_made(flag, Condition(losses=1)).image
    {'front': 'art.png', 'back': 'base.png'}
    """
    image, turned = dict(template.image), condition.losses
    if not turned or "front" not in image:
        return template
    back = image.pop("back", None)
    faces = [image.pop("front"), *([back] if back else image.pop("steps", ()))]
    faces = faces[turned:] + faces[:turned]
    seen = {"front": faces[0], **({"back": faces[1]} if back else {"steps": faces[1:]})}
    return msgspec.structs.replace(template, image={**seen, **image})


def is_short(label: str) -> bool:
    """Return whether a label can be written on a counter: it is short, and nothing is reckoned.

    >>> is_short("HQ"), is_short("$Strength$"), is_short("")
    (True, False, False)
    """
    return 0 < len(label.strip()) <= _LONGEST_SHORT and not set(label) & set("${")


def number_span(value: str, limits: tuple[int, int]) -> tuple[int, int] | None:
    """Return between which numbers a property may lie; None if it cannot be a state.

    >>> number_span("3", (0, 9)), number_span("words", (0, 9)), number_span("3", (0, 500))
    ((0, 9), None, None)
    """
    if not _NUMBER.fullmatch(value):
        return None
    low, high = min(limits[0], int(value)), max(limits[1], int(value))
    return (low, high) if low >= 0 and 1 <= high - low < MAX_VALUES - 1 else None


def _numbers(marks: Mapping[str, str]) -> dict[str, int]:
    """Return the markers that are numbers, as the values of the counter."""
    found: dict[str, int] = {}
    for key, value in marks.items():
        if _NUMBER.fullmatch(value) and 0 <= int(value) <= MAX_NUMBER and len(found) < _KNOWN_KEYS:
            found.setdefault(slug(key, "value"), int(value))
    return found


def _tags(piece: Piece) -> tuple[str, ...]:
    """Return the markers that are words, as tags."""
    words = (
        slug(f"{key}-{value}", "") for key, value in piece.marks.items()
        if value and not _NUMBER.fullmatch(value) and len(value) <= 40
    )  # fmt: skip
    return tuple(dict.fromkeys(word for word in words if word))[:_KNOWN_KEYS]
