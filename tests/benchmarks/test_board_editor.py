"""What a stroke of the brush costs on a board of 60 by 80 hexes, from the hand to the screen.

Run it with ``python tests/benchmarks/test_board_editor.py``: it prints the table. As a test it
asserts what does not hang on the machine: how much of the board is drawn anew. Times are those of
the thread that draws.
"""

import os
import random
import statistics
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import pytest
from PySide6.QtWidgets import QApplication

from tabuleiro.cartography.picture.part import Whole
from tabuleiro.editor import Draft
from tabuleiro.editor.beginning import new_module
from tabuleiro.editor.boards.changes import Put, applied
from tabuleiro.editor.boards.terrain import painted
from tabuleiro.host.app import make_application
from tabuleiro.host.boardeditor.editor import BoardEditor
from tabuleiro.host.boardeditor.session import FILE

COLUMNS, ROWS = 60, 80
KINDS = ("woods", "mountain", "sea", "hill", "swamp", "clear")


def large(where):
    """A module of 4,800 hexes with blots of all terrains and seven roads across."""
    chance = random.Random(1)
    rows = [["."] * COLUMNS for _row in range(ROWS)]
    for sign in "w^~hs":
        for _blot in range(14):
            x, y = chance.randrange(COLUMNS), chance.randrange(ROWS)
            for _step in range(60):
                rows[y % ROWS][x % COLUMNS] = sign
                x, y = x + chance.choice((-1, 0, 1)), y + chance.choice((-1, 0, 1))
    codes = {".": "clear", "w": "woods", "^": "mountain", "~": "sea", "h": "hill", "s": "swamp"}
    chains = ([f"{column:02}{10 * n + 5:02}" for column in range(1, 61)] for n in range(7))
    roads = [{"id": f"road-{n}", "kind": "road", "chain": way} for n, way in enumerate(chains)]
    draft = Draft(new_module("large", where, "hexes", "Large"))
    with draft.edit("large") as files:
        files[FILE] = applied(
            files[FILE],
            [
                Put(("grid",), {"columns": COLUMNS, "rows": ROWS}),
                Put(("terrain",), {"codes": codes, "rows": [" ".join(row) for row in rows]}),
                Put(("networks",), roads),
            ],
        )
    draft.save()
    return draft.root


def ready(editor):
    for _turn in range(3):
        QApplication.processEvents()
        editor.canvas.ensure()


def strokes(editor, count, chance):
    """Paint hex after hex in a few long strokes; return the milliseconds of each step."""
    session, canvas = editor.session, editor.canvas
    room = canvas.viewport().rect().adjusted(50, 50, -50, -50)
    seen = {h for h in session.board.grid if room.contains(canvas.mapFromScene(canvas.middle(h)))}
    found = []
    while len(found) < count:
        kind, here = chance.choice(KINDS), chance.choice(sorted(seen))
        passed = [here]
        for _step in range(10):
            here = chance.choice([h for h in session.board.grid.neighbours(here) if h in seen])
            if here in passed or session.board.terrain[here] == kind:
                continue
            passed.append(here)
            begun = time.thread_time()
            session.show(painted(session.board, passed, kind))
            QApplication.processEvents()
            found.append(1000 * (time.thread_time() - begun))
        session.do("stroke", painted(session.board, passed, kind))
    return found


@pytest.mark.slow
def test_a_stroke_draws_a_few_squares_anew(qtbot, tmp_path, monkeypatch):
    editor = BoardEditor(Draft(large(tmp_path)))
    qtbot.addWidget(editor, before_close_func=lambda each: each.session.draft.save())
    editor.resize(1366, 768)
    editor.show()
    editor.canvas.set_zoom(0.6)
    ready(editor)
    drawn = []
    part = Whole.part
    monkeypatch.setattr(
        Whole, "part", lambda self, window, scale: drawn.append(window) or part(self, window, scale)
    )
    steps = len(strokes(editor, 30, random.Random(2)))
    assert 0 < len(drawn) <= 5 * steps
    editor._checks.stop()
    editor.canvas.stop()


def main():
    app = make_application(["tabuleiro"])
    print("| zoom | median | 9 of 10 | most |\n|---|---|---|---|")
    with TemporaryDirectory() as folder:
        editor = BoardEditor(Draft(large(Path(folder))))
        editor.resize(1366, 768)
        editor.show()
        for zoom in (None, 0.5, 1.0, 2.0):
            if zoom is not None:
                editor.canvas.set_zoom(zoom)
            ready(editor)
            found = sorted(strokes(editor, 60, random.Random(3)))
            named = "whole board" if zoom is None else f"{zoom:g}"
            most = (statistics.median(found), found[int(0.9 * len(found))], found[-1])
            print(f"| {named} | " + " | ".join(f"{each:.1f} ms" for each in most) + " |")
            app.processEvents()
        editor.session.draft.save()
        editor.close()


if __name__ == "__main__":
    sys.exit(main())
