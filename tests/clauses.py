"""A pytest plugin that counts which rule clauses the tests prove.

`tests/rules/ids/<game>.json` holds the ids of a rulebook: its clauses and its worked examples. A
test that proves some of them says so with `@pytest.mark.rule("diadem-4.1.1-1")`; `tabuleiro.proofs`
notes which of them passed. An id that no rulebook has stops the collection.
`tests/rules/untestable.json` holds `{id: reason}` for what no program can prove.
"""

import json
from collections.abc import Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

import pytest

from tabuleiro.proofs import Recorder, merged, rule_ids

RULES = Path(__file__).parent / "rules"


@dataclass(frozen=True)
class Ledger:
    """The ids of one game's rulebook."""

    game: str
    clauses: frozenset[str]
    examples: frozenset[str]


def read_ledgers(folder: Path) -> list[Ledger]:
    """All the rulebooks in a folder, by game."""
    ledgers = []
    for path in sorted(folder.glob("*.json")):
        content = json.loads(path.read_text("utf-8"))
        ledgers.append(
            Ledger(content["game"], frozenset(content["clauses"]), frozenset(content["examples"]))
        )
    return ledgers


def read_untestable(path: Path) -> dict[str, str]:
    """The clauses that no program can prove, each with the reason."""
    return json.loads(path.read_text("utf-8")) if path.exists() else {}


class Clauses:
    """Knows the rulebooks, and says how much of each is proven."""

    def __init__(self, config: pytest.Config, rules: Path = RULES) -> None:
        self.config = config
        self.ledgers = read_ledgers(rules / "ids")
        self.known = frozenset().union(*(each.clauses | each.examples for each in self.ledgers))
        self.untestable = read_untestable(rules / "untestable.json")
        if unknown := self.unknown(self.untestable):
            raise pytest.UsageError(f"{rules / 'untestable.json'}: {unknown}")

    def unknown(self, ids: Iterable[str]) -> str:
        """A sentence about the ids that no rulebook has; empty if there are none."""
        sentences = []
        for ident in ids:
            if ident in self.known:
                continue
            close = get_close_matches(str(ident), self.known, n=1)
            hint = f"; is it {close[0]!r}?" if close else ""
            sentences.append(f"no rulebook has the clause {ident!r}{hint}")
        return "\n".join(sentences)

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(
        self, collector: pytest.Collector
    ) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
        """Refuse tests that name unknown clauses."""
        report = yield
        complaints = []
        for item in report.result or ():
            if not isinstance(item, pytest.Item):
                continue
            if unknown := self.unknown(rule_ids(item)):
                complaints.append(f"{item.nodeid}: {unknown}")
        if complaints:
            report.outcome = "failed"
            report.longrepr = "\n".join(complaints)
            report.result = []
        return report

    def proofs(self) -> dict[str, list[str]]:
        """Clause -> the tests that proved it."""
        return merged({}, Recorder.of(self.config).proven, gone=[])

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionstart(self) -> None:
        """What cannot be tested is written beside what is."""
        Recorder.of(self.config).untestable.update(self.untestable)

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self) -> None:
        """When proofs were written, the pages that show them are, too."""
        pages = self.config.rootpath / "docs" / "rules"
        asked = self.config.getoption("--write-proofs") and not self.config.option.collectonly
        if asked and pages.is_dir() and not hasattr(self.config, "workerinput"):
            from tabuleiro.cli.rule_pages import write_pages

            write_pages(pages)

    @pytest.hookimpl(trylast=True)
    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Say how much of each rulebook is proven."""
        if self.config.option.collectonly:
            return
        terminalreporter.write_sep("=", "rule clauses proven / in the rulebook")
        for line in table(self.ledgers, self.proofs(), self.untestable):
            terminalreporter.write_line(line)


def table(
    ledgers: Iterable[Ledger], proofs: Mapping[str, object], untestable: Mapping[str, str]
) -> Iterator[str]:
    """One line for each game."""
    for each in ledgers:
        proven = len(each.clauses & proofs.keys())
        examples = len(each.examples & proofs.keys())
        excused = len((each.clauses | each.examples) & untestable.keys())
        yield (
            f"{each.game:<10} clauses {proven:>3} / {len(each.clauses):<3}   "
            f"examples {examples:>2} / {len(each.examples):<2}   untestable {excused}"
        )


def pytest_configure(config: pytest.Config) -> None:
    """Count from now on."""
    config.pluginmanager.register(Clauses(config), "rule-clauses")
