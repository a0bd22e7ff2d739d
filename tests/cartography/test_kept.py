"""A board that was written by hand keeps every byte and gets a drawing."""

import json

import pytest
import shapely

from every_kind import BOARD, SOURCE
from tabuleiro.cartography import build_board, read_board, read_drawing
from tabuleiro.cartography.picture.sheet import Sheet
from tabuleiro.module import ModuleError
from twin_islands import box, collection, feature, globe


@pytest.fixture
def module(tmp_path):
    source = tmp_path / "every" / "source"
    source.mkdir(parents=True)
    shore = [(0, 6.4), (4, 6.7), (9.6, 7.4), (9.6, 0), (0, 0), (0, 6.4)]
    files = {
        "land": feature("Polygon", [[globe(*point) for point in shore]]),
        "lakes": feature("Polygon", [box(6.6, 4.9, 7.3, 5.5)]),
        "borders": feature("LineString", [globe(0.4, 8.3), globe(9.4, 8.2)]),
    }
    for name, item in files.items():
        (source / f"{name}.geojson").write_text(collection(item), "utf-8")
    (source / "board-source.yaml").write_text(SOURCE, "utf-8")
    (source.parent / "board.yaml").write_text(BOARD, "utf-8")
    return source.parent


def change(module, old, new, name="board.yaml"):
    path = module / name
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")


def drawing(module):
    return read_drawing(build_board(module / "source").board["drawing.json"])


def complaint(module):
    with pytest.raises(ModuleError) as caught:
        build_board(module / "source")
    return str(caught.value)


def test_only_the_drawing_is_written(module):
    built = build_board(module / "source")
    assert list(built.board) == ["drawing.json"]
    assert built.source == {}
    built.write(module, module / "source")
    assert (module / "board.yaml").read_text("utf-8") == BOARD
    assert read_board(module)[1] == built.board["drawing.json"].encode()


def test_two_builds_give_the_same_bytes(module):
    built = build_board(module / "source")
    built.write(module, module / "source")
    assert build_board(module / "source") == built


def test_rivers_and_roads_are_those_of_the_board(module):
    drawn = drawing(module)
    assert [river.id for river in drawn.rivers] == ["rhine"]  # the brook is no chain of hexsides
    assert [road.id for road in drawn.roads] == ["highway", "iron", "path"]
    assert drawn.roads[0].points[0][0] == pytest.approx(drawn.frame[0], abs=0.01)
    assert drawn.named == {"borders": ("Linha do tempo", "Weather line")}


def test_a_river_that_is_no_chain_is_drawn_all_the_same(module):
    build_board(module / "source").write(module, module / "source")
    board, raw = read_board(module)
    sheet = Sheet(board, read_drawing(raw.decode()), 64, "en")
    lines = [shapely.LineString(points) for points, _width in sheet.rivers()]
    corner = shapely.Point(sheet.geometry.side_line("0602", "0701")[0])
    assert len(lines) >= 2
    assert min(shapely.distance(line, corner) for line in lines) < 0.15


def test_rows_decide_what_is_land_and_the_coast_how_it_looks(module):
    drawn = drawing(module)
    land = shapely.union_all([shapely.Polygon(each[0], each[1:]) for each in drawn.land])
    assert shapely.contains_xy(land, 2.0, 5.0)
    assert not shapely.contains_xy(land, 2.0, 7.9)
    change(module, '"~~~~~~...."', '"~~~~~~..~."')
    assert drawing(module).land[0][0].shape == drawn.land[0][0].shape
    change(module, '"~~~~~~~~~~"', '"~.~~~~~~~~"')  # no map shows land there: a spit
    more = drawing(module)
    assert len(more.land) == len(drawn.land) + 1


def test_width_of_an_unknown_river(module):
    change(module, "id: rhine, width", "id: rhein, width", "source/board-source.yaml")
    assert 'the board has no river "rhein" whose hexsides are one chain' in complaint(module)
    assert '(did you mean "rhine"?)' in complaint(module)
    assert complaint(module).startswith("board-source.yaml:12:")


@pytest.mark.parametrize(
    "line",
    [
        "grid: {columns: 10, rows: 8}\n",
        "roads: []\n",
        "overrides: []\n",
        "terrain: {codes: {a: sea}, bands: []}\n",
    ],
)
def test_what_the_board_says_itself_has_no_place_in_the_source(module, line):
    change(module, "keep: board.yaml\n", f"keep: board.yaml\n{line}", "source/board-source.yaml")
    key = line.split(":")[0]
    assert f'as it is written by hand: "{key}" has no place here' in complaint(module)
    assert complaint(module).startswith("board-source.yaml:5:")


def test_board_must_name_its_drawing(module):
    change(module, "drawing: drawing.json\n", "")
    assert "../board.yaml:1:1: drawing: the board does not name its drawing: write" in complaint(
        module
    )


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (
            '"0303", "0403", "0503", "0603", "0703"]',
            '"0303", "0503"]',
            "hexes 0303 and 0503 do not",
        ),
        ('"0904/0905", "0905/1005"', '"0904/0905", "0904/0905"', "0904/0905"),
        ("name: {pt: Turnos, en: Turns}", "name: {pt: Turnos}", 'the key "en" is missing'),
        ('"p...tt...."', '"p...tt..."', "row"),
    ],
)
def test_faults_of_the_board_are_told_with_its_file_and_line(module, old, new, sentence):
    """A road that jumps, a side given twice, a missing text, a row that is too short."""
    change(module, old, new)
    line = (module / "board.yaml").read_text("utf-8").split(new)[0].count("\n") + 1
    told = complaint(module)
    assert sentence in told
    assert f"../board.yaml:{line}:" in told


def test_board_that_is_not_there(module):
    (module / "board.yaml").unlink()
    with pytest.raises(Exception, match=r"board\.yaml"):
        build_board(module / "source")


def test_other_file_cannot_be_kept(module):
    change(module, "keep: board.yaml", "keep: other.yaml", "source/board-source.yaml")
    assert "keep" in complaint(module)
    assert json.dumps("other.yaml").strip('"') in complaint(module)
