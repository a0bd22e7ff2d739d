"""The flights layer: who is in the air, from which base to which hex, on what errand.

Pieces that fly together are one arrow with their number. Its colour is that of the side, its dash
says what flies (bombs: an unbroken line, fighters: dashes, a load: dots), a moon that it is night.
"""

from __future__ import annotations

from math import atan2, degrees
from typing import TYPE_CHECKING, Final, NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QPen, QPolygonF

from tabuleiro.engine.messages import listing, place_name
from tabuleiro.host.map.board_item import Level, OverBoard, ink_on, plate, stroke, writing
from tabuleiro.host.map.picture import SCALE
from tabuleiro.i18n import _, text
from tabuleiro.seats.questions import Flight

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tabuleiro.host.map.board_item import Frame
    from tabuleiro.host.map.view import BoardView
    from tabuleiro.host.seat import Seat
    from tabuleiro.module import Module

__all__ = ["FlightLayer", "Way", "errand_words", "flights_over", "way_words", "ways", "ways_of"]

_CASE: Final = QColor(255, 252, 240, 230)
_NIGHT: Final = QColor("#1b2140")
_HEAD: Final = 0.26 * SCALE
_SHORT: Final = 0.34 * SCALE
"""Arrows begin and end so far from the middle of a hex."""
_BEND: Final = 0.09
"""How far an arrow bends aside, in its own length: there and back are two lines."""
_ROUND: Final = 0.72 * SCALE
"""The radius of the ring about a base over which its own pieces fly."""
_DASHES: Final = {
    "bomber": Qt.PenStyle.SolidLine,
    "fighter": Qt.PenStyle.DashLine,
    "load": Qt.PenStyle.DotLine,
}
_PARTS: Final = (0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.18, 0.82)
"""Where on an arrow its label may stand, as parts of its length."""
_PIXELS: Final = 12
_LEAST: Final = 0.55
"""Arrows never get thinner on the screen than at this zoom."""
_WORDS_FROM: Final = 0.3
"""Below this zoom labels are mere numbers."""


class Way(NamedTuple):
    """Pieces of a side that fly together from a base to a hex: one arrow."""

    side: str
    origin: str
    target: str
    night: bool
    flights: tuple[Flight, ...]

    @property
    def look(self) -> str:
        """What decides the dash: ``load``, ``bomber`` or ``fighter``."""
        if any(flight.cargo for flight in self.flights):
            return "load"
        roles = {flight.role for flight in self.flights}
        return "bomber" if "bomber" in roles else "fighter"

    @property
    def errands(self) -> tuple[str, ...]:
        """The errands, those of bombers and loads first."""
        flights = sorted(self.flights, key=lambda flight: flight.role == "fighter")
        return tuple(dict.fromkeys(flight.kind for flight in flights))


def ways(flights: Iterable[Flight]) -> list[Way]:
    """Return flights put together: side, base, target and hour are the same.

    >>> from tabuleiro.rules.air.flights import Flight
    >>> one = Flight("us-bs-13", "0618", "2603", "field", "bomber", "allied")
    >>> escort = Flight("us-fs-39", "0618", "2603", "escort", "fighter", "allied")
    >>> other = Flight("us-bs-90", "0517", "2603", "field", "bomber", "allied")
    >>> [(way.origin, len(way.flights), way.look) for way in ways([one, escort, other])]
    [('0618', 2, 'bomber'), ('0517', 1, 'bomber')]
    """
    found: dict[tuple[str, str, str, bool], list[Flight]] = {}
    for flight in flights:
        key = (flight.side, flight.origin, flight.target, flight.night)
        found.setdefault(key, []).append(flight)
    return [Way(*key, tuple(some)) for key, some in found.items()]


def ways_of(seat: Seat) -> list[Way]:
    """Return who flies where, as far as it may be seen."""
    return ways(flight for flight in seat.ask("flights") if seat.seen(flight.piece))


def planned_ways(seat: Seat) -> list[Way]:
    """Return who would fly where by the mission that is being put together here."""
    decision, sight = seat.decision(), seat.sight
    plan = decision.data if decision is not None else {}
    if decision is None or not {"orders", "target", "errand"} <= plan.keys():
        return []
    return ways(
        Flight(order["piece"], sight.whereabouts(order["piece"]), plan["target"], plan["errand"],
               order.get("role", "bomber"), decision.side, bool(plan.get("night")))
        for order in plan["orders"]
    )  # fmt: skip


