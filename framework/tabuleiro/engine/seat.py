"""Seats: the one door to a match. What anyone at a table may see, ask and do.

Windows, terminals, computer players and servers take a seat and nothing else. A seat gives what
its side believes and was told; nothing that it gives comes from what the side may not know.
Answers are replies, because a seat may be far away: here they are there at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

import msgspec

from tabuleiro.engine.errors import GameError
from tabuleiro.engine.knowledge import Level
from tabuleiro.engine.position import UNSEEN
from tabuleiro.engine.situation import Situation
from tabuleiro.engine.told_log import Mark, ToldRow
from tabuleiro.engine.views import view_piece

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from tabuleiro.engine.actions import Action
    from tabuleiro.engine.eyes import Belief
    from tabuleiro.engine.faults import RuleFault
    from tabuleiro.engine.game import Header
    from tabuleiro.engine.position import Position
    from tabuleiro.engine.steps import Decision
    from tabuleiro.engine.verdicts import Verdict
    from tabuleiro.module import Module

__all__ = [
    "Branch",
    "Done",
    "Imagined",
    "Mark",
    "News",
    "Offer",
    "Reply",
    "Request",
    "Seat",
    "SeatError",
    "Sight",
    "Stale",
    "Standing",
    "Thinker",
    "ToldRow",
]

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class SeatError(GameError):
    """Something that cannot be done from a seat; one sentence."""


class Stale(SeatError):
    """An action that was meant for another position: the table has moved on since."""


class Reply(Protocol[T_co]):
    """An answer that may come later."""

    def now(self) -> T_co | None:
        """Return the answer if it is there."""

    def then(
        self, do: Callable[[T_co], object], failed: Callable[[GameError], object] | None = None
    ) -> None:
        """Call back with the answer, or with what went wrong."""


class Done(Generic[T]):
    """A reply that is there at once.

    >>> Done(7).now()
    7
    """

    def __init__(self, answer: T) -> None:
        """Answer."""
        self._answer = answer

    def now(self) -> T:
        """Return the answer."""
        return self._answer

    def then(
        self, do: Callable[[T], object], failed: Callable[[GameError], object] | None = None
    ) -> None:
        """Call back at once."""
        del failed
        do(self._answer)


class Offer(msgspec.Struct, frozen=True):
    """A legal action, with its price where it has one.

    ``steps`` are the half points spent after each hex of its path, ``price`` those of all.
    """

    action: Any
    price: int | None = None
    steps: tuple[int, ...] = ()


class Standing(msgspec.Struct, frozen=True):
    """Who is asked, as all may know it."""

    side: str
    mine: bool
    prompt: Any = None
    rule: str = ""


class Branch(msgspec.Struct, frozen=True):
    """A line of the match as this seat was told it."""

    tip: int
    """The number of its last row."""
    rows: int
    leaves: int
    """The row at which it leaves the line that is played."""
    turn: int
    phase: str | None
    over: bool
    name: str = ""


class Request(msgspec.Struct, frozen=True):
    """Something that another seat must agree to, such as taking back a throw of dice."""

    id: int
    what: str
    by: str
    to: int
    """The row to which the match would go back."""
    needs: tuple[str, ...]
    """The sides that have not answered yet."""


class News(msgspec.Struct, frozen=True):
    """What changed at the table.

    ``row`` (one was told), ``moved`` (another is played on), ``request``, ``refused``.
    """

    kind: str
    row: ToldRow | None = None
    request: Request | None = None


class Sight(Situation):
    """What a side sees: a believed position with the board, the pieces and the options. No rules.

    Pieces that it does not know go by names of their own (``~german.foot.0907.2``).
    """

    __slots__ = ("_belief", "mark", "viewer")

    def __init__(self, belief: Belief, viewer: str, mark: Mark) -> None:
        """Show what a viewer believes after the row that it was told last."""
        s = belief.s
        super().__init__(s.module, s.scenario, s.options, None, s.position)  # type: ignore[arg-type]
        self._belief = belief
        self.viewer = viewer
        """The side that sees; empty where all is seen, or only what is public."""
        self.mark = mark

    def level(self, piece: str) -> Level:
        """Return how much is known of a piece."""
        if self.position.pieces[piece].place == UNSEEN:
            return Level.NOTHING
        return self._belief.level(piece)

    def seen(self, piece: str) -> dict[str, Any] | None:
        """Return what is known of a piece as plain data; None if it is not seen anywhere."""
        return self.cache_here(("seen", piece), lambda: view_piece(self._belief, piece))

    def pieces(self) -> Iterator[str]:
        """Yield all pieces that are seen anywhere, on the board or off it."""
        for piece, state in self.position.pieces.items():
            if state.place != UNSEEN:
                yield piece

    def stack(self, place: str) -> tuple[str, ...]:
        """Return the pieces that are seen in a place, bottom first."""
        return self.at(place)

    def last_seen(self, piece: str) -> Mapping[str, Any] | None:
        """Return what the side saw of a piece when it saw it last, if it does not see it now."""
        found: Mapping[str, Any] | None = self.position.memory.get(self.viewer, {}).get(piece)
        return found


class Imagined(Protocol):
    """A match that exists in somebody's mind: what is believed, with dice of its own."""

    module: Module
    header: Header

    @property
    def situation(self) -> Situation:
        """What is supposed to be; pieces in ``unknown`` are as such pieces usually are."""

    @property
    def position(self) -> Position:
        """The position that is supposed."""

    def decision(self) -> Decision | None:
        """Return what is asked."""

    def legal(
        self, *, piece: str | None = None, hex: str | None = None, kind: str | None = None
    ) -> list[Action]:
        """Return the legal actions."""

    def check(self, action: Action) -> Verdict:
        """Return whether an action may be taken."""

    def fault_of(self, error: BaseException) -> RuleFault | None:
        """Return the fault of a rule that an error tells of, None if it tells of none."""


