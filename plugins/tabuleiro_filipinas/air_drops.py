"""Drops: airborne units come down by day or by night, even on enemies (4.2.3).

The drop is ordered with the missions of phase 5 and carried out in phase 7 after the air combats.
Who comes down among enemies attacks them in the same phase, alone or with others; he stays there
only if they have to go.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from tabuleiro.engine import Action, Decision, Step, Verdict, hex_ref, msg, piece_ref
from tabuleiro.engine import events as ev
from tabuleiro.engine.verdicts import FORM, Objection
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.clauses import enforced
from tabuleiro.rules.combat.battle import Shift
from tabuleiro.rules.combat.losses import eliminate, take_loss
from tabuleiro.rules.ground.land_units import land_at, land_pieces, land_units
from tabuleiro.rules.ground.movement_points import MOVED
from tabuleiro.rules.ground.special_moves import DROPPED, SpecialMove
from tabuleiro.rules.ground.stacking import limit
from tabuleiro.rules.victory.control import controller
from tabuleiro.rules.victory.objectives import take_path
from tabuleiro_filipinas.air_bases import based, field_limits, is_base, sea_based
from tabuleiro_filipinas.air_bombing import damage_field
from tabuleiro_filipinas.air_drop_attacks import DropHeld, MayJoin, dropped_in_target
from tabuleiro_filipinas.air_missions import (
    CARRY,
    DROP,
    Sortie,
    launch,
    recall,
    sorties,
    tell_mission,
)
from tabuleiro_filipinas.aircraft import air_places, carries, grounded, monsoon_bars, out_of_range
from tabuleiro_filipinas.displaced_places import displaced, reach
from tabuleiro_filipinas.moments import Moment
from tabuleiro_filipinas.weather import BAD, MONSOON, weather_at

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tabuleiro.engine import Change, Situation
    from tabuleiro.engine.glance import Glance
    from tabuleiro.rules.combat.battle import Battle

__all__ = ["AirDrops", "DropUnit", "land_drop"]

BY_NIGHT: Final = "dropped-by-night"
"""The mark of units that dropped by night in this turn of their side: they surprise (4.2.3-10)."""
ISOLATED: Final = "isolated"
"""The mark of units that dropped and have not met friendly troops yet (4.2.3-4)."""
_TAG: Final = "drop"
"""The tag of units that drop, and of terrain where one may come down."""


class DropUnit(SpecialMove, frozen=True):
    """Drop an airborne unit from a transport that is on the same airfield (4.2.3-7).

    In that turn it is supplied (4.2.3-5), by its mark.
    """

    needs: ClassVar[str] = "air"
    off_board: ClassVar[bool] = True
    listed_if_allowed: ClassVar[bool] = True
    piece: str
    transport: str
    hex: str
    night: bool = False

    def verdict(self, s: Situation, side: str) -> Verdict:
        """Return whether it may drop there, with every reason why not."""
        if self.hex not in s.board.grid:
            rule = "filipinas-4.2.3-16" if displaced(s, self.hex) else ""
            return Verdict.no(msg("Nobody drops there."), rule=rule)
        known = {self.piece, self.transport} <= s.position.pieces.keys()
        if not known or any(s.side(p) != side for p in (self.piece, self.transport)):
            return Verdict.no(msg("Name a unit and a transport of yours."), rule=_RULE)
        found = [*_start_bars(s, self.piece), *_ride_bars(s, self.piece, self.transport)]
        if all(objection.topic != FORM for objection in found):
            found += _target_bars(s, self)
        return Verdict.of(found)

    def carry_out(self, change: Change) -> None:
        """Order the drop."""
        side = change.side(self.piece)
        launch(change, Sortie(self.transport, self.hex, DROP, night=self.night, cargo=self.piece))
        change.reveal()
        words = {"piece": piece_ref(self.piece), "hex": hex_ref(self.hex)}
        message = (
            msg("{piece} is to drop on {hex} by night.", **words)
            if self.night
            else msg("{piece} is to drop on {hex}.", **words)
        )
        change.say(message, "filipinas-4.2.3-17", to=(side,))
        tell_mission(change, side, DROP, self.hex, night=self.night)

    def told(self, glance: Glance) -> Action | None:
        """Who drops is told when it comes down, or is lost."""
        return self if glance.is_own(self.piece) else None


_RULE: Final = "filipinas-4.2.3-1"


# ------------------------------------------------------------------------------ why not


def _start_bars(s: Situation, piece: str) -> Iterator[Objection]:
    """Yield reasons why a unit may not begin a drop where it is."""
    if _TAG not in s.counter(piece).tags:
        message = msg("{piece} is no airborne unit.", piece=piece_ref(piece))
        yield Objection(message, _RULE, "air", (piece,))
    if not is_base(s, s.place(piece)):
        message = msg("{piece} is not on an airfield.", piece=piece_ref(piece))
        yield Objection(message, _RULE, "movement", (piece,))
    yield from s.rules.move_objections(s=s, piece=piece)


def _ride_bars(s: Situation, piece: str, transport: str) -> Iterator[Objection]:
    """Yield reasons why a transport may not take a unit to a drop (4.2.3-2)."""
    fit = carries(s, transport) and not sea_based(s, transport)
    if not fit or s.place(transport) != s.place(piece):
        message = msg("{transport} cannot take {piece} on board.", transport=piece_ref(transport),
                      piece=piece_ref(piece))  # fmt: skip
        yield Objection(message, _RULE, FORM, (transport,))
        return
    yield from grounded(s, transport)


def _target_bars(s: Situation, drop: DropUnit) -> Iterator[Objection]:
    """Yield reasons why one may not drop on a hex."""
    about = {"pieces": (drop.piece,), "hexes": (drop.hex,)}
    if not _fit(s, drop.hex):
        message = msg("Nobody drops on the terrain of {hex}.", hex=hex_ref(drop.hex))
        yield Objection(message, "filipinas-4.2.3-3", "movement", **about)
    yield from out_of_range(s, drop.transport, drop.hex)
    if weather_at(s, drop.hex) in _WEATHER:
        message = msg("Nobody drops in the weather over {hex}.", hex=hex_ref(drop.hex))
        yield Objection(message, _WEATHER[weather_at(s, drop.hex)], "air", **about)
    yield from monsoon_bars(s, drop.transport)
    if _crowded(s, drop.piece, drop.hex):
        message = msg("There is no room in {hex}.", hex=hex_ref(drop.hex))
        yield Objection(message, "filipinas-4.1.1-1", "stacking", **about)


_WEATHER: Final = {BAD: "filipinas-12.2-3", MONSOON: "filipinas-12.3-3"}


def _crowded(s: Situation, piece: str, place: str) -> bool:
    side = s.side(piece)
    coming = [o for o in sorties(s).values() if o.mission in {DROP, CARRY} and o.hex == place]
    others = [order for order in coming if order.cargo != piece]
    return len(land_at(s, place, side)) + len(others) >= limit(s, side, place)


def _fit(s: Situation, place: str) -> bool:
    return _TAG in s.module.terrain[s.board.terrain_at(place)].tags


def _fit_hexes(s: Situation) -> frozenset[str]:
    memo = s.module.memo
    if "drop-hexes" not in memo:
        memo["drop-hexes"] = frozenset(hex for hex in s.board.grid if _fit(s, hex))
    found: frozenset[str] = memo["drop-hexes"]
    return found


def drops(s: Situation, side: str, piece: str | None) -> Iterator[DropUnit]:
    """Yield the drops on which airborne units of a side may be sent."""
    for place, transports in air_places(s, side).items():
        here = [one for one in land_at(s, place, side) if piece in {None, one}]
        fit = [one for one in here if _TAG in s.counter(one).tags]
        jumpers = [one for one in fit if not any(_start_bars(s, one))]
        able = (t for t in transports if carries(s, t) and not sea_based(s, t)) if jumpers else ()
        ride = next((t for t in able if not grounded(s, t)), None)
        if ride is None:
            continue
        for one in jumpers:
            for hex in sorted(_fit_hexes(s) & {*reach(s, place, _range(s, ride))}):
                if weather_at(s, hex) not in _WEATHER and not _crowded(s, one, hex):
                    yield DropUnit(one, ride, hex)
                    yield DropUnit(one, ride, hex, night=True)


def _range(s: Situation, piece: str) -> int:
    return s.value(piece, "range")


# ------------------------------------------------------------------------------ coming down


def land_drop(change: Change, order: Sortie) -> None:
    """Let the unit of a sortie come down; at night a die tells whether it does so intact.

    Clauses: 4.2.3-11.
    """
    piece, place = order.cargo, order.hex
    if not change.alive(piece):
        return
    side = change.side(piece)
    words = {"piece": piece_ref(piece), "hex": hex_ref(place)}
    if enforced(change, "stacking") and len(land_at(change, place, side)) >= limit(
        change, side, place
    ):  # friends have come there since then
        message = msg("{piece} cannot land in {hex} and comes back.", **words)
        change.say(message, "filipinas-4.1.1-1", to=(side,))
        return
    enemy_held = place in field_limits(change) and controller(change, place) != side
    contested = bool(land_at(change, place, change.enemy(side)))
    marks = (MOVED, DROPPED, ISOLATED, *((BY_NIGHT,) if order.night else ()))
    change.emit(ev.Moved(piece, place, (place,)))
    change.emit(ev.Marked(piece, marks))
    change.reveal()
    change.say(msg("{piece} drops on {hex}.", **words), "filipinas-4.2.3-17")
    if order.night and not _lands_intact(change, piece, place):
        take_loss(change, piece, "filipinas-4.2.3-9")
    if not change.alive(piece):
        return
    if enemy_held:
        change.push(MayWreck(side, place))
    if order.night:
        _surprise_field(change, side, place)
    if not contested:
        take_path(change, piece, (place,))


def _lands_intact(change: Change, piece: str, place: str) -> bool:
    why = msg("night drop on {hex}", hex=hex_ref(place))
    (face,) = change.roll(1, change.side(piece), why, "filipinas-4.2.3-9")
    return face % 2 == 0


def _surprise_field(change: Change, side: str, place: str) -> None:
    """A drop by night on an airfield destroys all enemy aircraft there (4.2.3-14)."""
    for piece in sorted(based(change, place)):
        if change.side(piece) != side:
            recall(change, piece)
            eliminate(change, piece, "filipinas-4.2.3-14")


class WreckAirfield(Action, frozen=True):
    """Damage the enemy's airfield on which one's unit came down."""


class SpareAirfield(Action, frozen=True):
    """Leave it whole."""


class MayWreck(Step, frozen=True):
    """Who dropped on an enemy's airfield may damage it (4.2.3-15)."""

    side: str
    hex: str

    def decision(self, s: Situation) -> Decision:
        """Ask the one who dropped."""
        return Decision(
            self.side,
            msg("Damage the airfield of {hex}?", hex=hex_ref(self.hex)),
            "filipinas-4.2.3-15",
            "choose",
            hexes=(self.hex,),
            actions=("wreck-airfield", "spare-airfield"),
        )

    def legal(
        self, s: Situation, *, piece: str | None = None, hex: str | None = None
    ) -> Iterable[Action]:
        """List both."""
        if piece is None and hex in {None, self.hex}:
            yield from (WreckAirfield(), SpareAirfield())

    def check(self, s: Situation, action: Action) -> Verdict:
        """Both are allowed."""
        known = isinstance(action, WreckAirfield | SpareAirfield)
        return Verdict.yes() if known else super().check(s, action)

    def act(self, change: Change, action: Action) -> None:
        """Do it, or not."""
        change.finish()
        if isinstance(action, WreckAirfield):
            damage_field(change, self.hex, "filipinas-4.2.3-15")


