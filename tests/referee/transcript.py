"""The conversations in the docs: replaying them, and writing their answers anew.

    python tests/referee/transcript.py

sends what docs/referee.md (lines that begin with `-->`), docs/referee-transcript.jsonl and
docs/referee-free-table.jsonl (lines with the key `send`) say, and writes the answers below. To
show more, add to what is sent and run it again; the difference in the docs is the review.
"""

import json
import os
import tempfile
from pathlib import Path

from tabuleiro.referee import Referee

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGE = DOCS / "referee.md"
TRANSCRIPT = DOCS / "referee-transcript.jsonl"
FREE_TABLE = DOCS / "referee-free-table.jsonl"
"""A match on the free table of docs/examples."""

_ITEMS = 3
_KEYS = 20
_LETTERS = 120


def abridged(value):
    """Return a value with what is long cut short, always in the same way.

    >>> abridged([1, 2, 3, 4, 5, 6])
    [1, 2, 3, '… 3 more']
    """
    if isinstance(value, str):
        return value if len(value) <= _LETTERS else value[:_LETTERS] + "…"
    if isinstance(value, list):
        rest = len(value) - _ITEMS
        shown = [abridged(item) for item in value[:_ITEMS]]
        return [*shown, f"… {rest} more"] if rest > 1 else [abridged(item) for item in value]
    if isinstance(value, dict):
        keys = list(value)
        keep = keys if len(keys) <= _KEYS else keys[:_ITEMS]
        shown = {key: abridged(value[key]) for key in keep}
        return shown if keep is keys else {**shown, "…": f"{len(keys) - _ITEMS} more"}
    return value


class Replay:
    """A conversation that is held again."""

    def __init__(self):
        self.referee = Referee()

    def answer(self, line):
        answer = self.referee.handle(line)
        return None if answer is None else abridged(json.loads(answer))


def written(value):
    return json.dumps(value, ensure_ascii=False)


def replayed_page(text):
    """Return the page with the answers that its requests get now."""
    replay = Replay()
    lines = []
    for line in text.splitlines():
        if line.startswith("--> "):
            lines.append(line)
            answer = replay.answer(line.removeprefix("--> "))
            lines += [] if answer is None else [f"<-- {written(answer)}"]
        elif not line.startswith("<-- "):
            lines.append(line)
    return "\n".join(lines) + "\n"


def replayed_transcript(text):
    """Return the transcript with the answers that its requests get now."""
    replay = Replay()
    lines = []
    for line in text.splitlines():
        entry = json.loads(line)
        if "send" in entry:
            sent = entry["send"]
            lines.append(written({"send": sent}))
            raw = sent if isinstance(sent, str) else written(sent)
            lines.append(written({"answer": replay.answer(raw)}))
    return "\n".join(lines) + "\n"


def main():
    os.environ["TABULEIRO_MODULES"] = str(DOCS / "examples")
    for path, replayed in (
        (PAGE, replayed_page),
        (TRANSCRIPT, replayed_transcript),
        (FREE_TABLE, replayed_transcript),
    ):
        text = path.read_text("utf-8")
        with tempfile.TemporaryDirectory() as folder:  # `save` writes a file
            here = Path.cwd()
            os.chdir(folder)
            try:
                now = replayed(text)
            finally:
                os.chdir(here)
        path.write_text(now, "utf-8", newline="\n")
        print(f"{path.name}: {'as it was' if now == text else 'written anew'}")


if __name__ == "__main__":
    main()
