"""Plugins with a window module of their own, for tests: a match of Diadem in the real window."""

import sys
from types import ModuleType

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPen
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from tabuleiro.engine import Game
from tabuleiro.engine.game import Header
from tabuleiro.engine.ruleset import Ruleset
from tabuleiro.hooks import GamePlugin, hookimpl
from tabuleiro.host.hooks import (
    BadgeEntry,
    DockEntry,
    HexLayer,
    LayerEntry,
    MenuEntry,
    OrderEntry,
)
from tabuleiro.i18n import N_, _
from tabuleiro.rules.ground.movement_phase import EndPhase
from tabuleiro.testing.table import Table, catalogue

NAME = "tabuleiro_guest.window"
PIECES = {"us-349-ri": "0907", "us-350-ri": "1413", "uk-art-x": "0909", "de-131-ri": "0205"}
AT_HAND = {
    "BadgeEntry": BadgeEntry, "DockEntry": DockEntry, "EndPhase": EndPhase, "HexLayer": HexLayer,
    "LayerEntry": LayerEntry, "MenuEntry": MenuEntry, "N_": N_, "OrderEntry": OrderEntry,
    "QColor": QColor, "QLabel": QLabel,
    "QPen": QPen, "QPushButton": QPushButton, "QWidget": QWidget, "Qt": Qt, "_": _,
    "hookimpl": hookimpl,
}  # fmt: skip


def bring(monkeypatch, code, at_hand=AT_HAND):
    """Let a window module with this code be there to be imported; it has names at hand."""
    package, module = ModuleType("tabuleiro_guest"), ModuleType(NAME)
    vars(module).update(at_hand)
    exec(compile(code, "window.py", "exec"), vars(module))
    monkeypatch.setitem(sys.modules, "tabuleiro_guest", package)
    monkeypatch.setitem(sys.modules, NAME, module)
    return module


def guest_game(window=NAME):
    """A match of Diadem whose plugin names a window module."""
    own = catalogue().games["diadem"]
    plugin = GamePlugin("guest", own.parts, window=window)
    module = catalogue().module("diadem")
    game = Game(module, Ruleset(plugin), Header("diadem", "campaign", "test"))
    return Table(game).set("allied-movement", PIECES).game
