"""What is printed on a board besides terrain: places, regions, edges, boxes, tracks."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from tabuleiro.board.frozen import FrozenDict, freeze
from tabuleiro.board.grid import Side

Names: TypeAlias = Mapping[str, str]
"""A name in each language: ``{"pt": "Manila", "en": "Manila"}``."""

NO_NAME: Final[Names] = FrozenDict()


@dataclass(frozen=True)
class Place:
    """A named spot: a city, an airfield, a mountain top.

    ``hex`` is a hex, or the id of a box for a place off the board. ``importance`` orders
    places, the greatest first.

    >>> Place("manila", "1920", kind="city", importance=3, name={"en": "Manila"}).name["en"]
    'Manila'
    """

    id: str
    hex: str
    kind: str = "place"
    importance: int = 0
    name: Names = NO_NAME

    def __post_init__(self) -> None:
        freeze(self, name=self.name)


@dataclass(frozen=True)
class Picture:
    """A scanned map: a file in the folder of pictures, its pixels, and where they lie on the board.

    ``to_board`` are six numbers a, b, c, d, e, f: the pixel (x, y) lies on the board at
    (a x + b y + c, d x + e y + f).

    >>> Picture("map.png", 3000, 2000, (0.01, 0, 0.5, 0, 0.01, 0)).at(100, 200)
    (1.5, 2.0)
    """

    file: str
    width: int
    height: int
    to_board: tuple[float, float, float, float, float, float]

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Return where a pixel lies on the board."""
        a, b, c, d, e, f = self.to_board
        return a * x + b * y + c, d * x + e * y + f

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """The least rectangle round it on the board: left, top, right, bottom."""
        corners = [self.at(x, y) for x in (0, self.width) for y in (0, self.height)]
        across, down = [x for x, _y in corners], [y for _x, y in corners]
        return min(across), min(down), max(across), max(down)


@dataclass(frozen=True)
class MapSheet:
    """One of the sheets that a board is printed on: its id, name, frame and picture.

    A board of one sheet has none, unless it is a scanned one; its id is empty then.

    >>> MapSheet("west", {"en": "West"}, (0, 0, 30, 20)).frame
    (0, 0, 30, 20)
    """

    id: str
    name: Names
    frame: tuple[float, float, float, float]
    picture: Picture | None = None

    def __post_init__(self) -> None:
        freeze(self, name=self.name, frame=tuple(self.frame))


@dataclass(frozen=True)
class Region:
    """A named set of hexes, such as an island or a weather zone (its ``kind``).

    >>> "0102" in Region("north", frozenset({"0101", "0102"})).hexes
    True
    """

    id: str
    hexes: frozenset[str]
    kind: str = "region"
    name: Names = NO_NAME

    def __post_init__(self) -> None:
        freeze(self, hexes=frozenset(self.hexes), name=self.name)


@dataclass(frozen=True)
class FeatureSet:
    """A named set of hexsides of one kind: the river Liri, the Gustav line.

    ``faces`` is where a fortified line faces, such as ``north-west``: the hexes that it protects
    lie on the other side.

    >>> FeatureSet("liri", "river", frozenset({("0101", "0102")})).kind
    'river'
    """

    id: str
    kind: str
    sides: frozenset[Side]
    name: Names = NO_NAME
    faces: str | None = None

    def __post_init__(self) -> None:
        sides = frozenset((a, b) if a < b else (b, a) for a, b in self.sides)
        freeze(self, sides=sides, name=self.name)


@dataclass(frozen=True)
class Stretch:
    """A run of hexes where pieces enter and leave, counted to one edge of the board.

    >>> Stretch("south_of_castelforte", "south", ("1216", "1316")).edge
    'south'
    """

    id: str
    edge: str
    hexes: tuple[str, ...]
    name: Names = NO_NAME

    def __post_init__(self) -> None:
        freeze(self, hexes=tuple(self.hexes), name=self.name)


@dataclass(frozen=True)
class Box:
    """A space beside the board: an army's box, or a displaced place with printed distances.

    ``side`` is the side it belongs to, None for both. ``hexes`` names the spaces inside,
    if it has several. ``links`` gives the printed distance to hexes of the board or to
    other boxes. ``back`` is the picture of what lies covered in it, ``back_size`` how many counters
    wide and high that is.

    >>> Box("biak", {"en": "Biak"}, links={"5463": 51}).links["5463"]
    51
    """

    id: str
    name: Names = NO_NAME
    kind: str = "box"
    side: str | None = None
    hexes: tuple[str, ...] = ()
    links: Mapping[str, int] = FrozenDict()
    back: str = ""
    back_size: tuple[float, float] | None = None

    def __post_init__(self) -> None:
        freeze(self, name=self.name, hexes=tuple(self.hexes), links=self.links)


@dataclass(frozen=True)
class Track:
    """A row of spaces on which markers move, such as the turn track.

    >>> Track("turns", spaces=tuple(range(1, 8))).spaces[-1]
    7
    """

    id: str
    name: Names = NO_NAME
    spaces: tuple[int | str, ...] = ()
    orientation: Literal["horizontal", "vertical"] = "horizontal"

    def __post_init__(self) -> None:
        freeze(self, name=self.name, spaces=tuple(self.spaces))
