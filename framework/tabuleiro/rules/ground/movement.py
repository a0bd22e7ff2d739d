"""Movement: where a piece can go, by which path, and why it cannot go elsewhere.

A move is a path of hexes. It may begin off the board, at an edge by which the piece may enter, and
end in ``exit.<edge>``. A piece may move in several actions as long as it has points left.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tabuleiro.board import path_to, reachable
from tabuleiro.engine import (
    OFF,
    Action,
    Objection,
    Verdict,
    exit_place,
    hex_ref,
    is_exit,
    msg,
    piece_ref,
)
from tabuleiro.engine.verdicts import FORM
from tabuleiro.rules.arrivals.off_map import on_border
from tabuleiro.rules.clauses import object_to
from tabuleiro.rules.combat.retreat_ways import cut_off
from tabuleiro.rules.combat.terrain import closed_side
from tabuleiro.rules.ground.board_edges import entry_prices, exit_edges, exit_price
from tabuleiro.rules.ground.facing import number_of, steered_search, turn_price, wrong_way
from tabuleiro.rules.ground.land_units import arm, enemy_troops
from tabuleiro.rules.ground.movement_points import (
    MOVED,
    contact_price,
    points_left,
    profile,
    stopping,
    too_few_points,
)
from tabuleiro.rules.ground.stacking import full_hexes, stacking_objection

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tabuleiro.board import Reach
    from tabuleiro.engine import Situation
    from tabuleiro.rules.ground.movement_points import Profile

__all__ = ["Move", "destinations", "move_verdict", "path_price", "path_prices"]

Destinations = dict[str, tuple[tuple[str, ...], int]]


class Move(Action, frozen=True):
    """Move a piece along a path, from the hex after its own to the last one."""

    piece: str
    path: tuple[str, ...]


def destinations(s: Situation, piece: str) -> Mapping[str, tuple[tuple[str, ...], int]]:
    """Return every place where a piece may end a move now: the cheapest path, its half points.

    They are what :func:`path_price` says of that path, break of contact included.
    """
    return s.cache_here(("destinations", piece), lambda: _destinations(s, piece))


def _destinations(s: Situation, piece: str) -> Destinations:
    left = points_left(s, piece)
    if left <= 0 and not one_hex_left(s, piece):
        return {}
    if any(s.rules.move_objections(s=s, piece=piece)):
        return {}
    # While a side moves, little changes for the pieces that stand still: nothing of the enemy.
    # And what one piece can do, those of its stack or convoy can do as well.
    p, side = profile(s, piece), s.side(piece)
    alike, costs = _alike(s, piece, p, left), p.costs
    around = (stopping(s, piece), enemy_troops(s, side), full_hexes(s, side))
    return s.cache_by_basis(
        ("ways", piece),
        (alike, costs, around),
        lambda: s.cache_here(("ways", id(costs), *alike), lambda: _ways(s, piece, left)),
    )


def _alike(s: Situation, piece: str, p: Profile, left: int) -> tuple[object, ...]:
    """Return what pieces have in common that can go to the same places, besides the prices."""
    place = s.place(piece)
    entries = () if place in s.board.grid else tuple(entry_prices(s, piece).items())
    exits: tuple[object, ...] = (s.counter(piece).movement_class, p.network, p.surcharge)
    if p.one_hex:
        exits = (*exits, one_hex_left(s, piece), p.points)
    contact = contact_price(s, piece)
    stops = (contact, p.ignores_zones, p.no_stop)
    if p.steering is not None:
        exits = (*exits, p.steering, number_of(s, piece, p.steering.state))
    return (s.side(piece), arm(s, piece), place, left, stops, entries, *exits)


def _ways(s: Situation, piece: str, left: int) -> Destinations:
    found: Destinations = {}
    p = profile(s, piece)
    if p.steering is not None:
        return _steered_ways(s, piece, left)
    leaves = bool(exit_edges(s, s.side(piece)))
    for paid, start, reach in _searches(s, piece, left):
        _add_hexes(s, piece, paid, start, reach, found)
        if leaves:
            _add_exits(s, piece, paid, start, reach, found)
    if p.one_hex and one_hex_left(s, piece):
        _add_one_hex(s, piece, found)
    return found


def one_hex_left(s: Situation, piece: str) -> bool:
    """Return whether a piece may go one hex whatever that costs: it has not moved."""
    state = s.piece(piece)
    if not profile(s, piece).one_hex or state.spent or MOVED in state.marks:
        return False
    return state.place in s.board.grid and not cut_off(s, piece)


def _add_one_hex(s: Situation, piece: str, found: Destinations) -> None:
    here, side, p = s.place(piece), s.side(piece), profile(s, piece)
    shut = {*full_hexes(s, side), *enemy_troops(s, side), *p.no_stop, *found}
    for place in s.board.grid.neighbours(here):
        price = _leg(s, piece, here, place)
        if price is not None and price >= 0 and place not in shut:
            found[place] = ((place,), path_price(s, piece, (place,)))


def _searches(s: Situation, piece: str, left: int) -> Iterator[tuple[int, str | None, Reach]]:
    """Yield the search from a piece's hex, or one from each hex where it may enter."""
    side = s.side(piece)
    index = s.board.grid.index
    p = profile(s, piece)
    zone, enemies = stopping(s, piece), enemy_troops(s, side)
    stop = s.cache_by_basis(("stop", side, p.ignores_zones), zone, lambda: {index(h) for h in zone})
    blocked = s.cache_by_basis(("blocked", side), enemies, lambda: {index(h) for h in enemies})
    costs = p.costs
    place = s.place(piece)
    if place in s.board.grid:
        reach = reachable(costs, index(place), left, stop=stop, blocked=blocked)
        yield contact_price(s, piece), None, reach
        return
    for entry, price in entry_prices(s, piece).items():
        start = index(entry)
        if price <= left:
            limit = 0 if start in stop else left - price
            yield price, entry, reachable(costs, start, limit, stop=stop, blocked=blocked)


