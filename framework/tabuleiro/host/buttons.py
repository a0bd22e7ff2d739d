"""The usual buttons of dialogs, in the language of the player.

Qt brings texts of its own for them, which are there only if its catalogues were installed, and
which stay as they were when the language changes. So each is named here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtWidgets import QDialogButtonBox, QInputDialog, QMessageBox

from tabuleiro.i18n import N_, _

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from PySide6.QtWidgets import QDialog, QWidget

__all__ = ["Usual", "ask_text", "button_box", "input_dialog", "question", "warn"]

Usual = QDialogButtonBox.StandardButton

_WORDS: Final[Mapping[QDialogButtonBox.StandardButton, str]] = {
    Usual.Ok: N_("OK"),
    Usual.Cancel: N_("Cancel"),
    Usual.Close: N_("Close"),
    Usual.Save: N_("Save"),
}
_LINE: Final = 52
"""So many letters of a line can be seen at once."""


def button_box(
    *usual: QDialogButtonBox.StandardButton,
    of: QDialog,
    yes: Callable[[], object] | None = None,
) -> QDialogButtonBox:
    """Return a row of usual buttons of a dialog: one says yes, the other closes it."""
    box = QDialogButtonBox()
    for each in usual:
        box.addButton(each).setText(_(_WORDS[each]))
    box.accepted.connect(yes or of.accept)
    box.rejected.connect(of.reject)
    return box


def input_dialog(parent: QWidget, title: str, label: str, value: str = "") -> QInputDialog:
    """Return a dialog that asks for a line of text."""
    dialog = QInputDialog(parent)
    dialog.setWindowTitle(title)
    dialog.setLabelText(label)
    dialog.setTextValue(value)
    dialog.setOkButtonText(_("OK"))
    dialog.setCancelButtonText(_("Cancel"))
    dialog.resize(_LINE * dialog.fontMetrics().averageCharWidth(), dialog.sizeHint().height())
    return dialog


def ask_text(parent: QWidget, title: str, label: str) -> str | None:
    """Ask for a line of text; None if the player would rather not."""
    dialog = input_dialog(parent, title, label)
    good = dialog.exec()
    text = dialog.textValue()
    dialog.deleteLater()
    return text if good else None


def question(parent: QWidget, title: str, sentence: str, yes: str, no: str) -> bool:
    """Ask something that is answered by one of two words; closing the box says no."""
    box = QMessageBox(QMessageBox.Icon.Question, title, sentence, parent=parent)
    agree = box.addButton(yes, QMessageBox.ButtonRole.AcceptRole)
    box.setDefaultButton(box.addButton(no, QMessageBox.ButtonRole.RejectRole))
    box.exec()
    box.deleteLater()
    return box.clickedButton() is agree


def warn(parent: QWidget, title: str, sentence: str) -> None:
    """Say what went wrong, until the player has read it."""
    box = QMessageBox(QMessageBox.Icon.Warning, title, sentence, parent=parent)
    box.addButton(_("OK"), QMessageBox.ButtonRole.AcceptRole)
    box.exec()
    box.deleteLater()
