"""Proofs: which tests proved which clauses of a rulebook.

A test names the clauses that it proves by ``@pytest.mark.rule("metz-4.0-7")``. As a pytest plugin
(``pytest_plugins = ["tabuleiro.proofs"]``) this file notes which of them passed, and with
``--write-proofs`` keeps that as ``proofs.json`` beside the rulebook of each game, where everybody
can read it without running or having the tests.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tabuleiro.module.files import PROOFS

if TYPE_CHECKING:
    import pytest

__all__ = ["Proofs", "Recorder", "merged", "read_proofs", "rule_ids", "write_proofs"]

_PROPERTY: Final = "rule"
_PLUGIN: Final = "tabuleiro-proofs"


@dataclass(frozen=True)
class Proofs:
    """Tests by clause, and reasons by clause that no program can prove."""

    known: bool
    """Whether a test run has written anything down."""
    tests: dict[str, list[str]] = field(default_factory=dict)
    untestable: dict[str, str] = field(default_factory=dict)


def read_proofs(folder: Path) -> Proofs:
    """Return the proofs of a game from the folder of its module."""
    try:
        data = json.loads((folder / PROOFS).read_text("utf-8"))
        return Proofs(known=True, tests=dict(data["tests"]), untestable=dict(data["untestable"]))
    except (OSError, ValueError, KeyError, TypeError):
        return Proofs(known=False)


def write_proofs(folder: Path, proofs: Proofs) -> bool:
    """Write the proofs of a game; return whether the file is another one now."""
    tests = {clause: sorted(set(proofs.tests[clause])) for clause in sorted(proofs.tests)}
    data = {"tests": tests, "untestable": dict(sorted(proofs.untestable.items()))}
    text = json.dumps(data, indent=1, ensure_ascii=False) + "\n"
    path = folder / PROOFS
    if path.is_file() and path.read_text("utf-8") == text:
        return False
    path.write_text(text, "utf-8", newline="\n")
    return True


def merged(
    before: Mapping[str, Iterable[str]],
    proven: Mapping[str, Iterable[str]],
    gone: Iterable[str],
) -> dict[str, list[str]]:
    """Return tests by clause: those known before but for files that are gone, and new ones.

    ``proven`` has clauses by test, as a test run finds them.

    >>> before = {"duel-1-1": ["tests/a.py::one", "tests/b.py::two"]}
    >>> merged(before, {"tests/a.py::three": ["duel-1-2"]}, gone=["tests/a.py"])
    {'duel-1-1': ['tests/b.py::two'], 'duel-1-2': ['tests/a.py::three']}
    """
    left = set(gone)
    found = {
        clause: {test for test in tests if _file(test) not in left}
        for clause, tests in before.items()
    }
    for test, clauses in proven.items():
        for clause in clauses:
            found.setdefault(clause, set()).add(test)
    return {clause: sorted(found[clause]) for clause in sorted(found) if found[clause]}


def _file(test: str) -> str:
    return test.partition("::")[0]


# ------------------------------------------------------------------------------- the test run


def rule_ids(item: pytest.Item) -> list[str]:
    """Return the clauses that a test says it proves, each once."""
    marked = (ident for marker in item.iter_markers("rule") for ident in marker.args)
    return list(dict.fromkeys(marked))


class Recorder:
    """Notes what passed, on the process that reports (under xdist: the controller)."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.collected: dict[str, set[str]] = {}
        """Clauses by test, of all that were found, whether they run or not."""
        self.uncertain: set[str] = set()
        """Tests that need not pass: they may be left out, or are expected to fail."""
        self.untestable: dict[str, str] = {}
        self._passed: dict[str, set[str]] = {}
        self._failed: set[str] = set()
        self._files: set[str] = set()

    @classmethod
    def of(cls, config: pytest.Config) -> Recorder:
        """Return the recorder of a test run."""
        found = config.pluginmanager.get_plugin(_PLUGIN)
        assert isinstance(found, cls)  # noqa: S101 - pytest_configure registers it
        return found

    def pytest_itemcollected(self, item: pytest.Item) -> None:
        """Note the clauses of a test on its reports; parameters belong to one test."""
        ids, test = rule_ids(item), _test(item.nodeid)
        item.user_properties.extend((_PROPERTY, ident) for ident in ids)
        self.collected.setdefault(test, set()).update(ids)
        if any(next(item.iter_markers(name), None) for name in ("skip", "skipif", "xfail")):
            self.uncertain.add(test)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A test proves its clauses if it passed with all its parameters and could be torn down."""
        test = _test(report.nodeid)
        self._files.add(_file(test))
        if report.failed:
            self._failed.add(test)
        elif report.when == "call" and report.passed and not hasattr(report, "wasxfail"):
            ids = {str(value) for key, value in report.user_properties if key == _PROPERTY}
            self._passed.setdefault(test, set()).update(ids)

    @property
    def proven(self) -> dict[str, set[str]]:
        """Clauses by test, of those that passed."""
        return {test: ids for test, ids in self._passed.items() if ids and test not in self._failed}

    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        """Write the proofs down if asked to."""
        asked = self.config.getoption("--write-proofs") and not self.config.option.collectonly
        if not asked or hasattr(self.config, "workerinput"):
            return
        stopped = exitstatus > 1 or session.shouldfail or session.shouldstop
        games = {clause.partition("-")[0] for ids in self.proven.values() for clause in ids}
        for game, folder in _folders().items():
            ours = folder.resolve().is_relative_to(self.config.rootpath.resolve())
            if ours and (game in games or (folder / PROOFS).is_file()):
                self._write(game, folder, whole=not stopped and not self._narrowed())

    def _write(self, game: str, folder: Path, *, whole: bool) -> None:
        """Write the proofs of a game anew as far as this run can tell.

        A run of whole files says all about them. One of chosen tests only adds: what it did not
        run may be as true as before.
        """
        before = read_proofs(folder).tests
        named = {_file(test) for tests in before.values() for test in tests}
        gone = {file for file in named if not (self.config.rootpath / file).is_file()}
        if whole:
            everything = self.config.args == self.config.getini("testpaths")
            gone |= named if everything else self._files
        else:
            failed = self._failed
            before = {c: [t for t in tests if t not in failed] for c, tests in before.items()}
        mine = {
            test: [clause for clause in ids if clause.startswith(f"{game}-")]
            for test, ids in self.proven.items()
        }
        excused = {c: why for c, why in self.untestable.items() if c.startswith(f"{game}-")}
        write_proofs(folder, Proofs(True, merged(before, mine, gone), excused))

    def _narrowed(self) -> bool:
        """Return whether tests were chosen one by one, and not by files and folders."""
        option = self.config.option
        return bool(
            option.keyword
            or option.markexpr not in {"", "rule"}
            or option.deselect
            or getattr(option, "lf", False)
            or any("::" in word for word in self.config.args)
        )


def _test(nodeid: str) -> str:
    return nodeid.partition("[")[0]


def _folders() -> dict[str, Path]:
    """Return the folders of all modules, those of plugins too, by game."""
    from tabuleiro.engine.catalogue import Catalogue
    from tabuleiro.module import available_modules

    more = Catalogue.installed().module_folders()
    return {found.id: found.path for found in available_modules(more)}


def pytest_addoption(parser: pytest.Parser) -> None:
    """Know ``--write-proofs``."""
    parser.addoption(
        "--write-proofs",
        action="store_true",
        help=f"note in {PROOFS} of each game which tests proved which clauses",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Note from now on."""
    config.pluginmanager.register(Recorder(config), _PLUGIN)
