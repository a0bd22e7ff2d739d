"""Fire without an assault: what bombardments and attacks from the air promise, and by how much."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from tabuleiro.rules.advice.fight import chances
from tabuleiro.rules.air.air_points import AirAttackTerms, air_points
from tabuleiro.rules.combat.artillery import guns_in_range
from tabuleiro.rules.combat.bombardment import exposure
from tabuleiro.rules.combat.shifts import shifted
from tabuleiro.rules.combat.terrain import bombardment_covers

if TYPE_CHECKING:
    from tabuleiro.rules.advice.sense import Sense

__all__ = ["Fire", "best_salvo", "best_sortie", "harm"]

_HIT: Final = "DB"
_GUN_PRICE: Final = 0.02
_AIR_PRICE: Final = 0.01


class Fire(NamedTuple):
    """What is fired, and what that is worth."""

    worth: float
    guns: tuple[str, ...] = ()
    air: int = 0


def harm(sense: Sense, target: str, strength: float, by: str) -> float:
    """Return what fire of some strength at a hex is worth on the average.

    ``by`` is the column of the vulnerability table: artillery or air.
    """
    s = sense.s
    table = s.module.values["bombardment"]
    weak = sum(exposure(s, piece, by) for piece in s.at(target))
    base = table.column(int(strength) * weak)
    column = shifted(base, bombardment_covers(s, target), len(table.columns))
    hits = sum(
        chance for total, chance in chances(table.dice, table.die).items()
        if _HIT in table.cell(column, total)
    )  # fmt: skip
    return hits * sense.loss(s.at(target), mine=False)


def best_salvo(sense: Sense, target: str) -> Fire:
    """Return the guns that should fire at a hex: as many as change the column."""
    s = sense.s
    guns = set(guns_in_range(s, sense.side, target))
    ranked = sorted(guns, key=lambda gun: (-sense.strength(gun, "attack"), gun))
    best = Fire(float("-inf"))
    for count in range(1, len(ranked) + 1):
        chosen = tuple(ranked[:count])
        worth = harm(sense, target, sense.total(chosen, "attack"), "artillery")
        best = max(best, Fire(worth - _GUN_PRICE * count, chosen), key=lambda fire: fire.worth)
    return best


def best_sortie(sense: Sense, target: str) -> Fire:
    """Return the air points that should attack a hex, with what they promise."""
    s = sense.s
    limits = s.terms_if_any(AirAttackTerms)
    best = Fire(float("-inf"))
    if limits is None:
        return best
    most = min(limits.max, air_points(s, sense.side))
    for points in range(limits.min, most + 1):
        worth = harm(sense, target, points, "air") - _AIR_PRICE * points
        best = max(best, Fire(worth, air=points), key=lambda fire: fire.worth)
    return best
