"""What holds for places of any shape: grid and geometry agree, and so do their answers."""

from itertools import pairwise, product

import pytest

from tabuleiro.board import (
    OUT_OF_REACH,
    Area,
    AreaMap,
    BadHex,
    Board,
    HexGrid,
    MapPart,
    PlainMap,
    SeveralMaps,
    SquareGrid,
    StepCosts,
    flood,
    geometry_of,
    groups,
    path_to,
    reachable,
)


def square(x, y, side=2.0):
    return ((x, y), (x + side, y), (x + side, y + side), (x, y + side))


AREAS = AreaMap(
    (
        Area("a", (1, 1), square(0, 0)),
        Area("b", (3, 1), square(2, 0)),
        Area("c", (3, 3), square(2, 2)),
        Area("isle", (9, 9)),
        Area("far", (20, 20)),
    ),
    (("a", "b"), ("b", "c"), ("c", "isle")),
)
SEVERAL = SeveralMaps(
    (
        MapPart("land", HexGrid(4, 3)),
        MapPart("city", SquareGrid(3, 3, numbering="AR"), (6, 0)),
        MapPart("sea", AREAS, (12, 0)),
    ),
    (("land:0402", "city:A2"), ("city:C2", "sea:a")),
)
GRIDS = {
    "hexes": HexGrid(7, 6),
    "squares": SquareGrid(7, 6),
    "diagonals": SquareGrid(7, 6, diagonals=True, numbering="AR"),
    "areas": AREAS,
    "several": SEVERAL,
}


@pytest.fixture(params=GRIDS.values(), ids=GRIDS)
def grid(request):
    return request.param


class TestAny:
    def test_neighbours_are_so_from_both_sides(self, grid):
        for a in grid:
            for b in grid.neighbours(a):
                assert a in grid.neighbours(b)
                assert grid.are_neighbours(a, b)
                assert grid.distance(a, b) == 1
                assert grid.side(a, b) == grid.side(b, a)
                assert grid.direction(a, b) in grid.directions

    def test_distances_are_steps_from_neighbour_to_neighbour(self, grid):
        for a in list(grid)[::3]:
            reached, steps = {a}, 0
            while reached:
                for hex in reached:
                    assert grid.distance(a, hex) == steps
                assert set(grid.ring(a, steps)) == reached
                wider = flood(grid, [a], lambda _hex: True, limit=steps + 1)
                assert set(grid.within(a, steps + 1)) == wider
                reached, steps = wider - flood(grid, [a], lambda _h: True, limit=steps), steps + 1

    def test_a_line_leads_from_end_to_end(self, grid):
        for a, b in product(list(grid)[::4], list(grid)[::5]):
            line = grid.line(a, b)
            if grid.distance(a, b) >= OUT_OF_REACH:
                assert line == ()
                continue
            assert (line[0], line[-1]) == (a, b)
            assert all(grid.are_neighbours(*pair) for pair in pairwise(line))
            assert set(grid.line(b, a)) == set(line) or grid.kind in {"areas", "maps"}

    def test_each_place_lies_where_it_says(self, grid):
        geometry = geometry_of(grid)
        left, top, right, bottom = geometry.bounds
        for hex in grid:
            x, y = geometry.centre(hex)
            assert geometry.hex_at(x, y) == hex
            assert left <= x <= right
            assert top <= y <= bottom
            assert geometry.polygon(hex).buffer(1e-6).covers(geometry.outline([hex]))
        assert geometry.hex_at(left - 1, top - 1) is None

    def test_borders_run_between_neighbours(self, grid):
        geometry = geometry_of(grid)
        for a in grid:
            for b in grid.neighbours(a):
                start, end = geometry.side_line(a, b)
                assert start != end
                assert len(geometry.side_paths([(a, b)])) == 1
        assert geometry.border(list(grid)[:2])

    def test_unknown_places_are_told(self, grid):
        for wrong in ("9999", "", "nowhere", "at:0001.0001", "land:9999"):
            assert wrong not in grid
            with pytest.raises(BadHex):
                grid.index(wrong)

    def test_ways_are_searched_alike(self, grid):
        costs = StepCosts.build(grid, dict.fromkeys(grid, 2))
        start = grid.index(grid.first)
        reach = reachable(costs, start, 8)
        for there, (spent, _before) in reach.items():
            assert spent == 2 * grid.distance(grid.first, grid.hexes[there])
            assert len(path_to(reach, there)) == 1 + spent // 2


def test_squares_with_corners_are_rounder():
    straight, round_ = GRIDS["squares"], SquareGrid(7, 6, diagonals=True)
    assert straight.distance("0101", "0404") == 6
    assert round_.distance("0101", "0404") == 3
    assert len(round_.neighbours("0303")) == 8
    assert straight.directions == ("north", "east", "south", "west")


def test_areas_that_nothing_joins_are_out_of_reach():
    assert AREAS.distance("a", "far") == OUT_OF_REACH
    assert [set(group) for group in groups(AREAS, AREAS)] == [{"a", "b", "c", "isle"}, {"far"}]
    assert AREAS.edges_of("a") == frozenset()


def test_a_spot_is_pointed_at_round_about():
    geometry = geometry_of(AREAS)
    assert geometry.hex_at(9.3, 9.2) == "isle"
    assert geometry.hex_at(9.9, 9.0) is None
    assert len(geometry.corners("isle")) > 8


def test_links_lead_from_map_to_map():
    assert SEVERAL.distance("land:0402", "sea:a") == 4
    assert SEVERAL.line("land:0402", "city:A2") == ("land:0402", "city:A2")
    assert SEVERAL.direction("land:0402", "city:A2") == "east"
    assert SEVERAL.on_map("city:B2")[1] == "B2"


def test_a_board_of_squares_keeps_what_lies_on_it():
    grid = SquareGrid(3, 3, numbering="AR")
    board = Board("b", grid, terrain={"A1": "hill"}, features={("A1", "B1"): frozenset({"river"})})
    assert board.side_has("B1", "A1", "river")
    assert board.edge_hexes("north") == ("A1", "B1", "C1")
    assert board.geometry.area(["A1", "B2", "A1"]) == 2


class TestPlain:
    grid = PlainMap(1500, 900, unit=100)

    def test_places_are_points(self):
        assert "at:1500.0900" in self.grid
        for wrong in ("at:1501.0900", "at:15.09", "at:1500.900", "0101", "at:0001,0002"):
            assert wrong not in self.grid
        assert self.grid.neighbours("at:0010.0010") == ()
        assert self.grid.distance("at:0000.0000", "at:0300.0400") == 5
        assert self.grid.within("at:0010.0010", 9) == ("at:0010.0010",)

    def test_nothing_is_numbered(self):
        assert (len(self.grid), list(self.grid)) == (0, [])
        with pytest.raises(BadHex, match="no point of this map"):
            self.grid.index("0101")

    def test_terrain_is_the_same_everywhere(self):
        board = Board("b", self.grid, default_terrain="paper")
        assert board.terrain_at("at:0010.0010") == "paper"
        assert board.distance("at:0000.0000", "at:0300.0400") == 5
        assert board.geometry.hex_at(0.1, 0.1) == "at:0010.0010"
        assert board.edges_of("at:0010.0010") == frozenset()
        assert board.geometry.hex_at(-0.1, 0.1) is None
        assert board.geometry.outline(["at:0010.0010"]).area > 0
