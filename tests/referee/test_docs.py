"""docs/referee.md: complete, and every conversation in it can be had again."""

import json
import re
import subprocess
import sys

import pytest

from referee.transcript import (
    FREE_TABLE,
    PAGE,
    TRANSCRIPT,
    abridged,
    replayed_page,
    replayed_transcript,
)
from tabuleiro.referee import KINDS, METHODS, PROTOCOL

EXAMPLES = PAGE.parent / "examples"
TEXT = PAGE.read_text("utf-8")
HINT = "run `python tests/referee/transcript.py` if the change is meant"


def section(name):
    found = re.search(rf"^### `{name}`\n(.*?)(?=^##|\Z)", TEXT, re.MULTILINE | re.DOTALL)
    assert found, f"docs/referee.md has no section for {name}"
    return found[1]


def line_by_line(now, then):
    for number, (new, old) in enumerate(zip(now.splitlines(), then.splitlines(), strict=True), 1):
        assert new == old, f"line {number}; {HINT}"


def test_the_page_says_what_the_program_answers(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    line_by_line(replayed_page(TEXT), TEXT)


def test_the_transcript_is_replayed_line_by_line(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    then = TRANSCRIPT.read_text("utf-8")
    line_by_line(replayed_transcript(then), then)


def test_the_transcript_of_a_free_table_is_replayed(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TABULEIRO_MODULES", str(EXAMPLES))
    then = FREE_TABLE.read_text("utf-8")
    line_by_line(replayed_transcript(then), then)


def test_the_transcript_uses_every_method_and_meets_every_kind_of_error():
    entries = [json.loads(line) for line in TRANSCRIPT.read_text("utf-8").splitlines()]
    sent = [entry["send"] for entry in entries if "send" in entry]
    methods = {each.get("method") for each in sent if isinstance(each, dict)}
    assert methods >= set(METHODS)
    answers = [entry["answer"] for entry in entries if "answer" in entry]
    kinds = {a["error"]["data"]["kind"] for a in answers if isinstance(a, dict) and "error" in a}
    assert kinds == set(KINDS) - {"bug"}


@pytest.mark.parametrize("name", METHODS)
def test_each_method_has_a_section_with_its_parameters_and_an_example(name):
    text = section(name)
    table = re.search(r"^\| parameter \| type \| meaning \|\n((?:\|.*\n)+)", text, re.MULTILINE)
    rows = re.findall(r"^\| `(\w+)`", table[1], re.MULTILINE)
    assert [row for row in rows if row != "game"] == [
        param.name for param in METHODS[name].params if param.name != "game"
    ]
    assert f'"method": "{name}"' in text


def test_methods_stand_in_the_order_of_the_program():
    assert re.findall(r"^### `(\w+)`$", TEXT, re.MULTILINE) == list(METHODS)


def test_errors_are_listed():
    for kind, code in KINDS.items():
        assert re.search(rf"^\| {code} \| `{kind}` \|", TEXT, re.MULTILINE), kind


def test_the_version_is_that_of_the_program():
    assert f"version **{PROTOCOL}**" in TEXT


@pytest.mark.slow
def test_the_bot_plays(tmp_path):
    """The example is run as it stands: twenty lines that play a match to its end."""
    (bot,) = re.findall(r"^```python\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
    assert len([line for line in bot.splitlines() if line]) <= 24
    path = tmp_path / "bot.py"
    path.write_text(bot, "utf-8")
    done = subprocess.run(
        [sys.executable, str(path)], capture_output=True, text=True, check=True, cwd=tmp_path
    )
    assert done.stderr == ""
    assert set(json.loads(done.stdout.replace("'", '"'))) == {"allied", "axis"}


def test_what_is_long_is_cut_short():
    assert abridged("x" * 200) == "x" * 120 + "…"
    assert abridged(list(range(4))) == [0, 1, 2, 3]
    assert abridged(list(range(9))) == [0, 1, 2, "… 6 more"]
    assert abridged({str(n): n for n in range(30)}) == {"0": 0, "1": 1, "2": 2, "…": "27 more"}
