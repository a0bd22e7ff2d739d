"""Covered: whether sides see losses, and telling them no more than they may know."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from tabuleiro.engine import Step, msg, piece_ref, side_ref
from tabuleiro.engine import events as ev
from tabuleiro.engine.knowledge import NOBODY, Level

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from typing import Any

    from tabuleiro.engine import Change, Message, Situation

__all__ = [
    "UnseenChoice",
    "as_seen",
    "come_upon",
    "covered",
    "misses_some",
    "reveal_plan",
    "reveal_presence",
    "say_sealed",
    "seen_by",
]


def covered(s: Situation, viewer: str) -> bool:
    """Return whether there are pieces whose losses a side does not see."""
    answers = s.rules.knowledge(s=s, viewer=viewer)
    return any(level < Level.STATE for known in answers for level in known.levels.values())


def misses_some(s: Situation, viewer: str) -> bool:
    """Return whether there are pieces that a side does not see at all."""
    answers = s.rules.knowledge(s=s, viewer=viewer)
    return any(level == Level.NOTHING for known in answers for level in known.levels.values())


class UnseenChoice(Step, frozen=True):
    """A step in which a side has a choice or none because of pieces that others may not see."""

    abstract: ClassVar[bool] = True

    side: str

    def told(self, s: Situation, viewer: str) -> Step | None:
        """If there is a choice is kept from those who do not see all that it hangs on."""
        return None if viewer != self.side and misses_some(s, viewer) else self

    def may_ask(self, s: Situation) -> Collection[str]:
        """Who has a choice is asked."""
        others = (NOBODY, *(side for side in s.module.sides if side != self.side))
        return (self.side,) if any(misses_some(s, other) for other in others) else ()


def seen_by(s: Situation, viewer: str, pieces: Iterable[str], level: Level = Level.STATE) -> bool:
    """Return whether a side sees so much of all of some pieces: their losses, if none is named."""
    answers = [known.levels for known in s.rules.knowledge(s=s, viewer=viewer)]
    return all(levels.get(p, Level.ALL) >= level for p in pieces for levels in answers)


def as_seen(s: Situation, pieces: Iterable[str]) -> list[str]:
    """Return pieces in an order that tells nothing of who they are, where that is hidden.

    They stand by place, by whether all know which they are, and by the marks that all see; alike
    ones go by the same name anyway.
    """
    answers = s.rules.knowledge(s=s, viewer=NOBODY)
    if not any(answers):
        return list(pieces)
    hidden = frozenset().union(*(known.secret_marks for known in answers))
    covered = {p for known in answers for p, one in known.levels.items() if one < Level.IDENTITY}

    def looks(piece: str) -> tuple[str, bool, tuple[str, ...], str]:
        state = s.piece(piece)
        marks = tuple(mark for mark in state.marks if mark not in hidden)
        return state.place, piece in covered, marks, piece

    return sorted(pieces, key=looks)


def reveal_plan(change: Change, side: str) -> None:
    """Note that something is told now that a side had planned in secret."""
    if any(covered(change, other) for other in change.module.sides if other != side):
        change.reveal()


def reveal_presence(change: Change, side: str, pieces: Collection[str]) -> None:
    """Note that something tells now that a side is in a place, to whom sees none of its pieces."""
    for other in change.module.sides:
        seen = (seen_by(change, other, (piece,), Level.PRESENCE) for piece in pieces)
        if other != side and not any(seen):
            change.reveal()


def come_upon(change: Change, side: str, pieces: Iterable[str]) -> None:
    """Show a side those of some pieces that it does not see: what happens tells it of them."""
    met = change.position.met.get(side, {})
    places = {p: change.place(p) for p in pieces if not seen_by(change, side, (p,), Level.PRESENCE)}
    unseen = {p: place for p, place in sorted(places.items()) if met.get(p) != place}
    if not unseen:
        return
    change.emit(ev.Met(side, unseen))
    found = [piece_ref(piece) for piece in unseen]
    change.say(msg("{side} comes upon {pieces}.", side=side_ref(side), pieces=found))
    change.reveal()


def say_sealed(
    change: Change, side: str, message: Message, public: Message, rule: str, **data: Any
) -> None:
    """Tell a side all of something, and the others what they may know of it."""
    others = tuple(o for o in change.module.sides if o != side and covered(change, o))
    if not others:
        change.say(message, rule, **data)
        return
    change.say(message, rule, to=tuple(o for o in change.module.sides if o not in others), **data)
    change.say(public, rule, to=others)
