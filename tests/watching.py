"""Which tests coverage watches: those that together reach all that is to be reached.

Of the tests that count (`COUNTED`) many reach nothing that others do not reach as well. What each
reaches is noted; then the cheapest are chosen that reach nearly all of it together. The others are
listed in `unwatched.json`, by file, and run at full speed: to be watched costs a test two to three
times its time. Whatever is not listed is watched, so a new test always counts. After many changes
write the list anew:

    pytest -n 2 --cov --note-reached /tmp/reached tests/rules tests/engine ...
    python tests/watching.py /tmp/reached*
"""

import json
import os
import sys
import time
from collections import defaultdict
from functools import cache
from heapq import heapify, heappop, heappush
from pathlib import Path

import pytest
from coverage import Coverage

HERE = Path(__file__).parent
LIST = HERE / "unwatched.json"
LEAST = 0.005
"""Seconds that a test takes at least, for weighing."""
WORTH = 6
"""So many steps that nothing else reaches are worth a second of watching."""

COUNTED = {
    "bots",
    "engine",
    "examples/test_alliance.py",
    "examples/test_facing.py",
    "examples/test_free_table.py",
    "host/test_filipinas_aids.py",
    "host/test_filipinas_boards.py",
    "host/test_filipinas_guide.py",
    "module",
    "cli/test_slips.py",
    "host/test_free_table.py",
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


@cache
def unwatched():
    """The tests that need not be watched, as pairs of file and name without parameters."""
    files = json.loads(LIST.read_text("utf-8"))
    return frozenset((file, name) for file, names in files.items() for name in names)


def name_of(item):
    """A test as the list has it; its parameters are watched or not together."""
    path = item.path.relative_to(HERE) if item.path.is_relative_to(HERE) else item.path
    return path.as_posix(), item.nodeid.partition("::")[2].partition("[")[0]


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
    """Whether coverage counts what a test reaches.

    Long ones with a mark `no_cover` need not, nor those that reach nothing of their own.
    """
    file, test = name_of(item)
    ours = not COUNTED.isdisjoint({file.partition("/")[0], file})
    if not ours or item.get_closest_marker("no_cover") is not None:
        return False
    return bool(item.config.getoption("--note-reached")) or (file, test) not in unwatched()


# --------------------------------------------------------------------------- what tests reach


def pytest_addoption(parser):
    parser.addoption("--note-reached", metavar="FILE", help="note what each watched test reaches")


class Notes:
    """What each test reached: seconds, and a number with a bit for each step of the code."""

    def __init__(self, file):
        self.file = file + os.environ.get("PYTEST_XDIST_WORKER", "")
        self.bits = {}
        self.tests = defaultdict(lambda: [0.0, 0])

    def take(self, watcher):
        """Take what was reached since the last time out of the data of coverage."""
        found = 0
        for file, steps in watcher.cov._collector.data.items():
            for step in steps:
                found |= 1 << self.bits.setdefault(f"{file} {step}", len(self.bits))
            steps.clear()
        return found

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item):
        watcher = item.config.pluginmanager.getplugin("_cov").cov_controller
        if not watcher.started:
            return (yield)
        self.take(watcher)  # what was imported is reached anyway
        began = time.process_time()
        ran = yield
        seconds = time.process_time() - began
        noted = self.tests["::".join(name_of(item))]
        noted[0] += seconds
        noted[1] |= self.take(watcher)
        return ran

    def pytest_unconfigure(self):
        tests = {name: (seconds, hex(reached)) for name, (seconds, reached) in self.tests.items()}
        said = {"bits": list(self.bits), "tests": tests}
        Path(self.file).write_text(json.dumps(said), "utf-8")


def pytest_configure(config):
    file = config.getoption("--note-reached")
    if file and (hasattr(config, "workerinput") or not config.getoption("numprocesses", None)):
        config.pluginmanager.register(Notes(file), "note-reached")


# --------------------------------------------------------------------------------- the list


def read_notes(files):
    """Test -> seconds and a number with a bit for each step, the same in all notes."""
    bits, tests = {}, {}
    for file in files:
        said = json.loads(Path(file).read_text("utf-8"))
        place = [bits.setdefault(step, len(bits)) for step in said["bits"]]
        for name, (seconds, digits) in said["tests"].items():
            own = bin(int(digits, 16))[:1:-1]
            reached = sum(1 << place[n] for n, digit in enumerate(own) if digit == "1")
            before = tests.get(name, (0.0, 0))
            tests[name] = before[0] + seconds, before[1] | reached
    return tests


def chosen(tests):
    """The tests that reach together what all reach, those first that reach most for their time."""

    def worth(name):
        seconds, reached = tests[name]
        return -(reached & ~whole).bit_count() / max(seconds, LEAST)

    whole, found = 0, set()
    waiting = [(worth(name), name) for name in tests]
    heapify(waiting)
    while waiting:
        _before, name = heappop(waiting)
        now = worth(name)
        if now > -WORTH:
            continue
        if waiting and now > waiting[0][0]:
            heappush(waiting, (now, name))
            continue
        whole |= tests[name][1]
        found.add(name)
    return found


def write_list(files):
    """Write the list, from notes."""
    tests = read_notes(files)
    watched = chosen(tests)
    said = defaultdict(list)
    for name in sorted(tests.keys() - watched):
        file, _colons, test = name.partition("::")
        said[file].append(test)
    LIST.write_text(json.dumps(said, indent=1) + "\n", "utf-8")
    costs = sum(tests[name][0] for name in watched), sum(seconds for seconds, _ in tests.values())
    print(f"{len(watched)} of {len(tests)} tests are watched: {costs[0]:.0f} s of {costs[1]:.0f} s")


if __name__ == "__main__":
    write_list(sys.argv[1:])
