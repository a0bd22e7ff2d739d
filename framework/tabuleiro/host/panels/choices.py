"""What can be done, as a list: every decision can be answered here without the map."""

from __future__ import annotations

from collections import Counter
from html import escape
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QIcon, QInputEvent, QKeyEvent
from PySide6.QtWidgets import QLabel, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from tabuleiro.host.duties import Duty, duties, marches, to_place
from tabuleiro.host.gestures import aim, path_of, piece_of
from tabuleiro.host.map.other_ways import legend
from tabuleiro.host.panels.dragout import DragOut
from tabuleiro.host.play import MANY
from tabuleiro.host.words import action_label, piece_line, place_words
from tabuleiro.i18n import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tabuleiro.engine import Action, Decision
    from tabuleiro.host.play import MapPlay
    from tabuleiro.host.seat import Seat

__all__ = ["FOLD", "ChoiceList"]

_ICON: Final = 30
_WHAT: Final = Qt.ItemDataRole.UserRole
_BACK: Final = "back"
FOLD: Final = "fold:"
"""What stands before the kind of plans in the entry for all of them."""
_TOLD: Final = 3
"""Of ways through more hexes than this only the end is told."""
_SIGNS: Final = {Duty.MUST: "⚠ ", Duty.WAITS: "▸ ", Duty.STILL: "", Duty.DONE: "✓ "}
_NOBODY: Final = QListWidget.SelectionMode.NoSelection
"""Nothing looks chosen in the list before the keyboard has come to it."""
_ONE: Final = QListWidget.SelectionMode.SingleSelection
_OWN: Final = (Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)
_LEAST: Final = 96
"""The height of some lines: a list with less of them is not read."""
_ENTER: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)


class _Rows(QListWidget):
    """A list that asks for no more room than it needs to be used: it takes what is left."""

    def sizeHint(self) -> QSize:
        """Return little: else the panel around it had a bar of its own beside that of the list."""
        return QSize(super().sizeHint().width(), self.minimumHeight())


