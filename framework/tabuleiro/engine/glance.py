"""Glances: what one side sees of a position, and of an event that changes it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from tabuleiro.engine.knowledge import Level
from tabuleiro.engine.messages import Message
from tabuleiro.module.unknown import ANY, arm_of, unknown_name

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from tabuleiro.engine.knowledge import Knowledge
    from tabuleiro.engine.position import PieceState
    from tabuleiro.engine.situation import Situation

__all__ = ["Glance", "Look", "rename"]

T = TypeVar("T")


class Look:
    """A true situation, and what one side knows of it: the names under which it sees pieces."""

    __slots__ = ("_names", "knowledge", "s")

    def __init__(self, s: Situation, knowledge: Knowledge) -> None:
        """Look at a situation with some knowledge."""
        self.s = s
        self.knowledge = knowledge
        self._names: dict[str, dict[str, str]] = {}

    def level(self, piece: str) -> Level:
        """Return how much is known of a piece."""
        return self.knowledge.levels.get(piece, Level.ALL)

    def name(self, piece: str) -> str | None:
        """Return the name under which a piece is seen: its id if it is known, None if unseen."""
        level = self.knowledge.levels.get(piece, Level.ALL)
        if level >= Level.IDENTITY:
            return piece
        if level == Level.NOTHING:
            return None
        return self.names_at(self.s.position.pieces[piece].place)[piece]

    def name_of_any(self, text: str) -> str | None:
        """Return the name under which a piece is seen; any other text as it is."""
        return self.name(text) if text in self.s.position.pieces else text

    def names_at(self, place: str) -> dict[str, str]:
        """Return the names of what is seen in a place and not known.

        They depend on nothing but what is seen: alike things are numbered as they come.
        """
        found = self._names.get(place)
        if found is None:
            found = self._names[place] = dict(self._named(place))
        return found

    def _named(self, place: str) -> list[tuple[str, str]]:
        s, knowledge = self.s, self.knowledge
        groups: dict[tuple[str, str], list[tuple[tuple[str, ...], str]]] = {}
        names = []
        for piece in s.position.stacks.get(place, ()):
            level = knowledge.levels.get(piece, Level.ALL)
            if not Level.NOTHING < level < Level.IDENTITY:
                continue
            counter = s.module.counters[piece]
            kind = (counter.nation, arm_of(counter))
            if level == Level.PRESENCE:
                kind = (counter.side, ANY)
            if piece in knowledge.handles:
                names.append((piece, unknown_name(*kind, knowledge.handles[piece])))
            else:
                marks = self.seen_marks(s.position.pieces[piece].marks)
                groups.setdefault(kind, []).append((marks, piece))
        for kind, pieces in groups.items():
            for number, (_marks, piece) in enumerate(sorted(pieces), 1):
                names.append((piece, unknown_name(*kind, f"{place}.{number}")))
        return names

    def seen_marks(self, marks: Collection[str]) -> tuple[str, ...]:
        """Return those marks that do not tell of a hidden state."""
        secret = self.knowledge.secret_marks
        return tuple(mark for mark in marks if mark not in secret)

    def seen_state(self, piece: str, state: PieceState) -> PieceState:
        """Return the state of a piece as far as it is seen."""
        level = self.level(piece)
        if level >= Level.STATE:
            return state
        marks = self.seen_marks(state.marks)
        spent = state.spent if level >= Level.IDENTITY else 0
        if not state.losses and len(marks) == len(state.marks) and spent == state.spent:
            return state
        return msgspec.structs.replace(state, losses=0, spent=spent, marks=marks)


class Glance:
    """What a side sees of one event: how things looked before it, and how they look after."""

    __slots__ = ("_after", "_before", "viewer")

    def __init__(self, viewer: str, before: Look, after: Look) -> None:
        """Glance at what happened between two looks."""
        self.viewer = viewer
        self._before = before
        self._after = after

    @property
    def knowledge(self) -> Knowledge:
        """What is known after the event."""
        return self._after.knowledge

    @property
    def renames(self) -> bool:
        """Whether any piece goes by another name than its own, or by none."""
        levels = (*self._before.knowledge.levels.values(), *self._after.knowledge.levels.values())
        return any(level < Level.IDENTITY for level in levels)

    def name(self, piece: str) -> str | None:
        """Return the name of a piece after the event, None if it is not seen."""
        return self._after.name(piece)

    def name_before(self, piece: str) -> str | None:
        """Return the name of a piece before the event, None if it was not seen."""
        return self._before.name(piece)

    def place_before(self, piece: str) -> str:
        """Return where a piece was before the event."""
        return self._before.s.place(piece)

    def knows(self, piece: str) -> bool:
        """Return whether it is known after the event which piece it is."""
        return self._after.level(piece) >= Level.IDENTITY

    def sees_state(self, piece: str) -> bool:
        """Return whether the losses of a piece are seen, before or after the event."""
        return max(self._before.level(piece), self._after.level(piece)) >= Level.STATE

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
        return rename(value, look.name_of_any)[0] if self.renames else value

    def message(self, message: Message) -> Message:
        """Return a message with the names under which its pieces are seen."""
        if not self.renames:
            return message
        return Message(message.text, rename(message.values, self._name_now)[0])

    def renamed_data(self, data: dict[str, Any]) -> dict[str, Any]:
        """Return data with the names under which pieces are seen."""
        return rename(data, self._name_now)[0] if self.renames else data

    def renamed(self, thing: T) -> T | None:
        """Return an event or action with the names of what is seen; None if something is not."""
        if not self.renames:
            return thing
        found, whole = rename(thing, self._name_now)
        return found if whole else None

    def _name_now(self, text: str) -> str | None:
        return self._after.name_of_any(text)


def rename(value: Any, name: Callable[[str], str | None]) -> tuple[Any, bool]:
    """Return a value with other names for pieces in it, and whether all of them have one.

    What has no name is left out of lists and mappings, and stands as an empty text elsewhere.

    >>> rename({"a": ["tanks", "rifles"]}, {"rifles": "~1", "a": "a", "tanks": None}.get)
    ({'a': ['~1']}, False)
    """
    if isinstance(value, str):
        new = name(value)
        return (value if new == value else new or ""), new is not None
    if isinstance(value, dict):
        return _renamed_mapping(value, name)
    if isinstance(value, list | tuple):
        found = [(old, *rename(old, name)) for old in value]
        if all(new is old for old, new, _whole in found):
            return value, True
        left = [new for old, new, whole in found if whole or not isinstance(old, str)]
        return type(value)(left), all(whole for *_pair, whole in found)
    if isinstance(value, msgspec.Struct):
        fields = [(f, *rename(getattr(value, f), name)) for f in value.__struct_fields__]
        changed = {f: new for f, new, _whole in fields if new is not getattr(value, f)}
        new_value = msgspec.structs.replace(value, **changed) if changed else value
        return new_value, all(whole for *_pair, whole in fields)
    return value, True


def _renamed_mapping(
    value: dict[Any, Any], name: Callable[[str], str | None]
) -> tuple[dict[Any, Any], bool]:
    found: dict[Any, Any] = {}
    whole, same = True, True
    for key, old in value.items():
        new_key = name(key) if isinstance(key, str) else key
        if new_key is None:
            whole = same = False
            continue
        new, all_of_it = rename(old, name)
        whole = whole and all_of_it
        same = same and new is old and new_key == key
        found[new_key] = new
    return (value if same else found), whole