def _steered_ways(s: Situation, piece: str, left: int) -> Destinations:
    """Return the ways of a piece whose steps depend on where it faces."""
    p, here = profile(s, piece), s.place(piece)
    assert p.steering is not None  # noqa: S101 - else it would be no such piece
    index, shut = s.board.grid.index, full_hexes(s, s.side(piece)) | p.no_stop
    stop = {index(h) for h in stopping(s, piece)}
    blocked = {index(h) for h in enemy_troops(s, s.side(piece))}
    facing, found = number_of(s, piece, p.steering.state), dict[str, tuple[tuple[str, ...], int]]()
    inside = here in s.board.grid
    starts = {here: contact_price(s, piece)} if inside else entry_prices(s, piece)
    exits, points = exit_edges(s, s.side(piece)), left + contact_price(s, piece)
    how = (p.costs, p.steering, stop, blocked)
    for start, paid in starts.items():
        limit = left if inside else 0 if index(start) in stop else left - paid
        if limit < 0:
            continue
        for cost, way in steered_search(s, start, facing, limit, *how):
            path, end = way if inside else (start, *way), way[-1] if way else start
            if path and end not in shut and end != here:
                _keep_cheapest(found, end, path, paid + cost)
            for stretch in exits.get(end, ()) if index(end) not in stop or end == here else ():
                total = paid + cost + exit_price(s, piece, end, stretch)
                if total <= points and exit_place(stretch) != here:
                    _keep_cheapest(found, exit_place(stretch), (*path, exit_place(stretch)), total)
    return found


def _keep_cheapest(found: Destinations, place: str, path: tuple[str, ...], cost: int) -> None:
    if place not in found or cost < found[place][1]:
        found[place] = (path, cost)


