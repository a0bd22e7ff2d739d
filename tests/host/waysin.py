"""Goes every way into a match in a real window; a program for `test_real_window`.

Takes a folder for the pictures of the screen and the size of the window. Says for each way, in a
line of JSON, how many stacks are in sight and which of them cannot be seen on the picture.
"""

import json
import sys
import time
from pathlib import Path

from PySide6.QtCore import QRect, QSettings, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QPushButton

from tabuleiro.engine.catalogue import Catalogue
from tabuleiro.engine.knowledge import EVERYTHING
from tabuleiro.host.app import make_application
from tabuleiro.host.map import art
from tabuleiro.host.newmatch import NewMatch
from tabuleiro.host.settings import Settings
from tabuleiro.host.shell import Shell
from tabuleiro.rules.ground.movement import Move
from tabuleiro.store import Library, write_partida
from tabuleiro.testing.table import table

_LONGEST_S = 30
_SETTLED = 25
"""So many rounds of events, of 5 ms and what they take, with nothing to be done."""
_SEEN = 0.5
"""So much of a counter's ground is another picture without it."""


def wait(view=None, travel=None):
    """Let the window come to rest: what is to be drawn is drawn, and who travels has arrived."""
    end, calm = time.monotonic() + _LONGEST_S, 0
    while time.monotonic() < end:
        QApplication.processEvents()
        busy = view is not None and (view.ground.busy or view.counters.busy)
        busy = busy or (travel is not None and bool(travel.away))
        calm = 0 if busy else calm + 1
        if calm > _SETTLED:
            return
        time.sleep(0.005)
    raise SystemExit("the window does not come to rest")


def screen():
    return QApplication.primaryScreen().grabWindow(0).toImage()


def ground_of(view, item):
    """Where the topmost counter of a stack is on the screen; None if it is not wholly in sight."""
    _piece, _face, area = item.spots()[-1]
    shape = view.mapFromScene(area.translated(item.pos())).boundingRect()
    inside = view.viewport().rect().contains(shape)
    return QRect(view.viewport().mapToGlobal(shape.topLeft()), shape.size()) if inside else None


def on_screen(widget):
    return QRect(widget.mapToGlobal(widget.rect().topLeft()), widget.size())


def empty(image):
    """The same screen in the colour of the panels' ground."""
    plain = image.copy()
    plain.fill(QApplication.palette().window().color())
    return plain


def differing(one, other, area):
    spots = [(x, y) for x in range(area.left(), area.right(), 2)
             for y in range(area.top(), area.bottom(), 2)]  # fmt: skip
    return sum(one.pixel(*spot) != other.pixel(*spot) for spot in spots) / max(1, len(spots))


def tell(name, shell, folder):
    """Look at the screen with the counters and without: where nothing differs is no counter."""
    view, travel = shell.match.view, shell.match.play.travel
    wait(view, travel)
    shown = screen()
    shown.save(str(folder / f"{name}.png"))
    places = {p: area for p, item in view.stacks.items() if (area := ground_of(view, item))}
    for item in view.stacks.values():
        item.setVisible(False)
    wait(view)
    bare = screen()
    for item in view.stacks.values():
        item.setVisible(True)
    unseen = [p for p, area in places.items() if differing(shown, bare, area) < _SEEN]
    end = shell.match.decision.end.end
    asked = end.isVisible() and differing(shown, empty(shown), on_screen(end)) > _SEEN
    told = {"way": name, "stacks": len(places), "unseen": unseen, "asked": asked}
    print(json.dumps(told), flush=True)


def press(widget):
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton)


def begin(shell):
    """Press the first game's poster, and Begin for two people in the dialog that asks."""

    def agree():
        dialog = next(w for w in QApplication.topLevelWidgets() if isinstance(w, NewMatch))
        dialog.choices.choose_opponent("human")
        press(dialog.findChild(QDialogButtonBox).button(QDialogButtonBox.StandardButton.Ok))

    QTimer.singleShot(100, agree)
    press(next(iter(shell.start.posters.values())))


def uncover(shell):
    """Take the seat: the table was covered before it was ever shown."""
    wait()
    assert shell.covered
    press(shell.handover.findChild(QPushButton))


def main(folder, width, height):
    art._AT_ONCE_MS = -1  # a machine so slow that no counter is made within a frame
    app = make_application(["ways in"])
    moved = table("diadem", "allied-movement", {"us-349-ri": "1413", "de-200-rpzgr": "0303"})
    for hex in ("1313", "1312"):
        moved.game.act(Move("us-349-ri", (hex,)))
    write_partida(folder / "moved.partida", moved.game, "Moved", viewer=EVERYTHING)
    for way in (go_by_name, go_in):
        store = QSettings(str(folder / f"{way.__name__}.ini"), QSettings.Format.IniFormat)
        with Library(":memory:") as library:
            shell = Shell(Catalogue.installed(), library, Settings(store))
            shell.resize(width, height)
            way(shell, folder)
            shell.close()
        app.processEvents()


def go_by_name(shell, folder):
    """Name a file at the start of the program: the match is there before the window is."""
    shell.open(str(folder / "moved.partida"))
    shell.show()
    uncover(shell)
    tell("named", shell, folder)


def go_in(shell, folder):
    shell.show()
    wait()
    press(shell.start.learn)
    tell("guide", shell, folder)
    shell.show_start()
    begin(shell)
    uncover(shell)
    tell("new", shell, folder)
    shell.show_start()
    press(shell.start.go_on)
    uncover(shell)
    tell("resumed", shell, folder)
    shell.open_file(folder / "moved.partida")
    uncover(shell)
    tell("file", shell, folder)
    shell.match.docks["history"].show()
    shell.match.docks["history"].raise_()
    history = shell.match.docks["history"].widget()
    history.step(-1)
    tell("back", shell, folder)
    press(history._on)
    assert not shell.match.seat.looking_back
    assert shell.match.seat.act(Move("us-349-ri", ("1413",)))
    tell("branch", shell, folder)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
