"""A look at a match while it is played: invariants, undo, saving, playing again."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from tabuleiro.engine import Game, Position
from tabuleiro.engine.data import canonical
from tabuleiro.engine.log import row_from_data
from tabuleiro.module.made import template_of

if TYPE_CHECKING:
    from tabuleiro.engine import Row

__all__ = ["Inspector"]

_OFTEN: Final = 20
_SELDOM: Final = 250


class Inspector:
    """Called after each action; ``findings`` are sentences about what should not be.

    After every action it asks the rules for broken invariants and counts the pieces. Every 20
    actions it takes the action back and forth, writes and reads the position, and compares what
    is legal with what is allowed; every 250, and at the end, it restores the game from its log.
    """

    def __init__(self) -> None:
        """Begin with no findings."""
        self.findings: list[str] = []
        self._count = 0
        self._pieces: frozenset[str] = frozenset()

    def __call__(self, game: Game, row: Row) -> None:
        """Look at a game after an action."""
        del row
        self._count += 1
        for broken in game.ruleset.hook.invariants(s=game.situation):
            self._find(str(broken))
        self._counted(game)
        if self._count % _OFTEN == 0:
            self._back_and_forth(game)
            self._saved(game)
            self._legal(game)
        if self._count % _SELDOM == 0:
            self._restored(game)

    def _counted(self, game: Game) -> None:
        """Count the pieces: none vanishes, and none appears but those that are made in play."""
        pieces = frozenset(game.position.pieces)
        new = pieces - self._pieces if self._pieces else frozenset()
        if self._pieces - pieces or not all(map(template_of, new)):
            self._find("pieces appeared or vanished")
        self._pieces = pieces

    def at_end(self, game: Game) -> None:
        """Look at a match that is over: its log, and whether it plays again the same."""
        from tabuleiro.store.replay import replay

        self._restored(game)
        if game.log.broken() is not None:
            self._find(f"the hash of row {game.log.broken()} does not fit")
        rows = [game.log.rows[number] for number in sorted(game.log.rows)]
        report = replay(game.module, game.ruleset, game.header, rows)
        if not report.same:
            self._find(report.why)

    def _find(self, what: str) -> None:
        self.findings.append(f"action {self._count}: {what}")

    def _back_and_forth(self, game: Game) -> None:
        after = game.position.digest()
        before = game.log.rows[game.log.head].parent
        game.undo(consent=True)
        if before is not None and game.position.digest() != game.log.position(before).digest():
            self._find("undo leads to another position")
        game.redo()
        if game.position.digest() != after:
            self._find("redo leads to another position")

    def _saved(self, game: Game) -> None:
        text = game.position.to_json()
        if Position.from_data(json.loads(text)).to_json() != text:
            self._find("writing and reading the position changes it")

    def _legal(self, game: Game) -> None:
        actions = game.legal()
        if not actions and not game.over:
            self._find("somebody is asked, but no action is legal")
        for action in actions[:: max(1, len(actions) // 10)]:
            if not game.check(action):
                self._find(f"listed but refused: {action}")

    def _restored(self, game: Game) -> None:
        log = game.log
        rows = [row_from_data(json.loads(canonical(log.rows[n]))) for n in sorted(log.rows)]
        again = Game.restore(game.module, game.ruleset, game.header, rows, log.head)
        if again.position.to_json() != game.position.to_json():
            self._find("restoring the log leads to another position")
