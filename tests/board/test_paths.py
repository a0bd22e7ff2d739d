"""Search for paths, against Dijkstra's algorithm in networkx."""

import random
from itertools import pairwise

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabuleiro.board import (
    FORBIDDEN,
    BadHex,
    Board,
    BoardBuilder,
    BoardError,
    HexGrid,
    StepCosts,
    path_to,
    reachable,
)


def random_costs(grid, rng):
    """Terrain, rivers and one-way roads at random, and the prices that they should give."""
    enter = {hex: rng.choice([-1, 0, 1, 2, 2, 2, 4, 6]) for hex in grid if rng.random() < 0.95}
    pairs = [(a, b) for a in grid for b in grid.neighbours(a)]
    sides = {grid.side(*rng.choice(pairs)): rng.choice([-1, 1, 2]) for _ in range(9) if pairs}
    links = {rng.choice(pairs): rng.choice([0, 1, 2]) for _ in range(9) if pairs}
    expected = {}
    for a, b in pairs:
        price, extra = enter.get(b, -1), sides.get(grid.side(a, b), 0)
        prices = [price + extra] if min(price, extra) >= 0 else []
        prices += [links[a, b]] if (a, b) in links else []
        if prices:
            expected[a, b] = min(prices)
    return StepCosts.build(grid, enter, sides=sides, links=links), expected


def dijkstra(prices, starts, limit, stop, blocked):
    graph = nx.DiGraph()
    graph.add_nodes_from(starts)
    for (a, b), price in prices.items():
        if b not in blocked and (a not in stop or a in starts):
            graph.add_edge(a, b, weight=price)
    return nx.multi_source_dijkstra_path_length(graph, set(starts), cutoff=limit)


@given(
    st.integers(1, 9),
    st.integers(1, 9),
    st.sampled_from(["flat", "pointy"]),
    st.integers(0, 30) | st.none(),
    st.integers(1, 3),
    st.integers(0, 2**32),
)
def test_reach_is_that_of_dijkstra(columns, rows, orientation, limit, sources, seed):
    rng = random.Random(seed)
    grid = HexGrid(columns, rows, orientation=orientation)
    costs, prices = random_costs(grid, rng)
    starts = [rng.choice(grid.hexes) for _ in range(sources)]
    stop = {hex for hex in grid if rng.random() < 0.15}
    blocked = {hex for hex in grid if rng.random() < 0.1}
    found = reachable(
        costs,
        [grid.index(hex) for hex in starts],
        limit,
        stop={grid.index(hex) for hex in stop},
        blocked=[grid.index(hex) for hex in blocked],
    )
    named = {grid.hexes[hex]: cost for hex, (cost, _) in found.items()}
    assert named == dijkstra(prices, starts, limit, stop, blocked)

    for goal in found:
        way = [grid.hexes[hex] for hex in path_to(found, goal)]
        steps = list(pairwise(way))
        assert way[0] in starts
        assert sum(prices[step] for step in steps) == named[grid.hexes[goal]]
        assert not blocked.intersection(way[1:])
        assert not stop.intersection(way[1:-1]) - set(starts)


class TestSearch:
    grid = HexGrid(5, 5)
    costs = StepCosts.build(grid, dict.fromkeys(grid, 2))

    def at(self, *hexes):
        return [self.grid.index(hex) for hex in hexes]

    def reach(self, start, limit, **kind):
        found = reachable(self.costs, self.grid.index(start), limit, **kind)
        return {self.grid.hexes[hex]: cost for hex, (cost, _) in found.items()}

    def test_limit_is_in_half_points(self):
        assert set(self.reach("0303", 4)) == set(self.grid.within("0303", 2))
        assert set(self.reach("0303", 3)) == set(self.grid.within("0303", 1))

    @pytest.mark.parametrize("limit", [0, -1, -5])
    def test_without_points_one_stays(self, limit):
        assert self.reach("0303", limit) == {"0303": 0}

    def test_without_limit_one_reaches_everything(self):
        assert set(self.reach("0101", None)) == set(self.grid)

    def test_stop_hexes_are_entered_and_not_left(self):
        ring = set(self.at(*self.grid.ring("0303", 1)))
        assert set(self.reach("0303", 20, stop=ring)) == set(self.grid.within("0303", 1))

    def test_one_may_start_in_a_stop_hex(self):
        assert set(self.reach("0303", 2, stop={*self.at("0303")})) == set(
            self.grid.within("0303", 1)
        )

    def test_blocked_hexes_are_not_entered(self):
        ring = self.at(*self.grid.ring("0303", 1))
        assert set(self.reach("0303", 20, blocked=ring)) == {"0303"}

    def test_blocked_start_may_be_left(self):
        assert len(self.reach("0303", 2, blocked=self.at("0303"))) == 7

    def test_path_to_what_is_not_reached_is_empty(self):
        found = reachable(self.costs, 0, 2)
        assert path_to(found, self.grid.index("0505")) == ()
        assert path_to(found, 0) == (0,)

    def test_same_question_same_answer(self):
        first = reachable(self.costs, 7, 8)
        assert list(first.items()) == list(reachable(self.costs, 7, 8).items())

    def test_board_where_nothing_moves(self):
        costs = StepCosts.build(self.grid, {})
        assert costs.dearest == 0
        assert reachable(costs, 3) == {3: (0, -1)}


