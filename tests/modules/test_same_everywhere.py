"""The boards come out the same, byte for byte, whatever the processor of the machine can do.

Libraries choose their code by the processor: OpenBLAS its kernels, numpy its loops, the C library
its functions. All of them can be told to take what another machine would.
"""

import json
import os
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import numpy as np

MODULES = Path(__file__).resolve().parents[2] / "modules"
PROGRAM = """
import hashlib, json, sys
from pathlib import Path
from tabuleiro.cartography import build_board, draw_module

modules = Path(sys.argv[1])
made = {}
for folder in (modules / name for name in sys.argv[2:]):
    for name, text in build_board(folder / "source").board.items():
        made[f"{folder.name}/{name}"] = hashlib.sha256(text.encode()).hexdigest()
pictures = [draw_module(modules / name) for name in ("diadem", "metz")]
made["pictures"] = hashlib.sha256("".join(pictures).encode()).hexdigest()
print(json.dumps(made))
"""


def dispatched(*beginnings):
    """What numpy would use of this processor beyond what it always needs."""
    found = np.show_config(mode="dicts")["SIMD Extensions"].get("found") or []
    return " ".join(name for name in found if name.startswith(beginnings))


NO_AVX512 = {"NPY_DISABLE_CPU_FEATURES": dispatched("AVX512", "X86_V4")}
PLAIN = {
    "NPY_DISABLE_CPU_FEATURES": dispatched(""),
    "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX512F,-AVX2,-FMA,-FMA4",
}
GAMES = sorted(path.parent.name for path in MODULES.glob("*/source"))
LARGE = "filipinas"
"""Takes longer than all others together; this machine and the plainest build it."""
MACHINES = {
    "SkylakeX": {},
    "Haswell": NO_AVX512,
    "Zen": NO_AVX512,
    "Sandybridge": PLAIN,
    "Prescott": PLAIN,
}


def made_on(machine, games):
    features = {name: value for name, value in MACHINES[machine].items() if value}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(MODULES), *games],
        env={**os.environ, "OPENBLAS_CORETYPE": machine, **features},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def digests(name, files):
    return {f"{name}/{file}": sha256(text.encode()).hexdigest() for file, text in files.items()}


def test_boards_and_pictures_are_the_same_on_every_machine(built_board):
    here = {}
    for game in GAMES:
        files = {file: text for file, text in built_board(game).items() if "/" not in file}
        here |= digests(game, files)
    assert {f"{game}/drawing.json" for game in GAMES} <= set(here)
    old = made_on("Prescott", GAMES)
    assert old == {**here, "pictures": old["pictures"]}
    small = [game for game in GAMES if game != LARGE]
    wanted = {name: digest for name, digest in old.items() if not name.startswith(LARGE)}
    for machine in ("SkylakeX", "Haswell", "Zen", "Sandybridge"):
        assert made_on(machine, small) == wanted, machine
