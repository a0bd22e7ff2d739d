"""Plugins that lie in folders are found; whatever is wrong with one is one sentence."""

import json
import os
import subprocess
import sys
from textwrap import dedent

import pytest

from tabuleiro.engine.plugins import found_plugins

GOOD = """
from tabuleiro.hooks import GamePlugin, hookimpl
from tabuleiro.rules.families import ladder

@hookimpl
def tabuleiro_games():
    return [GamePlugin({id!r}, ladder.parts())]
"""
STEP = "from tabuleiro.engine import Step\n"
BAD = {
    "syntax": ("def", "invalid syntax"),
    "gone": ("import there_is_no_such_module", "No module named"),
    "leaves": ("raise SystemExit('enough')", "enough"),
    "mute": ("raise ValueError", "ValueError"),
    "robber": (
        GOOD.format(id="diadem"),
        "tabuleiro_robber/__init__.py:5) is there already",
    ),
    "hooks": (
        f"""{GOOD.format(id="hooks").replace("ladder.parts()", "[*ladder.parts(), Rules()]")}
class Rules:
    @hookimpl
    def no_such_hook(self): pass
""",
        'the rules of "hooks" do not fit the hooks: there is no hook',
    ),
    "folders": (
        f"""{GOOD.format(id="folders")}
@hookimpl
def tabuleiro_module_folders():
    return 1 / 0
""",
        "division by zero",
    ),
    "namesake": (
        f"{STEP}class Resolve(Step, frozen=True): pass\n{GOOD.format(id='namesake')}",
        'its Step "resolve" (tabuleiro_namesake/__init__.py:2) is called as that of "tabuleiro"',
    ),
    "namesakes": (
        f"""{STEP}class Resolve(Step, frozen=True): pass
class Retreating(Step, frozen=True): pass
{GOOD.format(id="namesakes")}""",
        '; taken, too: "',
    ),
    "half": (
        """
        from tabuleiro.engine import Step
        class BattleEnd(Step, frozen=True): pass
        import os
        os.kept = BattleEnd  # so that it does not go with the module
        raise KeyError("half")
        """,
        "half",
    ),
    "accents": (
        """
        from pathlib import Path
        from tabuleiro.i18n import add_catalogues
        add_catalogues(Path(__file__).parent / "locale")
        """,
        "words.po:1: what?",
    ),
}
"""Packages that are wrong, and what is said of them."""
ASK = """
import json, sys
from tabuleiro.engine.catalogue import Catalogue
Catalogue.installed()
found = Catalogue.installed()  # finding them again makes it no worse
game = found.new("diadem", seed="1")
game.act(game.legal()[0])
json.dump({"faults": found.faults, "games": sorted(found.games)}, sys.stdout)
"""


def package(folder, name, code):
    path = folder / f"tabuleiro_{name}"
    path.mkdir(parents=True)
    (path / "__init__.py").write_text(dedent(code), "utf-8")
    return path


def ask(*folders):
    """What a process of its own finds, with plugins in these folders."""
    done = subprocess.run(
        [sys.executable, "-c", ASK],
        env={**os.environ, "TABULEIRO_PLUGINS": os.pathsep.join(map(str, folders))},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def asked(tmp_path_factory):
    """What is found among good plugins and bad ones, all at once."""
    folder = tmp_path_factory.mktemp("plugins")
    for name, (code, _told) in BAD.items():
        package(folder, name, code)
    locale = folder / "tabuleiro_accents" / "locale" / "pt" / "LC_MESSAGES"
    locale.mkdir(parents=True)
    (locale / "words.po").write_text("what?\n", "utf-8")
    package(folder / "project", "inside", GOOD.format(id="inside"))
    beside = tmp_path_factory.mktemp("more")
    package(beside, "beside", GOOD.format(id="beside"))
    package(beside, "inside", "raise ValueError('the second of two')")
    package(beside, "diadem", "raise ValueError('installed ones come first')")
    return ask(folder, beside, folder / "nowhere")


@pytest.mark.slow
@pytest.mark.parametrize("name", BAD)
def test_a_bad_plugin_is_one_sentence(asked, name):
    told = [fault for fault in asked["faults"] if fault.startswith(f'The plugin "{name}" ')]
    assert len(told) == 1
    assert BAD[name][1] in told[0]
    assert "\n" not in told[0]
    assert name not in asked["games"]


def test_good_ones_beside_it_are_there(asked):
    assert {"inside", "beside", "diadem", "leyte", "metz"} <= set(asked["games"])


def test_a_folder_that_is_missing_is_named(asked):
    (told,) = [fault for fault in asked["faults"] if "nowhere" in fault]
    assert told.startswith("TABULEIRO_PLUGINS names the folder ")


def test_nothing_else_is_wrong(asked):
    assert len(asked["faults"]) == len(BAD) + 3


@pytest.mark.parametrize("name", ["inside", "diadem"])
def test_one_that_is_called_as_another_is_told(asked, name):
    told = [fault for fault in asked["faults"] if f'The plugin "{name}" in ' in fault]
    assert len(told) == 1
    assert "is left out" in told[0]


def test_the_project_itself_may_be_named_and_the_user_has_a_folder(tmp_path, monkeypatch):
    package(tmp_path / "project", "named", "")
    package(tmp_path / "data" / "plugins" / "project", "of_user", "")
    (tmp_path / "data" / "plugins" / "tabuleiro_nothing").mkdir()
    monkeypatch.setenv("TABULEIRO_PLUGINS", str(tmp_path / "project"))
    monkeypatch.setattr("platformdirs.user_data_dir", lambda *_a, **_k: str(tmp_path / "data"))
    names = [found.name for found in found_plugins()]
    assert names[-2:] == ["named", "of_user"]
    assert "nothing" not in names
