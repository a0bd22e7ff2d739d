"""Pictures of the window for somebody who looks at them: ``python tests/host/picture_book.py DIR``.

No test, and in no test run. It opens the real window on screens of its own (Xvfb), in two sizes,
in Portuguese and English, light and dark, and takes the same pictures in all eight. Into the folder
come a folder for each of the eight, and for each picture a sheet with all eight side by side.
``--only WORD`` takes the pages whose name has that word, ``--looks en-dark-1366`` one of the eight.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import time
import traceback
from itertools import product
from pathlib import Path

SIZES = ((1366, 768), (1920, 1080))
LANGUAGES = ("en", "pt")
THEMES = ("light", "dark")
HERE = Path(__file__).resolve().parent
_LONGEST_S = 60
_CALM = 12
"""So many rounds of events with nothing to be done: the window has come to rest."""
_ACROSS, _CELL = 2, 960


def looks():
    for (width, height), language, theme in product(SIZES, LANGUAGES, THEMES):
        yield f"{language}-{theme}-{width}", width, height, language, theme


def main(words):
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("folder", type=Path)
    asked.add_argument("--only", default="", help="take the pages whose name has this word")
    asked.add_argument("--looks", default="", help="take the looks whose name has this word")
    asked.add_argument("--here", nargs=4, help=argparse.SUPPRESS)
    given = asked.parse_args(words)
    given.folder.mkdir(parents=True, exist_ok=True)
    if given.here:
        return take_here(given.folder, given.only, *given.here)
    failed = 0
    for name, width, height, language, theme in looks():
        if given.looks in name:
            failed += take_look(given.folder / name, given.only, width, height, language, theme)
    sheets(given.folder)
    return failed


def take_look(folder, only, width, height, language, theme):
    """Take one of the eight on a screen of its own; return whether a page failed."""
    screen = subprocess.Popen(
        ["Xvfb", "-displayfd", "1", "-nolisten", "tcp", "-screen", "0", f"{width}x{height}x24"],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    )  # fmt: skip
    home = folder / "home"
    try:
        display = f":{screen.stdout.readline().strip()}"
        environment = os.environ | {
            "DISPLAY": display, "QT_QPA_PLATFORM": "xcb", "TABULEIRO_STILL": "",
            "TABULEIRO_LANGUAGE": language, "XDG_DATA_HOME": str(home / "data"),
            "XDG_CONFIG_HOME": str(home / "config"), "TABULEIRO_SETTINGS": str(home / "set.ini"),
        }  # fmt: skip
        here = (str(width), str(height), language, theme)
        asked = [sys.executable, __file__, str(folder), "--only", only, "--here", *here]
        return int(subprocess.run(asked, env=environment, check=False).returncode != 0)
    finally:
        screen.terminate()
        screen.wait()
        screen.stdout.close()
        shutil.rmtree(home, ignore_errors=True)


def take_here(folder, only, width, height, language, theme):
    """Take the pictures on this screen."""
    sys.path[:0] = [str(HERE), str(HERE.parent)]
    import picture_islands  # noqa: F401 - adds its pages, after the path is set
    from picture_pages import PAGES

    from tabuleiro.i18n import set_language

    set_language(language)
    failed = 0
    for make in PAGES:
        if only not in make.__name__:
            continue
        began = time.process_time()
        with Book(folder, (int(width), int(height)), theme) as book:
            try:
                make(book)
            except Exception:  # noqa: BLE001 - the other pages are wanted all the same
                failed += 1
                traceback.print_exc()
        took = time.process_time() - began
        print(f"{folder.name} {make.__name__}: {took:.1f} s", flush=True)
    return failed


def sheets(folder):
    """Put each picture of all looks on one sheet."""
    from PySide6.QtGui import QGuiApplication, QImage, QPainter

    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    _app = QGuiApplication.instance() or QGuiApplication([])
    names = sorted({file.name for file in folder.glob("*/*.png")})
    (folder / "sheets").mkdir(exist_ok=True)
    for name in names:
        found = [folder / look[0] / name for look in looks() if (folder / look[0] / name).exists()]
        high = _CELL * 9 // 16 + 4
        rows = -(-len(found) // _ACROSS)
        sheet = QImage(_ACROSS * (_CELL + 4), rows * high, QImage.Format.Format_RGB32)
        sheet.fill(0xFF808080)
        painter = QPainter(sheet)
        for number, file in enumerate(found):
            row, column = divmod(number, _ACROSS)
            picture = QImage(str(file)).scaledToWidth(_CELL)
            painter.drawImage(column * (_CELL + 4), row * high, picture)
        painter.end()
        sheet.save(str(folder / "sheets" / name))


class Fingers:
    """What `Hands` need of a test's mouse and keyboard, without a test."""

    def __init__(self, book):
        from PySide6.QtTest import QTest

        self._book, self._test = book, QTest

    def __getattr__(self, name):
        return getattr(self._test, name)

    def waitUntil(self, done, timeout=5000):  # noqa: N802 - as the bot of the tests calls it
        self._book.until(done, timeout / 1000)


