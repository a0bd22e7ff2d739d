"""Coverage watches the cheapest tests that reach together what all reach."""

import json
from types import SimpleNamespace

import pytest

import watching
from watching import HERE, Notes, chosen, counted, read_notes


def test_the_cheapest_are_watched_that_reach_it_all():
    tests = {"all but one": (2.0, 0b0111), "two": (0.1, 0b0011), "one": (0.1, 0b0100),
             "two again": (0.2, 0b0011), "the last": (0.1, 0b1000)}  # fmt: skip
    assert chosen(tests) == {"two", "one", "the last"}


def test_one_step_is_not_worth_a_long_test():
    assert chosen({"short": (0.1, 0b01), "long": (30.0, 0b11)}) == {"short"}


def test_what_tests_reach_is_noted_and_put_together(tmp_path):
    said = []
    for part, steps in (("a", {"x.py": {1, 2}}), ("b", {"x.py": {2, 3}, "y.py": {1}})):
        notes = Notes(str(tmp_path / part))
        collector = SimpleNamespace(data=steps)
        watcher = SimpleNamespace(cov=SimpleNamespace(_collector=collector))
        notes.tests["test"] = [1.5, notes.take(watcher)]
        assert notes.take(watcher) == 0  # each is noted once
        notes.pytest_unconfigure()
        said.append(notes.file)
    (name, (seconds, reached)), = read_notes(said).items()  # fmt: skip
    assert (name, seconds, reached.bit_count()) == ("test", 3.0, 4)


@pytest.mark.parametrize(
    ("file", "test", "marked", "noting", "watched"),
    [
        ("rules/test_odds.py", "test_new[3]", False, None, True),
        ("rules/test_odds.py", "TestOld::test_it[3]", False, None, False),
        ("rules/test_odds.py", "TestOld::test_it[3]", False, "FILE", True),
        ("rules/test_odds.py", "test_new", True, None, False),
        ("cli/test_program.py", "test_new", False, None, False),
    ],
)
def test_a_test_is_watched_unless_it_is_listed(
    tmp_path, monkeypatch, file, test, marked, noting, watched
):
    path = tmp_path / "unwatched.json"
    path.write_text(json.dumps({"rules/test_odds.py": ["TestOld::test_it"]}), "utf-8")
    monkeypatch.setattr(watching, "LIST", path)
    item = SimpleNamespace(
        path=HERE / file,
        nodeid=f"tests/{file}::{test}",
        config=SimpleNamespace(getoption=lambda _name: noting),
        get_closest_marker=lambda _name: marked or None,
    )
    watching.unwatched.cache_clear()
    assert counted(item) is watched
    watching.unwatched.cache_clear()
