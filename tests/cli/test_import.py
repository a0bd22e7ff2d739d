"""`tabuleiro import`: a module of VASSAL at the command line."""

import json

import pytest

from vassal.sets import build


@pytest.fixture
def vmod(tmp_path):
    return build("of-furniture", tmp_path / "Old Game.vmod")


def test_a_module_is_imported_and_can_be_validated(tabuleiro, vmod, tmp_path):
    folder = tmp_path / "old-game"
    said = tabuleiro("import", str(vmod), str(folder))
    assert (said.code, said.err) == (0, "")
    assert "elements of the build file" in said.out
    assert str(folder) in said.out
    assert tabuleiro("validate", str(folder)).code == 0
    report = (folder / "import.txt").read_text("utf-8")
    assert "MassKeyCommand" in report
    assert "Clear all" in report


def test_programs_get_all_of_the_report(tabuleiro, vmod, tmp_path):
    told = json.loads(tabuleiro("import", str(vmod), str(tmp_path / "made"), "--json").out)
    assert told["left"]["MassKeyCommand"] == {"Clear all": 1}
    assert told["left"]["Thing"] == {"Special": 1}
    counts = [*told["taken"].values(), *told["ours"].values()]
    counts += [
        n for kind, names in told["left"].items() for n in names.values() if kind[:2] != "*."
    ]
    files = sum(n for kind, n in told["taken"].items() if kind.startswith("*."))
    assert told["elements"] == sum(counts) - files


def test_without_a_folder_it_lies_among_the_users_modules(tabuleiro, vmod, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert tabuleiro("import", str(vmod)).code == 0
    assert "old-game" in tabuleiro("list").out


def test_what_cannot_be_imported_is_told_in_a_sentence(tabuleiro, tmp_path):
    (tmp_path / "a.vmod").write_bytes(b"no zip")
    said = tabuleiro("import", str(tmp_path / "a.vmod"), str(tmp_path / "made"))
    assert (said.code, said.out, said.err) == (1, "", '"a.vmod" is no zip file.\n')
    assert not (tmp_path / "made").exists()
