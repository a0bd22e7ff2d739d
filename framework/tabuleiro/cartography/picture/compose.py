"""The whole picture of a board, layer upon layer."""

from __future__ import annotations

from collections.abc import Mapping

from tabuleiro.cartography.drawing import Drawing
from tabuleiro.cartography.picture import cover, ground, lines, style
from tabuleiro.cartography.picture.legend import WIDTH, legend
from tabuleiro.cartography.picture.names import names
from tabuleiro.cartography.picture.sheet import Sheet
from tabuleiro.cartography.picture.svg import element, number
from tabuleiro.module.models import BoardFile
from tabuleiro.module.models.base import Words

__all__ = ["picture"]


def picture(
    board: BoardFile,
    drawing: Drawing,
    *,
    scale: float = 64,
    language: str = "en",
    title: Words | None = None,
    kinds: Mapping[str, tuple[str, str]] | None = None,
) -> str:
    """Return a board as SVG; ``scale`` is the distance from hex to hex in pixels."""
    sheet = Sheet(board, drawing, scale, language)
    width, height = sheet.size
    layers = {
        "land": ground.land(sheet),
        "rivers": lines.rivers(sheet),
        "sea": ground.sea(sheet),
        "sea-hexes": ground.sea_hexes(sheet),
        "grid": ground.grid_lines(sheet),
        "straits": lines.straits(sheet),
        "borders": lines.borders(sheet),
        "vegetation": cover.vegetation(sheet),
        "roads": lines.roads(sheet),
        "bridges": lines.bridges(sheet),
        "fortifications": lines.fortifications(sheet),
        "towns": cover.town_signs(sheet),
        "beaches": cover.beaches(sheet),
        "numbers": ground.hex_numbers(sheet),
        "names": names(sheet),
    }
    margin = 0.4 * scale
    whole = width + WIDTH * scale + 2 * margin, height + 2 * margin
    inside = "\n".join(
        element("g", "\n".join(parts), id=id) for id, parts in layers.items() if parts
    )
    edge = element(
        "rect", width=width, height=height, fill="none", stroke=style.INK, stroke_width=0.05 * scale
    )
    key = "\n".join(legend(sheet, title, kinds or {}))
    paper = element("rect", width=whole[0], height=whole[1], fill="#e7dcc0")
    map_ = element(
        "g",
        f"\n{inside}\n{edge}\n{key}\n",
        transform=f"translate({number(margin)} {number(margin)})",
    )
    names_ = {"xmlns": "http://www.w3.org/2000/svg", "xmlns:xlink": "http://www.w3.org/1999/xlink"}
    return (
        element(
            "svg",
            f"\n{paper}\n{map_}\n",
            **names_,
            width=whole[0],
            height=whole[1],
            viewBox=f"0 0 {number(whole[0])} {number(whole[1])}",
        )
        + "\n"
    )
