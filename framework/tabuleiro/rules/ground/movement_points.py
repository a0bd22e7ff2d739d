"""Movement profiles: with how many half points, at which prices, a piece moves now."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from tabuleiro.board import StepCosts
from tabuleiro.engine.messages import nmsg, piece_ref
from tabuleiro.hooks import hookimpl
from tabuleiro.module.terms import Number, Terms
from tabuleiro.rules.ground.crossings import crossings
from tabuleiro.rules.ground.land_units import land_units
from tabuleiro.rules.ground.zones import beside, enemy_zone

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tabuleiro.engine import Message, Objection, Situation
    from tabuleiro.module import Module
    from tabuleiro.rules.ground.crossings import Crossing
    from tabuleiro.rules.ground.facing import Steering

__all__ = [
    "MOVED",
    "BreakContactTerms",
    "MovementChange",
    "PrintedMovement",
    "Profile",
    "Shut",
    "break_price",
    "class_costs",
    "contact_price",
    "halves",
    "march_over",
    "must_stop",
    "off_roads",
    "points_left",
    "price_to_embark",
    "profile",
    "step_costs",
    "stopping",
    "too_few_points",
]

MOVED = "moved"
"""The mark of pieces that moved in their last movement phase."""
_NOWHERE = ""
"""The movement class of what moves by other rules than these: it is closed out everywhere."""
_FREE: frozenset[str] = frozenset()


class BreakContactTerms(Terms):
    """What leaving enemies behind costs."""

    break_contact: Number = 1
    """Movement points for leaving enemies behind, on top of the step."""


class Shut(msgspec.Struct, frozen=True):
    """Hexes that are closed to a piece, whatever their terrain, and why."""

    hexes: frozenset[str]
    why: Objection


class Profile(msgspec.Struct, frozen=True):
    """How a piece moves now: the half points that it has, and the prices of steps."""

    points: int
    costs: StepCosts
    break_contact: int
    network: str = "road"
    ignores_zones: bool = False
    surcharge: int = 0
    leaving: int = 0
    """What it costs more to leave the board from next to an enemy."""
    closed: frozenset[str] = frozenset()
    """Terrain that is closed to it, along roads as well."""
    no_stop: frozenset[str] = frozenset()
    """Hexes in which it may end no move and no advance: next to enemies whom it cannot attack."""
    steering: Steering | None = None
    """How its steps depend on a state of it, such as where it faces; None: they do not."""
    one_hex: bool = False
    """Whether it may always go one hex as its only move, whatever that costs."""
    shut: tuple[Shut, ...] = ()
    """Hexes that are closed to it, each lot with what is told of it."""


class MovementChange(msgspec.Struct, frozen=True):
    """What a part changes in the way a piece moves now."""

    divided_by: int = 1
    """What its points are divided by."""
    rounded_up: bool = False
    """Whether what is left by that is a whole number of points, rounded up."""
    more_points: int = 0
    """Half points that it has besides."""
    surcharge: int = 0
    """Half points on top of every row of the terrain table."""
    steering: Steering | None = None
    """How a state of it, such as where it faces, bears upon its steps."""
    ignores_zones: bool = False
    """It stops in no enemy zone and pays nothing to leave one."""
    off_roads: frozenset[str] = frozenset()
    """Terrain into which no road leads it."""
    no_stop: frozenset[str] = frozenset()
    """Hexes in which it may end no move and no advance."""
    one_hex: bool = False
    """It may always go one hex as its only move, unless it is cut off."""
    shut: Shut | None = None
    """Hexes that are closed to it."""
    dearer: Mapping[str, int] = {}
    """Hexes that cost more to enter, by road as well: so many half points."""


def class_costs(module: Module, movement_class: str, surcharge: int = 0) -> StepCosts:
    """Return the prices of all steps on a module's board for a movement class.

    A ``surcharge`` of half points is paid on every row of the terrain table. To a class that the
    module has not all is closed: cards and the like have none. Clause: move-price.
    """
    key = ("costs", movement_class, surcharge)
    if key not in module.memo:
        priced = {n.id: n.cost.get(movement_class) for n in module.networks.values()}
        costs = StepCosts.for_board(
            module.board,
            {t.id: _price(t.cost.get(movement_class), surcharge) for t in module.terrain.values()},
            {h.id: _price(h.cost.get(movement_class), surcharge) for h in module.hexsides.values()},
            {name: price + surcharge for name, price in priced.items() if price is not None},
        )
        for name in (name for name, price in priced.items() if price is None):
            links = sorted(module.board.links_of(name))
            kinds = module.networks[name].bridges
            costs = _with_bridges(module, movement_class, costs, links, kinds)
        module.memo[key] = costs
    found: StepCosts = module.memo[key]
    return found


def _with_bridges(
    module: Module,
    movement_class: str,
    costs: StepCosts,
    steps: Iterable[tuple[str, str]],
    kinds: Iterable[str],
) -> StepCosts:
    """Return the prices with some steps free of what those kinds of hexsides cost.

    That is how one marches along a network without a price of its own, such as a railway.
    """
    board = module.board
    prices: dict[tuple[int, int], int] = {}
    for a, b in steps:
        others = board.features.get(board.grid.side(a, b), frozenset()).difference(kinds)
        parts = [
            module.terrain[board.terrain_at(b)].cost[movement_class],
            *(module.hexsides[kind].cost[movement_class] for kind in others),
        ]
        step = board.grid.index(a), board.grid.index(b)
        known = costs.price(*step)
        total = sum(part for part in parts if part is not None)
        if None not in parts and (known < 0 or total < known):
            prices[step] = total
    return costs.changed(prices)


def step_costs(s: Situation, movement_class: str, surcharge: int = 0) -> StepCosts:
    """Return the prices of all steps for a movement class now, over bridges that were built."""
    built = crossings(s)
    if not built:
        return class_costs(s.module, movement_class, surcharge)
    return s.cache_by_basis(
        ("costs", movement_class, surcharge),
        built,
        lambda: _over_bridges(s.module, movement_class, surcharge, built),
    )


def _over_bridges(
    module: Module, movement_class: str, surcharge: int, built: frozenset[Crossing]
) -> StepCosts:
    """Return the prices of all steps over bridges; for the same bridges the same object."""
    key = ("costs", movement_class, surcharge, built)
    if key not in module.memo:
        costs = class_costs(module, movement_class, surcharge)
        for kind in sorted({crossing.kind for crossing in built}):
            sides = sorted(crossing.side for crossing in built if crossing.kind == kind)
            steps = [step for a, b in sides for step in ((a, b), (b, a))]
            costs = _with_bridges(module, movement_class, costs, steps, (kind,))
        module.memo[key] = costs
    found: StepCosts = module.memo[key]
    return found


def _price(cost: int | None, surcharge: int) -> int:
    return -1 if cost is None else cost + surcharge


def off_roads(s: Situation, found: Profile, terrain: str) -> Profile:
    """Return a profile with a kind of terrain closed altogether: no road leads into it."""
    key = ("off-roads", terrain, id(found.costs))
    if key not in s.module.memo:
        index = s.board.grid.index
        into = {
            (index(near), index(place)): -1
            for place in s.board.hexes_of(terrain)
            for near in s.board.grid.neighbours(place)
        }
        # The old prices are kept along, so that no others come to have their id.
        s.module.memo[key] = (found.costs, found.costs.changed(into))
    costs: StepCosts = s.module.memo[key][1]
    return replace(found, costs=costs, closed=found.closed | {terrain})


def profile(s: Situation, piece: str) -> Profile:
    """Return how a piece moves now."""
    found: Profile | None = s.here.get(("profile", piece))  # twenty times a step
    return s.cache_here(("profile", piece), lambda: _profile(s, piece)) if found is None else found


def _profile(s: Situation, piece: str) -> Profile:
    found: Profile | None = s.rules.movement_profile(s=s, piece=piece)
    if found is None:  # the rules of the game move pieces in a way of their own
        return Profile(0, step_costs(s, _NOWHERE), 0)
    changes = s.rules.movement_changes(s=s, piece=piece)
    if not changes:
        return found
    surcharge = sum(change.surcharge for change in changes)
    if surcharge:
        costs = step_costs(s, str(s.counter(piece).movement_class), surcharge)
        found = replace(found, surcharge=surcharge, costs=costs)
    for change in changes:
        found = _changed(s, found, change)
        if change.dearer:
            found = replace(found, costs=_dearer(s, piece, found.costs, change.dearer))
    return found


def _changed(s: Situation, found: Profile, change: MovementChange) -> Profile:
    for terrain in sorted(change.off_roads):
        found = off_roads(s, found, terrain)
    if change.shut is not None and change.shut.hexes:
        costs = _shut(s, found.costs, change.shut.hexes)
        found = replace(found, costs=costs, shut=(*found.shut, change.shut))
    return replace(
        found,
        points=_divided(found.points, change) + change.more_points,
        steering=change.steering or found.steering,
        break_contact=0 if change.ignores_zones else found.break_contact,
        ignores_zones=found.ignores_zones or change.ignores_zones,
        no_stop=found.no_stop | change.no_stop,
        one_hex=found.one_hex or change.one_hex,
    )


def _shut(s: Situation, costs: StepCosts, hexes: frozenset[str]) -> StepCosts:
    """Return prices with some hexes closed."""
    key = ("shut", id(costs), hexes)
    if key not in s.module.memo:
        grid = s.board.grid
        into = {(grid.index(near), grid.index(h)): -1 for h in hexes for near in grid.neighbours(h)}
        # The old prices are kept along, so that no others come to have their id.
        s.module.memo[key] = costs, costs.changed(into)
    found: StepCosts = s.module.memo[key][1]
    return found


def _dearer(s: Situation, piece: str, costs: StepCosts, more: Mapping[str, int]) -> StepCosts:
    """Return prices with more to pay for entering some hexes; as a rule these seldom change."""
    index = s.board.grid.index
    return s.cache_by_basis(
        ("dearer", s.side(piece), s.counter(piece).movement_class),
        (costs, more),
        lambda: costs.dearer({index(hex): halves for hex, halves in more.items()}),
    )


def _divided(points: int, change: MovementChange) -> int:
    """Return the half points that are left by a change."""
    if not change.rounded_up:
        return points // change.divided_by
    return 2 * -(-points // (2 * change.divided_by))


def stopping(s: Situation, piece: str) -> frozenset[str]:
    """Return the enemy zone in which a piece must stop, and which it pays to leave.

    Clause: zone-stop.
    """
    return _FREE if profile(s, piece).ignores_zones else enemy_zone(s, s.side(piece))


def must_stop(s: Situation, piece: str, place: str) -> bool:
    """Return whether a place lies in an enemy zone in which a piece must stop."""
    # Most places lie in no zone; only for the others it matters how the piece moves.
    return place in enemy_zone(s, s.side(piece)) and not profile(s, piece).ignores_zones


def march_over(s: Situation) -> frozenset[str]:
    """Return the marks of pieces that have moved for good in this phase."""
    return s.cache_by_basis("march-over", (), lambda: frozenset(s.rules.movement_marks(s=s)))


def points_left(s: Situation, piece: str) -> int:
    """Return the half points that a piece can still spend, break of contact already taken off.

    Clause: move-limit.
    """
    state = s.piece(piece)
    if not march_over(s).isdisjoint(state.marks):
        return 0
    on_map = state.place in s.board.grid
    if on_map and MOVED in state.marks and must_stop(s, piece, state.place):
        return 0
    return profile(s, piece).points - state.spent - contact_price(s, piece)


def contact_price(s: Situation, piece: str) -> int:
    """Return the half points that breaking contact costs a piece, if it leaves its hex now.

    Clause: break-contact.
    """
    state = s.piece(piece)
    if MOVED in state.marks or state.place not in s.board.grid:
        return 0
    return profile(s, piece).break_contact if must_stop(s, piece, state.place) else 0


def break_price(s: Situation) -> int:
    """Return the half points that breaking contact costs on this board."""
    return 2 * s.terms(BreakContactTerms).break_contact


def price_to_embark(s: Situation, piece: str) -> int:
    """Return the half points that a piece pays to leave by sea: more if it is in contact."""
    place, enemy = s.place(piece), s.enemy(s.side(piece))
    in_contact = place in beside(s, enemy) or place in land_units(s, enemy)
    return break_price(s) if in_contact else 0


def halves(points: int) -> str:
    """Return half points as a number that players read.

    >>> halves(5), halves(4), halves(1)
    ('2½', '2', '½')
    """
    whole, half = divmod(points, 2)
    return f"{whole or ''}½" if half else str(whole)


def too_few_points(piece: str, need: int, left: int) -> Message:
    """Return that a piece has fewer half points left than it needs."""
    return nmsg("{piece} needs {need} point and has {left}.",
                "{piece} needs {need} points and has {left}.", halves(need),
                piece=piece_ref(piece), need=halves(need), left=halves(left))  # fmt: skip


class PrintedMovement:
    """A part: pieces move by their printed value, on the prices of their class."""

    @hookimpl
    def movement_profile(self, s: Situation, piece: str) -> Profile:
        return Profile(
            points=2 * s.value(piece, "move"),
            costs=step_costs(s, str(s.counter(piece).movement_class)),
            break_contact=2 * s.terms(BreakContactTerms).break_contact,
        )
