"""Everything that may be known of a unit or a hex, in lines of plain text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tabuleiro.engine.inside import capacity
from tabuleiro.engine.knowledge import Level
from tabuleiro.engine.messages import listing, place_name
from tabuleiro.engine.position import UNSEEN
from tabuleiro.engine.tabletop import NOTE
from tabuleiro.host.map.flights import flights_over
from tabuleiro.host.map.markers import markers_in
from tabuleiro.host.map.states import states
from tabuleiro.host.map.supply import supply_words
from tabuleiro.host.words import place_words, points
from tabuleiro.i18n import N_, _, ngettext, text
from tabuleiro.module import UNLIMITED
from tabuleiro.module.unknown import arm_seen, could_be, is_unknown
from tabuleiro.seats.telling import say

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tabuleiro.host.seat import Seat
    from tabuleiro.module import Counter
    from tabuleiro.seats import Sight

__all__ = ["formation_names", "hex_lines", "piece_lines", "tip_lines", "value_name"]

_VALUES: Final = {
    "attack": N_("attack"),  # the strength: "Attack" is what is done
    "defense": N_("Defense"),
    "move": N_("Movement"),
    "range": N_("Range"),
    "name": N_("Name"),
    "type": N_("Type"),
    "formation": N_("Formation"),
    "land": N_("Against land"),
    "air": N_("Against aircraft"),
    "combat": N_("Combat"),
    "aircraft": N_("Aircraft"),
    "transport": N_("Transport"),
}
_TIP: Final = 4
_DIRECTIONS: Final = {
    "north": N_("north"),
    "northeast": N_("northeast"),
    "east": N_("east"),
    "southeast": N_("southeast"),
    "south": N_("south"),
    "southwest": N_("southwest"),
    "west": N_("west"),
    "northwest": N_("northwest"),
}


def value_name(s: Sight, name: str) -> str:
    """Return what a value of a counter is called."""
    own = s.module.text(f"value.{name}")
    words = text(own) if own else _(_VALUES[name]) if name in _VALUES else name
    return words[:1].upper() + words[1:]


def _way(name: str) -> str:
    return _(_DIRECTIONS[name]) if name in _DIRECTIONS else name


# ------------------------------------------------------------------------------------ units


def formation_names(s: Sight, counter: Counter) -> list[str]:
    """Return the formations of a counter, the lowest first."""
    above = s.module.formations_above(counter.formation)
    return [text(s.module.formations[name].name) for name in above]


def piece_lines(seat: Seat, piece: str) -> list[str]:
    """Return what a seat may know of a piece, and where each value comes from."""
    s = seat.sight
    counter, seen = s.counter(piece), seat.seen(piece)
    if seen is None:
        return []
    if is_unknown(piece):
        return [*_unknown_lines(s, piece, seen), *supply_words(seat, piece)]
    kind = s.module.unit_types.get(counter.type)
    nation = s.module.nations[counter.nation]
    lines = [text(counter.name)]
    lines.append(" · ".join([text(kind.name)] * (kind is not None) + [text(nation.name)])
                 if kind is not None else text(nation.name))  # fmt: skip
    above = formation_names(s, counter)
    if above:
        lines.append(" · ".join(above))
    if counter.model:
        lines.append(counter.model)
    lines.append(_("Where: {place}").format(place=place_words(s.module, str(seen["place"]))))
    lines += _inside_lines(s, piece)
    lines += _value_lines(s, counter, seen)
    lines += _steps_left(counter, seen)
    lines += _memory_lines(s, piece)
    if seen.get("spent"):
        lines.append(_("Movement points spent: {n}").format(n=points(int(seen["spent"]))))
    named = [text(found) for state in states(seat, piece) if (found := _state(s, state))]
    if named:
        lines.append(", ".join(named).capitalize())
    return lines + supply_words(seat, piece)


def _inside_lines(s: Sight, piece: str) -> Iterator[str]:
    """Yield what is seen inside of a piece, and how much it holds at most."""
    inside = s.inside(piece)
    if inside:
        names = listing([text(s.counter(other).name) for other in inside])
        yield _("Inside: {units}").format(units=names)
    if s.counter(piece).holds is not None and s.level(piece) >= Level.STATE:
        most = capacity(s, piece)
        if most is not None:
            yield _("Holds at most: {n}").format(n=most)


def _unknown_lines(s: Sight, piece: str, seen: Mapping[str, Any]) -> Iterator[str]:
    """Yield what is seen of a piece that is not known, and who was seen in its place before."""
    counter = s.counter(piece)
    yield text(counter.name)
    yield _("Where: {place}").format(place=place_words(s.module, str(seen["place"])))
    yield _("You see whose it is, its kind and where it stands; nothing more.")
    for other, memory in s.position.memory.get(s.viewer, {}).items():
        known = s.counter(other)
        there = memory["place"] == seen["place"] and s.place(other) == UNSEEN
        if there and known.side == counter.side and could_be(arm_seen(piece), known):
            yield _("Seen here in turn {turn}: {unit}").format(
                turn=memory["turn"], unit=_remembered(known, memory)
            )


def _memory_lines(s: Sight, piece: str) -> Iterator[str]:
    """Yield when the losses of a piece were seen last, if they are not seen now."""
    memory = s.last_seen(piece)
    if memory is not None and s.level(piece) < Level.STATE:
        yield _("Seen last in turn {turn}: {unit}").format(
            turn=memory["turn"], unit=_remembered(s.counter(piece), memory)
        )


def _remembered(counter: Counter, memory: Mapping[str, Any]) -> str:
    """Return a unit as it was when it was seen."""
    left = max(counter.steps - int(memory["losses"]), 0)
    return _("{unit}, {left} of {steps} steps left").format(
        unit=text(counter.name), left=left, steps=counter.steps
    )


def _steps_left(counter: Counter, seen: Mapping[str, Any]) -> list[str]:
    if not seen.get("losses"):
        return []
    left = max(counter.steps - int(seen["losses"]), 0)
    return [_("Reduced: {left} of {steps} steps left").format(left=left, steps=counter.steps)]


def _state(s: Sight, name: str) -> Mapping[str, str] | None:
    return s.module.text(f"state.{name}")


def _figure(value: int) -> str:
    return _("unlimited") if value == UNLIMITED else str(value)


def tip_lines(seat: Seat, piece: str) -> list[str]:
    """Return a unit in four lines at most: name, kind, strengths, state."""
    s = seat.sight
    counter, seen = s.counter(piece), seat.seen(piece)
    if seen is None:
        return []
    if is_unknown(piece):
        return list(_unknown_lines(s, piece, seen))[:_TIP]
    kind = s.module.unit_types.get(counter.type)
    above = formation_names(s, counter)
    about = [text(kind.name)] if kind is not None else []
    about += above[-1:] or [text(s.module.nations[counter.nation].name)]
    known = seen.get("values")
    if known is None:
        strengths = _("Strengths and losses are covered until they are told.")
    else:
        strengths = " · ".join(
            f"{value_name(s, name)} {_figure(known[name])}" for name in counter.values
        )
    if counter.text is not None:
        strengths = " · ".join(filter(None, (strengths, text(counter.text))))
    state = _steps_left(counter, seen)
    if seen.get("spent"):
        state.append(_("Movement points spent: {n}").format(n=points(int(seen["spent"]))))
    state += [text(found) for name in states(seat, piece) if (found := _state(s, name))]
    state += supply_words(seat, piece)[:1]
    lines = [text(counter.name), " · ".join(about), strengths]
    return [*lines, " · ".join(state)][: _TIP if state else _TIP - 1]


def _value_lines(s: Sight, counter: Counter, seen: Mapping[str, Any]) -> Iterator[str]:
    """Yield each value with its origin, then the methods in words."""
    known = seen.get("values")
    used: dict[str, str] = {}
    if known is None:
        yield _("Strengths and losses are covered until they are told.")
        yield _("What is printed on it can be read by all in the game's data.")
        return
    for name in counter.values:
        method = counter.reconstructed.get(name)
        origin = _("reconstructed") if method else _("printed")
        yield f"{value_name(s, name)}: {_figure(known[name])} ({origin})"
        if method:
            used[method] = origin
    for name, method in counter.reconstructed.items():
        if name not in counter.values:
            yield f"{value_name(s, name)}: {_('reconstructed')}"
            used[method] = ""
    for method in used:
        words = s.module.methods.get(f"counters.{method}")
        if words:
            yield text(words)


# ------------------------------------------------------------------------------------ hexes


def hex_lines(seat: Seat, hex: str) -> list[str]:
    """Return a hex in words: ground, sides, roads, region, edge, objective, stack."""
    s = seat.sight
    lines = [place_name(hex, s.module), *_ground(s, hex), *_sides(s, hex), *_roads(s, hex)]
    regions = [text(r.name) for r in s.board.regions.values() if hex in r.hexes and r.name]
    if regions:
        lines.append(_("Region: {names}").format(names=", ".join(regions)))
    stretches = [text(e.name) for e in s.board.edges.values() if hex in e.hexes and e.name]
    edges = stretches or [_way(edge) for edge in sorted(s.board.edges_of(hex))]
    if edges:
        lines.append(_("Edge of the board: {names}").format(names=", ".join(edges)))
    lines += _goals(s, hex)
    lines += [text(marker.name).capitalize() for marker in markers_in(s, hex)]
    note = str(s.position.facts.get(NOTE + hex, "")).strip()
    lines += [f"✎ {note}"] if note else []
    lines += [say(message, s.module) for message in seat.ask("notes", hex=hex)]
    stack = seat.stack(hex)
    if stack:
        top = s.counter(stack[-1])
        words = ngettext("{n} unit: {unit}", "{n} units, {unit} on top", len(stack))
        lines.append(words.format(n=len(stack), unit=text(top.name)))
    return lines + flights_over(seat, hex)


def _ground(s: Sight, hex: str) -> Iterator[str]:
    module, board = s.module, s.board
    terrain = module.terrain.get(board.terrain_at(hex))
    if terrain is not None:
        yield _with_columns(text(terrain.name), terrain.columns)
    for place in board.places_at(hex):
        site = module.sites.get(place.kind)
        if site is not None:
            yield _with_columns(f"{text(site.name)}: {text(place.name)}", site.columns)
    for box in board.boxes.values():
        if hex in box.links:
            far = box.links[hex]
            words = ngettext("{place}: {n} hex from here", "{place}: {n} hexes from here", far)
            yield words.format(place=text(box.name), n=far)
    height = s.module.height(hex)
    if height:  # of the sea it says nothing
        yield _("Elevation: about {n} m").format(n=height)


def _with_columns(words: str, columns: int) -> str:
    if not columns:
        return words
    told = ngettext("{n} column for the defender", "{n} columns for the defender", columns)
    return f"{words} · {told.format(n=columns)}"


def _sides(s: Sight, hex: str) -> Iterator[str]:
    """Yield rivers and lines with the directions in which they lie."""
    module, grid = s.module, s.board.grid
    found: dict[str, list[str]] = {}
    for there in grid.neighbours(hex):
        side = grid.side(hex, there)
        way = _way(grid.direction(hex, there))
        for feature in s.board.feature_names.values():
            if side in feature.sides and feature.kind in module.hexsides:
                name = _kind_and_name(module.hexsides[feature.kind].name, feature.name)
                found.setdefault(name, []).append(way)
        for marker in markers_in(s, "/".join(side)):
            found.setdefault(text(marker.name).capitalize(), []).append(way)
    for name, ways in found.items():
        yield f"{name}: {', '.join(ways)}"


def _kind_and_name(kind: Mapping[str, str], name: Mapping[str, str]) -> str:
    """Return what something is and what it is called; a name often says already what it is."""
    what, called = text(kind), text(name) if name else ""
    if what.casefold() in called.casefold():
        return called
    return f"{what} {called}".strip()


def _roads(s: Sight, hex: str) -> Iterator[str]:
    module, grid = s.module, s.board.grid
    for network in s.board.networks.values():
        ways = [there for there in grid.neighbours(hex) if network.joins(hex, there)]
        leaves = sorted(network.leaves_by(hex))
        if not ways and not leaves:
            continue
        kind = module.networks.get(network.kind)
        called = _kind_and_name(kind.name if kind else {"en": network.kind}, network.name)
        told = [_way(grid.direction(hex, there)) for there in ways]
        told += [_("off the board ({edge})").format(edge=_way(edge)) for edge in leaves]
        yield f"{called}: {', '.join(told)}"


def _goals(s: Sight, hex: str) -> Iterator[str]:
    owner = s.position.control.get(hex)
    held = text(s.module.sides[owner].name) if owner else _("nobody")
    for goal in s.scenario.objectives:
        if goal.hex == hex:
            worth = ", ".join(
                f"{text(s.module.sides[side].name)} {worth}" for side, worth in goal.points.items()
            )
            yield _("Objective ({worth}); held by {side}").format(worth=worth, side=held)
