"""What ``rules:`` of a ``module.yaml`` may say, and what is said about whatever else stands there.

``rules_faults.yaml`` holds the faults; here are the checks that models and mechanics know the same
keys, and that no damage to a module's rules ends in a traceback, be it in loading or in play.
"""

import ast
import json
import re
from dataclasses import replace
from functools import cache
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Annotated, get_args, get_origin

import pytest
import yaml

from tabuleiro.bots import RandomPlayer
from tabuleiro.cli.code_places import named_in
from tabuleiro.engine.catalogue import Catalogue
from tabuleiro.engine.parameters import PluginParameters
from tabuleiro.hooks import GamePlugin, hookimpl
from tabuleiro.i18n import speaking
from tabuleiro.module import Cache, ModuleError, draft, load_module
from tabuleiro.module.data import make_module
from tabuleiro.module.files import read_folder
from tabuleiro.module.load import check_module
from tabuleiro.module.loader import parse
from tabuleiro.module.models import Model
from tabuleiro.module.models.parameters import parameters_model
from tabuleiro.module.terms import Count, NoTerms, Number, Region, Terms, Turn
from tabuleiro.rules.clause_words import NAMED, SHARED
from tabuleiro.rules.families import ladder
from tabuleiro.rules.families.common import ANY
from tabuleiro.rules.families.common import TERMS as SHARED_TERMS
from tabuleiro.rules.families.ladder import TERMS as LADDER_TERMS
from tabuleiro.rules.families.ladder import Ladder
from tabuleiro.rules.ground.stacking import StackingTerms
from tabuleiro.testing.parameters import reference
from tabuleiro.testing.table import Table
from tabuleiro_leyte.rain import RainTerms

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
MODULES = ROOT / "modules"
GAMES = ("diadem", "leyte", "metz", "papua")
FAULTS = yaml.load((HERE / "rules_faults.yaml").read_bytes(), Loader=yaml.CSafeLoader)
CATALOGUE = Catalogue.installed()
FOLDERS = {name: read_folder(MODULES / name) for name in (*GAMES, "filipinas")}


def changed(game, text):
    """Return the folder of a game with another ``module.yaml``."""
    folder = FOLDERS[game]
    return replace(folder, raw={**folder.raw, "module.yaml": text.encode()})


def yaml_of(game):
    return FOLDERS[game].raw["module.yaml"].decode()


def problems(folder, rules=CATALOGUE.parameters):
    with pytest.raises(ModuleError) as caught:
        check_module(folder, rules)
    return [str(problem) for problem in caught.value.problems]


# ------------------------------------------------------------------------------ what is said


@pytest.mark.parametrize("fault", FAULTS, ids=lambda f: f"{f['game']} {f['new'].strip()[:50]!r}")
def test_fault(fault):
    text = yaml_of(fault["game"])
    before, old, after = text.partition(fault["old"])
    assert old == fault["old"]
    line, head = before.count("\n") + 1, text[: text.index("\nrules:")].count("\n") + 2

    def placed(said):
        said = re.sub(r"^\+(-?\d+):", lambda found: f"module.yaml:{line + int(found[1])}:", said)
        return re.sub(r"^rules:(?=\d)", f"module.yaml:{head}:", said)

    folder = changed(fault["game"], before + fault["new"] + after)
    assert problems(folder) == [placed(said) for said in fault["says"]]


def test_there_are_faults_of_every_sort():
    said = "\n".join(line for fault in FAULTS for line in fault["says"])
    assert len(FAULTS) > 60
    assert {fault["game"] for fault in FAULTS} == set(GAMES)
    for kind in ("terrain", "tag", "place", "counter", "formation", "kind of hexside", "marker",
                 "kind of network", "unit type", "nation", "side", "option", "table of values",
                 "stretch of the border", "box", "region", "hex", "movement class", "key",
                 "kind of place or marker"):  # fmt: skip
        assert f'unknown {kind} "' in said, kind


def test_faults_in_portuguese():
    text = yaml_of("metz").replace("region: metz,", "region: mets,", 1)
    text = text.replace("german: [east]}", "}", 1)
    with speaking("pt"):
        region, side = (said.partition(": ")[2] for said in sorted(problems(changed("metz", text))))
    assert region == 'rules.fortress.region: região desconhecida "mets" (não seria "metz"?)'
    assert side.endswith("aqui cada lado precisa de uma entrada, e falta esta: german")


