"""Missions: who flies where on which errand, and what of it everybody sees.

An aircraft never leaves its base while it flies: its sortie is a fact of the position, which only
its own side knows. What all see is another fact: of each mission the letter, the target, the
errand, day or night, and how many aircraft of which class fly in which role (14.4-1, 6.1-22). What
transports carry is seen by nobody else. Verdicts about the enemy's aircraft read that second fact
alone.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

import msgspec

from tabuleiro.engine import events as ev
from tabuleiro.engine import hex_ref, msg, side_ref
from tabuleiro.engine.data import plain
from tabuleiro.engine.knowledge import Knowledge
from tabuleiro.engine.messages import key_ref
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.air.flights import Flight
from tabuleiro.rules.air.mission_plan import BOMBER, FIGHTER, errand_ref
from tabuleiro.rules.ground.land_units import AIR, arm, land_units
from tabuleiro_filipinas.air_bases import field_notes
from tabuleiro_filipinas.aircraft import FLOWN, SORTIED, TRANSFERRED, grounded
from tabuleiro_filipinas.displaced_places import reach

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping
    from typing import Any

    from tabuleiro.engine import Change, Message, Situation

__all__ = [
    "BOMBINGS",
    "CARRY",
    "COVER",
    "DROP",
    "ESCORT",
    "FIELD",
    "INTERCEPT",
    "PORT",
    "SHIP",
    "SUPPLY",
    "SUPPORT",
    "TRANSPORTS",
    "TROOPS",
    "Missions",
    "Sortie",
    "drop_on_enemies",
    "forget_missions",
    "group",
    "launch",
    "missions",
    "missions_of",
    "order_flight",
    "recall",
    "sorties",
    "sorties_over",
    "tell_mission",
]

SUPPORT, TROOPS, FIELD, PORT, SHIP = "support", "troops", "field", "port", "ship"
ESCORT, INTERCEPT, COVER = "escort", "intercept", "cover"
CARRY, SUPPLY, DROP = "carry", "supply", "drop"
BOMBINGS: Final = (FIELD, PORT, TROOPS, SHIP)
"""The errands that end on the bombardment table."""
TRANSPORTS: Final = (CARRY, SUPPLY, DROP)
"""The errands of transports, which others cannot tell apart."""
KAMIKAZE = "kamikaze"
"""The roles: who does what the mission is for, who only fights in the air, who does not return."""
_SORTIES, _MISSIONS = "sorties", "missions"
_LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Sortie(msgspec.Struct, frozen=True, omit_defaults=True):
    """An aircraft over a place: on what errand, in which role, by day or night, with what cargo.

    ``mission`` is the errand of the mission that it belongs to: escorts fly with bombers.
    """

    piece: str
    hex: str
    mission: str
    role: str = BOMBER
    night: bool = False
    cargo: str = ""


class Mission(msgspec.Struct, frozen=True, omit_defaults=True):
    """What everybody sees of a mission."""

    side: str
    hex: str
    errand: str
    letter: str
    night: bool = False
    flights: tuple[tuple[str, str, int], ...] = ()
    """Class, role and number of the aircraft."""


# ------------------------------------------------------------------------------ reading


def sorties(s: Situation) -> Mapping[str, Sortie]:
    """Return the sortie of each aircraft in the air, as far as the one who asks knows them."""
    told = s.position.facts.get(_SORTIES, {})
    return s.cache_by_basis(
        _SORTIES, told, lambda: {p: msgspec.convert(o, Sortie) for p, o in sorted(told.items())}
    )


def sorties_over(s: Situation, place: str, side: str | None = None) -> tuple[Sortie, ...]:
    """Return the sorties over a place, of one side or of both; shot down ones are not."""
    return tuple(
        order for order in sorties(s).values()
        if order.hex == place and side in {None, s.side(order.piece)} and s.alive(order.piece)
    )  # fmt: skip


def group(
    s: Situation, side: str, errand: str, place: str, *, night: bool | None = None
) -> tuple[Sortie, ...]:
    """Return the sorties of one mission; without ``night`` of day and night together."""
    return tuple(
        order for order in sorties_over(s, place, side)
        if order.mission == errand and night in {None, order.night}
    )  # fmt: skip


def missions(s: Situation) -> tuple[Mission, ...]:
    """Return what all see of the missions of both sides."""
    told = s.position.facts.get(_MISSIONS, ())
    return s.cache_by_basis(
        _MISSIONS, told, lambda: tuple(msgspec.convert(one, Mission) for one in told)
    )


def drop_on_enemies(s: Situation, place: str) -> bool:
    """Return whether transports fly where enemies of theirs stand: paratroops jump on those."""
    flying = (m.side for m in missions(s) if m.hex == place and m.errand == CARRY)
    return any(place in land_units(s, s.enemy(side)) for side in flying)


def missions_of(s: Situation, side: str, place: str | None = None) -> tuple[Mission, ...]:
    """Return what all see of the missions of a side, or of those over one place."""
    return tuple(m for m in missions(s) if m.side == side and place in {None, m.hex})


# ------------------------------------------------------------------------------ writing


def launch(change: Change, *orders: Sortie) -> None:
    """Send aircraft off; they fly nothing else before their side launches again (6.1-12)."""
    _write(change, {**sorties(change), **{order.piece: order for order in orders}})
    for order in orders:
        change.emit(ev.Marked(order.piece, (FLOWN,)))


def recall(change: Change, *pieces: str, unflown: bool = False) -> None:
    """Take aircraft from where they fly: they are home, or lost; ``unflown`` ones may fly again."""
    _write(change, {p: o for p, o in sorties(change).items() if p not in pieces})
    for piece in pieces if unflown else ():
        change.emit(ev.Marked(piece, remove=(FLOWN,)))


def forget_missions(change: Change) -> None:
    """All aircraft are home."""
    if sorties(change):
        _write(change, {})


def _write(change: Change, flying: Mapping[str, Sortie]) -> None:
    """Note who flies, and what is seen of that: of other sides' missions the same as before."""
    before = sorties(change)
    changed = (p for p in {**before, **flying} if before.get(p) != flying.get(p))
    sides = {change.side(piece) for piece in changed}
    flown = (order for order in flying.values() if change.side(order.piece) in sides)
    others = (mission for mission in missions(change) if mission.side not in sides)
    found = sorted((*_as_seen(change, flown), *others), key=_kind_of)
    seen = [_plain(mission) for mission in found] or None
    data = {piece: plain(order) for piece, order in sorted(flying.items())}
    change.emit(ev.FactSet(_SORTIES, data or None))
    if seen != change.position.facts.get(_MISSIONS):
        change.emit(ev.FactSet(_MISSIONS, seen))


