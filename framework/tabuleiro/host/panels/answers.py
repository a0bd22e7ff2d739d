"""The buttons that answer what is asked: what is aimed at no place and is about no piece.

What ends it, or gives it up, has a place of its own: see `tabuleiro.host.panels.ending`.
"""

from __future__ import annotations

from functools import partial
from textwrap import wrap
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import (
    QAbstractButton,
    QBoxLayout,
    QFrame,
    QPushButton,
    QSizePolicy,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from tabuleiro.engine.messages import place_name
from tabuleiro.host.alike import alike, do_alike
from tabuleiro.host.gestures import aim, aimless, path_of, piece_of
from tabuleiro.host.panels.at_once import laid_out_at_once
from tabuleiro.host.panels.ending import ends, in_slot
from tabuleiro.host.panels.wrapping_row import Line
from tabuleiro.host.propose import propose, proposes
from tabuleiro.host.steady import steady
from tabuleiro.host.together import (
    GROUP_NAMES,
    Group,
    commit,
    go_all,
    joiners,
    place_for_me,
    places_for_me,
    who_goes,
)
from tabuleiro.host.words import action_label, names_of, piece_name
from tabuleiro.i18n import N_, _

if TYPE_CHECKING:
    from collections.abc import Callable

    from tabuleiro.engine import Action, Decision
    from tabuleiro.host.seat import Seat

__all__ = ["Answers"]

_SEVERAL: Final = 2
_CHOICES: Final = {"advance": 1, "retreat": 3}
"""Among so many hexes at most one chooses by a button."""
_ALL_GO: Final = {"advance": N_("Advance: {units} to {place}"),
                  "retreat": N_("All retreat to {place}")}  # fmt: skip
_SHORT: Final = {
    Group.ADJACENT: N_("All adjacent"),
    Group.ARTILLERY: N_("All artillery"),
}
_NARROW: Final = 290
"""The narrowest column beside the map has room for a button so wide."""
_EDGES: Final = 40
"""So much of a button its edges take."""
_FEW_PLACES: Final = 6
"""Of so many places each has a button, where one of them is to be chosen."""
_FEW: Final = 3
"""Of so many who may advance each has a button of its own, too."""


class Answers(QFrame):
    """A button for each action, a box for actions that differ in a number of points."""

    let_go = Signal()
    """The button that had the keyboard is gone."""

    def __init__(
        self,
        seat: Seat,
        line: QBoxLayout | None = None,
        parent: QWidget | None = None,
        *,
        places: bool = False,
    ) -> None:
        """Make a widget without buttons yet; they stand in a line, or one below the other.

        With ``places`` it offers one of a few places, too, where no list beside it does.
        """
        super().__init__(parent)
        self.seat = seat
        self._places = places
        self._line = line if line is not None else QVBoxLayout()
        self._line.setContentsMargins(0, 0, 0, 0)
        self.setLayout(self._line)
        self._made: list[QWidget] = []
        self._room: int | None = None
        self._offered: tuple[tuple[str, str] | None, dict[str, int]] = (None, {})
        """Which attack is being declared, and the buttons that stay until it is, as wide as they
        were: none moves under the pointer."""

    def refresh(self) -> None:
        """Offer what can be answered now; the keyboard stays where it was, if that is still there.

        A click leaves it with the map.
        """
        name = next((w.objectName() for w in self.findChildren(QWidget) if w.hasFocus()), "")
        with laid_out_at_once(self._line):
            self._make()
        self.setVisible(bool(self._made))
        self._fit()
        again = [w for w in self.findChildren(QWidget, name) if name and not w.isHidden()]
        if again:
            again[-1].setFocus()
        elif name:
            self.let_go.emit()

    def _make(self) -> None:
        """Put up all anew."""
        for widget in self._made:
            self._line.removeWidget(widget)
            widget.hide()
            widget.deleteLater()
        self._made = list(self._widgets())
        for widget in self._made:
            self._line.addWidget(widget)
            widget.show()
            for kept in (widget, *widget.findChildren(QPushButton)):
                self._keep_width(kept)
            for button in (widget, *widget.findChildren(QAbstractButton)):
                if isinstance(button, QAbstractButton):
                    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def _keep_width(self, widget: QWidget) -> None:
        """Let a button that stays need no less room where its words become shorter."""
        widths, name = self._offered[1], widget.objectName()
        if name in widths:
            widths[name] = max(widths[name], widget.sizeHint().width())
            widget.setMinimumWidth(widths[name])

    def fit(self, room: int) -> None:
        """Break what stands side by side and is wider than so many pixels, from now on."""
        self._room = room
        self._fit()

    @property
    def least(self) -> int:
        """How wide this is at least, with all lines broken."""
        return max(map(_least, self._made), default=0)

    def _fit(self) -> None:
        for button in self.findChildren(QPushButton):
            if button.accessibleName():  # long words are broken, for the column grows with none
                button.setText(_broken(button.accessibleName(), button, self._room or _NARROW))
        for widget in self._made:
            line = widget.layout()
            if isinstance(line, Line) and self._room is not None:
                line.fit(self._room)

    def _widgets(self) -> list[QWidget]:
        decision = self.seat.decision()
        if decision is None:
            return []
        actions = aimless(self.seat.legal())
        numbers = [a for a in actions if isinstance(getattr(a, "points", None), int)]
        mine = self._of_selected(decision)
        offered = [a for a in (*mine, *actions) if a not in numbers and not in_slot(self.seat, a)]
        made: list[QWidget] = [self._button(a) for a in offered]
        made += self._at_places(decision)
        if numbers:
            made.insert(0, self._slider(numbers))
        return [*self._joining(), *self._together(), *made]

    def _of_selected(self, decision: Decision) -> list[Action]:
        """Return what the one selected piece can do where it is, while a phase is open.

        Where only one piece is asked about, and it may do this or that, these are the answers.
        """
        open_phase = decision.kind == "phase"
        meant = self.seat.selection if open_phase else decision.pieces
        if len(meant) != 1:
            return []  # the list tells what else a piece can do
        found = [a for a in self.seat.legal(piece=meant[0]) if piece_of(a) == meant[0]]
        here = [a for a in found if aim(a) is None]
        return here if open_phase or len(here) == len(found) >= _SEVERAL else []

    def _at_places(self, decision: Decision) -> list[QPushButton]:
        """Return a button for each of a few places, if one of them is to be chosen."""
        if not self._places or decision.kind != "choose":
            return []
        found = [a for a in self.seat.legal() if aim(a) is not None and piece_of(a) is None]
        module = self.seat.module
        return [
            _deed(f"{action.kind}-{aim(action)}", action_label(module, action, full=True),
                  partial(self.seat.act, action))
            for action in (found if len(found) <= _FEW_PLACES else ())
        ]  # fmt: skip

    def _button(self, action: Action) -> QPushButton:
        button = QPushButton(action_label(self.seat.module, action))
        button.setObjectName(action.kind)
        button.setProperty("primary", ends(action))
        if piece_of(action) is not None:
            button.setToolTip(action_label(self.seat.module, action, full=True))
        button.clicked.connect(lambda: self.seat.act(action))
        return button

    def _slider(self, actions: list[Action]) -> QWidget:
        """Return a box with the number of points, how many there are at most, and a button."""
        frame = QFrame()
        line = Line(frame, spacing=6)
        by_number = {int(getattr(action, "points", 0)): action for action in actions}
        numbers = sorted(by_number)
        box = steady(QSpinBox())
        box.setObjectName("points")
        box.setRange(numbers[0], numbers[-1])
        box.setSuffix(_(" of {most} in all").format(most=numbers[-1]))
        box.setAccessibleName(action_label(self.seat.module, actions[0]))
        button = QPushButton()
        button.setObjectName(actions[0].kind)

        def meant() -> Action:
            return by_number[max(n for n in numbers if n <= box.value())]

        def tell(_number: int = 0) -> None:
            button.setText(action_label(self.seat.module, meant()))

        tell()
        box.valueChanged.connect(tell)
        button.clicked.connect(lambda: self.seat.act(meant()))
        line.addWidget(box, 1)
        line.addWidget(button)
        return frame

    # several units at once

    def _joining(self) -> list[QWidget]:
        """Return a line of buttons that let several join an attack, in as few letters as can be.

        In a low window a battle of many needs all lines that there are.
        """
        seat = self.seat
        draft = seat.ask("declared")
        attack = (draft.target, draft.kind) if draft is not None else None
        if attack != self._offered[0]:
            self._offered = (attack, {})
        found = []
        for group in Group:
            able = joiners(seat, group)
            words = f"{_(_SHORT[group])} ({len(able)})"
            button = _deed(f"all-{group}", words, partial(commit, seat, group))
            button.setToolTip(_(GROUP_NAMES[group]))
            found += self._staying(button, able=bool(able))
        proposed = _deed("propose", _("Propose"), partial(propose, seat))
        proposed.setToolTip(_("Propose who takes part"))
        found += self._staying(proposed, able=proposes(seat))
        if not found:
            return []
        frame = QFrame()
        line = Line(frame, spacing=6)
        for button in found:
            line.addWidget(button, 1)
        return [frame]

    def _together(self) -> list[QPushButton]:
        """Return buttons that answer for several units: all who may advance, be placed."""
        seat = self.seat
        found = []
        for what, actions in alike(seat).items():
            does = action_label(seat.module, actions[0])
            if what.place is not None:
                does = f"{does}, {place_name(what.place, seat.module)}"
            words = _("{action}: all ({n})").format(action=does, n=len(actions))
            found.append(_deed("-".join(filter(None, ("all", *what))), words,
                               partial(do_alike, seat, what)))  # fmt: skip
        for kind, words in _ALL_GO.items():
            for place in _ways_of_all(seat, kind):
                who = who_goes(seat, kind, place)
                named = names_of(seat.module, who) if who else ""
                told = _(words).format(units=named, place=place_name(place, seat.module))
                button = _deed(f"{kind}-all", told, partial(go_all, seat, place))
                button.setProperty("primary", kind == "advance")
                found.append(button)
                found += self._alone(kind, place) if kind == "advance" else []
        if places_for_me(seat):
            found.append(_deed("place-for-me", _("Place for me"), partial(place_for_me, seat)))
        return found

    def _alone(self, kind: str, place: str) -> list[QPushButton]:
        """Return a button for each of several who may go to a place, for not all must."""
        seat = self.seat
        ways = [a for a in seat.legal() if a.kind == kind and path_of(a) == (place,)]
        if not _SEVERAL <= len(ways) <= _FEW:
            return []
        words = _("Advance: only {unit}")
        return [
            _deed(f"{kind}-{piece}", words.format(unit=piece_name(seat.module, piece)),
                  partial(seat.act, action))
            for action in ways if (piece := piece_of(action)) is not None
        ]  # fmt: skip

    def _staying(self, button: QPushButton, *, able: bool) -> list[QPushButton]:
        """Return a button if it can be used, or could be before in the same attack."""
        if able and self._offered[0] is not None:
            self._offered[1].setdefault(button.objectName(), 0)
        if not able and button.objectName() not in self._offered[1]:
            return []
        button.setEnabled(able)
        return [button]


def _ways_of_all(seat: Seat, kind: str) -> list[str]:
    """Return the hexes next to them where all who advance may go, or all of several who retreat.

    Nothing where they have much choice: who goes where is said on the map.
    """
    decision = seat.decision()
    if decision is None or decision.kind != "path":
        return []
    if kind == "retreat" and len(decision.pieces) < _SEVERAL:
        return []
    ways = (aim(a) for a in seat.legal() if a.kind == kind and len(path_of(a)) == 1)
    near = sorted({place for place in ways if place is not None})
    return near if len(near) <= _CHOICES[kind] else []


def _least(widget: QWidget) -> int:
    """Return how wide a widget is at least."""
    line = widget.layout()
    if isinstance(line, Line):
        return line.least
    gives_way = widget.sizePolicy().horizontalPolicy() is QSizePolicy.Policy.Ignored
    return widget.minimumWidth() if gives_way else widget.minimumSizeHint().width()


def _broken(words: str, button: QPushButton, room: int) -> str:
    """Return words in lines that a button has room for, though they be bold."""
    wide, most = _width(words, button), max(room, _NARROW) - _EDGES
    return words if wide <= most else "\n".join(wrap(words, len(words) * most // wide))


def _width(words: str, button: QPushButton) -> int:
    font = QFont(button.font())
    font.setBold(True)
    return QFontMetrics(font).horizontalAdvance(words)


def _deed(name: str, words: str, deed: Callable[[], object]) -> QPushButton:
    button = QPushButton(words)
    button.setAccessibleName(words)
    if _width(words, button) > _NARROW - _EDGES:
        button.setMinimumWidth(_NARROW)
        button.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
    button.setObjectName(name)
    button.clicked.connect(lambda _checked=False: deed())
    return button
