"""Column shifts of Papua: the siege of one side, units without supply, too many defenders."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine import msg
from tabuleiro.hooks import hookimpl
from tabuleiro.module.terms import Columns, Terms
from tabuleiro.rules.clauses import clause
from tabuleiro.rules.combat.battle import Battle, Shift
from tabuleiro.rules.ground.land_units import LAND, arm
from tabuleiro_papua.overstacking import overfull
from tabuleiro_papua.supply_lines import supplied

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tabuleiro.engine import Situation


from tabuleiro.rules.combat.shifts import UnsuppliedTerms, siege_of_one_side, terrain, unity

__all__ = ["GroundSiegeUnitySupply", "OverstackTerms", "at_close_quarters"]


class OverstackTerms(Terms):
    """More defenders than a hex holds."""

    overstack_shift: Columns = 0
    """Columns against more defenders than their hex holds."""


def _hunger(s: Situation, battle: Battle) -> Iterator[Shift]:
    """Yield one shift against each side that has a land piece without supply in the combat."""
    columns, rule = s.terms(UnsuppliedTerms).unsupplied_shift, clause(s, "unsupplied")
    if _any_hungry(s, battle.attackers):
        yield Shift("defender", columns, msg("attackers without supply"), rule)
    if _any_hungry(s, (*battle.defenders, *battle.defence)):
        yield Shift("attacker", columns, msg("defenders without supply"), rule)


def _any_hungry(s: Situation, pieces: Iterable[str]) -> bool:
    return any(arm(s, piece) == LAND and not supplied(s, piece) for piece in pieces)


def _crowd(s: Situation, battle: Battle) -> Iterator[Shift]:
    """Yield the shift against a hex with more defenders than it holds."""
    if overfull(s, battle.defender, battle.target):
        columns = s.terms(OverstackTerms).overstack_shift
        yield Shift("attacker", columns, msg("too many defenders"), clause(s, "overstack"))


def at_close_quarters(s: Situation, battle: Battle) -> bool:
    """Return whether attackers stand in the very hex: they jumped on their enemies.

    Then neither the ground nor aircraft help anybody (4.2.3-9).
    """
    return any(s.place(piece) == battle.target for piece in battle.attackers)


class GroundSiegeUnitySupply:
    """A part: columns for ground, sieges (5.1.3), formations (5.1.4), supply and crowds."""

    @hookimpl
    def combat_shifts(self, s: Situation, battle: Battle) -> list[Shift]:
        found = [
            *unity(s, battle),
            *siege_of_one_side(s, battle),
            *_hunger(s, battle),
            *_crowd(s, battle),
        ]
        if not at_close_quarters(s, battle):
            found += terrain(s, battle)
        return sorted(found, key=lambda shift: shift.favours)
