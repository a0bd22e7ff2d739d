"""The counting of proven clauses, tried on small test suites of its own."""

import json
from pathlib import Path

import pytest

import clauses

LEDGERS = clauses.read_ledgers(clauses.RULES / "ids")

SUITE = """
import pytest

@pytest.mark.rule("duel-1-1", "duel-1-2")
def test_passes():
    pass

@pytest.mark.rule("duel-2-1")
def test_fails():
    assert False

@pytest.mark.rule("duel-2-2")
@pytest.mark.skip(reason="later")
def test_skipped():
    pass

@pytest.mark.rule("duel-2-2")
@pytest.mark.xfail
def test_expected_to_fail():
    assert False

@pytest.fixture
def broken():
    yield
    raise ValueError

@pytest.mark.rule("duel-2-2")
def test_cannot_be_torn_down(broken):
    pass

@pytest.mark.parametrize("ident", [pytest.param(1, marks=pytest.mark.rule("duel-ex-1"))])
@pytest.mark.rule("duel-1-1")
def test_example(ident):
    pass
"""


@pytest.fixture
def suite(pytester, monkeypatch):
    """An empty project whose rulebook has four clauses and one example."""
    monkeypatch.delenv("TABULEIRO_WRITE_PROOFS", raising=False)
    ids = pytester.path / "rules" / "ids"
    ids.mkdir(parents=True)
    content = {
        "game": "duel",
        "clauses": ["duel-1-1", "duel-1-2", "duel-2-1", "duel-2-2"],
        "examples": ["duel-ex-1"],
    }
    (ids / "duel.json").write_text(json.dumps(content))
    plugin = Path(clauses.__file__).read_text("utf-8")
    pytester.makeconftest(plugin)
    pytester.makeini("[pytest]\nmarkers = rule(*ids): proves clauses")
    return pytester


@pytest.mark.parametrize("processes", [[], pytest.param(["-n", "2"], marks=pytest.mark.slow)])
def test_only_what_passed_counts(suite, processes):
    suite.makepyfile(test_duel=SUITE)
    proofs = suite.path / "proofs.json"
    result = suite.runpytest_subprocess(
        *("-p", "no:pytest-qt", "-p", "no:cacheprovider"), "--write-proofs", proofs, *processes
    )
    result.stdout.fnmatch_lines(["duel * clauses *2 / 4 * examples *1 / 1 * untestable 0"])
    assert json.loads(proofs.read_text()) == {
        "duel-1-1": ["test_duel.py::test_example[1]", "test_duel.py::test_passes"],
        "duel-1-2": ["test_duel.py::test_passes"],
        "duel-ex-1": ["test_duel.py::test_example[1]"],
    }


@pytest.mark.parametrize("processes", [[], pytest.param(["-n", "2"], marks=pytest.mark.slow)])
def test_unknown_clause_stops_the_collection(suite, processes):
    suite.makepyfile(
        """
        import pytest

        @pytest.mark.rule("duel-1-11")
        def test_it():
            pass
        """
    )
    result = suite.runpytest_subprocess(*processes)
    assert result.ret not in {pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED}
    result.stdout.fnmatch_lines(
        ["*test_it: no rulebook has the clause 'duel-1-11'; is it 'duel-1-1'?*"]
    )


def test_untestable_clauses_are_counted(suite):
    (suite.path / "rules/untestable.json").write_text('{"duel-2-2": "a matter of taste"}')
    suite.makepyfile(test_duel="def test(): pass")
    result = suite.runpytest_subprocess()
    result.stdout.fnmatch_lines(["duel * clauses *0 / 4 * untestable 1"])


def test_untestable_clauses_exist(suite):
    (suite.path / "rules/untestable.json").write_text('{"duel-9": "a matter of taste"}')
    result = suite.runpytest_subprocess()
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*no rulebook has the clause 'duel-9'*"])


@pytest.mark.parametrize("ledger", LEDGERS, ids=[each.game for each in LEDGERS])
def test_ledgers(ledger):
    everything = ledger.clauses | ledger.examples
    assert len(everything) == len(ledger.clauses) + len(ledger.examples)
    assert all(ident.startswith(f"{ledger.game}-") for ident in everything)
    stored = json.loads((clauses.RULES / "ids" / f"{ledger.game}.json").read_text("utf-8"))
    assert len(stored["clauses"]) == len(ledger.clauses)
    assert len(stored["examples"]) == len(ledger.examples)


def test_games_have_ledgers():
    assert {each.game for each in LEDGERS} == {"diadem", "leyte", "metz", "papua", "filipinas"}
