"""How the log is drawn and clicked: side mark, dice, sentences with links."""

from __future__ import annotations

from collections import Counter
from html import escape
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import (
    QAbstractItemModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QPointF,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QAction,
    QBrush,
    QColor,
    QContextMenuEvent,
    QMouseEvent,
    QPainter,
    QPalette,
    QPen,
    QResizeEvent,
    QTextDocument,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QMenu,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
    QWidget,
)

from tabuleiro.host.panels.dice import paint_die
from tabuleiro.host.panels.logmodel import ROW, Entry
from tabuleiro.host.theme import Overlay
from tabuleiro.i18n import _, ngettext, text

if TYPE_CHECKING:
    from collections.abc import Callable

    from tabuleiro.host.panels.logmodel import LogModel
    from tabuleiro.host.seat import Seat

__all__ = ["LogView"]

Index = QModelIndex | QPersistentModelIndex
_PAD: Final = 4
_MOST_DICE: Final = 6
"""More dice than this are not drawn: the sentences beside them tell of each throw."""
_TOLD: Final = 4
"""So many of those that are folded below a row are told: it never fills the panel."""
_KEPT: Final = 300
"""So many laid out texts are kept."""


def _drawn(entry: Entry) -> tuple[int, ...]:
    return entry.faces if len(entry.faces) <= _MOST_DICE else ()


class _Lines(QStyledItemDelegate):
    """Draws an entry."""

    def __init__(self, view: LogView, seat: Seat, model: LogModel) -> None:
        super().__init__(view)
        self._view = view
        self._seat = seat
        self._model = model
        self._laid: dict[object, QTextDocument] = {}

    def turn_to(self, model: LogModel) -> None:
        """Draw the entries of another log; texts that are alike stay laid out."""
        self._model = model

    def forget(self) -> None:
        """Lay all texts out again: fonts or colours are others now."""
        self._laid.clear()

    def _entry(self, index: Index) -> Entry:
        return self._model.entries[int(index.data(ROW))]

    def _die(self) -> int:
        return self._view.fontMetrics().height()

    def _left(self, entry: Entry) -> int:
        """Return how far in the text begins: after the side's mark and the dice."""
        die = self._die()
        return die + 3 * _PAD + (len(_drawn(entry)) * (die + 3) + _PAD if entry.faces else 0)

    def _html(self, entry: Entry, *, opened: bool) -> str:
        html = entry.html
        if entry.by_hand:
            html = f"<b>✎ {escape(_('by hand'))}</b> {html}"
        note = self._view.note_on(entry.row)
        if note:
            told = escape(_("Note: {about}").format(about=note))
            html += f"<br><i>{told}</i>"
        if entry.folded and not opened:
            counts = Counter(self._model.entries[row].html for row in entry.folded)
            parts = [f"{each} ×{n}" if n > 1 else each for each, n in counts.items()]
            more = len(parts) - _TOLD
            if more > 1:
                parts[_TOLD:] = [ngettext("and {n} more", "and {n} more", more).format(n=more)]
            html += f"<br><small>▸ {' '.join(parts)}</small>"
        return html

    def document(self, index: Index, width: int) -> QTextDocument:
        """Return the text of an entry, laid out for the width of its line."""
        entry = self._entry(index)
        html = self._html(entry, opened=self._view.is_open(index))
        wide = max(60, width - self._left(entry) - _PAD)
        key = (html, wide)  # not its number: under that others were told something else
        found = self._laid.get(key)
        if found is None:
            if len(self._laid) >= _KEPT:
                self._laid.pop(next(iter(self._laid)))
            found = QTextDocument()
            found.setDocumentMargin(0)
            found.setDefaultFont(self._view.font())
            palette = self._view.palette()
            link = palette.color(QPalette.ColorRole.Link).name()
            ink = palette.color(QPalette.ColorRole.Text).name()
            found.setDefaultStyleSheet(f"a {{ color: {link}; }} body {{ color: {ink}; }}")
            found.setHtml(f"<body>{html}</body>")
            found.setTextWidth(wide)
            self._laid[key] = found
        return found

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the height of the text as it is wrapped."""
        width = self._view.line_width(index)
        height = self.document(index, width).size().height()
        return QSize(width, max(round(height), self._die()) + 2 * _PAD)

    def anchor(self, index: Index, line: Any, spot: QPoint) -> str:
        """Return the link under a point of the view, empty if there is none."""
        document = self.document(index, self._view.line_width(index))
        inside = spot - line.topLeft() - QPoint(self._left(self._entry(index)), _PAD)
        return str(document.documentLayout().anchorAt(QPointF(inside)))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw mark, dice and text."""
        entry = self._entry(index)
        area: Any = option.rect
        state: Any = option.state
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        palette = self._view.palette()
        if state & QStyle.StateFlag.State_Selected:
            colour = QColor(palette.color(QPalette.ColorRole.Highlight))
            colour.setAlpha(60)
            painter.fillRect(area, colour)
        if entry.by_hand:
            painter.fillRect(area, QBrush(Overlay.TARGET, Qt.BrushStyle.BDiagPattern))
        self._draw_side(painter, entry, area)
        die = self._die()
        for number, face in enumerate(_drawn(entry)):
            x = area.x() + die + 3 * _PAD + number * (die + 3)
            paint_die(painter, QRectF(x, area.y() + _PAD, die, die), face, entry.die)
        painter.translate(area.x() + self._left(entry), area.y() + _PAD)
        self.document(index, self._view.line_width(index)).drawContents(painter)
        painter.restore()
        if state & QStyle.StateFlag.State_HasFocus:
            painter.save()
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(palette.color(QPalette.ColorRole.Highlight), 2))
            painter.drawRect(area.adjusted(1, 1, -2, -2))
            painter.restore()

    def _draw_side(self, painter: QPainter, entry: Entry, area: Any) -> None:
        """Draw the colour of the side with the first letters of its name in it."""
        if entry.side is None:
            return
        side = self._seat.module.sides[entry.side]
        names = [text(each.name) for each in self._seat.module.sides.values()]
        ground = QColor(side.colour)
        die = self._die()
        box = QRectF(area.x() + _PAD, area.y() + _PAD, die, die)
        painter.setPen(QPen(self._view.palette().color(QPalette.ColorRole.Mid), 1))
        painter.setBrush(ground)
        painter.drawRoundedRect(box, 3, 3)
        painter.setPen(QColor("#ffffff" if ground.lightness() < 140 else "#1c1710"))
        font = self._view.font()
        font.setPointSizeF(0.75 * font.pointSizeF())
        painter.setFont(font)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, _short(text(side.name), names))


