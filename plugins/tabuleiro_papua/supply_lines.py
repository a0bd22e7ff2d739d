"""Supply: lines of any length over land, from a piece's own hex to a base that works (9.0).

``rules: supply`` names the terrain through which a line runs along networks only (``links_only``)
and the coast off which pieces at sea find supply (``sea_base``); ``rules: always_supplied`` where
pieces need no line. Who is supplied follows from one search per side, kept until it changes.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import TYPE_CHECKING

from tabuleiro.engine import events as ev
from tabuleiro.engine import hex_ref, is_exit, msg
from tabuleiro.hooks import hookimpl
from tabuleiro.module.terms import Edge, Number, Place, Region, Side, Terms, Terrain
from tabuleiro.rules.clauses import object_to
from tabuleiro.rules.ground.land_units import NAVAL, arm, land_units
from tabuleiro.rules.ground.special_moves import DROPPED
from tabuleiro.rules.sea.afloat import beachhead
from tabuleiro.rules.supply.supply_view import SupplyLine
from tabuleiro_papua.air.airfields import sea_based
from tabuleiro_papua.fit_hexes import Ground, fits
from tabuleiro_papua.supply_bases import (
    STOPPED,
    base_at,
    base_hexes,
    base_works,
    blocked_base,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from tabuleiro.engine import Change, Situation
    from tabuleiro.engine.verdicts import Objection

__all__ = [
    "AIR_SUPPLY",
    "INTERDICTED",
    "LASTING",
    "AlwaysSuppliedTerms",
    "InterdictionTerms",
    "SupplyLines",
    "SupplyTerms",
    "air_supply",
    "always_supplied",
    "base_at",
    "blocked_base",
    "deliver",
    "hex_supplied",
    "interdicted",
    "joined",
    "land_supplies",
    "lets_lines_through",
    "reach",
    "supplied",
    "supplied_by_land",
    "supply_line",
]

INTERDICTED = "interdicted"
"""The marker of a hex that is interdicted for a turn."""
LASTING = "interdicted-lasting"
"""The marker of a hex that is interdicted until engineers clear it."""
AIR_SUPPLY = "air-supply"
"""The fact that says, by turns, which pieces aircraft supply: ``by`` whom, ``landed`` where."""


class InterdictionTerms(Terms):
    """Hexes that were interdicted from the air."""

    key = "interdiction"
    required = True

    cost: Number
    """Movement points more for such a hex."""


class SupplyTerms(Terms):
    """Supply lines."""

    key = "supply"
    required = True

    links_only: tuple[Terrain, ...]
    """Terrain that lines pass along networks only."""
    sea_base: Ground
    """Coasts from which air units based at sea are supplied."""


class AlwaysSuppliedTerms(Terms):
    """Where units need no supply line."""

    key = "always_supplied"
    required = True

    regions: Mapping[Side, tuple[Region, ...]] = {}
    """Regions."""
    places: Mapping[Side, tuple[Place, ...]] = {}
    """The hexes of places."""
    by_terrain: tuple[Region, ...] = ()
    """Of those regions, the ones where a line must be able to pass."""
    off_board: Mapping[Side, tuple[Edge, ...]] = {}
    """Stretches of the border behind which units are supplied."""


def interdicted(s: Situation) -> frozenset[str]:
    """Return the hexes that are interdicted now, for a turn or until they are cleared."""
    marks = s.position.marks
    return s.cache_by_basis("interdicted", marks, lambda: _interdicted(marks))


def _interdicted(marks: Mapping[str, tuple[str, ...]]) -> frozenset[str]:
    return frozenset(h for h, here in marks.items() if INTERDICTED in here or LASTING in here)


# lines


def reach(s: Situation, side: str) -> Mapping[str, str]:
    """Return the hexes from which a line leads to a working base of a side.

    With each of them stands the next hex on the shortest way; a base leads to itself.
    """
    return s.cache_here(("supply", side), lambda: _reach(s, side))


def _reach(s: Situation, side: str) -> Mapping[str, str]:
    sources = tuple(h for h in base_hexes(s, side) if base_works(s, side, h))
    mine, enemies, cut = land_units(s, side), land_units(s, s.enemy(side)), interdicted(s)
    shared = frozenset(h for h in enemies if h in mine)
    closed = frozenset(enemies) | cut
    basis = (sources, closed, shared)
    return s.cache_by_basis(
        ("supply", side), basis, lambda: _search(s, sources, closed, shared - cut)
    )


def _search(
    s: Situation, sources: Iterable[str], closed: frozenset[str], shared: frozenset[str]
) -> dict[str, str]:
    """Search from the sources; hexes shared with the enemy may begin a line, not go on with it."""
    steps = _steps(s)
    ways = _flood(steps, (h for h in sources if h not in closed), closed)
    for place in sorted(shared):
        if place in sources:
            ways[place] = place
        out = next((there for there in steps.get(place, ()) if there in ways), None)
        if out is not None and place not in ways:
            ways[place] = out
    return ways


def _flood(
    steps: Mapping[str, tuple[str, ...]], sources: Iterable[str], closed: frozenset[str]
) -> dict[str, str]:
    ways = {place: place for place in sources if place in steps}
    queue = deque(ways)
    while queue:
        here = queue.popleft()
        for there in steps[here]:
            if there not in ways and there not in closed:
                ways[there] = here
                queue.append(there)
    return ways


def _steps(s: Situation) -> Mapping[str, tuple[str, ...]]:
    """Return the hexes that lines may use, whoever stands there, each with its neighbours."""
    memo = s.module.memo
    if "supply-steps" not in memo:
        found = {h: tuple(_next(s, h)) for h in s.board.grid if lets_lines_through(s, h)}
        memo["supply-steps"] = found
    steps: Mapping[str, tuple[str, ...]] = memo["supply-steps"]
    return steps


def lets_lines_through(s: Situation, place: str) -> bool:
    """Return whether the ground of a hex lets supply lines through."""
    board = s.board
    if "sea" in s.module.terrain[board.terrain_at(place)].tags:
        return False
    if board.terrain_at(place) not in s.terms(SupplyTerms).links_only:
        return True
    return any(place in board.network_hexes(kind) for kind in s.module.networks)


def _next(s: Situation, here: str) -> Iterator[str]:
    board, barred = s.board, s.terms(SupplyTerms).links_only
    for there in board.grid.neighbours(here):
        linked = any(board.road_between(here, there, kind) for kind in s.module.networks)
        rough = any(board.terrain_at(h) in barred for h in (here, there))
        if lets_lines_through(s, there) and (linked or not (rough or _water(s, here, there))):
            yield there


def _water(s: Situation, here: str, there: str) -> bool:
    """Return whether the hexside between two hexes can be crossed by nobody."""
    kinds = s.board.features.get(s.board.grid.side(here, there), ())
    return any(set(s.module.hexsides[kind].cost.values()) == {None} for kind in kinds)


def joined(s: Situation, side: str, here: str, there: str) -> bool:
    """Return whether a clear supply line of a side leads from one hex to another."""
    closed = frozenset(land_units(s, s.enemy(side))) | interdicted(s)
    return here not in closed and there in _flood(_steps(s), [here], closed)


# who is supplied


def supplied(s: Situation, piece: str) -> bool:
    """Return whether a piece is supplied now: by land, by air, or because it always is."""
    if arm(s, piece) == NAVAL or s.marked(piece, DROPPED) or air_supply(s, piece) is not None:
        return True
    return supplied_by_land(s, piece)


def supplied_by_land(s: Situation, piece: str) -> bool:
    """Return whether a piece is supplied without the help of aircraft."""
    place, side = s.place(piece), s.side(piece)
    if place not in s.board.grid:
        off = s.terms(AlwaysSuppliedTerms).off_board.get(side, ())
        beyond = is_exit(place) and place.removeprefix("exit.") in off
        return beyond or beachhead(s, piece) is not None
    if sea_based(s, piece):
        return any(h for h in s.board.grid.neighbours(place) if _feeds_sea(s, side, h))
    return hex_supplied(s, side, place)


def hex_supplied(s: Situation, side: str, place: str) -> bool:
    """Return whether pieces of a side that stand in a hex are supplied by land."""
    return place in reach(s, side) or always_supplied(s, side, place)


def _feeds_sea(s: Situation, side: str, place: str) -> bool:
    return fits(s, place, s.terms(SupplyTerms).sea_base) and hex_supplied(s, side, place)


def always_supplied(s: Situation, side: str, place: str) -> bool:
    """Return whether pieces of a side in a hex need no line to a base."""
    anywhere, usable = _havens(s, side)
    if place in anywhere:
        return True
    return place in usable and place not in interdicted(s)


def _havens(s: Situation, side: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return the hexes where a side is always supplied, and those where the ground must do."""
    memo = s.module.memo
    if ("havens", side) not in memo:
        terms = s.terms(AlwaysSuppliedTerms)
        places = terms.places.get(side, ())
        hexes = [s.board.places[place].hex for place in places]
        on_ground = terms.by_terrain
        regions = [s.board.regions[name] for name in terms.regions.get(side, ())]
        anywhere = {h for r in regions if r.id not in on_ground for h in r.hexes}
        usable = {h for r in regions if r.id in on_ground for h in r.hexes}
        memo["havens", side] = (
            frozenset(anywhere.union(hexes)),
            frozenset(h for h in usable if lets_lines_through(s, h)),
        )
    found: tuple[frozenset[str], frozenset[str]] = memo["havens", side]
    return found


