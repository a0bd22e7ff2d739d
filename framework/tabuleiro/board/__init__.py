"""The board: places, geometry, terrain, roads, regions. What does not change, and no rules.

Places are hexes, squares, areas or points; `Grid` is what all of them answer, `Geometry` where they
lie. Much is named after hexes, and holds for places of any shape.

Not here: what a terrain costs (tables of a module), who stands where (`engine`), pictures
(`cartography`).

>>> board = BoardBuilder("duel", HexGrid(4, 3)).terrain("woods", ["0202"]).build()
>>> board.terrain_at("0202"), board.grid.neighbours("0101")
('woods', ('0201', '0202', '0102'))
>>> costs = StepCosts.for_board(board, {"open": 2, "woods": 4})
>>> reach = reachable(costs, board.grid.index("0101"), limit=6)
>>> [board.grid.hexes[hex] for hex in path_to(reach, board.grid.index("0402"))]
['0101', '0201', '0301', '0402']
"""

from tabuleiro.board.area_map import Area, AreaMap
from tabuleiro.board.board import Board
from tabuleiro.board.builder import BoardBuilder
from tabuleiro.board.cells import Cells
from tabuleiro.board.checks import (
    ChainBreak,
    chain_breaks,
    missing_hexes,
    shared_hexes,
    side_is_adjacent,
    unknown_hexes,
)
from tabuleiro.board.connected import Where, connected, flood, groups
from tabuleiro.board.costs import FORBIDDEN, StepCosts, Steps
from tabuleiro.board.errors import BadHex, BoardError, NotAdjacent
from tabuleiro.board.frozen import FrozenDict
from tabuleiro.board.geometry import Geometry, Line, Point
from tabuleiro.board.grid import EDGES, OFF_BOARD, OUT_OF_REACH, Grid, Side
from tabuleiro.board.hex_geometry import HEX_AREA, RADIUS, HexGeometry
from tabuleiro.board.hexes import HexGrid
from tabuleiro.board.lattice import Orientation, Shift
from tabuleiro.board.lettering import Lettering
from tabuleiro.board.network import Network
from tabuleiro.board.numbering import Numbering
from tabuleiro.board.parts import (
    Box,
    FeatureSet,
    MapSheet,
    Names,
    Picture,
    Place,
    Region,
    Stretch,
    Track,
)
from tabuleiro.board.paths import FacingReach, Reach, Turns, path_to, reachable, reachable_facing
from tabuleiro.board.plain import PlainMap, point_in, point_name
from tabuleiro.board.plane import geometry_of
from tabuleiro.board.several import MapPart, SeveralMaps
from tabuleiro.board.squares import SquareGrid

__all__ = [
    "EDGES",
    "FORBIDDEN",
    "HEX_AREA",
    "OFF_BOARD",
    "OUT_OF_REACH",
    "RADIUS",
    "Area",
    "AreaMap",
    "BadHex",
    "Board",
    "BoardBuilder",
    "BoardError",
    "Box",
    "Cells",
    "ChainBreak",
    "FacingReach",
    "FeatureSet",
    "FrozenDict",
    "Geometry",
    "Grid",
    "HexGeometry",
    "HexGrid",
    "Lettering",
    "Line",
    "MapPart",
    "MapSheet",
    "Names",
    "Network",
    "NotAdjacent",
    "Numbering",
    "Orientation",
    "Picture",
    "Place",
    "PlainMap",
    "Point",
    "Reach",
    "Region",
    "SeveralMaps",
    "Shift",
    "Side",
    "SquareGrid",
    "StepCosts",
    "Steps",
    "Stretch",
    "Track",
    "Turns",
    "Where",
    "chain_breaks",
    "connected",
    "flood",
    "geometry_of",
    "groups",
    "missing_hexes",
    "path_to",
    "point_in",
    "point_name",
    "reachable",
    "reachable_facing",
    "shared_hexes",
    "side_is_adjacent",
    "unknown_hexes",
]
