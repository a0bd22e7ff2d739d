"""Air battles over the hexes where aircraft of both sides meet, fighters among them (6.1).

The total of the active side finds the column of the table ``air-combat``, that of the other side
the band. A cell such as ``3-1`` tells the losses of the side that reacts, then those of the active
one. Losses fall on the weakest intact pieces first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import msgspec
from msgspec.structs import replace

from tabuleiro.engine import Step, hex_ref, msg
from tabuleiro.engine.data import plain
from tabuleiro.rules.air.battle_in_the_air import (
    flier_part,
    no_fighters,
    sum_in_the_air,
    throw_in_the_air,
)
from tabuleiro.rules.air.mission_plan import FIGHTER
from tabuleiro.rules.air.weakest_first import WeakestFirst
from tabuleiro.rules.clauses import clause
from tabuleiro.rules.combat.losses import still_in_play
from tabuleiro_papua.air.errands import LOADED
from tabuleiro_papua.air.sorties import sorties, sorties_over

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tabuleiro.engine import Change, Message, Situation
    from tabuleiro.rules.combat.reckoning import Reckoning

__all__ = ["AirBattle", "AirBattles", "AirLosses", "Squadron", "air_battle", "air_sum", "contested"]

_TABLE = "air-combat"


class Squadron(msgspec.Struct, frozen=True):
    """An air piece in an air battle: what it counts, in what role, on what errand."""

    piece: str
    value: int
    role: str
    kind: str


class AirBattle(msgspec.Struct, frozen=True):
    """The sum of an air battle: both sides, their totals, the column and the band."""

    hex: str
    attackers: tuple[Squadron, ...]
    defenders: tuple[Squadron, ...]
    attack: int
    defence: int
    column: str
    band: str


def contested(s: Situation) -> tuple[str, ...]:
    """Return the hexes over which an air battle is fought, in order."""
    hexes = {order.hex for order in sorties(s).values() if not order.night}
    return tuple(hex for hex in sorted(hexes) if _meet(s, hex))


def _meet(s: Situation, place: str) -> bool:
    there = [order for order in sorties_over(s, place) if not order.night]
    sides = {s.side(order.piece) for order in there}
    return len(sides) > 1 and any(order.role == FIGHTER for order in there)


def air_battle(s: Situation, place: str, attacker: str) -> AirBattle:
    """Return the sum of the air battle over a hex as it stands now."""
    table = s.module.values[_TABLE]
    mine = tuple(_squadrons(s, place, attacker))
    theirs = tuple(_squadrons(s, place, s.enemy(attacker)))
    attack, defence = (sum(one.value for one in side) for side in (mine, theirs))
    column, band = table.columns[table.column(attack)], table.bands[table.band(defence)]
    return AirBattle(place, mine, theirs, attack, defence, column.label, band.label)


def air_sum(s: Situation, side: str, battle: AirBattle) -> Reckoning:
    """Return an air battle as a table shows it; the side is the active one."""
    enemy, rule, table = s.enemy(side), clause(s, "air-combat"), s.module.values[_TABLE]
    both = ((side, battle.attackers), (enemy, battle.defenders))
    parts = [
        flier_part(who, one.piece, one.value, one.kind, rule)
        for who, squadrons in both
        for one in squadrons
    ]
    return sum_in_the_air(
        s, msg("Air battle over {hex}", hex=hex_ref(battle.hex)), battle.hex, (side, enemy), parts,
        (battle.attack, battle.defence),
        at=(_TABLE, table.column(battle.attack), table.band(battle.defence)),
        harm=_harm(battle),
    )  # fmt: skip


def _squadrons(s: Situation, place: str, side: str) -> Iterator[Squadron]:
    for order in sorties_over(s, place, side):
        if not order.night:
            yield Squadron(order.piece, s.value(order.piece, "air"), order.role, order.kind)


class AirBattles(Step, frozen=True):
    """Fight the air battles of a combat phase, hex by hex."""

    side: str
    done: tuple[str, ...] = ()

    def run(self, change: Change) -> None:
        """Fight the next one."""
        left = [place for place in contested(change) if place not in self.done]
        if not left:
            change.finish()
            return
        change.replace(replace(self, done=(*self.done, left[0])))
        _fight(change, air_battle(change, left[0], self.side), self.side)


def _fight(change: Change, battle: AirBattle, side: str) -> None:
    """Throw the die and let both sides take their losses."""
    enemy, rule = change.enemy(side), clause(change, "air-combat")
    why = msg("air battle over {hex}", hex=hex_ref(battle.hex))
    thrown = throw_in_the_air(
        change, air_sum(change, side, battle), why, rule,
        fliers=[one.piece for one in (*battle.attackers, *battle.defenders)],
        harm=_harm(battle),
    )  # fmt: skip
    change.say(
        msg("Air battle over {hex}: {side} {attack} ({column}) against {defence} ({band}); "
            "die {die}: {code}. Losses: {enemy} {lost}, {side} {ours}.", **thrown.words),
        rule,
        air_battle=plain(battle),
        **thrown.data,
    )  # fmt: skip
    for who in thrown.harmless:
        change.say(no_fighters(who), clause(change, "air-losses"))
    lost, ours = thrown.losses
    sides = ((enemy, battle.defenders, lost), (side, battle.attackers, ours))
    change.push(
        *(AirLosses(who, tuple(one.piece for one in pieces), n) for who, pieces, n in sides if n)
    )


def _harm(battle: AirBattle) -> tuple[bool, bool]:
    """Return which side can destroy aircraft: with fighters."""
    return _has_fighters(battle.attackers), _has_fighters(battle.defenders)


def _has_fighters(squadrons: Iterable[Squadron]) -> bool:
    return any(one.role == FIGHTER for one in squadrons)


class AirLosses(WeakestFirst, frozen=True):
    """Squadrons take the losses of an air battle."""

    who: ClassVar[str] = "air-losses"

    def there(self, s: Situation) -> Iterable[str]:
        """Return those that are still in play."""
        return still_in_play(s, self.pieces)

    def rule(self, s: Situation) -> str:
        """Return the clause about it."""
        return clause(s, "air-losses")

    def prompt(self) -> Message:
        """Return how their owner is asked."""
        return msg("Choose which squadron takes the loss.")

    def aboard(self, s: Situation, piece: str) -> tuple[str, str] | None:
        """Return whom a squadron carries, if anybody, with the clause about passengers."""
        order = sorties(s).get(piece)
        if order is None or order.kind not in LOADED or not still_in_play(s, (order.cargo,)):
            return None
        return order.cargo, clause(s, "passenger-losses")
