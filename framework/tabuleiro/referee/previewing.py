"""The method ``preview``: what an attack would come to, and where a piece could go."""

from __future__ import annotations

from typing import Any

from tabuleiro.engine.seat import SeatError
from tabuleiro.i18n import _
from tabuleiro.referee.desk import OpenGame, about_game
from tabuleiro.referee.errors import RefereeError, wrong_parameter
from tabuleiro.referee.param_types import a_hex, a_piece, a_place, a_viewer
from tabuleiro.referee.params import Param, list_of, one_of, whole
from tabuleiro.seats.previews import PreviewError, SealedError

__all__ = ["preview"]

_PIECES = list_of(a_piece, most=100)
_POINTS = whole(0, 1000)
_ATTACK = ("kind", "pieces", "support", "air", "defence", "defence_air")


@about_game(
    Param("side", a_viewer, required=True),
    Param("target", a_hex),
    Param("kind", one_of("assault", "bombardment", "air")),
    Param("pieces", _PIECES),
    Param("support", _PIECES),
    Param("air", _POINTS),
    Param("defence", _PIECES),
    Param("defence_air", _POINTS),
    Param("piece", a_piece),
    Param("hex", a_place),
)
def preview(here: OpenGame, side: str, **asked: Any) -> dict[str, Any]:
    """Return what an attack would come to, declared or imagined, or where a piece could go."""
    wanted = {name for name, value in asked.items() if value is not None}
    if "piece" in wanted:
        _alone(wanted, "piece", ("hex",))
    elif "target" in wanted:
        _alone(wanted, "target", _ATTACK)
    else:
        for name in sorted(wanted):
            sentence = _('"{key}" of "preview" makes sense only with "target" or "piece".')
            raise RefereeError("parameters", sentence.format(key=name), key=name)
    seat = here.seat(side)
    try:
        told = seat.preview(**asked).now()
    except PreviewError as error:
        fault = wrong_parameter("preview", error.key, error.found, error.allowed)
        raise fault from None
    except SealedError as error:
        raise RefereeError("sealed", str(error)) from None
    except SeatError as error:
        raise RefereeError("game", str(error)) from None
    if "piece" in wanted:
        told["now"] = bool(seat.legal(piece=asked["piece"], kind="move").now())
    return told


def _alone(wanted: set[str], main: str, with_it: tuple[str, ...]) -> None:
    for name in sorted(wanted - {main, *with_it}):
        sentence = _('"{key}" of "preview" makes no sense together with "{other}".')
        raise RefereeError("parameters", sentence.format(key=name, other=main), key=name)
