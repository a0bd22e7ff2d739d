"""Boxes off the map and decks: where a side's troops, ships and groups wait (4.2.1, 2.2.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine import Verdict, msg, piece_ref
from tabuleiro.engine.inside import can_enter
from tabuleiro.rules.clauses import clause
from tabuleiro_filipinas.parameters.course import ForceTerms
from tabuleiro_filipinas.parameters.sea import CarrierTerms

if TYPE_CHECKING:
    from tabuleiro.engine import Situation

__all__ = ["carriers_in_port", "home_box", "may_fly_from", "pool"]


def pool(s: Situation, side: str) -> str:
    """Return the box of a side's ships that are not at sea."""
    return s.terms(ForceTerms).pools[side]


def home_box(s: Situation, side: str) -> str:
    """Return the box to which the land and air units of a side go: the first that is no pool."""
    mine = (box for box in s.board.boxes.values() if box.side == side and box.kind == "reserve")
    return next(box.id for box in mine if box.id != pool(s, side))


def may_fly_from(s: Situation, group: str, carrier: str) -> Verdict:
    """Return whether a group may be on a carrier's deck: of its kind, with room (2.2.3-4,5)."""
    verdict = can_enter(s, group, carrier, clause(s, "deck-room"))
    if not verdict:
        return verdict
    wanted = {*s.terms(CarrierTerms).kinds} & {*s.counter(group).tags}
    if wanted <= {*s.counter(carrier).tags}:
        return verdict
    message = msg("{piece} does not fly from {ship}.", piece=piece_ref(group),
                  ship=piece_ref(carrier))  # fmt: skip
    rule = clause(s, "deck-kind")
    return Verdict.no(message, rule=rule, topic="stacking", pieces=(group, carrier))


def carriers_in_port(s: Situation, side: str) -> tuple[str, ...]:
    """Return the carriers of a side that are not at sea."""
    ships = s.at(pool(s, side))
    return s.cache_by_basis(
        ("carriers-in-port", side),
        ships,
        lambda: tuple(ship for ship in ships if "deck" in s.counter(ship).tags),
    )
