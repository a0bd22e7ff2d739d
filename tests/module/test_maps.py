"""Boards of other places than hexes, scanned maps, several maps, and pictures of counters."""

import struct
import time
import zlib

import pytest

from tabuleiro.board import AreaMap, PlainMap, SeveralMaps, SquareGrid
from tabuleiro.i18n import speaking
from tabuleiro.module import Cache
from tabuleiro.module.images import MAX_SVG

SVG = b'<svg xmlns="http://www.w3.org/2000/svg" width="80" height="60"><rect width="9"/></svg>'
AREAS = """grid:
  kind: areas
  areas:
    - {id: north, name: {pt: Norte, en: North}, polygon: [[0, 0], [400, 0], [400, 200], [0, 200]]}
    - {id: south, polygon: [[0, 202], [400, 202], [400, 400], [0, 400]], centre: [100, 300]}
    - {id: port, centre: [600, 300], neighbours: [south]}
"""


def png(width=800, height=600, *, interlaced=False, depth=8):
    def chunk(kind, data):
        end = struct.pack(">I", zlib.crc32(kind + data))
        return struct.pack(">I", len(data)) + kind + data + end

    head = struct.pack(">IIBBBBB", width, height, depth, 0, 0, 0, int(interlaced))
    rows = b"".join(b"\0" + bytes(width) for _row in range(min(height, 600)))
    start = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head)
    return start + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def jpeg(width, height, *, progressive=False):
    frame = b"\xff" + (b"\xc2" if progressive else b"\xc0")
    head = struct.pack(">HBHHB", 8, 8, height, width, 0)
    return b"\xff\xd8" + frame + head + b"\xff\xd9"


@pytest.fixture
def shop(duel):
    """The small module with a folder of pictures, and a board that stands for nothing else."""
    (duel.root / "images").mkdir()
    (duel.root / "images" / "map.png").write_bytes(png())

    def board(text):
        duel.write("board.yaml", f"format: 1\nid: duel\n{text}\n")
        return [problem for problem in _problems(duel) if problem.file == "board.yaml"]

    duel.board = board
    return duel


def _problems(duel):
    from tabuleiro.module import ModuleError

    try:
        duel.load()
    except ModuleError as error:
        return error.problems
    return ()


def _made(duel, text):
    """Return the board that a text describes, whatever the rest of the module says of it."""
    from tabuleiro.module.build import board_data
    from tabuleiro.module.data import make_board
    from tabuleiro.module.draft import read_draft
    from tabuleiro.module.files import read_folder

    duel.write("board.yaml", f"format: 1\nid: duel\n{text}\n")
    draft = read_draft(read_folder(duel.root))
    assert draft.maps is not None, [str(problem) for problem in draft.tally.problems]
    return make_board(board_data(draft.board.model, draft.maps))


