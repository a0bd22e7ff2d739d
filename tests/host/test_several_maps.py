"""Several maps in one window: grids, numbers, titles, and what is pointed at."""

import pytest
from PySide6.QtCore import QPointF

from tabuleiro.board import (
    Area,
    AreaMap,
    Board,
    HexGrid,
    MapPart,
    MapSheet,
    Picture,
    PlainMap,
    SeveralMaps,
)
from tabuleiro.host.map.grid_lines import printed_maps
from tabuleiro.host.map.picture import BoardPicture
from tabuleiro.host.map.svg_pieces import SCALE, Sheet
from tabuleiro.host.map.view import BoardView

CORNERS = ((0, 0), (3, 0), (3, 3), (0, 3))
GRID = SeveralMaps(
    (
        MapPart("field", HexGrid(3, 3)),
        MapPart("city", AreaMap((Area("old", (1, 1), CORNERS),), ()), (6, 0)),
        MapPart("scan", HexGrid(2, 2), (12, 0)),
        MapPart("desk", PlainMap(300, 300), (0, 6)),
    ),
    (("field:0302", "city:old"),),
)


@pytest.fixture
def view(qapp, qtbot, tmp_path):
    picture = Picture("none.png", 300, 300, (0.01, 0, 12, 0, 0.01, 0))
    sheets = {
        "field": MapSheet("field", {"pt": "Campo", "en": "Field"}, (0, 0, 4, 4)),
        "city": MapSheet("city", {"pt": "Cidade", "en": "City"}, (6, 0, 9, 3)),
        "scan": MapSheet("scan", {"pt": "Mapa", "en": "Scan"}, (12, 0, 15, 3), picture),
        "desk": MapSheet("desk", {"pt": "Mesa", "en": "Desk"}, (0, 6, 3, 9)),
    }
    titles = {"city:old": {"pt": "Velha", "en": "Old town"}}
    board = Board("several", GRID, maps=sheets, titles=titles)
    sheet = Sheet(15 * SCALE, 9 * SCALE, 0, 0, {}, {}, root=str(tmp_path))
    made = BoardView(BoardPicture(sheet), board)
    qtbot.addWidget(made)
    yield made
    made.stop()


def test_each_map_is_pointed_at_by_its_own_places(view):
    for place in ("field:0202", "city:old", "scan:0101", "desk:at:0100.0200"):
        at = QPointF(*view.picture.scene(*view.board.geometry.centre(place)))
        assert view.hex_under(at) == place
    assert view.hex_under(QPointF(10.5 * SCALE, 8 * SCALE)) is None, "the table between"


def written(view):
    """What is written in places: where, the words, whether they are a name."""
    return view.ground._numbers.near(view.picture.size)


def test_scanned_maps_have_no_grid_of_ours_beside_drawn_ones(view):
    assert printed_maps(view.board) == {"scan"}
    words = {words: named for _at, words, named in written(view)}
    assert words["Old town"]
    assert not words["0101"]
    assert len(list(written(view))) == 9 + 1
    assert len(view.ground._borders) == 4


def test_arrow_keys_follow_links(view):
    view.point("field:0302", by_keys=True)
    view.step(1, 0)
    assert view.cursor_hex == "city:old"


def test_outlines_go_round_places_of_any_map(view):
    assert view.board.geometry.outline(["field:0101", "desk:at:0100.0100"]).area > 1
    assert not view.outline(["field:0101", "city:old"]).isEmpty()
