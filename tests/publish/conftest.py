"""A player's home folder, packs made by hand, and a key."""

import os
import shutil
from pathlib import Path
from textwrap import dedent

import pytest

from tabuleiro.cli.common import catalogue
from tabuleiro.engine import strangers
from tabuleiro.publish.keys import make_key, sign
from tabuleiro.publish.packing import make_pack

HERE = Path(__file__).parent
SCENARIO = HERE / "three-turns-at-cassino"
DUEL = HERE.parent / "module" / "fixtures" / "duel"

AUTHOR = """\
format: 1
id: {id}
kind: {kind}
version: {version}
title: {{pt: Um pacote, en: A pack}}
summary: {{pt: Para provas., en: For tests.}}
publisher: Oficina
licence: Apache-2.0
languages: [pt, en]
"""
CODE = """
import os
with open(os.environ["RAN"], "a") as ran:
    ran.write("{id} {version}\\n")
from tabuleiro.hooks import GamePlugin, hookimpl
from tabuleiro.rules.families import ladder

@hookimpl
def tabuleiro_games():
    return [GamePlugin("{id}", ladder.parts(), version="{version}")]
"""
"""A plugin that says so when it runs."""


class Home:
    """Where a player's things lie."""

    def __init__(self, folder, monkeypatch):
        self.folder = folder
        self.data = folder / "data" / "tabuleiro"
        self.ran = folder / "ran"
        for name, value in {
            "XDG_DATA_HOME": folder / "data",
            "XDG_CACHE_HOME": folder / "cache",
            "TABULEIRO_LIBRARY": folder / "library.db",
            "RAN": self.ran,
        }.items():
            monkeypatch.setenv(name, str(value))
        monkeypatch.delenv("TABULEIRO_PLUGINS", raising=False)
        monkeypatch.delenv("TABULEIRO_MODULES", raising=False)
        catalogue.cache_clear()

    def runs(self):
        """What code ran, a line each time that it was loaded."""
        return self.ran.read_text("utf-8").splitlines() if self.ran.exists() else []

    def installed(self):
        packs = self.data / "packs"
        return sorted(path.relative_to(packs).as_posix() for path in packs.glob("*/*"))


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A new home folder; what was found in another is forgotten."""
    yield Home(tmp_path / "home", monkeypatch)
    catalogue.cache_clear()
    for code in list(strangers._known.values()):
        code._forget()


@pytest.fixture
def other_home(tmp_path, monkeypatch):
    """A function that goes to a second home folder."""
    return lambda name="other": Home(tmp_path / name, monkeypatch)


@pytest.fixture(scope="session")
def key(tmp_path_factory):
    return make_key(tmp_path_factory.mktemp("keys") / "key.pem")


def signed(pack, key):
    return pack._replace(signature=sign(key, pack.manifest.to_bytes()))


def project(folder, id="duel", kind="module", version="1.0.0", more=""):
    """A folder of an author with pack.yaml in it."""
    folder.mkdir(parents=True, exist_ok=True)
    told = AUTHOR.format(id=id, kind=kind, version=version) + dedent(more)
    (folder / "pack.yaml").write_text(told, "utf-8")
    return folder


def duel_module(folder, id="duel", version="1.0.0", plugin="duel"):
    """The small module under another name."""
    shutil.copytree(DUEL, folder)
    path = folder / "module.yaml"
    text = path.read_text("utf-8").replace("id: duel\n", f"id: {id}\n", 1)
    lines = [
        f"version: {version}" if line.startswith("version:")
        else f"plugin: {plugin}" if line.startswith("plugin:") else line
        for line in text.splitlines()
    ]  # fmt: skip
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return folder


def module_pack(folder, version="1.0.0", more=""):
    project(folder, version=version, more=more)
    duel_module(folder / "modules" / "duel", version=version)
    return make_pack(folder)


def plugin_pack(folder, id="duel", version="1.0.0", code=CODE, more=""):
    """A pack with code, and with the module that it plays."""
    project(folder, id=id, kind="plugin", version=version, more=more)
    package = folder / f"tabuleiro_{id}"
    package.mkdir(exist_ok=True)
    (package / "__init__.py").write_text(code.format(id=id, version=version), "utf-8")
    duel_module(package / "modules" / id, id=id, version=version, plugin=id)
    return make_pack(folder)


def write(pack, path):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(pack.to_bytes())
    return path


@pytest.fixture
def tabuleiro(home, capsys, monkeypatch):
    """Run ``tabuleiro`` with words, in English."""
    import io
    import json

    from tabuleiro.cli import main

    monkeypatch.setenv("TABULEIRO_LANGUAGE", "en")
    monkeypatch.setenv("COLUMNS", "100")

    class Said:
        def __init__(self, code, out, err):
            self.code, self.out, self.err = code, out, err

        @property
        def json(self):
            return json.loads(self.out)

    def run(*words, stdin=None):
        stream = io.StringIO(stdin or "")
        stream.isatty = lambda: stdin is not None
        monkeypatch.setattr("sys.stdin", stream)
        catalogue.cache_clear()
        capsys.readouterr()
        code = main([str(word) for word in words])
        said = capsys.readouterr()
        return Said(code, said.out, said.err)

    return run


@pytest.fixture
def ask_elsewhere():
    """Run Python in a process of its own, where nothing was loaded before."""
    import subprocess
    import sys

    def ask(code):
        paths = os.pathsep.join(sys.path)
        done = subprocess.run(
            [sys.executable, "-c", dedent(code)],
            env={**os.environ, "PYTHONPATH": paths},
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    return ask
