"""Why a piece cannot go where one points: the attempt that explains it best.

Tried are the cheapest way of any length, then ways through enemy zones, then the hex beside, then
the straight line; the first that there is, is asked of the rules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from tabuleiro.board import path_to, reachable
from tabuleiro.engine import OFF, is_exit
from tabuleiro.engine.actions import whole_action
from tabuleiro.rules.ground.board_edges import entry_prices
from tabuleiro.rules.ground.movement import Move
from tabuleiro.rules.ground.movement_points import points_left, profile
from tabuleiro.rules.ground.zones import enemy_zone

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from tabuleiro.board import Reach
    from tabuleiro.engine import Action, Decision, Situation, Verdict

__all__ = ["attempts", "let_pass", "way", "why_not"]

_FARTHER: Final = 60
"""Half points beyond those that are left within which a way is looked for."""
_AIMS: Final = ("to", "hex", "target", "place")


def why_not(tried: Iterable[Action], check: Callable[[Action], Verdict]) -> Verdict | None:
    """Return why attempts to go to a place cannot be made; None if nothing can be said of it."""
    return next((verdict for attempt in tried if not (verdict := check(attempt))), None)


def let_pass(tried: Iterable[Action], check: Callable[[Action], Verdict]) -> Action | None:
    """Return the attempt that a match lets pass, though it is offered nowhere."""
    return next((attempt for attempt in tried if check(attempt)), None)


def attempts(
    s: Situation, decision: Decision, piece: str, place: str, offers: Callable[[], Iterable[Action]]
) -> Iterator[Action]:
    """Yield what a piece could try to come to a place, the most telling first.

    ``offers`` returns what the piece may do. Without a piece it is what needs none: an attack that
    others join.
    """
    if not piece:
        yield from _by_nobody(decision, place)
    if piece not in s.position.pieces:
        return
    if "move" in decision.actions:
        for path in _paths(s, piece, place):
            yield Move(piece, path)
        return
    model = next((a for a in offers() if _aimed(a)), None)
    if model is None:
        return
    changed: dict[str, Any] = (
        {"path": (place,)}
        if getattr(model, "path", None)
        else {name: place for name in _AIMS if isinstance(getattr(model, name, None), str)}
    )
    yield replace(model, **changed)
    if getattr(model, "path", None):
        yield replace(model, path=(model.path[0], place))  # type: ignore[attr-defined]


def _by_nobody(decision: Decision, place: str) -> Iterator[Action]:
    """Yield what is done to a place by whoever is asked: it says no more than where."""
    for kind in decision.actions:
        ways = (whole_action({"type": kind, name: place}) for name in _AIMS)
        yield from (way for way in ways if way is not None)


def _aimed(action: Action) -> bool:
    """Return whether an action is aimed at a place."""
    return bool(getattr(action, "path", None)) or any(
        isinstance(getattr(action, name, None), str) for name in _AIMS
    )


def way(s: Situation, piece: str, place: str) -> tuple[str, ...]:
    """Return the way that a piece would take to a place if it had all the points in the world.

    Where there is none it is a straight line: the rules then say what is in the way.
    """
    return next(_paths(s, piece, place), (place,))


def _paths(s: Situation, piece: str, place: str) -> Iterator[tuple[str, ...]]:
    """Yield ways of a piece to a place, the most telling first."""
    grid = s.board.grid
    here = s.place(piece)
    if here not in grid and here != OFF:
        return
    ends, tail = (place,), ()
    if is_exit(place):
        stretch = s.board.edges.get(place.removeprefix("exit."))
        ends, tail = (stretch.hexes if stretch else ()), (place,)  # type: ignore[assignment]
    if s.counter(piece).values.get("move") is not None and all(end in grid for end in ends):
        for number in range(2):
            yield from _found(s, piece, ends, tail, number)
    if place in grid and here in grid and place != here:
        yield s.board.grid.line(here, place)[1:]
    elif place != here:
        yield (place,)


def _found(
    s: Situation, piece: str, ends: tuple[str, ...], tail: tuple[str, ...], number: int
) -> Iterator[tuple[str, ...]]:
    grid = s.board.grid
    reach = s.cache_here(("why-reach", piece, number), lambda: _search(s, piece, zones=not number))
    known = [grid.index(end) for end in ends if grid.index(end) in reach]
    if known:
        goal = min(known, key=lambda end: reach[end][0])
        yield (*_way(s, piece, reach, goal), *tail)
        return
    for end in ends[:1]:
        if s.holder(end) in s.enemies(s.side(piece)):
            beside = [n for n in map(grid.index, grid.neighbours(end)) if n in reach]
            if beside:
                goal = min(beside, key=lambda n: reach[n][0])
                yield (*_way(s, piece, reach, goal), end)


def _way(s: Situation, piece: str, reach: Reach, goal: int) -> tuple[str, ...]:
    hexes = s.board.grid.hexes
    way = path_to(reach, goal)
    return tuple(hexes[n] for n in (way[1:] if s.on_map(piece) else way))


def _search(s: Situation, piece: str, *, zones: bool) -> Reach:
    """Return where a piece could go if it had points enough, and no zones stopped it if so said."""
    grid = s.board.grid
    side = s.side(piece)
    stop = {grid.index(hex) for hex in enemy_zone(s, side)} if zones else set()
    blocked = {grid.index(hex) for hex in s.opposed(side)}
    costs = profile(s, piece).costs
    place = s.place(piece)
    starts = [place] if place in grid else list(entry_prices(s, piece))
    limit = max(points_left(s, piece), 0) + _FARTHER
    return reachable(costs, [grid.index(h) for h in starts], limit, stop=stop, blocked=blocked)
