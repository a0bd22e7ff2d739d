"""Travel in time: matches with undo, redo, saving, loading and branches thrown in at random.

Whatever happens on the way, the line that is played in the end has the rows of a straight match.
Only where a row was taken back and played otherwise other dice fall: that has tests of its own.
"""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tabuleiro.engine import Action, Game
from tabuleiro.engine.data import canonical
from tabuleiro.engine.log import row_from_data
from tabuleiro.testing.chooser import choose

if TYPE_CHECKING:
    from tabuleiro.engine import Row
    from tabuleiro.engine.catalogue import Catalogue

__all__ = ["check_travel"]


def check_travel(catalogue: Catalogue, name: str, seed: int, scenario: str | None = None) -> str:
    """Play a match straight and once more with travels; return what differs, or nothing."""
    straight = catalogue.new(name, scenario, seed=str(seed))
    rng = Random(seed)
    while not straight.over:
        straight.act(choose(straight, rng))
    actions = [Action.from_data(row.action) for row in straight.log.line()[1:]]
    traveller = catalogue.new(name, scenario, seed=str(seed))
    for action in actions:
        traveller = _travel(traveller, rng)
        traveller.act(action)
    if traveller.position.digest() != straight.position.digest():
        return f"{name} seed {seed}: another position in the end"
    for mine, theirs in zip(traveller.log.line(), straight.log.line(), strict=True):
        if _content(mine) != _content(theirs):
            return f"{name} seed {seed}: row {mine.id} is another than row {theirs.id}"
    broken = traveller.log.broken()
    return "" if broken is None else f"{name} seed {seed}: the hash of row {broken} does not fit"


def _content(row: Row) -> bytes:
    """Return all of a row but its place in the log and the match that it belongs to."""
    action = None if row.kind == "start" else row.action
    return canonical(replace(row, id=0, parent=None, hash="", action=action).to_data())


def _travel(game: Game, rng: Random) -> Game:
    """Go somewhere and come back; now and then as a game loaded from its rows."""
    here = game.log.head
    kind = rng.randrange(60)
    if kind == 0:
        for _ in range(rng.randrange(1, 6)):
            if game.log.rows[game.log.head].parent is not None:
                game.undo(consent=True)
        while game.log.head != here:
            after = game.log.next_of(game.log.head)
            game.redo() if after is not None and _leads(game, after, here) else game.goto(here)
    elif kind == 1:
        earlier = [row.id for row in game.log.line()[:-1]]
        if earlier:  # from here itself dice would fall otherwise afterwards
            game.goto(rng.choice(earlier))
            for _ in range(rng.randrange(1, 4)):
                if not game.over:
                    game.act(choose(game, rng))
            game.goto(here)
    elif kind == 2:
        rows = [row_from_data(json.loads(canonical(row))) for row in game.log.rows.values()]
        return Game.restore(game.module, game.ruleset, game.header, rows, here)
    return game


def _leads(game: Game, start: int, goal: int) -> bool:
    return any(row.id == start for row in game.log.line(goal))
