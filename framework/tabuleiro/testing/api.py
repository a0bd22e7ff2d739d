"""The page about what plugins and programs build on, made from docstrings: ``docs/api.md``.

Each part says what to import, and begins with an example; the examples are run by the tests as they
stand on the page.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from functools import cache, cached_property
from itertools import pairwise
from textwrap import dedent
from types import FunctionType
from typing import Any, Final

import msgspec

from tabuleiro.board import Board, Grid, Place, Region
from tabuleiro.engine import events
from tabuleiro.engine.actions import Action
from tabuleiro.engine.change import Change
from tabuleiro.engine.events import Event
from tabuleiro.engine.messages import Message
from tabuleiro.engine.position import PieceState, Position
from tabuleiro.engine.seat import Imagined, News, Offer, Reply, Seat, Sight, Standing
from tabuleiro.engine.situation import Situation
from tabuleiro.engine.steps import AskingStep, Decision, ListedStep, PickingStep, Question, Step
from tabuleiro.engine.verdicts import Objection, Verdict
from tabuleiro.rules.combat.battle import Battle, Odds, Part, Shift
from tabuleiro.rules.combat.reckoning import Reckoning
from tabuleiro.testing.table import Table

__all__ = ["PARTS", "About", "page"]

_HEAD: Final = """\
# The programming interface

