"""Reinforcements and withdrawals by turn, and zones in which owners set their counters up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QPoint, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from tabuleiro.editor.departures import stay
from tabuleiro.editor.scenarios import (
    drop,
    entries,
    hexes_of,
    put_in,
    take_back,
    turn_of,
    units_of,
)
from tabuleiro.host.steady import steady
from tabuleiro.i18n import _, ngettext, text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tabuleiro.host.scenarioeditor.session import Session
    from tabuleiro.host.scenarioeditor.tray import Tray

__all__ = ["ArrivalsPage", "WithdrawalsPage", "ZonesPage"]

_TURN: Final = Qt.ItemDataRole.UserRole
_PIECE: Final = Qt.ItemDataRole.UserRole + 1
_ICON: Final = 26
_ENTRY: Final = Qt.ItemDataRole.UserRole + 2


class _Tree(QTreeWidget):
    """Counters below turns or zones. Delete takes the chosen one back."""

    removed = Signal(str)
    """A counter shall go back to the tray."""

    def __init__(self) -> None:
        super().__init__()
        self.setHeaderHidden(True)
        self.setColumnCount(1)
        self.setIconSize(QSize(_ICON, _ICON))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take back what is chosen."""
        item = self.currentItem()
        piece = item.data(0, _PIECE) if item is not None else None
        if event.key() == Qt.Key.Key_Delete and piece:
            self.removed.emit(piece)
        else:
            super().keyPressEvent(event)

    def below(self, spot: QPoint) -> QTreeWidgetItem | None:
        """Return the item under a point of the screen, None if it is elsewhere."""
        viewport = self.viewport()
        inside = viewport.mapFromGlobal(spot)
        return self.itemAt(inside) if viewport.rect().contains(inside) else None


class _EntriesPage(QWidget):
    """A tree of counters; those that are taken back go to the tray."""

    def __init__(self, session: Session, tray: Tray, hint: str) -> None:
        super().__init__()
        self.session = session
        self.tray = tray
        self.tree = _Tree()
        self.tree.removed.connect(self._remove)
        words = QLabel(hint)
        words.setWordWrap(True)
        self.box = QVBoxLayout(self)
        self.box.setContentsMargins(6, 6, 6, 6)
        self.box.addWidget(words)
        self.box.addWidget(self.tree, 1)

    def _remove(self, piece: str) -> None:
        label = _("Take back {unit}").format(unit=self.session.name(piece))
        self.session.edit(label, lambda values: take_back(values, piece))

    def _add_units(self, parent: QTreeWidgetItem, entry: dict[str, Any]) -> None:
        for unit in units_of(entry):
            known = unit in self.session.module.counters
            item = QTreeWidgetItem([self.session.name(unit) if known else unit])
            item.setData(0, _PIECE, unit)
            if known:
                item.setIcon(0, self.tray.icon(unit))
            parent.addChild(item)


