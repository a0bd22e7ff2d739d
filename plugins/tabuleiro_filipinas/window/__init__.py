"""The window of Libertação das Filipinas: boards for what a list cannot show. It alone knows Qt.

All that is shown comes from the seat: what a side knows of its own ships and of the enemy's.

Not here: boards and panels that any game may use (`tabuleiro.host`), and what may be done (the
rules of the game, one package up).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.hooks import hookimpl
from tabuleiro.host.hooks import DockEntry
from tabuleiro.i18n import N_
from tabuleiro_filipinas.window.fleet_board import FleetBoard
from tabuleiro_filipinas.window.layers import layers
from tabuleiro_filipinas.window.naval_board import NavalBoard
from tabuleiro_filipinas.window.supply_board import SupplyBoard
from tabuleiro_filipinas.window.voyage_board import VoyageBoard

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from tabuleiro.engine import Decision
    from tabuleiro.host.hooks import HexLayer, LayerEntry
    from tabuleiro.host.seat import Seat


@hookimpl
def decision_panel(seat: Seat, decision: Decision) -> QWidget | None:
    """Return a board for the naval phase, for a force that is formed, for one under way."""
    if "join-force" in decision.actions:
        return FleetBoard(seat, decision)
    if "form-force" in decision.actions:
        return NavalBoard(seat, decision)
    if "end-voyage" in decision.actions:
        return VoyageBoard(seat, decision)
    return None


@hookimpl
def map_layers(seat: Seat) -> list[HexLayer | LayerEntry]:
    """Return what a player would draw on the map: weather, coasts, patrols, reach, supply."""
    return layers(seat)


@hookimpl
def window_docks() -> list[DockEntry]:
    """Return the board of supply, as a tab behind the hex."""
    return [DockEntry("supply", N_("Supply"), SupplyBoard, shown=False, keys="Shift+F8")]