def test_a_key_that_is_no_id_hides_no_key_behind_it():
    """`Stacking` is told as what it is; that `stacking` is missing would be said besides."""
    text = yaml_of("diadem").replace("  stacking:", "  Stacking:", 1)
    (said,) = problems(changed("diadem", text))
    assert said.startswith('module.yaml:63:3: rules.Stacking: "Stacking" is no id')


def test_other_faults_are_told_along_with_those_of_the_rules():
    text = yaml_of("diadem").replace("stacking: 4", "stacking: four")
    said = problems(changed("diadem", text.replace("class: foot", "class: feet", 1)))
    assert len(said) == 2
    assert {"stacking" in line for line in said} == {True, False}


def test_what_a_broken_file_would_name_is_not_called_unknown():
    """If the regions cannot be read, nobody says that there is no such region."""
    folder = FOLDERS["metz"]
    board = folder.raw["board.yaml"].replace(b"regions:", b"regions: 5\nold:")
    said = problems(replace(folder, raw={**folder.raw, "board.yaml": board}))
    assert said
    assert not [line for line in said if "rules." in line]


def test_a_clause_without_a_section_is_warned_of():
    text = yaml_of("metz").replace("dice: metz-5.1.5-1", "dice: metz-5.9.5-1")
    text = text.replace("rule: metz-6.2-3}", "rule: metz-66.2-3}")
    warnings = check_module(changed("metz", text), CATALOGUE.parameters).warnings
    assert [(w.where, w.message) for w in warnings] == [
        ("rules.fortress.rule", 'the clause "metz-66.2-3" has no section in the rulebooks'),
        ("rules.clauses.dice", 'the clause "metz-5.9.5-1" has no section in the rulebooks'),
    ]


# -------------------------------------------------------------------------- who has which model


@pytest.mark.parametrize("game", GAMES)
def test_shipped_modules_are_in_order(game):
    assert CATALOGUE.parameters.state(game)
    assert not check_module(FOLDERS[game], CATALOGUE.parameters).warnings


@pytest.mark.slow
def test_a_module_without_its_plugin_is_checked_for_what_all_families_share():
    anybody = PluginParameters({}, default=ANY)
    assert not check_module(FOLDERS["filipinas"], anybody).warnings
    text = yaml_of("filipinas").replace("  stacking: 6", "  stacking: [6]")
    text = text.replace("own-phase: filipinas-3.0-8", "own-phase: [1]")
    assert [s.partition(": ")[2] for s in problems(changed("filipinas", text), anybody)] == [
        "rules.stacking: a whole number is wanted here, not a list",
        "rules.clauses.own-phase: a text is wanted here, not a list",
    ]
    strange = text.replace("plugin: filipinas", "plugin: nobody")
    assert check_module(changed("filipinas", strange), CATALOGUE.parameters), "nobody knows them"


def test_a_plugin_without_terms_of_its_own_has_those_of_its_family():
    own = PluginParameters({"diadem": GamePlugin("diadem", ladder.parts())})
    assert own.model("diadem").model_fields.keys() == {
        "clauses", *parameters_model(LADDER_TERMS).model_fields
    }  # fmt: skip
    assert any("division_36" in said for said in problems(FOLDERS["diadem"], own))


def test_a_plugin_of_no_family_answers_for_its_rules_alone():
    games = {"diadem": GamePlugin("diadem", [])}
    alone = PluginParameters(games)
    assert (alone.state("diadem"), alone.model("diadem")) == ("", None)
    assert check_module(changed("diadem", yaml_of("diadem").replace(": 4 #", ": x #", 1)), alone)
    none = PluginParameters({"diadem": GamePlugin("diadem", [Part()])})
    assert 'unknown key "stacking"' in problems(FOLDERS["diadem"], none)[0], "none are none"


class Odd(Terms):
    """Terms of which no model can be made."""

    turn: "Nobody"  # noqa: F821


class Part:
    """A part that names parameters."""

    def __init__(self, *parameters):
        self.parameters = parameters


def test_terms_of_which_no_model_can_be_made_are_told():
    games = {"diadem": GamePlugin("diadem", [*ladder.parts(), Part(Odd)])}
    (said,) = problems(FOLDERS["diadem"], PluginParameters(games))
    assert said.startswith(
        'module.yaml:6:1: plugin: the model of the parameters of "diadem" cannot be used: '
    )
    assert "Nobody" in said


@pytest.mark.parametrize("wrong", ["tabuleiro.rules.families.ladder:Nobody", 3, Ladder])
def test_a_part_whose_parameters_are_no_terms_is_refused(wrong):
    class Plugin:
        @hookimpl
        def tabuleiro_games(self):
            return [GamePlugin("mine", [*ladder.parts(), Part(wrong)])]

    catalogue = Catalogue([("mine", Plugin())])
    assert "mine" not in catalogue.games
    assert 'the parameters of the part "Part" must be a list of terms' in catalogue.faults[0]


