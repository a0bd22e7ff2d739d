"""Twins by what is not seen: losses, who is who, where they are, in what order, what is noted.

Not here: twins by what is done in secret (`twins`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from tabuleiro.engine.draws import is_held
from tabuleiro.engine.eyes import Eyes
from tabuleiro.engine.inside import can_enter, odd_nesting
from tabuleiro.engine.knowledge import Level
from tabuleiro.engine.position import OFF
from tabuleiro.engine.renaming import rename
from tabuleiro.module.made import MADE
from tabuleiro.module.places import INSIDE, inside_of
from tabuleiro.module.unknown import arm_of

if TYPE_CHECKING:
    from tabuleiro.engine import Game, Situation
    from tabuleiro.engine.knowledge import Knowledge
    from tabuleiro.engine.position import Position

__all__ = [
    "Twin", "boxes", "cargo", "identities", "losses", "marks", "notes", "order", "part_in",
    "places", "sound",
]  # fmt: skip

_SHARE = 0.3
_FEW = 3
_TWO = 2
_MANY = 20
"""Of a group of so many pieces one more pair changes parts."""
_OF_ONE_TYPE = 0.5
_ELSEWHERE = ("ship", "air")
"""Kinds of pieces that are not where others may be."""


class Twin(NamedTuple):
    """A position that a side cannot tell from another one."""

    position: Position
    roles: Mapping[str, str] = {}
    """Pieces of the one position that play the part of others in the twin."""
    base: Position | None = None
    """The position that it is the twin of, if not that of the match."""


def known_to(game: Game, viewer: str) -> Knowledge:
    """Return what a side knows in the position of a match."""
    return game.eyes(viewer).knowledge(game.situation)


def unsure(game: Game, viewer: str, below: Level, *, gone: bool = False) -> list[str]:
    """Return the pieces on the map, in boxes or inside others of which it knows less than a level.

    With ``gone`` those that are out of the match as well.
    """
    board, pieces = game.module.board, game.position.pieces

    def counts(place: str) -> bool:
        known = place in board.grid or place in board.boxes or place.startswith(INSIDE)
        return known or (gone and place != OFF)

    levels = known_to(game, viewer).levels
    return sorted(p for p, one in levels.items() if one < below and counts(pieces[p].place))


def sound(game: Game, twin: Position) -> bool:
    """Return whether a position is one that the rules could have led to."""
    s = game.situation.elsewhere(twin)
    wrong = twin.inconsistency() or any(odd_nesting(s))
    return not wrong and not game.ruleset.hook.invariants(s=s)


def losses(game: Game, viewer: str, rng: Random) -> Twin | None:
    """Change the losses of pieces whose losses are covered."""
    pieces = dict(game.position.pieces)
    for piece in unsure(game, viewer, Level.STATE, gone=True):
        steps = game.module.counters[piece].steps
        if steps > 1 and rng.random() < _SHARE:
            state = pieces[piece]
            pieces[piece] = replace(
                state, losses=rng.choice([n for n in range(steps) if n != state.losses])
            )
    return Twin(replace(game.position, pieces=pieces))


def marks(game: Game, viewer: str, rng: Random) -> Twin | None:
    """Change the marks that tell of losses, but for those that the rest of the position upholds.

    An aircraft that flies a mission, say, has flown.
    """
    telling = sorted(known_to(game, viewer).secret_marks)
    if not telling:
        return None
    changed = {}
    for piece in unsure(game, viewer, Level.STATE):
        if rng.random() < _SHARE:
            state = game.position.pieces[piece]
            now = tuple(sorted({*state.marks} ^ {rng.choice(telling)}))
            changed[piece] = replace(state, marks=now)
    position = game.position
    whole = replace(position, pieces={**position.pieces, **changed})
    if sound(game, whole):
        return Twin(whole)
    for piece, state in changed.items():
        one = replace(position, pieces={**position.pieces, piece: state})
        position = one if sound(game, one) else position
    return Twin(position)


def identities(game: Game, viewer: str, rng: Random) -> Twin | None:
    """Let pieces that cannot be told from each other change their parts."""
    twin = Twin(game.position)
    pairs = [pair for group in _alike_to(game, viewer) for pair in _some_pairs(game, group, rng)]
    for one, other in rng.sample(pairs, len(pairs)):
        roles = {**twin.roles, one: other, other: one}
        if (found := _recast(game, viewer, roles)) and sound(game, found.position):
            twin = found
    return twin if twin.roles else None


def _alike_to(game: Game, viewer: str) -> list[list[str]]:
    """Return the pieces that a side cannot tell from each other, group by group."""
    levels = known_to(game, viewer).levels
    memory = game.position.memory.get(viewer, {})
    met = game.position.met.get(viewer, {})
    groups: dict[tuple[Any, ...], list[str]] = {}
    for piece in unsure(game, viewer, Level.IDENTITY):
        if piece in memory or piece in met:
            continue
        counter = game.module.counters[piece]
        arm = arm_of(counter)
        kind = (counter.nation, arm)
        if levels[piece] <= Level.BRANCH:  # but no ship is ashore, and no aircraft in a wood
            kind = (counter.side, arm if arm in _ELSEWHERE else "")
        groups.setdefault((*kind, levels[piece]), []).append(piece)
    return list(groups.values())


def _some_pairs(game: Game, group: list[str], rng: Random) -> Iterator[tuple[str, str]]:
    """Yield pairs of a group, each piece in one at most; half of them of one type.

    Few pieces of other types could be where the other one is: a ship in a force, a group aboard.
    """
    counters, left = game.module.counters, rng.sample(group, len(group))
    for _pair in range(1 + len(group) // _MANY):
        if len(left) < _TWO or rng.random() > 2 * _SHARE:
            continue
        one = left.pop()
        of_type = [p for p in left if counters[p].type == counters[one].type]
        other = rng.choice(of_type if of_type and rng.random() < _OF_ONE_TYPE else left)
        left.remove(other)
        yield one, other


def part_in(roles: Mapping[str, str]) -> Callable[[str], str]:
    """Return what tells the part that a piece, or the inside of one, plays in a twin."""

    def part(text: str) -> str:
        if text[:3] == INSIDE:
            return inside_of(part(text[3:]))
        return roles.get(text, text)

    return part


def _recast(game: Game, viewer: str, roles: Mapping[str, str]) -> Twin | None:
    position = game.position
    recast, _whole = rename(replace(position, memory={}, met={}), part_in(roles))
    pieces = dict(sorted(recast.pieces.items()))
    if any(pieces[p].losses >= game.module.counters[p].steps for p in roles):
        return None
    kept = (
        {side: seen if side == viewer else _in_order(seen, rename(seen, part_in(roles))[0])
         for side, seen in sides.items()}
        for sides in (position.memory, position.met)
    )  # fmt: skip
    memory, met = kept
    facts, agenda = (
        _in_order(old, new)
        for old, new in ((position.facts, recast.facts), (position.agenda, recast.agenda))
    )
    recast = replace(recast, pieces=pieces, memory=memory, met=met, facts=facts, agenda=agenda)
    return Twin(recast, roles)


def _in_order(old: Any, new: Any) -> Any:
    """Return something renamed with its pieces in the order of letters wherever they were before.

    Rules that name pieces in that order would do so in the twin.
    """
    if old is new:  # equal is not enough: mappings in another order are equal, too
        return new
    if isinstance(new, Mapping):
        values = zip(new.items(), old.values(), strict=True)
        found = {key: _in_order(before, value) for (key, value), before in values}
        return dict(sorted(found.items())) if list(old) == sorted(old) else found
    if isinstance(new, list | tuple):
        pairs = zip(old, new, strict=True)
        each = [_in_order(before, value) for before, value in pairs]
        texts = all(isinstance(one, str) for one in each)
        return type(new)(sorted(each) if texts and list(old) == sorted(old) else each)
    if isinstance(new, Struct):
        fields = {f: _in_order(getattr(old, f), getattr(new, f)) for f in new.__struct_fields__}
        return replace(new, **fields)
    return new


def places(game: Game, viewer: str, rng: Random) -> Twin | None:
    """Put pieces that are not seen at all somewhere else."""
    grid, s = game.module.board.grid, game.situation
    position = game.position
    here = [p for p in _unseen(game, viewer) if s.place(p) in grid]
    for piece in rng.sample(here, min(len(here), _FEW)):
        near = [*grid.neighbours(s.place(piece)), *_with_friends(s, piece)]
        below = [place for place in _covered(s, piece) if place != s.place(piece)]
        goals = [rng.choice(some) for some in (near, below) if some]
        free = [place for place in goals if not _is_held(s.elsewhere(position), place, viewer)]
        position = _somewhere(game, position, viewer, piece, free, rng)
    return Twin(position)


def _is_held(s: Situation, place: str, viewer: str) -> bool:
    return any(s.side(piece) == viewer for piece in s.at(place))


def _unseen(game: Game, viewer: str) -> list[str]:
    """Return the pieces of which a side does not even know that they are where they are."""
    levels = known_to(game, viewer).levels
    met = game.position.met.get(viewer, {})
    return sorted(p for p, one in levels.items() if one == Level.NOTHING and p not in met)


def _with_friends(s: Situation, piece: str) -> list[str]:
    """Return hexes where others of its side are: something may hide a piece there, too."""
    return [place for place in s.occupied(s.side(piece)) if place != s.place(piece)]


def _covered(s: Situation, piece: str) -> list[str]:
    """Return hexes where a counter of its side lies that was put there while the match went on.

    Such a one may stand for pieces that are not seen, or for nothing.
    """
    stacks = s.occupied(s.side(piece)).items()
    return [place for place, pieces in stacks if any(MADE in other for other in pieces)]


def cargo(game: Game, viewer: str, rng: Random) -> Twin | None:
    """Put pieces that are not seen, inside others or off the board, inside of others again."""
    s = game.situation
    some = [p for p in _unseen(game, viewer) if s.within(p) or s.place(p) == OFF]
    return _inside_others(game, viewer, some, rng, boxes=False)


def boxes(game: Game, viewer: str, rng: Random) -> Twin | None:
    """Put pieces that are not seen, in boxes or inside others, in other boxes or inside others."""
    s = game.situation
    some = [p for p in _unseen(game, viewer) if s.within(p) or s.place(p) in s.board.boxes]
    return _inside_others(game, viewer, some, rng, boxes=True)


def _inside_others(game: Game, viewer: str, pieces: list[str], rng: Random, *, boxes: bool) -> Twin:
    position = game.position
    for piece in rng.sample(pieces, min(len(pieces), _FEW)):
        now = game.situation.elsewhere(position)
        goals = [inside_of(other) for other in position.pieces if can_enter(now, piece, other)]
        if boxes:
            goals = [rng.choice(goals)] if goals else []
            goals += [box for box in _boxes_for(now, piece) if box != now.place(piece)]
        position = _somewhere(game, position, viewer, piece, goals, rng)
    return Twin(position)


def _boxes_for(s: Situation, piece: str) -> list[str]:
    """Return the boxes where pieces of its side are that are like it: foot, ships, aircraft."""
    counter = s.counter(piece)
    kind = (counter.side, arm_of(counter))
    return [
        box
        for box in s.board.boxes
        if any((s.counter(p).side, arm_of(s.counter(p))) == kind for p in s.at(box))
    ]


def _somewhere(
    game: Game, position: Position, viewer: str, piece: str, goals: list[str], rng: Random
) -> Position:
    """Return a position in which a piece is at one of some places and not seen there either."""
    for goal in rng.sample(goals, min(len(goals), _FEW)):
        there = _moved(position, piece, goal)
        if _unseen_in(game.situation.elsewhere(there), piece, viewer) and sound(game, there):
            return there
    return position


def notes(game: Game, viewer: str, rng: Random) -> Twin | None:
    """Forget something of what the others note in secret: of what a ship has left, who is fed."""
    position = game.position
    hidden = [key for key, told in sorted(known_to(game, viewer).facts.items()) if told is None]
    for key in hidden:
        if isinstance(position.facts.get(key), Mapping) and rng.random() < 2 * _SHARE:
            left = _without(position, position.facts[key], rng)
            others = {k: v for k, v in position.facts.items() if k != key}
            facts = {**position.facts, key: left} if left else others
            other = replace(position, facts=facts)
            position = other if sound(game, other) else position
    return Twin(position)


def _without(position: Position, noted: Mapping[str, Any], rng: Random) -> dict[str, Any]:
    """Return what is noted without one piece or whatever else it is about."""
    if not noted:
        return {}
    key = rng.choice(sorted(noted))
    left = {}
    if key not in position.pieces and isinstance(noted[key], Mapping):  # a heading
        left = _without(position, noted[key], rng)
    return {k: left if k == key else v for k, v in noted.items() if k != key or left}


def _unseen_in(s: Situation, piece: str, viewer: str) -> bool:
    return Eyes(viewer).knowledge(s).levels.get(piece) == Level.NOTHING


def _moved(position: Position, piece: str, to: str) -> Position:
    state = position.pieces[piece]
    stacks = dict(position.stacks)
    left = tuple(p for p in stacks[state.place] if p != piece)
    if left:
        stacks[state.place] = left
    else:
        del stacks[state.place]
    stacks[to] = (*stacks.get(to, ()), piece)
    return replace(
        position, pieces={**position.pieces, piece: replace(state, place=to)}, stacks=stacks
    )


def order(game: Game, viewer: str, rng: Random) -> Twin | None:
    """Put pieces of the others in another order in their stacks, where that is not seen.

    Which of them lies on top may be seen: then the others change places around it. It stays there
    while a battle shows them all, too, for when that is over it is seen again. Where all see how
    pieces lie only those in decks and hands do: to take another one out of a stack is seen.
    """
    known = known_to(game, viewer)
    if known.ranks:
        s, pieces = game.situation, game.position.pieces
        hidden = unsure(game, viewer, Level.IDENTITY)
        held = {piece for piece in hidden if is_held(s, pieces[piece].place)}
        return Twin(_shuffled(game.position, held, rng))
    if known.orders:
        others = {p for p in game.position.pieces if game.situation.side(p) != viewer}
        tops = {pieces[-1] for pieces in game.position.stacks.values() if pieces}
        others -= {p for p in tops if known.levels.get(p, Level.ALL) >= Level.IDENTITY}
        found = _shuffled(game.position, others, rng)
        if Eyes(viewer).knowledge(game.situation.elsewhere(found)).levels == known.levels:
            return Twin(found)
    return Twin(_shuffled(game.position, {*unsure(game, viewer, Level.IDENTITY)}, rng))


def _shuffled(position: Position, some: set[str], rng: Random) -> Position:
    """Return a position in which some pieces have changed places in their stacks."""
    stacks = dict(position.stacks)
    for place, pieces in stacks.items():
        mine = [piece for piece in pieces if piece in some]
        if len(mine) > 1:  # the others stay where they lie
            left = iter(rng.sample(mine, len(mine)))
            stacks[place] = tuple(next(left) if p in some else p for p in pieces)
    return replace(position, stacks=stacks)
