"""Where: the hexes that ``where`` of a placement or an arrival names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tabuleiro.hooks import hookimpl

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tabuleiro.engine import Situation

__all__ = ["Regions", "hexes_where"]


def hexes_where(s: Situation, where: Mapping[str, Any]) -> list[str] | None:
    """Return the hexes of ``region``, ``regions`` or ``hexes``, of a ``terrain`` if one is named.

    Some kinds read them in their own way: ``place`` is the hex of a place, ``near`` the hexes of
    places with all those next to them, ``sea-by`` the sea next to regions, ``any-of`` whatever one
    of several of these names. None if it names no hexes in these ways.
    """
    read = _KINDS.get(str(where.get("kind")), _named)
    found = set(read(s, where))
    if not found:
        return None
    terrain = where.get("terrain")
    return sorted(h for h in found if terrain in {None, s.board.terrain_at(h)})


def _named(s: Situation, where: Mapping[str, Any]) -> Iterable[str]:
    names = where.get("regions") or ([where["region"]] if "region" in where else ())
    found = {hex for name in names for hex in s.board.regions[name].hexes}
    found.update(where.get("hexes", ()))
    return found


def _places(s: Situation, where: Mapping[str, Any]) -> Iterable[str]:
    names = where.get("places") or [where["place"]]
    return [s.board.places[name].hex for name in names]


def _near(s: Situation, where: Mapping[str, Any]) -> Iterable[str]:
    hexes = _places(s, where)
    return [*hexes, *(near for hex in hexes for near in s.board.grid.neighbours(hex))]


def _sea_by(s: Situation, where: Mapping[str, Any]) -> Iterable[str]:
    near = {hex for land in _named(s, where) for hex in s.board.grid.neighbours(land)}
    return [hex for hex in near if "sea" in s.module.terrain[s.board.terrain_at(hex)].tags]


def _any_of(s: Situation, where: Mapping[str, Any]) -> Iterable[str]:
    return [hex for part in where["of"] for hex in hexes_where(s, part) or ()]


_KINDS = {"place": _places, "near": _near, "sea-by": _sea_by, "any-of": _any_of}


class Regions:
    """A part: free pieces are placed in regions, on a terrain if one is named."""

    @hookimpl
    def setup_hexes(self, s: Situation, where: Mapping[str, Any]) -> list[str] | None:
        return hexes_where(s, where)
