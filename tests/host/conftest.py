"""A window with a match in it, for tests that play with mouse and keyboard."""

import gc
import os
from pathlib import Path
from typing import ClassVar

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("TABULEIRO_STILL", "1")  # nothing tumbles and nothing waits for Continue

from PySide6.QtCore import QEvent, QPoint, QPointF, QSettings, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QPushButton, QSpinBox

from tabuleiro.engine.catalogue import Catalogue
from tabuleiro.host.app import make_application
from tabuleiro.host.gestures import aim, piece_of
from tabuleiro.host.panels.battleside import BattleSide
from tabuleiro.host.panels.choices import FOLD
from tabuleiro.host.panels.ending import EndSlot
from tabuleiro.host.panels.while_seen import is_behind
from tabuleiro.host.seat import Seat
from tabuleiro.host.settings import Settings
from tabuleiro.host.shell import Shell
from tabuleiro.host.window import MatchWindow
from tabuleiro.host.words import action_label
from tabuleiro.seats import Table
from tabuleiro.store import Library
from tabuleiro.testing.table import table

_MANY_WIDGETS = 1000


@pytest.fixture(autouse=True)
def _closed_windows_go():
    """Let go of closed windows: a change of style would dress those of all tests before, too."""
    yield
    if QApplication.instance() is None:
        return
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    if len(QApplication.allWidgets()) > _MANY_WIDGETS:
        gc.collect()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


class _Collector:
    """The collector of memory, but that a match freezes nothing and lets go of nothing.

    All tests are frozen as soon as they are collected. A program that leaves its match would let go
    of them as well, and look through thousands of tests.
    """

    callbacks: ClassVar = []
    collect = staticmethod(gc.collect)
    freeze = unfreeze = staticmethod(lambda: None)


@pytest.fixture(autouse=True, scope="session")
def _tests_stay_frozen():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tabuleiro.host.garbage.gc", _Collector)
        yield


@pytest.fixture(scope="session")
def qapp():
    """The application with our colours, once for all tests."""
    return make_application(["tests"])


@pytest.fixture(scope="session")
def catalogue():
    return Catalogue.installed()


@pytest.fixture
def open_program(qtbot, catalogue, tmp_path):
    """A function that shows a match in the program's window, in the size of a screen."""
    shells = []

    def show(game, size, **how):
        settings = Settings(QSettings(str(tmp_path / "program.ini"), QSettings.Format.IniFormat))
        library = Library(":memory:")
        shell = Shell(catalogue, library, settings)
        qtbot.addWidget(shell)
        shell.resize(*size)
        shell.show()
        qtbot.waitExposed(shell)
        shells.append((shell, library))
        return shell.show_match(Seat(Table(game), **how))

    yield show
    for shell, library in shells:
        shell.close()
        library.close()


@pytest.fixture
def warned(monkeypatch):
    """What the program's window complained about."""
    told = []
    warn = "tabuleiro.host.shell.warn"
    monkeypatch.setattr(warn, lambda _parent, _title, sentence: told.append(sentence))
    return told


@pytest.fixture
def open_match(qtbot, tmp_path):
    """A function that shows a match in a window.

    Two people at it look at the screen in turn, as they do where no page covers it meanwhile; with
    ``hand_over=False`` they do not.
    """
    windows = []

    def show(game, *, hand_over=True, **how):
        settings = Settings(QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat))
        window = MatchWindow(Seat(Table(game), **how), settings)
        window.play.travel.animated = False
        qtbot.addWidget(window)
        window.resize(1280, 800)
        window.show()
        qtbot.waitExposed(window)
        windows.append(window)
        if hand_over:
            window.seat.passes = lambda: True
        return window

    yield show
    for window in windows:
        window.close()


@pytest.fixture
def at_table(open_match):
    """A function that sets a table for a phase, as rule tests do, and shows it."""

    def show(phase, pieces, **position):
        t = table("diadem", phase, pieces, **position)
        return open_match(t.game)

    return show


