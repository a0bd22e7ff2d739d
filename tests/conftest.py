"""What every test has at hand; which tests count for coverage; what the quick run leaves out."""

import gc
from pathlib import Path

import pytest

pytest_plugins = ["boards", "tabuleiro.proofs", "clauses", "pytester"]

HERE = Path(__file__).parent

COUNTED = {
    "bots",
    "engine",
    "mechanics",
    "module",
    "publish/test_consent.py",
    "publish/test_versions.py",
    "referee",
    "rules",
    "seats",
    "store/test_told.py",
    "test_hooks.py",
    "testing",
}
"""These reach nearly every line that is counted; all other tests run at full speed."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    for item in items:
        if item.path.is_relative_to(HERE) and not counted(item):
            item.add_marker(pytest.mark.no_cover)


def counted(item):
    path = item.path.relative_to(HERE)
    return not COUNTED.isdisjoint({path.parts[0], path.as_posix()})


def pytest_collection_finish():
    """The collector need not look again and again through thousands of tests, which all stay."""
    gc.collect()
    gc.freeze()
