"""Presence: who stands where. Land pieces hold ground; aircraft and ships share hexes with them.

Unit types with the tag ``air`` or ``naval`` hold no ground: they exert no zone, bar no way and do
not count for stacking. In a game without such types every piece is a land piece.

Units of a type with the tag ``dormant`` do neither as long as they bear the mark of it: they
lie in a hex, where anybody may come and go, until they rise.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tabuleiro.engine.situation import joined
from tabuleiro.module.made import template_of
from tabuleiro.module.unknown import UNKNOWN, Counters, arm_of, is_unknown

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from tabuleiro.engine import Situation
    from tabuleiro.module import Counter, Module

__all__ = [
    "AIR",
    "DORMANT",
    "GUN",
    "LAND",
    "NAVAL",
    "aircraft_and_ships",
    "arm",
    "barred_hexes",
    "defender_of",
    "dormant",
    "enemy_troops",
    "ground",
    "holds_ground",
    "is_gun",
    "land_at",
    "land_pieces",
    "land_units",
    "units",
    "weightless",
]

DORMANT = "dormant"
"""The mark of land pieces that have not risen yet, and the tag of their types."""
LAND, AIR, NAVAL = "land", "air", "naval"
GUN = "artillery"
"""The tag of unit types that are artillery."""
_KINDS = {"air": AIR, "ship": NAVAL}


def _elsewhere(module: Module) -> Mapping[str, str]:
    """Return the counters that hold no ground, each with its arm."""
    counters = module.counters
    if isinstance(counters, Counters):
        return _seen(module, counters)
    found: Mapping[str, str] | None = module.memo.get("elsewhere")
    if found is None:
        found = {p: one for p, counter in counters.items() if (one := _off_ground(counter))}
        module.memo["elsewhere"] = found
    return found


class _Arms(dict[str, str]):
    """Counters that hold no ground, those of pieces that are not known among them."""

    def __init__(self, counters: Counters) -> None:
        """Take the counters that are known."""
        super().__init__({c.id: one for c in counters.values() if (one := _off_ground(c))})
        self._counters = counters
        self._asked: dict[str, str] = {}

    def get(self, piece: str, default: Any = None) -> Any:
        """Return the arm of a piece that holds no ground."""
        found = super().get(piece)
        if found is None and is_unknown(piece):
            if piece not in self._asked:
                self._asked[piece] = _off_ground(self._counters[piece])
            found = self._asked[piece]
        return found or default

    def __contains__(self, piece: object) -> bool:
        """Return whether a piece holds no ground."""
        return super().__contains__(piece) or self.get(str(piece)) is not None


def _off_ground(counter: Counter) -> str:
    return AIR if AIR in counter.tags else NAVAL if NAVAL in counter.tags else ""


def _seen(module: Module, counters: Counters) -> Mapping[str, str]:
    if "elsewhere-seen" not in module.memo:
        module.memo["elsewhere-seen"] = _Arms(counters)
    found: Mapping[str, str] = module.memo["elsewhere-seen"]
    return found


def arm(s: Situation, piece: str) -> str:
    """Return what a piece is: ``land``, ``air`` or ``naval``."""
    if piece[0] == UNKNOWN:
        return _KINDS.get(arm_of(s.counter(piece)), LAND)
    return _elsewhere(s.module).get(piece, LAND)


def is_gun(s: Situation, piece: str) -> bool:
    """Return whether a piece is artillery: by its tag (ships, too), or on land by a range."""
    counter = s.counter(piece)
    if GUN in counter.tags:
        return True
    return "range" in counter.values and counter.values["range"] > 0 and arm(s, piece) == LAND


def holds_ground(s: Situation, piece: str) -> bool:
    """Return whether a piece is a land piece that has risen, if it is one that had to."""
    if piece[0] == UNKNOWN:
        return arm(s, piece) == LAND
    return piece not in _elsewhere(s.module) and piece not in dormant(s)


def dormant(s: Situation) -> frozenset[str]:
    """Return the land pieces that have not risen: they lie in their hexes and count for nothing."""
    able: frozenset[str] | None = s.module.memo.get(DORMANT)
    if able is None:
        able = _may_hide(s.module)
    if not able:
        return able
    return s.cache_here(DORMANT, lambda: _hidden(s, able))


def _hidden(s: Situation, able: frozenset[str]) -> frozenset[str]:
    pieces = s.position.pieces
    found = frozenset(p for p in able if p in pieces and DORMANT in pieces[p].marks)
    return s.cache_by_basis("hidden", found, lambda: found)


def _may_hide(module: Module) -> frozenset[str]:
    if DORMANT not in module.memo:
        types = {t.id for t in module.unit_types.values() if DORMANT in t.tags}
        pieces = module.counters.values() if types else ()
        module.memo[DORMANT] = frozenset(c.id for c in pieces if c.type in types)
    found: frozenset[str] = module.memo[DORMANT]
    return found


def barred_hexes(s: Situation, side: str) -> Collection[str]:
    """Return the hexes with pieces of any enemy of a side, but for those that have not risen."""
    found, hidden = s.opposed(side), dormant(s)
    if not hidden:
        return found
    return s.cache_by_basis(
        ("barred", side),
        (found, hidden),
        lambda: frozenset(h for h, pieces in found.items() if not hidden.issuperset(pieces)),
    )


def land_units(s: Situation, side: str) -> Mapping[str, tuple[str, ...]]:
    """Return the hexes where land pieces of a side stand, with those pieces."""
    found: Mapping[str, tuple[str, ...]] | None = s.here.get(("land-units", side))
    if found is None:
        found = s.here["land-units", side] = _land_units(s, side)
    return found


def _land_units(s: Situation, side: str) -> Mapping[str, tuple[str, ...]]:
    stacks = s.occupied(side)
    hidden = dormant(s)
    if not _elsewhere(s.module) and not hidden:
        return stacks
    return s.cache_by_basis(
        ("land_units", side), (stacks, hidden), lambda: _troops(s, stacks, hidden)
    )


def enemy_troops(s: Situation, side: str) -> Mapping[str, tuple[str, ...]]:
    """Return the hexes where land pieces of any enemy of a side stand, with those pieces."""
    enemies = s.enemies(side)
    if len(enemies) == 1:
        return land_units(s, enemies[0])
    parts = tuple(land_units(s, enemy) for enemy in enemies)
    return s.cache_by_basis(("enemy-troops", side), parts, lambda: joined(parts))


def aircraft_and_ships(s: Situation, side: str) -> list[str]:
    """Return the pieces of a side on the board that hold no ground, hex by hex."""
    elsewhere = _elsewhere(s.module)
    hidden = dormant(s)
    occupied = s.occupied(side).values()
    return [p for pieces in occupied for p in pieces if p in elsewhere or p in hidden]


def defender_of(s: Situation, side: str, place: str) -> str:
    """Return which enemy of a side defends a hex: the one whose piece lies at the bottom there.

    Where enemies of a side share a hex they defend together, and that one answers for all.
    """
    enemies = s.enemies(side)
    if len(enemies) == 1:
        return enemies[0]
    there = (one for one in map(s.side, s.at(place)) if one in enemies)
    return next(there, enemies[0] if enemies else side)


def _troops(
    s: Situation, stacks: Mapping[str, tuple[str, ...]], hidden: frozenset[str]
) -> dict[str, tuple[str, ...]]:
    off_ground, found = _elsewhere(s.module).__contains__, {}
    for place, pieces in stacks.items():
        if not any(map(off_ground, pieces)) and hidden.isdisjoint(pieces):
            found[place] = pieces
        elif here := tuple([p for p in pieces if not off_ground(p) and p not in hidden]):
            found[place] = here
    return found


def weightless(module: Module) -> frozenset[str]:
    """Return the templates whose pieces are no units, by the tag ``weightless`` of their type."""
    if "weightless" not in module.memo:
        palette = module.palette.values()
        module.memo["weightless"] = frozenset(c.id for c in palette if "weightless" in c.tags)
    found: frozenset[str] = module.memo["weightless"]
    return found


def units(s: Situation, pieces: tuple[str, ...]) -> tuple[str, ...]:
    """Return those pieces that are units: what only lies on others takes no room and no loss."""
    light = weightless(s.module)
    if not light:
        return pieces
    return tuple(piece for piece in pieces if template_of(piece) not in light)


def land_pieces(s: Situation, side: str, piece: str | None) -> Iterator[tuple[str, str]]:
    """Yield the land pieces of a side with their hexes, or the named one if it is one of them."""
    stacks = land_units(s, side)
    if piece is None:
        yield from ((place, one) for place, pieces in stacks.items() for one in pieces)
        return
    state = s.position.pieces.get(piece)
    if state is not None and piece in stacks.get(state.place, ()):
        yield state.place, piece


def ground(s: Situation) -> Mapping[str, tuple[str, ...]]:
    """Return the land pieces of every place."""
    if not _elsewhere(s.module) and not dormant(s):
        return s.position.stacks
    return s.cache_here("ground", lambda: {place: land_at(s, place) for place in s.position.stacks})


def land_at(s: Situation, place: str, side: str | None = None) -> tuple[str, ...]:
    """Return the land pieces in a place, of one side or of any, bottom first."""
    elsewhere, hidden = _elsewhere(s.module), dormant(s)
    pieces = s.at(place)
    if not elsewhere and not hidden and side is None:
        return pieces
    return tuple(
        piece
        for piece in pieces
        if piece not in elsewhere
        and piece not in hidden
        and (side is None or s.side(piece) == side)
        and (piece[0] != UNKNOWN or arm(s, piece) == LAND)
    )
