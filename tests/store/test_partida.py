"""``.partida`` files when all goes well, and when writing one does not."""

import errno
import json
import logging
import os
import re
import time
import zipfile
from pathlib import Path

import msgspec
import pytest

import tabuleiro
from store import tiny
from store.sentences import contents, is_sentence
from tabuleiro.engine.knowledge import EVERYTHING
from tabuleiro.store import (
    PartidaError,
    open_partida,
    read_manifest,
    read_partida,
    write_partida,
)
from tabuleiro.store.archive import write_whole
from tabuleiro.store.migrations import FORMAT
from tabuleiro.store.stored_log import checked_rows


@pytest.fixture
def path(tmp_path):
    return tmp_path / "cassino.partida"


class TestWriting:
    def test_comes_back_whole(self, path, played, module, ruleset):
        write_partida(path, played, "Branches", viewer=EVERYTHING)
        again = open_partida(path, module, ruleset)
        assert again.position == played.position
        assert again.log.head == played.log.head
        assert again.log.names == played.log.names
        assert again.header == played.header
        assert [again.log.rows[n].hash for n in range(len(played.log))] == [
            played.log.rows[n].hash for n in range(len(played.log))
        ]
        assert again.sink is None
        tiny.play(again, 20)

    def test_can_be_read_by_a_person(self, path, played):
        write_partida(path, played, "Branches", viewer=EVERYTHING)
        with zipfile.ZipFile(path) as archive:
            assert archive.namelist() == ["manifest.json", "log.jsonl", "position.json"]
            assert all(m.compress_type == zipfile.ZIP_DEFLATED for m in archive.infolist())
            manifest = json.loads(archive.read("manifest.json"))
            rows = [json.loads(line) for line in archive.read("log.jsonl").splitlines()]
            position = json.loads(archive.read("position.json"))
        assert manifest == {
            "format": FORMAT,
            "program": f"tabuleiro {tabuleiro.__version__}",
            "title": "Branches",
            "for": "everything",
            "game": {
                "module": "tiny",
                "module_hash": "tiny-1",
                "plugin_version": "1.0",
                "scenario": "duel",
                "seed": "seed",
                "options": {"free-hand": True},
                "house_rules": [],
                "match": "",
                "streams": True,
            },
            "head": played.log.head,
            "names": {"before the storm": 17},
        }
        assert [row["id"] for row in rows] == list(range(len(played.log)))
        assert position["turn"] == played.position.turn

    def test_the_same_game_makes_the_same_bytes(self, tmp_path, played):
        write_partida(tmp_path / "one", played, "Title", viewer=EVERYTHING)
        write_partida(tmp_path / "two", played, "Title", viewer=EVERYTHING)
        assert len(set(contents(tmp_path).values())) == 1

    def test_what_is_opened_writes_the_same_file(self, tmp_path, played, module, ruleset):
        write_partida(tmp_path / "one", played, "Title", viewer=EVERYTHING)
        again = open_partida(tmp_path / "one", module, ruleset)
        write_partida(tmp_path / "two", again, "Title", viewer=EVERYTHING)
        assert len(set(contents(tmp_path).values())) == 1

    def test_replaces_an_older_file(self, path, game, module, ruleset):
        write_partida(path, game, "Title", viewer=EVERYTHING)
        game.act(game.legal()[0])
        write_partida(str(path), game, "Title", viewer=EVERYTHING)
        assert open_partida(path, module, ruleset).log.head == 1
        assert list(contents(path.parent)) == [path.name]

    def test_follows_a_link(self, tmp_path, path, game):
        path.write_text("old")
        link = tmp_path / "link.partida"
        try:
            link.symlink_to(path)
        except OSError:
            pytest.skip("no links here")
        write_partida(link, game, "Title", viewer=EVERYTHING)
        assert link.is_symlink()
        assert read_manifest(path).title == "Title"

    def test_a_preview_is_not_a_game(self, path, played):
        with pytest.raises(tabuleiro.store.StoreError, match="preview"):
            write_partida(path, played.fork(), "x", viewer=EVERYTHING)
        assert not path.exists()

    def test_a_game_too_large_to_be_read_is_not_written(self, path, played, monkeypatch):
        monkeypatch.setattr("tabuleiro.store.archive.MAX_BYTES", 10_000)
        with pytest.raises(PartidaError, match="too large") as error:
            write_partida(path, played, "x", viewer=EVERYTHING)
        assert is_sentence(error.value)
        assert not path.exists()


