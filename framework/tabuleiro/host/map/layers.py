"""The layers of a map that can be switched: what belongs to the picture, and what play adds.

Everything here is asked through the seat; no game is known by name. More
layers are added with `MapLayers.add`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QPointF, Qt, Signal
from PySide6.QtGui import QColor, QPainterPath, QPicture, QPolygonF

from tabuleiro.host.map.board_item import Level
from tabuleiro.host.map.flights import FlightLayer
from tabuleiro.host.map.grid_lines import printed_maps
from tabuleiro.host.map.markers import MarkerItem, laid_markers, laid_notes
from tabuleiro.host.map.marks import Area, AreaItem, ControlItem, Held
from tabuleiro.host.map.painted import LayerEntry, PaintedItem
from tabuleiro.host.map.supply import SupplyLayer
from tabuleiro.host.theme import Overlay
from tabuleiro.i18n import N_, text
from tabuleiro.module import UNLIMITED
from tabuleiro.seats import Sight

if TYPE_CHECKING:
    from shapely import Polygon

    from tabuleiro.board import Region
    from tabuleiro.host.counter import AnyBadge
    from tabuleiro.host.map.view import BoardView
    from tabuleiro.host.seat import Seat
    from tabuleiro.host.settings import Settings

__all__ = ["PLAY_LAYERS", "HexLayer", "MapLayers", "short_signs"]

_PICTURE: Final[Mapping[str, tuple[str, frozenset[str]]]] = {
    "terrain": (N_("Terrain signs"), frozenset({"vegetation", "fortifications", "beaches"})),
    "towns": (N_("Towns"), frozenset({"towns"})),
    "roads": (N_("Roads and railways"), frozenset({"roads", "bridges"})),
    "names": (N_("Names"), frozenset({"names", "distances"})),
    "grid": (N_("Grid"), frozenset({"grid"})),
    "numbers": (N_("Hex numbers"), frozenset({"numbers"})),
}
_PRINTED: Final = ("grid", "numbers")
PLAY_LAYERS: Final[Mapping[str, tuple[str, bool]]] = {
    "control": (N_("Who holds the objectives"), True),
    "zones": (N_("Zones of both sides"), False),
    "movement": (N_("Where the unit under the pointer can go"), False),
    "range": (N_("Range of the selected guns and aircraft"), True),
    "supply": (N_("Supply of the selected units"), True),
    "flights": (N_("Who flies where"), True),
}
_COLOURS: Final = ("#0b5c8f", "#a8480a", "#0c6b52", "#8c3f6e", "#4d4d9e", "#7a5a00")
_RANGE: Final = QColor(120, 50, 0, 235)
_MOVEMENT: Final = QColor(38, 110, 190, 70)
_ZONE: Final = QColor(200, 95, 0, 150)
_OWN_ZONE: Final = QColor(40, 100, 190, 140)


@dataclass(frozen=True)
class HexLayer:
    """A layer that somebody adds: hexes of a situation, each with a short text.

    ``hexes`` is asked with what is seen and with the side that looks (empty for nobody in
    particular).
    """

    id: str
    title: str
    hexes: Callable[[Sight, str], Mapping[str, str]]
    colour: QColor
    shown: bool = False
    hatched: bool = True


def short_signs(names: Mapping[str, str]) -> dict[str, str]:
    """Return for each name as few of its first letters as tell it from the others.

    >>> short_signs({"allied": "Allies", "axis": "Axis"})
    {'allied': 'Al', 'axis': 'Ax'}
    """
    for length in range(1, 4):
        found = {id: name[:length].capitalize() for id, name in names.items()}
        if len(set(found.values())) == len(found):
            break
    return found


class MapLayers(QObject):
    """The switches of a map's layers, and what the layers show."""

    switched = Signal(str)
    """A layer was switched, or added."""

    def __init__(self, seat: Seat, view: BoardView, parent: QObject | None = None) -> None:
        """Lay the layers of a seat's match on a map."""
        super().__init__(parent)
        self._seat = seat
        self._view = view
        self._settings: Settings | None = None
        self._added: dict[str, HexLayer | LayerEntry] = {}
        self._painted: dict[str, PaintedItem] = {}
        self.broken: dict[str, str] = {}
        """Layers that cannot be shown any more, each with a sentence that says why."""
        self.signs: Callable[[str], tuple[AnyBadge, ...]] = lambda _piece: ()
        """Returns the signs that somebody else puts on a counter."""
        self._on = dict.fromkeys(_PICTURE, True) | {id: on for id, (_, on) in PLAY_LAYERS.items()}
        self._scanned = bool(view.picture.scans) and not printed_maps(view.board)
        """Whether all is scanned: there grid and numbers are printed."""
        if self._scanned:
            self._on |= dict.fromkeys(_PRINTED, False)
        self.regions: tuple[str, ...] = ()
        """The regions whose outlines are shown."""
        bounds = view.picture.size
        self._control = view.add(ControlItem(bounds), Level.CONTROL)
        self._areas = view.add(AreaItem(bounds), Level.AREAS)
        self._supply = SupplyLayer(seat, view)
        self._with_supply = False
        self.flights = FlightLayer(seat, view)
        self.markers = view.add(MarkerItem(bounds), Level.SIGNS)
        view.overlay("zones", _ZONE, QColor(Overlay.TARGET_EDGE), z=Level.ZONES, hatched=True)
        own = view.overlay(
            "own-zones", _OWN_ZONE, QColor(Overlay.LEGAL_EDGE), z=Level.ZONES, hatched=True
        )
        own.style = Qt.BrushStyle.FDiagPattern
        reach = view.overlay("range", QColor(0, 0, 0, 0), _RANGE, z=Level.TARGETS)
        reach.line = Qt.PenStyle.DashLine
        view.overlay("movement", _MOVEMENT, QColor(Overlay.LEGAL_EDGE), z=Level.ZONES)
        self._hide_parts()
        seat.changed.connect(self.refresh)
        seat.selected.connect(self._show_selected)
        view.hovered.connect(self._pointed)
        self.refresh()

    # switching

    def titles(self) -> dict[str, str]:
        """Return the title of each layer, in English, those of the picture first."""
        found = {id: title for id, (title, _) in _PICTURE.items()}
        found |= {id: title for id, (title, _) in PLAY_LAYERS.items()}
        if not self._with_supply:
            del found["supply"]
        if not self.flights.known:
            del found["flights"]
        return found | {id: layer.title for id, layer in self._added.items()}

    def is_on(self, id: str) -> bool:
        """Return whether a layer is shown."""
        return self._on[id] and id not in self.broken

    def switch(self, id: str, on: bool) -> None:  # noqa: FBT001 - a switch is told its state
        """Show a layer, or hide it; that is remembered."""
        if self._on[id] == on or id in self.broken:
            return
        self._on[id] = on
        if self._settings is not None:
            self._settings.set(f"layers/{self._kept_as(id)}", on)
        self._apply(id)
        self.switched.emit(id)

    def remember(self, settings: Settings) -> None:
        """Take over what is remembered, and remember from now on."""
        self._settings = settings
        for id in self._on:
            self._on[id] = settings.layer(self._kept_as(id), default=self._on[id])
        kept = settings.regions(self._seat.module.id)
        self.regions = tuple(id for id in kept if id in self._view.board.regions)
        self._hide_parts()
        self.refresh()
        self._show_regions()

    def _kept_as(self, id: str) -> str:
        """Return the name by which a switch is remembered: scanned maps have some of their own."""
        return f"{id}-on-scans" if self._scanned and id in _PRINTED else id

    def add(self, layer: HexLayer | LayerEntry) -> None:
        """Add a layer; one of the same name is replaced."""
        self._added[layer.id] = layer
        on = layer.shown
        if self._settings is not None:
            on = self._settings.layer(layer.id, default=on)
        self._on[layer.id] = on
        if isinstance(layer, HexLayer):
            self._view.overlay(
                layer.id, layer.colour, layer.colour, z=Level.ZONES, hatched=layer.hatched
            )
        elif layer.id not in self._painted:
            item = PaintedItem(self._view.picture.size)
            self._painted[layer.id] = self._view.add(item, Level.SIGNS)
        self._show_added(layer)
        self.switched.emit(layer.id)

    def fail(self, id: str, sentence: str) -> None:
        """Show a layer that was added no more, whatever its switch says."""
        self.broken[id] = sentence
        self._show_added(self._added[id])
        self.switched.emit(id)

    def choose_regions(self, ids: tuple[str, ...]) -> None:
        """Show the outlines of these regions, and remember it."""
        self.regions = tuple(id for id in ids if id in self._view.board.regions)
        if self._settings is not None:
            self._settings.set(f"regions/{self._seat.module.id}", "|".join(self.regions))
        self._show_regions()

    # showing

    def _apply(self, id: str) -> None:
        if id in _PICTURE:
            self._hide_parts()
        else:
            self.refresh()

    def _hide_parts(self) -> None:
        hidden = [parts for id, (_, parts) in _PICTURE.items() if not self._on[id]]
        wanted = frozenset().union(*hidden)
        if wanted != self._view.ground.hidden:
            self._view.ground.hidden = wanted
            self._view.ground.forget()

    def refresh(self) -> None:
        """Show what is switched on as it is now, and what lies on the board."""
        s, view = self._seat.sight, self._view
        self.markers.show_markers((*laid_markers(s, view), *laid_notes(s, view)))
        view.clear_markers(each.covers for each in self.markers.laid)
        self._show_control()
        self._show_zones()
        self._show_selected()
        self._pointed(self._view.cursor_hex)
        for layer in self._added.values():
            self._show_added(layer)

    def _show_control(self) -> None:
        s, view = self._seat.sight, self._view
        goals = {goal.hex for goal in s.scenario.objectives if goal.hex in view.board.grid}
        signs = short_signs({side.id: text(side.name) for side in s.module.sides.values()})
        held = []
        for hex in sorted(goals | {h for h in s.position.control if h in view.board.grid}):
            side = s.module.sides.get(s.position.control.get(hex, ""))
            colour = QColor(side.colour) if side else QColor("#8d8474")
            letter = signs[side.id] if side else "–"
            held.append(Held(view.corners(hex), view.middle(hex), colour, letter, hex in goals))
        self._control.show_held(held if self._on["control"] else ())

    def _show_zones(self) -> None:
        s, view = self._seat.sight, self._view
        mine = self._own_side()
        for name, sides in (("own-zones", (mine,)), ("zones", s.enemies(mine))):
            zones = map(self._zone, sides) if self._on["zones"] else ()
            hexes = sorted({hex for zone in zones for hex in zone})
            view.light(name, dict.fromkeys(hexes, ""), joined=True)

    def _own_side(self) -> str:
        asked = self._seat.table.asked
        first = next(iter(self._seat.sight.module.sides))
        return self._seat.viewer or asked or first

    def _zone(self, side: str) -> frozenset[str]:
        """Return the zone of a side as far as it is known."""
        found: frozenset[str] = self._seat.ask("zones", of=side)
        return found

    def badges(self, piece: str) -> tuple[AnyBadge, ...]:
        """Return the signs that layers put on a counter."""
        supplied = self._with_supply and self._on["supply"]
        return (*(self._supply.badges(piece) if supplied else ()), *self.signs(piece))

    def _show_selected(self) -> None:
        """Show what is about the selected pieces."""
        self._show_range()
        if not self._with_supply and self._supply.known:
            self._with_supply = True
            self.switched.emit("supply")
        if self._with_supply:
            self._supply.show(on=self._on["supply"])
        self.flights.show(on=self._on["flights"])

    def _show_range(self) -> None:
        view = self._view
        outline, drawn = QPainterPath(), []
        for piece in self._seat.selection if self._on["range"] else ():
            seen = self._seat.seen(piece)
            reach = (seen or {}).get("values", {}).get("range", 0)
            if reach and reach < UNLIMITED:
                within = self._seat.ask("range", piece=piece, far=reach)
                if within not in drawn:  # of many on one base the line is drawn once
                    drawn.append(within)
                    outline.addPath(view.outline(within))
        view.overlay("range", _RANGE).show_hexes((), outline)

    def _pointed(self, place: str | None) -> None:
        if not self._on["movement"]:
            if self._view.overlay("movement", _MOVEMENT).count:
                self._view.light("movement", {})
            return
        pieces = self._seat.stack(place) if place is not None else ()
        found: dict[str, str] = {}
        seen = self._seat.seen(pieces[-1]) if pieces else None
        if seen is not None and seen.get("values", {}).get("move"):
            found = {j.place: "" for j in self._seat.ask("journeys", piece=pieces[-1])}
        self._view.light("movement", found, joined=True)

    def _show_added(self, layer: HexLayer | LayerEntry) -> None:
        seat, on = self._seat, self.is_on(layer.id)
        if isinstance(layer, HexLayer):
            hexes = layer.hexes(seat.sight, seat.viewer) if on else {}
            self._view.light(layer.id, hexes, joined=True)
        elif on:
            self._painted[layer.id].record(layer, self._view, seat)
        else:
            self._painted[layer.id].show_picture(QPicture())

    def _show_regions(self) -> None:
        regions = self._view.board.regions
        order = list(regions)
        if len(self._areas.areas) == len(self.regions) == 0:
            return
        self._areas.show_areas(
            self._area(regions[id], _COLOURS[order.index(id) % len(_COLOURS)])
            for id in self.regions
        )

    def _area(self, region: Region, colour: str) -> Area:
        """Return the figure of a region's hexes in the scene, its name in the largest part."""
        from shapely import get_parts  # slow to import, and seldom needed

        figure = self._view.board.geometry.outline(region.hexes)
        parts: list[Polygon] = [part for part in get_parts(figure) if part.geom_type == "Polygon"]
        path = QPainterPath()
        scene = self._view.picture.scene
        for part in parts:
            for ring in (part.exterior, *part.interiors):
                path.addPolygon(QPolygonF([QPointF(*scene(x, y)) for x, y in ring.coords]))
        spot = max(parts, key=lambda part: float(part.area)).representative_point()
        return Area(path, QPointF(*scene(spot.x, spot.y)), text(region.name), QColor(colour))
