"""Try every mutation of engine and rules: `python tests/mutate.py FOLDER`.

mutmut wants the packages in `src/` and must not find the installed ones, so it works in a copy of
the last commit. It goes on where it was stopped if the folder is there already. Hours, not minutes.
"""

import argparse
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
MUTMUT = Path(sys.executable).with_name("mutmut")


def copy(folder):
    """Put the last commit into a folder, the framework as `src`."""
    folder.mkdir(parents=True)
    archive = subprocess.run(
        ["git", "-C", ROOT, "archive", "HEAD"], check=True, capture_output=True
    )
    subprocess.run(["tar", "x", "-C", folder], input=archive.stdout, check=True)
    (folder / "framework").rename(folder / "src")
    (folder / "framework").symlink_to("src")
    project = folder / "pyproject.toml"
    before, mark, settings = project.read_text("utf-8").partition("[tool.mutmut]")
    settings = settings.replace('"framework', '"src')
    project.write_text(before + mark + settings, encoding="utf-8")
    # A folder that is not there when Python starts is never looked into again.
    (folder / "mutants" / "src").mkdir(parents=True)
    (folder / "mutants" / "plugins").mkdir()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--children", type=int, default=2, help="processes at the same time")
    parser.add_argument("names", nargs="*", help="mutants to try again; all if none is named")
    options = parser.parse_intermixed_args()
    folder = options.folder.resolve()
    if not folder.exists():
        copy(folder)
    path = os.pathsep.join(str(folder / "mutants" / part) for part in ("src", "plugins"))
    command = [MUTMUT, "run", "--max-children", str(options.children), *options.names]
    done = subprocess.run(command, cwd=folder, env={**os.environ, "PYTHONPATH": path}, check=False)
    subprocess.run([MUTMUT, "export-cicd-stats"], cwd=folder, check=False)
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
