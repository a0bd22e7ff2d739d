"""House rules with parameters of their own: keys under ``rules:`` that their models check."""

import shutil
import sys
from importlib import import_module
from pathlib import Path

import pytest

from tabuleiro.engine import Objection, msg, piece_ref
from tabuleiro.engine.catalogue import Catalogue
from tabuleiro.hooks import hookimpl
from tabuleiro.module import Cache, ModuleError, load_module
from tabuleiro.module.terms import Terms
from tabuleiro.testing import action
from tabuleiro.testing.table import Table

DIADEM = Path(__file__).parents[2] / "modules" / "diadem"
MODELS = '''
from tabuleiro.module.terms import Formation, Terms, Turn

class Curfew(Terms):
    """A formation stays where it is up to some turn."""

    key = "curfew"

    formation: Formation
    last_turn: Turn
'''


class Curfew:
    """A formation stays where it is up to some turn, if the module names one."""

    def __init__(self, terms):
        self.parameters = (terms,)

    @hookimpl
    def move_objections(self, s, piece):
        terms = s.terms_if_any(*self.parameters)
        if terms is None or s.turn > terms.last_turn:
            return []
        if s.counter(piece).formation != terms.formation:
            return []
        message = msg("{piece} stays in its quarters.", piece=piece_ref(piece))
        return [Objection(message, "house-1", "movement", (piece,))]


class Plugin:
    def __init__(self, rule):
        self.rule = rule

    @hookimpl
    def tabuleiro_house_rules(self):
        return {"curfew": self.rule}


@pytest.fixture
def catalogue(tmp_path, monkeypatch):
    """The installed games, and the house rule."""
    (tmp_path / "curfew_models.py").write_text(MODELS)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "curfew_models", raising=False)
    found = Catalogue.installed()
    found.add("curfew", Plugin(Curfew(import_module("curfew_models").Curfew)))
    assert found.faults == []
    return found


@pytest.fixture
def diadem(tmp_path):
    """Copy Operação Diadem with more lines under ``rules:``; return its folder and the line."""

    def write(more):
        folder = tmp_path / "diadem"
        shutil.copytree(DIADEM, folder, ignore=shutil.ignore_patterns("source"),
                        dirs_exist_ok=True)  # fmt: skip
        head, rules, tail = (DIADEM / "module.yaml").read_text("utf-8").partition("\nrules:\n")
        (folder / "module.yaml").write_text(f"{head}{rules}{more}\n{tail}", "utf-8")
        return folder, head.count("\n") + 3

    return write


def said(catalogue, folder):
    with pytest.raises(ModuleError) as caught:
        load_module(folder, cache=Cache(None), rules=catalogue.parameters)
    return [str(problem) for problem in caught.value.problems]


def test_a_house_rule_reads_its_own_key(catalogue, diadem):
    folder, _line = diadem("  curfew: {formation: us-36-di, last_turn: 2}")
    module = load_module(folder, cache=Cache(None), rules=catalogue.parameters)
    mine = next(c.id for c in module.counters.values() if c.formation == "us-36-di")
    for turn, names, allowed in ((2, ["curfew"], False), (3, ["curfew"], True), (2, [], True)):
        t = Table(catalogue.new(module, seed="x", house_rules=names))
        t.set("allied-movement", {mine: "1108"}, turn=turn)
        verdict = t.check(action("move", mine, ("1107",)))
        assert bool(verdict) is allowed
        assert verdict.rule == ("" if allowed else "house-1")


@pytest.mark.parametrize(
    ("wrong", "column", "sentence"),
    [("{formation: us-36-di, last_turn: two}", 33,
      'rules.curfew.last_turn: a whole number is wanted here, not "two"'),
     ("{formation: us-36-dy, last_turn: 2}", 12,
      'rules.curfew.formation: unknown formation "us-36-dy" (did you mean "us-36-di"?)'),
     ("{formation: us-36-di}", 3, 'rules.curfew: the key "last_turn" is missing')],
)  # fmt: skip
def test_faults_are_told_where_they_are(catalogue, diadem, wrong, column, sentence):
    folder, line = diadem(f"  curfew: {wrong}")
    assert said(catalogue, folder) == [f"module.yaml:{line}:{column}: {sentence}"]


def test_without_the_plugin_the_key_is_unknown(diadem):
    folder, line = diadem("  curfew: {formation: us-36-di, last_turn: 2}")
    assert said(Catalogue.installed(), folder) == [
        f'module.yaml:{line}:3: rules.curfew: unknown key "curfew"'
    ]


def test_a_key_of_the_game_stays_the_games(catalogue, diadem):
    folder, _line = diadem("")

    class Other(Terms):
        key = "stacking"
        turns: int

    catalogue.house_rules["other"] = Curfew(Other)
    module = load_module(folder, cache=Cache(None), rules=catalogue.parameters)
    assert module.rules["stacking"] == 4


def test_the_cache_notices_a_house_rule_that_comes_or_changes(catalogue, tmp_path):
    without = Catalogue.installed().parameters.state("diadem")
    before = catalogue.parameters.state("diadem")
    (tmp_path / "curfew_models.py").write_text(MODELS + "\n# changed\n")
    assert len({without, before, catalogue.parameters.state("diadem")}) == 3


def test_terms_of_which_no_model_can_be_made_are_told(catalogue, diadem):
    folder, _line = diadem("")

    class Unknown(Terms):
        key = "unknown"
        turns: "Nobody"  # noqa: F821

    catalogue.house_rules["curfew"] = Curfew(Unknown)
    (sentence,) = said(catalogue, folder)
    assert 'the model of the parameters of "diadem" cannot be used' in sentence


@pytest.mark.parametrize("terms", [["curfew"], {"curfew": 3}, "curfew", (Table,)])
def test_what_are_no_terms_is_refused(terms):
    rule = Curfew(Terms)
    rule.parameters = terms
    found = Catalogue.installed()
    found.add("curfew", Plugin(rule))
    assert "curfew" not in found.house_rules
    assert 'the parameters of the house rule "curfew" must be a list of terms' in found.faults[0]
