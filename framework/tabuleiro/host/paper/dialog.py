"""Asks what of a game is printed, and where the PDF goes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtWidgets import QCheckBox, QComboBox, QDialog, QFormLayout, QWidget

from tabuleiro.host.buttons import Usual, button_box, warn
from tabuleiro.host.filedialogs import ask_where_to_save
from tabuleiro.host.paper.countersheets import SIZES
from tabuleiro.host.paper.game import PAPERS, PARTS, Wanted, print_game
from tabuleiro.host.steady import steady
from tabuleiro.i18n import N_, _, text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tabuleiro.module import Module

__all__ = ["PaperDialog"]

_PARTS: Final[Mapping[str, str]] = {
    "counters": N_("Counter sheets, with backs"),
    "map": N_("The map"),
    "charts": N_("Charts"),
    "arrivals": N_("Set-up and arrivals"),
}
_PAPERS: Final[Mapping[str, str]] = {
    "a4": N_("A4 sheets"),
    "a3": N_("A3 sheets"),
    "poster": N_("One large sheet"),
}


class PaperDialog(QDialog):
    """Asks which game, which parts and which sizes."""

    def __init__(
        self, games: Mapping[str, Module], first: str | None = None, parent: QWidget | None = None
    ) -> None:
        """Ask about some games, this one at first."""
        super().__init__(parent)
        self._games = games
        self.setWindowTitle(_("Print and play"))
        form = QFormLayout(self)
        self.game = steady(QComboBox())
        for id, module in games.items():
            self.game.addItem(text(module.title), id)
        self.game.setCurrentIndex(max(self.game.findData(first), 0))
        form.addRow(_("Game"), self.game)
        self.parts = {part: QCheckBox(_(_PARTS[part])) for part in PARTS}
        for box in self.parts.values():
            box.setChecked(True)
            form.addRow("", box)
        self.side = steady(QComboBox())
        for size in SIZES:
            self.side.addItem(f"{size:g} mm", size)
        self.side.setCurrentIndex(1)
        form.addRow(_("Counters"), self.side)
        self.paper = steady(QComboBox())
        for paper in PAPERS:
            self.paper.addItem(_(_PAPERS[paper]), paper)
        form.addRow(_("Map on"), self.paper)
        buttons = button_box(Usual.Save, Usual.Cancel, of=self, yes=self._save)
        form.addRow(buttons)

    def write(self, path: Path) -> bool:
        """Write what was chosen; say what went wrong, if anything did."""
        parts = [part for part, box in self.parts.items() if box.isChecked()]
        module = self._games[self.game.currentData()]
        wanted = Wanted(parts, self.side.currentData(), self.paper.currentData())
        try:
            print_game(module, path, wanted)
        except (OSError, ValueError) as fault:
            warn(self, self.windowTitle(), str(fault))
            return False
        return True

    def _save(self) -> None:
        path = ask_where_to_save(
            self, self.windowTitle(), f"{self.game.currentData()}.pdf", "*.pdf"
        )
        if path is None:
            return
        if self.write(path if path.suffix.lower() == ".pdf" else Path(f"{path}.pdf")):
            self.accept()
