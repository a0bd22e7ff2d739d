"""Write `requirements.lock`: the libraries that players get, with the hashes of their files.

It asks pip what it would install for each Python and each kind of machine, and notes version and
hash of each file; no address of a registry stands in it. Run it after `tested` in `pyproject.toml`
was raised::

    .venv/bin/python tests/make_lock.py
"""

import json
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PYTHONS = ("3.11", "3.12", "3.13")
MACHINES = {
    "linux x86_64": [f"manylinux_2_{n}_x86_64" for n in (17, 27, 28, 31, 34, 35)],
    "linux aarch64": [f"manylinux_2_{n}_aarch64" for n in (17, 27, 28, 31, 34, 39)],
    "darwin x86_64": [
        f"macosx_{n}_0_{k}" for n in (11, 12, 13, 14) for k in ("x86_64", "universal2")
    ],
    "darwin arm64": [
        f"macosx_{n}_0_{k}" for n in (11, 12, 13, 14) for k in ("arm64", "universal2")
    ],
    "win32 AMD64": ["win_amd64"],
}
"""Kinds of machines, and what wheels for them may be called."""


def wanted() -> list[str]:
    """Return what players need, and what builds, at most as new as what was tested."""
    said = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    project = said["project"]
    extras = project["optional-dependencies"]
    bounds = [each for each in extras["tested"] if "<=" in each]
    return [*project["dependencies"], *extras["host"], *bounds, *said["build-system"]["requires"]]


def resolved(python: str, tags: list[str]) -> dict[str, tuple[str, str]]:
    """Return version and hash of each library that pip would install there."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        command = [sys.executable, "-m", "pip", "install", "--dry-run", "--quiet", "--no-input"]
        command += ["--ignore-installed", "--only-binary=:all:", "--target", folder]
        command += ["--python-version", python, "--implementation", "cp", "--report", str(report)]
        command += [word for tag in tags for word in ("--platform", tag)]
        # pip reads markers of this Python, not of that one: they are answered here.
        subprocess.run([*command, *answered(wanted(), python)], check=True)
        found = json.loads(report.read_text("utf-8"))["install"]
    hashes = {}
    for each in found:
        about = each["metadata"]
        digest = each["download_info"]["archive_info"]["hashes"]["sha256"]
        hashes[about["name"].lower().replace("_", "-")] = (about["version"], digest)
    return hashes


def answered(lines: list[str], python: str) -> list[str]:
    """Return the requirements that hold for a Python, without their markers."""
    number = tuple(map(int, python.split(".")))
    kept = []
    for line in lines:
        need, _semicolon, marker = line.partition(";")
        words = marker.replace("'", " ").split()
        if words:
            bound = tuple(map(int, words[2].split(".")))
            holds = number < bound if words[1] == "<" else number >= bound
            if not holds:
                continue
        kept.append(need.strip())
    return kept


def lock() -> str:
    """Return the file."""
    found: dict[tuple[str, str], dict[tuple[str, str], str]] = {}
    for python in PYTHONS:
        for machine, tags in MACHINES.items():
            print(python, machine, flush=True)
            for name, (version, digest) in resolved(python, tags).items():
                found.setdefault((name, version), {})[python, machine] = digest
    lines = [
        "# Written by tests/make_lock.py: libraries of players, with the hashes of their files,",
        f"# for Python {', '.join(PYTHONS)} on: {'; '.join(MACHINES)}.",
    ]
    for (name, version), digests in sorted(found.items()):
        hashes = " ".join(f"\\\n    --hash=sha256:{each}" for each in sorted({*digests.values()}))
        lines.append(f"{name}=={version}{marker_of({*digests})} {hashes}")
    return "\n".join(lines) + "\n"


def marker_of(cases: set[tuple[str, str]]) -> str:
    """Return for which Pythons and machines a version is meant, nothing if it is for all."""
    if len(cases) == len(PYTHONS) * len(MACHINES):
        return ""
    told = []
    for machine in MACHINES:
        pythons = [python for python in PYTHONS if (python, machine) in cases]
        system, kind = machine.split()
        here = f'sys_platform == "{system}" and platform_machine == "{kind}"'
        if len(pythons) == len(PYTHONS):
            told.append(here)
        told += [
            f'{here} and python_version == "{python}"'
            for python in pythons
            if len(pythons) < len(PYTHONS)
        ]
    return f" ; {' or '.join(told)}"


if __name__ == "__main__":
    (ROOT / "requirements.lock").write_text(lock(), "utf-8")
