"""Passing: what is asked is answered by its end, until the phase is over or something happens.

Two ways: *nothing more in this phase*, and *pass until something happens*: until something of
mine is attacked, hurt or found, or the turn is over. All that is done is what the button would do;
where it cannot end what is asked, or something else is asked than a plain end, the player decides.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QTimer, Signal

from tabuleiro.engine import DEAD
from tabuleiro.engine.position import UNSEEN
from tabuleiro.host.gestures import aimless
from tabuleiro.host.panels.ending import ends
from tabuleiro.host.scenes import scenes_of
from tabuleiro.i18n import _

if TYPE_CHECKING:
    from collections.abc import Callable

    from tabuleiro.engine import Action, PieceState
    from tabuleiro.host.seat import Seat
    from tabuleiro.seats import ToldRow

__all__ = ["Passing", "Until"]

_ANNOUNCES: Final = "confirm"
"""The action that ends what is put together: nobody passes by sending it off."""


class Until(StrEnum):
    """How long one passes."""

    PHASE = "phase"
    EVENT = "until"


class Passing(QObject):
    """Ends what is asked of the side that began to pass, as long as nothing speaks against it."""

    changed = Signal()
    """It begins or ends."""
    stopped = Signal(str)
    """It ended before its time; the sentence says why."""

    def __init__(self, seat: Seat, parent: QObject | None = None) -> None:
        """Pass nothing yet."""
        super().__init__(parent)
        self._seat = seat
        self.until: Until | None = None
        """How long is passed; None if nothing is."""
        self._side = ""
        self._since: tuple[int, str] = (0, "")
        self._public: frozenset[str] = frozenset()
        self._whole: frozenset[tuple[str, int]] = frozenset()
        self._threats: frozenset[tuple[str, str]] = frozenset()
        self._heard: list[ToldRow] = []
        """What was done since it was looked at last: its dice may still be on their way."""
        self.waits: Callable[[], bool] = lambda: False
        """Whether something else is to be done first, such as standing orders."""
        self._clock = QTimer(self)
        self._clock.setSingleShot(True)
        self._clock.timeout.connect(self._go_on)
        seat.acted.connect(self._acted)
        seat.changed.connect(self._changed)
        seat.handed.connect(self.stop)

    def begin(self, until: Until) -> None:
        """Pass from now on, if somebody here is asked."""
        decision = self._seat.decision()
        if decision is None:
            self.changed.emit()  # whoever shows it as begun is told that it is not
            return
        self.until, self._side, self._since = until, decision.side, self._when()
        self._public, self._threats = self._known(), self._aimed_at()
        self._whole = self._unhurt()
        self.changed.emit()
        self._clock.start(0)

    def stop(self, why: str = "") -> None:
        """Pass no longer."""
        if self.until is None:
            return
        self.until = None
        self._heard.clear()
        self._clock.stop()
        self.changed.emit()
        if why:  # when all have heard of what was done
            QTimer.singleShot(0, self, lambda: self.stopped.emit(why))

    # going on

    def _changed(self) -> None:
        if self.until is not None:
            self._clock.start(0)

    def _go_on(self) -> None:
        """Answer by the end of what is asked, or say why not."""
        seat = self._seat
        if self.until is None or seat.held or seat.rests:
            return
        heard, self._heard = self._heard, []
        why = next(filter(None, map(self._happened, heard)), "")
        if why:
            self.stop(why)
            return
        if seat.looking_back or seat.over:
            self.stop()
            return
        if self._is_over():
            self.stop()
            return
        if self.waits():
            self._clock.start(0)
            return
        decision = seat.decision()
        if decision is None:
            return
        if self.until is Until.EVENT and (why := self._threat()):
            self.stop(why)
            return
        end = self._end()
        if decision.side != self._side or end is None:
            self.stop(_("This is for you to decide."))
        elif not seat.act(end):
            self.stop()

    def _end(self) -> Action | None:
        """Return what ends what is asked, if it is nothing but that: no draft, no obligation."""
        decision = self._seat.decision()
        if decision is None or decision.obligations:
            return None
        found = aimless(a for a in self._seat.legal() if ends(a) and a.kind != _ANNOUNCES)
        return next(iter(found), None)

    def _when(self) -> tuple[int, str]:
        s = self._seat.sight
        return s.turn, s.phase.id if s.phase else ""

    def _is_over(self) -> bool:
        now = self._when()
        return now != self._since if self.until is Until.PHASE else now[0] != self._since[0]

    # what speaks against it

    def _acted(self, row: ToldRow) -> None:
        if self.until is Until.EVENT:
            self._heard.append(row)

    def _happened(self, row: ToldRow) -> str:
        """Return what a row did to something of mine; nothing if it left me alone."""
        if not self._whole <= self._unhurt():
            return _("One of your units had losses.")
        if any(scene.said is not None for scene in scenes_of(row)):
            return _("There was a battle.")
        if not self._known() <= self._public:
            return _("Something of yours was found.")
        return ""

    def _threat(self) -> str:
        """Return what is announced against something of mine."""
        if not self._aimed_at() <= self._threats:
            return _("Aircraft fly against something of yours.")
        battle = self._seat.ask("battle")
        if battle is not None and battle.attacker != self._side:
            return _("Something of yours is attacked.")
        return ""

    def _mine(self) -> dict[str, PieceState]:
        s = self._seat.at.sight()
        return {p: state for p, state in s.position.pieces.items() if s.side(p) == self._side}

    def _unhurt(self) -> frozenset[tuple[str, int]]:
        """Return what my pieces still have: a loss takes something out of it."""
        s = self._seat.at.sight()
        return frozenset(
            (piece, step)
            for piece, state in self._mine().items()
            if state.place != DEAD
            for step in range(state.losses, s.counter(piece).steps)
        )

    def _known(self) -> frozenset[str]:
        """Return my pieces that are known to all: of one more something was found."""
        seen = self._seat.public.position.pieces
        return frozenset(p for p in self._mine() if p in seen and seen[p].place != UNSEEN)

    def _aimed_at(self) -> frozenset[tuple[str, str]]:
        """Return who else flies to where pieces of mine are."""
        s = self._seat.at.sight()
        mine = {s.whereabouts(piece) for piece in self._mine()}
        return frozenset(
            (flight.piece, flight.target)
            for flight in self._seat.ask("flights")
            if flight.side != self._side and flight.target in mine
        )
