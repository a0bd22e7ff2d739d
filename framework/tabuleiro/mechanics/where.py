"""Where: the hexes that ``where`` of a placement or an arrival names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tabuleiro.engine import Situation

__all__ = ["hexes_where"]


def hexes_where(s: Situation, where: Mapping[str, Any]) -> list[str] | None:
    """Return the hexes of ``region``, ``regions`` or ``hexes``, of a ``terrain`` if one is named.

    None if it names no hexes in these ways.
    """
    names = where.get("regions") or ([where["region"]] if "region" in where else ())
    found = {hex for name in names for hex in s.board.regions[name].hexes}
    found.update(where.get("hexes", ()))
    if not found:
        return None
    terrain = where.get("terrain")
    return sorted(h for h in found if terrain in {None, s.board.terrain_at(h)})
