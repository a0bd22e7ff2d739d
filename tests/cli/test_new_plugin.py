"""``new-plugin``: a game that is complete before a line is changed, and the page about it."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from tabuleiro import i18n
from tabuleiro.bots import series
from tabuleiro.cli import common, main, newplugin
from tabuleiro.module import find_module, load_module
from tabuleiro.testing import Table

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "adding-a-game.md").read_text("utf-8")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
LONGEST = "name_with_20_letters"
NAMES = ["x", "my_duel", LONGEST]
"""What is written must be in order for any name, as lines grow with it."""


@pytest.fixture(scope="module")
def projects(tmp_path_factory):
    """A project for each name."""
    folder = tmp_path_factory.mktemp("projects")
    for name in NAMES:
        assert main(["new-plugin", name, "--dir", str(folder), "--title", "My duel"]) == 0
    return {name: folder / f"tabuleiro-{name}" for name in NAMES}


def run(folder, *words, **environment):
    """Run a Python module in a project, with nothing that names the plugin; return its words."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("TABULEIRO_", "COV_"))}
    done = subprocess.run(
        [sys.executable, "-m", *words],
        cwd=folder,
        env={**kept, "PYTHONUTF8": "1", **environment},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, f"{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
    return done.stdout


@pytest.fixture
def at_home(projects, tabuleiro, monkeypatch):
    """``tabuleiro`` with the project named in the environment; afterwards it was never there."""

    def forget():
        i18n.catalogue.cache_clear()
        for kept in (common.catalogue, series._catalogue, series._module):
            kept.cache_clear()
        for name in [name for name in sys.modules if name.startswith("tabuleiro_my_duel")]:
            del sys.modules[name]

    monkeypatch.setenv("TABULEIRO_PLUGINS", str(projects["my_duel"]))
    monkeypatch.setattr(i18n, "_folders", [*i18n._folders])
    forget()
    yield tabuleiro
    monkeypatch.undo()
    forget()


class TestTheProject:
    def test_holds_every_file_of_the_template_filled_in(self, projects):
        wanted = {path for path in newplugin.TEMPLATE.rglob("*") if path.is_file()}
        assert all(path.suffix == ".in" for path in wanted)
        for name, folder in projects.items():
            files = [path for path in folder.rglob("*") if path.is_file()]
            assert len(files) == len(wanted) > 10
            for path in files:
                words = path.relative_to(folder).as_posix() + path.read_text("utf-8")
                assert "@" not in words.replace("@hookimpl", "").replace("@pytest", "")
                assert name in words or path.stat().st_size < 2500

    def test_is_all_that_is_left_where_it_was_written(self, projects):
        folder = projects["x"].parent
        assert {path.name for path in folder.iterdir()} == {f"tabuleiro-{n}" for n in NAMES}

    @pytest.mark.parametrize("name", NAMES)
    def test_passes_ruff(self, projects, name):
        run(projects[name], "ruff", "check", "--no-cache")
        run(projects[name], "ruff", "format", "--check", "--no-cache")

    @pytest.mark.slow
    def test_passes_its_own_tests_without_being_installed(self, projects):
        proofs = projects["my_duel"] / "tabuleiro_my_duel/modules/my_duel/proofs.json"
        before = proofs.read_bytes()
        words = ("-q", "-p", "no:cacheprovider", "-W", "error", "--write-proofs")
        told = run(projects["my_duel"], "pytest", *words)
        assert re.search(r"^\d+ passed", told, re.MULTILINE)
        assert proofs.read_bytes() == before

    @pytest.mark.slow
    def test_its_proofs_fail_if_the_rules_are_gone(self, projects, tmp_path):
        """A proof that cannot fail would teach nothing."""
        folder = tmp_path / "broken"
        shutil.copytree(projects["my_duel"], folder)
        rules = folder / "tabuleiro_my_duel" / "rules.py"
        text = re.sub(r"@hookimpl\n( +)def (\w+)", r"\n\1def not_\2", rules.read_text("utf-8"))
        rules.write_text(text, "utf-8")
        with pytest.raises(AssertionError, match="3 failed"):
            run(folder, "pytest", "-q", "-p", "no:cacheprovider", "tests/test_rules.py")

    @pytest.mark.slow
    def test_passes_mypy(self, projects):
        told = run(
            projects["my_duel"],
            *("mypy", "--follow-imports=silent", "--cache-dir", os.devnull),
            MYPYPATH=str(ROOT / "framework"),
        )
        assert told.startswith("Success")

    @pytest.mark.slow
    def test_can_be_installed(self, projects, tmp_path):
        """The wheel alone holds code, data and translations, and is found by its entry point."""
        folder = projects[LONGEST]
        words = ["--no-deps", "--no-build-isolation", "--no-index", "--wheel-dir", str(tmp_path)]
        run(folder, "pip", "wheel", "--quiet", *words, ".")
        (wheel,) = tmp_path.glob("*.whl")
        zipfile.ZipFile(wheel).extractall(tmp_path / "site")
        package = f"tabuleiro_{LONGEST}"
        for path in (folder / package).rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts:
                assert (tmp_path / "site" / path.relative_to(folder)).is_file()
        paths = [str(tmp_path / "site"), *filter(None, [os.environ.get("PYTHONPATH")])]
        data = str(tmp_path / "data")
        site = {"PYTHONPATH": os.pathsep.join(paths), "XDG_DATA_HOME": data}
        assert "My duel" in run(tmp_path, "tabuleiro.cli", "list", **site)
        run(tmp_path, "tabuleiro.cli", "allow", LONGEST, "--yes", **site)
        assert "0 findings" in run(tmp_path, "tabuleiro.cli", "check", LONGEST, **site)

    @pytest.mark.slow
    def test_is_played_in_the_window(self, projects, tmp_path):
        pytest.importorskip("PySide6")
        run(
            projects["my_duel"],
            *("tabuleiro.cli", "play", "my_duel", "--demo", "--size", "900x600"),
            *("--screenshot", str(tmp_path / "end.png"), "--lang", "pt"),
            QT_QPA_PLATFORM="offscreen",
            TABULEIRO_PLUGINS=str(projects["my_duel"]),
            TABULEIRO_SETTINGS=str(tmp_path / "settings.ini"),
            TABULEIRO_CACHE=str(tmp_path / "cache"),
        )
        assert (tmp_path / "end.png").stat().st_size > 40_000


class TestTheGame:
    def test_is_listed_and_valid(self, at_home):
        assert re.search(r"^my_duel +My duel ", at_home("list").out, re.MULTILINE)
        assert at_home("list", "--json").json["faults"] == []
        said = at_home("validate", "my_duel", "--json").json
        assert (said["ok"], said["problems"], said["warnings"]) == (True, [], [])

    def test_keeps_what_every_game_must_keep(self, at_home):
        said = at_home("check", "my_duel", "--matches", "8", "--probes", "60", "--json")
        assert (said.code, said.json["findings"], said.json["matches"]) == (0, [], 8)

    @pytest.mark.slow
    def test_either_side_can_win_it(self, at_home):
        words = ("playout", "my_duel", "--games", "40", "--players", "simple", "--json")
        said = at_home(*words)
        assert said.code == 0
        assert min(said.json["wins"].values()) > 10

    def test_shows_the_proofs_that_lie_beside_it(self, at_home):
        said = at_home("rules", "my_duel", "6.2-1")
        assert "tests/test_rules.py::test_the_reserve_waits_for_turn_3" in said.out
        assert "  tabuleiro_my_duel/rules.py:" in said.out
        state = at_home("rules", "my_duel", "--json").json
        assert state["known"]
        assert state["proven"] == 4

    def test_its_combat_table_may_have_one_die(self, at_home, projects, tmp_path):
        folder = shutil.copytree(
            projects["my_duel"] / "tabuleiro_my_duel/modules/my_duel", tmp_path / "m"
        )
        tables = (folder / "tables.yaml").read_text("utf-8")
        rows = "".join(f"      - {{label: '{n}', sums: [{n}]}}\n" for n in range(1, 6))
        tables = re.sub(r"    rows:\n(      - .*\n)+", f"    dice: 1\n    rows:\n{rows}", tables)
        tables = tables.replace("sums: [5]", "sums: [5, 6]")
        (folder / "tables.yaml").write_text(tables, "utf-8")
        table = Table(common.catalogue().new(load_module(folder), seed="1"))
        table.set("blue-combat", {"blue-1": "0401", "red-1": "0402"}).dice(4)
        assert table.attack("0402", "blue-1").told()["faces"] == [4]
        assert table.told()["code"] == "IMP"

    def test_has_the_same_clauses_in_both_languages(self, at_home):
        english = at_home("rules", "my_duel", "--json", "--lang", "en").json
        portuguese = at_home("rules", "my_duel", "--json", "--lang", "pt").json
        assert [c["id"] for c in english["clauses"]] == [c["id"] for c in portuguese["clauses"]]
        assert english["total"] > 50


class TestWhatIsRefused:
    @pytest.mark.parametrize(
        "name",
        ["", "Duel", "2duel", "my-duel", "_duel", "duel_", "my__duel", "a.b", "../duel", "duelo\n",
         "ação", "a" * 21],
    )  # fmt: skip
    def test_names_that_are_none(self, tabuleiro, tmp_path, name):
        said = tabuleiro("new-plugin", "--dir", tmp_path, "--", name)
        assert said.code == 2
        assert "is no name for a game" in said.err
        assert list(tmp_path.iterdir()) == []

    @pytest.mark.parametrize(
        ("name", "sentence"),
        [
            ("diadem", 'There is a game "diadem" already.'),
            ("filipinas", 'There is a game "filipinas" already.'),
            ("modules", 'There is a Python package "tabuleiro_modules" already.'),
        ],
    )
    def test_names_that_are_taken(self, tabuleiro, tmp_path, name, sentence):
        assert tabuleiro("new-plugin", name, "--dir", tmp_path).failed() == sentence
        assert list(tmp_path.iterdir()) == []

    def test_a_package_that_can_be_imported(self, tabuleiro, tmp_path, monkeypatch):
        (tmp_path / "tabuleiro_taken.py").touch()
        monkeypatch.syspath_prepend(tmp_path)
        said = tabuleiro("new-plugin", "taken", "--dir", tmp_path)
        assert said.failed() == 'There is a Python package "tabuleiro_taken" already.'

    @pytest.mark.parametrize("title", ["", "  ", "two\nlines", "a\tb", "x" * 61])
    def test_titles_that_are_none(self, tabuleiro, tmp_path, title):
        said = tabuleiro("new-plugin", "duel", "--dir", tmp_path, f"--title={title}")
        assert said.failed(2) == "A title is one line of at most 60 letters."
        assert list(tmp_path.iterdir()) == []

    def test_a_folder_that_is_there(self, tabuleiro, tmp_path):
        (tmp_path / "tabuleiro-duel").mkdir()
        said = tabuleiro("new-plugin", "duel", "--dir", tmp_path)
        assert said.failed() == f"{tmp_path / 'tabuleiro-duel'} is there already."
        assert list((tmp_path / "tabuleiro-duel").iterdir()) == []

    def test_a_folder_that_is_not(self, tabuleiro, tmp_path):
        nowhere = tmp_path / "nowhere"
        said = tabuleiro("new-plugin", "duel", "--dir", nowhere)
        assert said.failed() == f"There is no folder {nowhere}."
        assert "Não há a pasta" in tabuleiro("new-plugin", "d", "--dir", nowhere, "--lang=pt").err

    @pytest.mark.parametrize("when", ["write_text", "rename"])
    def test_a_disk_that_is_full_leaves_nothing_behind(
        self, tabuleiro, tmp_path, monkeypatch, when
    ):
        def full(*_words, **_more):
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(Path, when, full)
        said = tabuleiro("new-plugin", "duel", "--dir", tmp_path)
        assert "tabuleiro-duel" in said.failed()
        assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("title", ['Ação & "fogo" \\ {x}: #1', "@NAME@", "'", "[a](b) <c>"])
def test_any_title_may_stand_in_it(tabuleiro, tmp_path, title):
    said = tabuleiro("new-plugin", "duel", "--dir", tmp_path, "--title", title, "--json").json
    folder = Path(said["folder"])
    assert (said["game"], said["title"]) == ("duel", title)
    assert {"pyproject.toml", "tabuleiro_duel/rules.py"} < set(said["files"])
    project = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))
    assert project["project"]["description"] == title
    assert project["project"]["entry-points"]["tabuleiro"] == {"duel": "tabuleiro_duel"}
    module = load_module(folder / "tabuleiro_duel" / "modules" / "duel")
    assert dict(module.title) == {"pt": title, "en": title}


