"""Scanned maps: decoded in bands, cut into tiles, placed on the board; loose counters on them."""

import os
import struct
import subprocess
import sys
import threading
import zlib
from pathlib import Path
from threading import Event

import pytest
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QTransform

from tabuleiro.board import Board, Picture, PlainMap
from tabuleiro.host.counter import Face
from tabuleiro.host.map import scan as scans
from tabuleiro.host.map.bands import BadPicture, bands
from tabuleiro.host.map.picture import BoardPicture
from tabuleiro.host.map.scan import Scan
from tabuleiro.host.map.svg_pieces import SCALE, Sheet
from tabuleiro.host.map.view import BoardView

WIDTH, HEIGHT = 900, 700
FORMATS = {
    "colour": QImage.Format.Format_RGB32,
    "colour with alpha": QImage.Format.Format_ARGB32,
    "grey": QImage.Format.Format_Grayscale8,
    "palette": QImage.Format.Format_Indexed8,
}


def pattern(width=WIDTH, height=HEIGHT):
    """Return a picture in which each spot differs from those around it."""
    image = QImage(width, height, QImage.Format.Format_RGB32)
    for y in range(height):
        for x in range(0, width, 4):
            colour = QColor.fromHsv((x * 2 + y) % 360, 90 + y % 150, 255 - x % 140)
            for more in range(min(4, width - x)):
                image.setPixelColor(x + more, y, colour)
    return image


@pytest.fixture(scope="module")
def picture():
    return pattern()


@pytest.fixture
def folder(qapp, tmp_path, monkeypatch):
    monkeypatch.setenv("TABULEIRO_CACHE", str(tmp_path / "cache"))
    (tmp_path / "images").mkdir()
    return tmp_path


def drawn(scan, area, scale):
    image = QImage(round(area.width() * scale), round(area.height() * scale),
                   QImage.Format.Format_RGB32)  # fmt: skip
    image.fill(Qt.GlobalColor.black)
    painter = QPainter(image)
    painter.scale(scale, scale)
    painter.translate(-area.topLeft())
    for _stroke in scan.strokes(painter, area, scale):
        pass
    painter.end()
    return image


def far(a, b):
    """Return how far two pictures are apart in the middle of some of their spots."""
    spots = [(x, y) for x in range(3, a.width() - 3, 37) for y in range(3, a.height() - 3, 41)]
    off = 0
    for x, y in spots:
        one, other = a.pixelColor(x, y), b.pixelColor(x, y)
        off += abs(one.red() - other.red()) + abs(one.green() - other.green())
        off += abs(one.blue() - other.blue())
    return off / len(spots)


class TestBands:
    @pytest.mark.parametrize("kind", FORMATS.values(), ids=FORMATS)
    def test_a_png_in_bands_is_the_whole_png(self, folder, picture, kind):
        file = folder / "map.png"
        picture.convertToFormat(kind).save(str(file))
        whole = QImage(str(file)).convertToFormat(QImage.Format.Format_RGB32)
        found = list(bands(file, 64))
        assert [top for top, _band in found] == list(range(0, HEIGHT, 64))
        for top, band in found:
            part = whole.copy(0, top, WIDTH, band.height())
            assert band.convertToFormat(QImage.Format.Format_RGB32) == part

    def test_a_png_of_many_small_chunks(self, folder, picture):
        """Writers make chunks of a few thousand bytes, some of them empty ones."""
        file = folder / "map.png"
        picture.save(str(file))
        raw, parts, at = file.read_bytes(), [b"\x89PNG\r\n\x1a\n"], 8
        while at < len(raw):
            length, kind = struct.unpack(">I4s", raw[at : at + 8])
            data = raw[at + 8 : at + 8 + length]
            step = 700 if kind == b"IDAT" else max(1, length)
            pieces = [data[n : n + step] for n in range(0, max(1, length), step)]
            for piece in [b"", *pieces, b""] if kind == b"IDAT" else pieces:
                end = struct.pack(">I", zlib.crc32(kind + piece))
                parts.append(struct.pack(">I", len(piece)) + kind + piece + end)
            at += 12 + length
        file.write_bytes(b"".join(parts))
        for top, band in bands(file, 64):
            part = picture.copy(0, top, WIDTH, band.height())
            assert band.convertToFormat(QImage.Format.Format_RGB32) == part

    @pytest.mark.parametrize("kept", [0.3, 0.7])
    def test_a_damaged_one_is_told(self, folder, picture, kept):
        file = folder / "map.png"
        picture.save(str(file))
        raw = file.read_bytes()
        file.write_bytes(raw[: round(len(raw) * kept)])
        with pytest.raises(BadPicture, match="damaged"):
            list(bands(file, 64))


