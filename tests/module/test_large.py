"""The large module of the benchmark is a sound one."""

from benchmarks.bench_module import COLUMNS, ROWS, UNITS, write_module
from tabuleiro.module import Cache, load_module


def test_large_module(tmp_path):
    cache = Cache(tmp_path / "cache")
    folder = write_module(tmp_path / "large")
    cold, warm = load_module(folder, cache=cache), load_module(folder, cache=cache)
    assert len(cold.counters) == UNITS
    assert len(cold.board.grid) == COLUMNS * ROWS == 3465
    assert cold.board == warm.board
    assert cold.warnings == warm.warnings == ()
