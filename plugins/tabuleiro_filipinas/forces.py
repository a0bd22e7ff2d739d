"""Task forces: letters that hold ships, hidden until the enemy finds them (7.0).

Each side's forces at sea are a public fact: under which number each appeared, its way in this turn,
where it stopped, whether it was turned up. What it is made of is nothing but who is inside of it.

Here: the state, who knows what of it, turning up, coming and going. Not here: how one is formed
(`forming`), how it sails (`sailing`), and what it carries (`cargo`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec.structs import replace

from tabuleiro.engine import events as ev
from tabuleiro.engine import hex_ref, msg, piece_ref
from tabuleiro.engine.knowledge import Knowledge, Level
from tabuleiro.hooks import hookimpl
from tabuleiro_filipinas.parameters.course import ForceTerms

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tabuleiro.engine import Change, Situation

__all__ = [
    "AIR_FED",
    "CARGO",
    "FORCES",
    "AtSea",
    "HiddenForces",
    "at_sea",
    "enemy_forces",
    "force_at",
    "force_of",
    "forces",
    "is_force",
    "next_handle",
    "note_force",
    "ships_in",
    "turn_up",
    "zones_of",
]

FORCES: Final = "forces-"
"""The fact of each side about its forces at sea."""
CARGO: Final = "cargo-"
"""The fact of each side about what its ships carry; nobody else is told."""
AIR_FED: Final = "air-fed-"
"""The fact of each side about units that flights alone feed: by whom, and if he landed by day."""
APPEARED: Final = "appeared-"
"""The fact of each side about how many of its pieces came to sea, forces and submarines alike."""


class AtSea(msgspec.Struct, frozen=True, omit_defaults=True):
    """A force at sea, as far as the table sees it."""

    handle: int
    """Its number by order of appearance: the name under which the enemy knows it."""
    route: tuple[str, ...] = ()
    """The hexes of its way in this turn, the entry hex first."""
    stops: tuple[str, ...] = ()
    """Where it stopped on its way."""
    detected: bool = False
    """Whether it lies face up."""
    done: bool = False
    """Whether it sails no more in this phase."""


def is_force(s: Situation, piece: str) -> bool:
    """Return whether a piece is the letter of a force."""
    return s.counter(piece).type == s.terms(ForceTerms).type


def forces(s: Situation, side: str) -> Mapping[str, AtSea]:
    """Return the forces of a side at sea, under the names by which they are known."""
    told = s.position.facts.get(FORCES + side, {})
    return s.cache_by_basis(
        ("forces", side), told, lambda: {name: _read(one) for name, one in told.items()}
    )


def _read(data: Any) -> AtSea:
    return msgspec.convert(data, AtSea)


def at_sea(s: Situation, force: str) -> AtSea | None:
    """Return what the table sees of a force at sea, None if it is not there."""
    return forces(s, s.side(force)).get(force)


def enemy_forces(s: Situation, side: str) -> Iterator[tuple[str, str]]:
    """Yield the forces of the enemies of a side at sea with their hexes; no submarines."""
    for enemy in s.enemies(side):
        for force in forces(s, enemy):
            if s.on_map(force):
                yield force, s.place(force)


def zones_of(s: Situation, side: str) -> frozenset[str]:
    """Return the hexes next to enemy forces, in which a force of a side must stop (4.1.2-13).

    Clauses: 4.1.2-9.
    """
    near = s.board.grid.neighbours
    return frozenset(h for _force, place in enemy_forces(s, side) for h in near(place))


def force_of(s: Situation, ship: str) -> str | None:
    """Return the force that a ship sails with, None if it is in no force."""
    around = s.around(ship)
    return around[0] if around and is_force(s, around[0]) else None


def ships_in(s: Situation, force: str) -> tuple[str, ...]:
    """Return the ships of a force."""
    return s.inside(force)


def force_at(s: Situation, side: str, place: str) -> tuple[str, ...]:
    """Return the forces of a side in a hex; several fight as one (7.0-12)."""
    return tuple(force for force in forces(s, side) if s.place(force) == place)


# ------------------------------------------------------------------------------ changing


def note_force(change: Change, force: str, seen: AtSea | None) -> None:
    """Set what the table sees of a force, or forget it."""
    side = change.side(force)
    told = dict(change.position.facts.get(FORCES + side, {}))
    told.pop(force, None)
    if seen is not None:
        told[force] = msgspec.to_builtins(seen)
    change.emit(ev.FactSet(FORCES + side, dict(sorted(told.items())) or None))


def next_handle(change: Change, side: str) -> int:
    """Return the number under which the next piece of a side that comes to sea is known."""
    number = int(change.position.facts.get(APPEARED + side, 0)) + 1
    change.emit(ev.FactSet(APPEARED + side, number))
    return number


def turn_up(change: Change, force: str, rule: str) -> None:
    """Turn a force up for good: the enemy may look at its ships till it leaves (7.0-7, 7.0-11)."""
    seen = at_sea(change, force)
    if seen is None or seen.detected:
        return
    change.show(force)
    note_force(change, force, replace(seen, detected=True))
    place = hex_ref(change.place(force))
    change.say(msg("{piece} is found in {hex}.", piece=piece_ref(force), hex=place), rule)


class HiddenForces:
    """A part: what of forces and cargo is kept from the enemy (7.0-6 to 7.0-8, 7.3-5)."""

    @hookimpl
    def knowledge(self, s: Situation, viewer: str) -> list[Knowledge]:
        others = (side for side in s.module.sides if side != viewer)
        return [found for side in others if (found := _hidden(s, side))]

    @hookimpl
    def invariants(self, s: Situation) -> list[str]:
        """A force at sea has ships, and is where the table says that it is."""
        return [
            f"{force} is noted at sea, and is in {s.place(force)} with {len(s.inside(force))} ships"
            for side in s.module.sides
            for force in forces(s, side)
            if not s.on_map(force) or not s.inside(force)
        ]


def _hidden(s: Situation, side: str) -> Knowledge:
    """Return what the enemies of a side do not know of its forces."""
    sea = forces(s, side)
    aboard = tuple(s.inside(force) for force, seen in sea.items() if seen.detected)
    secrets = (CARGO + side, AIR_FED + side)
    facts = {key: None for key in secrets if key in s.position.facts}
    basis = (sea, aboard, facts)
    return s.cache_by_basis(("hidden-sea", side), basis, lambda: _hide(*basis))


def _hide(
    sea: Mapping[str, AtSea], aboard: tuple[tuple[str, ...], ...], facts: Mapping[str, None]
) -> Knowledge:
    hidden = [force for force, seen in sea.items() if not seen.detected]
    levels = dict.fromkeys(hidden, Level.KIND)
    levels |= {ship: Level.STATE for ships in aboard for ship in ships}
    handles = {force: f"force-{sea[force].handle}" for force in hidden}
    return Knowledge(levels, facts=facts, handles=handles)