@pytest.fixture(params=["held", "cut"])
def scan(request, folder, picture, monkeypatch):
    """A picture at a tenth of its size, held in memory or cut into tiles."""
    picture.save(str(folder / "images" / "map.png"))
    if request.param == "cut":
        monkeypatch.setattr(scans, "HELD", 1)
        monkeypatch.setattr(scans, "TILE", 128)
    about = Picture("map.png", WIDTH, HEIGHT, (0.1, 0, 0, 0, 0.1, 0))
    return Scan(folder, about, QTransform.fromScale(0.1, 0.1))


class TestScan:
    def test_it_lies_where_it_was_placed(self, scan, picture):
        assert scan.area == QRectF(0, 0, 90, 70)
        assert far(drawn(scan, scan.area, 10.0), picture) < 12
        small = picture.scaled(225, 175, mode=Qt.TransformationMode.SmoothTransformation)
        assert far(drawn(scan, scan.area, 2.5), small) < 25
        part = QRectF(20, 30, 30, 20)
        assert far(drawn(scan, part, 10.0), picture.copy(200, 300, 300, 200)) < 12

    def test_beyond_it_nothing_is_drawn(self, scan):
        assert drawn(scan, QRectF(-50, -50, 40, 40), 1.0).pixelColor(9, 9) == QColor("black")

    def test_a_turned_one_is_turned(self, folder, picture):
        picture.save(str(folder / "images" / "map.png"))
        about = Picture("map.png", WIDTH, HEIGHT, (0, -0.1, 70, 0.1, 0, 0))
        scan = Scan(folder, about, QTransform(0, 0.1, -0.1, 0, 70, 0))
        turned = picture.transformed(QTransform().rotate(90))
        assert far(drawn(scan, scan.area, 10.0), turned) < 14

    def test_what_was_cut_once_is_not_cut_again(self, scan, folder, monkeypatch):
        first = drawn(scan, scan.area, 5.0)
        kept = list(folder.glob("cache/pictures/scan-*/done-near"))
        monkeypatch.setattr(scans, "bands", None)
        again = Scan(folder, Picture("map.png", WIDTH, HEIGHT, (1, 0, 0, 0, 1, 0)), scan.to_scene)
        assert drawn(again, scan.area, 5.0) == first
        assert len(kept) == (1 if scan._large else 0)

    def test_a_look_reads_no_more_tiles_than_it_touches(self, scan):
        drawn(scan, scan.area, 0.5)
        scan._tiles.clear()
        drawn(scan, QRectF(1, 1, 10, 10), 10.0)
        assert len(scan._tiles) == (1 if scan._large else 0)

    def test_tiles_of_full_size_are_cut_when_one_looks_closely(self, scan, folder):
        drawn(scan, scan.area, 2.0)
        made = {file.name for file in folder.glob("cache/pictures/scan-*/*")}
        assert made == ({"2", "done-far"} if scan._large else set())
        drawn(scan, QRectF(1, 1, 10, 10), 10.0)
        if scan._thread is not None:  # it goes on with what nobody looks at yet
            scan._thread.join()
        made = {file.name for file in folder.glob("cache/pictures/scan-*/*")}
        everything = {"0", "1", "2", "done-far", "done-near"}
        assert made == (everything if scan._large else set())

    def test_what_is_cut_is_drawn_before_all_of_it_is(self, folder, picture, monkeypatch):
        picture.save(str(folder / "images" / "map.png"))
        monkeypatch.setattr("tabuleiro.host.map.scan.HELD", 1_000)
        monkeypatch.setattr("tabuleiro.host.map.scan.TILE", 64)
        held, done = Event(), Scan.write

        def write(scan, level, row, strip):
            if row:
                held.wait(20)
            done(scan, level, row, strip)

        monkeypatch.setattr(Scan, "write", write)
        placed = Picture("map.png", WIDTH, HEIGHT, (1, 0, 0, 0, 1, 0))
        scan = Scan(folder, placed, QTransform())
        image = QImage(WIDTH, HEIGHT, QImage.Format.Format_RGB32)
        image.fill(QColor("white"))
        painter = QPainter(image)
        strokes = scan.strokes(painter, scan.area, 1.0)
        while scan._rows[0] < 1 or image.pixelColor(2, 2) == QColor("white"):
            next(strokes)
        assert image.pixelColor(2, HEIGHT - 2) == QColor("white")
        held.set()
        for _stroke in strokes:
            pass
        painter.end()
        assert far(image, picture) < 12

    def test_of_a_jpeg_those_rows_are_cut_that_one_looks_at(self, folder, picture, monkeypatch):
        picture.save(str(folder / "images" / "map.jpg"), "JPG", 95)
        monkeypatch.setattr(scans, "HELD", 1_000)
        monkeypatch.setattr(scans, "TILE", 128)
        placed = Picture("map.jpg", WIDTH, HEIGHT, (1, 0, 0, 0, 1, 0))
        scan = Scan(folder, placed, QTransform())
        low = QRectF(100, 530, 300, 90)
        assert far(drawn(scan, low, 1.0), picture.copy(100, 530, 300, 90)) < 14
        half = picture.scaled(450, 350, mode=Qt.TransformationMode.SmoothTransformation)
        assert far(drawn(scan, low, 0.5), half.copy(50, 265, 150, 45)) < 25
        cut = {f"{file.parent.name}/{file.name}" for file in folder.glob("cache/*/*/[01]/0-*")}
        assert cut == {"0/0-4.jpg", "1/0-2.jpg"}
        monkeypatch.setattr(scans, "_reduced", None)
        again = Scan(folder, placed, QTransform())
        assert drawn(again, low, 1.0) == drawn(scan, low, 1.0)
        assert not scan.fault

    def test_nobody_looks_any_more(self, folder, picture, monkeypatch):
        picture.save(str(folder / "images" / "map.png"))
        monkeypatch.setattr("tabuleiro.host.map.scan.HELD", 1_000)
        monkeypatch.setattr("tabuleiro.host.map.scan.TILE", 64)
        scan = Scan(folder, Picture("map.png", WIDTH, HEIGHT, (1, 0, 0, 0, 1, 0)), QTransform())
        monkeypatch.setattr(scan, "write", lambda *_about: scan._stop.wait(20))
        scan.begin()
        scan.stop()
        assert scan._thread is None
        assert not list(folder.glob("cache/pictures/scan-*/done-*"))
        assert not [one for one in threading.enumerate() if one.name in {"scan", "ahead"}]

    def test_a_damaged_one_says_so_in_its_place(self, scan, folder):
        file = folder / "images" / "map.png"
        file.write_bytes(file.read_bytes()[:9_000])
        shown = drawn(scan, scan.area, 10.0)
        assert "damaged" in scan.fault
        assert shown.pixelColor(3, 3) == QColor("#d8ccb4")

    def test_a_full_disk_is_told(self, scan, monkeypatch):
        monkeypatch.setattr(QImage, "save", lambda *_what: False)
        drawn(scan, scan.area, 2.0)
        assert ("cannot be written" in scan.fault) is scan._large

    def test_a_card_does_not_cut(self, scan):
        scan.patient = False
        shown = drawn(scan, scan.area, 1.0)
        assert (shown.pixelColor(9, 9) == QColor("black")) is scan._large


