"""A scenario that is being edited: the draft of its files, and who hears of changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal

from tabuleiro.editor import EditError
from tabuleiro.editor.scenarios import Standing, standing, waiting
from tabuleiro.host.counter import Face, face_of
from tabuleiro.i18n import _, text
from tabuleiro.module.errors import Unreadable

if TYPE_CHECKING:
    from tabuleiro.editor import Draft
    from tabuleiro.module import Module, Problem

__all__ = ["Session"]

_CHECK_AFTER = 300
"""Milliseconds after the last change until the files are checked: a large game takes a second."""


class Session(QObject):
    """One scenario in a draft. The board and the counters are those of the module when opened."""

    changed = Signal()
    """Something was changed, undone or saved."""
    checked = Signal()
    """The problems were looked for anew."""
    refused = Signal(str)
    """Something could not be done; a sentence."""

    def __init__(self, draft: Draft, file: str, module: Module) -> None:
        """Edit a file of a draft, on the board of a module."""
        super().__init__()
        self.draft = draft
        self.file = file
        self.module = module
        self.problems: tuple[Problem, ...] = ()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_CHECK_AFTER)
        self._timer.timeout.connect(self.check)
        self.values: dict[str, Any] = {}
        self._read()
        self.check()

    @property
    def id(self) -> str:
        """The id of the scenario."""
        return self.file.rpartition("/")[2].removesuffix(".yaml")

    @property
    def turns(self) -> tuple[int, int]:
        """The first and the last turn: where the file says none, those of the whole game."""
        usual = {"first_turn": 1, "last_turn": max(len(self.module.turns), 1)}
        found = {key: self.values.get(key) for key in usual}
        first, last = (turn if isinstance(turn, int) else usual[key] for key, turn in found.items())
        return first, last

    def _read(self) -> None:
        try:
            self.values = self.draft.data(self.file)
        except (Unreadable, KeyError):  # undone to before it was there, or mended by hand
            self.values = {}
        self.standing: dict[str, Standing] = {
            piece: where
            for piece, where in standing(self.values).items()
            if piece in self.module.counters
        }
        self.waiting = waiting(self.values)

    def edit(self, label: str, change: Callable[[dict[str, Any]], object]) -> None:
        """Change the values of the scenario, as one step that can be undone."""
        if not self.values:
            return
        try:
            with self.draft.edit(label) as files:
                change(files[self.file])
        except EditError as error:
            self.refused.emit(str(error))
        self._tell()

    def note(self, words: str) -> None:
        """Let the comment at the top of the file say something else."""
        if self.file in self.draft.names:
            self.draft.set_remark(self.file, words, _("Notes"))
            self._tell()

    def undo(self) -> None:
        """Take back the last step; the first, with which the scenario came, stays."""
        if self.can_undo:
            self.draft.undo()
            self._tell()

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to take back."""
        return bool(self.draft.undo_label) and self.draft.undo_keeps(self.file)

    def redo(self) -> None:
        """Do again what was taken back last."""
        if self.draft.redo_label:
            self.draft.redo()
            self._tell()

    def save(self) -> bool:
        """Save all that was changed; return whether it was."""
        try:
            self.draft.save()
        except EditError as error:
            self.refused.emit(str(error))
            return False
        self.changed.emit()
        return True

    def _tell(self) -> None:
        self._read()
        self.changed.emit()
        self._timer.start()

    def check(self) -> None:
        """Look for problems now."""
        self._timer.stop()
        self.problems = self.draft.problems()
        self.checked.emit()

    # what counters look like

    def face(self, piece: str) -> Face:
        """Return how a counter looks with the losses that it starts with."""
        counter = self.module.counters[piece]
        where = self.standing.get(piece)
        losses = min(where.losses, max(counter.steps - 1, 1)) if where is not None else 0
        if not losses:
            return face_of(self.module, counter)
        values = {name: counter.value(name, losses=losses) for name in counter.values}
        return face_of(
            self.module, counter, {"known": "all", "losses": losses, "values": values, "marks": []}
        )

    def name(self, piece: str) -> str:
        """Return what a counter is called."""
        return text(self.module.counters[piece].name)
