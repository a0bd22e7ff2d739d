"""The picture of a board, cut up so that a part of it is drawn quickly.

`tabuleiro.cartography` draws a board as SVG. Qt needs a quarter of a second for all of a large
one: too long for a tile. So the scattered layers (woods, towns, bridges) are cut into squares, and
a tile draws only what it touches. Grid and hex numbers are left to `tabuleiro.host.map.tiles`.
"""

from __future__ import annotations

import hashlib
import secrets
from collections import deque
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec
from PySide6.QtCore import QByteArray, QRectF
from PySide6.QtGui import QImage, QTransform
from PySide6.QtSvg import QSvgRenderer

from tabuleiro.board import SeveralMaps
from tabuleiro.host.map.scan import Scan
from tabuleiro.host.map.svg_pieces import SCALE, Cut, Sheet, cut_layers
from tabuleiro.module.cache import Cache

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtGui import QPainter

    from tabuleiro.board import Board, Picture
    from tabuleiro.module import Module

__all__ = ["SCALE", "BoardPicture", "Piece", "drawing_code", "load_layers"]

_WARM: Final = 250
"""So many pieces drawn last keep what draws them."""
_PAPER: Final = '<rect x="{}" y="{}" width="{}" height="{}" fill="#ece3cc"/>'
_NAMES: Final = {
    "xmlns": "http://www.w3.org/2000/svg",
    "xmlns:xlink": "http://www.w3.org/1999/xlink",
}


def load_layers(module: Module, language: str) -> Sheet:
    """Return a module's board cut up, from the cache if it was drawn before."""
    sheet = _blank(module) if _nothing_to_draw(module.board) else _from_cache(module, language)
    pictures = (one.picture for one in module.board.maps.values())
    sheet.scans = [picture for picture in pictures if picture is not None]
    sheet.root = str(module.root)
    return sheet


def _nothing_to_draw(board: Board) -> bool:
    """Return whether all of a board is scanned, or a map without a grid."""
    grid = board.grid
    several = grid.maps if isinstance(grid, SeveralMaps) else ()
    parts = {one.id: one.grid for one in several} or {"": grid}
    return all(
        part.kind == "plain" or (id in board.maps and board.maps[id].picture is not None)
        for id, part in parts.items()
    )


def _blank(module: Module) -> Sheet:
    """Return a sheet on which nothing is drawn but the paper of maps that are not scanned."""
    frames = [one.frame for one in module.board.maps.values()]
    lefts, tops, rights, bottoms = zip(*frames, strict=True)
    left, top = min(lefts), min(tops)
    width, height = (max(rights) - left) * SCALE, (max(bottoms) - top) * SCALE
    cuts = []
    for one in module.board.maps.values():
        if one.picture is None:
            x, y = (one.frame[0] - left) * SCALE, (one.frame[1] - top) * SCALE
            wide, high = (one.frame[2] - left) * SCALE - x, (one.frame[3] - top) * SCALE - y
            cuts.append(Cut(x, y, wide, high, _PAPER.format(x, y, wide, high)))
    return Sheet(width, height, left, top, {}, {"land": cuts})


def _from_cache(module: Module, language: str) -> Sheet:
    folder = Cache.of_user().folder
    if folder is None:
        return _drawn(module, language)
    name = f"{module.id}-{module.content_hash[:16]}-{language}-{drawing_code()}"
    path = folder / "pictures" / f"{name}.json"
    try:
        sheet = msgspec.json.decode(path.read_bytes(), type=Sheet)
    except (OSError, msgspec.MsgspecError):
        sheet = _drawn(module, language)
        _keep(path, msgspec.json.encode(sheet), f"{module.id}-*-{language}-*.*")
    sheet.kept = str(path.with_suffix(".png"))
    return sheet


def _drawn(module: Module, language: str) -> Sheet:
    from tabuleiro.cartography import draw_layers  # slow to import, and seldom needed

    return cut_layers(draw_layers(module.root, scale=SCALE, language=language))


