"""Air combats: over each place where aircraft of both sides meet, fighters among them (6.1).

The total of the side that launched first finds the column of the table, that of the other side the
band. The number before the dash tells the losses of the defender, the one behind it those of the
attacker. Losses fall on the weakest intact aircraft first, by their printed values.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

import msgspec
from msgspec.structs import replace

from tabuleiro.engine import Step, hex_ref, msg
from tabuleiro.engine.data import plain
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.air.battle_in_the_air import (
    flier_part,
    no_fighters,
    sum_in_the_air,
    throw_in_the_air,
)
from tabuleiro.rules.air.mission_plan import BOMBER
from tabuleiro.rules.air.weakest_first import WeakestFirst
from tabuleiro.rules.combat.battle import Part
from tabuleiro_filipinas.air_bases import is_base, is_damaged
from tabuleiro_filipinas.air_hooks import ShipStrike, asked
from tabuleiro_filipinas.air_missions import (
    CARRY,
    DROP,
    INTERCEPT,
    KAMIKAZE,
    SHIP,
    group,
    sorties,
    sorties_over,
)
from tabuleiro_filipinas.aircraft import (
    FLOWN,
    embarked,
    fights,
    flies_by_night,
    grounded,
    power,
)
from tabuleiro_filipinas.moments import Moment
from tabuleiro_filipinas.parameters.air import AirTerms

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from tabuleiro.engine import Change, Message, Situation
    from tabuleiro.rules.combat.reckoning import Reckoning

__all__ = [
    "AirCombat",
    "AirCombats",
    "AircraftLosses",
    "FightAirCombats",
    "Flier",
    "air_combat",
    "air_combat_sum",
    "contested",
    "defends_by_itself",
]

_TABLE: Final = "air-combat"


class Flier(msgspec.Struct, frozen=True):
    """An aircraft in an air combat: what it counts, and on what errand."""

    piece: str
    value: int
    errand: str


class AirCombat(msgspec.Struct, frozen=True):
    """The sum of an air combat: both sides, their totals, the column and the band."""

    hex: str
    night: bool
    attackers: tuple[Flier, ...]
    defenders: tuple[Flier, ...]
    guns: int
    """What ships add to the defence, at most the limit (6.3.3-1)."""
    attack: int
    defence: int
    column: int
    band: int


# ------------------------------------------------------------------------------ who meets whom


def contested(s: Situation, attacker: str) -> tuple[tuple[str, bool], ...]:
    """Return the places, with day or night, over which a side's aircraft are fought, in order.

    Against ships there is always a throw (6.3.3-3); else both sides must fly, with a fighter.
    Clauses: 6.1-1, 6.1-2, 6.1-13, 6.1-14.
    """
    met = sorted({(order.hex, order.night) for order in sorties(s).values()})
    return tuple(one for one in met if _fought(s, *one, attacker))


def _fought(s: Situation, place: str, night: bool, attacker: str) -> bool:  # noqa: FBT001
    mine = _attackers(s, place, attacker, night=night)
    theirs = _defenders(s, place, s.enemy(attacker), night=night)
    if any(order.mission == SHIP for order in group(s, attacker, SHIP, place, night=night)):
        return True
    return bool(mine and theirs) and any(fights(s, one.piece) for one in (*mine, *theirs))


def _attackers(s: Situation, place: str, side: str, *, night: bool) -> tuple[Flier, ...]:
    orders = (o for o in sorties_over(s, place, side) if o.night == night)
    return tuple(Flier(o.piece, power(s, o.piece, "air", place), o.mission) for o in orders)


def _defenders(s: Situation, place: str, side: str, *, night: bool) -> tuple[Flier, ...]:
    """Return who was sent against a mission, and who joins by itself (6.1-16 to 6.1-19)."""
    sent = [o for o in sorties_over(s, place, side) if _meets(s, o.piece, o.night, night=night)]
    found = [Flier(o.piece, power(s, o.piece, "air", place), o.mission) for o in sent]
    at_home = defends_by_itself(s, place, side)
    rising = [piece for piece in at_home if not night or flies_by_night(s, piece)]
    found += [Flier(piece, power(s, piece, "air", place), INTERCEPT) for piece in rising]
    return tuple(found)


def _meets(s: Situation, piece: str, sent_by_night: bool, *, night: bool) -> bool:  # noqa: FBT001
    return sent_by_night == night and (not night or flies_by_night(s, piece))


def defends_by_itself(s: Situation, place: str, side: str) -> tuple[str, ...]:
    """Return the fighters of a side that rise over their own field, or the carrier they are on.

    Those that were sent elsewhere or may not fly do not; that they changed base does not matter.
    Clauses: 6.1-25, 6.5-9.
    """
    return tuple(piece for piece in _at_home(s, place, side) if _may_rise(s, piece, place))


def _at_home(s: Situation, place: str, side: str) -> Iterator[str]:
    if is_base(s, place) and not is_damaged(s, place):
        yield from (p for p in s.at(place) if s.side(p) == side and fights(s, p))
    for force in s.at(place):
        if s.side(force) == side:
            for ship in s.inside(force):
                yield from (p for p in s.inside(ship) if fights(s, p))


def _may_rise(s: Situation, piece: str, place: str) -> bool:
    if s.marked(piece, FLOWN):
        return False
    bars = [bar for bar in grounded(s, piece) if bar.rule != "filipinas-4.2.7-1"]
    return not bars and (embarked(s, piece) or s.place(piece) == place)


# ------------------------------------------------------------------------------ the sum


def air_combat(s: Situation, place: str, attacker: str, *, night: bool = False) -> AirCombat:
    """Return the sum of the air combat over a place as it stands now (6.1-24, 6.3.3-2, 6.3.3-8)."""
    table, defender = s.module.values[_TABLE], s.enemy(attacker)
    mine = _attackers(s, place, attacker, night=night)
    theirs = _defenders(s, place, defender, night=night)
    guns = 0
    if any(order.mission == SHIP for order in group(s, attacker, SHIP, place, night=night)):
        points = asked(s).flak(s=s, place=place, side=defender)
        guns = min(sum(points), s.terms(AirTerms).ships_limit)
    attack = sum(one.value for one in mine)
    defence = guns + sum(one.value for one in theirs)
    band = table.band(defence)
    if night and theirs:
        band = table.shifted_band(band, s.terms(AirTerms).night.band)
    return AirCombat(place, night, mine, theirs, guns, attack, defence, table.column(attack), band)


def air_combat_sum(s: Situation, side: str, combat: AirCombat) -> Reckoning:
    """Return an air combat as a table shows it; the side is the attacker."""
    enemy = s.enemy(side)
    both = ((side, combat.attackers), (enemy, combat.defenders))
    parts = [
        flier_part(who, one.piece, one.value, one.errand, "filipinas-6.1-7")
        for who, fliers in both
        for one in fliers
    ]
    if combat.guns:
        parts.append(Part(enemy, combat.guns, msg("guns of the ships"), "filipinas-6.3.3-1"))
    return sum_in_the_air(
        s, msg("Air combat over {hex}", hex=hex_ref(combat.hex)), combat.hex, (side, enemy), parts,
        (combat.attack, combat.defence), at=(_TABLE, combat.column, combat.band),
        harm=_harm(s, combat),
    )  # fmt: skip


def _harm(s: Situation, combat: AirCombat) -> tuple[bool, bool]:
    """Return which side can destroy aircraft: with fighters, or with the guns of ships."""
    armed = bool(combat.guns) or _with_fighters(s, combat.defenders)
    return _with_fighters(s, combat.attackers), armed


# ------------------------------------------------------------------------------ the fight


class FightAirCombats(Step, frozen=True):
    """Fight the air combats of a side that launched first, place by place.

    After a combat over ships what got through attacks them before the next one (6.1-22, 6.1-11).
    """

    side: str
    done: tuple[tuple[str, bool], ...] = ()

    def run(self, change: Change) -> None:
        """Fight the next one."""
        left = [one for one in contested(change, self.side) if one not in self.done]
        if not left:
            change.finish()
            return
        change.replace(replace(self, done=(*self.done, left[0])))
        place, night = left[0]
        _fight(change, air_combat(change, place, self.side, night=night), self.side)


def _fight(change: Change, combat: AirCombat, side: str) -> None:
    """Throw the die and let both sides take their losses."""
    enemy, rule, place = change.enemy(side), "filipinas-6.1-8", combat.hex
    why = msg("air combat over {hex}", hex=hex_ref(place))
    shown = tuple(one.piece for one in (*combat.attackers, *combat.defenders))
    thrown = throw_in_the_air(
        change, air_combat_sum(change, side, combat), why, rule, fliers=shown,
        harm=_harm(change, combat),
    )  # fmt: skip
    change.say(
        msg("Air combat over {hex}: {side} {attack} ({column}) against {defence} ({band}); "
            "die {die}: {code}. Losses: {enemy} {lost}, {side} {ours}.", **thrown.words),
        rule,
        air_combat=plain(combat),
        **thrown.data,
    )  # fmt: skip
    for who in thrown.harmless:
        change.say(no_fighters(who), "filipinas-6.1-13")
    lost, ours = thrown.losses
    sides = ((enemy, combat.defenders, lost), (side, combat.attackers, ours))
    steps: list[Step] = [
        AircraftLosses(who, tuple(one.piece for one in pieces), n, shown)
        for who, pieces, n in sides if n
    ]  # fmt: skip
    if group(change, side, SHIP, place, night=combat.night):
        steps.append(AttackShips(side, place, thrown.numbers[0], combat.night))
    change.push(*steps)


def _with_fighters(s: Situation, fliers: tuple[Flier, ...]) -> bool:
    return any(fights(s, one.piece) for one in fliers)


class AttackShips(Step, frozen=True):
    """What got through to ships attacks them: other rules say how (6.3.3-4, 6.8)."""

    side: str
    hex: str
    multiplier: int
    night: bool

    def run(self, change: Change) -> None:
        """Hand over those that are left."""
        change.finish()
        orders = group(change, self.side, SHIP, self.hex, night=self.night)
        found: dict[str, list[str]] = {BOMBER: [], KAMIKAZE: []}
        for order in orders:
            found.setdefault(order.role, []).append(order.piece)
        strike = ShipStrike(
            self.hex, self.side, change.enemy(self.side), self.multiplier,
            tuple(found[BOMBER]), tuple(found[KAMIKAZE]), self.night,
        )  # fmt: skip
        change.push(*asked(change).ship_strike_steps(s=change, strike=strike))


# ------------------------------------------------------------------------------ losses


class AircraftLosses(WeakestFirst, frozen=True):
    """Aircraft take the losses of an air combat (6.1-9, 6.1-10): all who fought lie open meanwhile.

    Who carries troops shares its losses with them (4.2.6-4).
    """

    who: ClassVar[str] = "air-combat"

    fought: tuple[str, ...] = ()

    def shows(self, s: Situation) -> Collection[str]:
        """Return those who fought."""
        return tuple(piece for piece in self.fought if s.alive(piece))

    def there(self, s: Situation) -> Iterator[str]:
        """Yield those that are still there."""
        return (piece for piece in self.pieces if s.alive(piece))

    def rule(self, s: Situation) -> str:
        """Return the clause about it."""
        del s
        return "filipinas-6.1-9"

    def prompt(self) -> Message:
        """Return how their owner is asked."""
        return msg("Choose which aircraft take the loss.")

    def aboard(self, s: Situation, piece: str) -> tuple[str, str] | None:
        """Return whom an aircraft carries, if anybody, with the clause about them."""
        order = sorties(s).get(piece)
        if order is None or order.mission not in {CARRY, DROP} or not s.alive(order.cargo):
            return None
        return order.cargo, "filipinas-4.2.6-4"


class AirCombats:
    """A part: when air combats are fought, and what they come to as long as one may answer."""

    @hookimpl
    def steps_at(self, s: Situation, moment: Moment, side: str) -> list[Step]:
        if moment is Moment.STRIKE_BATTLES:
            return [FightAirCombats(s.enemy(side))]
        if moment is Moment.AIR_COMBATS:
            return [FightAirCombats(side)]
        return []