class TestWritingFails:
    @pytest.mark.parametrize(
        ("number", "words"),
        [
            (errno.ENOSPC, "The disk is full"),
            (errno.EDQUOT, "The disk is full"),
            (errno.EROFS, "may not read or write"),
            (errno.EIO, "cannot be read or written"),
        ],
    )
    @pytest.mark.parametrize("call", ["os.fsync", "pathlib.Path.replace"])
    def test_the_old_file_stays(self, path, played, monkeypatch, number, words, call):
        path.write_bytes(b"the old file")

        def fail(*_arguments):
            raise OSError(number, os.strerror(number))

        monkeypatch.setattr(call, fail)
        with pytest.raises(PartidaError, match=words) as error:
            write_partida(path, played, "x", viewer=EVERYTHING)
        monkeypatch.undo()
        assert is_sentence(error.value)
        assert contents(path.parent) == {path.name: b"the old file"}

    def test_the_system_refuses_more_bytes(self, path, played):
        resource = pytest.importorskip("resource")
        path.write_bytes(b"the old file")
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, hard))
        try:
            with pytest.raises(PartidaError, match="The disk is full"):
                write_partida(path, played, "x", viewer=EVERYTHING)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        assert contents(path.parent) == {path.name: b"the old file"}

    def test_interrupted(self, path, monkeypatch):
        path.write_bytes(b"the old file")

        def interrupt(*_arguments):
            raise KeyboardInterrupt

        monkeypatch.setattr("pathlib.Path.replace", interrupt)
        with pytest.raises(KeyboardInterrupt):
            write_whole(path, b"the new file")
        monkeypatch.undo()
        assert contents(path.parent) == {path.name: b"the old file"}

    @pytest.mark.parametrize("name", ["letter.txt", "partida", "a.partida.bak", ".partida"])
    def test_a_file_that_is_no_game(self, tmp_path, game, name):
        (tmp_path / name).write_text("dear")
        with pytest.raises(PartidaError, match="stays as it is") as error:
            write_partida(tmp_path / name, game, "x", viewer=EVERYTHING)
        assert is_sentence(error.value)
        assert contents(tmp_path) == {name: b"dear"}

    @pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names")
    def test_a_pipe_or_a_device_in_its_place(self, tmp_path, game):
        os.mkfifo(tmp_path / "pipe.partida")
        (tmp_path / "device.partida").symlink_to(os.devnull)
        for name in ("pipe.partida", "device.partida"):
            with pytest.raises(PartidaError, match="is not a file") as error:
                write_partida(tmp_path / name, game, "x", viewer=EVERYTHING)
            assert is_sentence(error.value)
        assert Path(os.devnull).is_char_device()
        assert (tmp_path / "pipe.partida").is_fifo()

    def test_a_link_to_something_else(self, tmp_path, game):
        (tmp_path / "letter.txt").write_text("dear")
        (tmp_path / "a.partida").symlink_to(tmp_path / "letter.txt")
        with pytest.raises(PartidaError, match="stays as it is"):
            write_partida(tmp_path / "a.partida", game, "x", viewer=EVERYTHING)
        assert (tmp_path / "letter.txt").read_text() == "dear"

    def test_drafts_of_programs_that_were_killed_are_taken_away(self, path, game, monkeypatch):
        with monkeypatch.context() as patch:
            patch.setattr("pathlib.Path.replace", lambda *_names: 1 / 0)  # killed before
            patch.setattr("pathlib.Path.unlink", lambda *_name, **_way: None)
            with pytest.raises(ZeroDivisionError):
                write_partida(path, game, "x", viewer=EVERYTHING)
        (draft,) = path.parent.glob(".*.tmp")
        (path.parent / ".0123456789abcdef.tmp").write_text("somebody else's")
        write_partida(path, game, "x", viewer=EVERYTHING)
        assert draft.exists(), "another program may be writing it now"
        for left in path.parent.glob(".*.tmp"):
            os.utime(left, (time.time() - 7200,) * 2)
        write_partida(path, game, "x", viewer=EVERYTHING)
        assert {left.name for left in path.parent.glob(".*.tmp")} == {".0123456789abcdef.tmp"}

    def test_no_such_folder(self, tmp_path, game):
        with pytest.raises(PartidaError, match="There is no file") as error:
            write_partida(tmp_path / "nowhere" / "a.partida", game, "x", viewer=EVERYTHING)
        assert is_sentence(error.value)

    def test_a_folder_in_its_place(self, tmp_path, game):
        with pytest.raises(PartidaError, match="is a folder") as error:
            write_partida(tmp_path, game, "x", viewer=EVERYTHING)
        assert is_sentence(error.value)

    @pytest.mark.parametrize("name", ["a\0b.partida", "x" * 300])
    def test_no_name_for_a_file(self, tmp_path, game, name):
        with pytest.raises(PartidaError) as error:
            write_partida(tmp_path / name, game, "x", viewer=EVERYTHING)
        assert is_sentence(error.value)
        assert contents(tmp_path) == {}

    def test_a_folder_that_cannot_be_synced_is_no_fault(self, path, game, monkeypatch):
        """Windows knows no handles on folders."""
        monkeypatch.delattr("os.O_DIRECTORY", raising=False)
        real = os.open

        def no_folders(name, *rest, **named):
            if Path(name).is_dir():
                raise PermissionError(errno.EACCES, "no")
            return real(name, *rest, **named)

        monkeypatch.setattr("os.open", no_folders)
        write_partida(path, game, "x", viewer=EVERYTHING)
        assert read_manifest(path).title == "x"


