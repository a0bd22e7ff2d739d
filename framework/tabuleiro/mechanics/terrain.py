"""What terrain does in combat: columns for the defender."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine import msg
from tabuleiro.engine.messages import key_ref
from tabuleiro.mechanics.battle import Shift

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tabuleiro.engine import Situation

__all__ = ["best_cover", "bombardment_cover", "cover", "features_between"]

_NONE: frozenset[str] = frozenset()


def features_between(s: Situation, a: str, b: str) -> frozenset[str]:
    """Return the kinds of features on the hexside between two adjacent hexes."""
    return s.board.features.get((a, b) if a < b else (b, a), _NONE)


def cover(s: Situation, target: str, origins: Sequence[str], defender: str) -> int:
    """Return the columns of the best terrain that protects ``target`` against ``origins``."""
    best = best_cover(s, target, origins, defender)
    return best.columns if best else 0


def best_cover(s: Situation, target: str, origins: Sequence[str], defender: str) -> Shift | None:
    """Return the best single terrain shift of a defender, or None.

    A hexside counts only if every adjacent attacker comes over such a hexside and the defender is
    of a side that profits from it.
    """
    terrain = s.module.terrain[s.board.terrain_at(target)]
    columns, what, rule = terrain.columns, terrain.id, terrain.rule
    if origins:
        common = frozenset.intersection(*(features_between(s, o, target) for o in origins))
        for kind in sorted(common):
            side = s.module.hexsides[kind]
            if side.columns > columns and (not side.sides or defender in side.sides):
                columns, what, rule = side.columns, side.id, side.rule
    return _shift(columns, what, rule) if columns else None


def bombardment_cover(s: Situation, target: str) -> Shift | None:
    """Return the terrain shift against bombardment and air attack, or None."""
    terrain = s.module.terrain[s.board.terrain_at(target)]
    if not terrain.bombardment or not terrain.columns:
        return None
    return _shift(terrain.columns, terrain.id, terrain.rule)


def _shift(columns: int, what: str, rule: str | None) -> Shift:
    return Shift("defender", columns, msg("{what}", what=key_ref(f"terrain.{what}")), rule or "")
