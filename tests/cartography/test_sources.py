"""The boards that come with the program: each is what its sources give, and all are small."""

import numpy as np
import pytest
import shapely

from boards import MODULES, RAW, raw_heights
from samples import sampled
from tabuleiro.cartography import draw_module, read_board, read_drawing
from tabuleiro.cartography.picture.sheet import Sheet

BUILT = sorted(path.parent.name for path in MODULES.glob("*/source"))
ONE_BY_ONE = sampled(BUILT, {"diadem", "papua"})
ALL = 15_000_000
"""Bytes that the drawing layers of all boards may have together."""


@pytest.fixture(scope="module", params=ONE_BY_ONE)
def built(request, built_board):
    """A module, and its board built anew."""
    return MODULES / request.param, built_board(request.param)


def test_there_are_some():
    assert {"diadem", "leyte"} <= set(BUILT)


def test_all_drawings_together_are_small():
    sizes = {path: path.stat().st_size for path in MODULES.glob("*/drawing.json")}
    assert {path.parent.name for path in sizes} == set(BUILT)
    assert sum(sizes.values()) < ALL, sizes


@pytest.mark.slow
def test_board_is_what_its_sources_give(built):
    folder, made = built
    if "board.yaml" in made:
        assert made["board.yaml"] == (folder / "board.yaml").read_text("utf-8")
    else:
        assert "keep: board.yaml" in (folder / "source" / "board-source.yaml").read_text("utf-8")


@pytest.mark.slow
@pytest.mark.skipif(not RAW.is_dir(), reason="no raw heights beside the project")
def test_derived_heights_are_what_the_raw_ones_give(built):
    folder, made = built
    assert raw_heights(folder.name) is not None
    kept = (folder / "source" / "relief.json").read_text("utf-8")
    assert made["source/relief.json"] == kept


def test_drawing_is_what_its_sources_give(built):
    """Other versions of GEOS may place a point a hair elsewhere, so figures are compared."""
    folder, made = built
    new = read_drawing(made["drawing.json"])
    kept = read_drawing((folder / "drawing.json").read_text("utf-8"))
    assert (new.frame, new.credits, new.north) == (kept.frame, kept.credits, kept.north)
    assert len(new.land) == len(kept.land)
    assert set(new.anchors) == set(kept.anchors)
    for key in ("roads", "rivers"):
        ones, others = getattr(new, key), getattr(kept, key)
        assert [each.id for each in ones] == [each.id for each in others]
        for one, other in zip(ones, others, strict=True):
            lines = shapely.LineString(one.points), shapely.LineString(other.points)
            assert shapely.hausdorff_distance(*lines) < 0.05, one.id
    if kept.shade is not None:
        assert new.shade is not None
        assert np.array_equal(new.shade.values, kept.shade.values)


def test_every_hex_is_drawn(built):
    """The ground has no gap, and nothing that stands in a hex is drawn elsewhere."""
    folder, _made = built
    board, raw = read_board(folder)
    sheet = Sheet(board, read_drawing(raw.decode()), 64, "pt")
    ground = shapely.union_all([sheet.geometry.outline(sheet.grid.hexes), *sheet.margins.values()])
    left, top, right, bottom = sheet.drawing.frame
    assert ground.area == pytest.approx((right - left) * (bottom - top), rel=1e-6)
    for hex in sheet.drawing.anchors:
        assert sheet.geometry.hex_at(*sheet.middle(hex)) == hex


def test_roads_and_rivers_of_the_board_are_in_the_drawing(built):
    folder, _made = built
    board, raw = read_board(folder)
    drawing = read_drawing(raw.decode())
    assert {road.id for road in drawing.roads} == {network.id for network in board.networks}
    rivers = {feature.id for feature in board.hexsides if feature.kind.endswith("river")}
    assert {river.id for river in drawing.rivers} == rivers


@pytest.mark.slow
@pytest.mark.parametrize("name", ONE_BY_ONE)
@pytest.mark.parametrize("language", ["pt", "en"])
def test_picture_is_small_enough(name, language):
    size = len(draw_module(MODULES / name, language=language).encode())
    assert size < 4_000_000
