"""Coming ashore: after a battle from the sea those who fought gain the hex, or are lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine import Situation, hex_ref, msg, piece_ref
from tabuleiro.engine import events as ev
from tabuleiro.rules.clauses import clause
from tabuleiro.rules.combat.losses import eliminate
from tabuleiro.rules.ground.stacking import full
from tabuleiro.rules.recon.covered import as_seen
from tabuleiro.rules.sea.afloat import afloat, afloat_mark, beachhead
from tabuleiro.rules.victory.objectives import take_path

if TYPE_CHECKING:
    from collections.abc import Callable

    from tabuleiro.engine import Change

__all__ = ["assaulter", "bring_ashore"]


def bring_ashore(
    change: Change,
    side: str,
    place: str | None,
    *,
    closed: Callable[[str], bool],
    landed: str,
    lost: str,
    then: Callable[[Change, str], None] | None = None,
) -> None:
    """Put the pieces off a coast (or off any) ashore, and do ``then`` with each that lands.

    Where the hex is closed to them or full they are lost. ``landed`` and ``lost`` are the words for
    the clauses of the two.
    """
    for piece in as_seen(change, afloat(change, side, place)):
        hex = str(beachhead(change, piece))
        change.emit(ev.Marked(piece, remove=(afloat_mark(hex),)))
        if closed(hex) or full(change, side, hex):
            eliminate(change, piece, clause(change, lost))
            continue
        change.emit(ev.Moved(piece, hex, (hex,)))
        change.say(
            msg("{piece} lands in {hex}.", piece=piece_ref(piece), hex=hex_ref(hex)),
            clause(change, landed),
        )
        take_path(change, piece, (hex,), "sea")
        if then is not None:
            then(change, piece)


_ASSAULT = "assault"


def assaulter(s: Situation, piece: str) -> bool:
    """Return whether a piece is of a type that makes assault landings."""
    return _ASSAULT in s.counter(piece).tags
