"""``play``: what is said without a screen or without Qt, and pictures drawn without either."""

import importlib.util
import os
import struct
import subprocess
import sys
from pathlib import Path

import pytest

from samples import sampled
from tabuleiro.cli import screen

RUN_PY = Path(__file__).resolve().parents[2] / "run.py"


@pytest.fixture
def headless(monkeypatch):
    """A Linux without a screen."""
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize(
    ("language", "first", "other"),
    [
        ("en", "There is no screen here: start Tabuleiro", "Without a screen:"),
        ("pt", "Não há tela aqui: inicie o Tabuleiro", "Sem tela:"),
    ],
)
def test_without_a_screen_it_says_how_to_get_one(tabuleiro, headless, language, first, other):
    said = tabuleiro("play", "--lang", language)
    assert (said.code, said.out) == (1, "")
    sentence, head, *rest = said.err.splitlines()
    assert sentence.startswith(first)
    assert "xvfb-run" in sentence
    assert head == other
    assert [line.split()[1] for line in rest] == ["terminal", "play", "playout", "--help"]


def test_a_screen_that_does_not_answer(headless, monkeypatch):
    monkeypatch.setattr(screen, "_loads", lambda _library: True)
    monkeypatch.setattr(screen, "_answers", lambda: False)
    said = screen.screen_trouble({"DISPLAY": ":99"})
    assert 'The screen ":99" does not answer' in said


def test_libraries_of_a_window_that_are_missing(headless, monkeypatch):
    monkeypatch.setattr(screen, "_loads", lambda library: "cursor" not in library)
    said = screen.screen_trouble({"DISPLAY": ":0"})
    assert said.endswith('"sudo apt-get install -y libxcb-cursor0".')


@pytest.mark.parametrize(
    "environment",
    [{"WAYLAND_DISPLAY": "wayland-0"}, {"QT_QPA_PLATFORM": "offscreen"}],
)
def test_with_a_screen_nothing_is_said(headless, environment):
    assert screen.screen_trouble(environment) == ""


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (ModuleNotFoundError("No module", name="PySide6.QtCore"), 'pip install "tabuleiro[host]"'),
        (ImportError("libGL.so.1: cannot open shared object file"), "apt-get install -y libgl1"),
    ],
)
def test_without_qt_it_says_what_to_do(tabuleiro, monkeypatch, error, sentence):
    monkeypatch.setattr(screen, "_loads", lambda _library: True)
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")

    class Nothing:
        def find_spec(self, name, *_more):
            if name.startswith("tabuleiro.host"):
                raise error

    kept = {name: sys.modules.pop(name) for name in list(sys.modules)
            if name.startswith("tabuleiro.host")}  # fmt: skip
    parent = sys.modules["tabuleiro"]
    host = parent.__dict__.pop("host", None)
    monkeypatch.setattr(sys, "meta_path", [Nothing(), *sys.meta_path])
    try:
        assert sentence in tabuleiro("play").failed()
    finally:
        sys.modules.update(kept)
        if host is not None:
            parent.host = host


@pytest.mark.parametrize("word", ["3x4", "100000x700", "1366", "ax b"])
def test_sizes_that_are_none(tabuleiro, word):
    assert f"--size cannot be '{word}'" in tabuleiro("play", "--size", word).failed(2)


