"""A board, its parts and the ways to make one."""

import copy
import pickle

import pytest

from tabuleiro.board import (
    BadHex,
    Board,
    BoardBuilder,
    BoardError,
    Box,
    FeatureSet,
    FrozenDict,
    HexGeometry,
    HexGrid,
    Network,
    NotAdjacent,
    Place,
    Region,
    Stretch,
    Track,
    chain_breaks,
    connected,
    flood,
    groups,
    missing_hexes,
    shared_hexes,
    side_is_adjacent,
    unknown_hexes,
)

GRID = HexGrid(6, 5)


@pytest.fixture
def board():
    return (
        BoardBuilder("cassino", GRID, terrain="open")
        .rows(
            [
                ". . m m . .",
                ". w w m . .",
                ". . . . . .",
                ". . . . w .",
                "~ ~ . . . .",
            ],
            {".": "open", "w": "woods", "m": "mountain", "~": "sea"},
        )
        .terrain("town", ["0303"])
        .feature("river", [("0303", "0403"), ("0303", "0302")], id="liri", name={"en": "Liri"})
        .feature("river", [("0101", "0102")])
        .feature("fort", [("0403", "0303")], id="gustav")
        .network("highway_6", "road", [["0103", "0203", "0303", "0404"]], {"0103": ["west"]})
        .network("highway_7", "road", [["0303", "0304", "0305"]], {"0305": ["south"]})
        .network("line", "railway", [["0404", "0504"]])
        .box(Box("africa", {"en": "Africa"}, side="allied", links={"0105": 9, "sicily": 2}))
        .box(Box("sicily", {"en": "Sicily"}, hexes=["Palermo", "Catania"], links={"0205": 4}))
        .box(Box("moon"))
        .place("cassino", "0303", "town", 3, {"pt": "Cassino", "en": "Cassino"})
        .place("abbey", "0303", "abbey", 5)
        .place("palermo", "sicily")
        .region("north", ["0101", "0201", "0301"])
        .region("rainy", ["0101"], kind="weather", name={"en": "Rain"})
        .stretch("allied_south", "south", ["0305", "0405"])
        .stretch("beach", "south", ["0105"])
        .track(Track("turns", {"en": "Turns"}, range(1, 8)))
        .build()
    )


class TestHexes:
    def test_terrain(self, board):
        assert board.terrain_at("0303") == "town"
        assert board.terrain_at("0202") == "woods"
        assert board.hexes_of("sea") == ("0105", "0205")
        assert board.hexes_of("ice") == ()
        assert set(board.terrain) == set(GRID)
        with pytest.raises(BadHex, match="Hex 0707 is not on this board"):
            board.terrain_at("0707")

    def test_places(self, board):
        assert [place.id for place in board.places_at("0303")] == ["abbey", "cassino"]
        assert board.place_at("0303").id == "abbey"
        assert board.place_at("0101") is None
        assert board.place_at("sicily").id == "palermo"
        assert board.places["cassino"].name["pt"] == "Cassino"

    def test_regions(self, board):
        assert board.region_of("0101").id == "north"
        assert board.region_of("0101", "weather").id == "rainy"
        assert board.region_of("0201", "weather") is None
        assert board.region_of("0505") is None

    def test_geometry_is_made_once(self, board):
        assert board.geometry is board.geometry
        assert board.geometry == HexGeometry(GRID)


class TestHexsides:
    def test_features_by_kind_and_by_name(self, board):
        assert board.side_has("0303", "0403", "river")
        assert board.side_has("0403", "0303", "fort")
        assert board.side_has("0403", "0303", "gustav")
        assert not board.side_has("0303", "0302", "fort")
        assert board.side_has("0102", "0101", "river")
        assert not board.side_has("0102", "0101", "liri")
        assert board.features["0303", "0403"] == {"river", "fort"}
        assert len(board.sides_of("river")) == 3
        assert board.sides_of("liri") == {("0303", "0403"), ("0302", "0303")}
        assert board.sides_of("wall") == frozenset()

    def test_sides_are_asked_of_neighbours(self, board):
        with pytest.raises(NotAdjacent):
            board.side_has("0101", "0505", "river")

    def test_named_sets_add_to_the_features(self):
        wall = FeatureSet("wall", "fort", frozenset({("0102", "0101")}))
        board = Board(
            "x", GRID, features={("0202", "0201"): {"river"}}, feature_names={"wall": wall}
        )
        assert board.features == {("0101", "0102"): {"fort"}, ("0201", "0202"): {"river"}}


