"""The project of a new plugin becomes a pack with one file more, and plays elsewhere."""

import json
import re

import pytest

from publish.conftest import AUTHOR
from tabuleiro.cli.newplugin import new_plugin


@pytest.fixture
def project(tmp_path):
    folder = new_plugin("little_duel", "A little duel", tmp_path)
    told = AUTHOR.format(id="little_duel", kind="plugin", version="0.1.0")
    (folder / "pack.yaml").write_text(told, "utf-8")
    return folder


@pytest.mark.slow
def test_from_the_template_to_a_match_elsewhere(tabuleiro, home, tmp_path, project, ask_elsewhere):
    path = tmp_path / "a.tabuleiro"
    said = tabuleiro("pack", project, "--out", path, "--json")
    assert said.code == 0, said.err
    assert said.json["code"] is True
    assert tabuleiro("install", path, "--yes", "--unsigned", "--allow-code").code == 0
    listed = {game["id"] for game in tabuleiro("list", "--json").json["games"]}
    assert "little_duel" in listed
    told = ask_elsewhere("""
        import sys
        from tabuleiro.cli import main
        words = ["playout", "little_duel", "--seed", "1", "--check", "--json"]
        sys.exit(main(words))
    """)
    (played,) = json.loads(told)["played"]
    assert (played["over"], played["findings"]) == (True, [])


def test_faults_of_its_module_are_told_before_it_is_packed(tabuleiro, tmp_path, project):
    path = project / "tabuleiro_little_duel" / "modules" / "little_duel" / "counters.yaml"
    path.write_text(path.read_text("utf-8") + "nonsense: 1\n", "utf-8")
    said = tabuleiro("pack", project, "--out", tmp_path / "a.tabuleiro")
    assert said.code == 1
    assert "counters.yaml:" in said.err
    assert 'unknown key "nonsense"' in said.err


def test_faults_of_its_code_are_told_and_nothing_runs(tabuleiro, home, tmp_path, project):
    path = project / "tabuleiro_little_duel" / "rules.py"
    path.write_text("import os\nopen(os.environ['RAN'], 'w')\ndef\n", "utf-8")
    said = tabuleiro("pack", project, "--out", tmp_path / "a.tabuleiro")
    assert said.code == 1
    assert "rules.py:3: this is not Python" in said.err
    assert home.runs() == []


def test_a_pack_and_its_game_have_one_version(tabuleiro, tmp_path, project):
    said_in = project / "pack.yaml"
    said_in.write_text(said_in.read_text("utf-8").replace("0.1.0", "0.2.0"), "utf-8")
    out = tmp_path / "a.tabuleiro"
    said = tabuleiro("pack", project, "--out", out)
    assert said.code == 1
    assert "The pack is 0.2.0 (pack.yaml)" in said.err
    package = "plugins/tabuleiro_little_duel"
    assert f"{package}/modules/little_duel/module.yaml: 0.1.0" in said.err
    assert re.search(rf"{package}/__init__.py:\d+: 0.1.0", said.err)
    assert not out.exists()
    for path in (project / "tabuleiro_little_duel" / "__init__.py",
                 project / "tabuleiro_little_duel/modules/little_duel/module.yaml"):  # fmt: skip
        path.write_text(path.read_text("utf-8").replace("0.1.0", "0.2.0"), "utf-8")
    assert tabuleiro("pack", project, "--out", out).code == 0
