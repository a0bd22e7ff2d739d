"""The whole picture of a board, layer upon layer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from tabuleiro.board import Lettering
from tabuleiro.cartography.drawing import Drawing
from tabuleiro.cartography.picture import cover, margins, rivers_and_roads, style
from tabuleiro.cartography.picture import ground as ground_layers
from tabuleiro.cartography.picture.labels import Spot
from tabuleiro.cartography.picture.legend import WIDTH, legend
from tabuleiro.cartography.picture.names import hex_names, names, place_names
from tabuleiro.cartography.picture.sheet import Ground, Sheet
from tabuleiro.cartography.picture.svg import Area, Drawn, element, number, shifted
from tabuleiro.module.models import BoardFile
from tabuleiro.module.models.base import Words

__all__ = ["LAYERS", "NAMES", "Layers", "layers", "picture"]

NAMES: Final = "names"
"""The highest layer."""
LAYERS: Final[Mapping[str, Callable[[Sheet], list[str]]]] = {
    "land": ground_layers.land,
    "rivers": rivers_and_roads.rivers,
    "sea": ground_layers.sea,
    "sea-hexes": ground_layers.sea_hexes,
    "grid": ground_layers.grid_lines,
    "straits": rivers_and_roads.straits,
    "borders": rivers_and_roads.borders,
    "vegetation": cover.vegetation,
    "roads": rivers_and_roads.roads,
    "bridges": rivers_and_roads.bridges,
    "fortifications": rivers_and_roads.fortifications,
    "towns": cover.town_signs,
    "beaches": cover.beaches,
    "numbers": ground_layers.hex_numbers,
    "distances": margins.badges,
}
"""What draws each layer but that of the names, the lowest first."""


Bridged: TypeAlias = Mapping[str, frozenset[str]]
"""The kinds of hexsides over which each kind of road has bridges."""


@dataclass(frozen=True)
class Layers:
    """The map of a board, without legend and margin, as elements of SVG.

    A point x, y of the board lies at ``(x - left) * scale, (y - top) * scale`` on the page.
    """

    width: float
    height: float
    left: float
    top: float
    scale: float
    elements: dict[str, list[Drawn]]
    """The elements of each layer, the lowest layer first, each with what it covers."""
    names: tuple[Lettering, ...]
    """The names of hexes, which are in no layer: where they stand can change in play."""
    anchors: dict[str, tuple[float, float]]
    """Where on the page the things of a hex are drawn, if not in its centre."""


def layers(
    board: BoardFile,
    drawing: Drawing,
    *,
    scale: float = 64,
    language: str = "en",
    bridged: Bridged | None = None,
    ground: Ground | None = None,
) -> Layers:
    """Return a board as layers of elements, each of which can be drawn by itself."""
    sheet = Sheet(board, drawing, scale, language, apart=True, bridged=bridged, on=ground)
    page = sheet.page
    anchors = {hex: page.at(*point) for hex, point in drawing.anchors.items()}
    spots = place_names(sheet).placed
    whole = Area(0.0, 0.0, *sheet.size)
    elements = {
        name: [each if isinstance(each, Drawn) else Drawn(each, whole) for each in drawn]
        for name, drawn in _elements(sheet, [s for s in spots if not s.label.hex]).items()
    }
    apart = tuple(hex_names(s for s in spots if s.label.hex))
    return Layers(*sheet.size, page.left, page.top, scale, elements, apart, anchors)


def _elements(sheet: Sheet, spots: Iterable[Spot]) -> dict[str, list[str]]:
    """Return the elements of all layers, with these of the names."""
    return {**{name: draw(sheet) for name, draw in LAYERS.items()}, NAMES: names(spots)}


def picture(
    board: BoardFile,
    drawing: Drawing,
    *,
    scale: float = 64,
    language: str = "en",
    title: Words | None = None,
    kinds: Mapping[str, tuple[str, str]] | None = None,
    bridged: Bridged | None = None,
    ground: Ground | None = None,
) -> str:
    """Return a board as SVG; ``scale`` is the distance from hex to hex in pixels."""
    sheet = Sheet(board, drawing, scale, language, bridged=bridged, on=ground)
    width, height = sheet.size
    drawn = _elements(sheet, place_names(sheet).placed)
    inside = "\n".join(
        element("g", "\n".join(parts), id=id) for id, parts in drawn.items() if parts
    )
    edge = element(
        "rect", width=width, height=height, fill="none", stroke=style.INK, stroke_width=0.05 * scale
    )
    key, high = legend(sheet, title, kinds or {})
    above, below = margins.strip(sheet, above=True), margins.strip(sheet, above=False)
    margin = 0.4 * scale
    whole = (
        width + WIDTH * scale + 2 * margin,
        above.height + max(height + below.height, high) + 2 * margin,
    )
    paper = element("rect", width=whole[0], height=whole[1], fill="#e7dcc0")
    map_ = shifted("\n".join(("", inside, edge, *key, "")), margin, margin + above.height)
    strips = [
        shifted("\n".join(each.parts), margin, top)
        for each, top in ((above, margin), (below, margin + above.height + height))
        if each.parts
    ]
    names_ = {"xmlns": "http://www.w3.org/2000/svg", "xmlns:xlink": "http://www.w3.org/1999/xlink"}
    return (
        element(
            "svg",
            "\n".join(("", paper, *strips, map_, "")),
            **names_,
            width=whole[0],
            height=whole[1],
            viewBox=f"0 0 {number(whole[0])} {number(whole[1])}",
        )
        + "\n"
    )
