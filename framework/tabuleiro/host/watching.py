"""What is seen of a match in one window: through whose eyes, which position, what is asked.

Widgets ask it and listen to its signals; none of them touches the match itself. What is done is in
`tabuleiro.host.seat`.
"""

from __future__ import annotations

from contextlib import contextmanager
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QObject, Signal

from tabuleiro.seats import Offer, Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from tabuleiro.engine import Action, Decision, Message, Verdict
    from tabuleiro.module import Module, Scenario
    from tabuleiro.seats import Branch, LocalSeat, Sight, Standing, ToldRow

__all__ = ["HUMAN", "Watching"]

HUMAN: Final = "human"
_PIECES: Final = 64
"""Of so many pieces it is kept what was offered to each."""


class Watching(QObject):
    """A match as it is shown in one window.

    ``players`` says who plays each side: ``human``, or the name of a computer player. It looks at
    the match through one of the seats at the table: that of the only human; with more of them
    (a hot seat) that of the side to which the screen was handed over, and until then that of an
    onlooker, who sees what is public. With ``open_hands``, and when the match is over, all is seen.
    """

    changed = Signal()
    """The position that is shown is another one."""
    handed = Signal()
    """Others look now: what was typed, sought and said before is not theirs to read."""
    selected = Signal()
    """Other pieces are selected."""
    pointed = Signal(object)
    """Another hex is pointed at, or None."""

    def __init__(
        self,
        table: Table,
        *,
        players: dict[str, str] | None = None,
        open_hands: bool = False,
        title: str = "",
        parent: QObject | None = None,
    ) -> None:
        """Sit down at a table."""
        super().__init__(parent)
        self.table = table
        """For whoever keeps the match: files, the library. Nothing of it is shown."""
        self.title = title
        sides = table.module.sides
        self.players = dict.fromkeys(sides, HUMAN) | dict(players or {})
        table.agreeable = frozenset(side for side, who in self.players.items() if who != HUMAN)
        self.open_hands = open_hands
        self.selection: tuple[str, ...] = ()
        self.hex: str | None = None
        self.shown_row: int | None = None
        """The row of the log that is shown instead of the head, while looking back."""
        self.rests = False
        """Whether computer players wait until somebody here goes on."""
        self.written: dict[tuple[int, str], list[tuple[ToldRow, Any]]] = {}
        """Rows that were put into words, by number and language, for all panels that tell them."""
        self._by_action: dict[str | None, tuple[tuple[Offer, ...], dict[Action, Offer]]] = {}
        """What was offered to some pieces last, by action: all that is lit asks for its price."""
        self._seats: dict[str, LocalSeat] = {}
        self._onlooker = table.seat()
        self._everything = table.seat(*sides)
        self._holder = ""
        self._through: LocalSeat | None = None
        self._held: int | None = None
        """The last row that is shown while those after it wait: their dice are on their way."""
        self.hand_over()

    # whose eyes

    def place(self, side: str) -> LocalSeat:
        """Return the seat of a side."""
        if side not in self._seats:
            self._seats[side] = self.table.seat(side)
        return self._seats[side]

    @property
    def at(self) -> LocalSeat:
        """The seat through which the match is seen now."""
        if self._through is not None:
            return self._through
        if self.open_hands or self.over:
            return self._everything
        humans = self.humans
        if len(humans) == 1:
            return self.place(humans[0])
        return self.place(self._holder) if self._holder in humans else self._onlooker

    @property
    def public(self) -> Sight:
        """What is seen now by all alike, whoever sits here."""
        return self._onlooker.sight()

    @property
    def asked_openly(self) -> Message | None:
        """What is asked now of whoever it is, as far as all may know it."""
        standing = self._onlooker.standing()
        return None if standing is None else standing.prompt

    @property
    def viewer(self) -> str:
        """The side through whose eyes one looks; empty if all is seen, or only the public."""
        return self.at.sides[0] if len(self.at.sides) == 1 else ""

    @property
    def sees_all(self) -> bool:
        """Whether nothing is hidden here."""
        return self.at is self._everything

    @property
    def players(self) -> Mapping[str, str]:
        """Who plays each side: ``human``, or the name of a computer player."""
        return self._players

    @players.setter
    def players(self, players: Mapping[str, str]) -> None:
        self._players = MappingProxyType(dict(players))
        self._humans = tuple(side for side, who in players.items() if who == HUMAN)

    @property
    def humans(self) -> tuple[str, ...]:
        """The sides that are played here."""
        return self._humans

    @property
    def waits_for(self) -> str | None:
        """The human to whom the screen should be handed over, None if nobody else is asked."""
        asked = self.table.asked
        if asked is None or len(self.humans) < 2 or self.open_hands or self.held or self.rests:
            return None
        return asked if asked in self.humans and asked != self._holder else None

    @contextmanager
    def through(self, side: str) -> Iterator[None]:
        """Look for a while as one side was told the match, to write down what it knows.

        Whoever sees less than all sees no more by it: then it is his own side, or nothing happens.
        """
        self._through = self.place(side) if self.sees_all and side else None
        self.shown_row = None
        try:
            yield
        finally:
            self._through = None
            self.shown_row = None
            self.changed.emit()

    def hand_over(self) -> None:
        """Look from now on through the eyes of the human who is asked: he has the screen."""
        side = self.waits_for
        if side is not None:
            self._look_for(side)

    def hold_back(self) -> None:
        """Look through nobody's eyes until the screen was handed over."""
        if self._holder:
            self._look_for("")

    def _look_for(self, side: str) -> None:
        """Look through other eyes: of what was pointed at before nothing stays."""
        self._holder = side
        self._by_action.clear()
        self.shown_row = None
        had, self.selection = self.selection, ()
        self.hex = None
        self.handed.emit()
        self.changed.emit()
        if had:
            self.selected.emit()

    # what is shown

    @property
    def module(self) -> Module:
        """The game that is played."""
        return self.table.module

    @property
    def scenario(self) -> Scenario:
        """The scenario that is played."""
        return self.table.scenario

    @property
    def over(self) -> bool:
        """Whether the match has ended, as far as it is shown."""
        return self.table.asked is None and not self.held

    @property
    def sight(self) -> Sight:
        """What is shown: what is seen now, or was after the row that one looks back at."""
        return self.at.sight(self._shown)

    def ask(self, what: str, **about: Any) -> Any:
        """Return what the rules say of what is shown."""
        return self.at.ask(what, self._shown, **about).now()

    @property
    def _shown(self) -> int | None:
        """The row that is shown instead of the last one, if any."""
        return self._held if self.shown_row is None else self.shown_row

    @property
    def head(self) -> int:
        """The number of the row that was told last, of those that may be shown."""
        return self.at.head().n if self._held is None else self._held

    @property
    def here(self) -> int:
        """The number of the row after which things are shown."""
        return self.head if self.shown_row is None else self.shown_row

    def rows(self) -> list[ToldRow]:
        """Return the rows of the line that is played."""
        return self.at.line() if self._held is None else self.at.line(self._held)

    def last(self) -> ToldRow:
        """Return the row that was told last."""
        return self.at.row(self.head)

    def branches(self) -> tuple[Branch, ...]:
        """Return all lines of the match."""
        return self.at.branches()

    @property
    def looking_back(self) -> bool:
        """Whether the position that is shown is not the one that is played on."""
        return self.shown_row is not None and self.shown_row != self.head

    def seen(self, piece: str) -> dict[str, Any] | None:
        """Return what may be known here of a piece; None if not even that it is there."""
        s = self.sight
        return s.seen(piece) if piece in s.position.pieces else None

    def stack(self, place: str) -> tuple[str, ...]:
        """Return the pieces in a place that may be seen, bottom first."""
        return self.sight.at(place)

    @property
    def held(self) -> bool:
        """Whether the last rows are not shown yet, as their dice are still on their way."""
        return self._held is not None

    # what is asked

    def standing(self) -> Standing | None:
        """Return who is asked now; None if the match is over."""
        return self.at.standing()

    def decision(self) -> Decision | None:
        """Return what is asked now of whoever sits here, else None."""
        if self.looking_back or self.held:
            return None
        return self.at.decision() if self.table.asked in self.humans else None

    def offers(
        self, *, piece: str | None = None, hex: str | None = None, prices: bool = True
    ) -> tuple[Offer, ...]:
        """Return what may be done now by whoever sits here; of a piece, each with its price."""
        if self.decision() is None:
            return ()
        return self.at.legal(piece=piece, hex=hex, prices=prices).now()

    def offer(self, action: Action) -> Offer:
        """Return an action as it is offered, with its price; without one if it is not."""
        found = self.offers(piece=action.about) if action.about else ()
        known = self._by_action.get(action.about)
        if known is None or known[0] is not found:
            while len(self._by_action) >= _PIECES:
                del self._by_action[next(iter(self._by_action))]
            known = found, {offer.action: offer for offer in reversed(found)}
            self._by_action[action.about] = known
        return known[1].get(action) or Offer(action)

    def legal(self, *, piece: str | None = None, hex: str | None = None) -> list[Action]:
        """Return what may be done now by whoever sits here."""
        return [offer.action for offer in self.offers(piece=piece, hex=hex, prices=False)]

    def check(self, action: Action) -> Verdict:
        """Return whether an action may be taken now."""
        return self._actor().check(action).now()

    def why(self, piece: str, place: str) -> Verdict | None:
        """Return why a piece cannot go to a place now; None if nothing can be said about it."""
        return self.at.why(piece, place).now() if self.decision() is not None else None

    def let_pass(self, piece: str, place: str) -> Action | None:
        """Return how a piece goes to a place that is not offered, where strictness lets it pass."""
        return None if self.looking_back else self._actor().let_pass(piece, place).now()

    def _actor(self) -> LocalSeat:
        """Return the seat that acts: the one that is looked through, an onlooker's being none."""
        asked = self.table.asked
        return self.at if self.at.sides or asked is None else self.place(asked)

    # pointing

    def select(self, pieces: Iterable[str], *, add: bool = False) -> None:
        """Select pieces, or add them to those that are selected."""
        wanted = tuple(dict.fromkeys((*self.selection, *pieces) if add else pieces))
        if wanted != self.selection:
            self.selection = wanted
            self.selected.emit()

    def point(self, hex: str | None) -> None:
        """Point at a hex, or at none."""
        if hex != self.hex:
            self.hex = hex
            self.pointed.emit(hex)
