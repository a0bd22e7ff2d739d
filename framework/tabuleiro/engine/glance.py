"""Glances: what one side sees of a position, and of an event that changes it."""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from tabuleiro.engine.draws import is_held, seeming_owner
from tabuleiro.engine.knowledge import Level
from tabuleiro.engine.messages import Message
from tabuleiro.engine.renaming import fact_seen, rename_seen
from tabuleiro.module.places import INSIDE
from tabuleiro.module.unknown import ANY, arm_of, branch_of, unknown_name

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from tabuleiro.engine.knowledge import Knowledge
    from tabuleiro.engine.position import PieceState
    from tabuleiro.engine.sighting import Sighting
    from tabuleiro.engine.situation import Situation

__all__ = ["Glance", "Look"]

T = TypeVar("T")
_ALL, _IDENTITY = Level.ALL, Level.IDENTITY  # to read a member of its class takes long
_PRESENCE, _NOTHING = Level.PRESENCE, Level.NOTHING
_BRANCH = Level.BRANCH


class Look:
    """A true situation, and what one side knows of it: the names under which it sees pieces."""

    __slots__ = ("_kept", "_mentions", "_names", "knowledge", "s")

    def __init__(self, s: Situation, knowledge: Knowledge, kept: Sighting | None = None) -> None:
        """Look at a situation with some knowledge, and what the same eyes saw last."""
        if kept is None:
            from tabuleiro.engine.sighting import Sighting

            kept = Sighting("")
        self.s = s
        self.knowledge = knowledge
        self._kept = kept
        self._names: dict[str, dict[str, str]] = {}
        self._mentions: dict[str, str] | None = None

    def level(self, piece: str) -> Level:
        """Return how much is known of a piece."""
        return self.knowledge.levels.get(piece, _ALL)

    def name(self, piece: str) -> str | None:
        """Return the name under which a piece is seen: its id if it is known, None if unseen."""
        level = self.knowledge.levels.get(piece, _ALL)
        if level >= _IDENTITY:
            return piece
        if level == _NOTHING:
            return None
        return self.names_at(self.s.position.pieces[piece].place)[piece]

    def name_of_any(self, text: str) -> str | None:
        """Return the name under which a piece, or its inside, is seen; any other text as it is."""
        if text in self.s.position.pieces:
            return self.name(text)
        return text if text[:3] != INSIDE else _inside(self.name_of_any(text[3:]))

    def namer(self, fact: str) -> Callable[[str], str | None]:
        """Return what names pieces, and leaves other texts as they are, where a fact tells of them.

        What belongs to a piece wherever it is names none that is not known.
        """
        return self._if_known if fact in self.knowledge.facts_of_known else self.name_of_any

    def _if_known(self, text: str) -> str | None:
        piece = text[3:] if text[:3] == INSIDE else text
        return text if self.level(piece) >= _IDENTITY else None

    def names_at(self, place: str) -> dict[str, str]:
        """Return the names of what is seen in a place and not known.

        They depend on nothing but what is seen: alike things are numbered as they come.
        """
        found = self._names.get(place)
        if found is None:
            found = self._kept.names(self, place)
            if found is None:
                found = dict(self._named(place))
            self._names[place] = found
        return found

    def _named(self, place: str) -> list[tuple[str, str]]:
        s, knowledge = self.s, self.knowledge
        groups: dict[tuple[str, str], list[tuple[tuple[str, ...], str]]] = {}
        names = []
        for piece in s.position.stacks.get(place, ()):
            level = knowledge.levels.get(piece, _ALL)
            if not _NOTHING < level < _IDENTITY:
                continue
            kind = self._kind(piece, level)
            if piece in knowledge.handles:
                names.append((piece, unknown_name(*kind, knowledge.handles[piece])))
            else:
                groups.setdefault(kind, []).append((self._looks(piece), piece))
        for kind, pieces in groups.items():
            pieces.sort(key=itemgetter(0))  # alike ones stay as they lie
            for number, (_looks, piece) in enumerate(pieces, 1):
                names.append((piece, unknown_name(*kind, f"{place}.{number}")))
        return names

    def _kind(self, piece: str, level: Level) -> tuple[str, str]:
        """Return whose, and what, a piece that is not known seems to be."""
        if level == _PRESENCE:
            return seeming_owner(self.s, piece), ANY
        counter = self.s.module.counters[piece]
        if level == _BRANCH:
            return seeming_owner(self.s, piece), branch_of(counter)
        return counter.nation, arm_of(counter)

    def _looks(self, piece: str) -> tuple[str, ...]:
        """Return what is seen of a piece that is not known: its marks, what facts tell of it.

        In a cup, a deck or a hand of another side only its back is seen.
        """
        if self._mentions is None:
            self._mentions = self._kept.mentions(self)
        state = self.s.position.pieces[piece]
        if is_held(self.s, state.place):
            return (self._mentions.get(piece, ""),)
        looks = (self._mentions.get(piece, ""), *self.seen_marks(state.marks))
        if not state.states:
            return looks
        states = self.seen_states(state.states).items()
        return (*looks, *(f"{name}={value}" for name, value in states))

    def known_name(self, text: str) -> str:
        """Return a text, or nothing if it names a piece that is not known."""
        piece = text[3:] if text[:3] == INSIDE else text
        return text if self.level(piece) >= _IDENTITY else ""

    def alike(self, piece: str) -> list[str]:
        """Return the names in the place of a piece that could be meant as well: none is it more."""
        handles, level = self.knowledge.handles, self.level(piece)
        looks, kind = self._looks(piece), self._kind(piece, level)
        names = self.names_at(self.s.position.pieces[piece].place)
        if piece in handles:
            return [names[piece]]
        return sorted(
            name
            for other, name in names.items()
            if other not in handles
            and self.level(other) == level
            and self._kind(other, level) == kind
            and self._looks(other) == looks
        )

    def seen_marks(self, marks: Collection[str]) -> tuple[str, ...]:
        """Return those marks that do not tell of a hidden state."""
        secret = self.knowledge.secret_marks
        return tuple([mark for mark in marks if mark not in secret]) if marks else ()

    def seen_state(self, piece: str, state: PieceState) -> PieceState:
        """Return the state of a piece as far as it is seen."""
        level = self.level(piece)
        if level >= Level.STATE:
            return state
        if level < _IDENTITY and is_held(self.s, state.place):
            return type(state)(state.place)
        marks = self.seen_marks(state.marks)
        states = self.seen_states(state.states) if state.states else state.states
        spent = state.spent if level >= _IDENTITY else 0
        same = len(marks) == len(state.marks) and states is state.states
        if not state.losses and same and spent == state.spent:
            return state
        return msgspec.structs.replace(state, losses=0, spent=spent, marks=marks, states=states)

    def seen_states(self, states: dict[str, str]) -> dict[str, str]:
        """Return those states of a piece that do not lie covered."""
        known = self.s.module.states if states else {}
        if all(name in known and not known[name].secret for name in states):
            return states
        return {k: v for k, v in states.items() if k in known and not known[k].secret}


