"""Sea lanes: where ships can go, what lies beside the water, and which ways there are.

Here: what follows from the board, from who holds which coast, and from who lies in which hex.
Not here: whether a force may go there now (`voyages`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from tabuleiro.rules.victory.control import controller
from tabuleiro_filipinas.parameters.course import WeatherTerms
from tabuleiro_filipinas.parameters.sea import EntryTerms, SeaLiftTerms
from tabuleiro_filipinas.parameters.war import NavalTerms
from tabuleiro_filipinas.weather import weather_at

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from tabuleiro.engine import Situation

__all__ = [
    "HALVES",
    "Chart",
    "Ways",
    "chart",
    "enemy_shores",
    "entry_hexes",
    "is_port",
    "landing_ground",
    "off_enemy_ports",
    "port_works",
    "prices",
    "search",
    "touching",
    "way_to",
]

HALVES: Final = 2
"""Capacity is counted in half points for each unit and hex, so that monsoon costs whole ones."""
PORT_HURT: Final = ("port-damaged", "port-destroyed")
"""Marks of a port that is none for the time being (6.3.4, 7.0-5)."""


class Chart(NamedTuple):
    """What of the sea never changes."""

    sea: frozenset[str]
    """Sea hexes."""
    passages: frozenset[str]
    """Land hexes through which ships pass."""
    near: Mapping[str, tuple[str, ...]]
    """For each of these the hexes to which a ship goes from there."""
    shore: Mapping[str, tuple[str, ...]]
    """For each sea hex the land hexes beside it."""
    waters: Mapping[str, tuple[str, ...]]
    """For each coast hex the sea hexes beside it."""
    ports: frozenset[str]
    """Land hexes with a port, whether it works or not."""


def chart(s: Situation) -> Chart:
    """Return the chart of the board."""
    if "sea-chart" not in s.module.memo:
        s.module.memo["sea-chart"] = _draw(s)
    found: Chart = s.module.memo["sea-chart"]
    return found


def _draw(s: Situation) -> Chart:
    board = s.board
    sea = frozenset(h for h in board.grid if "sea" in s.module.terrain[board.terrain_at(h)].tags)
    passages = frozenset(board.regions[s.terms(NavalTerms).passages].hexes)
    open_ = sea | passages
    beside = {h: board.grid.neighbours(h) for h in board.grid}
    return Chart(
        sea,
        passages,
        {h: tuple(n for n in beside[h] if n in open_) for h in sorted(open_)},
        {h: tuple(n for n in beside[h] if n not in sea) for h in sorted(sea)},
        {h: found for h in board.grid if h not in sea
         and (found := tuple(n for n in beside[h] if n in sea))},
        frozenset(p.hex for p in board.places.values() if p.kind == "port"),
    )  # fmt: skip


def touching(s: Situation, place: str) -> tuple[str, ...]:
    """Return the land hexes beside a sea hex."""
    return chart(s).shore.get(place, ())


# ------------------------------------------------------------------------------- coasts


def is_port(s: Situation, place: str) -> bool:
    """Return whether there is a port in a hex that is neither damaged nor destroyed."""
    marks = s.position.marks.get(place, ())
    return place in chart(s).ports and not any(mark in marks for mark in PORT_HURT)


def port_works(s: Situation, side: str, place: str) -> bool:
    """Return whether a port serves a side."""
    return is_port(s, place) and controller(s, place) == side


def landing_ground(s: Situation, place: str) -> bool:
    """Return whether units get on and off in a coast hex by its terrain, port or no port."""
    tags = s.module.terrain[s.board.terrain_at(place)].tags
    return place in chart(s).waters and s.terms(SeaLiftTerms).terrain_tag in tags


def enemy_shores(s: Situation, side: str) -> frozenset[str]:
    """Return the sea hexes beside coasts that an enemy of a side holds (7.0-7)."""
    return s.cache_by_basis(
        ("enemy-shores", side), s.position.control, lambda: frozenset(
            h for h, coast in chart(s).shore.items() if any(_hostile(s, side, c) for c in coast)
        )
    )  # fmt: skip


def off_enemy_ports(s: Situation, side: str) -> frozenset[str]:
    """Return the sea hexes beside ports that an enemy of a side holds and that work (7.0-5)."""
    basis = (s.position.control, s.position.marks)
    return s.cache_by_basis(("off-ports", side), basis, lambda: frozenset(
        water
        for port in chart(s).ports if _hostile(s, side, port) and is_port(s, port)
        for water in chart(s).waters.get(port, ())
    ))  # fmt: skip


def _hostile(s: Situation, side: str, place: str) -> bool:
    holder = controller(s, place)
    return holder is not None and holder in s.enemies(side)


def entry_hexes(s: Situation, side: str) -> tuple[str, ...]:
    """Return the sea hexes by which ships of a side come to the board (7.0-3)."""
    key = ("entry-hexes", side)
    if key not in s.module.memo:
        edges = s.terms(EntryTerms).entry[side]
        found = {h for edge in edges for h in s.board.edge_hexes(edge)} & chart(s).sea
        s.module.memo[key] = tuple(sorted(found))
    hexes: tuple[str, ...] = s.module.memo[key]
    return hexes


# ------------------------------------------------------------------------------- ways


class Ways(NamedTuple):
    """What can be reached: what it costs for each unit aboard, and the hex before."""

    cost: dict[str, int]
    before: dict[str, str]


def prices(s: Situation) -> Mapping[str, int]:
    """Return what it costs for each unit aboard to enter a hex, in half points (7.2-11, 12.3-6).

    Clauses: 12.2-6.
    """
    weather = tuple(weather_at(s, hex) for hex in _samples(s))
    key = ("sea-prices", weather)
    if key not in s.module.memo:
        dear = int(HALVES * s.terms(NavalTerms).monsoon_cost)
        s.module.memo[key] = {
            h: dear if weather_at(s, h) == "monsoon" else HALVES for h in chart(s).near
        }
    found: Mapping[str, int] = s.module.memo[key]
    return found


def _samples(s: Situation) -> tuple[str, ...]:
    """Return a hex of each region of weather that lies in no other."""
    if "weather-samples" not in s.module.memo:
        names = s.terms(WeatherTerms).regions.values()
        regions = [frozenset(s.board.regions[name].hexes) for name in names]
        s.module.memo["weather-samples"] = tuple(
            min(one.difference(*(other for other in regions if other is not one)))
            for one in regions
        )
    found: tuple[str, ...] = s.module.memo["weather-samples"]
    return found


def search(
    s: Situation,
    starts: Mapping[str, int],
    limit: int | None,
    stop: Collection[str],
    blocked: Collection[str],
) -> Ways:
    """Return all that ships reach from hexes, with what each of these has cost already.

    A hex in ``stop`` can be entered but not left, unless the way starts there at no cost; one in
    ``blocked`` cannot be entered.
    """
    near, price = chart(s).near, prices(s)
    cost: dict[str, int] = {}
    before: dict[str, str] = {}
    buckets: dict[int, list[str]] = {}
    for hex, paid in starts.items():
        if limit is None or paid <= limit:
            cost[hex] = paid
            buckets.setdefault(paid, []).append(hex)
    free = {hex for hex, paid in starts.items() if not paid}
    spent = 0
    while buckets:
        for here in buckets.pop(spent, ()):
            if cost[here] != spent or (here in stop and here not in free):
                continue
            for there in near[here]:
                paid = spent + price[there]
                if paid < cost.get(there, paid + 1) and there not in blocked:
                    if limit is not None and paid > limit:
                        continue
                    cost[there] = paid
                    before[there] = here
                    buckets.setdefault(paid, []).append(there)
        spent += 1
    return Ways(cost, before)


def way_to(ways: Ways, goal: str) -> tuple[str, ...]:
    """Return the hexes of the way to a goal, the start among them; nothing if it has none."""
    if goal not in ways.cost:
        return ()
    way = [goal]
    while way[-1] in ways.before:
        way.append(ways.before[way[-1]])
    return tuple(reversed(way))
