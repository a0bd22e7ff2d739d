"""The recipe of the standalone program: what PyInstaller is told, without running it."""

import re
import sys
import tomllib
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

ROOT = Path(__file__).resolve().parents[1]
SPEC = ROOT / "docs" / "standalone.spec"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


@pytest.fixture(scope="module")
def told():
    """What the recipe tells PyInstaller, whose words are played by others here."""
    told = {}

    def analysis(scripts, **what):
        told.update(what, scripts=scripts)
        return SimpleNamespace(pure=[], scripts=[], binaries=[], datas=[])

    hooks = ModuleType("PyInstaller.utils.hooks")
    hooks.copy_metadata = lambda name: [(str(ROOT / "pyproject.toml"), f"{name}.dist-info")]
    with pytest.MonkeyPatch.context() as patch:
        for name in ("PyInstaller", "PyInstaller.utils"):
            patch.setitem(sys.modules, name, ModuleType(name))
        patch.setitem(sys.modules, hooks.__name__, hooks)
        words = {
            "SPECPATH": str(SPEC.parent),
            "Analysis": analysis,
            "PYZ": lambda _pure: None,
            "EXE": lambda *_parts, **how: told.update(exe=how),
            "COLLECT": lambda *_parts, **how: told.update(collect=how),
        }
        exec(compile(SPEC.read_text("utf-8"), SPEC, "exec"), words)
    return told


def test_whatever_it_names_exists(told):
    for path in (*told["scripts"], *told["pathex"], *(source for source, _to in told["datas"])):
        assert Path(path).exists(), path


def test_every_package_and_every_plugin_is_named(told):
    named = set(told["hiddenimports"])
    for folder in ("framework", "plugins"):
        for path in (ROOT / folder).rglob("__init__.py"):
            assert ".".join(path.parent.relative_to(ROOT / folder).parts) in named
    assert named >= set(PROJECT["entry-points"]["tabuleiro"].values())
    assert {"tabuleiro.cli.play", "tabuleiro.host.app"} <= named, "commands are found by name"


def test_all_that_is_no_code_goes_where_the_program_looks(told):
    there = {(Path(source).relative_to(ROOT).as_posix(), to) for source, to in told["datas"]}
    package = "framework/tabuleiro"
    for file, to in {
        (f"{package}/locale/pt/LC_MESSAGES/cli.po", "tabuleiro/locale/pt/LC_MESSAGES"),
        (f"{package}/host/guides/first-match.yaml", "tabuleiro/host/guides"),
        (f"{package}/host/pictures/first-match.jpg", "tabuleiro/host/pictures"),
        ("modules/diadem/module.yaml", "tabuleiro_modules/diadem"),
        ("modules/diadem/scenarios/campaign.yaml", "tabuleiro_modules/diadem/scenarios"),
        ("LICENSE", "."),
        ("NOTICE", "."),
    }:
        assert (file, to) in there
    for path in (ROOT / package).rglob("*.json"):
        file = path.relative_to(ROOT)
        assert (file.as_posix(), file.parent.relative_to("framework").as_posix()) in there
    assert any(to == "tabuleiro.dist-info" for _file, to in there), "plugins are found through it"
    assert not any("__pycache__" in file or file.endswith(".py") for file, _to in there)


def test_nothing_that_is_needed_is_left_out(told):
    needed = {re.split(r"[>=<!\[; ]", name)[0].lower() for name in PROJECT["dependencies"]}
    left_out = {name.lower() for name in told["excludes"]}
    assert not needed & left_out
    code = [
        path.read_text("utf-8")
        for f in ("framework", "plugins")
        for path in (ROOT / f).rglob("*.py")
    ]
    for name in told["excludes"]:
        imported = re.compile(rf"^(import|from) {re.escape(name)}\b", re.MULTILINE)
        assert not any(imported.search(text) for text in code), name


def test_libraries_stay_files_that_can_be_replaced(told):
    """The licence of Qt (LGPL) wants that; it is a folder, not one file."""
    assert told["exe"]["exclude_binaries"] is True
    assert told["collect"]["name"] == "tabuleiro"