OLD = Path(__file__).parents[1] / "compat" / "format-1.partida"


class TestOpening:
    def test_the_manifest_alone(self, path, played):
        write_partida(path, played, "Cassino\n1944", viewer=EVERYTHING)
        manifest = read_manifest(path)
        assert (manifest.title, manifest.game.module) == ("Cassino?1944", "tiny")
        assert manifest.head == played.log.head

    def test_of_an_old_file_only_the_first_row_is_read_for_it(self, monkeypatch):
        read = []

        def counted(lines):
            rows = list(checked_rows(lines))
            read.append(len(rows))
            return rows

        monkeypatch.setattr("tabuleiro.store.partida.checked_rows", counted)
        assert read_manifest(OLD).game.streams is False
        assert read == [1]

    def test_without_a_module(self, path, played):
        write_partida(path, played, "x", viewer=EVERYTHING)
        partida = read_partida(path)
        assert partida.header == played.header
        assert partida.position == played.position
        assert (partida.head, partida.names) == (played.log.head, played.log.names)
        assert partida.kept.rows == partida.rows

    @pytest.mark.parametrize(
        ("changed", "words"),
        [
            ({"module": {"content_hash": "tiny-2"}}, "The data of the module .tiny. have changed"),
            ({"ruleset": {"version": "2.0"}}, "begun with version 1.0 of its rules; this is 2.0"),
            ({"ruleset": {"house_rules": ("fog",)}}, "begun with other house rules: none"),
        ],
    )
    def test_what_has_changed_is_told(self, path, played, changed, words, caplog):
        write_partida(path, played, "x", viewer=EVERYTHING)
        module = tiny.module(**changed.get("module", {}))
        ruleset = tiny.ruleset(**changed.get("ruleset", {}))
        told = []
        game = open_partida(path, module, ruleset, warn=told.append)
        assert game.position == played.position
        assert len(told) == 1
        assert is_sentence(told[0])
        assert re.search(words, told[0])
        with caplog.at_level(logging.WARNING):
            open_partida(path, module, ruleset)
        assert caplog.messages == told

    def test_rules_that_play_otherwise_are_found(self, path, played):
        write_partida(path, played, "x", viewer=EVERYTHING)
        other = tiny.module(last_turn=3)
        told = []
        with pytest.raises(PartidaError, match="comes out otherwise by these rules") as error:
            open_partida(path, other, tiny.ruleset(), warn=told.append)
        assert is_sentence(error.value)
        assert told == []
        game = open_partida(path, other, tiny.ruleset(), verify=False, warn=told.append)
        assert game.position == played.position

    def test_that_rules_of_another_version_play_otherwise_is_a_warning(self, path, played):
        """The match goes on from where its file left it."""
        write_partida(path, played, "x", viewer=EVERYTHING)
        told = []
        game = open_partida(path, tiny.module("tiny-2", last_turn=3), tiny.ruleset(),
                            warn=told.append)  # fmt: skip
        assert game.position == played.position
        assert len(told) == 2
        assert all(is_sentence(sentence) for sentence in told)
        assert told[1].startswith("By the rules of today the game would have gone otherwise: Row ")
        tiny.play(game, 20)

    def test_another_module(self, path, played, module, ruleset):
        write_partida(path, played, "x", viewer=EVERYTHING)
        module.id = "metz"
        with pytest.raises(PartidaError, match='of the module "tiny", not of "metz"') as error:
            open_partida(path, module, ruleset)
        assert is_sentence(error.value)

    def test_a_scenario_that_is_gone(self, path, played, module, ruleset):
        write_partida(path, played, "x", viewer=EVERYTHING)
        module.scenarios = {}
        with pytest.raises(PartidaError, match='has no scenario "duel"') as error:
            open_partida(path, module, ruleset)
        assert is_sentence(error.value)

    def test_an_option_that_is_gone(self, path, module, ruleset):
        game = tiny.new_game()
        write_partida(path, game, "x", viewer=EVERYTHING)
        scenario = msgspec.structs.replace(module.scenarios["duel"], options={"fog": True})
        module.scenarios = {"duel": scenario}
        with pytest.raises(PartidaError, match='There is no option "fog"') as error:
            open_partida(path, module, ruleset)
        assert is_sentence(error.value)

    def test_a_counter_that_is_gone(self, path, played, module, ruleset):
        write_partida(path, played, "x", viewer=EVERYTHING)
        del module.counters["red-2"]
        with pytest.raises(PartidaError, match='the module has no counter "red-2"') as error:
            open_partida(path, module, ruleset)
        assert is_sentence(error.value)

    def test_rules_that_fail(self, path, game):
        class Broken(tiny.TinyRules):
            def phase_steps(self, s, phase):
                raise ZeroDivisionError

        write_partida(path, game, "x", viewer=EVERYTHING)
        with pytest.raises(PartidaError, match="Row 0 cannot be played again") as error:
            open_partida(path, tiny.module(), tiny.ruleset(Broken()))
        assert is_sentence(error.value)
