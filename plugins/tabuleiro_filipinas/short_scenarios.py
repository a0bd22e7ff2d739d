"""Short scenarios: what one of them leaves out of the campaign, as options that it sets.

``opening``: the first turn begins in the middle, with the fleet of the side that moves second at
the edge of the board. ``land-war``: troops hold where they stand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine import Objection, msg, piece_ref
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.clauses import clause
from tabuleiro.rules.ground.land_units import holds_ground

if TYPE_CHECKING:
    from tabuleiro.engine import Situation
    from tabuleiro.module import Phase

__all__ = ["ShortScenarios", "is_before_opening"]

_FLEET = "naval-movement"
"""The kind of the phase with which an opening at sea begins."""


def is_before_opening(s: Situation, phase: Phase) -> bool:
    """Return whether a phase of the first turn lies before the one in which the match begins."""
    if s.option("opening") != "second-fleet" or s.turn != s.scenario.first_turn:
        return False
    sequence = s.module.sequence
    second = [*s.module.sides][-1]
    first = next(p for p in sequence if p.kind == _FLEET and p.side == second)
    return sequence.index(phase) < sequence.index(first)


class ShortScenarios:
    """A part: troops that hold where they stand, in a scenario without a war on land."""

    @hookimpl
    def move_objections(self, s: Situation, piece: str) -> list[Objection]:
        return _at_rest(s, piece)

    @hookimpl
    def attack_bans(self, s: Situation, piece: str) -> list[Objection]:
        return _at_rest(s, piece)

    @hookimpl
    def duty_exemptions(self, s: Situation, piece: str) -> list[Objection]:
        return _at_rest(s, piece)


def _at_rest(s: Situation, piece: str) -> list[Objection]:
    if s.option("land-war") == "fought" or not holds_ground(s, piece):
        return []
    message = msg("{piece} holds its place in this scenario.", piece=piece_ref(piece))
    return [Objection(message, clause(s, "own-phase"), "movement", (piece,))]