What a plugin, a computer player or a program stands on. This page is made from docstrings by
`python -m tabuleiro.testing.api > docs/api.md`; its examples are run by `tests/docs/test_api.py`.
The hooks have a page of their own ([hooks.md](hooks.md)), and so has the window
([window-hooks.md](window-hooks.md)).
What a word means says the [glossary](glossary.md).
"""


@dataclass(frozen=True)
class About:
    """A part of the page: some classes, where they are imported from, and an example."""

    title: str
    prose: str
    package: str
    classes: tuple[type, ...]
    example: str


PARTS: Final = (
    About(
        "Situation",
        "What every hook is given as `s`: a position with module, options and rules, for asking.\n"
        "It changes nothing. `s.position` holds what changes, `s.module` and `s.board` what\n"
        "does not.",
        "tabuleiro.engine",
        (Situation,),
        """
        >>> from tabuleiro.rules.ground.stacking import StackingTerms
        >>> from tabuleiro.testing import table
        >>> s = table("diadem", "allied-combat", {"us-349-ri": "0504", "de-4-rpqd": "0505"}).s
        >>> isinstance(s, Situation), s.place("us-349-ri"), s.side("de-4-rpqd")
        (True, '0504', 'axis')
        >>> s.at("0505"), s.value("us-349-ri", "attack"), s.board.terrain_at("0505")
        (('de-4-rpqd',), 3, 'clear')
        >>> s.turn, s.phase.kind, s.terms(StackingTerms).stacking
        (1, 'combat', 4)
        """,
    ),
    About(
        "Position",
        "The part of a match that changes: plain data, never changed in place.",
        "tabuleiro.engine",
        (Position, PieceState),
        """
        >>> from tabuleiro.testing import table
        >>> t = table("diadem", "allied-movement", {"us-349-ri": "1413"})
        >>> before = t.s.position
        >>> after = t.go("us-349-ri", "1313").s.position
        >>> before.pieces["us-349-ri"].place, after.pieces["us-349-ri"].place
        ('1413', '1313')
        """,
    ),
    About(
        "Change",
        "A situation while a step acts: it collects events. The engine makes it and hands it to\n"
        "`Step.run` and `Step.act`; nothing is seen until the match commits it.",
        "tabuleiro.engine",
        (Change,),
        """
        >>> from tabuleiro.engine import Dice, msg
        >>> from tabuleiro.engine import events as ev
        >>> from tabuleiro.testing import table
        >>> s = table("diadem", "allied-movement", {"us-349-ri": "1413"}).s
        >>> change = Change(s, Dice("a seed"))
        >>> change.emit(ev.Lost("us-349-ri", 1))
        >>> change.say(msg("A mine."), "house-1")
        >>> change.piece("us-349-ri").losses, s.piece("us-349-ri").losses
        (1, 0)
        >>> [type(event).__name__ for event in change.events]
        ['Lost', 'Said']
        """,
    ),
    About(
        "Step, Decision, Question",
        "A procedure in progress, as data on the agenda. A step asks one side, or runs by itself.\n"
        "Subclasses need no registration: they are found by their tag, the name of the class with\n"
        "hyphens.",
        "tabuleiro.engine",
        (Step, Decision, ListedStep, PickingStep, AskingStep, Question),
        """
        >>> from tabuleiro.testing import table
        >>> t = table("diadem", "allied-combat", {"us-349-ri": "0504", "de-4-rpqd": "0505"})
        >>> step = t.s.position.top
        >>> isinstance(step, Step), t.top
        (True, 'combat-phase')
        >>> decision = step.decision(t.s)
        >>> isinstance(decision, Decision), decision.side, decision.kind, decision.actions[0]
        (True, 'allied', 'phase', 'assault')
        """,
    ),
    About(
        "Imagined",
        "What an adviser is given as `game` (the hook `adviser`): a match made of what its side\n"
        "sees and supposes. `game.situation` is asked as rules ask it, `game.legal()` lists what\n"
        "may be done; the adviser answers with one of these, or with None where it knows nothing\n"
        "better than chance.",
        "tabuleiro.engine.seat",
        (Imagined,),
        """
        >>> from tabuleiro.testing import table
        >>> class Marcher:
        ...     def advise(self, game, decision):
        ...         board = game.situation.board
        ...         moves = [way for way in game.legal(kind="move") if way.path[-1] in board.grid]
        ...         near = {way: board.distance(way.path[-1], "1006") for way in moves}
        ...         return min(near, key=near.get, default=None)
        >>> game = table("diadem", "allied-movement", {"us-349-ri": "1010"}).game
        >>> Marcher().advise(game, game.decision()).path[-1]
        '1006'
        """,
    ),
    About(
        "Action, Verdict, Objection",
        "What somebody does, and what the rules say to it: every reason against it, each with its\n"
        "clause and topic.",
        "tabuleiro.engine",
        (Action, Verdict, Objection, Message),
        """
        >>> from tabuleiro.testing import action, table
        >>> t = table("diadem", "allied-movement", {"us-349-ri": "1413", "de-4-rpqd": "1313"})
        >>> verdict = t.check(action("move", piece="us-349-ri", path=["1313"]))
        >>> isinstance(verdict, Verdict), bool(verdict), verdict.rule
        (True, False, 'diadem-4.1.2-15')
        >>> bool(t.check(action("move", piece="us-349-ri", path=["1412"])))
        True
        """,
    ),
    About(
        "Events",
        "All that can happen to a position. A step emits them; `Event.apply` alone makes a new\n"
        "position, `Event.told` says what of it a side learns. A plugin may derive its own.",
        "tabuleiro.engine.events",
        (Event,),
        """
        >>> from tabuleiro.engine import events as ev
        >>> from tabuleiro.testing import table
        >>> position = table("diadem", "allied-movement", {"us-349-ri": "1413"}).s.position
        >>> event = ev.Moved("us-349-ri", "1313", ("1313",), cost=2)
        >>> isinstance(event, Event), event.apply(position).pieces["us-349-ri"].spent
        (True, 2)
        """,
    ),
    About(
        "Battle",
        "One attack, and the sum that it comes to: the same for preview, window, report and dice.",
        "tabuleiro.rules.combat.battle",
        (Battle, Odds, Part, Shift),
        """
        >>> from tabuleiro.testing import table
        >>> from tabuleiro.rules.combat.odds import odds_of
        >>> s = table("diadem", "allied-combat", {"us-349-ri": "0504", "de-4-rpqd": "0505"}).s
        >>> mine, theirs = ("us-349-ri",), ("de-4-rpqd",)
        >>> battle = Battle("assault", "allied", "axis", "0505", mine, defenders=theirs)
        >>> odds = odds_of(s, battle)
        >>> isinstance(odds, Odds), odds.attack, odds.defence, odds.base_label, odds.column_label
        (True, 3, 6, '1-2', '1-4')
        >>> [(shift.favours, shift.columns, shift.rule) for shift in odds.shifts]
        [('defender', 2, 'diadem-T-TERRAIN-3')]
        """,
    ),
    About(
        "Reckoning",
        "A sum that dice will decide and that is no battle on the ground: what the hook\n"
        "`reckonings` answers, for the battle panel. `tabuleiro check` tells of one whose table\n"
        "or column there is not.",
        "tabuleiro.rules.combat.reckoning",
        (Reckoning,),
        """
        >>> from tabuleiro.engine import msg
        >>> from tabuleiro.rules.combat.battle import Part
        >>> from tabuleiro.rules.combat.reckoning import reckoned_chances, table_reckoned
        >>> from tabuleiro.testing import table
        >>> module = table("diadem").s.module
        >>> parts = (Part("allied", 6, msg("lancers")), Part("axis", 3, msg("a square")))
        >>> column = module.odds["combat"].column(6, 3)
        >>> charge = Reckoning(msg("a charge"), "0505", "allied", "axis", parts, attack=6,
        ...                    defence=3, table="combat", column=column, base=column)
        >>> sum(reckoned_chances(table_reckoned(module, charge), charge).values())
        36
        """,
    ),
    About(
        "Board",
        "The map: hexes, terrain, what runs along sides and roads, places, regions. No rules, and\n"
        "nothing that changes.",
        "tabuleiro.board",
        (Board, Grid, Place, Region),
        """
        >>> from tabuleiro.module import find_module, load_module
        >>> board = load_module(find_module("diadem")).board
        >>> isinstance(board, Board), len(board.grid.hexes), board.terrain_at("1006")
        (True, 240, 'mountain')
        >>> board.grid.neighbours("0101"), board.distance("0101", "0404")
        (('0201', '0202', '0102'), 4)
        """,
    ),
    About(
        "Seat",
        "The one door for whoever plays: window, terminal, referee, computer player. A seat\n"
        "answers from what its side may know; what may take long or lie far away\n"
        "comes as a `Reply`.",
        "tabuleiro.engine.seat",
        (Seat, Reply, Sight, Offer, Standing, News),
        """
        >>> from tabuleiro.engine.catalogue import Catalogue
        >>> from tabuleiro.seats import Table
        >>> seat: Seat = Table(Catalogue.installed().new("diadem", seed="cassino")).seat("axis")
        >>> seat.sides, seat.decision().side
        (('axis',), 'axis')
        >>> offer = seat.legal(kind="place").now()[0]
        >>> isinstance(offer, Offer), bool(seat.check(offer.action).now())
        (True, True)
        >>> mark = seat.act(offer.action).now()
        >>> seat.sight().place(offer.action.piece) == offer.action.hex, seat.head() == mark
        (True, True)
        """,
    ),
    About(
        "Table",
        "A match in a test: set pieces and dice, act by kind, look at what came of it. How one\n"
        "begins with it is told in [adding-a-game.md](adding-a-game.md#proofs).",
        "tabuleiro.testing",
        (Table,),
        """
        >>> from tabuleiro.testing import table
        >>> tired = {"place": "1413", "losses": 1, "spent": 4, "marks": ["moved"]}
        >>> t = table("diadem", "allied-movement", {"us-349-ri": tired, "de-4-rpqd": "1312"})
        >>> isinstance(t, Table), t.phase, t.top, t.decision.side
        (True, 'allied-movement', 'movement-phase', 'allied')
        >>> t.losses("us-349-ri"), t.place("us-349-ri"), t.at("1312")
        (1, '1413', frozenset({'de-4-rpqd'}))
        >>> t.end().phase
        'allied-combat'
        """,
    ),
)


def page() -> str:
    """Return the page as Markdown."""
    parts = [_HEAD]
    for about in PARTS:
        names = ", ".join(each.__name__ for each in about.classes)
        example = inspect.cleandoc(about.example)
        imports = f">>> from {about.package} import {names}"
        parts += [f"## {about.title}\n", f"{about.prose}\n", _code(f"{imports}\n{example}")]
        for each in about.classes:
            parts.append("\n".join(_class(each)))
    parts.append("\n".join(_events()))
    return "\n".join(parts)


def _code(text: str) -> str:
    return f"```python\n{text}\n```\n"


def _class(cls: type) -> Iterator[str]:
    yield f"### `{cls.__name__}`\n"
    yield f"{_prose(cls)}\n"
    told = [f"- {line}" for line in _fields(cls)]
    told += [f"- {line}" for line in _members(cls)]
    yield "\n".join(told) + "\n" if told else ""


def _prose(thing: object) -> str:
    """Return a docstring as Markdown; its examples become code."""
    text, _, examples = (inspect.getdoc(thing) or "").partition(">>>")
    text = re.sub(r":(?:class|mod|meth|func):`[~.]?([\w.]+)`", r"`\1`", text.strip())
    text = text.replace("``", "`").replace("::\n", ":\n")
    code = f"\n\n{_code('>>>' + examples.rstrip())}".rstrip() if examples else ""
    return text + code


def _fields(cls: type) -> Iterator[str]:
    """Yield the fields of a struct or a dataclass, each with its type and its default."""
    if issubclass(cls, msgspec.Struct):
        hints = inspect.get_annotations(cls)
        for field in msgspec.structs.fields(cls):
            default = "" if field.required else f" = {_default(field)}"
            told = _of_fields(cls).get(field.name)
            more = f": {told}" if told else ""
            yield f"`{field.name}: {_type(hints[field.name])}{default}`{more}"
    elif is_dataclass(cls):
        for each in fields(cls):
            yield f"`{each.name}: {_type(each.type)}`"


@cache
def _of_fields(cls: type) -> dict[str, str]:
    """Return what stands below the fields of a class, and of those that it extends."""
    found: dict[str, str] = {}
    for kind in reversed(cls.__mro__):
        if not kind.__module__.startswith("tabuleiro"):
            continue
        (body,) = ast.parse(dedent(inspect.getsource(kind))).body
        lines = body.body if isinstance(body, ast.ClassDef) else []
        for line, below in pairwise(lines):
            said = below.value if isinstance(below, ast.Expr) else None
            if isinstance(line, ast.AnnAssign) and isinstance(said, ast.Constant):
                words = " ".join(inspect.cleandoc(str(said.value)).split()).replace("``", "`")
                found[ast.unparse(line.target)] = words
    return found


def _type(hint: object) -> str:
    """Return a type as one writes it, without the modules that its names come from."""
    text = hint if isinstance(hint, str) else inspect.formatannotation(hint)
    return re.sub(r"\b(?:\w+\.)+(?=[A-Z])", "", text)


def _default(field: Any) -> str:
    if field.default is not msgspec.NODEFAULT:
        return repr(field.default)
    return repr(field.default_factory())


def _members(cls: type) -> Iterator[str]:
    """Yield the public methods and properties of a class that have something to say."""
    for name, value in vars(cls).items():
        function = getattr(value, "__func__", value)
        prose = " ".join(_first(value).split())
        if name.startswith("_") or not prose:
            continue
        if isinstance(function, FunctionType):
            yield f"`{name}{_signature(function)}`: {prose}"
        elif isinstance(value, property | cached_property):
            yield f"`{name}`: {prose}"


def _first(value: object) -> str:
    """Return the first paragraph of a docstring."""
    text = value.func.__doc__ if isinstance(value, cached_property) else inspect.getdoc(value)
    first = inspect.cleandoc(text or "").split("\n\n")[0].partition(">>>")[0]
    return re.sub(r":(?:class|mod|meth|func):`[~.]?([\w.]+)`", r"`\1`", first).replace("``", "`")


def _signature(function: FunctionType) -> str:
    signature = inspect.signature(function)
    kept = [each for name, each in signature.parameters.items() if name not in {"self", "cls"}]
    text = str(signature.replace(parameters=kept))
    return _type(re.sub(r"(: |-> )'([^']*)'", r"\1\2", text))


def _events() -> Iterator[str]:
    """Yield a table of the events of the engine."""
    yield "## All events\n"
    yield "From `tabuleiro.engine.events`.\n"
    yield "| event | fields | what happened |\n|---|---|---|"
    for cls in vars(events).values():
        if isinstance(cls, type) and issubclass(cls, Event) and cls is not Event:
            told = _of_fields(cls)
            names = ", ".join(
                f"`{name}` ({told[name].rstrip('.')})" if name in told else f"`{name}`"
                for name in (field.name for field in msgspec.structs.fields(cls))
            )
            yield f"| `{cls.__name__}` | {names} | {' '.join(_first(cls).split())} |"
    yield ""


if __name__ == "__main__":
    import sys

    sys.stdout.write(page())
