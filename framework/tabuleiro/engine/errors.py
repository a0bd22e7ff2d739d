"""What keeps an action from being carried out; nothing has changed when one of these is raised."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.i18n import _, ngettext

if TYPE_CHECKING:
    from tabuleiro.engine.messages import Message
    from tabuleiro.engine.verdicts import Verdict

__all__ = ["DiceError", "DiceWanted", "GameError", "Refused"]


class GameError(RuntimeError):
    """Something that a caller asked of a game cannot be done; one sentence."""


class Refused(GameError):
    """An action was refused; ``verdict`` says why."""

    def __init__(self, verdict: Verdict) -> None:
        """Keep the verdict."""
        super().__init__(verdict.reason.text if verdict.reason else "refused")
        self.verdict = verdict


class DiceError(GameError):
    """The dice that were given with an action do not suit it; one sentence."""


class DiceWanted(DiceError):
    """An action throws dice, the players of this match roll their own, and faces are lacking.

    ``number`` faces are asked of ``side``, besides those that were given. When they are there, the
    action may come to another throw, and ask again. ``die`` is how many faces each die has.
    """

    def __init__(self, number: int, side: str, why: Message, rule: str, die: int = 6) -> None:
        """Keep what is asked."""
        sentence = ngettext(
            "The players roll their own dice: the face of {n} die is wanted.",
            "The players roll their own dice: the faces of {n} dice are wanted.",
            number,
        )
        super().__init__(sentence.format(n=number))
        self.number = number
        self.side = side
        self.why = why
        self.rule = rule
        self.die = die


def wrong_face(die: int) -> str:
    """Return the sentence on a face that such a die has not."""
    return _("The face of a die is a whole number from 1 to {n}.").format(n=die)
