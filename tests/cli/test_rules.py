"""``rules``: clauses, their text, and the tests that prove them."""

import shutil
from functools import cache
from pathlib import Path

import pytest

from tabuleiro.cli import code_places, code_reached, data_places, places
from tabuleiro.cli.places import Place, find_places, shown
from tabuleiro.cli.rulebook import read_rulebook, sections_of
from tabuleiro.cli.rules import clauses_by_section
from tabuleiro.engine.catalogue import Catalogue
from tabuleiro.module import load_module
from tabuleiro.proofs import Proofs, read_proofs, write_proofs


@pytest.fixture(scope="module")
def catalogue():
    return Catalogue.installed()


@cache
def places_of(module):
    return find_places(module, clauses_by_section(read_rulebook(module)))


class TestProofs:
    @pytest.fixture
    def apart(self, tmp_path, catalogue):
        """The folder of a game that was installed without its tests."""
        folder = shutil.copytree(catalogue.module("diadem").root, tmp_path / "diadem")
        write_proofs(folder, Proofs(True, {"diadem-4.0-1": ["tests/a.py::b"]}))
        return folder

    def test_what_is_written_is_read(self, tmp_path):
        said = Proofs(True, {"duel-1": ["b.py::b", "a.py::a", "b.py::b"]}, {"duel-2": "taste"})
        assert write_proofs(tmp_path, said)
        assert not write_proofs(tmp_path, said)
        assert read_proofs(tmp_path).tests == {"duel-1": ["a.py::a", "b.py::b"]}
        assert read_proofs(tmp_path).untestable == {"duel-2": "taste"}

    @pytest.mark.parametrize("text", ["", "[]", "{}", '{"tests": 1, "untestable": {}}', "\udcff"])
    def test_a_file_that_says_nothing(self, tmp_path, text):
        (tmp_path / "proofs.json").write_bytes(text.encode("utf-8", "surrogateescape"))
        assert not read_proofs(tmp_path).known

    def test_it_is_no_part_of_the_game(self, apart):
        before = load_module(apart).content_hash
        (apart / "proofs.json").unlink()
        assert load_module(apart).content_hash == before

    @pytest.mark.slow
    def test_without_a_test_run_nothing_is_known(self, tabuleiro, apart):
        (apart / "proofs.json").unlink()
        assert "Nothing is known of tests" in tabuleiro("rules", apart).out
        assert "Nothing is known of tests" in tabuleiro("rules", apart, "4.0-1").out
        assert tabuleiro("rules", apart, "--json").json["known"] is False

    @pytest.mark.slow
    def test_away_from_the_source_tree_tests_have_names(self, tabuleiro, apart):
        said = tabuleiro("rules", apart, "4.0-1").out
        assert "  tests/a.py::b\nThe tests themselves lie in the source tree" in said

    @pytest.mark.slow
    def test_in_the_source_tree_they_are_there(self, tabuleiro):
        said = tabuleiro("rules", "diadem", "4.0-1").out
        assert "diadem-4.0-1 is proven by:\n  tests/" in said
        assert "source tree" not in said


DATA = """\
sequence: # (3.0)
  - {id: march, name: Marching, rule: duel-4.0-2}
rules:
  # (4.0-4 to 4.0-6)
  paces: 2
  depth: 4.0-1 # "4.0-9" is none of ours
  clauses:
    zone-stop: duel-4.0-3
    result-ae: duel-4.0-1
"""
CODE = """\
from tabuleiro.module.terms import Terms

class PaceTerms(Terms):
    paces: int
    halts: int

class DepthTerms(Terms):
    key = "depth"
    least: int

class DeeperTerms(DepthTerms):
    most: int

TOLD = {"zone-stop": "It stops."}
MARK = "zone-stop"
LATER = "result-ae"

class March:
    asking = "zone-stop"

    def check(self, s):
        if s.kind == "zone-stop":
            return said("zone-stop")
        return object_to(s, "zone-stop", "zone-stop", "zone-stop")

    def run(self, change):
        change.say("result-ae", clause(change, f"result-{change.code}"))
        self.go(s.terms(PaceTerms).paces, paces="paces")
        self.dig(s.terms_if_any(DepthTerms))
        return "duel-4.0-2"

    def dig(self, terms: DepthTerms | None):
        "Dig. Clauses: zone-stop, result-ae."
        more, deep = 1, self.s.terms(DeeperTerms)
        return terms.least + deep.most

def said(told, *names, **more):
    return clause(told, LATER)

def clause(*names):
    ...

def object_to(s, message, rule, topic):
    found = ["result-ae"]
    found.append("zone-stop")
"""


