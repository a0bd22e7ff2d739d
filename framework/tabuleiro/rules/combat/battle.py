"""Battles as data: who attacks whom with what, and what adds up to the column."""

from __future__ import annotations

import msgspec

from tabuleiro.engine.messages import Message

__all__ = ["Battle", "Odds", "Part", "Shift"]


class Battle(msgspec.Struct, frozen=True):
    """One attack on one hex.

    ``kind`` is ``assault`` (adjacent pieces), ``bombardment`` (artillery alone) or ``air`` (air
    points alone). ``attackers`` are the pieces adjacent to the target, or the bombarding guns;
    ``support`` the guns firing from a distance for the attack, ``defence`` those for the defence.
    """

    kind: str
    attacker: str
    defender: str
    target: str
    attackers: tuple[str, ...] = ()
    support: tuple[str, ...] = ()
    air: int = 0
    defenders: tuple[str, ...] = ()
    defence: tuple[str, ...] = ()
    defence_air: int = 0


class Part(msgspec.Struct, frozen=True):
    """One thing that adds to the strength of a side in a battle."""

    side: str
    value: int
    label: Message
    rule: str = ""
    piece: str = ""


class Shift(msgspec.Struct, frozen=True):
    """Columns in favour of one side (``attacker``: right, ``defender``: left)."""

    favours: str
    columns: int
    label: Message
    rule: str = ""


class Odds(msgspec.Struct, frozen=True):
    """The sum of a battle: parts, base column, shifts, final column (index and label)."""

    table: str
    parts: tuple[Part, ...]
    attack: int
    defence: int
    base: int
    base_label: str
    shifts: tuple[Shift, ...]
    column: int
    column_label: str
