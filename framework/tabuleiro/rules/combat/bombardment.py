"""Bombardment, by guns or by air points alone: strength times vulnerability, and the ground.

Not here: which guns reach how far (`artillery`), who may spend how many points (`air.air_points`),
and what the results do (`results_de_to_ae`, `results_d1_to_a1`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine import msg, piece_ref
from tabuleiro.rules.combat.battle import Battle, Odds, Part
from tabuleiro.rules.combat.shifts import shifted
from tabuleiro.rules.combat.strengths import attack_parts
from tabuleiro.rules.combat.terrain import bombardment_covers
from tabuleiro.rules.ground.land_units import LAND, NAVAL, arm

if TYPE_CHECKING:
    from tabuleiro.engine import Situation

__all__ = ["bombardment_odds", "exposure", "under_fire"]


def bombardment_odds(s: Situation, battle: Battle) -> Odds:
    """Return the sum of a bombardment or an air attack: strength times vulnerability.

    Clauses: bombardment-sum, bombardment-columns.
    """
    table = s.module.values["bombardment"]
    indices = s.module.indices["vulnerability"]
    by = "air" if battle.kind == "air" else "artillery"
    parts: list[Part] = list(attack_parts(s, battle))
    if battle.kind == "air":
        more = s.rules.combat_parts(s=s, battle=battle)
        parts += (part for part in more if part.side == battle.attacker)
    attack = sum(part.value for part in parts)
    hit = under_fire(s, battle)
    vulnerability = 0 if hit or not battle.defenders else 1  # an airfield has no index
    for piece in hit:
        index = exposure(s, piece, by)
        vulnerability += index
        label = msg("vulnerability of {piece}", piece=piece_ref(piece))
        parts.append(Part(battle.defender, index, label, indices.rule or "", piece))
    base = table.column(attack * vulnerability)
    covered = battle.kind != "air" or any(arm(s, piece) == LAND for piece in hit)
    shifts = tuple(bombardment_covers(s, battle.target)) if covered else ()
    column = shifted(base, shifts, len(table.columns))
    return Odds(
        table.id, tuple(parts), attack, vulnerability, base, table.columns[base].label, shifts,
        column, table.columns[column].label,
    )  # fmt: skip


def under_fire(s: Situation, battle: Battle) -> tuple[str, ...]:
    """Return the pieces that shells or bombs may hit: bombs the troops of a hex, or its ships."""
    if battle.kind != "air":
        return battle.defenders
    for kind in (LAND, NAVAL):
        found = tuple(piece for piece in battle.defenders if arm(s, piece) == kind)
        if found:
            return found
    return ()


def exposure(s: Situation, piece: str, by: str) -> int:
    """Return how vulnerable a piece is by its type; a ship by its defence value."""
    if arm(s, piece) == NAVAL:
        return s.value(piece, "defense")
    return s.module.indices["vulnerability"].value(s.counter(piece).type, by)
