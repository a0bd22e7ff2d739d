"""Reading the folder of sources: ``board-source.yaml`` and the maps that it names.

Nothing stops at the first fault: whatever can still be read is read, and all faults are told.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import msgspec
import numpy as np
import shapely
from pydantic import ValidationError
from shapely.geometry.base import BaseGeometry as Geometry

from tabuleiro.board import BoardError, HexGeometry, HexGrid
from tabuleiro.cartography.geojson import Feature, crossing, items, read_features
from tabuleiro.cartography.georeference import Georeference, fit
from tabuleiro.cartography.handwritten_board import kept_board, lent, misplaced
from tabuleiro.cartography.relief import HeightGrid, Relief, read_heights, read_relief
from tabuleiro.cartography.source import SOURCE, InputModel, SourceFile
from tabuleiro.i18n import _
from tabuleiro.module.draft import Checked
from tabuleiro.module.error_sentences import problems_of
from tabuleiro.module.errors import ModuleError, Problem, Tally, Unreadable, did_you_mean
from tabuleiro.module.files import decode, read_raw
from tabuleiro.module.loader import Loc, parse
from tabuleiro.module.map_data import HexGridData, make_one
from tabuleiro.module.models import BoardFile

__all__ = ["Sources", "read_sources"]

_LEAST_ANCHORS: Final = 3


@dataclass
class SourceText(Checked[SourceFile]):
    """The source file; items keep their places in it when faulty ones are set aside."""

    places: dict[str, list[int]] = field(default_factory=dict)

    def problem(self, loc: Loc, message: str, hint: str = "") -> None:
        """Say that something is wrong."""
        places = self.places.get(str(loc[0])) if len(loc) > 1 else None
        if places and isinstance(loc[1], int):
            loc = (loc[0], places[loc[1]], *loc[2:])
        super().problem(loc, message, hint)


@dataclass
class Sources:
    """Everything that a board is built from. Figures are in the coordinates of the board."""

    folder: Path
    file: SourceText
    model: SourceFile
    geometry: HexGeometry
    tie: Georeference
    islands: list[Geometry] = field(default_factory=list)
    lakes: list[Geometry] = field(default_factory=list)
    borders: list[Geometry] = field(default_factory=list)
    rivers: dict[str, Geometry] = field(default_factory=dict)
    """Lines by name; those without a name are left out."""
    towns: dict[str, list[tuple[float, float]]] = field(default_factory=dict)
    """Longitudes and latitudes by name."""
    relief: Relief | None = None
    heights: HeightGrid | None = None
    problems: list[Problem] = field(default_factory=list)
    """What is wrong with the other files."""
    board: BoardFile | None = None
    """The board that is kept as it is written, if one is."""

    @property
    def grid(self) -> HexGrid:
        """The hexes."""
        return self.geometry.grid

    def say(self, loc: Loc, message: str, hint: str = "") -> None:
        """Say that something in the source file is wrong."""
        self.file.problem(loc, message, hint)

    def all_problems(self) -> list[Problem]:
        """Return everything that is wrong."""
        return [*self.file.problems, *self.problems]

    def stop_if_faulty(self) -> None:
        """Raise `ModuleError` if anything is wrong."""
        found = self.all_problems()
        if found:
            raise ModuleError(self.model.id, found)


def read_sources(folder: Path, heights: Path | None = None) -> Sources:
    """Read a folder; faults are kept in what is returned, unless nothing at all can be used."""
    file, board = _read_source(folder)
    model = file.model
    grid = _grid(file, model) if model else None
    tie = _tie(file, model, HexGeometry(grid)) if model and grid else None
    if model is None or grid is None or tie is None:
        raise ModuleError(folder.name, file.problems)
    sources = Sources(folder, file, model, HexGeometry(grid), tie, board=board)
    for number, entry in enumerate(model.inputs):
        _read_input(sources, ("inputs", number, "file"), entry)
    if heights is not None:
        try:
            sources.heights = read_heights(heights)
        except Unreadable as unreadable:
            sources.problems.append(unreadable.problem)
    return sources


# --------------------------------------------------------------------------- the source file


def _read_source(folder: Path) -> tuple[SourceText, BoardFile | None]:
    file = SourceText(SOURCE, tally=Tally(folder.name))
    board = None
    try:
        file.text = decode(read_raw(folder, SOURCE), SOURCE)
        parsed = parse(file.text, SOURCE)
    except Unreadable as unreadable:
        for problem in (*unreadable.before, unreadable.problem):
            file.tally.problem(problem)
        return file, None
    for problem in parsed.problems:
        file.tally.problem(problem)
    data = parsed.data
    if data.get("keep") == "board.yaml":
        for key in misplaced(data):
            sentence = _('the board is kept as it is written by hand: "{key}" has no place here')
            file.problem((key,), sentence.format(key=key))
        board = kept_board(folder.absolute().parent)
        data = lent(data, board)
    _validate(file, data)
    return file, board


def _validate(file: SourceText, data: dict[str, Any]) -> None:
    """Make the model; faulty items are set aside so that the rest can be looked at as well."""
    try:
        file.model = SourceFile.model_validate(data)
    except ValidationError as error:
        faults = problems_of(error, SourceFile, data)
        for loc, message, hint in faults:
            file.problem(loc, message, hint)
        rest = _without(file, data, {loc[:2] for loc, _message, _hint in faults if loc})
        try:
            file.model = SourceFile.model_validate(rest)
        except ValidationError:
            file.model = None


def _without(file: SourceText, data: dict[str, Any], faulty: set[Loc]) -> dict[str, Any]:
    rest = dict(data)
    for key, value in data.items():
        places = {loc[1] for loc in faulty if loc[0] == key and len(loc) > 1}
        if isinstance(value, list) and places:
            file.places[key] = [number for number in range(len(value)) if number not in places]
            rest[key] = [value[number] for number in file.places[key]]
        elif any(loc[0] == key for loc in faulty if loc):
            del rest[key]
    return rest


def _grid(file: SourceText, model: SourceFile) -> HexGrid | None:
    try:
        grid = make_one(msgspec.convert(model.grid.model_dump(exclude={"kind"}), HexGridData))
    except BoardError as error:
        file.problem(("grid",), _(error.message).format(**error.values))
        return None
    return grid if isinstance(grid, HexGrid) else None


def _tie(file: SourceText, model: SourceFile, geometry: HexGeometry) -> Georeference | None:
    how = model.georeference
    if how.affine is not None:
        part = how.affine
        flat = Georeference((part.lon0, part.lon_x, part.lon_y, part.lat0, part.lat_x, part.lat_y))
    else:
        known = [anchor for anchor in how.anchors if anchor.hex in geometry.grid]
        if len(known) < _LEAST_ANCHORS:
            sentence = _("the board hangs in the air: `affine` or three good `anchors` are wanted")
            file.problem(("georeference",), sentence)
            return None
        centres = [geometry.centre(anchor.hex) for anchor in known]
        flat = fit(centres, [(anchor.at[0], anchor.at[1]) for anchor in known])
    if abs(flat.stretch) < 1e-12:
        file.problem(("georeference",), _("these numbers press the whole board into a line"))
        return None
    sheet = how.sheet
    if sheet is None:
        return flat
    tie = Georeference(
        flat.affine, np.array(sheet.nodes).reshape(-1, 6), (sheet.wide, sheet.narrow)
    )
    x, y = np.array([geometry.centre(hex) for hex in geometry.grid.hexes]).T
    for hex, folds in zip(geometry.grid.hexes, tie.folds(x, y), strict=True):
        if folds:
            sentence = _("the rubber sheet is folded over itself at hex {hex}")
            file.problem(("georeference", "sheet"), sentence.format(hex=hex))
            break
    return tie


# ---------------------------------------------------------------------------------- the maps


def _read_input(sources: Sources, loc: Loc, entry: InputModel) -> None:
    try:
        text = decode(read_raw(sources.folder, entry.file), entry.file)
    except Unreadable as unreadable:
        if (sources.folder / entry.file).exists():
            sources.problems.append(unreadable.problem)
        elif entry.kind != "relief":  # the first build with heights writes it
            there = [path.name for path in sources.folder.iterdir()]
            sentence = _('there is no file "{name}"').format(name=entry.file)
            sources.say(loc, sentence, did_you_mean(entry.file, there))
        return
    try:
        if entry.kind == "relief":
            sources.relief = read_relief(text, entry.file, sources.geometry)
        elif entry.kind == "places":
            _read_towns(sources, entry.file, text)
        else:
            _read_map(sources, entry, text)
    except Unreadable as unreadable:
        sources.problems.append(unreadable.problem)


def _read_map(sources: Sources, entry: InputModel, text: str) -> None:
    features = read_features(text, entry.file, sources.problems)
    for number, feature in enumerate(features):
        _refuse_crossing(sources, entry.file, number, feature)
    figures = _on_board(sources.tie, [feature.geometry for feature in features])
    if entry.kind == "rivers":
        named: defaultdict[str, list[Geometry]] = defaultdict(list)
        for feature, figure in zip(features, figures, strict=True):
            named[feature.name].append(figure)
        for name, lines in named.items():
            if name:
                sources.rivers[name] = shapely.union_all(lines)
    else:
        into = {"land": sources.islands, "lakes": sources.lakes, "borders": sources.borders}
        into[entry.kind].extend(figures)


def _refuse_crossing(sources: Sources, file: str, number: int, feature: Feature) -> None:
    where = crossing(feature.geometry)
    if where is None:
        return
    hex = sources.geometry.hex_at(*sources.tie.point(where.lon, where.lat))
    if hex is None:
        sentence = _("the polygon crosses itself at {lon:.4f}, {lat:.4f}, off the board")
    else:
        sentence = _("the polygon crosses itself at {lon:.4f}, {lat:.4f}, in hex {hex}")
    told = sentence.format(lon=where.lon, lat=where.lat, hex=hex)
    sources.problems.append(Problem(file, feature.line, 1, f"features[{number}]", told))


def _on_board(tie: Georeference, figures: list[Geometry]) -> list[Geometry]:
    """Return figures in the coordinates of the board; all at once, for speed."""

    def moved(points: Any) -> Any:
        return np.column_stack(tie.to_board(points[:, 0], points[:, 1]))

    held = np.empty(len(figures), dtype=np.object_)
    held[:] = figures
    on_board = shapely.transform(held, moved)
    # Bending may let two near lines touch; that is no fault of the map's.
    faulty = ~shapely.is_valid(on_board)
    on_board[faulty] = shapely.make_valid(
        on_board[faulty], method="structure", keep_collapsed=False
    )
    return list(on_board)


def _read_towns(sources: Sources, file: str, text: str) -> None:
    try:
        for _line, item in items(text):
            point = (float(item["lon"]), float(item["lat"]))
            sources.towns.setdefault(str(item["name"]), []).append(point)
    except (ValueError, KeyError, TypeError, IndexError, RecursionError):
        sentence = _("this is no list of places with name, lon and lat")
        raise Unreadable(Problem(file, 1, 1, "", sentence)) from None
