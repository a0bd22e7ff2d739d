"""A seat at the table: a match, the eyes through which it is seen, and what is pointed at.

Widgets ask the seat and listen to its signals; none of them touches the match itself.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QObject, QTimer, Signal

from tabuleiro.bots import make_player
from tabuleiro.engine import DiceWanted, GameError, Refused
from tabuleiro.engine.faults import RuleFault
from tabuleiro.engine.seat import Request
from tabuleiro.i18n import _
from tabuleiro.seats import Offer, Table
from tabuleiro.store import StoreError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from tabuleiro.bots import Player
    from tabuleiro.engine import Action, Decision, Verdict
    from tabuleiro.module import Module, Scenario
    from tabuleiro.seats import Branch, LocalSeat, Sight, Standing, ToldRow

__all__ = ["HUMAN", "Seat"]

HUMAN: Final = "human"
_BREATH_MS: Final = 30


class Seat(QObject):
    """A match as it is shown in one window.

    ``players`` says who plays each side: ``human``, or the name of a computer player. It looks at
    the match through one of the seats at the table: that of the only human; with more of them
    (a hot seat) that of the side to which the screen was handed over, and until then that of an
    onlooker, who sees what is public. With ``open_hands``, and when the match is over, all is seen.
    """

    changed = Signal()
    """The position that is shown is another one."""
    acted = Signal(object)
    """A row was added to the log."""
    handed = Signal()
    """Others look now: what was typed, sought and said before is not theirs to read."""
    selected = Signal()
    """Other pieces are selected."""
    pointed = Signal(object)
    """Another hex is pointed at, or None."""
    refused = Signal(object)
    """An action was refused; the verdict says why."""
    failed = Signal(str)
    broke = Signal(object)
    """A rule failed: the fault. The match stays where it was."""
    """Something could not be done; one sentence."""
    thinking = Signal(bool)
    """A computer player begins or ends to choose."""

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
        self.free_hand = False
        self.roll: Callable[[DiceWanted], tuple[int, ...]] | None = None
        """Asks the people here what they rolled, where they roll their own dice; () is: not now."""
        self.pace_ms = 250
        """How long a computer player waits between two actions, so that one can follow."""
        self.passes: Callable[[], bool] = lambda: False
        """Whether the screen goes at once to the human who is asked, and no page covers it."""
        self._seats: dict[str, LocalSeat] = {}
        self._onlooker = table.seat()
        self._everything = table.seat(*sides)
        self._holder = ""
        self._through: LocalSeat | None = None
        self._held: int | None = None
        """The last row that is shown while those after it wait: their dice are on their way."""
        self.rests = False
        """Whether computer players wait until somebody here goes on."""
        self._bots: dict[str, Player] = {}
        self._clock = QTimer(self)
        self._clock.setSingleShot(True)
        self._clock.timeout.connect(self._computer_acts)
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
    def viewer(self) -> str:
        """The side through whose eyes one looks; empty if all is seen, or only the public."""
        return self.at.sides[0] if len(self.at.sides) == 1 else ""

    @property
    def sees_all(self) -> bool:
        """Whether nothing is hidden here."""
        return self.at is self._everything

    @property
    def humans(self) -> tuple[str, ...]:
        """The sides that are played here."""
        return tuple(side for side, who in self.players.items() if who == HUMAN)

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

    # what waits until it may be shown

    @property
    def held(self) -> bool:
        """Whether the last rows are not shown yet, as their dice are still on their way."""
        return self._held is not None

    def hold(self, row: int) -> None:
        """Show nothing that follows a row, and ask nothing, until it is released."""
        if self._held is None:
            self._held = row

    def release(self) -> None:
        """Show all that was played."""
        if self._held is not None:
            self._held = None
            self._settle()

    def go_on(self) -> None:
        """Go on after a scene: computer players act again, or another takes the seat."""
        self.rests = False
        self._show()
        self.wake()

    # what is asked

    def standing(self) -> Standing | None:
        """Return who is asked now; None if the match is over."""
        return self.at.standing()

    def decision(self) -> Decision | None:
        """Return what is asked now of whoever sits here, else None."""
        if self.looking_back or self.held:
            return None
        return self.at.decision() if self.table.asked in self.humans else None

    def offers(self, *, piece: str | None = None, hex: str | None = None) -> tuple[Offer, ...]:
        """Return what may be done now by whoever sits here, each with its price."""
        if self.decision() is None:
            return ()
        return self.at.legal(piece=piece, hex=hex).now()

    def offer(self, action: Action) -> Offer:
        """Return an action as it is offered, with its price; without one if it is not."""
        found = self.offers(piece=action.about) if action.about else ()
        return next((offer for offer in found if offer.action == action), Offer(action))

    def legal(self, *, piece: str | None = None, hex: str | None = None) -> list[Action]:
        """Return what may be done now by whoever sits here."""
        return [offer.action for offer in self.offers(piece=piece, hex=hex)]

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

    # doing

    def act(self, action: Action) -> bool:
        """Take an action; return whether it was done. Whoever listens is told why not."""
        if self.looking_back:
            self.failed.emit(_("You are looking at the past. Go back to the present to play on."))
            return False
        if self.held:
            return False
        return self._try(lambda: self._commit(self._actor(), action))

    def act_all(self, actions: Iterable[Action]) -> int:
        """Take several actions as one gesture; return how many were done.

        The next one is asked for only when the one before was done, and whoever listens is told
        of a change once, at the end.
        """
        done = 0

        def deed() -> None:
            nonlocal done
            for action in actions:
                self._commit(self._actor(), action)
                done += 1

        if not (self.looking_back or self.held) and not self._try(deed) and done:
            self._settle()
        return done

    def _commit(self, seat: LocalSeat, action: Action) -> None:
        at, before = self.at, self.head
        try:
            self._taken(seat, action)
        except Refused as refusal:
            self.refused.emit(refusal.verdict)
            raise
        self.shown_row = None
        for row in list(at.rows(before)):
            self.acted.emit(row)

    def _taken(self, seat: LocalSeat, action: Action) -> None:
        """Take an action, with as many dice as it wants; the seed throws for computer players."""
        computers = [side for side, who in self.players.items() if who != HUMAN]
        dice: tuple[int, ...] = ()
        while True:
            try:
                seat.act(action, dice=dice, thrown=computers)
            except DiceWanted as wanted:
                more = self.roll(wanted) if self.roll is not None else ()
                if not more:
                    raise
                dice += more
            else:
                return

    def _try(self, deed: Callable[[], object]) -> bool:
        try:
            deed()
        except Refused:
            return False
        except RuleFault as fault:
            self.broke.emit(fault)
            return False
        except (GameError, StoreError) as error:
            self.failed.emit(str(error))
            return False
        self._settle()
        return True

    def _settle(self) -> None:
        s = self.sight
        if self.humans and self.decision() is None and not self.looking_back and not self.held:
            self.selection = ()  # while others act nothing of mine is in hand
        alive = [p for p in self.selection if p in s.position.pieces]
        self.selection = tuple(p for p in alive if s.on_map(p) or self._waiting(p))
        self._show()
        self.wake()

    def _show(self) -> None:
        """Let all be shown as it is now, to whom the screen goes at once if it goes to another."""
        side = self.waits_for
        if side is not None and self.passes():
            self._look_for(side)
        else:
            self.changed.emit()

    def _waiting(self, piece: str) -> bool:
        return bool(self.offers(piece=piece))

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

    # time

    def to_take_back(self) -> list[ToldRow]:
        """Return the rows that undoing takes back: what was done here last, and all that followed.

        What only computer players did cannot be taken back: they would do it again.
        """
        found = []
        for row in reversed(self.rows()):
            if row.parent is None:
                break
            found.append(row)
            mine = row.kind == "action" and (row.side in self.humans or not self.humans)
            if mine or row.kind == "free":
                return found
        return []

    def can_undo(self) -> bool:
        """Return whether what was done here last can be taken back without anybody's consent."""
        rows = self.to_take_back()
        if not rows or rows[-1].parent is None or any(row.reveals for row in rows):
            return False
        return not self.must_agree(rows[-1].parent)

    def must_agree(self, row: int) -> tuple[str, ...]:
        """Return the people here who must agree before the match goes back to a row."""
        asker = self._asker()
        needs = asker.needs(self.at.number_at(row, asker))
        return tuple(side for side in needs if side in self.humans)

    def _asker(self) -> LocalSeat:
        """Return the seat that asks to go back: that of whoever has the screen."""
        if self.open_hands:
            return self._everything
        mine = (self._holder, *self.humans, self.table.asked)
        return self.place(next(side for side in mine if side))

    def can_redo(self) -> bool:
        """Return whether something was played after this and taken back."""
        return self._actor().can_redo()

    def undo(self, *, consent: bool = False) -> bool:
        """Go back to the last decision that was taken here, over what computer players did since.

        Past dice, past what was revealed and past what the other side did that side must agree;
        with ``consent`` it has agreed (:meth:`must_agree` says whom to ask).
        """

        def back() -> None:
            rows = self.to_take_back()
            if not rows or rows[-1].parent is None:
                raise GameError(_("There is nothing to undo."))
            if not consent and any(row.reveals for row in rows):  # a computer would just agree
                raise GameError(_("Dice were rolled or something hidden was shown since then."))
            self._go(rows[-1].parent, consent=consent)

        return self._travel(back)

    def _go(self, row: int, *, consent: bool) -> None:
        asker = self._asker()
        found = asker.goto(self.at.number_at(row, asker)).now()
        if not isinstance(found, Request):
            return
        if not consent:
            self.place(found.needs[0]).answer(found.id, yes=False)
            raise GameError(_("The other side must agree to that."))
        for side in found.needs:  # they sit before the same screen
            self.place(side).answer(found.id, yes=True)

    def redo(self) -> bool:
        """Go forward again, through what a computer player did next."""
        return self._travel(lambda: self._actor().redo())

    def goto(self, row: int, *, consent: bool = True) -> bool:
        """Play on from any row of the log."""
        return self._travel(lambda: self._go(row, consent=consent))

    def name(self, name: str, row: int | None = None) -> None:
        """Give a name to a row: a bookmark, a branch."""
        self.at.name(name, row)

    def _travel(self, deed: Callable[[], object]) -> bool:
        self._clock.stop()
        self.rests = False
        self.release()

        def go() -> None:
            deed()
            self.shown_row = None

        return self._try(go)

    def look_back(self, row: int | None) -> None:
        """Show the position after a row without playing on from it; None is the present."""
        if row == self.head:
            row = None
        if row != self.shown_row:
            self.shown_row = row
            self.changed.emit()
            self.wake()

    # computer players

    def wake(self) -> None:
        """Let a computer player act if it is asked, unless somebody is looking back."""
        waits = self.looking_back or self.held or self.rests or self._clock.isActive()
        if self._computer() is not None and not waits:
            self.thinking.emit(True)
            self._clock.start(max(self.pace_ms, _BREATH_MS))

    def rest(self) -> None:
        """Stop computer players, for example because the window closes."""
        self._clock.stop()

    def _computer(self) -> str | None:
        """Return the side of a computer player that is asked now."""
        asked = self.table.asked
        return None if asked is None or self.players[asked] == HUMAN else asked

    def _computer_acts(self) -> None:
        side = self._computer()
        if side is None or self.looking_back or self.held or self.rests:
            self.thinking.emit(False)
            return
        seat, bot = self.place(side), self._bots.get(side)
        if bot is None:
            bot = self._bots[side] = make_player(self.players[side], seed=f"{self.title} {side}")
        self._try(lambda: self._commit(seat, bot.choose(seat)))
        if self._computer() is None:
            self.thinking.emit(False)
