"""The package as a whole: its examples run, its names are there, it is quick to import."""

import os
import pkgutil
import subprocess
import sys

import pytest

import tabuleiro.i18n
import tabuleiro.module
from docstrings import run_examples
from tabuleiro import hooks
from tabuleiro.module.files import API

MODULES = ["tabuleiro.i18n", "tabuleiro.module"] + [
    info.name
    for info in pkgutil.walk_packages(tabuleiro.module.__path__, "tabuleiro.module.")
    if not info.name.endswith("__main__")
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings_run(name):
    assert run_examples(name).failed == 0


@pytest.mark.parametrize("package", [tabuleiro.i18n, tabuleiro.module])
def test_public_names_are_there_and_documented(package):
    names = package.__all__
    assert len(names) == len(set(names))
    assert all(hasattr(package, name) for name in names)
    things = [getattr(package, name) for name in names]
    assert [thing for thing in things if callable(thing) and not thing.__doc__] == []


def test_versions_of_the_hooks_agree():
    assert hooks.API_VERSION == API


def test_slow_libraries_are_not_imported_with_the_package():
    program = (
        "import sys, tabuleiro.module; "
        "print(sorted({'numpy', 'shapely', 'yaml', 'pydantic', 'PySide6'} & set(sys.modules)))"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "[]"