def _add_hexes(
    s: Situation, piece: str, paid: int, entry: str | None, reach: Reach, found: Destinations
) -> None:
    shut, barred = full_hexes(s, s.side(piece)), profile(s, piece).no_stop
    if barred:
        shut |= barred
    hexes, here = s.board.grid.hexes, s.place(piece)
    paths: dict[int, tuple[str, ...]] = {-1: ()}
    price = {number: cost for number, (cost, _before) in reach.items()}
    order = sorted(reach, key=price.__getitem__)
    if entry is None:
        paths[order.pop(0)] = ()  # where it stands: nothing is nearer
    for number in order:
        place = hexes[number]
        path = paths[number] = (*paths[reach[number][1]], place)
        if place in shut or place == here:
            continue
        cost = paid + price[number]
        if entry is None or place not in found or cost < found[place][1]:
            found[place] = (path, cost)


def _add_exits(
    s: Situation, piece: str, paid: int, entry: str | None, reach: Reach, found: Destinations
) -> None:
    edges = exit_edges(s, s.side(piece))
    here, left = s.place(piece), points_left(s, piece) + contact_price(s, piece)
    grid = s.board.grid
    stop = stopping(s, piece)
    for place, stretches in edges.items():
        reached = reach.get(grid.index(place))
        if reached is None or (place in stop and place != here):
            continue
        for stretch in stretches:
            target = exit_place(stretch)
            cost = paid + reached[0] + exit_price(s, piece, place, stretch)
            known = found.get(target)
            if target != here and cost <= left and (known is None or cost < known[1]):
                way = path_to(reach, grid.index(place))[0 if entry else 1 :]
                found[target] = ((*(grid.hexes[n] for n in way), target), cost)


def path_price(s: Situation, piece: str, path: tuple[str, ...]) -> int:
    """Return the half points that a path costs, break of contact included.

    Steps that only a lenient table lets pass cost nothing; the one hex that a piece may go
    whatever it costs, all its points at most.
    """
    return _total(s, piece, path, _legs(s, piece, path))


def path_prices(s: Situation, piece: str, path: tuple[str, ...]) -> tuple[int, ...]:
    """Return what a path costs up to each of its places."""
    legs = _legs(s, piece, path)
    return tuple(_total(s, piece, path[:n], legs[:n]) for n in range(1, len(path) + 1))


def _total(s: Situation, piece: str, path: tuple[str, ...], legs: list[int | None]) -> int:
    total = contact_price(s, piece) + sum([price for price in legs if price and price > 0])
    steering = profile(s, piece).steering
    if len(path) == 1 and total > profile(s, piece).points and one_hex_left(s, piece):
        return profile(s, piece).points
    return total if steering is None else total + turn_price(s, piece, steering, path)


def _legs(s: Situation, piece: str, path: tuple[str, ...]) -> list[int | None]:
    """Return the price of each leg: -1 if forbidden, None if there is no such step at all."""
    return [_leg(s, piece, *leg) for leg in pairwise((s.place(piece), *path))]


def _leg(s: Situation, piece: str, here: str, there: str) -> int | None:
    grid = s.board.grid
    if there in grid and here in grid:
        price = profile(s, piece).costs.price(grid.index(here), grid.index(there))
        return price if price >= 0 or grid.are_neighbours(here, there) else None
    if there in grid and here not in grid:
        return entry_prices(s, piece).get(there)
    stretch = there.removeprefix("exit.")
    if is_exit(there) and stretch in exit_edges(s, s.side(piece)).get(here, ()):
        return exit_price(s, piece, here, stretch)
    return None


# why not