def test_of_two_terms_with_one_key_the_later_counts():
    """So a plugin asks for more than its family does."""
    wanted = {game: CATALOGUE.parameters.model(game).model_fields for game in ("diadem", "metz")}
    assert not wanted["diadem"]["recovery"].is_required()
    assert wanted["metz"]["recovery"].is_required()
    assert "line_to" in problems(changed("metz", re.sub(
        r"    line_to: .*", "", yaml_of("metz"))))[0]  # fmt: skip


# ----------------------------------------------------------------------------- what a rule reads


class Fog(Terms):
    """Fog: all of it may be left out."""

    key = "fog"

    turns: tuple[Turn, ...] = ()
    sight: Number | None = None


class Mud(Terms):
    key = "mud"

    turn: Turn


class Loose(Terms):
    stacking: Count
    free_moves: tuple[Region, ...] = ()


def of(rules):
    """Return Operação Diadem with other rules."""
    return replace(CATALOGUE.module("diadem"), rules=rules)


def test_terms_are_read_with_their_defaults():
    module = of({"stacking": 3, "fog": {"turns": [1, 4]}})
    assert module.terms(Fog) == Fog(turns=(1, 4), sight=None)
    assert module.terms(Loose) == Loose(stacking=3, free_moves=())
    assert module.terms(Fog) is module.terms(Fog)


def test_a_key_that_is_not_there_is_nothing_or_its_defaults():
    module = of({"stacking": 3})
    assert (module.terms_if_any(Fog), module.terms(Fog)) == (None, Fog())
    assert module.terms_if_any(Fog) is None, "not even after somebody asked for the defaults"
    assert module.terms_if_any(Mud) is None
    with pytest.raises(NoTerms, match="`rules` of the module have no `mud`"):
        module.terms(Mud)


def test_a_situation_reads_what_its_module_says():
    s = Table(CATALOGUE.new("metz", seed="1")).s
    assert s.terms(StackingTerms).stacking == 4
    assert s.terms_if_any(RainTerms) is None
    assert s.terms(StackingTerms) is s.module.terms(StackingTerms)


# ------------------------------------------------------------------------------------ the cache


class Models:
    """Counts how often a model is asked for."""

    def __init__(self, model):
        self.now, self.asked, self._model = "first", 0, model

    def state(self, plugin):
        return f"{plugin} {self.now}"

    def model(self, plugin):
        self.asked += plugin == "diadem"
        return self._model

    def needs(self, plugin):
        return None


def test_checked_once_and_again_when_the_model_changes(tmp_path):
    cache, models = Cache(tmp_path / "cache"), Models(CATALOGUE.parameters.model("diadem"))
    for _ in range(2):
        load_module(MODULES / "diadem", cache=cache, rules=models)
    assert models.asked == 1
    models.now = "second"
    for _ in range(2):
        load_module(MODULES / "diadem", cache=cache, rules=models)
    assert models.asked == 2


def test_what_was_kept_unchecked_is_checked_before_a_match(tmp_path):
    """Programs that only look at the data load without the plugin; their cache is no back door."""
    root = tmp_path / "diadem"
    for name, raw in FOLDERS["diadem"].raw.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(raw.replace(b"stacking: 4 #", b"stacking: four #"))
    cache = Cache(tmp_path / "cache")
    assert load_module(root, cache=cache).rules["stacking"] == "four"
    with pytest.raises(ModuleError, match="a whole number is wanted here"):
        load_module(root, cache=cache, rules=CATALOGUE.parameters)
    with pytest.raises(ModuleError, match="a whole number is wanted here"):
        CATALOGUE.new(root)


def test_the_state_is_another_when_the_source_is(tmp_path, monkeypatch):
    package = tmp_path / "tabuleiro_counted"
    package.mkdir()
    (package / "__init__.py").touch()
    source = (
        "from tabuleiro.module.terms import Terms\n\n\nclass Counted(Terms):\n    counted: int\n"
    )
    (package / "parameters.py").write_text(source)
    monkeypatch.syspath_prepend(tmp_path)
    terms = import_module("tabuleiro_counted.parameters").Counted
    plugin = GamePlugin("counted", [*ladder.parts(), Part(terms)])
    models = PluginParameters({"counted": plugin})
    first = models.state("counted")
    assert first == models.state("counted")
    assert first != PluginParameters({"counted": GamePlugin("counted", ladder.parts())}).state(
        "counted"
    )
    (package / "parameters.py").write_text(source + "    more: int = 0\n")
    assert models.state("counted") != first
    assert models.state("counted").startswith("counted 0 ")


