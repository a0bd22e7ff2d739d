"""Hexes on the plane, against shapely's own answers."""

import math
from itertools import pairwise

import numpy as np
import pytest
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st

from tabuleiro.board import HEX_AREA, RADIUS, BadHex, HexGeometry, HexGrid, NotAdjacent

KINDS = [(orientation, shift) for orientation in ("flat", "pointy") for shift in ("odd", "even")]

grids = st.builds(
    HexGrid,
    st.integers(1, 11),
    st.integers(1, 11),
    orientation=st.sampled_from(["flat", "pointy"]),
    shift=st.sampled_from(["odd", "even"]),
    first_column=st.integers(0, 3),
    first_row=st.integers(0, 3),
)


def figure(columns=20, rows=20, **kind):
    return HexGeometry(HexGrid(columns, rows, **kind))


kinds = pytest.mark.parametrize(("orientation", "shift"), KINDS)


class TestCentresAndCorners:
    def test_follow_the_formula_of_the_maps(self):
        geometry = figure()
        for hex in geometry.grid:
            column, row = geometry.grid.parse(hex)
            x, y = geometry.centre(hex)
            assert math.isclose(x, column * 0.8660254, rel_tol=1e-7)
            assert y == row + 0.5 * (column % 2)

    @given(grids, st.randoms(use_true_random=False))
    def test_corners_stand_round_the_centre_clockwise(self, grid, random):
        hex = random.choice(grid.hexes)
        geometry = HexGeometry(grid)
        x, y = geometry.centre(hex)
        first = 0 if grid.orientation == "flat" else 30
        for number, (corner_x, corner_y) in enumerate(geometry.corners(hex)):
            assert math.isclose(math.dist((x, y), (corner_x, corner_y)), RADIUS)
            angle = math.degrees(math.atan2(corner_y - y, corner_x - x)) % 360
            assert math.isclose(angle, first + 60 * number, abs_tol=1e-6)

    @given(grids)
    def test_shared_sides_have_the_very_same_ends(self, grid):
        geometry = HexGeometry(grid)
        for hex in grid:
            for other in grid.neighbours(hex):
                line = geometry.side_line(hex, other)
                assert set(line) == set(geometry.corners(hex)) & set(geometry.corners(other))
                assert set(line) == set(geometry.side_line(other, hex))

    def test_side_of_strangers_is_refused(self):
        with pytest.raises(NotAdjacent):
            figure().side_line("0101", "0303")


class TestHexAt:
    @given(grids)
    def test_centre_belongs_to_its_hex(self, grid):
        geometry = HexGeometry(grid)
        assert all(geometry.hex_at(*geometry.centre(hex)) == hex for hex in grid)

    @given(grids, st.floats(-2, 14), st.floats(-2, 14))
    def test_agrees_with_the_polygons(self, grid, x, y):
        geometry = HexGeometry(grid)
        point = shapely.Point(x, y)
        assume(shapely.distance(shapely.boundary(geometry.polygons()), point).min() > 1e-9)
        hits = [hex for hex in grid if geometry.polygon(hex).contains(point)]
        assert hits == [hex for hex in [geometry.hex_at(x, y)] if hex]

    @kinds
    def test_agrees_with_a_search_tree_on_a_big_board(self, orientation, shift):
        geometry = figure(55, 63, orientation=orientation, shift=shift)
        left, top, right, bottom = geometry.bounds
        rng = np.random.default_rng(5)
        points = rng.uniform([left - 1, top - 1], [right + 1, bottom + 1], (5000, 2))
        tree = shapely.STRtree(geometry.polygons())
        which, hexes = tree.query(shapely.points(points), predicate="within")
        expected = dict(zip(which.tolist(), hexes.tolist(), strict=True))
        for number, (x, y) in enumerate(points.tolist()):
            hex = geometry.hex_at(x, y)
            assert expected.get(number) == (None if hex is None else geometry.grid.index(hex))

    @kinds
    def test_bounds_hold_the_board_and_no_more(self, orientation, shift):
        for columns, rows in [(1, 1), (1, 7), (7, 1), (6, 5)]:
            geometry = figure(columns, rows, orientation=orientation, shift=shift)
            whole = shapely.union_all(geometry.polygons())
            assert geometry.bounds == pytest.approx(whole.bounds, abs=1e-12)


