"""A seat at the table: what is done in a match, here or by computer players, and taken back.

Widgets ask the seat and listen to its signals; none of them touches the match itself. What is seen
is in `tabuleiro.host.watching`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QTimer, Signal

from tabuleiro.bots import make_player
from tabuleiro.engine import DiceWanted, GameError, Refused
from tabuleiro.engine.faults import RuleFault
from tabuleiro.engine.seat import Mark, Request
from tabuleiro.host.gesture_rows import GestureRows
from tabuleiro.host.watching import HUMAN, Watching
from tabuleiro.i18n import _
from tabuleiro.store import StoreError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from tabuleiro.bots import Player
    from tabuleiro.engine import Action
    from tabuleiro.seats import LocalSeat, Table, ToldRow

__all__ = ["HUMAN", "Seat"]

_BREATH_MS: Final = 30


class Seat(Watching):
    """A match that is played in one window."""

    acted = Signal(object)
    """A row was added to the log."""
    refused = Signal(object)
    """An action was refused; the verdict says why."""
    failed = Signal(str)
    """Something could not be done; one sentence."""
    broke = Signal(object)
    """A rule failed: the fault. The match stays where it was."""
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
        super().__init__(table, players=players, open_hands=open_hands, title=title, parent=parent)
        self.free_hand = False
        self.roll: Callable[[DiceWanted], tuple[int, ...]] | None = None
        """Asks the people here what they rolled, where they roll their own dice; () is: not now."""
        self.pace_ms = 250
        """How long a computer player waits between two actions, so that one can follow."""
        self.gestures = GestureRows(self)
        """Which rows are one gesture."""
        self.passes: Callable[[], bool] = lambda: False
        """Whether the screen goes at once to the human who is asked, and no page covers it."""
        self._meant_for: tuple[str, str, str] | None = None
        """What was asked when pieces were selected."""
        self._bots: dict[str, Player] = {}
        self._clock = QTimer(self)
        self._clock.setSingleShot(True)
        self._clock.timeout.connect(self._computer_acts)

    # what waits until it may be shown

    def hold(self, row: ToldRow) -> None:
        """Show nothing of the deed that a row tells of, and ask nothing, until it is released."""
        if self._held is None and row.parent is not None:
            self._held = row.parent  # through these eyes again, though the match may be over
            self._held = self.at.before(row.n)

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

    # doing

    def act(self, action: Action) -> bool:
        """Take an action; return whether it was done. Whoever listens is told why not."""
        if self.looking_back:
            self.failed.emit(_("You are looking at the past. Go back to the present to play on."))
            return False
        if self.held:
            return False
        return self._try(lambda: self._commit(self._actor(), action))

    def act_all(self, actions: Iterable[Action], left: Sequence[str] = ()) -> int:
        """Take several actions as one gesture; return how many were done.

        The next one is asked for only when the one before was done, and whoever listens is told
        of a change once, at the end. Pieces that are ``left`` then, if any, stay in hand.
        """
        done = 0
        begun = self.gestures.begin()

        def deed() -> None:
            nonlocal done
            try:
                for action in actions:
                    self._commit(self._actor(), action)
                    done += 1
                    if done > 1:
                        self.gestures.join(begun)
            finally:
                if left:
                    self.selection, self._meant_for = tuple(left), self._question()

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
        kept = [p for p in alive if s.on_map(p) or self._waiting(p)]
        asked = self._question()
        if kept and asked not in {None, self._meant_for} and not self.free_hand:
            kept = [piece for piece in kept if self._goes_on_with(piece)]
        self.selection = tuple(kept)
        self._show()
        self.wake()

    def _goes_on_with(self, piece: str) -> bool:
        """Return whether a piece in hand may mean something in what is asked now.

        Not in a retreat or an advance: whoever was in hand for something else would go there.
        """
        decision = self.decision()
        return decision is not None and decision.kind != "path" and self._waiting(piece)

    def select(self, pieces: Iterable[str], *, add: bool = False) -> None:
        """Select pieces, for what is asked now."""
        self._meant_for = self._question()
        super().select(pieces, add=add)

    def _question(self) -> tuple[str, str, str] | None:
        """Return what is asked now: of whom, what kind of answer, in which words."""
        decision = self.decision()
        return None if decision is None else (decision.side, decision.kind, decision.prompt.text)

    def _show(self) -> None:
        """Let all be shown as it is now, to whom the screen goes at once if it goes to another."""
        side = self.waits_for
        if side is not None and self.passes():
            self._look_for(side)
        else:
            self.changed.emit()

    def _waiting(self, piece: str) -> bool:
        return bool(self.offers(piece=piece, prices=False))

    # time

    def to_take_back(self) -> list[ToldRow]:
        """Return the rows that undoing takes back: what was done here last, and all that followed.

        What was one gesture goes back as one, but for what lies before dice or a revelation in it.
        What only computer players did cannot be taken back: they would do it again.
        """
        found: list[ToldRow] = []
        mine = False
        for row in reversed(self.rows()):
            if row.parent is None or (mine and row.reveals):
                break
            found.append(row)
            mine = mine or row.kind == "free"
            mine = mine or (row.kind == "action" and (row.side in self.humans or not self.humans))
            if mine and not self.gestures.goes_on(row.n):
                break
        return found if mine else []

    def can_undo(self) -> bool:
        """Return whether what was done here last can be taken back without anybody's consent."""
        rows = self.to_take_back()
        if self._alone:
            return bool(rows)
        if not rows or rows[-1].parent is None or any(row.reveals for row in rows):
            return False
        return not self.must_agree(rows[-1].parent)

    @property
    def _alone(self) -> bool:
        """Whether only people before this screen sit at a free table: they agree to go back."""
        return self.module.free_table and {*self.module.played_sides} <= {*self.humans}

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
        consent = consent or self._alone

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
        self._went(asker.goto(self.at.number_at(row, asker)).now(), consent=consent)

    def _went(self, found: Mark | Request, *, consent: bool) -> None:
        """Let those agree whom it needs, or nobody, where the others were asked."""
        if not isinstance(found, Request):
            return
        if not consent:
            self.place(found.needs[0]).answer(found.id, yes=False)
            raise GameError(_("The other side must agree to that."))
        for side in found.needs:  # they sit before the same screen
            self.place(side).answer(found.id, yes=True)

    def redo(self) -> bool:
        """Go forward again, by a whole gesture, through what a computer player did next."""

        def forward() -> None:
            self._went(self._actor().redo().now(), consent=False)
            while (ahead := self.at.ahead()) is not None and self.gestures.goes_on(ahead):
                self._went(self._actor().redo().now(), consent=False)

        return self._travel(forward)

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
