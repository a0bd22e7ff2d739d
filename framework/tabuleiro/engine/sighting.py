"""Sightings: what one pair of eyes made of what it looked at, kept while it still holds.

From one position to the next few pieces change. What is seen of a place is worked out anew where
a piece came, went or changed, or where more or less is known or told of one; all else stays, and
stays the same object, so that what rules derived from it holds as well.
"""

from __future__ import annotations

from itertools import compress
from operator import is_not
from typing import TYPE_CHECKING, Any, NamedTuple

from tabuleiro.engine.draws import is_held
from tabuleiro.engine.knowledge import EVERYTHING_KNOWN, Level
from tabuleiro.engine.position import DEAD, GONE, OFF, UNSEEN, PieceState, by_name, renewed
from tabuleiro.engine.renaming import fact_seen, rename, rename_seen
from tabuleiro.module.made import MADE
from tabuleiro.module.places import INSIDE
from tabuleiro.module.unknown import unknown_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from tabuleiro.engine.glance import Look
    from tabuleiro.engine.knowledge import Knowledge
    from tabuleiro.engine.position import Position
    from tabuleiro.engine.steps import Step

__all__ = ["Seen", "Sighting"]

_ALL, _IDENTITY = Level.ALL, Level.IDENTITY  # to read a member of its class takes long
_NOWHERE = PieceState(UNSEEN)
_NO_NAMES: dict[str, str] = {}


class Seen(NamedTuple):
    """The pieces of a position as a side believes them."""

    pieces: dict[str, PieceState]
    stacks: dict[str, tuple[str, ...]]
    names: dict[str, str]
    """The names under which it sees pieces that it does not know, by their true ids."""


class _Place(NamedTuple):
    """What is seen of a place otherwise than it is."""

    stack: tuple[str, ...]
    pieces: dict[str, PieceState]
    names: dict[str, str]


class _Mentioned(NamedTuple):
    """What one fact tells of pieces that are not known; the places that were looked at for it."""

    value: Any
    found: dict[str, str]
    places: dict[str, str]


class _Renamed(NamedTuple):
    """A fact or a step with other names in it, and which name each of its pieces has there."""

    value: Any
    found: Any
    names: dict[str, str | None]


