"""Forecasts: what a raid that is being planned, or the air battles to come, would come to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from tabuleiro.engine import hex_ref, msg, piece_ref
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.air.mission_plan import errand_ref
from tabuleiro.rules.clauses import clause
from tabuleiro.rules.combat.battle import Part
from tabuleiro.rules.combat.reckoning import Reckoning
from tabuleiro_papua.air.air_battles import air_battle, air_sum, contested
from tabuleiro_papua.air.bombing_sum import bombing, bombing_sum
from tabuleiro_papua.air.errands import BOMBINGS, ESCORT, errand_clause
from tabuleiro_papua.air.interception import React, raided
from tabuleiro_papua.air.raid_draft import RaidDraft, raiders

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.engine import Situation
    from tabuleiro_papua.air.sorties import Sortie

__all__ = ["Forecasts", "forecasts"]


def forecasts(s: Situation) -> list[Reckoning]:
    """Return the sum of the raid that is being drafted, or of each air battle while one reacts."""
    top = s.position.top
    if isinstance(top, RaidDraft):
        return [_drafted(s, top)]
    if isinstance(top, React):
        return list(_air_battles(s, top.side))
    return []


def _drafted(s: Situation, draft: RaidDraft) -> Reckoning:
    """Return the sum of a raid: bombs against their target, or what aircraft add to a combat."""
    side, place, errand = draft.side, draft.hex, draft.errand
    sent = tuple(order for order in draft.orders if order.kind == errand)
    escorts = tuple(o.piece for o in draft.orders if o.kind == ESCORT != errand)
    if errand in BOMBINGS:
        found = bombing_sum(s, side, bombing(s, side, errand, place, sent))
    else:
        found = _added(s, draft, (*raiders(s, side, errand, place), *sent))
    if not escorts:
        return found
    note = msg("Escort: {pieces}, {n} against aircraft", pieces=[piece_ref(p) for p in escorts],
               n=sum(s.value(piece, "air") for piece in escorts))  # fmt: skip
    return replace(found, notes=(*found.notes, note))


def _added(s: Situation, draft: RaidDraft, orders: tuple[Sortie, ...]) -> Reckoning:
    value = "air" if draft.errand == ESCORT else "land"
    rule = clause(s, errand_clause(draft.errand))
    parts = tuple(
        Part(draft.side, s.value(order.piece, value), msg("{piece}", piece=piece_ref(order.piece)),
             rule, order.piece)
        for order in orders
    )  # fmt: skip
    title = msg("{errand} over {hex}", errand=errand_ref(draft.errand), hex=hex_ref(draft.hex))
    total = sum(part.value for part in parts)
    return Reckoning(title, draft.hex, draft.side, s.enemy(draft.side), parts, total)


def _air_battles(s: Situation, side: str) -> Iterator[Reckoning]:
    """Yield the air battle over each hex with raids by day; those with an enemy first."""
    met = contested(s)
    alone = (hex for hex in sorted(raided(s, side)) if hex not in met)
    yield from (air_sum(s, side, air_battle(s, hex, side)) for hex in met)
    for hex in alone:
        here = air_sum(s, side, air_battle(s, hex, side))
        title = msg("Nobody intercepts over {hex} yet", hex=hex_ref(hex))
        yield Reckoning(title, hex, side, here.defender, here.parts, here.attack)


class Forecasts:
    """A part: what the raid that is planned, and the air battles to come, would come to."""

    @hookimpl
    def reckonings(self, s: Situation) -> list[Reckoning]:
        return forecasts(s)