class TestRoads:
    def test_join_neighbours(self, board):
        assert board.road_between("0203", "0303")
        assert board.road_between("0404", "0303")
        assert not board.road_between("0404", "0504")
        assert board.road_between("0404", "0504", "railway")
        assert not board.road_between("0303", "0305")
        assert not board.road_between("0101", "0102", "canal")

    def test_belong_to_their_own_network(self, board):
        assert board.networks["highway_7"].joins("0304", "0305")
        assert not board.networks["highway_6"].joins("0304", "0305")
        assert board.networks["highway_7"].hexes == {"0303", "0304", "0305"}

    def test_run_off_the_board(self, board):
        assert board.leaves_by("0103") == {"west"}
        assert board.leaves_by("0303") == frozenset()
        assert board.leaves_by("0103", "railway") == frozenset()

    def test_hexes_of_a_kind(self, board):
        assert board.network_hexes("railway") == {"0404", "0504"}
        assert len(board.network_hexes("road")) == 6
        assert board.network_hexes("canal") == frozenset()


class TestEdges:
    def test_stretches_stand_for_the_edge_they_name(self, board):
        assert board.edges_of("0305") == {"south"}
        assert board.edges_of("0505") == frozenset()
        assert board.edges_of("0105") == {"south", "west"}
        assert board.edges_of("0101") == {"north", "west"}
        assert board.edge_hexes("south") == ("0105", "0305", "0405")
        assert board.edge_hexes("allied_south") == ("0305", "0405")
        assert board.edge_hexes("east") == ("0601", "0602", "0603", "0604", "0605")

    def test_unknown(self, board):
        with pytest.raises(BadHex):
            board.edges_of("9901")
        with pytest.raises(BoardError, match="This board has no edge called up"):
            board.edge_hexes("up")

    def test_edges_may_turn_a_corner(self):
        grid = HexGrid(28, 23)
        west = [f"{c:02}01" for c in range(1, 9)] + [f"01{r:02}" for r in range(2, 24)]
        board = BoardBuilder("metz", grid).stretch("west", "west", west).build()
        assert len(board.edge_hexes("west")) == 30
        assert board.edges_of("0801") == {"north", "west"}
        assert board.edges_of("0901") == {"north"}


class TestDistances:
    def test_between_hexes_and_places(self, board):
        assert board.distance("0101", "0303") == GRID.distance("0101", "0303")
        assert board.distance("cassino", "0303") == 0
        assert board.distance("0101", "abbey") == board.distance("abbey", "0101")

    def test_from_boxes_by_the_printed_numbers(self, board):
        assert board.distance("sicily", "0205") == 4
        assert board.distance("0405", "palermo") == 4 + 2
        assert board.distance("africa", "0205") == 6
        assert board.distance("africa", "0105") == 7
        assert board.distance("africa", "sicily") == board.distance("sicily", "africa") == 2
        assert board.distance("africa", "africa") == 0

    def test_two_displaced_places_count_both_numbers(self):
        boxes = {"biak": Box("biak", links={"0101": 51}), "truk": Box("truk", links={"0601": 40})}
        assert Board("x", GRID, boxes=boxes).distance("biak", "truk") == 51 + 5 + 40

    def test_box_without_numbers_is_nowhere(self, board):
        assert board.distance("moon", "0101") is None
        assert board.distance("africa", "moon") is None

    def test_unknown_place(self, board):
        with pytest.raises(BoardError, match="no hex, box or place called Rome on this board"):
            board.distance("Rome", "0101")


class TestAreas:
    def test_connected(self, board):
        assert board.connected(board.hexes_of("mountain"))
        assert not board.connected(["0101", "0105"])
        assert board.connected(["0101", "0105"], {"0102", "0103", "0104"})
        assert not board.connected(["0101", "0105"], {"0102", "0104"})
        assert board.connected(["0101", "0605"], lambda hex: board.terrain_at(hex) == "open")
        assert connected(GRID, [])

    def test_flood_may_be_barred_at_hexsides(self, board):
        dry = flood(GRID, ["0101"], GRID, step=lambda a, b: not board.side_has(a, b, "river"))
        assert dry == set(GRID)
        walls = {("0101", other) for other in GRID.neighbours("0101")}
        assert flood(GRID, ["0101"], GRID, step=lambda a, b: (a, b) not in walls) == {"0101"}

    def test_groups(self):
        found = groups(GRID, ["0601", "0101", "0102", "0602", "0304"])
        assert found == ({"0101", "0102"}, {"0304"}, {"0601", "0602"})


