"""Actions: what players submit. Plain data, checked before anything happens."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec

from tabuleiro.engine.data import kebab, plain, revive

__all__ = ["Action"]


class Action(msgspec.Struct, frozen=True, tag=kebab, forbid_unknown_fields=True):
    """Base of all actions. Subclasses add fields; the class name in kebab case is the tag.

    ``retracts`` marks actions that take something back (cancel, withdraw): players at random
    avoid them, so that every random match ends.
    """

    retracts: ClassVar[bool] = False

    @property
    def kind(self) -> str:
        """The tag of the action, for example ``move``."""
        return str(self.__struct_config__.tag)

    def to_data(self) -> dict[str, Any]:
        """Return the action as plain data."""
        return plain(self)

    @staticmethod
    def from_data(data: object) -> Action:
        """Return the action that plain data describe, or raise a ``DataError``."""
        return revive(Action, data)