# ------------------------------------------------------------------------ loose counters


@pytest.fixture
def loose(qapp, qtbot, folder, picture):
    """A view of a scanned map without a grid, 9 by 7 units, with two counters on it."""
    picture.save(str(folder / "images" / "map.png"))
    about = Picture("map.png", WIDTH, HEIGHT, (0.01, 0, 0, 0, 0.01, 0))
    board = Board("table", PlainMap(WIDTH, HEIGHT, 100))
    sheet = Sheet(9 * SCALE, 7 * SCALE, 0, 0, {}, {}, scans=[about], root=str(folder))
    view = BoardView(BoardPicture(sheet), board)
    qtbot.addWidget(view)
    view.resize(900, 700)
    view.show()
    qtbot.waitExposed(view)
    view.set_zoom(1.0)
    for piece, place in (("a", "at:0300.0300"), ("b", "at:0600.0400")):
        view.stack(place).show_pieces((piece,), (Face(ground="#ccc", ink="#111"),))
    yield view
    view.stop()


def spot(view, place):
    return view.mapFromScene(view.middle(place))


class TestLoose:
    def test_a_counter_is_where_it_lies_and_the_ground_is_where_one_points(self, loose):
        at = spot(loose, "at:0300.0300")
        assert loose.hex_at(at) == "at:0300.0300"
        assert loose.piece_at(at) == "a"
        near = at + QPointF(10, 8).toPoint()
        assert loose.hex_at(near) == "at:0300.0300", "still on the counter"
        assert loose.hex_at(spot(loose, "at:0450.0200")).startswith("at:04")

    def test_dropping_lays_it_where_it_is_let_go(self, loose, qtbot):
        told = []
        loose.dropped.connect(lambda piece, place: told.append((piece, place)))
        start = spot(loose, "at:0300.0300")
        for goal in (spot(loose, "at:0450.0200"), start + QPointF(12, 0).toPoint(),
                     spot(loose, "at:0600.0400") + QPointF(6, 6).toPoint()):  # fmt: skip
            qtbot.mousePress(loose.viewport(), Qt.MouseButton.LeftButton, pos=start)
            for step in (0.3, 0.6, 1.0):
                way = QPointF(goal - start) * step
                qtbot.mouseMove(loose.viewport(), start + way.toPoint())
            qtbot.mouseRelease(loose.viewport(), Qt.MouseButton.LeftButton, pos=goal)
        (_a, bare), (_b, nudged), (_c, joined) = told
        assert loose.board.grid.distance(bare, "at:0450.0200") == 0
        assert nudged != "at:0300.0300", "its own counter does not hold it back"
        assert joined == "at:0600.0400", "let go on another it lies with it"

    def test_bare_ground_is_not_pointed_at_pixel_by_pixel(self, loose, qtbot):
        told = []
        loose.hovered.connect(told.append)
        for x in range(400, 500, 10):
            qtbot.mouseMove(loose.viewport(), spot(loose, f"at:{x:04d}.0150"))
        qtbot.mouseMove(loose.viewport(), spot(loose, "at:0600.0400"))
        assert told == ["at:0600.0400"]

    def test_the_cursor_of_the_keyboard_moves_all_the_same(self, loose):
        loose.point("at:0300.0300", by_keys=True)
        loose.step(1, 0)
        assert loose.cursor_hex != "at:0300.0300"
        assert loose.cursor_hex in loose.board.grid

    def test_the_map_is_drawn(self, loose, picture):
        loose.ensure()
        shown = loose.grab().toImage()
        at = spot(loose, "at:0450.0650")
        wanted, found = picture.pixelColor(450, 650), shown.pixelColor(at)
        assert abs(wanted.red() - found.red()) + abs(wanted.green() - found.green()) < 60


