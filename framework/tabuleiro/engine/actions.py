"""Actions: what players submit. Plain data, checked before anything happens."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from tabuleiro.engine.data import DataError, kebab, plain, revive

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.engine.glance import Glance
    from tabuleiro.engine.steps import Decision, Question

__all__ = ["Action", "bare_actions", "whole_action"]


_ABOUT = frozenset({"piece", "card"})


class Action(msgspec.Struct, frozen=True, tag=kebab, forbid_unknown_fields=True, gc=False):
    """Base of all actions. Subclasses add fields; the class name in kebab case is the tag.

    ``retracts`` marks actions that take something back (cancel, withdraw): players at random
    avoid them, so that every random match ends.
    """

    retracts: ClassVar[bool] = False

    @property
    def kind(self) -> str:
        """The tag of the action, for example ``move``."""
        return str(self.__struct_config__.tag)

    @property
    def about(self) -> str | None:
        """The piece or card that the action is about, None if it is about none.

        Actions name it in a field ``piece`` or ``card``; one with another says so here.
        """
        for name in self.__struct_fields__:
            if name in _ABOUT:
                found = getattr(self, name)
                return found if isinstance(found, str) else None
        return None

    def to_data(self) -> dict[str, Any]:
        """Return the action as plain data."""
        return plain(self)

    def told(self, glance: Glance) -> Action | None:
        """Return the action as another side may know it, None if it is told nothing of it.

        As it is, what names a piece that is not seen is not told.
        """
        return glance.renamed(self)

    def shorter(self) -> Iterator[Action]:
        """Yield what is left of the action if it is broken off, the longest part first.

        That is for actions that take a way on which something unknown may stand.
        """
        return iter(())

    @staticmethod
    def from_data(data: object) -> Action:
        """Return the action that plain data describe, or raise a ``DataError``."""
        return revive(Action, data)


def bare_actions(decision: Decision | Question) -> list[Action]:
    """Return the actions of a decision that need no more than their name: end, confirm, stop.

    >>> from tabuleiro.engine import Decision, msg
    >>> import tabuleiro.rules.ground.movement_phase
    >>> bare_actions(Decision("axis", msg("Move."), actions=("move", "end-phase")))
    [EndPhase()]
    """
    found = (_bare(kind) for kind in decision.actions)
    return [action for action in found if action is not None and not action.retracts]


@lru_cache
def _bare(kind: str) -> Action | None:
    return whole_action({"type": kind})


def whole_action(data: dict[str, str]) -> Action | None:
    """Return the action that data describe, None if they do not say all that it needs."""
    try:
        return Action.from_data(data)
    except DataError:
        return None
