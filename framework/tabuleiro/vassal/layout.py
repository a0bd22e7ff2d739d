"""Where things lie: the boards of VASSAL's maps as maps of ours, and pixels as their places."""

from __future__ import annotations

import re
from math import floor, hypot
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tabuleiro.i18n import _
from tabuleiro.vassal.game import Board, Grid, MapWindow, Numbering, Point
from tabuleiro.vassal.names import Names, both, said

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tabuleiro.vassal.ledger import Ledger

__all__ = ["Sheet", "Sheets", "lay_out"]

MAX_CELLS: Final = 400
MAX_SIDE: Final = 32_000
MAX_AREAS: Final = 2_000
MAX_CORNERS: Final = 2_000
"""Of one outline."""
MAX_WORK: Final = 3_000_000
"""How often a point may be held against a corner or a centre of an area."""
_UNIT: Final = 100.0
_REACH: Final = 1.5
"""How many units a piece may lie from the nearest area and still be taken to lie in it."""
_SEPARATORS: Final = frozenset({"", ".", "-"})
_CORNERS: Final = 3


class Cells(NamedTuple):
    """The cells of a grid that lie on a board: the first column and row, and how many there are."""

    column: int
    row: int
    columns: int
    rows: int


class Sheet:
    """One board as it lies on a map: a map of ours."""

    def __init__(self, id: str, title: str, board: Board, corner: Point, picture: str) -> None:
        """Take a board, the pixel of its upper left corner on its map, and its picture here."""
        self.id, self.title, self.board, self.picture = id, title, board, picture
        self.corner = corner
        self.unit = _UNIT
        self.areas: list[tuple[str, str, Point, tuple[Point, ...]]] = []
        """Ids, names, centres and outlines."""
        self.grid: Grid | None = None
        self.cells = Cells(0, 0, 0, 0)
        self.note = ""
        self._before = ""
        self._found: dict[Point, str] = {}

    @property
    def pixels(self) -> float:
        """How many pixels lie between the middles of two places that touch."""
        return self.unit if self.grid is None else self.grid.height

    def settle(self, points: Iterable[Point], unit: float, *, alone: bool) -> None:
        """Choose the places of this map; ``points`` are where pieces lie, ``unit`` their size."""
        self._before = "" if alone else f"{self.id}:"
        self.unit = max(1.0, unit)
        grid = self._widest_grid()
        if grid is not None:
            self.cells = _cells_on(grid, self.board)
            if 0 < self.cells.columns <= MAX_CELLS and 0 < self.cells.rows <= MAX_CELLS:
                self.grid = grid
                return
        self._find_areas()
        points = set(points)
        corners = sum(len(outline) + 1 for _id, _name, _centre, outline in self.areas)
        if corners * len(points) > MAX_WORK or not all(self._near(point) for point in points):
            self.areas = []
            self.note = _('"{board}": pieces lie beside its areas, so it has no areas here.')

    # ------------------------------------------------------------------------------- choosing

    def _widest_grid(self) -> Grid | None:
        """Return the grid of the board, or of the one zone that covers most of it."""
        own = self.board.grid
        if own is not None and own.kind != "regions":
            return own
        zones = [z for z in self.board.zones if z.grid is not None and z.grid.kind != "regions"]
        half = self.board.width * self.board.height / 2
        return next((z.grid for z in zones if _area_of(z.outline) > half), None)

    def _find_areas(self) -> None:
        board, names = self.board, Names()
        grids = [board.grid, *(zone.grid for zone in board.zones)]
        regions = [r for grid in grids if grid is not None for r in grid.regions]
        for region in regions[:MAX_AREAS]:
            name = said(region.name)
            self.areas.append((names.new(region.name, "area"), name, region.at, ()))
        for zone in board.zones[: MAX_AREAS - len(self.areas)]:
            if _CORNERS <= len(zone.outline) <= MAX_CORNERS and _area_of(zone.outline) > 1:
                centre = _middle(zone.outline)
                name = said(zone.name)
                self.areas.append((names.new(zone.name, "area"), name, centre, zone.outline))

    def _near(self, point: Point) -> bool:
        return bool(self.areas) and self._area_at(self._inside(point))[1] <= _REACH * self.unit

    def _area_at(self, point: Point) -> tuple[str, float]:
        """Return the nearest area and how far it is; one that holds the point is at no distance."""
        best, least = "", float("inf")
        for id, _name, centre, outline in self.areas:
            far = 0.5 * self.unit if outline and _holds(outline, point) else _far(centre, point)
            if far < least:
                best, least = id, far
        return best, least

    # -------------------------------------------------------------------------------- telling

    def place(self, point: Point) -> str:
        """Return the place of ours at a pixel of the map."""
        return f"{self._before}{self._place(self._inside(point))}"

    def named(self, cell: str) -> str:
        """Return the place of ours that an author calls so; nothing if there is none."""
        if self.grid is None:
            found = next((id for id, name, *_where in self.areas if name == said(cell)), "")
            return f"{self._before}{found}" if found else ""
        pattern, first_column, first_row = self._numbering(self.grid)
        runs = re.sub(
            "C+|R+", lambda run: f"(?P<{run[0][0]}>[0-9]{{{len(run[0])}}})", re.escape(pattern)
        )
        match = re.fullmatch(runs, cell)
        if match is None or self.note:
            return ""
        across, down = int(match["C"]) - first_column, int(match["R"]) - first_row
        lane, along = (down, across) if self.grid.sideways else (across, down)
        inside = 0 <= lane < self.cells.columns and 0 <= along < self.cells.rows
        return f"{self._before}{cell}" if inside else ""

    def _inside(self, point: Point) -> Point:
        return point[0] - self.corner[0], point[1] - self.corner[1]

    def _place(self, point: Point) -> str:
        if self.grid is not None:
            column, row = self._nearest_cell(self.grid, point)
            return self._name(column, row)
        if self.areas:
            if point not in self._found:
                self._found[point] = self._area_at(point)[0]
            return self._found[point]
        x, y = (round(min(max(n, 0), most)) for n, most in zip(point, self._size(), strict=True))
        return f"at:{x:04d}.{y:04d}"

    def _size(self) -> tuple[int, int]:
        return max(1, min(self.board.width, MAX_SIDE)), max(1, min(self.board.height, MAX_SIDE))

    def data(self) -> dict[str, Any]:
        """Return the map as it stands in ``board.yaml``."""
        found: dict[str, Any] = {"grid": self._grid_data()}
        if self.picture:
            found["picture"] = {"file": self.picture}
            if self.grid is not None:
                found["picture"]["points"] = self._points(self.grid)
        return found

    def _grid_data(self) -> dict[str, Any]:
        if self.grid is not None:
            return self._cells_data(self.grid)
        if self.areas:
            areas = []
            for id, name, centre, outline in self.areas:
                area: dict[str, Any] = {"id": id, "name": both(name), "centre": list(centre)}
                if outline:
                    area["polygon"] = [list(corner) for corner in outline]
                areas.append(area)
            return {"kind": "areas", "unit": self.unit, "areas": areas}
        width, height = self._size()
        return {"kind": "plain", "width": width, "height": height, "unit": self.unit}

    # ---------------------------------------------------------------------------------- cells

    def _cells_data(self, grid: Grid) -> dict[str, Any]:
        pattern, first_column, first_row = self._numbering(grid)
        lanes, along = self.cells.columns, self.cells.rows
        columns, rows = (along, lanes) if grid.sideways else (lanes, along)
        found: dict[str, Any] = {"columns": columns, "rows": rows, "numbering": pattern}
        if (first_column, first_row) != (1, 1):
            found |= {"first_column": first_column, "first_row": first_row}
        if grid.kind == "squares":
            return {"kind": "squares", **found, "diagonals": True}
        first_lane = first_row if grid.sideways else first_column
        odd = (first_lane + self.cells.column) % 2 == 0  # columns that VASSAL counts as odd
        odd = odd != _is_staggered(grid)
        return {
            **found,
            "orientation": "pointy" if grid.sideways else "flat",
            "shift": "odd" if odd else "even",
        }

    def _numbering(self, grid: Grid) -> tuple[str, int, int]:
        """Return how cells are numbered here, and the numbers of the first column and row."""
        told = grid.numbering or Numbering()
        lanes, along = self.cells.columns, self.cells.rows
        first = (told.first[0] + self.cells.column, told.first[1] + self.cells.row)
        last = (first[0] + lanes - 1, first[1] + along - 1)
        fits = (
            grid.numbering is not None
            and not any(told.descending)
            and not any(told.letters)
            and told.separator in _SEPARATORS
            and min(first) >= 0
            and max(first) <= 99
        )
        if not fits:
            if grid.numbering is not None:
                self.note = _('"{board}": its cells have other numbers here.')
            first, last, told = (1, 1), (lanes, along), Numbering()
        digits = [max(told.digits[n], len(str(last[n]))) for n in (0, 1)]
        signs = ("R", "C") if grid.sideways else ("C", "R")
        runs = [signs[n] * digits[n] for n in (0, 1)]
        pattern = told.separator.join(reversed(runs) if told.row_first else runs)
        return pattern, *((first[1], first[0]) if grid.sideways else first)

    def _name(self, column: int, row: int) -> str:
        """Return the name of a cell by its column and row of VASSAL's counting."""
        assert self.grid is not None  # noqa: S101 - only cells have such names
        pattern, first_column, first_row = self._numbering(self.grid)
        lane, along = column - self.cells.column, row - self.cells.row
        x, y = (along, lane) if self.grid.sideways else (lane, along)
        text = pattern
        for sign, number in (("C", first_column + x), ("R", first_row + y)):
            run = sign * pattern.count(sign)
            text = text.replace(run, str(number).zfill(len(run)))
        return text

    def _nearest_cell(self, grid: Grid, point: Point) -> tuple[int, int]:
        x, y = (point[1], point[0]) if grid.sideways else point
        cells = self.cells
        guess = round((x - grid.origin[0]) / grid.width)
        best, least = (cells.column, cells.row), float("inf")
        for column in range(guess - 1, guess + 2):
            row = round((y - grid.origin[1] - _down(grid, column)) / grid.height)
            column_here = min(max(column, cells.column), cells.column + cells.columns - 1)
            row_here = min(max(row, cells.row), cells.row + cells.rows - 1)
            far = _far(_centre(grid, column_here, row_here), (x, y))
            if far < least:
                best, least = (column_here, row_here), far
        return best

    def _points(self, grid: Grid) -> list[dict[str, Any]]:
        """Return three cells and where they lie in the picture."""
        cells = self.cells
        last_column, last_row = cells.column + cells.columns - 1, cells.row + cells.rows - 1
        corners = [(cells.column, cells.row), (last_column, cells.row), (cells.column, last_row)]
        found = []
        for column, row in dict.fromkeys(corners):
            x, y = _centre(grid, column, row)
            pixel = [y, x] if grid.sideways else [x, y]
            found.append({"hex": self._name(column, row), "pixel": [round(n, 3) for n in pixel]})
        return found


