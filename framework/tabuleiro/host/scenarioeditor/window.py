"""The window of the scenario editor."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QDockWidget,
    QListWidget,
    QListWidgetItem,
    QMainWindow,
    QMenu,
    QMessageBox,
    QTabWidget,
    QWidget,
)

from tabuleiro.editor.departures import leave
from tabuleiro.editor.scenarios import (
    arrive,
    lose,
    paint,
    place,
    put_into_zone,
    take_back,
    units_of,
)
from tabuleiro.host.buttons import warn
from tabuleiro.host.commands import MENUS, Commands
from tabuleiro.host.scenarioeditor.about import AboutPage, OptionsPage
from tabuleiro.host.scenarioeditor.arrivals import ArrivalsPage, WithdrawalsPage, ZonesPage
from tabuleiro.host.scenarioeditor.canvas import Canvas
from tabuleiro.host.scenarioeditor.difference import DifferenceDialog
from tabuleiro.host.scenarioeditor.goals import GoalsPage
from tabuleiro.host.scenarioeditor.pools import PoolsPage
from tabuleiro.host.scenarioeditor.session import Session
from tabuleiro.host.scenarioeditor.signs import SignsPage
from tabuleiro.host.scenarioeditor.tray import Tray
from tabuleiro.i18n import N_, _, ngettext, text

if TYPE_CHECKING:
    from tabuleiro.host.settings import Settings
    from tabuleiro.module import Problem

__all__ = ["ScenarioEditor"]

_SIZE: Final = (1280, 760)
_PROBLEM: Final = Qt.ItemDataRole.UserRole


class ScenarioEditor(QMainWindow):
    """A scenario on its map, with the order of battle beside it and its problems below."""

    play_asked = Signal()
    """A match of the scenario as it is now shall begin."""
    closed = Signal()
    """The window was closed."""

    def __init__(self, session: Session, settings: Settings, parent: QWidget | None = None) -> None:
        """Show a session."""
        super().__init__(parent)
        self.setWindowFlag(Qt.WindowType.Window)
        self.session = session
        session.setParent(self)
        self.canvas = Canvas(session)
        self.view = self.canvas.view
        self.setCentralWidget(self.view)
        self.tray = Tray(session)
        self.about = AboutPage(session)
        self.arrivals = ArrivalsPage(session, self.tray)
        self.withdrawals = WithdrawalsPage(session, self.tray)
        self.zones = ZonesPage(session, self.tray)
        self.pools = PoolsPage(session)
        self.signs = SignsPage(session)
        self.goals = GoalsPage(session)
        self.options = OptionsPage(session)
        self.problems = QListWidget()
        self.problems.setAccessibleName(_("Problems"))
        self.problems.setWordWrap(True)
        self._add_docks()
        self.commands = Commands(self, settings)
        self._add_commands()
        self._listen()
        self._refresh()
        self._show_problems()
        self.resize(*_SIZE)

    # building

    def _add_docks(self) -> None:
        self.pages = QTabWidget()
        for title, page in (
            (_("Scenario"), self.about),
            (_("Reinforcements"), self.arrivals),
            (_("Withdrawals"), self.withdrawals),
            (_("Zones"), self.zones),
            (_("Objectives"), self.goals),
            (_("Pools"), self.pools),
            (_("Markers"), self.signs),
            (_("Options"), self.options),
        ):
            self.pages.addTab(page, title)
        left, right = Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea
        self._dock("tray", _("Order of battle"), self.tray, left)
        self._dock("pages", _("Scenario"), self.pages, right)
        below = Qt.DockWidgetArea.BottomDockWidgetArea
        self._problems_dock = self._dock("problems", _("Problems"), self.problems, below)
        for corner in (Qt.Corner.BottomLeftCorner, Qt.Corner.BottomRightCorner):
            area = left if corner == Qt.Corner.BottomLeftCorner else right
            self.setCorner(corner, area)
        docks = [dock for dock in self.findChildren(QDockWidget) if dock.objectName() != "problems"]
        self.resizeDocks(docks, [250, 340], Qt.Orientation.Horizontal)
        self.resizeDocks([self._problems_dock], [110], Qt.Orientation.Vertical)

    def _dock(self, name: str, title: str, widget: QWidget, area: Qt.DockWidgetArea) -> QDockWidget:
        dock = QDockWidget(title, self)
        dock.setObjectName(name)
        dock.setWidget(widget)
        dock.setFeatures(QDockWidget.DockWidgetFeature.DockWidgetMovable)
        self.addDockWidget(area, dock)
        return dock

    def _add_commands(self) -> None:
        add = self.commands.add
        add("save", N_("Save …"), "Ctrl+S", self.save, menu="file")
        add("difference", N_("Show the difference"), "Ctrl+D", self.show_difference, menu="file")
        add("play", N_("Play it"), "F5", self.play_asked.emit, menu="file")
        add("close", N_("Close"), "Ctrl+W", self.close, menu="file", parts=True)
        add("undo", N_("Undo"), "Ctrl+Z", self.session.undo, menu="edit")
        add("redo", N_("Redo"), "Ctrl+Y", self.session.redo, menu="edit")
        add("back", N_("Back to the order of battle"), "", self._take_back, menu="edit", parts=True)
        add("fit", N_("Whole board"), "Home", self.view.fit, menu="view")
        bar = self.menuBar()
        for name, label in MENUS.items():
            if name in {"file", "edit", "view"}:
                bar.addMenu(_(label)).setObjectName(name)
        self.commands.fill(bar)
        tools = self.addToolBar(_("Tools"))
        tools.setObjectName("tools")
        for id in ("undo", "redo", "difference", "save", "play"):
            tools.addAction(self.commands[id])
        delete = QShortcut(QKeySequence("Delete"), self.view)
        delete.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        delete.activated.connect(self._take_back)

    def _listen(self) -> None:
        session, canvas = self.session, self.canvas
        session.changed.connect(self._refresh)
        session.checked.connect(self._show_problems)
        session.refused.connect(lambda sentence: warn(self, _("Scenario"), sentence))
        self.tray.list.dropped.connect(self._let_go)
        canvas.put.connect(self.put)
        canvas.carried_off.connect(self._let_go)
        canvas.menu_asked.connect(self._menu)
        canvas.painted.connect(self._paint)
        self.zones.painting.connect(partial(setattr, canvas, "painting"))
        self.zones.zone_shown.connect(self._show_zone)
        self.pages.currentChanged.connect(lambda _page: self._show_zone())
        self.goals.shown.connect(self._look_at)
        self.signs.shown.connect(self._look_at)
        self.view.clicked.connect(lambda place, _piece, _event: self.signs.point_at(place))
        self.problems.itemClicked.connect(self._go_to)
        self.problems.itemActivated.connect(self._go_to)

    # what is shown

    def _refresh(self) -> None:
        draft, commands = self.session.draft, self.commands
        undo = draft.undo_label if self.session.can_undo else ""
        redo = draft.redo_label
        commands["undo"].setEnabled(bool(undo))
        commands["redo"].setEnabled(bool(redo))
        commands["undo"].setText(_("Undo: {what}").format(what=undo) if undo else _("Undo"))
        commands["redo"].setText(_("Redo: {what}").format(what=redo) if redo else _("Redo"))
        for id in ("save", "difference"):
            commands[id].setEnabled(draft.changed)
        name = self.session.values.get("name")
        title = text(name) if isinstance(name, dict) else self.session.id
        sign = "*" if draft.changed else ""
        self.setWindowTitle(f"{title}{sign} · {text(self.session.module.title)}")

    def _show_problems(self) -> None:
        problems = self.session.problems
        self.problems.clear()
        for problem in problems:
            item = QListWidgetItem(str(problem))
            item.setData(_PROBLEM, problem)
            self.problems.addItem(item)
        count = len(problems)
        told = ngettext("{n} problem", "{n} problems", count).format(n=count)
        self._problems_dock.setWindowTitle(told if count else _("No problems"))
        self.commands["play"].setEnabled(not count)

    def _go_to(self, item: QListWidgetItem) -> None:
        """Show what a problem is about: its hex, its counter, its page."""
        problem: Problem = item.data(_PROBLEM)
        way = problem.where.replace("[", ".").replace("]", "").split(".")
        pages = {
            "reinforcements": self.arrivals, "free": self.zones, "objectives": self.goals,
            "options": self.options, "withdrawals": self.withdrawals, "pools": self.pools,
            "markers": self.signs, "tracks": self.signs,
        }  # fmt: skip
        if way[0] != "setup":
            self.pages.setCurrentWidget(pages.get(way[0], self.about))
        listed = self.session.values.get(way[0])
        if not (isinstance(listed, list) and len(way) > 1 and way[1].isdigit()):
            return
        entry = listed[int(way[1])] if int(way[1]) < len(listed) else None
        if isinstance(entry, dict):
            units = [unit for unit in units_of(entry) if unit in self.session.standing]
            if units:
                self.canvas.select(units[0])
            self._look_at(str(entry.get("hex") or entry.get("box") or ""))

    def _look_at(self, spot: str) -> None:
        if self.view.knows(spot):
            self.view.show_hex(spot)
            self.view.point(spot)

    def _show_zone(self, hexes: list[str] | None = None) -> None:
        here = self.pages.currentWidget() is self.zones
        if not here:
            self.zones.paint.setChecked(False)
            lying = self.signs.lying() if self.pages.currentWidget() is self.signs else {}
            self.canvas.show_zone(lying, lying)
        elif hexes is None:
            self.zones.refresh()
        else:
            self.canvas.show_zone(hexes)

    # what is done

    def _label(self, piece: str, words: str) -> str:
        return words.format(unit=self.session.name(piece))

    def put(self, piece: str, spot: str) -> None:
        """Let a counter start in a hex or a box."""
        module = self.session.module
        if spot in module.board.grid or spot in module.board.boxes:
            label = self._label(piece, _("Place {unit}"))
            self.session.edit(label, lambda values: place(values, module, piece, spot))
            self.canvas.select(piece)

    def bring(self, piece: str, turn: int) -> None:
        """Let a counter come in a turn."""
        label = self._label(piece, _("{unit} comes later"))
        module = self.session.module
        self.session.edit(label, lambda values: arrive(values, module, piece, turn))

    def withdraw(self, piece: str, turn: int) -> None:
        """Let a counter leave in a turn."""
        label = self._label(piece, _("{unit} leaves"))
        module = self.session.module
        self.session.edit(label, lambda values: leave(values, module, piece, turn))

    def take_back(self, piece: str) -> None:
        """Put a counter back into the order of battle."""
        label = self._label(piece, _("Take back {unit}"))
        self.session.edit(label, lambda values: take_back(values, piece))

    def reduce(self, piece: str, losses: int) -> None:
        """Let a counter start with so many losses."""
        label = self._label(piece, _("Losses of {unit}"))
        module = self.session.module
        self.session.edit(label, lambda values: lose(values, module, piece, losses))

    def _take_back(self) -> None:
        if self.canvas.selected is not None:
            self.take_back(self.canvas.selected)

    def _let_go(self, piece: str, spot: QPoint) -> None:
        """A counter was let go somewhere on the screen: on the map, a turn, a zone or the tray."""
        here = self.pages.currentWidget()
        turn = self.arrivals.turn_at(spot) if here is self.arrivals else None
        last = self.withdrawals.turn_at(spot) if here is self.withdrawals else None
        zone = self.zones.zone_at(spot) if here is self.zones else None
        tray = self.tray.rect().contains(self.tray.mapFromGlobal(spot))
        there = self.canvas.place_at(spot)
        if turn is not None:
            self.bring(piece, turn)
        elif last is not None:
            self.withdraw(piece, last)
        elif zone is not None:
            module = self.session.module
            label = self._label(piece, _("{unit} is placed by its owner"))
            self.session.edit(label, lambda v: put_into_zone(v, module, piece, zone))
        elif tray and piece in self.session.standing:
            self.take_back(piece)
        elif there is not None:
            self.put(piece, there)

    def _menu(self, piece: str, spot: QPoint) -> None:
        self.menu_of(piece).popup(spot)

    def menu_of(self, piece: str) -> QMenu:
        """Return what can be done with a counter on the map."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        counter, session = self.session.module.counters[piece], self.session
        now = session.standing[piece].losses if piece in session.standing else 0
        for losses in range(counter.steps if counter.steps > 1 else 0):
            words = ngettext("{n} loss", "{n} losses", losses).format(n=losses)
            action = menu.addAction(words if losses else _("Intact"))
            action.setCheckable(True)
            action.setChecked(losses == now)
            action.triggered.connect(partial(self._reduce, piece, losses))
        first, last = session.turns
        ways = ((_("Comes in turn"), self._bring), (_("Leaves in turn"), self._withdraw))
        for words, deed in ways:
            turns = menu.addMenu(words)
            for turn in session.module.turns:
                if first <= turn.turn <= last:
                    action = turns.addAction(f"{turn.turn}: {text(turn.label)}")
                    action.triggered.connect(partial(deed, piece, turn.turn))
        menu.addSeparator()
        menu.addAction(self.commands["back"])
        return menu

    def _reduce(self, piece: str, losses: int, _checked: bool = False) -> None:  # noqa: FBT001, FBT002 - as Qt tells it
        self.reduce(piece, losses)

    def _bring(self, piece: str, turn: int, _checked: bool = False) -> None:  # noqa: FBT001, FBT002 - as Qt tells it
        self.bring(piece, turn)

    def _withdraw(self, piece: str, turn: int, _checked: bool = False) -> None:  # noqa: FBT001, FBT002 - as Qt tells it
        self.withdraw(piece, turn)

    def _paint(self, hexes: list[str], on: bool) -> None:  # noqa: FBT001 - as Qt tells it
        zone = self.zones.chosen
        if zone is not None and hexes:
            self.session.edit(_("Paint a zone"), lambda v: paint(v, zone, hexes, on=on))

    # saving

    def show_difference(self) -> None:
        """Show what would be written."""
        DifferenceDialog(self.session.draft.difference(), self).exec()

    def save(self) -> bool:
        """Show what will be written, and write it; return whether it was."""
        self._finish_field()
        if not self.session.draft.changed:
            return True
        dialog = DifferenceDialog(self.session.draft.difference(), self, saves=True)
        wanted = bool(dialog.exec())
        dialog.deleteLater()
        return wanted and self.session.save()

    def _finish_field(self) -> None:
        """Take over what is being written in a field."""
        field: QWidget | None = self.focusWidget()
        pages = (self.about, self.pools)
        if field is not None and any(page.isAncestorOf(field) for page in pages):
            field.clearFocus()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask about what was not saved."""
        self._finish_field()
        if self.session.draft.changed and not self._asked_to_leave():
            event.ignore()
            return
        self.view.stop()
        self.closed.emit()
        event.accept()

    def _asked_to_leave(self) -> bool:
        box = QMessageBox(QMessageBox.Icon.Question, _("Scenario"),
                          _("The scenario was changed. Save it?"), parent=self)  # fmt: skip
        save = box.addButton(_("Save"), QMessageBox.ButtonRole.AcceptRole)
        drop = box.addButton(_("Do not save"), QMessageBox.ButtonRole.DestructiveRole)
        box.setEscapeButton(box.addButton(_("Cancel"), QMessageBox.ButtonRole.RejectRole))
        box.setDefaultButton(save)
        box.exec()
        box.deleteLater()
        if box.clickedButton() is save:
            return self.save()
        return box.clickedButton() is drop
