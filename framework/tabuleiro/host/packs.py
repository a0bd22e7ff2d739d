"""Packs in the window: dropped on it or opened, looked at, trusted, installed; consent to code."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QCheckBox, QDialog, QLabel, QVBoxLayout

from tabuleiro.engine.catalogue import Catalogue
from tabuleiro.engine.plugins import plugin_of_pack
from tabuleiro.host.buttons import Usual, button_box, question
from tabuleiro.host.modulefolders import is_module, take_remembered
from tabuleiro.i18n import _, text
from tabuleiro.publish.consent_words import code_of_pack, what_code_may
from tabuleiro.publish.contents import ENDING
from tabuleiro.publish.trust import Standing, Trust

if TYPE_CHECKING:
    from PySide6.QtCore import QMimeData
    from PySide6.QtWidgets import QWidget

    from tabuleiro.engine.plugins import FoundPlugin
    from tabuleiro.host.shell import Shell
    from tabuleiro.publish.pack import Pack

__all__ = ["VMOD", "PackDialog", "PackDrop", "agrees_to_code", "install_pack"]

VMOD: Final = ".vmod"
"""What the file of a module of VASSAL ends in."""
_WIDE: Final = 560


class PackDialog(QDialog):
    """Says what a pack is and who signed it, before anything is installed."""

    def __init__(self, pack: Pack, trust: Trust, parent: QWidget | None = None) -> None:
        """Make the dialog."""
        super().__init__(parent)
        self.setWindowTitle(_("Install a pack"))
        said = pack.manifest
        column = QVBoxLayout(self)
        title = escape(text(said.title.model_dump()))
        self.about = _label(
            f"<h3>{title} <small>{escape(said.version)}</small></h3>"
            f"<p>{escape(text(said.summary.model_dump()))}</p>"
            f"<p>{escape(said.publisher)} · {escape(text(said.licence.model_dump()))}</p>"
        )
        self.trust = _label("".join(f"<p>{escape(each)}</p>" for each in trust.sentences(pack)))
        self.trust.setObjectName("trust")
        column.addWidget(self.about)
        column.addWidget(self.trust)
        self.boxes: list[QCheckBox] = []
        standing = trust.standing(pack)
        if pack.signature is None:
            self._need(_("Install it although nobody signed it"))
        if standing in {Standing.NEW, Standing.CHANGED} and pack.signature is not None:
            self._need(_("The publisher told me these words, and I trust him"))
        elif standing is Standing.CHANGED:
            self._need(_("Install it although its key is gone"))
        self.code: QCheckBox | None = None
        if pack.has_code:
            sentences = "".join(f"<p>{escape(each)}</p>" for each in code_of_pack(pack))
            column.addWidget(_label(sentences))
            self.code = QCheckBox(_("I agree that its code runs"))
        for box in (*self.boxes, self.code):
            if box is not None:
                column.addWidget(box)
        self.buttons = button_box(Usual.Cancel, of=self)
        self.install = self.buttons.addButton(_("Install"), self.buttons.ButtonRole.AcceptRole)
        column.addWidget(self.buttons)
        self.setMinimumWidth(_WIDE)
        self._switch()

    def _need(self, words: str) -> None:
        """Add something that must be ticked before the pack can be installed."""
        box = QCheckBox(words)
        box.toggled.connect(self._switch)
        self.boxes.append(box)

    def _switch(self) -> None:
        self.install.setEnabled(all(box.isChecked() for box in self.boxes))


def _label(html: str) -> QLabel:
    label = QLabel(html)
    label.setTextFormat(Qt.TextFormat.RichText)
    label.setWordWrap(True)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label


def install_pack(shell: Shell, path: Path) -> None:
    """Ask about a pack and install it; raises `PackError` if it cannot be."""
    from tabuleiro.publish.installing import check_place
    from tabuleiro.publish.pack import open_pack

    pack = open_pack(path)
    check_place(pack)
    trust = Trust()
    dialog = PackDialog(pack, trust, shell)
    agreed = dialog.exec()
    code = dialog.code is not None and dialog.code.isChecked()
    dialog.deleteLater()
    if agreed:
        _install(shell, pack, trust, code=code)


def _install(shell: Shell, pack: Pack, trust: Trust, *, code: bool) -> None:
    from tabuleiro.publish.installing import install

    done = install(pack, shell.catalogue.parameters)
    trust.meet(pack)
    found = plugin_of_pack(done.pack)
    if code and found is not None and found.code is not None:
        shell.catalogue.consents.give(found.name, found.version, found.code.digest)
    shell.catalogue = Catalogue.installed()
    take_remembered(shell.catalogue, shell.settings)
    shell.retell()


def agrees_to_code(shell: Shell, found: FoundPlugin) -> bool:
    """Ask whether the code that a match needs may run, and keep the answer if it is yes."""
    sentences = "\n\n".join(what_code_may(found))
    if found.code is None or not question(
        shell, "Tabuleiro", sentences, _("It may run"), _("It may not")
    ):
        return False
    shell.catalogue.consents.give(found.name, found.version, found.code.digest)
    return True


class PackDrop(QObject):
    """Lets packs, matches and modules of VASSAL be dropped on the window."""

    def __init__(self, shell: Shell) -> None:
        """Look at what is dropped on a window."""
        super().__init__(shell)
        self._shell = shell
        shell.setAcceptDrops(True)
        shell.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Take files that can be opened, and leave all else alone."""
        if isinstance(event, QDragEnterEvent | QDropEvent):
            path = _dropped(event.mimeData())
            if path is None:
                return False
            event.acceptProposedAction()
            if event.type() == QEvent.Type.Drop:
                # The other program waits until the drop is over: ask afterwards.
                QTimer.singleShot(0, self._shell, lambda: self._shell.open_file(path))
            return True
        return False


def _dropped(data: QMimeData) -> Path | None:
    """Return the one file that is dropped, if it is one of ours."""
    paths = [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
    ours = {ENDING, ".partida", VMOD}
    good = len(paths) == 1 and (paths[0].suffix in ours or is_module(paths[0]))
    return paths[0] if good else None
