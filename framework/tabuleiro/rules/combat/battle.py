"""Battles as data: who attacks whom with what, and what adds up to the column."""

from __future__ import annotations

from typing import Final

import msgspec

from tabuleiro.engine.messages import Message
from tabuleiro.module.needs import TableNeed

__all__ = ["FOUGHT", "Battle", "Odds", "Part", "Shift"]


FOUGHT: Final = (
    TableNeed("odds", "combat", phase="combat"),
    TableNeed("values", "bombardment", value="range", phase="combat"),
    TableNeed("indices", "vulnerability", value="range", columns=("artillery",), phase="combat"),
)
"""The tables on which battles are resolved."""
_SIDES: Final = ("attacker", "defender")


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

    def __post_init__(self) -> None:
        """Refuse a slip, which would favour nobody."""
        if self.favours not in _SIDES:
            msg = f'a shift favours "attacker" or "defender", not "{self.favours}"'
            raise ValueError(msg)


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
