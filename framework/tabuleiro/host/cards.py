"""Pictures for the start page: drawn after it is shown, one by one, and then kept.

A picture shows the place where a match begins, with the counters that stand there. Those that come
with the program, to be seen until then, are made by ``python -m tabuleiro.host.cards``.
"""

from __future__ import annotations

import contextlib
import hashlib
import threading
from collections import deque
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from PySide6.QtCore import QObject, QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPixmap

from tabuleiro.host.counter import face_of, paint_counter
from tabuleiro.host.map.picture import SCALE, BoardPicture, drawing_code, load_layers
from tabuleiro.host.map.tiles import BoardItem
from tabuleiro.i18n import language
from tabuleiro.module.cache import Cache

if TYPE_CHECKING:
    from tabuleiro.host.map.svg_pieces import Sheet
    from tabuleiro.module import Module

__all__ = ["CARD", "CardPictures", "Stage", "stage_of", "write_pictures"]

CARD: Final = QSize(720, 400)
"""The size of a picture, in pixels."""
_SHIPPED: Final = Path(__file__).with_name("pictures")
_SMALL: Final = 480
"""The width of a picture that comes with the program."""
_HEXES: Final = 9.5
"""So many hexes wide is what a picture shows."""
_SIDE: Final = 0.62
"""The side of a counter, in hexes."""
_LIFT: Final = 0.09
"""How far each counter of a stack lies above the one below, in hexes."""
_SHOWN: Final = 3
_UP: Final = 1.0
"""What matters stands so many hexes above the middle: words cover the foot."""


class Stage(NamedTuple):
    """What a picture shows of a game: a place in its middle, and the counters by their places."""

    module: Module
    middle: str
    pieces: Mapping[str, tuple[str, ...]]
    name: str
    """The name under which the picture is kept."""


def stage_of(module: Module) -> Stage:
    """Return where the first scenario of a game begins: its front, or else its first objective."""
    scenario = next(iter(module.scenarios.values()))
    hexes = module.board.grid
    standing: dict[str, tuple[str, ...]] = {}
    for entry in scenario.setup:
        if entry.hex in hexes:
            standing[entry.hex] = standing.get(entry.hex, ()) + entry.units
    goals = [objective.hex for objective in scenario.objectives if objective.hex in hexes]
    middle = _front(module, standing, goals) or next(iter(standing), hexes.first)
    return Stage(module, middle, standing, module.id)


def _front(module: Module, standing: Mapping[str, tuple[str, ...]], goals: list[str]) -> str | None:
    """Return where most counters of both sides stand near to each other; else the first goal."""
    sides: dict[str, list[str]] = {}
    for hex, units in standing.items():
        sides.setdefault(module.counters[units[0]].side, []).append(hex)
    if len(sides) < 2:
        return goals[0] if goals else None
    where = {hex: module.board.geometry.centre(hex) for hex in standing}

    def near(hex: str, others: list[str]) -> int:
        x, y = where[hex]
        spots = (where[other] for other in others)
        return sum((x - ox) ** 2 + (y - oy) ** 2 <= (_HEXES / 2.6) ** 2 for ox, oy in spots)

    best = max(standing, key=lambda hex: min(near(hex, side) for side in sides.values()))
    if not all(near(best, side) for side in sides.values()):
        return goals[0] if goals else best
    return best