def _down(grid: Grid, column: int) -> float:
    """Return how much further down a hex of a column lies than that of the first one."""
    if grid.kind != "hexes" or column % 2 == 0:
        return 0.0
    return -grid.height / 2 if _is_staggered(grid) else grid.height / 2


def _is_staggered(grid: Grid) -> bool:
    """Return whether in every other column the hex further up has the same number."""
    return grid.kind == "hexes" and grid.numbering is not None and grid.numbering.stagger


def _centre(grid: Grid, column: int, row: int) -> Point:
    x = grid.origin[0] + column * grid.width
    return x, grid.origin[1] + row * grid.height + _down(grid, column)


def _cells_on(grid: Grid, board: Board) -> Cells:
    """Return the cells whose centres lie on a board."""
    width, height = (board.height, board.width) if grid.sideways else (board.width, board.height)
    column, columns = _span(grid.origin[0], grid.width, width)
    row, rows = _span(grid.origin[1], grid.height, height)
    return Cells(column, row, columns, rows)


def _span(origin: float, step: float, length: float) -> tuple[int, int]:
    """Return the first of some steps that lies on a length, and how many do.

    >>> _span(32, 64, 300), _span(-19, 55.4, 300)
    ((0, 5), (1, 5))
    """
    first = -floor(origin / step + 1e-6)
    last = floor((length - origin) / step + 1e-6)
    return first, max(0, last - first + 1)


