"""Knowledge: what one side may know of a situation, as the rules say it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import IntEnum
from functools import cached_property
from typing import Any

import msgspec

__all__ = ["EVERYTHING", "EVERYTHING_KNOWN", "NOBODY", "Everything", "Ghost", "Knowledge", "Level"]


class Everything:
    """The viewer to whom nothing is hidden: an arbiter, a test, somebody who plays all sides.

    There is one, :data:`EVERYTHING`. It must be named: nobody sees all because nobody was named.
    """

    def __repr__(self) -> str:
        """Return the name that is written in programs."""
        return "EVERYTHING"


EVERYTHING = Everything()
NOBODY = ""
"""The viewer who sits at no side: it sees what all sides may see."""


class Level(IntEnum):
    """How much a side knows of a piece; each level holds those below it.

    >>> Level.KIND < Level.IDENTITY
    True
    """

    NOTHING = 0
    """Not even that it is there."""
    PRESENCE = 1
    """That something of its side stands there."""
    BRANCH = 2
    """Whether it is on land, in the air or at sea."""
    KIND = 3
    """Its nation, and whether it is foot, armour, guns, air or ship."""
    IDENTITY = 4
    """Which one it is, and so what is printed on it; not its losses."""
    STATE = 5
    """Its losses and marks as well; not what it carries."""
    ALL = 6
    """Everything."""


class Ghost(msgspec.Struct, frozen=True):
    """Something that a side takes for a piece and that is none: a dummy, a rumour."""

    who: str
    """The nation that it seems to be of."""
    arm: str
    """The kind that it seems to be."""
    place: str


class Knowledge(msgspec.Struct, frozen=True, dict=True):
    """What a side may know; whatever is not named here it knows.

    The answers of several parts are put together: what one of them hides is hidden.
    """

    levels: Mapping[str, Level] = {}
    """Pieces of which it does not know all."""
    secret_marks: frozenset[str] = frozenset()
    """Marks of pieces that tell of their state."""
    facts: Mapping[str, Any] = {}
    """Facts that it does not know as they are: what it knows of each, None if nothing."""
    tracks: frozenset[str] = frozenset()
    """Tracks that lie covered."""
    place_marks: frozenset[str] = frozenset()
    """Marks of places that it does not see."""
    handles: Mapping[str, str] = {}
    """Names for pieces below their identity, where the rules number them; else the place does."""
    ghosts: tuple[Ghost, ...] = ()
    orders: bool = False
    """Whether it is hidden in which order the others' pieces lie, those that are seen as well."""
    ranks: bool = False
    """Whether all see how pieces lie on each other on the board, those that are not known too."""
    facts_of_known: frozenset[str] = frozenset()
    """Facts that belong to a piece and not to where it is, like its turn in a calendar.

    Of a piece of which it is not known which it is they tell nothing: that would tell it.
    """

    def __bool__(self) -> bool:
        """Whether anything is hidden."""
        found = self.levels or self.facts or self.tracks or self.place_marks or self.ghosts
        return bool(found or self.orders)

    @cached_property
    def lowest(self) -> Level:
        """How much is known of the piece of which least is known.

        >>> Knowledge({"tanks": Level.IDENTITY, "guns": Level.KIND}).lowest.name
        'KIND'
        """
        return min(self.levels.values(), default=Level.ALL)

    @staticmethod
    def together(answers: Iterable[Knowledge]) -> Knowledge:
        """Return what is left to know if each of the answers hides something.

        >>> covered = Knowledge({"tanks": Level.IDENTITY})
        >>> Knowledge.together([covered, Knowledge({"tanks": Level.KIND})]).levels["tanks"].name
        'KIND'
        """
        found = [a for a in answers if a or a.secret_marks or a.facts_of_known or a.ranks]
        if not found:
            return EVERYTHING_KNOWN
        if not any(found):  # there is no piece whose marks and facts these are
            return found[0] if len(found) == 1 and not found[0].ranks else EVERYTHING_KNOWN
        if len(found) == 1:
            return found[0]
        of_pieces = [answer.levels for answer in found if answer.levels]
        levels: Mapping[str, Level] = of_pieces[0] if of_pieces else {}
        if len(of_pieces) > 1:
            levels = least = dict(levels)
            for one in of_pieces[1:]:
                more_hidden = {p: least[p] for p in one.keys() & least.keys() if least[p] < one[p]}
                least.update(one)
                least.update(more_hidden)
        return Knowledge(
            levels,
            frozenset().union(*(answer.secret_marks for answer in found)),
            {key: value for answer in found for key, value in answer.facts.items()},
            frozenset().union(*(answer.tracks for answer in found)),
            frozenset().union(*(answer.place_marks for answer in found)),
            {piece: name for answer in found for piece, name in answer.handles.items()},
            tuple(ghost for answer in found for ghost in answer.ghosts),
            orders=any(answer.orders for answer in found),
            ranks=any(answer.ranks for answer in found),
            facts_of_known=frozenset().union(*(answer.facts_of_known for answer in found)),
        )


EVERYTHING_KNOWN = Knowledge()
