"""Reckoning that no machine disagrees about."""

import ast
import math
from pathlib import Path

import numpy as np
import pytest
import shapely

import tabuleiro.cartography
from tabuleiro.cartography import Georeference, fit
from tabuleiro.cartography.raster import Raster, pack, unpack
from tabuleiro.cartography.steady import fading, snapped, snapped_figure

FOLDER = Path(tabuleiro.cartography.__file__).parent
DOUBTFUL = {
    *("dot", "einsum", "inner", "linalg", "matmul", "tensordot", "vdot"),
    *("exp", "exp2", "expm1", "hypot", "log", "log10", "log2", "power"),
}
"""Of numpy: what BLAS does, or what processors do each in their own way."""


@pytest.mark.parametrize("path", sorted(FOLDER.rglob("*.py")), ids=lambda path: path.stem)
def test_nothing_doubtful_is_used(path):
    used = {
        node.attr
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "np"
    }
    products = [
        node.lineno
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult)
    ]
    assert used & DOUBTFUL == set()
    assert products == []


@pytest.fixture
def sheet():
    nodes = np.random.default_rng(7).uniform(-1, 1, (40, 6)) + np.array([9, 9, 0, 0, 0, 0])
    return Georeference((120.0, 0.1, 0.01, 10.0, 0.02, -0.1), nodes * (9, 9, 0.1, 0.1, 0.1, 0.1))


def test_a_point_is_the_same_wherever_it_stands(sheet):
    """So the first and the last point of a ring stay one, and neighbours share their border."""
    rng = np.random.default_rng(3)
    lon, lat = rng.uniform(121, 123, 1003), rng.uniform(7, 9, 1003)
    for method in (sheet.to_board, sheet.to_globe):
        x, y = method(lon, lat)
        for length in (1, 2, 3, 7, 8, 15, 64, 1003):
            part_x, part_y = method(lon[-length:], lat[-length:])
            assert part_x.tobytes() == x[-length:].tobytes()
            assert part_y.tobytes() == y[-length:].tobytes()


def test_there_and_back(sheet):
    x, y = np.array([3.0, 7.5, 12.25]), np.array([4.0, 9.5, 1.125])
    again_x, again_y = sheet.to_board(*sheet.to_globe(x, y))
    assert again_x == pytest.approx(x, abs=1e-7)
    assert again_y == pytest.approx(y, abs=1e-7)


def test_fading_is_the_exponential():
    far = np.concatenate([np.linspace(0, 60, 5001), [300.0, 744.0, 746.0, 1e9]])
    wanted = [math.exp(-value) for value in far]
    assert fading(far) == pytest.approx(wanted, rel=1e-13, abs=1e-320)


def test_anchors_on_a_line_tie_nothing():
    along = fit([(0, 0), (1, 2), (2, 4), (3, 6)], [(120, 9), (121, 8), (122, 7), (123, 6)])
    assert along.stretch == 0


def test_fit_is_the_least_of_squares():
    rng = np.random.default_rng(5)
    board, noise = rng.uniform(0, 30, (20, 2)), rng.normal(0, 0.01, (20, 2))
    tie = Georeference((120.0, 0.2, 0.01, 18.0, 0.02, -0.2))
    globe = np.column_stack(tie.to_globe(board[:, 0], board[:, 1])) + noise
    ones = np.column_stack([np.ones(20), board])
    wanted, *_rest = np.linalg.lstsq(ones, globe, rcond=None)
    found = fit([(x, y) for x, y in board], [(lon, lat) for lon, lat in globe])
    assert found.affine == pytest.approx([*wanted[:, 0], *wanted[:, 1]], rel=1e-9)


def test_snapping_hides_the_last_digits():
    points = np.random.default_rng(1).uniform(0, 60, (200, 2))
    off = np.nextafter(points, 100)
    assert (points != off).all()
    assert snapped(points).tobytes() == snapped(off).tobytes()


def test_snapped_polygons_stay_sound():
    """Two sides that are nearer to each other than the grid fall together."""
    sliver = shapely.Polygon([(0, 0), (4, 0), (4, 4), (2, 1e-10), (0, 4)])
    found = snapped_figure(sliver)
    assert shapely.is_valid(found)
    assert found.area == pytest.approx(sliver.area)


def test_shading_that_was_read_is_written_as_it_was():
    """Another zlib would deflate it to other bytes."""
    values = np.arange(12, dtype=np.uint8).reshape(3, 4)
    plain = pack(Raster(0, 0, 8, 4, 3, values))
    other = {**plain, "rows": "AAAA"}
    assert pack(unpack(plain)) == plain
    read = unpack(plain)
    assert pack(Raster(0, 0, 8, 4, 3, read.values, packed="AAAA")) == other
    assert pack(read.filled(values + 1)) != plain