# ------------------------------------------------------------------------------- a large one

_OPENS = """
import sys, time
from pathlib import Path
from threading import Event
from PySide6.QtGui import QGuiApplication, QImage, QPainter, QTransform
app = QGuiApplication(["scan"])
from tabuleiro.board import Picture
from tabuleiro.host.map.scan import Scan
scan = Scan(Path(sys.argv[1]), Picture("map.png", 12000, 9000, (0.01, 0, 0, 0, 0.01, 0)),
            QTransform.fromScale(0.64, 0.64))
def look():
    start = time.process_time()
    image = QImage(1366, 768, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    by = 768 / (9000 * 0.64)
    painter.scale(by, by)
    for _stroke in scan.strokes(painter, scan.area, by):
        pass
    painter.end()
    assert not scan.fault, scan.fault
    return time.process_time() - start
first, again = look(), look()
# Not what the system tells of a process: that has the room of whoever started it in it.
most = next(line for line in open("/proc/self/status") if line.startswith("VmHWM"))
print(first, again, int(most.split()[1]) / 1024)
"""


def _large(file, width=12_000, height=9_000):
    """Write a PNG of so many pixels, row by row."""

    def chunk(kind, data):
        end = struct.pack(">I", zlib.crc32(kind + data))
        return struct.pack(">I", len(data)) + kind + data + end

    packer = zlib.compressobj(1)
    grain = bytes((x * 7 + x // 13) % 251 for x in range(3 * width))
    rows = [grain[n:] + grain[:n] for n in range(0, 60, 3)]
    with file.open("wb") as out:
        head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
        out.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head))
        for y in range(height):
            # filters in turn: none, left, above; what is not unfiltered right is seen at once
            packed = packer.compress(bytes((y % 3,)) + rows[y % 20])
            if packed:
                out.write(chunk(b"IDAT", packed))
        out.write(chunk(b"IDAT", packer.flush()) + chunk(b"IEND", b""))


