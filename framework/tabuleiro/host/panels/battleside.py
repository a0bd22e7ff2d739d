"""One side of a battle: its counters with what each adds, the sum, and who may still join."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QToolButton, QWidget

from tabuleiro.host.gestures import path_of, piece_of
from tabuleiro.host.words import action_label, piece_line
from tabuleiro.i18n import _, text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tabuleiro.engine import Action
    from tabuleiro.host.play import MapPlay
    from tabuleiro.host.seat import Seat

__all__ = ["BattleSide"]

_ICON: Final = 30
_SMALL: Final = 24
_COLUMNS: Final = 8


class BattleSide(QFrame):
    """The counters are buttons: a click joins, withdraws, takes the loss or chooses who goes."""

    def __init__(self, seat: Seat, play: MapPlay, parent: QWidget | None = None) -> None:
        """Make an empty side."""
        super().__init__(parent)
        self.seat = seat
        self._play = play
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(5, 2, 5, 3)
        self._grid.setSpacing(1)
        self._grid.setColumnStretch(_COLUMNS, 1)
        self._made: list[QWidget] = []
        self._answers: dict[str, list[Action]] = {}

    def show_side(self, side: str, parts: Sequence[Mapping[str, Any]], total: int | None) -> None:
        """Show who takes part, what it comes to, and who could still come."""
        held = [b.objectName() for b in self.findChildren(QToolButton) if b.hasFocus()]
        for widget in self._made:
            self._grid.removeWidget(widget)
            widget.hide()
            widget.deleteLater()
        self._made = []
        self._answers = self._find_answers()
        name = text(self.seat.game.module.sides[side].name)
        sealed = total is None
        total_words = _("sealed") if sealed else str(total)
        head = QLabel(f"<b>{name}</b>&nbsp; <span style='font-size:x-large'>{total_words}</span>")
        head.setObjectName("sum")
        if sealed:
            head.setToolTip(_("The strengths of this side show when they are announced."))
        self._put(head, 0, 0, _COLUMNS + 1)
        row = self._lay_out([self._part(part) for part in parts], 1, span=2)
        here = {part["piece"] for part in parts}
        joins = [a for a in self._joins(side) if piece_of(a) not in here]
        if joins:
            self._put(QLabel(_("May still join:")), row, 0, _COLUMNS + 1)
            row = self._lay_out([self._joiner(action) for action in joins], row + 1)
        for button in self.findChildren(QToolButton):
            if button.objectName() in held and not button.isHidden():
                button.setFocus()

    def _put(self, widget: QWidget, row: int, column: int, span: int = 1) -> None:
        self._grid.addWidget(widget, row, column, 1, span)
        widget.show()
        self._made.append(widget)

    def _lay_out(self, widgets: Sequence[QWidget], row: int, span: int = 1) -> int:
        for number, widget in enumerate(widgets):
            down, column = divmod(number * span, _COLUMNS)
            self._put(widget, row + down, column, span)
        return row + -(-len(widgets) * span // _COLUMNS)

    def _joins(self, side: str) -> list[Action]:
        decision = self.seat.decision()
        if decision is None or decision.side != side or decision.kind != "allocate":
            return []
        return [a for a in self.seat.legal() if piece_of(a) and a.kind == "join"]

    def _part(self, part: Mapping[str, Any]) -> QWidget:
        value = "?" if part["value"] is None else str(part["value"])
        piece = part["piece"]
        if not piece:
            label = QLabel(f"{part['text']} <b>{value}</b>")
            label.setObjectName("part")
            return label
        actions = [a for a in self._about(piece) if not path_of(a)]
        button = self._counter(piece, value)
        if len(actions) == 1:
            does = action_label(self.seat.game.module, actions[0])
            button.setToolTip(f"{button.toolTip()}\n{does}")
            button.clicked.connect(lambda: self.seat.act(actions[0]))
        else:
            button.clicked.connect(lambda: self._play.click(self._place(piece), piece))
        return button

    def _joiner(self, action: Action) -> QWidget:
        piece = piece_of(action) or ""
        button = self._counter(piece, "", _SMALL)
        button.setToolTip(f"{button.toolTip()}\n{action_label(self.seat.game.module, action)}")
        button.clicked.connect(lambda: self.seat.act(action))
        return button

    def _about(self, piece: str) -> list[Action]:
        return self._answers.get(piece, [])

    def _find_answers(self) -> dict[str, list[Action]]:
        """Return what the counters can mean in the decision of now."""
        decision = self.seat.decision()
        found: dict[str, list[Action]] = {}
        if decision is not None and decision.kind != "phase":
            for action in self.seat.legal():
                found.setdefault(piece_of(action) or "", []).append(action)
        return found

    def _place(self, piece: str) -> str:
        return self.seat.situation.place(piece)

    def _counter(self, piece: str, words: str, icon: int = _ICON) -> QToolButton:
        module = self.seat.game.module
        button = QToolButton()
        button.setObjectName(piece)
        button.setAutoRaise(not self._about(piece))
        beside = Qt.ToolButtonStyle.ToolButtonTextBesideIcon
        button.setToolButtonStyle(beside if words else Qt.ToolButtonStyle.ToolButtonIconOnly)
        button.setIconSize(QSize(icon, icon))
        button.setIcon(QIcon(self._play.view.art.pixmap(self._play.face(piece), icon, 2)))
        button.setText(words)
        line = piece_line(module, piece, self.seat.seen(piece))
        button.setToolTip(line)
        button.setAccessibleName(f"{line}: {words}" if words else line)
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        return button