class _CalendarPage(_EntriesPage):
    """Counters by turn: one is dragged onto its turn."""

    key = ""
    """The list of the file that is shown."""

    def __init__(
        self, session: Session, tray: Tray, title: str, hint: str, when: Mapping[str, str]
    ) -> None:
        """Show the turns of a scenario; ``when`` has the words for `may` and `must`."""
        super().__init__(session, tray, hint)
        self.title = title
        self.tree.setAccessibleName(title)
        self.edge = steady(QComboBox())
        self.edge.setAccessibleName(_("Edge"))
        self.edge.setPlaceholderText(self.elsewhere)
        for edge in session.module.board.edges.values():
            self.edge.addItem(text(edge.name) or edge.id, edge.id)
        self.when = steady(QComboBox())
        self.when.setAccessibleName(_("When"))
        for value, words in when.items():
            self.when.addItem(words, value)
        row = QHBoxLayout()
        row.addWidget(self.edge, 1)
        row.addWidget(self.when, 1)
        self.box.addLayout(row)
        self.tree.currentItemChanged.connect(lambda _now, _before: self._show_entry())
        self.edge.activated.connect(self._take_edge)
        self.when.activated.connect(self._take_when)
        session.changed.connect(self.refresh)
        self.refresh()

    @property
    def elsewhere(self) -> str:
        """What stands where no edge is named."""
        return _("somewhere else")

    def turn_at(self, spot: QPoint) -> int | None:
        """Return the turn under a point of the screen."""
        item = self.tree.below(spot)
        while item is not None and item.parent() is not None:
            item = item.parent()
        return None if item is None else int(item.data(0, _TURN))

    def refresh(self) -> None:
        """List who comes when."""
        chosen = self.chosen
        with QSignalBlocker(self.tree):
            self._list(chosen)
        self.tree.expandAll()
        self._show_entry()

    def _list(self, chosen: int | None) -> None:
        session = self.session
        self.tree.clear()
        values = session.values
        first, last = session.turns
        coming = entries(values, self.key)
        for turn in session.module.turns:
            here = [(n, each) for n, each in enumerate(coming) if turn_of(each) == turn.turn]
            if not here and not first <= turn.turn <= last:
                continue
            top = QTreeWidgetItem(
                [_("Turn {n}: {label}").format(n=turn.turn, label=text(turn.label))]
            )
            top.setData(0, _TURN, turn.turn)
            self.tree.addTopLevelItem(top)
            for number, entry in here:
                group = QTreeWidgetItem([self._told(entry)])
                group.setData(0, _ENTRY, number)
                top.addChild(group)
                self._add_units(group, entry)
                if number == chosen:
                    self.tree.setCurrentItem(group)

    def _told(self, entry: dict[str, Any]) -> str:
        """Return who comes by which way."""
        module = self.session.module
        side = module.sides.get(str(entry.get("side")))
        edges = entry.get("edges")
        known = edges if isinstance(edges, list) else []
        named = [module.board.edges[str(e)] for e in known if str(e) in module.board.edges]
        way = ", ".join(text(edge.name) or edge.id for edge in named)
        if not way:
            where = entry.get("where")
            way = str(where.get("kind", "")) if isinstance(where, dict) else ""
        return " · ".join(filter(None, (text(side.name) if side else "?", way)))

    @property
    def chosen(self) -> int | None:
        """The number of the entry that is chosen, or whose counter is."""
        item = self.tree.currentItem()
        while item is not None:
            number = item.data(0, _ENTRY)
            if number is not None:
                return int(number)
            item = item.parent()
        return None

    def _show_entry(self) -> None:
        number = self.chosen
        coming = entries(self.session.values, self.key)
        entry = coming[number] if number is not None and number < len(coming) else None
        for combo in (self.edge, self.when):
            combo.setEnabled(entry is not None)
        if entry is None:
            return
        edges = entry.get("edges")
        with QSignalBlocker(self.edge), QSignalBlocker(self.when):
            first = edges[0] if isinstance(edges, list) and edges else None
            self.edge.setCurrentIndex(self.edge.findData(first) if first is not None else -1)
            self.when.setCurrentIndex(max(0, self.when.findData(entry.get("when"))))

    def _take_edge(self, _number: int) -> None:
        edge = self.edge.currentData()

        def change(entry: dict[str, Any]) -> None:
            entry.pop("where", None)
            entry["edges"] = [edge]

        self._change(change)

    def _take_when(self, _number: int) -> None:
        when = self.when.currentData()
        self._change(lambda entry: entry.update(when=when))

    def _change(self, change: Any) -> None:
        number = self.chosen
        if number is not None:
            self.session.edit(self.title, lambda values: change(entries(values, self.key)[number]))


class ArrivalsPage(_CalendarPage):
    """Who comes in which turn."""

    key = "reinforcements"

    def __init__(self, session: Session, tray: Tray) -> None:
        """Show who comes."""
        hint = _("Drag a counter onto the turn in which it comes.")
        when = {"may": _("may enter from then on"), "must": _("must enter")}
        super().__init__(session, tray, _("Reinforcements"), hint, when)


class WithdrawalsPage(_CalendarPage):
    """Who leaves in which turn. Delete lets the chosen one stay."""

    key = "withdrawals"

    def __init__(self, session: Session, tray: Tray) -> None:
        """Show who leaves."""
        hint = _("Drag a counter from the map onto the turn in which it leaves. Delete: it stays.")
        when = {"may": _("may leave from then on"), "must": _("must leave")}
        super().__init__(session, tray, _("Withdrawals"), hint, when)

    @property
    def elsewhere(self) -> str:
        """What stands where no edge is named."""
        return _("from where it is")

    def _remove(self, piece: str) -> None:
        label, number = _("{unit} stays").format(unit=self.session.name(piece)), self.chosen
        if number is not None:
            self.session.edit(label, lambda values: stay(values, piece, number))


