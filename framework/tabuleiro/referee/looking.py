"""Methods that look at a game and change nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tabuleiro.engine.views import view as view_of
from tabuleiro.mechanics.scoring import score as score_of
from tabuleiro.referee import telling
from tabuleiro.referee.desk import OpenGame, about_game
from tabuleiro.referee.params import Param, whole
from tabuleiro.referee.things import a_piece, a_place, a_row, a_side, an_action_kind

if TYPE_CHECKING:
    from tabuleiro.engine import Game, Row

__all__ = ["branches", "decision", "legal", "log", "position", "score", "view"]

_LIMIT = Param("limit", whole(1, 100_000), default=100_000)
_SIDE = Param("side", a_side)


@about_game()
def position(here: OpenGame) -> dict[str, Any]:
    """Return the whole position, what either side must not see included, and its digest."""
    found = here.game.position
    return {"row": here.game.log.head, "digest": found.digest(), "position": found.to_data()}


@about_game(_SIDE)
def view(here: OpenGame, side: str | None) -> dict[str, Any]:
    """Return the position as one side may see it; without a side, as in solo play, all of it."""
    seen = view_of(here.game.situation, side)
    return {**seen, "row": here.game.log.head, "decision": telling.tell_decision(here.game, side)}


@about_game(_SIDE)
def decision(here: OpenGame, side: str | None) -> dict[str, Any]:
    """Return what is asked of whom."""
    return telling.tell_standing(here.game, side)


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
    side: str | None,
    piece: str | None,
    hex: str | None,
    kind: str | None,
    limit: int,
) -> dict[str, Any]:
    """Return the legal actions, narrowed to a piece, a place or a kind; none of the other side."""
    game = here.game
    asked = game.decision()
    if asked is None or side not in {None, asked.side}:
        side = asked.side if asked else None
        return {"side": side, "actions": [], "retracts": [], "left_off": 0}
    found = game.legal(piece=piece, hex=hex, kind=kind)
    return {
        "side": asked.side,
        "actions": [action.to_data() for action in found[:limit]],
        "retracts": sorted({action.kind for action in found[:limit] if action.retracts}),
        "left_off": max(len(found) - limit, 0),
    }


@about_game()
def score(here: OpenGame) -> dict[str, Any]:
    """Return the points of each side if the match ended now, line by line."""
    game = here.game
    lines = score_of(game.situation)
    sums = dict.fromkeys(game.module.sides, 0)
    for line in lines:
        sums[line.side] += line.points
    return {
        "sums": sums,
        "lines": [
            {
                "side": line.side,
                "points": line.points,
                "text": telling.say(line.label, game.module),
                "rule": line.rule,
            }
            for line in lines
        ],
    }


# ----------------------------------------------------------------------------------- the log


@about_game(_SIDE, Param("first", a_row, default=0), Param("last", a_row), _LIMIT)
def log(
    here: OpenGame, *, side: str | None, first: int, last: int | None, limit: int
) -> dict[str, Any]:
    """Return the rows that lead to one, the present one if none is named."""
    game = here.game
    line = [row for row in game.log.line(last) if row.id >= first]
    return {
        "head": game.log.head,
        "rows": list(telling.tell_rows(game, side, line[:limit])),
        "left_off": max(len(line) - limit, 0),
    }


@about_game()
def branches(here: OpenGame) -> dict[str, Any]:
    """Return the last row of each branch, and the rows that have names."""
    game = here.game
    present = {row.id for row in game.log.line()}
    return {
        "head": game.log.head,
        "branches": [_branch(game, number, present) for number in game.log.tips()],
        "names": dict(sorted(game.log.names.items())),
    }


def _branch(game: Game, tip: int, present: set[int]) -> dict[str, Any]:
    line = game.log.line(tip)
    parting: Row = next(row for row in reversed(line) if row.id in present)
    there = game.log.position(tip)
    phase = game.module.sequence[there.phase].id if there.phase >= 0 else None
    return {
        "row": tip,
        "rows": len(line),
        "leaves": parting.id,
        "turn": there.turn,
        "phase": phase,
        "over": there.outcome is not None,
    }
