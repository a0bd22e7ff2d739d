"""Scenes: what dice decided in a row of the log, one battle after the other, ready to be shown.

A row may hold several: the air battles of a phase, then disease, then the points of a pool.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from tabuleiro.engine import Message
from tabuleiro.engine import events as ev
from tabuleiro.host.panels.odds_sheet import is_report, reckoning_of
from tabuleiro.seats.battles import Battle

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tabuleiro.host.seat import Seat
    from tabuleiro.seats import ToldRow
    from tabuleiro.seats.battles import Reckoning

__all__ = ["Attack", "Scene", "Throw", "attack_in", "attack_of", "attack_reckoned", "scenes_of"]


_GUNS_REACH: Final = 3


class Throw(NamedTuple):
    """Dice that fell: for whom and why, what they show, and what was said about it."""

    side: str
    why: Message
    faces: tuple[int, ...]
    die: int
    told: tuple[Message, ...] = ()


class Scene(NamedTuple):
    """A battle that was decided, or dice for something else, one throw after another."""

    row: ToldRow
    throws: tuple[Throw, ...]
    said: ev.Said | None = None
    """What was reported of the battle; None if it is no battle."""
    page: int = 0
    """Which of the battles of its row it is."""

    @property
    def faces(self) -> tuple[int, ...]:
        """All dice of the scene."""
        return tuple(face for throw in self.throws for face in throw.faces)

    @property
    def sort(self) -> str:
        """What sort of thing it is, wherever and by whom: torpedoes, dives, searches.

        Scenes of one sort may be seen in one go; a battle on the ground is a matter by itself.
        """
        if self.said is None:
            return self.throws[0].why.text
        reckoning = reckoning_of(self.said)
        return f"{self.row.n}.{self.page}" if reckoning is None else reckoning.title.text

    @property
    def die(self) -> int:
        """How many faces they have."""
        return self.throws[0].die


class Attack(NamedTuple):
    """Who attacks which hex, from where: what arrows on the map show."""

    side: str
    target: str
    near: tuple[str, ...]
    """The places of those who attack."""
    far: tuple[str, ...] = ()
    """The places of those who fire from afar."""


def scenes_of(row: ToldRow) -> list[Scene]:
    """Return the scenes of a row, as far as its dice are told here."""
    found: list[Scene] = []
    throw: Throw | None = None
    plain: list[Throw] = []

    def close() -> None:
        nonlocal throw
        if throw is not None:
            plain.append(throw)
        throw = None

    def gather() -> None:
        close()
        if plain:
            found.append(Scene(row, tuple(plain)))
            plain.clear()

    pages = 0
    for event in row.events:
        match event:
            case ev.Rolled():
                close()
                throw = Throw(event.side, event.why, event.faces, event.die)
            case ev.Said() if is_report(event):
                fallen, throw = throw, None
                gather()
                if fallen is not None:
                    found.append(Scene(row, (fallen,), event, pages))
                pages += 1
            case ev.Said() if throw is not None:
                throw = throw._replace(told=(*throw.told, event.message))
            case ev.PhaseSet():
                close()
            case _:
                pass
    gather()
    return found


def attack_of(scene: Scene, seat: Seat) -> Attack | None:
    """Return who attacks in a scene and from where, as it is seen now: before the dice.

    Of other dice it is the place that they are about, if they name one.
    """
    if scene.said is None:
        return _about(scene.throws[0], seat)
    reckoning = reckoning_of(scene.said)
    if reckoning is None:
        return attack_in(msgspec.convert(scene.said.data["battle"], Battle), seat)
    return attack_reckoned(reckoning, seat)


def attack_reckoned(reckoning: Reckoning, seat: Seat) -> Attack:
    """Return from where those come who take part in what is no battle on the ground."""
    pieces = [part.piece for part in reckoning.parts if part.side == reckoning.attacker]
    return Attack(reckoning.attacker, reckoning.hex, _places(pieces, reckoning.hex, seat))


def attack_in(battle: Battle, seat: Seat) -> Attack:
    """Return from where those who take part in a battle on the ground attack."""
    target = battle.target
    near, far = (_places(some, target, seat) for some in (battle.attackers, battle.support))
    return Attack(battle.attacker, target, near, far)


def _about(throw: Throw, seat: Seat) -> Attack | None:
    known = seat.sight.position.pieces
    for value in throw.why.values.values():
        named = value if isinstance(value, dict) else {}
        place = named.get("place") or (
            seat.sight.place(named["piece"]) if named.get("piece") in known else None
        )
        if place in seat.sight.board.grid:
            return Attack(throw.side, str(place), ())
    return None


def _places(pieces: Sequence[str], target: str, seat: Seat) -> tuple[str, ...]:
    """Return where pieces on the board stand, one place for each.

    In games with flights who comes from farther than guns reach has an arrow of his own.
    """
    sight, grid = seat.sight, seat.sight.board.grid
    places = (sight.place(piece) for piece in pieces if piece in sight.position.pieces)
    most = _GUNS_REACH if seat.table.answers("flights") else len(grid.hexes)
    return tuple(p for p in places if p in grid and grid.distance(p, target) <= most)
