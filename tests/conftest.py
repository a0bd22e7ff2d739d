"""What every test has at hand; which tests count for coverage; what the quick run leaves out."""

import gc
from pathlib import Path

import pytest
from coverage import Coverage

pytest_plugins = ["boards", "tabuleiro.proofs", "clauses", "pytester"]

HERE = Path(__file__).parent

COUNTED = {
    "bots",
    "engine",
    "examples/test_alliance.py",
    "examples/test_facing.py",
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


@pytest.hookimpl(trylast=True)
def pytest_sessionstart(session):
    """Let one coverage watch, and none where no test runs.

    On a worker of xdist pytest-cov begins twice, first as if it were the controller: when the
    second coverage pauses, the first takes over, and all is watched line by line for nobody.
    """
    if (watcher := watcher_of(session.config)) is None:
        return
    watcher.pause()
    while (other := Coverage.current()) is not None:
        other.stop()
    if not session.config.pluginmanager.hasplugin("dsession"):
        watcher.resume()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item):
    """Watch the tests that count, and of the others not even the fixtures.

    Not by marking these `no_cover`: pytest-cov leaves out their calls alone.
    """
    watcher = watcher_of(item.config)
    if watcher is not None and watcher.started is not counted(item):
        (watcher.pause if watcher.started else watcher.resume)()
    return (yield)


def watcher_of(config):
    """Who starts and stops coverage; None where nobody wants it."""
    return getattr(config.pluginmanager.getplugin("_cov"), "cov_controller", None)


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
