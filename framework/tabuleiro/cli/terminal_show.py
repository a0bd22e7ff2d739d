"""What the text table prints: decisions, verdicts, hexes, units, legal actions, odds, score."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING, Any, Final

from tabuleiro.cli.terminal_actions import end_of
from tabuleiro.cli.terminal_names import unit_name, where
from tabuleiro.cli.terminal_words import word_for
from tabuleiro.engine.messages import place_name
from tabuleiro.i18n import _, fold, ngettext, text
from tabuleiro.module.rulebook import clause_of
from tabuleiro.seats.details import details
from tabuleiro.seats.telling import halves, say, tell_decision, tell_row

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tabuleiro.engine import Objection
    from tabuleiro.module import Module
    from tabuleiro.seats import LocalSeat, Offer, Sight, ToldRow

__all__ = [
    "decision_lines",
    "hex_lines",
    "legal_lines",
    "log_lines",
    "reason_lines",
    "score_lines",
    "side_name",
    "unit_lines",
]

_WIDTH: Final = 96


def side_name(module: Module, side: str) -> str:
    """Return the name of a side."""
    return text(module.sides[side].name)


# -------------------------------------------------------------------------------- decisions


def decision_lines(seat: LocalSeat) -> Iterator[str]:
    """Yield turn, phase, who is asked what, what is obligatory and what there is to choose."""
    told, s = tell_decision(seat), seat.sight()
    if told is None:
        yield _over(s)
        return
    who = side_name(s.module, told["side"])
    yield ""
    yield _("Turn {turn} ({label}) - {phase}").format(
        turn=s.turn, label=_turn(s), phase=text(s.phase.name) if s.phase else _("set-up")
    )
    if not told["mine"]:
        yield _("Waiting for {side}. {prompt}").format(side=who, prompt=told.get("prompt", ""))
        return
    yield f"{who}: {told['prompt']}{_rule(told['rule'])}"
    for sentence in told["obligations"]:
        yield f"  ! {sentence}"
    yield from _choices(seat, told)


def _turn(s: Sight) -> str:
    return next((text(turn.label) for turn in s.module.turns if turn.turn == s.turn), "")


def _rule(rule: str) -> str:
    return f" [{rule}]" if rule else ""


def _choices(seat: LocalSeat, told: dict[str, Any]) -> Iterator[str]:
    """Yield what was committed so far, and the units and hexes to choose from, if few."""
    s, draft = seat.sight(), seat.ask("draft").now()
    chosen = draft.pieces if draft is not None else ()
    if chosen:
        yield "  " + _("Committed: {units}").format(units=_listed(s.module, chosen))
    if draft is not None and (draft.air or draft.left):
        yield "  " + _("Air points committed: {n}; left: {left}.").format(
            n=draft.air, left=draft.left
        )
    left = [piece for piece in told["pieces"] if piece not in chosen]
    if told["kind"] != "phase" and left:
        yield "  " + _("Units to choose from: {units}").format(units=_listed(s.module, left))
    if told["kind"] == "path" and told["hexes"]:
        hexes = ", ".join(place_name(hex, s.module) for hex in told["hexes"])
        yield "  " + _("Hexes to choose from: {hexes}").format(hexes=hexes)


def _listed(module: Module, pieces: Iterable[str]) -> str:
    return ", ".join(unit_name(module, piece) for piece in pieces)


def _over(s: Sight) -> str:
    outcome = s.position.outcome
    if outcome is None or outcome.winner is None:
        return _("The match has ended in a draw.")
    names = ", ".join(side_name(s.module, winner) for winner in outcome.winners)
    if outcome.allies:
        return _("The match has ended; {sides} won together.").format(sides=names)
    return _("The match has ended; {side} won.").format(side=names)


# --------------------------------------------------------------------------------- verdicts


def reason_lines(
    module: Module, objections: Iterable[Objection], *, clauses: bool = False
) -> Iterator[str]:
    """Yield each reason with the id of its clause, and the clause itself if wanted."""
    for objection in objections:
        yield f"  - {say(objection.message, module)}{_rule(objection.rule)}"
        found = clause_of(module, objection.rule) if clauses and objection.rule else None
        if found:
            section, clause = found
            yield f"    {section.heading}" + (f": {clause.text}" if clause else "")


# ------------------------------------------------------------------------------------ hexes


def hex_lines(seat: LocalSeat, hex: str) -> Iterator[str]:
    """Yield terrain, what lies on each side of a hex, places and pieces."""
    s = seat.sight()
    module, board = s.module, s.board
    terrain = module.terrain.get(board.terrain_at(hex))
    name = text(terrain.name) if terrain else board.terrain_at(hex)
    yield f"{place_name(hex, module)}: {name}{_rule((terrain.rule if terrain else '') or '')}"
    others = [text(place.name) for place in board.places_at(hex)[1:]]
    if others:
        yield "  " + _("Also here: {names}").format(names=", ".join(others))
    owner = s.position.control.get(hex)
    if owner:
        yield "  " + _("Objective in the power of {side}").format(side=side_name(module, owner))
    for there in board.grid.neighbours(hex):
        found = list(_between(s, hex, there))
        if found:
            yield f"  {there}: {', '.join(found)}"
    for note in seat.ask("notes", hex=hex).now():
        yield f"  {say(note, module)}"
    markers = [
        s.module.markers[id] for id in s.position.marks.get(hex, ()) if id in s.module.markers
    ]
    if s.module.free_table and markers:
        yield "  " + _("Also here: {names}").format(names=", ".join(text(m.name) for m in markers))
    for piece in s.at(hex):
        yield from _with_inside(s, piece)


def _with_inside(s: Sight, piece: str, deep: int = 0) -> Iterator[str]:
    """Yield the line of a unit, and those of what is seen inside of it."""
    for line in _unit_line(s, piece, placed=False):
        yield "    " * deep + line
    for other in s.inside(piece):
        yield from _with_inside(s, other, deep + 1)


def _between(s: Sight, here: str, there: str) -> Iterator[str]:
    """Yield names of what is on the side between two hexes: rivers, lines, roads."""
    for kind, what in s.module.hexsides.items():
        if s.board.side_has(here, there, kind):
            yield text(what.name)
    for kind, network in s.module.networks.items():
        if s.board.road_between(here, there, kind):
            yield text(network.name)


# ------------------------------------------------------------------------------------ units


def unit_lines(s: Sight, wanted: str) -> list[str]:
    """Return a line for each unit whose id, name, formation or place has a text in it."""
    find = fold(wanted)
    mine = s.viewer or None if not find else None
    return [
        line
        for piece in s.pieces()
        if (mine in {None, s.side(piece)} and (find or s.alive(piece)))
        and find in _searched(s, piece)
        for line in _unit_line(s, piece)
    ]


def _searched(s: Sight, piece: str) -> str:
    counter = s.counter(piece)
    formations = s.module.formations
    above = [text(formations[f].name) for f in s.module.formations_above(counter.formation)]
    place = where(s.module, s.place(piece))
    side = side_name(s.module, counter.side)
    return fold("\n".join([piece, *counter.name.values(), *above, place, side]))


def _unit_line(s: Sight, piece: str, *, placed: bool = True) -> Iterator[str]:
    """Yield the line of a unit as a side may see it, unless it may not even know of it."""
    seen = s.seen(piece)
    if seen is None:
        return
    parts = [unit_name(s.module, piece), side_name(s.module, seen["side"]), _values(seen)]
    if placed:
        parts.append(where(s.module, seen["place"]))
    if seen["losses"]:
        parts.append(_("reduced"))
    if s.module.free_table:
        parts += _states(s, seen)
    yield "  " + " | ".join(parts)


def _states(s: Sight, seen: dict[str, Any]) -> Iterator[str]:
    """Yield the states of a unit that are not as at the start, and its marks."""
    for name, value in (seen.get("states") or {}).items():
        state = s.module.states[name]
        found = state.value(value)
        if found is not None and found is not state.values[0]:
            yield text(found.name)
    for mark in seen["marks"]:
        name = s.module.text(f"state.{mark}")
        yield text(name) if name else mark


def _values(seen: dict[str, Any]) -> str:
    """Return the values of a unit, question marks if they are hidden."""
    values = seen.get("values")
    if values is None:
        return "?-?-?"
    main = "-".join(str(values.get(name, 0)) for name in ("attack", "defense", "move"))
    reach = values.get("range")
    return main + (" " + _("range {n}").format(n=reach) if reach else "")


# ---------------------------------------------------------------------------- legal actions


def legal_lines(seat: LocalSeat, piece: str | None) -> Iterator[str]:
    """Yield the legal actions, those of one kind and unit in one line."""
    groups: dict[tuple[str, str], list[str]] = {}
    module = seat.sight().module
    offers = seat.legal(piece=piece).now()
    for offer in offers:
        key = (offer.action.kind, offer.action.about or "")
        groups.setdefault(key, []).append(_aim(module, offer))
    for (kind, one), aims in groups.items():
        named = f" {unit_name(module, one)}" if one else ""
        shown = ", ".join(sorted(filter(None, aims), key=_order))
        line = f"  {word_for(kind, module)}{named}" + (f": {shown}" if shown else "")
        yield from wrap(line, _WIDTH, subsequent_indent="      ")
    if not groups:
        yield _("Nothing can be done with that now.")
    else:
        count = len(offers)
        yield ngettext("{n} legal action", "{n} legal actions", count).format(n=count)


def _order(aim: str) -> str:
    return aim.partition(" ")[0].zfill(8)


def _aim(module: Module, offer: Offer) -> str:
    action = offer.action
    end = end_of(action)
    formation = module.formations.get(getattr(action, "formation", None) or "")
    if formation is not None:
        return text(formation.name)
    state = module.states.get(getattr(action, "state", None) or "")
    value = state.value(getattr(action, "value", "")) if state is not None else None
    if value is not None:
        return text(value.name)
    more = ", ".join(told for _field, told, _words in details(module, action))
    if end is None:
        number = getattr(action, "points", 0 if action.kind == "take-air-back" else "")
        return f"{number} {more}".strip()
    priced = end if offer.price is None else f"{end} ({halves(offer.price)})"
    return f"{priced} {more}".strip()


# -------------------------------------------------------------------------- log and points


def log_lines(sight: Sight, rows: Iterable[ToldRow]) -> Iterator[str]:
    """Yield what rows of the log tell, and what strictness let pass in them."""
    for row in rows:
        told = tell_row(row, sight)
        yield f"{told['row']:4} {told['text']}"
        for reason in told["waived"]:
            yield f"     ~ {reason['text']}{_rule(reason['rule'])}"


def score_lines(seat: LocalSeat) -> Iterator[str]:
    """Yield each line of the score, and the sums."""
    s = seat.sight()
    sums = dict.fromkeys(s.module.played_sides, 0)
    for line in seat.ask("score").now():
        sums[line.side] = sums.get(line.side, 0) + line.points
        label = say(line.label, s.module)
        yield f"  {side_name(s.module, line.side)}: {line.points:+} {label}{_rule(line.rule)}"
    total = ", ".join(f"{side_name(s.module, side)} {points}" for side, points in sums.items())
    yield _("Points: {points}").format(points=total)
