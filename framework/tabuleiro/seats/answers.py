"""What seats answer that is no question of the rules: prices of actions, lines of the match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine.seat import Branch, Offer
from tabuleiro.rules.combat.preview import step_prices
from tabuleiro.rules.ground.movement import Move

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.engine import Action, Game, Situation
    from tabuleiro.engine.told_log import ToldLog

__all__ = ["branches", "priced"]


def priced(s: Situation, action: Action) -> Offer:
    """Return an action with what its way costs, if it takes one that costs anything."""
    if not isinstance(action, Move):
        return Offer(action)
    steps = step_prices(s, action.piece, action.path)
    return Offer(action, steps[-1] if steps else None, steps)


def branches(game: Game, log: ToldLog) -> Iterator[Branch]:
    """Yield the lines of a match, each once, as far as they were told."""
    log.head()
    present = {row.n for row in log.line()}
    names = {row: name for name, row in sorted(game.log.names.items(), reverse=True)}
    seen = set()
    parents = {row.parent for row in log.rows}
    for tip in game.log.tips():
        n = log.number(tip)
        if n in seen or (n in parents and n not in present):
            continue
        seen.add(n)
        line = log.line(n)
        there = game.log.position(log.row_id(n))
        phase = game.module.sequence[there.phase].id if there.phase >= 0 else None
        yield Branch(
            tip=n,
            rows=len(line),
            leaves=next(row.n for row in reversed(line) if row.n in present),
            turn=there.turn,
            phase=phase,
            over=there.outcome is not None,
            name=names.get(tip, ""),
        )
