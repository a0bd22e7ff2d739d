"""What all tools of the board editor have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Protocol

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from tabuleiro.editor.boards.open_board import NoBoard
from tabuleiro.host.boardeditor.canvas import Sketch

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tabuleiro.editor.boards.changes import Change
    from tabuleiro.editor.boards.open_board import OpenBoard
    from tabuleiro.host.boardeditor.canvas import Canvas
    from tabuleiro.host.boardeditor.session import Session

__all__ = ["Desk", "Tool"]


class Desk(Protocol):
    """Where tools lie: the board, the map that shows it, and somebody to tell things."""

    session: Session
    canvas: Canvas

    def say(self, words: str) -> None:
        """Tell something in the status line."""

    def pick(self, x: float, y: float) -> None:
        """Take up what is at a point: its terrain, its road, its river."""


class Tool(QObject):
    """A tool: what the hand does on the map with it, and what can be chosen for it."""

    id: ClassVar[str]
    label: ClassVar[str]
    """What it is called, as an English sentence that is translated."""
    keys: ClassVar[str]
    hint: ClassVar[str]
    """How it is used, in a sentence."""

    def __init__(self, desk: Desk, parent: QObject | None = None) -> None:
        """Take a place on the desk."""
        super().__init__(parent)
        self.desk = desk
        self.panel = QWidget()
        self.column = QVBoxLayout(self.panel)
        self.column.setContentsMargins(6, 6, 6, 6)
        self.build()

    def build(self) -> None:
        """Fill the panel."""

    @property
    def board(self) -> OpenBoard:
        """The board without the stroke that is going on."""
        return self.desk.session.board

    def fits(self) -> bool:
        """Return whether this board can be worked on with it."""
        return True

    def refresh(self) -> None:
        """Take in that the board is another one."""

    def taken_up(self) -> None:
        """The tool is taken into the hand."""
        self.refresh()

    def laid_down(self) -> None:
        """Another tool is taken."""
        self.cancel()
        self.desk.canvas.sketch.show_sketch(Sketch())

    # the hand

    def press(self, x: float, y: float, *, pick: bool) -> None:
        """The button goes down."""
        if pick:
            self.desk.pick(x, y)
        else:
            self.begin(x, y)

    def begin(self, x: float, y: float) -> None:
        """Begin a stroke."""

    def drag(self, x: float, y: float) -> None:
        """Go on with a stroke."""

    def flush(self) -> None:
        """Show what the steps of a stroke come to so far."""

    def release(self, x: float, y: float) -> None:
        """End a stroke."""

    def hover(self, x: float, y: float) -> None:
        """Show what a click would do."""

    def double(self, x: float, y: float) -> None:
        """A double click is two clicks, unless a tool knows better."""
        self.press(x, y, pick=False)
        self.release(x, y)

    def key(self, key: Qt.Key) -> bool:
        """A key was pressed; return whether it meant something."""
        return False

    def cancel(self) -> bool:
        """Give up what was begun; return whether there was anything."""
        begun = self.let_go()
        if begun:
            self.show(())
        return begun

    def let_go(self) -> bool:
        """Forget what was begun; return whether there was anything."""
        return False

    # what comes of it

    def place_at(self, x: float, y: float) -> str | None:
        """Return the place under a point, None beyond the board."""
        found = self.board.geometry.hex_at(x, y)
        return found if found is not None and found in self.board.grid else None

    def show(self, changes: Sequence[Change]) -> None:
        """Show what a stroke comes to so far."""
        try:
            self.desk.session.show(changes)
        except NoBoard as fault:
            self.desk.say(str(fault))

    def do(
        self, label: str, changes: Sequence[Change], renamed: Mapping[str, str] | None = None
    ) -> bool:
        """Do what a stroke came to; what cannot be is told."""
        try:
            return self.desk.session.do(label, changes, renamed)
        except NoBoard as fault:
            self.desk.session.show(())
            self.desk.say(str(fault))
            return False
