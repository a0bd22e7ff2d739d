"""Losses of aircraft in the air: the weakest intact ones first, then those with losses."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from tabuleiro.engine import Decision, msg, side_ref
from tabuleiro.rules.combat.losses import Losing, take_loss

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from tabuleiro.engine import Change, Message, Situation

__all__ = ["WeakestFirst"]


class WeakestFirst(Losing, frozen=True):
    """Aircraft take losses, the weakest intact ones first; whom they carry shares them.

    A game says who is still there, which clause it is, how the owner is asked and who is aboard.
    """

    abstract: ClassVar[bool] = True

    left: int

    def there(self, s: Situation) -> Iterable[str]:
        """Return those of the aircraft that are still there."""
        raise NotImplementedError

    def rule(self, s: Situation) -> str:
        """Return the clause under which they take losses."""
        raise NotImplementedError

    def prompt(self) -> Message:
        """Return how their owner is asked."""
        raise NotImplementedError

    def aboard(self, s: Situation, piece: str) -> tuple[str, str] | None:
        """Return whom an aircraft carries, and the clause under which they share its loss."""
        raise NotImplementedError

    def pickable(self, s: Situation) -> tuple[str, ...]:
        """Return the aircraft of which one takes the next loss."""
        pieces = tuple(self.there(s))
        pool = [p for p in pieces if not s.piece(p).losses] or pieces
        weakest = min((s.value(piece, "air") for piece in pool), default=0)
        return tuple(piece for piece in pool if s.value(piece, "air") == weakest)

    def may_ask(self, s: Situation) -> Collection[str]:
        """Who takes it may hang on losses that the others do not see."""
        del s
        return (self.side,)

    def decision(self, s: Situation) -> Decision | None:
        """Ask the owner, if several are equally weak and not all of them take a loss."""
        pieces = self.pickable(s)
        if not self.left or len(pieces) <= self.left:
            return None
        return Decision(
            self.side,
            self.prompt(),
            self.rule(s),
            "choose",
            pieces=pieces,
            actions=("lose",),
            data={"times": self.left},
        )

    def run(self, change: Change) -> None:
        """Nobody has a choice."""
        pieces = self.pickable(change)
        if self.left and pieces:
            self.hit(change, pieces[0])
            return
        change.finish()
        if self.left:
            told = msg("{side}: nothing is left for {n} more of the losses.",
                       side=side_ref(self.side), n=self.left)  # fmt: skip
            change.say(told, self.rule(change), state=self.pieces)

    def hit(self, change: Change, piece: str) -> None:
        """Let it take the loss, and whom it carries."""
        change.replace(replace(self, left=self.left - 1))
        shared = self.aboard(change, piece)
        take_loss(change, piece, self.rule(change))
        if shared is not None:
            take_loss(change, *shared)
