#!/usr/bin/env python3
"""Set Tabuleiro up and start it, or test it. Needs nothing but Python 3.11.

The libraries go into `.venv/` beside this file, once; later runs need no network.
"""

from __future__ import annotations

import sys

if sys.version_info < (3, 11):
    sys.exit("Tabuleiro needs Python 3.11 or newer; this is " + sys.version.split()[0] + ".")

import argparse
import ctypes
import hashlib
import importlib.util
import io
import json
import os
import platform
import re
import shlex
import shutil
import subprocess
import time
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent
# With which libraries to test, if not with the tested ones. Each end has an environment of its own.
END = next((end for end in ("lowest", "newest") if f"--{end}" in sys.argv[1:]), "")
VENV = ROOT / (f".venv-{END}" if END else ".venv")
STAMP = VENV / "tabuleiro.json"
LOG = VENV / "install.log"
LOCK = ROOT / "requirements.lock"
WINDOWS = sys.platform == "win32"
BIN = VENV / ("Scripts" if WINDOWS else "bin")
PYTHON = BIN / ("python.exe" if WINDOWS else "python")

USAGE = """\
python3 run.py                        open the table: its window
python3 run.py WORD ...               anything that `tabuleiro WORD ...` can do
python3 run.py test                   all checks and all tests
python3 run.py test --quick           the same without slow tests and coverage
python3 run.py test [--quick] ARG ... the same, with arguments for pytest
python3 run.py test --lowest ...      only the tests, with the oldest libraries that may be
python3 run.py test --newest ...      the same as test, with the newest libraries there are

The first start downloads the libraries into .venv; later starts need no network."""

# Shared library -> Debian package. Qt wants the first group to be imported at all, the
# second to open a window under X11.
QT_LIBRARIES = {
    "libglib-2.0.so.0": "libglib2.0-0",
    "libGL.so.1": "libgl1",
    "libEGL.so.1": "libegl1",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libfontconfig.so.1": "libfontconfig1",
    "libdbus-1.so.3": "libdbus-1-3",
}
WINDOW_LIBRARIES = {
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-shape.so.0": "libxcb-shape0",
}

NETWORK_TROUBLE = re.compile(
    "NameResolutionError|NewConnectionError|ConnectTimeout|Max retries|getaddrinfo"
    "|Temporary failure in name|Network is unreachable|No route to host|Connection refused"
    "|No matching distribution"
)


class SetupError(Exception):
    """Tabuleiro cannot be set up; the message says why and what to do."""


def say(sentence: str) -> None:
    """Tell of progress. On stderr: what a command prints on stdout may be read by a program."""
    print(sentence, file=sys.stderr, flush=True)


# ------------------------------------------------------------------ what the system must have


def loads(library: str) -> bool:
    """Whether the system's loader finds a shared library and all that it needs."""
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def agreed(question: str) -> bool:
    """Whether the user says yes. Without a terminal, on a build machine, nobody can be asked."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        return True
    sys.stderr.write(f"{question} [y/N] ")
    sys.stderr.flush()
    return sys.stdin.readline().strip().lower() in {"y", "yes", "s", "sim"}


def apt_install(packages: Sequence[str]) -> None:
    """Install Debian packages if we may, else say which are missing."""
    names = " ".join(packages)
    apt = shutil.which("apt-get")
    if apt is None:
        raise SetupError(
            "Some system libraries are missing. On Debian and Ubuntu their packages are called\n"
            f"{names}.\nInstall what they are called on this system and start again."
        )
    if os.geteuid() != 0:
        raise SetupError(
            "Some system libraries are missing. Install them and start again:\n\n"
            f"    sudo apt-get update && sudo apt-get install -y {names}\n"
        )
    if not agreed(f"Some system libraries are missing: {names}. Install them with apt-get?"):
        raise SetupError(
            "Nothing was installed. Install them and start again:\n\n"
            f"    apt-get update && apt-get install -y {names}\n"
        )
    say(f"Installing what is missing on this system: {names} ...")
    for command in [[apt, "update", "-qq"], [apt, "install", "-y", "-qq", *packages]]:
        done = subprocess.run(
            command,
            env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        if done.returncode:
            raise SetupError(
                f"{done.stdout}\n`{shlex.join(command)}` failed; what it said stands above.\n"
                "If there is no network, run the same command once with one."
            )


def need_system(libraries: Mapping[str, str]) -> None:
    """Make sure of what only the system can give: a few libraries, and on Debian `ensurepip`."""
    missing = []
    if sys.platform.startswith("linux"):  # elsewhere Qt brings all it needs
        missing = [package for library, package in libraries.items() if not loads(library)]
    if importlib.util.find_spec("ensurepip") is None and environment_python() is None:
        missing.append(f"python{sys.version_info.major}.{sys.version_info.minor}-venv")
    if missing:
        apt_install(missing)


# ------------------------------------------------------------------------- the environment


def project() -> dict[str, Any]:
    """What pyproject.toml says."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        return tomllib.load(file)


