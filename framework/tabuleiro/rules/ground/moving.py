"""Moving a piece by a rule of one's own, with all that a move owes.

Not here: the moves of a movement phase (`movement_phase`), retreats and advances, which do the same
on their way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine import events as ev
from tabuleiro.rules.arrivals.out_of_contact import note_contact
from tabuleiro.rules.victory.objectives import take_path

if TYPE_CHECKING:
    from tabuleiro.engine import Change

__all__ = ["move_piece"]


def move_piece(change: Change, piece: str, *path: str, cost: int = 0, manner: str = "move") -> None:
    """Move a piece from hex to hex, or to a box, and do what follows from its coming there.

    ``path`` are the hexes that it passes, with the last one; ``cost`` are half points that it
    spends. What it passes falls to its side, the hook ``capture_steps`` says what else happens and
    is told the ``manner``, and units that look for contact have found it. Whether it may go there
    is for the caller to know.

    >>> from tabuleiro.testing import table
    >>> from tabuleiro.engine.dice import Dice
    >>> from tabuleiro.engine.change import Change
    >>> s = table("diadem", "allied-movement", {"us-349-ri": "1007"}).s
    >>> change = Change(s, Dice("a seed"))
    >>> move_piece(change, "us-349-ri", "1006", cost=2)
    >>> change.place("us-349-ri"), change.piece("us-349-ri").spent
    ('1006', 2)
    >>> change.position.control["1006"]  # Monte Cassino, an objective
    'allied'
    """
    change.emit(ev.Moved(piece, path[-1], path, cost))
    passed = tuple(place for place in path if place in change.board.grid)
    if passed:
        take_path(change, piece, passed, manner)
    if change.on_map(piece):
        note_contact(change, piece)
