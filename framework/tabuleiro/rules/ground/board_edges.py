"""Edges: where pieces may enter and leave the board, and at which price."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tabuleiro.module.terms import Edge, Number, Side, Terms
from tabuleiro.rules.ground.land_units import enemy_troops
from tabuleiro.rules.ground.movement_points import profile
from tabuleiro.rules.ground.zones import beside_enemies

if TYPE_CHECKING:
    from tabuleiro.engine import Situation

__all__ = [
    "AnyExitsTerms",
    "Exit",
    "ExitEdgesTerms",
    "arrivals",
    "entry_prices",
    "exit_edges",
    "exit_price",
]


class ExitEdgesTerms(Terms):
    """Where sides leave, in the ladder family."""

    exits: Mapping[Side, tuple[Edge, ...]] = {}
    """Stretches of the border by which a side may leave the board."""


class Exit(Terms):
    """How a side leaves the board."""

    edges: tuple[Edge, ...]
    """The stretches of the border by which it may leave."""
    returns: bool = False
    """Whether land units may come back there."""
    after_turns: Number = 1
    """Turns after which they may."""


class AnyExitsTerms(Terms):
    """How sides leave the board, in either family."""

    exits: Mapping[Side, tuple[Edge, ...] | Exit] = {}
    """Stretches of the border, or more about them."""


def arrivals(s: Situation, side: str) -> Mapping[str, Any]:
    """Return the pieces off the board that may enter now, each with its reinforcement."""
    found: Mapping[str, Any] | None = s.here.get(("arrivals", side))
    if found is None:
        found = s.here["arrivals", side] = s.rules.arrivals(s=s, side=side) or {}
    return found


def exit_edges(s: Situation, side: str) -> Mapping[str, tuple[str, ...]]:
    """Return the hexes from which a side may leave, each with the stretches of edge there.

    Clauses: exit, never-returns, retreat-off-{side}.
    """
    key = ("exits", side)
    cache = s.module.memo
    if key not in cache:
        found: dict[str, tuple[str, ...]] = {}
        for edge in _exits(s, side):
            for place in s.board.edges[edge].hexes:
                found[place] = (*found.get(place, ()), edge)
        cache[key] = found
    exits: Mapping[str, tuple[str, ...]] = cache[key]
    return exits


def _exits(s: Situation, side: str) -> tuple[str, ...]:
    """Return the stretches by which a side may leave; a module may say more about them."""
    terms = s.terms(AnyExitsTerms).exits.get(side, ())
    return terms.edges if isinstance(terms, Exit) else terms


def exit_price(s: Situation, piece: str, place: str, stretch: str) -> int:
    """Return the half points for leaving: one point, or the road's price along a road.

    Clause: exit.
    """
    road = _road_price(s, piece, place, stretch)
    p = profile(s, piece)
    contact = p.leaving if p.leaving and place in beside_enemies(s, s.side(piece)) else 0
    return (2 if road is None else road) + p.surcharge + contact


def entry_prices(s: Situation, piece: str) -> Mapping[str, int]:
    """Return the hexes where a piece off the board may enter now, with the half points of each.

    Clause: entry.
    """
    return s.cache_here(("entry", piece), lambda: _entry_prices(s, piece))


def _entry_prices(s: Situation, piece: str) -> dict[str, int]:
    arrival = arrivals(s, s.side(piece)).get(piece)
    if arrival is None:
        return {}
    enemies = enemy_troops(s, s.side(piece))
    answer = s.rules.entry_hexes(s=s, piece=piece, arrival=arrival)
    if answer is not None:
        return {place: price for place, price in answer.items() if place not in enemies}
    found: dict[str, int] = {}
    closed = profile(s, piece).closed
    for stretch in arrival.edges:
        for place in s.board.edges[stretch].hexes:
            if s.board.terrain_at(place) in closed:
                continue
            terrain = s.module.terrain[s.board.terrain_at(place)]
            prices = (
                _road_price(s, piece, place, stretch),
                terrain.cost[str(s.counter(piece).movement_class)],
            )
            possible = [price for price in (*prices, found.get(place)) if price is not None]
            if possible and place not in enemies:
                found[place] = min(possible)
    return found


def _road_price(s: Situation, piece: str, place: str, stretch: str) -> int | None:
    name, movement_class = profile(s, piece).network, s.counter(piece).movement_class
    key = ("edge", name, movement_class, place, stretch)
    cache = s.module.memo
    if key not in cache:
        network = s.module.networks.get(name)
        leads = network and s.board.edges[stretch].edge in s.board.leaves_by(place, name)
        cache[key] = network.cost[str(movement_class)] if network and leads else None
    price: int | None = cache[key]
    return price
