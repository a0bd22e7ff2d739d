"""Files that older versions wrote must be readable for ever."""

import json
import shutil
from pathlib import Path

import pytest

from store import tiny
from tabuleiro.store import Library, open_partida, read_manifest
from tabuleiro.store.migrations import FORMAT
from tabuleiro.store.schema import SCHEMA

COMPAT = Path(__file__).parents[1] / "compat"
EXPECTED = json.loads((COMPAT / "store.json").read_text("utf-8"))


def is_as_kept(game, expected):
    assert game.position.digest() == expected["position"]
    assert game.log.rows[game.log.head].hash == expected["hash"]
    assert (game.log.head, len(game.log)) == (expected["head"], expected["rows"])
    assert game.log.names == expected["names"]
    assert {action.kind for action in game.legal()} == {"tiny-answer"}, "amid an attack"
    tiny.play(game, 30)


@pytest.mark.parametrize("number", range(1, FORMAT + 1))
def test_each_format_of_partida(number):
    path = COMPAT / f"format-{number}.partida"
    assert read_manifest(path).title == "Kept"
    game = open_partida(path, tiny.module(), tiny.ruleset(), verify=False)
    is_as_kept(game, EXPECTED[path.name])


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
