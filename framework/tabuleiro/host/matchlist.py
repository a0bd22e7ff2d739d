"""The matches of the library as a list: a picture, who plays, the turn and when it was played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import (
    QDate,
    QDateTime,
    QLocale,
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPalette, QPixmap
from PySide6.QtWidgets import (
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from tabuleiro.host.poster import cover
from tabuleiro.host.seat import HUMAN
from tabuleiro.i18n import _, text
from tabuleiro.module import ModuleError
from tabuleiro.store import Seats

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from tabuleiro.engine.catalogue import Catalogue
    from tabuleiro.module import Module
    from tabuleiro.store import Entry

__all__ = ["MatchList", "MatchWords", "moment", "who_plays"]

_ENTRY: Final = Qt.ItemDataRole.UserRole
_SHAPE: Final = 1.7
"""How much wider than high a picture is."""
_LINES: Final = 3
_SPACE: Final = 8
_ROUND: Final = 5

Index = QModelIndex | QPersistentModelIndex


class MatchWords:
    """What the start page says of a match."""

    def __init__(self, catalogue: Catalogue) -> None:
        """Say it about the games of a catalogue."""
        self._catalogue = catalogue

    def lines(self, entry: Entry, seats: Seats) -> tuple[str, str, str]:
        """Return title, players, and how far it is, when it was played last."""
        if entry.damaged:
            return entry.title, _("damaged"), ""
        module = self._module(entry)
        if module is None:
            return entry.title, entry.module, moment(entry.changed)
        players = who_plays(module, seats)
        game = text(module.title)
        if not entry.title.startswith(game):
            players = f"{game} · {players}"
        return entry.title, players, f"{_turn(module, entry)} · {moment(entry.changed)}"

    def _module(self, entry: Entry) -> Module | None:
        try:
            return self._catalogue.module(entry.module)
        except ModuleError:
            return None


def _turn(module: Module, entry: Entry) -> str:
    if entry.finished:
        return _("Finished")
    label = next((text(each.label) for each in module.turns if each.turn == entry.turn), "")
    scenario = module.scenarios.get(entry.scenario)
    if scenario is None or entry.turn > scenario.last_turn:
        return _("Turn {turn}").format(turn=entry.turn)
    sentence = _("Turn {turn} of {last}").format(turn=entry.turn, last=scenario.last_turn)
    return f"{sentence} ({label})" if label else sentence


def who_plays(module: Module, seats: Seats) -> str:
    """Return who plays which side, in a few words."""
    here: list[str] = []
    computer: list[str] = []
    for id in module.played_sides:
        group = here if seats.players.get(id, HUMAN) == HUMAN else computer
        group.append(text(module.sides[id].name))
    alone = len(here) == 1 or seats.open_hands
    people = _("You: {sides}") if alone else _("At this screen: {sides}")
    told = [people.format(sides=", ".join(here))] if here else []
    if computer:
        told.append(_("Computer: {sides}").format(sides=", ".join(computer)))
    return " · ".join(told)


def moment(told: str) -> str:
    """Return a time of the library as one says it: today, yesterday, or the date."""
    when = QDateTime.fromString(told, Qt.DateFormat.ISODate)
    if not when.isValid():
        return told
    local, here = when.toLocalTime(), QLocale()
    clock = here.toString(local.time(), QLocale.FormatType.ShortFormat)
    days = local.date().daysTo(QDate.currentDate())
    if days == 0:
        return _("today, {time}").format(time=clock)
    if days == 1:
        return _("yesterday, {time}").format(time=clock)
    return here.toString(local.date(), _("MMMM d, yyyy"))


class MatchList(QListWidget):
    """The matches, the one last played first. Pictures are read when they come into sight."""

    def __init__(
        self, words: MatchWords, picture: Callable[[Entry], QPixmap | None],
        parent: QWidget | None = None,
    ) -> None:  # fmt: skip
        """Make an empty list; ``picture`` finds the picture of a match."""
        super().__init__(parent)
        self._words = words
        self._find = picture
        self._pictures: dict[int, QPixmap | None] = {}
        self.setItemDelegate(_Row(self))
        self.setUniformItemSizes(True)
        self.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(_("Your matches"))

    def show_entries(self, entries: Sequence[Entry], seats: Mapping[int, Seats]) -> None:
        """Show these matches, and who plays them."""
        self.clear()
        self._pictures.clear()
        for entry in entries:
            lines = self._words.lines(entry, seats.get(entry.id, Seats()))
            item = QListWidgetItem("\n".join(filter(None, lines)))
            item.setData(_ENTRY, entry)
            item.setToolTip(item.text())
            self.addItem(item)

    def entry(self, item: QListWidgetItem | None) -> Entry | None:
        """Return the match of an item."""
        found: Entry | None = item.data(_ENTRY) if item is not None else None
        return found

    @property
    def chosen(self) -> Entry | None:
        """The match that is chosen."""
        items = self.selectedItems()
        return self.entry(items[0]) if items else None

    def picture(self, entry: Entry) -> QPixmap | None:
        """Return the picture of a match."""
        if entry.id not in self._pictures:
            self._pictures[entry.id] = self._find(entry)
        return self._pictures[entry.id]

    def see_again(self) -> None:
        """Look for the pictures anew: some have come."""
        self._pictures.clear()
        self.viewport().update()


class _Row(QStyledItemDelegate):
    """Draws a match: the picture at the left, three lines beside it."""

    def __init__(self, matches: MatchList) -> None:
        super().__init__(matches)
        self._list = matches

    def _high(self) -> float:
        return _LINES * QFontMetricsF(self._list.font()).lineSpacing()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the same room for each."""
        del option, index
        return QSize(60, round(self._high()) + 2 * _SPACE)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw one."""
        here = QStyleOptionViewItem(option)
        self.initStyleOption(here, index)
        lines = str(index.data()).split("\n")
        here.text = ""
        style = self._list.style()
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, here, painter, self._list)
        painter.save()
        painter.setRenderHints(
            QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform
        )
        area = QRectF(here.rect).adjusted(_SPACE, _SPACE, -_SPACE, -_SPACE)
        shot = QRectF(area.topLeft(), area.bottomLeft() + QPointF(_SHAPE * area.height(), 0))
        self._draw_picture(painter, shot, index.data(_ENTRY))
        chosen = bool(here.state & QStyle.StateFlag.State_Selected)
        role = QPalette.ColorRole.HighlightedText if chosen else QPalette.ColorRole.Text
        ink = here.palette.color(role)
        beside = area.adjusted(shot.width() + 1.5 * _SPACE, 0, 0, 0)
        self._write(painter, beside, lines, ink)
        painter.restore()

    def _draw_picture(self, painter: QPainter, shot: QRectF, entry: Entry) -> None:
        picture = self._list.picture(entry)
        shape = QPainterPath()
        shape.addRoundedRect(shot, _ROUND, _ROUND)
        painter.save()
        painter.setClipPath(shape)
        if picture is None:
            painter.fillRect(shot, QColor("#6d6148"))
        else:
            painter.drawPixmap(shot, picture, cover(picture.size(), shot.size()))
        painter.restore()

    def _write(self, painter: QPainter, area: QRectF, lines: Sequence[str], ink: QColor) -> None:
        quiet = QColor(ink)
        quiet.setAlphaF(0.78)
        for number, line in enumerate(lines[:_LINES]):
            font = QFont(self._list.font())
            font.setBold(number == 0)
            metrics = QFontMetricsF(font)
            painter.setFont(font)
            painter.setPen(quiet if number else ink)
            foot = area.top() + number * metrics.lineSpacing() + metrics.ascent()
            shown = metrics.elidedText(line, Qt.TextElideMode.ElideRight, area.width())
            painter.drawText(QPointF(area.left(), foot), shown)
