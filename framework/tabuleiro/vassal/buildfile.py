"""The build file: the tree of XML elements that a module is made of.

It names no document type: so there are no entities, whether of its own or of other files.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from xml.parsers import expat

from tabuleiro.i18n import _
from tabuleiro.vassal.errors import VassalError

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Element", "read_xml"]

MAX_BYTES: Final = 32_000_000
MAX_ELEMENTS: Final = 200_000
MAX_DEPTH: Final = 100
MAX_TAG: Final = 1_000_000
"""Bytes of one tag with its attributes."""
_AT_ONCE: Final = 1 << 16


class Element:
    """An element: its tag without the packages of Java, its attributes, its text, what is in it."""

    __slots__ = ("attributes", "children", "tag", "text")

    def __init__(self, tag: str, attributes: dict[str, str]) -> None:
        """Take a tag as it is written."""
        self.tag = tag.rpartition(".")[2]
        self.attributes = attributes
        self.children: list[Element] = []
        self.text = ""

    def get(self, name: str, default: str = "") -> str:
        """Return an attribute."""
        return self.attributes.get(name, default)

    def number(self, name: str, default: float = 0) -> float:
        """Return an attribute that is a number, the default if it is none."""
        try:
            found = float(self.attributes.get(name, default))
        except ValueError:
            return default
        return found if abs(found) < _LARGEST else default

    def flag(self, name: str) -> bool:
        """Return whether an attribute says yes."""
        return self.attributes.get(name, "").lower() == "true"

    def walk(self) -> Iterator[Element]:
        """Yield this element and all in it, in their order."""
        waiting = [self]
        while waiting:
            element = waiting.pop()
            yield element
            waiting.extend(reversed(element.children))


_LARGEST: Final = 1e9


def read_xml(raw: bytes, name: str) -> Element:
    """Return the tree of an XML file; ``name`` is what it is called in a sentence.

    >>> tree = read_xml(b'<a.b.GameModule name="A"><entry>B</entry></a.b.GameModule>', "f")
    >>> tree.tag, tree.get("name"), tree.children[0].text
    ('GameModule', 'A', 'B')
    """
    if len(raw) > MAX_BYTES:
        raise VassalError(_('"{name}" is too large to be read.').format(name=name))
    try:
        return _Reader(name).read(raw)
    except expat.ExpatError as error:
        told = _('"{name}" is no XML that can be read: line {line}, column {column}.')
        raise VassalError(
            told.format(name=name, line=error.lineno, column=error.offset + 1)
        ) from None
    except (ValueError, LookupError) as error:  # an encoding that nobody knows
        if isinstance(error, VassalError):
            raise
        told = _('"{name}" is written in an encoding that cannot be read.')
        raise VassalError(told.format(name=name)) from None


class _Reader:
    def __init__(self, name: str) -> None:
        self._name = name
        self._open: list[Element] = []
        self._texts: list[list[str]] = []
        self._root: Element | None = None
        self._count = 0

    def read(self, raw: bytes) -> Element:
        parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.buffer_size = 1 << 16
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._characters
        parser.StartDoctypeDeclHandler = self._declared
        parser.EntityDeclHandler = self._declared
        for begin in range(0, len(raw), _AT_ONCE):
            parser.Parse(raw[begin : begin + _AT_ONCE], False)
            if begin + _AT_ONCE - parser.CurrentByteIndex > MAX_TAG + _AT_ONCE:
                self._refuse(_('"{name}" has a tag that is too long.'))
        parser.Parse(b"", True)
        if self._root is None:
            self._refuse(_('"{name}" is empty.'))
        return self._root  # type: ignore[return-value]

    def _refuse(self, sentence: str) -> None:
        raise VassalError(sentence.format(name=self._name))

    def _declared(self, *_about: object) -> None:
        self._refuse(_('"{name}" declares a document type or entities; no module does.'))

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        self._count += 1
        if self._count > MAX_ELEMENTS or len(self._open) >= MAX_DEPTH:
            self._refuse(_('"{name}" has more elements, or deeper ones, than a module may have.'))
        element = Element(tag, attributes)
        if self._open:
            self._open[-1].children.append(element)
        else:
            self._root = element
        self._open.append(element)
        self._texts.append([])

    def _end(self, _tag: str) -> None:
        self._open.pop().text = "".join(self._texts.pop())

    def _characters(self, text: str) -> None:
        self._texts[-1].append(text)
