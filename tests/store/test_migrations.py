"""Old ``.partida`` files, with formats that are made up."""

import copy
import json

import pytest

from store.sentences import is_sentence
from tabuleiro.engine.knowledge import EVERYTHING
from tabuleiro.store import PartidaError, read_manifest, read_partida, write_partida
from tabuleiro.store.archive import pack, unpack
from tabuleiro.store.migrations import FORMAT, MIGRATIONS, check_format, migrate
from tabuleiro.store.partida import FILES
from tabuleiro.store.stored_log import encode_row


def v1_to_v2(document):
    """A format in which the manifest says ``heading`` for the title; back to what is known."""
    manifest = dict(document["manifest"])
    manifest["title"] = manifest.pop("heading")
    return {**document, "manifest": manifest}


def v2_to_v3(document):
    """A format in which test rows were called ``editor``."""
    kinds = {"editor": "free"}
    rows = [{**row, "kind": kinds.get(row["kind"], row["kind"])} for row in document["rows"]]
    return {**document, "rows": rows}


@pytest.fixture
def old(tmp_path, played):
    """A file of format 1 of the three formats."""
    path = tmp_path / "old.partida"
    write_partida(path, played, "Branches", viewer=EVERYTHING)
    files = unpack(path.read_bytes(), FILES)
    manifest = json.loads(files["manifest.json"])
    manifest["heading"] = manifest.pop("title")
    manifest["format"] = 1
    files["manifest.json"] = json.dumps(manifest).encode()
    path.write_bytes(pack(files))
    return path


def test_old_file_is_read_by_all_steps(old, played):
    partida = read_partida(old, migrations={1: v1_to_v2, 2: v2_to_v3})
    assert partida.manifest.title == "Branches"
    assert partida.manifest == read_manifest(old, migrations={1: v1_to_v2, 2: v2_to_v3})
    assert partida.manifest.format == 3
    assert partida.position == played.position
    assert [row.hash for row in partida.rows] == [
        played.log.rows[n].hash for n in range(len(played.log))
    ]


def test_old_file_is_no_new_one(old):
    for ask in (read_partida, read_manifest):
        with pytest.raises(PartidaError, match=r"manifest.json .* missing required") as error:
            ask(old)
        assert is_sentence(error.value)


def test_a_file_that_only_says_that_it_is_old(tmp_path, played):
    path = tmp_path / "new.partida"
    write_partida(path, played, "x", viewer=EVERYTHING)
    files = unpack(path.read_bytes(), FILES)
    files["manifest.json"] = files["manifest.json"].replace(b'"format": 2', b'"format": 1')
    path.write_bytes(pack(files))
    for ask in (read_partida, read_manifest):
        with pytest.raises(PartidaError, match="says that it is in format 1 and is not") as error:
            ask(path, migrations={1: v1_to_v2})
        assert is_sentence(error.value)


def test_rows_that_a_migration_changes_get_new_hashes(played):
    rows = [json.loads(encode_row(played.log.rows[n])) for n in range(len(played.log))]
    document = {"manifest": {"format": 1}, "rows": rows, "position": {}}
    before = copy.deepcopy(document)

    def rename(document):
        rows = [{**row, "kind": row["kind"].replace("action", "free")} for row in document["rows"]]
        return {**document, "rows": rows}

    done = migrate(document, 1, {1: rename})
    assert document == before
    assert {row["kind"] for row in done["rows"]} == {"start", "free", "test"}
    assert done["rows"][0]["hash"] == rows[0]["hash"]
    assert done["rows"][-1]["hash"] != rows[-1]["hash"]


def test_the_newest_format_is_left_alone():
    document = {"manifest": {}, "rows": [], "position": {}}
    assert migrate(document, FORMAT) is document
    assert sorted(MIGRATIONS) == list(range(1, FORMAT))


@pytest.mark.parametrize("number", [FORMAT + 1, 10**40, 0, -1, "1", 1.0, True, None, []])
def test_formats_that_cannot_be_read(number, tmp_path, played):
    path = tmp_path / "odd.partida"
    write_partida(path, played, "x", viewer=EVERYTHING)
    files = unpack(path.read_bytes(), FILES)
    manifest = json.loads(files["manifest.json"])
    manifest["format"] = number
    files["manifest.json"] = json.dumps(manifest).encode()
    path.write_bytes(pack(files))
    for ask in (read_manifest, read_partida):
        with pytest.raises(PartidaError, match="format") as error:
            ask(path)
        assert is_sentence(error.value)


def test_formats_that_can():
    assert [check_format(number) for number in range(1, FORMAT + 1)] == list(range(1, FORMAT + 1))
