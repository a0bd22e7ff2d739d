"""Reckoning of a naval engagement: totals, column, firepower, and what hits cost (7.1.2).

Pure sums over ships and tables. Not here: who gives battle, stays or withdraws (`naval_actions`),
and how the hits are given out (`naval_losses`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from tabuleiro.engine import hex_ref, msg, nmsg, piece_ref, side_ref
from tabuleiro.engine.messages import key_ref
from tabuleiro.i18n import N_
from tabuleiro.rules.clauses import clause
from tabuleiro.rules.combat.battle import Part, Shift
from tabuleiro.rules.combat.reckoning import Reckoning
from tabuleiro_filipinas.parameters.course import WeatherShiftTerms
from tabuleiro_filipinas.parameters.war import NavalTerms
from tabuleiro_filipinas.weather import weather_at

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tabuleiro.engine import Situation
    from tabuleiro.module import ValueTable

__all__ = [
    "Engagement",
    "Side",
    "column_of",
    "cost_of_hit",
    "engagement",
    "engagement_sum",
    "firepower",
    "is_line",
    "multipliers",
    "power",
    "targets",
]

TABLE: Final = "naval-combat"
_TENTHS: Final = 10


class Side(msgspec.Struct, frozen=True):
    """One side of an engagement: its ships, how many points count, how many of them fire."""

    side: str
    ships: tuple[str, ...]
    total: int
    guns: int


class Engagement(msgspec.Struct, frozen=True):
    """The sum of an engagement as it stands."""

    hex: str
    attacker: Side
    defender: Side
    shifts: tuple[Shift, ...]
    base: int
    column: int

    @property
    def difference(self) -> int:
        """By how much the attacker is stronger."""
        return self.attacker.total - self.defender.total


def is_line(s: Situation, ship: str) -> bool:
    """Return whether a ship fights others: battleships, cruisers and destroyers (7.1.2-5)."""
    return "line" in s.counter(ship).tags


def power(s: Situation, ship: str, *, attacks: bool) -> int:
    """Return what a ship counts in an engagement.

    Of other ships only a carrier with guns of its own counts, and only in defence (2.2.3-6).
    Clauses: 7.1-1, 7.1.2-20.
    """
    tags = s.counter(ship).tags
    armed = is_line(s, ship) or (not attacks and "deck" in tags and "anti-air-only" not in tags)
    return s.value(ship, "combat") if armed else 0


def engagement(
    s: Situation, place: str, attackers: Sequence[str], defenders: Sequence[str]
) -> Engagement:
    """Return the sum of an engagement of ships; the hex is the defender's."""
    table, limit = s.module.values[TABLE], s.terms(NavalTerms).limit
    attack = _side(s, attackers, limit, attacks=True)
    defence = _side(s, defenders, limit, attacks=False)
    shifts = tuple(_shifts(s, place, attack, defence))
    base = table.column(attack.total - defence.total)
    column = column_of(table, base, shifts, net=s.options.get("shifts") == "net")
    return Engagement(place, attack, defence, shifts, base, column)


def _side(s: Situation, ships: Sequence[str], limit: int, *, attacks: bool) -> Side:
    total = sum(power(s, ship, attacks=attacks) for ship in ships)
    guns = sum(is_line(s, ship) for ship in ships)
    return Side(s.side(ships[0]), tuple(ships), min(total, limit), guns)


def column_of(table: ValueTable, base: int, shifts: Iterable[Shift], *, net: bool = False) -> int:
    """Return the column after all shifts: the attacker's first, then the defender's (7.1.2-9)."""
    right = sum(shift.columns for shift in shifts if shift.favours == "attacker")
    left = sum(shift.columns for shift in shifts if shift.favours == "defender")
    if net:
        return table.shifted(base, right - left)
    return table.shifted(table.shifted(base, right), -left)


def _shifts(s: Situation, place: str, attack: Side, defence: Side) -> Iterator[Shift]:
    for favours, one in (("attacker", attack), ("defender", defence)):
        for columns, why, word in _advantages(s, one):
            label = msg(why, side=side_ref(one.side))
            yield Shift(favours, columns, label, clause(s, word))
    kind = weather_at(s, place)
    columns = s.terms(WeatherShiftTerms).weather_shift.get(kind, 0)
    if columns:
        label = msg("weather: {weather}", weather=key_ref(f"state.weather-{kind}"))
        yield Shift("defender", columns, label, clause(s, f"weather-{kind}"))


