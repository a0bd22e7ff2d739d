"""What the window says by itself: why not, at the pointer, and a line below the map for a while."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QLabel

from tabuleiro.host.map.bubble import Bubble
from tabuleiro.host.panels.linked import clause_link
from tabuleiro.seats.telling import say

if TYPE_CHECKING:
    from tabuleiro.engine import Verdict
    from tabuleiro.host.map.view import BoardView
    from tabuleiro.module import Module

__all__ = ["Saying"]

_SAID_MS: Final = 12_000
_REASONS: Final = 2
"""So many reasons why not are told below the map: it is one line."""


class Saying(QObject):
    """Words that go with the next action."""

    rule_asked = Signal(str)
    """A click on a clause."""

    def __init__(self, module: Module, view: BoardView, parent: QObject | None = None) -> None:
        """Say nothing yet."""
        super().__init__(parent)
        self._module = module
        self.bubble = Bubble(view)
        self.line = QLabel()
        self.line.setTextFormat(Qt.TextFormat.RichText)
        for label in (self.bubble, self.line):
            label.linkActivated.connect(self.rule_asked)
        self._quiet = QTimer(self)
        self._quiet.setSingleShot(True)
        self._quiet.setInterval(_SAID_MS)
        self._quiet.timeout.connect(self.line.clear)

    def why_not(self, verdict: Verdict) -> None:
        """Say why not, short and at the pointer, with a link to the clause."""
        if verdict.objections:
            first = verdict.objections[0]
            self.at_pointer(say(first.message, self._module), first.rule or "")
        told = [
            say(o.message, self._module)
            + (f" ({clause_link(o.rule, self._module)})" if o.rule else "")
            for o in verdict.objections[:_REASONS]
        ]
        self.below("  ".join(told))

    def at_pointer(self, sentence: str, rule: str = "") -> None:
        """Say something at the pointer, or else below the map."""
        link = f" {clause_link(rule, self._module)}" if rule else ""
        if not self.bubble.say(escape(sentence, quote=False) + link):
            self.below(escape(sentence, quote=False) + link)

    def below(self, sentence: str) -> None:
        """Say something below the map for a while."""
        self.line.setText(sentence)
        self._quiet.start()

    def forget(self) -> None:
        """Take back what was said: something else is done, or somebody else sits here."""
        self.line.clear()
        self.bubble.hide()
