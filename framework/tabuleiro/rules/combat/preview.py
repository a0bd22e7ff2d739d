"""Previews: what an attack would come to before the dice, and where a piece could go.

All functions are pure: they ask and change nothing.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from typing import TYPE_CHECKING

import msgspec

from tabuleiro.module.tables import sums
from tabuleiro.rules.combat.battle import Battle, Odds
from tabuleiro.rules.combat.draft import Draft
from tabuleiro.rules.combat.odds import odds_of, result_of, table_of
from tabuleiro.rules.combat.shifts import shifted
from tabuleiro.rules.ground.movement import destinations, path_prices

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import TypeAlias

    from tabuleiro.engine import Objection, Situation
    from tabuleiro.module import OddsTable, ValueTable

    Table: TypeAlias = OddsTable | ValueTable

__all__ = [
    "Journey",
    "Preview",
    "attack_kinds",
    "chances",
    "column_labels",
    "declared",
    "journeys",
    "missing_for_next_column",
    "objections",
    "preview",
    "result_chances",
    "step_prices",
]

_ENOUGH = 100_000


class Preview(msgspec.Struct, frozen=True):
    """What a battle would come to: its odds, and the chance of each result.

    ``chances`` counts, for each cell of the column, in how many of all ``throws`` of the dice it
    comes. ``missing`` are the points of attack that lead to the next column, None if none do.
    """

    battle: Battle
    odds: Odds
    columns: tuple[str, ...]
    chances: Mapping[str, int]
    throws: int
    missing: int | None


def preview(s: Situation, battle: Battle) -> Preview:
    """Return what a battle would come to now."""
    return s.cache_here(("preview", battle), lambda: _preview(s, battle))


def _preview(s: Situation, battle: Battle) -> Preview:
    odds = odds_of(s, battle)
    table = table_of(s, battle, odds)
    return Preview(
        battle=battle,
        odds=odds,
        columns=column_labels(table),
        chances=result_chances(battle, table, odds.column),
        throws=table.die**table.dice,
        missing=missing_for_next_column(s, battle, odds),
    )


def column_labels(table: Table) -> tuple[str, ...]:
    """Return the labels of the columns of a table, from the left."""
    return tuple(c if isinstance(c, str) else c.label for c in table.columns)


def chances(table: Table, column: int) -> dict[str, int]:
    """Return for each cell of a column in how many of all throws of the dice it comes.

    >>> from tabuleiro.module import DiceRow, OddsTable
    >>> rows = (DiceRow("2-6", (2, 3, 4, 5, 6)), DiceRow("7-12", (7, 8, 9, 10, 11, 12)))
    >>> table = OddsTable("combat", {}, 2, ("1-1", "2-1"), rows, (("AE", "IMP"), ("IMP", "DE")))
    >>> chances(table, 0), chances(table, 1)
    ({'IMP': 21, 'AE': 15}, {'DE': 21, 'IMP': 15})
    """
    found: Counter[str] = Counter()
    for total, ways in sums(table.dice, table.die).items():
        found[table.cell(column, total)] += ways
    return dict(found.most_common())


def result_chances(battle: Battle, table: Table, column: int) -> dict[str, int]:
    """Return the chances of the results as they count in a battle of that kind."""
    found: Counter[str] = Counter()
    for cell, ways in chances(table, column).items():
        found[result_of(battle, cell)] += ways
    return dict(found.most_common())


def missing_for_next_column(s: Situation, battle: Battle, odds: Odds) -> int | None:
    """Return how many points of attack more lead to the next column, shifts being the same.

    None if the attack is in the last column that it can come to.
    """
    table = table_of(s, battle, odds)
    net = battle.kind == "assault" and s.options.get("shifts") == "net"

    def column(more: int) -> int:
        base = _base(table, battle, odds.attack + more, odds.defence)
        return shifted(base, odds.shifts, len(table.columns), net=net)

    more = bisect_right(range(_ENOUGH), odds.column, key=column)
    return more if more < _ENOUGH else None


def _base(table: Table, battle: Battle, attack: int, defence: int) -> int:
    if battle.kind == "assault":
        return table.column(attack, defence)  # type: ignore[call-arg]
    return table.column(attack * defence)  # type: ignore[call-arg]


# ------------------------------------------------------------------------------ which battle


def attack_kinds(s: Situation) -> tuple[str, ...]:
    """Return the kinds of attack for which a game has a table."""
    found = ("assault",) if "combat" in s.module.odds else ()
    return (*found, "bombardment", "air") if "bombardment" in s.module.values else found


def declared(s: Situation) -> Battle | None:
    """Return the battle that is being declared now, as far as it is told in this situation.

    Asked of what a side believes it tells what that side knows: nobody but the attacker knows of
    an attack before it is announced, and nobody but the defender of the answer.
    """
    top = s.position.top
    return top.drafted(s) if isinstance(top, Draft) else None


def objections(s: Situation, battle: Battle) -> list[Objection]:
    """Return why an attack could not be declared like this now; pieces and air points alone."""
    found: list[Objection] = []
    for side, pieces in (
        (battle.attacker, (*battle.attackers, *battle.support)),
        (battle.defender, battle.defence),
    ):
        draft = s.rules.declaration(s=s, battle=battle, side=side)
        if draft is not None:
            found += (o for piece in pieces for o in draft.join_objections(s, piece))
    return found


# ---------------------------------------------------------------------------------- movement


class Journey(msgspec.Struct, frozen=True):
    """A place where a piece could end a move: the cheapest path, and its price in half points."""

    place: str
    path: tuple[str, ...]
    cost: int


def journeys(s: Situation, piece: str) -> tuple[Journey, ...]:
    """Return every place where a piece could end a move if it moved now, the cheapest first.

    It does not matter whose turn it is.
    """
    found = destinations(s, piece).items()
    return tuple(
        sorted(
            (Journey(place, path, cost) for place, (path, cost) in found),
            key=lambda journey: (journey.cost, journey.place),
        )
    )


def step_prices(s: Situation, piece: str, path: tuple[str, ...]) -> tuple[int, ...]:
    """Return the half points spent after each hex of a path, break of contact included."""
    return path_prices(s, piece, path)
