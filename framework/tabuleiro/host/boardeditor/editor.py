"""The window of the board editor: tools, the map, what can be chosen, and what is wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QActionGroup, QCloseEvent, QKeySequence
from PySide6.QtWidgets import (
    QDockWidget,
    QLabel,
    QMainWindow,
    QScrollArea,
    QSizePolicy,
    QStackedWidget,
    QToolBar,
)

from tabuleiro.editor import EditError
from tabuleiro.editor.boards.sides import side_at, sides_of
from tabuleiro.editor.boards.telling import place_told_at, said
from tabuleiro.host.boardeditor.areatool import AreaTool
from tabuleiro.host.boardeditor.brushes import SideTool, TerrainTool, WayTool
from tabuleiro.host.boardeditor.canvas import Canvas
from tabuleiro.host.boardeditor.dataoverlay import DataOverlay
from tabuleiro.host.boardeditor.gridtool import GridTool
from tabuleiro.host.boardeditor.lists import BoxTool, NameTool, PlaceTool, RegionTool
from tabuleiro.host.boardeditor.picture import LivePicture
from tabuleiro.host.boardeditor.problems import ProblemList
from tabuleiro.host.boardeditor.scantool import ScanTool
from tabuleiro.host.boardeditor.session import FILE, Session
from tabuleiro.host.boardeditor.toolicons import tool_icon
from tabuleiro.host.buttons import question, warn
from tabuleiro.host.map.board_item import Level
from tabuleiro.host.map.looking import ZOOM_STEP
from tabuleiro.host.scenarioeditor.difference import DifferenceDialog
from tabuleiro.i18n import N_, _, language

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from tabuleiro.editor import Draft
    from tabuleiro.editor.boards.differences import Difference
    from tabuleiro.host.boardeditor.tool import Tool
    from tabuleiro.module.errors import Problem

__all__ = ["BoardEditor"]

_TOOLS: Final[tuple[type[Tool], ...]] = (
    *(TerrainTool, SideTool, WayTool, PlaceTool, NameTool, RegionTool, BoxTool, AreaTool),
    *(GridTool, ScanTool),
)
_CALM_MS: Final = 700
"""So long after a step the files are checked."""
_LETTERS_MS: Final = 120
"""So long after a stroke names find their places."""


class BoardEditor(QMainWindow):
    """A board on the drawing table."""

    play_asked = Signal(object)
    """The board is saved and wants to be played on: the folder of its module."""

    def __init__(self, draft: Draft, parent: QWidget | None = None) -> None:
        """Open the board of a draft. Raises `Unreadable` or `NoBoard` if there is none to show."""
        super().__init__(parent)
        self.session = Session(draft, self)
        self._letters = _timer(self, _LETTERS_MS, self._letter)
        self._checks = _timer(self, _CALM_MS, self.check)
        self._overlay: DataOverlay | None = None
        self._former: QWidget | None = None
        self.canvas = self._make_canvas()
        self.setCentralWidget(self.canvas)
        self._panels = QStackedWidget()
        self.problems = ProblemList()
        self.problems.asked.connect(self.go_to)
        self._where = QLabel()
        self.statusBar().addPermanentWidget(self._where)
        self.tools: dict[str, Tool] = {}
        self.tool: Tool
        self.actions_: dict[str, QAction] = {}
        self._build_menus()
        self._build_tools()
        self._build_docks()
        self.tool = self.tools["terrain"]
        self.session.looked.connect(self._looked)
        self.session.kept.connect(self._kept)
        usual = "areas" if self.tools["areas"].fits() else "terrain"
        self.take(usual if self.tools[usual].fits() else "scan")
        self._kept()
        self.check()

    # putting it together

    def _make_canvas(self) -> Canvas:
        session = self.session
        whole = session.whole(language())
        sheets = session.seen.board.maps.values()
        scans = [one.picture for one in sheets if one.picture is not None]
        picture = LivePicture(whole, scans, str(session.draft.root))
        canvas = Canvas(picture, session.seen.board)
        canvas.hovered.connect(self._tell_place)
        self._overlay = canvas.add(DataOverlay(canvas), Level.ZONES)
        self._overlay.show_board(session.seen)
        return canvas

    def _build_menus(self) -> None:
        file, edit, view = (self.menuBar().addMenu(_(label)) for label in
                            (N_("&File"), N_("&Edit"), N_("&View")))  # fmt: skip
        add = self._add_action
        add(file, "save", N_("Save"), "Ctrl+S", self.save)
        add(file, "difference", N_("Show the difference …"), "Ctrl+D", self.show_difference)
        add(file, "play", N_("Save and play"), "Ctrl+P", self.play)
        add(file, "close", N_("Close"), "Ctrl+W", self.close)
        add(edit, "undo", N_("Undo"), "Ctrl+Z", self.undo)
        redo = add(edit, "redo", N_("Redo"), "Ctrl+Y", self.redo)
        redo.setShortcuts([QKeySequence("Ctrl+Y"), QKeySequence("Ctrl+Shift+Z")])
        add(edit, "pick", N_("Take up what is under the pointer"), "I", self.pick_here)
        add(view, "fit", N_("Whole board"), "Home", self._fit)
        add(view, "in", N_("Closer"), "Ctrl++", lambda: self._zoom(ZOOM_STEP))
        add(view, "out", N_("Further away"), "Ctrl+-", lambda: self._zoom(1 / ZOOM_STEP))
        data = add(view, "data", N_("Data over the scan"), "D", lambda: None)
        data.setCheckable(True)
        data.setChecked(True)
        data.toggled.connect(self._show_data)

    def _add_action(self, menu: object, id: str, label: str, keys: str, deed: object) -> QAction:
        action = QAction(_(label), self)
        action.setObjectName(id)
        action.setShortcut(QKeySequence(keys))
        action.triggered.connect(lambda _checked=False: deed())  # type: ignore[operator]
        menu.addAction(action)  # type: ignore[attr-defined]
        self.addAction(action)
        self.actions_[id] = action
        return action

    def _build_tools(self) -> None:
        bar = QToolBar(_("Tools"))
        bar.setObjectName("tools")
        bar.setMovable(False)
        bar.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
        bar.setIconSize(QSize(22, 22))
        self.addToolBar(Qt.ToolBarArea.LeftToolBarArea, bar)
        group = QActionGroup(self)
        menu = self.menuBar().addMenu(_("&Tools"))
        for kind in _TOOLS:
            tool = kind(self, self)
            self.tools[tool.id] = tool
            action = QAction(tool_icon(tool.id, self.palette()), _(tool.label), self)
            action.setCheckable(True)
            action.setShortcut(QKeySequence(tool.keys))
            action.setToolTip(f"{_(tool.label)} ({tool.keys}): {_(tool.hint)}")
            action.triggered.connect(lambda _checked=False, id=tool.id: self.take(id))
            group.addAction(action)
            bar.addAction(action)
            button = bar.widgetForAction(action)
            button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
            menu.addAction(action)
            self.actions_[f"tool-{tool.id}"] = action
            self._panels.addWidget(tool.panel)

    def _build_docks(self) -> None:
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setWidget(self._panels)
        area.setMinimumWidth(230)
        self._dock("tool", _("Tool"), area, Qt.DockWidgetArea.RightDockWidgetArea)
        self._dock("problems", _("Problems"), self.problems, Qt.DockWidgetArea.BottomDockWidgetArea)

    def _dock(self, id: str, title: str, widget: QWidget, area: Qt.DockWidgetArea) -> None:
        dock = QDockWidget(title)
        dock.setObjectName(id)
        dock.setWidget(widget)
        dock.setFeatures(QDockWidget.DockWidgetFeature.DockWidgetMovable)
        self.addDockWidget(area, dock)

    # tools

    def take(self, id: str) -> None:
        """Take a tool into the hand."""
        self.tool.laid_down()
        self.tool = self.tools[id]
        self.actions_[f"tool-{id}"].setChecked(True)
        self._panels.setCurrentWidget(self.tool.panel)
        self.canvas.pen = self.tool
        self.tool.taken_up()
        self.say(_(self.tool.hint))

    def say(self, words: str) -> None:
        """Tell something in the status line."""
        self.statusBar().showMessage(words)

    def pick_here(self) -> None:
        """Take up what is under the pointer."""
        at = self.canvas.pointer
        self.pick(*self.canvas.picture.board(at.x(), at.y()))

    def pick(self, x: float, y: float) -> None:
        """Take up what is at a point: the terrain, or what the tool in the hand is for."""
        board = self.session.board
        place, side = board.geometry.hex_at(x, y), side_at(board, x, y)
        if place is None:
            return
        if isinstance(self.tool, SideTool):
            for item in board.items("hexsides"):
                if side is not None and side in sides_of(item):
                    self.tool.kinds.choose(str(item.get("kind")))
                    return
        if isinstance(self.tool, WayTool):
            for item in board.items("networks"):
                if place in map(str, item.get("chain") or ()):
                    self.tool.kinds.choose(str(item.get("kind")))
                    return
        terrain = self.tools["terrain"]
        if place in board.terrain and isinstance(terrain, TerrainTool):
            if self.tool is not terrain:
                self.take("terrain")
            terrain.kinds.choose(board.terrain[place])

    # what changed

    def _looked(self, found: Difference) -> None:
        if found.shape:
            self._rebuild()
            return
        canvas = self.canvas
        canvas.live.become(self.session.whole(language(), canvas.live.whole))
        canvas.redraw(found.hexes, at_once=True)
        if found.lines:
            canvas.redraw(found.lines, at_once=False)
        if found.names:
            self._letters.start()
        if self._overlay is not None:
            self._overlay.show_board(self.session.seen)

    def _rebuild(self) -> None:
        """Lay another board on the table, and look at it as one did."""
        old = self.canvas
        zoom, middle = old.place()
        middle_of_board = old.picture.board(middle.x(), middle.y())
        followed, pen = old.following, old.pen
        self.canvas = self._make_canvas()
        self.canvas.pen = pen
        self.canvas.resize(old.size())
        # Kept until the next one goes: Qt may still have something to tell it.
        self._former = old
        self.takeCentralWidget()
        old.hide()
        old.stop()
        self.setCentralWidget(self.canvas)
        if followed:
            self.canvas.fit()
        else:
            self.canvas.go_to(zoom, self.canvas.at(*middle_of_board))
        self._show_data(self.actions_["data"].isChecked())

    def _letter(self) -> None:
        """Let names find their places."""
        canvas = self.canvas
        area = canvas.live.letter()
        canvas.board = self.session.seen.board
        canvas.rename()
        if not area.isEmpty():
            canvas.ground.redraw(area, at_once=False)

    def _kept(self) -> None:
        draft = self.session.draft
        self.actions_["undo"].setEnabled(bool(draft.undo_label))
        self.actions_["redo"].setEnabled(bool(draft.redo_label))
        self.actions_["save"].setEnabled(draft.changed)
        self.actions_["difference"].setEnabled(draft.changed)
        for id, tool in self.tools.items():
            self.actions_[f"tool-{id}"].setEnabled(tool.fits())
        name = draft.root.name
        self.setWindowTitle(
            _("Board of {module}").format(module=name) + ("*" if draft.changed else "")
        )
        self.tool.refresh()
        self._tell_place(self.canvas.cursor_hex)
        self._checks.start()

    def _show_data(self, shown: bool) -> None:  # noqa: FBT001 - Qt's own
        if self._overlay is not None:
            self._overlay.setVisible(shown)

    def _tell_place(self, place: object) -> None:
        words = said(self.session.seen, self.session.kinds, place) if isinstance(place, str) else []
        self._where.setText(" · ".join(words))

    def _fit(self) -> None:
        self.canvas.fit()

    def _zoom(self, by: float) -> None:
        self.canvas.set_zoom(self.canvas.zoom * by)

    # steps, checks, files

    def undo(self) -> None:
        """Take back the last step, or what was begun."""
        if self.tool.cancel():
            return
        label = self.session.undo()
        if label:
            self.say(_("Undone: {what}").format(what=label))

    def redo(self) -> None:
        """Do again what was taken back."""
        label = self.session.redo()
        if label:
            self.say(_("Done again: {what}").format(what=label))

    def check(self) -> None:
        """Say what `tabuleiro validate` would say now."""
        self._checks.stop()
        self.problems.show_problems(self.session.draft.problems())

    def go_to(self, problem: Problem) -> None:
        """Show the place of which a problem speaks."""
        board = self.session.board
        place = None
        if problem.file == FILE:
            text = self.session.draft.text(FILE)
            place = place_told_at(board, text, problem.line, problem.column)
        if place is not None:
            self.canvas.show_hex(place)
            self.canvas.point(place, by_keys=True)
        self.say(str(problem))

    def show_difference(self) -> None:
        """Show what would be saved."""
        DifferenceDialog(self.session.draft.difference(), self).exec()

    def save(self) -> bool:
        """Show what would be written, and write it; return whether all is written."""
        draft = self.session.draft
        if draft.changed and not DifferenceDialog(draft.difference(), self, saves=True).exec():
            return False
        try:
            files = draft.save()
        except EditError as fault:
            warn(self, self.windowTitle(), str(fault))
            return False
        self._kept()
        if files:
            self.say(_("Saved: {files}").format(files=", ".join(files)))
        return True

    def play(self) -> None:
        """Save, and ask for a match on the board."""
        self.check()
        if self.problems.count():
            self.say(_("Something is wrong with the module: see the list of problems."))
        elif self.save():
            self.play_asked.emit(self.session.draft.root)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask before anything is lost."""
        if self.session.draft.changed and not question(
            self,
            self.windowTitle(),
            _("There are changes that are not saved."),
            _("Close without saving"),
            _("Go on drawing"),
        ):
            event.ignore()
            return
        self._checks.stop()
        self._letters.stop()
        self.canvas.stop()
        super().closeEvent(event)


def _timer(parent: QMainWindow, wait: int, deed: object) -> QTimer:
    timer = QTimer(parent)
    timer.setSingleShot(True)
    timer.setInterval(wait)
    timer.timeout.connect(deed)
    return timer
