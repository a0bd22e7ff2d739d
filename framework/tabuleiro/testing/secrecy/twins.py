"""Twins: positions that a side cannot tell from the one that it is in."""

from __future__ import annotations

from collections.abc import Callable
from itertools import takewhile
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec

from tabuleiro.engine.log import Log, Row
from tabuleiro.engine.told_log import ToldLog
from tabuleiro.testing.chooser import choose
from tabuleiro.testing.free_deeds import deed_at_table
from tabuleiro.testing.mutants import mutants
from tabuleiro.testing.secrecy.unseen import (
    Twin,
    boxes,
    cargo,
    identities,
    losses,
    marks,
    notes,
    order,
    part_in,
    places,
    sound,
)

if TYPE_CHECKING:
    from tabuleiro.engine import Action, Game
    from tabuleiro.engine.position import Position

__all__ = ["MUTATORS", "Twin", "at", "next_action", "part_in", "shortest", "twin_of"]

_TRIES = 8
_LONGEST = 8


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
    "boxes": boxes,
    "notes": notes,
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
    return twin if sound(game, twin.position) else None