def _far(a: Point, b: Point) -> float:
    return hypot(a[0] - b[0], a[1] - b[1])


def _area_of(outline: tuple[Point, ...]) -> float:
    """Return how large a polygon is.

    >>> _area_of(((0, 0), (4, 0), (4, 3), (0, 3)))
    12.0
    """
    pairs = zip(outline, (*outline[1:], *outline[:1]), strict=True)
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in pairs)) / 2


def _middle(outline: tuple[Point, ...]) -> Point:
    """Return a point inside of a polygon: the mean of its corners, or that of an ear of it."""
    count = len(outline)
    mean = (sum(x for x, _y in outline) / count, sum(y for _x, y in outline) / count)
    if _holds(outline, mean):
        return round(mean[0], 1), round(mean[1], 1)
    for number in range(count):
        a, b, c = outline[number - 1], outline[number], outline[(number + 1) % count]
        ear = ((a[0] + b[0] + c[0]) / 3, (a[1] + b[1] + c[1]) / 3)
        if _holds(outline, ear):
            return round(ear[0], 1), round(ear[1], 1)
    return outline[0]


def _holds(outline: tuple[Point, ...], point: Point) -> bool:
    """Return whether a point lies in a polygon.

    >>> square = ((0, 0), (4, 0), (4, 4), (0, 4))
    >>> _holds(square, (1, 1)), _holds(square, (5, 1))
    (True, False)
    """
    x, y = point
    inside = False
    for (x1, y1), (x2, y2) in zip(outline, (*outline[1:], *outline[:1]), strict=True):
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            inside = not inside
    return inside


