"""What dear gestures of the monkey cost, and where: `python tests/host/dear_gestures.py --seed 7`.

It plays as `monkey.py` does, and what is dear goes to `dear.txt`. Each time the process has worked
for some milliseconds the stack of the thread that draws is noted; Qt's own work is noted where
Python called it, or where it came back to Python.
"""

import gc
import signal
import sys
import time
from collections import Counter
from pathlib import Path

import monkey

DEAR_MS = 80
SAMPLE_S = 0.002


class GarbageClock:
    """How long Python looked for garbage."""

    def __init__(self):
        self._begun = 0.0
        self._spent = 0.0
        gc.callbacks.append(self._hear)

    def _hear(self, phase, _info):
        if phase == "start":
            self._begun = time.process_time()
        else:
            self._spent += time.process_time() - self._begun

    def taken(self):
        """Return the milliseconds since the last time this was asked."""
        spent, self._spent = self._spent, 0.0
        return spent * 1000

    def close(self):
        gc.callbacks.remove(self._hear)


class Account:
    """Writes down each gesture that was dear, while it is open."""

    def __init__(self, path):
        self._file = path.open("w", encoding="utf-8")
        self._stacks = []

    def __enter__(self):
        self._garbage = GarbageClock()
        self._before = signal.signal(signal.SIGPROF, self._note)
        signal.setitimer(signal.ITIMER_PROF, SAMPLE_S, SAMPLE_S)
        return self

    def __exit__(self, *_what):
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, self._before)
        self._garbage.close()
        self._file.close()

    def _note(self, _number, frame):
        stack = []
        while frame is not None:
            stack.append(frame.f_code)
            frame = frame.f_back
        self._stacks.append(stack)

    def settle(self, ms, kind, number, stand):
        """Close the account of a gesture; whatever was noted since the last belongs to it."""
        stacks, self._stacks = self._stacks, []
        garbage = self._garbage.taken()
        if ms < DEAR_MS:
            return
        through, ended = _counted(stacks)
        print(f"{ms} ms: {kind} {number}, {stand()}, garbage {garbage:.0f}", file=self._file)
        print(f"  through: {_listed(through, 40)}", file=self._file)
        print(f"  in: {_listed(ended, 15)}", file=self._file, flush=True)


def _counted(stacks):
    """Return how many of these stacks went through each function of the program and ended in it."""
    through, ended = Counter(), Counter()
    for stack in stacks:
        names = [name for code in stack if (name := _name(code))]
        through.update(set(names))
        ended[names[0] if names else "elsewhere"] += 1
    return through, ended


def _name(code):
    _before, found, path = code.co_filename.rpartition("/tabuleiro/")
    return f"{path.removesuffix('.py')}:{code.co_qualname}" if found else ""


def _listed(counts, most):
    return ", ".join(f"{name} {count}" for name, count in counts.most_common(most))


if __name__ == "__main__":
    with Account(Path("dear.txt")) as account:
        sys.exit(monkey.main(account))