def _advantages(s: Situation, one: Side) -> Iterator[tuple[int, str, str]]:
    """Yield the columns that ships gain for their side: radar, torpedoes, balance."""
    columns = s.terms(NavalTerms).shifts
    types = {s.counter(ship).type for ship in one.ships}
    own = _first_nation(s, one.side)
    if one.side in columns and any(s.counter(ship).nation == own for ship in one.ships):
        yield columns[one.side], N_("radar of {side}"), "naval-radar"
    if f"{one.side}-destroyers" in columns and "destroyers" in types:
        yield columns[f"{one.side}-destroyers"], N_("torpedoes of {side}"), "naval-torpedoes"
    whole = {"battleships", "cruisers", "destroyers"}
    if whole <= types and not types & {"carriers", "convoys"}:
        yield columns["balance"], N_("balanced force of {side}"), "naval-balance"


def engagement_sum(s: Situation, fight: Engagement) -> Reckoning:
    """Return an engagement as a table shows it."""
    rule = clause(s, "naval-combat")
    parts = tuple(
        Part(one.side, power(s, ship, attacks=attacks), msg("{piece}", piece=piece_ref(ship)),
             rule, ship)
        for one, attacks in ((fight.attacker, True), (fight.defender, False)) for ship in one.ships
    )  # fmt: skip
    note = nmsg("{n} ship of {side} fires, {m} of {enemy}.",
                "{n} ships of {side} fire, {m} of {enemy}.", fight.attacker.guns,
                n=fight.attacker.guns, side=side_ref(fight.attacker.side),
                m=fight.defender.guns, enemy=side_ref(fight.defender.side))  # fmt: skip
    return Reckoning(
        title=msg("Naval combat off {hex}", hex=hex_ref(fight.hex)),
        hex=fight.hex,
        attacker=fight.attacker.side,
        defender=fight.defender.side,
        parts=parts,
        attack=fight.attacker.total,
        defence=fight.defender.total,
        table=TABLE,
        column=fight.column,
        base=fight.base,
        notes=(note,),
        shifts=fight.shifts,
        counts=(fight.attacker.guns, fight.defender.guns),
    )


def multipliers(table: ValueTable, column: int, total: int) -> tuple[int, int]:
    """Return the multipliers of attacker and defender, in tenths (7.1.2-4).

    >>> from tabuleiro.module import DiceRow, ValueColumn, ValueTable
    >>> rows = (DiceRow("5-9", (5, 9)),)
    >>> table = ValueTable("naval", {}, 2, (ValueColumn("0", 0, 0),), rows, (("0.4/0.8",),))
    >>> multipliers(table, 0, 9)
    (4, 8)
    """
    mine, theirs = table.cell(column, total).split("/")
    return round(float(mine) * _TENTHS), round(float(theirs) * _TENTHS)


def firepower(tenths: int, guns: int) -> int:
    """Return the points of some ships, the fraction dropped (7.1.2-5).

    >>> firepower(8, 6)
    4
    """
    return tenths * guns // _TENTHS


# ------------------------------------------------------------------------------ hits


def cost_of_hit(s: Situation, ship: str) -> int:
    """Return how many points a ship's next loss costs (7.1.2-10, 7.1.2-22, 7.1.2-23)."""
    counter, losses = s.counter(ship), s.piece(ship).losses
    if counter.type == "convoys":
        return 1
    now = counter.value("combat", losses=losses)
    then = counter.value("combat", losses=losses + 1) if losses + 1 < counter.steps else 0
    return max(now - then, 1)


def targets(s: Situation, ships: Iterable[str], points: int) -> tuple[str, ...]:
    """Return the ships that can be hit with so many points: intact ones as long as any can be.

    Of convoys the smallest comes first (7.3-6, 7.3-7). Submarines are no targets (7.1.2-21).
    """
    able = [p for p in ships if s.counter(p).type != "submarines" and cost_of_hit(s, p) <= points]
    intact = [ship for ship in able if not s.piece(ship).losses]
    pool = intact or able
    convoys = [ship for ship in pool if s.counter(ship).type == "convoys"]
    least = min((s.value(ship, "transport") for ship in convoys), default=0)
    return tuple(p for p in pool if p not in convoys or s.value(p, "transport") == least)


def _first_nation(s: Situation, side: str) -> str:
    """Return the nation that gives a side its name: its ships alone have what the side has."""
    return next(name for name, nation in s.module.nations.items() if nation.side == side)
