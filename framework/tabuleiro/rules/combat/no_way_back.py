"""Whom a retreat would destroy or cost a loss, told before an attack is announced."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from tabuleiro.engine import Message, msg, piece_ref
from tabuleiro.rules.clauses import clause
from tabuleiro.rules.combat.odds import odds_of, result_of, table_of
from tabuleiro.rules.combat.results_d1_to_a1 import LossesAndRetreat
from tabuleiro.rules.combat.retreat import Retreating, way_losses
from tabuleiro.rules.combat.retreat_ways import Way, fatal_way, ways

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tabuleiro.engine import Situation, Step
    from tabuleiro.rules.combat.battle import Battle

__all__ = ["NoWayBack", "no_way_back"]


class NoWayBack(msgspec.Struct, frozen=True):
    """What a retreat would do to some pieces of a battle, and the clause that says so."""

    message: Message
    rule: str
    pieces: tuple[str, ...]


def no_way_back(s: Situation, battle: Battle) -> tuple[NoWayBack, ...]:
    """Return whom a retreat would harm, of those whom the table may drive back: defenders first."""
    return s.cache_here(("no-way-back", battle), lambda: tuple(_found(s, battle)))


def _found(s: Situation, battle: Battle) -> Iterator[NoWayBack]:
    back = _driven_back(s, battle)
    for pieces in (battle.defenders, battle.attackers):
        asked = [piece for piece in pieces if piece in back]
        lost = tuple(p for p in asked if all(fatal_way(s, p, way) for way in ways(s, p)))
        dear = [p for p in asked if p not in lost and all(_dear(s, p, way) for way in ways(s, p))]
        out = tuple(piece for piece in dear if all(way.loss for way in ways(s, piece)))
        over = tuple(piece for piece in dear if piece not in out)
        if lost:
            told = msg("Nowhere to retreat, a retreat destroys: {pieces}.", pieces=_refs(lost))
            yield NoWayBack(told, clause(s, "no-retreat"), lost)
        if out:
            told = msg(
                "Surrounded, a retreat costs a loss and destroys who has taken one: {pieces}.",
                pieces=_refs(out),
            )
            yield NoWayBack(told, clause(s, "siege-retreat"), out)
        if over:
            told = msg("A retreat costs a loss: {pieces}.", pieces=_refs(over))
            rules = (rule for p in over for way in ways(s, p) for rule in way_losses(s, p, way))
            yield NoWayBack(told, next(rules, ""), over)


def _refs(pieces: Iterable[str]) -> list[dict[str, str]]:
    return [piece_ref(piece) for piece in pieces]


def _dear(s: Situation, piece: str, way: Way) -> bool:
    return fatal_way(s, piece, way) or any(way_losses(s, piece, way))


def _driven_back(s: Situation, battle: Battle) -> frozenset[str]:
    """Return the pieces that some result of the table makes retreat."""
    table = table_of(s, battle, odds_of(s, battle))
    cells = {result_of(battle, cell) for row in table.cells for cell in row}
    codes = {code for cell in cells for code in cell.split()}
    steps = (s.rules.result_steps(s=s, battle=battle, code=code) or () for code in sorted(codes))
    return frozenset(piece for some in steps for piece in _pieces(some))


def _pieces(steps: Iterable[Step]) -> Iterator[str]:
    for step in steps:
        if isinstance(step, Retreating):
            yield from step.pieces
        elif isinstance(step, LossesAndRetreat):
            yield from step.battle.defenders
