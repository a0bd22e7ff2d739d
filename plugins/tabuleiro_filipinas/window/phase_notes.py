"""What each phase of a turn still offers the side that looks, in a few words for the ribbon."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.i18n import ngettext
from tabuleiro.rules.combat.declared_attacks import announced
from tabuleiro.rules.ground.land_units import land_units
from tabuleiro_filipinas.air_missions import missions_of
from tabuleiro_filipinas.aircraft import aircraft, bombs, fights
from tabuleiro_filipinas.forces import forces
from tabuleiro_filipinas.ready_forces import ready as ships_in_port
from tabuleiro_filipinas.reinforcements import waiting
from tabuleiro_filipinas.searching_at_sea import searches, sought
from tabuleiro_filipinas.window.squadrons import at_hand

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.host.seat import Seat
    from tabuleiro.module import Phase
    from tabuleiro.seats import Sight

__all__ = ["offer_of"]


def offer_of(seat: Seat, phase: Phase) -> str | None:
    """Return what a phase offers a side; None if it is the other's, or there is nothing."""
    side = seat.viewer or next(iter(seat.humans), "")
    if not side or phase.side != side:
        return None
    return ", ".join(_offers(seat.sight, side, phase.kind)) or None


def _offers(s: Sight, side: str, kind: str) -> Iterator[str]:
    match kind:
        case "reinforcement":
            n = len(waiting(s, side))
            yield from _some(n, ngettext("{n} arrives", "{n} arrive", n))
        case "naval-movement":
            n = len(ships_in_port(s, side))
            yield from _some(n, ngettext("{n} ship in port", "{n} ships in port", n))
        case "reconnaissance":
            n, m = sum(searches(s, piece) for piece in aircraft(s, side)), len(sought(s, side))
            words = ngettext("{n} place to search", "{n} places to search", m)
            yield from _some(m if n else 0, words)
        case "air-naval-interception":
            found = [
                f for e in s.enemies(side) for f, seen in forces(s, e).items() if seen.detected
            ]
            n = sum(bombs(s, piece) or fights(s, piece) for piece in at_hand(s, side))
            m = len(found)
            yield from _some(m, ngettext("{n} force in sight", "{n} forces in sight", m))
            yield from _some(n if m else 0, ngettext("{n} aircraft", "{n} aircraft", n))
        case "movement":
            n, m = sum(map(len, land_units(s, side).values())), len(at_hand(s, side))
            yield from _some(n, ngettext("{n} unit ashore", "{n} units ashore", n))
            yield from _some(m, ngettext("{n} aircraft", "{n} aircraft", m))
        case "air-interception":
            n = sum(fights(s, piece) for piece in at_hand(s, side))
            m = sum(len(missions_of(s, enemy)) for enemy in s.enemies(side))
            yield from _some(m, ngettext("{n} mission to meet", "{n} missions to meet", m))
            yield from _some(n if m else 0, ngettext("{n} fighter", "{n} fighters", n))
        case "combat":
            n, m = len(announced(s)), len(missions_of(s, side))
            yield from _some(n, ngettext("{n} attack", "{n} attacks", n))
            yield from _some(m, ngettext("{n} mission", "{n} missions", m))


def _some(number: int, words: str) -> Iterator[str]:
    if number:
        yield words.format(n=number)