class TestPlaces:
    def test_in_code(self, tmp_path):
        (tmp_path / "march.py").write_text(CODE)
        words = {"zone-stop", "result-ae"}
        names = {"TOLD", "MARK", "LATER", "March", "said", "clause", "object_to"}
        patterns = {"word": words, "parameter": {"paces", "halts", "depth"}, "id": {"duel-4.0-2"}}
        found = {
            (said.kind, said.word, said.line, said.name)
            for said in code_places.said_in({tmp_path / "march.py": names}, patterns)
        }
        assert found == {
            ("word", "zone-stop", 14, "TOLD"),
            ("word", "result-ae", 16, "LATER"),
            ("word", "zone-stop", 19, "March"),
            ("word", "zone-stop", 23, "March.check"),
            ("word", "zone-stop", 24, "March.check"),
            ("word", "result-ae", 27, "March.run"),
            ("word", "zone-stop", 33, "March.dig"),
            ("word", "result-ae", 33, "March.dig"),
            ("word", "result-ae", 44, "object_to"),
            ("word", "zone-stop", 45, "object_to"),
            ("parameter", "paces", 28, "March.run"),
            ("parameter", "depth.", 29, "March.run"),
            ("parameter", "depth.", 34, "March.dig"),
            ("parameter", "depth.least", 35, "March.dig"),
            ("parameter", "depth.most", 35, "March.dig"),
            ("id", "duel-4.0-2", 30, "March.run"),
        }

    def test_what_parts_lead_to(self, tmp_path, monkeypatch):
        (tmp_path / "duel_a.py").write_text(
            "from duel_b import far, near\nimport duel_c\nFIRST, LAST = 1, far(2)\n"
            "class Part:\n    def run(self, it: Unused): return near(it) + LAST\n"
            "def idle(): return FIRST\nclass Unused: ...\n"
        )
        (tmp_path / "duel_b.py").write_text(
            "from duel_c import deep as below\ndef near(it): return below(it)\n"
            "def far(it): return it\ndef alone(): return near(1)\n"
        )
        (tmp_path / "duel_c.py").write_text("def deep(it): return it\n")
        monkeypatch.syspath_prepend(tmp_path)
        found = code_reached.reached_from({("duel_a", "Part")}, lambda name: name != "duel_c")
        assert {path.name: names for path, names in found.items()} == {
            "duel_a.py": {"Part", "LAST"}, "duel_b.py": {"near", "far"}}  # fmt: skip
        found = code_reached.reached_from({("duel_a", "idle"), ("duel_b", "near")}, bool)
        assert {path.name: names for path, names in found.items()} == {
            "duel_a.py": {"idle", "FIRST"},
            "duel_b.py": {"near", "far"}, "duel_c.py": {"deep"}}  # fmt: skip

    def test_a_remark_with_a_hole_and_what_reads_a_section(self, tmp_path):
        path = tmp_path / "march.py"
        path.write_text(
            'def ways():\n    """Clause: retreat-off-{side}."""\n\n'
            "class March:\n    def phase_steps(self): ...\n"
        )
        looked = {"word": {"retreat-off-blue", "retreat"}, "definition": {"phase_steps"}}
        said = code_places.said_in({path: {"ways", "March"}}, looked)
        assert [(each.kind, each.word, each.name) for each in said] == [
            ("word", "retreat-off-blue", "ways"),
            ("definition", "phase_steps", "March.phase_steps"),
        ]

    @pytest.mark.slow
    def test_a_phase_of_the_data_leads_to_its_steps(self, catalogue):
        found = places_of(catalogue.module("papua"))
        assert "Sequence.phase_steps" in {place.name for place in found.of("papua-3.0-3")}
        assert "FillPools" in {place.name for place in found.of("papua-tab.repl-6")}

    def test_remarks(self, tmp_path):
        (tmp_path / "march.py").write_text(
            '"""Marching (4.0).\n\nIt is slow."""\n\nPACES = 2\n"""A turn (4.0-2)."""\n\n'
            "class March:\n    def run(self):\n        # one by one (4.0-3)\n        go()\n"
        )
        assert [
            (each.line, each.name, each.text)
            for each in code_places.remarks_in(tmp_path / "march.py", {"PACES", "March"})
        ] == [
            (1, "", "Marching (4.0)."), (2, "", ""), (3, "", "It is slow."),
            (6, "PACES", "A turn (4.0-2)."), (10, "March.run", "# one by one (4.0-3)"),
        ]  # fmt: skip

    @pytest.mark.slow
    def test_what_the_code_of_one_game_names(self, catalogue):
        found = places_of(catalogue.module("leyte"))
        assert any(shown(p.file).endswith("first_wave.py") for p in found.code["12.1.3"])
        borrowed = "framework/tabuleiro/rules/ground/irregulars.py"
        assert {shown(p.file) for p in found.code["leyte-11.0-2"]} == {borrowed}

    @pytest.mark.parametrize(
        ("remark", "numbers"),
        [
            ("(4.0-2)", "2"), ("4.0-2 to 4.0-4", "2 3 4"), ("4.0-2 to -4", "2 3 4"),
            ("see 4.0-1, -3.", "1 3"), ("4.0-1 to -3, -5 and -6", "1 2 3 5 6"),
            ("4.0-1x", ""), ("14.0-1", ""), ("4.0-1.5", ""), ("duel-4.0-2, metz-4.0-3", "2"),
        ],
    )  # fmt: skip
    def test_numbers_in_remarks(self, remark, numbers):
        known = {f"duel-4.0-{n}" for n in range(1, 8)}
        found = set(data_places.numbered(remark, "duel", known, {}))
        assert found == {f"duel-4.0-{n}" for n in numbers.split()}

    def test_a_comment_at_the_end_of_a_line_is_about_all_of_it(self, tmp_path):
        (tmp_path / "module.yaml").write_text(
            "rules:\n  air:\n    night: {supply: 5, band: 1} # (4.0-1)\n    range: 2 # (4.0-2)\n"
        )

        class Module:
            id, root, plugin = "duel", tmp_path, "nobody"

        found = find_places(Module, {"4.0": ["duel-4.0-1", "duel-4.0-2"]}).data
        assert [place.name for place in found["duel-4.0-1"]] == ["rules.air.night"]
        assert [place.name for place in found["duel-4.0-2"]] == ["rules.air.range"]

    @pytest.mark.slow
    def test_what_reads_one_parameter_carries_no_other(self, catalogue):
        code = places_of(catalogue.module("papua")).code
        files = {shown(place.file) for place in code["papua-6.4.4-7"]}
        assert files == {f"plugins/tabuleiro_papua/air/{name}.py" for name in (
            "air_transport", "bombing_sum", "squadrons_in_support")}  # fmt: skip

    def test_in_data(self, tmp_path, catalogue, monkeypatch):
        (tmp_path / "module.yaml").write_text(DATA)

        class Module:
            id, root, plugin = "duel", tmp_path, "nobody"

        found = find_places(Module, {"4.0": [f"duel-4.0-{n}" for n in range(1, 7)], "3.0": []})
        file = tmp_path / "module.yaml"
        assert found.data == {
            "3.0": [Place(file, "sequence.march", (1,))],
            "duel-4.0-1": [Place(file, "rules.clauses.result-ae", (9,))],
            "duel-4.0-2": [Place(file, "sequence.march", (2,))],
            "duel-4.0-3": [Place(file, "rules.clauses.zone-stop", (8,))],
            **{f"duel-4.0-{n}": [Place(file, "rules.paces", (4,))] for n in (4, 5, 6)},
        }
        assert found.code == {}

    @pytest.mark.slow
    @pytest.mark.parametrize("game", ["diadem", "leyte", "metz", "papua", "filipinas"])
    def test_every_word_of_a_game_leads_to_code(self, catalogue, game):
        module = catalogue.module(game)
        code = places_of(module).code
        clauses = module.rules["clauses"]
        assert {word: clause for word, clause in clauses.items() if clause not in code} == {}

    @pytest.mark.slow
    def test_lines_are_those_of_the_file(self, catalogue):
        module = catalogue.module("metz")
        found = places_of(module)
        named = [place for clause in ("metz-4.1.2-2", "metz-4.0-7")
                 for place in (*found.data[clause], *found.code[clause])]  # fmt: skip
        for place in named:
            lines = place.file.read_text("utf-8").splitlines()
            words = ("zone-stop", "may_not_move", "4.0-7")
            assert all(any(word in lines[n - 1] for word in words) for n in place.lines)

    @pytest.mark.slow
    def test_only_the_rules_that_a_game_uses(self, catalogue):
        code = places_of(catalogue.module("metz")).code
        files = {shown(place.file) for places in code.values() for place in places}
        assert any(name.startswith("plugins/tabuleiro_metz/") for name in files)
        assert not any("attrition" in name or "_leyte" in name for name in files)

    def test_files_are_named_as_one_looks_for_them(self, tmp_path):
        for path, name in [
            ("x/framework/tabuleiro/rules/a.py", "framework/tabuleiro/rules/a.py"),
            ("x/site-packages/tabuleiro/rules/a.py", "tabuleiro/rules/a.py"),
            ("x/site-packages/tabuleiro_modules/metz/a.yaml", "tabuleiro_modules/metz/a.yaml"),
            ("x/duel/module.yaml", "duel/module.yaml"),
        ]:
            assert shown(tmp_path / path) == name

    @pytest.mark.slow
    def test_are_printed(self, tabuleiro):
        said = tabuleiro("rules", "metz", "4.1.2-2").out
        assert "metz-4.1.2-2 stands in:\n  modules/metz/module.yaml:" in said
        assert "rules.clauses.zone-stop\n  framework/tabuleiro/" in said
        (clause,) = tabuleiro("rules", "metz", "4.1.2-2", "--json").json["clauses"]
        assert clause["places"][0]["name"] == "rules.clauses.zone-stop"

    @pytest.mark.slow
    def test_without_the_source_that_is_told(self, tabuleiro, monkeypatch, tmp_path):
        assert "not all here" not in tabuleiro("rules", "metz", "4.1.2-2").out
        for module in (code_reached, places):
            monkeypatch.setattr(module, "source_of", lambda _name: None)
        said = tabuleiro("rules", "metz", "4.1.2-2").out
        assert "The source of the rules is not all here" in said
        assert "  modules/metz/module.yaml:" in said
        assert ".py" not in said.partition("stands in:")[2]
        modules = Path(__file__).resolve().parents[2] / "modules"
        of_nobody = shutil.copytree(modules / "metz", tmp_path / "metz")
        words = (of_nobody / "module.yaml").read_text("utf-8")
        (of_nobody / "module.yaml").write_text(words.replace("plugin: metz", "plugin: nobody"))
        assert "not all here" not in tabuleiro("rules", str(of_nobody), "4.1.2-2").out

    def test_where_nothing_names_a_clause_what_it_shows_is_told(self, tabuleiro):
        said = tabuleiro("rules", "diadem", "ex-5.1.1", "--lang", "pt").out
        assert "Nada cita diadem-ex-5.1.1; o que ela mostra está em:" in said
        assert "rules.clauses.attack-sum" in said.partition("o que ela mostra")[2]


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
        pytest.param("4.1.1-1", "pt", "→ [diadem-4.1.1-1]", marks=pytest.mark.slow),
        ("4.1.1", "en", "4.1.1 Friendly pieces"),
        pytest.param("ex-4.0", "en", "[diadem-ex-4.0] Example.", marks=pytest.mark.slow),
        pytest.param("T-BOMB", "pt", "T-BOMB", marks=pytest.mark.slow),
    ],
)
def test_the_text_of_a_clause(tabuleiro, word, spoken, told):
    said = tabuleiro("rules", "diadem", word, "--lang", spoken)
    assert said.code == 0
    if word != "ex-4.0":
        assert told in said.out
    else:
        assert "[diadem-ex-4.0]" in said.out


@pytest.mark.slow
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


@pytest.mark.slow
def test_unproven_and_excused_clauses(tabuleiro, monkeypatch):
    none = Proofs(True, {}, {"diadem-4.0-1": "a matter of taste"})
    monkeypatch.setattr("tabuleiro.cli.rules.read_proofs", lambda _folder: none)
    assert "diadem-4.0-1: a matter of taste" in tabuleiro("rules", "diadem", "4.0-1").out
    assert "diadem-4.0-2 is proven by no test yet." in tabuleiro("rules", "diadem", "4.0-2").out
    assert "a matter of taste" in tabuleiro("rules", "diadem").out


def test_sections_without_a_rulebook():
    assert list(sections_of("nothing here")) == []
    (section,) = sections_of("# One {#1}\n\n\n[a link](#2) here\n\n")
    assert section.lines == ["a link here"]