class ZonesPage(_EntriesPage):
    """Counters that their owner places before the first turn, and the hexes that he may use."""

    painting = Signal(bool)
    """The mouse shall paint hexes, or carry counters again."""
    zone_shown = Signal(list)
    """These are the hexes of the chosen zone."""

    def __init__(self, session: Session, tray: Tray) -> None:
        """Show the zones of a scenario."""
        hint = _(
            "A zone: counters that their owner places before the first turn. Drag counters onto it;"
            " paint its hexes with the mouse, and wipe them off with the right button."
        )
        super().__init__(session, tray, hint)
        self.tree.setAccessibleName(_("Zones of set-up"))
        self.side = steady(QComboBox())
        self.side.setAccessibleName(_("Side"))
        for side in session.module.sides.values():
            self.side.addItem(text(side.name), side.id)
        add = QPushButton(_("New zone"))
        add.clicked.connect(self._add)
        self.delete = QPushButton(_("Delete zone"))
        self.delete.clicked.connect(self._delete)
        self.paint = QPushButton(_("Paint hexes"))
        self.paint.setCheckable(True)
        self.paint.toggled.connect(self.painting)
        row = QHBoxLayout()
        row.addWidget(self.side, 1)
        row.addWidget(add)
        row.addWidget(self.delete)
        self.box.addLayout(row)
        self.box.addWidget(self.paint)
        self.tree.currentItemChanged.connect(lambda _now, _before: self._show_zone())
        session.changed.connect(self.refresh)
        self.refresh()

    @property
    def chosen(self) -> int | None:
        """The number of the chosen zone."""
        item = self.tree.currentItem()
        if item is not None and item.parent() is not None:
            item = item.parent()
        return None if item is None else int(item.data(0, _ENTRY))

    def zone_at(self, spot: QPoint) -> int | None:
        """Return the zone under a point of the screen."""
        item = self.tree.below(spot)
        if item is not None and item.parent() is not None:
            item = item.parent()
        return None if item is None else int(item.data(0, _ENTRY))

    def refresh(self) -> None:
        """List the zones."""
        chosen = self.chosen
        with QSignalBlocker(self.tree):  # else none is chosen for a moment, and painting ends
            self._list(chosen or 0)
        self._show_zone()

    def _list(self, chosen: int) -> None:
        self.tree.clear()
        for number, entry in enumerate(entries(self.session.values, "free")):
            side = self.session.module.sides.get(str(entry.get("side")))
            where = entry.get("where")
            hexes = hexes_of(entry)
            kind = str(where.get("kind", "")) if isinstance(where, dict) else "?"
            told = ngettext("{n} hex", "{n} hexes", len(hexes)).format(n=len(hexes))
            top = QTreeWidgetItem(
                [f"{text(side.name) if side else '?'} · {told if kind == 'hexes' else kind}"]
            )
            top.setData(0, _ENTRY, number)
            self.tree.addTopLevelItem(top)
            self._add_units(top, entry)
            if number == chosen:
                self.tree.setCurrentItem(top)

    def _show_zone(self) -> None:
        number = self.chosen
        zones = entries(self.session.values, "free")
        there = number is not None and number < len(zones)
        self.delete.setEnabled(there)
        self.paint.setEnabled(there)
        if not there:
            self.paint.setChecked(False)
        self.zone_shown.emit(hexes_of(zones[number]) if there and number is not None else [])

    def _add(self) -> None:
        side = self.side.currentData()
        new = {"side": side, "units": [], "where": {"kind": "hexes", "hexes": []}}
        self.session.edit(_("New zone"), lambda values: put_in(values, "free", new))
        last = self.tree.topLevelItem(self.tree.topLevelItemCount() - 1)
        if last is not None:
            self.tree.setCurrentItem(last)

    def _delete(self) -> None:
        number = self.chosen
        if number is not None:
            self.session.edit(
                _("Delete zone"), lambda v: drop(v, "free", entries(v, "free")[number])
            )
