"""The one form of packs."""

import io
import os
import shutil
import time
import zipfile

import pytest

from publish.conftest import SCENARIO, module_pack, project, signed
from tabuleiro.publish.archive import read_archive, write_archive
from tabuleiro.publish.errors import PackError
from tabuleiro.publish.pack import read_pack
from tabuleiro.publish.packing import make_pack


def test_the_same_files_make_the_same_bytes_whenever_they_were_written(tmp_path, key):
    one = signed(module_pack(tmp_path / "one"), key).to_bytes()
    module_pack(tmp_path / "two")
    for path in (tmp_path / "two").rglob("*"):
        os.utime(path, (10**9, 10**9))
        if path.is_file():
            path.chmod(0o777)
    (tmp_path / "two" / ".hidden").write_text("stays at home")
    (tmp_path / "two" / "modules" / "duel" / "source").mkdir()
    (tmp_path / "two" / "modules" / "duel" / "source" / "big.yaml").write_text("stays at home")
    (tmp_path / "two" / "tests").mkdir()
    (tmp_path / "two" / "tests" / "test_x.py").write_text("stays at home")
    assert signed(make_pack(tmp_path / "two"), key).to_bytes() == one


def test_any_program_opens_it(tmp_path):
    raw = make_pack(SCENARIO).to_bytes()
    with zipfile.ZipFile(io.BytesIO(raw)) as archive:
        assert archive.testzip() is None
        assert archive.namelist() == ["manifest.json", "variant/counters.yaml",
                                      "variant/scenarios/cassino.yaml"]  # fmt: skip


def test_what_is_written_is_read():
    files = {"modules/a/b.yaml": b"1", "signature.json": b"3", "manifest.json": b"2", "NOTICE": b""}
    found = read_archive(write_archive(files))
    assert list(found) == ["manifest.json", "signature.json", "NOTICE", "modules/a/b.yaml"]
    assert {name: bytes(content) for name, content in found.items()} == files


def test_every_single_byte_matters(tmp_path, key):
    raw = signed(make_pack(SCENARIO), key).to_bytes()
    assert read_pack(raw).signature is not None
    for at in range(len(raw)):
        with pytest.raises(PackError):
            read_pack(raw[:at] + bytes([raw[at] ^ 1]) + raw[at + 1 :])


def test_a_large_pack_is_read_soon(tmp_path):
    folder = project(tmp_path / "large")
    module_pack(folder)
    for n in range(18):
        (folder / "modules" / "duel" / f"map-{n}.png").write_bytes(bytes([n]) * 5_000_000)
    raw = make_pack(folder).to_bytes()
    assert len(raw) > 90_000_000
    begin = time.process_time()
    read_pack(raw)
    assert time.process_time() - begin < 2


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("modules/duel/run.sh", b"", "may not hold modules/duel/run.sh"),
        ("modules/duel/évil.yaml", b"", "its name has other signs"),
        ("modules/duel/code.py", b"", "may not hold modules/duel/code.py"),
        ("modules/other/module.yaml", b"", "may not hold modules/other/module.yaml"),
        ("variant/x.yaml", b"", "may not hold variant/x.yaml"),
        ("plugins/tabuleiro_x/__init__.py", b"", "may not hold plugins/tabuleiro_x/__init__.py"),
    ],
)
def test_what_does_not_belong_is_named(tmp_path, name, content, told):
    module_pack(tmp_path)
    (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / name).write_bytes(content)
    with pytest.raises(PackError, match=told):
        make_pack(tmp_path)


def test_a_link_is_no_part_of_a_pack(tmp_path):
    module_pack(tmp_path)
    (tmp_path / "modules" / "duel" / "passwd.md").symlink_to("/etc/passwd")
    with pytest.raises(PackError, match="is a link or no plain file"):
        make_pack(tmp_path)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("id: Duel\n", "pack.yaml:2:1: id: "),
        ("version: 1\n", "pack.yaml:4:1: version: "),
        ("kind: game\n", "pack.yaml:3:1: kind: "),
        ("evil: true\n", 'unknown key "evil"'),
        ("needs: {diadem: newest}\n", "needs.diadem"),
        ("extends: diadem\n", "only scenarios belong to another game"),
        ("brings: [duel]\n", "only code brings games and house rules"),
    ],
)
def test_faults_of_an_author_are_told_with_their_line(tmp_path, line, told):
    module_pack(tmp_path)
    path = tmp_path / "pack.yaml"
    key = line.partition(":")[0]
    lines = path.read_text("utf-8").splitlines(keepends=True)
    kept = [line if each.startswith(f"{key}:") else each for each in lines]
    path.write_text("".join(kept if line in kept else [*kept, line]), "utf-8")
    with pytest.raises(PackError) as error:
        make_pack(tmp_path)
    assert told in str(error.value)
    assert "\n" not in str(error.value)


def test_a_pack_inside_the_folder_of_its_module_is_told_where_that_belongs(tmp_path):
    shutil.copy(SCENARIO / "pack.yaml", tmp_path)
    (tmp_path / "module.yaml").write_text("format: 1\nid: ridge\n", "utf-8")
    with pytest.raises(PackError, match=r"folder of the module to modules/[\w-]+ in it"):
        make_pack(tmp_path)