class Thinker(Protocol):
    """A seat whose side can think: what computer players need of it."""

    def imagine(self, *, seed: str | None = None) -> Imagined:
        """Return a match of one's own, made of what is believed."""


class Seat(Protocol):
    """A place at a table, for one side or for all."""

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides that act here."""

    @property
    def can(self) -> frozenset[str]:
        """What may be done here besides playing: ``what-if``, ``free-hand``, ``imagine``, ..."""

    def head(self) -> Mark:
        """Return what was told last on the line that is played."""

    def sight(self, at: int | None = None) -> Sight:
        """Return what is seen now, or was seen after a row."""

    def standing(self) -> Standing | None:
        """Return who is asked; None if the match is over."""

    def decision(self) -> Decision | None:
        """Return what is asked of this seat, None if nothing is."""

    def rows(self, after: int = -1) -> Iterator[ToldRow]:
        """Yield the rows of the line that is played, those after a row."""

    def branches(self) -> tuple[Branch, ...]:
        """Return all lines of the match."""

    def legal(
        self,
        *,
        piece: str | None = None,
        hex: str | None = None,
        kind: str | None = None,
        prices: bool = True,
    ) -> Reply[tuple[Offer, ...]]:
        """Return what may be done now; narrowed to a piece, with prices if they are wanted."""

    def check(self, action: Action) -> Reply[Verdict]:
        """Return whether an action may be taken now."""

    def why(self, piece: str, place: str) -> Reply[Verdict | None]:
        """Return why a piece cannot go to a place: the refusal that explains it best.

        Without a piece (``""``) it is why nobody can do there what is asked.
        """

    def let_pass(self, piece: str, place: str) -> Reply[Action | None]:
        """Return how a piece goes to a place that is not offered, where strictness lets it pass."""

    def preview(self, **about: Any) -> Reply[dict[str, Any]]:
        """Return what an attack would come to, declared or imagined, or where a piece could go."""

    def act(
        self, action: Action, *, on: Mark | None = None, dice: Sequence[int] = ()
    ) -> Reply[Mark]:
        """Take an action; it is refused as stale if the table has moved on from ``on``."""

    def undo(self, to: int | None = None) -> Reply[Mark | Request]:
        """Take back to a row, or one's own last action; a request where others must agree."""

    def redo(self) -> Reply[Mark | Request]:
        """Go forward again."""

    def needs(self, n: int) -> tuple[str, ...]:
        """Return the sides that would have to agree before the match went to a row."""

    def answer(self, request: int, *, yes: bool) -> Reply[Mark]:
        """Agree to a request of another seat, or not."""

    def requests(self) -> tuple[Request, ...]:
        """Return what waits for an answer."""

    def listen(self, hear: Callable[[News], object]) -> Callable[[], None]:
        """Be told of what changes; returns how to stop that."""

    def close(self) -> None:
        """Leave the seat."""
