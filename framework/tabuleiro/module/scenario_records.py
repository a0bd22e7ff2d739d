"""What a scenario consists of, as the engine and the rules see it: plain values, checked before."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from tabuleiro.module.records import Words

if TYPE_CHECKING:
    from tabuleiro.module.module import Module

__all__ = [
    "CalendarEntry",
    "FreePlacement",
    "MarkerPlace",
    "Objective",
    "Opening",
    "OpeningPiece",
    "Pool",
    "Reinforcement",
    "Scenario",
    "SetUp",
    "Withdrawal",
]


class SetUp(msgspec.Struct, frozen=True):
    """Counters that start in a place."""

    hex: str
    """The hex, the id of a box, or ``in:`` and the counter that they start inside of."""
    units: tuple[str, ...]
    reduced: int = 0
    """With how many losses."""
    rule: str | None = None
    states: Mapping[str, str] = {}
    marks: tuple[str, ...] = ()
    """Marks on them: words that `texts.yaml` explains as ``state.<mark>``."""


class FreePlacement(msgspec.Struct, frozen=True):
    """Counters that their owner places before the first turn."""

    side: str
    units: tuple[str, ...]
    where: Mapping[str, Any]
    reduced: int = 0
    """With how many losses."""
    rule: str | None = None
    states: Mapping[str, str] = {}


class CalendarEntry(msgspec.Struct, frozen=True):
    """Counters that come or go in a turn."""

    side: str
    turn: int
    units: tuple[str, ...]
    edges: tuple[str, ...]
    """Ids of stretches of the border."""
    when: str
    """``must`` or ``may``."""
    where: Mapping[str, Any] | None = None


class Reinforcement(CalendarEntry, frozen=True):
    """Counters that enter later."""

    reduced: int = 0
    """With how many losses."""
    rule: str | None = None
    states: Mapping[str, str] = {}
    inside: str | None = None
    """The counter inside of which they come, if that is how."""


class Withdrawal(CalendarEntry, frozen=True):
    """Counters that leave."""

    rule: str | None = None


class MarkerPlace(msgspec.Struct, frozen=True):
    """A marker that lies in a place at the start."""

    marker: str
    hex: str
    """The hex, or the id of a box."""
    rule: str | None = None


class Objective(msgspec.Struct, frozen=True):
    """A place or region worth points."""

    place: str
    """The place, or the region."""
    hex: str
    """The hex, or the id of a box or region."""
    owner: str | None
    points: Mapping[str, int]
    rule: str | None = None
    region: str | None = None
    """The region, if it is one."""
    when: str = "end"
    """``end`` of the scenario, or ``each-turn``."""


class Pool(msgspec.Struct, frozen=True):
    """Points that a side receives each turn."""

    id: str
    side: str
    name: Words
    per_turn: tuple[int, ...]
    """One number for each turn of the scenario."""
    first_turn: int
    nation: str | None = None
    rule: str | None = None
    types: tuple[str, ...] = ()
    """The unit types that it is for; none means all."""
    saved: bool = False
    """Whether points not spent stay for later turns."""
    roll: str | None = None
    """The table of values on which a throw says how many points come on top each turn."""

    def points(self, turn: int) -> int:
        """Return the points of a turn, 0 outside the scenario.

        >>> pool = Pool("air", "allied", {}, (20, 10), first_turn=3)
        >>> pool.points(3), pool.points(4), pool.points(5), pool.points(2)
        (20, 10, 0, 0)
        """
        number = turn - self.first_turn
        return self.per_turn[number] if 0 <= number < len(self.per_turn) else 0


class OpeningPiece(msgspec.Struct, frozen=True):
    """A piece in the middle of a match, as far as no entry of the set-up says it."""

    place: str | None = None
    losses: int | None = None
    spent: int = 0
    marks: tuple[str, ...] = ()
    states: Mapping[str, str] = {}


class Opening(msgspec.Struct, frozen=True):
    """Where a match stands that begins in the middle; its phase begins anew."""

    turn: int
    phase: str
    pieces: Mapping[str, OpeningPiece] = {}
    control: Mapping[str, tuple[str, ...]] = {}
    """Places by the side that controls them."""
    tracks: Mapping[str, int] = {}
    signs: Mapping[str, tuple[str, ...]] = {}
    """Markers in places, besides those of the scenario."""
    facts: Mapping[str, Any] = {}
    met: Mapping[str, Mapping[str, str]] = {}


class Scenario(msgspec.Struct, frozen=True):
    """A scenario."""

    id: str
    name: Words
    text: Words
    first_turn: int
    last_turn: int
    setup: tuple[SetUp, ...] = ()
    free: tuple[FreePlacement, ...] = ()
    reinforcements: tuple[Reinforcement, ...] = ()
    withdrawals: tuple[Withdrawal, ...] = ()
    objectives: tuple[Objective, ...] = ()
    pools: tuple[Pool, ...] = ()
    markers: tuple[MarkerPlace, ...] = ()
    options: Mapping[str, bool | int | str] = {}
    tracks: Mapping[str, int] = {}
    """Where the markers of tracks stand at the start; of others they stand on 0."""
    opens: Opening | None = None
    """Where the match stands, if it begins in the middle."""
    view: tuple[str, ...] = ()
    """Regions and hexes on which the window opens, if any are named."""

    def pieces(self, module: Module) -> tuple[str, ...]:
        """Return the counters of the scenario, in the order of ``counters.yaml``."""
        groups = (self.setup, self.free, self.reinforcements)
        used = {unit for group in groups for entry in group for unit in entry.units}
        if self.opens is not None:
            used |= self.opens.pieces.keys()
        return tuple(counter for counter in module.counters if counter in used)
