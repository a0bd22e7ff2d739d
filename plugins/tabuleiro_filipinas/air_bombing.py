"""Bombing of airfields, ports and troops: points, columns, what bombs do (6.3 to 6.3.2).

Ships are bombed by other rules (`ShipStrike`); here is what they need of the bombardment table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final

from msgspec.structs import replace

from tabuleiro.engine import Decision, Step, hex_ref, msg, piece_ref
from tabuleiro.engine import events as ev
from tabuleiro.engine.data import plain
from tabuleiro.engine.knowledge import Level
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.air.bombing_sum import Bombing, bombing_of, exposed, reckoning_of
from tabuleiro.rules.air.mission_plan import BOMBER, errand_ref
from tabuleiro.rules.combat.battle import Part
from tabuleiro.rules.combat.bombardment import exposure
from tabuleiro.rules.combat.losses import Losing, take_loss
from tabuleiro.rules.combat.reckoning import Reckoning, kept_reckoning
from tabuleiro.rules.ground.land_units import land_at, units
from tabuleiro.rules.recon.covered import seen_by
from tabuleiro_filipinas.air_bases import DAMAGE, based, is_base
from tabuleiro_filipinas.air_errands import RULES
from tabuleiro_filipinas.air_missions import FIELD, PORT, TROOPS, Sortie, group, sorties
from tabuleiro_filipinas.aircraft import power
from tabuleiro_filipinas.moments import Moment
from tabuleiro_filipinas.own_business import OwnBusiness
from tabuleiro_filipinas.parameters.air import AirTerms
from tabuleiro_filipinas.ports import hit_port
from tabuleiro_filipinas.unknown_pieces import unknowns

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.engine import Change, Situation

__all__ = [
    "EFFECTS",
    "Bombing",
    "Bombings",
    "CarryOutBombings",
    "bombing",
    "bombing_sum",
    "damage_field",
    "fire_on",
    "points_of",
    "sees_target",
]

TABLE: Final = "bombardment"
_STARS = "*"
_ANTI_AIRCRAFT = "anti-aircraft"
_SINCE = "fields-damaged"
"""The fact that keeps in which turn each airfield was damaged last."""
_ORDER: Final = (FIELD, PORT, TROOPS)


def points_of(s: Situation, pieces: tuple[str, ...], place: str, *, night: bool) -> tuple[int, int]:
    """Return the land power of aircraft over a place, and what of it counts then (6.5-2)."""
    added = sum(power(s, piece, "land", place) for piece in pieces)
    divisor = s.terms(AirTerms).night.attack_divided_by if night else 1
    return added, -(-added // divisor)


def bombing(
    s: Situation, side: str, errand: str, place: str, *, night: bool, more: tuple[Sortie, ...] = ()
) -> Bombing:
    """Return the sum of the bombing of a place as it stands now: survivors with present values.

    ``more`` are bombers that are about to be sent there (6.3-3).
    """
    orders = (*group(s, side, errand, place, night=night), *more)
    pieces = tuple(order.piece for order in orders if order.role == BOMBER)
    return fire_on(s, side, errand, place, pieces, points_of(s, pieces, place, night=night), night)


def fire_on(
    s: Situation, side: str, errand: str, place: str, pieces: tuple[str, ...],
    sums: tuple[int, int], night: bool = False,  # noqa: FBT001, FBT002
) -> Bombing:  # fmt: skip
    """Return the sum of points on a target: all of them, and what of them counts."""
    added, points = sums
    return bombing_of(s, errand, place, pieces, added=added, points=points,
                      factor=_factor(s, side, errand, place), night=night)  # fmt: skip


def _factor(s: Situation, side: str, errand: str, place: str) -> int:
    if errand != TROOPS:
        return 1
    return sum(exposure(s, piece, "air") for piece in land_at(s, place, s.enemy(side)))


def bombing_sum(s: Situation, side: str, raid: Bombing) -> Reckoning:
    """Return a bombing as a table shows it."""
    enemy, place = s.enemy(side), raid.hex
    troops = sorted(land_at(s, place, enemy)) if raid.errand == TROOPS else []
    bombers = (Part(side, power(s, p, "land", place), msg("{piece}", piece=piece_ref(p)),
                    RULES[raid.errand], p) for p in raid.pieces)  # fmt: skip
    title = msg("{errand} over {hex}", errand=errand_ref(raid.errand), hex=hex_ref(place))
    found = reckoning_of(s, side, raid, title, (*bombers, *exposed(s, enemy, troops)))
    return found if raid.errand == TROOPS else replace(found, means=raid.errand)


# ------------------------------------------------------------------------------ carrying out


class CarryOutBombings(Step, frozen=True):
    """Carry out the bombings of a side, one for each target, fields first."""

    side: str
    done: tuple[tuple[str, str, bool], ...] = ()

    def run(self, change: Change) -> None:
        """Carry out the next one."""
        ahead = [task for task in self._tasks(change) if task not in self.done]
        if not ahead:
            change.finish()
            return
        change.replace(replace(self, done=(*self.done, ahead[0])))
        errand, place, night = ahead[0]
        raid = bombing(change, self.side, errand, place, night=night)
        if raid.pieces:
            _bomb(change, raid, self.side)

    def _tasks(self, s: Situation) -> list[tuple[str, str, bool]]:
        mine = (o for o in sorties(s).values() if s.side(o.piece) == self.side)
        found = {(o.mission, o.hex, o.night) for o in mine if o.mission in _ORDER}
        return sorted(found, key=lambda task: (_ORDER.index(task[0]), task[1], task[2]))


def _bomb(change: Change, raid: Bombing, side: str) -> None:
    """Throw the die, hurt the target, then the bombers."""
    table, rule, enemy = change.module.values[TABLE], RULES[raid.errand], change.enemy(side)
    why = msg("{errand} over {hex}", errand=errand_ref(raid.errand), hex=hex_ref(raid.hex))
    reckoning = bombing_sum(change, side, raid)
    for piece in raid.pieces:
        change.show(piece)
    faces = change.roll(table.dice, side, why, rule, die=table.die)
    code = table.cell(raid.column, sum(faces))
    result, stars = int(code.rstrip(_STARS)), code.count(_STARS)
    words = {"errand": errand_ref(raid.errand), "hex": hex_ref(raid.hex),
             "die": faces[0], "result": result, "stars": "*" * stars}  # fmt: skip
    known = sees_target(change, side, raid)
    full = msg("{errand}, {hex}: {points} × {factor} = {total} ({column}); die {die}: "
               "{result}{stars}.", **words, points=raid.points, factor=raid.factor,
               total=raid.total, column=raid.column_label)  # fmt: skip
    told: dict[str, Any] = {
        "bombing": plain(raid), "attacker": side, "code": code, "faces": list(faces),
        "reckoning": kept_reckoning(reckoning),
    }  # fmt: skip
    if known:
        change.say(full, rule, **told)
    else:  # what lies there must not follow from the column (6.3.2-1)
        sealed = msg("{errand}, {hex}: die {die}: {result}{stars}.", **words)
        change.say(full, rule, to=(enemy,), **told)
        change.say(sealed, rule, to=(side,), code=code, faces=list(faces))
    steps = list(EFFECTS[raid.errand](change, raid, side, result))
    guns = _anti_aircraft(change, raid.hex, enemy)
    for number, clause in ((stars, "filipinas-6.3.2-4"), (guns, "filipinas-9.1-1")):
        if number:
            steps.append(ShareLosses(side, raid.pieces, clause, number))
    change.push(*steps)


def sees_target(s: Situation, side: str, raid: Bombing) -> bool:
    """Return whether a side may know the column, which would tell what lies there (6.3.2-1)."""
    enemy = s.enemy(side)
    return raid.errand != TROOPS or (
        raid.hex not in unknowns(s, enemy)
        and seen_by(s, side, land_at(s, raid.hex, enemy), Level.KIND)
    )


def _anti_aircraft(s: Situation, place: str, side: str) -> int:
    """Return the losses that anti-aircraft artillery in a bombed hex inflicts by itself (9.1-1)."""
    guns = any(_ANTI_AIRCRAFT in s.counter(p).tags for p in land_at(s, place, side))
    return s.terms(AirTerms).anti_aircraft_losses if guns else 0


def damage_field(change: Change, place: str, rule: str) -> None:
    """An airfield is damaged; new damage sets its marker back (6.3.1-4)."""
    if not change.place_marked(place, DAMAGE[0]):
        had = tuple(mark for mark in DAMAGE[1:] if change.place_marked(place, mark))
        change.emit(ev.PlaceMarked(place, (DAMAGE[0],), had))
    since = {**change.position.facts.get(_SINCE, {}), place: change.turn}
    change.emit(ev.FactSet(_SINCE, dict(sorted(since.items()))))
    change.say(msg("The airfield of {hex} is damaged.", hex=hex_ref(place)), rule)


def damaged_since(s: Situation, place: str) -> int:
    """Return the turn in which an airfield was damaged last."""
    found: int = s.position.facts.get(_SINCE, {}).get(place, 0)
    return found


def forget_damage(change: Change, place: str) -> None:
    """An airfield is whole again."""
    since = {h: n for h, n in change.position.facts.get(_SINCE, {}).items() if h != place}
    change.emit(ev.FactSet(_SINCE, since or None))


def _on_field(change: Change, raid: Bombing, side: str, result: int) -> Iterator[Step]:
    """1 damages the field, more hits aircraft there; those that fly elsewhere are spared."""
    if not result or not is_base(change, raid.hex):
        return
    damage_field(change, raid.hex, "filipinas-6.3.1-1")
    away = {o.piece for o in sorties(change).values() if o.hex != raid.hex}
    there = tuple(p for p in based(change, raid.hex) if change.side(p) != side and p not in away)
    if result > 1 and there:
        yield ShareLosses(change.enemy(side), there, "filipinas-6.3.1-2", result - 1)


def _on_port(change: Change, raid: Bombing, side: str, result: int) -> Iterator[Step]:
    hit_port(change, raid.hex, side, result)
    yield from ()


def _on_troops(change: Change, raid: Bombing, side: str, result: int) -> Iterator[Step]:
    there = land_at(change, raid.hex, change.enemy(side))
    if result and there:
        yield ShareLosses(change.enemy(side), there, "filipinas-6.3.2-3", result)


EFFECTS: Final = {FIELD: _on_field, PORT: _on_port, TROOPS: _on_troops}
"""What a result of the table does to each kind of target, whoever bombs or shells it."""


class ShareLosses(OwnBusiness, Losing, frozen=True):
    """Some units take a number of losses, one after the other, as their owner chooses.

    One unit may take several of them.
    """

    who: ClassVar[str] = "who-loses"

    rule: str
    left: int = 1

    def pickable(self, s: Situation) -> tuple[str, ...]:
        """Return those that are still there."""
        return units(s, tuple(p for p in self.pieces if s.alive(p))) if self.left else ()

    def decision(self, s: Situation) -> Decision | None:
        """Ask the owner if there is a choice: if not all of them are lost anyway."""
        pieces = self.pickable(s)
        if len(pieces) <= 1:
            return None
        return Decision(
            self.side, msg("Choose who takes the loss."), self.rule, "choose", pieces=pieces,
            actions=("lose",), data={"times": self.left},
        )  # fmt: skip

    def hit(self, change: Change, piece: str) -> None:
        """Let it take the loss; others may follow."""
        if self.left > 1:
            change.replace(replace(self, left=self.left - 1))
        else:
            change.finish()
        take_loss(change, piece, self.rule)


class Bombings:
    """A part: bombings are carried out after the air combats and the transports (3.0-19)."""

    @hookimpl
    def steps_at(self, s: Situation, moment: Moment, side: str) -> list[Step]:
        return [CarryOutBombings(side)] if moment is Moment.BOMBARDMENTS else []