class Sheets:
    """The sheets of one map of VASSAL's."""

    def __init__(self, sheets: list[Sheet]) -> None:
        """Take the sheets of the boards that lie on it."""
        self.sheets = sheets

    def at(self, point: Point, board: str = "") -> Sheet:
        """Return the sheet that a pixel of the map lies on, or the nearest one."""
        named = next((sheet for sheet in self.sheets if board and sheet.board.name == board), None)
        return named or min(self.sheets, key=lambda sheet: _off(sheet, point))

    def place(self, point: Point) -> str:
        """Return the place of ours at a pixel of the map."""
        return self.at(point).place(point)


def _off(sheet: Sheet, point: Point) -> float:
    x, y = point[0] - sheet.corner[0], point[1] - sheet.corner[1]
    right, down = x - sheet.board.width, y - sheet.board.height
    return max(-x, right, 0) + max(-y, down, 0)


def lay_out(
    window: MapWindow,
    chosen: Iterable[tuple[str, int, int]],
    names: Names,
    picture: Callable[[Board], str],
    ledger: Ledger,
) -> Sheets | None:
    """Return the sheets of a map; None if it has no board to lie on."""
    known = {board.name: board for board in reversed(window.boards)}
    placed = [(known[name], column, row) for name, column, row in chosen if name in known]
    placed = placed or [(board, 0, 0) for board in window.boards[:1]]
    sheets = []
    for board, column, row in placed:
        corner = (
            window.edge[0] + sum(b.width for b, c, r in placed if r == row and c < column),
            window.edge[1] + sum(b.height for b, c, r in placed if c == column and r < row),
        )
        title = said(window.name if len(placed) == 1 else f"{window.name}: {board.name}", "Map")
        sheets.append(Sheet(names.new(title, "map"), title, board, corner, picture(board)))
    used = {id(board) for board, _column, _row in placed}
    others = [said(board.name) for board in window.boards if id(board) not in used]
    if others:
        told = _('Of "{map}" these boards do not lie there at the start and were left: {boards}.')
        ledger.note(told.format(map=said(window.name), boards=", ".join(others[:20])))
    return Sheets(sheets) if sheets else None
