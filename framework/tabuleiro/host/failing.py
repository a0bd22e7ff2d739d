"""A rule that failed, told over the map: which, where, and how the match goes on.

The match stays where it was. One takes back, or goes on without the rule where it fails; the match
as it was is kept as a file for whoever wrote the rule. Not here: what a plugin brought to the
window (`host.guard`).
"""

from __future__ import annotations

import logging
import sys
from html import escape
from typing import TYPE_CHECKING, Final
from weakref import WeakSet

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout
from shiboken6 import isValid

from tabuleiro.engine.faults import RuleFault, show_traceback
from tabuleiro.engine.freehand import SetAside
from tabuleiro.host.map.notice import notice_style
from tabuleiro.i18n import _
from tabuleiro.store.failed import keep_failed

if TYPE_CHECKING:
    from types import TracebackType

    from tabuleiro.host.window import MatchWindow

__all__ = ["RuleNotice", "tell_uncaught", "told"]

_log = logging.getLogger(__name__)
_WIDEST: Final = 560
_GAP: Final = 12


_open: WeakSet[RuleNotice] = WeakSet()


def tell_uncaught() -> None:
    """Let the windows tell of rules that fail in what Qt calls: such errors nobody catches."""
    before = sys.excepthook

    def caught(
        kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        if not (isinstance(error, RuleFault) and told(error)):
            before(kind, error, trace)

    sys.excepthook = caught


def told(fault: RuleFault) -> bool:
    """Let the matches that are open tell of a fault; return whether there is one."""
    notices = [notice for notice in _open if isValid(notice)]
    for notice in notices:
        notice.tell(fault)
    return bool(notices)


class RuleNotice(QFrame):
    """Says which rule failed last, and offers to take back or to go on without it."""

    def __init__(self, window: MatchWindow) -> None:
        """Listen to a match; nothing is shown as long as its rules work."""
        super().__init__(window.view.viewport())
        self._window = window
        self.fault: RuleFault | None = None
        self.setObjectName("rule-notice")
        self.setAutoFillBackground(True)
        self.setStyleSheet(notice_style("rule-notice", "#b3541e"))
        self.words = QLabel()
        self.words.setWordWrap(True)
        self.words.setTextFormat(Qt.TextFormat.RichText)
        self.words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.undo = self._button("undo-fault", _("Undo"))
        self.undo.clicked.connect(self._take_back)
        self.without = self._button("without-rule", _("Go on without this rule"))
        self.without.clicked.connect(self._go_on)
        self.close_ = self._button("close-fault", _("Close"))
        self.close_.clicked.connect(self.forget)
        row = QHBoxLayout()
        for button in (self.undo, self.without, self.close_):
            row.addWidget(button)
        row.addStretch(1)
        self._box = QVBoxLayout(self)
        self._box.addWidget(self.words)
        self._box.addLayout(row)
        self.hide()
        window.view.viewport().installEventFilter(self)
        window.seat.broke.connect(self.tell)
        window.seat.acted.connect(self._acted)
        _open.add(self)

    def _button(self, name: str, words: str) -> QPushButton:
        button = QPushButton(words)
        button.setObjectName(name)
        return button

    def tell(self, fault: RuleFault) -> None:
        """Say which rule failed; the same is said once until it is closed."""
        if self.fault is not None and str(self.fault) == str(fault):
            return
        self.fault = fault
        _log.error(str(fault))
        show_traceback(fault)
        lines = [f"<b>{escape(str(fault))}</b>", escape(_("The match stays where it was."))]
        kept = keep_failed(self._window.seat.table.game, fault)
        if kept is not None:
            words = _("The match as it was is kept in {path}.").format(path=kept)
            lines.append(escape(words))
        self.words.setText("<br>".join(lines))
        self.undo.setEnabled(self._window.seat.can_undo())
        self.show()
        self._fit()
        self.raise_()

    def forget(self) -> None:
        """Take the words away."""
        self.fault = None
        self.hide()

    def _take_back(self) -> None:
        self.forget()
        self._window.commands["undo"].trigger()

    def _go_on(self) -> None:
        fault = self.fault
        self.forget()
        if fault is not None:
            self._window.seat.act(SetAside(fault.rule))

    def _acted(self, _row: object) -> None:
        """What was done since shows that the match goes on."""
        self.forget()

    def close_for_good(self) -> None:
        """Hear of nothing any more: the match is closed."""
        _open.discard(self)

    # where it stands

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep its place when the map changes its size."""
        if event.type() == QEvent.Type.Resize and not self.isHidden():
            self._fit()
        return bool(super().eventFilter(watched, event))

    def _fit(self) -> None:
        port = self._window.view.viewport()
        wide = max(200, min(_WIDEST, port.width() - 2 * _GAP))
        self.resize(wide, self._box.totalHeightForWidth(wide))
        self.move((port.width() - wide) // 2, _GAP)
