"""Zones of engagement: who is engaged with whom, and whose terrain dominates."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.hooks import hookimpl
from tabuleiro.module.terms import Terms
from tabuleiro.rules.combat.terrain import cover, shelters
from tabuleiro.rules.ground.land_units import defender_of, enemy_troops, holds_ground, land_units
from tabuleiro.rules.sea.afloat import beachhead

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping

    from tabuleiro.engine import Situation
    from tabuleiro.module import Module

__all__ = [
    "DominanceTerms",
    "EngagedMark",
    "beside",
    "beside_enemies",
    "dominant",
    "dominates",
    "enemy_zone",
    "engaged",
    "engaging_hexes",
    "zone",
    "zone_ends",
    "zone_sources",
]


class DominanceTerms(Terms):
    """What makes ground dominant."""

    key = "dominance"

    hexsides: bool = True
    """Whether columns that hexsides give count, too; else the ground alone is compared."""


def zone(s: Situation, side: str) -> frozenset[str]:
    """Return the hexes in the zone of a side: next to its pieces, whatever lies between.

    Hexsides with the tag ``no-zone`` end it. Clause: zones.
    """
    return s.cache_here(("zone", side), lambda: _zone(s, side))


def enemy_zone(s: Situation, side: str) -> frozenset[str]:
    """Return the hexes in the zone of any enemy of a side: who enters one stops.

    Clause: zone-stop.
    """
    found: frozenset[str] | None = s.here.get(("enemy-zone", side))  # many times a step
    if found is None:
        found = s.here["enemy-zone", side] = _of_all_enemies(s, side, zone)
    return found


def _of_all_enemies(
    s: Situation, side: str, hexes: Callable[[Situation, str], frozenset[str]]
) -> frozenset[str]:
    """Return the hexes that any enemy of a side has, as a function says for one."""
    enemies = s.enemies(side)
    if len(enemies) == 1:
        return hexes(s, enemies[0])
    parts = tuple(hexes(s, enemy) for enemy in enemies)
    key = ("of-all-enemies", hexes.__name__, side)
    none = frozenset[str]()
    return s.cache_by_basis(key, parts, lambda: none.union(*parts))


def _zone(s: Situation, side: str) -> frozenset[str]:
    sources = _sources(s, side)
    shaped = s.rules.zone_hexes(s=s, side=side)
    if shaped:
        return _shaped(s, side, shaped, frozenset(s.rules.pieces_without_zone(s=s, side=side)))
    return s.cache_by_basis(("zone", side), sources, lambda: _exerted(s, sources))


def _exerted(s: Situation, sources: Iterable[str]) -> frozenset[str]:
    """Return the hexes next to those that exert a zone, but for those beyond what ends it."""
    beyond = zone_ends(s.module)
    if not beyond:
        return _around(s, sources)
    neighbours = s.board.grid.neighbours
    return frozenset(h for place in sources for h in neighbours(place) if (place, h) not in beyond)


def zone_ends(module: Module) -> frozenset[tuple[str, str]]:
    """Return the pairs of neighbouring hexes between which no zone reaches, both ways."""
    if "zone-ends" not in module.memo:
        kinds = (kind for kind, row in module.hexsides.items() if "no-zone" in row.tags)
        sides = {side for kind in kinds for side in module.board.sides_of(kind)}
        module.memo["zone-ends"] = frozenset(sides | {(b, a) for a, b in sides})
    found: frozenset[tuple[str, str]] = module.memo["zone-ends"]
    return found


def _shaped(
    s: Situation, side: str, shaped: Mapping[str, Collection[str]], without: frozenset[str]
) -> frozenset[str]:
    """Return the zone of a side of which some pieces have zones of another shape."""
    found: set[str] = set()
    for place, pieces in land_units(s, side).items():
        for piece in pieces:
            if piece not in without:
                found.update(shaped.get(piece, s.board.grid.neighbours(place)))
    return s.cache_by_basis(("shaped", side), frozenset(found), lambda: frozenset(found))


def _around(s: Situation, places: Iterable[str]) -> frozenset[str]:
    """Return the hexes next to places."""
    neighbours = s.board.grid.neighbours
    return frozenset(hex for place in places for hex in neighbours(place))


def _sources(s: Situation, side: str) -> frozenset[str]:
    """Return the hexes of a side that exert a zone."""
    without = frozenset(s.rules.pieces_without_zone(s=s, side=side))
    occupied = land_units(s, side)

    def find() -> frozenset[str]:
        if not without:
            return frozenset(occupied)
        return frozenset(h for h, pieces in occupied.items() if not without.issuperset(pieces))

    return s.cache_by_basis(("sources", side), (occupied, without), find)


def beside(s: Situation, side: str) -> frozenset[str]:
    """Return the hexes next to any piece of a side, whether it exerts a zone or not."""
    occupied = land_units(s, side)
    shaped = s.rules.zone_hexes(s=s, side=side)
    if shaped:
        return _shaped(s, side, shaped, frozenset())
    return s.cache_by_basis(("beside", side), occupied, lambda: _around(s, occupied))


def beside_enemies(s: Situation, side: str) -> frozenset[str]:
    """Return the hexes next to pieces of any enemy of a side, whether they exert a zone or not."""
    return _of_all_enemies(s, side, beside)


def engaged(s: Situation, piece: str) -> bool:
    """Return whether a piece stands in an enemy zone."""
    return s.place(piece) in enemy_zone(s, s.side(piece))


def engaging_hexes(s: Situation, piece: str) -> tuple[str, ...]:
    """Return the adjacent hexes with enemies of a piece, in order, or the one that it lands in.

    Enemies beyond what ends a zone do not engage it.
    """
    place = s.place(piece)
    enemies = enemy_troops(s, s.side(piece))
    if place not in s.board.grid:
        goal = beachhead(s, piece)
        return () if goal is None or goal not in enemies else (goal,)
    beyond = zone_ends(s.module)
    near = (h for h in s.board.grid.neighbours(place) if h in enemies)
    return tuple(h for h in near if (place, h) not in beyond)


def dominates(s: Situation, piece: str) -> bool:
    """Return whether a piece stands in dominant terrain towards every enemy engaging it.

    Each side counts the columns that it would get as defender if attacked over that hexside, or
    those of the ground alone, as ``rules: dominance`` says. Clause: dominance.
    """
    side = s.side(piece)
    here = s.place(piece)
    enemies = zone_sources(s, side)
    return all(
        dominant(s, here, there, side) for there in engaging_hexes(s, piece) if there in enemies
    )


def zone_sources(s: Situation, side: str) -> frozenset[str]:
    """Return the hexes of enemies of a side that exert a zone."""
    return s.cache_here(("enemy-sources", side), lambda: _enemy_sources(s, side))


def _enemy_sources(s: Situation, side: str) -> frozenset[str]:
    parts = [_sources(s, enemy) for enemy in s.enemies(side)]
    return parts[0] if len(parts) == 1 else frozenset().union(*parts)


def dominant(s: Situation, here: str, there: str, side: str) -> bool:
    """Return whether the ground of a side in a hex dominates that of its enemy in the next one.

    Hexsides with the tag ``always-dominant`` do, for those whom they protect; terrain with it does
    for all who stand there.
    """
    ground = _always_dominant(s, here), _always_dominant(s, there)
    if ground[0] != ground[1]:
        return ground[0]
    if not s.terms(DominanceTerms).hexsides:
        return cover(s, here, (), side) > cover(s, there, (), side)
    enemy = defender_of(s, side, there)
    if _above_all(s, there, here, side):
        return True
    if _above_all(s, here, there, enemy):
        return False
    return cover(s, here, [there], side) > cover(s, there, [here], enemy)


def _always_dominant(s: Situation, place: str) -> bool:
    return "always-dominant" in s.module.terrain[s.board.terrain_at(place)].tags


def _above_all(s: Situation, origin: str, target: str, defender: str) -> bool:
    rows = (s.module.hexsides[kind] for kind in shelters(s, origin, target))
    return any(
        "always-dominant" in row.tags and (not row.sides or defender in row.sides) for row in rows
    )


class EngagedMark:
    """A part: pieces in an enemy zone are shown as engaged."""

    @hookimpl
    def piece_states(self, s: Situation, piece: str) -> list[str]:
        near = s.place(piece) in enemy_zone(s, s.side(piece))
        return ["engaged"] if near and holds_ground(s, piece) else []
