"""One side of a battle: its counters with what each adds, the sum, and who may still join."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QElapsedTimer, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPen, QPixmap
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from tabuleiro.engine import DEAD
from tabuleiro.engine.messages import place_name
from tabuleiro.host.counter.face import figures_seen
from tabuleiro.host.gestures import aim, path_of, piece_of
from tabuleiro.host.panels.at_once import laid_out_at_once
from tabuleiro.host.words import action_label, counter_of, piece_line, piece_name
from tabuleiro.i18n import _, text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tabuleiro.engine import Action
    from tabuleiro.host.play import MapPlay
    from tabuleiro.host.seat import Seat

__all__ = ["BattleSide"]

_ICON: Final = 48
_SMALL: Final = 28
_TINY: Final = 18
_RIM: Final = 3
_ACROSS: Final = 3
_SMALL_ACROSS: Final = 5
_REST_MS: Final = 500
_FAINT: Final = 0.45
_STRIKE: Final = QColor(150, 20, 16)
_STRIKE_WIDE: Final = 3.5
_ASKED: Final = 12
"""So many of whom one is to be chosen are shown, though none of them takes part."""
_FEW: Final = 8
"""Of more than so many who may come one wants to know from where."""


class BattleSide(QFrame):
    """The counters are buttons: a click joins, withdraws, takes the loss or chooses who goes."""

    def __init__(self, seat: Seat, play: MapPlay, parent: QWidget | None = None) -> None:
        """Make an empty side."""
        super().__init__(parent)
        self.count = 0
        """How many counters take part."""
        self.rest_ms = _REST_MS
        """So long after the counters were laid out anew none is taken back."""
        self._fresh = QElapsedTimer()
        self._fresh.start()
        self.seat = seat
        self._play = play
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self._box = QVBoxLayout(self)
        self._box.setContentsMargins(3, 2, 3, 3)
        self._box.setSpacing(1)
        self._across = _ACROSS
        self._shown: tuple[str, Sequence[Mapping[str, Any]], int | None, bool] | None = None
        self._made: list[QWidget] = []
        self._answers: dict[str, list[Action]] = {}
        self._looked: tuple[Any, ...] | None = None

    @property
    def pieces(self) -> frozenset[str]:
        """Those whose counters are shown: who takes part, and who can be chosen."""
        side, parts = self._shown[:2] if self._shown is not None else ("", ())
        here = {part["piece"] for part in parts}
        return frozenset([*here, *(piece_of(a) or "" for a in self._choices(side, here))])

    def set_counters(self, across: int) -> None:
        """Lay so many counters side by side, once they are shown."""
        self._across = across

    def show_again(self) -> None:
        """Show who took part last, if there is other room now."""
        if (
            self._shown is not None
            and self._looked is not None
            and self._looked[-1] != self._across
        ):
            side, parts, total, told = self._shown
            self.show_side(side, parts, total, sum_told=told)

    def show_side(
        self,
        side: str,
        parts: Sequence[Mapping[str, Any]],
        total: int | None,
        *,
        sum_told: bool = True,
    ) -> None:
        """Show who takes part, what it comes to, and who could still come.

        Without a total the strengths are sealed, or there is no sum to tell.
        """
        self._shown = (side, parts, total, sum_told)
        self._answers = self._find_answers()
        look = self._look(side, parts, total, sum_told)
        if look == self._looked:
            return
        self._looked = look
        held = [b.objectName() for b in self.findChildren(QToolButton) if b.hasFocus()]
        with laid_out_at_once(self._box):
            self._make(side, parts, total, sum_told=sum_told)
        self._fresh.start()
        self.setVisible(sum_told or len(self._made) > 1)
        for button in self.findChildren(QToolButton):
            if button.objectName() in held and not button.isHidden():
                button.setFocus()

    def _make(
        self, side: str, parts: Sequence[Mapping[str, Any]], total: int | None, *, sum_told: bool
    ) -> None:
        """Put up all anew."""
        for widget in self._made:
            self._box.removeWidget(widget)
            widget.hide()
            widget.deleteLater()
        self._made = []
        name = text(self.seat.module.sides[side].name)
        sealed = total is None and sum_told
        total_words = _("sealed") if sealed else str(total) if sum_told else ""
        head = QLabel(f"<b>{name}</b>&nbsp; <span style='font-size:x-large'>{total_words}</span>")
        head.setObjectName("sum")
        if sealed:
            head.setToolTip(_("The strengths of this side appear when they are announced."))
        self._put(head)
        before = len(self._made)
        self._put_strip(side, [part["piece"] for part in parts if part["piece"]])
        self._put_joiners(side, {part["piece"] for part in parts})
        counters = [self._part(part) for part in parts if part["piece"]]
        if counters and len(self._made) > before:
            self._put(QLabel(_("Take part:")))  # or they would seem to be those who still may
        self._lay_out(counters, self._across)
        self._put_beside(side, {part["piece"] for part in parts})
        self._put_choices(side, {part["piece"] for part in parts})
        for part in parts:
            if not part["piece"]:
                self._put(_words(part))

    def _look(self, *shown: Any) -> tuple[Any, ...]:
        """Return all that is to be seen: while it is the same nothing is made anew."""
        side, parts = shown[:2]
        here = {part["piece"] for part in parts}
        joins = [*self._joins(side), *self._back(side), *self._choices(side, here)]
        pieces = [part["piece"] for part in parts if part["piece"]]
        pieces += [piece_of(action) or "" for action in joins]
        faces = [self._play.face(piece) for piece in pieces]
        lines = [self.seat.seen(piece) for piece in pieces]
        means = [(self._about(piece), self._place(piece) == DEAD) for piece in pieces]
        return (*shown, joins, faces, lines, means, self._across)

    def _put_joiners(self, side: str, here: set[str]) -> None:
        """Show who may still come: above who takes part, so that the next one is where one was."""
        by_kind: dict[str, list[Action]] = {}
        for action in self._joins(side):
            if piece_of(action) not in here:
                by_kind.setdefault(action.kind, []).append(action)
        for kind, joins in by_kind.items():
            words = action_label(self.seat.module, joins[0])
            able = _("May still join:") if kind == "join" else _("Can still come · {action}:")
            head = QLabel(able.format(action=words))
            head.setWordWrap(True)
            self._put(head)
            across = _SMALL_ACROSS * self._across // _ACROSS
            for base, some in self._by_base(joins).items():
                if base:
                    self._put(self._all_from(kind, base, some))
                self._lay_out([self._joiner(action) for action in some], across)

    def _put_strip(self, side: str, here: Sequence[str]) -> None:
        """Show in one line who takes part, where a long list of who may come stands above them.

        It has its room from the first, so that nothing moves below it.
        """
        joins = {piece_of(action) for action in self._joins(side)}
        if len(joins.union(here)) <= _FEW or not joins.difference(here):
            return
        strip = QWidget(self)
        strip.setObjectName("strip")
        strip.setFixedHeight(_TINY + 2 * _RIM)
        row = QHBoxLayout(strip)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(1)
        most = _ICON * self._across // (_TINY + 1) - 1
        names = ", ".join(piece_name(self.seat.module, piece) for piece in here)
        row.addWidget(QLabel(_("Take part: {n}").format(n=len(here))))
        for piece in here[:most]:
            small = QLabel()
            small.setPixmap(self._play.view.art.pixmap(self._play.face(piece), _TINY))
            row.addWidget(small)
        if len(here) > most:
            row.addWidget(QLabel("…"))
        row.addStretch(1)
        strip.setToolTip(names)
        strip.setAccessibleName(names)
        self._put(strip)

    def _put_beside(self, side: str, here: set[str]) -> None:
        """Show who takes part and adds nothing to the sum: an escort; a click takes it back."""
        beside = [action for action in self._back(side) if piece_of(action) not in here]
        if beside:
            self._put(QLabel(_("Also take part:")))
            self._lay_out([self._joiner(action) for action in beside], self._across)

    def _back(self, side: str) -> list[Action]:
        """Return how each who takes part so far is taken back."""
        decision = self.seat.decision()
        if decision is None or decision.side != side or decision.kind != "allocate":
            return []
        return [a for a in self.seat.legal() if piece_of(a) and aim(a) is None and a.retracts]

    def _put_choices(self, side: str, here: set[str]) -> None:
        """Show who can be chosen and adds nothing to the sum: a ship that is bombed."""
        choices = self._choices(side, here)
        if choices:
            self._put(QLabel(f"{action_label(self.seat.module, choices[0])}:"))
            self._lay_out([self._joiner(action, _ICON) for action in choices], self._across)

    def _choices(self, side: str, here: set[str]) -> list[Action]:
        """Return what is done to pieces of a side of which one is to be chosen, if they are few."""
        decision, s = self.seat.decision(), self.seat.sight
        if decision is None or decision.kind != "choose":
            return []
        theirs = [p for p in decision.pieces if p not in here and s.side(p) == side]
        plain = [a for p in theirs for a in self._about(p) if aim(a) is None and not path_of(a)]
        alone = len({piece_of(action) for action in plain}) == len(plain) <= _ASKED
        return plain if alone and len({action.kind for action in plain}) == 1 else []

    def _by_base(self, joins: Sequence[Action]) -> Mapping[str, Sequence[Action]]:
        """Return who may come by where they are, if they are many; else all under no name."""
        if len(joins) <= _FEW:
            return {"": joins}
        found: dict[str, list[Action]] = {}
        for action in joins:
            found.setdefault(self._base(piece_of(action) or ""), []).append(action)
        return found if len(found) > 1 else {"": joins}

    def _base(self, piece: str) -> str:
        """Return the name of where a piece is: a place, or what carries it there."""
        s, module, holder = self.seat.sight, self.seat.module, piece
        while (around := s.within(holder)) is not None:
            holder = around
        where = place_name(s.whereabouts(piece), module)
        return where if holder == piece else f"{piece_name(module, holder)}, {where}"

    def _all_from(self, kind: str, base: str, joins: Sequence[Action]) -> QWidget:
        """Return a button that lets all come who are in one place."""
        button = QPushButton(f"{base} ({len(joins)})")
        button.setObjectName(f"from-{kind}-{self._place(piece_of(joins[0]) or '')}")
        words = _("{action}: all ({n})").format(
            action=action_label(self.seat.module, joins[0]), n=len(joins)
        )
        button.setToolTip(f"{base}\n{words}")
        button.setAccessibleName(f"{base}: {words}")
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(lambda: self._let_all(joins))
        return button

    def _let_all(self, joins: Sequence[Action]) -> None:
        """Let several come one after the other, as far as each still may."""
        self.seat.act_all(action for action in joins if self.seat.check(action))

    def _put(self, widget: QWidget) -> None:
        self._box.addWidget(widget)
        widget.show()
        self._made.append(widget)

    def _lay_out(self, counters: Sequence[QWidget], across: int) -> None:
        """Lay counters in lines; each line takes the width of its own."""
        for begin in range(0, len(counters), across):
            line = QWidget(self)
            row = QHBoxLayout(line)
            row.setContentsMargins(0, 0, 0, 0)
            row.setSpacing(1)
            for counter in counters[begin : begin + across]:
                row.addWidget(counter)
            row.addStretch(1)
            self._put(line)

    def _joins(self, side: str) -> list[Action]:
        decision = self.seat.decision()
        if decision is None or decision.side != side or decision.kind != "allocate":
            return []
        return [a for a in self.seat.legal() if piece_of(a) and aim(a) is None and not a.retracts]

    def _part(self, part: Mapping[str, Any]) -> QWidget:
        piece = part["piece"]
        actions = [a for a in self._about(piece) if not path_of(a)]
        costs = len(actions) == 1 and actions[0].kind == "lose"
        left = self._after_loss(piece) if costs else ""
        button = self._counter(piece, left or _value(part))
        if len(actions) == 1:
            does = action_label(self.seat.module, actions[0])
            button.setToolTip(f"{button.toolTip()}\n{does}")
            button.clicked.connect(lambda: self._take(actions[0]))
        else:
            button.clicked.connect(lambda: self._play.click(self._place(piece), piece))
        return button

    def _after_loss(self, piece: str) -> str:
        """Return what a loss leaves of a piece: it is taken at one click."""
        seat, counter = self.seat, counter_of(self.seat.module, piece)
        if (seat.seen(piece) or {}).get("values") is None:
            return ""
        decision, losses = seat.decision(), seat.sight.piece(piece).losses + 1
        kills = decision is not None and decision.data.get("kills")
        if kills or losses >= seat.ask("life", piece=piece):
            return _("→ lost")
        left = {name: counter.value(name, losses=losses) for name in counter.values}
        return f"→ {figures_seen(counter, left)}"

    def _take(self, action: Action) -> None:
        """Do what a counter means; one that has just come under the pointer is not taken back."""
        if not action.retracts or self._fresh.elapsed() >= self.rest_ms:
            self.seat.act(action)

    def _joiner(self, action: Action, icon: int = _SMALL) -> QWidget:
        piece = piece_of(action) or ""
        button = self._counter(piece, "", icon)
        button.setToolTip(f"{button.toolTip()}\n{action_label(self.seat.module, action)}")
        button.clicked.connect(lambda: self._take(action))
        return button

    def _about(self, piece: str) -> list[Action]:
        return self._answers.get(piece, [])

    def _find_answers(self) -> dict[str, list[Action]]:
        """Return what the counters can mean in the decision of now."""
        decision = self.seat.decision()
        found: dict[str, list[Action]] = {}
        if decision is not None and decision.kind != "phase":
            for action in self.seat.legal():
                found.setdefault(piece_of(action) or "", []).append(action)
        return found

    def _place(self, piece: str) -> str:
        """Return where a piece is; nowhere if it took part under a name that nobody has now."""
        s = self.seat.sight
        return s.place(piece) if piece in s.position.pieces else ""

    def _counter(self, piece: str, words: str, icon: int = _ICON) -> QToolButton:
        module = self.seat.module
        button = QToolButton()
        button.setObjectName(piece)
        button.setAutoRaise(not self._about(piece))
        under = Qt.ToolButtonStyle.ToolButtonTextUnderIcon
        button.setToolButtonStyle(under if words else Qt.ToolButtonStyle.ToolButtonIconOnly)
        button.setIconSize(QSize(icon, icon))
        button.setIcon(QIcon(self._play.view.art.pixmap(self._play.face(piece), icon, 2)))
        button.setText(words)
        if words:
            wide = button.fontMetrics().horizontalAdvance(words) + 2 * _RIM
            button.setFixedWidth(max(icon + _RIM, wide))
        line = piece_line(module, piece, self.seat.seen(piece))
        if self._place(piece) == DEAD:
            button.setIcon(QIcon(_struck(button.icon().pixmap(QSize(icon, icon), 2.0))))
            line = f"{line} · {_('eliminated')}"
        button.setToolTip(line)
        button.setAccessibleName(f"{line}: {words}" if words else line)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return button


def _struck(counter: QPixmap) -> QPixmap:
    """Return the picture of a counter, faint and struck through: it is no more."""
    found = QPixmap(counter.size())
    found.setDevicePixelRatio(counter.devicePixelRatio())
    found.fill(Qt.GlobalColor.transparent)
    size = counter.deviceIndependentSize()
    painter = QPainter(found)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setOpacity(_FAINT)
    painter.drawPixmap(0, 0, counter)
    painter.setOpacity(1)
    painter.setPen(QPen(_STRIKE, _STRIKE_WIDE, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    area = QRectF(0, 0, size.width(), size.height()).adjusted(5, 5, -5, -5)
    painter.drawLine(area.topLeft(), area.bottomRight())
    painter.drawLine(area.topRight(), area.bottomLeft())
    painter.end()
    return found


def _value(part: Mapping[str, Any]) -> str:
    return "?" if part["value"] is None else str(part["value"])


def _words(part: Mapping[str, Any]) -> QLabel:
    """Return what adds strength and is no counter, such as air points."""
    label = QLabel(f"{part['text']} <b>{_value(part)}</b>")
    label.setObjectName("part")
    label.setWordWrap(True)
    return label
