"""A seat at a table in this process."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from tabuleiro.engine.faults import RuleFault, guarded
from tabuleiro.engine.knowledge import Everything
from tabuleiro.engine.seat import (
    Branch,
    Done,
    Mark,
    Offer,
    Request,
    SeatError,
    Sight,
    Stale,
    Standing,
)
from tabuleiro.engine.told_log import ToldLog
from tabuleiro.i18n import _
from tabuleiro.seats.answers import End, branches, priced
from tabuleiro.seats.previews import preview
from tabuleiro.seats.questions import answer
from tabuleiro.seats.why import attempts, let_pass, why_not

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

    from tabuleiro.engine import Action, Decision, Game, Row, Verdict
    from tabuleiro.engine.eyes import Belief
    from tabuleiro.engine.position import Position
    from tabuleiro.engine.seat import News
    from tabuleiro.engine.told_log import ToldRow
    from tabuleiro.seats.table import Table

__all__ = ["LocalSeat"]

_KEPT = 64
"""How many sights are kept while one looks back and forth."""
_CAN = frozenset({"what-if", "own-dice", "takeback", "imagine"})


class LocalSeat:
    """The place of a side, of all sides, or of an onlooker at a table in this process.

    >>> from tabuleiro.engine.catalogue import Catalogue
    >>> from tabuleiro.seats import Table
    >>> seat = Table(Catalogue.installed().new("diadem", seed="1")).seat("axis")
    >>> offer = seat.legal().now()[0]
    >>> seat.act(offer.action, on=seat.head()).now().n
    1
    """

    def __init__(self, table: Table, sides: tuple[str, ...], viewer: str | Everything) -> None:
        """Sit down; tables make seats."""
        self._table = table
        self.sides = sides
        self.viewer = viewer
        self._log = ToldLog(table.game, viewer)
        self._sights: dict[int, Sight] = {}
        self._latest: tuple[Position, int, Sight] | None = None
        """What is seen now, with the position and the row of which it is: it is asked for often."""
        self._ends: dict[int, End] = {}
        self._past: dict[int, Belief] = {}
        """What was believed after rows that one looked back at: it does not change any more."""

    def fault_of(self, error: BaseException) -> RuleFault | None:
        """Return the fault of a rule that an error tells of, None if it tells of none."""
        return self._game.fault_of(error)

    # what is seen

    @property
    def _game(self) -> Game:
        return self._table.game

    @property
    def can(self) -> frozenset[str]:
        """What may be done here besides playing."""
        return _CAN | ({"free-hand"} if self._game.options.get("free-hand") else set())

    def head(self) -> Mark:
        """Return what was told last on the line that is played."""
        return self._log.head()

    def belief(self, at: int | None = None) -> Belief:
        """Return what is believed now, or was after a row: for questions that need rules."""
        game = self._game
        row = game.log.head if at is None else self._log.row_id(at)
        if row == game.log.head:
            return game.belief(self.viewer)
        found = self._past.get(row)
        if found is None:
            if len(self._past) > _KEPT:
                self._past.clear()
            found = self._past[row] = game.belief_at(self.viewer, row)
        return found

    @guarded
    def sight(self, at: int | None = None) -> Sight:
        """Return what is seen now, or was seen after a row."""
        if at is not None:
            return self._sight(at)
        game = self._game
        if self._latest is not None:
            position, head, found = self._latest
            if position is game.position and head == game.log.head:
                return found
        found = self._sight()
        self._latest = (game.position, game.log.head, found)
        return found

    def _sight(self, at: int | None = None) -> Sight:
        """Return what is seen, as worked out before if nothing has changed."""
        mark = self.head() if at is None else self._log.rows[at].mark
        belief = self.belief(at)
        key = mark.n
        found = self._sights.get(key)
        if found is None or found.position is not belief.s.position:
            viewer = self.viewer if isinstance(self.viewer, str) else ""
            if len(self._sights) > _KEPT:
                self._sights.clear()
            found = self._sights[key] = Sight(belief, viewer, mark)
        return found

    @guarded
    def standing(self) -> Standing | None:
        """Return who is asked; None if the match is over."""
        asked = self._game.situation.asked()
        if asked is None:
            return None
        mine = asked.side in self.sides
        decision = self.decision() if mine else self._game.belief(self.viewer).s.decision()
        if decision is None or decision.side != asked.side or (decision.secret and not mine):
            return Standing(asked.side, mine)
        return Standing(asked.side, mine, decision.prompt, decision.rule)

    def decision(self) -> Decision | None:
        """Return what is asked of this seat, None if nothing is."""
        asked = self._game.situation.asked()
        return self._game.decision() if asked is not None and asked.side in self.sides else None

    # rows

    def rows(self, after: int = -1) -> Iterator[ToldRow]:
        """Yield the rows of the line that is played, those after a row."""
        return (row for row in self._log.line() if row.n > after)

    def row(self, n: int) -> ToldRow:
        """Return a row by its number, whichever line it is on."""
        self._log.head()
        if not 0 <= n < len(self._log.rows):
            raise SeatError(_("There is no row {number} in the log.").format(number=n))
        return self._log.rows[n]

    @property
    def told_rows(self) -> int:
        """How many rows were told here, on all lines."""
        self._log.head()
        return len(self._log.rows)

    def line(self, n: int | None = None) -> list[ToldRow]:
        """Return the rows from the start to a row, the present one if none is named."""
        return self._log.line(n)

    def before(self, n: int) -> int | None:
        """Return the row after which all stood as it was before a row; None at the start.

        What is told of one deed in several rows, because something is shown in the middle of it,
        has but one position: that after all of them.
        """
        deed, parent = self._log.row_id(n), self.row(n).parent
        while parent is not None and self._log.row_id(parent) == deed:
            parent = self._log.rows[parent].parent
        return parent

    def number_at(self, n: int, other: LocalSeat) -> int:
        """Return the number of what another seat was told last up to a row of this one."""
        return n if other is self else other._log.number(self._log.row_id(self.row(n).n))

    def told(self, row: Row) -> ToldRow | None:
        """Return what is told here of a row that was just written."""
        n = self._log.number(row.id)
        told = self._log.rows[n]
        return told if self._log.row_id(n) == row.id else None

    def branches(self) -> tuple[Branch, ...]:
        """Return all lines of the match."""
        return tuple(branches(self._game, self._log, self._ends))

    def names(self) -> dict[str, int]:
        """Return the names that rows were given, with the row told last up to each."""
        names = self._game.log.names
        return {name: self._log.number(row) for name, row in sorted(names.items())}

    def name(self, name: str, n: int | None = None) -> None:
        """Give a name to a row: a bookmark, a branch."""
        self._game.name(name, None if n is None else self._log.row_id(n))

    def forget_name(self, name: str) -> None:
        """Take a name away."""
        self._game.forget_name(name)

    # asking

    @guarded
    def legal(
        self,
        *,
        piece: str | None = None,
        hex: str | None = None,
        kind: str | None = None,
        prices: bool = True,
    ) -> Done[tuple[Offer, ...]]:
        """Return what may be done now; narrowed to a piece, with prices if they are wanted."""
        if self.decision() is None:
            return Done(())
        s, prices = self.belief().s, prices and piece is not None

        def find() -> tuple[Offer, ...]:
            actions = self._game.legal(piece=piece, hex=hex, kind=kind)
            if not prices:
                return tuple(Offer(action) for action in actions)
            return tuple(priced(s, action) for action in actions)

        return Done(s.cache_here(("offers", piece, hex, kind, prices, self._game.log.head), find))

    def check(self, action: Action) -> Done[Verdict]:
        """Return whether an action may be taken now by this seat."""
        return Done(self._game.check(action, side=self._actor()))

    @guarded
    def why(self, piece: str, place: str) -> Done[Verdict | None]:
        """Return why a piece cannot go to a place: the refusal that explains it best.

        Without a piece (``""``) it is why nobody can do there what is asked.
        """
        decision = self.decision()
        if decision is None or self._game.module.free_table:
            return Done(None)  # there everything can go everywhere
        tried = self._attempts(decision, piece, place)
        find = lambda: why_not(tried, self._judged)  # noqa: E731 - it is handed on
        return Done(self.belief().s.cache_here(("why", piece, place), find))

    @guarded
    def let_pass(self, piece: str, place: str) -> Done[Action | None]:
        """Return how a piece goes to a place that is not offered, where strictness lets it pass."""
        decision, s = self.decision(), self.belief().s
        if decision is None or not s.options["strictness"] or s.module.free_table:
            return Done(None)
        return Done(let_pass(self._attempts(decision, piece, place), self._judged))

    def _attempts(self, decision: Decision, piece: str, place: str) -> Iterator[Action]:
        offers = lambda: [o.action for o in self.legal(piece=piece).now()]  # noqa: E731
        return attempts(self.belief().s, decision, piece, place, offers)

    def _judged(self, action: Action) -> Verdict:
        return self.check(action).now()

    @guarded
    def preview(self, /, **about: Any) -> Done[dict[str, Any]]:
        """Return what an attack would come to, declared or imagined, or where a piece could go."""
        return Done(preview(self.belief(), about))

    @guarded
    def ask(self, /, what: str, at: int | None = None, **about: Any) -> Done[Any]:
        """Return what the rules say of what is seen: score, zones, supply, flights, notes, ..."""
        return Done(answer(self.belief(at), what, about))

    def _actor(self) -> str | None:
        """Return the side for which this seat acts now."""
        asked = self._game.situation.asked()
        if asked is not None and asked.side in self.sides:
            return asked.side
        if not self.sides:
            raise SeatError(_("Onlookers do not play."))
        return self.sides[0]

    # doing

    def act(
        self,
        action: Action,
        *,
        on: Mark | None = None,
        dice: Sequence[int] = (),
        thrown: Collection[str] = (),
    ) -> Done[Mark]:
        """Take an action; it is refused as stale if the table has moved on from ``on``."""
        if on is not None and on != self.head():
            raise Stale(_("The table has moved on: look again before you act."))
        vet = self._table.vet
        row = self._game.act(action, side=self._actor(), dice=dice, thrown=thrown, vet=vet)
        self._table.acted(row)
        return Done(self.head())

    def undo(self, to: int | None = None) -> Done[Mark | Request]:
        """Take back to a row, or one's own last action; a request where others must agree."""
        return self._go(self._before_mine() if to is None else self._true_row(self.row(to).n))

    def _before_mine(self) -> int:
        """Return the row before this seat's last action, over what others did since."""
        for row in reversed(self._game.log.line()):
            if row.parent is not None and (row.side in self.sides or row.side is None):
                return row.parent
        raise SeatError(_("There is nothing to undo."))

    def can_redo(self) -> bool:
        """Return whether something was played after this row and taken back."""
        return self.ahead() is not None

    def ahead(self) -> int | None:
        """Return the number of what was told last up to the row that redoing goes to first."""
        told = self._log.ahead(self.head().n)
        return told[-1].n if told else None

    def redo(self) -> Done[Mark | Request]:
        """Go forward again, to where this seat is asked or to the end of what was played.

        What others decided they do again themselves.
        """
        after = self.ahead()
        if after is None:
            raise SeatError(_("There is nothing to redo."))
        while self._elsewhere(after) and (told := self._log.ahead(after)):
            if not self._agreed(told[0].side):
                break
            after = told[-1].n
        return self._go(self._log.row_id(after))

    def _elsewhere(self, n: int) -> bool:
        """Return whether somebody else is asked after a row."""
        game = self._game
        position = game.log.position(self._log.row_id(n))
        asked = game.situation.elsewhere(position).asked()
        return asked is not None and asked.side not in self.sides

    def _agreed(self, side: str | None) -> bool:
        """Return whether what a side did may be done again without asking it."""
        free = {*self.sides, *self._table.agreeable}
        return side in free or free.issuperset(self._game.module.played_sides)

    def goto(self, n: int) -> Done[Mark | Request]:
        """Go to any row that was told; playing otherwise from there begins a branch."""
        return self._go(self._true_row(self.row(n).n))

    def _true_row(self, n: int) -> int:
        """Return the row of the match to go to: with all that others did in secret up to there."""
        for row in reversed(self._game.log.line()):
            if self._log.number(row.id) == n:
                return row.id
        return self._log.row_id(n)

    def _go(self, row: int) -> Done[Mark | Request]:
        if not self.sides:
            raise SeatError(_("Onlookers do not play."))
        request = self._table.go(self.sides, row, self._needs(self._log.number(row)))
        return Done(self.head() if request is None else self.as_told(request))

    def needs(self, n: int) -> tuple[str, ...]:
        """Return the sides that would have to agree before the match went to a row."""
        return self._needs(self.row(n).n)

    def _needs(self, n: int) -> tuple[str, ...]:
        """Return who must agree, as this seat was told of it: what is needed betrays nothing else.

        These are all others where dice fell or something was revealed, else those who did, or are
        doing, what would be taken back, or did what would be done again.
        """
        there, here = self._log.line(n), self._log.line()
        ahead, past = {row.n for row in there}, {row.n for row in here}
        back = [row for row in here if row.n not in ahead]
        again = [row for row in there if row.n not in past and self._begins(row)]
        who = {row.side for row in (*back, *again)}
        if who and self._table.asked is not None:
            who.add(self._table.asked)
        everybody = self._game.module.played_sides  # nobody answers for a side that nobody plays
        if None in who or any(row.reveals for row in back):
            who = set(everybody)
        others = who.difference(self.sides, self._table.agreeable)
        return tuple(side for side in everybody if side in others)

    def _begins(self, row: ToldRow) -> bool:
        """Return whether a row is the first, or the only one, that was told of a deed."""
        return row.parent is None or self._log.row_id(row.parent) != self._log.row_id(row.n)

    def answer(self, request: int, *, yes: bool) -> Done[Mark]:
        """Agree to a request of another seat, or not."""
        self._table.answer(self.sides, request, yes=yes)
        return Done(self.head())

    def requests(self) -> tuple[Request, ...]:
        """Return what waits for an answer."""
        return tuple(map(self.as_told, self._table.requests))

    def as_told(self, request: Request) -> Request:
        """Return a request with the row that it is about as that is numbered here."""
        return replace(request, to=self._log.number(request.to))

    # thinking, listening, leaving

    def imagine(self, *, seed: str | None = None) -> Game:
        """Return a match of one's own, made of what is believed, to try things out in."""
        side = self._actor()
        assert side is not None  # noqa: S101 - it raised for onlookers
        return self._game.imagine(side, seed=seed)

    def listen(self, hear: Callable[[News], object]) -> Callable[[], None]:
        """Be told of what changes; returns how to stop that."""
        return self._table.listen(self, hear)

    def close(self) -> None:
        """Leave the seat."""
        self._table.leave(self)