@pytest.mark.slow
def test_a_large_jpeg_is_looked_at_from_afar_in_no_time(folder):
    """Qt decodes a JPEG at a quarter of its size without decoding all of it."""
    image = QImage(6_000, 5_000, QImage.Format.Format_RGB32)
    image.fill(QColor("#407050"))
    image.save(str(folder / "images" / "map.jpg"), "JPG", 80)
    scan = Scan(folder, Picture("map.jpg", 6_000, 5_000, (1, 0, 0, 0, 1, 0)), QTransform())
    assert far(drawn(scan, scan.area, 0.2), image.scaled(1_200, 1_000)) < 6
    assert not list(folder.glob("cache/pictures/scan-*/0"))


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="who else tells of memory")
def test_a_large_one_opens_in_little_room(folder):
    _large(folder / "images" / "map.png")
    env = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    run = subprocess.run([sys.executable, "-c", _OPENS, str(folder)], env=env, text=True,
                         capture_output=True, timeout=300, check=True)  # fmt: skip
    first, again, megabytes = map(float, run.stdout.split())
    assert megabytes < 300, "the room of the whole program"
    assert again < 0.5, "the tiles are there"
    assert first < 15, "cut up once; a guard against doing it twice, for slow machines, too"


BESIDE = """
import sys
from pathlib import Path
from threading import Thread

from PySide6.QtWidgets import QApplication, QLineEdit

from tabuleiro.host.map.bands import bands

app = QApplication([])


def read():
    for _time in range(15):
        list(bands(Path(sys.argv[1]), 16))


thread = Thread(target=read, daemon=True)
thread.start()
while thread.is_alive():
    QLineEdit().setClearButtonEnabled(True)
"""


def test_the_window_has_its_icons_while_a_scan_is_read(tmp_path):
    """Whoever reads a band and whoever reads an icon never wait for each other."""
    file = tmp_path / "a.png"
    picture = QImage(64, 640, QImage.Format.Format_RGB32)
    picture.fill(QColor("#808080"))
    assert picture.save(str(file))
    done = subprocess.run([sys.executable, "-c", BESIDE, str(file)], timeout=60, check=False)
    assert done.returncode == 0
