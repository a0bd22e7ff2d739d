"""Facing: pieces for which a step costs what it costs by where they face, and how they turn.

A plugin gives its pieces a :class:`Steering` in the hook ``movement_changes``, offers ``turns`` in
``special_moves``, and shapes their zones by ``zone_hexes``, for instance with ``front``. The state
itself is one of ``states:`` in counters.yaml; its values are numbered as they stand there.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

import msgspec

from tabuleiro.board import reachable_facing
from tabuleiro.engine import Verdict, msg, piece_ref
from tabuleiro.engine import events as ev
from tabuleiro.engine.messages import key_ref
from tabuleiro.rules.clauses import clause, object_to
from tabuleiro.rules.ground.movement_points import MOVED, must_stop, profile
from tabuleiro.rules.ground.special_moves import SpecialMove

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from tabuleiro.board import StepCosts, Turns
    from tabuleiro.engine import Change, Objection, Situation

__all__ = [
    "Steering",
    "Turn",
    "by_hexsides",
    "carry_on",
    "faced_after",
    "front",
    "number_of",
    "steered_search",
    "turn_price",
    "turns",
    "wrong_way",
]


class Steering(msgspec.Struct, frozen=True):
    """How a state of a piece, such as where it faces, bears upon its steps."""

    state: str
    """The state, by its id."""
    steps: Turns
    """For each value, for a step in each direction: half points more (-1: barred), value after."""
    in_place: tuple[tuple[int, ...], ...] = ()
    """For each value what it costs to change to each other one in place; nothing: it cannot."""


@cache
def by_hexsides(state: str, price: int, sides: int = 6) -> Steering:
    """Return the steering of pieces that turn by hexsides and go where they face.

    Each hexside of turning costs ``price`` half points. The state has six values, clockwise, in the
    order of the directions of the grid; on squares it has four, or eight with their corners.

    >>> by_hexsides("facing", 1).steps[0]
    ((0, 0), (1, 1), (2, 2), (3, 3), (2, 4), (1, 5))
    """
    around = range(sides)
    turns = [[min((d - f) % sides, (f - d) % sides) for d in around] for f in around]
    cost = tuple(tuple(price * turn for turn in row) for row in turns)
    return Steering(state, tuple(tuple(zip(row, around, strict=True)) for row in cost), cost)


def number_of(s: Situation, piece: str, state: str) -> int:
    """Return which value of a state a piece has, counted from 0."""
    values = s.module.states[state].values
    now = s.state(piece, state)
    return next(number for number, value in enumerate(values) if value.id == now)


def front(s: Situation, piece: str, state: str, width: int = 3) -> tuple[str, ...]:
    """Return the hexes before a piece on the map: the one that it faces, or that and its sides."""
    grid, faced = s.board.grid, number_of(s, piece, state)
    near = grid.neighbour_table[grid.index(s.place(piece))]
    reach = range(-(width // 2), width // 2 + 1)
    ways = min(len(near), len(grid.directions))  # beyond these are links to other maps
    found = (near[(faced + side) % ways] for side in reach)
    return tuple(grid.hexes[there] for there in found if there >= 0)


# ------------------------------------------------------------------------------------ marching


def _directions(s: Situation, here: str, path: Sequence[str]) -> Iterator[int | None]:
    """Yield the direction of each leg of a path; None where it is no step from hex to hex."""
    grid = s.board.grid
    for a, b in pairwise((here, *path)):
        inside = a in grid and b in grid and grid.are_neighbours(a, b)
        way = grid.neighbour_table[grid.index(a)].index(grid.index(b)) if inside else None
        yield way if way is None or way < len(grid.directions) else None


def _legs(
    s: Situation, piece: str, steering: Steering, path: Sequence[str]
) -> Iterator[tuple[int, int]]:
    """Yield what each leg of a path costs more, and the value after it."""
    now = number_of(s, piece, steering.state)
    for direction in _directions(s, s.place(piece), path):
        extra = 0
        if direction is not None:
            extra, now = steering.steps[now][direction]
        yield extra, now


def turn_price(s: Situation, piece: str, steering: Steering, path: Sequence[str]) -> int:
    """Return the half points that turning costs along a path; barred steps cost nothing."""
    return sum(max(extra, 0) for extra, _now in _legs(s, piece, steering, path))


def wrong_way(s: Situation, piece: str, steering: Steering, path: Sequence[str]) -> list[Objection]:
    """Return the objection to a path with a step that the piece may not take as it stands."""
    if all(extra >= 0 for extra, _now in _legs(s, piece, steering, path)):
        return []
    message = msg("{piece} cannot go that way as it stands.", piece=piece_ref(piece))
    return [object_to(s, message, "facing", "movement", pieces=(piece,))]


def faced_after(s: Situation, piece: str, steering: Steering, path: Sequence[str]) -> str:
    """Return the value that a piece has when it has gone along a path."""
    *_, (_extra, last) = _legs(s, piece, steering, path)
    return s.module.states[steering.state].values[last].id


def carry_on(change: Change, piece: str, steering: Steering, after: str) -> None:
    """Let a piece have the value that a path has led to."""
    if change.state(piece, steering.state) != after:
        change.emit(ev.StateSet(piece, steering.state, after))


def steered_search(
    s: Situation,
    start: str,
    facing: int,
    limit: int,
    costs: StepCosts,
    steering: Steering,
    stop: Collection[int],
    blocked: Collection[int],
) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield the cheapest path to each hex that can be reached, with its price, the cheapest first.

    The first one is that of staying: no hex, no price.
    """
    grid = s.board.grid
    reach = reachable_facing(
        costs, grid.neighbour_table, (grid.index(start), facing), limit, steering.steps,
        stop=stop, blocked=blocked,
    )  # fmt: skip
    seen: set[int] = set()
    for at, (cost, _before) in sorted(reach.items(), key=lambda item: (item[1][0], item[0])):
        if at[0] in seen:
            continue
        seen.add(at[0])
        way: list[str] = []
        back: tuple[int, int] | None = at
        while back is not None:
            way.append(grid.hexes[back[0]])
            back = reach[back][1]
        yield cost, tuple(reversed(way))[1:]


