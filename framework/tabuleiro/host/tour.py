"""Pictures of every main screen, made by one command: ``python -m tabuleiro.host.tour FOLDER``.

Two computer players bring a match to the places worth showing. Each look (language, colours, size)
is made in a process of its own, because Qt reads the scale of the screen only once.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtWidgets import QApplication, QWidget

    from tabuleiro.engine import Decision
    from tabuleiro.host.shell import Shell
    from tabuleiro.host.window import MatchWindow
    from tabuleiro.seats.questions import SupplyLine

__all__ = ["LOOKS", "Look", "main", "take"]

_LONGEST: Final = 6000
_LONG_LINE: Final = 6
_RAIDS: Final = 8
"""With so many units in the air an air map is worth a picture."""


class Look(NamedTuple):
    """How the screens look: language, colours, size in points, and pixels to a point."""

    language: str
    theme: str
    width: int
    height: int
    ratio: int

    @property
    def name(self) -> str:
        """The folder of its pictures: ``pt-dark-1366x768``."""
        return f"{self.language}-{self.theme}-{self.width * self.ratio}x{self.height * self.ratio}"


LOOKS: Final = tuple(
    Look(language, theme, *size)
    for language, theme, size in product(
        ("pt", "en"), ("light", "dark"), ((1366, 768, 1), (1920, 1080, 2))
    )
)
"""Both languages, light and dark, a small screen and a large one at scale 2."""


class Tour:
    """Goes through the screens of one look."""

    def __init__(self, app: QApplication, game: str, folder: Path, look: Look) -> None:
        from tabuleiro.bots import make_player
        from tabuleiro.engine.catalogue import Catalogue
        from tabuleiro.host.settings import Settings
        from tabuleiro.host.shell import Shell
        from tabuleiro.seats import Table
        from tabuleiro.store import Library

        self._app = app
        self._folder = folder / look.name
        self._folder.mkdir(parents=True, exist_ok=True)
        self._number = 0
        self._catalogue = Catalogue.installed()
        self._library = Library(":memory:")
        self._bot = make_player("simple", seed="tour")
        self._settings = Settings()
        self._settings.set("language", look.language)
        self._settings.set("theme", look.theme)
        self._settings.set("pace", "none")
        self._settings.set("tumbling-dice", value=False)
        self._settings.set("pause-at-battles", value=False)
        self._settings.set("handover", value=False)
        match = self._catalogue.new(game, seed="tour")
        self._library.create(match, self._catalogue.module(game).title[look.language])
        self._table = Table(match)
        self._players = self._table.seat(*self._table.module.sides)
        self.shell: Shell = Shell(self._catalogue, self._library, self._settings)
        self.shell.resize(look.width, look.height)
        self.shell.show()

    def run(self) -> None:
        """Take all pictures."""
        self._take("start")
        window = self._sit_down()
        self._maps(window)
        self._moves(window)
        self._flights(window)
        self._battles(window)
        self._supply(window)
        self._past(window)
        self._docks(window)
        self._dialogs()
        self._end()
        self.shell.close()
        self._library.close()

    # taking pictures

    def _take(self, name: str, widget: QWidget | None = None) -> None:
        window = self.shell.match
        for _turn in range(40):
            self._app.processEvents()
        if window is not None:
            window.view.ground.ensure_tiles()
            self._app.processEvents()
        self._number += 1
        (widget or self.shell).grab().save(str(self._folder / f"{self._number:02}-{name}.png"))

    # going on with the match

    def _until(self, good: Callable[[Decision], bool]) -> bool:
        """Let the computer play both sides until something is asked; False if it never is."""
        players = self._players
        for _turn in range(_LONGEST):
            decision = players.decision()
            if decision is None:
                return False
            if good(decision):
                return True
            players.act(self._bot.choose(players))
        return False

    def _sit_down(self) -> MatchWindow:
        from tabuleiro.host.seat import Seat

        self._until(lambda _decision: self._players.sight().phase is not None)
        return self.shell.show_match(Seat(self._table, title="1944"))

    def _maps(self, window: MatchWindow) -> None:
        view = window.view
        busy = max(
            window.seat.sight.position.stacks,
            key=lambda p: (_on_map(window, p), _height(window, p)),
        )
        self._take("map-far")
        for name, zoom in (("map-mid", 0.75), ("map-close", 1.8)):
            view.set_zoom(zoom)
            view.centerOn(view.middle(busy))
            self._take(name)
        view.fit()

    def _moves(self, window: MatchWindow) -> None:
        from tabuleiro.host.gestures import path_of

        seat, play = window.seat, window.play
        self._until(lambda decision: "move" in decision.actions)
        seat.changed.emit()
        pieces = [p for p in seat.decision().pieces if seat.sight.on_map(p)]  # type: ignore[union-attr]
        best = max(pieces, key=lambda piece: sum(bool(path_of(a)) for a in seat.legal(piece=piece)))
        seat.select([best])
        window.view.set_zoom(1.0)
        window.view.centerOn(window.view.middle(seat.sight.place(best)))
        place = max(play.targets, key=lambda p: len(getattr(play.targets[p][0], "path", ())))
        window.view.hovered.emit(place)
        self._take("move")
        grid = window.view.board.grid
        far = max(grid.hexes, key=lambda hex: grid.distance(hex, seat.sight.place(best)))
        play.click(far)
        self._take("refused")
        seat.select(())
        window.view.fit()

    def _flights(self, window: MatchWindow) -> None:
        """Show who flies where, in games in which anybody does."""
        if "flights" not in window.docks:
            return
        self._until(
            lambda decision: len(self._players.ask("flights").now()) >= _RAIDS and not decision.data
        )
        window.seat.changed.emit()
        for name in ("battle", "flights"):
            window.docks[name].setVisible(name == "flights")
        window.docks["flights"].raise_()
        self._take("air")

    def _supply(self, window: MatchWindow) -> None:
        """Show how a unit at the end of a long line is supplied, and who is not."""
        from tabuleiro.host.map.supply import supply_of

        seat = window.seat

        def lines() -> dict[str, SupplyLine]:
            found = {p: supply_of(seat, p) for p in seat.sight.position.pieces}
            return {piece: line for piece, line in found.items() if line is not None}

        def worth_it(decision: Decision) -> bool:
            longest = max((len(line.hexes) for line in lines().values()), default=0)
            return "move" in decision.actions and longest >= _LONG_LINE

        if not lines() or not self._until(worth_it):
            return
        seat.changed.emit()
        known = lines()
        lacking = [piece for piece, line in known.items() if not line]
        farthest = max(known, key=lambda piece: len(known[piece].hexes))
        seat.select([farthest, *lacking])
        window.docks["battle"].hide()
        window.view.set_zoom(0.6)
        window.view.centerOn(window.view.middle(seat.sight.place(farthest)))
        self._take("supply")
        seat.select(())
        window.view.fit()

    def _battles(self, window: MatchWindow) -> None:
        self._until(lambda d: d.kind == "allocate" and self._committed() > 2)
        window.seat.changed.emit()
        self._take("battle-before")
        while (decision := self._players.decision()) and decision.kind == "allocate":
            if not window.seat.act(self._bot.choose(self._players)):
                break
        self._take("battle-after")
        if self._until(lambda d: d.kind == "path" and "retreat" in d.actions):
            window.seat.changed.emit()
            self._take("retreat")

    def _committed(self) -> int:
        draft = self._players.ask("draft").now()
        return len(draft.pieces) if draft is not None else 0

    def _past(self, window: MatchWindow) -> None:
        line = window.seat.rows()
        window.docks["history"].show()
        window.docks["history"].raise_()
        window.seat.changed.emit()
        window.seat.look_back(line[len(line) // 2].n)
        self._take("replay")
        window.seat.look_back(None)

    def _docks(self, window: MatchWindow) -> None:
        for name in ("forces", "charts", "rules"):
            window.docks[name].show()
            window.docks[name].raise_()
            self._take(name)

    def _dialogs(self) -> None:
        from tabuleiro.host.newmatch import NewMatch
        from tabuleiro.host.settingsdialog import SettingsDialog

        dialogs = (
            ("new-match", NewMatch(self._table.module, self.shell)),
            ("settings", SettingsDialog(self._settings, self.shell)),
        )
        for name, dialog in dialogs:
            dialog.show()
            self._take(name, dialog)
            dialog.close()

    def _end(self) -> None:
        self._until(lambda _decision: False)
        window = self.shell.match
        assert window is not None  # noqa: S101 - it was opened above
        window.docks["tracks"].show()
        window.docks["tracks"].raise_()
        window.seat.changed.emit()
        self._take("end")


def _on_map(window: MatchWindow, place: str) -> bool:
    return place in window.view.board.grid


def _height(window: MatchWindow, place: str) -> int:
    return len(window.seat.stack(place))


def take(game: str, folder: Path, look: Look) -> None:
    """Take all pictures of one look, in this process."""
    from tabuleiro.host.app import make_application
    from tabuleiro.host.theme import apply_theme
    from tabuleiro.i18n import set_language

    set_language(look.language)
    app = make_application(["tour"])
    apply_theme(app, dark=look.theme == "dark")
    Tour(app, game, folder, look).run()


def main(words: Sequence[str] | None = None) -> int:
    """Take the pictures of all looks, or of one."""
    parser = argparse.ArgumentParser(prog="python -m tabuleiro.host.tour", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--game", default="diadem")
    parser.add_argument("--look", choices=[look.name for look in LOOKS])
    options = parser.parse_args(words)
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    if options.look:
        look = next(look for look in LOOKS if look.name == options.look)
        own = options.folder / f"{look.name}.ini"  # never what the user of this machine has set
        os.environ.setdefault("TABULEIRO_SETTINGS", str(own))
        take(options.game, options.folder, look)
        return 0
    return max(_in_a_process(options.game, options.folder, look) for look in LOOKS)


def _in_a_process(game: str, folder: Path, look: Look) -> int:
    settings = folder / f"{look.name}.ini"
    folder.mkdir(parents=True, exist_ok=True)
    settings.unlink(missing_ok=True)
    scale = {"QT_SCALE_FACTOR": str(look.ratio), "TABULEIRO_SETTINGS": str(settings)}
    command = [sys.executable, "-m", "tabuleiro.host.tour", str(folder)]
    command += ["--game", game, "--look", look.name]
    done = subprocess.run(command, env={**os.environ, **scale}, check=False)  # noqa: S603 - ourselves
    settings.unlink(missing_ok=True)
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
