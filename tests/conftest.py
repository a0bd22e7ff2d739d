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
    "referee",
    "rules",
    "seats",
    "store/test_told.py",
    "test_hooks.py",
    "testing",
}
"""These reach nearly every line that is counted; all other tests run at full speed."""


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item):
    """Coverage watches the tests that count, and of the others not even the fixtures.

    Not by marking these `no_cover`: pytest-cov leaves out their calls alone.
    """
    watched = getattr(item.config.pluginmanager.getplugin("_cov"), "cov_controller", None)
    if watched is not None and watched.started is not counted(item):
        (watched.pause if watched.started else watched.resume)()
    return (yield)


def counted(item):
    """Whether coverage counts what a test reaches; long ones with a mark `no_cover` need not."""
    path = item.path.relative_to(HERE) if item.path.is_relative_to(HERE) else item.path
    ours = not COUNTED.isdisjoint({path.parts[0], path.as_posix()})
    return ours and item.get_closest_marker("no_cover") is None


def pytest_collection_finish():
    """The collector need not look again and again through thousands of tests, which all stay.

    Play makes and drops many small things that never form a circle: it need not look often.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
