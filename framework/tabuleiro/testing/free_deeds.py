"""What hands might do on a table, at random: for matches that try what a side is told."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tabuleiro.engine import tabletop as hands
from tabuleiro.engine.draws import is_deck, is_drawn_from
from tabuleiro.engine.freehand import (
    FreeAction,
    FreeControl,
    FreeDraw,
    FreeLoss,
    FreeMake,
    FreeMark,
    FreeMove,
    FreeOrder,
    FreeState,
    FreeTrack,
)
from tabuleiro.engine.position import OFF
from tabuleiro.module.places import inside_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

    from tabuleiro.engine import Action, Game, Situation

__all__ = ["deed_at_table", "free_actions"]

_SHARE: Final = 0.9
"""How often somebody at a free table does something that no list has."""


def deed_at_table(game: Game, rng: Random) -> Action | None:
    """Return what whoever is asked might do on a free table; now and then, and elsewhere, None."""
    asked = game.situation.asked()
    if not game.module.free_table or asked is None or rng.random() > _SHARE:
        return None
    deeds = [*free_actions(game.belief(asked.side).s, rng)]
    rng.shuffle(deeds)
    return next((deed for deed in deeds if game.check(deed, side=asked.side)), None)


def free_actions(s: Situation, rng: Random) -> Iterator[Action]:
    """Yield what a free hand might do with what is seen, and with what is not."""
    pieces, places = list(s.position.pieces), [*s.board.grid.hexes, OFF]
    if s.module.free_table:
        yield from _at_table(s, rng, [*places, *s.board.boxes])
    for piece in rng.sample(pieces, min(len(pieces), 2)):
        yield FreeMove(piece, rng.choice(places))
        yield FreeLoss(piece, rng.randrange(2))
        yield FreeMark(piece, "moved", bool(rng.randrange(2)))
    stack = rng.choice(sorted(s.position.stacks))
    order = s.at(stack)
    yield FreeOrder(stack, tuple(rng.sample(order, len(order))))
    yield FreeControl(rng.choice(s.board.grid.hexes), rng.choice(list(s.module.sides)))
    holders = [p for p in pieces if s.counter(p).holds is not None]
    for holder in rng.sample(holders, min(len(holders), 2)):
        yield FreeMove(rng.choice(pieces), inside_of(holder))
    for template in sorted(s.module.palette)[:1]:
        yield FreeMake(template, rng.choice(places))
    for marker in sorted(s.module.markers)[:1]:
        yield FreeMark(rng.choice(s.board.grid.hexes), marker, bool(rng.randrange(2)))
    for name in sorted(s.position.tracks)[:1]:
        yield FreeTrack(name, rng.randrange(10))


def _at_table(s: Situation, rng: Random, places: Sequence[str]) -> Iterator[FreeAction]:
    """Yield what is done on a free table: with cards, dice, several pieces and the turn."""
    pieces, sides = list(s.position.pieces), list(s.module.sides)
    # What a side knows of a deck it leaves there: to take it out is another deed to others.
    some = rng.sample([piece for piece in pieces if not is_deck(s, s.place(piece))], 3)
    yield hands.FreeCover(some[2], to=rng.choice(places[:6]))
    yield from (hands.FreeCover(piece, up=bool(rng.randrange(2))) for piece in some)
    yield hands.FreeUnder(some[0], rng.choice(places))
    yield FreeMove(some[1], rng.choice([*s.board.boxes, *places[:6]]))
    yield hands.FreeSeveral(
        tuple(
            deed.to_data()
            for piece in rng.sample([p for p in pieces if s.on_map(p)], 3)
            for deed in (hands.FreeCover(piece), FreeMove(piece, places[len(places) // 2]))
        )
    )
    yield hands.FreeShuffle(rng.choice(sorted(s.position.stacks)))
    for cup in s.board.boxes:
        if is_drawn_from(s, cup):
            yield FreeDraw(cup, rng.choice(places))
            yield hands.FreeDeal(cup, tuple(rng.sample(places, 2)), rng.randint(1, 2))
            yield hands.FreeLook(rng.choice(sides), cup, rng.randrange(3))
    yield hands.FreeLook(rng.choice(sides), rng.choice(some))
    yield hands.FreeRoll(rng.choice(sides), "", rng.randint(1, 3), rng.choice((6, 10)))
    yield hands.FreeNote(rng.choice(s.board.grid.hexes), rng.choice(("", "trap")))
    yield hands.FreeTurn(rng.randint(1, s.scenario.last_turn), 0)
    yield hands.FreePass(rng.choice(s.module.played_sides))
    for state in s.module.states.values():
        yield FreeState(some[2], state.id, rng.choice(state.values).id)
