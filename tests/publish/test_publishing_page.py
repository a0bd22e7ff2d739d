"""The page for publishers: its files are written and its commands run as they stand."""

import re
import shlex
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[2] / "docs" / "publishing.md").read_text("utf-8")


@pytest.mark.slow
def test_what_the_page_says_works(tabuleiro, home, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    files = re.findall(r"```yaml\n# (\S+)\n(.*?)```", PAGE, re.DOTALL)
    assert len(files) == 7
    for name, text in files:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    commands = "".join(re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)).splitlines()
    assert len(commands) == 13
    for command in commands:
        said = tabuleiro(*shlex.split(command)[1:])
        assert said.code == 0, (command, said.out, said.err)
        if "check" in command:
            assert " 0 findings" in said.out
    assert home.installed() == []


def test_all_keys_are_explained():
    from tabuleiro.publish.manifest import PackFile

    table = PAGE.partition("| key of `pack.yaml` | is |")[2].partition("\n\n")[0]
    told = {w for row in table.splitlines()[2:] for w in re.findall(r"`(\w+)`", row.split("|")[1])}
    assert told == set(PackFile.model_fields)


def test_the_words_of_the_page_are_those_of_the_commands():
    from tabuleiro.cli.program import COMMANDS

    named = set(re.findall(r"(?<!\.)tabuleiro (?:--no-plugins )?([a-z][a-z-]+)", PAGE))
    assert named - {"pack", "COMMAND"} <= set(COMMANDS)
