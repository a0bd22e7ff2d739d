"""Layers of the map: what a player would draw on it with a pencil, from what his side knows.

Each is worked out only while it is shown.
"""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPen, QPolygonF

from tabuleiro.host.hooks import HexLayer, LayerEntry
from tabuleiro.host.words import points
from tabuleiro.i18n import N_, text
from tabuleiro.rules.ground.land_units import land_units
from tabuleiro_filipinas.air_missions import missions_of
from tabuleiro_filipinas.aircraft import aircraft, bombs, fights
from tabuleiro_filipinas.cargo import supply_points
from tabuleiro_filipinas.displaced_places import reach
from tabuleiro_filipinas.forces import forces
from tabuleiro_filipinas.island_control import flag_of
from tabuleiro_filipinas.islands import islands
from tabuleiro_filipinas.parameters.air import AirTerms
from tabuleiro_filipinas.sea_lanes import (
    enemy_shores,
    landing_ground,
    off_enemy_ports,
    prices,
    touching,
)
from tabuleiro_filipinas.searching_at_sea import searches
from tabuleiro_filipinas.submarines import at_sea, patrol_area
from tabuleiro_filipinas.weather import GOOD, weather_at

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from tabuleiro.host.map.view import BoardView
    from tabuleiro.host.seat import Seat
    from tabuleiro.seats import Sight
    from tabuleiro_filipinas.forces import AtSea

__all__ = ["layers"]

_BLUE, _ORANGE, _VIOLET = (
    QColor(30, 90, 170, 110),
    QColor(200, 90, 0, 120),
    QColor(110, 60, 140, 110),
)
_GREY, _TEAL = QColor(70, 70, 80, 130), QColor(0, 110, 110, 100)
_OWN, _ENEMY = QColor(20, 80, 170), QColor(190, 70, 0)
_WIDE: Final = 5.0
_DOT: Final = 9.0
_LETTER: Final = 26
_ASIDE: Final = 36.0


def layers(seat: Seat) -> list[HexLayer | LayerEntry]:
    """Return all layers of the game."""
    return [
        HexLayer("weather", N_("Bad weather and monsoon"), _weather, _GREY),
        HexLayer("coasts", N_("Coasts that betray ships, ports that halt them"), _coasts, _ORANGE),
        HexLayer("own-patrols", N_("Areas of own submarines"), partial(_patrols, True), _BLUE),
        HexLayer("enemy-patrols", N_("Areas of enemy submarines, false ones too"),
                 partial(_patrols, False), _ORANGE),
        HexLayer("cover", N_("How many own fighters can intercept"), _cover, _BLUE),
        HexLayer("strike", N_("How many own bombers reach it"), _strike, _VIOLET),
        HexLayer("search", N_("How many own aircraft can search it"), _search, _TEAL),
        HexLayer("feeding", N_("Beaches that ships feed, with the points left"), _feeding, _TEAL),
        HexLayer("hungry", N_("Own troops without supply"), partial(_hungry, seat), _ORANGE),
        HexLayer("islands", N_("Islands that the enemy holds, with their points"),
                 partial(_islands, False), _ORANGE),
        HexLayer("own-islands", N_("Islands of one's own, with their points"),
                 partial(_islands, True), _BLUE),
        LayerEntry("routes", N_("Ways of forces at sea in this turn, own legs with their price"),
                   _routes),
        LayerEntry("letters", N_("Letters of missions"), _letters),
    ]  # fmt: skip


def _weather(s: Sight, _side: str) -> Mapping[str, str]:
    found = {hex: weather_at(s, hex) for hex in s.board.grid}
    words = {state: text(s.module.texts[f"state.weather-{state}"]) for state in set(found.values())}
    return {hex: words[state] for hex, state in found.items() if state != GOOD}


def _coasts(s: Sight, side: str) -> Mapping[str, str]:
    if not side:
        return {}
    found = dict.fromkeys(enemy_shores(s, side), "")
    return found | dict.fromkeys(off_enemy_ports(s, side), "⚓")


def _patrols(own: bool, s: Sight, side: str) -> Mapping[str, str]:  # noqa: FBT001 - of partial
    sides = () if not side else (side,) if own else s.enemies(side)
    return {hex: "" for one in sides for boat in at_sea(s, one) for hex in patrol_area(s, boat)}


def _reached(
    s: Sight, side: str, able: Callable[[Sight, str], bool], far: int | None = None
) -> Mapping[str, str]:
    """Return for each hex how many of a side's aircraft reach it."""
    found: Counter[str] = Counter()
    bases: Counter[tuple[str, int]] = Counter()
    for piece in aircraft(s, side) if side else ():
        if able(s, piece):
            own = s.value(piece, "range")
            bases[s.whereabouts(piece), own if far is None else min(own, far)] += 1
    for (place, distance), number in bases.items():
        for hex in reach(s, place, distance):
            found[hex] += number
    return {hex: str(number) for hex, number in found.items()}


