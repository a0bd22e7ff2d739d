"""The boards of the games, each built from its sources once for all processes of a test run."""

import json
import os
import time
from pathlib import Path

import pytest

from tabuleiro.cartography import build_board

ROOT = Path(__file__).resolve().parents[1]
MODULES = ROOT / "modules"
RAW = ROOT.parent / "shared" / "geo"
"""Where raw heights may lie, which are no part of the project."""


def once(folder, name, make):
    """Return what the first process that asks makes; the others wait and read it."""
    kept, lock = folder / f"{name}.json", folder / f"{name}.lock"
    patience = time.monotonic() + 300
    while not kept.exists():
        try:
            lock.touch(exist_ok=False)
        except FileExistsError:  # another process is at it
            assert time.monotonic() < patience, "whoever was at it has died"
            time.sleep(0.05)
            continue
        try:
            half = folder / f"{name}.half"
            half.write_text(json.dumps(make()), "utf-8")
            half.replace(kept)
        finally:
            lock.unlink()  # if it failed, let the next one see why
    return json.loads(kept.read_text("utf-8"))


def raw_heights(game):
    """The file of raw heights of a board, or None where there is none."""
    path = RAW / f"{game}_elev_srtm30p.npz"
    return path if path.is_file() else None


def built(game):
    made = build_board(MODULES / game / "source", raw_heights(game))
    return made.board | {f"source/{name}": text for name, text in made.source.items()}


@pytest.fixture(scope="session")
def built_board(tmp_path_factory):
    """``built_board("leyte")``: the files of the board by name, as its sources give them.

    Where raw heights are they are the source, and what is derived of them is among the files.
    """
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent  # of all workers
    return lambda game: once(folder, game, lambda: built(game))