# what a table shows


def supply_line(s: Situation, piece: str) -> SupplyLine | None:
    """Return how a piece on the map is supplied, or each reason why it is not."""
    if arm(s, piece) == NAVAL:
        return None
    here, side = s.place(piece), s.side(piece)
    start = _start(s, piece)
    if start is not None:
        way = _way(s, side, start)
        return SupplyLine((here, *way) if start != here else way, way[-1])
    flown = air_supply(s, piece)
    if flown is not None:
        return SupplyLine((here,), flown["by"] or here)
    if s.marked(piece, DROPPED):
        return SupplyLine((here,), here)
    return SupplyLine(objections=tuple(_reasons(s, piece)))


def _start(s: Situation, piece: str) -> str | None:
    """Return the hex where the line of a piece begins: its own, or a coast for one at sea."""
    here, side = s.place(piece), s.side(piece)
    if sea_based(s, piece):
        coast = (h for h in s.board.grid.neighbours(here) if _feeds_sea(s, side, h))
        return next(coast, None)
    return here if hex_supplied(s, side, here) else None


def _way(s: Situation, side: str, place: str) -> tuple[str, ...]:
    """Return the way from a supplied hex to its base; the hex alone where none is needed."""
    ways, way = reach(s, side), [place]
    while ways.get(way[-1], way[-1]) != way[-1]:
        way.append(ways[way[-1]])
    return tuple(way)