class TestBoards:
    def test_squares(self, shop):
        board = _made(shop, "grid: {kind: squares, columns: 3, rows: 2, numbering: AR}\n"
                            "terrain: {default: open, places: {woods: [A1]}}")  # fmt: skip
        assert isinstance(board.grid, SquareGrid)
        assert (board.terrain_at("A1"), board.terrain_at("B2")) == ("woods", "open")

    def test_areas_have_the_neighbours_that_they_name_or_touch(self, shop):
        board = _made(shop, AREAS)
        assert isinstance(board.grid, AreaMap)
        assert board.grid.neighbours("south") == ("north", "port"), "two pixels apart is touching"
        assert board.titles == {"north": {"pt": "Norte", "en": "North"}}
        assert board.geometry.centre("south") == (1.0, 3.0)
        assert board.geometry.centre("north") == pytest.approx((2, 1), abs=1.01)

    def test_a_scanned_map_is_placed_by_two_points(self, shop):
        points = '[{hex: "0101", pixel: [100, 100]}, {hex: "0301", pixel: [100, 273.2]}]'
        board = _made(shop, "grid: {columns: 5, rows: 4}\n"
                            f"picture: {{file: map.png, points: {points}}}")  # fmt: skip
        (sheet,) = board.maps.values()
        for hex, pixel in (("0101", (100, 100)), ("0301", (100, 273.2))):
            assert sheet.picture.at(*pixel) == pytest.approx(board.geometry.centre(hex), abs=1e-3)
        assert sheet.frame[2] - sheet.frame[0] >= 5

    def test_a_third_point_stretches_it(self, shop):
        points = ('[{hex: "0101", pixel: [0, 0]}, {hex: "0103", pixel: [0, 100]}, '
                  '{hex: "0501", pixel: [700, 0]}]')  # fmt: skip
        board = _made(shop, "grid: {columns: 5, rows: 4}\n"
                            f"picture: {{file: map.png, points: {points}}}")  # fmt: skip
        (sheet,) = board.maps.values()
        assert sheet.picture.at(700, 100) == pytest.approx(board.geometry.centre("0503"), abs=1e-3)

    def test_a_map_without_a_grid_is_as_large_as_its_picture(self, shop):
        board = _made(shop, "grid: {kind: plain, unit: 50}\npicture: {file: map.png}")
        assert board.grid == PlainMap(800, 600, 50)
        assert board.maps[""].frame == (0, 0, 16, 12)

    def test_several_maps_lie_side_by_side(self, shop):
        board = _made(shop, """maps:
  - id: a
    title: {pt: A, en: A}
    grid: {columns: 3, rows: 3}
    terrain: {default: open, places: {woods: ["0101"]}}
  - {id: b, title: {pt: B, en: B}, grid: {kind: plain}, picture: {file: map.png}}
  - id: c
    title: {pt: C, en: C}
    grid: {kind: squares, columns: 2, rows: 2}
    terrain: {default: open}
    at: [0, 9]
links: ["a:0303/c:0101"]""")  # fmt: skip
        assert isinstance(board.grid, SeveralMaps)
        assert board.terrain_at("a:0101") == "woods"
        assert "b:at:0100.0200" in board.grid
        assert board.grid.are_neighbours("a:0303", "c:0101")
        frames = [sheet.frame for sheet in board.maps.values()]
        assert frames[1][0] == pytest.approx(frames[0][2] + 1)
        assert frames[2][:2] == pytest.approx((0, 9))

    def test_what_was_checked_once_comes_from_the_cache_alike(self, shop, tmp_path):
        shop.change("board.yaml", "drawing: shapes.json", "drawing: null")
        shop.change("counters.yaml", "    nation:", "    image: face.svg\n    nation:")
        (shop.root / "images" / "face.svg").write_bytes(SVG)
        shop.cache = Cache(tmp_path / "cache")
        first, second = shop.load(), shop.load()
        assert first.board == second.board
        faces = [one.image.front for one in second.counters.values() if one.image]
        assert faces == ["face.svg"]
        (shop.root / "images" / "face.svg").write_bytes(SVG + b" ")
        assert shop.load().content_hash != second.content_hash


def test_a_picture_of_a_side_that_a_counter_does_not_have_is_told(shop):
    shop.change("counters.yaml", "    nation:", "    image: {back: face.svg}\n    nation:")
    text = (shop.root / "counters.yaml").read_text("utf-8")
    (shop.root / "images" / "face.svg").write_bytes(SVG)
    first = text[text.index("image: {back") :].partition("  - id")[0]
    told = [str(one) for one in shop.load().warnings if "never seen" in str(one)]
    assert len(told) == ("reduced" not in first)
    shop.write("counters.yaml", text.replace(first, _without_reduced(first)))
    (told,) = [str(one) for one in shop.load().warnings if "never seen" in str(one)]
    assert "image.back: this picture is never seen: the counter has no `reduced`" in told


def _without_reduced(text):
    return "".join(
        line for line in text.splitlines(keepends=True) if not line.strip().startswith("reduced")
    )


