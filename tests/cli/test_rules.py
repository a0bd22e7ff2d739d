"""``rules``: clauses, their text, and the tests that prove them."""

import json

import pytest

import tabuleiro
from tabuleiro.cli import proofs
from tabuleiro.cli.rulebook import sections_of

TESTS = """
import pytest

rule = pytest.mark.rule
CASES = {"2-1": "x", "2-2": "y"}


def cases():
    return [pytest.param(c, marks=rule(f"duel-{c}")) for c in CASES]


@pytest.mark.rule("duel-1-1", "duel-1-2")
def test_first():
    pass


@pytest.mark.parametrize("case", cases())
def test_second(case):
    pass


@rule("duel-3-1")
class TestThird:
    pytestmark = pytest.mark.rule("duel-3-2")

    def test_inside(self):
        pass

    def helper(self):
        pass


@pytest.mark.parametrize("n", [pytest.param(n, marks=rule(f"duel-4-{n}")) for n in range(1, 3)])
def test_numbers(n):
    pass
"""
KNOWN = {f"duel-{n}" for n in ("1-1", "1-2", "2-1", "2-2", "3-1", "3-2", "4-1", "4-2", "5-1")}


@pytest.fixture
def suite(tmp_path):
    folder = tmp_path / "tests"
    (folder / "rules").mkdir(parents=True)
    (folder / "test_duel.py").write_text(TESTS)
    (folder / "test_broken.py").write_text("def")
    (folder / "test_whole.py").write_text(
        "import pytest\npytestmark = pytest.mark.rule('duel-1-1')\ndef test_it(): pass\n"
    )
    return folder


def test_marks_are_found_in_the_source(suite):
    found = proofs.scan(suite, KNOWN)
    assert found == {
        "duel-1-1": ["tests/test_duel.py::test_first", "tests/test_whole.py::test_it"],
        "duel-1-2": ["tests/test_duel.py::test_first"],
        "duel-2-1": ["tests/test_duel.py::test_second"],
        "duel-2-2": ["tests/test_duel.py::test_second"],
        "duel-3-1": ["tests/test_duel.py::TestThird::test_inside"],
        "duel-3-2": ["tests/test_duel.py::TestThird::test_inside"],
        "duel-4-1": ["tests/test_duel.py::test_numbers"],
        "duel-4-2": ["tests/test_duel.py::test_numbers"],
    }


def test_reasons_are_read(suite, monkeypatch):
    (suite / "rules" / "untestable.json").write_text('{"duel-5-1": "a matter of taste"}')
    monkeypatch.setattr(proofs, "source_tests", lambda: suite)
    assert proofs.find_proofs(KNOWN).untestable == {"duel-5-1": "a matter of taste"}
    (suite / "rules" / "untestable.json").write_text("[")
    assert proofs.find_proofs(KNOWN).untestable == {}


def test_outside_of_a_source_tree(tabuleiro, monkeypatch, tmp_path):
    monkeypatch.setattr(proofs, "source_tests", lambda: None)
    said = tabuleiro("rules", "diadem")
    assert "The tests are not here" in said.out
    assert "The tests are not here" in tabuleiro("rules", "diadem", "4.0-1").out
    assert tabuleiro("rules", "diadem", "--json").json["source"] is None

    monkeypatch.setattr(proofs, "PACKAGED", str(tmp_path / "proofs.json"))
    (tmp_path / "proofs.json").write_text(json.dumps({"diadem-4.0-1": ["tests/a.py::b"]}))
    assert "tests/a.py::b" in tabuleiro("rules", "diadem", "4.0-1").out


def test_a_source_tree_is_recognized():
    assert proofs.source_tests() is not None
    assert tabuleiro.__file__


def test_all_clauses(tabuleiro):
    said = tabuleiro("rules", "diadem")
    assert "4.1.1 Friendly pieces" in said.out
    found = tabuleiro("rules", "diadem", "--json").json
    assert found["total"] == len(found["clauses"]) == 340
    assert found["proven"] > 0
    assert {clause["kind"] for clause in found["clauses"]} == {"clause", "example"}


@pytest.mark.parametrize(
    ("word", "spoken", "told"),
    [
        ("diadem-4.1.1-1", "en", "→ [diadem-4.1.1-1]"),
        ("4.1.1-1", "pt", "→ [diadem-4.1.1-1]"),
        ("4.1.1", "en", "4.1.1 Friendly pieces"),
        ("ex-4.0", "en", "[diadem-ex-4.0] Example."),
        ("T-BOMB", "pt", "T-BOMB"),
    ],
)
def test_the_text_of_a_clause(tabuleiro, word, spoken, told):
    said = tabuleiro("rules", "diadem", word, "--lang", spoken)
    assert said.code == 0
    if word != "ex-4.0":
        assert told in said.out
    else:
        assert "[diadem-ex-4.0]" in said.out


def test_a_clause_for_programs(tabuleiro):
    found = tabuleiro("rules", "diadem", "4.1.1-1", "--json").json
    assert [clause["id"] for clause in found["clauses"]] == ["diadem-4.1.1-1"]
    assert found["section"] == "4.1.1"


def test_an_unknown_clause(tabuleiro):
    assert (
        tabuleiro("rules", "diadem", "4.1.1-99")
        .failed(2)
        .startswith('The rulebook has no clause "4.1.1-99" (did you mean')
    )


def test_unproven_and_excused_clauses(tabuleiro, monkeypatch):
    none = proofs.Proofs("tests", {}, {"diadem-4.0-1": "a matter of taste"})
    monkeypatch.setattr("tabuleiro.cli.rules.find_proofs", lambda *_about: none)
    assert "diadem-4.0-1: a matter of taste" in tabuleiro("rules", "diadem", "4.0-1").out
    assert "diadem-4.0-2 is proven by no test yet." in tabuleiro("rules", "diadem", "4.0-2").out
    assert "a matter of taste" in tabuleiro("rules", "diadem").out


def test_sections_without_a_rulebook():
    assert list(sections_of("nothing here")) == []
    (section,) = sections_of("# One {#1}\n\n\n[a link](#2) here\n\n")
    assert section.lines == ["a link here"]
