"""Methods that look at a game and change nothing."""

from __future__ import annotations

from typing import Any

from msgspec import to_builtins

from tabuleiro.engine.views import view as view_of
from tabuleiro.referee.desk import OpenGame, about_game
from tabuleiro.referee.param_types import a_piece, a_place, a_row, a_viewer, an_action_kind
from tabuleiro.referee.params import ARBITER, Param, one_of, whole
from tabuleiro.seats import EVERYTHING, telling

__all__ = ["branches", "decision", "legal", "log", "position", "score", "view", "why"]

_LIMIT = Param("limit", whole(1, 100_000), default=100_000)
_SIDE = Param("side", a_viewer, required=True)


@about_game(Param("side", one_of(ARBITER), required=True))
def position(here: OpenGame, side: str) -> dict[str, Any]:
    """Return the whole position, what either side must not see included, and its digest."""
    del side
    found = here.game.position
    return {"row": here.game.log.head, "digest": found.digest(), "position": found.to_data()}


@about_game(_SIDE)
def view(here: OpenGame, side: str) -> dict[str, Any]:
    """Return the position as a side sees it."""
    seat = here.seat(side)
    seen = view_of(here.game, EVERYTHING if side == ARBITER else seat.viewer)
    mark = seat.head()
    return {**seen, "viewer": side, "row": mark.n, "hash": mark.hash,
            "decision": telling.tell_decision(seat)}  # fmt: skip


@about_game(_SIDE)
def decision(here: OpenGame, side: str) -> dict[str, Any]:
    """Return what is asked of whom."""
    return telling.tell_standing(here.seat(side))


@about_game(
    _SIDE,
    Param("piece", a_piece),
    Param("hex", a_place),
    Param("kind", an_action_kind),
    _LIMIT,
)
def legal(
    here: OpenGame,
    *,
    side: str,
    piece: str | None,
    hex: str | None,
    kind: str | None,
    limit: int,
) -> dict[str, Any]:
    """Return the legal actions, narrowed to a piece, a place or a kind; none of the other side.

    Narrowed to a piece, each comes with its price in half points and with what it costs up to
    each hex.
    """
    seat = here.seat(side)
    standing = seat.standing()
    found = seat.legal(piece=piece, hex=hex, kind=kind).now()
    offers = found[:limit]
    return {
        "side": standing.side if standing else None,
        "actions": [offer.action.to_data() for offer in offers],
        "prices": [
            None if offer.price is None else {"price": offer.price, "steps": offer.steps}
            for offer in offers
        ]
        if piece is not None
        else [],
        "retracts": sorted({o.action.kind for o in offers if o.action.retracts}),
        "left_off": max(len(found) - limit, 0),
    }


@about_game(_SIDE, Param("piece", a_piece, required=True), Param("place", a_place, required=True))
def why(here: OpenGame, side: str, piece: str, place: str) -> dict[str, Any]:
    """Return why a piece cannot go to a place now: the refusal that explains it best."""
    verdict = here.seat(side).why(piece, place).now()
    return {"verdict": None if verdict is None else telling.tell_verdict(verdict, here.game.module)}


@about_game(_SIDE)
def score(here: OpenGame, side: str) -> dict[str, Any]:
    """Return the points of each side if the match ended now, line by line, as a side sees it."""
    module = here.game.module
    lines = here.seat(side).ask("score").now()
    sums = dict.fromkeys(module.sides, 0)
    for line in lines:
        sums[line.side] += line.points
    return {
        "sums": sums,
        "lines": [
            {
                "side": line.side,
                "points": line.points,
                "text": telling.say(line.label, module),
                "rule": line.rule,
            }
            for line in lines
        ],
    }


# ----------------------------------------------------------------------------------- the log


@about_game(_SIDE, Param("first", a_row, default=0), Param("last", a_row), _LIMIT)
def log(here: OpenGame, *, side: str, first: int, last: int | None, limit: int) -> dict[str, Any]:
    """Return the rows that lead to one, the present one if none is named, as a side was told."""
    seat = here.seat(side)
    sight = seat.sight()
    end = None if last is None else seat.row(last).n
    line = [row for row in seat.line(end) if row.n >= first]
    return {
        "head": seat.head().n,
        "rows": [telling.tell_row(row, sight) for row in line[:limit]],
        "left_off": max(len(line) - limit, 0),
    }


@about_game(_SIDE)
def branches(here: OpenGame, side: str) -> dict[str, Any]:
    """Return the last row of each branch, and the rows that have names."""
    seat = here.seat(side)
    return {
        "head": seat.head().n,
        "branches": [
            {("row" if k == "tip" else k): v for k, v in to_builtins(branch).items() if k != "name"}
            for branch in seat.branches()
        ],
        "names": seat.names(),
    }
