"""The log as a model: an entry for each row, small rows of a declaration below their announcement.

The items are Qt's own, so that a view of thousands of rows asks no Python while it is laid out.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from html import unescape
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSortFilterProxyModel, Qt
from PySide6.QtGui import QStandardItem, QStandardItemModel

from tabuleiro.engine import Message
from tabuleiro.engine import events as ev
from tabuleiro.host.outcomes import fallen_words
from tabuleiro.host.panels.linked import linked, rule_link
from tabuleiro.host.panels.odds_sheet import reports
from tabuleiro.i18n import N_, _, language, text
from tabuleiro.seats.telling import joined, say, story_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tabuleiro.host.seat import Seat
    from tabuleiro.module import Module
    from tabuleiro.seats import ToldRow

__all__ = ["KINDS", "ROW", "Entry", "LogFilter", "LogModel", "die_of", "tell_entry"]

ROW: Final = int(Qt.ItemDataRole.UserRole)
"""The number of the row."""
KINDS: Final = {
    "": N_("Everything"),
    "moves": N_("Moves"),
    "battles": N_("Battles"),
    "dice": N_("Dice"),
    "hand": N_("By hand"),
}
"""What one can look for."""
_SMALL: Final = frozenset({"join", "withdraw", "set-air", "take-air-back"})
"""Actions that only add to a declaration."""
_BATTLES: Final = _SMALL | {"assault", "bombard", "air-strike", "confirm", "cancel", "lose",
                            "done-losing", "retreat", "displace", "advance",
                            "done-advancing"}  # fmt: skip
_TAG: Final = re.compile(r"<[^>]*>")
_IN_LINE: Final = 3
"""More sentences than this stand below each other."""
Index = QModelIndex | QPersistentModelIndex


@dataclass
class Entry:
    """A row as it is shown."""

    row: int
    side: str | None
    html: str
    plain: str
    faces: tuple[int, ...] = ()
    die: int = 6
    """How many faces the dice have."""
    kinds: frozenset[str] = frozenset()
    links: tuple[tuple[str, str], ...] = ()
    """Target and words of each link, in the order of the text."""
    small: bool = False
    folded: list[int] = field(default_factory=list)
    """Small rows that follow."""

    @property
    def by_hand(self) -> bool:
        """Whether it was done outside of the rules."""
        return "hand" in self.kinds


def tell_entry(seat: Seat, row: ToldRow) -> Entry:
    """Return a row as the viewer of a seat may read it; written once for all who are told alike.

    They have the same entry: who folds others into it takes a copy.
    """
    known: list[tuple[ToldRow, Entry]] = seat.written.setdefault((row.n, language()), [])
    for other, entry in known:
        if other is row or _told_of(other) == _told_of(row):
            return entry
    found = _write(seat, row)
    known.append((row, found))
    return found


def _in_words(message: Message, fought: Sequence[ev.Said], module: Module) -> Message:
    """Return the sentence about a battle with its result told as the battle panel tells it."""
    said = next((each for each in fought if each.message == message), None)
    if said is None or "result" not in message.values:
        return message
    words = f"{fallen_words(module, said)} ({said.data['code']})"
    return Message(message.text, message.values | {"result": words, "stars": ""})


def _told_of(row: ToldRow) -> tuple[object, ...]:
    """Return all of a row that is read in its entry."""
    return (row.kind, row.side, row.action, row.events, row.waived)


def _write(seat: Seat, row: ToldRow) -> Entry:
    module = seat.module
    fought = reports(row)
    told = [
        linked(_in_words(message, fought, module), module) for message in story_of(row, seat.sight)
    ]
    rules = dict.fromkeys(
        event.rule for event in row.events if isinstance(event, ev.Said) and event.rule
    )
    marks = rule_link(next(iter(rules))) if rules else ""  # the others are among its links
    if row.waived:
        waived = "; ".join(say(o.message, module) for o in row.waived)
        told.append(f"<i>({_('let pass: {reasons}').format(reasons=waived)})</i>")
    html = "<br>".join(told) if len(told) > _IN_LINE else joined(told)
    plain = unescape(_TAG.sub("", html.replace("<br>", " ")))
    faces = tuple(f for event in row.events if isinstance(event, ev.Rolled) for f in event.faces)
    kind = str((row.action or {}).get("type", ""))
    kinds = _kinds(row, kind, faces, free_table=module.free_table)
    return Entry(
        row.n, row.side, f"{html} {marks}".strip() if html else "", plain,
        faces, die_of(row), kinds, _links(html, rules), _is_small(row, kind),
    )  # fmt: skip


def die_of(row: ToldRow) -> int:
    """Return how many faces the dice of a row have, six where none fell."""
    return next((event.die for event in row.events if isinstance(event, ev.Rolled)), 6)


def _is_small(row: ToldRow, kind: str) -> bool:
    """Return whether a row only changes something that is being declared: who takes part."""
    joins = row.kind == "action" and not row.events and "piece" in (row.action or {})
    return kind in _SMALL or joins


def _links(html: str, rules: dict[str, None]) -> tuple[tuple[str, str], ...]:
    found: dict[str, str] = {}
    for part in html.split('<a href="')[1:]:
        target, _quote, rest = part.partition('">')
        found[target] = rest.partition("</a>")[0]
    found.update({f"rule:{rule}": rule for rule in rules})
    return tuple(found.items())


def _kinds(
    row: ToldRow, action: str, faces: tuple[int, ...], *, free_table: bool
) -> frozenset[str]:
    """Return what a row is about; on a free table all is done by hand, and nothing marked so."""
    found = set()
    if row.kind in {"free", "test"} and not free_table:
        found.add("hand")
    if faces:
        found.add("dice")
    if action in _BATTLES or any(isinstance(e, ev.Said) and "odds" in e.data for e in row.events):
        found.add("battles")
    if any(isinstance(event, ev.Moved) for event in row.events):
        found.add("moves")
    return frozenset(found)


class LogModel(QStandardItemModel):
    """The rows from the start to the head. Asked again, it changes only what is new."""

    def __init__(self, seat: Seat) -> None:
        """Hold the log of a seat's match."""
        super().__init__()
        self._seat = seat
        self._told: dict[tuple[str, bool], dict[int, Entry]] = {}
        self._shown: list[int] = []
        self._tops: list[QStandardItem] = []
        self.entries: dict[int, Entry] = {}
        self._taken: dict[int, Entry] = {}
        """What each entry that is shown was made of."""
        self.items: dict[int, QStandardItem] = {}

    def refresh(self) -> bool:
        """Take over new rows, and forget those that are not of this past; return if any."""
        rows = self._seat.rows()
        told = self._told.setdefault((self._seat.viewer, self._seat.sees_all), {})
        entries = []
        for row in rows:
            entry = told.get(row.n)
            if entry is None:
                entry = told[row.n] = tell_entry(self._seat, row)
            entries.append(entry)
        kept = self._kept(entries)
        if kept == len(self._shown) == len(entries):
            return False
        self._cut(kept)
        self._add(entries[kept:])
        return True

    def _kept(self, entries: Sequence[Entry]) -> int:
        """Return how many entries from the start are shown already, and read the same."""
        kept = 0
        for entry, number in zip(entries, self._shown, strict=False):
            shown = self.entries[number]
            same = entry is self._taken[number]
            if not same and replace(entry, folded=shown.folded) != shown:  # others are told else
                break
            kept += 1
        return kept

    def _cut(self, kept: int) -> None:
        """Forget all rows from a place on: at once, or the view measures after each of them."""
        gone = self._shown[kept:]
        first = next((self.items[number] for number in gone if number in self.items), None)
        if first is not None:
            self._take_out_from(first)
        for number in gone:
            self.items.pop(number, None)
            self._taken.pop(number)
            self.entries.pop(number)  # only now: while an item goes, its view may still ask
        del self._shown[kept:]

    def _take_out_from(self, first: QStandardItem) -> None:
        index, child = first.index().parent(), first.row()
        top = index.row() + 1 if index.isValid() else child
        # From the end: what goes anyway need not be measured when something before it goes.
        self.removeRows(top, self.rowCount() - top)
        del self._tops[top:]
        if index.isValid():
            above = self.itemFromIndex(index)
            del self.entries[int(above.data(ROW))].folded[child:]
            above.removeRows(child, above.rowCount() - child)
            self._retell(above)

    def _retell(self, item: QStandardItem) -> None:
        """Let the line of an announcement be measured anew: what is folded into it changed."""
        index = item.index()
        self.dataChanged.emit(index, index)

    def _add(self, entries: Sequence[Entry]) -> None:
        """Add entries at the end, all at once: the filter and the view take note of each change."""
        last = self._tops[-1] if self._tops else None
        tops: list[QStandardItem] = []
        below: list[QStandardItem] = []
        for entry in entries:
            item = self._taken_in(entry)
            if item is None:
                continue
            if self._tops and (entry.small or self._goes_on(entry)):
                above = self._tops[-1]
                self.entries[int(above.data(ROW))].folded.append(entry.row)
                if above is last:
                    below.append(item)
                else:
                    above.appendRow(item)  # which stands nowhere yet
            else:
                self._tops.append(item)
                tops.append(item)
        if last is not None and below:
            last.appendRows(below)
            self._retell(last)
        if tops:
            self.invisibleRootItem().appendRows(tops)

    def _taken_in(self, entry: Entry) -> QStandardItem | None:
        """Hold an entry; return the item that shows it, if there is anything to show."""
        self._taken[entry.row] = entry
        entry = replace(entry, folded=[])
        self.entries[entry.row] = entry
        self._shown.append(entry.row)
        if not entry.html and not entry.faces:
            return None
        item = QStandardItem(entry.plain)
        item.setEditable(False)
        item.setData(entry.row, ROW)
        item.setAccessibleText(self.spoken(entry))
        self.items[entry.row] = item
        return item

    def _goes_on(self, entry: Entry) -> bool:
        """Return whether an entry is part of the gesture that is told just above it."""
        above = self._shown[-2] if len(self._shown) > 1 else -1
        return above in self.items and self._seat.gestures.goes_on(entry.row)

    def spoken(self, entry: Entry) -> str:
        """Return an entry as a line of text: by hand or not, side, dice, story."""
        parts = []
        if entry.by_hand:
            parts.append(f"[{_('by hand')}]")
        side = f"{text(self._seat.module.sides[entry.side].name)}:" if entry.side else ""
        if not entry.plain.startswith(side):  # many sentences name it themselves
            parts.append(side)
        if entry.faces:
            parts.append(f"[{' '.join(map(str, entry.faces))}]")
        return " ".join((*parts, entry.plain))

    def text(self) -> str:
        """Return the whole log as plain text, a line for each row."""
        wide = len(str(max(self._shown, default=0)))
        lines = []
        for number in self._shown:
            entry = self.entries[number]
            if entry.html or entry.faces:
                indent = "    " if entry.small else ""
                lines.append(f"{number:>{wide}}  {indent}{self.spoken(entry)}")
        return "\n".join(lines) + "\n"


class LogFilter(QSortFilterProxyModel):
    """Shows what is looked for; an announcement stays if something below it fits."""

    def __init__(self, model: LogModel) -> None:
        """Show all of a model."""
        super().__init__()
        self._model = model
        self._find = self._side = self._kind = ""
        self.setRecursiveFilteringEnabled(True)
        self.setSourceModel(model)

    def look_for(self, find: str, side: str, kind: str) -> None:
        """Show only what has these words, is of this side and this kind; empty is all."""
        wanted = (find.casefold(), side, kind)
        if wanted != (self._find, self._side, self._kind):
            self._find, self._side, self._kind = wanted
            self.invalidate()

    def filterAcceptsRow(self, row: int, parent: Index) -> bool:
        """Return whether a row fits."""
        if not (self._find or self._side or self._kind):
            return True
        entry = self._model.entries[int(self._model.index(row, 0, parent).data(ROW))]
        if self._side and entry.side != self._side:
            return False
        if self._kind and self._kind not in entry.kinds:
            return False
        return self._find in entry.plain.casefold()
