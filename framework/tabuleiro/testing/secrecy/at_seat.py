"""Everything that a seat answers at a moment of a match, in both languages, to be compared."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from tabuleiro.bots.player import make_player
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
_ABOUT_NOTHING = ("score", "flights", "reckonings", "declared", "battle", "afloat", "draft")
_ABOUT_PIECES = ("journeys", "points", "supply", "states")


def at_seat(seat: LocalSeat, tries: list[Action], rng: Random) -> Iterator[tuple[str, bytes]]:
    """Yield what a seat answers now, each answer under a name; the same ``rng`` asks the same."""
    sight = seat.sight()
    yield "seen", safely(lambda: [(p, sight.level(p).name, sight.seen(p)) for p in sight.pieces()])
    yield "standing", _in_both(partial(tell_standing, seat))
    yield "asked", _in_both(partial(tell_decision, seat))
    yield "branches", safely(seat.branches)
    yield "names", safely(lambda: (seat.names(), sorted(seat.can), seat.requests()))
    back = rng.randrange(max(seat.head().n, 1))
    yield f"consent to go back to {back}", safely(lambda: seat.needs(back))
    yield "offers", safely(lambda: seat.legal().now())
    for action in tries:
        verdict = partial(lambda a: tell_verdict(seat.check(a).now(), sight.module), action)
        yield f"verdict {action}", _in_both(verdict)
    yield from _questions(seat, sight, rng)
    if rng.random() < _THINKING and seat.decision() is not None:
        player = make_player("simple", "1")
        yield "choice of a computer player", safely(lambda: player.pick(seat.imagine(seed="1")))


def _questions(seat: LocalSeat, sight: Sight, rng: Random) -> Iterator[tuple[str, bytes]]:
    seen = [p for p, state in sight.position.pieces.items() if state.place != UNSEEN]
    pieces = rng.sample(seen, min(len(seen), _FEW))
    hexes = [*rng.sample(sight.board.grid.hexes, _FEW), *_near(sight, rng)]
    for what in _ABOUT_NOTHING:
        yield what, safely(lambda what=what: seat.ask(what).now())
    for side in sight.module.sides:
        for what in ("zones", "exits", "arrivals"):
            yield f"{what} {side}", safely(lambda what=what, side=side: _ask_of(seat, what, side))
    yield "preview", _in_both(lambda: seat.preview().now())
    yield from _battle(seat)
    for piece in pieces:
        place = rng.choice(hexes)
        yield f"offers {piece}", safely(lambda piece=piece: seat.legal(piece=piece).now())
        yield f"why {piece} {place}", _in_both(partial(_why, seat, sight, piece, place))
        yield (
            f"way {piece} {place}",
            safely(
                lambda piece=piece, place=place: seat.ask("way", piece=piece, place=place).now()
            ),
        )
        yield f"preview {piece}", _in_both(lambda piece=piece: seat.preview(piece=piece).now())
        for what in _ABOUT_PIECES:
            yield (
                f"{what} {piece}",
                safely(lambda what=what, piece=piece: seat.ask(what, piece=piece).now()),
            )
    for place in hexes:
        yield f"notes {place}", safely(lambda place=place: seat.ask("notes", hex=place).now())
        yield f"offers {place}", safely(lambda place=place: seat.legal(hex=place).now())
        about = {"target": place, "pieces": _attackers(seat, sight, place)}
        yield f"preview {about}", _in_both(lambda about=about: seat.preview(**about).now())


def _battle(seat: LocalSeat) -> Iterator[tuple[str, bytes]]:
    """Yield what is told of the battle in progress."""
    battle = seat.ask("battle").now()
    if battle is not None:
        yield "battle told", _in_both(lambda: seat.ask("tell-battle", battle=battle).now())
        yield "odds", safely(lambda: seat.ask("odds", battle=battle).now())


def _ask_of(seat: LocalSeat, what: str, side: str) -> Any:
    found = seat.ask(what, of=side).now()
    return sorted(found) if isinstance(found, frozenset) else found


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
    sight = seat.sight()
    return _in_both(lambda: {**tell_row(row, sight), "hash": ""})


def _in_both(ask: Callable[[], Any]) -> bytes:
    found = []
    for language in LANGUAGES:
        with speaking(language):
            found.append(safely(ask))
    return b"\n".join(found)


def safely(ask: Callable[[], Any]) -> bytes:
    """Return the answer; errors are answers too."""
    try:
        return as_bytes(ask())
    except Exception as error:  # noqa: BLE001 - whatever a side can provoke, it is given
        return f"{type(error).__name__}: {error}".encode()


def as_bytes(value: Any) -> bytes:
    """Return a value as bytes, its keys in the order in which they stand."""
    return msgspec.json.encode(value, enc_hook=str)