def test_without_a_title_it_is_called_as_its_name(tabuleiro, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    said = tabuleiro("new-plugin", "my_duel")
    assert said.code == 0
    assert said.lines[0] == 'The game "my_duel" lies in tabuleiro-my_duel.'
    assert (tmp_path / "tabuleiro-my_duel" / "README.md").read_text("utf-8")[:10] == "# My duel\n"


class TestThePage:
    @pytest.mark.slow
    def test_its_commands_work(self, at_home, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)
        done = 0
        for line in "".join(text for language, text in BLOCKS if language == "sh").splitlines():
            words = shlex.split(line, comments=True)
            if words[0] == "cd":
                monkeypatch.chdir(words[1])
            elif words[0] == "export":
                assert words[1] == "TABULEIRO_PLUGINS=$PWD"
                monkeypatch.setenv("TABULEIRO_PLUGINS", str(Path.cwd()))
                common.catalogue.cache_clear()
                series._catalogue.cache_clear()
                sys.modules.pop("tabuleiro_my_duel", None)
            else:
                assert words[0] == "tabuleiro"
                # The name is free where the reader stands.
                monkeypatch.delenv("TABULEIRO_PLUGINS") if words[1] == "new-plugin" else None
                said = at_home(*words[1:])
                assert (said.code, said.err) == (0, ""), line
                done += 1
        assert done > 8

    @pytest.mark.parametrize(
        "block", [b for b in BLOCKS if b[0] in {"yaml", "python", "markdown", "po"}]
    )
    def test_what_it_shows_stands_in_the_project(self, projects, block):
        files = [path for path in projects["my_duel"].rglob("*") if path.is_file()]
        texts = [path.read_text("utf-8") for path in files if "__pycache__" not in path.parts]
        assert any(block[1] in text for text in texts), block[1]

    def test_the_tree_it_draws_is_that_of_the_project(self, projects):
        (tree,) = [text for language, text in BLOCKS if not language]
        names = re.findall(r"[\w./*]+\.(?:toml|py|po|yaml|md)", tree)
        folder = projects["my_duel"]
        assert len(names) > 8
        for name in names:
            assert list(folder.rglob(name)), name

    @pytest.mark.parametrize("game", ["diadem", "leyte", "metz"])
    def test_its_figures_are_right(self, game):
        rows = re.findall(r"^\| (\w+)[^|]* \| (\d+) \| (\d+) \| (\d+) \|$", PAGE, re.MULTILINE)
        column = {row[0]: int(row[1 + ["diadem", "leyte", "metz"].index(game)]) for row in rows}
        module = load_module(find_module(game))
        ids = json.loads((ROOT / "tests" / "rules" / "ids" / f"{game}.json").read_text("utf-8"))
        lines = sum(
            path.read_text("utf-8").count("\n")
            for path in (ROOT / "plugins" / f"tabuleiro_{game}").glob("*.py")
        )
        assert column["hexes"] == len(module.board.grid.hexes)
        assert column["counters"] == len(module.counters)
        assert column["clauses"] == len(ids["clauses"])
        assert column["lines"] == pytest.approx(lines, abs=25)

    def test_its_files_exist(self):
        for name in re.findall(r"\]\(([\w./-]+)\)", PAGE):
            assert (ROOT / "docs" / name).exists(), name
        for name in re.findall(r"`((?:plugins|rules)/[\w/.]+)`", PAGE):
            base = ROOT / "framework" / "tabuleiro" if name.startswith("rules") else ROOT
            assert (base / name).exists(), name
