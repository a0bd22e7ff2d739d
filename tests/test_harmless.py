"""Texts of strangers are harmless when they are shown."""

import io

import pytest

from docstrings import run_examples
from tabuleiro.cli.output import harmless_output
from tabuleiro.engine.messages import msg, render
from tabuleiro.harmless import HARMFUL, harmless, harmless_lines
from tabuleiro.module import ModuleError, Problem
from tabuleiro.module.errors import did_you_mean, shortened
from tabuleiro.store.errors import shown

SIGNS = ["\x00", "\x07", "\x08", "\x1b", "\x7f", "\x85", "\x9b", "\u061c", "\u200e", "\u200f",
         "\u2028", "\u2029", "\u202a", "\u202e", "\u2066", "\u2069", "\ufeff", "\ufff9", "\udcff",
         "\ufffe", "\U000e0041"]  # fmt: skip
GOOD = [
    "Cassino",
    "São João",
    "Ωμέγα",
    "中文",
    "עברית",
    "one\xa0thousand",
    "a\u200db",
    "½ × 3–1",
    "😀",
]


def test_examples_in_docstrings_run():
    assert run_examples("tabuleiro.harmless").failed == 0


@pytest.mark.parametrize("sign", SIGNS, ids=ascii)
def test_harmful_signs_are_shown_as_others(sign):
    assert harmless(f"a{sign}b") == "a?b"
    assert harmless_lines(f"a{sign}b\n") == "a?b\n"
    assert HARMFUL.search(sign)


@pytest.mark.parametrize("text", GOOD)
def test_other_texts_stay_as_they_are(text):
    assert harmless(text) == harmless_lines(text) == text
    assert not HARMFUL.search(text)


def test_ends_of_lines_are_harmful_in_a_line_only():
    assert harmless("a\n\tb\r") == "a??b?"
    assert harmless_lines("a\n\tb\r") == "a\n\tb?"
    assert not HARMFUL.search("a\r\n\tb")


@pytest.mark.parametrize("sign", SIGNS, ids=ascii)
def test_sentences_are_harmless(sign):
    told = f"a{sign}b"
    problem = Problem(told, 1, 1, told, told, told)
    said = [str(problem), str(ModuleError(told, [problem])), ModuleError(told, []).module,
            shortened(told), shown(told), did_you_mean(told, [told]),
            render(msg("{word}", word=told), None)]  # fmt: skip
    assert [text for text in said if HARMFUL.search(text)] == []
    assert all("a" in text for text in said)


def test_nothing_harmful_is_written_to_a_terminal(monkeypatch):
    out, err = io.StringIO(), io.StringIO()
    monkeypatch.setattr("sys.stdout", out)
    monkeypatch.setattr("sys.stderr", err)
    import sys

    with harmless_output():
        print("a\x1b[2Jb\n\tc")
        sys.stderr.writelines(["x\u202e", "\r"])
        assert sys.stdout.getvalue() == "a?[2Jb\n\tc\n"
    assert err.getvalue() == "x?\r"
    assert (sys.stdout, sys.stderr) == (out, err)
