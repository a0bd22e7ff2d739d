"""A list of kinds with their looks: the palette of a brush."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QListView, QListWidget, QListWidgetItem, QWidget

from tabuleiro.cartography.picture.part import Whole
from tabuleiro.editor.boards.open_board import OpenBoard
from tabuleiro.i18n import text

if TYPE_CHECKING:
    from tabuleiro.editor.boards.changes import Values

__all__ = ["KindList", "look_of"]

_SIZE: Final = 40
_NAMES: Final = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
_GRID: Final = {"columns": 5, "rows": 5}
_ROWS: Final = ("0303/0403", "0302/0303", "0302/0402")


class KindList(QListWidget):
    """Kinds by name and look; one is chosen."""

    chosen = Signal(str)

    def __init__(self, group: str, parent: QWidget | None = None) -> None:
        """Show no kinds yet; ``group`` is ``terrain``, ``hexsides`` or ``networks``."""
        super().__init__(parent)
        self._group = group
        self.setObjectName(group)
        self.setIconSize(QSize(_SIZE, _SIZE))
        self.setViewMode(QListView.ViewMode.ListMode)
        self.setUniformItemSizes(True)
        self.currentItemChanged.connect(self._tell)

    def show_kinds(self, kinds: Mapping[str, Mapping[str, str]]) -> None:
        """Show these kinds; the one that was chosen stays so."""
        if [*kinds] == [self._kind_in(row) for row in range(self.count())]:
            return
        before = self.kind
        self.clear()
        for number, (kind, names) in enumerate(kinds.items()):
            item = QListWidgetItem(QIcon(look_of(self._group, kind)), text(dict(names)))
            item.setData(Qt.ItemDataRole.UserRole, kind)
            item.setToolTip(kind if number > 8 else f"{kind} ({number + 1})")
            self.addItem(item)
        self.choose(before or next(iter(kinds), ""))

    def _kind_in(self, row: int) -> str:
        return str(self.item(row).data(Qt.ItemDataRole.UserRole))

    @property
    def kind(self) -> str:
        """The kind that is chosen, empty if there is none."""
        row = self.currentRow()
        return self._kind_in(row) if row >= 0 else ""

    def choose(self, kind: str) -> bool:
        """Choose a kind; return whether it is among them."""
        for row in range(self.count()):
            if self._kind_in(row) == kind:
                self.setCurrentRow(row)
                return True
        return False

    def choose_number(self, number: int) -> bool:
        """Choose the so-manieth kind, counted from 1."""
        if 1 <= number <= self.count():
            self.setCurrentRow(number - 1)
            return True
        return False

    def _tell(self) -> None:
        if self.kind:
            self.chosen.emit(self.kind)


@lru_cache(maxsize=256)
def look_of(group: str, kind: str) -> QPixmap:
    """Return how a kind looks on the map: a hex and what is about it, drawn as the map is."""
    values: Values = {"format": 1, "id": "look", "grid": _GRID, "terrain": {"default": "clear"}}
    if group == "terrain":
        values["terrain"] = {"default": kind if kind not in {"sea", "lake"} else "clear"}
        if kind in {"sea", "lake"}:
            values["terrain"]["places"] = {kind: ["0303", "0403", "0402", "0503", "0504", "0304"]}
    elif group == "hexsides":
        sides = [*_ROWS, "0202/0302", "0403/0404"]
        values["hexsides"] = [{"id": "look", "kind": kind, "sides": sides, "faces": "north"}]
    else:
        chain = ["0103", "0203", "0303", "0403", "0503"]
        values["networks"] = [{"id": "look", "kind": kind, "chain": chain}]
    board = OpenBoard(values, "clear")
    whole = Whole(board.standing, board.maps, "clear")
    x, y = board.geometry.centre("0303")
    window = (x - 0.55, y - 0.55, x + 0.55, y + 0.55)
    pixels = 2 * _SIZE
    scale = pixels / 1.1
    found = QPixmap(pixels, pixels)
    found.fill(QColor("#f1e8d0"))
    painter = QPainter(found)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for drawn in whole.part(window, scale).values():
        if drawn:
            svg = f'<svg {_NAMES} viewBox="0 0 {pixels} {pixels}">{"".join(drawn)}</svg>'
            QSvgRenderer(QByteArray(svg.encode())).render(painter, QRectF(0, 0, pixels, pixels))
    painter.end()
    found.setDevicePixelRatio(2)
    return found
