"""Dice that depend on nothing but a seed and a counter, and so fall alike everywhere."""

from __future__ import annotations

import hashlib
import secrets

import msgspec

__all__ = ["Dice", "Throws", "by_chance", "face"]

_FAIR = 252  # the largest multiple of 6 under 256: bytes from it on would favour low faces


class Dice(msgspec.Struct, frozen=True, omit_defaults=True):
    """The state of the dice: how many fell in each stream, and faces that were queued.

    A stream is what dice are thrown for, so that no throw moves those that are made for something
    else. ``fallen`` counts the dice of old matches, which all came from one stream.
    """

    fallen: int = 0
    queue: tuple[int, ...] = ()
    streams: dict[str, int] = {}


def by_chance(number: int) -> tuple[int, ...]:
    """Return faces that nobody can foretell, for players who have no dice at hand."""
    return tuple(secrets.randbelow(6) + 1 for _die in range(number))


def face(seed: str, number: int) -> int:
    """Return the face of die ``number`` of a match with that seed.

    >>> [face("cassino", n) for n in range(6)] == [face("cassino", n) for n in range(6)]
    True
    >>> all(1 <= face("x", n) <= 6 for n in range(100))
    True
    """
    attempt = 0
    while True:
        block = hashlib.blake2b(f"{seed}:{number}:{attempt}".encode(), digest_size=16).digest()
        for byte in block:
            if byte < _FAIR:
                return byte % 6 + 1
        attempt += 1


class Throws(msgspec.Struct, frozen=True):
    """Where the faces of a match come from: its seed, and how often the log has branched.

    After a throw was taken back the match goes on in a branch, where other dice fall: nobody
    rehearses. Dice that are thrown for something draw from a stream of their own, so that no
    throw that a side does not see moves those that it sees.
    """

    seed: str
    branch: int = 0

    def face(self, stream: str, number: int) -> int:
        """Return the face of die ``number`` of a stream.

        >>> Throws("cassino").face("", 3) == face("cassino", 3)
        True
        >>> all(1 <= Throws("x", 2).face("battle", n) <= 6 for n in range(50))
        True
        """
        return face(f"{self.seed}/{self.branch}/{stream}" if stream else self.seed, number)
