"""The sounds of the table, and the program that made them: ``python -m tabuleiro.host.sounds``.

No recording is shipped: dice and counters are computed from noise and the tones of wood.

Not here: when they are heard (`tabuleiro.host.sound`).
"""

from __future__ import annotations

import math
import random
import wave
from array import array
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["RATE", "SOUNDS", "path_of", "write"]

RATE: Final = 22_050
"""Samples a second, 16 bits each."""
_FOLDER: Final = Path(__file__).parent
_LOUDEST: Final = 22_000
_DICE: Final = (0.0, 0.07, 0.12, 0.19, 0.25, 0.33, 0.38, 0.46)
"""When a die knocks on the table, in seconds; they lie still when those that are seen do."""


def _knocks(
    times: tuple[float, ...], low: float, high: float, *, noise: float, fades: float, softer: float
) -> bytes:
    """Return knocks on wood: short bursts of noise over two tones, each softer than the last."""
    chance = random.Random(66)  # noqa: S311 - a sound
    long = times[-1] + 7 / fades
    sound = [0.0] * round(long * RATE)
    for number, start in enumerate(times):
        loud = softer**number
        below, above = low * (1 + 0.3 * chance.random()), high * (1 + 0.26 * chance.random())
        for place in range(round(start * RATE), len(sound)):
            time = place / RATE - start
            fade = math.exp(-time * fades)
            tone = math.sin(math.tau * below * time) + 0.5 * math.sin(math.tau * above * time)
            sound[place] += loud * fade * (0.5 * tone + chance.uniform(-noise, noise))
    most = max(map(abs, sound))
    return array("h", (round(_LOUDEST * value / most) for value in sound)).tobytes()


SOUNDS: Final[dict[str, Callable[[], bytes]]] = {
    "dice": partial(_knocks, _DICE, 620, 1900, noise=0.7, fades=95, softer=0.82),
    "move": partial(_knocks, (0.0, 0.045), 240, 900, noise=0.35, fades=60, softer=0.35),
}
"""What makes each of the sounds."""


def path_of(name: str) -> Path:
    """Return the file of a sound."""
    return _FOLDER / f"{name}.wav"


def write(name: str, folder: Path = _FOLDER) -> Path:
    """Make a sound anew and write it into a folder."""
    path = folder / f"{name}.wav"
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(SOUNDS[name]())
    return path
