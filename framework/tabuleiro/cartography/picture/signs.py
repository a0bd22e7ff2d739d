"""The signs that stand all over a hex: trees, palms, peaks, hills, stones, reeds.

Each returns SVG for a point of the page, the size of a hex there, and a number from 0 to 1.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Final

from tabuleiro.cartography.picture.svg import element, number, points

__all__ = [
    "SCATTERED",
    "form_of",
    "forms",
    "placed",
    "scattered",
    "templates",
]


def tree(x: float, y: float, size: float, turn: float) -> str:
    """A clump of trees."""
    r = size * (0.052 + 0.012 * turn)
    crowns = [(-0.9 * r, 0.2 * r, r), (0.9 * r, 0.25 * r, 0.92 * r), (0.05 * r, -0.55 * r, 1.1 * r)]
    shade = element(
        "ellipse",
        cx=x + 0.3 * r,
        cy=y + 1.05 * r,
        rx=1.9 * r,
        ry=0.55 * r,
        fill="#2f4a22",
        fill_opacity=0.28,
    )
    round_crowns = "".join(
        element("circle", cx=x + dx, cy=y + dy, r=radius) for dx, dy, radius in crowns
    )
    lights = "".join(
        element("circle", cx=x + dx - 0.25 * r, cy=y + dy - 0.3 * r, r=0.45 * radius)
        for dx, dy, radius in crowns
    )
    return (
        shade
        + element("g", round_crowns, fill="#5f8a45", stroke="#38572b", stroke_width=size * 0.008)
        + element("g", lights, fill="#86ab62", fill_opacity=0.8)
    )


def palm(x: float, y: float, size: float, turn: float) -> str:
    """A palm among trees."""
    r = size * 0.08
    ends = [(r * math.cos(a), r * math.sin(a)) for a in (0.3, 1.3, 2.1, 2.9, 3.9, 5.2)]
    fronds = "".join(
        f"M{number(x)} {number(y)}"
        f"q{number(0.6 * dx)} {number(0.6 * dy - 0.3 * r)} {number(dx)} {number(dy)}"
        for dx, dy in ends
    )
    return tree(x, y, size, turn) + element(
        "path", d=fronds, fill="none", stroke="#2e5426", stroke_width=size * 0.016
    )


def peak(x: float, y: float, size: float, turn: float) -> str:
    """A mountain with hachures on its shaded side."""
    w = size * (0.105 + 0.045 * turn)
    h = w * 1.25
    top = (x - 0.05 * w, y - h * 0.6)
    left, right = (x - w, y + h * 0.4), (x + w, y + h * 0.4)
    body = element(
        "polygon",
        points=points([left, (x - 0.45 * w, y - 0.05 * h), top, (x + 0.4 * w, y), right]),
        fill="#d8bd92",
        fill_opacity=0.9,
    )
    dark = element(
        "polygon",
        points=points([top, (x + 0.4 * w, y), right, (x + 0.25 * w, y + h * 0.4), (x, y)]),
        fill="#8a6238",
        fill_opacity=0.75,
    )
    lines = "".join(
        f"M{number(top[0] + part * w * 0.8)} {number(top[1] + part * h * 0.75)}"
        f"l{number(-0.16 * w)} {number(0.34 * h)}"
        for part in (0.25, 0.5, 0.75)
    )
    outline = f"M{_line([left, (x - 0.45 * w, y - 0.05 * h), top, (x + 0.4 * w, y), right])}"
    return (
        body
        + dark
        + element(
            "path",
            d=outline + lines,
            fill="none",
            stroke="#5b3d20",
            stroke_width=size * 0.013,
            stroke_linejoin="round",
            stroke_linecap="round",
        )
    )


def _line(points: list[tuple[float, float]]) -> str:
    return "L".join(f"{number(x)} {number(y)}" for x, y in points)


def stipple(x: float, y: float, size: float, turn: float) -> str:
    """Stones on rough ground."""
    r = size * 0.016
    spots = [(-2.6, 0.6), (0, -1.1), (2.4, 0.8), (-0.6, 2.4)]
    return element(
        "g",
        "".join(
            element("circle", cx=x + dx * r, cy=y + dy * r, r=r * (0.8 + 0.3 * turn))
            for dx, dy in spots
        ),
        fill="#7c5d36",
        fill_opacity=0.8,
    )


def tuft(x: float, y: float, size: float, turn: float) -> str:
    """Reeds in a swamp."""
    r = size * 0.065
    blades = "".join(
        f"M{number(x + dx * r)} {number(y + 0.4 * r)}"
        f"l{number(lean * r)} {number(-high * r * (0.8 + 0.4 * turn))}"
        for dx, lean, high in (
            (-0.7, -0.35, 0.8),
            (-0.25, -0.1, 1.2),
            (0.25, 0.12, 1.1),
            (0.7, 0.4, 0.8),
        )
    )
    water = f"M{number(x - 1.2 * r)} {number(y + 0.45 * r)}h{number(2.4 * r)}"
    return element("path", d=blades, fill="none", stroke="#3f6b48", stroke_width=size * 0.016) + (
        element("path", d=water, fill="none", stroke="#5b9ab5", stroke_width=size * 0.018)
    )


def hill(x: float, y: float, size: float, turn: float) -> str:
    """A low hill with hachures below its brow."""
    w = size * (0.11 + 0.03 * turn)
    brow = (
        f"M{number(x - w)} {number(y + 0.3 * w)}"
        f"Q{number(x)} {number(y - 1.0 * w)} {number(x + w)} {number(y + 0.3 * w)}"
    )
    lines = "".join(
        f"M{number(x + part * w)} {number(y - (0.3 - 0.28 * part * part) * w + 0.12 * w)}"
        f"l{number(0.12 * part * w)} {number(0.3 * w)}"
        for part in (-0.4, 0.0, 0.4, 0.72)
    )
    return element("path", d=f"{brow}Z", fill="#d9c08f", fill_opacity=0.8) + element(
        "path",
        d=brow + lines,
        fill="none",
        stroke="#7c5d36",
        stroke_width=size * 0.013,
        stroke_linecap="round",
    )


SCATTERED: Final[Mapping[str, Callable[[float, float, float, float], str]]] = {
    "tree": tree,
    "palm": palm,
    "peak": peak,
    "hill": hill,
    "stipple": stipple,
    "tuft": tuft,
}
"""Signs that stand all over a hex."""


def scattered(sign: str, x: float, y: float, size: float, turn: float) -> str:
    """Return one of the signs that stand all over a hex; ``turn`` lies between 0 and 1."""
    return SCATTERED[sign](x, y, size, turn)


VARIANTS: Final = 4
"""So many forms each of the scattered signs has."""


@lru_cache(maxsize=64)
def forms(sign: str, size: float) -> tuple[str, ...]:
    """Return the forms of a sign, drawn about 0, 0."""
    turns = ((form + 0.5) / VARIANTS for form in range(VARIANTS))
    return tuple(scattered(sign, 0, 0, size, turn) for turn in turns)


def form_of(turn: float) -> int:
    """Return which of the forms a number between 0 and 1 stands for."""
    return min(int(turn * VARIANTS), VARIANTS - 1)


def templates(signs: Iterable[str], size: float) -> str:
    """Return the forms of signs, to be set into a picture by `placed`."""
    return "".join(
        element("g", drawn, id=f"{sign}{form}")
        for sign in signs
        for form, drawn in enumerate(forms(sign, size))
    )


def placed(sign: str, x: float, y: float, turn: float) -> str:
    """Return one of the forms of a sign at a point of the page."""
    where = {"xlink:href": f"#{sign}{form_of(turn)}"}
    return element("use", **where, x=x, y=y)
