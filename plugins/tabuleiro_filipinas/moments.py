"""Moments: what happens in each phase, one after the other, and how parts put their steps there.

A phase is a row of moments. At each of them the parts of the game are asked for steps
(:meth:`MomentHooks.steps_at`), which are done in the order of the parts. A moment that nobody fills
passes unseen.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final, Protocol, cast

from tabuleiro.hooks import hookspec

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tabuleiro.engine import Situation, Step
    from tabuleiro.module import Phase

__all__ = ["MOMENTS", "Moment", "MomentHooks", "phasing", "steps_at"]


class Moment(StrEnum):
    """A place in the turn where parts put steps. P is the side whose turn it is, O the other."""

    # before both turns
    POINTS = "points"
    """Replacement points arrive (3.0-1, 8.0)."""
    WEATHER = "weather"
    """The weather of each region is thrown (3.0-2, 12.0)."""
    # 1: reinforcement and replacement, P
    HALF_TURN = "half-turn"
    """P's turn begins: what holds for a turn of a side is forgotten. Asks nobody."""
    WITHDRAWALS = "withdrawals"
    """Who is due leaves (4.2.2)."""
    ARRIVALS = "arrivals"
    """Who is due comes to boxes, fields and decks (4.2.1)."""
    FERRIES = "ferries"
    """Groups move between boxes and decks, units are taken aboard again (4.2.1, 4.2.7)."""
    OFF_BOARD_REPLACEMENTS = "off-board-replacements"
    """Replacements off the board and of ships (8.0)."""
    # 2: naval movement, P
    SAILING = "sailing"
    """Forces are formed, loaded and sail; submarines take their stations (7.0, 7.5)."""
    # 3: search, O
    SEARCH = "search"
    """O seeks forces (6.6.1)."""
    # 4: air and naval interception, O, with P's answers
    STRIKE = "strike"
    """O sends aircraft against ships (6.3.3, 6.8)."""
    STRIKE_ANSWER = "strike-answer"
    """P sends fighters against them."""
    STRIKE_BATTLES = "strike-battles"
    """Air combats over the ships, flak, bombs."""
    NAVAL_ACTIONS = "naval-actions"
    """O's forces give battle at sea, P's stay or withdraw (7.1.2)."""
    # 5: air and land, P
    REPLACEMENTS = "replacements"
    """5a: replacements of land units and land-based aircraft (8.0)."""
    MARCH = "march"
    """5b: the open phase: all that is done in any order (3.0-8 to 3.0-10)."""
    UNKNOWNS = "unknowns"
    """5c begins: engaged unknown pieces are taken off, bluffs advance (14.3)."""
    WORKS = "works"
    """Building, repair and demolition begin or end (6.7)."""
    SUPPLY = "supply"
    """Who is supplied (10)."""
    ANNOUNCEMENTS = "announcements"
    """P announces his attacks; duty holds (4.1.2, 5.0)."""
    SHIPS_LEAVE = "ships-leave"
    """American ships that are not needed leave (3.0-11)."""
    # 6: air interception, O, with P's answers
    INTERCEPTION = "interception"
    """O sends fighters against missions, and support to his own (3.0-12)."""
    INTERCEPTION_ANSWER = "interception-answer"
    """P sends fighters that are left (6.1)."""
    SUPPLY_LOST = "supply-lost"
    """P names who goes without the supply that was lost since phase 2 (3.0-18)."""
    # 7: combat, P
    DEFENCE = "defence"
    """O's guns and ships join the defence; totals are told (5.0, 7.1.1)."""
    AIR_COMBATS = "air-combats"
    """The air combats of the missions (6.1)."""
    TRANSPORTS = "transports"
    """Who flew arrives, drops, brings supply; the second supply check (4.2.3, 6.4, 10.3)."""
    BOMBARDMENTS = "bombardments"
    """Bombing and shelling (6.3, 7.1.3, 9.0)."""
    BATTLES = "battles"
    """The land combats, in P's order (5.1)."""
    HALF_TURN_ENDS = "half-turn-ends"
    """P's turn ends: aircraft are home. Asks nobody."""
    # the end of the turn
    SHIPS_OFF = "ships-off"
    """Ships leave the board (3.0-17)."""
    ISLANDS = "islands"
    """Flags and points of islands (15.2.1)."""


MOMENTS: Final[Mapping[str, tuple[Moment, ...]]] = {
    "preparation": (Moment.POINTS, Moment.WEATHER),
    "reinforcement": (
        Moment.HALF_TURN, Moment.WITHDRAWALS, Moment.ARRIVALS, Moment.FERRIES,
        Moment.OFF_BOARD_REPLACEMENTS,
    ),
    "naval-movement": (Moment.SAILING,),
    "reconnaissance": (Moment.SEARCH,),
    "air-naval-interception": (
        Moment.STRIKE, Moment.STRIKE_ANSWER, Moment.STRIKE_BATTLES, Moment.NAVAL_ACTIONS,
    ),
    "movement": (
        Moment.REPLACEMENTS, Moment.MARCH, Moment.UNKNOWNS, Moment.WORKS, Moment.SUPPLY,
        Moment.ANNOUNCEMENTS, Moment.SHIPS_LEAVE,
    ),
    "air-interception": (
        Moment.INTERCEPTION, Moment.INTERCEPTION_ANSWER, Moment.SUPPLY_LOST,
    ),
    "combat": (
        Moment.DEFENCE, Moment.AIR_COMBATS, Moment.TRANSPORTS, Moment.BOMBARDMENTS,
        Moment.BATTLES, Moment.HALF_TURN_ENDS,
    ),
    "end": (Moment.SHIPS_OFF, Moment.ISLANDS),
}  # fmt: skip
"""The moments of each kind of phase, in order."""

_FIRST = "reinforcement"
"""The kind of the phase with which the turn of a side begins."""


class MomentHooks(Protocol):
    """What the parts of this game are asked besides the hooks of all games."""

    @hookspec
    def steps_at(self, s: Situation, moment: Moment, side: str) -> list[Step]:
        """Return the steps of a part at a moment.

        ``side`` is P, the side whose turn it is, also in phases in which O acts; it is empty before
        and after the turns of the sides.

        Example::

            from tabuleiro.hooks import hookimpl
            from tabuleiro_filipinas.moments import Moment


            @hookimpl
            def steps_at(s, moment, side):
                return [Search(s.enemy(side))] if moment is Moment.SEARCH else []
        """

    @hookspec
    def conquest_steps(self, s: Situation, island: str, side: str) -> list[Step]:
        """Return what follows when an island has become a side's, at the end of a turn.

        Example::

            from tabuleiro.hooks import hookimpl


            @hookimpl
            def conquest_steps(s, island, side):
                return [TakeOffUnknowns(island, s.enemy(side))]
        """


def steps_at(s: Situation, moment: Moment, side: str) -> list[Step]:
    """Return the steps of all parts at a moment, in the order of the parts."""
    return cast("MomentHooks", s.rules).steps_at(s=s, moment=moment, side=side)


def phasing(s: Situation, phase: Phase | None = None) -> str:
    """Return P, the side whose turn a phase is part of; empty before and after both turns."""
    phase = s.phase if phase is None else phase
    found = ""
    for one in s.module.sequence:
        if one.kind == _FIRST or one.side is None:
            found = one.side or ""
        if one == phase:
            return found
    return ""
