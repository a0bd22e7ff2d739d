"""Steps: procedures in progress, as data on the agenda of a position."""

from __future__ import annotations

from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple

import msgspec
from msgspec.structs import replace

from tabuleiro.engine.data import kebab
from tabuleiro.engine.messages import Message, key_ref, msg
from tabuleiro.engine.verdicts import Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

    from tabuleiro.engine.actions import Action
    from tabuleiro.engine.change import Change
    from tabuleiro.engine.situation import Situation

__all__ = [
    "Asked",
    "AskingStep",
    "Decision",
    "ListedStep",
    "PickingStep",
    "Question",
    "Step",
    "narrowed",
    "question",
    "runs_alone",
]


class Decision(msgspec.Struct, frozen=True):
    """What a step asks of one side now.

    ``kind`` names the panel that suits it: ``phase`` (open, with an action vocabulary), ``choose``
    (one of few), ``allocate`` (points), ``path`` (hexes). A ``secret`` one the other side does not
    read while it waits.
    """

    side: str
    prompt: Message
    rule: str = ""
    kind: str = "phase"
    pieces: tuple[str, ...] = ()
    hexes: tuple[str, ...] = ()
    actions: tuple[str, ...] = ()
    obligations: tuple[Message, ...] = ()
    data: dict[str, Any] = {}
    secret: bool = False


class Asked(NamedTuple):
    """Whom a step asks: all of a decision that the engine itself needs."""

    side: str
    secret: bool = False


class Question:
    """A decision to be read part by part: each is worked out when it is read, and at most once.

    For whoever plays or searches many positions and reads little of what is asked. All of it, as
    data, is the :class:`Decision`.

    >>> from tabuleiro.engine.messages import msg
    >>> asked = Question(Decision("axis", msg("Move.")), pieces=lambda: ["de-85-rm"])
    >>> asked.side, asked.pieces
    ('axis', ('de-85-rm',))
    >>> asked.decision() == Decision("axis", msg("Move."), pieces=("de-85-rm",))
    True
    """

    def __init__(
        self,
        known: Decision,
        *,
        pieces: Callable[[], Iterable[str]] | None = None,
        hexes: Callable[[], Iterable[str]] | None = None,
        actions: Callable[[], Iterable[str]] | None = None,
        obligations: Callable[[], Iterable[Message]] | None = None,
        data: Callable[[], dict[str, Any]] | None = None,
    ) -> None:
        """Ask what is known already, and what these functions work out."""
        self.side = known.side
        self.prompt = known.prompt
        self.rule = known.rule
        self.kind = known.kind
        self.secret = known.secret
        self._known = known
        self._pieces = pieces
        self._hexes = hexes
        self._actions = actions
        self._obligations = obligations
        self._data = data

    @cached_property
    def pieces(self) -> tuple[str, ...]:
        """The pieces that it is about."""
        return self._known.pieces if self._pieces is None else tuple(self._pieces())

    @cached_property
    def hexes(self) -> tuple[str, ...]:
        """The hexes that it is about."""
        return self._known.hexes if self._hexes is None else tuple(self._hexes())

    @cached_property
    def actions(self) -> tuple[str, ...]:
        """The kinds of actions that answer it."""
        return self._known.actions if self._actions is None else tuple(self._actions())

    @cached_property
    def obligations(self) -> tuple[Message, ...]:
        """What the side must still do."""
        found = self._obligations
        return self._known.obligations if found is None else tuple(found())

    @cached_property
    def data(self) -> dict[str, Any]:
        """What else a panel shows."""
        return self._known.data if self._data is None else self._data()

    def decision(self) -> Decision:
        """Return all of it."""
        return replace(
            self._known,
            pieces=self.pieces,
            hexes=self.hexes,
            actions=self.actions,
            obligations=self.obligations,
            data=self.data,
        )


def question(s: Situation) -> Question | None:
    """Return what the step in progress asks, to be read part by part; None if it asks nobody.

    Nobody keeps it: it belongs to the situation that was asked.
    """
    top = s.position.top
    return None if top is None else top.question(s)


