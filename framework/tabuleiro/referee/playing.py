"""Methods that play: actions, going back and forth, names of branches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tabuleiro.engine import Action, DiceError, DiceWanted, Game, Refused
from tabuleiro.i18n import _
from tabuleiro.referee import telling
from tabuleiro.referee.desk import OpenGame, about_game
from tabuleiro.referee.faults import Fault
from tabuleiro.referee.params import Param, a_flag, a_name, list_of, whole
from tabuleiro.referee.things import a_row, a_side, an_action

if TYPE_CHECKING:
    from tabuleiro.engine import Verdict

__all__ = ["act", "check", "goto", "name_branch", "redo", "undo"]

_ACTION = Param("action", an_action, required=True)
_SIDE = Param("side", a_side)
_DICE = Param("dice", list_of(whole(1, 6)))


@about_game(_ACTION, _SIDE)
def check(here: OpenGame, action: dict[str, Any], side: str | None) -> dict[str, Any]:
    """Return whether an action may be taken now, with every reason against it."""
    verdict = here.game.check(Action.from_data(action), side=side)
    return telling.tell_verdict(verdict, here.game.module)


@about_game(_ACTION, _SIDE, _DICE)
def act(
    here: OpenGame, action: dict[str, Any], side: str | None, dice: list[int] | None
) -> dict[str, Any]:
    """Take an action; refused, or without the dice that it wants, it changes nothing."""
    game = here.game
    before = game.log.head
    try:
        row = game.act(Action.from_data(action), side=side, dice=dice or ())
    except Refused as refused:
        raise _refusal(game, refused.verdict) from None
    except DiceWanted as wanted:
        raise _wanted(game, wanted) from None
    except DiceError as error:
        raise Fault("game", str(error)) from None
    try:
        told = telling.tell_row(game, side, row)
        return {**told, **telling.tell_standing(game, side)}
    except Exception:
        game.goto(before)  # an answer that is an error must have changed nothing
        raise


def _refusal(game: Game, verdict: Verdict) -> Fault:
    told = telling.tell_verdict(verdict, game.module)
    return Fault("refused", told["objections"][0]["text"], verdict=told)


def _wanted(game: Game, wanted: DiceWanted) -> Fault:
    why = telling.say(wanted.why, game.module)
    return Fault(
        "dice", str(wanted), number=wanted.number, side=wanted.side, why=why, rule=wanted.rule
    )


# ------------------------------------------------------------------------- back and forth


@about_game(Param("consent", a_flag, default=False), _SIDE)
def undo(here: OpenGame, *, consent: bool, side: str | None) -> dict[str, Any]:
    """Take back the last row; past dice and revelations only with the opponent's consent."""
    game = here.game
    row = game.log.rows[game.log.head]
    if row.parent is None:
        raise Fault("game", _("There is nothing to undo."))
    if row.reveals and not consent:
        raise Fault(
            "game",
            _("Dice fell or something hidden was shown: undo needs the opponent's consent."),
            needs="consent",
        )
    game.undo(consent=consent)
    return telling.tell_standing(game, side)


@about_game(_SIDE)
def redo(here: OpenGame, side: str | None) -> dict[str, Any]:
    """Go forward again to the row that was last played after this one."""
    game = here.game
    if game.log.next_of(game.log.head) is None:
        raise Fault("game", _("There is nothing to redo."))
    game.redo()
    return telling.tell_standing(game, side)


@about_game(Param("row", a_row, required=True), _SIDE)
def goto(here: OpenGame, row: int, side: str | None) -> dict[str, Any]:
    """Go to any row of the log; playing otherwise from there begins a branch."""
    here.game.goto(row)
    return telling.tell_standing(here.game, side)


@about_game(
    Param("name", a_name, required=True),
    Param("row", a_row),
    Param("remove", a_flag, default=False),
)
def name_branch(here: OpenGame, *, name: str, row: int | None, remove: bool) -> dict[str, Any]:
    """Name a row, the present one if none is given, or take a name away."""
    log = here.game.log
    if remove:
        if name not in log.names:
            raise Fault("game", _('No row is called "{name}".').format(name=name))
        del log.names[name]
    else:
        log.names[name] = log.head if row is None else row
    return {"names": dict(sorted(log.names.items()))}
