"""How a piece is supplied, as a table shows it: the way to its source, or why there is none."""

from __future__ import annotations

import msgspec

from tabuleiro.engine.verdicts import Objection

__all__ = ["SupplyLine"]


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
