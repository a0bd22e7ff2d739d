"""What each step on a board costs one class of movement."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final, TypeAlias

from tabuleiro.board.board import Board
from tabuleiro.board.errors import N_, BoardError
from tabuleiro.board.frozen import FrozenDict
from tabuleiro.board.grid import OFF_BOARD, Grid, Side

Steps: TypeAlias = tuple[tuple[int, int], ...]
"""The steps out of a hex: the index of the next hex and the price, in half points."""

FORBIDDEN: Final = -1
"""The price of a step that may not be taken."""

_NONE: Final[Mapping[Side, int]] = FrozenDict()
_NO_PRICES: Final[Mapping[str, int]] = FrozenDict()


@dataclass(frozen=True)
class StepCosts:
    """The price of every step on a board, worked out once and searched often.

    Prices are whole half points. `table` has, for each hex by index, the steps out of it.

    >>> from tabuleiro.board.hexes import HexGrid
    >>> grid = HexGrid(2, 2)
    >>> costs = StepCosts.build(grid, {"0101": 2, "0102": 4, "0202": 2})
    >>> costs.table[grid.index("0101")]
    ((3, 2), (1, 4))
    """

    table: tuple[Steps, ...]

    @classmethod
    def build(
        cls,
        grid: Grid,
        enter: Mapping[str, int],
        *,
        sides: Mapping[Side, int] = _NONE,
        links: Mapping[tuple[str, str], int] = _NONE,
    ) -> "StepCosts":
        """Work out the steps of a grid.

        ``enter`` is the price of each hex; a hex without one, or with -1, is closed. ``sides``
        is added for crossing a hexside either way, -1 closes it. ``links`` are steps from hex
        to hex at a price of their own, such as roads; they count if cheaper, whatever the hex
        and the side would cost.

        >>> from tabuleiro.board.hexes import HexGrid
        >>> grid = HexGrid(1, 3)
        >>> enter = {"0101": 2, "0102": 2}
        >>> ford = StepCosts.build(grid, enter, sides={("0101", "0102"): 2})
        >>> bridge = StepCosts.build(
        ...     grid, enter, sides={("0101", "0102"): 2}, links={("0101", "0102"): 1}
        ... )
        >>> ford.price(0, 1), bridge.price(0, 1), bridge.price(1, 0), bridge.price(1, 2)
        (4, 1, 4, -1)
        """
        prices = [enter.get(hex, FORBIDDEN) for hex in grid.hexes]
        plain = cls(
            tuple(
                tuple((there, prices[there]) for there in row if _is_open(there, prices))
                for row in grid.neighbour_table
            )
        )
        changes: dict[tuple[int, int], int] = {}
        for (a, b), extra in sides.items():
            first, second = grid.index(a), grid.index(b)
            for here, there in ((first, second), (second, first)):
                price = prices[there]
                changes[here, there] = FORBIDDEN if min(price, extra) < 0 else price + extra
        for (a, b), price in links.items():
            step = grid.index(a), grid.index(b)
            other = changes.get(step, prices[step[1]])
            changes[step] = price if other == FORBIDDEN else min(price, other)
        return plain.changed(changes)

    @classmethod
    def for_board(
        cls,
        board: Board,
        terrain: Mapping[str, int],
        features: Mapping[str, int] = _NO_PRICES,
        networks: Mapping[str, int] = _NO_PRICES,
    ) -> "StepCosts":
        """Work out the steps of a board from the prices of a terrain table.

        ``terrain`` prices each terrain, -1 closes it; ``features`` says what crossing a side
        with a feature adds, -1 closes it; ``networks`` is what a step along a road of a kind
        costs instead of terrain and features.

        >>> from tabuleiro.board.hexes import HexGrid
        >>> board = Board("duel", HexGrid(1, 2), terrain={"0102": "woods"})
        >>> StepCosts.for_board(board, {"open": 2, "woods": 4}).price(0, 1)
        4
        """
        unpriced = set(board.terrain.values()) - terrain.keys()
        if unpriced:
            raise BoardError(
                N_("The movement costs say nothing of this terrain: {terrain}."),
                terrain=", ".join(sorted(unpriced)),
            )
        enter = {hex: terrain[kind] for hex, kind in board.terrain.items()}
        sides: dict[Side, int] = {}
        for feature, extra in features.items():
            for side in sorted(board.sides_of(feature)):
                before = sides.get(side, 0)
                sides[side] = FORBIDDEN if min(before, extra) < 0 else before + extra
        links: dict[tuple[str, str], int] = {}
        for kind, price in networks.items():
            for link in sorted(board.links_of(kind)):
                links[link] = min(price, links.get(link, price))
        return cls.build(board.grid, enter, sides=sides, links=links)

    def price(self, here: int, there: int) -> int:
        """Return the price of a step between two indices, -1 if there is no such step."""
        for number, price in self.table[here]:
            if number == there:
                return price
        return FORBIDDEN

    def changed(self, prices: Mapping[tuple[int, int], int]) -> "StepCosts":
        """Return the same with other prices for some steps; -1 closes a step.

        >>> from tabuleiro.board.hexes import HexGrid
        >>> costs = StepCosts.build(HexGrid(1, 2), {"0101": 2, "0102": 2})
        >>> costs.changed({(0, 1): -1}).table
        ((), ((0, 2),))
        """
        rows: dict[int, dict[int, int]] = {}
        for (here, there), price in prices.items():
            rows.setdefault(here, dict(self.table[here]))[there] = price
        table = list(self.table)
        for here, row in rows.items():
            table[here] = tuple((there, price) for there, price in row.items() if price >= 0)
        return StepCosts(tuple(table))

    def dearer(self, extra: Mapping[int, int]) -> "StepCosts":
        """Return the same with more to pay for entering some hexes, such as enemy zones.

        >>> from tabuleiro.board.hexes import HexGrid
        >>> costs = StepCosts.build(HexGrid(1, 2), {"0101": 2, "0102": 2})
        >>> costs.dearer({1: 2}).price(0, 1)
        4
        """
        into = self.backwards.table
        return self.changed(
            {
                (here, there): price + more
                for there, more in extra.items()
                for here, price in into[there]
            }
        )

    @cached_property
    def backwards(self) -> "StepCosts":
        """The same steps taken from their ends: a search over it tells who can come here.

        >>> from tabuleiro.board.hexes import HexGrid
        >>> costs = StepCosts.build(HexGrid(1, 2), {"0101": 2, "0102": 4})
        >>> costs.price(0, 1), costs.backwards.price(1, 0)
        (4, 4)
        """
        rows: list[list[tuple[int, int]]] = [[] for _ in self.table]
        for here, steps in enumerate(self.table):
            for there, price in steps:
                rows[there].append((here, price))
        return StepCosts(tuple(map(tuple, rows)))

    @cached_property
    def dearest(self) -> int:
        """The price of the dearest step."""
        return max((price for steps in self.table for _, price in steps), default=0)


def _is_open(there: int, prices: list[int]) -> bool:
    return there != OFF_BOARD and prices[there] >= 0
