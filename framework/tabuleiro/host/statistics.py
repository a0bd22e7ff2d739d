"""What can be counted of a match through a seat: throws, battles, losses. No widgets.

All of it comes from the rows that the side was told and from what it saw at the end of each turn,
so it says no more of the enemy than was known anyway.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from tabuleiro.engine import DEAD
from tabuleiro.engine import events as ev
from tabuleiro.engine.messages import place_name
from tabuleiro.host.outcomes import fallen_words
from tabuleiro.host.panels.battle_report import announced
from tabuleiro.host.panels.odds_sheet import reckoning_of, reports, sheet_of
from tabuleiro.module import UNLIMITED
from tabuleiro.seats.battles import Battle, Odds

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from tabuleiro.host.seat import Seat
    from tabuleiro.seats import Sight, ToldRow

__all__ = [
    "Fortune",
    "Fought",
    "Luck",
    "Throw",
    "battles",
    "faces_of",
    "fortune_of",
    "fortune_per_turn",
    "how_good",
    "losses_per_turn",
    "luck_of",
    "throws",
    "turns_of",
]


class Throw(NamedTuple):
    """Dice that fell: in which turn, for whom, which faces, of how many each die has."""

    turn: int
    side: str
    faces: tuple[int, ...]
    die: int

    @property
    def thrown(self) -> int:
        """The sum of the faces."""
        return sum(self.faces)

    @property
    def expected(self) -> float:
        """The sum that they have on average.

        >>> Throw(1, "axis", (6, 5), 6).expected
        7.0
        """
        return len(self.faces) * (self.die + 1) / 2


class Luck(NamedTuple):
    """What a side threw, against what such throws come to on average."""

    throws: int
    dice: int
    thrown: int
    expected: float

    @property
    def ahead(self) -> float:
        """By how much more it threw than expected."""
        return self.thrown - self.expected


class Fought(NamedTuple):
    """A battle that dice decided, and how likely what came of it was."""

    row: int
    turn: int
    place: str
    title: str
    attacker: str
    defender: str
    column: str
    faces: tuple[int, ...]
    code: str
    words: str
    """What it came to; nothing where the code says all."""
    ways: int
    """In so many of ``of`` throws just this result comes; 0 of 0 where it is not known."""
    of: int
    luck: float | None
    """How good for the attacker what came was among what could come, from 0 to 1, if known."""

    def luck_for(self, side: str) -> float | None:
        """Return how good for a side what came was; None if it did not fight or nobody knows."""
        if self.luck is None or side not in {self.attacker, self.defender}:
            return None
        return self.luck if side == self.attacker else 1 - self.luck


class Fortune(NamedTuple):
    """How good the results were that a side had in battle, among those that could have come."""

    battles: int
    share: float
    """From 0 to 1; a half is what one may expect."""


def turns_of(seat: Seat) -> Iterator[tuple[int, list[ToldRow]]]:
    """Yield each turn with the rows that were told in it, the set-up with the first."""
    turn, rows = seat.scenario.first_turn, list[Any]()
    for row in seat.rows():
        began = next((e.turn for e in reversed(row.events) if isinstance(e, ev.PhaseSet)), turn)
        rows.append(row)  # what ends a turn is told in it, and what begins the next as well
        if began != turn:
            if len(rows) > 1:
                yield turn, rows
                rows = []
            turn = began
    if rows:
        yield turn, rows


def throws(seat: Seat) -> list[Throw]:
    """Return all dice that were told, in order."""
    return [
        Throw(turn, event.side, event.faces, event.die)
        for turn, rows in turns_of(seat)
        for row in rows
        for event in row.events
        if isinstance(event, ev.Rolled) and event.faces
    ]


def luck_of(thrown: Iterable[Throw]) -> Luck:
    """Return what some throws came to against what they come to on average."""
    some = list(thrown)
    return Luck(
        len(some), sum(len(t.faces) for t in some), sum(t.thrown for t in some),
        sum(t.expected for t in some),
    )  # fmt: skip


def faces_of(thrown: Iterable[Throw], side: str, die: int) -> dict[int, int]:
    """Return how often each face of such dice fell for a side.

    >>> faces_of([Throw(1, "axis", (6, 1, 6), 6), Throw(1, "allied", (2,), 6)], "axis", 6)
    {1: 1, 2: 0, 3: 0, 4: 0, 5: 0, 6: 2}
    """
    fell = [face for t in thrown if t.side == side and t.die == die for face in t.faces]
    return {face: fell.count(face) for face in range(1, die + 1)}


def losses_per_turn(seat: Seat) -> tuple[list[int], dict[str, list[int]]]:
    """Return the turns, and the steps that each side lacked at the end of each, as was seen."""
    turns, lost = [], {side: list[int]() for side in seat.module.sides}
    for turn, rows in turns_of(seat):
        turns.append(turn)
        counted = _lost(seat.at.sight(rows[-1].n))
        for side, steps in lost.items():
            steps.append(counted.get(side, 0))
    return turns, lost


def _lost(s: Sight) -> dict[str, int]:
    """Return the steps that the pieces of each side have lost, the dead all of theirs."""
    found: dict[str, int] = {}
    for piece in s.pieces():
        state, steps = s.piece(piece), s.counter(piece).steps
        lost = steps if state.place == DEAD else state.losses
        if lost and steps < UNLIMITED:
            side = s.side(piece)
            found[side] = found.get(side, 0) + lost
    return found


# ------------------------------------------------------------------------------- battles


def battles(seat: Seat) -> list[Fought]:
    """Return all battles that were told, on the ground and in the air, in order."""
    return [
        _fought(seat, turn, row, said)
        for turn, rows in turns_of(seat)
        for row in rows
        for said in reports(row)
    ]


def _fought(seat: Seat, turn: int, row: ToldRow, said: ev.Said) -> Fought:
    module, code = seat.module, str(said.data["code"])
    faces = tuple(said.data["faces"])
    reckoning = reckoning_of(said)
    if reckoning is not None:
        sheet = sheet_of(seat, reckoning)
        column = sheet.columns[sheet.column] if sheet.column is not None else ""
        others = (side for side, _total, _told in sheet.totals if side != reckoning.attacker)
        told = (reckoning.hex, sheet.title, reckoning.attacker, next(others, ""), column)
        chances = {each["code"]: each["ways"] for each in sheet.chances}
        cells = sheet.cells
    else:
        battle = msgspec.convert(said.data["battle"], Battle)
        odds = msgspec.convert(said.data["odds"], Odds)
        title = place_name(battle.target, module)
        told = (battle.target, title, battle.attacker, battle.defender, odds.column_label)
        chances = {c["code"]: c["ways"] for c in announced(seat, battle, odds)["chances"]}
        cells = seat.ask("table", battle=battle, odds=odds).cells
    ways = chances.get(code, 0)
    of = sum(chances.values()) if ways else 0
    luck = how_good(cells, chances, code)
    words = fallen_words(module, said)
    return Fought(row.n, turn, *told, faces, code, words if words != code else "", ways, of, luck)


def how_good(cells: Sequence[Sequence[str]], chances: Mapping[str, int], code: str) -> float | None:
    """Return in which share of all throws something worse for the attacker would have come.

    A result is the better the farther to the right it stands in the table, on the average; throws
    with as good a one count half, so that a half is to be expected. None where nothing is known.

    >>> table = [["AE", "AR", "EX"], ["AR", "EX", "DE"]]
    >>> how_good(table, {"AR": 1, "EX": 1}, "EX"), how_good(table, {"AR": 1, "EX": 3}, "AR")
    (0.75, 0.125)
    """
    if not chances.get(code):
        return None
    stands: dict[str, list[int]] = {}
    for line in cells:
        for column, cell in enumerate(line):
            stands.setdefault(cell, []).append(column)
    worth = {each: sum(found) / len(found) for each, found in stands.items()}
    if not chances.keys() <= worth.keys():
        return None
    worse = sum(ways for each, ways in chances.items() if worth[each] < worth[code])
    alike = sum(ways for each, ways in chances.items() if worth[each] == worth[code])
    return (worse + alike / 2) / sum(chances.values())


def fortune_of(found: Iterable[Fought], side: str) -> Fortune:
    """Return how good the results of a side's battles were, on the average."""
    shares = [luck for each in found if (luck := each.luck_for(side)) is not None]
    return Fortune(len(shares), sum(shares) / len(shares) if shares else 0.5)


def fortune_per_turn(seat: Seat, found: Sequence[Fought]) -> tuple[list[int], dict[str, list[int]]]:
    """Return the turns, and for each side by how much its results were better than expected.

    All battles up to the turn are summed: the best of results counts 50, the usual one 0.
    """
    turns = [turn for turn, _rows in turns_of(seat)]
    ahead: dict[str, list[int]] = {side: [] for side in seat.module.sides}
    for side, sums in ahead.items():
        for turn in turns:
            fortune = fortune_of((each for each in found if each.turn <= turn), side)
            sums.append(round(100 * fortune.battles * (fortune.share - 0.5)))
    return turns, ahead
