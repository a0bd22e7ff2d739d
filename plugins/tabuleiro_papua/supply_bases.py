"""Supply bases: markers that their side puts in coastal towns and on airfields (6.4.4).

A base in a coastal village or city is where supply lines begin. One on any other airfield only
serves the aircraft that land there. ``rules: supply_base`` says where bases may lie, which regions
are ``barred`` to a side, and how many turns after its destruction one may be ``rebuilt_after``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from tabuleiro.engine import events as ev
from tabuleiro.module.terms import Number, Region, Side
from tabuleiro_papua.coasts import coast
from tabuleiro_papua.fit_hexes import Ground, fits
from tabuleiro_papua.waters import closed_coast

if TYPE_CHECKING:
    from tabuleiro.engine import Change, Situation

__all__ = [
    "BASE",
    "LOST",
    "STOPPED",
    "SupplyBaseTerms",
    "base_at",
    "base_hexes",
    "base_works",
    "blocked_base",
    "by_air_only",
    "captured_base",
    "destroy_base",
    "harbours",
]

STOPPED = "base-stopped"
"""The marker of a base from which no line begins for a turn."""
BASE = "supply-base-"
"""The marker of a base, followed by its side."""
LOST = "bases-lost"
"""The fact that says in which turn a base was destroyed, by hex."""


class SupplyBaseTerms(Ground, kw_only=True):
    """Supply bases."""

    key = "supply_base"
    required = True

    vulnerability: Number
    """What bombing of a base is multiplied by."""
    rebuilt_after: Number
    """Turns after which a bombed base may be put back."""
    barred: Mapping[Side, tuple[Region, ...]] = {}
    """Regions where a side may have no base."""


# where bases are, and which work


def base_at(s: Situation, place: str) -> str | None:
    """Return the side that has a supply base in a hex."""
    marks = s.position.marks.get(place, ())
    return next((side for side in s.module.sides if BASE + side in marks), None)


def base_hexes(s: Situation, side: str) -> tuple[str, ...]:
    """Return the hexes where a side has supply bases, in order."""
    marks = s.position.marks
    return s.cache_by_basis(("bases", side), marks, lambda: _with_mark(marks, BASE + side))


def _with_mark(marks: Mapping[str, tuple[str, ...]], mark: str) -> tuple[str, ...]:
    return tuple(sorted(place for place, here in marks.items() if mark in here))


def by_air_only(s: Situation, place: str) -> bool:
    """Return whether a base in a hex would serve aircraft that land there, and nothing else."""
    return place not in harbours(s)


def base_works(s: Situation, side: str, place: str) -> bool:
    """Return whether supply lines of a side may begin in the hex of its base now."""
    if by_air_only(s, place) or s.place_marked(place, STOPPED):
        return False
    return place not in _blocked(s, side)


def blocked_base(s: Situation, place: str) -> bool:
    """Return whether an enemy naval unit keeps the base of a hex from supplying anybody."""
    side = base_at(s, place)
    return side is not None and place in _blocked(s, side)


def _blocked(s: Situation, side: str) -> frozenset[str]:
    """Return the land hexes that enemy ships close to the supply of a side."""
    return s.cache_here(("blocked", side), lambda: frozenset(closed_coast(s, s.enemy(side))))


def destroy_base(change: Change, place: str) -> None:
    """Destroy the base of a hex by bombing: it may be put there again after some turns only."""
    side = base_at(change, place)
    if side is None:
        return
    change.emit(ev.PlaceMarked(place, remove=(BASE + side, STOPPED)))
    lost = {**change.position.facts.get(LOST, {}), place: change.turn}
    change.emit(ev.FactSet(LOST, lost))


def captured_base(s: Situation, place: str, captor: str) -> tuple[str, ...]:
    """Return the markers of an enemy base that a side destroys by coming to a hex."""
    owner = base_at(s, place)
    if owner is None or owner == captor:
        return ()
    return (BASE + owner,)


def harbours(s: Situation) -> frozenset[str]:
    """Return the coastal hexes that the terms of bases allow: those of ordinary bases."""
    memo = s.module.memo
    if "harbours" not in memo:
        terms = s.terms(SupplyBaseTerms)
        memo["harbours"] = frozenset(h for h in coast(s) if fits(s, h, terms))
    found: frozenset[str] = memo["harbours"]
    return found
