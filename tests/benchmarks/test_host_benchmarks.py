"""How long the map takes to show, to zoom and to move, beside a map with an item for each hex.

Run it with ``python tests/benchmarks/test_host_benchmarks.py``: it prints the table. As a test it
plays fewer frames, and asserts only that the map is not slower than the plain design. The times
are those of the thread that draws, so that other work on the machine does not count.
"""

import gc
import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QPainter, QPen, QPixmap, QPolygonF
from PySide6.QtWidgets import (
    QApplication,
    QGraphicsPixmapItem,
    QGraphicsPolygonItem,
    QGraphicsScene,
    QGraphicsSimpleTextItem,
    QGraphicsView,
)

from tabuleiro.host.app import make_application
from tabuleiro.host.counter import CounterArt, face_of
from tabuleiro.host.map.picture import SCALE, BoardPicture, load_layers
from tabuleiro.host.map.stacks import SIDE
from tabuleiro.host.map.view import BoardView
from tabuleiro.module import Module, load_module

MODULES = Path(__file__).parents[2] / "modules"
WIDE, HIGH = 1920, 1080
COUNTERS = 470
START_PAGE = "start page"
_HERE = "2221"
_SLOT = 0.03


class Row(NamedTuple):
    """One line of the table, in milliseconds or megabytes."""

    what: str
    ours: float
    plain: float
    target: float | None


class Figures(NamedTuple):
    """What was measured of one design."""

    first: float
    zoom: list[float]
    pan: list[float]
    drag: list[float]
    memory: float


def scattered(module: Module) -> dict[str, list[str]]:
    """Return counters by the hex in which they are put; the same ones every time."""
    rng = random.Random(1)
    geometry = module.board.grid.hexes
    found: dict[str, list[str]] = {}
    for counter in sorted(module.counters)[:COUNTERS]:
        found.setdefault(rng.choice(geometry), []).append(counter)
    return found


def ours(module: Module) -> BoardView:
    """Return the map widget with all counters on it."""
    view = BoardView(BoardPicture(load_layers(module, "en")), module.board)
    for hex, pieces in scattered(module).items():
        faces = [face_of(module, module.counters[piece]) for piece in pieces]
        view.stack(hex).show_pieces(pieces, faces)
    return view


class PlainMap(QGraphicsView):
    """A polygon and a text for each hex, a pixmap for each counter: no tiles, no cache."""

    def __init__(self, module: Module) -> None:
        """Put everything into a scene."""
        self.world = QGraphicsScene()
        super().__init__(self.world)
        self.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.FullViewportUpdate)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        geometry, pen = module.board.geometry, QPen(QColor(60, 50, 40, 70), 1)
        font = QFont("sans-serif")
        font.setPixelSize(8)
        for hex in module.board.grid:
            corners = [QPointF(x * SCALE, y * SCALE) for x, y in geometry.corners(hex)]
            item = QGraphicsPolygonItem(QPolygonF(corners))
            item.setPen(pen)
            item.setBrush(QBrush(QColor("#7fb0cf" if hash(hex) % 2 else "#e4d6ae")))
            self.world.addItem(item)
            number = QGraphicsSimpleTextItem(hex)
            number.setFont(font)
            x, y = geometry.centre(hex)
            number.setPos(x * SCALE - 10, (y - 0.47) * SCALE)
            self.world.addItem(number)
        art = CounterArt()
        self.counters: list[QGraphicsPixmapItem] = []
        for hex, pieces in scattered(module).items():
            x, y = geometry.centre(hex)
            for piece in pieces:
                pixmap: QPixmap = art.pixmap(face_of(module, module.counters[piece]), 2 * SIDE)
                counter = QGraphicsPixmapItem(pixmap)
                counter.setTransformationMode(Qt.TransformationMode.SmoothTransformation)
                counter.setScale(0.5)
                counter.setPos(x * SCALE - SIDE / 2, y * SCALE - SIDE / 2)
                self.world.addItem(counter)
                self.counters.append(counter)

    def set_zoom(self, zoom: float) -> None:
        """Zoom to a scale."""
        self.resetTransform()
        self.scale(zoom, zoom)

    def pan(self, dx: int, dy: int) -> None:
        """Move by some pixels."""
        for bar, by in ((self.horizontalScrollBar(), dx), (self.verticalScrollBar(), dy)):
            bar.setValue(bar.value() + by)


