"""The board: hexes, geometry, terrain, roads, regions. What does not change, and no rules.

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

from tabuleiro.board.areas import Where, connected, flood, groups
from tabuleiro.board.board import Board
from tabuleiro.board.builder import BoardBuilder
from tabuleiro.board.checks import (
    ChainBreak,
    chain_breaks,
    missing_hexes,
    shared_hexes,
    side_is_adjacent,
    unknown_hexes,
)
from tabuleiro.board.costs import FORBIDDEN, StepCosts, Steps
from tabuleiro.board.errors import BadHex, BoardError, NotAdjacent
from tabuleiro.board.frozen import FrozenDict
from tabuleiro.board.geometry import HEX_AREA, RADIUS, HexGeometry, Line, Point
from tabuleiro.board.grid import EDGES, OFF_BOARD, HexGrid, Side
from tabuleiro.board.lattice import Orientation, Shift
from tabuleiro.board.network import Network
from tabuleiro.board.numbering import Numbering
from tabuleiro.board.parts import Box, FeatureSet, Names, Place, Region, Stretch, Track
from tabuleiro.board.paths import FacingReach, Reach, Turns, path_to, reachable, reachable_facing

__all__ = [
    "EDGES",
    "FORBIDDEN",
    "HEX_AREA",
    "OFF_BOARD",
    "RADIUS",
    "BadHex",
    "Board",
    "BoardBuilder",
    "BoardError",
    "Box",
    "ChainBreak",
    "FacingReach",
    "FeatureSet",
    "FrozenDict",
    "HexGeometry",
    "HexGrid",
    "Line",
    "Names",
    "Network",
    "NotAdjacent",
    "Numbering",
    "Orientation",
    "Place",
    "Point",
    "Reach",
    "Region",
    "Shift",
    "Side",
    "StepCosts",
    "Steps",
    "Stretch",
    "Track",
    "Turns",
    "Where",
    "chain_breaks",
    "connected",
    "flood",
    "groups",
    "missing_hexes",
    "path_to",
    "reachable",
    "reachable_facing",
    "shared_hexes",
    "side_is_adjacent",
    "unknown_hexes",
]