class Step(msgspec.Struct, frozen=True, tag=kebab, forbid_unknown_fields=True, omit_defaults=True):
    """Base of all steps.

    A step either asks somebody (``decision`` returns what) or runs by itself (``decision`` returns
    None). It belongs to the side that it asks, whoever's phase it is. Steps hold plain data only.
    """

    always: ClassVar[tuple[Any, ...]] = ()
    """Actions that are legal as long as the step asks, like giving up: :meth:`legal` has them."""

    asks_alike: ClassVar[bool] = False
    """Whether whom it asks follows from the step alone, so that nobody can be wrong about it."""

    def decision(self, s: Situation) -> Decision | None:
        """Return whom to ask what, or None if the step needs no player."""
        return None

    def question(self, s: Situation) -> Question | None:
        """Return the decision, to be read part by part: see :class:`AskingStep`."""
        decision = s.decision() if s.position.top is self else self.decision(s)
        return None if decision is None else Question(decision)

    def asked(self, s: Situation) -> Asked | None:
        """Return whom the step asks, or None if it asks nobody.

        It must say the same as :meth:`decision`. Steps whose decisions are long override it, so
        that nobody works out what is not read: when a match is played again, or searched.
        """
        decision = s.decision() if s.position.top is self else self.decision(s)
        return None if decision is None else Asked(decision.side, decision.secret)

    def run(self, change: Change) -> None:
        """Do what needs no player: emit events, push steps, finish."""
        change.finish()

    def legal(
        self,
        s: Situation,
        *,
        piece: str | None = None,
        hex: str | None = None,
    ) -> Iterable[Action]:
        """Return the legal actions, narrowed to what the player is pointing at."""
        return ()

    def iter_legal(self, s: Situation) -> Iterator[Action]:
        """Yield the legal actions, in any order and some maybe twice: what is found soonest first.

        It is for whoever wants to know whether there are any: first come those that are so always.
        """
        yield from self.always
        yield from self.legal(s)

    def check(self, s: Situation, action: Action) -> Verdict:
        """Return whether the action is allowed now, with every objection.

        What a step does not know is refused by the clause of what it asks instead.
        """
        asked = self.decision(s)
        rule = "" if asked is None else asked.rule
        kind = key_ref(f"action.{action.kind}")
        return Verdict.no(msg("This cannot be done now: {kind}.", kind=kind), rule=rule)

    def act(self, change: Change, action: Action) -> None:
        """Carry out a checked action."""
        raise NotImplementedError

    def told(self, s: Situation, viewer: str) -> Step | None:
        """Return the step as a side may know it, None if it does not know of it at all.

        What a side prepares in secret it keeps in a step that is told to nobody else, or without
        what is not announced yet.
        """
        return self

    def may_ask(self, s: Situation) -> Collection[str]:
        """Return the sides that it asks, or does not, for reasons that the others do not see.

        When it runs by itself the others are told what comes next in a row of its own, as if
        somebody had been asked: that nobody was must not show.
        """
        return ()

    def hinges(self, s: Situation) -> Mapping[str, Any]:
        """Return, by a side's own pieces, on what a step that runs by itself tells it of them.

        Where that is otherwise than the side believes, it has found out that somebody is there
        whom it does not see: it is shown who.
        """
        return {}

    def shows(self, s: Situation) -> Collection[str]:
        """Return the pieces whose state lies open to all while the step is in progress."""
        return ()


def runs_alone(step: Step) -> bool:
    """Return whether a step asks nobody and tells nobody anything, in whatever position.

    >>> runs_alone(Step())
    True
    """
    return _runs_alone(type(step))


@cache
def _runs_alone(kind: type[Step]) -> bool:
    answers = ("decision", "question", "asked", "hinges")
    return all(getattr(kind, name) is getattr(Step, name) for name in answers)


class AskingStep(Step, frozen=True):
    """A step that says its question; whom it asks and its decision follow from that.

    For steps parts of whose decisions take long to work out: what nobody reads costs nothing.
    """

    abstract: ClassVar[bool] = True

    def question(self, s: Situation) -> Question | None:
        """Return whom to ask what, or None if the step needs no player."""
        raise NotImplementedError

    def asked(self, s: Situation) -> Asked | None:
        """Return whom the question is put to."""
        asked = self.question(s)
        return None if asked is None else Asked(asked.side, asked.secret)

    def decision(self, s: Situation) -> Decision | None:
        """Return all parts of the question."""
        asked = self.question(s)
        return None if asked is None else asked.decision()


