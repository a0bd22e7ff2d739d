"""How long a scanned map of 12,000 by 9,000 pixels takes.

Run it with ``python tests/benchmarks/bench_scans.py``.

Each kind of picture is the map of a free table, which a new process begins in a window of 1366 by
768 with nothing of it in the cache. Told are the seconds from *Begin* until the first of it is
there, until all of it is drawn as sharp as it is seen, and the longest turn of the window's loop
after that; then how long a close look takes, and the most memory of the whole program.
"""

from __future__ import annotations

import os
import struct
import subprocess
import sys
import tempfile
import time
import zlib
from itertools import pairwise
from pathlib import Path

import numpy as np

WIDTH, HEIGHT = 12_000, 9_000
ROWS = 100
chance = np.random.default_rng(16)
SPOTS = chance.integers(-6, 7, (97, WIDTH, 1))
MODULE = """format: 1
id: scanned
version: 1.0.0
title: {pt: Mapa, en: Map}
sides: [{id: one, name: {pt: Um, en: One}}, {id: two, name: {pt: Dois, en: Two}}]
"""
BOARD = "format: 1\ngrid: {kind: plain, unit: 75}\npicture: {file: %s}\n"
COUNTERS = "format: 1\ncounters: [{id: a, name: {pt: A, en: A}, nation: one}]\n"


def noise(top, samples, filters):
    """Return a maker of rows at random; ``filters`` are how rows are written, in turns."""

    def rows(first):
        made = chance.integers(0, top, (ROWS, 1 + samples * WIDTH), dtype=np.uint8)
        made[:, 0] = [filters[row % len(filters)] for row in range(first, first + ROWS)]
        return made.tobytes()

    return rows


def grain(first):
    """Return rows like those of a scan: a smooth picture with some grain, each pixel by Paeth."""
    y = np.arange(first - 1, first + ROWS)[:, None, None]
    x, colour = np.arange(WIDTH)[None, :, None], np.arange(3)[None, None, :]
    smooth = 128 + 100 * np.sin(x / 700 + colour) * np.cos(y / 500 - colour)
    seen = (smooth + SPOTS[y[:, 0, 0] % len(SPOTS)]).clip(0, 255).astype(np.int16)
    pixels = seen.reshape(ROWS + 1, -1)
    pixels[0] *= first > 0  # above the picture all is nothing
    here, above = pixels[1:], pixels[:-1]
    left = np.pad(here[:, :-3], ((0, 0), (3, 0)))
    corner = np.pad(above[:, :-3], ((0, 0), (3, 0)))
    guess = left + above - corner
    a, b, c = abs(guess - left), abs(guess - above), abs(guess - corner)
    best = np.where((a <= b) & (a <= c), left, np.where(b <= c, above, corner))
    packed = (here - best).astype(np.uint8)
    return np.pad(packed, ((0, 0), (1, 0)), constant_values=4).tobytes()


PNGS = {
    "noise": (2, noise(16, 3, range(5))),
    "noise, Paeth": (2, noise(16, 3, [4])),
    "scan with grain, Paeth": (2, grain),
    "grey noise": (0, noise(16, 1, range(5))),
    "palette": (3, noise(200, 1, [1])),
}


def write_png(file, colour, rows):
    def chunk(kind, data):
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    packer = zlib.compressobj(1)
    with file.open("wb") as out:
        head = struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, colour, 0, 0, 0)
        out.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head))
        if colour == 3:
            out.write(chunk(b"PLTE", chance.integers(0, 256, 768, dtype=np.uint8).tobytes()))
        for first in range(0, HEIGHT, ROWS):
            out.write(chunk(b"IDAT", packer.compress(rows(first))))
        out.write(chunk(b"IDAT", packer.flush()) + chunk(b"IEND", b""))


def write_jpeg(file):
    from PySide6.QtGui import QImage

    pixels = chance.integers(0, 256, (HEIGHT, WIDTH, 4), dtype=np.uint8)
    image = QImage(pixels.data, WIDTH, HEIGHT, 4 * WIDTH, QImage.Format.Format_RGB32)
    image.save(str(file), "JPG", 90)


def measure():
    """Begin a match in this process and print what came of it."""
    from PySide6.QtCore import QEventLoop, QTimer

    from tabuleiro.engine.catalogue import Catalogue
    from tabuleiro.host.app import make_application
    from tabuleiro.host.map.tiles import BoardItem
    from tabuleiro.host.newmatch import NewMatch
    from tabuleiro.host.settings import Settings
    from tabuleiro.host.shell import Shell
    from tabuleiro.store import Library

    settings = Settings()
    app = make_application(settings=settings)
    shell = Shell(Catalogue.installed(), Library(None), settings)
    shell.resize(1366, 768)
    shell.show()
    asked = NewMatch(shell.catalogue.module("scanned"), shell)
    while shell.start.pictures.busy:  # those of the start page are drawn once
        app.processEvents()
    loop, timer, turns = QEventLoop(), QTimer(), []
    start = time.perf_counter()
    shell._begin(asked)
    view = shell.match.view
    item = next(one for one in view.scene().items() if isinstance(one, BoardItem))
    (scan,) = item.picture.scans

    def until_sharp():
        found = {}
        turns[:] = [time.perf_counter()]

        def look():
            turns.append(time.perf_counter())
            if scan._rows:
                found.setdefault("first", turns[-1] - start)
            if item._shown and not item.busy and all(key in item._tiles for key in item._shown):
                loop.quit()

        timer.timeout.connect(look)
        timer.start(3)
        loop.exec()
        timer.timeout.disconnect()
        longest = max(b - a for a, b in pairwise(turns))
        return found.get("first", 0), turns[-1] - start, longest

    def memory():
        status = Path("/proc/self/status").read_text(encoding="utf-8")
        return int(status.split("VmHWM:")[1].split()[0]) / 1024

    first, whole, turn = until_sharp()
    print(f"first {first:.2f} s, whole {whole:.2f} s, turn {turn * 1000:.0f} ms, "
          f"{memory():.0f} MB", end="; ")  # fmt: skip
    start = time.perf_counter()
    view.set_zoom(1 / scan.to_scene.m11())
    _first, near, turn = until_sharp()
    print(f"close look {near:.2f} s, turn {turn * 1000:.0f} ms, {memory():.0f} MB", flush=True)
    item.stop()
    os._exit(0)


def main():
    with tempfile.TemporaryDirectory() as folder:
        images = Path(folder, "modules", "scanned", "images")
        images.mkdir(parents=True)
        for name in ("counters", "module"):
            words = {"counters": COUNTERS, "module": MODULE}[name]
            (images.parent / f"{name}.yaml").write_text(words, encoding="utf-8")
        for kind in (*PNGS, "jpeg, noise"):
            file = images / ("map.jpg" if kind.startswith("jpeg") else "map.png")
            write_jpeg(file) if file.suffix == ".jpg" else write_png(file, *PNGS[kind])
            (images.parent / "board.yaml").write_text(BOARD % file.name, encoding="utf-8")
            own = {name: str(Path(folder, name)) for name in ("cache", "library", "settings")}
            env = {**os.environ, **{f"TABULEIRO_{name.upper()}": at for name, at in own.items()},
                   "TABULEIRO_MODULES": str(images.parents[1])}  # fmt: skip
            env.setdefault("QT_QPA_PLATFORM", "offscreen")
            print(f"{kind} ({file.stat().st_size // 10**6} MB):", end=" ", flush=True)
            subprocess.run([sys.executable, __file__, "measure"], env=env, check=True)
            file.unlink()


if __name__ == "__main__":
    measure() if sys.argv[1:] == ["measure"] else main()
