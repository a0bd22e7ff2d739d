"""Coasts: where ships can load and unload, and who may land on which coast (4.2.4, 4.2.5).

All land by the sea is coast. ``rules: landings`` closes coasts to a side, ``barred`` for good,
``first_turn`` until a turn; ``naval_transport: closed`` names terrain at which no ship can lie. The
option ``south-coast`` opens what it names; ``milne-bay: open`` takes that bay's coast out of what
is closed until a turn.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from tabuleiro.engine import hex_ref, msg, piece_ref
from tabuleiro.module.terms import (
    Formation,
    Nation,
    Number,
    Option,
    Region,
    Side,
    Terms,
    Terrain,
    Turn,
)
from tabuleiro.rules.clauses import object_to
from tabuleiro.rules.ground.land_units import land_units
from tabuleiro.rules.victory.control import controller

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.engine import Situation
    from tabuleiro.engine.verdicts import Objection


__all__ = [
    "EntryTerms",
    "LandingsTerms",
    "NavalTransportTerms",
    "closed_to",
    "coast",
    "holds_shore",
    "is_sea",
    "never_in",
    "ports",
    "shore_objections",
]


_OPEN = "open"


class EntryTerms(Terms):
    """Where formations may not be."""

    key = "entry"

    never_in: Mapping[Region, tuple[Formation, ...]] = {}
    """Regions that are closed to formations for the whole match."""


class NavalTransportTerms(Terms):
    """Transport of land units by sea."""

    key = "naval_transport"
    required = True

    units: Number
    """Land units of a side that may sail in one turn."""
    embark: Number
    """Movement points for going on board."""
    disembark: Number
    """Movement points for landing."""
    closed: tuple[Terrain, ...]
    """Terrain of coasts where ships cannot load."""
    arrivals_count: tuple[Nation, ...]
    """Nations whose reinforcements use up this transport."""
    arrivals_in: Region
    """The region in which they do."""


class LandingsTerms(Terms):
    """Coasts on which a side may not land."""

    key = "landings"
    required = True

    barred: Mapping[Side, tuple[Region, ...]]
    """Regions closed to a side; the option of the same name may open one."""
    first_turn: Mapping[Side, Mapping[Region, Turn]] = {}
    """Regions that are closed to a side before a turn."""
    excepted: Mapping[Option, Region] = {}
    """Regions that an option of this name leaves open all the same."""


def ports(s: Situation) -> frozenset[str]:
    """Return the coast hexes where ships can load and unload: all but those of closed terrain."""
    if "ports" not in s.module.memo:
        closed = s.terms(NavalTransportTerms).closed
        s.module.memo["ports"] = frozenset(
            hex for hex in coast(s) if s.board.terrain_at(hex) not in closed
        )
    found: frozenset[str] = s.module.memo["ports"]
    return found


def holds_shore(s: Situation, side: str, place: str) -> bool:
    """Return whether a side may land in a hex without an assault: it is its own and free."""
    return controller(s, place) == side and place not in land_units(s, s.enemy(side))


def closed_to(s: Situation, piece: str) -> frozenset[str]:
    """Return the hexes where the formation of a piece may never be."""
    key = ("never-in", s.counter(piece).formation)
    if key not in s.module.memo:
        regions = s.terms(EntryTerms).never_in.items()
        named = (s.board.regions[region].hexes for region, those in regions if key[1] in those)
        s.module.memo[key] = frozenset(hex for hexes in named for hex in hexes)
    found: frozenset[str] = s.module.memo[key]
    return found


def never_in(s: Situation, piece: str, place: str) -> Iterator[Objection]:
    """Yield the reason why the formation of a piece may never be in a hex."""
    if place in closed_to(s, piece):
        message = msg("{piece} may never be in {hex}.",
                      piece=piece_ref(piece), hex=hex_ref(place))  # fmt: skip
        yield object_to(s, message, "never-in", "movement", pieces=(piece,), hexes=(place,))


def shore_objections(s: Situation, side: str, place: str) -> Iterator[Objection]:
    """Yield reasons why a side may not land on a shore in this turn."""
    if place not in ports(s):
        message = msg("Ships cannot lie off {hex}.", hex=hex_ref(place))
        yield object_to(s, message, "coast", "movement", hexes=(place,))
    for region, hexes in _barred(s, side).items():
        if place in hexes:
            message = msg("Your side may not land in {hex}.", hex=hex_ref(place))
            yield object_to(s, message, f"no-landing-{region}", "movement",
                            hexes=(place,))  # fmt: skip
    if place in _too_early(s, side):
        message = msg("Your side may not land in {hex} yet.", hex=hex_ref(place))
        yield object_to(s, message, "north-too-early", "movement", hexes=(place,))


def _barred(s: Situation, side: str) -> dict[str, frozenset[str]]:
    """Return the regions closed to landings of a side, as far as no option opens them."""
    names = s.terms(LandingsTerms).barred.get(side, ())
    return {
        name: s.board.regions[name].hexes for name in names if s.options.get(name) != _OPEN
    }  # fmt: skip


def _too_early(s: Situation, side: str) -> frozenset[str]:
    """Return the hexes on which a side may not land yet."""
    key = ("too-early", side)
    return s.cache_by_basis(key, s.turn, lambda: _find_too_early(s, side))


def _find_too_early(s: Situation, side: str) -> frozenset[str]:
    terms = s.terms(LandingsTerms)
    found: set[str] = set()
    for region, turn in terms.first_turn.get(side, {}).items():
        if s.turn < turn:
            found |= s.board.regions[region].hexes
    for option, region in terms.excepted.items():
        if s.option(option) == _OPEN:
            found -= s.board.regions[region].hexes
    return frozenset(found)


def is_sea(s: Situation, place: str) -> bool:
    """Return whether a hex is sea."""
    return place in s.board.grid and "sea" in s.module.terrain[s.board.terrain_at(place)].tags


def coast(s: Situation) -> frozenset[str]:
    """Return the land hexes next to the sea."""
    if "shore" not in s.module.memo:
        grid = s.board.grid
        s.module.memo["shore"] = frozenset(
            hex for hex in grid
            if not is_sea(s, hex) and any(is_sea(s, near) for near in grid.neighbours(hex))
        )  # fmt: skip
    found: frozenset[str] = s.module.memo["shore"]
    return found
