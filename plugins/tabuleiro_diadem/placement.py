"""Where the guns of armies and corps may stand at the start: behind the lines (11.1.1, 11.1.2).

After the set-up nothing hangs on armies and corps any more (11.0-4).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tabuleiro.board import Cells, flood
from tabuleiro.rules.ground.zones import zone

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from tabuleiro.engine import Situation

__all__ = ["hexes_behind", "is_behind"]

_STEPS = 3


def hexes_behind(s: Situation, piece: str, where: Mapping[str, Any]) -> list[str] | None:
    """Return the hexes that a scenario's ``where`` of this game means, or None for other kinds."""
    side = s.side(piece)
    kind = where["kind"]
    if kind == "any-of":
        some = [hexes_behind(s, piece, one) or [] for one in where["of"]]
        return sorted({place for hexes in some for place in hexes})
    if kind == "with-formation":
        return sorted({s.place(p) for p in _members(s, side, where["of"]) if s.on_map(p)})
    if kind == "behind-line":
        return _behind(s, side, s.occupied(side), None)
    if kind == "behind-corps":
        return _behind(s, side, _division_hexes(s, side, where["corps"]), _STEPS)
    if kind == "behind-army":
        region = s.board.regions[where["region"]].hexes
        hexes = _behind(s, side, _division_hexes(s, side, where["army"]), _STEPS)
        return [place for place in hexes if place in region]
    return None


def _members(s: Situation, side: str, formations: Iterable[str]) -> Iterator[str]:
    """Yield the pieces of a side whose formation, or one above it, is among these."""
    wanted = set(formations)
    for piece in s.position.pieces:
        if s.side(piece) == side and wanted & set(
            s.module.formations_above(s.counter(piece).formation)
        ):
            yield piece


def _division_hexes(s: Situation, side: str, formation: str) -> set[str]:
    """Return the hexes in which pieces of divisions of a corps or an army stand."""
    return {
        s.place(piece)
        for piece in _members(s, side, [formation])
        if s.on_map(piece)
        and s.module.formations[str(s.counter(piece).formation)].size == "division"
    }


def _behind(s: Situation, side: str, references: Iterable[str], steps: int | None) -> list[str]:
    found: set[str] = set()
    for reference in references:
        found.update(
            h for h in _reached(s, side, reference, steps) if is_behind(s, side, h, reference)
        )
    return sorted(found)


def is_behind(s: Situation, side: str, place: str, reference: str) -> bool:
    """Return whether a hex is farther from the enemy than another, and not on the enemy's side.

    Where no enemy is seen it is enough not to be on his side.
    """
    grid = s.board.grid
    assert isinstance(grid, Cells)  # noqa: S101 - the board of this game
    here, there = grid.parse(place)[0], grid.parse(reference)[0]
    if here < there if side == "allied" else here > there:
        return False
    near, far = _to_enemy(s, side, reference), _to_enemy(s, side, place)
    return near is None or far is None or far > near


def _to_enemy(s: Situation, side: str, place: str) -> int | None:
    return s.cache_here(("to-enemy", side, place), lambda: _nearest(s, side, place))


def _nearest(s: Situation, side: str, place: str) -> int | None:
    distance = s.board.grid.distance
    return min((distance(place, enemy) for enemy in s.occupied(s.enemy(side))), default=None)


def _reached(s: Situation, side: str, start: str, steps: int | None) -> frozenset[str]:
    """Return the hexes reached from a hex by land, free of enemies and of their zones."""
    enemy = s.enemy(side)
    closed = zone(s, enemy) | set(s.occupied(enemy)) | set(s.board.hexes_of("sea"))
    reached = flood(s.board.grid, [start], lambda place: place not in closed, limit=steps)
    return reached - {start}
