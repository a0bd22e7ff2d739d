"""Irregulars: they exert no zone, heed none, owe no attack, and fight with little support.

``rules: guerrillas`` names their types, and the nations beside which they get support.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine import msg, piece_ref
from tabuleiro.hooks import hookimpl
from tabuleiro.module.terms import Nation, Terms, UnitType
from tabuleiro.rules.clauses import object_to
from tabuleiro.rules.ground.land_units import land_at
from tabuleiro.rules.ground.movement_points import MovementChange

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tabuleiro.engine import Situation
    from tabuleiro.engine.verdicts import Objection

__all__ = ["Irregulars", "IrregularsTerms", "is_irregular"]


class IrregularsTerms(Terms):
    """Units that exert no zone, heed none, owe no attack, and fight without support."""

    key = "guerrillas"

    types: tuple[UnitType, ...]
    """Their types."""
    support_beside: tuple[Nation, ...] = ()
    """Nations in whose company they get air points and artillery."""
    supported: tuple[UnitType, ...] = ()
    """Those of the types that get support like other units."""


def is_irregular(s: Situation, piece: str) -> bool:
    """Return whether a piece is one of the irregulars."""
    terms = s.terms_if_any(IrregularsTerms)
    return terms is not None and s.counter(piece).type in terms.types


def _irregulars(s: Situation, side: str) -> list[str]:
    """Return the irregulars of a side."""
    memo = s.module.memo
    if ("irregulars", side) not in memo:
        counters = s.module.counters.values()
        memo["irregulars", side] = [
            c.id for c in counters if c.side == side and is_irregular(s, c.id)
        ]
    found: list[str] = memo["irregulars", side]
    return found


def _unsupported(s: Situation, pieces: Iterable[str]) -> list[Objection]:
    """Return an objection for each irregular unit for whose sake the pieces get no support."""
    found = []
    for piece in pieces:
        if not is_irregular(s, piece):
            continue
        terms = s.terms(IrregularsTerms)
        nations = {s.counter(other).nation for other in land_at(s, s.place(piece))}
        alone = not nations.intersection(terms.support_beside)
        if alone and s.counter(piece).type not in terms.supported:
            message = msg("{piece} fights without air points and artillery.",
                          piece=piece_ref(piece))  # fmt: skip
            found.append(object_to(s, message, "guerrilla-support", "combat", pieces=(piece,)))
    return found


class Irregulars:
    """A part: irregulars among the troops of a side; the game names its `IrregularsTerms`."""

    words = (
        "guerrilla-duty",
        "guerrilla-support",
    )

    @hookimpl
    def pieces_without_zone(self, s: Situation, side: str) -> list[str]:
        return _irregulars(s, side)

    @hookimpl
    def movement_changes(self, s: Situation, piece: str) -> list[MovementChange]:
        return [MovementChange(ignores_zones=True)] if is_irregular(s, piece) else []

    @hookimpl
    def duty_exemptions(self, s: Situation, piece: str) -> list[Objection]:
        if not is_irregular(s, piece):
            return []
        message = msg("{piece} does not have to attack.", piece=piece_ref(piece))
        return [object_to(s, message, "guerrilla-duty", "combat", pieces=(piece,))]

    @hookimpl
    def support_objections(self, s: Situation, pieces: Sequence[str]) -> list[Objection]:
        return _unsupported(s, pieces)

    @hookimpl
    def losses_to_eliminate(self, s: Situation, piece: str) -> int | None:
        """With the option, one loss is the end of them."""
        weak = s.options.get("guerrilla-losses") == "one-step" and is_irregular(s, piece)
        return 1 if weak else None
