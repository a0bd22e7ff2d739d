"""Matches that older versions left in the middle of something open and are played on, for ever.

``make_matches.py`` wrote them; those whose names end in ``-2`` are of format 2. Where a later
rule makes a row come out otherwise when it is played again, the file stays; its entry in
``matches.json`` then says which row ``differs``, and why. Opening needs no rules, so all the rest
must hold for it still; that the rules play otherwise is a warning if the game was begun with older
ones.
"""

import json
import shutil
import zipfile
from random import Random

import pytest

from samples import sampled
from store.make_matches import EXPECTED, FOLDER, LIBRARY, MATCHES, differing, hurried, made_of
from store.sentences import is_sentence
from tabuleiro.store import Library, open_partida, read_manifest, read_partida
from tabuleiro.store.replay import replay
from tabuleiro.testing.chooser import choose
from tabuleiro.testing.fingerprint import fingerprint

LIBRARIES = sorted(FOLDER.glob("library-*.db"))
KEPT = json.loads(EXPECTED.read_text("utf-8"))

SAMPLE = sorted(KEPT)[::4]
"""What the quick run takes, and what is played on to its end."""

every = pytest.mark.parametrize("name", sampled(sorted(KEPT), SAMPLE))


def opened(name):
    path = FOLDER / f"{name}.partida"
    return open_partida(path, *made_of(read_manifest(path).game), verify=False, warn=str)


def is_as_kept(game, name):
    kept = KEPT[name]
    assert fingerprint(game.position) == kept["position"]
    assert (len(game.log), game.position.turn) == (kept["rows"], kept["turn"])


@every
def test_it_opens_where_it_was_left(name):
    game = opened(name)
    is_as_kept(game, name)
    assert game.header.options == MATCHES[name].options
    assert game.header.streams == name.endswith("-2")
    assert game.decision().side == KEPT[name]["side"]
    assert all(game.check(action) for action in game.legal())


@every
def test_it_is_in_the_middle_of_what_its_name_says(name):
    path = FOLDER / f"{name}.partida"
    with zipfile.ZipFile(path) as archive:
        agenda = json.loads(archive.read("position.json"))["agenda"]
        last = json.loads(archive.read("log.jsonl").splitlines()[-1])
    assert agenda[-1]["type"] == MATCHES[name].step == KEPT[name]["step"]
    assert last["action"]["type"] == MATCHES[name].action == KEPT[name]["last"]
    assert last["hash"] == KEPT[name]["hash"]
    assert len(opened(name).position.agenda) == len(agenda)


@pytest.mark.slow
@every
def test_played_again_it_comes_out_as_it_is_noted(name):
    path = FOLDER / f"{name}.partida"
    partida = read_partida(path)
    module, ruleset = made_of(partida.header)
    differs = [int(row) for row in KEPT[name].get("differs", ())]
    report = replay(module, ruleset, partida.header, partida.rows)
    assert report.differs == min(differs, default=None), report.why
    assert differing(partida) == sorted(differs)
    warnings = []
    is_as_kept(open_partida(path, module, ruleset, warn=warnings.append), name)
    assert all(is_sentence(warning) for warning in warnings)
    assert any(report.why in warning for warning in warnings) or report.same
    begun, now = partida.header.plugin_version, ruleset.plugin.version
    told = f"This game was begun with version {begun} of its rules; this is {now}."
    assert (told in warnings) == (begun != now)


@pytest.mark.slow
@pytest.mark.parametrize("name", SAMPLE)
def test_it_is_played_on_to_its_end(name):
    """At random; every fourth match, and phases ended as soon as they may be, to save time."""
    game = opened(name)
    rng = Random(name)
    soon = game.position.turn + 1
    while not game.over:
        action = hurried(game) if game.position.turn > soon else None
        game.act(action or choose(game, rng))
        assert len(game.log) < 5000
    assert game.log.broken() is None
    assert all(row.told is not None for row in list(game.log.rows.values())[KEPT[name]["rows"] :])


@pytest.mark.parametrize("path", LIBRARIES, ids=lambda path: path.stem)
def test_a_library_holds_them_alike(path, tmp_path):
    shutil.copy(path, tmp_path)
    with Library(tmp_path / path.name) as library:
        assert library.check() == ()
        entries = library.list()
        assert {entry.title.removesuffix("-2") for entry in entries} == set(LIBRARY)
        for entry in entries:
            game = library.resume(entry.id, *made_of(library.open(entry.id).header))
            is_as_kept(game, entry.title)
            game.act(game.legal()[0])
            assert len(library.open(entry.id).rows) == KEPT[entry.title]["rows"] + 1
        assert library.check() == ()


def test_no_file_is_missing():
    names = {path.stem for path in FOLDER.glob("*.partida")}
    assert names == set(KEPT) == set(MATCHES)
    assert [path.name for path in LIBRARIES] == ["library-2.db", "library-3.db"]
