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
from tabuleiro_filipinas.voyages import SailForce
from tabuleiro_filipinas.window.fleet_board import FleetBoard
from tabuleiro_filipinas.window.layers import layers
from tabuleiro_filipinas.window.naval_board import NavalBoard
from tabuleiro_filipinas.window.orders import orders
from tabuleiro_filipinas.window.phase_notes import offer_of
from tabuleiro_filipinas.window.replacement_desk import ReplacementDesk
from tabuleiro_filipinas.window.strike_board import StrikeBoard
from tabuleiro_filipinas.window.supply_board import SupplyBoard
from tabuleiro_filipinas.window.target_board import TargetBoard
from tabuleiro_filipinas.window.voyage_board import VoyageBoard
from tabuleiro_filipinas.window.ways import ways_to

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from tabuleiro.engine import Action, Decision
    from tabuleiro.host.hooks import HexLayer, LayerEntry, OrderEntry, WayEntry
    from tabuleiro.host.seat import Seat
    from tabuleiro.module import Phase


@hookimpl
def decision_panel(seat: Seat, decision: Decision) -> QWidget | None:
    """Return a board for the naval phase, a force being formed or under way, strikes, points."""
    if "join-force" in decision.actions:
        return FleetBoard(seat, decision)
    if "restore-unit" in decision.actions:
        return ReplacementDesk(seat, decision)
    if "form-force" in decision.actions:
        return NavalBoard(seat, decision)
    if "strike-ships" in decision.actions and "done-striking" in decision.actions:
        return StrikeBoard(seat, decision)
    if "end-voyage" in decision.actions:
        return VoyageBoard(seat, decision)
    return None


@hookimpl
def standing_orders(seat: Seat, decision: Decision) -> list[OrderEntry]:
    """Return what is done at one click, or by itself: searches, cover, supply runs and others."""
    return orders(seat, decision)


@hookimpl
def other_ways(seat: Seat, action: Action) -> list[WayEntry]:
    """Return the ways of a force with the least exposure, and the shortest."""
    return ways_to(seat, action) if isinstance(action, SailForce) else []


@hookimpl
def phase_note(seat: Seat, phase: Phase) -> str | None:
    """Return what a phase of the turn still offers."""
    return offer_of(seat, phase)


@hookimpl
def map_layers(seat: Seat) -> list[HexLayer | LayerEntry]:
    """Return what a player would draw on the map: weather, coasts, patrols, reach, supply."""
    return layers(seat)


@hookimpl
def window_docks() -> list[DockEntry]:
    """Return the board of supply behind the hex, that of targets for aircraft below the map."""
    return [
        DockEntry("supply", N_("Supply"), SupplyBoard, shown=False, keys="Shift+F8"),
        DockEntry("targets", N_("Targets"), TargetBoard, shown=False, below=True, keys="Shift+F5"),
    ]
