"""Every example in a docstring of the package does what it says, and the package is light."""

import pkgutil
import subprocess
import sys

import pytest

import tabuleiro.board
from docstrings import run_examples

MODULES = ["tabuleiro.board"] + [
    f"tabuleiro.board.{info.name}" for info in pkgutil.iter_modules(tabuleiro.board.__path__)
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings_run(name):
    results = run_examples(name)
    assert results.failed == 0
    assert results.attempted or name.endswith("errors")


def test_all_names_what_there_is_once():
    names = tabuleiro.board.__all__
    assert len(names) == len(set(names))
    assert all(hasattr(tabuleiro.board, name) for name in names)


def test_public_classes_and_functions_are_documented():
    for name in tabuleiro.board.__all__:
        thing = getattr(tabuleiro.board, name)
        if getattr(thing, "__module__", "").startswith("tabuleiro.board"):
            assert thing.__doc__, name


def test_slow_libraries_are_not_imported_with_the_package():
    program = (
        "import sys, tabuleiro.board as b; b.Board('duel', b.HexGrid(3, 3)).geometry.centre('0101')"
        "; print(sorted({'numpy', 'shapely', 'yaml', 'pydantic', 'PySide6'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
