"""The project as a whole: what stands where, and the promises that no single package keeps."""

import ast
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
import zipfile
from contextlib import suppress
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))

# In two parts, or this file would hold what it forbids.
REGISTRIES = ["py" + "pi.org", "python" + "hosted.org", "npm" + "js.", "crates" + ".io"]
MACHINE_PATHS = ["/wo" + "rk/", "/ro" + "ot/", "/ho" + "me/", "C:" + "\\Users"]


def ignored():
    """The patterns of .gitignore, all of which are mere names."""
    lines = (ROOT / ".gitignore").read_text("utf-8").splitlines()
    patterns = [line.rstrip("/") for line in lines if line and not line.startswith("#")]
    assert not any("/" in pattern or pattern.startswith("!") for pattern in patterns)
    return [".git", *patterns]


def kept_files(root):
    """What would be under version control in a folder that is under none."""
    patterns = ignored()
    for folder, names, files in os.walk(root):
        names[:] = [name for name in names if not any(fnmatch(name, each) for each in patterns)]
        for name in files:
            if not any(fnmatch(name, each) for each in patterns):
                yield Path(folder, name)


def tracked_files():
    """What is, or is about to be, under version control."""
    if (ROOT / ".git").exists() and shutil.which("git"):
        command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        if done.returncode == 0:
            return [ROOT / name for name in done.stdout.split("\0") if (ROOT / name).is_file()]
    return list(kept_files(ROOT))


@cache
def tracked_texts():
    """The texts of the project by their paths, read once."""
    found = []
    for path in tracked_files():
        with suppress(UnicodeDecodeError):
            found.append((path.relative_to(ROOT).as_posix(), path.read_text("utf-8")))
    return found


