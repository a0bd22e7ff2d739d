"""The program: commands, languages, errors in one sentence, a quick start."""

import os
import subprocess
import sys

import pytest

from tabuleiro import __version__, i18n
from tabuleiro.cli import main, program
from tabuleiro.cli.common import match_options
from tabuleiro.cli.error_sentences import sentence_of
from tabuleiro.cli.errors import Failure, UsageError
from tabuleiro.cli.output import print_json, table_lines
from tabuleiro.module import ModuleError, Problem


def test_without_words_it_says_what_can_be_done(tabuleiro):
    said = tabuleiro()
    assert said.code == 0
    for command in program.COMMANDS:
        assert f"\n  {command} " in said.out
    assert said.out == tabuleiro("--help").out


def test_version(tabuleiro):
    assert tabuleiro("--version").out == f"Tabuleiro {__version__}\n"


@pytest.mark.parametrize("command", program.COMMANDS)
def test_every_command_has_help_in_both_languages(tabuleiro, command):
    english = tabuleiro(command, "--help")
    portuguese = tabuleiro(command, "--help", "--lang", "pt")
    assert (english.code, portuguese.code) == (0, 0)
    assert english.out.startswith("usage: tabuleiro " + command)
    assert portuguese.out.startswith("uso: tabuleiro " + command)


def test_the_language_is_that_of_the_environment_unless_told(tabuleiro, monkeypatch):
    assert "First" not in tabuleiro("--lang", "pt").out
    assert "uso:" in tabuleiro("--lang", "pt").out
    monkeypatch.setenv("TABULEIRO_LANGUAGE", "pt_BR.UTF-8")
    assert "uso:" in tabuleiro().out
    assert "usage:" in tabuleiro("--lang=en").out
    assert "Operação Diadem" in tabuleiro("list").out
    assert "Operation Diadem" in tabuleiro("list", "--lang=en").out


def test_the_language_of_the_process_stays_as_it_was(tabuleiro):
    before = i18n.language()
    tabuleiro("list", "--lang", "pt")
    assert i18n.language() == before


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["shwo"], 'There is no command "shwo". Did you mean "show"? See tabuleiro --help.'),
        (["qqq"], 'There is no command "qqq". See tabuleiro --help.'),
        (["show"], "tabuleiro show: something is missing: GAME. See tabuleiro show --help."),
        (["list", "--nope"], "not understood: --nope"),
        (["show", "diadem", "--what", "hexes"], "--what cannot be 'hexes', only "),
        (["playout", "diadem", "--games", "x"], "--games cannot be 'x'"),
        (["playout", "diadem", "--games"], "--games wants a value"),
        (["new", "diadem", "--option", "duty"], 'An option is written NAME=VALUE, not "duty".'),
        (["playout", "diadem", "--players", "clever"],
         'There is no computer player "clever" (there are: random, simple).'),
        (["playout", "diadem", "--players", "axs=random"],
         'There is no side "axs" (did you mean "axis"?).'),
        (["schema", "bord"], '"bord" (did you mean "board"?).'),
        (["--nope"], "tabuleiro: "),
    ],
)  # fmt: skip
def test_what_is_not_understood_is_one_sentence_and_code_2(tabuleiro, words, sentence):
    assert sentence in tabuleiro(*words).failed(2)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["show", "diaden"], 'There is no module "diaden" (did you mean "diadem"?).'),
        (["replay", "nowhere.partida"], "There is no file nowhere.partida."),
        (["new", "diadem", "--scenario", "x"], 'The game "diadem" has no scenario "x".'),
        (["new", "diadem", "--option", "x=1"], 'There is no option "x"'),
        (["terminal", "99"], "There is no game 99 in the library."),
    ],
)
def test_what_cannot_be_done_is_one_sentence_and_code_1(tabuleiro, words, sentence):
    assert sentence in tabuleiro(*words).failed(1)


