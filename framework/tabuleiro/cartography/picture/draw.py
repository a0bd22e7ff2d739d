"""Drawing the board of a folder, with the names that the rest of the module gives."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeAlias

import shapely
from pydantic import ValidationError

from tabuleiro.board.several import BETWEEN
from tabuleiro.cartography.drawing import Drawing, read_drawing
from tabuleiro.cartography.layers import figures_of
from tabuleiro.cartography.picture.compose import Layers, layers, picture
from tabuleiro.cartography.picture.sheet import Ground, Sheet, geometry_of
from tabuleiro.cartography.raster import MARGIN, frame
from tabuleiro.cartography.result import read_board
from tabuleiro.i18n import _
from tabuleiro.module.errors import ModuleError, Problem, Unreadable
from tabuleiro.module.files import decode, read_raw
from tabuleiro.module.images import read_images
from tabuleiro.module.loader import parse
from tabuleiro.module.map_building import maps_of, needs_images
from tabuleiro.module.map_data import sheets_of
from tabuleiro.module.models import BoardFile
from tabuleiro.module.models.base import Words

__all__ = ["draw_layers", "draw_module", "grown", "without_scans"]

Frame: TypeAlias = tuple[float, float, float, float]


def draw_module(folder: Path, *, scale: float = 64, language: str = "en") -> str:
    """Return a picture of the board in a folder; a board without a drawing is drawn from hexes."""
    tables = _values(folder, "tables.yaml")
    board, drawing, ground = _read(folder, tables)
    return picture(
        board,
        drawing,
        scale=scale,
        language=language,
        title=_words(_values(folder, "module.yaml").get("title")),
        kinds=_kinds(tables),
        bridged=_bridged(tables),
        ground=ground,
    )


def draw_layers(folder: Path, *, scale: float = 64, language: str = "en") -> Layers:
    """Return the map of the board in a folder as layers of elements of SVG."""
    tables = _values(folder, "tables.yaml")
    board, drawing, ground = _read(folder, tables)
    return layers(
        board,
        drawing,
        scale=scale,
        language=language,
        bridged=_bridged(tables),
        ground=ground,
    )


def _read(folder: Path, tables: dict[str, Any]) -> tuple[BoardFile, Drawing, Ground]:
    board, raw = read_board(folder)
    rows = tables.get("terrain")
    first = rows[0] if isinstance(rows, list) and rows else None
    usual = str(first.get("id")) if isinstance(first, dict) else "open"
    images = read_images(folder)[0] if needs_images(board) else {}
    maps = maps_of(board, images)
    drawn = [one for one in maps if one.picture is None]
    if not drawn:
        sentence = _("the board is a scanned map: there is nothing to draw")
        raise ModuleError(folder.name, [Problem("board.yaml", 1, 1, "picture", sentence)])
    if len(drawn) < len(maps):
        board = without_scans(board, {one.id for one in drawn})
    sheets = sheets_of(maps) if len(maps) > 1 else {}
    whole = [sheet.frame for sheet in sheets.values()]
    papers = [grown(sheets[one.id].frame) for one in drawn if one.id in sheets]
    ground = Ground(drawn, usual, papers)
    if raw is None:
        return board, _from_hexes(board, ground, whole), ground
    try:
        return board, read_drawing(raw.decode()), ground
    except ValueError:
        name = board.drawing or ""
        sentence = _("this is no drawing of a board: build it anew")
        raise ModuleError(folder.name, [Problem(name, 1, 1, "", sentence)]) from None


def grown(frame: Frame) -> Frame:
    """Return the paper of a map: a margin wider than its places."""
    left, top, right, bottom = frame
    return left - MARGIN, top - MARGIN, right + MARGIN, bottom + MARGIN


def without_scans(board: BoardFile, drawn: set[str]) -> BoardFile:
    """Return a board without what lies on scanned maps: there it is printed."""

    def shown(hex: str) -> bool:
        return hex.partition(BETWEEN)[0] in drawn

    sides = (item for item in board.hexsides if all(map(shown, item.sides[0].split("/"))))
    return board.model_copy(
        update={
            "hexsides": list(sides),
            "networks": [item for item in board.networks if all(map(shown, item.chain))],
            "places": [item for item in board.places if shown(item.hex)],
            "links": [],
        }
    )


def _from_hexes(board: BoardFile, ground: Ground, frames: Sequence[Frame]) -> Drawing:
    """Return a drawing whose coast follows the hexes; the margin takes after those beside it."""
    geometry = geometry_of(board, ground.maps)
    lefts, tops, rights, bottoms = zip(frame(geometry), *frames, strict=True)
    bare = Drawing((min(lefts), min(tops), max(rights), max(bottoms)))
    wet = Sheet(board, bare, 1, "en", on=ground).wet
    if not wet:
        return bare
    dry = [hex for hex in geometry.grid.hexes if hex not in wet]
    sea = geometry.outline(wet).buffer(1).difference(geometry.outline(dry))
    return Drawing(bare.frame, land=figures_of(shapely.box(*bare.frame).difference(sea)))


def _values(folder: Path, name: str) -> dict[str, Any]:
    """Return the values of a file of the module, nothing if it cannot be read."""
    try:
        return parse(decode(read_raw(folder, name), name), name).data
    except Unreadable:
        return {}


def _words(value: Any) -> Words | None:
    try:
        return Words.model_validate(value)
    except ValidationError:
        return None


def _kinds(tables: dict[str, Any]) -> dict[str, tuple[str, str]]:
    """Return the names of terrain, hexsides and roads, as far as tables give them."""
    found = {}
    for key in ("terrain", "hexsides", "networks"):
        rows = tables.get(key)
        for row in rows if isinstance(rows, list) else []:
            words = _words(row.get("name")) if isinstance(row, dict) else None
            if words is not None:
                found[str(row.get("id"))] = (words.pt, words.en)
    return found


def _bridged(tables: dict[str, Any]) -> dict[str, frozenset[str]] | None:
    """Return which roads have bridges over what, None if there are no tables."""
    rows = tables.get("networks")
    if not isinstance(rows, list):
        return None
    found = {}
    for row in rows:
        if isinstance(row, dict):
            over = row.get("bridges")
            found[str(row.get("id"))] = frozenset(map(str, over if isinstance(over, list) else []))
    return found