def _inside(holder: str | None) -> str | None:
    return None if holder is None else INSIDE + holder


class Names:
    """The names under which one sentence or event tells of pieces, as they come up in it.

    Of pieces that cannot be told apart the last name is given first, whichever is meant: no name
    sticks to a piece, and so none gives it away.
    """

    __slots__ = ("_given", "_left", "_look")

    def __init__(self, look: Look) -> None:
        """Begin to tell what is seen at a look."""
        self._look = look
        self._given: dict[str, str] = {}
        self._left: dict[str, list[str]] = {}

    def name(self, piece: str) -> str | None:
        """Return the name of a piece, None if it is not seen."""
        look = self._look
        level = look.level(piece)
        if level >= _IDENTITY:
            return piece
        if level == _NOTHING:
            return None
        if piece not in self._given:
            alike = look.alike(piece)
            left = self._left.setdefault(alike[-1], alike)
            self._given[piece] = left.pop()
        return self._given[piece]

    def name_of_any(self, text: str) -> str | None:
        """Return the name of a piece or of its inside; any other text as it is."""
        if text in self._look.s.position.pieces:
            return self.name(text)
        return text if text[:3] != INSIDE else _inside(self.name_of_any(text[3:]))


class Glance:
    """What a side sees of one event: how things looked before it, and how they look after."""

    __slots__ = ("_after", "_before", "_names", "_names_before", "viewer")

    def __init__(self, viewer: str, before: Look, after: Look) -> None:
        """Glance at what happened between two looks."""
        self.viewer = viewer
        self._before = before
        self._after = after
        self._names = Names(after)
        self._names_before = Names(before)

    @property
    def knowledge(self) -> Knowledge:
        """What is known after the event."""
        return self._after.knowledge

    @property
    def renames(self) -> bool:
        """Whether any piece goes by another name than its own, or by none."""
        known = (self._before.knowledge, self._after.knowledge)
        return known[0].lowest < _IDENTITY or known[1].lowest < _IDENTITY

    def name(self, piece: str) -> str | None:
        """Return the name of a piece after the event, None if it is not seen."""
        return self._names.name(piece)

    def name_before(self, piece: str) -> str | None:
        """Return the name of a piece before the event, None if it was not seen."""
        return self._names_before.name(piece)

    def place_before(self, piece: str) -> str:
        """Return where a piece was before the event."""
        return self._before.s.place(piece)

    def knows(self, piece: str) -> bool:
        """Return whether it is known after the event which piece it is."""
        return self._after.level(piece) >= _IDENTITY

    def sees_state(self, piece: str) -> bool:
        """Return whether the losses of a piece are seen, before or after the event."""
        return max(self._before.level(piece), self._after.level(piece)) >= Level.STATE

    def at(self, place: str) -> tuple[str, ...]:
        """Return the pieces that lie in a place after the event, whatever is known of them."""
        return self._after.s.at(place)

    def is_own(self, piece: str) -> bool:
        """Return whether a piece belongs to the side; a name that stands for none does not."""
        s = self._after.s
        return piece in s.position.pieces and s.side(piece) == self.viewer

    def sees_order(self, place: str) -> bool:
        """Return whether it is seen how pieces lie on each other in a place."""
        return self.knowledge.ranks and not is_held(self._after.s, place)

    def as_lying(self, place: str, order: tuple[str, ...]) -> tuple[str, ...]:
        """Return the names of pieces that lie in a place, as they lie."""
        names = self._after.names_at(place)
        return tuple(names.get(piece, piece) for piece in order)

    def covers(self, state: str) -> bool:
        """Return whether a state of pieces is seen only by those who see their losses."""
        found = self._after.s.module.states.get(state)
        return found is None or found.secret

    def marks(self, piece: str, marks: tuple[str, ...]) -> tuple[str, ...]:
        """Return those marks of a piece that are seen."""
        return marks if self.sees_state(piece) else self._after.seen_marks(marks)

    def place_marks(self, marks: tuple[str, ...]) -> tuple[str, ...]:
        """Return those marks of a place that are seen."""
        hidden = self.knowledge.place_marks
        return tuple(mark for mark in marks if mark not in hidden) if hidden else marks

    def hides_fact(self, key: str) -> bool:
        """Return whether a fact may be told otherwise than it is."""
        known = (self._before.knowledge.facts, self._after.knowledge.facts)
        return self.renames or any(key in facts for facts in known)

    def fact(self, key: str) -> Any:
        """Return what is known of a fact after the event."""
        return self._fact(self._after, key)

    def fact_before(self, key: str) -> Any:
        """Return what was known of a fact before the event."""
        return self._fact(self._before, key)

    def _fact(self, look: Look, key: str) -> Any:
        known = look.knowledge.facts
        value = known[key] if key in known else look.s.position.facts.get(key)
        return fact_seen(value, look.namer(key)) if self.renames else value

    def message(self, message: Message) -> Message:
        """Return a message with the names under which its pieces are seen."""
        if not self.renames:
            return message
        return Message(message.text, rename_seen(message.values, self._name_now)[0])

    def sentence(self, message: Message) -> Message | None:
        """Return a message with the names of what is seen; None if it speaks of what is not.

        Of several pieces those that are seen are named.
        """
        values, whole = rename_seen(message.values, self._name_now)
        if not whole:
            lists = {name: [one for one in value if not _is_unseen(one)]
                     for name, value in values.items() if isinstance(value, list)}  # fmt: skip
            emptied = any(not left and message.values[name] for name, left in lists.items())
            if emptied or any(_is_unseen(one) for one in values.values()):
                return None
            values |= lists
        return Message(message.text, values)

    def renamed_data(self, data: dict[str, Any]) -> dict[str, Any]:
        """Return data with the names under which pieces are seen; none if some are not seen."""
        found, whole = rename_seen(data, self._name_now) if self.renames else (data, True)
        return found if whole else {}

    def renamed(self, thing: T) -> T | None:
        """Return an event or action with the names of what is seen; None if something is not."""
        if not self.renames:
            return thing
        found, whole = rename_seen(thing, self._name_now)
        return found if whole else None

    def _name_now(self, text: str) -> str | None:
        return self._names.name_of_any(text)


def _is_unseen(value: Any) -> bool:
    """Return whether a value of a renamed message stands for a piece that is not seen."""
    if not isinstance(value, dict):
        return False
    inner = value.get("message", {}).get("values", {})
    return value.get("piece") == "" or any(_is_unseen(one) for one in inner.values())
