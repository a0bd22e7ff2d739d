"""The sound of dice, made here: no recording is shipped.

It needs Qt Multimedia, which is not part of the small Qt that the program asks for.
"""

from __future__ import annotations

import importlib
import math
import random
from array import array
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QObject

from tabuleiro.engine import events as ev

if TYPE_CHECKING:
    from types import ModuleType

    from tabuleiro.host.seat import Seat
    from tabuleiro.host.settings import Settings
    from tabuleiro.seats import ToldRow

__all__ = ["RATE", "DiceSound", "multimedia", "rattle"]

RATE: Final = 22_050
"""Samples a second."""
_LENGTH: Final = 0.6
_KNOCKS: Final = (0.0, 0.07, 0.12, 0.19, 0.25, 0.33, 0.38, 0.46)
"""When a die knocks on the table, in seconds."""


def multimedia() -> ModuleType | None:
    """Return Qt Multimedia if it is installed."""
    try:
        return importlib.import_module("PySide6.QtMultimedia")
    except ImportError:
        return None


@cache
def rattle() -> bytes:
    """Return two dice that rattle over wood: 16 bits a sample, one channel.

    Each knock is a short burst of noise over two tones of wood, softer than the one before.
    """
    chance = random.Random(66)  # noqa: S311 - a sound
    wave = [0.0] * round(_LENGTH * RATE)
    for number, start in enumerate(_KNOCKS):
        loud = 0.8 * 0.82**number
        low, high = 620 + 180 * chance.random(), 1900 + 500 * chance.random()
        for step in range(round(0.06 * RATE)):
            place = round(start * RATE) + step
            if place >= len(wave):
                break
            time = step / RATE
            tone = math.sin(2 * math.pi * low * time) + 0.5 * math.sin(2 * math.pi * high * time)
            wave[place] += loud * math.exp(-time * 95) * (0.5 * tone + chance.uniform(-0.7, 0.7))
    most = max(map(abs, wave))
    return array("h", (round(22_000 * value / most) for value in wave)).tobytes()


class DiceSound(QObject):
    """Lets the dice of a match be heard, if the player wants that and it is possible."""

    def __init__(self, seat: Seat, settings: Settings, parent: QObject | None = None) -> None:
        """Listen to a match."""
        super().__init__(parent)
        self._settings = settings
        self._sink: Any = None
        self._buffer = QBuffer(self)
        seat.acted.connect(self._acted)

    def _acted(self, row: ToldRow) -> None:
        if self._settings.sound and any(isinstance(event, ev.Rolled) for event in row.events):
            self.play()

    def play(self) -> bool:
        """Play the sound; return whether that was possible."""
        media: Any = multimedia()
        if media is None:
            return False
        if self._sink is None:
            form = media.QAudioFormat()
            form.setSampleRate(RATE)
            form.setChannelCount(1)
            form.setSampleFormat(media.QAudioFormat.SampleFormat.Int16)
            self._sink = media.QAudioSink(form, self)
            self._buffer.setData(QByteArray(rattle()))
            self._buffer.open(QIODevice.OpenModeFlag.ReadOnly)
        self._sink.stop()
        self._buffer.seek(0)
        self._sink.start(self._buffer)
        return True
