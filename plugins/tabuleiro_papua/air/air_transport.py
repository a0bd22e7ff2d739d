"""Air transport: land pieces flown between airfields, supplies dropped or landed (4.2.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from tabuleiro.engine import Verdict, hex_ref, msg, piece_ref
from tabuleiro.engine import events as ev
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.clauses import clause, enforced, object_to, senseless
from tabuleiro.rules.ground.land_units import NAVAL, arm, land_at
from tabuleiro.rules.ground.movement_points import MOVED
from tabuleiro.rules.ground.special_moves import SpecialMove
from tabuleiro.rules.ground.stacking import limit
from tabuleiro.rules.recon.covered import reveal_plan, say_sealed
from tabuleiro.rules.victory.objectives import take_path
from tabuleiro_papua.air.airfields import AirTerms, landing_bars, open_fields
from tabuleiro_papua.air.errands import CARRY, LOADED, SUPPLY
from tabuleiro_papua.air.sorties import (
    Sortie,
    flies,
    in_range,
    launch,
    ordered_in_secret,
    sorties,
)
from tabuleiro_papua.air.squadrons import carries, grounded, lands, out_of_range, ready
from tabuleiro_papua.coasts import never_in
from tabuleiro_papua.supply_lines import (
    deliver,
    joined,
    land_supplies,
    supplied_by_land,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tabuleiro.engine import Action, Change, Situation
    from tabuleiro.engine.glance import Glance
    from tabuleiro.engine.verdicts import Objection

__all__ = [
    "AirTransport",
    "Airlift",
    "DropSupplies",
    "FlySupplies",
    "aboard",
    "airlifts",
    "bring",
    "unload",
]


def aboard(s: Situation, piece: str) -> list[Objection]:
    """Return why a land piece may not move: it is about to fly."""
    if all(order.cargo != piece or order.kind not in LOADED for order in sorties(s).values()):
        return []
    message = msg("{piece} is waiting for its flight.", piece=piece_ref(piece))
    return [object_to(s, message, "air-transport", "movement", pieces=(piece,))]


def _transport_objections(s: Situation, transport: str, side: str) -> list[Objection]:
    """Return reasons why a piece cannot fly as a transport now."""
    known = transport in s.position.pieces and s.side(transport) == side
    if not known or not carries(s, transport):
        message = msg("{piece} is not one of your air transports.", piece=piece_ref(transport))
        return [object_to(s, message, "air-transport", "form")]
    return grounded(s, transport)


# troops


class Airlift(SpecialMove, frozen=True):
    """Fly a land piece from the airfield where a transport is based to another airfield."""

    needs: ClassVar[str] = "air"
    piece: str
    transport: str
    hex: str
    night: bool = False

    def verdict(self, s: Situation, side: str) -> Verdict:
        """Return whether they may fly there, with every reason why not."""
        if self.hex not in s.board.grid:
            return Verdict.no(msg("There is no hex {hex}.", hex=self.hex))
        found = list(_transport_objections(s, self.transport, side))
        if self.night:
            message = msg("Nobody can land at night.")
            found.insert(0, object_to(s, message, "night-landing", "air"))
        if self.transport in s.position.pieces:
            found = [*found, *_passenger_objections(s, self.piece, self.transport)]
        if not senseless(found):
            found = [*found, *out_of_range(s, self.transport, self.hex),
                     *_landing_objections(s, self.piece, self.hex)]  # fmt: skip
        return Verdict.of(found)

    def carry_out(self, change: Change) -> None:
        """Order the flight; it is flown in the combat phase."""
        launch(change, Sortie(self.transport, self.hex, CARRY, cargo=self.piece))
        message = msg("{transport} is to fly {piece} to {hex}.",
                      transport=piece_ref(self.transport),
                      piece=piece_ref(self.piece), hex=hex_ref(self.hex))  # fmt: skip
        rule = clause(change, "air-transport")
        say_sealed(change, change.side(self.transport), message,
                   flies(self.transport, self.hex), rule)  # fmt: skip

    def told(self, glance: Glance) -> Action | None:
        """What is carried is told when it arrives, or is lost."""
        return ordered_in_secret(self, glance, self.transport)


def _passenger_objections(s: Situation, piece: str, transport: str) -> list[Objection]:
    about = {"pieces": (piece,)}
    found = list(aboard(s, piece))
    if "air-lift" not in s.counter(piece).tags:
        message = msg("{piece} cannot be carried by aircraft.", piece=piece_ref(piece))
        found.append(object_to(s, message, "air-transport", "air", **about))
    if s.piece(piece).spent or s.marked(piece, MOVED):
        message = msg("{piece} has moved.", piece=piece_ref(piece))
        found.append(object_to(s, message, "air-transport", "air", **about))
    if not lands(s, transport) or s.place(piece) != s.place(transport):
        message = msg("{piece} is not on the airfield of {transport}.", piece=piece_ref(piece),
                      transport=piece_ref(transport))  # fmt: skip
        found.append(object_to(s, message, "air-transport", "air", **about))
    return found


def _landing_objections(s: Situation, piece: str, place: str) -> list[Objection]:
    """Return reasons why a transport with a land piece on board may not land in a hex."""
    side, about = s.side(piece), {"hexes": (place,)}
    if place == s.place(piece):
        message = msg("{piece} is already in {hex}.", piece=piece_ref(piece), hex=hex_ref(place))
        return [object_to(s, message, "air-transport", "form", **about)]
    found = [*landing_bars(s, side, place, "air", "air-landing"), *never_in(s, piece, place)]
    expected = [o for o in sorties(s).values() if o.kind == CARRY and o.hex == place]
    others = [order for order in expected if order.cargo != piece]
    if len(land_at(s, place, side)) + len(others) >= limit(s, side, place):
        message = msg("There is no room for {piece} in {hex}.", piece=piece_ref(piece),
                      hex=hex_ref(place))  # fmt: skip
        found.append(object_to(s, message, "stacking", "stacking", **about))
    return found


def unload(change: Change, order: Sortie) -> None:
    """A transport got through: its passenger leaves it, if it can land there still."""
    piece, rule = order.cargo, clause(change, "air-transport")
    values = {"piece": piece_ref(piece), "hex": hex_ref(order.hex)}
    if not change.on_map(piece):
        return
    reveal_plan(change, change.side(piece))
    if any(enforced(change, o.topic) for o in _landing_objections(change, piece, order.hex)):
        change.say(msg("{piece} cannot land in {hex} and comes back.", **values), rule)
        return
    change.emit(ev.Moved(piece, order.hex, (order.hex,)))
    change.emit(ev.Marked(piece, (MOVED,)))
    change.say(msg("{piece} lands in {hex}.", **values), rule)
    take_path(change, piece, (order.hex,), "air")


# supplies


class FlySupplies(SpecialMove, frozen=True):
    """Supply a piece by day: landing on an airfield in its hex or with a way to it, or dropping."""

    needs: ClassVar[str] = "supply"
    piece: str
    transport: str
    hex: str

    def verdict(self, s: Situation, side: str) -> Verdict:
        """Return whether the transport may supply the piece that way, with every reason."""
        if self.hex not in s.board.grid:
            return Verdict.no(msg("There is no hex {hex}.", hex=self.hex))
        found = _supply_objections(s, self.piece, self.transport, side)
        if senseless(found):
            return Verdict.of(found)
        if self.hex == s.place(self.piece):
            return Verdict.of([*found, *out_of_range(s, self.transport, self.hex)])
        return Verdict.of([*found, *_field_objections(s, self.transport, self.hex, side),
                           *_way_objections(s, self.piece, self.hex, side)])  # fmt: skip

    def carry_out(self, change: Change) -> None:
        """Order the flight."""
        _order(change, Sortie(self.transport, self.hex, SUPPLY, cargo=self.piece))

    def told(self, glance: Glance) -> Action | None:
        """What is carried is told when it arrives, or is lost."""
        return ordered_in_secret(self, glance, self.transport)


class DropSupplies(SpecialMove, frozen=True):
    """Drop supplies for a piece by night: a die says whether they are found."""

    needs: ClassVar[str] = "supply"
    piece: str
    transport: str

    def verdict(self, s: Situation, side: str) -> Verdict:
        """Return whether the transport may supply the piece, with every reason why not."""
        found = _supply_objections(s, self.piece, self.transport, side)
        if not senseless(found):
            found = [*found, *out_of_range(s, self.transport, s.place(self.piece))]
        return Verdict.of(found)

    def carry_out(self, change: Change) -> None:
        """Order the flight."""
        place = change.place(self.piece)
        _order(change, Sortie(self.transport, place, SUPPLY, night=True, cargo=self.piece))

    def told(self, glance: Glance) -> Action | None:
        """What is carried is told when it arrives, or is lost."""
        return ordered_in_secret(self, glance, self.transport)


def _order(change: Change, order: Sortie) -> None:
    launch(change, order)
    values = {"transport": piece_ref(order.piece), "piece": piece_ref(order.cargo),
              "hex": hex_ref(order.hex)}  # fmt: skip
    message = (
        msg("{transport} is to drop supplies for {piece} on {hex}, by night.", **values)
        if order.night
        else msg("{transport} is to supply {piece} in {hex}.", **values)
    )
    public = flies(order.piece, order.hex)
    rule = clause(change, "supply-flight")
    say_sealed(change, change.side(order.piece), message, public, rule)


def _supply_objections(s: Situation, piece: str, transport: str, side: str) -> list[Objection]:
    found = list(_transport_objections(s, transport, side))
    about = {"pieces": (piece,)}
    if not s.on_map(piece) or s.side(piece) != side:
        message = msg("{piece} is not on the board.", piece=piece_ref(piece))
        found.append(object_to(s, message, "supply-flight", "form", **about))
    elif arm(s, piece) == NAVAL or supplied_by_land(s, piece):
        message = msg("{piece} has a supply line.", piece=piece_ref(piece))
        found.append(object_to(s, message, "supply-flight", "supply", **about))
    elif any(o.kind == SUPPLY and o.cargo == piece for o in sorties(s).values()):
        message = msg("{piece} is already being supplied.", piece=piece_ref(piece))
        found.append(object_to(s, message, "supply-flight", "supply", **about))
    return found


def _field_objections(s: Situation, transport: str, place: str, side: str) -> list[Objection]:
    """Return reasons why a transport may not land with supplies on an airfield."""
    if not lands(s, transport):
        message = msg("{piece} cannot land in {hex}.", piece=piece_ref(transport),
                      hex=hex_ref(place))  # fmt: skip
        return [object_to(s, message, "air-landing", "supply", hexes=(place,))]
    bars = landing_bars(s, side, place, "supply", "air-landing")
    return [*bars, *out_of_range(s, transport, place)]


def _way_objections(s: Situation, piece: str, place: str, side: str) -> list[Objection]:
    here = s.place(piece)
    if s.cache_here(("joined", side, place, here), lambda: joined(s, side, place, here)):
        return []
    message = msg("No supply line leads from {hex} to {piece}.", hex=hex_ref(place),
                  piece=piece_ref(piece))  # fmt: skip
    return [object_to(s, message, "supply-flight", "supply", hexes=(place,))]


def bring(change: Change, order: Sortie) -> None:
    """A transport got through with supplies: by night a die says whether they are found."""
    piece, rule = order.cargo, clause(change, "supply-flight")
    values = {"piece": piece_ref(piece), "transport": piece_ref(order.piece)}
    if not change.on_map(piece):
        return
    reveal_plan(change, change.side(piece))
    if not _reached(change, order):
        change.say(msg("{piece} has moved away from its supplies.", **values), rule)
        return
    if order.night:
        rule = clause(change, "night-supply")
        good = change.terms(AirTerms).night.supply
        why = msg("supplies for {piece}", piece=piece_ref(piece))
        if change.roll(1, change.side(piece), why, rule)[0] not in good:
            change.say(msg("The supplies for {piece} are lost in the dark.", **values), rule)
            return
    deliver(change, order.piece, piece)
    change.say(msg("{transport} brings supplies to {piece}.", **values), rule)
    landed = order.hex in open_fields(change, change.side(order.piece))
    if landed and not order.night and lands(change, order.piece):
        land_supplies(change, order.piece, order.hex)


def _reached(s: Situation, order: Sortie) -> bool:
    """Return whether a unit is still where its supplies come down, or joined to where they land."""
    here = s.place(order.cargo)
    if here == order.hex:
        return True
    fields = open_fields(s, s.side(order.cargo))
    landing = not order.night and order.hex in fields and lands(s, order.piece)
    return landing and joined(s, s.side(order.cargo), order.hex, here)


# what might be done


def airlifts(s: Situation, side: str, piece: str | None) -> Iterator[SpecialMove]:
    """Yield the flights with troops and supplies that might be ordered.

    Of transports that are alike, at one base, one is listed.
    """
    transports = list(_unlike(s, (p for p in ready(s, side) if carries(s, p))))
    if not transports:
        return
    fields = open_fields(s, side)
    for transport in transports:
        for passenger in land_at(s, s.place(transport), side) if lands(s, transport) else ():
            if piece in {None, passenger} and not s.marked(passenger, MOVED):
                yield from (Airlift(passenger, transport, hex) for hex in fields)
    for one in _cut_off(s, side, piece):
        here = s.place(one)
        for transport in transports:
            landing = fields if lands(s, transport) else ()
            for hex in dict.fromkeys((here, *landing)):
                if in_range(s, transport, hex):
                    yield FlySupplies(one, transport, hex)
            if in_range(s, transport, here):
                yield DropSupplies(one, transport)


def _unlike(s: Situation, pieces: Iterable[str]) -> Iterator[str]:
    seen = set()
    for piece in pieces:
        kind = (s.place(piece), s.value(piece, "range"), s.piece(piece).losses, lands(s, piece))
        if kind not in seen:
            seen.add(kind)
            yield piece


def _cut_off(s: Situation, side: str, piece: str | None) -> tuple[str, ...]:
    """Return the land and air pieces of a side, or the named one, that have no supply line."""
    stacks = s.occupied(side)
    if piece is None:
        pieces = [one for stack in stacks.values() for one in stack]
    else:
        state = s.position.pieces.get(piece)
        pieces = [piece] if state and piece in stacks.get(state.place, ()) else []
    return tuple(p for p in pieces if arm(s, p) != NAVAL and not supplied_by_land(s, p))


class AirTransport:
    """A part: land pieces and supplies are flown; who waits for a flight does not march."""

    @hookimpl
    def special_moves(self, s: Situation, side: str, piece: str | None) -> list[SpecialMove]:
        return list(airlifts(s, side, piece))

    @hookimpl
    def move_objections(self, s: Situation, piece: str) -> list[Objection]:
        return list(aboard(s, piece))