class TestShapes:
    @kinds
    def test_region_of_neighbours_is_one_clean_piece(self, orientation, shift):
        geometry = figure(orientation=orientation, shift=shift)
        hexes = geometry.grid.within("1010", 7)
        outline = geometry.outline(hexes)
        assert outline.geom_type == "Polygon"
        assert outline.is_valid
        assert not outline.interiors
        assert geometry.area(hexes) == pytest.approx(len(hexes), abs=1e-9)

    def test_whole_big_board_is_one_piece(self):
        geometry = figure(55, 63)
        outline = geometry.outline(geometry.grid.hexes)
        assert outline.geom_type == "Polygon"
        assert outline.area == pytest.approx(3465 * HEX_AREA)

    def test_ring_of_hexes_has_a_hole(self):
        geometry = figure()
        outline = geometry.outline(geometry.grid.ring("1010", 2))
        assert len(outline.interiors) == 1
        assert len(geometry.border(geometry.grid.ring("1010", 2))) == 2

    def test_nothing_covers_nothing(self):
        assert figure().outline([]).is_empty
        assert figure().area([]) == 0
        assert figure().border([]) == ()

    def test_polygons_are_made_once_and_kept_from_changes(self):
        geometry = figure(3, 3)
        assert geometry.polygons() is geometry.polygons()
        with pytest.raises(ValueError, match="read-only"):
            geometry.polygons()[0] = None

    def test_unknown_hex_is_refused(self):
        with pytest.raises(BadHex):
            figure().outline(["9999"])


class TestBorders:
    @given(grids, st.randoms(use_true_random=False))
    def test_border_is_the_edge_of_the_outline(self, grid, random):
        geometry = HexGeometry(grid)
        hexes = random.sample(grid.hexes, random.randint(1, len(grid)))
        rings = geometry.border(hexes)
        assert all(ring[0] == ring[-1] and len(ring) >= 7 for ring in rings)
        edge = geometry.outline(hexes).boundary
        assert sum(len(ring) - 1 for ring in rings) == pytest.approx(edge.length / RADIUS)
        lines = shapely.MultiLineString(rings)
        assert shapely.hausdorff_distance(lines, edge) < 1e-9

    def test_pieces_run_clockwise_and_holes_the_other_way(self):
        geometry = figure()
        rings = geometry.border(geometry.grid.ring("1010", 2))
        turned = {len(ring): shapely.LinearRing(ring).is_ccw for ring in rings}
        # With y growing down, shapely's counter-clockwise is the clockwise that one sees.
        assert turned[max(turned)]
        assert not turned[min(turned)]

    def test_river_is_one_line(self):
        geometry = figure()
        river = [("0505", "0605"), ("0505", "0606"), ("0506", "0606")]
        (line,) = geometry.side_paths(river)
        assert len(line) == 4
        assert set(geometry.side_line("0505", "0606")) == set(line[1:3])

    def test_confluence_parts_three_lines(self):
        geometry = figure()
        lines = geometry.side_paths([("0505", "0605"), ("0505", "0606"), ("0605", "0606")])
        assert [len(line) for line in lines] == [2, 2, 2]
        assert len({point for line in lines for point in line}) == 4

    def test_moat_is_a_closed_line(self):
        geometry = figure()
        moat = [("0505", other) for other in geometry.grid.neighbours("0505")]
        (line,) = geometry.side_paths(moat)
        assert line[0] == line[-1]
        assert set(line) == set(geometry.corners("0505"))

    @given(grids, st.randoms(use_true_random=False))
    def test_lines_hold_each_side_once(self, grid, random):
        geometry = HexGeometry(grid)
        every = sorted({grid.side(a, b) for a in grid for b in grid.neighbours(a)})
        sides = random.sample(every, random.randint(0, len(every)))
        drawn = [frozenset(pair) for line in geometry.side_paths(sides) for pair in pairwise(line)]
        assert len(drawn) == len(set(drawn)) == len(sides)
        assert set(drawn) == {frozenset(geometry.side_line(a, b)) for a, b in sides}