class TestBoardIsAValue:
    def test_equal_and_hashable(self, board):
        again = copy.deepcopy(board)
        assert board == again
        assert hash(board) == hash(again)
        assert board != Board("cassino", GRID)

    def test_can_be_pickled(self, board):
        board.distance("sicily", "0101")
        assert pickle.loads(pickle.dumps(board)) == board

    def test_cannot_be_changed(self, board):
        with pytest.raises(TypeError):
            board.terrain["0101"] = "sea"
        with pytest.raises(TypeError):
            board.places["cassino"].name.update(pt="Roma")
        with pytest.raises(AttributeError):
            board.id = "other"

    def test_parts_are_frozen_whatever_they_are_made_of(self):
        parts = [
            Place("a", "0101", name={"en": "A"}),
            Region("a", {"0101"}, name={"en": "A"}),
            FeatureSet("a", "river", [("0102", "0101")]),
            Stretch("a", "west", ["0101"]),
            Box("a", hexes=["A1"], links={"0101": 3}),
            Track("a", spaces=[1, 2]),
            Network("a", "road", [["0101", "0102"]], {"0101": ["west"]}),
        ]
        assert all(isinstance(hash(part), int) for part in parts)
        assert parts[2].sides == {("0101", "0102")}
        assert pickle.loads(pickle.dumps(parts)) == parts

    def test_terrain_off_the_board_is_refused(self):
        with pytest.raises(BadHex):
            Board("x", GRID, terrain={"9901": "sea"})


class TestFrozenDict:
    @pytest.mark.parametrize(
        "change",
        [
            lambda d: d.update(a=2),
            lambda d: d.pop("a"),
            lambda d: d.popitem(),
            lambda d: d.clear(),
            lambda d: d.setdefault("b", 1),
            lambda d: d.__delitem__("a"),
            lambda d: d.__ior__({"b": 1}),
        ],
    )
    def test_stays_as_it_is(self, change):
        frozen = FrozenDict(a=1)
        with pytest.raises(TypeError, match="a FrozenDict cannot be changed"):
            change(frozen)
        assert frozen == {"a": 1}

    def test_copies_are_itself(self):
        frozen = FrozenDict(a=1)
        assert frozen.copy() is copy.copy(frozen) is copy.deepcopy(frozen) is frozen
        assert hash(FrozenDict(a=1, b=2)) == hash(FrozenDict(b=2, a=1))


class TestBuilderRefuses:
    def test_rows_of_the_wrong_size(self):
        with pytest.raises(BoardError, match="The terrain needs 5 rows of 6 signs"):
            BoardBuilder("x", GRID).rows(["......"], {".": "open"})
        with pytest.raises(BoardError, match="The terrain needs 5 rows of 6 signs"):
            BoardBuilder("x", GRID).rows(["......"] * 4 + ["..."], {".": "open"})

    def test_sign_without_meaning(self):
        with pytest.raises(BoardError, match="The sign 'x' of hex 0201 is not in the legend"):
            BoardBuilder("x", GRID).rows([".x...."] + ["......"] * 4, {".": "open"})

    def test_road_that_jumps(self):
        with pytest.raises(
            NotAdjacent, match="highway jumps from 0102 to 0104, which are not neighbours"
        ):
            BoardBuilder("x", GRID).network("highway", "road", [["0101", "0102", "0104"]])

    @pytest.mark.parametrize(
        "call",
        [
            lambda b: b.terrain("sea", ["9901"]),
            lambda b: b.feature("river", [("9901", "0101")]),
            lambda b: b.network("a", "road", [["9901"]]),
            lambda b: b.network("a", "road", [["0101"]], {"9901": ["west"]}),
            lambda b: b.place("a", "9901"),
            lambda b: b.region("a", ["9901"]),
            lambda b: b.stretch("a", "west", ["9901"]),
        ],
    )
    def test_unknown_hexes(self, call):
        with pytest.raises(BadHex, match="Hex 9901 is not on this board"):
            call(BoardBuilder("x", GRID))


class TestChecks:
    def test_unknown_and_missing_hexes(self):
        assert unknown_hexes(["0101", "0707", "x", "0707"], GRID) == ["0707", "x"]
        assert missing_hexes(GRID.hexes[1:], GRID) == ["0101"]

    def test_chain_breaks(self):
        assert chain_breaks(["0101", "0102", "0203"], GRID) == []
        jumps = chain_breaks(["0101", "0103", "0104", "9901", "0101", "0505"], GRID)
        assert jumps == [(1, "0101", "0103"), (5, "0101", "0505")]
        assert jumps[0].position == 1

    def test_sides(self):
        assert side_is_adjacent(("0101", "0102"), GRID)
        assert not side_is_adjacent(("0101", "0101"), GRID)
        assert not side_is_adjacent(("0101", "9901"), GRID)
        assert not side_is_adjacent(("9901", "0101"), GRID)

    def test_shared_hexes(self):
        assert shared_hexes({"a": ["0101", "0101"], "b": ["0102"]}) == {}
