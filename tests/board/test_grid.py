"""The grid, against formulas and searches that know nothing of its tables."""

import copy
import math
import pickle
from collections import deque
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabuleiro.board import (
    EDGES,
    BadHex,
    BoardError,
    HexGeometry,
    HexGrid,
    NotAdjacent,
    Numbering,
)

ORIENTATIONS = ["flat", "pointy"]
SHIFTS = ["odd", "even"]
KINDS = [(orientation, shift) for orientation in ORIENTATIONS for shift in SHIFTS]

grids = st.builds(
    HexGrid,
    st.integers(1, 11),
    st.integers(1, 11),
    orientation=st.sampled_from(ORIENTATIONS),
    shift=st.sampled_from(SHIFTS),
    numbering=st.sampled_from(["CCRR", "RRCC", "CC.RR", "C-R", "CCCRR"]),
    first_column=st.integers(0, 3),
    first_row=st.integers(0, 3),
)


@st.composite
def grids_with_hexes(draw, count=2):
    grid = draw(grids)
    return grid, *(draw(st.sampled_from(grid.hexes)) for _ in range(count))


def cube_distance(grid, a, b):
    """The textbook conversion of the four offset systems, one formula each."""

    def cube(hex):
        column, row = grid.parse(hex)
        odd = grid.shift == "odd"
        if grid.orientation == "flat":
            q = column
            r = row - ((column - (column & 1)) if odd else (column + (column & 1))) // 2
        else:
            q = column - ((row - (row & 1)) if odd else (row + (row & 1))) // 2
            r = row
        return q, r, -q - r

    return sum(abs(i - j) for i, j in zip(cube(a), cube(b), strict=True)) // 2


def steps_from(grid, start):
    """How many steps each hex is away, by walking."""
    found = {start: 0}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        for there in grid.neighbours(here):
            if there not in found:
                found[there] = found[here] + 1
                queue.append(there)
    return found


class TestNumbersOfThePrintedBoards:
    grid = HexGrid(28, 23)

    def test_even_column_stands_higher(self):
        assert set(self.grid.neighbours("1006")) == {"1005", "1007", "0905", "0906", "1105", "1106"}

    def test_odd_column_stands_lower(self):
        assert set(self.grid.neighbours("1105")) == {"1104", "1106", "1005", "1006", "1205", "1206"}

    def test_printed_distance(self):
        assert self.grid.distance("1203", "1304") == 2

    def test_printed_march_of_six_road_hexes_and_three_more(self):
        assert self.grid.distance("0616", "0721") == 6
        assert self.grid.are_neighbours("0721", "0822")
        assert self.grid.are_neighbours("0822", "0922")
        assert self.grid.are_neighbours("0922", "1023")

    def test_corners_lie_on_two_edges(self):
        assert self.grid.edges_of("2801") == {"north", "east"}
        assert self.grid.edges_of("0123") == {"south", "west"}
        assert self.grid.edges_of("0202") == frozenset()

    def test_whole_first_and_last_row_lie_on_an_edge(self):
        assert all("north" in self.grid.edges_of(self.grid.name(c, 1)) for c in range(1, 29))
        assert all("south" in self.grid.edges_of(self.grid.name(c, 23)) for c in range(1, 29))


