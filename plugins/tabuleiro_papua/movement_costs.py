"""Marching: what steps cost, how many a hex holds, what breaking contact costs (4.0).

A step is paid by the hex entered, over the hexside, or along a road or trail if that is cheaper.
Only networks that bridge a hexside spare its price. Enemies do not stop a march, but a step after
which an enemy is no longer next to the piece costs ``rules: break_contact`` more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.board import StepCosts
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.ground.land_units import holds_ground, land_units
from tabuleiro.rules.ground.movement_points import Profile, break_price
from tabuleiro.rules.ground.stacking import StackingTerms
from tabuleiro.rules.ground.zones import beside
from tabuleiro_papua.air.airfields import AIRFIELD
from tabuleiro_papua.coasts import NavalTransportTerms
from tabuleiro_papua.free_moves import FreeMovesTerms
from tabuleiro_papua.overstacking import unlimited
from tabuleiro_papua.supply_lines import InterdictionTerms, interdicted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from tabuleiro.engine import Situation
    from tabuleiro.module import Module

__all__ = ["LANDED", "DearSteps", "land_limits", "march"]

LANDED = "landed"
"""The mark of pieces that came into play this turn over a coast that was not theirs."""
_SHUT = -1
_NO_LIMIT = 1_000

Step = tuple[int, int]


def march(s: Situation, piece: str) -> Profile:
    """Return how a piece marches now: with its printed points, if it is a land piece."""
    if not holds_ground(s, piece):
        return Profile(0, StepCosts(((),) * len(s.board.grid.hexes)), 0, ignores_zones=True)
    points = 2 * s.value(piece, "move")
    if s.marked(piece, LANDED):
        points -= 2 * s.terms(NavalTransportTerms).disembark
    return Profile(
        points=points,
        costs=_costs(s, s.side(piece), str(s.counter(piece).movement_class)),
        break_contact=0,
        ignores_zones=True,
        leaving=break_price(s),
    )


def _built(s: Situation) -> frozenset[str]:
    """Return the hexes with airfields that were built."""
    marks = s.position.marks
    return s.cache_by_basis("built", marks, lambda: frozenset(
        place for place, here in marks.items() if AIRFIELD in here
    ))  # fmt: skip


# what steps cost


def _costs(s: Situation, side: str, movement_class: str) -> StepCosts:
    basis = (land_units(s, s.enemy(side)), interdicted(s), _built(s))
    return s.cache_by_basis(
        ("march", side, movement_class), basis, lambda: _now(s, side, movement_class)
    )


def _now(s: Situation, side: str, movement_class: str) -> StepCosts:
    costs = _printed(s.module, movement_class)
    built = _built(s)
    if built:
        costs = costs.changed(dict(_onto_built(s, costs, movement_class, built)))
    closed = interdicted(s)
    if closed:
        more = 2 * s.terms(InterdictionTerms).cost
        costs = costs.dearer({s.board.grid.index(hex): more for hex in sorted(closed)})
    return costs.changed(dict(_out_of_contact(s, costs, s.enemy(side))))


def _onto_built(
    s: Situation, costs: StepCosts, movement_class: str, built: Iterable[str]
) -> Iterator[tuple[Step, int]]:
    """Yield the steps that are cheaper onto airfields that were built."""
    grid, price = s.board.grid, s.module.sites[AIRFIELD].cost[movement_class]
    for hex in sorted(built):
        for near in grid.neighbours(hex):
            step = grid.index(near), grid.index(hex)
            extra = _side_price(s.module, movement_class, near, hex)
            known = costs.price(*step)
            if extra is not None and price is not None and not 0 <= known <= price + extra:
                yield step, price + extra


def _out_of_contact(s: Situation, costs: StepCosts, enemy: str) -> Iterator[tuple[Step, int]]:
    """Yield the steps that leave an enemy behind, with their prices. Clause: break-contact."""
    grid, extra = s.board.grid, break_price(s)
    enemies = set(land_units(s, enemy))
    near = {hex: enemies.intersection(grid.neighbours(hex)) for hex in beside(s, enemy)}
    for hex, contacts in near.items():
        for there, price in costs.table[grid.index(hex)]:
            name = grid.hexes[there]
            if name not in enemies and not contacts <= near.get(name, set()):
                yield (grid.index(hex), there), price + extra


def _printed(module: Module, movement_class: str) -> StepCosts:
    """Return what steps cost on the board as printed. Clause: move-price."""
    key = ("march", movement_class)
    if key not in module.memo:
        module.memo[key] = _find_printed(module, movement_class)
    found: StepCosts = module.memo[key]
    return found


def _find_printed(module: Module, movement_class: str) -> StepCosts:
    board = module.board
    enter = {hex: _price(module.terrain[kind].cost[movement_class])
             for hex, kind in board.terrain.items()}  # fmt: skip
    sides = {
        side: _price(_side_price(module, movement_class, *side))
        for kind in module.hexsides
        for side in sorted(board.sides_of(kind))
    }
    links: dict[tuple[str, str], int] = {}
    for network in module.networks.values():
        for a, b in sorted(board.links_of(network.id)):
            extra = _side_price(module, movement_class, a, b, network.bridges)
            price = network.cost[movement_class]
            if extra is not None and price is not None:
                links[a, b] = min(price + extra, links.get((a, b), price + extra))
    costs = StepCosts.build(board.grid, enter, sides=sides, links=links)
    return costs.changed(dict.fromkeys(_inside(module), _SHUT))


def _side_price(
    module: Module, movement_class: str, a: str, b: str, bridged: Iterable[str] = ()
) -> int | None:
    """Return what crossing a hexside adds; None if it is closed."""
    kinds = module.board.features.get((a, b) if a < b else (b, a), frozenset()).difference(bridged)
    prices = [module.hexsides[kind].cost[movement_class] for kind in kinds]
    return None if None in prices else sum(price or 0 for price in prices)


def _price(cost: int | None) -> int:
    return _SHUT if cost is None else cost


def _inside(module: Module) -> Iterator[Step]:
    """Yield the steps inside regions where pieces go anywhere at once, not from hex to hex."""
    grid = module.board.grid
    for region in module.terms(FreeMovesTerms).free_moves:
        hexes = module.board.regions[region].hexes
        for hex in sorted(hexes):
            yield from (
                (grid.index(hex), grid.index(near))
                for near in grid.neighbours(hex)
                if near in hexes
            )


# how many a hex holds


def land_limits(s: Situation, side: str) -> Mapping[str, int]:
    """Return how many land pieces of a side each hex holds: the greatest limit of what is there."""
    del side
    built = _built(s)
    return s.cache_by_basis("land-limits", built, lambda: _with_built(s, built))


def _with_built(s: Situation, built: frozenset[str]) -> Mapping[str, int]:
    printed = _printed_limits(s)
    more = s.module.sites[AIRFIELD].limits["stacking"] if built else 0
    return {**printed, **{hex: max(printed[hex], more) for hex in built}}


def _printed_limits(s: Situation) -> dict[str, int]:
    if "land-limits" not in s.module.memo:
        s.module.memo["land-limits"] = {hex: _limit(s, hex) for hex in s.board.grid}
    found: dict[str, int] = s.module.memo["land-limits"]
    return found


def _limit(s: Situation, place: str) -> int:
    if unlimited(s, place):
        return _NO_LIMIT
    terrain = s.module.terrain[s.board.terrain_at(place)]
    if "sea" in terrain.tags:
        return 0
    own = terrain.limits.get("stacking", s.terms(StackingTerms).stacking)
    networks = (n for n in s.module.networks.values() if place in s.board.network_hexes(n.id))
    return max([own, *(network.limits.get("stacking", 0) for network in networks)])


class DearSteps:
    """A part: contact with the enemy makes steps dearer; hexes hold what their ground says."""

    @hookimpl
    def movement_profile(self, s: Situation, piece: str) -> Profile:
        return march(s, piece)

    @hookimpl
    def stacking_limits(self, s: Situation, side: str) -> Mapping[str, int]:
        return land_limits(s, side)