class Book:
    """The window of one look, and a folder for its pictures."""

    def __init__(self, folder, size, theme):
        from PySide6.QtCore import QSettings

        from tabuleiro.engine.catalogue import Catalogue
        from tabuleiro.host.app import make_application
        from tabuleiro.host.settings import Settings
        from tabuleiro.host.shell import Shell
        from tabuleiro.store import Library

        self.folder = folder
        folder.mkdir(exist_ok=True)
        kept = QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat)
        kept.clear()
        settings = Settings(kept)
        settings.set("theme", theme)
        self.app = make_application(["picture book"], settings)
        self.catalogue = Catalogue.installed()
        self.library = Library(":memory:")
        self.shell = Shell(self.catalogue, self.library.__enter__(), settings)
        self.shell.setGeometry(0, 0, *size)
        self.shell.show()
        self.rest()

    def __enter__(self):
        return self

    def __exit__(self, *about):
        self.shell.close()
        self.shell.deleteLater()
        self.library.__exit__(*about)
        (self.folder / "settings.ini").unlink(missing_ok=True)
        self.app.processEvents()

    @property
    def window(self):
        return self.shell.match

    @property
    def seat(self):
        return self.window.seat

    @property
    def theatre(self):
        return self.window.theatre

    # time

    def rest(self, least_ms=0):
        """Let the window come to rest: all is drawn, and who travels has arrived."""
        end, calm = time.monotonic() + _LONGEST_S, 0
        first = time.monotonic() + least_ms / 1000
        while time.monotonic() < end and (calm <= _CALM or time.monotonic() < first):
            self.app.processEvents()
            match = self.shell.match
            view = match.view if match is not None else None
            busy = view is not None and (view.ground.busy or view.counters.busy)
            busy = busy or (match is not None and bool(match.play.travel.away))
            calm = 0 if busy else calm + 1
            time.sleep(0.005)

    def until(self, done, seconds=_LONGEST_S):
        end = time.monotonic() + seconds
        while not done():
            if time.monotonic() > end:
                raise AssertionError("it does not come about")
            self.app.processEvents()
            time.sleep(0.005)

    def wait_for_cards(self):
        self.until(lambda: not self.shell.start.pictures.busy)

    # looking

    def take(self, name, *, rest=True):
        """Take the whole screen."""
        if rest:
            self.rest()
        else:
            for _round in range(3):
                self.app.processEvents()
        screen = self.app.primaryScreen().grabWindow(0)
        screen.save(str(self.folder / f"{name}.png"))

    def look_at(self, window, name):
        """Take another window, and close it."""
        window.setGeometry(self.shell.geometry())
        window.show()
        self.rest(600)
        self.take(name)
        window._asked_to_leave = lambda: True
        window.close()
        window.deleteLater()

    def ask(self, open_dialog, kind, look):
        """Open a dialog that waits for an answer, look at it, and give it up."""
        from PySide6.QtCore import QTimer

        def see():
            dialog = self.app.activeModalWidget()
            assert isinstance(dialog, kind), dialog
            try:
                look(dialog)
            finally:
                dialog.reject()

        QTimer.singleShot(300, see)
        open_dialog()

    # a match

    def sit(self, game, players=None, *, open_hands=False, pace=250):
        """Sit down at a match; nobody asks who takes the seat."""
        from conftest import Hands
        from tabuleiro.host.seat import Seat
        from tabuleiro.seats import Table

        seat = Seat(Table(game), players=players or {}, open_hands=open_hands)
        self.shell.show_match(seat)
        if self.shell.covered:
            self.shell._uncover()
        self.rest()
        self.seat.pace_ms = pace
        self.hands = Hands(Fingers(self), self.window)

    def show(self, name):
        self.window.docks[name].show()
        self.window.docks[name].raise_()
        self.rest()

    def hide(self, name):
        self.window.docks[name].hide()
        self.rest()

    def point(self, spot, wait_ms=300):
        """Rest the pointer somewhere on the map, on the screen as well: tips look there."""
        from PySide6.QtGui import QCursor

        port = self.window.view.viewport()
        QCursor.setPos(port.mapToGlobal(spot))
        self.hands.qtbot.mouseMove(port, spot)
        self.rest(wait_ms)

    def point_far(self, piece):
        """Point at the lit hex that is farthest from a piece and in sight."""
        view = self.window.view
        here = view.middle(self.seat.sight.place(piece))
        port = view.viewport().rect().adjusted(60, 60, -60, -60)
        lit = [hex for hex in self.window.play.targets if hex in view.board.grid]
        lit = [hex for hex in lit if port.contains(view.mapFromScene(view.middle(hex)))]
        far = max(lit, key=lambda hex: (view.middle(hex) - here).manhattanLength())
        self.point(view.mapFromScene(view.middle(far)))

    def menu_on(self, piece, name):
        """Open the menu of the right button on a piece, and take it."""
        play = self.window.play
        spot = self.hands.piece_spot(piece)
        play._menu(self.seat.sight.place(piece), piece, self.window.view.mapToGlobal(spot))
        self.until(lambda: self.app.activePopupWidget() is not None)
        self.rest(200)
        self.take(name)
        self.app.activePopupWidget().close()

    def end_phase(self):
        """Press the button that ends the phase: it asks first when much is left undone."""
        self.window.decision.end.wake()
        self.window.decision.end.end.click()
        self.rest()

    def copy_of(self, folder):
        """A copy of a folder that may be changed."""
        copy = self.folder / "home" / folder.name
        shutil.copytree(folder, copy, dirs_exist_ok=True)
        return copy


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
