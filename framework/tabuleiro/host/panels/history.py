"""Going back and forth: a slider over all that was played, replay, bookmarks and branches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QScrollArea,
    QSlider,
    QVBoxLayout,
    QWidget,
)

from tabuleiro.host.buttons import ask_text
from tabuleiro.host.settings import PACES
from tabuleiro.i18n import _
from tabuleiro.referee.telling import tell_row

if TYPE_CHECKING:
    from collections.abc import Callable

    from tabuleiro.host.seat import Seat
    from tabuleiro.host.settings import Settings

__all__ = ["HistoryPanel"]

_ROW: Final = Qt.ItemDataRole.UserRole
_LEAST_MS: Final = 20


class HistoryPanel(QWidget):
    """The past of a match. Looking back changes nothing; playing on from there makes a branch."""

    def __init__(self, seat: Seat, settings: Settings, parent: QWidget | None = None) -> None:
        """Show the past of a seat's match."""
        super().__init__(parent)
        self.seat = seat
        self._settings = settings
        self._rows: list[int] = []
        self._clock = QTimer(self)
        self._clock.timeout.connect(self._tick)
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setAccessibleName(_("Place in the match"))
        self.slider.valueChanged.connect(self._slid)
        self._where = QLabel()
        self._where.setWordWrap(True)
        self.play_button = self._button("▶", _("Replay from here"), self.toggle)
        self._now = self._button(_("Back to the present"), "", self.to_present)
        self._on = self._button(_("Play on from here"), "", self._play_on)
        self.marks = QListWidget()
        self.marks.setAccessibleName(_("Bookmarks and branches"))
        self.marks.setMinimumHeight(36)
        self.marks.itemActivated.connect(self._visit)
        self.marks.itemClicked.connect(self._visit)
        self._arrange()
        seat.changed.connect(self.refresh)
        self.refresh()

    def _button(self, words: str, hint: str, deed: Callable[[], object]) -> QPushButton:
        button = QPushButton(words)
        button.setToolTip(hint)
        if hint:
            button.setAccessibleName(hint)
        button.clicked.connect(lambda _checked=False: deed())
        return button

    def _arrange(self) -> None:
        steps = QHBoxLayout()
        steps.addWidget(self._button("⏮", _("To the start"), lambda: self._jump(0)))
        steps.addWidget(self._button("◀", _("One step back"), lambda: self.step(-1)))
        steps.addWidget(self.play_button)
        steps.addWidget(self._button("▶|", _("One step forward"), lambda: self.step(1)))
        steps.addWidget(self._button("⏭", _("To the end"), self.to_present))
        turns = QHBoxLayout()
        turns.addWidget(self._now)
        turns.addWidget(self._on)
        inner = QWidget()
        box = QVBoxLayout(inner)
        box.addWidget(self.slider)
        box.addLayout(steps)
        box.addWidget(self._where)
        box.addLayout(turns)
        box.addWidget(self._button(_("Bookmark this place …"), "", self._bookmark))
        box.addWidget(self.marks, 1)
        self.marks.setMinimumHeight(48)
        scroll = QScrollArea()
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(inner)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(scroll)

    # showing

    def refresh(self) -> None:
        """Show where in the match one is."""
        log = self.seat.game.log
        self._rows = [row.id for row in log.line()]
        row = self.seat.shown_row if self.seat.shown_row is not None else log.head
        if row not in self._rows:
            self._rows = [each.id for each in log.line(row)]
        back = self.seat.looking_back
        self.slider.blockSignals(True)
        self.slider.setRange(0, len(self._rows) - 1)
        self.slider.setValue(self._rows.index(row))
        self.slider.blockSignals(False)
        told = tell_row(self.seat.game, self.seat.viewer, log.rows[row])["text"]
        self._where.setText(
            _("Row {row} of {rows}: {story}").format(
                row=self._rows.index(row), rows=len(self._rows) - 1, story=told
            )
        )
        self._now.setEnabled(back)
        self._on.setEnabled(back)
        self._show_marks()

    def _show_marks(self) -> None:
        log = self.seat.game.log
        self.marks.clear()
        for name, row in sorted(log.names.items(), key=lambda pair: pair[1]):
            self._mark(f"★ {name}", row)
        for tip in sorted(log.tips()):
            if tip != self._rows[-1] and tip not in log.names.values():
                self._mark(_("Branch that ends with row {row}").format(row=tip), tip)

    def _mark(self, words: str, row: int) -> None:
        item = QListWidgetItem(words)
        item.setData(_ROW, row)
        self.marks.addItem(item)

    # going

    def _slid(self, place: int) -> None:
        self.seat.look_back(self._rows[place])

    def _jump(self, place: int) -> None:
        self.stop()
        self.slider.setValue(max(0, min(place, self.slider.maximum())))

    def step(self, by: int) -> None:
        """Go some rows back or forward."""
        self._jump(self.slider.value() + by)

    def to_present(self) -> None:
        """Show the position that is played on."""
        self.stop()
        self.seat.look_back(None)

    def toggle(self) -> None:
        """Begin to replay from what is shown, or stop."""
        if self._clock.isActive():
            self.stop()
            return
        if self.slider.value() == self.slider.maximum():
            self.slider.setValue(0)
        self._clock.start(max(PACES[self._settings.pace], _LEAST_MS))
        self.play_button.setText("⏸")

    def stop(self) -> None:
        """Stop the replay."""
        self._clock.stop()
        self.play_button.setText("▶")

    def _tick(self) -> None:
        if self.slider.value() >= self.slider.maximum():
            self.stop()
            return
        self.slider.setValue(self.slider.value() + 1)

    def _play_on(self) -> None:
        row = self.seat.shown_row
        self.stop()
        if row is not None:
            self.seat.goto(row)

    def _visit(self, item: QListWidgetItem) -> None:
        self.stop()
        self.seat.look_back(int(item.data(_ROW)))

    def _bookmark(self) -> None:
        name = ask_text(self, _("Bookmark"), _("Name of this place"))
        if name and name.strip():
            self.bookmark(name.strip())

    def bookmark(self, name: str) -> None:
        """Give a name to the row that is shown."""
        self.seat.game.name(name, self.seat.shown_row)
        self.refresh()
