"""Interdiction: a warship that commands all the water before a coast closes it (7.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine import hex_ref, msg
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.clauses import object_to
from tabuleiro.rules.victory.control import controller
from tabuleiro_filipinas.forces import enemy_forces
from tabuleiro_filipinas.naval_reckoning import is_line
from tabuleiro_filipinas.sea_lanes import chart

if TYPE_CHECKING:
    from tabuleiro.engine import Objection, Situation

__all__ = ["Interdiction", "interdicted"]


def interdicted(s: Situation, side: str, place: str) -> bool:
    """Return whether ships of the enemy keep a side from its own coast hex.

    One must lie beside it so that every water of that hex is its own or next to it. Of ships that
    are not seen whoever asks knows nothing: he finds them when he comes.
    """
    waters = set(chart(s).waters.get(place, ()))
    if not waters or controller(s, place) != side:
        return False
    grid = s.board.grid
    return any(
        here in waters and waters <= {here, *grid.neighbours(here)}
        and any(is_line(s, ship) for ship in s.inside(force))
        for force, here in enemy_forces(s, side)
    )  # fmt: skip


class Interdiction:
    """A part: nobody is landed where enemy warships command the water."""

    @hookimpl
    def landing_bans(self, s: Situation, side: str, place: str) -> list[Objection]:
        if not interdicted(s, side, place):
            return []
        message = msg("Enemy warships command the water before {hex}.", hex=hex_ref(place))
        return [object_to(s, message, "interdiction", "movement", hexes=(place,))]