# ------------------------------------------------------------------------------ moving again


def _in_contact(s: Situation, piece: str) -> bool:
    """Return whether friendly land units that are not isolated are in the hex, or next to it."""
    side, here = s.side(piece), s.place(piece)
    if here not in s.board.grid:
        return False
    hexes = (here, *s.board.grid.neighbours(here))
    near = (other for hex in hexes for other in land_at(s, hex, side))
    return any(not s.marked(other, ISOLATED) for other in near)


class MeetFriendlyTroops(Step, frozen=True):
    """The open phase of a side is over: dropped units that have met others move freely again."""

    side: str

    def run(self, change: Change) -> None:
        """Take their marks off, one chain of friends after the other."""
        change.finish()
        alone = [p for _place, p in land_pieces(change, self.side, None)]
        alone = [p for p in alone if change.marked(p, ISOLATED)]
        met = [p for p in alone if _in_contact(change, p)]
        for piece in met:
            change.emit(ev.Marked(piece, remove=(ISOLATED,)))


class ForgetDrops(Step, frozen=True):
    """The turn of a side begins: those who dropped in its last one are like others now."""

    side: str

    def run(self, change: Change) -> None:
        """Take the marks of the drop off."""
        change.finish()
        for piece in change.position.pieces:
            if change.marked(piece, DROPPED) and change.side(piece) == self.side:
                had = (BY_NIGHT,) if change.marked(piece, BY_NIGHT) else ()
                change.emit(ev.Marked(piece, remove=(DROPPED, *had)))