# ------------------------------------------------------------------------------------ words


def errand_words(module: Module, kind: str) -> str:
    """Return what an errand is called: ``mission.<kind>`` in the texts of the module."""
    own = module.text(f"mission.{kind}")
    return text(own) if own else kind.replace("-", " ")


def way_words(module: Module, way: Way, *, side: bool = True) -> str:
    """Return an arrow in words: from where, where to, what for, who, and by night."""
    errands = " + ".join(errand_words(module, kind) for kind in way.errands)
    names = listing([_named(module, flight) for flight in way.flights])
    told = _("{base} ▸ {target} · {errand}: {units}").format(
        base=place_name(way.origin, module), target=place_name(way.target, module),
        errand=errands, units=names,
    )  # fmt: skip
    if way.night:
        told += " · " + _("by night")
    return f"{text(module.sides[way.side].name)}: {told}" if side else told


def _named(module: Module, flight: Flight) -> str:
    name = text(module.counters[flight.piece].name)
    if not flight.cargo:
        return name
    cargo = text(module.counters[flight.cargo].name)
    return _("{unit} (with {cargo})").format(unit=name, cargo=cargo)


def flights_over(seat: Seat, hex: str) -> list[str]:
    """Return who flies to a hex, and who is based there and flies elsewhere."""
    module = seat.module
    told = [way for way in ways_of(seat) if hex in {way.origin, way.target}]
    return [_("In the air · {flight}").format(flight=way_words(module, way)) for way in told]


# -------------------------------------------------------------------------------- the arrows


class _Arrow(NamedTuple):
    """An arrow as it is drawn; a ring if the base itself is the target."""

    path: QPainterPath
    tip: QPointF
    angle: float
    colour: QColor
    dash: Qt.PenStyle
    night: bool
    number: str
    words: str


class FlightLayer:
    """What the layer shows of a seat's match on a map."""

    def __init__(self, seat: Seat, view: BoardView) -> None:
        """Lay it on a map, nothing shown yet."""
        self._seat = seat
        self._view = view
        self.known = seat.table.answers("flights")
        """Whether the rules of this game know of flights."""
        self.ways: list[Way] = []
        """What is shown."""
        self.item = view.add(_FlightItem(view.picture.size), Level.FLIGHTS)

    def show(self, *, on: bool) -> None:
        """Show the flights of now, and those of a mission that is put together.

        The arrows of what is put together and of selected pieces are drawn last, and stronger.
        """
        found = ways_of(self._seat) if on and self.known else []
        planned = planned_ways(self._seat) if self.known else []  # wanted whatever is switched off
        known = self._view.knows
        found = [*found, *planned]
        self.ways = [way for way in found if known(way.origin) and known(way.target)]
        chosen = {*self._seat.selection, *(f.piece for way in planned for f in way.flights)}
        strong = [any(f.piece in chosen for f in way.flights) for way in self.ways]
        arrows = [self._arrow(way) for way in self.ways]
        order = sorted(range(len(arrows)), key=lambda n: strong[n])
        self.item.show_arrows([(arrows[n], strong[n]) for n in order])

    def _arrow(self, way: Way) -> _Arrow:
        module, view = self._seat.module, self._view
        start, end = view.middle(way.origin), view.middle(way.target)
        path, tip, angle = _ring(start) if way.origin == way.target else _bent(start, end, way)
        number = len(way.flights)
        errands = " + ".join(errand_words(module, kind) for kind in way.errands)
        return _Arrow(path, tip, angle, QColor(module.sides[way.side].colour),
                      _DASHES[way.look], way.night, str(number), f"{number} {errands}")  # fmt: skip


def _ring(middle: QPointF) -> tuple[QPainterPath, QPointF, float]:
    path = QPainterPath()
    box = QRectF(-_ROUND, -_ROUND, 2 * _ROUND, 2 * _ROUND).translated(middle)
    path.arcMoveTo(box, 70)
    path.arcTo(box, 70, -320)
    return path, path.currentPosition(), path.angleAtPercent(1.0)


