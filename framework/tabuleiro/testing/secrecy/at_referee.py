"""What the referee answers to a side: its bytes, compared as what the seat gives is."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from tabuleiro.engine.catalogue import Catalogue
from tabuleiro.engine.data import plain
from tabuleiro.engine.position import UNSEEN
from tabuleiro.i18n import LANGUAGES
from tabuleiro.referee import Referee, rpc
from tabuleiro.referee.params import ONLOOKER

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from tabuleiro.engine import Action, Game

__all__ = ["AtReferee"]

_FEW = 2
_LOOKS = ("view", "decision", "legal", "score", "branches", "preview")


class AtReferee:
    """A conversation of one side, or of an onlooker, with a referee about a match."""

    def __init__(self, game: Game, viewer: str) -> None:
        """Lay the match on the desk of a referee."""
        self._referee = Referee(_catalogue())
        self._game = game
        self._side = viewer or ONLOOKER
        self._referee.desk.open(game, "")

    def ask(self, method: str, **params: Any) -> bytes:
        """Return what is answered, byte for byte."""
        asked = {"jsonrpc": "2.0", "id": 1, "method": method,
                 "params": {"side": self._side, **params}}  # fmt: skip
        return (self._referee.handle(rpc.encode(asked)) or "").encode()

    def answers(
        self, tries: list[Action], rng: Random, *, past: bool
    ) -> Iterator[tuple[str, bytes]]:
        """Yield what is answered now, each answer under a name; the same ``rng`` asks the same.

        With the ``past`` it asks for the log as well: for all rows from the start.
        """
        self._referee.desk.language = rng.choice(LANGUAGES)
        for method in (*_LOOKS, "log") if past else _LOOKS:
            yield f"referee: {method}", self.ask(method)
        s = self._game.belief("" if self._side == ONLOOKER else self._side).s
        seen = [p for p, state in s.position.pieces.items() if state.place != UNSEEN]
        hexes = rng.sample(s.board.grid.hexes, _FEW)
        for piece in rng.sample(seen, min(len(seen), _FEW)):
            hexes.append(s.place(piece))
            yield from self._about("piece", piece)
            place = rng.choice(hexes)
            yield f"referee: why {piece} {place}", self.ask("why", piece=piece, place=place)
        for hex in hexes:
            yield from self._about("hex", hex)
            yield f"referee: attack on {hex}", self.ask("preview", target=hex)
        for action in rng.sample(tries, min(len(tries), _FEW)):
            yield f"referee: check {action}", self.ask("check", action=plain(action))
            stale = {"n": 10**6, "hash": ""}
            yield f"referee: stale {action}", self.ask("act", action=plain(action), on=stale)

    def _about(self, what: str, which: str) -> Iterator[tuple[str, bytes]]:
        for method in ("legal", "describe"):
            yield f"referee: {method} {which}", self.ask(method, **{what: which})


@cache
def _catalogue() -> Catalogue:
    return Catalogue.installed()
