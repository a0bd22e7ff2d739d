"""The parts of a module as tables to read: board, counters, tables, scenarios."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.cli.output import columns, table_lines
from tabuleiro.cli.show.dump import hex_data
from tabuleiro.i18n import _, text
from tabuleiro.module.places import inside_of
from tabuleiro.module.records import UNLIMITED

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import Any

    from tabuleiro.module import (
        Counter,
        Module,
        Objective,
        OddsTable,
        Reinforcement,
        Scenario,
        ValueTable,
        Withdrawal,
        Words,
    )

__all__ = [
    "board_lines",
    "counter_lines",
    "counter_row",
    "half_points",
    "scenario_lines",
    "table_parts",
]


def half_points(cost: int | None) -> str:
    """Return half points as players read them; None is forbidden.

    >>> half_points(3), half_points(None), half_points(0)
    ('1½', '–', '0')
    """
    from tabuleiro.seats.telling import halves

    return "–" if cost is None else halves(cost) or "0"


# ------------------------------------------------------------------------------- the board


def board_lines(module: Module) -> Iterator[str]:
    """Yield every hex with terrain, height, places, sides and roads."""
    rows = []
    for name in module.board.grid.hexes:
        found = hex_data(module, name)
        places = [text(module.board.places[place].name) for place in found["places"]]
        rows.append((name, text(module.terrain[found["terrain"]].name), found["height"],
                     ", ".join(places), _sides(module, found), _roads(module, found)))  # fmt: skip
    heads = (_("hex"), _("terrain"), _("height"), _("places"), _("hexsides"), _("roads"))
    yield from table_lines(rows, heads)


def _sides(module: Module, found: Mapping[str, Any]) -> str:
    kinds: dict[str, list[str]] = {}
    for there, some in found["sides"].items():
        for kind in some:
            kinds.setdefault(text(module.hexsides[kind].name), []).append(there)
    return "; ".join(f"{kind} {' '.join(hexes)}" for kind, hexes in sorted(kinds.items()))


def _roads(module: Module, found: Mapping[str, Any]) -> str:
    told = []
    for kind in module.networks:
        ways = [*found["roads"].get(kind, ()), *found["leaves"].get(kind, ())]
        if ways:
            told.append(f"{text(module.networks[kind].name)} {' '.join(ways)}")
    return "; ".join(told)


# ---------------------------------------------------------------------------- the counters


def counter_lines(module: Module) -> Iterator[str]:
    """Yield every counter; a value with an asterisk is reconstructed."""
    counters = [*module.counters.values(), *module.palette.values()]
    names = list(dict.fromkeys(name for c in counters for name in c.values))
    rows = [counter_row(module, counter, names) for counter in counters]
    heads = (_("id"), _("name"), _("nation"), _("type"), _("size"), _("formation"),
             *(_value_name(name) for name in names))  # fmt: skip
    yield from table_lines(rows, heads)
    yield _("full/reduced; an asterisk marks what is reconstructed, not printed")


def _value_name(name: str) -> str:
    known = {
        "attack": _("attack"),
        "defense": _("defence"),
        "move": _("move"),
        "range": _("range"),
    }
    return known.get(name, name)


def counter_row(module: Module, counter: Counter, names: Iterable[str]) -> tuple[object, ...]:
    """Return a counter as a row with its values by name."""
    formation = module.formations.get(counter.formation or "")
    return (
        counter.id,
        text(counter.name),
        text(module.nations[counter.nation].name),
        text(module.unit_types[counter.type].name),
        counter.size,
        text(formation.name) if formation else "",
        *(_value(counter, name) for name in names),
    )


def _value(counter: Counter, name: str) -> str:
    if name not in counter.values:
        return ""
    values = [_number(side[name]) for side in counter.sides]
    told = values[0] if len(set(values)) == 1 else "/".join(values)
    return f"{told}*" if name in counter.reconstructed else told


def _number(value: int) -> str:
    return "∞" if value == UNLIMITED else str(value)


# ------------------------------------------------------------------------------ the tables


def table_parts(module: Module) -> Iterator[str]:
    """Yield every table."""
    yield _("Terrain: points to enter or cross, columns for the defender")
    groups: list[Iterable[Any]] = [
        module.terrain.values(), module.hexsides.values(), module.networks.values(),
        module.sites.values(),
    ]  # fmt: skip
    rows = [
        (text(item.name), *(_price(item.cost, name) for name in module.movement_classes),
         getattr(item, "columns", 0) or "", item.rule or "")
        for group in groups for item in group
    ]  # fmt: skip
    classes = (text(module.class_name(name)) for name in module.movement_classes)
    yield from table_lines(rows, ("", *classes, _("columns"), _("rule")), "  ")
    for odds in module.odds.values():
        yield from _dice_table(odds, odds.columns)
    for values in module.values.values():
        heads = [text(c.name) if c.name else c.label for c in values.columns]
        yield from _dice_table(values, heads)
    for index in module.indices.values():
        yield ""
        yield text(index.name)
        body = [
            (text(module.unit_types[kind].name), *(row or ())) for kind, row in index.rows.items()
        ]
        yield from table_lines(body, ("", *index.columns), "  ")
    for chart in module.charts.values():
        yield ""
        yield text(chart.name) + (_(" (reconstructed)") if chart.reconstructed else "")
        lines = [
            (text(line.name), *(cell or "" for cell in cells))
            for line, cells in zip(chart.rows, chart.cells, strict=True)
        ]
        yield from table_lines(lines, ("", *(text(column.name) for column in chart.columns)), "  ")
    yield ""
    yield _("Results")
    for result in module.results.values():
        yield f"  {result.id:<4} {text(result.name)}: {text(result.text)}"


def _price(costs: Mapping[str, int | None], name: str) -> str:
    """Return a price; nothing if something has none of its own."""
    return half_points(costs[name]) if name in costs else ""


def _dice_table(table: OddsTable | ValueTable, heads: Iterable[str]) -> Iterator[str]:
    yield ""
    yield text(table.name) + (_(" (reconstructed)") if table.reconstructed else "")
    rows = [(row.label, *cells) for row, cells in zip(table.rows, table.cells, strict=True)]
    yield from table_lines(rows, (_("dice"), *heads), "  ")
    for name, cells in table.variants.items():
        told = ", ".join(f"{spot}: {cell}" for spot, cell in cells.items())
        yield f"  {name}: {told}"


# --------------------------------------------------------------------------- the scenarios


def scenario_lines(module: Module) -> Iterator[str]:
    """Yield every scenario with its set-ups and what comes and goes."""
    for scenario in module.scenarios.values():
        yield f"{text(scenario.name)} ({scenario.id})"
        yield from _setup(module, scenario)
        yield from _moving(module, scenario)
        yield from _prizes(module, scenario)


def _names(module: Module, units: Iterable[str]) -> str:
    return ", ".join(text(module.counters[unit].name) for unit in units)


def _losses(number: int) -> str:
    if number > 1:
        return _(" ({n} losses)").format(n=number)
    return _(" (reduced)") if number else ""


def _setup(module: Module, scenario: Scenario) -> Iterator[str]:
    yield _("Set-up:")
    rows = [
        (entry.hex, _names(module, entry.units) + _losses(entry.reduced))
        for entry in scenario.setup
    ]
    yield from table_lines(rows, indent="  ")
    if scenario.free:
        yield _("Placed by their owner:")
    for free in scenario.free:
        where = ", ".join(f"{key} {value}" for key, value in free.where.items())
        side = text(module.sides[free.side].name)
        yield f"  {side}: {_names(module, free.units)} ({where})"


def _moving(module: Module, scenario: Scenario) -> Iterator[str]:
    for head, moves in (
        (_("Reinforcements:"), scenario.reinforcements),
        (_("Withdrawals:"), scenario.withdrawals),
    ):
        if moves:
            yield head
        rows = [
            (_("turn {n}").format(n=m.turn), text(module.sides[m.side].name),
             _names(module, m.units), ", ".join(m.edges) or _inside(m), m.when)
            for m in moves
        ]  # fmt: skip
        yield from table_lines(rows, indent="  ")


def _inside(move: Reinforcement | Withdrawal) -> str:
    """Return the place of those who come inside of others."""
    holder = getattr(move, "inside", None)
    return inside_of(holder) if holder else ""


def _of_goal(module: Module, goal: Objective) -> Words:
    """Return the name of a place or region that is worth points."""
    board = module.board
    return board.regions[goal.region].name if goal.region else board.places[goal.place].name


def _prizes(module: Module, scenario: Scenario) -> Iterator[str]:
    if scenario.objectives:
        yield _("Objectives:")
    rows = [
        (goal.hex, text(_of_goal(module, goal)),
         text(module.sides[goal.owner].name) if goal.owner else "",
         ", ".join(f"{text(module.sides[s].name)} {n}" for s, n in goal.points.items()))
        for goal in scenario.objectives
    ]  # fmt: skip
    yield from table_lines(rows, indent="  ")
    if scenario.pools:
        yield _("Points by turn:")
    for pool in scenario.pools:
        points = " ".join(map(str, pool.per_turn))
        yield columns([f"{text(pool.name)} ({text(module.sides[pool.side].name)}): {points}"])
