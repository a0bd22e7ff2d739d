"""Voyages: where a force can sail now, which way, and every reason why not."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from tabuleiro.engine import Action, Objection, Verdict, hex_ref, msg, nmsg, piece_ref
from tabuleiro.engine.verdicts import FORM
from tabuleiro.rules.clauses import object_to
from tabuleiro.rules.victory.control import controller
from tabuleiro_filipinas.cargo import hexes_left
from tabuleiro_filipinas.forces import at_sea, enemy_forces, zones_of
from tabuleiro_filipinas.sea_lanes import (
    HALVES,
    Ways,
    chart,
    entry_hexes,
    off_enemy_ports,
    prices,
    search,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tabuleiro.engine import Situation

__all__ = ["SailForce", "closed_waters", "halting_waters", "sail_verdict", "sailings", "starts_of"]


class SailForce(Action, frozen=True):
    """Sail a force along a way, hex by hex; a force that is not at sea yet enters by the first."""

    piece: str
    path: tuple[str, ...]


def closed_waters(s: Situation, side: str) -> frozenset[str]:
    """Return the hexes that a side's forces may not enter: enemy forces, enemy-held passages."""
    held = (h for h in chart(s).passages if controller(s, h) in s.enemies(side))
    return frozenset([*(place for _force, place in enemy_forces(s, side)), *held])


def halting_waters(s: Situation, side: str) -> frozenset[str]:
    """Return the hexes in which a side's forces must stop: beside enemy ports and forces."""
    ports, zones = off_enemy_ports(s, side), zones_of(s, side)
    return s.cache_by_basis(("halting", side), (ports, zones), lambda: ports | zones)


def starts_of(s: Situation, force: str) -> Mapping[str, int]:
    """Return where a way begins, with what it has cost there: at sea nothing (7.2-8)."""
    if s.on_map(force):
        return {s.place(force): 0}
    price = prices(s)
    return {hex: price[hex] for hex in entry_hexes(s, s.side(force))}


def sailings(s: Situation, force: str) -> tuple[SailForce, ...]:
    """Return for each hex that a force can reach the cheapest way there (7.0-2)."""
    side, seen = s.side(force), at_sea(s, force)
    if seen is not None and seen.done:
        return ()
    starts, limit = starts_of(s, force), hexes_left(s, force)
    stop, closed = halting_waters(s, side), closed_waters(s, side)
    starts = {hex: paid for hex, paid in starts.items() if hex not in closed}
    basis = (starts, limit, stop, closed, prices(s))
    return s.cache_by_basis(("sailings", force), basis, partial(_all_ways, s, force, *basis[:4]))


def _all_ways(
    s: Situation,
    force: str,
    starts: Mapping[str, int],
    limit: int | None,
    stop: frozenset[str],
    closed: frozenset[str],
) -> tuple[SailForce, ...]:
    ways = search(s, starts, limit, stop, closed)
    paths = _paths(ways)
    passages = chart(s).passages
    return tuple(
        SailForce(force, path)
        for hex, path in paths.items()
        if path and hex not in passages
    )  # fmt: skip


def _paths(ways: Ways) -> dict[str, tuple[str, ...]]:
    """Return the way to each hex; one that begins at sea does not repeat where it began."""
    found: dict[str, tuple[str, ...]] = {}
    before = ways.before
    for hex in sorted(ways.cost, key=ways.cost.__getitem__):
        if hex in before:
            found[hex] = (*found[before[hex]], hex)
        else:
            found[hex] = (hex,) if ways.cost[hex] else ()
    return found


# ------------------------------------------------------------------------------- why not


def sail_verdict(s: Situation, side: str, action: SailForce) -> Verdict:
    """Return whether a force may sail a way, with every reason why not."""
    force, path = action.piece, action.path
    seen = at_sea(s, force)
    if seen is not None and seen.done:
        message = msg("{piece} has ended its voyage.", piece=piece_ref(force))
        return Verdict((object_to(s, message, "naval-stop", FORM, pieces=(force,)),))
    found = [*_broken(s, side, force, path)]
    if not found:
        found = [*_barred(s, side, force, path), *_too_far(s, force, path)]
    elif len(path) == 1:
        found = [*_from_afar(s, side, force, path[0])] or found
    return Verdict.of(found)


