"""The application: Qt, its language and colours, and the first window."""

from __future__ import annotations

import gc
import os
import signal
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QLibraryInfo, QLocale, Qt, QTimer, QTranslator
from PySide6.QtWidgets import QApplication, QMainWindow

from tabuleiro.host.failing import tell_uncaught
from tabuleiro.host.restyle import relink
from tabuleiro.host.theme import apply_theme, dress, is_dark
from tabuleiro.i18n import language, set_language
from tabuleiro.publish.contents import ENDING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tabuleiro.host.settings import Settings
    from tabuleiro.host.shell import Shell

__all__ = ["Wish", "fit_screen", "make_application", "run", "speak"]

_SIZE = (1280, 800)
_HARDLY = 1.15
"""A screen less than so many times as large as the window is filled by it."""


class Wish(NamedTuple):
    """What the window shall show."""

    what: str | None = None
    """A game to begin, the number of a match, or a file; None is the start page."""
    size: tuple[int, int] | None = None
    language: str | None = None
    demo: bool = False
    """Whether two computer players play."""
    screenshot: Path | None = None
    """Where a picture of the window is written; the program then ends."""


def make_application(
    words: Sequence[str] = ("tabuleiro",), settings: Settings | None = None
) -> QApplication:
    """Return the application of this process, with our colours and language."""
    # Qt shares out the filling of each larger shape that lets something through between threads:
    # to wake them takes three times as long as to fill it.
    os.environ.setdefault("QT_NO_GUI_THREADPOOL", "1")
    held = QApplication.instance()
    app = held if isinstance(held, QApplication) else QApplication(list(words))
    app.setApplicationName("tabuleiro")
    app.setApplicationDisplayName("Tabuleiro")
    if settings is None:
        apply_theme(app, dark=is_dark(app))
    else:
        dress(app, settings)
    speak(app)
    return app


def fit_screen(window: QMainWindow) -> None:
    """Let a window whose place nobody has chosen yet fill a screen that is hardly larger."""
    room, size = window.screen().availableSize(), window.size()
    if room.width() < size.width() * _HARDLY or room.height() < size.height() * _HARDLY:
        window.setWindowState(window.windowState() | Qt.WindowState.WindowMaximized)


def speak(app: QApplication) -> None:
    """Let Qt's own dialogs speak the current language."""
    for old in app.findChildren(QTranslator):
        app.removeTranslator(old)
        old.deleteLater()
    QLocale.setDefault(QLocale("pt_BR" if language() == "pt" else "en_US"))
    if language() == "pt":
        translator = QTranslator(app)
        folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
        if translator.load("qtbase_pt_BR", folder):
            app.installTranslator(translator)


def run(wish: Wish) -> int:
    """Show a window and serve it until it is closed, or draw a picture of it."""
    with _loading():
        from tabuleiro.engine.catalogue import Catalogue
        from tabuleiro.host.demo import quietly
        from tabuleiro.host.settings import Settings
        from tabuleiro.host.shell import Shell
        from tabuleiro.store import Library

    settings = Settings()
    set_language(wish.language or settings.language)
    app = make_application(settings=settings)
    quiet = quietly() if wish.screenshot else nullcontext()
    with quiet, Library(_library(wish)) as library:
        with _loading():
            shell = Shell(Catalogue.installed(), library, settings)
        try:
            shell.resize(*(wish.size or _SIZE))
            if wish.screenshot is None:
                return _serve(app, shell, wish)
            return _draw(app, shell, wish, wish.screenshot)
        finally:
            shell.close()
            shell.deleteLater()


@contextmanager
def _loading() -> Iterator[None]:
    """Let Python look for no garbage, once or again, in what is loaded: all of it stays."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
        gc.freeze()


def _library(wish: Wish) -> str | None:
    """Return the library: demonstrations and pictures of games leave that of the player alone."""
    from tabuleiro.host.shell import is_kept

    drawn = wish.screenshot is not None and wish.what is not None and not is_kept(wish.what)
    return ":memory:" if wish.demo or drawn else None


def _serve(app: QApplication, shell: Shell, wish: Wish) -> int:
    from tabuleiro.host.demo import first_game, play_by_itself

    if wish.size is None and not shell.settings.restore_window(shell):
        fit_screen(shell)
    if wish.demo:
        module = shell.catalogue.module(wish.what) if wish.what else first_game(shell.catalogue)
        play_by_itself(shell, module)
    elif wish.what is not None and wish.what.endswith(ENDING):
        pack = Path(wish.what)
        QTimer.singleShot(0, shell, lambda: shell.open_file(pack))
    elif wish.what is not None and (game := shell.open(wish.what)):
        QTimer.singleShot(0, shell, lambda: shell.new_match(game))
    shell.show()

    def change_colours(_scheme: object) -> None:
        dress(app, shell.settings)
        relink(shell)

    app.styleHints().colorSchemeChanged.connect(change_colours)
    # The library has every row: Ctrl-C in the terminal may end the program at once.
    before = signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        tell_uncaught()
        return app.exec()
    finally:
        signal.signal(signal.SIGINT, before)
        shell.settings.keep_window(shell)


def _draw(app: QApplication, shell: Shell, wish: Wish, file: Path) -> int:
    from tabuleiro.host.demo import first_game, picture, play_by_itself, play_to_the_end

    if wish.demo:
        module = shell.catalogue.module(wish.what) if wish.what else first_game(shell.catalogue)
        seat = play_by_itself(shell, module, seed="demo")
        shell.show()
        play_to_the_end(app, shell, seat)
    else:
        if wish.what is not None and (game := shell.open(wish.what)):
            shell.show_first(game)
        shell.show()
    picture(shell, file)
    return 0
