"""The plugins of docs/examples, found as a modder's are: in folders that the environment names."""

import os
from pathlib import Path

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QSettings, Qt

from tabuleiro import i18n
from tabuleiro.bots import RandomPlayer, play_match
from tabuleiro.cli import common
from tabuleiro.host.app import make_application
from tabuleiro.host.seat import Seat
from tabuleiro.host.settings import Settings
from tabuleiro.host.window import MatchWindow
from tabuleiro.seats import Table
from tabuleiro.testing import kinds
from tabuleiro.testing.table import catalogue

EXAMPLES = Path(__file__).resolve().parents[2] / "docs" / "examples"


@pytest.fixture(autouse=True, scope="module")
def _found():
    """Let the examples be installed for the tests of a file, and nothing be left of them."""

    def forget():
        i18n.catalogue.cache_clear()
        for kept in (common.catalogue, kinds.catalogue):
            kept.cache_clear()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(i18n, "_folders", [*i18n._folders])
        patch.setenv("TABULEIRO_PLUGINS", str(EXAMPLES))
        forget()
        for folder in EXAMPLES.glob("*/tabuleiro_*/locale"):
            i18n.add_catalogues(folder)
        yield
    forget()


@pytest.fixture
def play_out():
    """A function that lets players play a whole match of a game and returns the game."""

    def play(name, seed, player=RandomPlayer):
        game = catalogue().new(name, seed=seed)
        play_match(game, {side: player(side) for side in game.module.sides}, limit=3_000)
        return game

    return play


@pytest.fixture(scope="session")
def qapp():
    """The application with our colours, once for all tests."""
    return make_application(["tests"])


@pytest.fixture
def window(qapp, qtbot, tmp_path):
    """A function that shows a match in a window."""
    shown = []

    def show(game, **how):
        settings = Settings(QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat))
        made = MatchWindow(Seat(Table(game), **how), settings)
        made.battle.dice.animated = made.play.travel.animated = False
        qtbot.addWidget(made)
        made.resize(1280, 800)
        made.show()
        qtbot.waitExposed(made)
        made.seat.changed.connect(made.seat.hand_over)
        shown.append(made)
        return made

    yield show
    for made in shown:
        made.close()


@pytest.fixture
def click(qtbot):
    """A function that clicks on a hex of the map of a window."""

    def on(window, hex):
        window.view.show_hex(hex)
        point = window.view.mapFromScene(window.view.middle(hex))
        qtbot.mouseClick(window.view.viewport(), Qt.MouseButton.LeftButton, pos=point)

    return on
