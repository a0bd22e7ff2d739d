"""What the attrition family seals besides losses: who attacks, what is carried, points saved."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tabuleiro.engine.knowledge import Knowledge
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.air.air_points import AIR
from tabuleiro.rules.air.aircraft_orders import FLOWN
from tabuleiro.rules.combat.declared_attacks import attacks_told
from tabuleiro.rules.combat.duty_to_attack import ACTED
from tabuleiro.rules.recon.secrecy import sealing
from tabuleiro.rules.sequence.pools import track
from tabuleiro_papua.air.errands import CARRY, LOADED, SUPPLY
from tabuleiro_papua.air.interception import React
from tabuleiro_papua.engineering import STOOD
from tabuleiro_papua.exits_and_returns import LEFT
from tabuleiro_papua.supply_lines import AIR_SUPPLY

if TYPE_CHECKING:
    from tabuleiro.engine import Situation

__all__ = ["SealedMissions", "knowledge"]

_MARKS: Final = frozenset({ACTED, FLOWN})
"""Marks that tell who attacks or flies before the battle tells it."""
_OF_PIECES: Final = frozenset({LEFT, STOOD})
"""Facts that belong to pieces wherever they are: who had left the board, who is an engineer."""
_OPEN: Final = Knowledge(facts_of_known=_OF_PIECES)


def knowledge(s: Situation, viewer: str) -> list[Knowledge]:
    """Return what is sealed from a side: its enemies' state, plans, cargo and points."""
    found = sealing(s, viewer)
    if not any(found):  # in an open match plans lie open, too
        return [*found, _OPEN]
    facts = s.position.facts
    known: dict[str, Any] = {}
    known |= attacks_told(s, viewer)
    if "sorties" in facts:
        basis = (facts["sorties"], _reacting(s, viewer))
        known["sorties"] = s.cache_by_basis(
            ("sorties-told", viewer),
            basis,
            lambda: _sorties(s, viewer, basis[0], reacting=basis[1]),
        )
    if AIR_SUPPLY in facts:
        brought = facts[AIR_SUPPLY]
        known[AIR_SUPPLY] = s.cache_by_basis(
            ("air-supply-told", viewer), brought, lambda: _supplied(s, viewer, brought)
        )
    if "engineers" in facts:
        here = facts["engineers"]
        known["engineers"] = {p: hex for p, hex in here.items() if s.side(p) == viewer} or None
    points = _points(s, viewer)
    return [*found, Knowledge({}, _MARKS, known, points, facts_of_known=_OF_PIECES)]


def _reacting(s: Situation, viewer: str) -> bool:
    """Return whether the other side is choosing now whom it sends against raids of this one."""
    return any(isinstance(step, React) and step.side == viewer for step in s.position.agenda)


def _sorties(
    s: Situation, viewer: str, sorties: dict[str, dict[str, Any]], *, reacting: bool
) -> dict[str, dict[str, Any]] | None:
    """Return who flies where, without cargo and without those who were sent just now."""
    found = {}
    for piece, order in sorties.items():
        if s.side(piece) == viewer:
            found[piece] = order
        elif not reacting:
            told = {key: value for key, value in order.items() if key != "cargo"}
            if told["kind"] in _TRANSPORT:
                told["kind"] = CARRY
            found[piece] = told
    return found or None


def _supplied(
    s: Situation, viewer: str, brought: dict[str, dict[str, dict[str, str]]]
) -> dict[str, dict[str, dict[str, str]]]:
    """Return who is supplied by air, without by whom: transports that are home are all alike."""
    return {
        turn: {p: how if s.side(p) == viewer else {**how, "by": ""} for p, how in pieces.items()}
        for turn, pieces in brought.items()
    }


_TRANSPORT: Final = frozenset({*LOADED, SUPPLY})


def _points(s: Situation, viewer: str) -> frozenset[str]:
    """Return the tracks of points that the enemies save: what they spend tells of their losses."""

    def make() -> frozenset[str]:
        pools = (p for p in s.scenario.pools if p.side != viewer and p.id != AIR)
        return frozenset(track(p.id, p.side) for p in pools)

    return s.cache_by_basis(("points-told", viewer), (), make)


class SealedMissions:
    """A part: who attacks, what is carried, points saved, until they show."""

    @hookimpl
    def knowledge(self, s: Situation, viewer: str) -> list[Knowledge]:
        return knowledge(s, viewer)