@pytest.fixture
def board():
    return (
        BoardBuilder("duel", HexGrid(3, 4))
        .terrain("mountain", ["0202"])
        .terrain("sea", ["0104"])
        .feature("river", [("0101", "0102"), ("0201", "0202"), ("0203", "0303")])
        .feature("strait", [("0203", "0303"), ("0302", "0303")])
        .feature("fort", [("0101", "0102")], id="gustav")
        .network("highway", "road", [["0101", "0102"], ["0201", "0202"]])
        .network("path", "trail", [["0101", "0102", "0202"]])
        .build()
    )


FOOT = {"open": 2, "mountain": 6, "sea": FORBIDDEN}


class TestCostsOfABoard:
    def price(self, board, costs, a, b):
        return costs.price(board.grid.index(a), board.grid.index(b))

    def test_terrain_and_rivers(self, board):
        costs = StepCosts.for_board(board, FOOT, features={"river": 2})
        assert self.price(board, costs, "0201", "0301") == 2
        assert self.price(board, costs, "0201", "0202") == 8
        assert self.price(board, costs, "0202", "0201") == 4
        assert self.price(board, costs, "0103", "0104") == FORBIDDEN
        assert self.price(board, costs, "0101", "0303") == FORBIDDEN

    def test_features_add_up_and_one_may_close_a_side(self, board):
        costs = StepCosts.for_board(
            board, FOOT, features={"river": 2, "strait": FORBIDDEN, "gustav": 1}
        )
        assert self.price(board, costs, "0101", "0102") == 5
        assert self.price(board, costs, "0203", "0303") == FORBIDDEN
        assert self.price(board, costs, "0303", "0302") == FORBIDDEN

    def test_closed_side_stays_closed_in_any_order(self, board):
        costs = StepCosts.for_board(board, FOOT, features={"strait": FORBIDDEN, "river": 2})
        assert self.price(board, costs, "0203", "0303") == FORBIDDEN

    def test_roads_are_bridges(self, board):
        tanks = {"open": 2, "mountain": FORBIDDEN, "sea": FORBIDDEN}
        costs = StepCosts.for_board(
            board, tanks, features={"river": FORBIDDEN}, networks={"road": 1}
        )
        assert self.price(board, costs, "0101", "0102") == 1
        assert self.price(board, costs, "0201", "0202") == 1
        assert self.price(board, costs, "0102", "0202") == FORBIDDEN

    def test_cheapest_road_counts(self, board):
        for networks in ({"road": 1, "trail": 2}, {"trail": 2, "road": 1}):
            costs = StepCosts.for_board(board, FOOT, networks=networks)
            assert self.price(board, costs, "0101", "0102") == 1
            assert self.price(board, costs, "0102", "0202") == 2

    def test_terrain_without_price_is_named(self, board):
        with pytest.raises(
            BoardError, match=r"The movement costs say nothing of this terrain: mountain, sea\."
        ):
            StepCosts.for_board(board, {"open": 2})

    def test_sides_and_links_must_exist(self):
        grid = HexGrid(2, 2)
        with pytest.raises(BadHex):
            StepCosts.build(grid, {}, sides={("0101", "0909"): 1})
        with pytest.raises(BadHex):
            StepCosts.build(grid, {}, links={("0909", "0101"): 1})

    def test_agrees_with_the_hexes_one_by_one(self, board):
        costs = StepCosts.for_board(Board("bare", board.grid), {"open": 3})
        for here, steps in enumerate(costs.table):
            assert dict(steps) == {
                there: 3 for there in board.grid.neighbour_table[here] if there >= 0
            }


class TestOtherCosts:
    grid = HexGrid(4, 4)

    @given(st.integers(0, 2**32))
    def test_backwards_twice_is_forwards(self, seed):
        costs, _ = random_costs(self.grid, random.Random(seed))
        again = costs.backwards.backwards
        assert [dict(steps) for steps in again.table] == [dict(steps) for steps in costs.table]

    @given(st.integers(0, 2**32))
    def test_backwards_search_tells_who_can_come_here(self, seed):
        costs, _ = random_costs(self.grid, random.Random(seed))
        back = reachable(costs.backwards, 5, 8)
        there = {hex for hex in range(16) if 5 in reachable(costs, hex, 8)}
        assert set(back) == there

    def test_dearer_adds_to_entering(self):
        costs = StepCosts.build(self.grid, dict.fromkeys(self.grid, 2))
        zone = self.grid.index("0202")
        dear = costs.dearer({zone: 3})
        for here, steps in enumerate(dear.table):
            for there, price in steps:
                assert price == (5 if there == zone else costs.price(here, there))
        assert dear.table[15] is costs.table[15]

    def test_changed_opens_and_closes_steps(self):
        costs = StepCosts.build(self.grid, {"0101": 2})
        bridge = costs.changed({(0, 1): 4, (1, 0): FORBIDDEN})
        assert (bridge.price(0, 1), bridge.price(1, 0)) == (4, FORBIDDEN)
        assert (costs.price(0, 1), costs.price(1, 0)) == (FORBIDDEN, 2)
