"""Loading: which ships form a force, which units go aboard, and where they are put down (7.2).

Units of the boxes go aboard before a force comes to sea; those on a coast go aboard, and all are
put down, where it stops (4.2.4-14). What becomes of it is its side's secret, so none of these
actions is told to others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from tabuleiro.engine import Action, Objection, Verdict, hex_ref, msg, piece_ref
from tabuleiro.engine import events as ev
from tabuleiro.engine.inside import can_enter
from tabuleiro.module.places import inside_of
from tabuleiro.rules.clauses import object_to
from tabuleiro.rules.ground.land_units import holds_ground, land_units
from tabuleiro.rules.ground.zones import enemy_zone
from tabuleiro_filipinas.cargo import (
    LANDED,
    Passage,
    boarding,
    capacity_left,
    carried,
    charge,
    from_box,
    note_passage,
    note_use,
    passage,
    transports,
    unloading,
    weight,
)
from tabuleiro_filipinas.forces import at_sea, is_force
from tabuleiro_filipinas.landing_rules import (
    departure_objections,
    landing_objections,
    own_shore,
)
from tabuleiro_filipinas.parameters.course import ArmyTerms, ForceTerms
from tabuleiro_filipinas.parameters.sea import SeaLiftTerms
from tabuleiro_filipinas.sea_lanes import (
    HALVES,
    entry_hexes,
    port_works,
    search,
    touching,
)
from tabuleiro_filipinas.voyages import closed_waters, halting_waters

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.engine import Change, Situation
    from tabuleiro.engine.glance import Glance

__all__ = [
    "JoinForce",
    "LeaveForce",
    "PutDown",
    "PutOff",
    "TakeAboard",
    "boarders",
    "disband",
    "may_join",
    "puts_down",
    "takes_aboard",
]

ARMY_8 = "army-8"
"""The box that opens later (15.1-6)."""


class SecretDeed(Action, frozen=True):
    """What a side does with a force of its own and tells nobody."""

    abstract: ClassVar[bool] = True
    piece: str

    def told(self, glance: Glance) -> None:
        """Nobody else is told."""

    def verdict(self, s: Situation, side: str, force: str) -> Verdict:
        """Return whether it may be done with a force."""
        raise NotImplementedError

    def carry_out(self, change: Change, force: str) -> None:
        """Do it."""
        raise NotImplementedError


# ------------------------------------------------------------------------------ its ships


def may_join(s: Situation, side: str, ship: str) -> bool:
    """Return whether a ship may join a force that is being formed."""
    if s.position.pieces.get(ship) is None or is_force(s, ship):
        return False
    pool = s.terms(ForceTerms).pools[side]
    fits = "submarine" not in s.counter(ship).tags and "naval" in s.counter(ship).tags
    return s.place(ship) == pool and fits and not s.piece(ship).losses


class JoinForce(SecretDeed, frozen=True):
    """Let a ship join the force that is being formed."""

    def verdict(self, s: Situation, side: str, force: str) -> Verdict:
        """Only intact ships of the pool sail (7.0-9)."""
        if may_join(s, side, self.piece):
            return Verdict.yes()
        known = self.piece in s.position.pieces and s.side(self.piece) == side
        if known and s.place(self.piece) == s.terms(ForceTerms).pools[side]:
            message = msg("{piece} has losses, and stays in port.", piece=piece_ref(self.piece))
            word = "naval-losses" if s.piece(self.piece).losses else "forces"
            return Verdict((object_to(s, message, word, "form", pieces=(self.piece,)),))
        message = msg("{piece} is no ship in port.", piece=piece_ref(self.piece))
        return Verdict((object_to(s, message, "forces", "form"),))

    def carry_out(self, change: Change, force: str) -> None:
        """Join."""
        change.emit(ev.Moved(self.piece, inside_of(force)))


class LeaveForce(SecretDeed, frozen=True):
    """Take a ship out of the force again, with what it carries."""

    retracts = True

    def verdict(self, s: Situation, side: str, force: str) -> Verdict:
        """It must be in it."""
        if self.piece in s.inside(force):
            return Verdict.yes()
        message = msg("{piece} is not in this force.", piece=piece_ref(self.piece))
        return Verdict((object_to(s, message, "forces", "form"),))

    def carry_out(self, change: Change, force: str) -> None:
        """Leave; units aboard go back to their boxes."""
        leave(change, self.piece)


def leave(change: Change, ship: str) -> None:
    """Bring a ship that has not sailed back to port, and its units to their boxes."""
    for unit in change.inside(ship):
        if holds_ground(change, unit):
            put_off(change, unit)
    change.emit(ev.Moved(ship, change.terms(ForceTerms).pools[change.side(ship)]))


def disband(change: Change, force: str) -> None:
    """Give up a force that has not sailed."""
    for ship in change.inside(force):
        leave(change, ship)


# ------------------------------------------------------------------------------ aboard


class TakeAboard(SecretDeed, frozen=True):
    """Take a land unit aboard a ship: from a box before sailing, from a coast at a stop."""

    ship: str

    def verdict(self, s: Situation, side: str, force: str) -> Verdict:
        """Check the unit, the ship, and where they are."""
        return Verdict.of(list(_boarding_objections(s, side, force, self.piece, self.ship)))

    def carry_out(self, change: Change, force: str) -> None:
        """Come aboard, and pay for it on a coast."""
        here = change.place(self.piece)
        engaged = here in enemy_zone(change, change.side(self.piece))
        note_passage(change, self.piece, Passage(here, engaged=engaged))
        if here in change.board.grid:
            charge(change, self.ship, boarding(change, self.piece))
        change.emit(ev.Moved(self.piece, inside_of(self.ship)))


def _boarding_objections(
    s: Situation, side: str, force: str, unit: str, ship: str
) -> Iterator[Objection]:
    about = (unit,)
    if unit not in s.position.pieces or s.side(unit) != side or not holds_ground(s, unit):
        message = msg("{piece} is no land unit of yours.", piece=piece_ref(unit))
        yield object_to(s, message, "sea-lift", "form")
        return
    if ship not in s.inside(force) or not transports(s, ship):
        message = msg("{piece} carries no land units in this force.", piece=piece_ref(ship))
        yield object_to(s, message, "sea-lift", "form")
        return
    yield from can_enter(s, unit, ship).objections
    if "sea-supply" not in s.counter(ship).tags and "armour" in s.counter(unit).tags:
        message = msg("{ship} carries no armour.", ship=piece_ref(ship))
        yield object_to(s, message, "destroyer-lift", "form", pieces=about)
    here = s.place(unit)
    if not s.on_map(force):
        yield from _in_box(s, side, unit, here)
    else:
        yield from _on_coast(s, force, unit, ship)
    need = boarding(s, unit) if s.on_map(force) else HALVES * (_load(s, ship) + weight(s, unit))
    if need > capacity_left(s, ship):
        message = msg("{ship} has no room for {piece}.", ship=piece_ref(ship),
                      piece=piece_ref(unit))  # fmt: skip
        yield object_to(s, message, "capacity", "form", pieces=about)


def _load(s: Situation, ship: str) -> int:
    return sum(weight(s, unit) for unit in carried(s, ship))


def _in_box(s: Situation, side: str, unit: str, here: str) -> Iterator[Objection]:
    if here not in s.terms(SeaLiftTerms).boxes[side]:
        message = msg("{piece} does not wait in a box.", piece=piece_ref(unit))
        yield object_to(s, message, "sea-lift", "form", pieces=(unit,))
    elif here == ARMY_8 and s.turn < s.terms(ArmyTerms).army_8_from:
        message = msg("Units in the box of the Eighth Army may not sail yet.")
        yield object_to(s, message, "army-8", "form", pieces=(unit,))


def _on_coast(s: Situation, force: str, unit: str, ship: str) -> Iterator[Objection]:
    here, seen = s.place(unit), at_sea(s, force)
    if here not in touching(s, s.place(force)):
        message = msg("{piece} does not touch {hex}.", piece=piece_ref(force), hex=hex_ref(here))
        yield object_to(s, message, "embark", "form", pieces=(unit,))
        return
    if seen is None or s.place(force) not in seen.stops:
        message = msg("{piece} has not stopped here.", piece=piece_ref(force))
        yield object_to(s, message, "embark", "form", pieces=(unit,))
    yield from departure_objections(s, unit, here, convoy=_is_convoy(s, ship))


def _is_convoy(s: Situation, ship: str) -> bool:
    return "sea-supply" in s.counter(ship).tags


def takes_aboard(s: Situation, side: str, force: str, piece: str | None) -> Iterator[TakeAboard]:
    """Yield how units come aboard a force now."""
    ships, units = _boarding(s, side, force)
    if piece is not None:
        units = [unit for unit in units if unit == piece]
    for ship in ships:
        for unit in units:
            action = TakeAboard(unit, ship)
            if action.verdict(s, side, force):
                yield action


def boarders(s: Situation, side: str, force: str) -> Iterator[str]:
    """Yield the units that can come aboard a force now, whatever the ship."""
    ships, units = _boarding(s, side, force)
    for ship in ships:
        left = []
        for unit in units:
            if TakeAboard(unit, ship).verdict(s, side, force):
                yield unit
            else:
                left.append(unit)
        units = left


def _boarding(s: Situation, side: str, force: str) -> tuple[list[str], list[str]]:
    """Return the ships of a force with room, and the units that wait where it is."""
    ships = [ship for ship in s.inside(force) if transports(s, ship) and capacity_left(s, ship)]
    if not ships:
        return [], []
    if s.on_map(force):
        stacks = land_units(s, side)
        units = [u for hex in touching(s, s.place(force)) for u in stacks.get(hex, ())]
    else:
        units = [u for box in s.terms(SeaLiftTerms).boxes[side] for u in s.at(box)]
        ships = [ship for ship in ships if HALVES * _load(s, ship) < capacity_left(s, ship)]
    return ships, [unit for unit in units if holds_ground(s, unit)]


class PutOff(SecretDeed, frozen=True):
    """Put a unit off again that came aboard in a box, before its force sails."""

    retracts = True

    def verdict(self, s: Situation, side: str, force: str) -> Verdict:
        """It must be aboard of a force that has not sailed."""
        voyage = passage(s, self.piece) if self.piece in s.position.pieces else None
        if voyage is not None and force in s.around(self.piece) and not s.on_map(force):
            return Verdict.yes()
        message = msg("{piece} is not aboard.", piece=piece_ref(self.piece))
        return Verdict((object_to(s, message, "sea-lift", "form"),))

    def carry_out(self, change: Change, force: str) -> None:
        """Go back to the box."""
        put_off(change, self.piece)


def put_off(change: Change, unit: str) -> None:
    """Bring a unit back to the box where it came aboard."""
    voyage = passage(change, unit)
    assert voyage is not None  # noqa: S101 - it is aboard
    change.emit(ev.Moved(unit, voyage.origin))
    note_passage(change, unit, None)


# ------------------------------------------------------------------------------ put down


class PutDown(SecretDeed, frozen=True):
    """Let a unit aboard go ashore from this stop, in a coast hex beside it or in a box of its side.

    It stays aboard until its side's land movement, but travels no further (4.2.4-14).
    """

    hex: str

    def verdict(self, s: Situation, side: str, force: str) -> Verdict:
        """Check the unit, the coast, and the capacity of its ship."""
        return Verdict.of(list(_landing_faults(s, side, force, self.piece, self.hex)))

    def carry_out(self, change: Change, force: str) -> None:
        """Note where it goes, and pay for it."""
        unit, side = self.piece, change.side(self.piece)
        ship, voyage = change.within(unit), passage(change, unit)
        assert ship is not None and voyage is not None  # noqa: S101, PT018 - checked
        charge(change, ship, putting_down(change, force, unit, self.hex) or 0)
        plain = own_shore(change, side, self.hex)
        note_passage(change, unit, Passage(voyage.origin, self.hex, change.place(force),
                                           voyage.engaged, plain))  # fmt: skip
        note_use(change, ship, LANDED)


def putting_down(s: Situation, force: str, unit: str, place: str) -> int | None:
    """Return what it costs a ship to put a unit down, None if no way leads to the box."""
    if place not in s.board.boxes:
        return 0 if port_works(s, s.side(unit), place) else unloading(s, unit)
    ways = way_out(s, force)
    return None if ways is None else ways * weight(s, unit) + unloading(s, unit)


def way_out(s: Situation, force: str) -> int | None:
    """Return what the shortest way of a force off the board costs for each unit (7.2-5)."""
    side = s.side(force)
    ways = search(s, {s.place(force): 0}, None, halting_waters(s, side), closed_waters(s, side))
    return min((ways.cost[h] for h in entry_hexes(s, side) if h in ways.cost), default=None)


def _landing_faults(
    s: Situation, side: str, force: str, unit: str, place: str
) -> Iterator[Objection]:
    voyage = passage(s, unit) if unit in s.position.pieces else None
    ship, seen = (s.within(unit), at_sea(s, force)) if voyage is not None else (None, None)
    if ship is None or voyage is None or ship not in s.inside(force) or voyage.goal:
        message = msg("{piece} does not travel with this force.", piece=piece_ref(unit))
        yield object_to(s, message, "sea-lift", "form")
        return
    if seen is None or s.place(force) not in seen.stops:
        message = msg("{piece} has not stopped here.", piece=piece_ref(force))
        yield object_to(s, message, "embark", "form", pieces=(unit,))
        return
    if place in s.board.boxes:
        if place not in s.terms(SeaLiftTerms).boxes[side] or from_box(s, voyage):
            message = msg("{piece} cannot go to this box.", piece=piece_ref(unit))
            yield object_to(s, message, "off-board", "form", pieces=(unit,))
            return
    elif place not in touching(s, s.place(force)):
        message = msg("{piece} does not touch {hex}.", piece=piece_ref(force), hex=hex_ref(place))
        yield object_to(s, message, "sea-lift", "form", pieces=(unit,))
        return
    else:
        yield from landing_objections(s, unit, place, convoy=_is_convoy(s, ship))
    price = putting_down(s, force, unit, place)
    if price is None or price > capacity_left(s, ship):
        message = msg("{ship} has not the capacity left to put {piece} down.",
                      ship=piece_ref(ship), piece=piece_ref(unit))  # fmt: skip
        yield object_to(s, message, "capacity", "form", pieces=(unit,))


def puts_down(s: Situation, side: str, force: str, piece: str | None) -> Iterator[PutDown]:
    """Yield where units aboard can go ashore from here."""
    goals = (*touching(s, s.place(force)), *s.terms(SeaLiftTerms).boxes[side])
    for ship in s.inside(force):
        for unit in carried(s, ship):
            if piece in {None, unit}:
                for goal in goals:
                    action = PutDown(unit, goal)
                    if action.verdict(s, side, force):
                        yield action
