"""What is in the hex that is pointed at: ground, names, rivers and roads, units."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import (
    QLabel,
    QListWidget,
    QListWidgetItem,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from tabuleiro.host.counter import BadgeEntry
from tabuleiro.host.panels.details import hex_lines, piece_lines, tip_lines
from tabuleiro.host.panels.while_seen import WhileSeen
from tabuleiro.host.scrolled import scrolled
from tabuleiro.host.words import piece_line
from tabuleiro.i18n import _

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tabuleiro.host.play import MapPlay
    from tabuleiro.host.seat import Seat
    from tabuleiro.seats import Sight

__all__ = ["HexPanel"]

_ICON: Final = 44
_PIECE: Final = Qt.ItemDataRole.UserRole


def _with_inside(s: Sight, pieces: Iterable[str], deep: int = 0) -> Iterator[tuple[int, str]]:
    """Yield pieces, each followed by what is seen inside of it, and how deep inside they are."""
    for piece in pieces:
        yield deep, piece
        yield from _with_inside(s, reversed(s.inside(piece)), deep + 1)


class HexPanel(QWidget):
    """A hex in words and pictures, the map for those who do not see it.

    A click on a unit, or Enter, selects it.
    """

    def __init__(self, seat: Seat, play: MapPlay, parent: QWidget | None = None) -> None:
        """Show the hex that is pointed at on a map."""
        super().__init__(parent)
        self.seat = seat
        self._play = play
        self._hex: str | None = None
        self._lines = QLabel()
        self._lines.setWordWrap(True)
        self._lines.setTextFormat(Qt.TextFormat.RichText)
        self._lines.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._lines.setAccessibleName(_("Hex"))
        self._lines.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.units = QListWidget()
        self.units.setIconSize(QSize(_ICON, _ICON))
        self.units.setAccessibleName(_("Units in the hex"))
        self.units.itemClicked.connect(self._chosen)
        self.units.itemActivated.connect(self._activated)
        self.units.currentItemChanged.connect(self._current)
        scroll = scrolled(self._lines)
        scroll.setMinimumHeight(40)
        self.units.setMinimumHeight(_ICON + 8)
        both = self._both = QSplitter(Qt.Orientation.Vertical)
        both.setChildrenCollapsible(False)
        both.addWidget(scroll)
        both.addWidget(self.units)
        both.setStretchFactor(0, 1)
        both.setStretchFactor(1, 1)
        self._shared = False
        """Whether somebody shared the room out himself."""
        both.splitterMoved.connect(self._share)
        box = QVBoxLayout(self)
        box.setContentsMargins(6, 6, 6, 6)
        box.addWidget(both, 1)
        seat.pointed.connect(self._pointed)
        seat.handed.connect(self._forget)
        self._kept = WhileSeen(self, seat, self.refresh)
        seat.changed.connect(self._kept.look)
        play.notes.changed.connect(self._kept.look)
        self._kept.catch_up()

    @property
    def words(self) -> str:
        """The hex and its units as plain text."""
        self._kept.catch_up()
        units = [self.units.item(n).text() for n in range(self.units.count())]
        return "\n".join([self._lines.accessibleDescription(), *units])

    def show_all(self, hex: str, piece: str = "") -> None:
        """Tell all about a hex, or about a unit in it, with what its values come from."""
        self._hex = hex
        self._kept.look()
        self._kept.catch_up()
        for row in range(self.units.count()):
            if self.units.item(row).data(_PIECE) == piece:
                self.units.setCurrentRow(row)

    def _current(self, item: QListWidgetItem | None) -> None:
        """Tell all about the unit that the list stands at, below its hex."""
        if item is not None and self._hex is not None:
            told = str(item.data(Qt.ItemDataRole.AccessibleDescriptionRole)).split("\n")
            self._tell(told)

    def _pointed(self, hex: str | None) -> None:
        if hex is not None:
            self._hex = hex
            self._kept.look()

    def _forget(self) -> None:
        """Others sit here now: they have not pointed at anything yet."""
        self._hex = None

    def refresh(self) -> None:
        """Show the hex as it is now."""
        hex = self._hex
        self.units.clear()
        self.units.setVisible(hex is not None and bool(self.seat.stack(hex)))
        if hex is None:
            self._tell([_("Point at a hex to see what is there.")])
            return
        note = self._play.notes.page.hexes.get(hex)
        written = [_("Note: {about}").format(about=note)] if note else []
        self._tell([*hex_lines(self.seat, hex), *written])
        s = self.seat.sight
        for deep, piece in _with_inside(s, reversed(self.seat.stack(hex))):
            line = piece_line(s.module, piece, self.seat.seen(piece))
            item = QListWidgetItem("    " * deep + ("↳ " if deep else "") + line)
            face = self._play.face(piece)
            item.setIcon(QIcon(self._play.view.art.pixmap(face, _ICON, 2)))
            item.setData(_PIECE, piece)
            own = [badge.hint for badge in face.badges if isinstance(badge, BadgeEntry)]
            details = "\n".join([*piece_lines(self.seat, piece), *own])
            item.setToolTip("\n".join([*tip_lines(self.seat, piece), *own]))
            item.setData(Qt.ItemDataRole.AccessibleDescriptionRole, details)
            self.units.addItem(item)
        self._give_room()

    def _share(self) -> None:
        self._shared = True

    def _give_room(self) -> None:
        """Give the units the room of their lines, as far as the words keep theirs."""
        if self._shared or self.units.isHidden():
            return
        lines = sum(self.units.sizeHintForRow(n) for n in range(self.units.count()))
        whole, frame = self._both.height(), 2 * self.units.frameWidth() + 2
        words = min(self._lines.heightForWidth(self._lines.width()), whole // 2)
        high = min(lines + frame, whole - words)
        self._both.setSizes([whole - high, high])

    def _tell(self, lines: list[str]) -> None:
        first, *rest = (escape(line) for line in lines)
        self._lines.setText("<br>".join([f"<b>{first}</b>" if self._hex else first, *rest]))
        self._lines.setAccessibleDescription("\n".join(lines))

    def _chosen(self, item: QListWidgetItem) -> None:
        piece = str(item.data(_PIECE))
        self._play.click(self.seat.sight.place(piece), piece)

    def _activated(self, item: QListWidgetItem) -> None:
        """Choose by the keyboard: a click of the mouse has come by `_chosen`."""
        if self.units.hasFocus() and not self.units.underMouse():
            self._chosen(item)