# ------------------------------------------------------------------------------ turning in place


class Turn(SpecialMove, frozen=True):
    """Change a state of a piece in place, such as where it faces, for movement points."""

    piece: str
    state: str
    value: str

    def verdict(self, s: Situation, side: str) -> Verdict:
        """Return whether the piece has points enough, and is free to turn."""
        price = _price(s, self.piece, self.state, self.value)
        if price is None or not s.on_map(self.piece):
            message = msg("{piece} cannot be turned so.", piece=piece_ref(self.piece))
            return Verdict.no(message, rule=clause(s, "facing"))
        objections = list(s.rules.move_objections(s=s, piece=self.piece))
        if price > _left(s, self.piece):
            message = msg("{piece} has too few points left to turn.", piece=piece_ref(self.piece))
            objections.append(object_to(s, message, "facing", "movement", pieces=(self.piece,)))
        return Verdict.of(objections)

    def carry_out(self, change: Change) -> None:
        """Turn it, and pay."""
        here = change.place(self.piece)
        price = _price(change, self.piece, self.state, self.value) or 0
        change.emit(ev.Moved(self.piece, here, (), price))
        if not change.marked(self.piece, MOVED):
            change.emit(ev.Marked(self.piece, (MOVED,)))
        change.emit(ev.StateSet(self.piece, self.state, self.value))
        value = key_ref(f"value.{self.state}.{self.value}")
        message = msg("{piece} turns: {value}.", piece=piece_ref(self.piece), value=value)
        change.say(message, clause(change, "facing"))


def turns(s: Situation, side: str, piece: str | None) -> Iterator[Turn]:
    """Yield the turns in place that pieces of a side might make."""
    for pieces in s.occupied(side).values():
        for one in pieces:
            steering = _steering(s, one) if piece in {None, one} else None
            if steering is not None:
                now = s.state(one, steering.state)
                values = s.module.states[steering.state].values
                yield from (Turn(one, steering.state, v.id) for v in values if v.id != now)


def _steering(s: Situation, piece: str) -> Steering | None:
    return profile(s, piece).steering


def _price(s: Situation, piece: str, state: str, value: str) -> int | None:
    """Return what it costs a piece to change a state in place; None if it cannot."""
    steering = _steering(s, piece)
    if steering is None or steering.state != state or not steering.in_place:
        return None
    ids = [one.id for one in s.module.states[state].values]
    now = s.state(piece, state)
    return steering.in_place[ids.index(now)][ids.index(value)] if value in ids else None


def _left(s: Situation, piece: str) -> int:
    """Return the half points that a piece has for turning: nothing once an enemy stopped it."""
    if s.marked(piece, MOVED) and must_stop(s, piece, s.place(piece)):
        return 0
    return profile(s, piece).points - s.piece(piece).spent