def fingerprint() -> str:
    """A digest of what an installation depends on, so that other settings cost no reinstall."""
    said = project()
    packages = sorted(str(path.relative_to(ROOT)) for path in ROOT.glob("*/*/__init__.py"))
    text = json.dumps([said["build-system"], said["project"], packages], sort_keys=True)
    text += (ROOT / "setup.py").read_text("utf-8") + LOCK.read_text("utf-8")
    return hashlib.sha256(text.encode()).hexdigest()


def read_stamp() -> dict[str, Any]:
    """What was installed into `.venv/`, or nothing."""
    try:
        stamp = json.loads(STAMP.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}


def environment_python() -> str | None:
    """The version of the Python in `.venv/`, or None where none works."""
    try:
        done = subprocess.run(
            [str(PYTHON), "-c", "import sys, pip; print(sys.version)"],
            capture_output=True,
            text=True,
            check=False,
        )
    except OSError:
        return None
    return done.stdout.strip() or None


def make_environment() -> None:
    """Make an empty `.venv/`."""
    say(f"Making an environment of its own for Tabuleiro in {VENV.name} ...")
    # In a child: `ensurepip` may have been installed a moment ago.
    done = subprocess.run(
        [sys.executable, "-m", "venv", "--clear", str(VENV)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode:
        raise SetupError(f"{done.stdout}\nThe environment .venv could not be made; see above.")


def pip_install(*arguments: str) -> None:
    """Let pip install something; its own words go to a log."""
    command = [str(PYTHON), "-m", "pip", "install", "--disable-pip-version-check"]
    command += ["--no-input", "--progress-bar=off", "--retries=2", *arguments]
    lines: list[str] = []
    with LOG.open("a", encoding="utf-8") as log:
        pip = subprocess.Popen(
            command,
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
        )
        for line in pip.stdout or ():
            log.write(line)
            log.flush()
            lines.append(line)
            if file := re.match(r"\s*Downloading ([\w.]+-[\w.]+?)(?:-|\.tar)\S+( \([^)]*\))", line):
                say(f"    {file[1].replace('-', ' ')}{file[2]}")
    if pip.stdout:
        pip.stdout.close()
    if pip.wait() == 0:
        return
    if "CERTIFICATE_VERIFY_FAILED" in "".join(lines):
        raise SetupError(
            "The libraries could not be downloaded: this machine does not trust the certificate\n"
            "of the server, or of something in between. Install the certificates of the system\n"
            "(apt-get install ca-certificates), or name your own with PIP_CERT, and run it again.\n"
            f"What pip said is in {LOG.relative_to(ROOT)}."
        )
    if NETWORK_TROUBLE.search("".join(lines)):
        raise SetupError(
            "The libraries could not be downloaded: there seems to be no network. Run the same\n"
            "command once with a network; after that none is needed.\n"
            f"What pip said is in {LOG.relative_to(ROOT)}."
        )
    raise SetupError(f"{''.join(lines[-15:])}\npip failed; all it said is in {LOG}.")


def install(extras: Sequence[str]) -> None:
    """Install Tabuleiro from this folder, in place, with its libraries.

    These are the files whose hashes `requirements.lock` names, where it knows this Python and kind
    of machine. What builds it is kept in the environment: installing anew after a change of the
    project then needs a network only if there are new libraries.
    """
    if locked():
        pip_install("--require-hashes", "--only-binary=:all:", "--requirement", str(LOCK))
    else:
        if not END:
            say("This Python or machine is not in requirements.lock: hashes are not compared.")
        pip_install(*project()["build-system"]["requires"])
    bounds: list[str] = []
    if END == "lowest":
        lowest = VENV / "lowest.txt"
        lowest.write_text("\n".join(floors()) + "\n", "utf-8")
        bounds = ["--constraint", str(lowest)]
    pip_install("--no-build-isolation", "--editable", f"{ROOT}[{','.join(extras)}]", *bounds)


def locked() -> bool:
    """Whether the lock file holds what this Python on this machine needs."""
    said = LOCK.read_text("utf-8").splitlines()[1]
    pythons, _on, machines = said.removeprefix("# for Python ").removesuffix(".").partition(" on: ")
    here = f"{sys.platform} {platform.machine()}"
    python = ".".join(map(str, sys.version_info[:2]))
    glibc = platform.libc_ver()[0] in {"glibc", ""} or sys.platform != "linux"
    return not END and glibc and python in pythons.split(", ") and here in machines.split("; ")


def floors() -> list[str]:
    """The lowest versions of the libraries, as constraints for pip."""
    said = project()["project"]
    wanted = [*said["dependencies"], *said["optional-dependencies"]["host"]]
    return [
        f"{name}=={version}{marker}"
        for each in wanted
        for name, version, marker in re.findall(r"^([\w.-]+)>=([\w.]+)[^;]*(;.*)?$", each)
    ]


def prepare(extras: Sequence[str]) -> None:
    """Make sure that `.venv/` holds Tabuleiro and these extras; quick when it does."""
    stamp = read_stamp()
    installed = set(stamp.pop("extras", ()))
    wanted = {"root": str(ROOT), "project": fingerprint(), "python": environment_python()}
    if stamp == wanted and installed.issuperset(extras):
        return
    if wanted["python"] is None or stamp.get("root", str(ROOT)) != str(ROOT):
        make_environment()
        wanted["python"] = environment_python()
        installed = set()
    say("Installing the libraries that Tabuleiro stands on (at first a download of 130 MB) ...")
    extras = sorted(installed.union(extras))
    install(extras)
    STAMP.write_text(json.dumps({**wanted, "extras": extras}, indent=2) + "\n", "utf-8")
    say("Tabuleiro is set up.")


# --------------------------------------------------------------------------------- the test


@dataclass
class Result:
    """How one check went."""

    name: str
    seconds: float
    passed: bool
    said: str


def quick_checks() -> Iterator[tuple[str, list[str]]]:
    """The checks that only read the source, and are done with it in a moment."""
    python = str(PYTHON)
    yield "ruff check", [python, "-m", "ruff", "check"]
    yield "ruff format", [python, "-m", "ruff", "format", "--check"]
    lint_imports = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    yield "import-linter", [python, "-c", lint_imports, "--no-logo"]


def pytest_command(*, quick: bool, arguments: Sequence[str]) -> list[str]:
    """Coverage and proofs are asked for only where every test runs: they are of the whole.

    Each process takes one half in order, so that what the tests of a file share is made once, and
    whoever is ready first takes over from the other.
    """
    command = [str(PYTHON), "-m", "pytest", "-n", "2", "--dist", "worksteal"]
    if quick:
        command += ["-m", "not slow"]
    elif not arguments:
        command += ["--cov", "--cov-branch", "--cov-config=pyproject.toml", "--cov-report=term"]
        command += [] if END else ["--write-proofs"]
    return [*command, *arguments]


def run_check(
    name: str, command: Sequence[str], env: Mapping[str, str], *, aloud: bool = True
) -> tuple[Result, str]:
    """Run one check, show what it says if it may speak, and return also that."""
    if aloud:
        print(f"\n=== {name}", flush=True)
    start = time.perf_counter()
    lines: list[str] = []
    check = subprocess.Popen(
        command,
        cwd=ROOT,
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
    )
    for line in check.stdout or ():
        if aloud:
            sys.stdout.write(line)
            sys.stdout.flush()
        lines.append(line)
    code = check.wait()
    said = "" if code == 0 else f"exit code {code}"
    return Result(name, time.perf_counter() - start, code == 0, said), "".join(lines)


def closing_line(output: str) -> str:
    """Pytest's own summary as `N passed, N failed, ...`; both numbers are always there."""
    plain = re.sub(r"\x1b\[[0-9;]*m", "", output)
    line = r"^=* ?((?:\d+ \w+|no tests ran).* in [\d.]+s.*?) ?=*$"
    closing = re.findall(line, plain, re.MULTILINE)
    if not closing:
        return "0 passed, 0 failed: pytest did not come to its end"
    counts = {word: int(number) for number, word in re.findall(r"(\d+) ([a-z]+)", closing[-1])}
    shown = [f"{counts.pop(word, 0)} {word}" for word in ("passed", "failed")]
    shown += [f"{number} {word}" for word, number in counts.items()]
    duration = re.search(r" in [\d.]+s", closing[-1])
    return ", ".join(shown) + (duration[0] if duration else "")


def report(results: Sequence[Result], closing: str) -> None:
    """The table of checks and, as the very last line, how many tests passed."""
    print(f"\n{'check':<15}{'time':>9}   result")
    for result in results:
        verdict = "passed" if result.passed else f"FAILED ({result.said})"
        print(f"{result.name:<15}{result.seconds:>7.1f} s   {verdict}")
    failed = [result.name for result in results if not result.passed]
    print(f"\nNot in order: {', '.join(failed)}." if failed else "\nAll checks passed.")
    print(closing, flush=True)


def environment_of_tests() -> dict[str, str]:
    """The environment in which checks and tests run, whatever the one that we were given."""
    env = {
        **os.environ,
        "PATH": os.pathsep.join([str(BIN), os.environ.get("PATH", "")]),
        "PYTHONUTF8": "1",
        "PYTHONUNBUFFERED": "1",
        "QT_QPA_PLATFORM": "offscreen",
        "COLUMNS": str(shutil.get_terminal_size((100, 24)).columns),
    }
    # Tests start Python over and over: without bytecode each start compiles all anew.
    env.pop("PYTHONDONTWRITEBYTECODE", None)
    return env


def test(words: Sequence[str]) -> int:
    """All checks and tests; 0 if all passed."""
    from concurrent.futures import ThreadPoolExecutor  # who plays need not wait for that

    parser = argparse.ArgumentParser(prog="run.py test", description="Check and test Tabuleiro.")
    parser.add_argument(
        "--quick", action="store_true", help="without slow tests and without coverage"
    )
    parser.add_argument("--lowest", action="store_true", help="with the oldest libraries")
    parser.add_argument("--newest", action="store_true", help="with the newest libraries")
    options, arguments = parser.parse_known_args(words)
    need_system(QT_LIBRARIES)
    prepare(["dev", "host"] if END else ["dev", "host", "tested"])
    env = environment_of_tests()
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # not every console has every letter
    results: list[Result] = []
    with ThreadPoolExecutor(1) as aside:
        if not options.lowest:  # the types of old libraries are not ours to please
            results += [run_check(name, command, env)[0] for name, command in quick_checks()]
            # In a fresh copy it reads all anew, on one processor: the tests need not wait for that.
            mypy = [str(PYTHON), "-m", "mypy", "--strict"]
            types = aside.submit(run_check, "mypy", mypy, env, aloud=False)
        command = pytest_command(quick=options.quick, arguments=arguments)
        result, output = run_check("pytest", command, env)
    if not options.lowest:
        judged, said = types.result()
        print(f"\n=== {judged.name}\n{said}", end="", flush=True)
        results.append(judged)
    if low := re.search(r"coverage of (\S+) not reached. Total coverage: (\S+)", output):
        result.said += f"; coverage {low[2]}, wanted {low[1]}"
    report([*results, result], closing_line(output))
    return 0 if all(each.passed for each in [*results, result]) else 1


# ------------------------------------------------------------------------------- the program


def start(words: Sequence[str]) -> int:
    """Hand over to the program: without words to its window, else to its command line."""
    words = list(words) or ["play"]
    need_system(window_libraries(words))
    prepare(["host"])
    os.environ.setdefault("PYTHONUTF8", "1")
    if WINDOWS:
        command = [str(BIN / "tabuleiro.exe"), *words]
    else:
        command = [str(PYTHON), str(BIN / "tabuleiro"), *words]
    if not WINDOWS:
        os.execv(command[0], command)  # noqa: S606 - the program gets our pipes and signals
    return subprocess.call(command)


def window_libraries(words: Sequence[str]) -> dict[str, str]:
    """What the system must have for a command; nothing if no window will be drawn."""
    asked = os.environ.get
    if "play" not in words[:3]:  # the language may stand before it
        return {}
    if asked("QT_QPA_PLATFORM") or any(word.startswith("--screenshot") for word in words):
        return QT_LIBRARIES
    if asked("WAYLAND_DISPLAY"):
        return QT_LIBRARIES
    return QT_LIBRARIES | WINDOW_LIBRARIES if asked("DISPLAY") else {}


def main(words: Sequence[str]) -> int:
    """What the words of the command line ask for."""
    if words and words[0] in {"-h", "--help"}:
        print(USAGE)
        return 0
    try:
        return test(words[1:]) if words and words[0] == "test" else start(words)
    except SetupError as error:
        say(f"\n{error}")
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
