"""No code of a stranger's runs unless somebody has agreed to exactly that code."""

import json
import py_compile

import pytest

from publish.conftest import CODE, duel_module, plugin_pack, signed, write
from tabuleiro.publish.consent_words import code_of_pack
from tabuleiro.publish.pack import open_pack

ASK = """
import json, sys
from tabuleiro.engine.catalogue import Catalogue
known = Catalogue.installed()
told = {"faults": known.faults, "games": sorted(known.games), "strangers": sorted(known.strangers)}
try:
    game = known.new("duel", seed="1")
    told["version"] = game.header.plugin_version
except Exception as error:
    told["error"] = f"{type(error).__name__}: {error}"
json.dump(told, sys.stdout)
"""


@pytest.fixture
def ask(home, ask_elsewhere):
    return lambda: json.loads(ask_elsewhere(ASK))


@pytest.fixture
def lying(home):
    """A plugin that lies in the user's folder, with its data."""
    package = home.data / "plugins" / "project" / "tabuleiro_duel"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text(CODE.format(id="duel", version="0"), "utf-8")
    duel_module(package / "modules" / "duel")
    return package


@pytest.fixture
def packed(tmp_path, key):
    return write(signed(plugin_pack(tmp_path / "author"), key), tmp_path / "a.tabuleiro")


COMMANDS = [
    ["list"],
    ["packs"],
    ["validate", "duel"],
    ["show", "duel"],
    ["rules", "diadem"],
    ["games"],
    ["schema", "module"],
    ["new", "diadem"],
    ["new", "duel"],
    ["playout", "duel"],
    ["check", "duel", "--matches", "1"],
    ["allow", "duel"],
]


@pytest.mark.slow
def test_nothing_runs_by_lying_there(tabuleiro, home, lying):
    for words in COMMANDS:
        tabuleiro(*words)
        assert home.runs() == [], words
    assert {game["id"] for game in tabuleiro("list", "--json").json["games"]} > {"duel"}