def _kind_of(mission: Mission) -> tuple[str, str, str, bool]:
    return mission.side, mission.hex, mission.errand, mission.night


def _plain(mission: Mission) -> dict[str, Any]:
    """Return a mission as plain data, as it is read from a file: with lists, not tuples."""
    return {**plain(mission), "flights": [list(flight) for flight in mission.flights]}


def _seen_errand(order: Sortie) -> str:
    return CARRY if order.mission in TRANSPORTS else order.mission


def _as_seen(s: Situation, flying: Iterable[Sortie]) -> Iterator[Mission]:
    """Yield what is seen of missions, each under the letter that it had, or the next one."""
    found: dict[tuple[str, str, str, bool], Counter[tuple[str, str]]] = {}
    for order in flying:
        key = (s.side(order.piece), order.hex, _seen_errand(order), order.night)
        found.setdefault(key, Counter())[s.counter(order.piece).type, order.role] += 1
    had = {_kind_of(m): m.letter for m in missions(s)}
    used = {(key[0], letter) for key, letter in had.items() if key in found}
    for key in sorted(found):
        letter = had.get(key) or next(n for n in _names() if (key[0], n) not in used)
        used.add((key[0], letter))
        flights = tuple((*kind, n) for kind, n in sorted(found[key].items()))
        side, place, errand, night = key
        yield Mission(side, place, errand, letter, night, flights)