class AirDrops:
    """A part: airborne units drop, even onto the enemy; who is alone then stays."""

    @hookimpl
    def special_moves(self, s: Situation, side: str, piece: str | None) -> list[SpecialMove]:
        return list(drops(s, side, piece))

    @hookimpl
    def move_objections(self, s: Situation, piece: str) -> list[Objection]:
        if not s.marked(piece, ISOLATED) or _in_contact(s, piece):
            return []
        message = msg("{piece} has not met friendly units yet.", piece=piece_ref(piece))
        return [Objection(message, "filipinas-4.2.3-4", "movement", (piece,))]

    @hookimpl
    def pieces_without_zone(self, s: Situation, side: str) -> list[str]:
        """Who fights in the hex where he came down holds nobody in the hexes around it."""
        mine, theirs = land_units(s, side), land_units(s, s.enemy(side))
        shared = mine.keys() & theirs.keys()
        return [p for place in sorted(shared) for p in mine[place] if s.marked(p, DROPPED)]

    @hookimpl
    def combat_shifts(self, s: Situation, battle: Battle) -> list[Shift]:
        if not any(s.marked(piece, BY_NIGHT) for piece in battle.attackers):
            return []
        return [Shift("attacker", 1, msg("surprise by night"), "filipinas-4.2.3-10")]

    @hookimpl
    def steps_before_advance(self, s: Situation, battle: Battle) -> list[Step]:
        dropped = dropped_in_target(s, battle)
        return [DropHeld(battle.attacker, battle.target, dropped)] if dropped else []

    @hookimpl
    def steps_at(self, s: Situation, moment: Moment, side: str) -> list[Step]:
        steps: dict[Moment, list[Step]] = {
            Moment.HALF_TURN: [ForgetDrops(side)],
            Moment.WORKS: [MeetFriendlyTroops(side)],
            Moment.TRANSPORTS: [MayJoin(side)],
        }
        return steps.get(moment, [])
