"""What a match is made of besides its log, and where its rows go."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from tabuleiro.engine.data import digest

if TYPE_CHECKING:
    from tabuleiro.engine.log import Row

__all__ = ["Header", "Sink"]


class Header(msgspec.Struct, frozen=True):
    """What a match is made of, besides its log."""

    module: str
    scenario: str
    seed: str
    options: dict[str, Any] = {}
    house_rules: tuple[str, ...] = ()
    module_hash: str = ""
    plugin_version: str = ""
    match: str = ""
    """What tells this match from any other; the chain of hashes begins with it.

    It comes from chance and, like the seed, is for arbiters alone: whoever knew it could try
    seeds until the hash of the first row fits.
    """
    streams: bool = True
    """Whether the dice come from streams by purpose; in old matches all come from one."""

    def public(self) -> Header:
        """Return the header as sides may know it: no seed, and no way to try one.

        >>> Header("diadem", "campaign", "a seed", match="chance").public().seed
        ''
        """
        match = digest(["match", self.match]) if self.match else ""
        return msgspec.structs.replace(self, seed="", match=match)


class Sink(Protocol):
    """Where rows go before anybody sees them; raising refuses the row."""

    def append(self, row: Row) -> None:
        """Keep a row for good."""

    def moved_to(self, head: int) -> None:
        """Keep the row that is now played on."""

    def named(self, name: str, row: int | None) -> None:
        """Keep the name of a row; None forgets it."""
