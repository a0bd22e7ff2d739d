"""Where reinforcements come ashore: beaches, ports, fields (4.2, 4.4, 12.1, 12.1.2, 12.1.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tabuleiro.engine import GONE, Step, hex_ref, msg, piece_ref
from tabuleiro.engine import events as ev
from tabuleiro.engine.knowledge import NOBODY, Level
from tabuleiro.rules.arrivals.placement_hexes import hexes_where
from tabuleiro.rules.clauses import clause
from tabuleiro.rules.ground.board_edges import arrivals
from tabuleiro.rules.recon.covered import come_upon, seen_by
from tabuleiro_leyte.coasts import landing_hexes
from tabuleiro_leyte.first_wave import in_first_wave, landing_price
from tabuleiro_leyte.parameters import PortsTerms
from tabuleiro_leyte.paratroops import ParatroopsTerms

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from tabuleiro.engine import Change, Message, Situation

__all__ = ["PortsLost", "entry_hexes"]


def entry_hexes(s: Situation, piece: str, arrival: Any) -> dict[str, int] | None:
    """Return where a reinforcement may land, at how many half points; None without ``where``.

    Of the first wave nobody comes after its turn (12.1.4-1).
    """
    where = getattr(arrival, "where", None)
    if not where:
        return None
    wave = in_first_wave(s, arrival)
    if wave and s.turn > arrival.turn:
        return {}
    hexes = tuple(_hexes(s, s.side(piece), where))
    return s.cache_by_basis(
        ("landing", piece), (hexes, wave), lambda: _prices(s, piece, hexes, wave=wave)
    )


def _prices(s: Situation, piece: str, hexes: Iterable[str], *, wave: bool) -> dict[str, int]:
    movement_class = str(s.counter(piece).movement_class)
    terrain, ground = s.module.terrain, s.board.terrain
    open_to_it = (h for h in hexes if terrain[ground[h]].cost[movement_class] is not None)
    return {place: landing_price(s, piece, place) if wave else 0 for place in open_to_it}


def _hexes(s: Situation, side: str, where: Mapping[str, Any]) -> Iterable[str]:
    kind = where["kind"]
    if kind == "coast":
        beside = s.module.members(where["beside"]) if "beside" in where else ()
        ground = landing_hexes(s)
        return sorted({s.place(p) for p in beside} & ground) if beside else sorted(ground)
    if kind == "port":
        return _ports(s, side, where["place"])
    if kind == "airborne":
        kinds = s.terms(ParatroopsTerms).landing
        return [place for k in kinds for place in sorted(s.board.hexes_of(k))
                if s.position.control.get(place) == side]  # fmt: skip
    return hexes_where(s, where) or ()


def _ports(s: Situation, side: str, wanted: str) -> list[str]:
    """Return the port that a side's ships go to, or the nearest ones that are open to them."""
    enemies = s.occupied(s.enemy(side))
    return _nearest(s, wanted, [port for port in _held(s, side) if port not in enemies])


def _held(s: Situation, side: str) -> list[str]:
    """Return the ports in the hands of a side; guerrillas may stand in one and bar it."""
    places = (s.board.places[name].hex for name in s.terms(PortsTerms).ports)
    return [place for place in places if s.position.control.get(place) == side]


def _nearest(s: Situation, wanted: str, ports: Sequence[str]) -> list[str]:
    named, distance = s.board.places[wanted].hex, s.board.grid.distance
    nearest = min((distance(named, place) for place in ports), default=0)
    return [place for place in ports if distance(named, place) == nearest]


class PortsLost(Step, frozen=True):
    """Ships come to the ports of a side: who falls due while it has none comes no more (12.1.2)."""

    side: str

    def run(self, change: Change) -> None:
        """Take the lost out of the match; tell of ports that are barred, and where ships go."""
        change.finish()
        barred: dict[str, list[str]] = {}
        for piece, arrival in arrivals(change, self.side).items():
            where = getattr(arrival, "where", None) or {}
            if where.get("kind") != "port":
                continue
            held = _held(change, self.side)
            if not held and arrival.turn == change.turn:
                change.emit(ev.Moved(piece, GONE))
                message = msg("{piece} has no port to land in.", piece=piece_ref(piece))
                change.say(message, clause(change, "no-port"))
            enemies = change.occupied(change.enemy(self.side))
            for port in _nearest(change, where["place"], held):
                if port in enemies:
                    _show_who_bars(change, self.side, where["place"], held)
                    barred[port] = _ports(change, self.side, where["place"])
        for port, others in barred.items():
            there = change.occupied(change.enemy(self.side)).get(port, ())
            open_to_all = seen_by(change, NOBODY, there, Level.PRESENCE)
            change.say(_barred(port, others), clause(change, "port-barred"),
                       to=() if open_to_all else tuple(change.module.sides))  # fmt: skip


def _show_who_bars(change: Change, side: str, wanted: str, held: Sequence[str]) -> None:
    """Show a side the enemies in its ports that bar them: up to where its ships go instead."""
    named, distance = change.board.places[wanted].hex, change.board.grid.distance
    open_to_it = _ports(change, side, wanted)
    far = max((distance(named, port) for port in open_to_it), default=None)
    enemies = change.occupied(change.enemy(side))
    for port in held:
        if far is None or distance(named, port) <= far:
            come_upon(change, side, enemies.get(port, ()))


def _barred(port: str, others: Sequence[str]) -> Message:
    """Return the sentence about a port in which enemies stand who have not taken it."""
    if not others:
        return msg("Enemies stand in {hex}, and no other port is open: who is due there waits.",
                   hex=hex_ref(port))  # fmt: skip
    return msg("Enemies stand in {hex}: who is due there lands in {hexes}.", hex=hex_ref(port),
               hexes=[hex_ref(other) for other in others])  # fmt: skip
