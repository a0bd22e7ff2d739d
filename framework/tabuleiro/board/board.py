"""The board of a game: everything about the map that does not change."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import KW_ONLY, dataclass
from functools import cached_property

from tabuleiro.board import connected
from tabuleiro.board.boxes import Displacements
from tabuleiro.board.errors import N_, BoardError
from tabuleiro.board.frozen import FrozenDict, freeze
from tabuleiro.board.geometry import Geometry
from tabuleiro.board.grid import EDGES, Grid, Side
from tabuleiro.board.network import Network
from tabuleiro.board.parts import (
    Box,
    FeatureSet,
    MapSheet,
    Names,
    Place,
    Region,
    Stretch,
    Track,
)
from tabuleiro.board.plane import geometry_of


@dataclass(frozen=True)
class Board:
    """A map, with all that is printed on it and beside it.

    Hexes that ``terrain`` leaves out have ``default_terrain``. ``features`` gives the kinds
    of feature on a hexside; the sides of ``feature_names`` are added to it. ``networks``,
    ``places``, ``regions``, ``edges``, ``boxes`` and ``tracks`` are each kept by id. An edge
    for which no stretch is given is that whole side of the grid. ``maps`` are the sheets on which
    it is printed, where there are several or scanned ones, and ``titles`` the names of areas.

    >>> from tabuleiro.board.hexes import HexGrid
    >>> board = Board("duel", HexGrid(4, 3), terrain={"0202": "woods"})
    >>> board.terrain_at("0202"), board.terrain_at("0101")
    ('woods', 'open')
    """

    id: str
    grid: Grid
    _: KW_ONLY
    terrain: Mapping[str, str] = FrozenDict()
    default_terrain: str = "open"
    features: Mapping[Side, frozenset[str]] = FrozenDict()
    feature_names: Mapping[str, FeatureSet] = FrozenDict()
    networks: Mapping[str, Network] = FrozenDict()
    places: Mapping[str, Place] = FrozenDict()
    regions: Mapping[str, Region] = FrozenDict()
    edges: Mapping[str, Stretch] = FrozenDict()
    boxes: Mapping[str, Box] = FrozenDict()
    tracks: Mapping[str, Track] = FrozenDict()
    maps: Mapping[str, MapSheet] = FrozenDict()
    titles: Mapping[str, Names] = FrozenDict()

    def __post_init__(self) -> None:
        for hex in self.terrain:
            self.grid.index(hex)
        freeze(
            self,
            terrain={hex: self.terrain.get(hex, self.default_terrain) for hex in self.grid},
            features=self._all_features(),
            feature_names=self.feature_names,
            networks=self.networks,
            places=self.places,
            regions=self.regions,
            edges=self.edges,
            boxes=self.boxes,
            tracks=self.tracks,
            maps=self.maps,
            titles=self.titles,
        )

    def __hash__(self) -> int:
        return hash((self.id, self.grid))

    @cached_property
    def geometry(self) -> Geometry:
        """Where the places lie on the plane."""
        return geometry_of(self.grid)

    # Hexes and hexsides

    def terrain_at(self, hex: str) -> str:
        """Return the terrain of a hex."""
        try:
            return self.terrain[hex]
        except KeyError:
            if hex in self.grid:  # a point of a plain map
                return self.default_terrain
            raise self.grid.unknown(hex) from None

    def hexes_of(self, terrain: str) -> tuple[str, ...]:
        """Return the hexes with a terrain, in the order of the grid.

        >>> from tabuleiro.board.hexes import HexGrid
        >>> Board("duel", HexGrid(4, 3), terrain={"0202": "woods"}).hexes_of("woods")
        ('0202',)
        """
        return self._hexes_of.get(terrain, ())

    def side_has(self, a: str, b: str, feature: str) -> bool:
        """Tell whether the side between neighbours has a feature, given by kind or by name.

        >>> liri = FeatureSet("liri", "river", frozenset({("0101", "0102")}))
        >>> from tabuleiro.board.hexes import HexGrid
        >>> board = Board("duel", HexGrid(4, 3), feature_names={"liri": liri})
        >>> board.side_has("0102", "0101", "river"), board.side_has("0102", "0101", "liri")
        (True, True)
        """
        return self.grid.side(a, b) in self.sides_of(feature)

    def sides_of(self, feature: str) -> frozenset[Side]:
        """Return the hexsides that have a feature, given by kind or by name."""
        if feature in self.feature_names:
            return self.feature_names[feature].sides
        return self._sides_of.get(feature, frozenset())

    def region_of(self, hex: str, kind: str | None = None) -> Region | None:
        """Return the region of a hex: the first one, or the first of a kind.

        >>> from tabuleiro.board.hexes import HexGrid
        >>> board = Board("duel", HexGrid(4, 3), regions={"n": Region("n", frozenset({"0101"}))})
        >>> board.region_of("0101").id, board.region_of("0102")
        ('n', None)
        """
        regions = self._regions_at.get(hex, ())
        return next((region for region in regions if kind in {None, region.kind}), None)

    def place_at(self, where: str) -> Place | None:
        """Return the most important place of a hex (or box), None if there is none."""
        return next(iter(self.places_at(where)), None)

    def places_at(self, where: str) -> tuple[Place, ...]:
        """Return the places of a hex (or box), the most important first.

        >>> inn, town = Place("inn", "0101"), Place("town", "0101", importance=2)
        >>> from tabuleiro.board.hexes import HexGrid
        >>> board = Board("duel", HexGrid(4, 3), places={"inn": inn, "town": town})
        >>> [place.id for place in board.places_at("0101")]
        ['town', 'inn']
        """
        return self._places_at.get(where, ())

    # Roads and edges

    def road_between(self, a: str, b: str, kind: str = "road") -> bool:
        """Tell whether a road (railway, trail) leads straight from a hex to its neighbour.

        >>> road = Network("highway", "road", (("0101", "0102"),))
        >>> from tabuleiro.board.hexes import HexGrid
        >>> board = Board("duel", HexGrid(4, 3), networks={"highway": road})
        >>> board.road_between("0102", "0101"), board.road_between("0102", "0101", "railway")
        (True, False)
        """
        return (a, b) in self.links_of(kind)

    def links_of(self, kind: str) -> frozenset[tuple[str, str]]:
        """Return all steps along the roads of a kind, each in both directions."""
        return self._links_of.get(kind, frozenset())

    def network_hexes(self, kind: str) -> frozenset[str]:
        """Return the hexes that roads of a kind pass."""
        return self._network_hexes.get(kind, frozenset())

    def leaves_by(self, hex: str, kind: str = "road") -> frozenset[str]:
        """Return the edges by which roads of a kind run off the board in a hex."""
        networks = [network for network in self.networks.values() if network.kind == kind]
        return frozenset().union(*(network.leaves_by(hex) for network in networks))

    def edges_of(self, hex: str) -> frozenset[str]:
        """Return the edges to which a hex belongs, by the stretches or else by the grid.

        >>> west = Stretch("west", "west", ("0101", "0201"))
        >>> from tabuleiro.board.hexes import HexGrid
        >>> board = Board("duel", HexGrid(4, 3), edges={"west": west})
        >>> sorted(board.edges_of("0201")), sorted(board.edges_of("0102"))
        (['north', 'west'], [])
        """
        if hex not in self.grid:
            raise self.grid.unknown(hex)
        return frozenset(edge for edge in self._edge_sets if hex in self._edge_sets[edge])

    def edge_hexes(self, edge: str) -> tuple[str, ...]:
        """Return the hexes of an edge (or of a stretch, by its id), in the order of the grid.

        >>> from tabuleiro.board.hexes import HexGrid
        >>> Board("duel", HexGrid(4, 3)).edge_hexes("west")
        ('0101', '0102', '0103')
        """
        if edge in self._edge_sets:
            hexes = self._edge_sets[edge]
        elif edge in self.edges:
            hexes = frozenset(self.edges[edge].hexes)
        else:
            raise BoardError(N_("This board has no edge called {edge}."), edge=edge)
        return tuple(hex for hex in self.grid if hex in hexes)

    # Distances and areas

    def distance(self, a: str, b: str) -> int | None:
        """Count the hexes between two places, given by hex, box or place.

        The way from a box goes by its printed distances; None if it has none that lead there.

        >>> boxes = {"biak": Box("biak", links={"0403": 51})}
        >>> from tabuleiro.board.hexes import HexGrid
        >>> board = Board("duel", HexGrid(4, 3), boxes=boxes)
        >>> board.distance("biak", "0402"), board.distance("0101", "0402")
        (52, 3)
        """
        a, b = self.spot(a), self.spot(b)
        if a in self.grid and b in self.grid:
            return self.grid.distance(a, b)
        return self._displacements.distance(a, b)

    def spot(self, where: str) -> str:
        """Return the hex or box of a place; a hex or a box is returned as it is.

        >>> from tabuleiro.board.hexes import HexGrid
        >>> board = Board("duel", HexGrid(4, 3), places={"inn": Place("inn", "0101")})
        >>> board.spot("inn"), board.spot("0202")
        ('0101', '0202')
        """
        if where in self.grid or where in self.boxes:
            return where
        if where in self.places:
            return self.places[where].hex
        raise BoardError(
            N_("There is no hex, box or place called {where} on this board."), where=where
        )

    def connected(self, hexes: Iterable[str], passable: connected.Where | None = None) -> bool:
        """Tell whether hexes hang together, by way of passable hexes if any are given.

        >>> from tabuleiro.board.hexes import HexGrid
        >>> Board("duel", HexGrid(4, 3)).connected(["0101", "0103"], passable={"0102"})
        True
        """
        return connected.connected(self.grid, hexes, passable)

    # Tables

    def _all_features(self) -> dict[Side, frozenset[str]]:
        kinds: defaultdict[Side, set[str]] = defaultdict(set)
        for (a, b), features in self.features.items():
            kinds[self.grid.side(a, b)].update(features)
        for named in self.feature_names.values():
            for a, b in named.sides:
                kinds[self.grid.side(a, b)].add(named.kind)
        return {side: frozenset(kinds[side]) for side in sorted(kinds)}

    @cached_property
    def _hexes_of(self) -> dict[str, tuple[str, ...]]:
        found: defaultdict[str, list[str]] = defaultdict(list)
        for hex, terrain in self.terrain.items():
            found[terrain].append(hex)
        return {terrain: tuple(hexes) for terrain, hexes in found.items()}

    @cached_property
    def _sides_of(self) -> dict[str, frozenset[Side]]:
        found: defaultdict[str, set[Side]] = defaultdict(set)
        for side, kinds in self.features.items():
            for kind in kinds:
                found[kind].add(side)
        return {kind: frozenset(sides) for kind, sides in found.items()}

    @cached_property
    def _regions_at(self) -> dict[str, list[Region]]:
        found: defaultdict[str, list[Region]] = defaultdict(list)
        for region in self.regions.values():
            for hex in region.hexes:
                found[hex].append(region)
        return dict(found)

    @cached_property
    def _places_at(self) -> dict[str, tuple[Place, ...]]:
        found: defaultdict[str, list[Place]] = defaultdict(list)
        for place in sorted(self.places.values(), key=lambda place: -place.importance):
            found[place.hex].append(place)
        return {hex: tuple(places) for hex, places in found.items()}

    @cached_property
    def _links_of(self) -> dict[str, frozenset[tuple[str, str]]]:
        found: dict[str, frozenset[tuple[str, str]]] = {}
        for network in self.networks.values():
            found[network.kind] = found.get(network.kind, frozenset()) | network.links
        return found

    @cached_property
    def _network_hexes(self) -> dict[str, frozenset[str]]:
        found: dict[str, frozenset[str]] = {}
        for network in self.networks.values():
            found[network.kind] = found.get(network.kind, frozenset()) | network.hexes
        return found

    @cached_property
    def _edge_sets(self) -> dict[str, frozenset[str]]:
        named = {stretch.edge for stretch in self.edges.values()}
        sets: dict[str, set[str]] = {edge: set() for edge in (*EDGES, *sorted(named))}
        for stretch in self.edges.values():
            sets[stretch.edge].update(stretch.hexes)
        for hex in self.grid:
            for edge in self.grid.edges_of(hex) - named:
                sets[edge].add(hex)
        return {edge: frozenset(hexes) for edge, hexes in sets.items()}

    @cached_property
    def _displacements(self) -> Displacements:
        return Displacements(self.grid, self.boxes)