class TestNeighbours:
    @given(grids)
    def test_are_the_hexes_one_away_on_the_plane(self, grid):
        geometry = HexGeometry(grid)
        hexes = grid.hexes[:: max(1, len(grid) // 12)]
        for hex in hexes:
            near = {
                other
                for other in grid
                if math.isclose(math.dist(geometry.centre(hex), geometry.centre(other)), 1)
            }
            assert set(grid.neighbours(hex)) == near

    @given(grids)
    def test_are_mutual(self, grid):
        for hex in grid:
            assert len(set(grid.neighbours(hex))) == len(grid.neighbours(hex))
            for other in grid.neighbours(hex):
                assert hex in grid.neighbours(other)
                assert grid.are_neighbours(hex, other)

    @given(grids)
    def test_table_and_names_agree(self, grid):
        for hex, row in zip(grid.hexes, grid.neighbour_table, strict=True):
            assert len(row) == 6
            assert grid.neighbours(hex) == tuple(grid.hexes[i] for i in row if i >= 0)

    @given(grids)
    def test_directions_lead_there_and_back(self, grid):
        for hex in grid:
            for number, direction in enumerate(grid.directions):
                there = grid.neighbour(hex, direction)
                if there is None:
                    continue
                assert grid.direction(hex, there) == direction
                assert grid.direction(there, hex) == grid.directions[(number + 3) % 6]

    @pytest.mark.parametrize(("orientation", "shift"), KINDS)
    def test_directions_point_where_they_say(self, orientation, shift):
        grid = HexGrid(5, 5, orientation=orientation, shift=shift)
        geometry = HexGeometry(grid)
        x, y = geometry.centre("0303")
        for direction in grid.directions:
            there_x, there_y = geometry.centre(grid.neighbour("0303", direction))
            assert ("east" in direction) == (there_x > x + 0.1)
            assert ("west" in direction) == (there_x < x - 0.1)
            assert ("north" in direction) == (there_y < y - 0.1)
            assert ("south" in direction) == (there_y > y + 0.1)


class TestDistance:
    @given(grids_with_hexes())
    def test_is_that_of_the_cube_formula(self, drawn):
        grid, a, b = drawn
        assert grid.distance(a, b) == grid.distance(b, a) == cube_distance(grid, a, b)

    @given(grids_with_hexes(1))
    def test_is_never_more_than_the_steps_walked(self, drawn):
        grid, start = drawn
        walked = steps_from(grid, start)
        assert all(walked[hex] >= grid.distance(start, hex) for hex in walked)

    @pytest.mark.parametrize(("orientation", "shift"), KINDS)
    def test_is_the_number_of_steps_walked(self, orientation, shift):
        grid = HexGrid(12, 9, orientation=orientation, shift=shift)
        for start in grid.hexes[::7]:
            assert steps_from(grid, start) == {hex: grid.distance(start, hex) for hex in grid}


class TestRings:
    @pytest.mark.parametrize(("orientation", "shift"), KINDS)
    @pytest.mark.parametrize("radius", [1, 2, 5, 9])
    def test_have_six_hexes_more_each(self, orientation, shift, radius):
        grid = HexGrid(25, 25, orientation=orientation, shift=shift)
        ring = grid.ring("1313", radius)
        assert len(ring) == len(set(ring)) == 6 * radius
        assert all(
            grid.are_neighbours(a, b) for a, b in zip(ring, ring[1:] + ring[:1], strict=True)
        )
        assert len(grid.within("1313", radius)) == 1 + 3 * radius * (radius + 1)

    def test_ring_begins_in_the_first_direction_and_runs_clockwise(self):
        grid = HexGrid(9, 9)
        assert grid.ring("0505", 2)[0] == "0503"
        assert grid.ring("0505", 1) == grid.neighbours("0505")

    @given(grids_with_hexes(1), st.integers(0, 25))
    def test_hold_the_hexes_at_their_distance(self, drawn, radius):
        grid, hex = drawn
        assert set(grid.ring(hex, radius)) == {
            other for other in grid if grid.distance(hex, other) == radius
        }
        assert grid.within(hex, radius) == tuple(
            other for other in grid if grid.distance(hex, other) <= radius
        )

    def test_ring_of_nothing_is_the_hex_itself(self):
        assert HexGrid(3, 3).ring("0202", 0) == HexGrid(3, 3).within("0202", 0) == ("0202",)
        assert HexGrid(3, 3).within("0202", -1) == ()


class TestLines:
    @given(grids_with_hexes())
    def test_go_step_by_step_the_shortest_way(self, drawn):
        grid, a, b = drawn
        line = grid.line(a, b)
        assert line[0] == a
        assert line[-1] == b
        assert len(line) == grid.distance(a, b) + 1
        assert all(grid.are_neighbours(i, j) for i, j in pairwise(line))

    @given(grids_with_hexes())
    def test_are_the_same_from_both_ends(self, drawn):
        grid, a, b = drawn
        assert grid.line(a, b) == tuple(reversed(grid.line(b, a)))

    @given(grids_with_hexes())
    def test_keep_close_to_the_straight_line(self, drawn):
        grid, a, b = drawn
        geometry = HexGeometry(grid)
        (ax, ay), (bx, by) = geometry.centre(a), geometry.centre(b)
        length = math.dist((ax, ay), (bx, by)) or 1
        for hex in grid.line(a, b):
            x, y = geometry.centre(hex)
            off = abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / length
            assert off <= 1 / math.sqrt(3) + 1e-9

    def test_along_the_edge_of_the_board_stay_on_it(self):
        grid = HexGrid(9, 3)
        assert grid.line("0201", "0801") == ("0201", "0301", "0401", "0501", "0601", "0701", "0801")


class TestSides:
    @given(grids)
    def test_are_the_same_from_both_hexes(self, grid):
        for hex in grid:
            for other in grid.neighbours(hex):
                side = grid.side(hex, other)
                assert side == grid.side(other, hex) == tuple(sorted((hex, other)))

    def test_exist_between_neighbours_only(self):
        with pytest.raises(NotAdjacent, match=r"^0101 and 0303 are not neighbours\.$"):
            HexGrid(3, 3).side("0101", "0303")
        with pytest.raises(NotAdjacent):
            HexGrid(3, 3).direction("0101", "0101")


class TestNumbers:
    @given(grids)
    def test_are_read_as_they_are_written(self, grid):
        for index, hex in enumerate(grid.hexes):
            assert grid.name(*grid.parse(hex)) == hex
            assert grid.index(hex) == index
            assert hex in grid
        assert len(set(grid.hexes)) == len(grid) == grid.columns * grid.rows
        assert list(grid) == list(grid.hexes)

    @given(st.integers(1, 90), st.integers(1, 99))
    def test_columns_may_be_letters(self, column, row):
        for pattern in ("AR", "ARR", "A-RR", "RRA", "R A"):
            numbering = Numbering(pattern)
            assert numbering.read(numbering.text(column, row)) == (column, row)

    def test_letters_double_after_z(self):
        grid = HexGrid(28, 2, numbering="AR")
        assert (grid.hexes[0], grid.hexes[-1]) == ("A1", "BB2")
        assert grid.distance("A1", "BB1") == 27

    @pytest.mark.parametrize("text", ["AB1", "A", "1", "", "A1x", "a1"])
    def test_other_letters_are_no_hex(self, text):
        assert Numbering("AR").read(text) is None

    def test_numbers_longer_than_written_are_no_hex(self):
        assert Numbering("CC.RR").read("007.14") is None
        assert Numbering("CC.RR").read("112.14") == (112, 14)

    @pytest.mark.parametrize("pattern", ["", "CC", "RR", "CCRRCC", "XXYY", "ACRR", "CC1RR", "AA-R"])
    def test_bad_pattern_is_refused(self, pattern):
        with pytest.raises(BoardError, match="is no pattern for hex numbers"):
            HexGrid(3, 3, numbering=pattern)


class TestMistakesAreToldInSentences:
    grid = HexGrid(15, 16)

    @pytest.mark.parametrize(
        "call",
        [
            lambda grid: grid.parse("1601"),
            lambda grid: grid.index("1601"),
            lambda grid: grid.name(16, 1),
            lambda grid: grid.neighbours("1601"),
            lambda grid: grid.neighbour("1601", "north"),
            lambda grid: grid.distance("0101", "1601"),
            lambda grid: grid.distance("1601", "0101"),
            lambda grid: grid.line("0101", "1601"),
            lambda grid: grid.ring("1601", 1),
            lambda grid: grid.within("1601", 1),
            lambda grid: grid.side("1501", "1601"),
            lambda grid: grid.direction("1501", "1601"),
            lambda grid: grid.edges_of("1601"),
        ],
    )
    def test_hex_off_the_board(self, call):
        with pytest.raises(BadHex) as raised:
            call(self.grid)
        assert str(raised.value) == (
            "Hex 1601 is not on this board: columns go from 01 to 15 and rows from 01 to 16."
        )
        assert raised.value.values["hex"] == "1601"

    @pytest.mark.parametrize("text", ["16-1", "101", "", "Anzio", "٠١٠١"])
    def test_text_that_is_no_number(self, text):
        with pytest.raises(BadHex) as raised:
            self.grid.parse(text)
        assert str(raised.value) == (
            f"'{text}' is not a hex number: on this board they look like 0101."
        )

    def test_braces_in_what_was_written_do_no_harm(self):
        assert "'{x}'" in str(self.grid.unknown("{x}"))

    def test_number_instead_of_text(self):
        with pytest.raises(BadHex, match="'110' is not a hex number"):
            self.grid.parse(110)

    def test_unknown_direction(self):
        with pytest.raises(BoardError, match="There is no direction 'east' on this board"):
            self.grid.neighbour("0101", "east")

    def test_empty_board(self):
        with pytest.raises(BoardError, match="at least one column and one row, not 0 by 5"):
            HexGrid(0, 5)

    def test_numbering_too_narrow(self):
        with pytest.raises(BoardError, match="numbering CCRR has no room for column 100, row 1"):
            HexGrid(100, 5)
        assert len(HexGrid(100, 5, numbering="CC.RR")) == 500

    def test_errors_are_value_errors_and_can_be_pickled(self):
        error = self.grid.unknown("1601")
        assert isinstance(error, ValueError)
        again = pickle.loads(pickle.dumps(error))
        assert (type(again), str(again)) == (BadHex, str(error))


def test_grid_is_a_value():
    grid = HexGrid(4, 5)
    assert grid == HexGrid(4, 5) != HexGrid(4, 5, shift="even")
    assert hash(grid) == hash(HexGrid(4, 5))
    assert grid.neighbours("0101")
    assert pickle.loads(pickle.dumps(grid)) == copy.deepcopy(grid) == grid
    with pytest.raises(AttributeError):
        grid.columns = 9


def test_hex_of_axial_coordinates():
    assert HexGrid(15, 16).hex_of((99, 0)) is None


def test_each_edge_has_its_hexes():
    grid = HexGrid(4, 3, orientation="pointy")
    count = {edge: sum(edge in grid.edges_of(hex) for hex in grid) for edge in EDGES}
    assert count == {"north": 4, "east": 3, "south": 4, "west": 3}