class Hands:
    """The hands of a player: clicks and drags on the map of a window, buttons, keys, lists.

    ``do`` takes any legal action, by mouse or by keyboard, and checks that it was this one that
    was taken: whoever plays with it changes nothing but by gestures.
    """

    def __init__(self, qtbot, window):
        self.qtbot = qtbot
        self.window = window
        self.view = window.view
        self.seat = window.seat
        for slot in window.findChildren(EndSlot):
            slot.rest_ms = 0
            slot.wake()
        for side in window.findChildren(BattleSide):
            side.rest_ms = 0

    # the map

    def spot(self, hex):
        """Where a hex is on the viewport, brought into it first."""
        QApplication.processEvents()  # panels that have just opened take their room
        self.view.show_hex(hex)
        point = self.view.mapFromScene(self.view.middle(hex))
        if hex in self.view.board.grid and self.view.hex_at(point) != hex:
            self._point_away()  # the fan of a stack near it lies over it
        return QPoint(point.x(), point.y())

    def click(self, hex, modifier=Qt.KeyboardModifier.NoModifier):
        self._click_at(self.spot(hex), modifier)

    def click_ground(self, hex):
        """Click a hex where no counter covers it."""
        middle = self.spot(hex)
        for point in self._places(hex, middle):
            free = self.view.piece_at(point) is None and self.view.hex_at(point) == hex
            if free and self.view.viewport().rect().contains(point):
                self._click_at(point)
                return
        self._click_at(middle)

    def _places(self, hex, middle):
        """Points in a hex, or in a place beside the board, away from its middle."""
        if hex in self.view.board.grid:
            for corner in self.view.corners(hex):
                yield middle + (self.view.mapFromScene(corner) - middle) * 0.8
            return
        area = self.view.beside.spots[hex].area
        for across in (0.1, 0.3, 0.5, 0.7, 0.9):
            for down in (0.1, 0.3, 0.5, 0.7, 0.9):
                point = QPointF(area.left() + across * area.width(),
                                area.top() + down * area.height())  # fmt: skip
                yield self.view.mapFromScene(point)

    def _click_at(self, spot, modifier=Qt.KeyboardModifier.NoModifier):
        self.qtbot.mouseMove(self.view.viewport(), spot)
        self.qtbot.mouseClick(self.view.viewport(), Qt.MouseButton.LeftButton, modifier, spot)

    def piece_spot(self, piece):
        """Where a counter is on the viewport; a stack is fanned out first, by pointing at it."""
        item = self.view.stack_of(piece)
        assert item is not None, f"{piece} is nowhere on the map"
        if item.place in self.view.board.grid:
            self.spot(item.place)
        else:
            self.view.centerOn(item.pos())
        point = self.view.mapFromScene(item.middle_of(piece))
        if self.view.piece_at(point) == piece:
            return point
        self.let_go()  # nothing is fanned out over hexes that one may be aiming at
        self.window.play._fan_clock.setInterval(0)
        self._point_away()
        point = self.view.mapFromScene(item.middle_of(piece))
        if self.view.piece_at(point) == piece:
            return point  # only the fan of a stack near it had covered it
        self.qtbot.mouseMove(self.view.viewport(), self.view.mapFromScene(item.pos()))
        self.qtbot.waitUntil(lambda: item.fanned, timeout=2000)
        point = self.view.mapFromScene(item.middle_of(piece))
        assert self.view.piece_at(point) == piece
        return point

    def _point_away(self):
        """Point at a corner of the map: a stack that was fanned out closes."""
        self.qtbot.mouseMove(self.view.viewport(), QPoint(1, 1))

    def click_piece(self, piece, modifier=Qt.KeyboardModifier.NoModifier):
        self._click_at(self.piece_spot(piece), modifier)

    def drag(self, piece, hex):
        """Drag a counter to a hex."""
        begin = self.piece_spot(piece)
        end = self.view.mapFromScene(self.view.middle(hex))
        assert self.view.viewport().rect().contains(end), f"{hex} is out of sight"
        self.sweep(begin, end, Qt.KeyboardModifier.NoModifier)

    def sweep(self, begin, end, modifier=Qt.KeyboardModifier.ShiftModifier):
        """Press the mouse, move it and let go; with Shift this is a lasso."""
        self.sweep_on(self.view.viewport(), begin, end, modifier)

    def sweep_on(self, port, begin, end, modifier=Qt.KeyboardModifier.NoModifier):
        """Press the mouse on a widget, move it, perhaps out of it, and let go."""
        self.qtbot.mouseMove(port, begin)
        self.qtbot.mousePress(port, Qt.MouseButton.LeftButton, modifier, pos=begin)
        for part in (0.3, 0.7, 1.0):
            point = QPointF(begin + (end - begin) * part)
            move = QMouseEvent(
                QEvent.Type.MouseMove, point, QPointF(port.mapToGlobal(point.toPoint())),
                Qt.MouseButton.NoButton, Qt.MouseButton.LeftButton, modifier,
            )  # fmt: skip
            QApplication.sendEvent(port, move)
        self.qtbot.mouseRelease(port, Qt.MouseButton.LeftButton, modifier, pos=end)

    def press(self, key, modifier=Qt.KeyboardModifier.NoModifier):
        self.qtbot.keyClick(self.view, key, modifier)

    # buttons

    @property
    def asking(self):
        """The panel that asks now: that of the battle while it is in front, else the decision."""
        battle = self.window.battle
        front = battle.end.isVisible() and not is_behind(self.window.docks["battle"])
        return battle if front else self.window.decision

    def button(self, name):
        """The button of an action in the decision panel."""
        QApplication.processEvents()
        found = [b for b in self.asking.findChildren(QPushButton, name) if b.isVisible()]
        assert found, f"there is no button {name}"
        return found[-1]

    def answer(self, name, *, anyway=True):
        """Click a button of the decision panel; end a phase even with things undone."""
        self.qtbot.mouseClick(self.button(name), Qt.MouseButton.LeftButton)
        for slot in self.asking.findChildren(EndSlot) if anyway else ():
            if slot.question.isVisible():
                self.qtbot.mouseClick(slot.anyway, Qt.MouseButton.LeftButton)
                return

    def answer_by_key(self, name):
        """Go to a button by the tabulator, and press it by the space bar."""
        self.focus_answers()
        button = self.button(name)
        for _step in range(200):
            if button.hasFocus():
                break
            self.qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        assert button.hasFocus(), f"the tabulator does not come to {name}"
        self.qtbot.keyClick(button, Qt.Key.Key_Space)
        asked = [each for each in self.asking.findChildren(EndSlot) if each.question.isVisible()]
        for slot in asked:
            assert slot.play_on.hasFocus()
            self.qtbot.keyClick(slot.play_on, Qt.Key.Key_Tab)
            assert slot.anyway.hasFocus()
            self.qtbot.keyClick(slot.anyway, Qt.Key.Key_Space)

    def slide(self, points):
        """Set the box of points by its keys; return the button beside it."""
        box = self.asking.findChildren(QSpinBox, "points")[-1]
        box.setFocus()
        for _step in range(box.maximum() + 1):
            button = self.button("set-air")
            if button.text().endswith(f" {points}"):
                return button
            self.qtbot.keyClick(box, Qt.Key.Key_Up if box.value() < points else Qt.Key.Key_Down)
        raise AssertionError(f"the box does not come to {points}")

    # the list of what can be done

    def focus_answers(self):
        keys = self.window.commands["answer"].shortcut()
        assert not keys.isEmpty()
        self.window.activateWindow()
        QApplication.processEvents()
        self.qtbot.keyClick(self.window, Qt.Key.Key_Space, Qt.KeyboardModifier.ControlModifier)

    def entry(self, what):
        """The row of the list that is about an action or a piece, None if there is none."""
        choices = self.window.decision.choices.list
        for row in range(choices.count()):
            if choices.item(row).data(Qt.ItemDataRole.UserRole) == what:
                return row
        return None

    def pick(self, what):
        """Take an entry of the list by keyboard alone."""
        self.focus_answers()
        choices = self.window.decision.choices.list
        assert choices.hasFocus()
        row = self.entry(what)
        assert row is not None, f"not in the list: {what}"
        self.qtbot.keyClick(choices, Qt.Key.Key_Home)
        for _step in range(row):
            self.qtbot.keyClick(choices, Qt.Key.Key_Down)
        self.qtbot.keyClick(choices, Qt.Key.Key_Return)

    def pick_by_mouse(self, what):
        """Click an entry of the list."""
        choices = self.window.decision.choices.list
        row = self.entry(what)
        assert row is not None, f"not in the list: {what}"
        choices.scrollToItem(choices.item(row))
        spot = choices.visualItemRect(choices.item(row)).center()
        self.qtbot.mouseClick(choices.viewport(), Qt.MouseButton.LeftButton, pos=spot)

    def let_go(self):
        self.qtbot.keyClick(self.window, Qt.Key.Key_Escape)

    def choose(self, action):
        """Choose an action from the menu that has just come up."""
        menu = QApplication.activePopupWidget()
        play = self.window.play
        ways = play.targets.get(aim(action), [])
        labels = {
            play._label(action, ways),
            action_label(self.seat.table.game.module, action, full=True),
        }
        entry = next(e for e in menu.actions() if e.text() in labels)
        self.qtbot.mouseClick(
            menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(entry).center()
        )

    # any action

    def do(self, action, *, keyboard=False, drag=False):
        """Take an action by gestures alone, and check that this one was taken."""
        before = self.seat.table.game.log.head
        if keyboard:
            self._do_by_key(action)
        else:
            self._do_by_mouse(action, drag=drag)
        row = self.seat.table.game.log.rows[self.seat.table.game.log.head]
        assert row.parent == before, f"{action}: nothing happened"
        assert row.action == action.to_data(), f"{row.action} instead of {action}"
        return row

    def _do_by_mouse(self, action, *, drag):
        piece, place = piece_of(action), aim(action)
        if piece is None and place is None:
            if isinstance(getattr(action, "points", None), int):
                self.qtbot.mouseClick(self.slide(action.points), Qt.MouseButton.LeftButton)
            else:
                self.answer(action.kind)
        elif piece is None:
            self.let_go()
            mine = self.seat.sight.holder(place) == self.seat.decision().side
            (self.click_ground if mine else self.click)(place)
        elif place is None and self.seat.decision().kind == "phase":
            self.take(piece)
            self.answer(action.kind)
        elif place is None:
            self.click_piece(piece)
        elif drag:
            self.drag(piece, place)
        else:
            self.take(piece)
            self.click_ground(place)
        if QApplication.activePopupWidget() is not None:
            self.choose(action)

    def take(self, piece):
        """Select a piece alone, on the map or, where it is not there, in the list."""
        if self.seat.selection == (piece,):
            return
        self.let_go()
        if self.view.stack_of(piece) is not None:
            self.click_piece(piece)
        else:
            self.pick_by_mouse(piece)
        assert self.seat.selection == (piece,)

    def _do_by_key(self, action):
        piece, place = piece_of(action), aim(action)
        if piece is None and place is None:
            if isinstance(getattr(action, "points", None), int):
                self.qtbot.keyClick(self.slide(action.points), Qt.Key.Key_Space)
            else:
                self.answer_by_key(action.kind)
            return
        self.let_go()
        self.focus_answers()
        if self.entry(action) is None:
            self.pick(f"{FOLD}{action.kind}" if piece is None else piece)
        self.pick(action)


