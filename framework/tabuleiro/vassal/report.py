"""The report of an import, in words: what was taken over, and by name all that was not."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Final

from tabuleiro.i18n import _
from tabuleiro.vassal.names import said

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tabuleiro.vassal.game import Game
    from tabuleiro.vassal.ledger import Ledger

__all__ = ["REPORT", "report_of", "summary_of"]

REPORT: Final = "import.txt"
"""The file with the report, beside those of the module."""
_MOST_NAMES: Final = 200
_WIDTH: Final = 96
_MOST_KINDS: Final = 5_000


def report_of(ledger: Ledger, game: Game) -> str:
    """Return the whole report."""
    return "\n".join(_lines(ledger, game)) + "\n"


def summary_of(ledger: Ledger) -> list[str]:
    """Return the report in a few lines."""
    taken, ours = sum(_elements(ledger.taken)), ledger.ours.total()
    left = sum(count for kind, count, _names in ledger.lines_left() if not _is_file(kind))
    elements = _("{all} elements of the build file: {taken} taken over, {ours} that the table has"
                 " of its own, {left} left.")  # fmt: skip
    traits = _("{all} traits of pieces: {taken} taken over, {left} left.")
    traits_taken, traits_left = ledger.traits_taken.total(), ledger.traits_left.total()
    return [
        elements.format(all=ledger.elements, taken=taken, ours=ours, left=left),
        traits.format(all=traits_taken + traits_left, taken=traits_taken, left=traits_left),
    ]


def _lines(ledger: Ledger, game: Game) -> Iterator[str]:
    yield _("Imported from VASSAL: {title} {version}").format(
        title=said(game.name), version=said(game.version, "")
    )
    yield ""
    yield from summary_of(ledger)
    if ledger.notes:
        yield from ("", _("Taken over otherwise than it was"), "")
        yield from (f"  * {note}" for note in ledger.notes)
    yield from ("", _("Left: elements and files"), "")
    for kind, count, names in islice(ledger.lines_left(), _MOST_KINDS):
        yield f"  {count:6}  {kind}"
        shown = list(dict.fromkeys(names))[:_MOST_NAMES]
        yield from (f"            {line}" for line in _wrapped(shown))
    yield from ("", _("Left: traits of pieces"), "")
    yield from _counted(ledger.traits_left)
    yield from ("", _("Taken over"), "")
    yield from _counted({**ledger.taken, **{f"+{k}": n for k, n in ledger.traits_taken.items()}})
    yield from ("", _("The table has them of its own"), "")
    yield from _counted(ledger.ours)


def _counted(kinds: Mapping[str, int]) -> Iterator[str]:
    listed = islice(sorted(kinds.items()), _MOST_KINDS)
    yield from (f"  {count:6}  {said(kind)}" for kind, count in listed)


def _wrapped(names: list[str]) -> Iterator[str]:
    line = ""
    for name in names:
        if line and len(line) + len(name) > _WIDTH:
            yield f"{line},"
            line = ""
        line = f"{line}, {name}" if line else name
    if line:
        yield line


def _elements(kinds: Mapping[str, int]) -> Iterator[int]:
    return (count for kind, count in kinds.items() if not _is_file(kind))


def _is_file(kind: str) -> bool:
    return kind.startswith("*.")