class Sighting:
    """What the eyes of a side saw last, place by place and fact by fact."""

    def __init__(self, side: str) -> None:
        """Look for a side; nothing was seen yet."""
        self._side = side
        self._knowledge: Knowledge = EVERYTHING_KNOWN
        self._position: Position | None = None
        self._mentions_seen: dict[str, str] = {}
        self._places: dict[str, _Place] = {}
        self._seen = Seen({}, {}, {})
        self._hidden: tuple[Mapping[str, Level], tuple[str, ...], list[str]] = ({}, (), [])
        self._facts: dict[str, Any] = {}
        self._renamed: dict[str, _Renamed] = {}
        self._agenda: tuple[_Renamed, ...] = ()
        self._mentions: dict[str, str] = {}
        self._mentioned: dict[str, _Mentioned] = {}
        self._hidden_then: tuple[str, ...] = ()
        self._read: tuple[Any, Any, Any] = (None, None, None)
        """The facts, what is known of them, and the pieces that mentions were worked out for."""

    # -------------------------------------------------------------------------------- pieces

    def pieces(self, look: Look) -> Seen:
        """Return pieces, stacks and names as the side believes them."""
        position, knowledge = look.s.position, look.knowledge
        mentions = self.mentions(look) if knowledge.lowest < _IDENTITY else {}
        touched = self._touched(position, knowledge, mentions)
        if touched is None:
            self._places.clear()
            self._renamed.clear()
            self._agenda = ()
        some = position.stacks.keys() if touched is None else touched
        anew = bool(some) or self._position is None
        self._position = None  # no name of before is taken for one of now
        for place in some:
            found = self._place(look, place)
            if found is not None:
                self._places[place] = found
            else:
                self._places.pop(place, None)
        self._position, self._knowledge, self._mentions_seen = position, knowledge, mentions
        if anew:
            # What only seems to be there is put on top of what is: each time on all of it.
            self._seen = self._together(look, None if knowledge.ghosts else touched)
        return self._seen

    def names(self, look: Look, place: str) -> dict[str, str] | None:
        """Return the names of what is not known in a place, None if another look was the last."""
        if look.s.position is not self._position or look.knowledge is not self._knowledge:
            return None
        seen = self._places.get(place)
        return {} if seen is None else seen.names

    def _touched(
        self, position: Position, knowledge: Knowledge, mentions: dict[str, str]
    ) -> Iterable[str] | None:
        """Return the places that may look otherwise than they did last; None if all may."""
        before, known = self._position, self._knowledge
        if before is None or len(before.pieces) != len(position.pieces):
            return None
        if knowledge is not known and _differ_in_kind(knowledge, known):
            return None
        pieces, old = position.pieces, before.pieces
        changed: list[str] = []
        if pieces is not old:
            if [*pieces] != [*old]:
                return None
            changed += compress(pieces, map(is_not, pieces.values(), old.values()))
        changed += _differing(knowledge.levels, known.levels)
        changed += _differing(mentions, self._mentions_seen)
        touched = {pieces[piece].place for piece in changed}
        touched.update([old[piece].place for piece in changed])
        if position.stacks is not before.stacks:
            touched.update(_differing(position.stacks, before.stacks))
        return touched

    def _place(self, look: Look, place: str) -> _Place | None:
        """Return what is seen of a place, None if it is what is there."""
        position, known = look.s.position, look.knowledge
        levels, secret = known.levels, known.secret_marks
        stack = position.stacks.get(place, ())
        left: list[str] = []
        gone: list[str] = []
        changed: dict[str, PieceState] = {}
        for piece in stack:
            level = levels.get(piece, _ALL)
            if level < _IDENTITY:
                gone.append(piece)
                continue
            left.append(piece)
            if level == _IDENTITY:
                state = position.pieces[piece]
                covered = state.marks and not secret.isdisjoint(state.marks)
                if state.losses or covered or state.states:
                    changed[piece] = look.seen_state(piece, state)
        names: dict[str, str] = {}
        if gone:
            names = look.names_at(place)
            for piece in gone:
                if piece in names:
                    changed[names[piece]] = look.seen_state(piece, position.pieces[piece])
                changed[piece] = _NOWHERE
        shown = stack
        if known.ranks and not is_held(look.s, place):
            shown = tuple([names.get(p, p) for p in stack]) if names else stack
        elif known.lowest < _IDENTITY or known.ghosts or known.orders:
            mixed = place not in {OFF, DEAD, GONE}
            shown = self._in_order(look, stack, left, names, mixed=mixed)
        if not changed and shown == stack:
            return None
        return _Place(shown, changed, names)

    def _in_order(
        self,
        look: Look,
        stack: tuple[str, ...],
        known: list[str],
        names: dict[str, str],
        *,
        mixed: bool,
    ) -> tuple[str, ...]:
        """Put enemies in the order of their names: how they lay, covered, is secret.

        Whether they lie below or above own pieces is none, where they lie on each other. Out of
        play it would tell who has left: the one that waited between these two.
        """
        counters = look.s.module.counters
        own = [p for p in known if counters[p].side == self._side]
        others = sorted(p for p in known if counters[p].side != self._side)
        others += sorted(names.values())
        if not own or not others or not mixed:
            return (*own, *others)
        seen = (p for p in stack if p in known or p in names)
        mine, theirs, held = iter(own), iter(others), set(own)
        return tuple([next(mine if p in held else theirs) for p in seen])

    def _together(self, look: Look, touched: Iterable[str] | None) -> Seen:
        """Put together what is seen of all places, and what only seems to be there."""
        position, known = look.s.position, look.knowledge
        changed: dict[str, PieceState] = {}
        names: dict[str, str] = {}
        for seen in self._places.values():
            changed |= seen.pieces
            if seen.names:
                names |= seen.names
        hides = known.lowest < _IDENTITY or known.orders
        if not hides and not known.ghosts:
            pieces = {**position.pieces, **changed} if changed else position.pieces
            return Seen(pieces, position.stacks, _NO_NAMES)
        stacks = self._stacks(position, touched)
        others = [*names.values()]
        for ghost, place in _ghosts(known, stacks):
            changed[ghost] = PieceState(place)
            stacks[place] = (*stacks.get(place, ()), ghost)
            others.append(ghost)
        unseen, made = self._unseen(known.levels)
        pieces = position.pieces | changed
        for name in sorted(others):  # they come after the pieces: then nothing is out of order
            pieces[name] = pieces.pop(name)
        for piece in made:
            if piece not in position.memory.get(self._side, {}):
                del pieces[piece]  # that it was made at all is not known
                unseen = tuple([other for other in unseen if other != piece])
        stacks.pop(UNSEEN, None)
        if unseen:
            stacks[UNSEEN] = unseen
        if names == self._seen.names:
            names = self._seen.names
        return Seen(by_name(pieces), by_name(stacks), names)

    def _stacks(
        self, position: Position, touched: Iterable[str] | None
    ) -> dict[str, tuple[str, ...]]:
        """Return the stacks as they are seen, made from those seen last where few were touched."""
        stacks = dict(position.stacks if touched is None else self._seen.stacks)
        for place in self._places if touched is None else touched:
            seen = self._places.get(place)
            stack = position.stacks.get(place) if seen is None else seen.stack
            if stack:
                stacks[place] = stack
            else:
                stacks.pop(place, None)
        return stacks

    def _unseen(self, levels: Mapping[str, Level]) -> tuple[tuple[str, ...], list[str]]:
        """Return the pieces of which it is not known which they are, and those made in play."""
        if levels is not self._hidden[0]:
            hidden = sorted([piece for piece, level in levels.items() if level < _IDENTITY])
            self._hidden = (levels, tuple(hidden), [piece for piece in hidden if MADE in piece])
        return self._hidden[1:]

    # --------------------------------------------------------------------------------- facts

    def facts(self, look: Look) -> dict[str, Any]:
        """Return the facts as the side believes them; ask for the pieces first."""
        facts, told = look.s.position.facts, look.knowledge.facts
        if told:
            facts = {
                key: value
                for key, had in facts.items()
                if (value := told.get(key, had)) is not None
            }
        if look.knowledge.lowest < _IDENTITY and facts:
            seen = ((key, self._fact(look, key, value)) for key, value in facts.items())
            facts = {key: value for key, value in seen if value is not None}
        if _same(facts, self._facts):
            return self._facts
        self._facts = facts
        return facts

    def _fact(self, look: Look, key: str, value: Any) -> Any:
        last, name_of = self._renamed.get(key), look.namer(key)
        if last is None or not _still(last, value, name_of):
            last = self._renamed[key] = _renamed(look, value, name_of, fact_seen)
        return last.found

    # -------------------------------------------------------------------------------- agenda

    def agenda(self, look: Look, steps: tuple[Step, ...]) -> tuple[Step, ...]:
        """Return steps with the names under which pieces are seen; ask for the pieces first."""
        name_of, before = look.name_of_any, self._agenda
        found = []
        for number, step in enumerate(steps):
            if number < len(before) and _still(before[number], step, name_of):
                found.append(before[number])
            else:
                found.append(_renamed(look, step, name_of, _seen))
        self._agenda = tuple(found)
        return tuple([one.found for one in found])

    def mentions(self, look: Look) -> dict[str, str]:
        """Return what the facts tell of each piece that is not known, without names of pieces."""
        position = look.s.position
        basis = (position.facts, look.knowledge, position.pieces)
        if all(now is last for now, last in zip(basis, self._read, strict=True)):
            return self._mentions
        self._read = basis
        hidden, _made = self._unseen(look.knowledge.levels)
        if self._hidden_then != hidden:  # how much is known of the others does not matter here
            self._hidden_then = hidden
            self._mentioned.clear()
        known, untold = look.knowledge.facts, look.knowledge.facts_of_known
        found: dict[str, str] = {}
        for key, value in position.facts.items():
            if key in untold:
                continue
            told = known.get(key) if key in known else value
            for piece, text in self._mention(look, key, told).items():
                found[piece] = found.get(piece, "") + text
        if found != self._mentions:
            self._mentions = found
        return self._mentions

    def _mention(self, look: Look, key: str, value: Any) -> dict[str, str]:
        last, pieces = self._mentioned.get(key), look.s.position.pieces
        if last is not None and last.value is value:
            known = last.places.items()
            if all(pieces[piece].place == place for piece, place in known):
                return last.found
        new = self._mentioned[key] = _Mentioned(value, {}, {})
        _mention(look, new, value, key)
        return new.found