class CardPictures(QObject):
    """Draws pictures of boards. The drawing itself is done aside; only one is drawn at a time."""

    drawn = Signal(str, QPixmap)
    """A picture, by the name of its stage, is there."""
    _ready = Signal(object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        """Begin with nothing to draw."""
        super().__init__(parent)
        self._wanted: deque[Stage] = deque()
        self._worker: threading.Thread | None = None
        self._ready.connect(self._draw, Qt.ConnectionType.QueuedConnection)

    def kept(self, name: str, module: Module) -> QPixmap | None:
        """Return the picture of a game, or of a lesson about it, if it was kept."""
        path = _path(name, module)
        kept = QPixmap(str(path)) if path is not None and path.is_file() else QPixmap()
        return None if kept.isNull() else kept

    @staticmethod
    def shipped(name: str) -> QPixmap | None:
        """Return the picture that came with the program, to be seen until a new one is drawn."""
        found = QPixmap(str(_SHIPPED / f"{name}.jpg"))
        return None if found.isNull() else found

    def want(self, stage: Stage) -> None:
        """Draw a picture as soon as there is time for it."""
        self._wanted.append(stage)

    def begin(self) -> None:
        """Draw what was asked for; called once the page is on the screen."""
        if self._worker is None and self._wanted:
            stage, spoken = self._wanted.popleft(), language()
            self._worker = threading.Thread(target=self._load, args=(stage, spoken))
            self._worker.start()

    @property
    def wanted(self) -> tuple[str, ...]:
        """The names of the pictures that are still to be drawn."""
        return tuple(stage.name for stage in self._wanted)

    @property
    def busy(self) -> bool:
        """Whether pictures are still to be drawn."""
        return self._worker is not None or bool(self._wanted)

    def stop(self) -> None:
        """Draw no more."""
        self._wanted.clear()
        worker, self._worker = self._worker, None
        if worker is not None:
            worker.join()

    def _load(self, stage: Stage, spoken: str) -> None:
        """In a thread of its own: draw the sheet of a board, which knows nothing of Qt."""
        sheet = None
        with contextlib.suppress(Exception):  # a poster without a picture is still a poster
            sheet = load_layers(stage.module, spoken)
        with contextlib.suppress(RuntimeError):  # the page may be gone
            self._ready.emit(stage, sheet)

    def _draw(self, stage: Stage, sheet: Sheet | None) -> None:
        if self._worker is None:
            return  # stopped meanwhile
        self._worker.join()
        self._worker = None
        if sheet is not None:
            picture = _picture(stage, sheet)
            _keep(picture, _path(stage.name, stage.module), f"{stage.name}-*-card-*.png")
            self.drawn.emit(stage.name, picture)
        QTimer.singleShot(0, self, self.begin)


def _keep(picture: QPixmap, path: Path | None, older: str) -> None:
    """Write a picture in place of older ones; a full disk costs time, nothing else."""
    if path is None:
        return
    with contextlib.suppress(OSError):
        for old in path.parent.glob(older):
            old.unlink(missing_ok=True)
        picture.save(str(path))


def _path(name: str, module: Module) -> Path | None:
    """Return where a picture is kept: beside the sheet of the same language it is made of."""
    folder = Cache.of_user().folder
    if folder is None:
        return None
    name = f"{name}-{module.content_hash[:16]}-card-{language()}-{_code()}.png"
    return folder / "pictures" / name


@lru_cache(maxsize=1)
def _code() -> str:
    """Return a digest of all that decides how a picture looks."""
    own = hashlib.blake2b(drawing_code().encode(), digest_size=6)
    here = Path(__file__)
    counters = sorted(here.with_name("counter").glob("*.py"))
    for path in (here, *counters, *sorted(here.with_name("guides").glob("*.yaml"))):
        own.update(path.read_bytes())
    return own.hexdigest()


def _picture(stage: Stage, sheet: Sheet) -> QPixmap:
    """Return the part of a board about the middle of a stage, with its counters."""
    from tabuleiro.host.map.places import PlaceNames  # reckons with numpy, and a page need not

    whole = QPixmap(CARD)
    board = BoardPicture(sheet)
    for scan in board.scans:
        scan.patient = False  # a card is no reason to cut up a large map
    item = BoardItem(board, stage.module.board)
    item.hidden = frozenset({"numbers"})
    scale = whole.width() / (_HEXES * SCALE)
    area = QRectF(0, 0, whole.width() / scale, whole.height() / scale)
    centre = stage.module.board.geometry.centre
    middle = QPointF(*board.scene(*centre(stage.middle)))
    area.moveCenter(middle + QPointF(0, _UP * SCALE))
    land = QRectF(board.size)
    if area.width() < land.width() and area.height() < land.height():
        area.moveLeft(min(max(area.left(), land.left()), land.right() - area.width()))
        area.moveTop(min(max(area.top(), land.top()), land.bottom() - area.height()))
    whole.fill(Qt.GlobalColor.black)
    painter = QPainter(whole)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(scale, scale)
    painter.translate(-area.topLeft())
    item.render(painter, area, scale)
    spots = {hex: QPointF(*board.scene(*centre(hex))) for hex in stage.pieces}
    names = PlaceNames(board, stage.module.board, item)
    names.avoid([_about(spot) for spot in spots.values()])
    names.render(painter)
    names.stop()
    for hex, spot in spots.items():
        if area.adjusted(-SCALE, -SCALE, SCALE, SCALE).contains(spot):
            _stack(painter, stage.module, spot, stage.pieces[hex][-_SHOWN:])
    painter.end()
    return whole


def _about(spot: QPointF) -> QRectF:
    """Return what the counters of a hex cover."""
    half = _SIDE / 2 * SCALE
    return QRectF(spot.x() - half, spot.y() - half, 2 * half, 2 * half)


def _stack(painter: QPainter, module: Module, spot: QPointF, pieces: tuple[str, ...]) -> None:
    side, lift = _SIDE * SCALE, _LIFT * SCALE
    for number, piece in enumerate(pieces):
        painter.save()
        by = (number - (len(pieces) - 1) / 2) * lift
        painter.translate(spot.x() - side / 2 + by, spot.y() - side / 2 - by)
        # At the size that it has on the picture: smaller ones are drawn simpler.
        scale = painter.transform().m11()
        painter.scale(1 / scale, 1 / scale)
        paint_counter(painter, face_of(module, module.counters[piece]), side * scale)
        painter.restore()


def write_pictures(stages: Iterable[Stage], folder: Path = _SHIPPED) -> None:
    """Write the pictures that come with the program."""
    folder.mkdir(parents=True, exist_ok=True)
    for stage in stages:
        picture = _picture(stage, load_layers(stage.module, language()))
        small = picture.scaledToWidth(_SMALL, Qt.TransformationMode.SmoothTransformation)
        small.save(str(folder / f"{stage.name}.jpg"), "JPG", 82)


def _main() -> None:
    from tabuleiro.engine.catalogue import Catalogue
    from tabuleiro.host.app import make_application
    from tabuleiro.host.lesson import load_guide

    app = make_application(["pictures"])
    catalogue, lesson = Catalogue.installed(), load_guide()
    stages = [stage_of(catalogue.module(name)) for name in catalogue.module_ids()]
    write_pictures([*stages, lesson.stage(catalogue.module(lesson.module))])
    app.quit()


if __name__ == "__main__":
    _main()
