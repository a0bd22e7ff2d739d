"""Forecasts: what a mission that is being planned comes to, as far as its side can know."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine import hex_ref, msg, piece_ref
from tabuleiro.hooks import hookimpl
from tabuleiro.module.unknown import is_unknown
from tabuleiro.rules.air.mission_plan import BOMBER, FIGHTER, errand_ref
from tabuleiro.rules.combat.battle import Part
from tabuleiro.rules.combat.reckoning import Reckoning
from tabuleiro.rules.ground.land_units import land_at
from tabuleiro_filipinas.air_bombing import bombing, bombing_sum
from tabuleiro_filipinas.air_errands import RULES
from tabuleiro_filipinas.air_hooks import ShipStrike
from tabuleiro_filipinas.air_missions import ESCORT, FIELD, KAMIKAZE, PORT, SHIP, TROOPS, group
from tabuleiro_filipinas.air_planning import MissionDraft
from tabuleiro_filipinas.aircraft import power
from tabuleiro_filipinas.sea_strikes import planned_dive, planned_sum

if TYPE_CHECKING:
    from tabuleiro.engine import Situation

__all__ = ["AirForecasts"]


def _seen(s: Situation, draft: MissionDraft) -> bool:
    """Return whether the one who plans knows all that he would bomb (6.3.2-1)."""
    there = land_at(s, draft.hex, s.enemy(draft.side))
    return draft.errand != TROOPS or not any(is_unknown(piece) for piece in there)


def _drafted(s: Situation, draft: MissionDraft) -> Reckoning:
    """Return the sum of a mission: bombs on the table, or what aircraft add to a combat."""
    if draft.errand in {FIELD, PORT, TROOPS} and _seen(s, draft):
        raid = bombing(s, draft.side, draft.errand, draft.hex, night=draft.night, more=draft.orders)
        return bombing_sum(s, draft.side, raid)
    before = group(s, draft.side, draft.errand, draft.hex)
    flown = (*before, *draft.orders)
    bombers = tuple(order.piece for order in flown if order.role == BOMBER)
    divers = tuple(order.piece for order in flown if order.role == KAMIKAZE)
    if draft.errand == SHIP and (bombers or divers):
        enemy = s.enemy(draft.side)
        strike = ShipStrike(draft.hex, draft.side, enemy, 1, bombers, divers, draft.night)
        return planned_sum(s, strike) if bombers else planned_dive(s, strike)
    value, wanted = ("air", FIGHTER) if draft.errand == ESCORT else ("land", BOMBER)
    parts = tuple(
        Part(
            draft.side,
            power(s, order.piece, value, draft.hex),
            msg("{piece}", piece=piece_ref(order.piece)),
            RULES[draft.errand],
            order.piece,
        )
        for order in flown
        if order.role == wanted
    )
    words = {"errand": errand_ref(draft.errand), "hex": hex_ref(draft.hex)}
    title = msg("{errand} over {hex}", **words)
    total = sum(part.value for part in parts)
    return Reckoning(title, draft.hex, draft.side, s.enemy(draft.side), parts, total)


class AirForecasts:
    """A part: what the mission that is being planned comes to."""

    @hookimpl
    def reckonings(self, s: Situation) -> list[Reckoning]:
        top = s.position.top
        return [_drafted(s, top)] if isinstance(top, MissionDraft) else []
