"""One's own notes on hexes and rows, and one's plans: a list, and how to write one."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QInputDialog,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from tabuleiro.engine.messages import place_name
from tabuleiro.host.buttons import input_dialog
from tabuleiro.host.panels.wrapping_row import PanelWithLine
from tabuleiro.i18n import _

if TYPE_CHECKING:
    from collections.abc import Callable

    from tabuleiro.host.play import MapPlay
    from tabuleiro.host.seat import Seat

__all__ = ["NotesPanel", "ask_note"]

_ABOUT: Final = Qt.ItemDataRole.UserRole


def ask_note(parent: QWidget, about: str, words: str) -> str | None:
    """Ask for a note on something, as it reads so far; None leaves it so."""
    label = _("Only your side sees it, on this machine. Leave it empty to take it away.")
    dialog = input_dialog(parent, _("Note: {about}").format(about=about), label, words)
    dialog.setOption(QInputDialog.InputDialogOption.UsePlainTextEditForTextInput)
    dialog.setTextValue(words)
    paper = dialog.findChild(QPlainTextEdit)
    if paper is not None:
        paper.setTabChangesFocus(True)
    good = dialog.exec()
    written = dialog.textValue()
    dialog.deleteLater()
    return written if good else None


class NotesPanel(PanelWithLine):
    """The notes of whoever looks. A click on one leads to its hex or row."""

    row_chosen = Signal(int)
    """A note on a row was clicked."""

    def __init__(self, seat: Seat, play: MapPlay, parent: QWidget | None = None) -> None:
        """Show the notes of a seat's match."""
        super().__init__(parent)
        self.seat = seat
        self._play = play
        self._book = play.notes
        told = QLabel(_("Only your side sees notes and plans: they stay on this machine."))
        told.setWordWrap(True)
        self.list = QListWidget()
        self.list.setWordWrap(True)
        self.list.setAccessibleName(_("Notes and plans"))
        self.list.itemClicked.connect(self._visit)
        self.list.itemActivated.connect(self._write_again)
        self.new_hex = self._button(_("Note on the hex …"), self._write_hex)
        self.new_row = self._button(_("Note on the row …"), self._write_row)
        self.delete = self._button(_("Delete"), self._delete)
        self.clear = self._button(_("Clear the plans"), self._book.clear_plans)
        for button in (self.new_hex, self.new_row, self.delete, self.clear):
            self._line.addWidget(button)
        box = QVBoxLayout(self)
        box.setContentsMargins(6, 6, 6, 6)
        box.addWidget(told)
        box.addWidget(self.list, 1)
        box.addLayout(self._line)
        self._book.changed.connect(self.refresh)
        seat.changed.connect(self._enable)
        seat.handed.connect(self.refresh)
        self.list.itemSelectionChanged.connect(self._enable)
        play.view.hovered.connect(lambda _place: self._enable())
        self.refresh()

    def _button(self, words: str, deed: Callable[[], object]) -> QPushButton:
        button = QPushButton(words)
        button.clicked.connect(lambda _checked=False: deed())
        return button

    def refresh(self) -> None:
        """Show the notes as they are now."""
        self.list.clear()
        module = self.seat.module
        for hex, words in sorted(self._book.page.hexes.items()):
            self._add(f"{place_name(hex, module)}: {words}", ("hex", hex))
        for row, words in self._book.rows().items():
            self._add(_("Row {row}: {note}").format(row=row, note=words), ("row", row))
        for words in self._play.plans.words():
            self._add(words, None)
        self._enable()

    def _add(self, words: str, about: tuple[str, str | int] | None) -> None:
        item = QListWidgetItem(words)
        item.setData(_ABOUT, about)
        self.list.addItem(item)

    def _enable(self) -> None:
        mine = self._book.owner is not None
        page = self._book.page
        self.new_hex.setEnabled(mine and self._hex() is not None)
        self.new_row.setEnabled(mine)
        self.delete.setEnabled(self._chosen() is not None)
        self.clear.setEnabled(bool(page.ghosts or page.arrows))

    def _chosen(self) -> tuple[str, Any] | None:
        """Return what the note is about that is chosen in the list; a plan is about nothing."""
        chosen = self.list.selectedItems()
        return chosen[0].data(_ABOUT) if chosen else None

    def _hex(self) -> str | None:
        """Return the hex that was pointed at last."""
        panel = self._play.last_hex
        return panel if panel in self._play.view.board.grid else None

    # doing

    def _visit(self, item: QListWidgetItem) -> None:
        about = item.data(_ABOUT)
        if about is None:
            return
        kind, what = about
        if kind == "row":
            self.row_chosen.emit(int(what))
        else:
            self._play.view.show_hex(what)
            self._play.view.point(what, by_keys=True)

    def _write_again(self, item: QListWidgetItem) -> None:
        about = item.data(_ABOUT)
        if about is not None:
            kind, what = about
            (self.write_hex if kind == "hex" else self.write_row)(what)

    def _write_hex(self) -> None:
        hex = self._hex()
        if hex is not None:
            self.write_hex(hex)

    def _write_row(self) -> None:
        self.write_row(self.seat.here)

    def write_hex(self, hex: str) -> None:
        """Ask for the note on a hex."""
        words = self._book.page.hexes.get(hex, "")
        found = ask_note(self, place_name(hex, self.seat.module), words)
        if found is not None:
            self._book.write_hex(hex, found)

    def write_row(self, row: int) -> None:
        """Ask for the note on a row."""
        about = _("Row {row}").format(row=row)
        found = ask_note(self, about, self._book.on_row(row))
        if found is not None:
            self._book.write_row(row, found)

    def _delete(self) -> None:
        about = self._chosen()
        if about is not None:
            kind, what = about
            write = self._book.write_hex if kind == "hex" else self._book.write_row
            partial(write, what)("")
