"""Which rows of the log are one gesture: they are taken back and done again together.

A stack that moves is a row for each unit, and one thing for whoever moved it. The log of a match
knows nothing of that; it is kept on this machine, by the numbers under which each side was told
the rows.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Final

import msgspec

from tabuleiro.host.notebook import KEY, match_name

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tabuleiro.host.seat import Seat
    from tabuleiro.host.settings import Settings
    from tabuleiro.seats import LocalSeat

__all__ = ["GestureRows"]

_NAME: Final = "gestures"


class GestureRows:
    """Knows of each row whether it goes on with the gesture of the row before it."""

    def __init__(self, seat: Seat) -> None:
        """Know of no gesture yet."""
        self._seat = seat
        self._settings: Settings | None = None
        self._joined: dict[str, set[int]] = {}

    def remember(self, settings: Settings) -> None:
        """Take over what is kept of the match, and keep all from now on."""
        self._settings = settings
        with suppress(msgspec.MsgspecError):  # edited by hand: as good as not there
            kept = msgspec.json.decode(settings.kept(self._key()), type=dict[str, set[int]])
            self._joined = kept | self._joined

    def begin(self) -> dict[LocalSeat, int]:
        """Return what was told last to each seat through which whoever plays here may look."""
        seat = self._seat
        others = () if seat.open_hands else seat.humans
        seats = (seat.at, *(seat.place(side) for side in others))
        return {each: each.head().n for each in seats}

    def join(self, begun: Mapping[LocalSeat, int]) -> None:
        """Let all that each seat was told since a gesture began be one."""
        for seat, before in begun.items():
            rows = [row.n for row in seat.line() if row.n > before]
            self._joined.setdefault(_name(seat), set()).update(rows[1:])
        if self._settings is not None:
            told = msgspec.json.encode({name: sorted(n) for name, n in self._joined.items()})
            self._settings.set(self._key(), told.decode())

    def goes_on(self, row: int) -> bool:
        """Return whether a row, as it is numbered here, goes on with the gesture before it."""
        return row in self._joined.get(_name(self._seat.at), ())

    def _key(self) -> str:
        return f"{KEY}/{match_name(self._seat)}/{_NAME}"


def _name(seat: LocalSeat) -> str:
    """Return what tells a seat from the others at its table."""
    return "+".join(seat.sides)
