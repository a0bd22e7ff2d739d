"""What happened since my last turn: a list, and a replay of exactly that."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QIcon, QPixmap
from PySide6.QtWidgets import (
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
)

from tabuleiro.engine import events as ev
from tabuleiro.host.panels.logmodel import tell_entry
from tabuleiro.host.panels.odds_sheet import reports
from tabuleiro.host.panels.wrapping_row import MARGIN, PanelWithLine
from tabuleiro.host.since import reader
from tabuleiro.i18n import _, ngettext, text

if TYPE_CHECKING:
    from tabuleiro.host.replay import Replay
    from tabuleiro.host.seat import Seat
    from tabuleiro.host.since import News, Since

__all__ = ["SincePanel"]

_ROW: Final = Qt.ItemDataRole.UserRole
_PLATE: Final = 12


class SincePanel(PanelWithLine):
    """A line for each thing that was told. A click shows the table as it was after it."""

    arrived = Signal()
    """There is news for whoever is asked now."""
    outdated = Signal()
    """Whoever is asked has acted since: it is news no more."""

    def __init__(self, seat: Seat, since: Since, replay: Replay) -> None:
        """Tell the news of a seat's match."""
        super().__init__()
        self.seat = seat
        self._since = since
        self._replay = replay
        self._told: tuple[object, ...] | None = None
        self._greeted: tuple[object, ...] | None = None
        self.head = QLabel()
        self.head.setWordWrap(True)
        self.head.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.list = QListWidget()
        self.list.setAccessibleName(_("Since my last turn"))
        self.list.setWordWrap(True)
        self.list.setTextElideMode(Qt.TextElideMode.ElideNone)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setMinimumHeight(48)
        self.list.itemClicked.connect(self._visit)
        self.list.itemActivated.connect(self._visit)
        self.play = QPushButton()
        self.play.setObjectName("replay")
        self.play.clicked.connect(self.toggle)
        self.present = QPushButton(_("Back to the present"))
        self.present.clicked.connect(self._to_present)
        self._line.addWidget(self.play, 1)
        self._line.addWidget(self.present, 1)
        box = QVBoxLayout(self)
        box.setContentsMargins(MARGIN, MARGIN, MARGIN, MARGIN)
        box.addWidget(self.head)
        box.addLayout(self._line)
        box.addWidget(self.list, 1)
        replay.changed.connect(self._look)
        seat.changed.connect(self.refresh)
        self.refresh()

    @property
    def empty(self) -> bool:
        """Whether nothing was done by others yet."""
        return not self.list.count()

    @property
    def news(self) -> News:
        """What is told."""
        return self._since.news()

    def refresh(self) -> None:
        """Tell the news of now."""
        seat = self.seat
        if seat.held:
            return
        news = self.news
        key = (seat.at, news.rows[0].n, news.rows[-1].n) if news.rows else (seat.at,)
        if key != self._told:
            self._told = key
            self._fill(news)
        self._look()
        if news.fresh and key != self._greeted and seat.decision() is not None:
            self._greeted = key
            self.arrived.emit()
        elif key == self._greeted and not news.fresh and not self._replay.begun:
            self._greeted = None
            self.outdated.emit()

    def _fill(self, news: News) -> None:
        self.list.clear()
        moved: set[str] = set()
        battles = 0
        for row in news.rows:
            moved |= {event.piece for event in row.events if isinstance(event, ev.Moved)}
            battles += len(reports(row))
            entry = tell_entry(self.seat, row)
            if not entry.plain or entry.small:
                continue
            faces = f"[{' '.join(map(str, entry.faces))}] " if entry.faces else ""
            item = QListWidgetItem(f"{faces}{entry.plain}")
            item.setData(_ROW, row.n)
            if row.side is not None:
                side = self.seat.module.sides[row.side]
                item.setIcon(_plate(side.colour))
                item.setToolTip(text(side.name))
            self.list.addItem(item)
        told = []
        if moved:
            told.append(
                ngettext("{n} unit moved", "{n} units moved", len(moved)).format(n=len(moved))
            )
        if battles:
            told.append(ngettext("{n} battle", "{n} battles", battles).format(n=battles))
        since = _("Since my last turn") if self._played(news) else _("Before my first turn")
        self.head.setText("<br>".join([f"<b>{since}</b>", *filter(None, [" · ".join(told)])]))

    def _played(self, news: News) -> bool:
        """Return whether who looks had done anything before the news; if there is none, he had."""
        me, first = reader(self.seat), news.rows[0].n if news.rows else -1
        earlier = (row for row in self.seat.rows() if row.n < first)
        return not news.rows or any(row.side == me and row.kind == "action" for row in earlier)

    def _look(self) -> None:
        """Show what the buttons do now, and which line is shown on the map."""
        running, seat = self._replay.running, self.seat
        words = _("Pause") if running else _("Go on") if self._replay.begun else _("Replay it")
        self.play.setText(f"{'❚❚' if running else '▶'}  {words}")
        self.play.setProperty("primary", True)
        self.play.setEnabled(bool(self.news.rows))
        self.present.setEnabled(seat.looking_back)
        shown = seat.shown_row
        for number in range(self.list.count()):
            if self.list.item(number).data(_ROW) == shown:
                self.list.setCurrentRow(number)
                self.list.scrollToItem(self.list.item(number))
                return
        if not seat.looking_back:
            self.list.setCurrentRow(-1)

    def toggle(self) -> None:
        """Begin the replay, pause it, or go on."""
        if self._replay.begun:
            self._replay.toggle()
        else:
            self._replay.begin(self.news.rows)

    def _to_present(self) -> None:
        self._replay.stop()
        self.seat.look_back(None)

    def _visit(self, item: QListWidgetItem) -> None:
        self._replay.stop()
        self.seat.look_back(int(item.data(_ROW)))


def _plate(colour: str) -> QIcon:
    pixmap = QPixmap(_PLATE, _PLATE)
    pixmap.fill(QColor(colour))
    return QIcon(pixmap)
