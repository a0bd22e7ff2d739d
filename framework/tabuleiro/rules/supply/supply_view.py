"""Supply as a table shows it: the way from a piece to its source, and how far sources last."""

from __future__ import annotations

import msgspec

from tabuleiro.engine.verdicts import Objection

__all__ = ["SupplyLine", "SupplySource", "SupplyStock"]


class SupplyLine(msgspec.Struct, frozen=True):
    """The answer of the hook ``supply_line`` about one piece.

    ``hexes`` leads from the piece's own hex to the hex of its source, both among them; it is one
    hex where nothing has to be traced (dropped from the air, on its own base). ``source`` is the id
    of the piece or place that supplies: a base, a hex, ``exit.<stretch>``. A piece without
    supply has ``objections`` instead: each way that fails, with its clause.

    >>> from tabuleiro.engine.messages import msg
    >>> bool(SupplyLine(hexes=("0504", "0505"), source="0505"))
    True
    >>> bool(SupplyLine(objections=(Objection(msg("The road is cut."), "papua-9.0-1", "supply"),)))
    False
    """

    hexes: tuple[str, ...] = ()
    source: str = ""
    objections: tuple[Objection, ...] = ()

    def __bool__(self) -> bool:
        """Whether the piece is supplied."""
        return not self.objections


class SupplySource(msgspec.Struct, frozen=True):
    """Something that feeds a side: what it has, and what would be taken from it now."""

    id: str
    """A piece or a place."""
    hexes: tuple[str, ...] = ()
    """Where lines end at it."""
    points: int | None = None
    """What it has, None without a limit."""
    taken: int = 0


class SupplyStock(msgspec.Struct, frozen=True):
    """The answer of the hook ``supply_stock`` about a side: its supply if it were given out now.

    >>> SupplyStock((SupplySource("us-comb-6", ("4438",), 9, 2),), asking=2).short
    ()
    """

    sources: tuple[SupplySource, ...] = ()
    asking: int = 0
    """How many take supply."""
    hungry: tuple[str, ...] = ()
    """Those that are without supply since it was given out last."""
    short: tuple[str, ...] = ()
    """Those that would go without, for points are too few."""
    cut_off: tuple[str, ...] = ()
    """Those that nothing reaches."""