def move_verdict(s: Situation, piece: str, path: tuple[str, ...]) -> Verdict:
    """Return whether a piece may move along a path now, with every reason why not."""
    legs = _legs(s, piece, path)
    nonsense = _nonsense(s, piece, path, legs)
    if nonsense is not None:
        return Verdict((nonsense,))
    objections = list(s.rules.move_objections(s=s, piece=piece))
    stop = stopping(s, piece)
    here = s.place(piece)
    if here in stop and MOVED in s.piece(piece).marks:
        objections.append(_stopped(s, piece, here))
    for there, price in zip(path, legs, strict=True):
        if price is None:
            objections.insert(0, _no_step(s, piece, here, there, "reinforcement"))
        elif price < 0:
            objections.append(_forbidden(s, piece, here, there))
        if there in stop and there != path[-1]:
            objections.append(_stopped(s, piece, there))
        here = there
    steering = profile(s, piece).steering
    if steering is not None:
        objections += wrong_way(s, piece, steering, path)
    objections += _too_far(s, piece, _total(s, piece, path, legs))
    if path[-1] in s.board.grid:
        crowd = stacking_objection(s, piece, path[-1])
        objections += [crowd] if crowd else []
    if path[-1] in profile(s, piece).no_stop:
        objections.append(_no_stop(s, piece, path[-1]))
    return Verdict.of(objections)


def _nonsense(
    s: Situation, piece: str, path: tuple[str, ...], legs: list[int | None]
) -> Objection | None:
    here = s.place(piece)
    enemies = enemy_troops(s, s.side(piece))
    for there, price in zip(path, legs, strict=True):
        if there in enemies:
            return _occupied(s, piece, there)
        if price is None and not _comes_in(s, piece, here, there):
            return _no_step(s, piece, here, there)
        here = there
    if not path or here == s.place(piece):
        return object_to(s, msg("A move needs a path to another hex."), "adjacent", "form")
    return None


def _comes_in(s: Situation, piece: str, here: str, there: str) -> bool:
    """Return whether a step leads from off the board into a hex at its border that is open."""
    if here != OFF or there not in s.board.grid or not on_border(s, there):
        return False
    cost = s.module.terrain[s.board.terrain_at(there)].cost
    return cost[str(s.counter(piece).movement_class)] is not None


def _no_step(s: Situation, piece: str, here: str, there: str, topic: str = FORM) -> Objection:
    rule = "exit" if is_exit(there) else "entry" if here not in s.board.grid else "adjacent"
    message = msg(
        "{piece} cannot go from {here} to {there}.",
        piece=piece_ref(piece),
        here=hex_ref(here),
        there=hex_ref(there),
    )
    return object_to(s, message, rule, topic, pieces=(piece,))


def _occupied(s: Situation, piece: str, place: str) -> Objection:
    message = msg(
        "{piece} cannot enter {hex}: enemy units are there.",
        piece=piece_ref(piece),
        hex=hex_ref(place),
    )
    return object_to(s, message, "enemy-hex", "form", pieces=(piece,), hexes=(place,))


def _stopped(s: Situation, piece: str, place: str) -> Objection:
    message = msg(
        "{piece} must stop in {hex}: it is in an enemy zone.",
        piece=piece_ref(piece),
        hex=hex_ref(place),
    )
    return object_to(s, message, "zone-stop", "zones", pieces=(piece,), hexes=(place,))


def _no_stop(s: Situation, piece: str, place: str) -> Objection:
    message = msg(
        "{piece} may not stop in {hex}: enemies whom it cannot attack are next to it.",
        piece=piece_ref(piece),
        hex=hex_ref(place),
    )
    return object_to(s, message, "no-stop", "movement", pieces=(piece,), hexes=(place,))


def _forbidden(s: Situation, piece: str, here: str, place: str) -> Objection:
    for lot in profile(s, piece).shut:
        if place in lot.hexes:
            return replace(lot.why, hexes=(place,))
    message = msg(
        "{piece} may not enter the terrain of {hex}.", piece=piece_ref(piece), hex=hex_ref(place)
    )
    closed = closed_side(s, piece, here, place) or s.module.terrain[s.board.terrain_at(place)]
    return Objection(message, closed.rule or "", "movement", (piece,), (place,))


def _too_far(s: Situation, piece: str, need: int) -> list[Objection]:
    left = profile(s, piece).points - s.piece(piece).spent
    if need <= left:
        return []
    message = too_few_points(piece, need, left)
    return [object_to(s, message, "move-limit", "movement", pieces=(piece,))]
