"""Roads, railways and trails."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from tabuleiro.board.frozen import FrozenDict, freeze
from tabuleiro.board.parts import NO_NAME, Names


@dataclass(frozen=True)
class Network:
    """Roads of one kind, as chains of hexes from centre to centre.

    ``exits`` tells in which hexes a road runs off the board, and by which edges.

    >>> road = Network("highway_6", "road", [["0101", "0201", "0302"]], {"0101": ["west"]})
    >>> road.joins("0201", "0101"), road.joins("0101", "0302")
    (True, False)
    >>> road.leaves_by("0101"), road.leaves_by("0201")
    (frozenset({'west'}), frozenset())
    """

    id: str
    kind: str
    chains: tuple[tuple[str, ...], ...]
    exits: Mapping[str, frozenset[str]] = FrozenDict()
    name: Names = NO_NAME

    def __post_init__(self) -> None:
        freeze(
            self,
            chains=tuple(tuple(chain) for chain in self.chains),
            exits={hex: frozenset(edges) for hex, edges in self.exits.items()},
            name=self.name,
        )

    @cached_property
    def hexes(self) -> frozenset[str]:
        """The hexes that it passes."""
        return frozenset(hex for chain in self.chains for hex in chain)

    @cached_property
    def links(self) -> frozenset[tuple[str, str]]:
        """The steps along it, each in both directions.

        >>> sorted(Network("line", "railway", [["0101", "0102"]]).links)
        [('0101', '0102'), ('0102', '0101')]
        """
        there = [pair for chain in self.chains for pair in pairwise(chain)]
        return frozenset(there) | frozenset((b, a) for a, b in there)

    def joins(self, a: str, b: str) -> bool:
        """Tell whether it leads straight from one hex to its neighbour."""
        return (a, b) in self.links

    def leaves_by(self, hex: str) -> frozenset[str]:
        """Return the edges by which it runs off the board in a hex."""
        return self.exits.get(hex, frozenset())
