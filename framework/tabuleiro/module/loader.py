"""Reading YAML as the module format understands it: a small and safe part of YAML.

- Only ``null``, ``true``, ``false``, decimal integers and decimal fractions are special. ``0714``,
  ``no`` and ``1:30`` stay text, and so do dates. A value left empty is null. Keys are always text.
- Duplicate keys, anchors, aliases, tags and further documents are refused.
- A file may have 5 MB and 130,000 values, a text 1 MB, a key 1,000 characters, and lists and
  mappings may be nested 50 deep. Control characters and those that turn the direction of writing
  may not stand in a text, however they are written.

The values are built from the parser's events, so that nothing is ever larger than the file, and
the positions of all keys are only collected when somebody asks for them (`locate`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import yaml

from tabuleiro.harmless import HARMFUL
from tabuleiro.i18n import N_, _
from tabuleiro.module.errors import MAX_PROBLEMS, Problem, Unreadable, in_a_sentence, shortened

__all__ = [
    "MAX_VALUES",
    "MAX_VALUES_OF_ALL",
    "Loc",
    "Marks",
    "ModuleLoader",
    "Parsed",
    "dotted",
    "head_of",
    "locate",
    "parse",
]

MAX_TEXT: Final = 1_000_000
MAX_KEY: Final = 1_000
MAX_DEPTH: Final = 50
MAX_VALUES: Final = 130_000
"""So many keys, texts, numbers, lists and mappings a file may have; a large game has 25,000."""
MAX_HEAD: Final = 2_000
"""So many are read when only the head of a file is wanted."""
MAX_VALUES_OF_ALL: Final = 300_000
"""So many all files of a module may have together."""
MAX_DIGITS: Final = 15

Loc: TypeAlias = tuple[str | int, ...]
"""The way to a value: keys and places in lists."""

Event: TypeAlias = Any
"""An event of the parser; which attributes it has depends on its class."""

Marks: TypeAlias = dict[Loc, tuple[int, int]]
"""Where each key and each item of a list stands: line and column, counted from 1."""

_NUMBER: Final = re.compile(r"[-+]?(?:0|[1-9][0-9]*)(?P<fraction>\.[0-9]+)?")
_NUMBER_STARTS: Final = frozenset("+-0123456789")
_WORDS: Final[dict[str, Any]] = {"": None, "null": None, "true": True, "false": False}


# ------------------------------------------------------------------------------- values


@dataclass(frozen=True)
class Parsed:
    """The values of a file and what was wrong on the way; each problem has its line."""

    data: dict[str, Any]
    problems: tuple[Problem, ...] = ()
    values: int = 0
    """How many there are, keys among them."""


def parse(text: str, name: str, most: int = MAX_VALUES) -> Parsed:
    r"""Return the values of a YAML text, which must be a mapping of no more than ``most`` values.

    >>> parse("hex: 0714\nmove: 0.5\nlate: no\n", "x.yaml").data
    {'hex': '0714', 'move': 0.5, 'late': 'no'}
    >>> parse("a: 1\na: 2\n", "x.yaml").problems[0].message
    'the key "a" stands here twice'
    """
    loader = ModuleLoader(text, name, most)
    data = loader.document()
    return Parsed(data, tuple(loader.problems), loader.values)


def head_of(text: str, name: str, wanted: Collection[str]) -> dict[str, Any]:
    r"""Return some keys of a YAML text without reading on once they are all there.

    The text may break off anywhere behind them. What is not there is not in the answer.

    >>> head_of("id: duel\ntitle: {pt: Duelo, en: Duel}\nsides: [", "x.yaml", ["id", "title"])
    {'id': 'duel', 'title': {'pt': 'Duelo', 'en': 'Duel'}}
    """
    return ModuleLoader(text, name, MAX_HEAD).head(wanted)


def locate(text: str, name: str) -> Marks:
    r"""Return where each value of a YAML text stands.

    >>> locate("a:\n  - b: 1\n", "x.yaml")
    {(): (1, 1), ('a',): (1, 1), ('a', 0): (2, 5), ('a', 0, 'b'): (2, 5)}
    """
    loader = ModuleLoader(text, name)
    loader.marks = {}
    loader.document()
    return loader.marks


_REASONS: Final = frozenset(
    {
        N_("block sequence entries are not allowed in this context"),
        N_("could not find expected ':'"),
        N_("did not find expected ',' or ']'"),
        N_("did not find expected ',' or '}'"),
        N_("did not find expected '-' indicator"),
        N_("did not find expected <document start>"),
        N_("did not find expected key"),
        N_("did not find expected node content"),
        N_("found a tab character that violates indentation"),
        N_("found character that cannot start any token"),
        N_("found unexpected end of stream"),
        N_("found unknown escape character"),
        N_("mapping keys are not allowed in this context"),
        N_("mapping values are not allowed in this context"),
    }
)
"""What the parser says; other reasons are rare and stay in English."""


class ModuleLoader(yaml.CSafeLoader):
    """PyYAML's safe loader in C, held to the module format.

    It takes the parser's events and leaves composer, resolver and constructor alone.
    """

    def __init__(self, text: str, name: str, most: int = MAX_VALUES) -> None:
        super().__init__(text)
        self.text = text
        self.file = name
        self.most = min(most, MAX_VALUES)
        self.values = 0
        self.problems: list[Problem] = []
        self.marks: Marks | None = None

    def document(self) -> dict[str, Any]:
        """Return the one mapping that the file is, or raise `Unreadable`."""
        try:
            event = self._first()
            data = self._value(event, (), 0)
            self.get_event()  # the document ends
            following: Event = self.get_event()
        except yaml.MarkedYAMLError as error:
            raise self._not_yaml(error) from None
        if not isinstance(following, yaml.StreamEndEvent):
            self._complain(following, (), _("a file holds one document, and here a second begins"))
        if isinstance(data, dict):
            return data
        raise self._stop(event, _("the file must be a mapping of keys to values"))

    def _first(self) -> Event:
        """Return with what the document begins, or raise `Unreadable`."""
        self.get_event()  # the stream begins
        event: Event = self.get_event()
        if not isinstance(event, yaml.DocumentStartEvent):
            raise self._stop(event, _("the file is empty"))
        begins: Event = self.get_event()
        return begins

    def head(self, wanted: Collection[str]) -> dict[str, Any]:
        """Return those of some keys that are found before the file breaks off."""
        found: dict[str, Any] = {}
        try:
            event = self._first()
            if type(event) is not yaml.MappingStartEvent:
                raise self._stop(event, _("the file must be a mapping of keys to values"))
            while len(found) < len(wanted) and type(event := self.get_event()) is yaml.ScalarEvent:
                key: str = event.value
                value = self._value(self.get_event(), (), 1)
                if key in wanted:
                    found.setdefault(key, value)
        except yaml.MarkedYAMLError as error:
            if not found:
                raise self._not_yaml(error) from None
        except Unreadable:
            if not found:
                raise
        return found

    def _value(self, event: Event, loc: Loc, depth: int) -> Any:
        self._count(event)
        kind = type(event)
        if kind is yaml.AliasEvent:
            self._complain(event, loc, _("aliases (*) are not part of the module format"))
            return None
        if event.anchor is not None:
            self._complain(event, loc, _("anchors (&) are not part of the module format"))
        if kind is yaml.ScalarEvent:
            return self._scalar(event, loc)
        if event.tag is not None:
            self._complain(event, loc, _("tags (!) are not part of the module format"))
        if depth >= MAX_DEPTH:
            raise self._stop(
                event, _("lists and mappings are nested too deep: {n}").format(n=depth + 1)
            )
        if kind is yaml.MappingStartEvent:
            return self._mapping(event, loc, depth + 1)
        return self._sequence(loc, depth + 1, event)

    def _mapping(self, start: Event, loc: Loc, depth: int) -> dict[str, Any]:
        result: dict[str, Any] = {}
        get_event: Callable[[], Event] = self.get_event
        marks = self.marks
        if marks is not None:
            marks.setdefault(loc, _place(start))
        while type(event := get_event()) is not yaml.MappingEndEvent:
            if type(event) is not yaml.ScalarEvent:
                raise self._stop(event, _("a key must be a plain text"))
            key = self._key(event, loc)
            here = (*loc, key)
            if marks is not None:
                marks.setdefault(here, _place(event))
            if key in result:
                sentence = _('the key "{key}" stands here twice')
                self._complain(event, loc, sentence.format(key=shortened(key)))
                self._value(get_event(), here, depth)
            else:
                result[key] = self._value(get_event(), here, depth)
        return result

    def _key(self, event: Event, loc: Loc) -> str:
        self._count(event)
        key: str = event.value
        if event.anchor is not None:
            self._complain(event, loc, _("anchors (&) are not part of the module format"))
        if event.tag is not None:
            self._complain(event, loc, _("tags (!) are not part of the module format"))
        if len(key) > MAX_KEY:
            raise self._stop(
                event, _("a text is too long: {n} characters is the limit").format(n=MAX_KEY)
            )
        self._look_for_harm(event, loc)
        return key

    def _sequence(self, loc: Loc, depth: int, start: Event) -> list[Any]:
        result: list[Any] = []
        get_event: Callable[[], Event] = self.get_event
        marks = self.marks
        if marks is not None:
            marks.setdefault(loc, _place(start))
        while type(event := get_event()) is not yaml.SequenceEndEvent:
            here = (*loc, len(result))
            if marks is not None:
                marks[here] = _place(event)
            result.append(self._value(event, here, depth))
        return result

    def _scalar(self, event: Event, loc: Loc) -> Any:
        value: str = event.value
        if event.tag is not None:
            self._complain(event, loc, _("tags (!) are not part of the module format"))
            return value
        if len(value) > MAX_TEXT:
            raise self._stop(
                event, _("a text is too long: {n} characters is the limit").format(n=MAX_TEXT)
            )
        self._look_for_harm(event, loc)
        if not event.implicit[0]:
            return value  # in quotes, or a block of text
        if value in _WORDS:
            return _WORDS[value]
        if value[0] not in _NUMBER_STARTS:
            return value
        number = _NUMBER.fullmatch(value)
        if number is None:
            return value
        if len(value) > MAX_DIGITS:
            self._complain(event, loc, _("the number has too many digits"))
            return 0
        return float(value) if number["fraction"] else int(value)

    # Complaints

    def _count(self, event: Event) -> None:
        self.values += 1
        if self.values > self.most:
            sentence = _("there is too much in it: {n} values is the limit")
            raise self._stop(event, sentence.format(n=self.most))

    def _look_for_harm(self, event: Event, loc: Loc) -> None:
        """Refuse what quotes and escapes have made of a text: `decode` has seen only the file."""
        value: str = event.value
        bad = None if value.isprintable() else HARMFUL.search(value)
        if bad:
            sentence = _("the character U+{code} may not stand in a text")
            self._complain(event, loc, sentence.format(code=f"{ord(bad[0]):04X}"))

    def _complain(self, event: Event, loc: Loc, message: str) -> None:
        where, said = shortened(dotted(loc)), in_a_sentence(message)
        problem = Problem(self.file, *_place(event), where, said)
        self.problems.append(problem)
        if len(self.problems) > MAX_PROBLEMS:
            raise Unreadable(problem, self.problems[:-1])

    def _stop(self, event: Event, message: str) -> Unreadable:
        return Unreadable(Problem(self.file, *_place(event), "", message))

    def _not_yaml(self, error: yaml.MarkedYAMLError) -> Unreadable:
        words = error.problem or error.context or ""
        mark = error.problem_mark or error.context_mark
        if "end of stream" in words and error.context_mark:
            mark = error.context_mark  # where the quote was opened says more than the end
        message = _("this is not YAML: {reason}").format(reason=_(words))
        if mark is None:
            return Unreadable(Problem(self.file, 1, 1, "", message))
        line, column = mark.line + 1, mark.column + 1
        return Unreadable(Problem(self.file, line, column, "", message, self._advice(mark)))

    def _advice(self, mark: yaml.Mark) -> str:
        """Return what to do about the character at which the parser gave up."""
        lines = self.text.splitlines()  # once, for the file is not read on
        sign = lines[mark.line][mark.column : mark.column + 1] if mark.line < len(lines) else ""
        if sign == "\t":
            return _("YAML is indented with spaces, never tabs")
        if sign and sign in ":@`%&*!|>":
            return _("a text with such a character needs quotes")
        return ""


def _place(event: Event) -> tuple[int, int]:
    mark = event.start_mark
    return mark.line + 1, mark.column + 1


def dotted(loc: Loc) -> str:
    """Return the way to a value as a person writes it.

    >>> dotted(("counters", 10, "values", "move"))
    'counters[10].values.move'
    """
    text = ""
    for part in loc:
        if isinstance(part, int):
            text += f"[{part}]"
        else:
            text += f".{part}" if text else part
    return text
