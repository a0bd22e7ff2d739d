"""Everything that a side is given at a moment of a match, as bytes to be compared."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from tabuleiro.engine.position import UNSEEN
from tabuleiro.engine.views import view
from tabuleiro.rules.combat import preview as previews
from tabuleiro.rules.combat.battle import Battle
from tabuleiro.store.partida_of_a_side import told_files
from tabuleiro.testing.free_deeds import free_actions
from tabuleiro.testing.mutants import mutants
from tabuleiro.testing.secrecy.at_seat import as_bytes, at_seat, safely

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from tabuleiro.engine import Action, Game, Situation
    from tabuleiro.seats.local import LocalSeat

__all__ = ["attempts", "given"]

_FEW = 6
_COMMITMENT = re.compile(rb'"commitment":"[0-9a-f]{64}"')
"""What binds a row of a file to the true one: it looks like chance, and differs."""


def given(
    game: Game, seat: LocalSeat, tries: list[Action], rng: Random | None = None, *, files: bool
) -> Iterator[tuple[str, bytes]]:
    """Yield what the side of a seat is given now, piece by piece, each under a name.

    ``tries`` are actions of which it asks whether they are allowed. With ``rng`` it asks further
    for all that can be asked; the same ``rng`` asks the same. Its ``files`` hold the hashes of all
    that it was told.
    """
    viewer = seat.viewer
    assert isinstance(viewer, str)
    belief = game.belief(viewer)
    yield "belief", as_bytes(belief.s.position)
    yield "view", as_bytes(view(game, viewer))
    asked = game.situation.asked()
    if asked is not None and asked.side == viewer:
        yield "decision", safely(game.decision)
    if rng is None:
        return
    if asked is not None and asked.side == viewer:
        yield "legal", safely(game.legal)
        for piece, hex in _pointed(game, belief.s, rng):
            yield f"legal {piece} {hex}", safely(partial(game.legal, piece=piece, hex=hex))
    for action in tries if viewer else ():
        yield f"check {action}", safely(partial(game.check, action, side=viewer))
    yield from _worked_out(belief.s, viewer, rng)
    yield from at_seat(seat, tries, rng)
    if files and viewer:
        for name, content in told_files(game, "", viewer).items():
            yield f"file {name}", _COMMITMENT.sub(b"", content)


def attempts(game: Game, rng: Random, viewer: str) -> list[Action]:
    """Return actions, some of them nonsense, of which a side may ask whether they are allowed."""
    asked = game.situation.asked()
    listed = game.legal() if asked is not None and asked.side == viewer else []
    some = rng.sample(listed, min(len(listed), _FEW))
    near = mutants(game, listed, rng, count=2 * _FEW)
    return [*some, *near, *free_actions(game.belief(viewer).s, rng)]


def _pointed(game: Game, s: Situation, rng: Random) -> list[tuple[str | None, str | None]]:
    pieces = [p for p, state in s.position.pieces.items() if state.place != UNSEEN]
    some = rng.sample(pieces, min(len(pieces), _FEW))
    hexes = game.module.board.grid.hexes
    return [*((p, None) for p in some), *((None, rng.choice(hexes)) for _ in range(2))]


def _worked_out(s: Situation, viewer: str, rng: Random) -> Iterator[tuple[str, bytes]]:
    """Yield what rules tell of the situation as the side believes it."""
    rules = s.rules
    yield "score", safely(lambda: rules.score(s=s))
    if viewer:
        yield "supply stock", safely(lambda: rules.supply_stock(s=s, side=viewer))
    yield "flights", safely(lambda: rules.flights(s=s))
    yield "reckonings", safely(lambda: [str(r) for r in rules.reckonings(s=s)])
    own = [p for p in s.position.pieces if s.side(p) == viewer and s.on_map(p)]
    enemies = [
        p
        for p, state in s.position.pieces.items()
        if state.place in s.board.grid and s.side(p) != viewer
    ]
    for piece in rng.sample(own, min(len(own), 3)) + rng.sample(enemies, min(len(enemies), 2)):
        yield f"states {piece}", safely(partial(rules.piece_states, s=s, piece=piece))
        yield f"supply {piece}", safely(partial(rules.supply_line, s=s, piece=piece))
        yield f"journeys {piece}", safely(partial(previews.journeys, s, piece))
    for hex in rng.sample(s.board.grid.hexes, 3):
        yield f"notes {hex}", safely(partial(rules.hex_notes, s=s, hex=hex))
    if own and enemies:
        battle = _battle(s, viewer, rng.choice(own), rng.choice(enemies))
        yield f"preview {battle}", safely(lambda: previews.preview(s, battle))
        yield f"objections {battle}", safely(lambda: previews.objections(s, battle))


def _battle(s: Situation, viewer: str, piece: str, enemy: str) -> Battle:
    target = s.place(enemy)
    return Battle(
        kind="assault",
        attacker=viewer,
        defender=s.side(enemy),
        target=target,
        attackers=(piece,),
        support=(),
        defenders=tuple(p for p in s.at(target) if s.side(p) != viewer),
    )
