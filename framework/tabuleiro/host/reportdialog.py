"""Asks what a report of the match is to hold, and writes it to a file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QDir, Qt
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QDialog,
    QFormLayout,
    QLabel,
    QWidget,
)

from tabuleiro.host.buttons import Usual, button_box, warn
from tabuleiro.host.filedialogs import ask_where_to_save
from tabuleiro.host.report import Wanted, report
from tabuleiro.host.steady import steady
from tabuleiro.i18n import _, text

if TYPE_CHECKING:
    from tabuleiro.host.window import MatchWindow

__all__ = ["ReportDialog"]


class ReportDialog(QDialog):
    """Whose knowledge, with pictures or without, and where to."""

    def __init__(self, window: MatchWindow, parent: QWidget | None = None) -> None:
        """Ask about the match of a window."""
        super().__init__(parent)
        self._window = window
        self.setWindowTitle(_("Report of the match"))
        told = QLabel(
            _(
                "One page for any browser, to keep or to send: score, plots, battles, the log, and "
                "a picture of the map after each turn. Your notes and plans are not in it."
            )
        )
        told.setWordWrap(True)
        self.whose = steady(QComboBox())
        seat = window.seat
        sides = seat.module.sides
        if seat.viewer:
            self.whose.addItem(text(sides[seat.viewer].name), "")
        else:
            all_of_it = _("Everything") if seat.sees_all else _("What lies open to all")
            self.whose.addItem(all_of_it, "")
            for side in sides.values() if seat.sees_all else ():
                self.whose.addItem(text(side.name), side.id)
        self.pictures = QCheckBox(_("A picture of the map for each turn"))
        self.pictures.setChecked(True)
        self.log = QCheckBox(_("The whole log"))
        self.log.setChecked(True)
        form = QFormLayout(self)
        form.addRow(told)
        form.addRow(_("Knowledge"), self.whose)
        form.addRow("", self.pictures)
        form.addRow("", self.log)
        buttons = button_box(Usual.Save, Usual.Cancel, of=self, yes=self._save)
        form.addRow(buttons)
        self.resize(460, self.sizeHint().height())

    @property
    def wanted(self) -> Wanted:
        """What was chosen."""
        side = str(self.whose.currentData())
        return Wanted(side, self.pictures.isChecked(), self.log.isChecked())

    def write(self, path: Path) -> bool:
        """Write what was chosen; say what went wrong, if anything did."""
        QApplication.setOverrideCursor(Qt.CursorShape.WaitCursor)
        try:
            page = report(self._window, self.wanted)
            path.write_text(page, encoding="utf-8")
        except OSError as fault:
            warn(self, self.windowTitle(), str(fault))
            return False
        finally:
            QApplication.restoreOverrideCursor()
        return True

    def _save(self) -> None:
        title = self._window.seat.title or self._window.seat.module.id
        path = ask_where_to_save(self, self.windowTitle(), f"{title}.html", _("Web page (*.html)"))
        if path is None:
            return
        if path.suffix.lower() not in {".html", ".htm"}:
            path = path.with_name(f"{path.name}.html")
        if self.write(path):
            self._window.seat.failed.emit(
                _("Written: {path}").format(path=QDir.toNativeSeparators(str(path)))
            )
            self.accept()
