"""The sum of a bombing: points, factors and columns of an attack on the bombardment table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from tabuleiro.engine import msg, nmsg, piece_ref
from tabuleiro.rules.combat.battle import Part, Shift
from tabuleiro.rules.combat.bombardment import exposure
from tabuleiro.rules.combat.reckoning import Reckoning
from tabuleiro.rules.combat.terrain import bombardment_covers
from tabuleiro.rules.ground.land_units import land_at

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tabuleiro.engine import Message, Situation

__all__ = ["TROOPS", "Bombing", "bombing_of", "exposed", "reckoning_of"]

TROOPS = "troops"
"""The errand of aircraft that bomb troops."""
_TABLE = "bombardment"


class Bombing(msgspec.Struct, frozen=True):
    """The sum of a bombing: points, halved at night, times the factor, and the column."""

    errand: str
    hex: str
    pieces: tuple[str, ...]
    sum: int
    points: int
    factor: int
    total: int
    shifts: tuple[Shift, ...]
    column: int
    column_label: str
    night: bool = False


def bombing_of(
    s: Situation, errand: str, place: str, pieces: tuple[str, ...], *,
    added: int, points: int, factor: int, night: bool,
) -> Bombing:  # fmt: skip
    """Return the sum of points on a target: ``added`` are all of them, ``points`` what counts."""
    shifts = tuple(bombardment_covers(s, place)) if errand == TROOPS else ()
    table = s.module.values[_TABLE]
    by = -sum(shift.columns for shift in shifts)
    column = table.shifted(table.column(points * factor), by)
    return Bombing(errand, place, pieces, added, points, factor, points * factor, shifts, column,
                   table.columns[column].label, night)  # fmt: skip


def reckoning_of(
    s: Situation, side: str, raid: Bombing, title: Message, parts: tuple[Part, ...]
) -> Reckoning:
    """Return the sum of a bombing for a table to show, with the parts that add up to it."""
    enemy, notes = s.enemy(side), []
    if raid.night:
        notes.append(nmsg("By night {sum} point counts half: {points}.",
                          "By night {sum} points count half: {points}.", raid.sum,
                          sum=raid.sum, points=raid.points))  # fmt: skip
    if raid.factor != 1:
        notes.append(msg("{points} × {factor} = {total}", points=raid.points, factor=raid.factor,
                         total=raid.total))  # fmt: skip
    return Reckoning(
        title=title,
        hex=raid.hex,
        attacker=side,
        defender=enemy,
        parts=parts,
        attack=raid.points,
        defence=raid.factor if raid.factor != 1 else None,
        table=_TABLE,
        column=raid.column,
        base=s.module.values[_TABLE].column(raid.total),
        notes=tuple(notes),
        shifts=raid.shifts,
        public=tuple(sorted(land_at(s, raid.hex, enemy))) if raid.errand == TROOPS else (),
    )


def exposed(s: Situation, enemy: str, troops: Iterable[str]) -> Iterator[Part]:
    """Yield how easily each of some troops is hit from the air."""
    for piece in troops:
        label = msg("{piece}", piece=piece_ref(piece))
        yield Part(enemy, exposure(s, piece, "air"), label, "", piece)
