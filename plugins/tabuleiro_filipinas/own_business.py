"""Steps of which nobody but their side is told: what they ask hangs on what others do not see."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Self

    from tabuleiro.engine import Situation

__all__ = ["OwnBusiness"]


class OwnBusiness:
    """A step that is told to its side alone; that it asks nobody does not show either."""

    __slots__ = ()

    side: str

    def told(self, s: Situation, viewer: str) -> Self | None:
        """Whether there is anything to choose is its side's to know."""
        del s
        return self if viewer == self.side else None

    def may_ask(self, s: Situation) -> tuple[str, ...]:
        """Its side may have a choice, for all that others see."""
        del s
        return (self.side,)