def _seen(value: Any, name: Callable[[str], str | None]) -> Any:
    return rename_seen(value, name)[0]


def _still(last: _Renamed, value: Any, name_of: Callable[[str], str | None]) -> bool:
    """Return whether this is what was renamed before, and its pieces still go by those names."""
    if last.value is not value:
        return False
    return all(name_of(piece) == name for piece, name in last.names.items())


def _renamed(
    look: Look,
    value: Any,
    name_of: Callable[[str], str | None],
    rename_in: Callable[[Any, Callable[[str], str | None]], Any],
) -> _Renamed:
    """Return a fact or step with other names in it, and note which pieces are named there."""
    names: dict[str, str | None] = {}
    pieces = look.s.position.pieces

    def name(text: str) -> str | None:
        if text not in pieces and text[:3] != INSIDE:
            return text
        found = names[text] = name_of(text)
        return found

    return _Renamed(value, rename_in(value, name), names)


def _mention(look: Look, noted: _Mentioned, value: Any, about: str) -> None:
    """Note what a value tells of the pieces in it that are not known."""
    found = noted.found
    if isinstance(value, str):
        if look.level(value) < _IDENTITY:
            found[value] = f"{found.get(value, '')} {about}"
    elif isinstance(value, list | tuple):
        levels = look.knowledge.levels
        if {*map(type, value)} == {str} and levels.keys().isdisjoint(value):
            return  # routes are long, and name no pieces
        for one in value:
            _mention(look, noted, one, about)
    elif isinstance(value, dict):
        for key, one in value.items():
            where = key
            if look.level(key) < _IDENTITY:
                place = noted.places[key] = look.s.position.pieces[key].place
                told, _whole = rename(one, look.known_name)
                where = f"{place} {told}"
                found[key] = f"{found.get(key, '')} {about} {told}"
            _mention(look, noted, one, f"{about} {where}")


