"""The map of the scenario editor: counters are laid on it, zones are painted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QMouseEvent

from tabuleiro.editor.scenarios import entries
from tabuleiro.host.map.picture import BoardPicture, load_layers
from tabuleiro.host.map.stacks import Mark, growth
from tabuleiro.host.map.view import BoardView
from tabuleiro.host.theme import Overlay
from tabuleiro.i18n import _, language
from tabuleiro.module.places import holder_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tabuleiro.host.scenarioeditor.session import Session

__all__ = ["Canvas"]


class Canvas(QObject):
    """Shows where counters start, and says what is done with the mouse."""

    put = Signal(str, str)
    """A counter was dragged to a hex or box."""
    carried_off = Signal(str, QPoint)
    """A counter was dragged off the map, to this point of the screen."""
    chosen = Signal(object)
    """Another counter is selected, or None."""
    menu_asked = Signal(str, QPoint)
    """The menu of a counter is asked for."""
    painted = Signal(list, bool)
    """Hexes were painted, or wiped off with the right button."""

    def __init__(self, session: Session) -> None:
        """Show the map of a session's module."""
        super().__init__(session)
        self.session = session
        module = session.module
        self.view = BoardView(BoardPicture(load_layers(module, language())), module.board)
        self.view.setAccessibleName(_("Map"))
        self.view.overlay("zone", Overlay.LEGAL, Overlay.LEGAL_EDGE)
        self.view.overlay("goals", Overlay.ZONE, Overlay.TARGET_EDGE)
        self.selected: str | None = None
        self.painting = False
        """Whether the mouse paints hexes instead of carrying counters."""
        self._stroke: dict[str, None] | None = None
        self._wipes = False
        self.view.beside.take({}, module.board.boxes)
        self.view.beside.show_places(module.board.boxes, {})
        self.view.lay_beside()
        self.view.zoomed.connect(self._lay_beside)
        self._fanned: str | None = None
        self.view.clicked.connect(self._clicked)
        self.view.dropped.connect(self._dropped)
        self.view.menu_asked.connect(self._menu)
        self.view.viewport().installEventFilter(self)
        session.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show the counters and goals as they are now."""
        session, view = self.session, self.view
        stacks: dict[str, list[str]] = {}
        for piece in session.standing:
            stacks.setdefault(self._ground(piece), []).append(piece)
        shown = {place: pieces for place, pieces in stacks.items() if view.knows(place)}
        if self.selected not in session.standing:
            self.selected = None
        view.keep_stacks(shown)
        marks = {self.selected: frozenset({Mark.SELECTED})} if self.selected else {}
        for place, pieces in shown.items():
            faces = [session.face(piece) for piece in pieces]
            view.stack(place).show_pieces(pieces, faces, marks=marks)
        self._lay_beside()
        view.fan_out(self._fanned if self._fanned in shown else None)
        hexes = [str(goal.get("hex")) for goal in entries(session.values, "objectives")]
        view.light("goals", {hex: "" for hex in hexes if hex in view.board.grid})
        view.clear_names(())
        view.viewport().update()

    def _ground(self, piece: str) -> str:
        """Return the hex or box in which a counter is, be it inside of another."""
        spot = self.session.standing[piece].spot
        seen = {piece}
        while (holder := holder_in(spot)) is not None:
            if holder in seen or holder not in self.session.standing:
                return ""
            seen.add(holder)
            spot = self.session.standing[holder].spot
        return spot

    def _lay_beside(self) -> None:
        spots = self.view.beside.spots
        for place, item in self.view.stacks.items():
            spot = spots.get(place)
            if spot is None:
                item.settle(item.home, growth(self.view.zoom))
            else:
                item.settle(spot.gone, spot.by)

    def show_zone(self, hexes: Iterable[str], words: Mapping[str, str] | None = None) -> None:
        """Light the hexes of a zone, or others with words in them."""
        said = words or {}
        lit = {hex: said.get(hex, "") for hex in hexes if hex in self.view.board.grid}
        self.view.light("zone", lit)

    def _clicked(self, place: str | None, piece: str | None, _event: object) -> None:
        """Select a counter, and open its stack so that each can be taken hold of."""
        self._fanned = place if piece is not None else None
        self.select(piece)

    def select(self, piece: str | None) -> None:
        """Select a counter, or none."""
        self.selected = piece
        self.refresh()
        self.chosen.emit(piece)

    def place_at(self, spot: QPoint) -> str | None:
        """Return the hex or box under a point of the screen, None if it is not on the map."""
        viewport = self.view.viewport()
        inside = viewport.mapFromGlobal(spot)
        return self.view.hex_at(inside) if viewport.rect().contains(inside) else None

    def _dropped(self, piece: str, place: str | None) -> None:
        viewport = self.view.viewport()
        spot = self.view.mapFromScene(self.view.pointer)
        if not viewport.rect().contains(spot):
            self.carried_off.emit(piece, viewport.mapToGlobal(spot))
        elif place is not None:
            self.put.emit(piece, place)
        viewport.update()

    def _menu(self, _hex: str | None, piece: str | None, spot: QPoint) -> None:
        if piece is not None and not self.painting:
            self.select(piece)
            self.menu_asked.emit(piece, spot)

    # painting

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """While a zone is painted, take the mouse from the map."""
        if not self.painting or not isinstance(event, QMouseEvent):
            return False
        kind = event.type()
        button = event.button()
        if kind == QEvent.Type.MouseButtonPress and button != Qt.MouseButton.MiddleButton:
            self._wipes = button == Qt.MouseButton.RightButton
            self._stroke = {}
            self._touch(event)
        elif kind == QEvent.Type.MouseMove and self._stroke is not None:
            self._touch(event)
        elif kind == QEvent.Type.MouseButtonRelease and self._stroke is not None:
            stroke, self._stroke = self._stroke, None
            self.painted.emit(list(stroke), not self._wipes)
        else:
            return False
        return True

    def _touch(self, event: QMouseEvent) -> None:
        hex = self.view.hex_at(event.position().toPoint())
        if hex is not None and hex in self.view.board.grid and self._stroke is not None:
            self._stroke[hex] = None
