"""The ledger of an import: each element and each trait is taken over, ours already, or left.

Nothing gets lost in silence: what nobody entered is entered as left when the ledger is closed.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from tabuleiro.harmless import harmless

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tabuleiro.vassal.buildfile import Element

__all__ = ["OURS", "Ledger"]

OURS: Final = frozenset(
    {
        "BasicCommandEncoder",
        "Chatter",
        "CounterDetailViewer",
        "DefaultToolbar",
        "Flare",
        "ForwardToChatter",
        "ForwardToKeyBuffer",
        "GlobalMap",
        "GlobalOptions",
        "HidePiecesButton",
        "HighlightLastMoved",
        "ImageSaver",
        "Inventory",
        "KeyBufferer",
        "KeyNamer",
        "Language",
        "MapCenterer",
        "MapShader",
        "MenuDisplayer",
        "MoveCameraButton",
        "NotesWindow",
        "PieceMover",
        "PieceRecenterer",
        "PlayerRoster",
        "Scroller",
        "SelectionHighlighters",
        "StackExpander",
        "StackMetrics",
        "TextSaver",
        "Zoomer",
    }
)
"""Furniture of the window that every table of ours has of its own."""
_NAMES: Final = ("name", "entryName", "mapName", "chartName", "title", "deckName", "text", "desc")
_SHOWN: Final = 60
_MOST_NOTES: Final = 1_000


class Ledger:
    """What becomes of everything that is in a module."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.taken: Counter[str] = Counter()
        """How many of each kind were taken over."""
        self.ours: Counter[str] = Counter()
        """How many of each kind the table has of its own."""
        self.left: dict[str, Counter[str]] = {}
        """What was left, by kind and by name."""
        self.traits_taken: Counter[str] = Counter()
        self.traits_left: Counter[str] = Counter()
        self._notes: dict[str, None] = {}
        self.elements = 0
        """How many elements the build file has."""
        self._entered: set[int] = set()

    def take(self, *elements: Element) -> None:
        """Enter elements as taken over."""
        for element in elements:
            if self._is_new(element):
                self.taken[element.tag] += 1

    def leave(self, element: Element) -> None:
        """Enter an element, and all that is in it, as left."""
        for each in element.walk():
            if self._is_new(each):
                self._leave(each.tag, name_of(each))

    def file(self, name: str, *, taken: bool) -> None:
        """Enter a file of the module: a picture, a saved game."""
        kind = name.rpartition(".")[2].lower()
        if taken:
            self.taken[f"*.{kind}"] += 1
        else:
            self._leave(f"*.{kind}", harmless(name)[:_SHOWN])

    def trait(self, kind: str, count: int = 1, *, taken: bool) -> None:
        """Enter traits of pieces."""
        (self.traits_taken if taken else self.traits_left)[kind] += count

    def note(self, sentence: str) -> None:
        """Add a sentence, once."""
        if len(self._notes) < _MOST_NOTES:
            self._notes.setdefault(sentence)

    @property
    def notes(self) -> list[str]:
        """Sentences about what was taken over otherwise than it was."""
        return list(self._notes)

    def close(self, root: Element) -> None:
        """Enter whatever nobody has entered."""
        for element in root.walk():
            self.elements += 1
            if self._is_new(element):
                if element.tag in OURS or _is_option(element):
                    self.ours[element.tag] += 1
                else:
                    self._leave(element.tag, name_of(element))

    def _is_new(self, element: Element) -> bool:
        before = len(self._entered)
        self._entered.add(id(element))
        return len(self._entered) > before

    def _leave(self, kind: str, name: str) -> None:
        self.left.setdefault(harmless(kind)[:_SHOWN], Counter())[name] += 1

    def accounted(self) -> int:
        """Return how many elements of the build file were entered."""
        counted = (*self.taken.items(), *self.ours.items(), *_sums(self.left))
        return sum(count for kind, count in counted if not kind.startswith("*."))

    def lines_left(self) -> Iterator[tuple[str, int, list[str]]]:
        """Yield what was left: a kind, how many, and their names."""
        for kind, names in sorted(self.left.items()):
            yield kind, names.total(), [name for name in names if name]


def _sums(left: dict[str, Counter[str]]) -> Iterable[tuple[str, int]]:
    return ((kind, names.total()) for kind, names in left.items())


def _is_option(element: Element) -> bool:
    """Return whether this is a preference of VASSAL's own window."""
    return element.tag == "option" or element.tag.endswith("Preference")


def name_of(element: Element) -> str:
    """Return the name that the author gave to an element, if any."""
    found = next((element.get(key) for key in _NAMES if element.get(key)), "")
    return harmless(found)[:_SHOWN]
