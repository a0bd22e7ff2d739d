"""Lessons: what a guide teaches, read from ``guides/*.yaml``.

A lesson names its game and holds a position made to order, and steps with a text in each language,
what they wait for (`Step.until`), and the actions that do it for a player who skips the step
(`Step.do`).
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

from tabuleiro.engine import events as ev
from tabuleiro.engine.scene import scene
from tabuleiro.host.seat import Seat
from tabuleiro.i18n import _, text
from tabuleiro.module.loader import parse

if TYPE_CHECKING:
    from tabuleiro.engine.catalogue import Catalogue

__all__ = ["GuideError", "Lesson", "Step", "Until", "load_guide"]

_FOLDER: Final = Path(__file__).with_name("guides")
_FIRST: Final = "first-match"


class GuideError(ValueError):
    """A guide that cannot be followed; one sentence."""


class Until(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a step waits for; with several fields, for all of them. None waits for nothing."""

    looked: bool = False
    """The map was moved or zoomed."""
    pointed: str | None = None
    """The pointer was over this hex."""
    selected: tuple[str, ...] = ()
    """These pieces are selected."""
    refused: bool = False
    """Something was refused."""
    undone: bool = False
    """Something was taken back."""
    fought: bool = False
    """The dice of a battle fell."""
    at: dict[str, str] = {}
    """These pieces stand there."""
    gone: dict[str, str] = {}
    """These pieces stand no more there."""
    phase: str | None = None
    """This phase is played."""
    asked: str | None = None
    """A decision of this kind is asked."""
    committed: tuple[str, ...] = ()
    """These pieces take part in the attack that is being declared."""
    dock: str | None = None
    """This dock can be seen."""


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A step of a guide."""

    id: str
    title: dict[str, str]
    text: dict[str, str]
    until: Until = Until()
    done: dict[str, str] = {}
    """What is said when it was done."""
    show: tuple[str, ...] = ()
    """Hexes that are ringed; the first is brought into sight."""
    do: tuple[dict[str, Any], ...] = ()
    """Actions that a player who skips the step would have taken."""


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A guide: on which game, from which position, with which dice, in which steps."""

    module: str
    title: dict[str, str]
    position: dict[str, Any]
    steps: tuple[Step, ...]
    dice: tuple[int, ...] = ()
    options: dict[str, Any] = {}

    def sit_down(self, catalogue: Catalogue) -> Seat:
        """Return a seat at the table of the guide, for one person who plays both sides."""
        game = catalogue.new(self.module, seed=self.module, options=self.options)
        made = scene(game.situation, self.position)
        told = {"type": "set-position", **self.position}
        game.test([ev.PositionSet(made.to_data()), ev.DiceQueued(self.dice)], told)
        # A fork begins here: nobody can undo the table away.
        return Seat(game.fork(), open_hands=True, title=text(self.title))


def load_guide(name: str = _FIRST) -> Lesson:
    """Return a guide by the name of its file."""
    path = _FOLDER / f"{name}.yaml"
    try:
        found = parse(path.read_text("utf-8"), path.name)
        if found.problems:
            raise GuideError(str(found.problems[0]))
        return msgspec.convert(found.data, Lesson)
    except OSError:
        raise GuideError(_('There is no guide "{name}".').format(name=name)) from None
    except msgspec.ValidationError as error:
        raise GuideError(f"{path.name}: {error}") from None
