"""The key of the map, in both languages, with north and a scale."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

from tabuleiro.cartography.picture import style
from tabuleiro.cartography.picture.labels import width_of
from tabuleiro.cartography.picture.rivers_and_roads import canal, strokes, unknown
from tabuleiro.cartography.picture.sheet import Sheet
from tabuleiro.cartography.picture.signs import SCATTERED, scattered
from tabuleiro.cartography.picture.singles import SINGLE, arrow, single
from tabuleiro.cartography.picture.svg import element, number, text
from tabuleiro.module.models.base import Words

__all__ = ["WIDTH", "legend"]

WIDTH: Final = 5.6
"""In hexes."""
_ROOM: Final = 4.0
"""For a name in the key, in hexes."""
_STEP: Final = 1.12
_EXPLAINED: Final = frozenset({"runway", "airbase", "anchor", "fort", "tents"})
_SPOTS: Final = (
    (-0.25, -0.2), (0.12, -0.26), (-0.02, 0.02), (0.3, 0.05), (-0.22, 0.24), (0.14, 0.3),
)  # fmt: skip
_STEPS: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000)
"""Kilometres of the scale bar."""


def legend(
    sheet: Sheet, title: Words | None, names: Mapping[str, tuple[str, str]]
) -> tuple[list[str], float]:
    """Return the key and how high it is on the page.

    ``names`` gives names of terrain and other kinds in both languages.
    """
    scale = sheet.scale
    x = sheet.size[0] + 0.45 * scale
    y = 0.9 * scale
    parts = []
    if title is not None:
        for words, size, look in ((title.pt, 0.42, "bold"), (title.en, 0.3, "normal")):
            shrunk = min(size, 7.0 / max(len(words), 1))
            parts.append(_words(words, x, y, shrunk * scale, font_weight=look))
            y += 0.5 * scale
    y += 0.4 * scale
    rows = sheet.board.terrain
    said = rows.codes if rows is not None and rows.codes else sheet.terrain
    used = list(dict.fromkeys(said.values()))
    for kind in [each for each in used if each in set(sheet.terrain.values())]:
        parts += _terrain(kind, x + 0.62 * scale, y, scale)
        parts += _both(names.get(kind) or style.terrain_name(kind), x + 1.45 * scale, y, scale)
        y += _STEP * scale
    roads = {network.kind for network in sheet.board.networks}
    for kind in _signs(sheet):
        parts.append(single(style.SIGNS[kind], x + 0.62 * scale, y, scale))
        parts += _both(names.get(kind) or style.terrain_name(kind), x + 1.45 * scale, y, scale)
        y += 0.8 * scale
    for kind in _kinds(sheet):
        parts += _line(kind, x + 0.1 * scale, y, scale, road=kind in roads)
        both = names.get(kind) or style.KINDS.get(kind, (kind, kind))
        if kind == "border":
            both = sheet.drawing.named.get("borders", both)
        parts += _both(both, x + 1.45 * scale, y, scale)
        y += 0.8 * scale
    parts += _north_and_scale(sheet, x, y + 1.3 * scale)
    whole = element("g", "".join(parts), font_family=style.FONT, fill=style.INK)
    return [whole], y + 2.4 * scale


def _kinds(sheet: Sheet) -> list[str]:
    kinds = [feature.kind for feature in sheet.board.hexsides]
    kinds += [network.kind for network in sheet.board.networks]
    if any(place.kind.startswith("beach-") for place in sheet.board.places):
        kinds.append("beach")
    if sheet.drawing.borders:
        kinds.append("border")
    return list(dict.fromkeys(kinds))


def _signs(sheet: Sheet) -> list[str]:
    """Return the kinds of places that have a sign which no terrain explains."""
    told = {part for kind in sheet.terrain.values() for part in style.parts_of(kind)}
    kinds = dict.fromkeys(place.kind for place in sheet.board.places)
    return [
        kind
        for kind in kinds
        if kind in style.TERRAIN and style.SIGNS.get(kind) in _EXPLAINED and kind not in told
    ]


def _words(words: str, x: float, y: float, size: float, **look: str) -> str:
    return text(words, x, y, font_size=size, **look)


def _both(both: tuple[str, str], x: float, y: float, scale: float) -> list[str]:
    portuguese, english = both
    large = min(0.25, _ROOM / max(width_of(portuguese, 1.0, bold=True), 1.0))
    small = min(0.21, _ROOM / max(width_of(english, 1.0), 1.0))
    return [
        _words(portuguese, x, y, large * scale, font_weight="bold"),
        _words(english, x, y + 0.27 * scale, small * scale, font_style="italic"),
    ]


def _terrain(kind: str, x: float, y: float, scale: float) -> list[str]:
    """Return a hex of a kind of terrain."""
    r = 0.56 * scale
    turns = [step * math.pi / 3 for step in range(6)]
    points = " ".join(
        f"{number(x + r * math.cos(turn))},{number(y + r * math.sin(turn))}" for turn in turns
    )
    water = kind in {"sea", "lake"}
    parts = [
        element(
            "polygon",
            points=points,
            fill=style.SEA[1] if water else style.PAPER,
            stroke="#4a4136",
            stroke_width=0.02 * scale,
        )
    ]
    grounds = [style.TERRAIN[part] for part in style.parts_of(kind)]
    tints = [ground.tint for ground in grounds if ground.tint is not None]
    parts += [element("polygon", points=points, fill=tint, fill_opacity=0.5) for tint in tints]
    signs = [ground.sign for ground in grounds if ground.sign is not None]
    many = [sign for sign in signs if sign in SCATTERED]
    parts += [
        scattered(sign, x + dx * scale, y + dy * scale, scale, 0.5)
        for place, sign in enumerate(many)
        for dx, dy in _SPOTS[place :: len(many)]
    ]
    ones = [sign for sign in signs if sign in SINGLE]
    for place, sign in enumerate(ones):
        aside = (place - (len(ones) - 1) / 2) * 0.4 * scale
        parts.append(single(sign, x + aside, y, scale * (1.0 if len(ones) == 1 else 0.8)))
    return parts


def _line(kind: str, x: float, y: float, scale: float, *, road: bool) -> list[str]:
    """Return a piece of what lies on hexsides or runs from hex to hex."""
    bend = (
        f"M{number(x)} {number(y + 0.08 * scale)}"
        f"q{number(0.28 * scale)} {number(-0.3 * scale)} "
        f"{number(0.55 * scale)} {number(-0.06 * scale)}"
        f"t{number(0.5 * scale)} {number(-0.04 * scale)}"
    )
    if kind in style.LINES:
        return [_teeth(x, y, scale)]
    if kind == "beach":
        return [
            arrow(x + (0.5 + 0.45 * n) * scale, y, scale * 0.75, 0, colour)
            for n, colour in enumerate(list(style.BEACHES.values())[:2])
        ]
    colours = []
    if style.is_river(kind):
        colours = [(style.RIVER, 0.07)]
    if kind in style.STRAITS:
        return canal(bend, scale, ferry=False)
    if kind in style.FERRIES:
        return canal(bend, scale, ferry=True)
    if kind in style.BORDERS:
        colours = [("#d9b3c0", 0.12), ("#6f2145", 0.03)]
    if colours:
        return [
            element(
                "path",
                d=bend,
                fill="none",
                stroke=colour,
                stroke_width=width * scale,
                stroke_linecap="round",
            )
            for colour, width in colours
        ]
    return strokes(kind, bend, scale) if road else [unknown(bend, scale)]


def _teeth(x: float, y: float, scale: float) -> str:
    """Return a piece of a fortified line."""
    teeth = "".join(
        f"M{number(x + part * scale)} {number(y)}"
        f"l{number(0.045 * scale)} {number(-0.12 * scale)}"
        f"l{number(0.045 * scale)} {number(0.12 * scale)}"
        for part in (0.08, 0.28, 0.48, 0.68, 0.88)
    )
    return element(
        "path",
        d=f"M{number(x)} {number(y)}h{number(1.05 * scale)}{teeth}",
        fill="none",
        stroke=style.FORTIFIED,
        stroke_width=0.045 * scale,
        stroke_linejoin="round",
    )


def _north_and_scale(sheet: Sheet, x: float, y: float) -> list[str]:
    scale = sheet.scale
    parts = [_north(sheet.drawing.north, x + 0.6 * scale, y + 0.2 * scale, scale)]
    grid = sheet.board.grid or sheet.board.maps[0].grid
    km = grid.km
    if km:
        step = next(each for each in _STEPS if each / km > 1.2)
        length = step / km * scale
        parts += [
            element(
                "rect",
                x=x + 1.45 * scale + part * length / 2,
                y=y + 0.2 * scale,
                width=length / 2,
                height=0.1 * scale,
                fill=style.INK if part == 0 else style.HALO,
                stroke=style.INK,
                stroke_width=0.015 * scale,
            )
            for part in range(2)
        ]
        end = x + 1.55 * scale + length
        parts.append(_words(f"{step} km", end, y + 0.33 * scale, 0.22 * scale))
    return parts


def _north(angle: float, x: float, y: float, scale: float) -> str:
    """Return an arrow to the north, which need not be up."""
    u = 0.1 * scale
    needle = f"M0 {number(-5 * u)}L{number(1.6 * u)} {number(2 * u)}L0 {number(0.7 * u)}"
    half = element("path", d=f"{needle}Z", fill=style.INK)
    other = element(
        "path",
        d=f"M0 {number(-5 * u)}L{number(-1.6 * u)} {number(2 * u)}L0 {number(0.7 * u)}Z",
        fill=style.HALO,
        stroke=style.INK,
        stroke_width=0.15 * u,
    )
    turn = math.radians(angle)
    head = x + 6.4 * u * math.sin(turn), y - 6.4 * u * math.cos(turn) + 0.9 * u
    letter = text("N", *head, font_size=2.6 * u, text_anchor="middle", font_weight="bold")
    turned = f"translate({number(x)} {number(y)}) rotate({number(angle)})"
    return element("g", half + other, transform=turned) + letter