def _differ_in_kind(one: Knowledge, other: Knowledge) -> bool:
    """Return whether two differ in what may change the look of any place."""
    return bool(
        one.ghosts
        or other.ghosts
        or one.secret_marks != other.secret_marks
        or one.handles != other.handles
        or one.orders != other.orders
        or (one.lowest < _IDENTITY) != (other.lowest < _IDENTITY)
    )


def _differing(now: Mapping[str, Any], before: Mapping[str, Any]) -> list[str]:
    """Return the keys under which two mappings hold other things."""
    if now is before:
        return []
    found = [key for key in renewed(now, before) if now[key] != before.get(key)]
    if len(now) == len(before) and before.keys() <= now.keys():
        return found
    return found + [key for key in before if key not in now]


def _same(now: dict[str, Any], before: dict[str, Any]) -> bool:
    """Return whether two mappings hold the very same things in the same order."""
    return len(now) == len(before) and all(
        one == other and now[one] is before[other] for one, other in zip(now, before, strict=True)
    )


def _ghosts(known: Knowledge, stacks: Mapping[str, tuple[str, ...]]) -> Iterable[tuple[str, str]]:
    """Yield the names of what seems to be there, numbered on from what is."""
    seen: dict[tuple[str, str, str], int] = {}
    for ghost in known.ghosts:
        key = (ghost.who, ghost.arm, ghost.place)
        if key not in seen:
            begin = unknown_name(ghost.who, ghost.arm, ghost.place) + "."
            seen[key] = sum(name.startswith(begin) for name in stacks.get(ghost.place, ()))
        seen[key] += 1
        yield unknown_name(ghost.who, ghost.arm, f"{ghost.place}.{seen[key]}"), ghost.place