# ------------------------------------------------------------ models and mechanics know the same


FAMILIES = ROOT / "framework" / "tabuleiro" / "rules" / "families"
"""They list terms and words, and read none."""


@cache
def sources():
    """Each file of the rules, with what stands in it."""
    return [
        (path, ast.parse(path.read_text("utf-8")))
        for base in ("framework/tabuleiro/rules", "plugins")
        for path in sorted((ROOT / base).rglob("*.py"))
        if path.name not in {"parameters.py", "clause_words.py"} and path.parent != FAMILIES
    ]


def literals(tree):
    return {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}


def attributes(tree):
    return {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}


def models_in(kind):
    if isinstance(kind, type) and issubclass(kind, Model):
        yield kind
        for field in kind.model_fields.values():
            yield from models_in(field.annotation)
    else:
        parts = get_args(kind)
        for part in parts[:1] if get_origin(kind) is Annotated else parts:
            yield from models_in(part)


def all_models():
    tops = [parameters_model(terms, words=words) for terms, words in (
        (SHARED_TERMS, SHARED), (LADDER_TERMS, SHARED))]  # fmt: skip
    tops += [CATALOGUE.parameters.model(game) for game in GAMES]
    return tops


def kinds_of_terms(kind=Terms):
    """Yield the terms of the shared rules and of the games."""
    for one in kind.__subclasses__():
        if one.__module__.partition(".")[0] in {"tabuleiro", *(f"tabuleiro_{g}" for g in GAMES)}:
            yield one
            yield from kinds_of_terms(one)


RAW = {
    ("clauses.py", 's.module.rules.get("clauses", {})'),
    ("special_moves.py", "self.needs in s.module.rules"),
}
"""Where rules look at ``rules`` of the module itself: for the words, and whether a key is there."""


def test_rules_read_terms_and_nothing_raw():
    """What a rule reads has a type; this fails when somebody looks into the raw mapping again."""
    found = {
        (path.name, raw)
        for path, _ in sources()
        for line in path.read_text("utf-8").splitlines()
        if "module.rules" in line or ".parameter(" in line
        for raw in [next((raw for name, raw in RAW if name == path.name and raw in line), line)]
    }
    assert found == RAW


def test_terms_that_are_read_belong_to_a_model():
    """Terms that no part names would be read without having been checked."""
    named = {*SHARED_TERMS, *LADDER_TERMS}
    named |= {kind for game in CATALOGUE.games.values() for part in game.parts
              for kind in getattr(part, "parameters", ())}  # fmt: skip
    read = {node.args[0].id for _, tree in sources() for node in ast.walk(tree)
            if isinstance(node, ast.Call) and isinstance(node.args[:1], list) and node.args
            and getattr(node.func, "attr", "") in {"terms", "terms_if_any"}
            and isinstance(node.args[0], ast.Name)}  # fmt: skip
    assert len(read) > 45
    # Both kinds of exits; what Papua's terms of naval units extend.
    assert read - {kind.__name__ for kind in named} == {"AnyExitsTerms", "NavalFireTerms"}


def test_every_key_that_is_declared_is_read():
    known = set().union(*(attributes(tree) for _, tree in sources()))
    declared = {
        (model.__name__, key)
        for top in all_models()
        for model in models_in(top)
        if model is not top
        for key in model.model_fields
    }
    assert len(declared) > 120
    assert {(name, key) for name, key in declared if key not in known} == set()
    read = set().union(*({n.id for n in ast.walk(tree) if isinstance(n, ast.Name)}
                         for _, tree in sources()))  # fmt: skip
    loose = {kind.__name__ for kind in kinds_of_terms() if kind.__name__.endswith("Terms")}
    # Read as `AnyExitsTerms`; extended by the terms of a game's own score.
    assert loose - read == {"ExitEdgesTerms", "ScoreTerms"}


def asked_words(tree):
    """Yield the words for which a source asks with `clause` and `object_to`."""
    places = {"clause": 1, "object_to": 2}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            called = getattr(node.func, "attr", getattr(node.func, "id", ""))
            for word in literals(node.args[places[called]]) if called in places else ():
                if not isinstance(node.args[places[called]], ast.JoinedStr):
                    yield word


