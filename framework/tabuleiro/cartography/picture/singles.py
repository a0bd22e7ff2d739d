"""The signs of which a hex has one of each: houses, runways, anchors, forts, tents; and arrows.

Each returns SVG for a point of the page and the size of a hex there.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Final

from tabuleiro.cartography.picture.style import INK
from tabuleiro.cartography.picture.svg import element, number, points, polygon

__all__ = ["SINGLE", "arrow", "single"]


def _houses(
    x: float, y: float, size: float, houses: list[tuple[float, float, float, float]]
) -> str:
    u = size * 0.06
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


def hamlet(x: float, y: float, size: float) -> str:
    """The few houses of a village."""
    return _houses(
        x, y, size, [(-1.7, -1.1, 1.3, 0.9), (0.3, -0.8, 1.1, 1.1), (-0.9, 0.4, 1.5, 0.85)]
    )


def tents(x: float, y: float, size: float) -> str:
    """A bivouac: tents."""
    u = size * 0.085
    cloth, shade = "", ""
    for dx, dy in ((-1.15, -0.5), (0.95, -0.35), (-0.1, 0.95)):
        cx, cy = x + dx * u, y + dy * u
        left, top, right = (cx - u, cy + 0.6 * u), (cx, cy - 0.9 * u), (cx + u, cy + 0.6 * u)
        cloth += element("polygon", points=points([left, top, right]))
        shade += element("polygon", points=points([(cx, cy + 0.6 * u), top, right]))
    return element(
        "g", cloth, fill="#d8cda6", stroke=INK, stroke_width=size * 0.013, stroke_linejoin="round"
    ) + element("g", shade, fill="#8c7f55", fill_opacity=0.85)


def airbase(x: float, y: float, size: float) -> str:
    """An air base: an airfield in a double ring."""
    ring = element(
        "circle", cx=x, cy=y, r=size * 0.255, fill="none", stroke=INK, stroke_width=size * 0.02
    )
    return runway(x, y, size) + ring


def blocks(x: float, y: float, size: float) -> str:
    """Houses of a town."""
    houses = [
        (-2.7, -1.5, 1.5, 1.0),
        (-0.8, -1.9, 1.2, 1.3),
        (0.8, -1.5, 1.8, 1.0),
        (-2.9, 0.1, 1.1, 1.3),
        (-1.3, 0.2, 1.7, 0.9),
        (0.9, 0.0, 1.0, 1.5),
        (2.2, 0.2, 0.9, 1.0),
    ]
    return _houses(x, y, size, houses)


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


def anchor(x: float, y: float, size: float) -> str:
    """An anchor in a ring."""
    u = size * 0.055
    ring = element(
        "circle", cx=x, cy=y, r=2.0 * u, fill="#f4efdf", stroke=INK, stroke_width=size * 0.014
    )
    lines = (
        f"M{number(x)} {number(y - 0.75 * u)}V{number(y + 1.3 * u)}"
        f"M{number(x - 0.6 * u)} {number(y - 0.35 * u)}H{number(x + 0.6 * u)}"
        f"M{number(x - 1.2 * u)} {number(y + 0.35 * u)}"
        f"q{number(0.2 * u)} {number(u)} {number(1.2 * u)} {number(u)}"
        f"q{number(u)} 0 {number(1.2 * u)} {number(-u)}"
    )
    eye = element("circle", cx=x, cy=y - 1.1 * u, r=0.34 * u)
    drawn = element("path", d=lines, stroke_linecap="round") + eye
    return ring + element("g", drawn, fill="none", stroke="#1d4e79", stroke_width=0.3 * u)


def port(x: float, y: float, size: float) -> str:
    """A port: an anchor in a ring, beside houses."""
    houses = blocks(x - size * 0.06, y - size * 0.05, size)
    return houses + anchor(x + size * 0.17, y + size * 0.1, size)


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
        "polygon", points=points(corners), fill="#6a5a50", stroke=INK, stroke_width=size * 0.012
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
        points=points([(x, y - r), (x + r, y + 0.75 * r), (x - r, y + 0.75 * r)]),
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
        points=polygon(turned, 0.2 * size),
        fill=colour,
        stroke=INK,
        stroke_width=size * 0.022,
        stroke_linejoin="round",
    )


SINGLE: Final[Mapping[str, Callable[[float, float, float], str]]] = {
    "blocks": blocks,
    "hamlet": hamlet,
    "tents": tents,
    "airbase": airbase,
    "runway": runway,
    "port": port,
    "anchor": anchor,
    "fort": fort,
    "dot": dot,
    "summit": summit,
}
"""Signs of which a hex has one."""


def single(sign: str, x: float, y: float, size: float) -> str:
    """Return the one sign of a hex."""
    return SINGLE[sign](x, y, size)
