"""Units that the calendar withdraws, but that are cut off from the beaches, stay (4.5-5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.board import reachable
from tabuleiro.engine import Objection, msg, piece_ref
from tabuleiro.rules.clauses import object_to
from tabuleiro.rules.ground.movement_points import profile
from tabuleiro.rules.ground.zones import zone
from tabuleiro_leyte.landings import open_shores
from tabuleiro_leyte.parameters import WithdrawalTerms

if TYPE_CHECKING:
    from tabuleiro.engine import Situation

__all__ = ["cut_off_objections"]


def cut_off_objections(s: Situation, piece: str) -> list[Objection]:
    """Return why a unit cannot be withdrawn: enemies cut it off from beaches, and from ships."""
    if not s.on_map(piece) or not _encircled(s, piece):
        return []
    message = msg("{piece} is cut off from the beaches.", piece=piece_ref(piece))
    return [object_to(s, message, "cut-off", "movement", pieces=(piece,))]


def _encircled(s: Situation, piece: str) -> bool:
    """Return whether enemies bar every way of a piece to a beach, or to a coast where it can sail.

    Only they do: where there would be no way without them either, there is water all round.
    """
    enemy = s.enemy(s.side(piece))
    danger = zone(s, enemy).union(s.occupied(enemy))
    regions = (s.board.regions[name] for name in s.terms(WithdrawalTerms).reach)
    beaches = frozenset[str]().union(*(region.hexes for region in regions))
    shores = frozenset(open_shores(s))
    if _leads(s, piece, beaches | (shores - danger), danger - {s.place(piece)}):
        return False
    return _leads(s, piece, beaches | shores, frozenset())


def _leads(s: Situation, piece: str, goals: frozenset[str], closed: frozenset[str]) -> bool:
    """Return whether a way that a piece can go leads from its hex to a goal past closed hexes."""
    index = s.board.grid.index
    here, blocked = index(s.place(piece)), {index(place) for place in closed}
    reached = reachable(profile(s, piece).costs, here, blocked=blocked)
    return any(index(place) in reached for place in goals)
