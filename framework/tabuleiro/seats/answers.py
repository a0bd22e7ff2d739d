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

__all__ = ["End", "branches", "priced"]


def priced(s: Situation, action: Action) -> Offer:
    """Return an action with what its way costs, if it takes one that costs anything."""
    if not isinstance(action, Move):
        return Offer(action)
    steps = step_prices(s, action.piece, action.path)
    return Offer(action, steps[-1] if steps else None, steps)


End = tuple[int, int, str | None, bool]
"""Of the end of a line: how many rows lead to it, in which turn and phase it is, if all is over."""


def branches(game: Game, log: ToldLog, ends: dict[int, End]) -> Iterator[Branch]:
    """Yield the lines of a match as they were told: what others took back unseen is no line here.

    ``ends`` keeps what does not change of the rows with which lines end.
    """
    log.head()
    present = {row.n for row in log.line()}
    names = {log.number(row): name for name, row in sorted(game.log.names.items(), reverse=True)}
    parents = {row.parent for row in log.rows}
    for n in (row.n for row in log.rows if row.n not in parents):
        if n not in ends:
            there = game.log.position(log.row_id(n))
            phase = game.module.sequence[there.phase].id if there.phase >= 0 else None
            ends[n] = (len(log.line(n)), there.turn, phase, there.outcome is not None)
        rows, turn, phase, over = ends[n]
        leaves = n
        while leaves not in present:
            leaves = log.rows[leaves].parent or 0
        yield Branch(n, rows, leaves, turn, phase, over, names.get(n, ""))