def _bent(start: QPointF, end: QPointF, way: Way) -> tuple[QPainterPath, QPointF, float]:
    """Return a line that bends to its right; more so by night."""
    along = end - start
    length = max((along.x() ** 2 + along.y() ** 2) ** 0.5, 1.0)
    by = _BEND * (1.8 if way.night else 1.0)
    bend = (start + end) / 2 + QPointF(-along.y(), along.x()) * by
    unit = along / length
    path = QPainterPath(start + unit * _SHORT)
    path.quadTo(bend, end - unit * _SHORT)
    tip = path.currentPosition()
    last = tip - path.pointAtPercent(0.9)
    return path, tip, -degrees(atan2(last.y(), last.x()))


class _FlightItem(OverBoard):
    """Arrows with labels that keep out of each other's way."""

    def __init__(self, bounds: QRectF) -> None:
        super().__init__(bounds, beyond=4)
        self.arrows: list[tuple[_Arrow, bool]] = []

    def show_arrows(self, arrows: Sequence[tuple[_Arrow, bool]]) -> None:
        """Show these, the strong ones drawn stronger."""
        self.arrows = list(arrows)
        self.update()

    def draw(self, painter: QPainter, frame: Frame) -> None:
        """Draw all arrows, then their labels above them."""
        if not self.arrows:
            return
        least = frame.growth(_LEAST)
        for arrow, strong in self.arrows:
            _draw(painter, arrow, least * (1.35 if strong else 1.0))
        taken: list[QRectF] = []
        for arrow, _strong in reversed(self.arrows):
            _label(painter, arrow, frame.zoom, taken)


def _draw(painter: QPainter, arrow: _Arrow, least: float) -> None:
    ends = Qt.PenCapStyle.FlatCap, Qt.PenJoinStyle.RoundJoin
    case = _NIGHT if arrow.night else _CASE
    stroke(painter, arrow.path,
           QPen(case, 8.0 * least, Qt.PenStyle.SolidLine, *ends),
           QPen(arrow.colour, 4.4 * least, arrow.dash, *ends))  # fmt: skip
    painter.save()
    painter.translate(arrow.tip)
    painter.rotate(-arrow.angle)
    painter.scale(least, least)
    painter.setPen(QPen(case, 2))
    painter.setBrush(arrow.colour)
    painter.drawPolygon(QPolygonF([
        QPointF(_HEAD, 0), QPointF(-_HEAD, -0.8 * _HEAD), QPointF(-0.4 * _HEAD, 0),
        QPointF(-_HEAD, 0.8 * _HEAD),
    ]))  # fmt: skip
    painter.restore()


def _label(painter: QPainter, arrow: _Arrow, zoom: float, taken: list[QRectF]) -> None:
    """Write number and errand where no other label stands; the bare number if there is no room."""
    font = writing(_PIXELS)
    metrics = QFontMetricsF(font)
    full = [arrow.words] if zoom >= _WORDS_FROM else []
    tries = [(words, part) for words in (*full, arrow.number) for part in _PARTS]
    box, words = QRectF(), arrow.number
    for words, part in tries:
        wide = metrics.horizontalAdvance(words) + 12 + 14 * arrow.night
        middle = arrow.path.pointAtPercent(part) * zoom
        box = QRectF(middle.x() - wide / 2, middle.y() - 9, wide, 18)
        if not any(box.intersects(other) for other in taken):
            break
    taken.append(box)
    painter.save()
    painter.scale(1 / zoom, 1 / zoom)
    painter.setFont(font)
    plate(painter, box, words, fill=arrow.colour, ink=ink_on(arrow.colour),
          rim=QPen(_CASE, 1.4), radius=8, indent=14 * arrow.night)  # fmt: skip
    if arrow.night:
        _moon(painter, QPointF(box.left() + 11, box.center().y()))
    painter.restore()


def _moon(painter: QPainter, at: QPointF) -> None:
    whole, bite = QPainterPath(), QPainterPath()
    whole.addEllipse(at, 5.2, 5.2)
    bite.addEllipse(at + QPointF(2.8, -1.6), 4.6, 4.6)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor("#ffe48a"))
    painter.drawPath(whole.subtracted(bite))