@pytest.mark.parametrize("command", ["play", "terminal", "board", "list"])
def test_no_command_imports_qt_before_it_must(command):
    code = (
        "import sys\n"
        "from tabuleiro.cli import main\n"
        f"main(['{command}', '--help'])\n"
        "assert not any(n.startswith(('PySide6', 'tabuleiro.host')) for n in sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


PROGRAM = ("-m", "tabuleiro.cli")
_HASTY = """
import sys
from tabuleiro.cli import main
from tabuleiro.host import seat

seat._BREATH_MS = 0
sys.exit(main())
"""
HASTY = ("-c", _HASTY)
"""The program; but computer players do not wait before they act."""


def draw(tmp_path, *words, program=PROGRAM):
    """Run the command in a process of its own; return how it ended and the size of the picture."""
    pytest.importorskip("PySide6")
    environment = {
        **{name: value for name, value in os.environ.items() if name != "QT_QPA_PLATFORM"},
        "TABULEIRO_LIBRARY": str(tmp_path / "library.db"),
        "TABULEIRO_SETTINGS": str(tmp_path / "settings.ini"),
        "TABULEIRO_LANGUAGE": "en",
    }
    done = subprocess.run(
        [sys.executable, *program, "play", *words],
        capture_output=True,
        text=True,
        check=False,
        env=environment,
    )
    file = tmp_path / "picture.png"
    size = struct.unpack(">II", file.read_bytes()[16:24]) if file.exists() else None
    return done, size


@pytest.mark.slow
@pytest.mark.parametrize("what", sampled([[], ["diadem"]], [["diadem"]]))
def test_a_picture_without_a_screen(tmp_path, what):
    file = tmp_path / "picture.png"
    done, size = draw(tmp_path, *what, "--screenshot", str(file), "--size", "900x600")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert size == (900, 600)
    # A map of many colours, not an empty window.
    assert file.stat().st_size > (200_000 if what else 20_000)


@pytest.mark.slow
def test_what_cannot_be_drawn_is_one_sentence(tmp_path):
    done, size = draw(tmp_path, "nowhere", "--screenshot", str(tmp_path / "picture.png"))
    assert (done.returncode, size) == (1, None)
    assert done.stderr == 'There is no module "nowhere".\n'
    done, _size = draw(tmp_path, "diadem", "--screenshot", str(tmp_path / "no" / "picture.png"))
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1


@pytest.mark.slow
def test_a_demonstration_plays_to_its_end(tmp_path, monkeypatch):
    """Of a short game: a match of Diadem takes its players 1,200 actions."""
    monkeypatch.setenv("TABULEIRO_PLUGINS", str(RUN_PY.parent / "docs" / "examples"))
    file = tmp_path / "picture.png"
    words = ("charge", "--demo", "--screenshot", str(file), "--size", "900x600")
    done, size = draw(tmp_path, *words, program=HASTY)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert size == (900, 600)


def run_py():
    """The starter as a module."""
    spec = importlib.util.spec_from_file_location("run_py", RUN_PY)
    module = sys.modules["run_py"] = importlib.util.module_from_spec(spec)  # dataclasses look there
    spec.loader.exec_module(module)
    return module


def test_both_tables_of_system_libraries_say_the_same():
    """`run.py` cannot import the package: it may not be installed yet."""
    assert run_py().QT_LIBRARIES == screen.QT_LIBRARIES
    assert run_py().WINDOW_LIBRARIES == screen.WINDOW_LIBRARIES


@pytest.mark.parametrize(
    ("words", "environment", "libraries"),
    [
        (["play"], {}, 0),
        (["play"], {"DISPLAY": ":0"}, 11),
        (["play"], {"WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0"}, 6),
        (["play", "diadem", "--screenshot", "x.png"], {}, 6),
        (["--lang", "pt", "play"], {"QT_QPA_PLATFORM": "offscreen"}, 6),
        (["list"], {"DISPLAY": ":0"}, 0),
    ],
)
def test_what_run_py_wants_of_the_system(headless, monkeypatch, words, environment, libraries):
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert len(run_py().window_libraries(words)) == libraries


def test_run_py_without_words_opens_the_window(monkeypatch):
    module, started = run_py(), []
    monkeypatch.setattr(module, "need_system", lambda _libraries: None)
    monkeypatch.setattr(module, "prepare", lambda _extras: None)
    monkeypatch.setattr(module, "WINDOWS", False)
    monkeypatch.setattr(module.os, "execv", lambda _program, words: started.append(words[2:]))
    monkeypatch.setattr(module.subprocess, "call", lambda _command: 0)
    module.start([])
    module.start(["list"])
    assert started == [["play"], ["list"]]
