"""A table in this process: a match, the seats around it, and what they ask of each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine.eyes import module_as_seen
from tabuleiro.engine.knowledge import EVERYTHING, Everything
from tabuleiro.engine.messages import Message
from tabuleiro.engine.seat import News, Request, SeatError
from tabuleiro.i18n import _

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from tabuleiro.engine import Game, Row
    from tabuleiro.engine.game import Vet
    from tabuleiro.hooks import GamePlugin
    from tabuleiro.module import Module, Scenario
    from tabuleiro.seats.local import LocalSeat

__all__ = ["Table"]


class Table:
    """Holds a match. Only seats ask it; they give to their sides what these may know.

    >>> from tabuleiro.engine.catalogue import Catalogue
    >>> table = Table(Catalogue.installed().new("diadem", seed="1"))
    >>> axis = table.seat("axis")
    >>> axis.standing().mine, table.seat("allied").decision()
    (True, None)
    """

    def __init__(
        self, game: Game, *, agreeable: Collection[str] = (), vet: Vet | None = None
    ) -> None:
        """Lay a match on the table. The ``agreeable`` sides agree to all: computer players.

        ``vet`` looks at what comes of each action before it is taken.
        """
        self._game = game
        self.vet = vet
        self.agreeable = frozenset(agreeable)
        self._requests: dict[int, Request] = {}
        self._asked = 0
        self._ears: list[tuple[LocalSeat, Callable[[News], object]]] = []

    @property
    def game(self) -> Game:
        """The match, for whoever keeps it: a library, a file, an arbiter. Not for players."""
        return self._game

    @property
    def module(self) -> Module:
        """The game that is played, with the counters of pieces that are not known."""
        return module_as_seen(self._game.module)

    @property
    def scenario(self) -> Scenario:
        """The scenario that is played."""
        return self._game.scenario

    @property
    def plugin(self) -> GamePlugin:
        """The plugin of the game, for whoever looks what else it brings."""
        return self._game.ruleset.plugin

    def answers(self, hook: str) -> bool:
        """Return whether the rules of this match know of something at all, by the hook's name."""
        return self._game.ruleset.answers(hook)

    @property
    def asked(self) -> str | None:
        """The side that is asked now, None if the match is over."""
        asked = self._game.situation.asked()
        return None if asked is None else asked.side

    def seat(self, *sides: str, everything: bool = False) -> LocalSeat:
        """Return a seat for one side, for all of them, or with no side for an onlooker.

        Whoever holds all sides sees everything; an onlooker sees what is public, or
        ``everything`` if that is what he is given.
        """
        from tabuleiro.seats.local import LocalSeat

        everybody = tuple(self._game.module.sides)
        unknown = [side for side in sides if side not in everybody]
        if unknown:
            raise SeatError(
                _("There is no side called {side} in this match.").format(side=unknown[0])
            )
        viewer: str | Everything = sides[0] if sides else ""
        if everything or set(sides) == set(everybody):
            viewer = EVERYTHING
        elif len(sides) > 1:
            raise SeatError(_("A seat holds one side, or all of them."))
        return LocalSeat(self, sides, viewer)

    # news

    def listen(self, seat: LocalSeat, hear: Callable[[News], object]) -> Callable[[], None]:
        """Tell a seat what changes, until the function that is returned is called."""
        entry = (seat, hear)
        self._ears.append(entry)

        def stop() -> None:
            if entry in self._ears:
                self._ears.remove(entry)

        return stop

    def leave(self, seat: LocalSeat) -> None:
        """Forget a seat."""
        self._ears = [ear for ear in self._ears if ear[0] is not seat]

    def acted(self, row: Row) -> None:
        """A row was written: those hear of it who are told something."""
        self._requests.clear()
        for seat, hear in tuple(self._ears):
            told = seat.told(row)
            if told is not None:  # not even that there was something is told to the others
                hear(News("row", told))

    def tell(self, kind: str, request: Request | None = None) -> None:
        """Tell all seats of something that concerns all."""
        for seat, hear in tuple(self._ears):
            hear(News(kind, request=None if request is None else seat.as_told(request)))

    # going back

    def go(self, by: tuple[str, ...], row: int, needs: tuple[str, ...]) -> Request | None:
        """Go to a row, or ask those who must agree."""
        if row not in self._game.log.rows:
            raise SeatError(_("There is no row {number} in the log.").format(number=row))
        if needs:
            self._asked += 1
            request = Request(self._asked, "goto", by[0] if by else "", row, needs)
            self._requests = {request.id: request}
            self.tell("request", request)
            return request
        self._game.goto(row)
        self._requests.clear()
        self.tell("moved")
        return None

    @property
    def requests(self) -> tuple[Request, ...]:
        """What waits for an answer, with rows as the match numbers them."""
        return tuple(self._requests.values())

    def answer(self, by: tuple[str, ...], number: int, *, yes: bool) -> None:
        """Take an answer to a request; the match goes back when all have agreed."""
        request = self._requests.get(number)
        if request is None:
            raise SeatError(_("There is nothing to answer any more."))
        mine = [side for side in request.needs if side in by]
        if not mine:
            raise SeatError(_("This is for others to answer."))
        if not yes:
            del self._requests[number]
            self.tell("refused", request)
            return
        left = tuple(side for side in request.needs if side not in mine)
        if left:
            self._requests[number] = Request(request.id, request.what, request.by, request.to, left)
            return
        del self._requests[number]
        self._game.goto(request.to)
        self.tell("moved", request)

    def say(self, message: Message) -> str:
        """Return a message in the current language."""
        return self._game.say(message)
