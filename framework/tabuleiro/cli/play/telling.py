"""What is told during a match: decisions, units, hexes, events, odds, points."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tabuleiro.cli.output import table_lines
from tabuleiro.engine import DEAD, OFF
from tabuleiro.engine import events as ev
from tabuleiro.engine.messages import place_name
from tabuleiro.engine.views import view_piece
from tabuleiro.i18n import _, text
from tabuleiro.mechanics.profiles import halves

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tabuleiro.engine import Action, Game, Objection, Row, Situation

__all__ = [
    "action_words",
    "hex_lines",
    "objection_lines",
    "row_lines",
    "score_lines",
    "status_lines",
    "unit_rows",
    "where",
]


def where(s: Situation, place: str) -> str:
    """Return a place in words."""
    known = {OFF: _("off the board"), DEAD: _("eliminated")}
    return known.get(place) or place_name(place, s.module)


def status_lines(game: Game) -> Iterator[str]:
    """Yield whose decision it is, what is asked, and what is obligatory."""
    decision = game.decision()
    s = game.situation
    phase = text(s.phase.name) if s.phase else _("Set-up")
    head = _("Turn {turn}, {phase}").format(turn=s.turn, phase=phase)
    if decision is None:
        yield f"{head}. {_('The match is over.')}"
        return
    side = text(game.module.sides[decision.side].name)
    rule = f" ({decision.rule})" if decision.rule else ""
    yield f"{head}. {side}: {game.say(decision.prompt)}{rule}"
    for message in decision.obligations:
        yield f"  ! {game.say(message)}"
    committed = decision.data
    if {"attackers", "support"} <= committed.keys():
        names = ", ".join((*committed["attackers"], *committed["support"])) or _("nobody yet")
        yield _("  committed: {names}; air points: {n}").format(names=names, n=committed["air"])


def unit_rows(game: Game, viewer: str | None, units: Iterable[str]) -> list[str]:
    """Return units as a table: id, name, where, values, state, as far as the viewer may know."""
    s = game.situation
    seen = [(u, v) for u in units if (v := view_piece(s, viewer, u)) is not None]
    names = list(dict.fromkeys(name for _u, v in seen for name in v.get("values", ())))
    order = [n for n in ("attack", "defense", "move", "range") if n in names]
    order += [n for n in names if n not in order]
    rows = []
    for unit, shown in seen:
        counter = game.module.counters[unit]
        values = shown.get("values", {})
        told = "-".join(str(values[n]) for n in order if n in values) if values else "?"
        state = [*([_("reduced")] if shown["losses"] else []), *shown["marks"]]
        rows.append((unit, text(counter.name), text(game.module.unit_types[counter.type].name),
                     where(s, shown["place"]), told, ", ".join(state)))  # fmt: skip
    heads = (_("unit"), _("name"), _("type"), _("where"), "-".join(o[:3] for o in order) or "", "")
    return table_lines(rows, heads) if rows else [_("No unit.")]


def hex_lines(game: Game, viewer: str | None, place: str) -> Iterator[str]:
    """Yield a hex: terrain, sides, roads, and the units in it."""
    from tabuleiro.cli.show.dump import hex_data

    s, module = game.situation, game.module
    yield where(s, place)
    if place in s.board.grid:
        found = hex_data(module, place)
        height = f", {found['height']} m" if found["height"] is not None else ""
        yield f"  {text(module.terrain[found['terrain']].name)}{height}"
        for there, kinds in found["sides"].items():
            yield f"  {there}: {', '.join(text(module.hexsides[kind].name) for kind in kinds)}"
        for kind, ways in found["roads"].items():
            yield f"  {text(module.networks[kind].name)}: {' '.join(ways)}"
        owner = s.position.control.get(place)
        if owner:
            yield _("  in the power of: {side}").format(side=text(module.sides[owner].name))
    for line in unit_rows(game, viewer, s.at(place)):
        yield f"  {line}"


def row_lines(game: Game, row: Row) -> Iterator[str]:
    """Yield what happened in a row of the log."""
    for event in row.events:
        if isinstance(event, ev.Said):
            yield f"  {game.say(event.message)}"
        elif isinstance(event, ev.Rolled):
            dice = " ".join(map(str, event.faces))
            yield _("  dice ({why}): {dice}").format(why=game.say(event.why), dice=dice)
        elif isinstance(event, ev.Moved) and (event.cost or event.free or row.kind == "free"):
            yield _("  {unit} goes to {place} ({cost} points)").format(
                unit=event.piece, place=where(game.situation, event.to), cost=halves(event.cost) or 0
            )
    for objection in row.waived:
        yield _("  let pass: {reason}").format(reason=game.say(objection.message))


def objection_lines(game: Game, objections: Iterable[Objection]) -> list[str]:
    """Return reasons against something, each with its clause."""
    return [
        game.say(o.message) + (f" ({o.rule})" if o.rule else "") for o in objections
    ]


def score_lines(game: Game) -> list[str]:
    """Return the points of each side if the match ended now, line by line."""
    from tabuleiro.mechanics.scoring import score

    sums = dict.fromkeys(game.module.sides, 0)
    rows: list[tuple[str, ...]] = []
    for line in score(game.situation):
        sums[line.side] += line.points
        name = text(game.module.sides[line.side].name)
        rows.append((name, str(line.points), game.say(line.label), line.rule))
    lines = table_lines(rows)
    total = "; ".join(f"{text(game.module.sides[side].name)} {n}" for side, n in sums.items())
    return [*lines, _("Sum: {total}").format(total=total)]


def action_words(game: Game, action: Action) -> str:
    """Return an action in short: its kind and what it is about."""
    data: dict[str, Any] = action.to_data()
    told = []
    for name, value in data.items():
        if name == "type":
            continue
        if name == "path":
            told.append(" ".join(value))
        else:
            told.append(str(value))
    return " ".join([action.kind, *told])
