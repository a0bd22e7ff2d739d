"""Battles and other dice as theatre: scene after scene, and nothing told before the dice rest.

A row with dice is held back when it comes: log, chances, counters and whoever is asked wait while
the dice tumble. Then all of it shows, with a banner; what the battle asks of whoever sits here
comes at once; where it asks nothing a key or Continue goes on. Computer players wait meanwhile.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QElapsedTimer, QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QTextEdit,
)

from tabuleiro.host.scenes import scenes_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tabuleiro.host.panels.battle import BattlePanel
    from tabuleiro.host.scenes import Scene
    from tabuleiro.host.seat import Seat
    from tabuleiro.seats import ToldRow

__all__ = ["Theatre"]

_LINGER_MS: Final = 1500
_IN_SERIES_MS: Final = 300
"""So long stays each of a series that goes on by itself."""
_SETTLE_MS: Final = 220
"""So long after the dice rest a key that was meant for them does not go on."""
_GO_ON: Final = frozenset(
    {Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape}
)
_WRITING: Final = (QLineEdit, QTextEdit, QPlainTextEdit, QAbstractSpinBox, QComboBox)


class Theatre(QObject):
    """Plays the scenes of a seat's match in a battle panel."""

    began = Signal()
    """A scene begins: its dice are about to tumble."""
    rested = Signal()
    """The dice of a scene lie still, and it is told what they mean."""
    hurried = Signal()
    """Somebody does not want to wait after battles any more."""
    ended = Signal()
    """There is no scene any more."""

    def __init__(self, seat: Seat, panel: BattlePanel, parent: QObject | None = None) -> None:
        """Play in a panel whatever comes."""
        super().__init__(parent)
        self.seat = seat
        self.panel = panel
        self.waits = True
        """Whether a scene that asks nothing stays until somebody goes on."""
        self.linger_ms = _LINGER_MS
        """How long it stays else."""
        self.settle_ms = _SETTLE_MS
        self._sorts = ("", "")
        """Of what sort the scene before was, and this one is."""
        self._series = ""
        """The sort of scenes that go on by themselves."""
        self._left: deque[Scene] = deque()
        self._then: Callable[[], object] | None = None
        """What to do when the scenes of a replay are over."""
        self._lying = QElapsedTimer()
        self._clock = QTimer(self)
        self._clock.setSingleShot(True)
        self._clock.timeout.connect(self.go_on)
        seat.acted.connect(self._acted)
        seat.changed.connect(self._changed)
        seat.handed.connect(self._handed)
        panel.dice.settled.connect(self._settled)
        panel.foot.go_on.connect(self.go_on)
        panel.foot.hurry.clicked.connect(self._hurry)
        panel.foot.series.clicked.connect(self._all_of_these)

    @property
    def scene(self) -> Scene | None:
        """What is played now."""
        return self.panel.scene

    @property
    def plays(self) -> bool:
        """Whether scenes are played at all: dice tumble, or somebody wants to go on himself."""
        return self.panel.dice.animated or self.waits

    @property
    def waiting(self) -> bool:
        """Whether it waits for somebody to go on."""
        return not self.panel.foot.further.isHidden()

    # what comes

    def scenes_in(self, row: ToldRow) -> list[Scene]:
        """Return the scenes that are played of a row when it comes."""
        quick = self.seat.module.free_table  # there nobody waits for dice: the pointer tells them
        return scenes_of(row) if self.plays and not quick and row.parent is not None else []

    def _acted(self, row: ToldRow) -> None:
        if self.scene is not None and self.panel.told:
            self._clear()  # whoever acts has seen enough
        scenes = self.scenes_in(row)
        if scenes:
            self.seat.hold(row)
            self._left += scenes

    def _changed(self) -> None:
        scene = self.scene
        if scene is not None and self._then is None and self._gone(scene):
            self.stop()
        if self.scene is None and self._left:
            self._next()
        elif self.scene is not None and self.panel.told:
            self._offer()

    def _gone(self, scene: Scene) -> bool:
        """Return whether a scene was taken back, or somebody looks at something else."""
        seat = self.seat
        return not seat.held and (seat.looking_back or seat.head < scene.row.n)

    def _handed(self) -> None:
        """Somebody else looks now: show what he was told of the dice that fell last."""
        self.stop()
        last = scenes_of(self.seat.last()) if self.plays and not self.seat.looking_back else []
        if last:
            self.panel.scene = last[-1]
            self.panel.tell()
            self.rested.emit()
            self._listen()
            self._lying.start()

    def perform(self, scenes: Iterable[Scene], then: Callable[[], object]) -> None:
        """Play scenes of the past, then do something."""
        self.stop()
        self._left += scenes
        self._then = then
        self._next()

    # one scene after the other

    def _next(self) -> None:
        self.seat.rests = True
        scene = self._left.popleft()
        self.panel.scene, self.panel.told = scene, False
        self.began.emit()
        self._listen()
        self.panel.play(scene)

    def _settled(self) -> None:
        """The dice lie still."""
        if self.scene is None or self.panel.told:
            return
        self._lying.start()
        self.panel.tell()
        self._sorts = (self._sorts[1], self.scene.sort)
        if self._series != self.scene.sort:
            self._series = ""
        if not self._left and self._then is None:
            self.seat.release()  # whoever listens looks again
        if self.scene is not None:
            self.rested.emit()
            self._offer()

    def _offer(self) -> None:
        """Wait for somebody to go on, unless the battle asks something of him."""
        foot = self.panel.foot
        asked = not self._left and self._then is None and self.panel.asks
        waits = self.waits and not self._series
        foot.offer(on=waits and not asked, series=self._sorts[0] == self._sorts[1])
        if asked:
            self._clock.stop()
            self.seat.rests = False
        elif not waits and not self._clock.isActive():
            self._clock.start(min(self.linger_ms, _IN_SERIES_MS) if self._series
                              else self.linger_ms)  # fmt: skip

    def go_on(self) -> None:
        """Let the dice rest if they tumble; else show the next scene, or end the play."""
        if self.scene is None:
            return
        if not self.panel.told:
            self.panel.dice.skip()
            return
        self._clock.stop()
        if self._left:
            self._next()
            return
        then, self._then = self._then, None
        self._clear()
        self.seat.go_on()
        if then is not None:
            then()

    def _hurry(self) -> None:
        """Wait no more from now on."""
        self.waits = False
        self.hurried.emit()
        self.go_on()

    def _all_of_these(self) -> None:
        """Wait no more while scenes are of the same sort, such as one dive after the other."""
        self._series = self._sorts[1]
        self.go_on()

    def stop(self) -> None:
        """Play nothing any more; all that was played is shown."""
        self._left.clear()
        self._then = None
        if self.scene is not None:
            self._clear()
        self.seat.release()
        self.seat.rests = False

    def _clear(self) -> None:
        self._clock.stop()
        app = QApplication.instance()
        if app is not None:
            app.removeEventFilter(self)
        self.panel.foot.conceal()
        self.panel.end_scene()
        self.seat.rests = False
        self.ended.emit()

    # keys

    def _listen(self) -> None:
        app = QApplication.instance()
        if app is not None:
            app.removeEventFilter(self)
            app.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Go on at Space, Enter or Esc, wherever the keyboard is, but not while one writes."""
        if not isinstance(event, QKeyEvent) or not self.waiting:
            return False
        if event.key() not in _GO_ON or event.modifiers():
            return False
        if isinstance(QApplication.focusWidget(), _WRITING) or QApplication.activeModalWidget():
            return False
        if QApplication.activePopupWidget():
            return False
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        if event.type() != QEvent.Type.KeyPress:
            return False
        if not event.isAutoRepeat() and self._lying.elapsed() >= self.settle_ms:
            self.go_on()
        return True