def test_complaints_are_portuguese_too(tabuleiro):
    assert "falta algo: GAME" in tabuleiro("show", "--lang", "pt").failed(2)
    assert "Não há o comando" in tabuleiro("--lang", "pt", "shwo").failed(2)


@pytest.mark.parametrize("words", [("--traceback", "play"), ("play", "--traceback"), ("play",)])
def test_how_one_came_to_an_error_is_shown_if_it_is_asked_for(tabuleiro, monkeypatch, words):
    def broken(_command, _words):
        raise ZeroDivisionError("by nought")

    monkeypatch.setattr(program, "_command", broken)
    said = tabuleiro(*words).err
    assert said.rstrip().endswith(").")
    assert ("Traceback (most recent call last)" in said) == ("--traceback" in words)
    assert "TABULEIRO_TRACEBACK" not in os.environ


def test_an_error_that_nobody_foresaw_says_where(tabuleiro, monkeypatch):
    def broken(_words):
        raise ZeroDivisionError("by nought")

    monkeypatch.setattr(program, "_obey", broken)
    said = tabuleiro("list").failed()
    assert said.startswith("Something went wrong in the program or in a plugin: ZeroDivisionError")
    assert "test_program.py:" in said


def test_interrupted(tabuleiro, monkeypatch):
    def stop(_words):
        raise KeyboardInterrupt

    monkeypatch.setattr(program, "_obey", stop)
    assert tabuleiro("list").code == 130


def test_a_reader_who_leaves_is_no_error(tabuleiro, monkeypatch):
    def gone(_words):
        raise BrokenPipeError

    monkeypatch.setattr(program, "_obey", gone)
    monkeypatch.setattr("os.dup2", lambda *_handles: None)
    assert tabuleiro("list").code == 0


def test_words_come_from_the_command_line(monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["tabuleiro", "--version"])
    assert main() == 0
    assert __version__ in capsys.readouterr().out


def test_errors_of_modules():
    one = Problem("board.yaml", 3, 1, "grid", "unknown key")
    assert sentence_of(ModuleError("duel", [one])) == (
        'The module "duel" cannot be used: board.yaml:3:1: grid: unknown key.'
    )
    two = Problem("board.yaml", 4, 1, "", "the file is odd")
    assert sentence_of(ModuleError("duel", [one, two])).endswith(
        "and 1 other problem; see tabuleiro validate duel."
    )
    assert sentence_of(ZeroDivisionError()) == ""


def test_codes():
    assert (Failure("x").code, UsageError("x").code) == (1, 2)


def test_options_as_words():
    assert match_options(["a=false", "b=-3", "c=x=y"]) == {"a": False, "b": -3, "c": "x=y"}
    with pytest.raises(UsageError):
        match_options(["=1"])


def test_tables():
    assert table_lines([]) == []
    assert table_lines([("a", None), ("bb", "x", "3½")]) == ["a", "bb  x  3½"]


def test_json_in_letters_that_the_stream_knows(capsys, monkeypatch):
    print_json({"a": "ç"})
    assert '"ç"' in capsys.readouterr().out

    class Old:
        encoding = "cp1252"
        text = ""

        def write(self, some):
            self.text += some

    old = Old()
    monkeypatch.setattr("sys.stdout", old)
    print_json({"a": "ç"})
    assert "\\u00e7" in old.text


def test_it_starts_without_slow_libraries():
    code = (
        "import sys\n"
        "from tabuleiro.cli import main\n"
        "main(['--help'])\n"
        "slow = {'numpy', 'shapely', 'yaml', 'pydantic', 'msgspec', 'pluggy', 'sqlite3'}\n"
        "assert not slow & set(sys.modules), slow & set(sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_nothing_in_the_current_folder_takes_the_place_of_a_library(tmp_path):
    for name in ("json", "pluggy", "msgspec"):
        (tmp_path / f"{name}.py").write_text(f"raise SystemExit('{name} was taken from here')")
    words = [sys.executable, "-m", "tabuleiro.cli", "list", "--json"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "was taken from here" not in done.stdout + done.stderr
