"""Twins: positions that a side cannot tell from the one that it is in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import takewhile
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from msgspec.structs import replace

from tabuleiro.engine.draws import is_held
from tabuleiro.engine.eyes import Eyes
from tabuleiro.engine.glance import rename
from tabuleiro.engine.inside import can_enter, odd_nesting
from tabuleiro.engine.knowledge import Level
from tabuleiro.engine.log import Log, Row
from tabuleiro.engine.position import OFF
from tabuleiro.engine.told_log import ToldLog
from tabuleiro.module.places import INSIDE, inside_of
from tabuleiro.module.unknown import arm_of
from tabuleiro.testing.chooser import choose
from tabuleiro.testing.free_deeds import deed_at_table
from tabuleiro.testing.mutants import mutants

if TYPE_CHECKING:
    from tabuleiro.engine import Action, Game, Situation
    from tabuleiro.engine.knowledge import Knowledge
    from tabuleiro.engine.position import Position

__all__ = ["MUTATORS", "Twin", "at", "next_action", "part_in", "shortest", "twin_of"]

_SHARE = 0.3
_TRIES = 8
_LONGEST = 8


class Twin(NamedTuple):
    """A position that a side cannot tell from another one."""

    position: Position
    roles: Mapping[str, str] = {}
    """Pieces of the one position that play the part of others in the twin."""
    base: Position | None = None
    """The position that it is the twin of, if not that of the match."""


def at(game: Game, position: Position, seed: str = "twins") -> Game:
    """Return a game that goes on from a position, with a log that begins there."""
    other = game.fork(seed=seed)
    start = Row(0, None, "start", None, None, (), reveals=True, hash="", told={})
    other._position = position  # noqa: SLF001 - no rule leads there
    other.log = Log(start, position)
    if other.situation.asked() is None and not other.over:
        change = other._change()  # noqa: SLF001 - what nobody is asked happens by itself
        other._settle(change)  # noqa: SLF001
        other._commit(change, "action", None, {})  # noqa: SLF001
    return other


def next_action(game: Game, rng: Random) -> Action | None:
    """Return an action for whoever is asked; where strictness lets pass what no list holds, such.

    Where enemies were let into one hex nothing may be left that is quite legal.
    """
    try:
        return deed_at_table(game, rng) or choose(game, rng)
    except IndexError:
        return next((action for action in mutants(game, [], rng) if game.check(action)), None)


def _known(game: Game, viewer: str) -> Knowledge:
    return game.eyes(viewer).knowledge(game.situation)


def _unsure(game: Game, viewer: str, below: Level, *, gone: bool = False) -> list[str]:
    """Return the pieces on the map, in boxes or inside others of which it knows less than a level.

    With ``gone`` those that are out of the match as well.
    """
    board, pieces = game.module.board, game.position.pieces

    def counts(place: str) -> bool:
        known = place in board.grid or place in board.boxes or place.startswith(INSIDE)
        return known or (gone and place != OFF)

    levels = _known(game, viewer).levels
    return sorted(p for p, one in levels.items() if one < below and counts(pieces[p].place))


def _sound(game: Game, twin: Position) -> bool:
    """Return whether a position is one that the rules could have led to."""
    s = game.situation.elsewhere(twin)
    wrong = twin.inconsistency() or any(odd_nesting(s))
    return not wrong and not game.ruleset.hook.invariants(s=s)


def losses(game: Game, viewer: str, rng: Random) -> Twin | None:
    """Change the losses of pieces whose losses are covered."""
    pieces = dict(game.position.pieces)
    for piece in _unsure(game, viewer, Level.STATE, gone=True):
        steps = game.module.counters[piece].steps
        if steps > 1 and rng.random() < _SHARE:
            state = pieces[piece]
            pieces[piece] = replace(
                state, losses=rng.choice([n for n in range(steps) if n != state.losses])
            )
    return Twin(replace(game.position, pieces=pieces))


def marks(game: Game, viewer: str, rng: Random) -> Twin | None:
    """Change the marks that tell of losses."""
    telling = sorted(_known(game, viewer).secret_marks)
    if not telling:
        return None
    pieces = dict(game.position.pieces)
    for piece in _unsure(game, viewer, Level.STATE):
        if rng.random() < _SHARE:
            state = pieces[piece]
            now = tuple(sorted({*state.marks} ^ {rng.choice(telling)}))
            pieces[piece] = replace(state, marks=now)
    return Twin(replace(game.position, pieces=pieces))


def identities(game: Game, viewer: str, rng: Random) -> Twin | None:
    """Let pieces that cannot be told from each other change their parts."""
    levels = _known(game, viewer).levels
    memory = game.position.memory.get(viewer, {})
    met = game.position.met.get(viewer, {})
    groups: dict[tuple[Any, ...], list[str]] = {}
    for piece in _unsure(game, viewer, Level.IDENTITY):
        if piece in memory or piece in met:
            continue
        counter = game.module.counters[piece]
        kind = (
            (counter.nation, arm_of(counter)) if levels[piece] > Level.PRESENCE else (counter.side,)
        )
        groups.setdefault((*kind, levels[piece]), []).append(piece)
    roles: dict[str, str] = {}
    for group in groups.values():
        if len(group) > 1 and rng.random() < 2 * _SHARE:
            one, other = rng.sample(group, 2)
            roles |= {one: other, other: one}
    return _recast(game, viewer, roles) if roles else None


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
        {side: seen if side == viewer else rename(seen, part_in(roles))[0]
         for side, seen in sides.items()}
        for sides in (position.memory, position.met)
    )  # fmt: skip
    memory, met = kept
    recast = replace(recast, pieces=pieces, memory=memory, met=met)
    return Twin(recast, roles)


def places(game: Game, viewer: str, rng: Random) -> Twin | None:
    """Put pieces that are not seen at all somewhere else."""
    grid, s = game.module.board.grid, game.situation
    levels = _known(game, viewer).levels
    met = game.position.met.get(viewer, {})
    unsure = _unsure(game, viewer, Level.PRESENCE)
    unseen = [p for p in unsure if levels[p] == Level.NOTHING and p not in met]
    position = game.position
    for piece in rng.sample(unseen, min(len(unseen), 3)):
        here = position.pieces[piece].place
        if here not in grid:
            continue
        there = rng.choice((*grid.neighbours(here), *_with_friends(s, piece)))
        if any(s.side(p) == viewer for p in position.stacks.get(there, ())):
            continue
        moved = _moved(position, piece, there)
        if _sound(game, moved) and _unseen_in(s.elsewhere(moved), piece, viewer):
            position = moved
    return Twin(position)


def _with_friends(s: Situation, piece: str) -> list[str]:
    """Return hexes where others of its side are: something may hide a piece there, too."""
    return [place for place in s.occupied(s.side(piece)) if place != s.place(piece)]


def cargo(game: Game, viewer: str, rng: Random) -> Twin | None:
    """Put pieces that are not seen, inside others or off the board, inside of others again."""
    s, position = game.situation, game.position
    levels = _known(game, viewer).levels
    unseen = [
        piece
        for piece in sorted(levels)
        if levels[piece] == Level.NOTHING and (s.within(piece) or s.place(piece) == OFF)
    ]
    for piece in rng.sample(unseen, min(len(unseen), 3)):
        now = s.elsewhere(position)
        open_to_it = [other for other in position.pieces if can_enter(now, piece, other)]
        found = [_moved(position, piece, inside_of(holder)) for holder in open_to_it]
        alike = [one for one in found if _unseen_in(s.elsewhere(one), piece, viewer)]
        if alike:
            position = rng.choice(alike)
    return Twin(position)


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

    Which of them lies on top may be seen: then the others change places around it. Where all see
    how pieces lie only those in decks and hands do: to take another one out of a stack is seen.
    """
    known = _known(game, viewer)
    if known.ranks:
        s, pieces = game.situation, game.position.pieces
        unsure = _unsure(game, viewer, Level.IDENTITY)
        held = {piece for piece in unsure if is_held(s, pieces[piece].place)}
        return Twin(_shuffled(game.position, held, rng))
    if known.orders:
        others = {p for p in game.position.pieces if game.situation.side(p) != viewer}
        found = _shuffled(game.position, others, rng)
        if Eyes(viewer).knowledge(game.situation.elsewhere(found)).levels == known.levels:
            return Twin(found)
    return Twin(_shuffled(game.position, {*_unsure(game, viewer, Level.IDENTITY)}, rng))


