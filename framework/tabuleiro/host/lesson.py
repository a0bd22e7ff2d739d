"""Lessons: what a guide teaches, read from ``guides/*.yaml``, or from ``guide.yaml`` of a game.

A lesson names its game and a scenario, or holds a position made to order, and steps with a text in
each language, what they wait for (`Step.until`), and the actions that do it for a player who skips
the step (`Step.do`).
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec.structs import replace

from tabuleiro.engine import events as ev
from tabuleiro.engine.dice import Dice
from tabuleiro.engine.scene import scene
from tabuleiro.host.cards import Stage
from tabuleiro.host.seat import Seat
from tabuleiro.i18n import _, text
from tabuleiro.module.errors import Unreadable
from tabuleiro.module.files import GUIDE
from tabuleiro.module.loader import dotted, locate, parse
from tabuleiro.seats import Table

if TYPE_CHECKING:
    from tabuleiro.engine.catalogue import Catalogue
    from tabuleiro.module import Module
    from tabuleiro.module.loader import Loc

__all__ = ["FIRST", "OWN", "GuideError", "Lesson", "Step", "Until", "has_guide", "load_guide"]

_FOLDER: Final = Path(__file__).with_name("guides")
FIRST: Final = "first-match"
"""The guide that the start page offers."""
OWN: Final = GUIDE.removesuffix(".yaml")
"""The guide that lies with the data of a game."""


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
    panel: str | None = None
    """The dock that the step speaks of: it is brought to the front."""
    afresh: bool = False
    """Nobody is selected when it begins: a unit still in hand would take part at the first click.
    """
    do: tuple[dict[str, Any], ...] = ()
    """Actions that a player who skips the step would have taken."""


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A guide: on which game, from which position, with which dice, in which steps."""

    module: str
    title: dict[str, str]
    steps: tuple[Step, ...]
    position: dict[str, Any] = {}
    """A position made to order; without one the lesson begins as its scenario does."""
    scenario: str | None = None
    """The scenario, if it is not the first one of the game."""
    dice: tuple[int, ...] = ()
    options: dict[str, Any] = {}

    def strangers(self, module: Module) -> list[str]:
        """Return the steps and what they name that a game does not have: units, places, phases."""
        found = []
        known = {*module.board.grid.hexes, *module.board.boxes, *module.counters}
        phases = {phase.id for phase in module.sequence}
        for step in self.steps:
            until = step.until
            named = {
                *step.show, *until.selected, *until.committed, *until.at, *until.at.values(),
                *until.gone, *until.gone.values(), *([until.pointed] if until.pointed else ()),
            }  # fmt: skip
            strange = sorted(named - known) + [p for p in (until.phase,) if p and p not in phases]
            found += [f"{step.id}: {name}" for name in strange]
        return found

    def stage(self, module: Module) -> Stage:
        """Return what a picture of the lesson shows: its position, about the first hex it names."""
        standing: dict[str, tuple[str, ...]] = {}
        for piece, put in self.position["pieces"].items():
            hex = put if isinstance(put, str) else put["place"]
            standing[hex] = (*standing.get(hex, ()), piece)
        middle = next(hex for step in self.steps for hex in step.show)
        return Stage(module, middle, standing, FIRST)

    def sit_down(self, catalogue: Catalogue) -> Seat:
        """Return a seat at the table of the guide, for one person who plays both sides."""
        game = catalogue.new(self.module, self.scenario, seed=self.module, options=self.options)
        made = scene(game.situation, self.position) if self.position else game.position
        told = {"type": "set-position", **self.position}
        # Its dice are part of the position: a log that told them would give away what falls.
        made = replace(made, dice=Dice(made.dice.fallen, self.dice, made.dice.streams))
        game.test([ev.PositionSet(made.to_data())], told)
        # A fork begins here: nobody can undo the table away.
        return Seat(Table(game.copy()), open_hands=True, title=text(self.title))


def has_guide(module: Module) -> bool:
    """Return whether a game brings a guide of its own."""
    return (module.root / GUIDE).is_file()


def load_guide(name: str = FIRST, folder: Path | None = None) -> Lesson:
    """Return a guide by the name of its file; what is wrong in it is told with its line."""
    path = (folder or _FOLDER) / f"{name}.yaml"
    try:
        told = path.read_text("utf-8")
    except OSError:
        raise GuideError(_('There is no guide "{name}".').format(name=name)) from None
    try:
        found = parse(told, path.name)
    except Unreadable as error:
        raise GuideError(str(error)) from None
    if found.problems:
        raise GuideError(str(found.problems[0]))
    try:
        return msgspec.convert(found.data, Lesson)
    except msgspec.ValidationError as error:
        loc, sentence = _problem_of(str(error))
        raise GuideError(_told(path.name, told, loc, sentence)) from None


def _told(name: str, source: str, loc: Loc, sentence: str) -> str:
    """Return a sentence with the line of a file that it is about."""
    marks = locate(source, name)
    while loc and loc not in marks:
        loc = loc[:-1]
    line, column = marks.get(loc, (1, 1))
    return (
        f"{name}:{line}:{column}: {dotted(loc)}: {sentence}"
        if loc
        else (f"{name}:{line}:{column}: {sentence}")
    )


def _problem_of(error: str) -> tuple[Loc, str]:
    """Return where a value does not fit, and why, in the words of a player.

    >>> _problem_of("Object contains unknown field `untill` - at `$.steps[3]`")
    (('steps', 3, 'untill'), 'unknown key "untill"')
    """
    reason, _at, way = error.partition(" - at `$")
    loc: Loc = tuple(int(part) if part.isdigit() else part for part in re.findall(r"[\w-]+", way))
    named = re.findall(r"`([^`]*)`", reason)
    if "unknown field" in reason:
        return (*loc, named[0]), _('unknown key "{key}"').format(key=named[0])
    if "missing required" in reason:
        return loc, _('the key "{key}" is missing').format(key=named[0])
    if len(named) == 2:
        wanted, found = (_kind_word(kind.split(" | ")[0]) for kind in named)
        return loc, _("{wanted} is wanted here, not {found}").format(wanted=wanted, found=found)
    return loc, reason


def _kind_word(kind: str) -> str:
    """Return what a reader calls a kind of value."""
    words = {
        "str": _("a text"),
        "int": _("a whole number"),
        "bool": _("true or false"),
        "array": _("a list"),
        "object": _("a mapping"),
        "null": _("nothing"),
    }
    return words.get(kind, kind)