def _short(name: str, names: list[str]) -> str:
    """Return as many first letters of a name as tell it from the others."""
    for letters in range(1, 3):
        if sum(each[:letters] == name[:letters] for each in names) == 1:
            return name[:letters]
    return name[:2]


class LogView(QTreeView):
    """The rows, the small ones of a declaration folded below it."""

    link_asked = Signal(str)
    """A link: ``piece:id``, ``place:id`` or ``rule:id``."""
    row_asked = Signal(int)
    """A row was clicked, or chosen by the keyboard."""
    note_asked = Signal(int)
    """Somebody wants to write a note on a row."""

    def __init__(self, seat: Seat, model: LogModel, parent: QWidget | None = None) -> None:
        """Show a log."""
        super().__init__(parent)
        self._log = model
        self.note_on: Callable[[int], str] = lambda _row: ""
        """Returns one's own note on a row."""
        self._lines = _Lines(self, seat, model)
        self.setItemDelegate(self._lines)
        self.setHeaderHidden(True)
        self.setUniformRowHeights(False)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerItem)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setExpandsOnDoubleClick(False)
        self.setIndentation(14)
        self.setMouseTracking(True)
        self._ends = True
        """Whether the newest rows are in sight: they stay so when rows or the room change."""
        bar = self.verticalScrollBar()
        bar.valueChanged.connect(self._scrolled)
        bar.rangeChanged.connect(self._stay_at_end)
        self.activated.connect(self._chosen)
        self.expanded.connect(lambda _index: self.scheduleDelayedItemsLayout())
        self.collapsed.connect(lambda _index: self.scheduleDelayedItemsLayout())

    def show_log(self, model: LogModel, shown: QAbstractItemModel) -> None:
        """Show a log, as far as ``shown`` lets it through."""
        self._log = model
        self._lines.turn_to(model)
        before = self.selectionModel()
        self.setModel(shown)
        if before is not None:  # Qt leaves it to others who may share it
            before.deleteLater()

    def line_width(self, index: Index) -> int:
        """Return the width of an entry's line; it is the same with a scroll bar and without."""
        steps = 2 if index.parent().isValid() else 1
        bar = self.verticalScrollBar().sizeHint().width()
        return self.width() - 2 * self.frameWidth() - bar - steps * self.indentation()

    def scrollToBottom(self) -> None:
        """Bring the newest rows into sight, and keep them there."""
        self._ends = True
        super().scrollToBottom()

    def _scrolled(self, value: int) -> None:
        self._ends = value == self.verticalScrollBar().maximum()

    def _stay_at_end(self, _least: int, most: int) -> None:
        if self._ends:
            self.verticalScrollBar().setValue(most)

    def is_open(self, index: Index) -> bool:
        """Return whether the rows below an entry are shown one by one."""
        return self.isExpanded(_plain_index(index))

    def refresh_look(self) -> None:
        """Lay all texts out again."""
        self._lines.forget()
        self.scheduleDelayedItemsLayout()

    def anchor_at(self, spot: QPoint) -> str:
        """Return the link under a point, empty if there is none."""
        index = self.indexAt(spot)
        return self._lines.anchor(index, self.visualRect(index), spot) if index.isValid() else ""

    def links_of(self, index: QModelIndex) -> tuple[tuple[str, str], ...]:
        """Return the links of an entry: target and words."""
        return self._log.entries[int(index.data(ROW))].links

    def _chosen(self, index: QModelIndex) -> None:
        self.row_asked.emit(int(index.data(ROW)))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show a hand over a link."""
        there = bool(self.anchor_at(event.position().toPoint()))
        shape = Qt.CursorShape.PointingHandCursor if there else Qt.CursorShape.ArrowCursor
        self.viewport().setCursor(shape)
        super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Follow a link, or choose the row."""
        super().mouseReleaseEvent(event)
        spot = event.position().toPoint()
        index = self.indexAt(spot)
        if event.button() != Qt.MouseButton.LeftButton or not index.isValid():
            return
        if not self.visualRect(index).contains(spot):
            return  # on the sign that unfolds
        link = self.anchor_at(spot)
        if link:
            self.link_asked.emit(link)
        else:
            self._chosen(index)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer the links of a row, which the keyboard cannot point at."""
        index = self.currentIndex()
        if event.reason() == QContextMenuEvent.Reason.Mouse:
            index = self.indexAt(event.pos())
        if index.isValid():
            self.menu_of(index).popup(event.globalPos())

    def menu_of(self, index: QModelIndex) -> QMenu:
        """Return a menu of what can be done with an entry."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        show = QAction(_("Show the position after this row"), menu)
        show.triggered.connect(lambda: self._chosen(index))
        menu.addAction(show)
        note = QAction(_("Note on this row …"), menu)
        row = int(index.data(ROW))
        note.triggered.connect(lambda: self.note_asked.emit(row))
        menu.addAction(note)
        for target, words in self.links_of(index):
            kind = target.partition(":")[0]
            label = _("Rule {rule}") if kind == "rule" else _("Find {rule}")
            action = QAction(label.format(rule=words), menu)
            action.triggered.connect(lambda _on=False, link=target: self.link_asked.emit(link))
            menu.addAction(action)
        return menu

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Wrap the texts anew if the width is another."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.scheduleDelayedItemsLayout()


def _plain_index(index: Index) -> QModelIndex:
    if isinstance(index, QModelIndex):
        return index
    return index.model().index(index.row(), index.column(), index.parent())
