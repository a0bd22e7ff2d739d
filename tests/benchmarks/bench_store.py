"""How long it takes to keep a game, to open it again and to replay it, beside plain JSON.

Run it with ``python tests/benchmarks/bench_store.py``; `measure` returns the rows.
"""

import json
import random
import sqlite3
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from tabuleiro.engine import Game
from tabuleiro.engine.catalogue import Catalogue
from tabuleiro.engine.knowledge import EVERYTHING
from tabuleiro.store import Library, open_partida, read_partida, replay, write_partida
from tabuleiro.store.stored_log import Kept, kept_of, restore
from tabuleiro.testing.chooser import choose

ACTIONS = 5000
COMMITS = 500


class Row(NamedTuple):
    """One line of the table: what was done, how long it took, what is aimed at, and a peer."""

    what: str
    seconds: float
    target: float | None = None
    peer: str = ""
    peer_seconds: float | None = None


def long_game(name: str, actions: int) -> Game:
    """Play at random; a match that is over is played again from its start, as a branch."""
    game = Catalogue.installed().new(name, seed="bench")
    dice = random.Random(5)
    while len(game.log) <= actions:
        if game.over:
            game.goto(0)
        game.act(choose(game, dice))
    return game


def best(work: Callable[[], Any], repeat: int) -> float:
    """Return the shortest of some runs."""
    times = []
    for _ in range(repeat):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def measure(name: str = "diadem", actions: int = ACTIONS, repeat: int = 3) -> list[Row]:
    """Time everything on one game, in a folder for temporary files."""
    game = long_game(name, actions)
    with tempfile.TemporaryDirectory() as folder:
        return [
            *_files(Path(folder), game, repeat),
            *_library(Path(folder), game, repeat),
            _commits(Path(folder), game, min(actions, COMMITS)),
        ]


def _files(folder: Path, game: Game, repeat: int) -> list[Row]:
    module, ruleset, kept = game.module, game.ruleset, kept_of(game)
    path = folder / "game.partida"
    lines = [json.dumps(row.to_data()) for row in kept.rows]

    def apply_and_check() -> None:
        read = read_partida(path)
        restore(module, ruleset, Kept(read.header, read.rows, read.head, read.names))

    def play_again() -> None:
        report = replay(module, ruleset, game.header, kept.rows)
        if not report.same:
            raise AssertionError(report.why)

    return [
        Row(
            "write a .partida",
            best(lambda: write_partida(path, game, "bench", viewer=EVERYTHING), repeat),
            None,
            "json.dumps alone",
            best(lambda: [json.dumps(row.to_data()) for row in kept.rows], repeat),
        ),
        Row(
            "read it, check hashes, apply events",
            best(apply_and_check, repeat),
            1.0,
            "json.loads alone",
            best(lambda: [json.loads(line) for line in lines], repeat),
        ),
        Row("replay by the rules, compare hashes", best(play_again, repeat)),
        Row("open it (all of that)", best(lambda: open_partida(path, module, ruleset), repeat)),
    ]


def _library(folder: Path, game: Game, repeat: int) -> list[Row]:
    with Library(folder / "library.db") as library:
        number = library.add(kept_of(game), "bench")
        return [
            Row("library: take in a game", best(lambda: library.add(kept_of(game), "x"), repeat)),
            Row(
                "library: resume it, checked",
                best(lambda: library.resume(number, game.module, game.ruleset), repeat),
                1.0,
            ),
            Row("library: list", best(library.list, repeat)),
        ]


def _commits(folder: Path, game: Game, commits: int) -> Row:
    """Time one durable row, beside a bare commit of the same bytes."""
    fresh = Catalogue.installed().new(game.module, seed="commits")
    dice = random.Random(6)
    with Library(folder / "commits.db") as library:
        library.create(fresh, "bench")
        sink, fresh.sink = fresh.sink, None
        spent = 0.0
        for _ in range(commits):
            if fresh.over or sink is None:
                break
            action = choose(fresh, dice)
            fresh.sink = _Clock(sink)
            fresh.act(action)
            spent += fresh.sink.seconds
            fresh.sink = None
        done = len(fresh.log) - 1
    bare = sqlite3.connect(folder / "bare.db", isolation_level=None)
    for statement in ("PRAGMA journal_mode=WAL", "PRAGMA synchronous=FULL", "CREATE TABLE t (x)"):
        bare.execute(statement)
    start = time.perf_counter()
    for _ in range(done):
        bare.execute("INSERT INTO t VALUES (?)", ("x" * 500,))
    peer = (time.perf_counter() - start) / done
    bare.close()
    return Row("library: keep one row", spent / done, None, "bare INSERT, synced", peer)


class _Clock:
    """A sink that says how long another one took."""

    def __init__(self, sink: Any) -> None:
        self.sink = sink
        self.seconds = 0.0

    def append(self, row: Any) -> None:
        start = time.perf_counter()
        self.sink.append(row)
        self.seconds = time.perf_counter() - start

    def moved_to(self, head: int) -> None:
        self.sink.moved_to(head)


def main() -> None:
    """Print the table."""
    print(f"{ACTIONS} actions of Diadem; milliseconds")
    print(f"{'':38}{'ours':>9}{'target':>9}   peer")
    for row in measure():
        target = f"{1000 * row.target:9.0f}" if row.target else " " * 9
        peer = f"   {row.peer} {1000 * row.peer_seconds:.2f}" if row.peer_seconds else ""
        print(f"{row.what:38}{1000 * row.seconds:9.2f}{target}{peer}")


if __name__ == "__main__":
    main()
