"""Finding modules."""

import shutil
from pathlib import Path

import pytest

from tabuleiro.module import (
    ModuleError,
    available_modules,
    find_module,
    module_folders,
    paths,
    scenarios_of,
)


@pytest.fixture
def shelf(duel, monkeypatch, tmp_path):
    """A folder of modules named in the environment."""
    folder = tmp_path / "shelf"
    folder.mkdir()
    monkeypatch.setenv("TABULEIRO_MODULES", f"{tmp_path / 'nowhere'}{paths.os.pathsep}{folder}")
    shutil.copytree(duel.root, folder / "duel")
    return folder


def test_bundled_modules():
    found = {module.id: module for module in available_modules()}
    assert found["diadem"].title["pt"] == "Operação Diadem"
    assert found["diadem"].version
    assert not found["diadem"].problems
    assert find_module("diadem") == found["diadem"].path


def test_folders(shelf, tmp_path, monkeypatch):
    user = tmp_path / "user"
    monkeypatch.setattr("platformdirs.user_data_dir", lambda *_a, **_k: str(user))
    assert module_folders()[0] == shelf
    (user / "modules").mkdir(parents=True)
    assert module_folders()[:2] == [shelf, user / "modules"]


def test_installed_modules(monkeypatch, tmp_path):
    class Spec:
        submodule_search_locations = (str(tmp_path),)

    monkeypatch.setattr(paths, "find_spec", lambda _name: Spec)
    assert tmp_path in module_folders()
    monkeypatch.setattr(paths, "find_spec", lambda _name: None)
    assert tmp_path not in module_folders()
    Spec.submodule_search_locations = None
    monkeypatch.setattr(paths, "find_spec", lambda _name: Spec)
    assert tmp_path not in module_folders()


def test_find_by_id_and_by_path(shelf, tmp_path, monkeypatch):
    assert find_module("duel") == shelf / "duel"
    assert find_module(shelf / "duel") == shelf / "duel"
    assert find_module(str(shelf / "duel")) == shelf / "duel"
    assert find_module(shelf / "duel" / "module.yaml") == shelf / "duel"
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("TABULEIRO_MODULES")
    assert find_module("duel") == Path("duel"), "a folder here, as there is no such id"
    monkeypatch.setenv("TABULEIRO_MODULES", str(shelf))
    assert find_module("duel") == shelf / "duel", "an id comes first"
    assert find_module("./duel") == Path("duel")
    assert find_module(Path("duel")) == Path("duel")


def test_unknown_module(shelf):
    with pytest.raises(ModuleError) as caught:
        find_module("deul")
    assert str(caught.value) == 'deul:1:1: there is no module "deul" (did you mean "duel"?)'


def test_first_of_two_counts(shelf, monkeypatch, tmp_path):
    other = tmp_path / "other"
    shutil.copytree(shelf / "duel", other / "second")
    monkeypatch.setenv("TABULEIRO_MODULES", f"{other}{paths.os.pathsep}{shelf}")
    assert find_module("duel") == other / "second"


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "the file is empty"),
        (b"\xff", "this is not UTF-8 text"),
        (b"a: b: c", "this is not YAML: mapping values are not allowed in this context"),
        (b"format: 1", 'the key "id" is missing'),
        (b"id: [a]", 'the key "id" is missing'),
    ],
)
def test_broken_modules_are_told(shelf, content, sentence):
    (shelf / "broken").mkdir()
    (shelf / "broken" / "module.yaml").write_bytes(content)
    found = {module.id: module for module in available_modules()}
    assert found["broken"].problems[0].message == sentence
    assert "duel" in found


def test_odd_titles_do_no_harm(shelf):
    text = "id: odd\ntitle: Odd\nversion: 1.5\n"
    (shelf / "odd").mkdir()
    (shelf / "odd" / "module.yaml").write_text(text)
    (shelf / "notes.txt").write_text("no module")
    found = {module.id: module for module in available_modules()}
    assert (found["odd"].title, found["odd"].version) == (dict.fromkeys(("pt", "en"), "Odd"), "1.5")


