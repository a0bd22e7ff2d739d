"""Boards made from maps: from coast, heights and towns to hexes, roads and a drawing.

Not here: rules of terrain, and the map widget of the window (`host.map`), which shows these
pictures.

A folder of sources holds ``board-source.yaml`` and the maps that it names. `build_board` makes
``board.yaml`` and ``drawing.json`` of it, the same bytes each time; `read_drawing` reads the
latter back for whoever draws the board, and `picture` draws it as SVG.

>>> tie = fit([(0, 0), (10, 0), (0, 10)], [(120, 10), (121, 10), (120, 9)])
>>> [round(each, 3) for each in tie.point(120.5, 9.5)]
[5.0, 5.0]
"""

from tabuleiro.cartography.build import Built, build_board
from tabuleiro.cartography.curves import ribbon
from tabuleiro.cartography.drawing import (
    Band,
    Drawing,
    Figure,
    Ribbon,
    Stroke,
    drawing_text,
    read_drawing,
)
from tabuleiro.cartography.georeference import Georeference, fit
from tabuleiro.cartography.picture import Drawn, Layers, draw_layers, draw_module, picture
from tabuleiro.cartography.raster import Raster
from tabuleiro.cartography.result import read_board
from tabuleiro.cartography.source import SOURCE, SourceFile

__all__ = [
    "SOURCE",
    "Band",
    "Built",
    "Drawing",
    "Drawn",
    "Figure",
    "Georeference",
    "Layers",
    "Raster",
    "Ribbon",
    "SourceFile",
    "Stroke",
    "build_board",
    "draw_layers",
    "draw_module",
    "drawing_text",
    "fit",
    "picture",
    "read_board",
    "read_drawing",
    "ribbon",
]
