"""Dice that depend on nothing but a seed and a counter, and so fall alike everywhere."""

from __future__ import annotations

import hashlib
import secrets
from typing import Final

import msgspec

__all__ = ["MOST_FACES", "Dice", "Throws", "by_chance", "face"]

_BYTE = 256

MOST_FACES: Final = 1000
"""How many faces a die may have."""


class Dice(msgspec.Struct, frozen=True, omit_defaults=True):
    """The state of the dice: how many fell in each stream, and faces that were queued.

    A stream is what dice are thrown for, so that no throw moves those that are made for something
    else. ``fallen`` counts the dice of old matches, which all came from one stream.
    """

    fallen: int = 0
    queue: tuple[int, ...] = ()
    streams: dict[str, int] = {}


def by_chance(number: int, die: int = 6) -> tuple[int, ...]:
    """Return faces that nobody can foretell, for players who have no dice at hand."""
    return tuple(secrets.randbelow(die) + 1 for _die in range(number))


def face(seed: str, number: int, die: int = 6) -> int:
    """Return the face of die ``number`` of a match with that seed; ``die`` is how many it has.

    >>> [face("cassino", n) for n in range(6)] == [face("cassino", n) for n in range(6)]
    True
    >>> all(1 <= face("x", n) <= 6 for n in range(100))
    True
    >>> sorted({face("x", n, 10) for n in range(200)}) == list(range(1, 11))
    True
    """
    wide = 1 if die <= _BYTE else 2
    fair = _BYTE**wide // die * die  # numbers from it on would favour low faces
    attempt = 0
    while True:
        block = hashlib.blake2b(f"{seed}:{number}:{attempt}".encode(), digest_size=16).digest()
        for start in range(0, len(block), wide):
            drawn = int.from_bytes(block[start : start + wide], "big")
            if drawn < fair:
                return drawn % die + 1
        attempt += 1


class Throws(msgspec.Struct, frozen=True):
    """Where the faces of a match come from: its seed, and how often the log has branched.

    After a throw was taken back the match goes on in a branch, where other dice fall: nobody
    rehearses. Dice that are thrown for something draw from a stream of their own, so that no
    throw that a side does not see moves those that it sees.
    """

    seed: str
    branch: int = 0

    def face(self, stream: str, number: int, die: int = 6) -> int:
        """Return the face of die ``number`` of a stream.

        >>> Throws("cassino").face("", 3) == face("cassino", 3)
        True
        >>> all(1 <= Throws("x", 2).face("battle", n) <= 6 for n in range(50))
        True
        """
        seed = f"{self.seed}/{self.branch}/{stream}" if stream else self.seed
        return face(seed, number, die)