FAULTS = {
    "neither grid nor maps": ("terrain: {default: open}",
        "board.yaml:1:1: the board has either a grid or a list of maps"),
    "kind": ("grid: {kind: triangles, columns: 3, rows: 3}\nterrain: {default: open}",
        'grid.kind: "triangles" is none of: hexes, squares, areas, plain'),
    "key of squares": ("grid: {kind: squares, columns: 3, rows: 3, diagonal: true}",
        'grid.diagonal: unknown key "diagonal" (did you mean "diagonals"?)'),
    "no terrain": ("grid: {kind: squares, columns: 3, rows: 3}",
        'the key "terrain" is missing'),
    "rows and places": (('grid: {columns: 1, rows: 1}\n'
        'terrain: {codes: {".": open}, rows: ["."], places: {woods: ["0101"]}}'),
        "terrain: the terrain stands in rows or place by place, not in both"),
    "unknown place": ("grid: {columns: 3, rows: 3}\nterrain: {places: {woods: [A1]}}",
        "terrain.places.woods[0]: 'A1' is not a hex number: on this board they look like 0101."),
    "no outline": ("grid: {kind: areas, areas: [{id: a}]}",
        "grid.areas[0]: an area needs a polygon of three points or more, or a centre"),
    "no inside": ("grid: {kind: areas, areas: [{id: a, polygon: [[0, 0], [5, 5], [9, 9]]}]}",
        "grid.areas[0].polygon: the polygon crosses itself, or has no inside"),
    "twice": ("grid: {kind: areas, areas: [{id: a, centre: [1, 1]}, {id: a, centre: [2, 2]}]}",
        'grid.areas[1].id: the id "a" stands here twice'),
    "unknown neighbour": ("grid: {kind: areas, areas: [{id: a, centre: [1, 1], neighbours: [b]}]}",
        'grid.areas[0].neighbours[0]: unknown area "b"'),
    "no points": ("grid: {columns: 3, rows: 3}\npicture: {file: map.png}",
        "two points place a picture: two hexes far apart, with their pixels"),
    "points in one spot": (("grid: {columns: 3, rows: 3}\npicture: {file: map.png, points: "
        '[{hex: "0101", pixel: [9, 9]}, {hex: "0303", pixel: [9, 9]}]}'),
        "these points do not place the picture: they lie too close together"),
    "no such picture": ("grid: {kind: plain}\npicture: {file: mab.png}",
        ('picture.file: there is no picture "mab.png" in the folder `images`'
        ' (did you mean "map.png"?)')),
    "no size": ("grid: {kind: plain}", "a map without grid and picture needs its width and height"),
    "bad id of a map": (("maps: [{id: at, title: {pt: A, en: A}, grid: {columns: 1, rows: 1}, "
        "terrain: {default: open}}]"), '"at" begins the names of other places'),
    "links of one map": (('grid: {columns: 2, rows: 1}\nterrain: {default: open}\n'
        'links: ["0101/0201"]'), "links join places of several maps: here is but one"),
    "plain where pieces march": ("grid: {kind: plain}\npicture: {file: map.png}",
        "a phase of movement needs hexes, squares or areas"),
}  # fmt: skip


def test_a_polygon_that_crosses_itself_is_refused_at_once(shop):
    """Mending one of many points would take minutes."""
    points = ", ".join(f"[{x * 997 % 1009}, {x * 641 % 1013}]" for x in range(1_900))
    start = time.process_time()
    told = shop.board(f"grid: {{kind: areas, areas: [{{id: a, polygon: [{points}]}}]}}")
    assert any("crosses itself" in str(problem) for problem in told)
    assert time.process_time() - start < 3


def test_areas_on_one_another_are_refused_at_once(shop):
    corners = "[[0, 0], [300, 0], [300, 300], [0, 300]]"
    areas = ", ".join(f"{{id: a{n}, polygon: {corners}}}" for n in range(900))
    start = time.process_time()
    told = shop.board(f"grid: {{kind: areas, areas: [{areas}]}}")
    assert any("too many areas lie on one another" in str(problem) for problem in told)
    assert time.process_time() - start < 4


def test_a_drawing_of_blanks_is_searched_but_once(shop):
    blank = SVG.replace(b"<rect", b"<style>url(" + b" " * 1_900_000 + b")</style><rect")
    (shop.root / "images" / "face.svg").write_bytes(blank)
    start = time.process_time()
    shop.load()
    assert time.process_time() - start < 3


@pytest.mark.parametrize(("text", "sentence"), FAULTS.values(), ids=FAULTS)
def test_faults(shop, text, sentence):
    told = [str(problem) for problem in shop.board(text)]
    assert any(sentence in one for one in told), told


