"""A match on the screen: the map in the middle, docks around it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QCloseEvent, QPixmap, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QDockWidget,
    QLabel,
    QMainWindow,
    QPushButton,
    QTabBar,
    QToolBar,
    QToolButton,
    QWidget,
)

from tabuleiro.engine.faults import RuleFault
from tabuleiro.engine.messages import place_name
from tabuleiro.host.commands import Commands
from tabuleiro.host.consent import take_back, take_back_phase
from tabuleiro.host.docks import DOCKS, Dock
from tabuleiro.host.extensions import Extensions
from tabuleiro.host.failing import RuleNotice
from tabuleiro.host.following import Following
from tabuleiro.host.freecommands import add_free_commands
from tabuleiro.host.freeplay import FreePlay
from tabuleiro.host.layout import arrange, follow, give_room, switch_of
from tabuleiro.host.limelight import Limelight
from tabuleiro.host.map.commands import add_map_commands
from tabuleiro.host.map.front import front_of
from tabuleiro.host.map.picture import BoardPicture, load_layers
from tabuleiro.host.map.tips import Tips
from tabuleiro.host.map.view import BoardView
from tabuleiro.host.matchcommands import MATCH, dock_kinds
from tabuleiro.host.notebook import KEY, match_name
from tabuleiro.host.orders import Orders
from tabuleiro.host.owndice import ask_dice
from tabuleiro.host.ownhand import OwnHand
from tabuleiro.host.panels.battle import BattlePanel
from tabuleiro.host.panels.decision import DecisionPanel
from tabuleiro.host.panels.details import tip_lines
from tabuleiro.host.panels.hexpanel import HexPanel
from tabuleiro.host.panels.history import HistoryPanel
from tabuleiro.host.panels.log import LogPanel
from tabuleiro.host.panels.phases import PhaseRibbon
from tabuleiro.host.panels.rules import RulesPanel
from tabuleiro.host.panels.while_seen import dock_of, is_behind
from tabuleiro.host.passing import Passing, Until
from tabuleiro.host.play import MapPlay
from tabuleiro.host.remembered import OwnSights, keep_place, restore_panels, restore_sight
from tabuleiro.host.replay import Replay
from tabuleiro.host.saying import Saying
from tabuleiro.host.settings import PACES, Settings
from tabuleiro.host.since import Since
from tabuleiro.host.sound import TableSound
from tabuleiro.host.stage import Stage
from tabuleiro.host.theatre import Theatre
from tabuleiro.i18n import N_, _, language, text

if TYPE_CHECKING:
    from collections.abc import Callable

    from tabuleiro.host.seat import Seat

__all__ = ["MatchWindow"]

Panel = TypeVar("Panel", bound=QWidget)
_REMINDER = 420
_LINGER_MS = 1500
"""So long others wait after a phase that ended by itself."""
"""So many pixels wide at most is what reminds of the panel that is out of sight."""
_LARGE = 88
_STOPS = 400
"""More widgets than these do not stand behind tabs."""
_PASSES = {Until.PHASE: N_("Skip the phase"), Until.EVENT: N_("Keep passing")}
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
        seat.gestures.remember(self.settings)  # before the log tells its rows
        module = seat.module
        self.picture = BoardPicture(load_layers(module, language()))
        self.view = BoardView(self.picture, module.board)
        self.view.setAccessibleName(_("Map"))
        self.play = (FreePlay if module.free_table else MapPlay)(seat, self.view, self)
        Tips(self.view, partial(tip_lines, seat), self._large)
        self._add_saying()
        self.rule_notice = RuleNotice(self)
        self.commands = Commands(self, self.settings)
        self.setCentralWidget(self.view)
        self.setDockOptions(
            QMainWindow.DockOption.AllowTabbedDocks | QMainWindow.DockOption.AllowNestedDocks
        )  # not animated: a map that moves for a while under the pointer eats clicks
        self._add_line_below()
        self._add_commands()
        self._arranged = False
        self.shown = False
        """Whether it was ever seen: before that its docks have no places yet."""
        self.keeps_layout = True
        """Whether the game remembers where the docks stand; what a lesson shows it does not."""
        self._in_sight: set[str] = set()
        """Those of the panels that ask which are in sight."""
        self._emptied: set[str] = set()
        """Panels that are out of sight because they have nothing to say."""
        self.docks: dict[str, QDockWidget] = {}
        self.extensions = Extensions(self)
        usual = (
            kind
            for kind in DOCKS
            if (not kind.hook or seat.table.answers(kind.hook))
            and (kind.needs is None or kind.needs(module))
        )
        kinds = (*usual, *self.extensions.docks())
        self._add_theatre()
        self._add_docks(kinds)
        self.decision = self._panel("decision", DecisionPanel)
        self.decision.passed.connect(self._linger)
        for name in ("decision", "battle"):
            self.docks[name].visibilityChanged.connect(partial(self._see, name))
        self._add_tools(kinds)
        self._add_passing()
        self.own_hand.join_notes()
        self._listen()
        title = text(module.title)
        named = seat.title and seat.title != title
        self.setWindowTitle(f"{title} · {seat.title}" if named else title)
        self.extensions.join()
        give_room(self)
        self._first_layout = self.saveState()
        self.take_settings()
        self._refresh()
        seat.wake()

    # building

    def _listen(self) -> None:
        """Hear what the seat tells."""
        seat = self.seat
        seat.refused.connect(self.saying.why_not)
        seat.failed.connect(self.saying.below)
        seat.roll = partial(ask_dice, self)
        seat.changed.connect(self._refresh)
        seat.pointed.connect(self._pointed)
        for heard in (seat.handed, seat.acted, seat.selected):
            heard.connect(self._forget_said)

    def _add_theatre(self) -> None:
        self.battle = BattlePanel(self.seat, self.play)
        self.stage = Stage(self)
        self.theatre = Theatre(self.seat, self.battle, self)
        self.limelight = Limelight(self.seat, self.play, self.battle, self)
        self.sights = OwnSights(self)
        """Where each of several people here looks."""
        self.since = Since(self.seat)
        self.replay = Replay(self.seat, self.play, self.theatre, self.settings, self)
        self.following = Following(self.seat, self.play, self.since, self)
        self.sound = TableSound(self.seat, self.theatre, self.settings, self)
        self.theatre.hurried.connect(lambda: self.settings.set("pause-at-battles", value=False))
        self.theatre.began.connect(self._show_battle)
        self._in_list: tuple[str, str] | None = None
        self.battle.list_asked.connect(self._show_list)
        self.theatre.began.connect(self.limelight.look)
        self.theatre.rested.connect(self.limelight.tell)
        self.theatre.ended.connect(self.limelight.look)

    def _add_saying(self) -> None:
        self.saying = Saying(self.seat.module, self.view, self)
        self.saying.rule_asked.connect(self.show_rule)
        self.bubble, self.told = self.saying.bubble, self.saying.line
        self.play.rule_asked.connect(self.show_rule)
        self.play.info_asked.connect(self._inform)
        self.play.told.connect(self.saying.at_pointer)

    def _add_line_below(self) -> None:
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
            "phase-back": lambda: take_back_phase(self, seat),
            "find": self._find,
            "answer": self._answer,
            "nothing": self._deselect,
            "fit": self.view.fit,
            "fit-width": self.view.fit_width,
            "nearer": lambda: self._zoom(1),
            "farther": lambda: self._zoom(-1),
        }
        for id, kind in MATCH.items():
            if id in deeds:
                self.commands.offer(kind, deeds[id])
        add_map_commands(self)
        if isinstance(self.play, FreePlay):
            add_free_commands(self, self.play)
        self.own_hand = OwnHand(self)

    def _add_tools(self, kinds: tuple[Dock, ...]) -> None:
        bar = self.bar = QToolBar(_("Tools"), self)
        bar.setObjectName("tools")
        bar.setMovable(False)
        for name in _TOOLS:
            bar.addAction(self.commands[name])
        self.addToolBar(bar)
        for kind in dock_kinds(kinds):
            dock = self.docks[kind.id.removeprefix("dock-")]
            self.commands.adopt(kind, switch_of(self, dock))

    def _add_passing(self) -> None:
        """Add the ribbon of phases, and what passes more than one question."""
        self.ribbon = PhaseRibbon(self.seat)
        self.ribbon.rule_asked.connect(self.show_rule)
        self.bar.addSeparator()
        self.bar.addWidget(self.ribbon)
        self.passing = Passing(self.seat, self)
        self.passing.stopped.connect(self.decision.notify)
        self.orders = Orders(self.seat, self.play.notes, self)
        self.passing.waits = lambda: bool(self.orders.due())
        self.orders.idle.connect(self._say_idle)
        for panel in (self.decision, self.battle):
            panel.strip.show_orders(self.orders)
            panel.end.silenced.connect(self._ask_no_more)
        for until in Until:
            switch = self.commands.offer(
                MATCH[f"pass-{until}"], partial(self._pass, until), checked=False
            )
            switch.setIconText(_(_PASSES[until]))
            self.bar.addAction(switch)
            button = self.bar.widgetForAction(switch)
            if isinstance(button, QToolButton):
                button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self.passing.changed.connect(self._show_passing)

    def _say_idle(self, order: str) -> None:
        self.decision.notify(_("{order}: nothing of it can be done now.").format(order=order))

    def _pass(self, until: Until, on: bool) -> None:  # noqa: FBT001 - a signal tells its state
        if on and self.passing.until is not until:
            self.passing.begin(until)
        elif not on and self.passing.until is until:
            self.passing.stop()

    def _show_passing(self) -> None:
        for until in Until:
            self.commands[f"pass-{until}"].setChecked(self.passing.until is until)

    def _large(self, piece: str) -> QPixmap:
        """Return a counter enlarged, for a tip."""
        return self.view.art.pixmap(self.play.face(piece), _LARGE)

    # settings

    def take_settings(self) -> None:
        """Take over what the player has set."""
        self.seat.pace_ms = PACES[self.settings.pace]
        self.battle.dice.animated = self.settings.tumbling and not self.settings.still
        self.theatre.waits = self.settings.pauses and not self.settings.still
        asks = self.settings.asks_first and not self.settings.kept(self._silence)
        for panel in (self.decision, self.battle):
            panel.end.asks_first = asks
        self.commands.refresh_keys()
        self.decision.refresh()  # with other writing other things fit
        self.battle.refresh_look()
        self._panel("history", HistoryPanel).refresh()

    @property
    def _silence(self) -> str:
        """What the settings hold where nobody is to be asked before the end of a phase here."""
        return f"{KEY}/{match_name(self.seat)}/ask-no-more"

    def _ask_no_more(self) -> None:
        self.settings.set(self._silence, "yes")
        self.take_settings()

    def showEvent(self, event: QShowEvent) -> None:
        """Put panels and map where they stood in this match, or else panels as in this game.

        Whoever sat down after somebody else finds them as they were left.
        """
        super().showEvent(event)
        if event.spontaneous():
            return
        first = not self.shown
        if first:
            self._arranged = restore_panels(self)
            if not self._arranged:
                arrange(self)
            self._settle()
            self.view.frame = front_of(self.play.showing)
            self.view.fit_again()
            self.limelight.look_again()
            restore_sight(self)
            self.shown = True
        self._hide_empty()
        QTimer.singleShot(0, self, partial(self._open_stage, anew=first))

    def _open_stage(self, *, anew: bool) -> None:
        """Show the battle or the news that one comes back to: panels have their places now."""
        if self.battle.active:
            self.stage.enter(anew=anew)
            self._settle()
        elif self.since.news().fresh:
            self.show_news()

    def _settle(self) -> None:
        """Lay the panels out now: the map has its size only when they are in their places."""
        lines = self.layout()
        if lines is not None:
            lines.activate()

    def focusNextPrevChild(self, following: bool) -> bool:  # noqa: FBT001 - as Qt calls it
        """Let Tab go past the panels behind other tabs: nobody sees what has the keyboard there."""
        for _stop in range(_STOPS):
            if not super().focusNextPrevChild(following):
                return False
            stop = self.focusWidget()
            dock = dock_of(stop)
            empty = isinstance(stop, QTabBar) and stop.visibleRegion().isEmpty()
            if not empty and (dock is None or not is_behind(dock)):
                break
        return True

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the panels their first sizes anew while the window finds its own.

        A battle has those that it was given.
        """
        super().resizeEvent(event)
        if not self._arranged and self.isVisible() and not self.stage.set:
            follow(self)

    def reset_layout(self) -> None:
        """Put the panels back where they stood at first."""
        self.stage.leave()
        self.restoreState(self._first_layout)
        arrange(self)

    # doing

    def _answer(self) -> None:
        """Bring the keyboard to what is asked."""
        self.docks["decision"].show()
        self.docks["decision"].raise_()
        self.decision.take_focus()

    def _find(self) -> None:
        """Let one write what is looked for in the log, wherever that stands."""
        self.docks["log"].show()
        self.docks["log"].raise_()
        search = self._panel("log", LogPanel).search
        search.setFocus()
        search.selectAll()

    def _zoom(self, steps: int) -> None:
        self.view.set_zoom(self.view.zoom * 2 ** (steps / 2))

    def show_rule(self, rule: str) -> None:
        """Open the rulebook at a clause."""
        self.docks["rules"].show()
        self.docks["rules"].raise_()
        if not self._panel("rules", RulesPanel).show_rule(rule):
            self.saying.below(_("The rulebook has no clause {rule}.").format(rule=rule))

    # listening

    def _linger(self) -> None:
        """Let others wait a moment after a phase that ended by itself: one sees what happened."""
        if self.theatre.waits and self.theatre.scene is None and not self.seat.held:
            self.seat.rests = True
            QTimer.singleShot(_LINGER_MS, self, self._go_on)

    def _go_on(self) -> None:
        if self.theatre.scene is None and not self.seat.held:
            self.seat.go_on()

    def _refresh(self) -> None:
        can_undo = self.seat.can_undo()
        self.commands["undo"].setEnabled(can_undo)
        self.commands["consent"].setEnabled(not can_undo and bool(self.seat.to_take_back()))
        self.commands["redo"].setEnabled(self.seat.can_redo())
        self._remind()
        if self.battle.active and self._in_list != self._asked():
            self._in_list = None
            self._show_battle()
        elif not self.battle.active and not self.seat.held:
            self.stage.leave()
        self._hide_empty()
        self.limelight.look()
        self.following.step_back(back=self.limelight.attack is not None)

    def _asked(self) -> tuple[str, str] | None:
        """Return what is asked of whom, however often and of however many."""
        decision = self.seat.decision()
        return None if decision is None else (decision.side, decision.prompt.text)

    def _deselect(self) -> None:
        """Select nothing; the keyboard is the map's again, wherever one was writing."""
        self.seat.select(())
        self.view.setFocus()

    def _show_list(self) -> None:
        """Leave the battle for the list of who can answer, as long as the same is asked."""
        self._in_list = self._asked()
        self._answer()

    def _hide_empty(self) -> None:
        """Show no panel that has nothing to say, and offer none."""
        for name, dock in self.docks.items():
            empty = bool(getattr(dock.widget(), "empty", False))
            dock.toggleViewAction().setEnabled(not empty)
            if empty:
                self._emptied.add(name)
                dock.hide()
            elif name in self._emptied:
                self._emptied.discard(name)
                if dock.widget() is not self.battle and not self.stage.keeps_out(dock):
                    dock.show()
        self._settle()

    def _see(self, name: str, seen: bool) -> None:  # noqa: FBT001 - a signal tells its state
        """Keep in mind whether a panel that asks is in sight, and not behind another tab."""
        (self._in_sight.add if seen else self._in_sight.discard)(name)
        QTimer.singleShot(0, self, self._remind)  # in the middle of a show Qt forgets who hides

    def _remind(self) -> None:
        """Say what is asked below the map, unless a panel says it that is in sight."""
        asks = {"decision", "battle"} if self.battle.active else {"decision"}
        self.reminder.setVisible(not asks & self._in_sight)
        if self.reminder.isHidden():
            return
        try:
            told = self.decision.summary()
        except RuleFault as fault:  # it is told over the map; what was said stays
            self.rule_notice.tell(fault)
            return
        metrics = self.reminder.fontMetrics()
        self.reminder.setText(metrics.elidedText(told, Qt.TextElideMode.ElideRight, _REMINDER))
        self.reminder.setToolTip(told)

    def _show_battle(self) -> None:
        """Bring the battle to the front, large enough to be read; a covered table waits for it."""
        if self.isVisible():
            self.stage.enter()
            self._settle()

    def show_news(self) -> None:
        """Bring the list of what others did to the front, unless a battle is on the stage."""
        dock = self.docks["since"]
        if self.shown and not self.stage.set and dock.isVisible():
            dock.raise_()

    def put_news_back(self) -> None:
        """Show the log where the news stood in front: the player has gone on."""
        news, log = self.docks["since"], self.docks["log"]
        in_front = self.shown and not news.visibleRegion().isEmpty()
        if in_front and not self.seat.looking_back and log in self.tabifiedDockWidgets(news):
            log.raise_()

    def _pointed(self, hex: str | None) -> None:
        self._where.setText(place_name(hex, self.seat.module) if hex else "")

    def _inform(self, hex: str, piece: str) -> None:
        """Show the panel that tells all about a hex, or about a unit in it."""
        self.docks["hex"].show()
        self.docks["hex"].raise_()
        self._panel("hex", HexPanel).show_all(hex, piece)

    def _forget_said(self, _row: object = None) -> None:
        """Take back what was said: something else is done, or somebody else sits here."""
        self.saying.forget()
        self._where.clear()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Stop what runs by itself, and remember where the docks stand."""
        self.replay.stop()
        self.theatre.stop()
        if self.shown and self.keeps_layout:
            self.stage.leave()
            keep_place(self)
        self.seat.rest()
        self.extensions.close()
        self.passing.stop()
        self.rule_notice.close_for_good()
        self.view.stop()
        for clock in self.findChildren(QTimer):
            clock.stop()
        super().closeEvent(event)
