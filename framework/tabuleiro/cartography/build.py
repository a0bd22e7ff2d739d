"""Building a board from its sources, from the first file to the last."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import shapely
from shapely.geometry.base import BaseGeometry as Geometry

from tabuleiro.cartography.board_text import board_text
from tabuleiro.cartography.checks import check_source
from tabuleiro.cartography.drawing import drawing_text
from tabuleiro.cartography.ground import Coast
from tabuleiro.cartography.layers import draw, shown_land
from tabuleiro.cartography.reading import Sources, read_sources
from tabuleiro.cartography.redraw import lay_kept
from tabuleiro.cartography.relief import Relief, Shading, derive, relief_text
from tabuleiro.cartography.result import check_result
from tabuleiro.cartography.source import DRAWING
from tabuleiro.cartography.spots import find_places, place_entries, stretches, surround
from tabuleiro.cartography.surface import (
    Surface,
    check_demands,
    named_islands,
    printed_hexes,
    settle_ground,
    terrain_of,
)
from tabuleiro.cartography.waters import lay_waters
from tabuleiro.cartography.ways import lay_roads
from tabuleiro.module.models import BoardFile

__all__ = ["Built", "build_board"]


@dataclass(frozen=True)
class Built:
    """What a build makes: texts by the names of their files."""

    id: str
    board: dict[str, str]
    """Files of the module: the board and its drawing."""
    source: dict[str, str]
    """Files that go back to the sources: what was derived from raw heights."""

    def write(self, module: Path, source: Path) -> list[Path]:
        """Write all files and return their paths."""
        written = []
        for folder, texts in ((module, self.board), (source, self.source)):
            for name, text in texts.items():
                path = folder / name
                path.write_bytes(text.encode())
                written.append(path)
        return written


def build_board(folder: Path, heights: Path | None = None) -> Built:
    """Build the board of a folder of sources, or raise `ModuleError` with all that is wrong.

    Without ``heights`` the derived heights among the sources are taken, if there are any. A board
    that is kept gets a new drawing, and nothing else.
    """
    sources = read_sources(folder, heights)
    if sources.board is not None:
        return _redrawn(sources, sources.board)
    check_source(sources)
    islands = named_islands(sources)
    coast = Coast.of(sources.islands)
    ground = settle_ground(sources, coast, islands)
    check_demands(sources, ground)
    if sources.problems:
        sources.stop_if_faulty()  # without sound maps the rest would be noise
    relief = _relief(sources)
    terrain = terrain_of(sources, ground, relief)
    surface = Surface(ground, coast, islands, terrain, printed_hexes(sources), relief)
    waters = lay_waters(sources, surface)
    places = find_places(sources, surface)
    roads = lay_roads(sources, surface, places)
    lists = {
        "hexsides": waters.entries,
        "networks": roads,
        "places": place_entries(sources, places),
        "regions": surround(sources, surface, roads),
        "edges": stretches(sources, surface),
    }
    sources.stop_if_faulty()
    land = shown_land(sources, surface)
    board = {
        "board.yaml": board_text(sources, surface, lists),
        DRAWING: drawing_text(draw(sources, surface, land, waters, roads)),
    }
    check_result(sources.model.id, board)
    return Built(sources.model.id, board, _kept(sources, relief))


def _redrawn(sources: Sources, board: BoardFile) -> Built:
    sources.stop_if_faulty()
    relief = _relief(sources)
    kept = lay_kept(sources, board, relief)
    sources.stop_if_faulty()
    land = shown_land(sources, kept.surface)
    drawing = draw(sources, kept.surface, land, kept.waters, kept.roads)
    text = {DRAWING: drawing_text(drawing)}
    return Built(sources.model.id, text, _kept(sources, relief))


def _relief(sources: Sources) -> Relief | None:
    if sources.heights is None:
        return sources.relief
    how = sources.model.drawing
    shading = Shading(how.pixels, how.relief, how.detail, sources.model.grid.km or 4.0)
    return derive(sources.heights, sources.geometry, sources.tie, _land(sources), shading)


def _land(sources: Sources) -> Geometry:
    land = shapely.union_all(sources.islands)
    shapely.prepare(land)
    return land


def _kept(sources: Sources, relief: Relief | None) -> dict[str, str]:
    """Return the file of derived heights, if raw ones were given and it has a name."""
    entry = next((each for each in sources.model.inputs if each.kind == "relief"), None)
    if sources.heights is None or relief is None or entry is None:
        return {}
    return {entry.file: relief_text(relief, sources.geometry, entry.credit)}