def _from_afar(s: Situation, side: str, force: str, goal: str) -> Iterable[Objection]:
    """Yield why a force cannot come to a far hex: one points at it, and means the way there."""
    closed = closed_waters(s, side)
    starts = {hex: paid for hex, paid in starts_of(s, force).items() if hex not in closed}
    for stop in (halting_waters(s, side), frozenset[str]()):
        made = partial(_ways_afar, s, starts, stop, closed)
        ways = s.cache_here(("from-afar", force, bool(stop)), made)
        if ways.get(goal):
            yield from (*_barred(s, side, force, ways[goal]), *_too_far(s, force, ways[goal]))
            return


def _ways_afar(
    s: Situation, starts: Mapping[str, int], stop: frozenset[str], closed: frozenset[str]
) -> dict[str, tuple[str, ...]]:
    """Return the ways that there would be for ships that carry their cargo as far as they like."""
    return _paths(search(s, starts, None, stop, closed))


def _broken(s: Situation, side: str, force: str, path: tuple[str, ...]) -> Iterable[Objection]:
    """Yield what makes a way none at all."""
    near, sea, about = chart(s).near, chart(s).sea, (force,)
    if not path:
        yield object_to(s, msg("A way has at least one hex."), "naval-move", FORM, pieces=about)
        return
    if s.on_map(force):
        before = s.place(force)
    elif path[0] in entry_hexes(s, side) or path[0] not in near:
        before = ""
    else:
        message = msg("{piece} cannot enter the board in {hex}.", piece=piece_ref(force),
                      hex=hex_ref(path[0]))  # fmt: skip
        yield object_to(s, message, "entry", FORM, pieces=about)
        return
    for here in path:
        if here not in near:
            message = msg("No ship can go to {hex}.", hex=hex_ref(here))
            yield object_to(s, message, "naval-move", FORM, pieces=about)
            return
        if before and here not in near[before]:
            message = msg("{hex} is not next to {here}.", hex=hex_ref(here), here=hex_ref(before))
            yield object_to(s, message, "naval-move", FORM, pieces=about)
            return
        before = here
    if path[-1] not in sea:
        message = msg("Ships pass {hex}, and cannot stop there.", hex=hex_ref(path[-1]))
        yield object_to(s, message, "naval-move", FORM, pieces=about)


def _barred(s: Situation, side: str, force: str, path: tuple[str, ...]) -> Iterable[Objection]:
    """Yield what bars a way: enemy ships, enemy ports, zones."""
    closed, stop, ports = closed_waters(s, side), halting_waters(s, side), off_enemy_ports(s, side)
    for here in path:
        if here in closed:
            message = msg("The enemy bars {hex}.", hex=hex_ref(here))
            yield object_to(s, message, "naval-enemy", FORM, pieces=(force,), hexes=(here,))
            return
    for here in path[:-1]:
        if here in stop:
            message = msg("{piece} must stop in {hex}.", piece=piece_ref(force), hex=hex_ref(here))
            word = "naval-port-stop" if here in ports else "naval-zone-stop"
            yield object_to(s, message, word, FORM, pieces=(force,), hexes=(here,))
            return


def _too_far(s: Situation, force: str, path: tuple[str, ...]) -> Iterable[Objection]:
    """Yield what speaks against it because its ships cannot carry their cargo so far."""
    left, price = hexes_left(s, force), prices(s)
    need = sum(price[here] for here in path)
    if left is not None and need > left:
        message = nmsg("The ships of {piece} can carry what is aboard for {n} hex more.",
                       "The ships of {piece} can carry what is aboard for {n} hexes more.",
                       left // HALVES, piece=piece_ref(force), n=left // HALVES)  # fmt: skip
        yield object_to(s, message, "capacity", FORM, pieces=(force,))
