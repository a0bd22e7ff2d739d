"""Everything that a seat answers at a moment of a match, in both languages, to be compared."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from tabuleiro.bots.simple import SimplePlayer
from tabuleiro.engine.position import UNSEEN
from tabuleiro.i18n import LANGUAGES, speaking
from tabuleiro.seats.telling import tell_decision, tell_row, tell_standing, tell_verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from random import Random

    from tabuleiro.engine import Action
    from tabuleiro.engine.seat import Sight
    from tabuleiro.engine.told_log import ToldRow
    from tabuleiro.seats.local import LocalSeat

__all__ = ["as_bytes", "at_seat", "safely", "told_row"]

_FEW = 3
_THINKING = 0.05
"""How often a computer player is asked as well: it takes its time."""
_ABOUT_NOTHING = (
    "score", "flights", "reckonings", "declared", "battle", "afloat", "draft", "supply-stock",
)  # fmt: skip
_ABOUT_SIDES = ("zones", "exits", "arrivals")
_ABOUT_PIECES = ("journeys", "points", "supply", "states")


def at_seat(seat: LocalSeat, tries: list[Action], rng: Random) -> Iterator[tuple[str, bytes]]:
    """Yield what a seat answers now, each answer under a name; the same ``rng`` asks the same."""
    sight = seat.sight()
    yield "seen", safely(_seen, sight)
    yield "standing", _in_both(tell_standing, seat)
    yield "asked", _in_both(tell_decision, seat)
    yield "branches", safely(seat.branches)
    yield "names", as_bytes((seat.names(), sorted(seat.can), seat.requests()))
    back = rng.randrange(max(seat.head().n, 1))
    yield f"consent to go back to {back}", safely(seat.needs, back)
    for action in tries:
        yield f"verdict {action}", _in_both(_verdict, seat, sight, action)
    yield from _questions(seat, sight, rng)
    if rng.random() < _THINKING and seat.decision() is not None:
        yield "choice of a computer player", safely(_computer, seat)


def _seen(sight: Sight) -> Any:
    return [(piece, sight.level(piece).name, sight.seen(piece)) for piece in sight.pieces()]


def _verdict(seat: LocalSeat, sight: Sight, action: Action) -> Any:
    return tell_verdict(seat.check(action).now(), sight.module)


def _computer(seat: LocalSeat) -> Action:
    return SimplePlayer("1").pick(seat.imagine(seed="1"))


def _questions(seat: LocalSeat, sight: Sight, rng: Random) -> Iterator[tuple[str, bytes]]:
    seen = [p for p, state in sight.position.pieces.items() if state.place != UNSEEN]
    pieces = rng.sample(seen, min(len(seen), _FEW))
    hexes = [*rng.sample(sight.board.grid.hexes, _FEW), *_near(sight, rng)]
    for what in _ABOUT_NOTHING:
        yield what, safely(_asked, seat, what)
    for side in sight.module.sides:
        for what in _ABOUT_SIDES:
            yield f"{what} {side}", safely(_asked, seat, what, of=side)
    yield "offers", safely(_offers, seat)
    yield "preview", _in_both(_preview, seat)
    yield from _battle(seat)
    for piece in pieces:
        place = rng.choice(hexes)
        yield f"offers {piece}", safely(_offers, seat, piece=piece)
        yield f"why {piece} {place}", _in_both(_why, seat, sight, piece, place)
        yield f"way {piece} {place}", safely(_asked, seat, "way", piece=piece, place=place)
        yield f"preview {piece}", _in_both(_preview, seat, piece=piece)
        for what in _ABOUT_PIECES:
            yield f"{what} {piece}", safely(_asked, seat, what, piece=piece)
    for place in hexes:
        yield f"notes {place}", safely(_asked, seat, "notes", hex=place)
        yield f"offers {place}", safely(_offers, seat, hex=place)
        near = _attackers(seat, sight, place)
        yield f"preview {place} {near}", _in_both(_preview, seat, target=place, pieces=near)


def _battle(seat: LocalSeat) -> Iterator[tuple[str, bytes]]:
    """Yield what is told of the battle in progress."""
    battle = seat.ask("battle").now()
    if battle is not None:
        yield "battle told", _in_both(_asked, seat, "tell-battle", battle=battle)
        yield "odds", safely(_asked, seat, "odds", battle=battle)
        yield "no way back", safely(_asked, seat, "no-way-back", battle=battle)


def _asked(seat: LocalSeat, what: str, **about: Any) -> Any:
    found = seat.ask(what, **about).now()
    return sorted(found) if isinstance(found, frozenset) else found


def _offers(seat: LocalSeat, **about: Any) -> Any:
    return seat.legal(**about).now()


def _preview(seat: LocalSeat, **about: Any) -> Any:
    return seat.preview(**about).now()


def _near(sight: Sight, rng: Random) -> list[str]:
    """Return some hexes where something is seen that is not of the side, and some beside those."""
    grid = sight.board.grid
    taken = [place for place in sight.position.stacks if place in grid]
    some = rng.sample(taken, min(len(taken), _FEW))
    return [*some, *(rng.choice(grid.neighbours(place)) for place in some)]


def _attackers(seat: LocalSeat, sight: Sight, place: str) -> tuple[str, ...]:
    around = (p for hex in sight.board.grid.neighbours(place) for p in sight.at(hex))
    return tuple(p for p in around if sight.side(p) == seat.viewer)[:_FEW]


def _why(seat: LocalSeat, sight: Sight, piece: str, place: str) -> Any:
    verdict = seat.why(piece, place).now()
    return None if verdict is None else tell_verdict(verdict, sight.module)


def told_row(seat: LocalSeat, row: ToldRow) -> bytes:
    """Return a row as its side reads it, with all sentences, in both languages."""
    return _in_both(_told, row, seat.sight())


def _told(row: ToldRow, sight: Sight) -> Any:
    return {**tell_row(row, sight), "hash": ""}


def _in_both(ask: Callable[..., Any], *args: Any, **about: Any) -> bytes:
    found = []
    for language in LANGUAGES:
        with speaking(language):
            found.append(safely(ask, *args, **about))
    return b"\n".join(found)


def safely(ask: Callable[..., Any], *args: Any, **about: Any) -> bytes:
    """Return the answer; errors are answers too."""
    try:
        return as_bytes(ask(*args, **about))
    except Exception as error:  # noqa: BLE001 - whatever a side can provoke, it is given
        return f"{type(error).__name__}: {error}".encode()


def as_bytes(value: Any) -> bytes:
    """Return a value as bytes, its keys in the order in which they stand."""
    return msgspec.json.encode(value, enc_hook=str)
