"""Modules of VASSAL in the window: chosen or dropped on it, imported, and what became of them."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QFileDialog, QLabel, QPlainTextEdit, QVBoxLayout

from tabuleiro.harmless import harmless
from tabuleiro.host.buttons import Usual, button_box
from tabuleiro.host.converting import as_png
from tabuleiro.host.filedialogs import begin_in
from tabuleiro.i18n import _
from tabuleiro.module.packs import data_folder
from tabuleiro.vassal.importing import import_module
from tabuleiro.vassal.names import slug
from tabuleiro.vassal.report import REPORT, summary_of

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from tabuleiro.host.shell import Shell
    from tabuleiro.vassal.ledger import Ledger

__all__ = ["ImportDialog", "choose_vassal", "import_vassal"]

_WIDE, _HIGH = 760, 560


class ImportDialog(QDialog):
    """Says what became of a module of VASSAL, and by name what was left."""

    def __init__(self, folder: Path, ledger: Ledger, parent: QWidget | None = None) -> None:
        """Make the dialog."""
        super().__init__(parent)
        self.setWindowTitle(_("Import from VASSAL"))
        column = QVBoxLayout(self)
        shown = _("The free table lies in {folder}.").format(folder=harmless(folder))
        self.summary = QLabel("\n".join((*summary_of(ledger), shown)))
        self.summary.setTextFormat(Qt.TextFormat.PlainText)
        self.summary.setWordWrap(True)
        self.report = QPlainTextEdit((folder / REPORT).read_text("utf-8"))
        self.report.setReadOnly(True)
        self.report.setAccessibleName(_("Report of the import"))
        self.buttons = button_box(Usual.Close, of=self)
        self.play = self.buttons.addButton(_("New match …"), self.buttons.ButtonRole.AcceptRole)
        for widget in (self.summary, self.report, self.buttons):
            column.addWidget(widget)
        self.resize(_WIDE, _HIGH)


def choose_vassal(shell: Shell) -> None:
    """Ask for a module of VASSAL and import it."""
    name, _filter = QFileDialog.getOpenFileName(
        shell, _("Import from VASSAL"), begin_in(shell), _("Modules of VASSAL (*.vmod)")
    )
    if name:
        shell.open_file(Path(name))


def import_vassal(shell: Shell, path: Path) -> None:
    """Import a module among those of the user; raises `VassalError` if it cannot be."""
    folder = _new_folder(path)
    QGuiApplication.setOverrideCursor(Qt.CursorShape.WaitCursor)
    try:
        ledger = import_module(path, folder, as_png)
    finally:
        QGuiApplication.restoreOverrideCursor()
    shell.retell()
    dialog = ImportDialog(folder, ledger, shell)
    if dialog.exec():
        shell.new_match(folder.name)
    dialog.deleteLater()


def _new_folder(path: Path) -> Path:
    """Return a folder that is not there yet, among the modules of the user."""
    modules = data_folder() / "modules"
    stem = slug(path.stem, "module")
    names = (stem if number == 1 else f"{stem}-{number}" for number in count(1))
    return next(modules / name for name in names if not (modules / name).exists())
