"""A process of its own for files from strangers: bounded in memory, measured, killed in time.

``python bounded.py`` serves: it reads lists of words of the command line, one in a line of JSON,
obeys each as the program would, and answers with what was printed, the seconds of the processor and
the greatest memory that it ever had.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import NamedTuple, Self

SECONDS = 2.0
"""A refusal may take so long."""
MEGABYTES = 300
"""No file may make the program larger than this."""
MOST_LINES = 200
"""A hundred faults and a hundred warnings."""
LONGEST = 1_500
"""The longest line."""
CEILING = 3_000_000_000
"""Bytes of address space, far above what is allowed: so that nothing takes the machine with it."""

ROOT = Path(__file__).parents[2]


UNFORESEEN = ("Traceback", "Something went wrong", "MemoryError", "KeyError")


class Outcome(NamedTuple):
    """What became of a command."""

    code: int | None
    """The exit code; None if it had to be killed."""
    out: str
    err: str
    seconds: float
    """Of the processor, without the start of the program."""
    megabytes: float
    """The greatest memory of the process on the way."""

    @property
    def said(self) -> str:
        return self.out + self.err

    def fault(self) -> str:
        """Return what is not as it should be with the answer to a hostile file, or nothing."""
        lines = self.said.splitlines()
        if self.code is None:
            return f"killed after {self.seconds:.1f} s"
        if self.seconds > SECONDS:
            return f"{self.seconds:.1f} s"
        if self.megabytes > MEGABYTES:
            return f"{self.megabytes:.0f} MB"
        if not lines or any(word in self.said for word in UNFORESEEN):
            return f"no sentence: {self.said[:200]!r}"
        if not all(sign.isprintable() or sign == "\n" for sign in self.said):
            return f"harmful: {self.said[:200]!r}"
        if sum(bool(re.search(r":\d+:\d+: ", line)) for line in lines) > MOST_LINES:
            return f"{len(lines)} lines"
        return f"a line of {max(map(len, lines))}" if max(map(len, lines)) > LONGEST else ""


class Bounded:
    """The process that serves; it is started anew after it was killed."""

    def __init__(self, patience: float = 60) -> None:
        self.patience = patience
        self._process: subprocess.Popen | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exc: object) -> None:
        self.close()

    def close(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None

    def run(self, home: Path, *words: str) -> Outcome:
        """Obey a command line in a home folder; one that takes too long is killed."""
        process = self._started()
        killer = threading.Timer(self.patience, process.kill)
        killer.start()
        try:
            process.stdin.write(json.dumps([str(home), *words]).encode() + b"\n")
            process.stdin.flush()
            answer = process.stdout.readline()
        finally:
            killer.cancel()
        if not answer:
            self.close()
            return Outcome(None, "", "", self.patience, 0)
        return Outcome(*json.loads(answer))

    def _started(self) -> subprocess.Popen:
        if self._process is None:
            paths = [str(ROOT / "framework"), str(ROOT / "plugins")]
            self._process = subprocess.Popen(
                [sys.executable, __file__],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
            )
        return self._process


def at_home(home: str) -> dict[str, str]:
    """Return the environment in which a player lives in that folder."""
    folder = Path(home)
    return {
        "XDG_DATA_HOME": str(folder / "data"),
        "XDG_CACHE_HOME": str(folder / "cache"),
        "TABULEIRO_CACHE": "off",
        "TABULEIRO_LANGUAGE": "en",
        "TABULEIRO_MODULES": str(folder / "modules"),
        "TABULEIRO_LIBRARY": str(folder / "library.db"),
    }


def megabytes(resource) -> float:
    """Return the peak of memory of this process; what a parent had before it does not count."""
    try:
        told = Path("/proc/self/status").read_text("ascii")
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
    return int(re.search(r"VmHWM:\s+(\d+)", told)[1]) / 1000


def reset_peak() -> None:
    with contextlib.suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5", "ascii")


def serve() -> None:
    import resource

    from tabuleiro.cli import main, program

    # The last defence is tried by itself: here each sentence must be harmless without it.
    program.harmless_output = contextlib.nullcontext
    resource.setrlimit(resource.RLIMIT_AS, (CEILING, CEILING))
    commands = sys.stdin
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    for line in commands:
        home, *words = json.loads(line)
        os.environ.update(at_home(home))
        sys.stdin = io.StringIO()
        out, err = io.StringIO(), io.StringIO()
        reset_peak()
        begin = time.process_time()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = main(words)
        seconds = time.process_time() - begin
        most = megabytes(resource)
        said = [text.getvalue()[:200_000] for text in (out, err)]
        answers.write(json.dumps([code, *said, seconds, most]) + "\n")
        answers.flush()


if __name__ == "__main__":
    serve()