def test_every_word_for_a_clause_is_declared_and_asked_for():
    words = {word for model in all_models() for word in model.words}
    asked = {word for _, tree in sources() for word in asked_words(tree)}
    own = {word for game in CATALOGUE.games.values() if game.id not in GAMES
           for part in game.parts for word in getattr(part, "words", ())}  # fmt: skip
    assert asked - words - own - {"result-d1"} == set()
    text = "\n".join(path.read_text("utf-8") for path, _ in sources())
    whole = {word for word in words if "{" not in word} - {"unity-attacker", "unity-defender"}
    named = {word for line in text.splitlines() for word in named_in(line)}
    assert {word for word in whole - {*NAMED} if f'"{word}"' not in text} == set()
    assert {*NAMED} <= named <= words | own
    assert {word.partition("{")[0] for word in words - whole} <= {
        "result-", "no-landing-", "retreat-into-", "retreat-off-", "unity-attacker",
        "unity-defender",
    }  # fmt: skip
    for start in ("result-", "no-landing-", "retreat-into-", "retreat-off-", "unity-"):
        assert f'f"{start}{{' in text
    for game in CATALOGUE.games.values():
        own = [word for part in game.parts if type(part).__module__.startswith("tabuleiro_")
               for word in getattr(part, "words", ())]  # fmt: skip
        assert len(own) == len(set(own)), "two parts of a game name one word"


@pytest.mark.parametrize("model", all_models(), ids=lambda model: model.__name__)
def test_everything_is_described(model):
    for part in models_in(model):
        for key, field in part.model_fields.items():
            assert (field.description or "").endswith("."), f"{part.__name__}.{key}"


def test_the_page_is_made_from_the_models():
    page = (ROOT / "docs" / "rules-parameters.md").read_text("utf-8")
    assert page == reference(), "run `python -m tabuleiro.testing.parameters`"
    for key in {key for model in all_models()[:2] for key in model.model_fields}:
        assert f"- `{key}` (" in page


# --------------------------------------------------------------------------------------- damage

WRONG = (None, True, -1, 0, 7, 0.5, 10**9, "", "x", "1106", [], [1], [[]], {}, {"a": 1}, {"a": {}})


def spots(value, path=()):
    """Yield the way to every value below a mapping or list."""
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, part in items:
        yield (*path, key)
        if isinstance(part, dict | list):
            yield from spots(part, (*path, key))


def damage(rules, rng):
    """Drop, swap, double or replace one value somewhere, sometimes several."""
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        ways = [way for way in spots(rules) if way[0] != "clauses" or rng.random() < 0.05]
        way = rng.choice(ways)
        holder = rules
        for key in way[:-1]:
            holder = holder[key]
        other = rules
        for key in rng.choice(ways):
            other = other[key]
        kind = rng.randrange(4)
        if kind == 0:
            del holder[way[-1]]
        elif kind == 1:
            holder[way[-1]] = rng.choice(WRONG)
        elif kind == 2:
            holder[way[-1]] = json.loads(json.dumps(other))
        elif isinstance(holder, dict):
            holder[str(rng.choice(WRONG)) or "y"] = holder[way[-1]]
        else:
            holder.append(holder[way[-1]])


@pytest.fixture
def _other_files_read_once(monkeypatch):
    """Only ``module.yaml`` is damaged: what else a module has need not be read for each damage."""
    read = {}

    def once(text, name, most):
        if name == "module.yaml":
            return parse(text, name, most)
        if (text, name) not in read:
            read[text, name] = parse(text, name, most)
        return read[text, name]

    monkeypatch.setattr(draft, "parse", once)


def survives(game, seed):
    """Damage the rules; return whether the module loads, after some play of it."""
    data = parse(yaml_of(game), "module.yaml").data
    damage(data["rules"], Random(f"{game} {seed}"))
    text = json.dumps(data, ensure_ascii=False)
    try:
        checked = check_module(changed(game, text), CATALOGUE.parameters)
    except ModuleError:
        return False
    module = make_module(checked, MODULES / game, f"damaged {seed}")
    match, player = CATALOGUE.new(module, seed=str(seed)), RandomPlayer(seed)
    for _ in range(30):
        if match.decision() is None:
            break
        match.act(player.choose(match))
    return True


@pytest.mark.usefixtures("_other_files_read_once")
@pytest.mark.parametrize("game", GAMES)
def test_damage_is_told_or_does_no_harm(game):
    loads = [survives(game, seed) for seed in range(8)]
    assert sum(loads) < len(loads)


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.usefixtures("_other_files_read_once")
@pytest.mark.parametrize("game", GAMES)
def test_much_damage_is_told_or_does_no_harm(game):
    loads = [survives(game, seed) for seed in range(100, 190)]
    assert 5 < sum(loads) < len(loads)