def _shuffled(position: Position, some: set[str], rng: Random) -> Position:
    """Return a position in which some pieces have changed places in their stacks."""
    stacks = dict(position.stacks)
    for place, pieces in stacks.items():
        mine = [piece for piece in pieces if piece in some]
        if len(mine) > 1:  # the others stay where they lie
            left = iter(rng.sample(mine, len(mine)))
            stacks[place] = tuple(next(left) if p in some else p for p in pieces)
    return replace(position, stacks=stacks)


def secret_play(game: Game, viewer: str, rng: Random) -> Twin | None:
    """Let the other side do things of which this side is told nothing: drafts, choices."""
    other = at(game, game.position)
    log = ToldLog(other, viewer)
    rows = len(log.line())
    for _step in range(rng.randint(1, 4)):
        asked = other.situation.asked()
        if asked is None or asked.side == viewer:
            break
        before = other.position
        action = next_action(other, rng)
        if action is None:
            break
        other.act(action, thrown=other.module.sides)
        if log.head().n + 1 != rows:
            return Twin(before)
    return Twin(other.position)


def alike(game: Game, viewer: str, rng: Random) -> Twin | None:
    """Let the other side do two different things of which this side is told the same."""
    asked = game.situation.asked()
    if asked is None or asked.side == viewer:
        return None
    listed = game.legal()
    first = next_action(game, rng)
    if first is None:
        return None
    same = [action for action in listed if action.kind == first.kind and action != first]
    one = at(game, game.position)
    one.act(first, thrown=one.module.sides)
    rows = shortest(one, viewer)
    for action in rng.sample(same, min(len(same), _TRIES)):
        other = at(game, game.position)
        other.act(action, thrown=other.module.sides)
        if shortest(other, viewer) == rows:
            return Twin(other.position, _parts(one, other, viewer), base=one.position)
    return None


