"""What stands round the map: one entry for each dock."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from tabuleiro.host.freeplay import FreePlay
from tabuleiro.host.panels.charts import ChartsPanel
from tabuleiro.host.panels.decision import DecisionPanel
from tabuleiro.host.panels.flights import FlightsPanel
from tabuleiro.host.panels.forces import ForcesPanel
from tabuleiro.host.panels.hands import HandsPanel, has_hands
from tabuleiro.host.panels.hexpanel import HexPanel
from tabuleiro.host.panels.history import HistoryPanel
from tabuleiro.host.panels.layers import LayersPanel
from tabuleiro.host.panels.log import LogPanel
from tabuleiro.host.panels.notes import NotesPanel
from tabuleiro.host.panels.overview import OverviewPanel
from tabuleiro.host.panels.pieces import PiecesPanel, has_pieces
from tabuleiro.host.panels.rules import RulesPanel
from tabuleiro.host.panels.since import SincePanel
from tabuleiro.host.panels.statistics import StatisticsPanel
from tabuleiro.host.panels.tracks import TracksPanel
from tabuleiro.i18n import N_

if TYPE_CHECKING:
    from tabuleiro.host.window import MatchWindow
    from tabuleiro.module import Module

__all__ = ["BELOW", "DOCKS", "Dock"]

_RIGHT: Final = Qt.DockWidgetArea.RightDockWidgetArea
BELOW: Final = Qt.DockWidgetArea.BottomDockWidgetArea
"""Where panels stand that are wider than high."""


class Dock(NamedTuple):
    """A dock: how its widget is made for a window, where it stands, whether it is shown."""

    id: str
    title: str
    """A short one: it stands on a tab, too."""
    make: Callable[[MatchWindow], QWidget]
    area: Qt.DockWidgetArea = _RIGHT
    keys: str = ""
    shown: bool = True
    beside: str = ""
    """The dock whose place it shares, as a tab behind it."""
    hook: str = ""
    """The rule hook without which there is nothing to show in it."""
    needs: Callable[[Module], bool] | None = None
    """What a game must have for it."""


def _log(window: MatchWindow) -> QWidget:
    panel = LogPanel(window.seat, window.play)
    panel.row_chosen.connect(window.seat.look_back)
    return _ruled(window, panel)


def _ruled(
    window: MatchWindow, panel: ChartsPanel | DecisionPanel | LogPanel | TracksPanel
) -> QWidget:
    """Let a click on a clause in a panel show the rule."""
    panel.rule_asked.connect(window.show_rule)
    return panel


def _battle(window: MatchWindow) -> QWidget:
    window.battle.rule_asked.connect(window.show_rule)
    return window.battle


def _since(window: MatchWindow) -> QWidget:
    panel = SincePanel(window.seat, window.since, window.replay)
    panel.arrived.connect(window.show_news)
    panel.outdated.connect(window.put_news_back)
    return panel


def _notes(window: MatchWindow) -> QWidget:
    panel = NotesPanel(window.seat, window.play)
    panel.row_chosen.connect(window.seat.look_back)
    window.play.note_asked.connect(panel.write_hex)
    return panel


def _statistics(window: MatchWindow) -> QWidget:
    panel = StatisticsPanel(window.seat)
    panel.row_chosen.connect(window.seat.look_back)
    return panel


def _pieces(window: MatchWindow) -> QWidget:
    assert isinstance(window.play, FreePlay)  # noqa: S101 - no other table has this dock
    return PiecesPanel(window.seat, window.play)


DOCKS: Final = (
    Dock(
        "decision", N_("Your move"), lambda w: _ruled(w, DecisionPanel(w.seat, w.play)), keys="F2"
    ),
    Dock("log", N_("Log"), _log, keys="F4"),
    Dock("hands", N_("Cards"), lambda w: HandsPanel(w.seat, w.play), needs=has_hands),
    Dock("pieces", N_("Pieces"), _pieces, keys="Shift+F7", beside="log", needs=has_pieces),
    Dock("since", N_("News"), _since, keys="Shift+F9", beside="log"),
    Dock("hex", N_("Hex"), lambda w: HexPanel(w.seat, w.play), keys="F3", beside="log"),
    Dock(
        "battle",
        N_("Battle"),
        _battle,
        keys="F5",
        shown=False,
        beside="decision",
    ),
    Dock(
        "tracks",
        N_("Score"),
        lambda w: _ruled(w, TracksPanel(w.seat, w.play)),
        keys="F6",
        beside="log",
    ),
    Dock(
        "forces",
        N_("Order of battle"),
        lambda w: ForcesPanel(w.seat, w.play),
        area=BELOW,
        keys="F7",
        shown=False,
    ),
    Dock(
        "flights",
        N_("Air"),
        lambda w: FlightsPanel(w.seat, w.play),
        keys="Shift+F3",
        beside="log",
        hook="flights",
    ),
    Dock(
        "overview",
        N_("Overview"),
        lambda w: OverviewPanel(w.seat, w.view),
        keys="F11",
        shown=False,
        beside="log",
    ),
    Dock(
        "layers",
        N_("Layers"),
        lambda w: LayersPanel(w.play.layers, w.view.board.regions),
        keys="F12",
        shown=False,
        beside="log",
    ),
    Dock(
        "charts",
        N_("Tables"),
        lambda w: _ruled(w, ChartsPanel(w.seat)),
        area=BELOW,
        keys="F8",
        shown=False,
        beside="forces",
    ),
    Dock(
        "notes",
        N_("Notes"),
        _notes,
        area=BELOW,
        keys="Shift+F4",
        shown=False,
        beside="battle",
    ),
    Dock(
        "statistics",
        N_("Statistics"),
        _statistics,
        area=BELOW,
        keys="Shift+F6",
        shown=False,
        beside="battle",
    ),
    Dock(
        "history",
        N_("Time"),
        lambda w: HistoryPanel(w.seat, w.settings),
        keys="F9",
        beside="log",
    ),
    Dock(
        "rules",
        N_("Rules"),
        lambda w: RulesPanel(w.seat.module),
        area=BELOW,
        keys="F1",
        shown=False,
        beside="forces",
    ),
)
"""The docks of a match, those of one area from the top."""
