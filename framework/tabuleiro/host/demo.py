"""The window without anybody before it: pictures of it, and matches between computer players."""

from __future__ import annotations

import errno
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QCoreApplication,
    QEventLoop,
    QMessageLogContext,
    QtMsgType,
    qInstallMessageHandler,
)

from tabuleiro.engine import GameError
from tabuleiro.host.seat import Seat
from tabuleiro.i18n import _
from tabuleiro.seats import Table

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtWidgets import QApplication

    from tabuleiro.engine.catalogue import Catalogue
    from tabuleiro.host.shell import Shell
    from tabuleiro.module import Module

__all__ = ["first_game", "picture", "play_by_itself", "play_to_the_end", "quietly"]

_PLAYER = "simple"
_ROUNDS = 40
"""So often the event loop goes round before a picture: docks settle, the map is fitted."""
_QUICK = 80
"""Qt's word for how a PNG is packed: a tenth larger than usual, in less than half the time."""


def first_game(catalogue: Catalogue) -> Module:
    """Return the first game that can be played."""
    for name in catalogue.module_ids():
        module = catalogue.module(name)
        if module.plugin in catalogue.games:
            return module
    raise GameError(_("No game is installed."))


def play_by_itself(shell: Shell, module: Module, *, seed: str | None = None) -> Seat:
    """Show a new match of two computer players, at the pace of the settings; nothing is kept."""
    game = shell.catalogue.new(module, seed=seed)
    players = dict.fromkeys(module.sides, _PLAYER)
    title = _("Demonstration")
    seat = Seat(Table(game), players=players, open_hands=True, title=title)
    shell.show_match(seat)
    return seat


def play_to_the_end(app: QApplication, shell: Shell, seat: Seat) -> None:
    """Let computer players go on as quickly as they can until the match is over."""
    if shell.match is not None:
        shell.match.battle.dice.animated = shell.match.theatre.waits = False
    trouble: list[str] = []
    seat.failed.connect(trouble.append)
    seat.pace_ms = 0
    while not seat.over:
        app.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
        if trouble:
            raise GameError(trouble[0])


def picture(shell: Shell, file: Path) -> None:
    """Write the window as it is, with all tiles of its map made."""
    for _round in range(_ROUNDS):
        QCoreApplication.processEvents()
    if shell.match is None:
        _wait_for_cards(shell)
    else:
        shell.match.view.ensure()
        QCoreApplication.processEvents()
    if not shell.grab().save(str(file), "PNG", _QUICK):
        raise OSError(errno.EIO, _("the picture cannot be written"), str(file))


@contextmanager
def quietly() -> Iterator[None]:
    """Keep to ourselves what Qt says of a screen that is none."""

    def tell(_kind: QtMsgType, _context: QMessageLogContext, message: str) -> None:
        if "propagateSizeHints" not in message:
            sys.stderr.write(f"{message}\n")

    before = qInstallMessageHandler(tell)
    try:
        yield
    finally:
        qInstallMessageHandler(before)


def _wait_for_cards(shell: Shell) -> None:
    while shell.start.pictures.busy:
        QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
