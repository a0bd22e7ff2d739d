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
CEILING = 3_000_000_000
"""Bytes of address space, far above what is allowed: so that nothing takes the machine with it."""

ROOT = Path(__file__).parents[2]


class Outcome(NamedTuple):
    """What became of a command."""

    code: int | None
    """The exit code; None if it had to be killed."""
    out: str
    err: str
    seconds: float
    """Of the processor, without the start of the program."""
    megabytes: float
    """The greatest memory of the process so far."""

    @property
    def said(self) -> str:
        return self.out + self.err


class Bounded:
    """The process that serves; it is started anew after it was killed."""

    def __init__(self, home: Path, patience: float = 60) -> None:
        self.home = home
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

    def run(self, *words: str) -> Outcome:
        """Obey a command line; one that takes too long is killed."""
        process = self._started()
        killer = threading.Timer(self.patience, process.kill)
        killer.start()
        try:
            process.stdin.write(json.dumps(words).encode() + b"\n")
            process.stdin.flush()
            answer = process.stdout.readline()
        finally:
            killer.cancel()
        if not answer:
            used = os.wait4(process.pid, 0)[2]
            process.returncode = -9
            self.close()
            return Outcome(None, "", "", used.ru_utime + used.ru_stime, used.ru_maxrss / 1000)
        return Outcome(*json.loads(answer))

    def _started(self) -> subprocess.Popen:
        if self._process is None:
            environment = {
                **os.environ,
                "XDG_DATA_HOME": str(self.home / "data"),
                "XDG_CACHE_HOME": str(self.home / "cache"),
                "TABULEIRO_CACHE": "off",
                "TABULEIRO_LANGUAGE": "en",
                "TABULEIRO_MODULES": str(self.home / "modules"),
                "TABULEIRO_LIBRARY": str(self.home / "library.db"),
                "PYTHONPATH": os.pathsep.join([str(ROOT / "framework"), str(ROOT / "plugins")]),
            }
            self._process = subprocess.Popen(
                [sys.executable, __file__],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env=environment,
                cwd=self.home,
            )
        return self._process


def megabytes(resource) -> float:
    """Return the peak of memory of this process; what a parent had before it does not count."""
    try:
        told = Path("/proc/self/status").read_text("ascii")
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
    return int(re.search(r"VmHWM:\s+(\d+)", told)[1]) / 1000


def serve() -> None:
    import resource

    from tabuleiro.cli import main

    resource.setrlimit(resource.RLIMIT_AS, (CEILING, CEILING))
    commands = sys.stdin
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    for line in commands:
        sys.stdin = io.StringIO()
        out, err = io.StringIO(), io.StringIO()
        begin = time.process_time()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = main(json.loads(line))
        seconds = time.process_time() - begin
        most = megabytes(resource)
        said = [text.getvalue()[:200_000] for text in (out, err)]
        answers.write(json.dumps([code, *said, seconds, most]) + "\n")
        answers.flush()


if __name__ == "__main__":
    serve()
