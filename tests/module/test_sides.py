"""How many sides there are, and who is whose friend."""

import shutil

import pytest

from tabuleiro.cli.newplugin import new_plugin
from tabuleiro.engine.catalogue import Catalogue
from tabuleiro.engine.game import Game, Header
from tabuleiro.module import Cache, ModuleError, load_module

THIRD = '  - {id: green, name: {pt: Verde, en: Green}, colour: "#3f7f3f"%s}\n'
BLUE = 'id: blue, name: {pt: Azul, en: Blue}, colour: "#3b6ea5"'


@pytest.fixture
def folder(tmp_path, monkeypatch):
    made = new_plugin("three", "Three", tmp_path)
    monkeypatch.setenv("TABULEIRO_PLUGINS", str(made))
    return made


def add_green(folder, team=""):
    path = next(folder.rglob("module.yaml"))
    words = path.read_text(encoding="utf-8")
    mark = "\nnations:"
    assert mark in words
    words = words.replace(mark, "\n".join((THIRD % team).splitlines()) + "\n" + mark, 1)
    if team:
        words = words.replace(BLUE, BLUE + team, 1)
    path.write_text(words, encoding="utf-8")
    return path.parent


def problems(where, rules):
    with pytest.raises(ModuleError) as caught:
        load_module(where, cache=Cache(None), rules=rules)
    return [str(problem) for problem in caught.value.problems]


def for_two(folder):
    """Let the rules be made for two sides, as those of the real games are."""
    path = next(folder.rglob("rules.py"))
    words = path.read_text(encoding="utf-8")
    mark = "    words = ("
    assert mark in words
    path.write_text(words.replace(mark, "    sides = 2\n" + mark, 1), encoding="utf-8")


def test_rules_for_two_refuse_a_third_side_with_a_sentence(folder):
    for_two(folder)
    where = add_green(folder)
    (told,) = problems(where, Catalogue.installed().parameters)
    assert "module.yaml:" in told
    assert "sides: these rules are made for 2 sides, and here are 3" in told


@pytest.mark.parametrize("game", ["diadem", "leyte", "metz", "papua"])
def test_the_games_here_are_made_for_two(game, tmp_path, request):
    """The attrition family for its own sake; the ladder games for their plugins'."""
    where = tmp_path / game
    shutil.copytree(request.config.rootpath / "modules" / game, where,
                    ignore=shutil.ignore_patterns("source"))  # fmt: skip
    path = where / "module.yaml"
    words = path.read_text(encoding="utf-8")
    path.write_text(words.replace("\nnations:", "\n" + THIRD % "" + "\nnations:", 1), "utf-8")
    told = problems(where, Catalogue.installed().parameters)
    assert any("these rules are made for 2 sides, and here are 3" in one for one in told)
    assert all(one.startswith("module.yaml:") for one in told)


def test_rules_for_two_refuse_neutral_sides(folder):
    for_two(folder)
    path = next(folder.rglob("module.yaml"))
    words = path.read_text(encoding="utf-8").replace("id: red, name", "id: red, enemies: [], name")
    path.write_text(words, encoding="utf-8")
    (told,) = problems(path.parent, Catalogue.installed().parameters)
    assert "leave out `enemies`" in told


@pytest.mark.parametrize(("enemies", "sentence"), [
    ("[green]", "unknown side"), ("[blue]", "no enemy of its own team"),
])  # fmt: skip
def test_faults_of_enemies(folder, enemies, sentence):
    path = next(folder.rglob("module.yaml"))
    words = path.read_text(encoding="utf-8")
    words = words.replace("id: blue, name", f"id: blue, enemies: {enemies}, name", 1)
    path.write_text(words, encoding="utf-8")
    (told,) = problems(path.parent, None)
    assert sentence in told
    assert "module.yaml:" in told


def test_a_neutral_side_is_nobodys_enemy_unless_it_is_named(folder):
    path = add_green(folder) / "module.yaml"
    words = path.read_text(encoding="utf-8")
    path.write_text(words.replace("id: green,", "id: green, enemies: [],"), encoding="utf-8")
    module = load_module(path.parent, cache=Cache(None))
    s = Game(module, Catalogue.installed().ruleset(module), Header("three", "duel", "1")).situation
    assert (s.enemies("green"), s.enemies("red"), s.friends("red")) == ((), ("blue",), ("red",))
    assert module.played_sides == ("blue", "red")
    path.write_text(words.replace("id: green,", "id: green, enemies: [red],"), encoding="utf-8")
    module = load_module(path.parent, cache=Cache(None))
    s = Game(module, Catalogue.installed().ruleset(module), Header("three", "duel", "1")).situation
    assert (s.enemies("green"), s.enemies("red")) == (("red",), ("blue", "green"))
    assert s.enemies("blue") == ("red",)


def test_rules_for_two_refuse_friends(folder):
    for_two(folder)
    path = next(folder.rglob("module.yaml"))
    words = path.read_text(encoding="utf-8")
    for side in ("id: blue, name", "id: red, name"):
        words = words.replace(side, side.replace("name", "team: all, name"), 1)
    path.write_text(words, encoding="utf-8")
    (told,) = problems(path.parent, Catalogue.installed().parameters)
    assert "leave out `team`" in told


def test_more_than_six_are_refused(folder):
    path = next(folder.rglob("module.yaml"))
    many = "".join((THIRD % "").replace("green", f"green{n}") for n in range(5))
    words = path.read_text(encoding="utf-8").replace("\nnations:", "\n" + many + "\nnations:", 1)
    path.write_text(words.replace("\n\n  - {id: green0", "\n  - {id: green0"), encoding="utf-8")
    (told,) = problems(path.parent, None)
    assert "sides" in told
    assert "6" in told


def test_enemies_and_friends_with_an_alliance(folder):
    """Without rules that count them, three sides are read, seen and asked for like two."""
    where = add_green(folder, ", team: west")
    module = load_module(where, cache=Cache(None))
    game = Game(module, Catalogue.installed().ruleset(module), Header("three", "duel", "1"))
    s = game.situation
    assert s.enemies("blue") == s.enemies("green") == ("red",)
    assert s.enemies("red") == ("blue", "green")
    assert s.friends("blue") == ("blue", "green")
    assert s.friends("red") == ("red",)
    assert s.enemy("blue") == "red"
    with pytest.raises(ValueError, match="red"):
        s.enemy("red")
    assert game.belief("green").s.turn == 1


def test_without_teams_all_others_are_enemies(folder):
    module = load_module(add_green(folder), cache=Cache(None))
    game = Game(module, Catalogue.installed().ruleset(module), Header("three", "duel", "1"))
    assert game.situation.enemies("green") == ("blue", "red")
