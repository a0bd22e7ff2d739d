"""Installing: all or nothing, beside what is there, never in the place of another."""

import os
import random
import subprocess
import sys
import time

import pytest

from publish.conftest import SCENARIO, duel_module, module_pack, plugin_pack, project, signed, write
from tabuleiro.module import available_modules, find_module, load_module
from tabuleiro.module.packs import installed_packs
from tabuleiro.publish.errors import PackError
from tabuleiro.publish.installing import install, remove
from tabuleiro.publish.pack import open_pack
from tabuleiro.publish.packing import make_pack


def test_a_module_is_found_when_it_is_installed(home, tmp_path):
    install(module_pack(tmp_path / "author"))
    assert load_module(find_module("duel")).version == "1.0.0"
    assert install(make_pack(tmp_path / "author")).new is False


def test_versions_stand_side_by_side_and_the_newest_counts(home, tmp_path):
    for version in ("1.9.0", "1.10.0", "1.2.0"):
        install(module_pack(tmp_path / version, version=version))
    assert load_module(find_module("duel")).version == "1.10.0"
    assert [pack.version for pack in installed_packs("duel")] == ["1.10.0", "1.9.0", "1.2.0"]
    remove("duel", "1.10.0")
    assert load_module(find_module("duel")).version == "1.9.0"
    remove("duel")
    assert home.installed() == []
    assert "duel" not in {found.id for found in available_modules()}


def test_other_contents_under_a_version_are_refused(home, tmp_path):
    install(module_pack(tmp_path / "one"))
    other = module_pack(
        tmp_path / "two", more="credits: [{what: {pt: a, en: b}, who: x, licence: y}]"
    )
    with pytest.raises(PackError, match="with other contents"):
        install(other)


def test_a_game_of_the_program_is_never_replaced(home, tmp_path):
    folder = project(tmp_path, id="diadem")
    duel_module(folder / "modules" / "diadem", id="diadem")
    with pytest.raises(PackError, match='There is another "diadem" already'):
        install(make_pack(folder))
    with pytest.raises(PackError, match='There is another "diadem" already'):
        install(plugin_pack(tmp_path / "code", id="diadem"))
    with pytest.raises(PackError, match='There is another "diadem" already'):
        install(plugin_pack(tmp_path / "claims", id="new_one", more="brings: [diadem]\n"))
    plugin_pack(tmp_path / "inside", id="new_one")
    duel_module(tmp_path / "inside" / "tabuleiro_new_one" / "modules" / "diadem", id="diadem")
    with pytest.raises(PackError, match='There is another "diadem" already'):
        install(make_pack(tmp_path / "inside"))
    assert home.installed() == []


def test_a_game_of_the_user_is_not_replaced_either(home, tmp_path):
    duel_module(home.data / "modules" / "duel")
    with pytest.raises(PackError, match='There is another "duel" already'):
        install(module_pack(tmp_path))


def test_what_cannot_be_opened_leaves_nothing(home, tmp_path):
    module_pack(tmp_path)
    (tmp_path / "modules" / "duel" / "counters.yaml").write_text("counters: 3\n", "utf-8")
    with pytest.raises(PackError, match=r"counters\.yaml:"):
        install(make_pack(tmp_path))
    assert not list((home.data / "packs").glob("*"))


def test_needs(home, tmp_path):
    with pytest.raises(PackError, match=r"It needs moon >=1\.0\.0, which is not installed"):
        install(module_pack(tmp_path / "a", more='needs: {moon: ">=1.0.0"}\n'))
    with pytest.raises(PackError, match=r"It needs diadem >=9\.0\.0, and here is diadem 1\.0\.0"):
        install(module_pack(tmp_path / "b", more='needs: {diadem: ">=9.0.0"}\n'))


def test_a_full_disk_leaves_nothing(home, tmp_path, monkeypatch):
    pack = module_pack(tmp_path)
    count = 0

    def fsync(_handle):
        nonlocal count
        count += 1
        if count == 5:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fsync)
    with pytest.raises(OSError, match="No space left"):
        install(pack)
    assert not list((home.data / "packs").glob("*"))


KILLED = """
import sys
from pathlib import Path
from tabuleiro.publish.installing import install
from tabuleiro.publish.pack import open_pack
pack = open_pack(Path(sys.argv[1]))
print("now", flush=True)
install(pack)
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="kills as a Unix does")
def test_a_killed_program_leaves_all_or_nothing(home, tmp_path):
    path = write(module_pack(tmp_path / "author"), tmp_path / "a.tabuleiro")
    dice = random.Random(1)
    seen = set()
    for _try in range(12):
        program = subprocess.Popen(
            [sys.executable, "-c", KILLED, str(path)],
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        )
        program.stdout.readline()
        time.sleep(dice.random() * 0.15)
        program.kill()
        program.communicate()
        for pack in installed_packs():
            assert load_module(pack.modules / "duel").version == "1.0.0"
            assert not sorted(set(open_pack(path).files) - files_of(pack.path))
            seen.add("all")
            remove("duel")
        if not installed_packs():
            seen.add("nothing")
    for left in (home.data / "packs").glob("*/.way-*"):
        os.utime(left, (1, 1))
    install(open_pack(path))
    assert home.installed() == ["duel/1.0.0"]  # what was left is swept away
    assert "nothing" in seen


def files_of(folder):
    return {p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file()}


class TestUpdates:
    def test_only_what_is_newer_is_an_update(self, tabuleiro, home, tmp_path, key):
        one = write(signed(module_pack(tmp_path / "a"), key), tmp_path / "a.tabuleiro")
        two = write(signed(module_pack(tmp_path / "b", "1.0.1"), key), tmp_path / "b.tabuleiro")
        said = tabuleiro("update", one, "--yes", "--new-key")
        assert (said.code, home.installed()) == (1, [])
        assert '"tabuleiro install"' in said.err
        assert tabuleiro("install", two, "--yes", "--new-key").code == 0
        said = tabuleiro("update", one, "--yes")
        assert "is no newer than 1.0.1" in said.err
        assert tabuleiro("install", one, "--yes").code == 0
        assert home.installed() == ["duel/1.0.0", "duel/1.0.1"]
        assert [row["version"] for row in tabuleiro("packs", "--json").json["packs"]] == [
            "1.0.1", "1.0.0"
        ]  # fmt: skip

    def test_a_pack_that_a_match_needs_stays(self, tabuleiro, home, tmp_path, key):
        path = write(signed(make_pack(SCENARIO), key), tmp_path / "a.tabuleiro")
        assert tabuleiro("install", path, "--yes", "--new-key").code == 0
        assert tabuleiro("new", "three-turns-at-cassino").code == 0
        said = tabuleiro("remove", "three-turns-at-cassino")
        assert (said.code, len(home.installed())) == (1, 1)
        assert "1 match of the library goes on with it (1)" in said.err
        assert tabuleiro("remove", "three-turns-at-cassino", "--force").code == 0
        assert home.installed() == []
        assert "No pack" in tabuleiro("remove", "three-turns-at-cassino").err
