"""Where reinforcements come ashore: beaches, coasts, ports and fields (4.2, 4.4, 12.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tabuleiro.engine import GONE, Step, msg, piece_ref
from tabuleiro.engine import events as ev
from tabuleiro.mechanics.clauses import clause
from tabuleiro.mechanics.coasts import landing_hexes
from tabuleiro.mechanics.edges import arrivals
from tabuleiro.mechanics.where import hexes_where

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tabuleiro.engine import Change, Situation

__all__ = ["PortsLost", "entry_hexes"]


def entry_hexes(s: Situation, piece: str, arrival: Any) -> dict[str, int] | None:
    """Return where a reinforcement may land, at how many half points; None without ``where``."""
    where = getattr(arrival, "where", None)
    if not where:
        return None
    hexes, pays = tuple(_hexes(s, s.side(piece), where)), _pays(s, arrival)
    return s.keep(("landing", piece), (hexes, pays), lambda: _prices(s, piece, hexes, pays=pays))


def _prices(s: Situation, piece: str, hexes: Iterable[str], *, pays: bool) -> dict[str, int]:
    movement_class = str(s.counter(piece).movement_class)
    terrain, ground = s.module.terrain, s.board.terrain
    costs = ((place, terrain[ground[place]].cost[movement_class]) for place in hexes)
    return {place: cost if pays else 0 for place, cost in costs if cost is not None}


def _pays(s: Situation, arrival: Any) -> bool:
    """Return whether the count of movement begins in the landing hex: the first wave (12.1.3)."""
    first = arrival.turn == s.parameter("first_wave")["turn"] and arrival.side == "american"
    return bool(first and s.option("first-wave") == "pays")


def _hexes(s: Situation, side: str, where: Mapping[str, Any]) -> Iterable[str]:
    kind = where["kind"]
    if kind == "coast":
        beside = s.module.members(where["beside"]) if "beside" in where else ()
        ground = landing_hexes(s)
        return sorted({s.place(p) for p in beside} & ground) if beside else sorted(ground)
    if kind == "port":
        return _ports(s, side, where["place"])
    if kind == "airborne":
        kinds = s.parameter("paratroops")["landing"]
        return [place for k in kinds for place in sorted(s.board.hexes_of(k))
                if s.position.control.get(place) == side]  # fmt: skip
    return hexes_where(s, where) or ()


def _ports(s: Situation, side: str, wanted: str) -> list[str]:
    """Return the port that a side's ships go to, or the nearest ones that it holds."""
    places = s.board.places
    named = places[wanted].hex
    held = [places[p].hex for p in s.parameter("ports")]
    held = [place for place in held if s.position.control.get(place) == side]
    nearest = min((s.board.grid.distance(named, place) for place in held), default=0)
    return [place for place in held if s.board.grid.distance(named, place) == nearest]


class PortsLost(Step, frozen=True):
    """Reinforcements that fall due while their side holds no port can no longer come (12.1.2)."""

    side: str

    def run(self, change: Change) -> None:
        """Take them out of the match."""
        change.finish()
        for piece, arrival in arrivals(change, self.side).items():
            where = getattr(arrival, "where", None) or {}
            if arrival.turn != change.turn or where.get("kind") != "port":
                continue
            if not _ports(change, self.side, where["place"]):
                change.emit(ev.Moved(piece, GONE))
                message = msg("{piece} has no port to land in.", piece=piece_ref(piece))
                change.say(message, clause(change, "no-port"))
