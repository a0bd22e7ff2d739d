"""Dice that depend on nothing but a seed and a counter, and so fall alike everywhere."""

from __future__ import annotations

import hashlib
import secrets

import msgspec

__all__ = ["Dice", "by_chance", "face"]

_FAIR = 252  # the largest multiple of 6 under 256: bytes from it on would favour low faces


class Dice(msgspec.Struct, frozen=True):
    """The state of the dice: how many fell from the generator, and faces that were queued."""

    fallen: int = 0
    queue: tuple[int, ...] = ()


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