def _reasons(s: Situation, piece: str) -> Iterator[Objection]:
    here, side = s.place(piece), s.side(piece)
    about = {"pieces": (piece,), "hexes": (here,)}
    if sea_based(s, piece):
        message = msg("No supplied coast with open ground or a village is next to {hex}.",
                      hex=hex_ref(here))  # fmt: skip
        yield object_to(s, message, "supply-sea", "supply", **about)
        return
    if not lets_lines_through(s, here):
        message = msg("No line leads out of the mountains of {hex}: no trail passes there.",
                      hex=hex_ref(here))  # fmt: skip
        yield object_to(s, message, "supply-own-hex", "supply", **about)
    if here in interdicted(s):
        message = msg("{hex} is interdicted.", hex=hex_ref(here))
        yield object_to(s, message, "supply-interdicted", "supply", **about)
    for base in base_hexes(s, side):
        if blocked_base(s, base):
            message = msg("An enemy naval unit blocks the base of {hex}.", hex=hex_ref(base))
            yield object_to(s, message, "naval-block", "supply", pieces=(piece,), hexes=(base,))
        elif s.place_marked(base, STOPPED):
            message = msg("The base of {hex} was bombed and is stopped.", hex=hex_ref(base))
            yield object_to(s, message, "base-stopped", "supply", pieces=(piece,), hexes=(base,))
    message = msg("No line of hexes free of the enemy leads to a supply base.")
    yield object_to(s, message, "supply", "supply", **about)


# by air


def air_supply(s: Situation, piece: str) -> Mapping[str, Any] | None:
    """Return how aircraft supply a piece in this turn: ``by`` whom, ``landed`` where (or "")."""
    facts = s.position.facts.get(AIR_SUPPLY)
    if not facts:
        return None
    found: Mapping[str, Any] | None = facts.get(str(s.turn), {}).get(piece)
    if found is None and s.option("air-supply") == "at-once":
        found = facts.get(str(s.turn + 1), {}).get(piece)
    return found


def deliver(change: Change, transport: str, piece: str) -> None:
    """A transport unit reached a piece: it is supplied during the next turn."""
    _note(change, piece, {"by": transport, "landed": ""})


def land_supplies(change: Change, transport: str, place: str) -> None:
    """What a transport unit brings was landed in a hex, not dropped.

    That lets the land pieces that it supplies be restored, if a line leads to them from there.
    """
    for piece, how in _next_turn(change).items():
        here = change.place(piece)
        near = here in change.board.grid and joined(change, change.side(piece), place, here)
        if how["by"] == transport and near:
            _note(change, piece, {"by": transport, "landed": place})


def _next_turn(s: Situation) -> Mapping[str, Any]:
    found: Mapping[str, Any] = s.position.facts.get(AIR_SUPPLY, {}).get(str(s.turn + 1), {})
    return found


def _note(change: Change, piece: str, how: Mapping[str, str]) -> None:
    now, later = str(change.turn), str(change.turn + 1)
    facts = change.position.facts.get(AIR_SUPPLY, {})
    data = {later: {**facts.get(later, {}), piece: dict(how)}}
    if now in facts:
        data[now] = facts[now]
    change.emit(ev.FactSet(AIR_SUPPLY, data))


class SupplyLines:
    """A part: the way to the base that supplies a piece, as a table shows it."""

    @hookimpl
    def supply_line(self, s: Situation, piece: str) -> SupplyLine | None:
        if s.phase is None and not base_hexes(s, s.side(piece)):
            return None  # bases are placed last of all: until then nobody lacks any
        return supply_line(s, piece)