def top_level_imports(source):
    """Every module that a file imports, wherever in the file."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            yield node.module.split(".")[0]


def parsed(*folders, word):
    """Each Python file under some folders in which a word stands, as a tree of syntax."""
    for name, source in tracked_texts():
        if name.endswith(".py") and name.startswith(folders) and word in source:
            yield name, ast.parse(source)


class TestSecrecy:
    """What import-linter cannot see: names that a package hands on, and hooks that are asked."""

    def test_window_terminal_and_computer_players_hold_no_game(self):
        """But for types: a match that is played from outside belongs to whoever began it."""
        may = {"framework/tabuleiro/bots/inspector.py"}  # looks after the program, not after a side
        clients = (
            "framework/tabuleiro/bots/",
            "framework/tabuleiro/cli/terminal",
            "framework/tabuleiro/host/",
        )
        holders = set()
        seen = 0
        for name, tree in parsed(*clients, word="tabuleiro.engine"):
            seen += 1
            typing = {
                id(inner)
                for node in ast.walk(tree)
                if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
                for inner in ast.walk(node)
            }
            holders |= {
                name
                for node in ast.walk(tree)
                if isinstance(node, ast.ImportFrom)
                and node.module.startswith("tabuleiro.engine")
                and id(node) not in typing
                and {alias.name for alias in node.names} & {"Game", "Belief", "Eyes", "view"}
            }
        assert seen > 10
        assert holders == may

    def test_nobody_but_the_eyes_asks_what_may_be_seen(self):
        asking = set()
        for name, tree in parsed("framework/", "plugins/", word="knowledge"):
            for node in ast.walk(tree):
                named = isinstance(node, ast.Attribute) and node.attr == "knowledge"
                if named and ast.unparse(node.value).endswith(("rules", "hook")):
                    asking.add(name)
        assert asking == {
            "framework/tabuleiro/engine/eyes.py",
            "framework/tabuleiro/rules/recon/covered.py",  # what is said of what was done in secret
        }


class TestQt:
    def test_window_library_leaves_none_alone(self):
        """PySide6 6.12.0 on Python 3.11 gives away one reference to None in every void call."""
        pytest.importorskip("PySide6")
        program = (
            "import sys\n"
            "from PySide6.QtCore import QObject\n"
            "thing = QObject()\n"
            "before = sys.getrefcount(None)\n"
            "for _ in range(1000): QObject().setObjectName('x')\n"
            "print(abs(sys.getrefcount(None) - before))\n"
        )
        done = subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        assert int(done.stdout) < 100

    def test_bad_release_is_excluded(self):
        (pin,) = PROJECT["project"]["optional-dependencies"]["host"]
        assert pin.startswith("PySide6-Essentials")
        assert "!=6.12.0" in pin

    def test_engine_and_command_line_need_no_qt(self):
        program = (
            "import sys, tabuleiro, tabuleiro.cli, tabuleiro_diadem\n"
            "assert not any(name.startswith(('PySide6', 'shiboken6')) for name in sys.modules)\n"
        )
        subprocess.run([sys.executable, "-c", program], check=True)


class TestFiles:
    @pytest.mark.parametrize("name", REGISTRIES)
    def test_no_package_registry_is_named(self, name):
        assert [path for path, text in tracked_texts() if name in text] == []

    @pytest.mark.parametrize("name", MACHINE_PATHS)
    def test_no_path_of_one_machine_is_named(self, name):
        where = re.compile(r"(?<![\w.}-])" + re.escape(name))
        assert [path for path, text in tracked_texts() if name in text and where.search(text)] == []

    def test_what_a_run_writes_is_not_taken_for_a_part_of_the_project(self, tmp_path):
        """Without git: an archive that was unpacked has no list of its files."""
        written = [".hypothesis/constants/1f", ".venv/bin/pip", ".venv-lowest/install.log"]
        written += [".coverage.host.1", "framework/x/__pycache__/a.pyc", "tabuleiro.egg-info/a"]
        for name in [*written, "framework/x/a.py", "run.py", ".gitignore"]:
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).touch()
        kept = {path.relative_to(tmp_path).as_posix() for path in kept_files(tmp_path)}
        assert kept == {"framework/x/a.py", "run.py", ".gitignore"}

    def test_layout(self):
        assert (ROOT / ".ci" / "run").is_file()
        assert (ROOT / "framework" / "tabuleiro" / "py.typed").is_file()
        top = {path.relative_to(ROOT).parts[0] for path in tracked_files()}
        assert {name for name in top if not name.startswith(".")} == {
            *("CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "NOTICE", "README.md"),
            *("pyproject.toml", "requirements.lock", "run.py", "setup.py"),
            *("docs", "framework", "modules", "plugins", "tests"),
        }

    def test_no_lock_file(self):
        names = {path.name for path in tracked_files()}
        assert names.isdisjoint(
            {"uv.lock", "poetry.lock", "pdm.lock", "Pipfile.lock", "pylock.toml"}
        )

    def test_packages_are_complete(self):
        """A folder of Python without `__init__.py` would be missing from the wheel."""
        sources = [path for path in tracked_files() if path.suffix == ".py"]
        folders = {path.parent.relative_to(ROOT) for path in sources}
        packages = [each for each in folders if each.parts[:1] in {("framework",), ("plugins",)}]
        assert [each for each in packages if not (ROOT / each / "__init__.py").exists()] == []

    def test_every_plugin_is_announced(self):
        plugins = {path.name for path in (ROOT / "plugins").glob("tabuleiro_*") if path.is_dir()}
        announced = PROJECT["project"]["entry-points"]["tabuleiro"]
        assert plugins == set(announced.values())
        assert plugins == {f"tabuleiro_{game}" for game in announced}
        assert plugins < set(PROJECT["tool"]["importlinter"]["root_packages"])


class TestRunPy:
    def test_needs_only_the_standard_library(self):
        imported = set(top_level_imports((ROOT / "run.py").read_text("utf-8")))
        assert imported <= set(sys.stdlib_module_names)

    def test_continuous_integration_calls_it(self):
        script = ROOT / ".ci" / "run"
        assert "python3 run.py test" in script.read_text("utf-8")
        if os.name == "posix":
            assert os.access(script, os.X_OK)

    def test_help(self):
        done = subprocess.run(
            [sys.executable, str(ROOT / "run.py"), "--help"],
            capture_output=True,
            text=True,
            check=True,
        )
        assert "python3 run.py test" in done.stdout

    @pytest.mark.parametrize(
        ("output", "line"),
        [
            ("==== 12 passed in 3.21s ====\n", "12 passed, 0 failed in 3.21s"),
            ("12 passed in 3.21s\n", "12 passed, 0 failed in 3.21s"),
            (
                "\x1b[31m== \x1b[1m2 failed\x1b[0m, 70 passed, 1 skipped in 65.32s (0:01:05) ==\n",
                "70 passed, 2 failed, 1 skipped in 65.32s",
            ),
            ("!! Interrupted !!\n=== 1 error in 0.5s ===\n", "0 passed, 0 failed, 1 error in 0.5s"),
            ("== no tests ran in 0.01s ==\n", "0 passed, 0 failed in 0.01s"),
            ("Segmentation fault\n", "0 passed, 0 failed: pytest did not come to its end"),
        ],
    )
    def test_closing_line(self, run_py, output, line):
        assert run_py.closing_line(output) == line

    def test_coverage_is_asked_for_only_when_all_tests_run(self, run_py):
        assert "--cov" in run_py.pytest_command(quick=False, arguments=[])
        assert "--cov" not in run_py.pytest_command(quick=True, arguments=[])
        assert "--cov" not in run_py.pytest_command(quick=False, arguments=["-k", "retreat"])
        assert "--write-proofs" in run_py.pytest_command(quick=False, arguments=[])
        assert "--write-proofs" not in run_py.pytest_command(quick=True, arguments=[])
        assert "not slow" in run_py.pytest_command(quick=True, arguments=[])

    def test_bytecode_is_kept_from_run_to_run(self, run_py, monkeypatch):
        monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
        monkeypatch.setenv("KEPT", "as it is")
        env = run_py.environment_of_tests()
        assert "PYTHONDONTWRITEBYTECODE" not in env
        assert env["KEPT"] == "as it is"

    def test_floors_are_tried(self, run_py):
        lowest = run_py.floors()
        libraries = PROJECT["project"]["dependencies"]
        assert len(lowest) == len(libraries) + 1
        assert "pydantic==2.10" in lowest
        assert "numpy==2.0; python_version < '3.13'" in lowest

    def test_what_judges_is_pinned_and_libraries_have_both_ends(self):
        extras = PROJECT["project"]["optional-dependencies"]
        loose = [each for each in extras["dev"] if "==" not in each]
        assert loose == ["setuptools>=77"]
        name = re.compile(r"[\w.-]+")
        libraries = {name.match(each)[0] for each in PROJECT["project"]["dependencies"]}
        tested = [name.match(each)[0] for each in extras["tested"]]
        assert sorted(tested) == sorted(libraries | {"PySide6-Essentials"})
        assert all("<=" in each for each in extras["tested"])

    def test_the_lock_names_each_library_once_for_each_case_with_hashes(self, run_py):
        text = run_py.LOCK.read_text("utf-8")
        entries = re.findall(
            r"^([\w.-]+)==([\w.]+)(.*?)(?=^[\w.-]+==|\Z)", text, re.MULTILINE | re.DOTALL
        )
        names = {name for name, _version, _rest in entries}
        wanted = {re.match(r"[\w.-]+", each)[0] for each in PROJECT["project"]["dependencies"]}
        wanted |= {"PySide6-Essentials", "setuptools"}
        assert {name.lower().replace("_", "-") for name in wanted} <= names
        assert len({(name, rest.partition("--hash")[0]) for name, _v, rest in entries}) == len(
            entries
        )
        assert all(re.search(r"--hash=sha256:[0-9a-f]{64}", rest) for _n, _v, rest in entries)
        assert "/" not in text.partition("\n")[2]

    def test_the_lock_holds_what_was_tested(self, run_py):
        text = run_py.LOCK.read_text("utf-8")
        for each in PROJECT["project"]["optional-dependencies"]["tested"]:
            name, version = re.match(r"([\w.-]+)<=([\w.]+)", each).groups()
            if name != "numpy":  # the newest is not for every Python
                assert f"{name.lower()}=={version}" in text

    @pytest.mark.parametrize(
        ("machine", "end", "locked"),
        [("x86_64", "", True), ("riscv64", "", False), ("x86_64", "newest", False)],
    )
    def test_what_the_lock_knows_is_installed_with_hashes(
        self, run_py, monkeypatch, machine, end, locked
    ):
        monkeypatch.setattr(run_py.sys, "platform", "linux")
        monkeypatch.setattr(run_py.platform, "machine", lambda: machine)
        monkeypatch.setattr(run_py.platform, "libc_ver", lambda: ("glibc", "2.36"))
        monkeypatch.setattr(run_py.sys, "version_info", (3, 12, 1))
        monkeypatch.setattr(run_py, "END", end)
        asked = []
        monkeypatch.setattr(run_py, "pip_install", lambda *words: asked.append(words))
        run_py.install(["host"])
        assert ("--require-hashes" in asked[0]) is locked
        assert any("--editable" in words for words in asked)

    def test_nothing_is_installed_on_the_system_unasked(self, run_py, monkeypatch):
        done = []
        monkeypatch.setattr(run_py.shutil, "which", lambda name: f"/usr/bin/{name}")
        monkeypatch.setattr(run_py.os, "geteuid", lambda: 0, raising=False)
        monkeypatch.setattr(run_py.subprocess, "run", lambda *words, **_named: done.append(words))
        monkeypatch.setattr(run_py.sys, "stdin", Terminal("no\n"))
        monkeypatch.setattr(run_py.sys, "stderr", Terminal())
        with pytest.raises(run_py.SetupError, match="apt-get install -y a-package"):
            run_py.apt_install(["a-package"])
        assert done == []
        assert "a-package" in run_py.sys.stderr.getvalue()

    def test_missing_library_is_noticed(self, run_py, monkeypatch):
        monkeypatch.setattr(run_py.sys, "platform", "linux")
        monkeypatch.setattr(run_py.shutil, "which", lambda name: f"/usr/bin/{name}")
        monkeypatch.setattr(run_py.os, "geteuid", lambda: 1000, raising=False)
        with pytest.raises(run_py.SetupError, match="apt-get install -y a-package\n"):
            run_py.need_system({"libthere-is-no-such-thing.so.9": "a-package"})

    @pytest.fixture
    def run_py(self, monkeypatch):
        import importlib.util

        spec = importlib.util.spec_from_file_location("run_py", ROOT / "run.py")
        module = importlib.util.module_from_spec(spec)
        monkeypatch.setitem(sys.modules, "run_py", module)
        spec.loader.exec_module(module)
        return module


class Terminal(io.StringIO):
    """A stream that somebody sits at."""

    def isatty(self):
        return True


def readme_commands():
    """The `python3 run.py ...` lines in the code blocks of the README, without comments."""
    text = (ROOT / "README.md").read_text("utf-8")
    for block in re.findall(r"^```\w*\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        for line in block.splitlines():
            words = shlex.split(line, comments=True)
            if words[:2] == ["python3", "run.py"]:
                yield tuple(words[2:])


class TestReadme:
    def test_shows_both_commands(self):
        commands = set(readme_commands())
        assert () in commands
        assert ("test",) in commands

    @pytest.mark.slow
    @pytest.mark.parametrize(
        "words",
        sorted({words for words in readme_commands() if words and words[0] != "test"}),
        ids=" ".join,
    )
    def test_command_works(self, words, tmp_path):
        """The program is asked directly: run.py would only set up what is set up."""
        program = "import sys; from tabuleiro.cli import main; sys.exit(main())"
        done = subprocess.run(
            [sys.executable, "-c", program, *words],
            cwd=ROOT,
            env={**os.environ, "XDG_DATA_HOME": str(tmp_path), "PYTHONUTF8": "1"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            timeout=120,
            check=False,
        )
        assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A folder with all that a wheel of this source holds."""
    folder = tmp_path_factory.mktemp("wheel")
    for path in tracked_files():
        name = path.relative_to(ROOT)
        if name.parts[0] != "tests":
            (folder / "source" / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, folder / "source" / name)
    command = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation"]
    command += ["--no-index", "--wheel-dir", str(folder), str(folder / "source")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = folder.glob("tabuleiro-*.whl")
    zipfile.ZipFile(wheel).extractall(folder / "site")
    return folder / "site"


@pytest.mark.slow
class TestWheel:
    def test_holds_packages_and_modules(self, site):
        for path in tracked_files():
            first, *rest = path.relative_to(ROOT).parts
            if first in {"framework", "plugins"}:
                assert site.joinpath(*rest).is_file()
            elif first == "modules":
                assert site.joinpath("tabuleiro_modules", *rest).is_file()

    @pytest.mark.parametrize(
        ("words", "told"),
        [
            (["show", "diadem"], ["Operation Diadem"]),
            (["rules", "metz", "4.1.2-2"], [
                "metz-4.1.2-2 is proven by:\n  tests/rules/metz/",
                "The tests themselves lie in the source tree, which is not here.",
                "  tabuleiro_modules/metz/module.yaml:",
                "\n  tabuleiro/",
            ]),
        ],
    )  # fmt: skip
    def test_finds_its_games_and_their_rules(self, site, tmp_path, words, told):
        program = (
            "import sys, tabuleiro\n"
            f"assert tabuleiro.__file__.startswith({str(site)!r}), tabuleiro.__file__\n"
            "from tabuleiro.cli import main\n"
            "sys.exit(main())\n"
        )
        done = subprocess.run(
            [sys.executable, "-c", program, *words, "--lang", "en"],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(site), "PYTHONUTF8": "1"},
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        assert done.returncode == 0, done.stderr
        assert [part for part in told if part not in done.stdout] == []


def test_what_coverage_does_not_count_it_does_not_watch():
    """Watched tests take two to three times as long, these too, if anything still listens."""
    assert "coverage" not in type(sys.gettrace()).__module__
