"""Ground support: what aircraft add to a land combat (6.2, 6.2-2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine import Objection, hex_ref, msg, piece_ref
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.air.mission_plan import BOMBER
from tabuleiro.rules.combat.battle import Part
from tabuleiro.rules.ground.land_units import is_gun
from tabuleiro_filipinas.air_missions import SUPPORT, TROOPS, drop_on_enemies, group, missions_of
from tabuleiro_filipinas.aircraft import power, supports

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.engine import Situation
    from tabuleiro.rules.combat.battle import Battle

__all__ = ["GroundSupport", "by_guns", "support_of"]


def support_of(s: Situation, place: str, side: str, *, defence: bool) -> tuple[str, ...]:
    """Return the aircraft that support the troops of a side in a combat for a hex.

    Those who escort them, or were sent to intercept, add nothing; nor does anybody where paratroops
    jump on enemies (4.2.3-6).
    """
    if drop_on_enemies(s, place) or _jumped(s, place):
        return ()
    return tuple(
        order.piece for order in group(s, side, SUPPORT, place)
        if order.role == BOMBER and supports(s, order.piece, defence=defence)
    )  # fmt: skip


def _jumped(s: Situation, place: str) -> bool:
    return any(s.marked(piece, "dropped") for piece in s.at(place))


def by_guns(s: Situation, battle: Battle) -> bool:
    """Return whether all that attacks is artillery, which nobody supports (9.0-8)."""
    pieces = (*battle.attackers, *battle.support)
    return bool(pieces) and all(is_gun(s, piece) for piece in pieces)


def _parts(s: Situation, battle: Battle) -> Iterator[Part]:
    place = battle.target
    if battle.kind != "assault" or by_guns(s, battle):
        return
    for side, defence in ((battle.attacker, False), (battle.defender, True)):
        for piece in support_of(s, place, side, defence=defence):
            label = msg("{piece}", piece=piece_ref(piece))
            yield Part(side, power(s, piece, "land", place), label, "filipinas-6.2-1", piece)


class GroundSupport:
    """A part: aircraft add to land combats; troops that are bombed are not attacked besides."""

    @hookimpl
    def combat_parts(self, s: Situation, battle: Battle) -> list[Part]:
        return list(_parts(s, battle))

    @hookimpl
    def attack_objections(self, s: Situation, piece: str, target: str) -> list[Objection]:
        if all(mission.errand != TROOPS for mission in missions_of(s, s.side(piece), target)):
            return []
        message = msg("Troops are attacked once a phase, and those of {hex} are bombed.",
                      hex=hex_ref(target))  # fmt: skip
        return [Objection(message, "filipinas-9.0-7", "combat", (piece,), (target,))]
