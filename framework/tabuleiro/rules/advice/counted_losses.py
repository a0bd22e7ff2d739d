"""What an assault is worth before the dice where results count losses: ``D2 A1`` and the like.

``D1`` is a loss or a retreat, as the defender likes; more than that are losses, one less than the
number, and a retreat. ``A`` counts the losses of the attacker.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tabuleiro.rules.advice.fight import Fight

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["CountedLosses"]

_MOST: Final = 5
"""The highest number that any table gives."""
_HELD: Final = 0.2
"""The part of the ground that a defender gives up who may take a loss instead."""


class CountedLosses(Fight):
    """A possible assault on a hex where results count losses."""

    def _parts(self, loss: float, back: float) -> dict[str, float]:
        """Return what each part of a result is worth; who attacks is never thrown back."""
        del back
        return {f"A{n}": -loss * n for n in range(_MOST)} | dict(self._defenders_parts())

    def _defenders_parts(self) -> Iterator[tuple[str, float]]:
        sense, stakes = self.sense, self.sense.stakes
        hit = sense.loss(self.defenders, mine=False)
        away = self._ground + 0.8 * max(0.0, sense.wanted().get(self.target, 0.0))
        steps = sum(1 if sense.last_step(piece) else 2 for piece in self.defenders)
        trapped = stakes.kill * len(self.defenders) / 2 if self._trapped else 0.0
        yield "D1", min(hit, away) if steps > 1 else stakes.kill + _HELD * away
        for number in range(2, _MOST):
            losses = number - 1
            dead = stakes.kill * len(self.defenders) if losses >= steps else hit * losses
            yield f"D{number}", dead + away + trapped
