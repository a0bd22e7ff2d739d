"""Mutants: actions near to legal ones, most of them wrong, to try the referee with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tabuleiro.engine import Action
from tabuleiro.engine.data import DataError, plain

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from tabuleiro.engine import Game

__all__ = ["mutants"]


def mutants(game: Game, listed: list[Action], rng: Random, count: int = 30) -> Iterator[Action]:
    """Yield actions made from legal ones by changing a piece, a hex, a number or the kind."""
    pool = [plain(action) for action in rng.sample(listed, min(len(listed), 10))]
    pool += [{"type": "end-phase"}, {"type": "confirm"}]
    for _ in range(count):
        data = dict(rng.choice(pool))
        keys = [key for key in data if key != "type"]
        if keys:
            key = rng.choice(keys)
            data[key] = _other(game, data[key], rng)
        else:
            data = {"type": rng.choice(pool)["type"], **data}
        try:
            yield Action.from_data(data)
        except DataError:
            continue


def _other(game: Game, value: Any, rng: Random) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + rng.choice((-1, 1, 2, 10, -100, 1_000_000))
    if isinstance(value, str):
        return rng.choice(_words(game, rng))
    if isinstance(value, list | tuple):
        return _other_path(game, list(value), rng)
    return value


def _words(game: Game, rng: Random) -> list[str]:
    hexes = game.module.board.grid.hexes
    pieces = tuple(game.position.pieces)
    edges = [f"exit.{edge}" for edge in game.module.board.edges]
    return [rng.choice(hexes), rng.choice(pieces), rng.choice(pieces), "off", "dead", "", *edges]


def _other_path(game: Game, path: list[Any], rng: Random) -> list[Any]:
    grid = game.module.board.grid
    how = rng.randrange(4)
    last = str(path[-1]) if path else ""
    if how == 0 and last in grid:
        return [*path, rng.choice(grid.neighbours(last))]
    if how == 1:
        return path[:-1]
    if how == 2 and last in grid:
        return [*path[:-1], rng.choice(grid.neighbours(last))]
    return [*path, rng.choice(grid.hexes)]
