"""Every example in a docstring does what it says, and the package is light."""

import pkgutil
import subprocess
import sys

import pytest

import tabuleiro.referee
from docstrings import run_examples
from tabuleiro.rules.combat import preview

MODULES = ["tabuleiro.referee", "tabuleiro.rules.combat.preview"] + [
    f"tabuleiro.referee.{info.name}"
    for info in pkgutil.iter_modules(tabuleiro.referee.__path__)
    if info.name != "__main__"
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings_run(name):
    assert run_examples(name).failed == 0


@pytest.mark.parametrize("module", [tabuleiro.referee, preview])
def test_all_names_what_there_is_once(module):
    assert len(module.__all__) == len(set(module.__all__))
    for name in module.__all__:
        assert getattr(module, name).__doc__, name


def test_no_qt():
    program = (
        "import sys, tabuleiro.referee\n"
        "assert not any(name.startswith(('PySide6', 'shiboken6')) for name in sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