def _names() -> Iterator[str]:
    """Yield A to Z, and on: the chips end at I, but more missions may fly (14.4-1)."""
    yield from _LETTERS
    yield from (a + b for a in _LETTERS for b in _LETTERS)


def tell_mission(change: Change, side: str, errand: str, place: str, *, night: bool) -> None:
    """Tell all what is seen of a mission, as it flies now."""
    seen = CARRY if errand in TRANSPORTS else errand
    for mission in missions_of(change, side, place):
        if mission.errand != seen or mission.night != night:
            continue
        flights = [_flight_said(*flight) for flight in mission.flights]
        words = {"side": side_ref(side), "letter": mission.letter, "errand": errand_ref(seen),
                 "hex": hex_ref(place), "flights": flights}  # fmt: skip
        message = (
            msg("{side}, {letter}: {errand} over {hex} by night: {flights}.", **words)
            if night
            else msg("{side}, {letter}: {errand} over {hex}: {flights}.", **words)
        )
        change.say(message, "filipinas-14.4-1", mission=plain(mission))


def _flight_said(kind: str, role: str, number: int) -> Message:
    words = {"n": number, "kind": key_ref(f"type.{kind}")}
    if role == FIGHTER:
        return msg("{n} {kind} (as fighters)", **words)
    if role == KAMIKAZE:
        return msg("{n} {kind} (kamikaze)", **words)
    return msg("{n} {kind}", **words)


# ------------------------------------------------------------------------------ who knows

_SECRET: Final = frozenset({FLOWN, SORTIED})
"""Marks that tell from which base somebody flies."""
_OPEN: Final = Knowledge(secret_marks=_SECRET)


def _known(s: Situation, viewer: str) -> Mapping[str, Any] | None:
    """Return the sorties that a side knows of: its own."""
    told = s.position.facts[_SORTIES]
    return {p: o for p, o in told.items() if s.side(p) == viewer} or None


class Missions:
    """A part: missions, what is seen of them, and what a table shows of aircraft."""

    @hookimpl
    def knowledge(self, s: Situation, viewer: str) -> list[Knowledge]:
        if _SORTIES not in s.position.facts:
            return [_OPEN]
        basis = s.position.facts[_SORTIES]
        known = s.cache_by_basis(("sorties-known", viewer), basis, lambda: _known(s, viewer))
        return [Knowledge(secret_marks=_SECRET, facts={_SORTIES: known})]

    @hookimpl
    def invariants(self, s: Situation) -> list[str]:
        """What all see of missions is what flies."""
        if tuple(_as_seen(s, sorties(s).values())) == missions(s):
            return []
        return ["the missions that are seen are not those that fly"]

    @hookimpl
    def flights(self, s: Situation) -> list[Flight]:
        return [
            Flight(o.piece, s.whereabouts(o.piece), o.hex, o.mission, o.role, s.side(o.piece),
                   o.night, o.cargo)
            for o in sorties(s).values() if s.alive(o.piece)
        ]  # fmt: skip

    @hookimpl
    def range_hexes(self, s: Situation, piece: str, far: int) -> Collection[str] | None:
        return reach(s, s.whereabouts(piece), far) if arm(s, piece) == AIR else None

    @hookimpl
    def piece_states(self, s: Situation, piece: str) -> list[str]:
        if arm(s, piece) != AIR or s.marked(piece, FLOWN) or s.marked(piece, TRANSFERRED):
            return []
        return ["grounded"] if grounded(s, piece) else []

    @hookimpl
    def hex_notes(self, s: Situation, hex: str) -> list[Message]:
        return list(field_notes(s, hex))


def order_flight(change: Change, order: Sortie, message: object, rule: str) -> None:
    """Send a transport off: its side is told all, the others that a transport flies."""
    side = change.side(order.piece)
    launch(change, order)
    change.reveal()
    change.say(message, rule, to=(side,))  # type: ignore[arg-type]
    tell_mission(change, side, order.mission, order.hex, night=order.night)
