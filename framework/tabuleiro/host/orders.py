"""Standing orders: a row of plain actions at one click, or by itself whenever it can be given.

A game's plugin says which there are for what is asked now (the hook ``standing_orders``). Each
action is tried as if it was taken by hand, so what the rules forbid is left out, and all of it can
be taken back. Which orders stand is kept with one's own notes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tabuleiro.engine import Action, Decision
    from tabuleiro.host.hooks import OrderEntry
    from tabuleiro.host.notebook import Notebook
    from tabuleiro.host.seat import Seat

__all__ = ["Orders"]


class Orders(QObject):
    """The orders of one match: which can be given now, which stand."""

    changed = Signal()
    """Other orders can be given, or stand."""
    idle = Signal(str)
    """Nothing of an order could be done; its title."""

    def __init__(self, seat: Seat, notes: Notebook, parent: QObject | None = None) -> None:
        """Begin without orders; `ask` says which there are."""
        super().__init__(parent)
        self._seat = seat
        self._notes = notes
        self.ask: Callable[[Decision], Sequence[OrderEntry]] = lambda _decision: ()
        """Returns the orders that can be given where something is asked."""
        self.now: tuple[OrderEntry, ...] = ()
        """The orders that can be given now."""
        self._given: set[tuple[object, ...]] = set()
        """Orders that were carried out, with what was asked then: once each."""
        self._clock = QTimer(self)
        self._clock.setSingleShot(True)
        self._clock.timeout.connect(self._by_itself)
        seat.changed.connect(self.refresh)
        notes.changed.connect(self.changed.emit)

    def refresh(self) -> None:
        """Find the orders that can be given now; those that stand are carried out."""
        decision = self._seat.decision()
        self.now = () if decision is None else tuple(self.ask(decision))
        self.changed.emit()
        if any(self.stands(entry) for entry in self.now):
            self._clock.start(0)  # not while others still hear of the change

    def stands(self, entry: OrderEntry) -> bool:
        """Return whether an order is carried out by itself."""
        return entry.id in self._notes.page.orders

    def let_stand(self, entry: OrderEntry, *, stands: bool) -> None:
        """Let an order be carried out by itself from now on, or no longer."""
        self._notes.let_stand(entry.id, stands=stands)
        self.refresh()

    def give(self, entry: OrderEntry) -> int:
        """Carry an order out as far as it is allowed; return how many actions it took."""
        decision = self._seat.decision()
        if decision is None:
            return 0
        self._given.add(self._asked(decision, entry))
        done = self._seat.act_all(self._allowed(entry, decision.side))
        if not done:
            self.idle.emit(entry.title)
        return done

    def _allowed(self, entry: OrderEntry, side: str) -> Iterator[Action]:
        for action in entry.actions(self._seat):
            asked = self._seat.decision()
            if asked is None or asked.side != side:
                return
            if self._seat.check(action):
                yield action

    def _by_itself(self) -> None:
        """Carry out what stands, once for all that is asked, and not while one goes back."""
        seat = self._seat
        for entry in self.due() if not (seat.rests or seat.can_redo()) else ():
            if self.give(entry):
                return  # what is asked now is another thing

    def due(self) -> list[OrderEntry]:
        """Return the orders that stand and are still to be carried out for what is asked."""
        decision = self._seat.decision()
        if decision is None:
            return []
        return [
            entry
            for entry in self.now
            if self.stands(entry) and self._asked(decision, entry) not in self._given
        ]

    def _asked(self, decision: Decision, entry: OrderEntry) -> tuple[object, ...]:
        s = self._seat.sight
        phase = s.phase.id if s.phase else ""
        row = self._seat.head if entry.repeats else None
        return (entry.id, s.turn, phase, decision.side, repr(decision.prompt), row)
