"""From the maps of ``board.yaml`` to plain data, with all that is wrong with them.

Areas that do not name their neighbours get those that share a border with them, a picture is
placed by the points that it gives, and several maps are laid side by side.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

import msgspec

from tabuleiro.board import BoardError, geometry_of
from tabuleiro.board.geometry import NEAR
from tabuleiro.i18n import _
from tabuleiro.module.errors import did_you_mean
from tabuleiro.module.images import LARGE
from tabuleiro.module.map_data import (
    AreaData,
    AreaGridData,
    GridData,
    HexGridData,
    MapData,
    PictureData,
    PlainGridData,
    SquareGridData,
    TerrainData,
    make_one,
    side_by_side,
)
from tabuleiro.module.models.maps import (
    AreaGridModel,
    AreaModel,
    GridModel,
    HexGridModel,
    PictureModel,
    SquareGridModel,
    TerrainModel,
)

if TYPE_CHECKING:
    from tabuleiro.board import Grid
    from tabuleiro.module.draft import Checked
    from tabuleiro.module.images import Image
    from tabuleiro.module.loader import Loc
    from tabuleiro.module.models import BoardFile

__all__ = ["build_maps", "maps_of", "needs_images"]

_RESERVED: Final = frozenset({"at", "in"})
"""Words that begin the names of other places."""
Placing: TypeAlias = tuple[float, float, float, float, float, float]


class _Placed(NamedTuple):
    """A map as it stands in the file, whether alone or one of several."""

    loc: Loc
    id: str
    title: dict[str, str]
    grid: GridModel
    picture: PictureModel | None
    terrain: TerrainModel | None
    at: tuple[float, float] | None = None


def build_maps(
    file: Checked[BoardFile], images: dict[str, Image], faults: dict[str, str]
) -> list[MapData] | None:
    """Return the maps of a board; None if what is wrong leaves no places to speak of."""
    board = file.model
    if board is None:
        return None
    if (board.grid is None) == (not board.maps):
        if not {"grid", "maps"} & file.unknown:
            file.problem((), _("the board has either a grid or a list of maps"))
        return None
    found: list[MapData] = []
    placed = list(_placed(board, file))
    for one in placed:
        data = _one_map(file, one, images, faults)
        if data is None:
            return None
        found.append(data)
    return side_by_side(found, [one.at for one in placed]) if board.maps else found


def maps_of(board: BoardFile, images: dict[str, Image] | None = None) -> list[MapData]:
    """Return the maps of a board in which nothing is wrong."""
    from tabuleiro.module.draft import Checked

    found = build_maps(Checked("board.yaml", model=board), images or {}, {})
    assert found is not None  # noqa: S101 - the caller has checked it
    return found


def needs_images(board: BoardFile) -> bool:
    """Return whether where places lie depends on the size of pictures."""
    return board.picture is not None or any(one.picture is not None for one in board.maps)


def _placed(board: BoardFile, file: Checked[BoardFile]) -> Iterator[_Placed]:
    if board.grid is not None:
        yield _Placed((), "", {}, board.grid, board.picture, board.terrain)
    for loc, one in file.numbered("maps", board.maps):
        at = (one.at[0], one.at[1]) if one.at is not None else None
        yield _Placed(loc, one.id, one.title.model_dump(), one.grid, one.picture, one.terrain, at)


def _one_map(
    file: Checked[BoardFile], one: _Placed, images: dict[str, Image], faults: dict[str, str]
) -> MapData | None:
    if one.id in _RESERVED:
        sentence = _('"{id}" begins the names of other places: call the map otherwise')
        file.problem((*one.loc, "id"), sentence.format(id=one.id))
        return None
    image = _image(file, one, images, faults)
    data = _grid(file, one, image)
    if data is None:
        return None
    try:
        grid = make_one(data)
        grid.neighbour_table  # noqa: B018 - numbers that do not fit are told here
    except BoardError as error:
        file.problem((*one.loc, "grid"), _(error.message).format(**error.values))
        return None
    picture = None
    if image is not None and one.picture is not None:
        placing = _placing(file, one, data, grid)
        if placing is not None:
            picture = PictureData(one.picture.file, image.width, image.height, placing)
    terrain = one.terrain.model_dump() if one.terrain is not None else {}
    terrain["rows"] = [row.replace(" ", "") for row in terrain.get("rows", ())]
    return MapData(
        one.id, one.title, data, msgspec.convert(terrain, TerrainData), (0.0, 0.0), picture
    )


# ---------------------------------------------------------------------------------- pictures


def _image(
    file: Checked[BoardFile], one: _Placed, images: dict[str, Image], faults: dict[str, str]
) -> Image | None:
    if one.picture is None:
        return None
    loc, name = (*one.loc, "picture", "file"), one.picture.file
    if name in faults:
        file.problem(loc, f"{name}: {faults[name]}")
        return None
    image = images.get(name)
    if image is None:
        sentence = _('there is no picture "{name}" in the folder `images`')
        file.problem(loc, sentence.format(name=name), did_you_mean(name, images))
    elif image.kind == "svg":
        file.problem(loc, _("a scanned map is a PNG, a JPEG or a GIF"))
    elif image.pixels > LARGE and not image.in_rows:
        file.problem(
            loc,
            _("so large a picture is cut row by row, and this one cannot be"),
            _("save it as a PNG of 8 bits, not interlaced, or as a JPEG, not progressive"),
        )
    else:
        return image
    return None


def _placing(file: Checked[BoardFile], one: _Placed, data: GridData, grid: Grid) -> Placing | None:
    """Return where the pixels of a picture lie on its map; None if its points do not say."""
    assert one.picture is not None  # noqa: S101 - the caller has it
    if isinstance(data, AreaGridData | PlainGridData):
        scale = 1 / one.grid.unit  # type: ignore[union-attr]
        return scale, 0.0, 0.0, 0.0, scale, 0.0
    loc = (*one.loc, "picture", "points")
    points = one.picture.points
    if len(points) < 2:
        file.problem(loc, _("two points place a picture: two hexes far apart, with their pixels"))
        return None
    off = [_off(file, (*loc, n, "hex"), point.hex, grid) for n, point in enumerate(points)]
    if any(off):
        return None
    geometry = geometry_of(grid)
    goals = [geometry.centre(point.hex) for point in points]
    pixels = [(point.pixel[0], point.pixel[1]) for point in points]
    placing = _affine(pixels, goals) if len(points) > 2 else _similar(pixels, goals)
    if placing is None:
        file.problem(loc, _("these points do not place the picture: they lie too close together"))
    return placing


def _off(file: Checked[BoardFile], loc: Loc, hex: str, grid: Grid) -> bool:
    if hex in grid:
        return False
    error = grid.unknown(hex)
    file.problem(loc, _(error.message).format(**error.values))
    return True


def _similar(pixels: list[tuple[float, float]], goals: list[tuple[float, float]]) -> Placing | None:
    """Return how pixels come to lie on the board by turning and scaling alone.

    >>> _similar([(100, 100), (300, 100)], [(1, 1), (3, 1)])
    (0.01, -0.0, 0.0, 0.0, 0.01, 0.0)
    """
    (x1, y1), (x2, y2) = pixels
    run = complex(x2 - x1, y2 - y1)
    way = complex(goals[1][0] - goals[0][0], goals[1][1] - goals[0][1])
    if abs(run) < 2 or abs(way) < 0.5:
        return None
    turn = way / run
    moved = complex(*goals[0]) - turn * complex(x1, y1)
    return turn.real, -turn.imag, moved.real, turn.imag, turn.real, moved.imag


def _affine(pixels: list[tuple[float, float]], goals: list[tuple[float, float]]) -> Placing | None:
    """Return how three pixels come to lie on their points of the board.

    >>> _affine([(0, 0), (100, 0), (0, 50)], [(0, 0), (1, 0), (0, 1)])
    (0.01, 0.0, 0.0, 0.0, 0.02, 0.0)
    """
    (x0, y0), (x1, y1), (x2, y2) = pixels
    ax, ay, bx, by = x1 - x0, y1 - y0, x2 - x0, y2 - y0
    size = ax * by - bx * ay
    if abs(size) < 4:
        return None
    rows = []
    for axis in (0, 1):
        u, v = goals[1][axis] - goals[0][axis], goals[2][axis] - goals[0][axis]
        right, down = (u * by - v * ay) / size, (ax * v - bx * u) / size
        rows.append((right, down, goals[0][axis] - right * x0 - down * y0))
    (a, b, c), (d, e, f) = rows
    return (a, b, c, d, e, f) if abs(a * e - b * d) > 1e-9 else None


# ------------------------------------------------------------------------------------- grids


def _grid(file: Checked[BoardFile], one: _Placed, image: Image | None) -> GridData | None:
    model = one.grid
    if isinstance(model, HexGridModel):
        return msgspec.convert(model.model_dump(exclude={"kind"}), HexGridData)
    if isinstance(model, SquareGridModel):
        return msgspec.convert(model.model_dump(exclude={"kind"}), SquareGridData)
    if isinstance(model, AreaGridModel):
        return _areas(file, (*one.loc, "grid", "areas"), model)
    width = model.width or (image.width if image is not None else 0)
    height = model.height or (image.height if image is not None else 0)
    if not width or not height:
        if one.picture is None:
            file.problem(
                (*one.loc, "grid"), _("a map without grid and picture needs its width and height")
            )
        return None
    return PlainGridData(width, height, model.unit, model.km)


def _areas(file: Checked[BoardFile], loc: Loc, model: AreaGridModel) -> AreaGridData | None:
    from tabuleiro.board import shapes

    known = {area.id for area in model.areas}
    seen: set[str] = set()
    found: list[AreaData] = []
    sound = True
    for number, area in enumerate(model.areas):
        here = (*loc, number)
        if area.id in seen:
            file.problem((*here, "id"), _('the id "{id}" stands here twice').format(id=area.id))
            sound = False
        seen.add(area.id)
        for place, other in enumerate(area.neighbours or ()):
            sound &= file.refer((*here, "neighbours", place), other, known, _("unknown area"))
        outline = tuple((x / model.unit, y / model.unit) for x, y in area.polygon)
        if len(outline) < 3 and (outline or area.centre is None):
            file.problem(here, _("an area needs a polygon of three points or more, or a centre"))
            return None
        if outline and not shapes.is_sound(outline):
            file.problem((*here, "polygon"), _("the polygon crosses itself, or has no inside"))
            return None
        if area.centre is not None:
            centre = (area.centre[0] / model.unit, area.centre[1] / model.unit)
        else:
            x, y = shapes.inner_point(shapes.any_polygons([outline])[0])
            centre = (round(x, 4), round(y, 4))
        names = area.name.model_dump() if area.name is not None else {}
        found.append(AreaData(area.id, names, centre, outline))
    if not sound:
        return None
    try:
        borders = tuple(sorted(_borders(model.areas, found)))
    except ValueError:
        file.problem(loc, _("too many areas lie on one another"))
        return None
    return AreaGridData(tuple(found), borders, model.km)


def _borders(models: Iterable[AreaModel], areas: list[AreaData]) -> set[tuple[str, str]]:
    """Return which areas are neighbours: as they say, or those that share a border."""
    from tabuleiro.board import shapes

    said = {model.id: model.neighbours for model in models}
    found = {
        (min(id, other), max(id, other))
        for id, others in said.items()
        for other in others or ()
        if other != id
    }
    silent = [area for area in areas if said[area.id] is None and area.outline]
    figures = shapes.any_polygons([area.outline for area in silent])
    for here, there in shapes.close_pairs(figures, NEAR):
        if shapes.shared_lines(figures[here], figures[there], NEAR):
            a, b = silent[here].id, silent[there].id
            found.add((min(a, b), max(a, b)))
    return found
