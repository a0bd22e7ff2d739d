"""The counting of proven clauses, tried on small test suites of its own."""

import json
from pathlib import Path

import pytest

import clauses
from tabuleiro.engine.catalogue import Catalogue
from tabuleiro.module import find_module
from tabuleiro.proofs import Recorder, read_proofs
from tabuleiro.testing import table

table("diadem")  # what a suite within this one imports first is forgotten with it

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
    Catalogue.installed()  # a run inside of this one forgets what it imported first
    (pytester.path / "modules" / "duel").mkdir(parents=True)
    (pytester.path / "modules" / "duel" / "module.yaml").write_text("id: duel\n")
    monkeypatch.setenv("TABULEIRO_MODULES", str(pytester.path / "modules"))
    ids = pytester.path / "rules" / "ids"
    ids.mkdir(parents=True)
    content = {
        "game": "duel",
        "clauses": ["duel-1-1", "duel-1-2", "duel-2-1", "duel-2-2"],
        "examples": ["duel-ex-1"],
    }
    (ids / "duel.json").write_text(json.dumps(content))
    plugin = Path(clauses.__file__).read_text("utf-8")
    pytester.makeconftest(f"{plugin}\npytest_plugins = ['tabuleiro.proofs']\n")
    pytester.makeini("[pytest]\nmarkers = rule(*ids): proves clauses\ntestpaths = .\n")
    return pytester


def proofs_of(suite, *words):
    """Run tests and write down what they prove; return what is written then."""
    words = ("-p", "no:pytest-qt", "-p", "no:cacheprovider", "--write-proofs", *words)
    apart = "-n" in words
    result = suite.runpytest_subprocess(*words) if apart else suite.runpytest_inprocess(*words)
    written = suite.path / "modules" / "duel" / "proofs.json"
    return result, json.loads(written.read_text("utf-8"))["tests"]


@pytest.mark.parametrize("processes", [[], pytest.param(["-n", "2"], marks=pytest.mark.slow)])
def test_only_what_passed_counts(suite, processes):
    suite.makepyfile(test_duel=SUITE)
    result, written = proofs_of(suite, *processes)
    result.stdout.fnmatch_lines(["duel * clauses *2 / 4 * examples *1 / 1 * untestable 0"])
    assert written == {
        "duel-1-1": ["test_duel.py::test_example", "test_duel.py::test_passes"],
        "duel-1-2": ["test_duel.py::test_passes"],
        "duel-ex-1": ["test_duel.py::test_example"],
    }


ONE = """
import pytest

@pytest.mark.rule("duel-1-1")
def test_one():
    pass

@pytest.mark.rule("duel-1-2")
@pytest.mark.parametrize("n", [1, 2])
def test_both(n):
    assert n < {limit}
"""
TWO = """
import pytest

@pytest.mark.rule("duel-2-1")
def test_two():
    pass
"""
WHOLE = {
    "duel-1-1": ["test_one.py::test_one"],
    "duel-1-2": ["test_one.py::test_both"],
    "duel-2-1": ["test_two.py::test_two"],
}


@pytest.fixture
def written(suite):
    """A project whose proofs are written."""
    suite.makepyfile(test_one=ONE.format(limit=3), test_two=TWO)
    assert proofs_of(suite)[1] == WHOLE
    return suite


@pytest.mark.slow
class TestWhatIsWritten:
    @pytest.mark.parametrize(
        "words", [["test_two.py"], ["-k", "one"], ["test_one.py::test_both[1]"]]
    )
    def test_a_part_of_the_tests_leaves_the_rest_as_it_was(self, written, words):
        assert proofs_of(written, *words)[1] == WHOLE

    def test_a_file_that_ran_is_told_anew(self, written):
        written.makepyfile(test_two=TWO.replace("test_two", "test_other").replace("2-1", "2-2"))
        proofs = proofs_of(written, "test_two.py")[1]
        assert "duel-2-1" not in proofs
        assert proofs["duel-2-2"] == ["test_two.py::test_other"]
        assert proofs["duel-1-1"] == WHOLE["duel-1-1"]

    def test_a_chosen_test_is_added(self, written):
        written.makepyfile(test_two=TWO + TWO.replace("test_two", "test_more"))
        proofs = proofs_of(written, "-k", "more")[1]
        assert proofs["duel-2-1"] == ["test_two.py::test_more", "test_two.py::test_two"]

    @pytest.mark.parametrize("words", [[], ["-k", "both"], ["test_one.py"]])
    def test_a_test_that_fails_with_one_parameter_proves_nothing(self, written, words):
        written.makepyfile(test_one=ONE.format(limit=2))
        assert proofs_of(written, *words)[1] == {
            clause: tests for clause, tests in WHOLE.items() if clause != "duel-1-2"
        }

    def test_a_file_that_is_gone_proves_nothing(self, written):
        (written.path / "test_one.py").unlink()
        assert proofs_of(written, "-k", "two")[1] == {"duel-2-1": WHOLE["duel-2-1"]}

    def test_a_run_of_everything_tells_all_anew(self, written):
        written.makepyfile(test_one="")
        assert proofs_of(written)[1] == {"duel-2-1": WHOLE["duel-2-1"]}

    def test_an_interrupted_run_takes_nothing_away(self, written):
        written.makepyfile(test_broken="this is no Python")
        assert proofs_of(written)[1] == WHOLE

    def test_games_of_others_are_left_alone(self, suite):
        """Whose rulebook lies elsewhere is proven elsewhere."""
        metz = find_module("metz") / "proofs.json"
        before = metz.read_bytes()
        suite.makepyfile(test_two=TWO)
        proofs_of(suite)
        assert metz.read_bytes() == before
        assert b"metz-4.1.2-2" in before

    def test_nothing_is_written_unasked(self, suite):
        suite.makepyfile(test_two=TWO)
        suite.runpytest_inprocess("-p", "no:pytest-qt")
        assert not (suite.path / "modules" / "duel" / "proofs.json").exists()

    def test_what_cannot_be_tested_is_written_with_the_reason(self, suite):
        (suite.path / "rules/untestable.json").write_text('{"duel-2-2": "a matter of taste"}')
        suite.makepyfile(test_two=TWO)
        proofs_of(suite)
        proofs = read_proofs(suite.path / "modules" / "duel")
        assert proofs.known
        assert proofs.untestable == {"duel-2-2": "a matter of taste"}


def test_the_proofs_are_up_to_date(request):
    """Of the files that were collected; skipped tests and those that must fail may be missing."""
    recorder = Recorder.of(request.config)
    stored = {}
    for ledger in LEDGERS:
        for clause, tests in read_proofs(find_module(ledger.game)).tests.items():
            for test in tests:
                stored.setdefault(test, set()).add(clause)
    known = {test.partition("::")[0] for test in recorder.collected}
    if any("::" in word for word in request.config.args):
        known = set()
    changed = {
        test
        for test, clauses in recorder.collected.items()
        if stored.get(test, set()) != clauses and test not in recorder.uncertain
    }
    for test in stored.keys() - recorder.collected.keys():
        file = test.partition("::")[0]
        if file in known or not (request.config.rootpath / file).is_file():
            changed.add(test)
    assert not changed, "`pytest -m rule --write-proofs` writes modules/*/proofs.json anew"


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


@pytest.mark.slow
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
