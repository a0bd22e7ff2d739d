"""Orders to aircraft: how they join a mission, meet one that comes, and flee their base."""

from __future__ import annotations

from typing import ClassVar

from tabuleiro.engine import Action

__all__ = [
    "FLOWN",
    "DefendAsBomber",
    "DoneReacting",
    "EmergencyTransfer",
    "FlyAsBomber",
    "FlyAsFighter",
    "FlyByDay",
    "FlyByNight",
    "Intercept",
    "JoinMission",
    "StandDown",
]


class Intercept(Action, frozen=True):
    """Send fighters against the enemy's aircraft over a hex."""

    piece: str
    hex: str


class DefendAsBomber(Action, frozen=True):
    """Support the defence of a hex with a squadron that flies as bombers."""

    piece: str
    hex: str


class StandDown(Action, frozen=True):
    """Take back the order given to a squadron in this reaction."""

    retracts = True
    piece: str


class DoneReacting(Action, frozen=True):
    """Send nobody else."""


class EmergencyTransfer(Action, frozen=True):
    """Save an air piece from an airfield that the enemy has taken."""

    piece: str
    hex: str


class JoinMission(Action, frozen=True):
    """Send an aircraft along on the mission that is being planned."""

    abstract: ClassVar[bool] = True
    piece: str


class FlyAsFighter(JoinMission, frozen=True):
    """Send a squadron along as fighters: to escort bombers, or to support troops."""


class FlyAsBomber(JoinMission, frozen=True):
    """Send a squadron along as bombers."""


class FlyByNight(Action, frozen=True):
    """Fly the raid by night: with half the force, and nobody can intercept it."""


class FlyByDay(Action, frozen=True):
    """Fly the raid by day after all."""

    retracts = True


FLOWN = "flown"
"""The mark of air pieces that flew a mission in this half-turn."""
