"""Methods that play: actions, going back and forth, names of branches."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from tabuleiro.engine import Action, DiceError, DiceWanted, GameError, Refused
from tabuleiro.engine.seat import Mark, Request, SeatError, Stale
from tabuleiro.i18n import _
from tabuleiro.referee.desk import OpenGame, about_game
from tabuleiro.referee.errors import RefereeError
from tabuleiro.referee.param_types import a_face, a_mark, a_player, a_row, an_action
from tabuleiro.referee.params import Param, a_flag, a_name, list_of, whole
from tabuleiro.seats import telling

if TYPE_CHECKING:
    from tabuleiro.engine import Verdict
    from tabuleiro.seats import LocalSeat

__all__ = ["act", "answer", "check", "goto", "name_branch", "redo", "undo"]

_log = logging.getLogger(__name__)

MAX_NAMES = 200
"""Most rows that have names."""
_ACTION = Param("action", an_action, required=True)
_SIDE = Param("side", a_player, required=True)
_DICE = Param("dice", list_of(a_face))


@about_game(_ACTION, _SIDE)
def check(here: OpenGame, action: dict[str, Any], side: str) -> dict[str, Any]:
    """Return whether an action may be taken now, with every reason against it."""
    verdict = here.seat(side).check(Action.from_data(action)).now()
    return telling.tell_verdict(verdict, here.game.module)


@about_game(_ACTION, _SIDE, _DICE, Param("on", a_mark))
def act(
    here: OpenGame,
    action: dict[str, Any],
    side: str,
    dice: list[int] | None,
    on: dict[str, Any] | None,
) -> dict[str, Any]:
    """Take an action; refused, stale, or without the dice that it wants, it changes nothing."""
    seat = here.seat(side)
    meant = None if on is None else Mark(on["n"], on["hash"])
    before = seat.head()
    try:
        seat.act(Action.from_data(action), on=meant, dice=dice or ())
    except Refused as refused:
        raise _refusal(here, refused.verdict) from None
    except DiceWanted as wanted:
        raise _wanted(here, wanted) from None
    except Stale as stale:
        raise RefereeError("stale", str(stale), row=before.n, hash=before.hash) from None
    except (DiceError, GameError) as error:
        raise RefereeError("game", str(error)) from None
    told = _told(seat, before) if seat.head() != before else {}
    return {**told, **telling.tell_standing(seat)}


def _told(seat: LocalSeat, before: Mark) -> dict[str, Any]:
    """Return the row that was just written; it is kept, even if nobody can tell it."""
    try:
        return _told_since(seat, before)
    except Exception:  # noqa: BLE001 - what has happened must be answered
        _log.exception("a row cannot be told")
        return {}


def _told_since(seat: LocalSeat, before: Mark) -> dict[str, Any]:
    """Return the row that was told last, with those that were told since before it.

    There are several where another side might have been asked meanwhile.
    """
    sight = seat.sight()
    *earlier, last = (telling.tell_row(row, sight) for row in seat.line() if row.n > before.n)
    return {**last, "earlier": earlier} if earlier else last


def _refusal(here: OpenGame, verdict: Verdict) -> RefereeError:
    told = telling.tell_verdict(verdict, here.game.module)
    return RefereeError("refused", told["objections"][0]["text"], verdict=told)


def _wanted(here: OpenGame, wanted: DiceWanted) -> RefereeError:
    why = telling.say(wanted.why, here.game.module)
    return RefereeError(
        "dice",
        str(wanted),
        number=wanted.number,
        side=wanted.side,
        why=why,
        rule=wanted.rule,
        die=wanted.die,
    )


# ------------------------------------------------------------------------- back and forth


@about_game(_SIDE, Param("to", a_row))
def undo(here: OpenGame, side: str, to: int | None) -> dict[str, Any]:
    """Take back to a row, or the last action of the side; where dice fell the others must agree."""
    seat = here.seat(side)
    return _gone(seat, lambda: seat.undo(None if to is None else seat.row(to).n).now())


@about_game(_SIDE)
def redo(here: OpenGame, side: str) -> dict[str, Any]:
    """Go forward again to what was played after this row."""
    seat = here.seat(side)
    return _gone(seat, lambda: seat.redo().now())


@about_game(Param("row", a_row, required=True), _SIDE)
def goto(here: OpenGame, row: int, side: str) -> dict[str, Any]:
    """Go to any row that was told; playing otherwise from there begins a branch."""
    seat = here.seat(side)
    return _gone(seat, lambda: seat.goto(row).now())


@about_game(
    _SIDE, Param("request", whole(1, 10**9), required=True), Param("yes", a_flag, required=True)
)
def answer(here: OpenGame, side: str, request: int, *, yes: bool) -> dict[str, Any]:
    """Agree to what another side asks for, or not."""
    seat = here.seat(side)
    return _gone(seat, lambda: seat.answer(request, yes=yes).now())


def _gone(seat: LocalSeat, go: Any) -> dict[str, Any]:
    try:
        found = go()
    except SeatError as error:
        raise RefereeError("game", str(error)) from None
    asked = found if isinstance(found, Request) else None
    told = None if asked is None else {"id": asked.id, "by": asked.by, "needs": asked.needs}
    return {"request": told, **telling.tell_standing(seat)}


@about_game(
    Param("name", a_name, required=True),
    _SIDE,
    Param("row", a_row),
    Param("remove", a_flag, default=False),
)
def name_branch(
    here: OpenGame, *, name: str, side: str, row: int | None, remove: bool
) -> dict[str, Any]:
    """Name a row, the present one if none is given, or take a name away."""
    seat = here.seat(side)
    names = seat.names()
    if remove:
        if name not in names:
            raise RefereeError("game", _('No row is called "{name}".').format(name=name))
        seat.forget_name(name)
    elif name not in names and len(names) >= MAX_NAMES:
        sentence = _("There are {n} names, and no more may be given: take one away first.")
        raise RefereeError("game", sentence.format(n=MAX_NAMES))
    else:
        seat.name(name, None if row is None else seat.row(row).n)
    return {"names": seat.names()}
