"""Opening the board editor: a new module, one's own, or a copy of a game that is not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
)

from tabuleiro.editor import Draft, EditError
from tabuleiro.editor.beginning import (
    checked_id,
    copy_module,
    draft_of,
    new_module,
    own_modules,
    titled,
)
from tabuleiro.editor.boards.grids import regridded
from tabuleiro.editor.boards.items import slug
from tabuleiro.editor.boards.open_board import NoBoard
from tabuleiro.host.app import fit_screen
from tabuleiro.host.boardeditor.editor import BoardEditor
from tabuleiro.host.boardeditor.session import FILE, Session
from tabuleiro.host.buttons import Usual, ask_text, button_box, question, warn
from tabuleiro.i18n import N_, _, text
from tabuleiro.module import Module, ModuleError
from tabuleiro.module.errors import Unreadable
from tabuleiro.module.files import decode, read_raw
from tabuleiro.module.loader import parse

if TYPE_CHECKING:
    from tabuleiro.host.shell import Shell

__all__ = ["ChooseBoard", "NewBoard", "edit_board", "new_board", "open_editor"]

_KINDS: Final = {
    "hexes": N_("Hexes"),
    "squares": N_("Squares"),
    "areas": N_("Areas"),
    "plain": N_("A picture without a grid"),
}
_SOURCE: Final = "source/board-source.yaml"
_GRIDDED: Final = frozenset({"hexes", "squares"})


class NewBoard(QDialog):
    """Asks for the name, the kind and the size of a new board."""

    def __init__(self, parent: Shell) -> None:
        """Offer a board of hexes of some size."""
        super().__init__(parent)
        self.setWindowTitle(_("New board"))
        column, rows = QVBoxLayout(self), QFormLayout()
        self.title = QLineEdit()
        self.kind = QComboBox()
        for id, label in _KINDS.items():
            self.kind.addItem(_(label), id)
        self.columns, self.rows = QSpinBox(), QSpinBox()
        # The first scenario of a new module stands in column 10 and row 5.
        for box, usual, least in ((self.columns, 24, 10), (self.rows, 18, 5)):
            box.setRange(least, 99)
            box.setValue(usual)
        rows.addRow(_("Title"), self.title)
        rows.addRow(_("Places"), self.kind)
        rows.addRow(_("Columns"), self.columns)
        rows.addRow(_("Rows"), self.rows)
        self._rows = rows
        column.addLayout(rows)
        self.buttons = button_box(Usual.Ok, Usual.Cancel, of=self)
        column.addWidget(self.buttons)
        self.kind.currentIndexChanged.connect(self._fit)
        self.title.textChanged.connect(self._fit)
        self._fit()

    def _fit(self) -> None:
        gridded = self.kind.currentData() in _GRIDDED
        for box in (self.columns, self.rows):
            self._rows.setRowVisible(box, gridded)
        self.buttons.button(Usual.Ok).setEnabled(bool(slug(self.title.text())))

    def make(self, where: Path) -> Path:
        """Write the module of the new board, a free table, into a folder; return its own."""
        title, kind = self.title.text().strip(), str(self.kind.currentData())
        folder = new_module(checked_id(slug(title)), where, kind, titled(slug(title), title))
        if kind in _GRIDDED:
            session = Session(Draft(folder))
            size = {"columns": self.columns.value(), "rows": self.rows.value()}
            session.do(_("Grid"), regridded(session.board, (), size).changes)
            session.draft.save()
        return folder


def new_board(shell: Shell) -> None:
    """Ask for a new board, write a module for it, and open it."""
    dialog = NewBoard(shell)
    if dialog.exec():
        try:
            open_editor(shell, dialog.make(own_modules()))
        except (EditError, OSError, ValueError) as fault:
            warn(shell, _("New board"), str(fault))
    dialog.deleteLater()


class ChooseBoard(QDialog):
    """Asks whose board is to be edited: those of one's own come first."""

    def __init__(self, modules: Iterable[Module], parent: Shell) -> None:
        """Offer these modules, or any folder."""
        super().__init__(parent)
        self.setWindowTitle(_("Edit a board"))
        self.root: Path | None = None
        self.list = QListWidget()
        own = own_modules()
        for module in sorted(modules, key=lambda each: not each.root.is_relative_to(own)):
            mine = module.root.is_relative_to(own)
            title = text(module.title)
            words = title if mine else _("A copy of {game}").format(game=title)
            item = QListWidgetItem(words)
            item.setData(Qt.ItemDataRole.UserRole, str(module.root))
            self.list.addItem(item)
        self.list.setCurrentRow(0)
        self.list.itemActivated.connect(lambda _item: self._choose())
        buttons = button_box(Usual.Ok, Usual.Cancel, of=self, yes=self._choose)
        elsewhere = QPushButton(_("Another folder …"))
        elsewhere.clicked.connect(self._ask_folder)
        buttons.addButton(elsewhere, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.button(Usual.Ok).setEnabled(self.list.count() > 0)
        column = QVBoxLayout(self)
        column.addWidget(self.list)
        column.addWidget(buttons)

    def _choose(self) -> None:
        self.root = Path(self.list.currentItem().data(Qt.ItemDataRole.UserRole))
        self.accept()

    def _ask_folder(self) -> None:
        where = str(own_modules())
        name = QFileDialog.getExistingDirectory(self, _("Open the folder of a module"), where)
        if name:
            self.root = Path(name)
            self.accept()


def edit_board(shell: Shell) -> None:
    """Open the board of the match that is shown, or of a module that is asked for."""
    if shell.match is not None:
        open_editor(shell, shell.match.seat.module.root)
        return
    dialog = ChooseBoard(_modules(shell), shell)
    if dialog.exec() and dialog.root is not None:
        open_editor(shell, dialog.root)
    dialog.deleteLater()


def _modules(shell: Shell) -> Iterator[Module]:
    """Yield the modules that are here and sound."""
    for id in shell.catalogue.module_ids():
        with suppress(ModuleError):
            yield shell.catalogue.module(id)


def open_editor(shell: Shell, root: Path) -> BoardEditor | None:
    """Open the board of a module; of a game that is not one's own a copy is offered."""
    try:
        draft = draft_of(root, shell.catalogue.parameters)
        _check_made_by_hand(draft)
        if draft.read_only:
            copy = _copied(shell, draft)
            if copy is None:
                return None
            draft = copy
        editor = BoardEditor(draft)
    except (EditError, NoBoard, Unreadable, OSError, KeyError) as fault:
        sentence = _("The board cannot be edited: {reason}").format(reason=_reason(fault))
        warn(shell, _("Edit a board"), sentence)
        return None
    editor.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    shell.editors.append(editor)
    editor.destroyed.connect(lambda: shell.editors.remove(editor))
    editor.play_asked.connect(shell.open_file)
    editor.resize(shell.size())
    fit_screen(editor)
    editor.show()
    return editor


def _reason(fault: Exception) -> str:
    if isinstance(fault, Unreadable):
        return str(fault.problem)
    if isinstance(fault, KeyError):
        return _("there is no {file}").format(file=FILE)
    return str(fault) or FILE


def _copied(shell: Shell, draft: Draft) -> Draft | None:
    """Offer a copy of a game that is not written over; None if nobody wants one."""
    words = (_("Edit a board"), draft.read_only, _("Make a copy …"), _("Cancel"))
    if draft.is_pack or not question(shell, *words):
        return None
    title = ask_text(shell, _("Make a copy"), _("What is the copy to be called?"))
    if not title:
        return None
    folder = copy_module(draft.root.name, checked_id(slug(title)), own_modules())
    return draft_of(folder, shell.catalogue.parameters)


def _check_made_by_hand(draft: Draft) -> None:
    """Refuse a board that a tool makes of its sources: what is drawn here would be lost."""
    if draft.is_pack:
        raise EditError(_("a pack of scenarios has the board of its game"))
    if not (draft.root / _SOURCE).is_file():
        return
    source = parse(decode(read_raw(draft.root, _SOURCE), _SOURCE), _SOURCE).data
    if source.get("keep") != FILE:
        raise EditError(
            _(
                "`tabuleiro board build` makes it of {file}, and would write over what is drawn"
                " here: make changes there, under `overrides`."
            ).format(file=_SOURCE)
        )
