"""The small signs of the map: trees, peaks, tufts, houses, runways, anchors, arrows.

Each returns SVG for a point of the page and the size of a hex there.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Final

from tabuleiro.cartography.picture.style import INK
from tabuleiro.cartography.picture.svg import element, number

__all__ = ["SCATTERED", "SINGLE", "arrow", "dot", "scattered", "single", "summit"]


def _points(pairs: list[tuple[float, float]]) -> str:
    return " ".join(f"{number(x)},{number(y)}" for x, y in pairs)


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
        points=_points([left, (x - 0.45 * w, y - 0.05 * h), top, (x + 0.4 * w, y), right]),
        fill="#d8bd92",
        fill_opacity=0.9,
    )
    dark = element(
        "polygon",
        points=_points([top, (x + 0.4 * w, y), right, (x + 0.25 * w, y + h * 0.4), (x, y)]),
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


def blocks(x: float, y: float, size: float) -> str:
    """Houses of a town."""
    u = size * 0.06
    houses = [
        (-2.7, -1.5, 1.5, 1.0),
        (-0.8, -1.9, 1.2, 1.3),
        (0.8, -1.5, 1.8, 1.0),
        (-2.9, 0.1, 1.1, 1.3),
        (-1.3, 0.2, 1.7, 0.9),
        (0.9, 0.0, 1.0, 1.5),
        (2.2, 0.2, 0.9, 1.0),
    ]
    shadow = "".join(
        element("rect", x=x + (a + 0.18) * u, y=y + (b + 0.2) * u, width=w * u, height=h * u)
        for a, b, w, h in houses
    )
    walls = "".join(
        element("rect", x=x + a * u, y=y + b * u, width=w * u, height=h * u)
        for a, b, w, h in houses
    )
    return element("g", shadow, fill="#1e1611", fill_opacity=0.35) + element(
        "g", walls, fill="#b1543f", stroke="#4c1f16", stroke_width=size * 0.01
    )


def runway(x: float, y: float, size: float) -> str:
    """An airfield: two runways in a ring."""
    r = size * 0.21
    turned = f"translate({number(x)} {number(y)}) rotate(-32)"
    long = element(
        "rect",
        x=-r * 0.92,
        y=-r * 0.17,
        width=r * 1.84,
        height=r * 0.34,
        rx=r * 0.05,
        fill="#5c5f63",
    )
    short = element(
        "rect",
        x=-r * 0.14,
        y=-r * 0.66,
        width=r * 0.28,
        height=r * 1.32,
        rx=r * 0.05,
        fill="#5c5f63",
        transform="rotate(24)",
    )
    line = element(
        "path",
        d=f"M{number(-r * 0.8)} 0H{number(r * 0.8)}",
        stroke="#f5f2e6",
        stroke_width=r * 0.07,
        stroke_dasharray=f"{number(r * 0.18)} {number(r * 0.14)}",
    )
    ring = element(
        "circle",
        cx=x,
        cy=y,
        r=r,
        fill="#f4efdf",
        fill_opacity=0.88,
        stroke=INK,
        stroke_width=size * 0.015,
    )
    return ring + element("g", short + long + line, transform=turned)


def port(x: float, y: float, size: float) -> str:
    """A port: an anchor in a ring, beside houses."""
    u = size * 0.055
    cx, cy = x + size * 0.17, y + size * 0.1
    ring = element(
        "circle", cx=cx, cy=cy, r=2.0 * u, fill="#f4efdf", stroke=INK, stroke_width=size * 0.014
    )
    anchor = (
        f"M{number(cx)} {number(cy - 0.75 * u)}V{number(cy + 1.3 * u)}"
        f"M{number(cx - 0.6 * u)} {number(cy - 0.35 * u)}H{number(cx + 0.6 * u)}"
        f"M{number(cx - 1.2 * u)} {number(cy + 0.35 * u)}"
        f"q{number(0.2 * u)} {number(u)} {number(1.2 * u)} {number(u)}"
        f"q{number(u)} 0 {number(1.2 * u)} {number(-u)}"
    )
    eye = element("circle", cx=cx, cy=cy - 1.1 * u, r=0.34 * u)
    lines = element("path", d=anchor, stroke_linecap="round")
    return (
        blocks(x - size * 0.06, y - size * 0.05, size)
        + ring
        + element("g", lines + eye, fill="none", stroke="#1d4e79", stroke_width=0.3 * u)
    )


def fort(x: float, y: float, size: float) -> str:
    """A fort: a star."""
    corners = [
        (
            x + size * (0.2 if step % 2 == 0 else 0.1) * math.sin(step * math.pi / 5),
            y - size * (0.2 if step % 2 == 0 else 0.1) * math.cos(step * math.pi / 5),
        )
        for step in range(10)
    ]
    return element(
        "polygon", points=_points(corners), fill="#6a5a50", stroke=INK, stroke_width=size * 0.012
    )


def dot(x: float, y: float, size: float) -> str:
    """A small place."""
    return element(
        "circle", cx=x, cy=y, r=size * 0.055, fill="#fbf6e6", stroke=INK, stroke_width=size * 0.024
    )


def summit(x: float, y: float, size: float) -> str:
    """The top of a mountain with a name."""
    r = size * 0.075
    return element(
        "polygon",
        points=_points([(x, y - r), (x + r, y + 0.75 * r), (x - r, y + 0.75 * r)]),
        fill="#4a3018",
        stroke="#f4ecd8",
        stroke_width=size * 0.012,
    )


def arrow(x: float, y: float, size: float, heading: float, colour: str) -> str:
    """An arrow for a landing, with its head at the point and its tail out at sea."""
    u = size * 0.11
    shape = [
        (0, 0),
        (-1.7, -1.35),
        (-1.7, -0.6),
        (-4.4, -0.6),
        (-4.0, 0),
        (-4.4, 0.6),
        (-1.7, 0.6),
        (-1.7, 1.35),
    ]
    cos, sin = math.cos(heading), math.sin(heading)
    turned = [(x + (a * cos - b * sin) * u, y + (a * sin + b * cos) * u) for a, b in shape]
    return element(
        "polygon",
        points=_points(turned),
        fill=colour,
        stroke=INK,
        stroke_width=size * 0.022,
        stroke_linejoin="round",
    )


SCATTERED: Final[Mapping[str, Callable[[float, float, float, float], str]]] = {
    "tree": tree,
    "palm": palm,
    "peak": peak,
    "stipple": stipple,
    "tuft": tuft,
}
"""Signs that stand all over a hex."""

SINGLE: Final[Mapping[str, Callable[[float, float, float], str]]] = {
    "blocks": blocks,
    "runway": runway,
    "port": port,
    "fort": fort,
}
"""Signs of which a hex has one."""


def scattered(sign: str, x: float, y: float, size: float, turn: float) -> str:
    """Return one of the signs that stand all over a hex; ``turn`` lies between 0 and 1."""
    return SCATTERED[sign](x, y, size, turn)


def single(sign: str, x: float, y: float, size: float) -> str:
    """Return the one sign of a hex."""
    return SINGLE[sign](x, y, size)
