"""Files that older versions wrote must be readable for ever."""

import json
import shutil
import zipfile
from pathlib import Path

import pytest

from store import tiny
from tabuleiro.engine.knowledge import EVERYTHING
from tabuleiro.store import Library, open_partida, read_manifest, write_partida
from tabuleiro.store.migrations import FORMAT
from tabuleiro.store.schema import SCHEMA

COMPAT = Path(__file__).parents[1] / "compat"
EXPECTED = json.loads((COMPAT / "store.json").read_text("utf-8"))


def is_as_kept(game, expected):
    """The hash is that of the row as it was written, which a migration computes again."""
    assert game.position.digest() == expected["position"]
    if len(expected["hash"]) == 64:
        assert game.log.rows[game.log.head].hash == expected["hash"]
    assert game.log.broken() is None
    assert (game.log.head, len(game.log)) == (expected["head"], expected["rows"])
    assert game.log.names == expected["names"]
    assert {action.kind for action in game.legal()} == {"tiny-answer"}, "amid an attack"
    tiny.play(game, 30)


@pytest.mark.parametrize("number", range(1, FORMAT + 1))
def test_each_format_of_partida(number):
    path = COMPAT / f"format-{number}.partida"
    assert read_manifest(path).title == "Kept"
    game = open_partida(path, tiny.module(), tiny.ruleset())
    is_as_kept(game, EXPECTED[path.name])
    with zipfile.ZipFile(path) as archive:
        last = json.loads(archive.read("log.jsonl").splitlines()[-1])
    assert last["hash"] == EXPECTED[path.name]["hash"]


@pytest.mark.parametrize("number", range(1, FORMAT + 1))
def test_each_format_is_played_on_and_kept_again(number, tmp_path):
    """Rows of an old match do not say what was told, those that come after do: both replay."""
    game = open_partida(COMPAT / f"format-{number}.partida", tiny.module(), tiny.ruleset())
    begun = len(game.log)
    tiny.play(game, 30, seed=5)
    assert game.log.rows[begun].told is not None
    write_partida(tmp_path / "on.partida", game, "On", viewer=EVERYTHING)
    again = open_partida(tmp_path / "on.partida", tiny.module(), tiny.ruleset(), warn=pytest.fail)
    assert again.position == game.position


def test_a_library_of_old_is_brought_up_to_date_once(tmp_path):
    shutil.copy(COMPAT / "library-2.db", tmp_path)
    with Library(tmp_path / "library-2.db") as library:
        (entry,) = library.list()
        first = library.open(entry.id)
        assert all(len(row.hash) == 64 for row in first.rows)
        assert not first.header.streams
        assert library.open(entry.id) == first
        assert library.check() == ()


@pytest.mark.parametrize("number", range(1, SCHEMA + 1))
def test_each_schema_of_the_library(number, tmp_path):
    name = f"library-{number}.db"
    shutil.copy(COMPAT / name, tmp_path)
    with Library(tmp_path / name) as library:
        assert library.check() == ()
        (entry,) = library.list()
        game = library.resume(entry.id, tiny.module(), tiny.ruleset())
        is_as_kept(game, EXPECTED[name])
        assert len(library.open(entry.id).rows) > EXPECTED[name]["rows"]


def test_the_files_are_the_ones_that_were_kept():
    names = {path.name for path in COMPAT.iterdir() if path.suffix in {".partida", ".db"}}
    assert names == set(EXPECTED)
