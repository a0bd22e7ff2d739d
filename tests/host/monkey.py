"""Random gestures on a running match: `python tests/host/monkey.py --gestures 20000 --seed 1`.

After every gesture the program must stand: no exception, no long stop of the window, and now and
then the position must be what the log gives when it is played again from its first row.
"""

import argparse
import os
import random
import sys
import tempfile
import time
from collections import Counter, defaultdict
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEvent, QPoint, QPointF, QSettings, Qt, QTimer
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QMenu, QSlider, QSpinBox

from tabuleiro.bots import make_player
from tabuleiro.engine.catalogue import Catalogue
from tabuleiro.engine.game import Game
from tabuleiro.host.app import make_application
from tabuleiro.host.garbage import Garbage
from tabuleiro.host.seat import Seat
from tabuleiro.host.settings import Settings
from tabuleiro.host.window import MatchWindow
from tabuleiro.seats import Table

KEYS = (
    Qt.Key.Key_Escape, Qt.Key.Key_Home, Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up,
    Qt.Key.Key_Down, Qt.Key.Key_Plus, Qt.Key.Key_Minus, Qt.Key.Key_Return, Qt.Key.Key_Tab,
)  # fmt: skip
SLOW_MS = 100
DEAR_MS = 60


class Monkey:
    """Does what comes to its mind with a window, and looks whether it stands."""

    def __init__(self, window, seed, account=None):
        self.window = window
        self.account = account
        self.view = window.view
        self.random = random.Random(seed)
        self.bot = make_player("random", seed=str(seed))
        self.did = Counter()
        self.took = defaultdict(list)
        """Milliseconds of each gesture, by kind."""
        self.slow = []
        self.worst = (0, "", 0)
        self.faults = []
        self.gestures = {
            self.click_hex: 30, self.click_piece: 25, self.button: 14, self.drag: 8, self.key: 6,
            self.wheel: 4, self.menu: 4, self.pan: 3, self.command: 5, self.dock: 3, self.look: 4,
            self.slide: 3, self.play_on: 6, self.lasso: 1, self.plan: 1,
        }  # fmt: skip

    @property
    def seat(self):
        return self.window.seat

    def spot(self):
        rect = self.view.viewport().rect()
        return QPoint(self.random.randrange(rect.width()), self.random.randrange(rect.height()))

    def hex_spot(self, hex):
        self.view.show_hex(hex)
        return self.view.mapFromScene(self.view.middle(hex))

    def some_row(self):
        """Any row of any branch, by the number that it has for whoever looks."""
        lines = (self.seat.at.line(branch.tip) for branch in self.seat.branches())
        return self.random.choice(sorted({row.n for line in lines for row in line}))

    def some_hex(self):
        lit = list(self.window.play.targets)
        inside = [place for place in lit if place in self.view.board.grid]
        if inside and self.random.random() < 0.6:
            return self.random.choice(inside)
        return self.random.choice(self.view.board.grid.hexes)

    # gestures

    def click_hex(self):
        QTest.mouseClick(self.view.viewport(), Qt.LeftButton, pos=self.hex_spot(self.some_hex()))

    def click_piece(self):
        places = [p for p in self.seat.sight.position.stacks if p in self.view.board.grid]
        decision = self.seat.decision()
        own = [
            self.seat.sight.place(p)
            for p in (decision.pieces if decision else ())
            if self.seat.sight.on_map(p)
        ]
        place = self.random.choice(own or places)
        keys = self.random.choice((Qt.NoModifier, Qt.NoModifier, Qt.ControlModifier))
        QTest.mouseClick(self.view.viewport(), Qt.LeftButton, keys, self.hex_spot(place))

    def button(self):
        buttons = [
            each
            for each in self.window.decision.findChildren(QAbstractButton)
            if each.isVisible() and each.isEnabled()
        ]
        if buttons:
            QTest.mouseClick(self.random.choice(buttons), Qt.LeftButton)

    def drag(self):
        start, end = self.hex_spot(self.some_hex()), self.spot()
        port = self.view.viewport()
        QTest.mousePress(port, Qt.LeftButton, pos=start)
        for step in range(1, 5):
            at = start + (end - start) * step / 4
            event = QMouseEvent(
                QEvent.Type.MouseMove, QPointF(at), QPointF(port.mapToGlobal(at)),
                Qt.NoButton, Qt.LeftButton, Qt.NoModifier,
            )  # fmt: skip
            QApplication.sendEvent(port, event)
        QTest.mouseRelease(port, Qt.LeftButton, pos=end)

    def lasso(self):
        port = self.view.viewport()
        QTest.mousePress(port, Qt.LeftButton, Qt.ShiftModifier, self.spot())
        QTest.mouseMove(port, self.spot())
        QTest.mouseRelease(port, Qt.LeftButton, Qt.ShiftModifier, self.spot())

    def plan(self):
        self.window.commands["plan"].trigger()
        self.click_hex()
        self.click_hex()
        self.window.play.plans.switch(on=False)

    def pan(self):
        self.view.pan(self.random.randint(-300, 300), self.random.randint(-300, 300))

    def wheel(self):
        at = QPointF(self.spot())
        turn = self.random.choice((120, -120))
        event = QWheelEvent(
            at, self.view.viewport().mapToGlobal(at), QPoint(), QPoint(0, turn), Qt.NoButton,
            Qt.NoModifier, Qt.NoScrollPhase, False,
        )  # fmt: skip
        QApplication.sendEvent(self.view.viewport(), event)

    def key(self):
        QTest.keyClick(self.view, self.random.choice(KEYS))

    def menu(self):
        QTest.mouseClick(self.view.viewport(), Qt.RightButton, pos=self.hex_spot(self.some_hex()))
        QApplication.processEvents()
        self._choose_from_popup()

    def _choose_from_popup(self):
        popup = QApplication.activePopupWidget()
        if isinstance(popup, QMenu):
            actions = [
                action for action in popup.actions()
                if action.isEnabled() and not action.text().endswith("…")  # a dialog would wait
            ]  # fmt: skip
            if actions and self.random.random() < 0.7:
                self.random.choice(actions).trigger()
            popup.close()

    def command(self):
        names = ("undo", "redo", "consent", "fit", "nearer", "farther", "nothing")
        self.window.commands[self.random.choice(names)].trigger()

    def dock(self):
        dock = self.random.choice(list(self.window.docks.values()))
        dock.setVisible(not dock.isVisible())

    def look(self):
        self.seat.look_back(self.random.choice([None, self.some_row()]))

    def slide(self):
        kinds = (QSlider, QSpinBox)
        sliders = [s for kind in kinds for s in self.window.findChildren(kind) if s.isVisible()]
        if sliders:
            slider = self.random.choice(sliders)
            slider.setValue(self.random.randint(slider.minimum(), slider.maximum()))

    def play_on(self):
        """Take a random legal action, so that the match does not stand still.

        Who looks back comes to the present first, which is a gesture of its own.
        """
        if self.seat.looking_back:
            self.seat.look_back(None)
        elif not self.seat.table.game.over and self.seat.decision() is not None:
            self.seat.act(self.bot.choose(self.seat.at))

    def times(self):
        """Say how long gestures took: all of them, and each kind of which any was dear."""
        every = sorted(ms for took in self.took.values() for ms in took)
        shares = (("half", 0.5), ("99 of 100", 0.99), ("999 of 1,000", 0.999))
        told = (f"{words} under {every[int(len(every) * share)]:.0f}" for words, share in shares)
        yield f"milliseconds of the processor: {', '.join(told)}"
        for kind, took in sorted(self.took.items(), key=lambda each: -max(each[1])):
            if dear := sum(ms > DEAR_MS for ms in took):
                worst = f"{max(took):.0f} at worst"
                yield f"  {kind}: {dear} of {len(took)} over {DEAR_MS}, {worst}"

    # the run

    def run(self, gestures):
        kinds, weights = list(self.gestures), list(self.gestures.values())
        for number in range(gestures):
            kind = self.random.choices(kinds, weights)[0]
            self.did[kind.__name__] += 1
            worked = time.process_time()
            kind()
            QApplication.processEvents()
            # Without a running loop, what was to be deleted would pile up.
            QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
            # Of the processor: what the clock says hangs on who else is at work.
            busy = (time.process_time() - worked) * 1000
            self.took[kind.__name__].append(busy)
            self.worst = max(self.worst, (round(busy), kind.__name__, number))
            if busy > SLOW_MS:
                self.slow.append((round(busy), kind.__name__, number, self.stand()))
            if self.account is not None:
                self.account.settle(round(busy), kind.__name__, number, self.stand)
            self._choose_from_popup()
            if number % 200 == 0:
                self.compare(number)
            if number % 1000 == 999:
                print(f"{number + 1} gestures, {len(self.slow)} slow", file=sys.stderr, flush=True)
            if self.seat.table.game.over:
                self.seat.goto(self.some_row())
        self.compare(gestures)

    def stand(self):
        """Say where the match stands after a gesture, and which panels are open."""
        game, position = self.seat.table.game, self.seat.sight.position
        step = position.agenda[-1].__class__.__name__ if position.agenda else "nothing"
        docks = [name for name, dock in self.window.docks.items() if dock.isVisible()]
        looks = "in the past" if self.seat.looking_back else "now"
        return f"{len(game.log.rows)} rows, {looks}, {step}, docks {' '.join(docks)}"

    def compare(self, number):
        game = self.seat.table.game
        again = Game.restore(
            game.module, game.ruleset, game.header, list(game.log.rows.values()), game.log.head
        )
        if again.position.digest() != game.position.digest():
            self.faults.append(f"gesture {number}: the position is not what the log gives")
        if game.log.broken() is not None:
            self.faults.append(f"gesture {number}: the log is broken")