class ChoiceList(QWidget):
    """Pieces and targets first; with one piece selected what it can do, and where.

    Enter or a click takes an entry, Backspace goes back to all pieces, typing finds an entry.
    """

    def __init__(self, seat: Seat, play: MapPlay, parent: QWidget | None = None) -> None:
        """List what a seat may do."""
        super().__init__(parent)
        self.seat = seat
        self._play = play
        self.list = _Rows()
        self.list.setIconSize(QSize(_ICON, _ICON))
        self.list.setAccessibleName(_("What can be done"))
        self.list.setMinimumHeight(_LEAST)
        self.list.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click leaves the keyboard to the map
        self.list.setSelectionMode(_NOBODY)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.installEventFilter(self)
        self.list.itemClicked.connect(self._clicked)
        self.list.viewport().installEventFilter(self)
        self._second = False
        DragOut(seat, play, self.list, _WHAT)
        self.list.currentItemChanged.connect(self._pointed)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        self.sums = QLabel()
        self.sums.setObjectName("sums")
        self.sums.setWordWrap(True)
        self.sums.setTextFormat(Qt.TextFormat.RichText)
        self.sums.linkActivated.connect(self.go_to_next)
        self.sums.hide()
        box.addWidget(self.sums)
        box.addWidget(self.list)
        seat.selected.connect(self.refresh)
        self._shown: tuple[object, ...] | None = None
        self._unfolded = ""
        """The kind of plans of which all are listed, alone; else many of one kind are folded."""

    def refresh(self) -> None:
        """List what can be done now."""
        seat = self.seat
        chosen = self._chosen()
        if self._shown is not None and seat.sight is not self._shown[0]:
            self._unfolded = ""
        several = seat.selection if len(seat.selection) > 1 else None
        now = (seat.sight, seat.decision(), chosen, self._unfolded or None, several)
        if self._shown is not None and all(a is b for a, b in zip(now, self._shown, strict=True)):
            return
        self._shown = now
        self.list.blockSignals(True)
        self.list.clear()
        self.sums.hide()
        if seat.decision() is not None:
            if chosen is None:
                self._list_all()
            else:
                self._list_one(chosen)
        self.setVisible(self.list.count() > 0)
        if self.list.count():
            self.list.setCurrentRow(min(self._first(), self.list.count() - 1))
        self.list.blockSignals(False)

    def _chosen(self) -> str | None:
        """Return the selected piece if it alone is selected and has several ways to go."""
        selection = self.seat.selection
        if len(selection) != 1:
            return None
        own = [a for a in self.seat.legal(piece=selection[0]) if piece_of(a) == selection[0]]
        decision = self.seat.decision()
        choice = len(own) > 1 and decision is not None and decision.kind != "phase"
        return selection[0] if choice or any(_aimed(a) for a in own) else None

    def _first(self) -> int:
        """Return the row where the keyboard begins: after the way back."""
        return int(self.list.item(0).data(_WHAT) == _BACK)

    def _list_all(self) -> None:
        """List targets and units, the most urgent first; attacks before who may join them."""
        seat = self.seat
        by_piece: dict[str, list[Action]] = {}
        plans: list[Action] = []
        for action in seat.legal():
            piece = piece_of(action)
            if piece is not None:
                by_piece.setdefault(piece, []).append(action)
            elif aim(action) is not None:
                plans.append(action)
        asked = duties(seat)
        order = {piece: number for number, piece in enumerate(asked)}
        decision = seat.decision()
        late = decision is not None and decision.kind == "phase" and "move" in decision.actions
        if self._unfolded:
            self._add(_("◂ All units"), _BACK)
            self._list_plans(a for a in plans if a.kind == self._unfolded)
            return
        if not late:
            self._fold_plans(plans)
        group = seat.selection if len(seat.selection) > 1 else ()  # those in hand stand on top
        for piece in sorted(
            by_piece, key=lambda each: (each not in group, order.get(each, len(order)))
        ):
            self._list_piece(piece, by_piece[piece], asked.get(piece))
        if late:
            self._fold_plans(plans)
        self._sum_up(asked)

    def _fold_plans(self, plans: list[Action]) -> None:
        """List plans; many of one kind stand in one line, for they are chosen on the map.

        Kinds of which there are few come first: one would not find them below the others.
        """
        numbers = Counter(action.kind for action in plans)
        plans = sorted(plans, key=lambda action: numbers[action.kind])
        folded = {kind for kind, number in numbers.items() if number > MANY}
        self._list_plans(action for action in plans if action.kind not in folded)
        for kind in folded:
            first = next(action for action in plans if action.kind == kind)
            words = _("{action}: {n} places; click one on the map").format(
                action=action_label(self.seat.module, first), n=numbers[kind]
            )
            self._add(words, f"{FOLD}{kind}")

    def _list_plans(self, plans: Iterable[Action]) -> None:
        for action in plans:
            self._add(action_label(self.seat.module, action, full=True), action)

    def _list_piece(self, piece: str, actions: list[Action], duty: Duty | None) -> None:
        module = self.seat.module
        words = piece_line(module, piece, self.seat.seen(piece))
        plain = [action for action in actions if not _aimed(action)]
        if len(actions) == len(plain) == 1:
            self._add(f"{action_label(module, plain[0])} · {words}", plain[0], piece)
            return
        sign = _SIGNS[duty] if duty is not None else ""
        if piece in to_place(self.seat.decision()):
            told = f"{words} · {_('to place')}"
        elif self.seat.sight.around(piece):  # which of several holders matters least
            told = f"{words} · {place_words(module, self.seat.sight.place(piece))}"
        else:  # what may be cut off at the right is what the counter says anyway
            told = f"{place_words(module, self.seat.sight.place(piece))} · {words}"
        self._add(f"{sign}{told}", piece, piece)

    def _sum_up(self, asked: Mapping[str, Duty]) -> None:
        """Say how many units of each duty there are; a click goes to the next of them."""
        decision = self.seat.decision()
        open_phase = decision is not None and decision.kind == "phase"
        numbers = Counter(asked.values()) if open_phase else Counter[Duty]()
        words = {
            duty: _duty_words(duty, n, decision)
            for duty in (Duty.MUST, Duty.WAITS, Duty.STILL)
            if (n := numbers[duty])
        }
        chosen = len(self.seat.selection)
        several = [f"<b>{_('{n} units selected').format(n=chosen)}</b>"] if chosen > 1 else []
        told = [f'<a href="{duty}">{_SIGNS[duty]}{said}</a>' for duty, said in words.items()]
        told = [*several, *told]
        self.sums.setText("<br>".join([" · ".join(told), *self._legend()]))
        self.sums.setVisible(bool(told))

    def go_to_next(self, duty: str) -> None:
        """Select the next unit of a duty, and show it."""
        asked = [p for p, each in duties(self.seat).items() if each == duty]
        chosen = self.seat.selection[-1] if self.seat.selection else ""
        after = asked.index(chosen) + 1 if chosen in asked else 0
        for piece in (*asked[after:], *asked[:after])[:1]:
            self.seat.select([piece])
            if self.seat.sight.on_map(piece):
                self._play.view.show_hex(self.seat.sight.place(piece))

    def _list_one(self, piece: str) -> None:
        module = self.seat.module
        self._name(piece)
        self._add(_("◂ All units"), _BACK)
        for action in self.seat.legal(piece=piece):
            words = action_label(module, action)
            place = aim(action)
            if place is not None:
                words = f"{words} ▸ {place_words(module, place)}"
            through = path_of(action)[:-1]
            if 0 < len(through) <= _TOLD and action.kind != "move":
                words += f" ({' · '.join(through)})"
            self._add(words, action, None if piece_of(action) else piece)

    def _name(self, piece: str) -> None:
        """Say who is selected: all that follows is what this unit can do."""
        line = piece_line(self.seat.module, piece, self.seat.seen(piece))
        self.sums.setText("<br>".join([f"<b>{escape(line, quote=False)}</b>", *self._legend()]))
        self.sums.show()

    def _legend(self) -> list[str]:
        """Say how what is reached by one way and by another is lit, if it is."""
        told = legend(self._play.showing.ways, self.seat.module)
        return [told] if told else []

    def _add(self, words: str, what: object, piece: str | None = None) -> None:
        item = QListWidgetItem(words)
        item.setData(_WHAT, what)
        item.setToolTip(words)
        if piece is not None:
            pixmap = self._play.view.art.pixmap(self._play.face(piece), _ICON, 2)
            item.setIcon(QIcon(pixmap))
        self.list.addItem(item)

    # taking

    def _clicked(self, item: QListWidgetItem) -> None:
        """Take an entry; the second of two quick clicks was meant for what the first has taken."""
        second, self._second = self._second, False
        if not second:
            self._taken(item)

    def _taken(self, item: QListWidgetItem) -> None:
        what: Any = item.data(_WHAT)
        if what == _BACK and self._unfolded:
            self._unfold("")
        elif what == _BACK:
            self.seat.select(())
        elif isinstance(what, str) and what.startswith(FOLD):
            self._unfold(what.removeprefix(FOLD))
        elif isinstance(what, str):
            self.seat.select([what])
            if self.seat.sight.on_map(what):
                self._play.view.show_hex(self.seat.sight.place(what))
        else:
            self.seat.act(what)

    def _unfold(self, kind: str) -> None:
        """List all plans of a kind, or fold them again."""
        self._unfolded = kind
        self.refresh()

    def _pointed(self, item: QListWidgetItem | None) -> None:
        """Light on the map what the entry is about."""
        what: Any = item.data(_WHAT) if item is not None else None
        if what is None or what == _BACK or (isinstance(what, str) and what.startswith(FOLD)):
            return
        piece = what if isinstance(what, str) else piece_of(what)
        place = None if isinstance(what, str) else aim(what)
        if place is None and piece is not None:
            place = self.seat.sight.place(piece)
        self.seat.point(place if place in self.seat.sight.board.grid else None)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the entry by Enter, go back by Backspace; Home and End are the list's own."""
        if watched is self.list and event.type() in {QEvent.Type.FocusIn, QEvent.Type.FocusOut}:
            came = event.type() == QEvent.Type.FocusIn
            self.list.setSelectionMode(_ONE if came else _NOBODY)
            self.list.clearSelection()
            item = self.list.currentItem()
            if came and item is not None:
                item.setSelected(True)
        if not isinstance(event, QInputEvent):
            return False  # of the others there are many
        if event.type() in {QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick}:
            self._second = event.type() == QEvent.Type.MouseButtonDblClick
        elif isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            if event.key() in _OWN and not event.modifiers():
                event.accept()
                return True
        elif isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            item = self.list.currentItem()
            if event.key() in _ENTER and item is not None:
                self._taken(item)
                return True
            if event.key() == Qt.Key.Key_Backspace:
                self._unfold("")
                self.seat.select(())
                return True
        return super().eventFilter(watched, event)


def _duty_words(duty: Duty, n: int, decision: Decision | None) -> str:
    """Return how many units have a duty."""
    if duty is Duty.MUST and to_place(decision):
        return ngettext("{n} to place", "{n} to place", n).format(n=n)
    if duty is Duty.MUST:
        return ngettext("{n} must act", "{n} must act", n).format(n=n)
    if duty is Duty.WAITS:
        return ngettext("{n} waiting", "{n} waiting", n).format(n=n)
    if decision is not None and not marches(decision):  # they are restored, or ships repaired
        return ngettext("{n} can act", "{n} can act", n).format(n=n)
    return ngettext("{n} not moved yet", "{n} not moved yet", n).format(n=n)


def _aimed(action: Action) -> bool:
    return aim(action) is not None
