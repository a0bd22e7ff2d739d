"""Several maps that make one board: each with a grid of its own, and ways from map to map."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Final, NamedTuple

from tabuleiro.board.errors import N_, BadHex
from tabuleiro.board.frozen import freeze
from tabuleiro.board.grid import OUT_OF_REACH, Grid, not_adjacent

BETWEEN: Final = ":"
"""What stands between the id of a map and a place on it."""


class MapPart(NamedTuple):
    """A map: its id, its places, and where its own origin lies on the plane of the board."""

    id: str
    grid: Grid
    origin: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True)
class SeveralMaps(Grid):
    """The places of several maps; each is named by its map, a colon, and its name there.

    ``links`` join places of two maps: they are neighbours as if they touched.

    >>> from tabuleiro.board.hexes import HexGrid
    >>> west, east = MapPart("west", HexGrid(2, 1)), MapPart("east", HexGrid(2, 1), (3, 0))
    >>> grid = SeveralMaps((west, east), (("west:0201", "east:0101"),))
    >>> grid.hexes
    ('west:0101', 'west:0201', 'east:0101', 'east:0201')
    >>> grid.neighbours("east:0101"), grid.distance("west:0101", "east:0201")
    (('east:0201', 'west:0201'), 3)
    """

    maps: tuple[MapPart, ...]
    links: tuple[tuple[str, str], ...] = ()

    kind: ClassVar[str] = "maps"

    def __post_init__(self) -> None:
        freeze(self, maps=tuple(self.maps), links=tuple(map(tuple, self.links)))

    @cached_property
    def hexes(self) -> tuple[str, ...]:
        """All places that can be counted off, map by map."""
        return tuple(f"{one.id}{BETWEEN}{hex}" for one in self.maps for hex in one.grid.hexes)

    def kind_at(self, hex: str) -> str:
        """Return what a place is: what those of its map are."""
        return self._found(hex)[0].grid.kind

    @property
    def first(self) -> str:
        """The first place of the first map."""
        return f"{self.maps[0].id}{BETWEEN}{self.maps[0].grid.first}"

    def on_map(self, hex: object) -> tuple[MapPart, str] | None:
        """Return the map of a place and its name there; None if there is no such place."""
        id, between, name = str(hex).partition(BETWEEN)
        part = self._by_id.get(id)
        if not between or part is None or name not in part.grid:
            return None
        return part, name

    def __contains__(self, hex: object) -> bool:
        """Tell whether there is such a place on any of the maps."""
        return hex in self._index or self.on_map(hex) is not None

    def __iter__(self) -> Iterator[str]:
        """Go through the places that can be counted off, map by map."""
        return iter(self.hexes)

    @cached_property
    def directions(self) -> tuple[str, ...]:
        """The names of all directions that the maps have."""
        return tuple(dict.fromkeys(way for one in self.maps for way in one.grid.directions))

    @cached_property
    def neighbour_table(self) -> tuple[tuple[int, ...], ...]:
        """The neighbours of each place: those of its map, then those that links lead to."""
        linked: dict[int, list[int]] = {}
        for a, b in self.links:
            here, there = self.index(a), self.index(b)
            linked.setdefault(here, []).append(there)
            linked.setdefault(there, []).append(here)
        rows: list[tuple[int, ...]] = []
        for one in self.maps:
            first = len(rows)
            for row in one.grid.neighbour_table:
                moved = (there if there < 0 else there + first for there in row)
                rows.append((*moved, *linked.get(len(rows), ())))
        return tuple(rows)

    def neighbours(self, hex: str) -> tuple[str, ...]:
        """Return the neighbours of a place, clockwise, then those that links lead to."""
        return super().neighbours(hex) if hex in self._index else self._only(hex)

    def are_neighbours(self, a: str, b: str) -> bool:
        """Tell whether two places touch, or are linked."""
        return b in self.neighbours(a)

    def direction(self, a: str, b: str) -> str:
        """Return the direction from a place to its neighbour; from map to map that of the table."""
        here, there = self._found(a), self._found(b)
        if here[0] is there[0] and there[1] in here[0].grid.neighbours(here[1]):
            return here[0].grid.direction(here[1], there[1])
        if not self.are_neighbours(a, b):
            raise not_adjacent(a, b)
        return "east" if self.maps.index(there[0]) > self.maps.index(here[0]) else "west"

    def distance(self, a: str, b: str) -> int:
        """Count the places from one to another, by links from map to map."""
        here, there = self._found(a), self._found(b)
        if here[0] is there[0] and (not self.links or a not in self._index):
            return here[0].grid.distance(here[1], there[1])
        return super().distance(a, b) if {a, b} <= self._index.keys() else OUT_OF_REACH

    def line(self, a: str, b: str) -> tuple[str, ...]:
        """Return the places that a straight line crosses; from map to map the shortest way."""
        here, there = self._found(a), self._found(b)
        if here[0] is there[0]:
            line = here[0].grid.line(here[1], there[1])
            return tuple(f"{here[0].id}{BETWEEN}{name}" for name in line)
        return super().line(a, b)

    def ring(self, hex: str, radius: int) -> tuple[str, ...]:
        """Return the places at exactly this distance."""
        if hex in self._index:
            return super().ring(hex, radius)
        return () if radius else self._only(hex, itself=True)

    def within(self, hex: str, radius: int) -> tuple[str, ...]:
        """Return the places up to a distance, itself included."""
        return super().within(hex, radius) if hex in self._index else self._only(hex, itself=True)

    def edges_of(self, hex: str) -> frozenset[str]:
        """Return the edges of its map on which a place lies."""
        part, name = self._found(hex)
        return part.grid.edges_of(name)

    def unknown(self, hex: object) -> BadHex:
        """Return the error to raise for something that is no place of these maps.

        >>> from tabuleiro.board.hexes import HexGrid
        >>> maps = SeveralMaps((MapPart("west", HexGrid(2, 1)), MapPart("east", HexGrid(2, 1))))
        >>> print(maps.unknown("0101"))
        '0101' does not say on which map it lies: places look like west:0101.
        >>> print(maps.unknown("west:0901"))
        Hex 0901 is not on this board: columns go from 01 to 02 and rows from 01 to 01.
        """
        id, between, name = str(hex).partition(BETWEEN)
        if between and id in self._by_id:
            return self._by_id[id].grid.unknown(name)
        first = self.maps[0]
        example = next(iter(first.grid.hexes), "at:0100.0100")
        return BadHex(
            N_("'{hex}' does not say on which map it lies: places look like {example}."),
            hex=str(hex),
            example=f"{first.id}{BETWEEN}{example}",
        )

    def _found(self, hex: str) -> tuple[MapPart, str]:
        found = self.on_map(hex)
        if found is None:
            raise self.unknown(hex)
        return found

    def _only(self, hex: str, *, itself: bool = False) -> tuple[str, ...]:
        """Return what is beside a place that has no number: nothing, or itself."""
        self._found(hex)
        return (hex,) if itself else ()

    @cached_property
    def _by_id(self) -> dict[str, MapPart]:
        return {one.id: one for one in self.maps}
