"""Guerrillas: they exert no zone, heed none, owe no attack, and fight without support.

``rules: guerrillas`` names their types, and the nations beside which they get support.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine import msg, piece_ref
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.clauses import object_to
from tabuleiro.rules.ground.movement_points import MovementChange
from tabuleiro_leyte.parameters import GuerrillasTerms

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tabuleiro.engine import Situation
    from tabuleiro.engine.verdicts import Objection

__all__ = ["Guerrillas", "is_guerrilla"]


def is_guerrilla(s: Situation, piece: str) -> bool:
    """Return whether a piece is a guerrilla unit."""
    terms = s.terms_if_any(GuerrillasTerms)
    return terms is not None and s.counter(piece).type in terms.types


def _guerrillas(s: Situation, side: str) -> list[str]:
    """Return the guerrilla units of a side."""
    memo = s.module.memo
    if ("guerrillas", side) not in memo:
        counters = s.module.counters.values()
        memo["guerrillas", side] = [
            c.id for c in counters if c.side == side and is_guerrilla(s, c.id)
        ]
    found: list[str] = memo["guerrillas", side]
    return found


def _unsupported(s: Situation, pieces: Iterable[str]) -> list[Objection]:
    """Return an objection for each guerrilla unit for whose sake the pieces get no support."""
    found = []
    for piece in pieces:
        if not is_guerrilla(s, piece):
            continue
        nations = {s.counter(other).nation for other in s.at(s.place(piece))}
        if not nations.intersection(s.terms(GuerrillasTerms).support_beside):
            message = msg("{piece} fights without air points and artillery.",
                          piece=piece_ref(piece))  # fmt: skip
            found.append(object_to(s, message, "guerrilla-support", "combat", pieces=(piece,)))
    return found


class Guerrillas:
    """A part: irregulars among the troops of a side."""

    parameters = (GuerrillasTerms,)
    words = (
        "guerrilla-duty",
        "guerrilla-support",
    )

    @hookimpl
    def pieces_without_zone(self, s: Situation, side: str) -> list[str]:
        return _guerrillas(s, side)

    @hookimpl
    def movement_changes(self, s: Situation, piece: str) -> list[MovementChange]:
        return [MovementChange(ignores_zones=True)] if is_guerrilla(s, piece) else []

    @hookimpl
    def duty_exemptions(self, s: Situation, piece: str) -> list[Objection]:
        if not is_guerrilla(s, piece):
            return []
        message = msg("{piece} does not have to attack.", piece=piece_ref(piece))
        return [object_to(s, message, "guerrilla-duty", "combat", pieces=(piece,))]

    @hookimpl
    def support_objections(self, s: Situation, pieces: Sequence[str]) -> list[Objection]:
        return _unsupported(s, pieces)

    @hookimpl
    def losses_to_eliminate(self, s: Situation, piece: str) -> int | None:
        """With the option, one loss is the end of them."""
        weak = s.options.get("guerrilla-losses") == "one-step" and is_guerrilla(s, piece)
        return 1 if weak else None
