"""What stands beside the map: tracks, and areas off the map with their distances."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from tabuleiro.cartography.picture import style
from tabuleiro.cartography.picture.labels import width_of
from tabuleiro.cartography.picture.sheet import Sheet
from tabuleiro.cartography.picture.svg import element, number, shifted, text
from tabuleiro.module.models.board import BoxModel, TrackModel

__all__ = ["Strip", "badges", "strip"]

_CELL: Final = 0.92
_HEAD: Final = 0.42
"""Room for the name of a track or box, in hexes."""
_GAP: Final = 0.45
_BOX: Final = 1.9
"""How high the inside of a box is."""
_LINE: Final = 0.25


@dataclass(frozen=True)
class Strip:
    """A strip above or below the map: what is drawn in it, and how high it is on the page."""

    parts: list[str]
    height: float


@dataclass(frozen=True)
class _Item:
    """Something that stands in a strip; sizes are in hexes."""

    width: float
    height: float
    right: bool
    drawn: str
    """It, drawn about its upper left corner."""


def strip(sheet: Sheet, *, above: bool) -> Strip:
    """Return one of the two strips: tracks stand where they are printed, boxes below."""
    wide = sheet.size[0] / sheet.scale
    tracks = [track for track in sheet.board.tracks if _is_above(track) == above]
    items = [_track(sheet, track, wide) for track in tracks]
    if not above:
        colours = _colours(sheet)
        away = [box for box in sheet.board.boxes if not sheet.grid_has(box.hexes)]
        items += [_box(sheet, box, colours.get(box.id)) for box in away]
    parts: list[str] = []
    top = 0.0 if above else _GAP
    for row in _rows(items, wide):
        left, right = 0.0, wide
        for item in row:
            if item.right:
                right -= item.width
            x = right if item.right else left
            parts.append(shifted(item.drawn, x * sheet.scale, top * sheet.scale))
            if item.right:
                right -= _GAP
            else:
                left += item.width + _GAP
        top += max(item.height for item in row) + _GAP
    return Strip(parts, top * sheet.scale if items else 0.0)


def _is_above(track: TrackModel) -> bool:
    return not track.where.startswith("south")


def _rows(items: Sequence[_Item], wide: float) -> Iterator[list[_Item]]:
    """Put items into rows no wider than the map."""
    row: list[_Item] = []
    used = 0.0
    for item in items:
        if row and used + item.width > wide:
            yield row
            row, used = [], 0.0
        row.append(item)
        used += item.width + _GAP
    if row:
        yield row


def _track(sheet: Sheet, track: TrackModel, wide: float) -> _Item:
    """Return a track: its name, and numbered spaces in as many lines as it takes."""
    scale = sheet.scale
    across = max(1, min(track.spaces, int(wide / _CELL)))
    down = math.ceil(track.spaces / across)
    across = math.ceil(track.spaces / down)
    words = sheet.name(track.name)
    width = max(across * _CELL, width_of(words, 0.3, bold=True))
    parts = [_head(words, scale)]
    for space in range(track.spaces):
        x = space % across * _CELL * scale
        y = (_HEAD + space // across * _CELL) * scale
        parts += [
            element(
                "rect",
                x=x,
                y=y,
                width=_CELL * scale,
                height=_CELL * scale,
                fill="#f4ecd6",
                stroke=style.INK,
                stroke_width=0.022 * scale,
            ),
            text(
                str(track.first + space),
                x + 0.09 * scale,
                y + 0.3 * scale,
                font_family=style.FONT,
                font_size=0.26 * scale,
                fill=style.INK,
                fill_opacity=0.75,
            ),
        ]
    return _Item(width, _HEAD + down * _CELL, "east" in track.where, "".join(parts))


def _head(words: str, scale: float, colour: str = style.INK) -> str:
    return text(
        words,
        0.0,
        0.28 * scale,
        font_family=style.FONT,
        font_size=0.3 * scale,
        font_weight="bold",
        fill=colour,
    )


# ------------------------------------------------------------------------------------- boxes


def _colours(sheet: Sheet) -> dict[str, str]:
    """Return the colours of the areas to which distances are printed."""
    far = [box.id for box in sheet.board.boxes if box.distances]
    return {id: style.BADGES[place % len(style.BADGES)] for place, id in enumerate(far)}


def _box(sheet: Sheet, box: BoxModel, colour: str | None) -> _Item:
    """Return an area off the map: its name, its displaced hexes, and the distances to it."""
    scale = sheet.scale
    words = sheet.name(box.name)
    notes = [note for kind in (True, False) for note in _distances(sheet, box, on_map=kind)]
    columns = math.ceil(len(notes) / 6)
    hexes = 1.35 * len(box.hexes)
    width = max(2.6, width_of(words, 0.3, bold=True), hexes + 1.95 * columns + 0.4)
    ground = element(
        "rect",
        y=_HEAD * scale,
        width=width * scale,
        height=_BOX * scale,
        rx=0.14 * scale,
        fill="#efe5cb",
        stroke=colour or style.INK,
        stroke_width=(0.05 if colour else 0.03) * scale,
    )
    parts = [_head(words, scale, colour or style.INK), ground]
    for place, hex in enumerate(box.hexes):
        x = (0.75 + 1.35 * place) * scale
        parts.append(
            _displaced(hex.replace("-", " ").title(), x, (_HEAD + _BOX / 2) * scale, scale)
        )
    for place, note in enumerate(notes):
        x = (0.2 + hexes + 1.95 * (place // 6)) * scale
        y = (_HEAD + 0.34 + _LINE * (place % 6)) * scale
        parts.append(text(note, x, y, font_family=style.FONT, font_size=0.19 * scale))
    return _Item(width, _HEAD + _BOX, right=False, drawn="".join(parts))


def _distances(sheet: Sheet, box: BoxModel, *, on_map: bool) -> list[str]:
    """Return the distances of a box in words; hexes with the same number share a line."""
    boxes = {other.id: sheet.name(other.name) for other in sheet.board.boxes}
    by_number: defaultdict[int, list[str]] = defaultdict(list)
    for there, far in box.distances.items():
        if (there in sheet.grid) == on_map:
            by_number[far].append(boxes.get(there, there))
    return [
        f"{', '.join(names[:2])}{', …' if len(names) > 2 else ''}: {far}"
        for far, names in sorted(by_number.items())
    ]


def _displaced(name: str, x: float, y: float, scale: float) -> str:
    """Return a hex that lies off the map, with its name."""
    r = 0.577 * scale
    corners = " ".join(
        f"{number(x + r * math.cos(turn))},{number(y + r * math.sin(turn))}"
        for turn in (step * math.pi / 3 for step in range(6))
    )
    figure = element(
        "polygon",
        points=corners,
        fill=style.PAPER,
        stroke=style.INK,
        stroke_width=0.02 * scale,
    )
    size = min(0.2, 1.2 / max(width_of(name, 1.0), 1.0))
    words = text(
        name,
        x,
        y + 0.72 * scale,
        font_family=style.FONT,
        font_size=size * scale,
        text_anchor="middle",
    )
    return figure + words


def badges(sheet: Sheet) -> list[str]:
    """Return the distances to areas off the map, as they are printed on hexes."""
    colours = _colours(sheet)
    by_hex: defaultdict[str, list[tuple[str, int]]] = defaultdict(list)
    for box in sheet.board.boxes:
        for there, far in box.distances.items():
            if there in sheet.grid:
                by_hex[there].append((colours[box.id], far))
    parts = []
    for hex, found in by_hex.items():
        x, y = sheet.page.at(*sheet.geometry.centre(hex))
        for place, (colour, far) in enumerate(found):
            aside = (place % 3 - (min(len(found), 3) - 1) / 2) * 0.33 * sheet.scale
            down = (0.3 - 0.27 * (place // 3)) * sheet.scale
            badge = _badge(str(far), colour, sheet.scale)
            parts.append(shifted(badge, x + aside, y + down, sheet.scale))
    return parts


def _badge(words: str, colour: str, scale: float) -> str:
    wide = (0.15 + 0.1 * len(words)) * scale
    return element(
        "rect",
        x=-wide / 2,
        y=-0.115 * scale,
        width=wide,
        height=0.23 * scale,
        rx=0.1 * scale,
        fill="#fbf7ea",
        stroke=colour,
        stroke_width=0.022 * scale,
    ) + text(
        words,
        0.0,
        0.065 * scale,
        font_family=style.SANS,
        font_size=0.18 * scale,
        font_weight="bold",
        fill=colour,
        text_anchor="middle",
    )