def test_folder_that_cannot_be_read(shelf, monkeypatch):
    real = Path.iterdir

    def refuse(self):
        if self == shelf:
            raise PermissionError(13, "Permission denied")
        return real(self)

    monkeypatch.setattr(Path, "iterdir", refuse)
    assert "duel" not in {module.id for module in available_modules()}


def test_folders_that_plugins_bring(duel, tmp_path):
    shutil.copytree(duel.root, tmp_path / "brought" / "duel")
    folder = str(tmp_path / "brought")
    assert find_module("duel", [folder]) == tmp_path / "brought" / "duel"
    assert module_folders([folder])[-1] == tmp_path / "brought"


HEAD = "id: odd\ntitle: {pt: Ímpar, en: Odd}\nversion: 1.0.0\nfamily: ladder\nplugin: odd\n"


@pytest.mark.parametrize(
    "rest", ["sides: [", "a: b: c\n", "x" * 5_000_001, "k:\n" + "-\n" * 900_000]
)
def test_only_the_head_is_read(shelf, rest):
    (shelf / "odd").mkdir()
    (shelf / "odd" / "module.yaml").write_text(HEAD + rest, encoding="utf-8")
    (found,) = [module for module in available_modules() if module.id == "odd"]
    assert (found.title["en"], found.plugin, found.family) == ("Odd", "odd", "ladder")
    assert not found.problems


def test_a_head_that_never_comes(shelf):
    (shelf / "odd").mkdir()
    (shelf / "odd" / "module.yaml").write_text("a:\n" + "-\n" * 900_000)
    (found,) = [module for module in available_modules() if module.path.name == "odd"]
    assert "there is too much in it" in found.problems[0].message


@pytest.mark.parametrize("id", ["a\\e[2J", "A", "a/b", "x" * 90])
def test_ids_that_are_none(shelf, id):
    (shelf / "odd").mkdir()
    (shelf / "odd" / "module.yaml").write_text(f'id: "{id}"\n')
    (found,) = [module for module in available_modules() if module.path.name == "odd"]
    assert found.id == "odd"
    assert "is no id" in found.problems[0].message
    assert str(found.problems[0]).isprintable()


def test_titles_are_harmless(shelf):
    (shelf / "odd").mkdir()
    (shelf / "odd" / "module.yaml").write_text('id: odd\ntitle: {pt: "a\\e[2J", en: "b\\u202e"}\n')
    (found,) = [module for module in available_modules() if module.id == "odd"]
    assert found.title == {"pt": "a?[2J", "en": "b?"}


def test_scenarios_by_their_heads(shelf):
    folder = shelf / "duel" / "scenarios"
    (folder / "long.yaml").write_text(
        "id: long\nname: {pt: a, en: b}\nfirst_turn: 1\nlast_turn: 2\nsetup: ["
    )
    (folder / "none.yaml").write_text("[")
    (folder / "odd.yaml").write_text("id: odd\nfirst_turn: soon\n")
    (found,) = [module for module in available_modules() if module.id == "duel"]
    assert [(s.id, s.last_turn) for s in scenarios_of(found)] == [("battle", 3), ("long", 2)]


def test_a_scenario_that_says_no_last_turn_lasts_as_long_as_the_game(shelf):
    game = shelf / "free"
    (game / "scenarios").mkdir(parents=True)
    (game / "scenarios" / "all.yaml").write_text("format: 1\n")
    turns = "".join(f"  - {{turn: {n}, label: Day {n}}}\n" for n in range(1, 11))
    for words, last in ((f"turns:\n{turns}", 10), ("", 1), ("turns: soon\n", 1), ("turns: [", 1)):
        (game / "module.yaml").write_text(f"id: free\ntitle: Free\n{words}")
        (found,) = [module for module in available_modules() if module.id == "free"]
        assert [(s.first_turn, s.last_turn) for s in scenarios_of(found)] == [(1, last)]