def close_dialogs():
    """Close whatever dialog waits for an answer."""
    dialog = QApplication.activeModalWidget()
    if dialog is not None:
        dialog.close()


def run(gestures, seed, game="diadem", account=None):
    """Let a monkey play; return it with what it found.

    An account is told of each gesture what it cost (see `dear_gestures.py`).
    """
    app = make_application(["monkey"])
    problems = []
    before, sys.excepthook = sys.excepthook, lambda *what: problems.append(repr(what[1]))
    closing = QTimer()
    closing.timeout.connect(close_dialogs)
    closing.start(50)
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(QSettings(str(Path(folder) / "s.ini"), QSettings.Format.IniFormat))
        settings.set("pace", "none")
        settings.set("tumbling-dice", value=False)
        settings.set("pause-at-battles", value=False)
        settings.set("handover", value=False)
        match = Catalogue.installed().new(game, seed=str(seed))
        player = make_player("simple", seed=str(seed))
        for _turn in range(random.Random(seed).randrange(60, 400)):
            match.act(player.choose(match))
        begun_with = len(match.log)
        seat = Seat(Table(match))
        window = MatchWindow(seat, settings)
        seat.passes = lambda: True  # as in the program where no page covers the table
        window.resize(1366, 768)
        window.show()
        app.processEvents()
        window.view.ground.ensure_tiles()
        garbage = Garbage(window)  # as the program does when it has opened a match
        monkey = Monkey(window, seed, account)
        try:
            monkey.run(gestures)
        finally:
            garbage.end()
            closing.stop()
            window.close()
            window.deleteLater()
            app.processEvents()
            sys.excepthook = before
    monkey.faults += problems
    monkey.rows = len(match.log) - begun_with
    return monkey


def main(account=None):
    """Let a monkey play as the command line says, and tell what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--gestures", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", default="diadem")
    options = parser.parse_args()
    begun = time.perf_counter()
    monkey = run(options.gestures, options.seed, options.game, account)
    print(f"{options.gestures} gestures, seed {options.seed}: {dict(monkey.did)}")
    print(f"{monkey.rows} rows were added to the log, {time.perf_counter() - begun:.0f} s")
    print("\n".join(monkey.times()))
    print(f"over {SLOW_MS} ms of the processor: {len(monkey.slow)}; the worst: {monkey.worst}")
    for ms, kind, number, stand in monkey.slow:
        print(f"  {ms} ms: {kind}, gesture {number}, {stand}")
    print("\n".join(monkey.faults) or "no fault found")
    return bool(monkey.faults)


if __name__ == "__main__":
    sys.exit(main())
