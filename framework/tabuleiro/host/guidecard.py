"""The card of a guide: the task, whether it is done and the way on, over a corner of the map.

It stands on its lower edge, so that its buttons stay in their place however long the text is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QEnterEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from tabuleiro.host.lesson import Until
from tabuleiro.host.scrolled import scrolled
from tabuleiro.i18n import _, text

if TYPE_CHECKING:
    from tabuleiro.host.guide import Guide
    from tabuleiro.host.map.view import BoardView

__all__ = ["GuideCard"]

_OFF: Final = 12
"""So far it stays from the edges of the map."""
_LETTERS: Final = 52
"""So many letters long its lines are."""
_WIDEST: Final = 0.46
_HIGHEST: Final = 0.7
"""Shares of the map that it never exceeds; a longer text scrolls."""
_SPACE: Final = 6
_EDGE: Final = 10
_STYLE: Final = (
    "#guide-card { background: palette(window); border: 2px solid #de7814; border-radius: 8px; }"
)


class GuideCard(QFrame):
    """Shows a step of a guide."""

    def __init__(self, guide: Guide, view: BoardView) -> None:
        """Lie over a map, for a guide that has not begun yet."""
        super().__init__(view.viewport())
        self._guide = guide
        self._view = view
        self.setObjectName("guide-card")
        self.setStyleSheet(_STYLE)
        self.setAutoFillBackground(True)
        self.setAccessibleName(_("Guide"))
        self.setAttribute(Qt.WidgetAttribute.WA_NoMousePropagation)  # a click is none on the map
        self._count = QProgressBar()
        self._count.setRange(0, len(guide.lesson.steps))
        self._count.setTextVisible(False)
        self._count.setFixedHeight(6)
        self._title = QLabel()
        self._title.setWordWrap(True)
        self._title.setProperty("headline", True)
        self.told = QLabel()
        """The task; when it is done, what came of it."""
        self.told.setProperty("reading", True)
        self.told.setWordWrap(True)
        self.told.setTextFormat(Qt.TextFormat.RichText)
        self.told.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.forward = QPushButton()
        self.forward.clicked.connect(guide.forward)
        self.again = QPushButton(_("Try again"))
        self.again.clicked.connect(guide.again)
        self.leave = QToolButton()
        self.leave.setText("×")
        self.leave.setAutoRaise(True)
        self.leave.setToolTip(_("Leave the guide"))
        self.leave.setAccessibleName(_("Leave the guide"))
        self.leave.clicked.connect(guide.leave)
        self._arrange()
        view.resized.connect(self.lay)
        self.show()

    def _arrange(self) -> None:
        head = QHBoxLayout()
        head.addWidget(self._title, 1)
        head.addWidget(self.leave, 0, Qt.AlignmentFlag.AlignTop)
        inside = QWidget()
        inner = QVBoxLayout(inside)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.addWidget(self.told)
        scroll = scrolled(inside, sideways=False, keys=True)
        for ground in (scroll.viewport(), inside):
            ground.setAutoFillBackground(False)  # the card's own is below
        ways = QHBoxLayout()
        ways.addWidget(self.forward, 1)
        ways.addWidget(self.again)
        box = QVBoxLayout(self)
        box.setContentsMargins(_EDGE, _EDGE, _EDGE, _EDGE)
        box.setSpacing(_SPACE)
        box.addWidget(self._count)
        box.addLayout(head)
        box.addWidget(scroll, 1)
        box.addLayout(ways)

    def show_step(self) -> None:
        """Show the step that begins."""
        guide = self._guide
        number, step = guide.number + 1, guide.step
        self._count.setValue(number)
        told = _("Step {n} of {all}").format(n=number, all=len(guide.lesson.steps))
        self._count.setAccessibleName(told)
        self._count.setToolTip(told)
        self._title.setText(text(step.title))
        self._title.setAccessibleName(f"{told}: {text(step.title)}")
        self.told.setText(text(step.text))
        self._offer(_("Now play") if guide.last else _("Skip"), primary=guide.last)

    def show_left(self, words: str) -> None:
        """Say below the task what of it is not done yet."""
        told = f"{text(self._guide.step.text)}<br><b>{words}</b>"
        if told != self.told.text():
            self.told.setText(told)
            self.lay()

    def show_done(self) -> None:
        """Say that the step was done, in place of what was to be done; the way on lights up."""
        guide = self._guide
        said = text(guide.step.done) if guide.step.done else ""
        if guide.step.until != Until():
            self.told.setText(f"<b>✓ {_('Done.')}</b> {said}")
        self._offer(_("Now play") if guide.last else _("Next"), primary=True)

    def _offer(self, words: str, *, primary: bool) -> None:
        self.forward.setText(words)
        self.forward.setProperty("primary", primary)
        style = self.forward.style()  # a property alone does not change what a sheet has drawn
        style.unpolish(self.forward)
        style.polish(self.forward)
        self.lay()

    def lay(self) -> None:
        """Take as much of the map's lower corner as the text needs."""
        port = self._view.viewport()
        self.ensurePolished()
        for label in (self._title, self.told):
            label.ensurePolished()
        line = self.fontMetrics().averageCharWidth() * _LETTERS
        wide = min(line, round(_WIDEST * port.width()))
        room = wide - 2 * _EDGE - 2 * self.frameWidth()
        head = self._title.heightForWidth(room - self.leave.sizeHint().width() - _SPACE)
        button = max(self.forward.sizeHint().height(), self.again.sizeHint().height())
        high = (
            2 * (_EDGE + self.frameWidth())
            + self._count.height()
            + max(head, self.leave.sizeHint().height())
            + self.told.heightForWidth(room)
            + button
            + 3 * _SPACE
        )
        high = min(high, round(_HIGHEST * port.height()))
        self.setGeometry(_OFF, port.height() - high - _OFF, wide, high)
        self._view.covered = self.geometry()
        self.raise_()

    def enterEvent(self, event: QEnterEvent) -> None:
        """Point at nothing: what lies below is covered, and the map is not told that it is left."""
        super().enterEvent(event)
        self._view.point(None)

    def take_away(self) -> None:
        """Leave the map to itself."""
        self._view.resized.disconnect(self.lay)
        self._view.covered = QRect()
        self.hide()
        self.deleteLater()
