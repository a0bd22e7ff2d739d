"""Path search for pieces whose steps depend on where they face."""

import random

from tabuleiro.board import HexGrid, SquareGrid, StepCosts, reachable, reachable_facing
from tabuleiro.rules.ground.facing import by_hexsides

GRID = HexGrid(9, 9)
START = GRID.index("0505")
PLAIN = StepCosts.build(GRID, dict.fromkeys(GRID, 2))


def hexes(reach):
    found = {}
    for (here, _facing), (cost, _before) in reach.items():
        found[here] = min(cost, found.get(here, cost))
    return found


def test_where_turning_is_free_it_is_the_plain_search():
    chance = random.Random(1)
    costs = StepCosts.build(GRID, {hex: chance.choice([1, 2, 3, 4, -1]) for hex in GRID})
    free = by_hexsides("facing", 0).steps
    plain = reachable(costs, START, 9, stop={30, 41}, blocked={50})
    faced = reachable_facing(
        costs, GRID.neighbour_table, (START, 0), 9, free, stop={30, 41}, blocked={50}
    )
    assert hexes(faced) == {here: cost for here, (cost, _before) in plain.items()}


def test_turning_costs_and_the_way_that_turns_less_is_taken():
    turns = by_hexsides("facing", 3).steps
    found = hexes(reachable_facing(PLAIN, GRID.neighbour_table, (START, 0), 14, turns))
    there = {hex: found.get(GRID.index(hex)) for hex in ("0504", "0503", "0604", "0506", "0605")}
    # ahead 2; two ahead 4; to the front right 2 + 3, where it then faces; behind 2 + 9
    assert there["0504"] == 2
    assert there["0503"] == 4
    assert GRID.direction("0505", "0605") == "northeast"
    assert there["0605"] == 5
    assert there["0506"] == 11


def test_a_hex_is_reached_facing_otherwise_at_other_prices():
    turns = by_hexsides("facing", 1).steps
    found = reachable_facing(PLAIN, GRID.neighbour_table, (START, 0), 12, turns)
    goal = GRID.index("0604")
    prices = {facing: cost for (here, facing), (cost, _before) in found.items() if here == goal}
    assert len(prices) > 1
    assert min(prices.values()) == 5  # ahead and then to the right, or the other way round


def test_steps_may_be_barred():
    ahead = tuple(
        tuple((0, way) if way == faced else (-1, faced) for way in range(6)) for faced in range(6)
    )
    found = reachable_facing(PLAIN, GRID.neighbour_table, (START, 0), 30, ahead)
    assert {GRID.hexes[here] for here, _facing in found} == {"0505", "0504", "0503", "0502", "0501"}


def test_on_squares_one_turns_by_four_sides_or_by_eight():
    grid = SquareGrid(3, 3)
    steering = by_hexsides("facing", 1, sides=4)
    costs = StepCosts.build(grid, dict.fromkeys(grid, 2))
    start = grid.index("0202")
    reach = reachable_facing(costs, grid.neighbour_table, (start, 0), 4, steering.steps)
    spent = {grid.hexes[there]: cost for (there, _facing), (cost, _before) in reach.items()}
    assert spent["0201"] == 2, "ahead"
    assert spent["0302"] == spent["0102"] == 3
    assert spent["0203"] == 4, "behind: two turns"
    assert len(by_hexsides("facing", 1, sides=8).steps) == 8