def _parts(one: Game, other: Game, viewer: str) -> dict[str, str]:
    """Return which pieces of a game are seen as what others are seen as in its twin.

    Of two that cannot be told apart one did a thing here and the other one there: where this one
    goes from here, that one goes from there.
    """
    looks: list[dict[str, Any]] = []
    for game, twin in ((one, other), (other, one)):
        belief, pieces = game.belief(viewer), twin.position.pieces
        changed = (p for p, state in game.position.pieces.items() if pieces[p] != state)
        names = {p: belief.names[p] for p in changed if p in belief.names}
        handles, seen = belief.knowledge.handles, belief.s.position.pieces
        looks.append({p: (*name.split(".")[:2], handles.get(p), seen[name])
                      for p, name in names.items()})  # fmt: skip
    roles: dict[str, str] = {}
    for piece, look in looks[0].items():
        alike = (p for p, had in looks[1].items() if had == look and p not in roles.values())
        if (match := next(alike, piece)) != piece:
            roles[piece] = match
    return roles if roles.keys() == {*roles.values()} else {}


def joining(game: Game, viewer: str, rng: Random) -> Twin | None:
    """Let the other side do the same things in secret in another order: who joins an attack."""
    one = at(game, game.position)
    log = ToldLog(one, viewer)
    rows = len(log.line())
    done: list[tuple[Position, Action]] = []
    last = one.position
    for _step in range(rng.randint(3, _LONGEST)):
        asked = one.situation.asked()
        if asked is None or asked.side == viewer:
            break
        action = next_action(one, rng)
        if action is None:
            break
        done.append((one.position, action))
        one.act(action, thrown=one.module.sides)
        if log.head().n + 1 != rows:
            done.pop()
            break
        last = one.position
    return _swapped(game, done, last) if done else None


def _swapped(game: Game, done: list[tuple[Position, Action]], last: Position) -> Twin | None:
    """Return where the last actions of one kind lead in the reverse order."""
    kind = done[-1][1].kind
    same = list(takewhile(lambda pair: pair[1].kind == kind, reversed(done)))
    other = at(game, same[-1][0])
    for _before, action in same:
        if not other.check(action):
            return None
        other.act(action, thrown=other.module.sides)
    return Twin(other.position, base=last)


def shortest(game: Game, viewer: str) -> bytes:
    """Return all that a side was told, as bytes."""
    log = ToldLog(game, viewer)
    log.head()
    return msgspec.json.encode(log.rows)


def several(game: Game, viewer: str, rng: Random) -> Twin | None:
    """Change losses, marks, identities and order together."""
    twin = Twin(game.position)
    roles: dict[str, str] = {}
    for mutate in (losses, marks, order, identities):
        here = at(game, twin.position)
        if here.position is not twin.position:
            break  # nobody is asked there any more: the twin would have a past of its own
        found = mutate(here, viewer, rng)
        if found is not None:
            twin, roles = found, {**roles, **found.roles}
    return Twin(twin.position, roles)


MUTATORS: dict[str, Callable[[Game, str, Random], Twin | None]] = {
    "losses": losses,
    "marks": marks,
    "identities": identities,
    "places": places,
    "cargo": cargo,
    "order": order,
    "secret-play": secret_play,
    "alike": alike,
    "joining": joining,
    "several": several,
}
"""By name: what makes twins."""


def twin_of(game: Game, viewer: str, name: str, rng: Random) -> Twin | None:
    """Return a twin of the position of a match, None if that way leads to none."""
    twin = MUTATORS[name](game, viewer, rng)
    if twin is None or (
        twin.position.pieces == (twin.base or game.position).pieces
        and twin.position == (twin.base or game.position)
    ):
        return None
    return twin if _sound(game, twin.position) else None