class ListedStep(Step, frozen=True):
    """A step whose actions are those that it lists, whole: a short list, for a small decision.

    ``choices`` yields them, ``decision`` and ``act`` are yours; `asking` makes the decision of the
    list. What a player points at narrows the list by itself.
    """

    abstract: ClassVar[bool] = True

    def choices(self, s: Situation) -> Iterable[Action]:
        """Yield all that may be done now."""
        raise NotImplementedError

    def asking(
        self, s: Situation, side: str, prompt: Message, rule: str = "", kind: str = "phase"
    ) -> Decision:
        """Return the decision of a side about what is listed: which pieces, places and actions.

        In an open phase with pieces no place is marked before a piece is chosen.
        """
        ways = tuple(self.choices(s))
        pieces = (piece for way in ways for piece in _named(way, _PIECES))
        hexes = (place for way in ways for place in (*_named(way, _AIMS), *_ends(way)))
        kinds = (way.kind for way in ways)
        who, where, what = (tuple(dict.fromkeys(names)) for names in (pieces, hexes, kinds))
        return Decision(
            side, prompt, rule, kind, who, () if who and kind == "phase" else where, what
        )

    def legal(
        self, s: Situation, *, piece: str | None = None, hex: str | None = None
    ) -> list[Action]:
        """List what may be done, with a piece or at a place."""
        return list(narrowed(self.choices(s), piece, hex))

    def iter_legal(self, s: Situation) -> Iterator[Action]:
        """Yield what may be done, as far as it is read."""
        yield from self.choices(s)

    def check(self, s: Situation, action: Action) -> Verdict:
        """Allow what is listed."""
        return Verdict.yes() if action in tuple(self.choices(s)) else super().check(s, action)


class PickingStep(Step, frozen=True):
    """A step that asks for one of some pieces: who takes a loss, who recovers, who leaves.

    ``pick`` is the action that names one, ``pickable`` yields those that may be named, and
    ``not_picked`` says why another may not; ``decision`` and ``act`` are yours.
    """

    abstract: ClassVar[bool] = True
    pick: ClassVar[type[Any]]

    def pickable(self, s: Situation) -> Iterable[str]:
        """Yield the pieces that may be named."""
        raise NotImplementedError

    def not_picked(self, s: Situation, piece: str) -> Verdict:
        """Return why a piece may not be named that is none of them."""
        raise NotImplementedError

    def legal(
        self, s: Situation, *, piece: str | None = None, hex: str | None = None
    ) -> Iterator[Action]:
        """List the pieces, and what may be done always."""
        for one in self.pickable(s):
            if piece in {None, one} and (hex is None or s.whereabouts(one) == hex):
                yield self.pick(one)
        if piece is None and hex is None:
            yield from self.always

    def check(self, s: Situation, action: Action) -> Verdict:
        """Allow one of the pieces, and what may be done always."""
        if action in self.always:
            return Verdict.yes()
        if not isinstance(action, self.pick):
            return super().check(s, action)
        named: str = action.piece
        return Verdict.yes() if named in self.pickable(s) else self.not_picked(s, named)


def narrowed(
    actions: Iterable[Action], piece: str | None, hex: str | None, always: Iterable[Action] = ()
) -> Iterator[Action]:
    """Yield the actions with a piece, or at a place; if nothing is pointed at all, and ``always``.

    A place is what an action names as its aim, or the end of its path.

    >>> from tabuleiro.engine.freehand import FreeMove
    >>> ways = [FreeMove("us-349-ri", "0504"), FreeMove("de-4-rpqd", "0505")]
    >>> [way.to for way in narrowed(ways, "de-4-rpqd", None)]
    ['0505']
    """
    if piece is None and hex is None:
        yield from actions
        yield from always
        return
    for action in actions:
        if (piece is None or piece in _named(action, _PIECES)) and (
            hex is None or hex in (*_named(action, _AIMS), *_ends(action))
        ):
            yield action


_PIECES: Final = ("piece", "card")
_AIMS: Final = ("to", "hex", "target", "place", "box")


def _named(action: Action, fields: Iterable[str]) -> list[str]:
    """Return what an action names in some of its fields."""
    found = (getattr(action, field, None) for field in fields)
    return [name for name in found if isinstance(name, str)]


def _ends(action: Action) -> tuple[str, ...]:
    return tuple(getattr(action, "path", ()))[-1:]