def _keep(path: Path, data: bytes, older: str) -> None:
    """Write a file of the cache in place of older ones; a full disk costs time, nothing else."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        for old in path.parent.glob(older):
            old.unlink(missing_ok=True)
        beside = path.with_suffix(".new")
        beside.write_bytes(data)
        beside.replace(path)
    except OSError:
        return


@lru_cache(maxsize=1)
def drawing_code() -> str:
    """Return a digest of the code that draws, so that a new way of drawing is seen."""
    found = hashlib.blake2b(digest_size=6)
    here = Path(__file__)
    drawing = here.parents[2] / "cartography"
    own = (here, here.with_name("tiles.py"), here.with_name("svg_pieces.py"))
    for path in (*sorted(drawing.rglob("*.py")), *own):
        found.update(path.read_bytes())
    return found.hexdigest()


@lru_cache(maxsize=1)
def _read_image(path: str, _written: int) -> QImage:
    """Return a kept picture as it is drawn from: each window on the same board wants it."""
    return QImage(path).convertToFormat(QImage.Format.Format_RGB32)


@dataclass
class Piece:
    """Some elements of a layer, and the part of the scene that they cover."""

    area: QRectF
    svg: str
    _renderer: QSvgRenderer | None = None
    _uses: int = 0

    @property
    def renderer(self) -> QSvgRenderer:
        """What draws them; it is kept until `cool` was called as often as this."""
        self._uses += 1
        if self._renderer is None:
            self._renderer = self._made()
        return self._renderer

    def cool(self) -> None:
        """Forget what draws them, unless it was used since: it takes twenty times their room."""
        self._uses -= 1
        if not self._uses:
            self._renderer = None

    def _made(self) -> QSvgRenderer:
        a = self.area
        box = f"{a.left()} {a.top()} {a.width()} {a.height()}"
        names = " ".join(f'{name}="{value}"' for name, value in _NAMES.items())
        text = f'<svg {names} viewBox="{box}">{self.svg}</svg>'
        return QSvgRenderer(QByteArray(text.encode()))


class BoardPicture:
    """All layers of a board's picture. Coordinates are those of the scene: `SCALE` to a hex."""

    def __init__(self, sheet: Sheet) -> None:
        """Take a board that was cut up."""
        self._kept = Path(sheet.kept) if sheet.kept else None
        self._warm: deque[Piece] = deque()
        self.size = QRectF(0, 0, sheet.width, sheet.height)
        self.left = sheet.left
        self.top = sheet.top
        self.anchors = sheet.anchors
        self.labels = sheet.labels
        self.scans = [Scan(Path(sheet.root), one, self._transform(one)) for one in sheet.scans]
        """Scanned maps that lie on the board."""
        self.layers = {
            name: [Piece(QRectF(c.left, c.top, c.width, c.height), c.text) for c in cuts]
            for name, cuts in sheet.layers.items()
        }

    def scene(self, x: float, y: float) -> tuple[float, float]:
        """Return where a point of the board's geometry lies in the scene."""
        return (x - self.left) * SCALE, (y - self.top) * SCALE

    def board(self, x: float, y: float) -> tuple[float, float]:
        """Return where a point of the scene lies in the board's geometry."""
        return x / SCALE + self.left, y / SCALE + self.top

    def _transform(self, picture: Picture) -> QTransform:
        """Return how the pixels of a scanned map come to lie in the scene."""
        a, b, c, d, e, f = picture.to_board
        across, down = (c - self.left) * SCALE, (f - self.top) * SCALE
        return QTransform(a * SCALE, d * SCALE, b * SCALE, e * SCALE, across, down)

    def kept_image(self) -> QImage | None:
        """Return the small picture of the board, if it was kept."""
        if self._kept is None:
            return None
        try:
            written = self._kept.stat().st_mtime_ns
        except OSError:
            return None
        image = _read_image(str(self._kept), written)
        return None if image.isNull() else image

    def keep_image(self, image: QImage) -> None:
        """Keep a small picture of the board; a full disk costs time, nothing else."""
        if self._kept is not None and self._kept.parent.is_dir():
            # Under a name of its own: another program may be keeping the same picture now.
            beside = self._kept.with_suffix(f".{secrets.token_hex(4)}.new")
            if image.save(str(beside), "PNG", 80):  # type: ignore[call-overload]
                with suppress(OSError):  # another version of the program may have cleared it away
                    beside.replace(self._kept)

    def strokes(self, painter: QPainter, layer: str, area: QRectF) -> Iterator[None]:
        """Draw the part of a layer that touches an area of the scene, piece by piece."""
        for piece in self.layers.get(layer, ()):
            if piece.area.intersects(area):
                piece.renderer.render(painter, piece.area)
                self._warm.append(piece)
                if len(self._warm) > _WARM:
                    self._warm.popleft().cool()
                yield
