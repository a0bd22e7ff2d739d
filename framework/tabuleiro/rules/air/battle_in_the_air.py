"""A battle in the air: its sum, the throw for it, and what both sides lose.

The total of the attacker finds the column of a table, that of the defender the band. A cell such as
``3-1`` tells the losses of the defender, then those of the attacker. Who flies there, what counts
and who takes the losses is a matter of each game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from tabuleiro.engine import hex_ref, msg, piece_ref, side_ref
from tabuleiro.rules.air.mission_plan import errand_ref
from tabuleiro.rules.combat.battle import Part
from tabuleiro.rules.combat.reckoning import Reckoning, kept_reckoning

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tabuleiro.engine import Change, Message, Situation

__all__ = ["AirThrow", "flier_part", "no_fighters", "sum_in_the_air", "throw_in_the_air"]


def flier_part(side: str, piece: str, value: int, errand: str, rule: str) -> Part:
    """Return what an air piece adds to the total of its side."""
    words = msg("{piece}: {errand}", piece=piece_ref(piece), errand=errand_ref(errand))
    return Part(side, value, words, rule, piece)


def no_fighters(side: str) -> Message:
    """Return why the losses that a side caused by the table do not count."""
    return msg("{side}: no fighters in the battle, so it destroys nothing.", side=side_ref(side))


def sum_in_the_air(
    s: Situation,
    title: Message,
    place: str,
    sides: tuple[str, str],
    parts: Iterable[Part],
    totals: tuple[int, int],
    *,
    at: tuple[str, int, int],
    harm: tuple[bool, bool],
) -> Reckoning:
    """Return a battle in the air as a table shows it; sides and totals begin with the attacker.

    ``at`` is the table with the column and the band; ``harm`` says which side has fighters: one
    without costs the other nothing, nor does one with nobody to shoot at.
    """
    (side, enemy), (attack, defence), (table, column, band) = sides, totals, at
    rows = s.module.values[table]
    note = msg(
        "{a} against {b}: the table tells the losses of {enemy}, then of {side}.",
        a=rows.columns[column].label,
        b=rows.bands[band].label,
        enemy=side_ref(enemy),
        side=side_ref(side),
    )
    harmless = (no_fighters(who) for who, armed in zip(sides, harm, strict=True) if not armed)
    parts = tuple(parts)
    fly = {part.side for part in parts if part.piece}
    counts = (int(harm[0] and enemy in fly), int(harm[1] and side in fly))
    return Reckoning(
        title=title,
        hex=place,
        attacker=side,
        defender=enemy,
        parts=parts,
        attack=attack,
        defence=defence,
        table=table,
        column=column,
        base=column,
        band=band,
        notes=(note, *harmless),
        counts=None if all(counts) else counts,
    )


class AirThrow(msgspec.Struct, frozen=True):
    """What the die gave: the two numbers of the cell, and the losses that come of them."""

    numbers: tuple[int, int]
    losses: tuple[int, int]
    """Of the defender, then of the attacker."""
    harmless: tuple[str, ...]
    """The sides that caused losses by the table, and have no fighters: these do not count."""
    words: dict[str, Any]
    """For the sentence that tells it."""
    data: dict[str, Any]
    """For the row that holds it."""


def throw_in_the_air(
    change: Change,
    reckoning: Reckoning,
    why: Message,
    rule: str,
    *,
    fliers: Iterable[str],
    harm: tuple[bool, bool],
) -> AirThrow:
    """Show who flies, throw, and return the losses; ``harm`` says which side does any.

    A side without fighters costs the other nothing. The attacker comes first.
    """
    side, enemy = reckoning.attacker, reckoning.defender
    table = change.module.values[reckoning.table]
    for piece in fliers:
        change.show(piece)
    faces = change.roll(table.dice, side, why, rule, die=table.die)
    code = table.cell(reckoning.column, sum(faces), band=reckoning.band)
    first, second = (int(part) for part in code.split("-"))
    by = reckoning.counts or (1, 1)
    lost, ours = first * by[0], second * by[1]
    caused = zip((side, enemy), (first, second), harm, strict=True)
    harmless = tuple(who for who, by_table, armed in caused if by_table and not armed)
    words = {
        "hex": hex_ref(reckoning.hex), "side": side_ref(side), "enemy": side_ref(enemy),
        "attack": reckoning.attack, "defence": reckoning.defence, "die": faces[0], "code": code,
        "column": table.columns[reckoning.column].label,
        "band": table.bands[reckoning.band].label, "lost": lost, "ours": ours,
    }  # fmt: skip
    data = {
        "reckoning": kept_reckoning(reckoning), "attacker": side, "code": code,
        "faces": list(faces), "losses": {enemy: lost, side: ours},
    }  # fmt: skip
    return AirThrow((first, second), (lost, ours), harmless, words, data)
