"""What an assault is worth before the dice where results count losses: ``D2 A1`` and the like.

``D1`` is a loss or a retreat, as the defender likes; more than that are losses, one less than the
number, and a retreat. ``A`` counts the losses of the attacker, who is never thrown back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tabuleiro.rules.advice.fight import Fight, chances

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

__all__ = ["CountedLosses"]

_MOST: Final = 5
"""One more than the highest number that any table gives."""
_HELD: Final = 0.2
"""The part of the ground that a defender gives up who may take a loss instead."""


class CountedLosses(Fight):
    """A possible assault on a hex where results count losses."""

    def worth(self, column: int, pieces: Iterable[str]) -> float:
        """Return what the results of a column are worth to the attacker on the average."""
        pieces = tuple(pieces)
        parts = {f"A{n}": -self._price(pieces, n) for n in range(_MOST)}
        parts |= self.sense.s.cache_here(
            ("counted-losses", self.sense.side, self.target), lambda: dict(self._gains())
        )
        return sum(
            chance * sum(parts.get(part, 0.0) for part in self.table.cell(column, total).split())
            for total, chance in chances(self.table.dice, self.table.die).items()
        )

    def _price(self, pieces: Sequence[str], losses: int) -> float:
        """Return what losses cost: reduced pieces while there are whole ones, then dead ones."""
        stakes = self.sense.stakes
        spare = sum(not self.sense.last_step(piece) for piece in pieces)
        hurt = min(losses, spare)
        dead = min(losses - hurt, len(pieces))
        return stakes.die * (stakes.hurt * hurt + dead)

    def _facing(self) -> Sequence[str]:
        """Return the pieces among which the losses of the defender are shared out."""
        return self.defenders

    def _kill(self) -> float:
        """Return what it is worth that one of them dies."""
        return self.sense.stakes.kill

    def _gains(self) -> Iterator[tuple[str, float]]:
        """Yield what each result for the defender is worth."""
        sense, facing, kill = self.sense, self._facing(), self._kill()
        last = [sense.last_step(piece) for piece in facing]
        hit = kill if all(last) else kill * sense.stakes.hit
        away = self._ground + 0.8 * max(0.0, sense.wanted().get(self.target, 0.0))
        steps = 2 * len(last) - sum(last)
        trapped = kill * len(facing) / 2 if self._trapped else 0.0
        yield "D1", min(hit, away) if steps > 1 else kill + _HELD * away
        for number in range(2, _MOST):
            losses = number - 1
            dead = kill * len(facing) if losses >= steps else hit * losses
            yield f"D{number}", dead + away + trapped
