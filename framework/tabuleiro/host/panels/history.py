"""Going back and forth: a slider over all that was played, replay, bookmarks and branches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSizePolicy,
    QSlider,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from tabuleiro.host.buttons import ask_text
from tabuleiro.host.consent import agreed
from tabuleiro.host.panels.while_seen import WhileSeen
from tabuleiro.host.panels.wrapping_row import Line
from tabuleiro.host.scrolled import scrolled
from tabuleiro.host.settings import PACE_NAMES, PACES
from tabuleiro.host.steady import steady
from tabuleiro.i18n import _
from tabuleiro.seats.telling import tell_row

if TYPE_CHECKING:
    from collections.abc import Callable

    from tabuleiro.host.seat import Seat
    from tabuleiro.host.settings import Settings

__all__ = ["HistoryPanel"]

_ROW: Final = Qt.ItemDataRole.UserRole
_LEAST_MS: Final = 20
_PLAY, _PAUSE = "▶", "❚❚"
"""Signs that usual fonts have: those for players of music are missing in many."""


class HistoryPanel(QWidget):
    """The past of a match. Looking back changes nothing; playing on from there makes a branch."""

    def __init__(self, seat: Seat, settings: Settings, parent: QWidget | None = None) -> None:
        """Show the past of a seat's match."""
        super().__init__(parent)
        self.seat = seat
        self._settings = settings
        self._rows: list[int] = []
        self._marked: tuple[dict[str, int], list[int]] | None = None
        """The names and the ends of branches that are listed."""
        self._clock = QTimer(self)
        self._clock.timeout.connect(self._tick)
        self.slider = steady(QSlider(Qt.Orientation.Horizontal))
        self.slider.setAccessibleName(_("Point in the match"))
        self.slider.valueChanged.connect(self._slid)
        self._where = QLabel()
        self._where.setWordWrap(True)
        self.play_button = self._sign(_PLAY, _("Replay from here"), self.toggle)
        self.pace = steady(QComboBox())
        self.pace.setAccessibleName(_("Speed"))
        self.pace.setToolTip(_("Speed"))
        for pace, words in PACE_NAMES.items():
            self.pace.addItem(_(words), pace)
        self.pace.activated.connect(lambda _number: self._set_pace())
        self._now = self._button(_("Back to the present"), self.to_present)
        self._on = self._button(_("Play on from here"), self._play_on)
        self.marks = QListWidget()
        self.marks.setAccessibleName(_("Bookmarks and branches"))
        self.marks.setMinimumHeight(36)
        self.marks.itemActivated.connect(self._visit)
        self.marks.itemClicked.connect(self._visit)
        self._arrange()
        self._kept = WhileSeen(self, seat, self.refresh)
        seat.changed.connect(self._kept.look)
        self._kept.catch_up()

    def _button(self, words: str, deed: Callable[[], object]) -> QPushButton:
        button = QPushButton(words)
        button.clicked.connect(lambda _checked=False: deed())
        return button

    def _sign(self, sign: str, hint: str, deed: Callable[[], object]) -> QToolButton:
        """Return a button with a sign on it that shares its line with others."""
        button = QToolButton()
        button.setText(sign)
        button.setToolTip(hint)
        button.setAccessibleName(hint)
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        button.clicked.connect(lambda _checked=False: deed())
        return button

    def _arrange(self) -> None:
        steps = QHBoxLayout()
        steps.setSpacing(2)
        steps.addWidget(self._sign("◀◀", _("To the start"), lambda: self._jump(0)))
        steps.addWidget(self._sign("◀", _("One step back"), lambda: self.step(-1)))
        steps.addWidget(self.play_button)
        steps.addWidget(self._sign("▶|", _("One step forward"), lambda: self.step(1)))
        steps.addWidget(self._sign("▶▶", _("To the end"), self.to_present))
        turns, marking = self._lines = (Line(spacing=6), Line(spacing=6))
        turns.addWidget(self._now)
        turns.addWidget(self._on)
        marking.addWidget(self._button(_("Bookmark this point …"), self._bookmark), 1)
        marking.addWidget(self.pace)
        inner = QWidget()
        box = self._box = QVBoxLayout(inner)
        box.addWidget(self.slider)
        box.addLayout(steps)
        box.addWidget(self._where)
        box.addLayout(turns)
        box.addLayout(marking)
        box.addWidget(self.marks, 1)
        self.marks.setMinimumHeight(48)
        scroll = self._scroll = scrolled(inner)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(scroll)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Break the lines of buttons where they would be too long."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        margins = self._box.contentsMargins()
        bar = self._scroll.verticalScrollBar().sizeHint().width()
        beside = margins.left() + margins.right() + bar
        for line in self._lines:
            line.fit(self.width() - beside)
        # The widest button alone may be wider than the column: then that grows.
        self._scroll.setMinimumWidth(max(line.least for line in self._lines) + beside)

    # showing

    def refresh(self) -> None:
        """Show where in the match one is."""
        seat = self.seat
        if seat.held:
            return
        self._rows = [row.n for row in seat.rows()]
        row = seat.here
        if row not in self._rows:
            self._rows = [each.n for each in seat.at.line(row)]
        back = self.seat.looking_back
        self.slider.blockSignals(True)
        self.slider.setRange(0, len(self._rows) - 1)
        self.slider.setValue(self._rows.index(row))
        self.slider.blockSignals(False)
        self._where.setText(self._told(self._rows.index(row)))
        self.pace.setCurrentIndex(self.pace.findData(self._settings.pace))
        self._now.setEnabled(back)
        self._on.setEnabled(back)
        self._show_marks()
        self._fit()

    def _told(self, place: int) -> str:
        """Return in words what was played up to a row: all that was one gesture with it."""
        first = self._first(place)
        rows = (self.seat.at.row(n) for n in self._rows[first : place + 1])
        story = " ".join(tell_row(row, self.seat.sight)["text"] for row in rows)
        told = _("Row {row} of {rows}: {story}")
        if first < place:
            told = _("Rows {first} to {row} of {rows}: {story}")
        return told.format(first=first, row=place, rows=len(self._rows) - 1, story=story)

    def _first(self, place: int) -> int:
        """Return where the gesture begins to which a row belongs."""
        while place and self.seat.gestures.goes_on(self._rows[place]):
            place -= 1
        return place

    def _show_marks(self) -> None:
        names = self.seat.at.names()
        tips = sorted(branch.tip for branch in self.seat.branches())
        ends = [tip for tip in tips if tip != self._rows[-1] and tip not in names.values()]
        if self._marked == (names, ends):
            return
        self._marked = (names, ends)
        self.marks.clear()
        for name, row in sorted(names.items(), key=lambda pair: pair[1]):
            self._mark(f"★ {name}", row)
        for tip in ends:
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
        """Go so many gestures back or on: all that was one gesture is one step."""
        self._kept.catch_up()
        place, last = self.slider.value(), self.slider.maximum()
        for _each in range(-by):
            place = max(0, self._first(place) - 1)
        for _each in range(by):
            place += 1
            while place < last and self.seat.gestures.goes_on(self._rows[place + 1]):
                place += 1
        self._jump(place)

    def to_present(self) -> None:
        """Show the position that is played on."""
        self.stop()
        self.seat.look_back(None)

    def toggle(self) -> None:
        """Begin to replay from what is shown, or stop."""
        self._kept.catch_up()
        if self._clock.isActive():
            self.stop()
            return
        if self.slider.value() == self.slider.maximum():
            self.slider.setValue(0)
        self._clock.start(max(PACES[self._settings.pace], _LEAST_MS))
        self.play_button.setText(_PAUSE)

    def _set_pace(self) -> None:
        """Take another pace, in a replay that goes on at once."""
        self._settings.set("pace", self.pace.currentData())
        self.seat.pace_ms = PACES[self._settings.pace]
        self._clock.setInterval(max(self.seat.pace_ms, _LEAST_MS))

    def stop(self) -> None:
        """Stop the replay."""
        self._clock.stop()
        self.play_button.setText(_PLAY)

    def _tick(self) -> None:
        self._kept.catch_up()
        if self.slider.value() >= self.slider.maximum():
            self.stop()
            return
        self.slider.setValue(self.slider.value() + 1)

    def _play_on(self) -> None:
        row = self.seat.shown_row
        self.stop()
        if row is not None and agreed(self, self.seat, row):
            self.seat.goto(row)

    def _visit(self, item: QListWidgetItem) -> None:
        self.stop()
        self.seat.look_back(int(item.data(_ROW)))

    def _bookmark(self) -> None:
        name = ask_text(self, _("Bookmark"), _("Name of this bookmark"))
        if name and name.strip():
            self.bookmark(name.strip())

    def bookmark(self, name: str) -> None:
        """Give a name to the row that is shown."""
        self.seat.name(name, self.seat.shown_row)
        self.refresh()
