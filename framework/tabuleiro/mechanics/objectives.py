"""Objectives: in whose power they are, which is that of the side that was there last."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine import events as ev
from tabuleiro.engine import hex_ref, msg, side_ref

if TYPE_CHECKING:
    from tabuleiro.engine import Change

__all__ = ["take_path"]


def take_path(change: Change, piece: str, path: tuple[str, ...]) -> None:
    """Take the objectives that a piece passes or reaches."""
    side = change.side(piece)
    goals = {goal.hex: goal for goal in change.scenario.objectives}
    for place in path:
        goal = goals.get(place)
        if goal is not None and change.position.control.get(place) != side:
            change.emit(ev.Controlled(place, side))
            change.say(
                msg("{side} takes {hex}.", side=side_ref(side), hex=hex_ref(place)),
                goal.rule or "",
            )
