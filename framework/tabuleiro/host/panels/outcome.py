"""The foot of the battle panel, always in sight: the dice, the banner, what followed, Continue."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from tabuleiro.host.panels.dice import DiceView
from tabuleiro.i18n import _

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["OutcomeFoot"]

_AFTER: Final = 6
"""So many sentences about what followed are told."""
_LONG: Final = 72
"""Words of more letters are written small."""
_FEW_DICE: Final = 3
"""Beside more dice there is no room for words: they stand below."""


class OutcomeFoot(QFrame):
    """Says what fell and what it means; before the dice there is nothing of it to be seen."""

    go_on = Signal()
    """Somebody has seen enough."""
    link_asked = Signal(str)
    """A link: ``piece:id``, ``place:id`` or ``rule:id``."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Make an empty foot."""
        super().__init__(parent)
        self.setObjectName("outcome")
        self.dice = DiceView()
        self.banner = self._label("banner")
        self.result = self._label("result")
        self.result.setTextInteractionFlags(Qt.TextInteractionFlag.TextBrowserInteraction)
        self.result.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # a click leaves the keyboard to the map
        self.result.linkActivated.connect(self.link_asked)
        self.lines: tuple[str, ...] = ()
        """What followed, as HTML."""
        self.further = QPushButton(_("Continue (Space)"))
        self.further.setObjectName("continue")
        self.further.setProperty("primary", True)
        self.further.setToolTip(_("Space, Enter or Esc"))
        self.further.clicked.connect(self.go_on)
        self.hurry = QPushButton(_("Don't wait"))
        self.hurry.setObjectName("hurry")
        self.hurry.setFlat(True)
        self.hurry.setToolTip(_("From now on battles go on by themselves (see the settings)"))
        self.series = QPushButton(_("All of these"))
        self.series.setObjectName("series")
        self.series.setToolTip(
            _("What follows of the same kind goes on by itself, unless it asks something of you")
        )
        line = self._line = QHBoxLayout()
        line.setSpacing(8)
        line.addWidget(self.dice)
        line.addWidget(self.banner, 1)
        below = QHBoxLayout()
        below.addStretch(1)
        below.addWidget(self.hurry)
        below.addWidget(self.series)
        below.addWidget(self.further)
        box = QVBoxLayout(self)
        box.setContentsMargins(8, 2, 8, 4)
        box.setSpacing(3)
        box.addLayout(line)
        box.addWidget(self.result)
        box.addLayout(below)
        self.clear()

    def _label(self, name: str) -> QLabel:
        label = QLabel()
        label.setObjectName(name)
        label.setTextFormat(Qt.TextFormat.RichText)
        label.setWordWrap(True)
        return label

    def clear(self) -> None:
        """Show nothing: no dice have fallen."""
        self.dice.show_faces(())
        self.conceal()
        self.hide()

    def conceal(self) -> None:
        """Say nothing of what fell yet."""
        self.banner.clear()
        self.banner.hide()
        self.result.clear()
        self.result.hide()
        self.offer(on=False)

    def offer(self, *, on: bool, series: bool = False) -> None:
        """Offer to go on, or do not; in a series of battles that are alike with all of them."""
        self.further.setVisible(on)
        self.hurry.setVisible(on)
        self.series.setVisible(on and series)

    def show_throw(self, faces: tuple[int, ...], die: int, *, told: bool = True) -> None:
        """Show dice that lie, or are about to tumble."""
        self.dice.die = die
        if told or self.dice.faces != faces or not self.dice.tumbling:
            self.dice.show_faces(faces, told=told)
        self.show()

    def tell(self, words: str, code: str, lines: Sequence[str]) -> None:
        """Say what fell: in words, with the code of the table small beside, and what followed.

        ``lines`` are HTML.
        """
        self.lines = tuple(lines)
        together = escape(code).replace(" ", "&nbsp;")
        small = f" <span style='font-size:small'>{together}</span>" if code else ""
        large = "" if len(words) > _LONG else " style='font-size:large'"
        self.banner.setText(f"<b{large}>{escape(words)}</b>{small}")
        below = len(self.dice.faces) > _FEW_DICE
        ways = QBoxLayout.Direction
        self._line.setDirection(ways.TopToBottom if below else ways.LeftToRight)
        self.banner.setVisible(bool(words))
        shown = [*lines[:_AFTER], *(["…"] if len(lines) > _AFTER else [])]
        self.result.setText("<br>".join(shown))
        self.result.setVisible(bool(shown))
