"""Making a board step by step, with every hex checked as it comes."""

from collections.abc import Iterable, Mapping, Sequence

from tabuleiro.board.board import Board
from tabuleiro.board.cells import Cells
from tabuleiro.board.checks import chain_breaks
from tabuleiro.board.errors import N_, BoardError, NotAdjacent
from tabuleiro.board.grid import Grid, Side
from tabuleiro.board.network import Network
from tabuleiro.board.parts import NO_NAME, Box, FeatureSet, Names, Place, Region, Stretch, Track


class BoardBuilder:
    """Collects the parts of a board; each call returns the builder.

    >>> from tabuleiro.board.hexes import HexGrid
    >>> builder = BoardBuilder("duel", HexGrid(3, 2), terrain="open")
    >>> builder = builder.rows(["..w", ".w."], {".": "open", "w": "woods"})
    >>> builder = builder.network("highway", "road", [["0101", "0201", "0301"]])
    >>> board = builder.feature("river", [("0101", "0102")], id="liri").build()
    >>> board.hexes_of("woods"), board.road_between("0201", "0301")
    (('0202', '0301'), True)
    >>> builder.place("inn", "9-9")
    Traceback (most recent call last):
    tabuleiro.board.errors.BadHex: '9-9' is not a hex number: on this board they look like 0101.
    """

    def __init__(self, id: str, grid: Grid, terrain: str = "open") -> None:
        self._id = id
        self._grid = grid
        self._default_terrain = terrain
        self._terrain: dict[str, str] = {}
        self._features: dict[Side, set[str]] = {}
        self._feature_names: dict[str, FeatureSet] = {}
        self._networks: dict[str, Network] = {}
        self._places: dict[str, Place] = {}
        self._regions: dict[str, Region] = {}
        self._edges: dict[str, Stretch] = {}
        self._boxes: dict[str, Box] = {}
        self._tracks: dict[str, Track] = {}

    def terrain(self, terrain: str, hexes: Iterable[str]) -> "BoardBuilder":
        """Give hexes a terrain."""
        self._terrain.update(dict.fromkeys(self._known(hexes), terrain))
        return self

    def rows(self, rows: Sequence[str], legend: Mapping[str, str]) -> "BoardBuilder":
        """Give all hexes a terrain by rows of text, one sign a hex; spaces do not count."""
        grid = self._grid
        if not isinstance(grid, Cells):
            raise BoardError(N_("Rows of signs are for boards of hexes or squares."))
        lines = ["".join(row.split()) for row in rows]
        if len(lines) != grid.rows or {len(line) for line in lines} != {grid.columns}:
            raise BoardError(
                N_("The terrain needs {rows} rows of {columns} signs."),
                rows=grid.rows,
                columns=grid.columns,
            )
        for hex in grid:
            column, row = grid.parse(hex)
            sign = lines[row - grid.first_row][column - grid.first_column]
            if sign not in legend:
                raise BoardError(
                    N_("The sign '{sign}' of hex {hex} is not in the legend."), sign=sign, hex=hex
                )
            self._terrain[hex] = legend[sign]
        return self

    def feature(
        self, kind: str, sides: Iterable[Side], *, id: str | None = None, name: Names = NO_NAME
    ) -> "BoardBuilder":
        """Put a feature on hexsides; with an id it is a named one."""
        found = frozenset(self._grid.side(a, b) for a, b in sides)
        if id is not None:
            self._feature_names[id] = FeatureSet(id, kind, found, name)
        for side in found:
            self._features.setdefault(side, set()).add(kind)
        return self

    def network(
        self,
        id: str,
        kind: str,
        chains: Iterable[Iterable[str]],
        exits: Mapping[str, Iterable[str]] | None = None,
        name: Names = NO_NAME,
    ) -> "BoardBuilder":
        """Lay a road, railway or trail along chains of hexes."""
        checked = tuple(self._known(chain) for chain in chains)
        for chain in checked:
            for _, start, end in chain_breaks(chain, self._grid):
                raise NotAdjacent(
                    N_("{id} jumps from {start} to {end}, which are not neighbours."),
                    id=id,
                    start=start,
                    end=end,
                )
        leaving = {hex: frozenset(edges) for hex, edges in (exits or {}).items()}
        self._known(leaving)
        self._networks[id] = Network(id, kind, checked, leaving, name)
        return self

    def place(
        self,
        id: str,
        hex: str,
        kind: str = "place",
        importance: int = 0,
        name: Names = NO_NAME,
    ) -> "BoardBuilder":
        """Put a place in a hex, or in a box that exists already."""
        where = hex if hex in self._boxes else self._known([hex])[0]
        self._places[id] = Place(id, where, kind, importance, name)
        return self

    def region(
        self, id: str, hexes: Iterable[str], kind: str = "region", name: Names = NO_NAME
    ) -> "BoardBuilder":
        """Name a set of hexes."""
        self._regions[id] = Region(id, frozenset(self._known(hexes)), kind, name)
        return self

    def stretch(
        self, id: str, edge: str, hexes: Iterable[str], name: Names = NO_NAME
    ) -> "BoardBuilder":
        """Name a stretch of an edge."""
        self._edges[id] = Stretch(id, edge, self._known(hexes), name)
        return self

    def box(self, box: Box) -> "BoardBuilder":
        """Put a box beside the board."""
        self._boxes[box.id] = box
        return self

    def track(self, track: Track) -> "BoardBuilder":
        """Put a track beside the board."""
        self._tracks[track.id] = track
        return self

    def build(self) -> Board:
        """Return the board."""
        return Board(
            self._id,
            self._grid,
            terrain=self._terrain,
            default_terrain=self._default_terrain,
            features={side: frozenset(kinds) for side, kinds in self._features.items()},
            feature_names=self._feature_names,
            networks=self._networks,
            places=self._places,
            regions=self._regions,
            edges=self._edges,
            boxes=self._boxes,
            tracks=self._tracks,
        )

    def _known(self, hexes: Iterable[str]) -> tuple[str, ...]:
        found = tuple(hexes)
        for hex in found:
            self._grid.index(hex)
        return found
