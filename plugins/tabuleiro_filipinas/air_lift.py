"""Air transport: land units flown from field to field, and supplies (4.2.6, 6.4, 6.5).

Transports fly in phase 7, after the air combats. What they carry nobody else knows before it is
there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from tabuleiro.engine import Step, Verdict, hex_ref, msg, piece_ref
from tabuleiro.engine import events as ev
from tabuleiro.engine.verdicts import FORM, Objection
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.clauses import enforced
from tabuleiro.rules.ground.land_units import LAND, arm, land_at, land_units
from tabuleiro.rules.ground.movement_points import MOVED
from tabuleiro.rules.ground.special_moves import SpecialMove
from tabuleiro.rules.ground.stacking import limit
from tabuleiro.rules.victory.objectives import take_path
from tabuleiro_filipinas.air_bases import field_limits, is_base, is_damaged, serves
from tabuleiro_filipinas.air_drops import land_drop
from tabuleiro_filipinas.air_hooks import asked
from tabuleiro_filipinas.air_missions import (
    CARRY,
    DROP,
    SUPPLY,
    TRANSPORTS,
    Sortie,
    order_flight,
    sorties,
)
from tabuleiro_filipinas.air_supply_flights import (
    SupplyFlight,
    bring_supplies,
    freight,
    sources_by_air,
)
from tabuleiro_filipinas.aircraft import (
    air_places,
    carries,
    grounded,
    lands,
    monsoon_bars,
    out_of_range,
    ready,
    transport_bars,
)
from tabuleiro_filipinas.displaced_places import displaced, reach
from tabuleiro_filipinas.moments import Moment
from tabuleiro_filipinas.parameters.course import GarrisonTerms
from tabuleiro_filipinas.supply import Need, Source
from tabuleiro_filipinas.weather import MONSOON, weather_at

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tabuleiro.engine import Action, Change, Situation
    from tabuleiro.engine.glance import Glance

__all__ = ["AirLift", "CarryOutTransports", "LiftUnit"]


def waiting(s: Situation, piece: str) -> list[Objection]:
    """Return why a land unit may not move: it is about to fly."""
    if all(order.cargo != piece for order in sorties(s).values()):
        return []
    message = msg("{piece} is waiting for its flight.", piece=piece_ref(piece))
    return [Objection(message, "filipinas-4.2.6-3", "movement", (piece,))]


# ------------------------------------------------------------------------------ troops


class LiftUnit(SpecialMove, frozen=True):
    """Fly a land unit from the airfield where a transport is based to another airfield.

    Clause: air-lift.
    """

    needs: ClassVar[str] = "air"
    off_board: ClassVar[bool] = True
    piece: str
    transport: str
    hex: str
    night: bool = False

    def verdict(self, s: Situation, side: str) -> Verdict:
        """Return whether they may fly there, with every reason why not."""
        if self.hex not in s.board.grid and self.hex not in s.board.boxes:
            return Verdict.no(msg("There is no hex {hex}.", hex=self.hex))
        found = list(transport_bars(s, self.transport, side))
        if self.night:
            message = msg("Nobody can land at night.")
            found.insert(0, Objection(message, "filipinas-6.5-3", "air"))
        if all(objection.topic != FORM for objection in found):
            found += _passenger_bars(s, self.piece, self.transport)
            found += out_of_range(s, self.transport, self.hex)
            found += monsoon_bars(s, self.transport, self.hex)
            found += _landing_bars(s, self.piece, self.hex)
        return Verdict.of(found)

    def carry_out(self, change: Change) -> None:
        """Order the flight; it is flown in the combat phase."""
        order = Sortie(self.transport, self.hex, CARRY, cargo=self.piece)
        message = msg("{transport} is to fly {piece} to {hex}.",
                      transport=piece_ref(self.transport),
                      piece=piece_ref(self.piece), hex=hex_ref(self.hex))  # fmt: skip
        order_flight(change, order, message, "filipinas-4.2.6-1")

    def told(self, glance: Glance) -> Action | None:
        """What is carried is told when it arrives, or is lost."""
        return self if glance.is_own(self.transport) else None


def _passenger_bars(s: Situation, piece: str, transport: str) -> list[Objection]:
    about = {"pieces": (piece,)}
    found = list(waiting(s, piece))
    if "air-lift" not in s.counter(piece).tags:
        message = msg("{piece} cannot be carried by aircraft.", piece=piece_ref(piece))
        found.append(Objection(message, "filipinas-4.2.6-1", "air", **about))
    there = lands(s, transport) and s.place(piece) == s.place(transport)
    if not there or not is_base(s, s.place(piece)):
        message = msg("{piece} is not on the airfield of {transport}.", piece=piece_ref(piece),
                      transport=piece_ref(transport))  # fmt: skip
        found.append(Objection(message, "filipinas-6.7-1", "air", **about))
    return found


def _landing_bars(s: Situation, piece: str, place: str) -> list[Objection]:
    """Return reasons why a transport with a land unit on board may not land in a place."""
    side, hexes = s.side(piece), (place,) if place in s.board.grid else ()
    if place == s.place(piece):
        message = msg("{piece} is already in {hex}.", piece=piece_ref(piece), hex=hex_ref(place))
        return [Objection(message, "filipinas-4.2.6-1", FORM, (piece,), hexes)]
    found = []
    if not serves(s, side, place) or displaced(s, place):
        enemies = place in land_units(s, s.enemy(side))
        message = msg("{hex} is not one of your airfields.", hex=hex_ref(place))
        topic = FORM if enemies else "air"
        found.append(Objection(message, "filipinas-6.7-1", topic, (piece,), hexes))
    elif is_damaged(s, place):
        message = msg("The airfield of {hex} is damaged.", hex=hex_ref(place))
        found.append(Objection(message, "filipinas-6.7.1-4", "air", (piece,), hexes))
    island = s.terms(GarrisonTerms).garrisons.get(piece)
    if island is not None and place not in s.board.regions[island].hexes:
        message = msg("{piece} does not leave its island.", piece=piece_ref(piece))
        found.append(Objection(message, "filipinas-4.2.6-1", "movement", (piece,), hexes))
    expected = [o for o in sorties(s).values() if o.mission in {CARRY, DROP} and o.hex == place]
    others = [order for order in expected if order.cargo != piece]
    if place in s.board.grid and len(land_at(s, place, side)) + len(others) >= limit(
        s, side, place
    ):
        message = msg("There is no room for {piece} in {hex}.", piece=piece_ref(piece),
                      hex=hex_ref(place))  # fmt: skip
        found.append(Objection(message, "filipinas-4.1.1-1", "stacking", (piece,), hexes))
    return found


def _unload(change: Change, order: Sortie) -> None:
    """A transport got through: its passenger leaves it, if it can land there still."""
    piece, rule = order.cargo, "filipinas-4.2.6-3"
    words = {"piece": piece_ref(piece), "hex": hex_ref(order.hex)}
    if not change.alive(piece):
        return
    if any(enforced(change, bar.topic) for bar in _landing_bars(change, piece, order.hex)):
        message = msg("{piece} cannot land in {hex} and comes back.", **words)
        change.say(message, rule, to=(change.side(piece),))
        return
    change.emit(ev.Moved(piece, order.hex, (order.hex,)))
    change.emit(ev.Marked(piece, (MOVED,)))
    change.reveal()
    change.say(msg("{piece} lands in {hex}.", **words), rule, state=(piece,))
    take_path(change, piece, (order.hex,))


# ------------------------------------------------------------------------------ supplies


# ------------------------------------------------------------------------------ carrying out


class CarryOutTransports(Step, frozen=True):
    """The transports of a side that got through arrive, drop, bring supplies (3.0-19)."""

    side: str
    done: tuple[str, ...] = ()

    def told(self, s: Situation, viewer: str) -> Step | None:
        """Which transports are back tells which they are."""
        del s
        return self if viewer == self.side else replace(self, done=())

    def run(self, change: Change) -> None:
        """Carry out the next one, by where it flies to."""
        left = [o for o in self._orders(change) if o.piece not in self.done]
        if not left:
            change.finish()
            return
        order = left[0]
        change.replace(replace(self, done=(*self.done, order.piece)))
        _ARRIVE[order.mission](change, order)

    def _orders(self, s: Situation) -> list[Sortie]:
        mine = (o for o in sorties(s).values() if s.side(o.piece) == self.side)
        flying = [o for o in mine if o.mission in TRANSPORTS and s.alive(o.piece)]
        return sorted(flying, key=lambda o: (TRANSPORTS.index(o.mission), o.hex, o.piece))


_ARRIVE = {CARRY: _unload, SUPPLY: bring_supplies, DROP: land_drop}


# ------------------------------------------------------------------------------ what may be done


def airlifts(s: Situation, side: str, piece: str | None) -> Iterator[SpecialMove]:
    """Yield the flights with troops and supplies that might be ordered.

    Of transports that are alike, at one base, one is listed.
    """
    there = ready(s, side) if piece is None else _ready_beside(s, side, piece)
    transports = list(_unlike(s, (p for p in there if carries(s, p))))
    if not transports:
        return
    fields = [place for place in open_fields(s, side) if place in s.board.grid]
    for transport in transports:
        for passenger in land_at(s, s.place(transport), side) if lands(s, transport) else ():
            if piece in {None, passenger}:
                yield from (LiftUnit(passenger, transport, hex) for hex in fields)
    if piece is None:
        yield from _supply_flights(s, side, transports, fields)


def _ready_beside(s: Situation, side: str, piece: str) -> Iterator[str]:
    """Yield the aircraft at the base of a piece that may fly now."""
    state = s.position.pieces.get(piece)
    if state is not None and arm(s, piece) == LAND:
        beside = air_places(s, side).get(state.place, ())
        yield from (one for one in beside if not grounded(s, one))


def _supply_flights(
    s: Situation, side: str, transports: list[str], fields: list[str]
) -> Iterator[SupplyFlight]:
    """Yield the flights with supplies that are allowed."""
    own = [h for h in s.occupied(side) if s.board.terrain_at(h) != "sea"]
    for transport in transports:
        if asked(s).supply_flights_bars(s=s, transport=transport):
            continue
        near = reach(s, s.whereabouts(transport), s.value(transport, "range"))
        landing = fields if lands(s, transport) else ()
        for hex in dict.fromkeys((*landing, *own)):
            if hex in near and weather_at(s, hex) != MONSOON:
                yield SupplyFlight(hex, transport)
                if hex in own:
                    yield SupplyFlight(hex, transport, night=True)


def open_fields(s: Situation, side: str) -> tuple[str, ...]:
    """Return the whole airfields on the board that serve a side, whether aircraft fit in or not."""
    return tuple(h for h in field_limits(s) if serves(s, side, h) and not is_damaged(s, h))


def _unlike(s: Situation, pieces: Iterable[str]) -> Iterator[str]:
    seen = set()
    for piece in pieces:
        kind = (s.place(piece), s.value(piece, "range"), s.piece(piece).losses, lands(s, piece))
        if kind not in seen:
            seen.add(kind)
            yield piece


class AirLift:
    """A part: transports fly troops and supplies (4.2.6-2)."""

    @hookimpl
    def special_moves(self, s: Situation, side: str, piece: str | None) -> list[SpecialMove]:
        return list(airlifts(s, side, piece))

    @hookimpl
    def move_objections(self, s: Situation, piece: str) -> list[Objection]:
        return waiting(s, piece)

    @hookimpl
    def supply_sources(self, s: Situation, side: str) -> list[Source]:
        return list(sources_by_air(s, side))

    @hookimpl
    def supply_needs(self, s: Situation, side: str) -> list[Need]:
        return list(freight(s, side))

    @hookimpl
    def steps_at(self, s: Situation, moment: Moment, side: str) -> list[Step]:
        return [CarryOutTransports(side)] if moment is Moment.TRANSPORTS else []
