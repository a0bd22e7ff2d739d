"""A board on the drawing table: its draft, how it is now, and how a stroke would leave it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QObject, Signal

from tabuleiro.cartography.drawing import Drawing, read_drawing
from tabuleiro.cartography.picture.draw import grown, without_scans
from tabuleiro.cartography.picture.part import Whole
from tabuleiro.editor.boards.changes import Change, Values
from tabuleiro.editor.boards.differences import Difference, difference
from tabuleiro.editor.boards.kinds import Kinds, kinds_of
from tabuleiro.editor.boards.open_board import NoBoard, OpenBoard
from tabuleiro.editor.boards.scenario_places import rename_in_scenario
from tabuleiro.module.errors import Unreadable
from tabuleiro.module.files import SCENARIOS, decode, read_raw
from tabuleiro.module.images import Image, read_images
from tabuleiro.module.map_data import PlainGridData, sheets_of

if TYPE_CHECKING:
    from tabuleiro.editor import Draft

__all__ = ["FILE", "Session"]

FILE: Final = "board.yaml"


class Session(QObject):
    """What the tools work on. ``seen`` is the board with the stroke that is going on."""

    looked = Signal(object)
    """The board looks otherwise: what differs (`Difference`)."""
    kept = Signal()
    """A step was done, undone or done again."""

    def __init__(self, draft: Draft, parent: QObject | None = None) -> None:
        """Open the board of a draft. Raises `Unreadable` or `NoBoard` if there is none to show."""
        super().__init__(parent)
        self.draft = draft
        self.images: dict[str, Image] = read_images(draft.root)[0]
        self.kinds: Kinds
        self.drawing: Drawing | None = None
        self.bridged: dict[str, frozenset[str]] | None = None
        self.board = self.seen = self._opened()

    def _opened(self) -> OpenBoard:
        values = self.draft.data(FILE)
        game = self._values("module.yaml")
        self._learn(game, values)
        board = OpenBoard(values, self.kinds.usual, self.images, game)
        board.maps  # noqa: B018 - raises what is wrong
        return board

    def _values(self, name: str) -> Values:
        with suppress(KeyError, Unreadable):
            return self.draft.data(name)
        return {}

    def _learn(self, game: Values, board: Values) -> None:
        """Take in what other files say about how the board looks."""
        tables = self._values("tables.yaml")
        self.kinds = kinds_of(game, board, tables)
        rows = tables.get("networks")
        self.bridged = None
        if isinstance(rows, list):
            self.bridged = {
                str(row.get("id")): frozenset(map(str, row.get("bridges") or ()))
                for row in rows
                if isinstance(row, dict)
            }
        self.drawing = None
        name = board.get("drawing")
        if isinstance(name, str):
            with suppress(Unreadable, ValueError, KeyError):
                self.drawing = read_drawing(decode(read_raw(self.draft.root, name), name))

    # how it looks

    def whole(self, language: str, like: Whole | None = None) -> Whole:
        """Return the board for drawing; ``like`` is the last one if its places are the same."""
        board, model = self.seen, self.seen.standing
        drawn = [one for one in board.maps if one.picture is None]
        sheets = sheets_of(board.maps)
        frames = [sheet.frame for sheet in sheets.values()]
        papers = [grown(sheets[one.id].frame) for one in drawn if len(board.maps) > 1]
        drawn = [one for one in drawn if not isinstance(one.grid, PlainGridData)]
        if len(drawn) < len(board.maps):
            model = without_scans(model, {one.id for one in drawn})
        words = (self.kinds.usual, self.drawing, language, self.bridged)
        known = board.terrain if len(drawn) == len(board.maps) else None
        like = like and (like.like or like)  # the first of its kind, not a chain of them
        return Whole(model, drawn, *words, papers, frames, known, like)

    # strokes

    def show(self, changes: Sequence[Change]) -> None:
        """Show what changes would come to, while a stroke is going on."""
        self._look(self.board.after(changes) if changes else self.board)

    def do(
        self, label: str, changes: Sequence[Change], renamed: Mapping[str, str] | None = None
    ) -> bool:
        """Do changes for good, as one step; return whether there were any.

        ``renamed`` are new names of places: scenarios call them so in the same step.
        """
        if not changes:
            self.show(())
            return False
        after = self.board.after(changes)
        after.maps  # noqa: B018 - raises what would be wrong
        with self.draft.edit(label) as files:
            files[FILE] = after.values
            for name in self.draft.names if renamed else ():
                if name.startswith(f"{SCENARIOS}/"):
                    with suppress(Unreadable):  # what is faulty is told among the problems
                        rename_in_scenario(files[name], renamed or {})
        self._look(after)
        self.board = after
        self.kept.emit()
        return True

    def undo(self) -> str:
        """Take back the last step; return what it was, empty if there is none."""
        return self._stepped(self.draft.undo) if self.draft.undo_label else ""

    def redo(self) -> str:
        """Do again what was taken back; return what it was, empty if there is nothing."""
        return self._stepped(self.draft.redo) if self.draft.redo_label else ""

    def _stepped(self, step: Any) -> str:
        label: str = step()
        board = self.board.saying(self.draft.data(FILE))
        self._look(board)
        self.board = board
        self.kept.emit()
        return label

    def _look(self, board: OpenBoard) -> None:
        if board is self.seen:
            return
        before, self.seen = self.seen, board
        try:
            found = difference(before, board)
        except NoBoard:
            self.seen = before
            raise
        self.looked.emit(found)

    def take_images(self) -> None:
        """Look again at which pictures there are."""
        self.draft.take_images()
        self.images = read_images(self.draft.root)[0]
        shape = Difference(shape=True, hexes=frozenset(), lines=frozenset(), names=True)
        self.board = OpenBoard(self.board.values, self.kinds.usual, self.images, self.board.game)
        self.seen = self.board
        self.looked.emit(shape)