def test_faults_in_portuguese(shop):
    with speaking("pt"):
        told = [str(problem) for problem in shop.board(FAULTS["no inside"][0])]
    assert any("o polígono cruza a si mesmo" in one for one in told)


PICTURES = {
    "cut off": ("map.png", png()[:-20], "the picture is cut off"),
    "of another kind": ("map.png", jpeg(9, 9), "this is no PNG file, whatever its name says"),
    "no picture": ("map.png", b"hello", "this is no PNG file"),
    "bomb": ("map.png", png(100_000, 100_000), "million is the limit"),
    "large and interlaced": ("map.png", png(9_000, 9_000, interlaced=True), "cut row by row"),
    "large and of 16 bits": ("map.png", png(9_000, 9_000, depth=16), "cut row by row"),
    "empty": ("map.png", b"", "this is no PNG file"),
}


@pytest.mark.parametrize(("name", "raw", "sentence"), PICTURES.values(), ids=PICTURES)
def test_harmful_pictures_are_refused(shop, name, raw, sentence):
    (shop.root / "images" / name).write_bytes(raw)
    told = shop.board("grid: {kind: plain}\npicture: {file: map.png}")
    assert any(sentence in str(problem) for problem in told), told


def test_a_drawing_is_no_scanned_map(shop):
    (shop.root / "images" / "map.svg").write_bytes(SVG)
    told = shop.board("grid: {kind: plain}\npicture: {file: map.svg}")
    assert any("a scanned map is a PNG, a JPEG or a GIF" in str(problem) for problem in told)


def test_a_progressive_jpeg_of_some_size_cannot_be_cut(shop):
    (shop.root / "images" / "map.jpg").write_bytes(jpeg(9_000, 9_000, progressive=True))
    told = shop.board("grid: {kind: plain}\npicture: {file: map.jpg}")
    assert any("cut row by row" in str(problem) for problem in told)


DRAWINGS = {
    "entities": SVG.replace(b"<svg", b'<!DOCTYPE svg [<!ENTITY a "aa">]><svg'),
    "script": SVG.replace(b"<rect", b"<script>x</script><rect"),
    "handler": SVG.replace(b"<rect", b'<rect onload="x()"'),
    "another file": SVG.replace(b"<rect", b'<image href="/etc/passwd"/><rect'),
    "another site": SVG.replace(b"<rect", b'<image xlink:href="http://x/y.png"/><rect'),
    "style from elsewhere": SVG.replace(b"<rect", b"<style>@import 'http://x'</style><rect"),
    "many uses": SVG.replace(b"<rect", b'<use href="#a"/>' * 9 + b"<rect"),
    "many elements": SVG.replace(b"<rect", b"<g/>" * 30_000 + b"<rect"),
    "too large": SVG.replace(b"<rect", b" " * MAX_SVG + b"<rect"),
    "cut off": SVG[:40],
    "no drawing": b"hello",
}


@pytest.mark.parametrize("raw", DRAWINGS.values(), ids=DRAWINGS)
def test_harmful_drawings_are_refused(shop, raw):
    (shop.root / "images" / "face.svg").write_bytes(raw)
    shop.change("counters.yaml", "    nation:", "    image: face.svg\n    nation:")
    (told,) = shop.problems()
    assert told.where.endswith("image.front")
    assert told.message.startswith("face.svg: ")


def test_faults_of_images(shop):
    (shop.root / "images" / "wide.png").write_bytes(png(5_000, 10))
    shop.change("counters.yaml", "    nation:",
                "    image: {front: wide.png, back: none.png, states: {mood: {good: map.png}}}\n"
                "    nation:")  # fmt: skip
    told = [str(problem) for problem in shop.problems()]
    assert any("at most 4096 pixels a side" in one for one in told)
    assert any('no picture "none.png"' in one for one in told)
    assert any('unknown state "mood"' in one for one in told)


def test_a_link_out_of_the_folder_is_refused(shop, tmp_path):
    (tmp_path / "secret.png").write_bytes(png())
    (shop.root / "images" / "map.png").unlink()
    (shop.root / "images" / "map.png").symlink_to(tmp_path / "secret.png")
    told = shop.board("grid: {kind: plain}\npicture: {file: map.png}")
    assert any("outside the folder of the module" in str(problem) for problem in told)
