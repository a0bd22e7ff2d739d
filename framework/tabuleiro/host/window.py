"""A match on the screen: the map in the middle, docks around it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QCloseEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QDockWidget, QLabel, QMainWindow, QPushButton, QToolBar, QWidget

from tabuleiro.engine.messages import place_name
from tabuleiro.host.commands import Commands
from tabuleiro.host.consent import take_back
from tabuleiro.host.docks import DOCKS, Dock
from tabuleiro.host.extensions import Extensions
from tabuleiro.host.layout import arrange, follow, give_room, open_battle
from tabuleiro.host.map.commands import add_map_commands
from tabuleiro.host.map.picture import BoardPicture, load_layers
from tabuleiro.host.map.tips import Tips
from tabuleiro.host.map.view import BoardView
from tabuleiro.host.matchcommands import MATCH, dock_kinds
from tabuleiro.host.owndice import ask_dice
from tabuleiro.host.panels.battle import BattlePanel
from tabuleiro.host.panels.decision import DecisionPanel
from tabuleiro.host.panels.details import piece_lines
from tabuleiro.host.panels.history import HistoryPanel
from tabuleiro.host.panels.rules import RulesPanel
from tabuleiro.host.play import MapPlay
from tabuleiro.host.settings import PACES, Settings
from tabuleiro.host.sound import DiceSound
from tabuleiro.i18n import _, language, text
from tabuleiro.seats.telling import say

if TYPE_CHECKING:
    from collections.abc import Callable

    from tabuleiro.engine import Verdict
    from tabuleiro.host.seat import Seat

__all__ = ["MatchWindow"]

Panel = TypeVar("Panel", bound=QWidget)
_SAID_MS = 12_000
_REMINDER = 420
"""So many pixels wide at most is what reminds of the panel that is out of sight."""
_TOOLS = ("undo", "redo", "fit", "nearer", "farther")


class MatchWindow(QMainWindow):
    """One match. What stands round the map is listed in `tabuleiro.host.docks`."""

    seat: Seat
    view: BoardView
    play: MapPlay
    settings: Settings

    def __init__(
        self, seat: Seat, settings: Settings | None = None, parent: QWidget | None = None
    ) -> None:
        """Show a seat's match."""
        super().__init__(parent)
        self.setWindowFlags(Qt.WindowType.Widget)
        self.seat = seat
        self.settings = settings or Settings()
        module = seat.module
        self.picture = BoardPicture(load_layers(module, language()))
        self.view = BoardView(self.picture, module.board)
        self.view.setAccessibleName(_("Map"))
        self.play = MapPlay(seat, self.view, self)
        Tips(self.view, lambda piece: "\n".join(piece_lines(seat, piece)))
        self.commands = Commands(self, self.settings)
        self.setCentralWidget(self.view)
        self.setDockOptions(
            QMainWindow.DockOption.AllowTabbedDocks
            | QMainWindow.DockOption.AllowNestedDocks
            | QMainWindow.DockOption.AnimatedDocks
        )
        self._add_line_below()
        self._add_commands()
        self._arranged = False
        self.shown = False
        """Whether it was ever seen: before that its docks have no places yet."""
        self.keeps_layout = True
        """Whether the game remembers where the docks stand; what a lesson shows it does not."""
        self._battle_came = False
        """Whether the battle panel was shown by itself."""
        self.docks: dict[str, QDockWidget] = {}
        self.extensions = Extensions(self)
        usual = (kind for kind in DOCKS if not kind.hook or seat.table.answers(kind.hook))
        kinds = (*usual, *self.extensions.docks())
        self._add_docks(kinds)
        self.decision = self._panel("decision", DecisionPanel)
        self.battle = self._panel("battle", BattlePanel)
        self.docks["decision"].visibilityChanged.connect(self._remind)
        self._add_tools(kinds)
        seat.refused.connect(self._refused)
        seat.failed.connect(self._failed)
        seat.roll = partial(ask_dice, self)
        seat.changed.connect(self._refresh)
        seat.pointed.connect(self._pointed)
        seat.handed.connect(self._forget_said)
        title = text(module.title)
        named = seat.title and seat.title != title
        self.setWindowTitle(f"{title} · {seat.title}" if named else title)
        self.sound = DiceSound(seat, self.settings, self)
        self.extensions.join()
        give_room(self)
        self._first_layout = self.saveState()
        self.take_settings()
        self._refresh()
        seat.wake()

    # building

    def _add_line_below(self) -> None:
        self.told = QLabel()
        self.told.setTextFormat(Qt.TextFormat.RichText)
        self.told.linkActivated.connect(self.show_rule)
        self._quiet = QTimer(self)
        self._quiet.setSingleShot(True)
        self._quiet.setInterval(_SAID_MS)
        self._quiet.timeout.connect(self.told.clear)
        self.reminder = QPushButton()
        """What is asked, while the panel that says so is out of sight."""
        self.reminder.setFlat(True)
        self.reminder.clicked.connect(self._answer)
        self._where = QLabel()
        self.statusBar().addWidget(self.told, 1)
        self.statusBar().addPermanentWidget(self.reminder)
        self.statusBar().addPermanentWidget(self._where)

    def _add_docks(self, kinds: tuple[Dock, ...]) -> None:
        for kind in kinds:
            widget = kind.make(self)
            dock = QDockWidget(_(kind.title), self)
            dock.setObjectName(kind.id)
            dock.setWidget(widget)
            self.addDockWidget(kind.area, dock)
            dock.hide()  # tabs that are made of docks in sight stay about where they once were
            self.docks[kind.id] = dock
        for kind in kinds:
            if kind.beside:
                self.tabifyDockWidget(self.docks[kind.beside], self.docks[kind.id])
        for kind in kinds:
            if kind.shown:
                self.docks[kind.id].show()
        for kind in kinds:
            if kind.shown and not kind.beside:
                self.docks[kind.id].raise_()

    def _panel(self, dock: str, kind: type[Panel]) -> Panel:
        widget = self.docks[dock].widget()
        assert isinstance(widget, kind)  # noqa: S101 - docks.py says so
        return widget

    def _add_commands(self) -> None:
        seat = self.seat
        deeds: dict[str, Callable[[], object]] = {
            "undo": seat.undo,
            "consent": lambda: take_back(self, seat),
            "redo": seat.redo,
            "answer": self._answer,
            "nothing": lambda: seat.select(()),
            "fit": self.view.fit,
            "nearer": lambda: self._zoom(1),
            "farther": lambda: self._zoom(-1),
        }
        for id, kind in MATCH.items():
            if id in deeds:
                self.commands.offer(kind, deeds[id])
            elif id == "free-hand":
                self.commands.offer(kind, self._free_hand, checked=seat.free_hand)
        add_map_commands(self)

    def _add_tools(self, kinds: tuple[Dock, ...]) -> None:
        bar = QToolBar(_("Tools"), self)
        bar.setObjectName("tools")
        bar.setMovable(False)
        for name in _TOOLS:
            bar.addAction(self.commands[name])
        self.addToolBar(bar)
        for kind in dock_kinds(kinds):
            dock = self.docks[kind.id.removeprefix("dock-")]
            self.commands.adopt(kind, dock.toggleViewAction())

    # settings

    def take_settings(self) -> None:
        """Take over what the player has set."""
        self.seat.pace_ms = PACES[self.settings.pace]
        self.battle.dice.animated = self.settings.tumbling
        self.decision.end.asks_first = self.settings.asks_first
        self.commands.refresh_keys()
        self.decision.refresh()  # with other writing other things fit
        self.battle.refresh()
        self._panel("history", HistoryPanel).refresh()

    def showEvent(self, event: QShowEvent) -> None:
        """Put the docks where they stood when this game was last played."""
        super().showEvent(event)
        if not event.spontaneous():
            self._arranged = self.settings.restore_layout(self.seat.module.id, self)
            if not self._arranged:
                arrange(self)
            elif not self.shown:
                self._fit_again()
            self.shown = True
            if self.battle.active:
                self._show_battle(anew=not self._arranged)

    def _fit_again(self) -> None:
        """Fit the board once more: it was fitted before the panels were back in their places."""
        lines = self.layout()
        if lines is not None:
            lines.activate()
        self.view.fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the panels their first sizes anew while the window finds its own."""
        super().resizeEvent(event)
        if not self._arranged and self.isVisible():
            follow(self)

    def reset_layout(self) -> None:
        """Put the panels back where they stood at first."""
        self.restoreState(self._first_layout)
        arrange(self)

    # doing

    def _answer(self) -> None:
        """Bring the keyboard to what is asked."""
        self.docks["decision"].show()
        self.docks["decision"].raise_()
        self.decision.take_focus()

    def _zoom(self, steps: int) -> None:
        self.view.set_zoom(self.view.zoom * 2 ** (steps / 2))

    def _free_hand(self, on: bool) -> None:  # noqa: FBT001 - a switch tells its state
        self.seat.free_hand = on

    def show_rule(self, rule: str) -> None:
        """Open the rulebook at a clause."""
        self.docks["rules"].show()
        self.docks["rules"].raise_()
        if not self._panel("rules", RulesPanel).show_rule(rule):
            self._failed(_("The rulebook has no clause {rule}.").format(rule=rule))

    # listening

    def _refresh(self) -> None:
        can_undo = self.seat.can_undo()
        self.commands["undo"].setEnabled(can_undo)
        self.commands["consent"].setEnabled(not can_undo and bool(self.seat.to_take_back()))
        self.commands["redo"].setEnabled(self.seat.can_redo())
        self._remind(self.decision.isVisible())
        if self.battle.active:
            self._show_battle()
        elif self._battle_came and self.battle.empty:
            self.docks["battle"].hide()  # what was planned is given up, or waits: nothing to see
            self._battle_came = False

    def _remind(self, seen: bool) -> None:  # noqa: FBT001 - a signal tells its state
        """Say what is asked below the map, unless its panel is seen."""
        told = self.decision.summary()
        metrics = self.reminder.fontMetrics()
        self.reminder.setText(metrics.elidedText(told, Qt.TextElideMode.ElideRight, _REMINDER))
        self.reminder.setToolTip(told)
        self.reminder.setVisible(not seen)

    def _show_battle(self, *, anew: bool = False) -> None:
        """Bring the battle to the front, high enough to be read."""
        dock = self.docks["battle"]
        anew = anew or not dock.isVisible()
        dock.show()
        dock.raise_()
        if anew:
            self._battle_came = True
            open_battle(self)

    def _pointed(self, hex: str | None) -> None:
        self._where.setText(place_name(hex, self.seat.module) if hex else "")

    def _refused(self, verdict: Verdict) -> None:
        """Say why not, with links to the clauses."""
        module = self.seat.module
        told = [
            say(o.message, module) + (f' (<a href="{o.rule}">{o.rule}</a>)' if o.rule else "")
            for o in verdict.objections
        ]
        self._say("  ".join(told))

    def _failed(self, sentence: str) -> None:
        self._say(sentence)

    def _forget_said(self) -> None:
        """Take back what was said to the one who sat here before."""
        self.told.clear()
        self._where.clear()

    def _say(self, sentence: str) -> None:
        """Say something below the map for a while."""
        self.told.setText(sentence)
        self._quiet.start()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Stop what runs by itself, and remember where the docks stand."""
        if self.shown and self.keeps_layout:
            self.settings.keep_layout(self.seat.module.id, self)
        self.seat.rest()
        self.extensions.close()
        self.view.stop()
        for clock in self.findChildren(QTimer):
            clock.stop()
        super().closeEvent(event)
