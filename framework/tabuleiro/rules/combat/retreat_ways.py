"""Where a piece can retreat to: one hex out of all enemy zones, or two under siege.

One and the same set of functions says whether a defender is surrounded, where it can go, and what
bars its way elsewhere.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from itertools import pairwise, product
from typing import TYPE_CHECKING, Final

import msgspec

from tabuleiro.engine.verdicts import FORM
from tabuleiro.i18n import N_
from tabuleiro.module.terms import HexsideKind, MovementClass, Terms
from tabuleiro.rules.arrivals.off_map import on_border, retreat_exits
from tabuleiro.rules.clauses import one_a_topic, told_bar
from tabuleiro.rules.combat.losses import HURT_HERE, life
from tabuleiro.rules.combat.terrain import features_between
from tabuleiro.rules.ground.crossings import bridged
from tabuleiro.rules.ground.land_units import barred_hexes, land_at, land_units
from tabuleiro.rules.ground.movement_points import profile
from tabuleiro.rules.ground.stacking import full
from tabuleiro.rules.ground.zones import beside_enemies, enemy_zone

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.engine import Objection, Situation

__all__ = [
    "RetreatDestroysTerms",
    "RetreatTerms",
    "Way",
    "cut_off",
    "ends",
    "fatal_side",
    "fatal_way",
    "no_room",
    "no_way",
    "surplus_moves_on",
    "surrounded",
    "way_along",
    "ways",
    "zones_block",
]

_SENTENCES: Final = {
    "retreat-enemy": N_("{piece} cannot retreat to {hex}: enemies are there."),
    "retreat-zone": N_("{piece} cannot retreat to {hex}: enemies are next to it."),
    "retreat-terrain": N_("{piece} cannot retreat to {hex}: that way is closed to it."),
    "retreat-full": N_("{piece} cannot retreat to {hex}: it is full, and nobody can move on."),
    "retreat-one-hex": N_("{piece} retreats one hex only."),
    "retreat-off": N_("{piece} cannot retreat off the board here."),
    "retreat-back": N_("{piece} cannot go back to {hex}."),
    "contested-landing": N_("{piece} is at sea and has nowhere to retreat to."),
    "siege-retreat": N_("{piece} is surrounded and retreats two hexes."),
    "siege-zone": N_("{piece} cannot end its retreat in {hex}: enemies are next to it."),
    "siege-hurt": N_("{piece} took a loss and is surrounded: it must go through friends."),
    "siege-reduced": N_("{piece} is reduced and surrounded: it must go through friends."),
}
_TOPICS: Final = {"retreat-full": "stacking"}
"""The topics of what bars a retreat and is no rule of retreats."""


class RetreatTerms(Terms):
    """How pieces retreat."""

    key = "retreat"

    zones_block: bool = True
    """Whether a retreat must end out of all enemy zones, in a hex that is not full."""
    without_zone: bool = True
    """Whether units that exert no zone surround as the others do."""
    surplus_moves_on: bool = False
    """Where zones do not bar: whether pieces too many for a hex move on, or else are lost."""


class RetreatDestroysTerms(Terms):
    """Hexsides over which retreats destroy."""

    retreat_destroys: Mapping[MovementClass, tuple[HexsideKind, ...]] = {}
    """Classes that a retreat over such a hexside without a bridge destroys; others cannot
    retreat over what is closed to them."""


class Way(msgspec.Struct, frozen=True):
    """A way to retreat: its hexes, and whether it costs a loss (two hexes without shelter)."""

    path: tuple[str, ...]
    loss: bool = False


def ways(s: Situation, piece: str) -> tuple[Way, ...]:
    """Return every way in which a piece can retreat from where it is."""
    return s.cache_here(("ways", piece), lambda: _ways(s, piece))


def _ways(s: Situation, piece: str) -> tuple[Way, ...]:
    here = s.place(piece)
    if here not in s.board.grid:
        return ()  # back into the sea
    near = tuple(Way((end,)) for end in ends(s, piece, here, frozenset({here})))
    return near or (tuple(_siege_ways(s, piece, here)) if zones_block(s) else ())


def way_along(s: Situation, piece: str, path: tuple[str, ...]) -> Way:
    """Return the way of a piece along a path, be it one that only a lenient table lets pass.

    Whoever goes beyond the next hex there pays for it as the besieged do.
    """
    lawful = (way for way in ways(s, piece) if way.path == path)
    return next(lawful, Way(path, len(path) > 1 and not s.at(path[0])))


def zones_block(s: Situation) -> bool:
    """Return whether a retreat must end out of all enemy zones, in a hex that is not full."""
    return s.terms(RetreatTerms).zones_block


def surplus_moves_on(s: Situation) -> bool:
    """Return whether a retreat may fill any hex, and what is too much there moves on or is lost."""
    terms = s.terms(RetreatTerms)
    return terms.surplus_moves_on and not terms.zones_block


def surrounded(s: Situation, place: str, side: str | None = None) -> bool:
    """Return whether none of the pieces (of a side) in a hex has a retreat free of enemy zones.

    Clause: siege.
    """
    return all(cut_off(s, piece) for piece in land_at(s, place, side))


def crowds_around(s: Situation, place: str, side: str) -> list[str]:
    """Return the pieces next to a hex that keep a side from retreating there: no room is left."""
    if not zones_block(s):
        return []
    danger = beside_enemies(s, side)
    near = (there for there in s.board.grid.neighbours(place) if there not in danger)
    return [piece for there in near if full(s, side, there) for piece in land_at(s, there)]


def cut_off(s: Situation, piece: str) -> bool:
    """Return whether a piece, taken by itself, has no retreat free of enemy zones."""
    here, side = s.place(piece), s.side(piece)
    any_unit = s.terms(RetreatTerms).without_zone
    danger = beside_enemies(s, side) if any_unit else enemy_zone(s, side)
    return all(end in danger for end in ends(s, piece, here, frozenset({here})))


def _siege_ways(s: Situation, piece: str, here: str) -> Iterator[Way]:
    """Yield the ways of two hexes; a piece that took losses needs the shelter of friends."""
    for through in s.board.grid.neighbours(here):
        if _through(s, piece, here, through) is None:
            loss = not s.at(through)
            for end in ends(s, piece, through, frozenset({here, through})):
                yield Way((through, end), loss)


def ends(s: Situation, piece: str, here: str, seen: frozenset[str]) -> Iterator[str]:
    """Yield the places next to a hex where a retreat of a piece may end."""
    for there in s.board.grid.neighbours(here):
        if there not in seen and _end(s, piece, here, there, seen) is None:
            yield there
    yield from retreat_exits(s, s.side(piece), here)


# ------------------------------------------------------------------------- what bars the way


def _through(s: Situation, piece: str, here: str, there: str) -> str | None:
    """Return what keeps a surrounded piece from passing a hex: it may need friends in there."""
    bar = _step(s, piece, here, there)
    frail = s.piece(piece).losses + 1 >= life(s, piece)
    if bar is None and frail and not s.at(there):
        return "siege-hurt" if s.marked(piece, HURT_HERE) else "siege-reduced"
    return bar


def _end(s: Situation, piece: str, here: str, there: str, seen: frozenset[str]) -> str | None:
    """Return what keeps a retreat from ending in a neighbouring hex."""
    bar = _end_or_crowd(s, piece, here, there)
    crowded = zones_block(s) and bar is None and full(s, s.side(piece), there)
    return "retreat-full" if crowded and not _can_make_room(s, piece, there, seen) else bar


def _end_or_crowd(s: Situation, piece: str, here: str, there: str) -> str | None:
    """Return the same as if no hex were ever full."""
    if not zones_block(s):
        return _step(s, piece, here, there)
    side = s.side(piece)
    if there in barred_hexes(s, side):
        return "retreat-enemy"
    return "retreat-zone" if there in beside_enemies(s, side) else _step(s, piece, here, there)


def _step(s: Situation, piece: str, here: str, there: str) -> str | None:
    """Return what keeps a piece from going into a neighbouring hex at all."""
    index = s.board.grid.index
    if there in barred_hexes(s, s.side(piece)):
        return "retreat-enemy"
    closed = profile(s, piece).costs.price(index(here), index(there)) < 0
    if closed and not fatal_side(s, piece, here, there):
        return "retreat-terrain"
    return None


def fatal_side(s: Situation, piece: str, here: str, there: str) -> bool:
    """Return whether a hexside destroys a piece that retreats over it: armour without a bridge.

    Such a way is open to it, at that price, as ``rules: retreat_destroys`` says.
    """
    movement_class = str(s.counter(piece).movement_class)
    kinds = s.terms(RetreatDestroysTerms).retreat_destroys.get(movement_class, ())
    if s.module.terrain[s.board.terrain_at(there)].cost[movement_class] is None:
        return False
    return bool(features_between(s, here, there).intersection(kinds) - bridged(s, here, there))


def fatal_way(s: Situation, piece: str, way: Way) -> bool:
    """Return whether a way to retreat leads over a hexside that destroys a piece."""
    steps = pairwise((s.place(piece), *way.path))
    return any(fatal_side(s, piece, a, b) for a, b in steps if b in s.board.grid)


def _can_make_room(s: Situation, piece: str, place: str, seen: frozenset[str]) -> bool:
    """Return whether one of the pieces in a full hex, the newcomer included, can move on.

    Who moves on may fill the next hex, and so forth; no hex is passed twice. The shortest chain is
    looked for, hex by hex: to try out all chains in a crowd would take for ever.
    """
    grid, waiting = s.board.grid, deque([(place, piece, seen | {place})])
    mine = land_units(s, s.side(piece))  # nobody sends the pieces of others on
    opened: set[str] = set()
    come: set[tuple[str, str | None]] = set()
    while waiting:
        here, newcomer, passed = waiting.popleft()
        if any(retreat_exits(s, s.side(piece), here)):
            return True
        movers = (newcomer,) if here in opened else (*mine.get(here, ()), newcomer)
        opened.add(here)
        for mover, there in product(movers, grid.neighbours(here)):
            if there in passed or _end_or_crowd(s, mover, here, there) is not None:
                continue
            if not full(s, s.side(mover), there):
                return True
            alike = there, s.counter(mover).movement_class
            if alike not in come:
                come.add(alike)
                waiting.append((there, mover, passed | {there}))
    return False


# ------------------------------------------------------------------------- telling what does


def no_way(s: Situation, piece: str, path: tuple[str, ...]) -> tuple[Objection, ...]:
    """Return why a piece cannot retreat by a path that is none of its ways: one reason a topic."""
    bar, place, general = _first_bar(s, piece, path)
    if not _makes_sense(s, piece, path):
        return (_told(s, piece, bar, place, general, FORM),)
    bars = [(bar, place, general)]
    if _crowded(s, piece, path):
        bars.append(("retreat-full", path[-1], "retreat"))
    return one_a_topic(_told(s, piece, *one, _TOPICS.get(one[0], "retreat")) for one in bars)


def _first_bar(s: Situation, piece: str, path: tuple[str, ...]) -> tuple[str, str, str]:
    """Return what bars a path first, where, and the word for it if it has no clause."""
    here = s.place(piece)
    if here not in s.board.grid:
        return "contested-landing", here, "retreat"
    if len(path) == 1:
        bar = _bar(s, piece, here, path[0], frozenset())
        return bar or "siege-retreat", path[0], "retreat"
    if not zones_block(s) or any(ends(s, piece, here, frozenset({here}))):
        return "retreat-one-hex", here, "retreat"
    return *_siege_bar(s, piece, here, path), "siege-retreat"


def _makes_sense(s: Situation, piece: str, path: tuple[str, ...]) -> bool:
    """Return whether a piece could go along a path if no rule of retreats forbade it."""
    grid, here = s.board.grid, s.place(piece)
    enemies, passed = barred_hexes(s, s.side(piece)), {here}
    for there in path:
        if here not in grid or there in passed or there in enemies:
            return False
        if there in grid:
            if not grid.are_neighbours(here, there):
                return False
        elif there not in retreat_exits(s, s.side(piece), here):
            return False
        passed.add(there)
        here = there
    return bool(path)


def _crowded(s: Situation, piece: str, path: tuple[str, ...]) -> bool:
    """Return whether a retreat along a path would fill its last hex for good."""
    seen = frozenset({s.place(piece), *path[:-1]})
    full_there = zones_block(s) and full(s, s.side(piece), path[-1])
    return full_there and not _can_make_room(s, piece, path[-1], seen)


def _siege_bar(s: Situation, piece: str, here: str, path: tuple[str, ...]) -> tuple[str, str]:
    """Return what bars the way of a surrounded piece, and where."""
    grid = s.board.grid
    two = len(path) == len(("through", "end")) and path[0] in grid
    if not two or not grid.are_neighbours(here, path[0]):
        return "siege-retreat", here
    through, end = path
    bar = _through(s, piece, here, through)
    if bar is not None:
        return bar, through
    bar = _bar(s, piece, through, end, frozenset({here, through}))
    return "siege-zone" if bar == "retreat-zone" else bar or "siege-retreat", end


def no_room(s: Situation, piece: str, to: str, seen: frozenset[str]) -> tuple[Objection, ...]:
    """Return why a piece cannot move on from an overfull hex to a place: one reason a topic."""
    bar = _bar(s, piece, s.place(piece), to, seen) or "retreat-one-hex"
    if to in seen or not _makes_sense(s, piece, (to,)):
        return (_told(s, piece, bar, to, "chain-retreat", FORM),)
    bars = [bar, "retreat-full"] if _crowded(s, piece, (to,)) else [bar]
    return one_a_topic(
        _told(s, piece, one, to, "chain-retreat", _TOPICS.get(one, "retreat")) for one in bars
    )


def _bar(s: Situation, piece: str, here: str, there: str, seen: frozenset[str]) -> str | None:
    """Return what keeps a retreat from ending in any place, next to a hex or not."""
    grid = s.board.grid
    if there in seen:
        return "retreat-back"
    if there in grid and grid.are_neighbours(here, there):
        return _end(s, piece, here, there, seen)
    if there in grid or not on_border(s, here):
        return "retreat-one-hex"
    return None if there in retreat_exits(s, s.side(piece), here) else "retreat-off"


def _told(s: Situation, piece: str, bar: str, place: str, general: str, topic: str) -> Objection:
    """Return the objection that tells of a bar; ``general`` is the word if it has no clause."""
    words = [bar, general, "retreat"]
    if bar == "retreat-terrain" and place in s.board.grid:
        words.insert(0, f"retreat-into-{s.board.terrain_at(place)}")
    elif bar == "retreat-off":
        words[:1] = [f"retreat-off-{s.side(piece)}", "exit"]
    return told_bar(s, bar, _SENTENCES, piece, place, *words, topic=topic)
