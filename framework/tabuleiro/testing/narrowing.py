"""Lists must agree: what is legal about a piece or a hex is a part of all that is legal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine.data import canonical, plain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.engine import Action, Game

__all__ = ["odd_lists"]


def odd_lists(game: Game, listed: list[Action], samples: int = 3) -> Iterator[str]:
    """Yield where a list narrowed to a piece, to a hex or to both does not fit the whole list.

    Of the listed actions that name a piece so many are asked for, from first to last; those that
    name no hex with the place of their piece.
    """
    whole = {_key(action) for action in listed}
    about = [action for action in listed if _piece(action)]
    for action in about[:: max(1, -(-len(about) // samples))]:
        piece = _piece(action)
        hex = _hex(action) or _place(game, piece)
        narrow = game.legal(piece=piece)
        if _key(action) not in {_key(one) for one in narrow}:
            yield f"listed, but not of {piece}: {plain(action)}"
        yield from _strange(narrow, piece, whole)
        both = game.legal(piece=piece, hex=hex)
        yield from _strange(both, piece, {_key(one) for one in narrow})
        there = {_key(one) for one in game.legal(hex=hex)}
        lost = [one for one in narrow if _key(one) in there and one not in both]
        yield from (f"listed of {piece} and of {hex}, not of both: {plain(one)}" for one in lost)
        yield from _strange(both, piece, there)


def _strange(narrow: list[Action], piece: str, wide: set[bytes]) -> Iterator[str]:
    for action in narrow:
        if _piece(action) not in {"", piece}:
            yield f"listed of {piece}, but of another piece: {plain(action)}"
        if _key(action) not in wide:
            yield f"listed of {piece}, but not in the longer list: {plain(action)}"


def _key(action: Action) -> bytes:
    return canonical(plain(action))


def _place(game: Game, piece: str) -> str:
    state = game.position.pieces.get(piece)
    return state.place if state else ""


def _piece(action: Action) -> str:
    return action.about or ""


def _hex(action: Action) -> str:
    path = getattr(action, "path", ())
    return str(path[-1]) if path else str(getattr(action, "hex", "") or getattr(action, "to", ""))