def _cover(s: Sight, side: str) -> Mapping[str, str]:
    return _reached(s, side, fights, s.terms(AirTerms).interception_range)


def _strike(s: Sight, side: str) -> Mapping[str, str]:
    return _reached(s, side, bombs)


def _search(s: Sight, side: str) -> Mapping[str, str]:
    return _reached(s, side, searches)


def _feeding(s: Sight, side: str) -> Mapping[str, str]:
    found: Counter[str] = Counter()
    for force in forces(s, side) if side else ():
        left = sum(supply_points(s, ship) for ship in s.inside(force))
        for hex in touching(s, s.place(force)) if left else ():
            if landing_ground(s, hex):
                found[hex] += left
    return {hex: str(number) for hex, number in found.items()}


def _hungry(seat: Seat, s: Sight, side: str) -> Mapping[str, str]:
    if not side or s is not seat.sight:
        return {}
    found: Counter[str] = Counter()
    for hex, units in land_units(s, side).items():
        lines = (seat.ask("supply", piece=unit) for unit in units)
        found[hex] = sum(line is not None and not line for line in lines)
    return {hex: str(number) for hex, number in found.items() if number}


def _islands(own: bool, s: Sight, side: str) -> Mapping[str, str]:  # noqa: FBT001 - of partial
    found: dict[str, str] = {}
    holders = (side,) if own else s.enemies(side) if side else ()
    for island, hexes in islands(s).items():
        if side and flag_of(s, island) in holders:
            found |= dict.fromkeys(hexes, "")
            worth = (goal.points.get(side, 0) for goal in s.scenario.objectives
                     if goal.place == island)  # fmt: skip
            found[min(hexes)] = str(sum(worth) or "")
    return found


def _routes(painter: QPainter, view: BoardView, seat: Seat) -> None:
    """Draw the ways of all forces that one sees, with a dot where they stopped.

    At the end of each leg of an own force stands what it cost its convoys.
    """
    s, price = seat.sight, prices(seat.sight)
    for side in s.module.sides:
        colour = _ENEMY if seat.viewer and side != seat.viewer else _OWN
        for seen in forces(s, side).values():
            way = [view.middle(hex) for hex in seen.route if hex in s.board.grid]
            line = Qt.PenStyle.SolidLine if seen.detected else Qt.PenStyle.DashLine
            painter.setPen(QPen(colour, _WIDE, line, Qt.PenCapStyle.RoundCap))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawPolyline(QPolygonF(way))
            painter.setBrush(colour)
            for stop in seen.stops:
                painter.drawEllipse(QPointF(view.middle(stop)), _DOT, _DOT)
            for end, spent in legs(seen, price) if side == seat.viewer else ():
                _write(painter, view.middle(end) + QPointF(_DOT, -_DOT), points(spent))


def legs(seen: AtSea, price: Mapping[str, int]) -> Iterator[tuple[str, int]]:
    """Yield where each leg of a voyage ended, with the half points that it cost."""
    spent = 0
    for number, hex in enumerate(seen.route, 1):
        spent += price.get(hex, 0)
        if hex in seen.stops or number == len(seen.route):
            yield hex, spent
            spent = 0


def _write(painter: QPainter, spot: QPointF, words: str) -> None:
    """Write a number that can be read on any ground."""
    font = QFont(painter.font())
    font.setPixelSize(_LETTER)
    font.setBold(True)
    figure = QPainterPath()
    figure.addText(spot, font, words)
    painter.strokePath(figure, QPen(QColor(255, 255, 255), _WIDE))
    painter.fillPath(figure, painter.brush())


def _letters(painter: QPainter, view: BoardView, seat: Seat) -> None:
    """Write the letter of each mission beside its target, in the colour of whose it is."""
    s = seat.sight
    font = QFont(painter.font())
    font.setPixelSize(_LETTER)
    font.setBold(True)
    painter.setFont(font)
    places: Counter[str] = Counter()
    for side in s.module.sides:
        colour = _ENEMY if seat.viewer and side != seat.viewer else _OWN
        for mission in missions_of(s, side):
            if not view.knows(mission.hex):
                continue
            aside = QPointF(_ASIDE * places[mission.hex] - _LETTER, -_LETTER)
            places[mission.hex] += 1
            spot = view.middle(mission.hex) + aside
            box = QRectF(spot.x() - _ASIDE / 2, spot.y() - _ASIDE / 2, _ASIDE, _ASIDE)
            painter.setPen(QPen(QColor(255, 255, 255), 2))
            painter.setBrush(colour)
            painter.drawEllipse(box)
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, mission.letter)
