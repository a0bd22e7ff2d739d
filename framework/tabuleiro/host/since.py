"""What others did since my last turn: the rows of it, and who went where in them.

A row is of my turn if it was played in a phase of mine, whoever answered there; in a phase of
nobody's if I acted. What lies between my last two turns, or after the last one, is news.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tabuleiro.engine import events as ev

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from tabuleiro.host.seat import Seat
    from tabuleiro.seats import LocalSeat, ToldRow

__all__ = ["News", "Since", "Trail", "reader", "trails"]


class News(NamedTuple):
    """Rows in which others played."""

    rows: tuple[ToldRow, ...]
    """In order; none if there is no news."""
    fresh: bool
    """Whether nothing was done since in a turn of mine."""

    @property
    def before(self) -> int | None:
        """The row before all that."""
        return self.rows[0].parent if self.rows else None


class Trail(NamedTuple):
    """Where a piece went, from place to place."""

    piece: str
    side: str
    places: tuple[str, ...]


def reader(seat: Seat) -> str:
    """Return the side for whom there is news: whose eyes look, or the only one that plays here.

    For who plays both sides with open hands, and for who only watches, nothing is news.
    """
    humans = seat.humans
    return seat.viewer or (humans[0] if len(humans) == 1 else "")


class Since:
    """Finds the news of a seat's match, reading each row once."""

    def __init__(self, seat: Seat) -> None:
        """Read nothing yet."""
        self._seat = seat
        self._owners: dict[LocalSeat, list[tuple[int, str | None, int | None]]] = {}
        """For each seat that was looked through the rows with the side in whose phase they were
        played, and the phase after them."""
        self._found: tuple[object, News] = (None, News((), fresh=False))
        self._stood: tuple[object, Mapping[str, str]] = (None, {})

    def news(self) -> News:
        """Return what others did since the last turn of who looks."""
        seat, me = self._seat, reader(self._seat)
        key = (seat.at, seat.head, me, seat.at.told_rows)
        if self._found[0] != key:
            self._found = (key, self._news(me) if me else News((), fresh=False))
        return self._found[1]

    def places(self) -> Mapping[str, str]:
        """Return where each piece stood before the news, as far as it was seen."""
        before = self.news().before
        key = (self._seat.at, before)
        if self._stood[0] != key:
            known = {} if before is None else self._seat.at.sight(before).position.pieces
            self._stood = (key, {piece: state.place for piece, state in known.items()})
        return self._stood[1]

    def _news(self, me: str) -> News:
        rows = self._seat.rows()
        owners = self._read(rows)
        end = len(rows)
        fresh = True
        while end:
            begin = end
            while begin and not self._mine(rows[begin - 1], owners[begin - 1], me):
                begin -= 1
            run = rows[begin:end]
            if begin and any(row.side not in {None, me} and row.kind == "action" for row in run):
                return News(tuple(run), fresh)
            while begin and self._mine(rows[begin - 1], owners[begin - 1], me):
                fresh = False
                begin -= 1
            end = begin
        return News((), fresh=False)

    def _mine(self, row: ToldRow, owner: str | None, me: str) -> bool:
        """Return whether a row belongs to a turn of mine; the first one belongs to all."""
        if row.parent is None:
            return True
        return owner == me if owner is not None else row.side == me

    def _read(self, rows: Sequence[ToldRow]) -> list[str | None]:
        """Return for each row the side in whose phase it was played."""
        sequence = self._seat.module.sequence
        known = self._owners.setdefault(self._seat.at, [])
        same = next(
            (n for n, (row, had) in enumerate(zip(rows, known, strict=False)) if row.n != had[0]),
            min(len(rows), len(known)),
        )
        del known[same:]
        phase = known[-1][2] if known else None
        for row in rows[same:]:
            owner = sequence[phase].side if phase is not None and phase < len(sequence) else None
            for event in row.events:
                if isinstance(event, ev.PhaseSet):
                    phase = event.phase
            known.append((row.n, owner, phase))
        return [each[1] for each in known]


def trails(seat: Seat, since: Since, upto: int) -> list[Trail]:
    """Return where others' pieces went in the news, up to a row, as far as it was seen."""
    news, stood, me = since.news(), since.places(), reader(seat)
    ways: dict[str, list[str]] = {}
    for event in _moves(news.rows, upto):
        was = event.was or event.piece
        way = ways.pop(was, None)
        if way is None:
            way = [stood[was]] if was in stood else []
        ways[event.piece] = [*way, *(event.path or (event.to,))]
    now = seat.sight
    grid = now.board.grid
    return [
        Trail(piece, now.side(piece), seen)
        for piece, way in ways.items()
        if piece in now.position.pieces
        and now.side(piece) != me
        and len(seen := tuple(place for place in way if place in grid)) > 1
    ]


def _moves(rows: Sequence[ToldRow], upto: int) -> Iterator[ev.Moved]:
    for row in rows:
        if row.n > upto:
            return
        yield from (event for event in row.events if isinstance(event, ev.Moved))