@pytest.mark.slow
def test_nothing_runs_by_being_packed_checked_or_installed(
    tabuleiro, home, tmp_path, packed, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    assert tabuleiro("pack", tmp_path / "author").code == 0
    assert tabuleiro("verify", packed).code == 0
    assert tabuleiro("install", packed, "--yes", "--new-key").code == 0
    assert home.installed() == ["duel/1.0.0"]
    for words in COMMANDS:
        tabuleiro(*words)
        assert home.runs() == [], words


def test_a_match_asks_and_says_how_to_agree(tabuleiro, home, lying):
    said = tabuleiro("new", "duel")
    assert said.code == 1
    assert '"tabuleiro allow duel"' in said.err
    said = tabuleiro("allow", "duel")
    assert said.code == 1
    assert "It may do everything that you may on this computer" in said.err


@pytest.mark.slow
def test_after_consent_it_runs_for_its_own_match_alone(tabuleiro, home, lying, ask):
    assert tabuleiro("allow", "duel", "--yes").code == 0
    assert home.runs() == []
    for words in (["list"], ["validate", "duel"], ["new", "diadem"], ["packs"]):
        assert tabuleiro(*words).code == 0
    assert home.runs() == []
    assert ask()["version"] == "0"
    assert home.runs() == ["duel 0"]


@pytest.mark.slow
@pytest.mark.parametrize("change", ["code", "more_code", "data"])
def test_what_changes_asks_anew(tabuleiro, home, lying, ask, change):
    assert tabuleiro("allow", "duel", "--yes").code == 0
    if change == "code":
        path = lying / "__init__.py"
        path.write_text(path.read_text("utf-8") + "# changed\n", "utf-8")
    elif change == "more_code":
        (lying / "more.py").write_text("", "utf-8")
    else:
        path = lying / "modules" / "duel" / "texts.yaml"
        path.write_text(path.read_text("utf-8") + "\n# changed\n", "utf-8")
    assert ask()["error"].startswith("ConsentWanted: ")
    assert home.runs() == []


@pytest.mark.slow
def test_consent_can_be_taken_back(tabuleiro, home, lying, ask):
    assert tabuleiro("allow", "duel", "--yes").code == 0
    assert tabuleiro("forbid", "duel").code == 0
    assert "error" in ask()
    assert home.runs() == []


def test_a_compiled_file_is_never_taken(tabuleiro, home, lying, ask, tmp_path):
    """Nobody looked at it: neither beside the source nor in its cache."""
    assert tabuleiro("allow", "duel", "--yes").code == 0
    source = lying / "__init__.py"
    evil = tmp_path / "evil.py"
    evil.write_text(source.read_text("utf-8").replace("duel 0", "evil"), "utf-8")
    import importlib.util

    cache = importlib.util.cache_from_source(str(source))
    py_compile.compile(str(evil), cfile=cache,
                       invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)  # fmt: skip
    py_compile.compile(str(evil), cfile=str(lying / "more.pyc"))
    assert ask()["version"] == "0"
    assert home.runs() == ["duel 0"]


@pytest.mark.slow
def test_what_is_not_part_of_the_package_is_not_found_in_it(tabuleiro, home, lying, ask):
    code = (lying / "__init__.py").read_text("utf-8")
    (lying / "__init__.py").write_text("import tabuleiro_duel.later\n" + code, "utf-8")
    assert tabuleiro("allow", "duel", "--yes").code == 0
    cached = lying / "__pycache__"
    cached.mkdir()
    (cached / "later.py").write_text("", "utf-8")
    assert "No module named 'tabuleiro_duel.later'" in ask()["error"]


def test_a_link_in_the_package_is_refused(tabuleiro, home, lying, ask, tmp_path):
    (tmp_path / "outside.py").write_text("", "utf-8")
    (lying / "outside.py").symlink_to(tmp_path / "outside.py")
    assert "is a link" in ask()["error"]
    assert tabuleiro("allow", "duel", "--yes").code == 1


@pytest.mark.slow
def test_installing_may_agree_at_once(tabuleiro, home, packed, ask):
    said = tabuleiro("install", packed, "--yes", "--new-key", "--allow-code", "--json")
    assert said.json["allowed"] is True
    assert home.runs() == []
    assert ask()["version"] == "1.0.0"


def test_somebody_at_the_terminal_is_asked_when_a_match_begins(tabuleiro, home, lying):
    assert tabuleiro("new", "duel", stdin="n\n").code == 1
    assert home.runs() == []
    said = tabuleiro("new", "duel", stdin="y\n")
    assert said.code == 0, said.err
    assert "is a program" in said.out
    assert home.runs() == ["duel 0"]


@pytest.mark.slow
def test_folders_that_a_developer_names_are_his_own(home, lying, ask, monkeypatch):
    monkeypatch.setenv("TABULEIRO_PLUGINS", str(lying.parent))
    told = ask()
    assert "duel" in told["games"]
    assert "duel" not in told["strangers"]
    assert told["version"] == "0"


@pytest.mark.slow
def test_no_plugins(tabuleiro, home, lying, ask, monkeypatch):
    monkeypatch.setenv("TABULEIRO_PLUGINS", str(lying.parent))
    for words in (["--no-plugins", "new", "duel"], ["new", "duel", "--no-plugins"]):
        said = tabuleiro(*words)
        assert said.code == 1
        assert home.runs() == []
    assert tabuleiro("--no-plugins", "new", "diadem").code == 0
    monkeypatch.setenv("TABULEIRO_NO_PLUGINS", "1")
    assert "duel" not in ask()["games"]


def test_a_plugin_with_the_name_of_another_is_told(home, ask):
    package = home.data / "plugins" / "tabuleiro_diadem"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text(CODE.format(id="diadem", version="0"), "utf-8")
    told = ask()
    (fault,) = told["faults"]
    assert 'The plugin "diadem" in ' in fault
    assert "is left out" in fault
    assert "diadem" not in told["strangers"]
    assert home.runs() == []


@pytest.mark.slow
def test_the_data_of_a_stranger_never_replace_those_of_a_game(tabuleiro, home, lying, ask):
    before = tabuleiro("show", "diadem", "--json").json["game"]
    duel_module(lying / "modules" / "diadem", id="diadem")
    assert tabuleiro("show", "diadem", "--json").json["game"] == before
    path = lying / "__init__.py"
    hook = """
@hookimpl
def tabuleiro_module_folders():
    from pathlib import Path
    return [str(Path(__file__).parent / "modules")]
"""
    path.write_text(path.read_text("utf-8") + hook, "utf-8")
    assert tabuleiro("allow", "duel", "--yes").code == 0
    assert tabuleiro("new", "duel").code == 0
    assert tabuleiro("show", "diadem", "--json").json["game"] == before


def test_a_plugin_may_not_bring_a_game_that_is_there(tabuleiro, home, lying, ask):
    path = lying / "__init__.py"
    code = path.read_text("utf-8").replace("GamePlugin('duel'", "GamePlugin('diadem'")
    path.write_text(code.replace('GamePlugin("duel"', 'GamePlugin("diadem"'), "utf-8")
    assert tabuleiro("allow", "duel", "--yes").code == 0
    said = ask()["error"]
    assert 'the game "diadem" (tabuleiro_duel/__init__.py:' in said
    assert "is there already" in said


@pytest.mark.slow
def test_consent_file_that_is_damaged_agrees_to_nothing(tabuleiro, home, lying, ask):
    assert tabuleiro("allow", "duel", "--yes").code == 0
    for text in ("{", "[]", '{"plugins": 3}', '{"plugins": [["duel"]]}'):
        (home.data / "consent.json").write_text(text, "utf-8")
        assert "ConsentWanted" in ask()["error"]


def test_the_hash_that_is_shown_before_installing_is_that_of_the_code(tabuleiro, home, packed):
    told = " ".join(code_of_pack(open_pack(packed)))
    assert tabuleiro("install", packed, "--yes", "--new-key").code == 0
    (code,) = tabuleiro("packs", "--json").json["plugins"]
    assert code["name"] == "duel"
    assert code["digest"][:16] in told