def _frame(view: QGraphicsView, deed: Callable[[], object]) -> float:
    """Return how long something and the frame after it take, in milliseconds."""
    start = time.thread_time()
    deed()
    view.viewport().repaint()
    return 1000 * (time.thread_time() - start)


def _breathe() -> None:
    """Let the event loop do what it does between two notches of a wheel."""
    start = time.thread_time()
    for _ in range(50):
        QApplication.processEvents()
        if time.thread_time() - start > _SLOT:
            return


def _settle(view: QGraphicsView) -> None:
    QApplication.processEvents()
    if isinstance(view, BoardView):
        view.ensure()
    for _ in range(3):
        view.viewport().repaint()


def _memory() -> float:
    """Return what the process holds, in megabytes (0 where the system does not say)."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def play(make: Callable[[], QGraphicsView], module: Module, frames: int) -> Figures:
    """Show a map, zoom into it, move it, drag a counter over it."""
    gc.collect()
    before = _memory()
    start = time.thread_time()
    view = make()
    view.resize(WIDE, HIGH)
    view.show()
    QApplication.processEvents()
    first = 1000 * (time.thread_time() - start)
    _settle(view)
    zooms = []
    zoom = 0.26
    while zoom < 2:
        zoom *= 2**0.125
        zooms.append(_frame(view, lambda zoom=zoom: view.set_zoom(zoom)))
        _breathe()
    view.set_zoom(1.0)
    x, y = module.board.geometry.centre(_HERE)
    view.centerOn(x * SCALE, y * SCALE)
    _settle(view)
    pans = []
    for number in range(frames):
        by = 7 if number < frames / 2 else -7
        pans.append(_frame(view, lambda by=by: view.pan(by, by)))
        _breathe()
    _settle(view)
    item = next(iter(view.stacks.values())) if isinstance(view, BoardView) else view.counters[0]
    drags = [
        _frame(view, lambda n=n: item.setPos(x * SCALE + 4 * n, y * SCALE + 3 * n))
        for n in range(frames)
    ]
    held = _memory() - before
    if isinstance(view, BoardView):
        view.stop()
    view.close()
    view.deleteLater()
    QApplication.processEvents()
    return Figures(first, zooms, pans, drags, held)


def _process_memory(name: str) -> float:
    """Return what a new process holds that showed a map, zoomed and moved it."""
    said = ""
    for _ in range(2):  # the first may have to draw the board
        done = subprocess.run(
            [sys.executable, __file__, name, "memory"], check=True, capture_output=True, text=True
        )
        said = done.stdout
    return float(said.split()[-1])


class Start(NamedTuple):
    """From the start of a process to the first complete map."""

    seconds: float
    cpu: float


def _start(words: Sequence[str], home: Path) -> Start:
    """Run a program of this environment with caches of its own and measure it."""
    own = {"TABULEIRO_CACHE": str(home / "cache"), "TABULEIRO_SETTINGS": str(home / "own.ini"),
           "TABULEIRO_LIBRARY": str(home / "library.db")}  # fmt: skip
    env = {**os.environ, **own}
    env.pop("PYTHONDONTWRITEBYTECODE", None)  # players have bytecode: `run.py` sees to it
    before, start = os.times(), time.perf_counter()
    subprocess.run([sys.executable, *words], check=True, capture_output=True, env=env)
    took, after = time.perf_counter() - start, os.times()
    spent = after.children_user + after.children_system
    return Start(took, spent - before.children_user - before.children_system)


def starts(what: str, home: Path) -> tuple[Start, Start]:
    """Return how long a game takes to its first complete map with cold caches, and with warm ones.

    It is the command itself for a game that can be played; of a board without rules, the map alone.
    `START_PAGE` is the window without a game, with the pictures of all that can be played.
    """
    from tabuleiro.engine.catalogue import Catalogue

    size = f"{WIDE}x{HIGH}"
    picture = str(home / "first.png")
    words = ["-m", "tabuleiro.cli", "play", "--size", size, "--screenshot", picture]
    if what != START_PAGE:
        words.append(what)
    if what != START_PAGE and load_module(MODULES / what).plugin not in Catalogue.installed().games:
        words = [__file__, what, "first"]
    cold = _start(words, home)
    warm = min((_start(words, home) for _ in range(3)), key=lambda each: each.cpu)
    return cold, warm


def show_first(name: str) -> None:
    """Show a board in a window until it is complete."""
    make_application(["bench"])
    view = ours(load_module(MODULES / name))
    view.resize(WIDE, HIGH)
    view.show()
    _settle(view)
    view.stop()


def measure(name: str = "filipinas", frames: int = 100) -> list[Row]:
    """Return the rows of the table for a game's board."""
    make_application(["bench"])
    whole = _process_memory(name)  # of a process that has drawn the board before, as most have
    module = load_module(MODULES / name)
    mine = play(lambda: ours(module), module, frames)
    plain = play(lambda: PlainMap(module), module, frames)
    middle = statistics.median
    return [
        Row("first picture", mine.first, plain.first, None),
        Row("zoom step, median", middle(mine.zoom), middle(plain.zoom), None),
        Row("zoom step, worst", max(mine.zoom), max(plain.zoom), 20),
        Row("pan frame, median", middle(mine.pan), middle(plain.pan), None),
        Row("pan frame, worst of 20", sorted(mine.pan)[-max(1, frames // 20)],
            sorted(plain.pan)[-max(1, frames // 20)], 4),
        Row("pan frame, worst", max(mine.pan), max(plain.pan), None),
        Row("drag of a stack, median", middle(mine.drag), middle(plain.drag), None),
        Row("memory of the map (MB)", mine.memory, plain.memory, None),
        Row("memory of the process (MB)", whole, 0, 250),
    ]  # fmt: skip


@pytest.mark.slow
def test_the_map_is_quicker_than_an_item_for_each_hex() -> None:
    rows = {row.what: row for row in measure("leyte", frames=20)}
    for what in ("zoom step, median", "pan frame, median", "drag of a stack, median"):
        assert rows[what].ours < rows[what].plain, rows[what]


@pytest.mark.slow
def test_a_warm_start_is_quicker_than_a_cold_one(tmp_path: Path) -> None:
    """The first start draws the board and keeps it; the next one draws nothing."""
    cold, warm = starts("diadem", tmp_path)
    assert (tmp_path / "first.png").stat().st_size > 10_000
    assert warm.cpu < cold.cpu


def _print_starts(names: Sequence[str]) -> None:
    print("\nfrom the command to the first complete map: seconds (seconds of CPU)")
    print(f"{'':30}{'cold':>16}{'warm':>16}")
    for name in names:
        with TemporaryDirectory() as home:
            pair = starts(name, Path(home))
        cells = "".join(f"{f'{each.seconds:.2f} ({each.cpu:.2f})':>16}" for each in pair)
        print(f"{name:30}{cells}")


def main() -> None:
    """Print the tables."""
    name = sys.argv[1] if len(sys.argv) > 1 else "filipinas"
    if "first" in sys.argv:
        show_first(name)
        return
    if "memory" in sys.argv:
        make_application(["bench"])
        module = load_module(MODULES / name)
        play(lambda: ours(module), module, 30)
        print(_memory())
        return
    print(f"{name}, {WIDE}x{HIGH}, {COUNTERS} counters; milliseconds of the drawing thread")
    print(f"{'':30}{'ours':>9}{'plain':>9}{'target':>9}")
    for row in measure(name):
        target = f"{row.target:9.0f}" if row.target else " " * 9
        print(f"{row.what:30}{row.ours:9.1f}{row.plain:9.1f}{target}")
    _print_starts((START_PAGE, "diadem", "leyte", name))
    print("load of the machine: {:.1f} {:.1f} {:.1f}".format(*os.getloadavg()))


if __name__ == "__main__":
    main()
