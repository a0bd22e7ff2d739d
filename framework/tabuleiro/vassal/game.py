"""The whole of a module, as plain data: maps, boards, grids, pieces, decks, charts, dice."""

from __future__ import annotations

from typing import Final

import msgspec

__all__ = [
    "Board",
    "Chart",
    "Die",
    "Game",
    "Grid",
    "MapWindow",
    "Numbering",
    "Point",
    "Region",
    "Setup",
    "Slot",
    "Stack",
    "TurnLevel",
    "Zone",
]

Point = tuple[float, float]

ALWAYS: Final = "Always"


class Numbering(msgspec.Struct, frozen=True):
    """How the cells of a grid are called."""

    row_first: bool = False
    separator: str = ""
    letters: tuple[bool, bool] = (False, False)
    """Whether columns and rows have letters."""
    digits: tuple[int, int] = (2, 2)
    """How many digits columns and rows have at least."""
    first: tuple[int, int] = (1, 1)
    """The numbers of the first column and row."""
    descending: tuple[bool, bool] = (False, False)
    stagger: bool = True


class Region(msgspec.Struct, frozen=True):
    """A named point on a board."""

    name: str
    at: Point


class Grid(msgspec.Struct, frozen=True):
    """The grid of a board or a zone."""

    kind: str
    """``hexes``, ``squares`` or ``regions``."""
    origin: Point = (0, 0)
    """The centre of the first cell."""
    width: float = 0
    """From one column to the next."""
    height: float = 0
    """From one row to the next."""
    sideways: bool = False
    """Whether hexes lie in rows."""
    numbering: Numbering | None = None
    regions: tuple[Region, ...] = ()


class Zone(msgspec.Struct, frozen=True):
    """A part of a board with a name, maybe with a grid of its own."""

    name: str
    outline: tuple[Point, ...]
    grid: Grid | None = None


class Board(msgspec.Struct):
    """A board: a picture, or a plain ground of some size."""

    name: str
    image: str = ""
    width: int = 0
    height: int = 0
    grid: Grid | None = None
    zones: list[Zone] = []


class Slot(msgspec.Struct):
    """A piece as it lies in a palette, in a stack or in a deck."""

    name: str
    number: str
    text: str
    """Its definition."""
    width: int = 0
    card: bool = False
    folder: tuple[str, ...] = ()
    """The tabs and lists of the palette in which it lies."""


class Stack(msgspec.Struct):
    """Pieces that lie on a map at the start, or a deck."""

    name: str
    board: str
    at: Point
    cell: str = ""
    """The name of the cell of the grid in which it lies, if it says so."""
    deck: bool = False
    face_down: bool = False
    shuffled: bool = False
    slots: list[Slot] = []


class MapWindow(msgspec.Struct):
    """A map, or what one side alone sees."""

    name: str
    kind: str = "map"
    """``map``, ``private`` or ``hand``."""
    sides: tuple[str, ...] = ()
    edge: Point = (0, 0)
    boards: list[Board] = []
    chosen: list[tuple[str, int, int]] = []
    """Boards that lie there at the start: their names, columns and rows."""
    stacks: list[Stack] = []


class Die(msgspec.Struct, frozen=True):
    """A button that throws dice."""

    name: str
    dice: int
    faces: int | tuple[str, ...]
    plus: int = 0


class Chart(msgspec.Struct, frozen=True):
    """A picture with a table."""

    name: str
    image: str


class Setup(msgspec.Struct, frozen=True):
    """A position that may be begun from: a saved game in the module, or the plain start."""

    name: str
    file: str


class TurnLevel(msgspec.Struct, frozen=True):
    """A level of a turn tracker: numbers from somewhere on, or names."""

    name: str
    first: int = 1
    last: int = 0
    names: tuple[str, ...] = ()


class Game(msgspec.Struct):
    """A module of VASSAL."""

    name: str
    version: str = ""
    made_with: str = ""
    """The version of VASSAL."""
    description: str = ""
    sides: list[str] = []
    maps: list[MapWindow] = []
    palette: list[Slot] = []
    prototypes: dict[str, str] = {}
    """The definitions of prototypes, by name."""
    dice: list[Die] = []
    charts: list[Chart] = []
    setups: list[Setup] = []
    turns: list[TurnLevel] = []
