"""Everything that a side is given at a moment of a match, as bytes to be compared."""

from __future__ import annotations

import re
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec

from tabuleiro.engine import events as ev
from tabuleiro.engine.messages import Message, render
from tabuleiro.engine.position import UNSEEN
from tabuleiro.engine.views import view
from tabuleiro.i18n import LANGUAGES, speaking
from tabuleiro.mechanics import preview as previews
from tabuleiro.mechanics.battle import Battle
from tabuleiro.store.told import told_files
from tabuleiro.testing.mutants import mutants

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tabuleiro.engine import Action, Game, Situation
    from tabuleiro.engine.told_log import ToldRow
    from tabuleiro.module import Module

__all__ = ["attempts", "given", "told_texts"]

_FEW = 6
_COMMITMENT = re.compile(rb'"commitment":"[0-9a-f]{64}"')
"""What binds a row of a file to the true one: it looks like chance, and differs."""


def given(
    game: Game, viewer: str, tries: list[Action], rng: Random | None = None
) -> Iterator[tuple[str, bytes]]:
    """Yield what a side is given now, piece by piece, each under a name.

    ``tries`` are actions of which it asks whether they are allowed. With ``rng`` it asks further
    for all that can be asked; the same ``rng`` asks the same.
    """
    belief = game.belief(viewer)
    yield "belief", _bytes(belief.s.position)
    yield "view", _bytes(view(game, viewer))
    asked = game.situation.asked()
    if asked is not None and asked.side == viewer:
        yield "decision", _safely(game.decision)
    if rng is None:
        return
    yield "legal", _safely(game.legal)
    for piece, hex in _pointed(game, belief.s, rng):
        yield f"legal {piece} {hex}", _safely(partial(game.legal, piece=piece, hex=hex))
    for action in tries:
        yield f"check {action}", _safely(partial(game.check, action, side=viewer))
    yield from _worked_out(belief.s, viewer, rng)
    for name, content in told_files(game, "", viewer).items():
        yield f"file {name}", _COMMITMENT.sub(b"", content)


def attempts(game: Game, rng: Random) -> list[Action]:
    """Return actions, some of them nonsense, of which a side may ask whether they are allowed."""
    listed = game.legal()
    some = rng.sample(listed, min(len(listed), _FEW))
    return [*some, *mutants(game, listed, rng, count=2 * _FEW)]


def _pointed(game: Game, s: Situation, rng: Random) -> list[tuple[str | None, str | None]]:
    pieces = [p for p, state in s.position.pieces.items() if state.place != UNSEEN]
    some = rng.sample(pieces, min(len(pieces), _FEW))
    hexes = game.module.board.grid.hexes
    return [*((p, None) for p in some), *((None, rng.choice(hexes)) for _ in range(2))]


def _worked_out(s: Situation, viewer: str, rng: Random) -> Iterator[tuple[str, bytes]]:
    """Yield what rules tell of the situation as the side believes it."""
    rules = s.rules
    yield "score", _safely(lambda: rules.score(s=s))
    yield "flights", _safely(lambda: rules.flights(s=s))
    yield "reckonings", _safely(lambda: [str(r) for r in rules.reckonings(s=s)])
    own = [p for p in s.position.pieces if s.side(p) == viewer and s.on_map(p)]
    enemies = [
        p
        for p, state in s.position.pieces.items()
        if state.place in s.board.grid and s.side(p) != viewer
    ]
    for piece in rng.sample(own, min(len(own), 3)) + rng.sample(enemies, min(len(enemies), 2)):
        yield f"states {piece}", _safely(partial(rules.piece_states, s=s, piece=piece))
        yield f"supply {piece}", _safely(partial(rules.supply_line, s=s, piece=piece))
        yield f"journeys {piece}", _safely(partial(previews.journeys, s, piece))
    for hex in rng.sample(s.board.grid.hexes, 3):
        yield f"notes {hex}", _safely(partial(rules.hex_notes, s=s, hex=hex))
    if own and enemies:
        battle = _battle(s, viewer, rng.choice(own), rng.choice(enemies))
        yield f"preview {battle}", _safely(lambda: previews.preview(s, battle))
        yield f"objections {battle}", _safely(lambda: previews.objections(s, battle))


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


def told_texts(row: ToldRow, module: Module) -> bytes:
    """Return the sentences of a row as its side reads them, in both languages."""
    said = [event.message for event in row.events if isinstance(event, ev.Said)]
    found = []
    for language in LANGUAGES:
        with speaking(language):
            found += [_render(message, module) for message in said]
    return _bytes(found)


def _render(message: Message, module: Module) -> str:
    try:
        return render(message, module)
    except Exception as error:  # noqa: BLE001 - a sentence that cannot be told is the same to all
        return f"{type(error).__name__}: {error}"


def _safely(ask: Callable[[], Any]) -> bytes:
    """Return the answer; errors are answers too."""
    try:
        return _bytes(ask())
    except Exception as error:  # noqa: BLE001 - whatever a side can provoke, it is given
        return f"{type(error).__name__}: {error}".encode()


def _bytes(value: Any) -> bytes:
    return msgspec.json.encode(value, enc_hook=str)
