"""The cache of checked modules: quick, and never believed blindly."""

import hashlib
import importlib.metadata
import os
import time
from pathlib import Path

import pytest

from tabuleiro.i18n import speaking
from tabuleiro.module import Cache, load, load_module
from tabuleiro.module import cache as cache_module
from tabuleiro.module.cache import program_version


@pytest.fixture
def folder(duel):
    duel.cache = Cache(duel.root.parent / "cache")
    return duel.cache.folder


@pytest.fixture
def checked(monkeypatch):
    """Count how often a module is really checked."""
    calls = []
    real = load.check_module

    def check(folder, rules=None):
        calls.append(folder.root)
        return real(folder, rules)

    monkeypatch.setattr(load, "check_module", check)
    return calls


def test_second_time_from_the_cache(duel, folder, checked):
    first, second = duel.load(), duel.load()
    assert len(checked) == 1
    assert first.content_hash == second.content_hash
    assert first.counters == second.counters
    (file,) = folder.iterdir()
    assert file.suffix == ".json"
    assert file.read_bytes().partition(b"\n")[2].startswith(b"{"), "it is JSON to read, not code"


def test_any_change_is_seen(duel, folder, checked):
    duel.load()
    duel.change("counters.yaml", "attack: 4", "attack: 5")
    assert duel.load().counters["red-a"].value("attack") == 5
    duel.write("shapes.json", "{}")
    duel.load()
    assert len(checked) == 3


def test_faulty_modules_are_not_kept(duel, folder):
    duel.write("texts.yaml", "")
    duel.problems()
    assert not folder.exists()


def test_file_that_went_missing_is_no_hit(duel, folder):
    duel.load()
    duel.path("tables.yaml").unlink()
    assert duel.problems()[0].message == "the file is missing"


def damage_cut(raw):
    return raw[: len(raw) // 2]


def damage_bit(raw):
    return raw[:-20] + bytes([raw[-20] ^ 1]) + raw[-19:]


def damage_shape(raw):
    content = b'{"id": 7}'
    return hashlib.sha256(content).hexdigest().encode() + b"\n" + content


def damage_json(raw):
    content = b"\xff not JSON"
    return hashlib.sha256(content).hexdigest().encode() + b"\n" + content


def damage_all(raw):
    return raw[:0]


def damage_head(raw):
    return b"\xff" + raw


@pytest.mark.parametrize(
    "damage",
    [damage_cut, damage_bit, damage_shape, damage_json, damage_all, damage_head],
)
def test_damaged_file_is_written_anew(duel, folder, checked, damage):
    duel.load()
    (file,) = folder.iterdir()
    good = file.read_bytes()
    file.write_bytes(damage(good))
    assert duel.load().id == "duel"
    assert len(checked) == 2
    assert file.read_bytes() == good


def test_each_language_has_its_own(duel, folder, checked):
    duel.load()
    with speaking("pt"):
        duel.load()
        duel.load()
    assert len(checked) == 2
    assert len(list(folder.iterdir())) == 2


def test_another_version_of_the_program(duel, folder, checked, monkeypatch):
    duel.load()
    monkeypatch.setattr(cache_module, "program_version", lambda: "2.0")
    duel.load()
    assert len(checked) == 2


def test_program_version(monkeypatch):
    def unknown(name):
        raise importlib.metadata.PackageNotFoundError(name)

    program_version.cache_clear()
    monkeypatch.setattr(importlib.metadata, "version", unknown)
    assert program_version().startswith("source ")
    program_version.cache_clear()
    monkeypatch.setattr(importlib.metadata, "version", lambda _name: "1.2.3")
    assert program_version().startswith("1.2.3 ")
    program_version.cache_clear()


def test_old_files_are_tidied(duel, folder):
    folder.mkdir()
    for number in range(60):
        file = folder / f"old{number:02}.json"
        file.write_bytes(b"")
        os.utime(file, (number, number))
    (folder / "other.txt").write_text("not ours")
    duel.load()
    names = sorted(path.name for path in folder.glob("*.json"))
    assert len(names) == 40
    assert "old59.json" in names
    assert "old20.json" not in names
    assert (folder / "other.txt").exists()


def test_what_is_read_stays_when_old_files_are_tidied(duel, folder, checked):
    duel.load()
    (own,) = folder.iterdir()
    os.utime(own, (1, 1))
    for number in range(60):
        file = folder / f"old{number:02}.json"
        file.write_bytes(b"")
        os.utime(file, (number, number))
    duel.load()
    with speaking("pt"):
        duel.load()  # writes a file and tidies
    assert own.exists()
    assert len(checked) == 2


def test_cache_that_cannot_be_written(duel, tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    duel.cache = Cache(blocked)
    assert duel.load().id == "duel"
    assert blocked.read_text() == "in the way"


def test_writing_that_fails_leaves_nothing(duel, folder, monkeypatch):
    def fail(self, target):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", fail)
    assert duel.load().id == "duel"
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize("value", ["off", "OFF", "0", "no", "none", ""])
def test_switched_off(duel, monkeypatch, value):
    monkeypatch.setenv("TABULEIRO_CACHE", value)
    assert Cache.of_user() == Cache(None)
    assert load_module(duel.root).id == "duel"


def test_folder_from_the_environment(duel, monkeypatch, tmp_path):
    monkeypatch.setenv("TABULEIRO_CACHE", str(tmp_path / "mine"))
    load_module(str(duel.root))
    assert len(list((tmp_path / "mine").iterdir())) == 1


def test_folder_of_the_user(monkeypatch, tmp_path):
    monkeypatch.delenv("TABULEIRO_CACHE")
    name = "platformdirs.user_cache_dir"
    monkeypatch.setattr(name, lambda *_args, **_kwargs: str(tmp_path))
    assert Cache.of_user().folder == tmp_path / "modules"


def test_drafts_of_programs_that_were_killed_are_taken_away(duel, tmp_path):
    folder = tmp_path / "kept"
    folder.mkdir()
    for name, age in (("old.tmp", 7200), ("new.tmp", 60)):
        (folder / name).write_text("half a mod")
        os.utime(folder / name, (time.time() - age,) * 2)
    duel.cache = Cache(folder)
    duel.load()
    assert {path.name for path in folder.glob("*.tmp")} == {"new.tmp"}


def test_nothing_is_left_when_somebody_interrupts(duel, tmp_path, monkeypatch):
    def interrupt(*_arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr("pathlib.Path.replace", interrupt)
    duel.cache = Cache(tmp_path / "kept")
    with pytest.raises(KeyboardInterrupt):
        duel.load()
    assert list((tmp_path / "kept").iterdir()) == []
