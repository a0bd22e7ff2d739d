"""Where pieces may be, and whose the places are: what shows that a rule has forgotten something."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tabuleiro.engine.position import DEAD, GONE, OFF, is_exit
from tabuleiro.module.places import holder_in
from tabuleiro.rules.ground.land_units import land_units
from tabuleiro.rules.victory.control import controller
from tabuleiro.rules.victory.objectives import occupies

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.engine import Situation

__all__ = ["odd_control", "odd_places"]

_NOWHERE: Final = frozenset({OFF, DEAD, GONE})


def odd_places(s: Situation) -> Iterator[str]:
    """Yield a sentence for each place with pieces that the board does not have."""
    board = s.board
    for place, pieces in s.position.stacks.items():
        known = place in board.grid or place in board.boxes or place in _NOWHERE
        if pieces and not (known or is_exit(place) or holder_in(place) is not None):
            yield f'"{place}", where {", ".join(sorted(pieces))} stand, is no place of this game'


def odd_control(s: Situation) -> Iterator[str]:
    """Yield a sentence for each objective on which units stand while an enemy still holds it.

    Where units of the holder stand in the same hex nobody has taken it yet.
    """
    for goal in s.scenario.objectives:
        holder = controller(s, goal.hex)
        if holder is None or land_units(s, holder).get(goal.hex):
            continue
        for side in s.enemies(holder):
            units = [p for p in land_units(s, side).get(goal.hex, ()) if occupies(s, p)]
            if units:
                yield (
                    f"{units[0]} stands on the objective {goal.hex}, and {holder} still holds it:"
                    " a step that moves units does so by `move_piece`, or takes what they reach"
                )
