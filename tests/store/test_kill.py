"""What a program leaves that is killed, or whose computer loses its power."""

import os
import random
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from store import player, tiny
from tabuleiro.store import Library, replay

PLAYER = Path(__file__).with_name("player.py")
KILLS = 10


def play_and_kill(path, dice, *game):
    """Play in a process of its own, kill it at some moment, and return the rows that it showed."""
    program = subprocess.Popen(
        [sys.executable, str(PLAYER), str(path), str(dice.randrange(10**6)), *game],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        text=True,
    )
    try:
        shown = [program.stdout.readline() for _ in range(dice.randrange(1, 60))]
        time.sleep(dice.random() / 200)
    finally:
        program.kill()
    shown += program.stdout.read().splitlines(keepends=True)
    program.stdout.close()
    program.wait()
    assert program.returncode != 1, "the player failed by itself"
    return [line.split() for line in shown if line.endswith("\n")]


def kill_again_and_again(path, seed, *which, kills=KILLS):
    """Play and kill; each time all that was shown is there, and can be played again."""
    dice = random.Random(seed)
    module, ruleset = player.rules(*which[:1])
    for _ in range(kills):
        shown = play_and_kill(path, dice, *which)
        if not shown and which:
            break  # the match is over
        assert shown
        with Library(path) as library:
            assert library.check() == ()
            (entry,) = library.list()
            kept = library.open(entry.id)
            game = library.resume(entry.id, module, ruleset)
        assert len(kept.rows) > int(shown[-1][0])
        for number, told in shown:
            assert kept.rows[int(number)].hash == told
        assert replay(module, ruleset, kept.header, kept.rows).same
        assert game.log.broken() is None


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_a_killed_program_loses_nothing_that_was_shown(tmp_path, seed):
    kill_again_and_again(tmp_path / "library.db", seed)


@pytest.mark.slow
@pytest.mark.parametrize("scenario", ["leyte-gulf", "a-day"])
def test_a_killed_match_of_filipinas_loses_nothing_that_was_shown(tmp_path, scenario):
    kill_again_and_again(tmp_path / "library.db", 1, "filipinas", scenario, kills=5)


@pytest.mark.parametrize("seed", range(20))
def test_a_write_ahead_log_that_breaks_off_anywhere(tmp_path, seed):
    """The end of the power may cut off what was being written, never what was committed before."""
    dice = random.Random(seed)
    path = tmp_path / "library.db"
    log = tmp_path / "library.db-wal"
    other = tmp_path / "other"
    other.mkdir()
    with Library(path) as library:
        game = tiny.new_game()
        number = library.create(game, "Cut").id
        synced = {log.stat().st_size: 1}
        while log.stat().st_size < 600_000:
            tiny.step(game, dice)
            synced[log.stat().st_size] = len(game.log)
        size = dice.randrange(min(synced), log.stat().st_size)
        shutil.copy(path, other / path.name)
        (other / log.name).write_bytes(log.read_bytes()[:size] + dice.randbytes(dice.randrange(99)))
    at_least = max(rows for end, rows in synced.items() if end <= size)
    with Library(other / path.name) as library:
        assert library.check() == ()
        again = library.resume(number, tiny.module(), tiny.ruleset())
    assert at_least <= len(again.log) <= len(game.log)
    assert all(again.log.rows[n].hash == game.log.rows[n].hash for n in again.log.rows)
