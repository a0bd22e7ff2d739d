"""A seat at the table: a match, the eyes through which it is seen, and what is pointed at.

Widgets ask the seat and listen to its signals; none of them touches the match itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QObject, QTimer, Signal

from tabuleiro.bots import make_player
from tabuleiro.engine import DiceWanted, GameError, Refused, Situation
from tabuleiro.engine.views import view_piece
from tabuleiro.i18n import _
from tabuleiro.store import StoreError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tabuleiro.bots import Player
    from tabuleiro.engine import Action, Decision, Game, Row, Verdict

__all__ = ["HUMAN", "Seat"]

HUMAN: Final = "human"
_BREATH_MS: Final = 30


class Seat(QObject):
    """A match as it is shown in one window.

    ``players`` says who plays each side: ``human``, or the name of a computer player. With more
    than one human the seat looks through the eyes of the side that is asked (a hot seat), unless
    ``open_hands`` lets everybody see everything.
    """

    changed = Signal()
    """The position that is shown is another one."""
    acted = Signal(object)
    """A row was added to the log."""
    selected = Signal()
    """Other pieces are selected."""
    pointed = Signal(object)
    """Another hex is pointed at, or None."""
    refused = Signal(object)
    """An action was refused; the verdict says why."""
    failed = Signal(str)
    """Something could not be done; one sentence."""
    thinking = Signal(bool)
    """A computer player begins or ends to choose."""

    def __init__(
        self,
        game: Game,
        *,
        players: dict[str, str] | None = None,
        open_hands: bool = False,
        title: str = "",
        parent: QObject | None = None,
    ) -> None:
        """Sit down at a match."""
        super().__init__(parent)
        self.game = game
        self.title = title
        self.players = dict.fromkeys(game.module.sides, HUMAN) | dict(players or {})
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
        self._past: tuple[int, Situation] | None = None
        self._bots: dict[str, Player] = {}
        self._clock = QTimer(self)
        self._clock.setSingleShot(True)
        self._clock.timeout.connect(self._computer_acts)

    # what is shown

    @property
    def situation(self) -> Situation:
        """The situation that is shown: that of the head, or of the row that one looks back at."""
        row = self.shown_row
        if row is None or row == self.game.log.head:
            return self.game.situation
        if self._past is None or self._past[0] != row:
            now = self.game.situation
            position = self.game.log.position(row)
            self._past = (
                row,
                Situation(now.module, now.scenario, now.options, now.rules, position),
            )
        return self._past[1]

    @property
    def looking_back(self) -> bool:
        """Whether the position that is shown is not the one that is played on."""
        return self.shown_row is not None and self.shown_row != self.game.log.head

    @property
    def humans(self) -> tuple[str, ...]:
        """The sides that are played here."""
        return tuple(side for side, who in self.players.items() if who == HUMAN)

    @property
    def viewer(self) -> str | None:
        """The side through whose eyes the match is seen; None sees all."""
        if self.open_hands or self.game.over or not self.humans:
            return None
        if len(self.humans) == 1:
            return self.humans[0]
        decision = self.game.decision()
        return decision.side if decision is not None and decision.side in self.humans else None

    def seen(self, piece: str) -> dict[str, Any] | None:
        """Return what may be known here of a piece; None if not even that it is there."""
        s, viewer = self.situation, self.viewer
        return s.memo(("host-seen", viewer, piece), lambda: view_piece(s, viewer, piece))

    def stack(self, place: str) -> tuple[str, ...]:
        """Return the pieces in a place that may be seen, bottom first."""
        return tuple(piece for piece in self.situation.at(place) if self.seen(piece))

    # what is asked

    def decision(self) -> Decision | None:
        """Return what is asked now of somebody who sits here, else None."""
        if self.looking_back:
            return None
        decision = self.game.decision()
        return decision if decision is not None and decision.side in self.humans else None

    def legal(self, *, piece: str | None = None, hex: str | None = None) -> list[Action]:
        """Return what may be done now by somebody who sits here."""
        if self.decision() is None:
            return []
        s = self.situation
        return s.memo(("host-legal", piece, hex), lambda: self.game.legal(piece=piece, hex=hex))

    def check(self, action: Action) -> Verdict:
        """Return whether an action may be taken now."""
        return self.game.check(action)

    # doing

    def act(self, action: Action) -> bool:
        """Take an action; return whether it was done. Whoever listens is told why not."""
        if self.looking_back:
            self.failed.emit(_("This is the past. Go back to the present to play on."))
            return False
        return self._try(lambda: self._commit(action))

    def _commit(self, action: Action) -> None:
        try:
            row = self._taken(action)
        except Refused as refusal:
            self.refused.emit(refusal.verdict)
            raise
        self.shown_row = None
        self.acted.emit(row)

    def _taken(self, action: Action) -> Row:
        """Take an action, with as many dice as it wants; the seed throws for computer players."""
        computers = [side for side, who in self.players.items() if who != HUMAN]
        dice: tuple[int, ...] = ()
        while True:
            try:
                return self.game.act(action, dice=dice, thrown=computers)
            except DiceWanted as wanted:
                more = self.roll(wanted) if self.roll is not None else ()
                if not more:
                    raise
                dice += more

    def _try(self, deed: Callable[[], object]) -> bool:
        try:
            deed()
        except Refused:
            return False
        except (GameError, StoreError) as error:
            self.failed.emit(str(error))
            return False
        self._settle()
        return True

    def _settle(self) -> None:
        alive = [p for p in self.selection if p in self.situation.position.pieces]
        self.selection = tuple(p for p in alive if self.situation.on_map(p) or self._waiting(p))
        self.changed.emit()
        self.wake()

    def _waiting(self, piece: str) -> bool:
        return bool(self.legal(piece=piece))

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

    def to_take_back(self) -> list[Row]:
        """Return the rows that undoing takes back: what was done here last, and all that followed.

        What only computer players did cannot be taken back: they would do it again.
        """
        log, found = self.game.log, []
        row = log.rows[log.head]
        while row.parent is not None:
            found.append(row)
            mine = row.kind == "action" and (row.side in self.humans or not self.humans)
            if mine or row.kind == "free":
                return found
            row = log.rows[row.parent]
        return []

    def can_undo(self) -> bool:
        """Return whether what was done here last can be taken back without anybody's consent."""
        rows = self.to_take_back()
        return bool(rows) and not any(row.reveals for row in rows)

    def undo(self, *, consent: bool = False) -> bool:
        """Go back to one's own last decision, over what computer players did since."""

        def back() -> None:
            rows = self.to_take_back()
            parent = rows[-1].parent if rows else None
            if parent is None:
                raise GameError(_("There is nothing to undo."))
            if not consent and any(row.reveals for row in rows):
                raise GameError(_("Dice fell or something hidden was shown since."))
            self.game.goto(parent)

        return self._travel(back)

    def redo(self) -> bool:
        """Go forward again, through what a computer player did next."""

        def forth() -> None:
            self.game.redo()
            while self._computer() is not None and self.game.log.next_of(self.game.log.head):
                self.game.redo()

        return self._travel(forth)

    def goto(self, row: int) -> bool:
        """Play on from any row of the log."""
        return self._travel(lambda: self.game.goto(row))

    def _travel(self, deed: Callable[[], None]) -> bool:
        self._clock.stop()

        def go() -> None:
            deed()
            self.shown_row = None

        return self._try(go)

    def look_back(self, row: int | None) -> None:
        """Show the position after a row without playing on from it; None is the present."""
        if row == self.game.log.head:
            row = None
        if row != self.shown_row:
            self.shown_row = row
            self.changed.emit()
            self.wake()

    # computer players

    def wake(self) -> None:
        """Let a computer player act if it is asked, unless somebody is looking back."""
        waits = self.looking_back or self._clock.isActive()
        if self._computer() is not None and not waits:
            self.thinking.emit(True)
            self._clock.start(max(self.pace_ms, _BREATH_MS))

    def rest(self) -> None:
        """Stop computer players, for example because the window closes."""
        self._clock.stop()

    def _computer(self) -> str | None:
        """Return the side of a computer player that is asked now."""
        decision = self.game.decision()
        if decision is None or self.players[decision.side] == HUMAN:
            return None
        return decision.side

    def _computer_acts(self) -> None:
        side = self._computer()
        if side is None or self.looking_back:
            self.thinking.emit(False)
            return
        bot = self._bots.get(side)
        if bot is None:
            seed = f"{self.game.header.seed} {side}"
            bot = self._bots[side] = make_player(self.players[side], seed=seed)
        action = bot.choose(self.game)
        self._try(lambda: self._commit(action))
        if self._computer() is None:
            self.thinking.emit(False)