@pytest.fixture
def settings(tmp_path):
    """Settings of an empty file."""
    return Settings(QSettings(str(tmp_path / "own.ini"), QSettings.Format.IniFormat))


@pytest.fixture
def shell(qtbot, catalogue, settings):
    """The program's window on an empty library."""
    with Library(":memory:") as library:
        shell = Shell(catalogue, library, settings)
        shell.resize(1366, 768)
        qtbot.addWidget(shell)
        shell.show()
        qtbot.waitExposed(shell)
        yield shell
        shell.close()


@pytest.fixture
def window_on(qtbot, settings):
    """The window of a match, as it is once the screen was handed over."""

    def window_on(seat):
        window = MatchWindow(seat, settings)
        qtbot.addWidget(window)
        window.resize(1280, 800)
        window.show()
        seat.hand_over()
        return window

    return window_on


@pytest.fixture
def hands(qtbot):
    return lambda window: Hands(qtbot, window)


SAMPLE = {
    "test_action_words",
    "test_playing",
    "test_history",
    "test_kinds_of_decision",
    "test_seat",
}
"""What the quick run takes of the window; the full run takes all."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    here = Path(__file__).parent
    for item in items:
        if item.path.parent == here and item.path.stem not in SAMPLE:
            item.add_marker(pytest.mark.slow)
