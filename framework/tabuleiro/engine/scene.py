"""Scenes: positions put together for tests, puzzles and editors, whatever the rules say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeGuard

from msgspec.structs import replace

from tabuleiro.engine.data import DataError
from tabuleiro.engine.position import DEAD, GONE, OFF, PieceState, Position, is_exit
from tabuleiro.engine.sequence import Match, steps_of
from tabuleiro.i18n import _
from tabuleiro.module.places import holder_in

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tabuleiro.engine.situation import Situation

__all__ = ["scene"]

_KEYS = {"turn", "phase", "pieces", "keep", "tracks", "control", "marks", "facts"}


def scene(s: Situation, wanted: Mapping[str, Any]) -> Position:
    """Return a position made to order.

    ``pieces`` maps a piece to a place, or to an object with ``place``, ``losses``, ``spent`` and
    ``marks``. Pieces that are not named are off the board, or stay where they are with
    ``keep: true``. ``phase`` is the id of a phase, which begins anew; ``turn`` its turn.
    """
    unknown = set(wanted) - _KEYS
    if unknown:
        raise DataError(
            _('A position has no "{key}"; it has: {known}.').format(
                key=min(unknown), known=", ".join(sorted(_KEYS))
            )
        )
    now = s.position
    keep = bool(wanted.get("keep"))
    pieces = dict(now.pieces) if keep else {p: PieceState(OFF) for p in now.pieces}
    for piece, what in _mapping(wanted, "pieces").items():
        pieces[piece] = _piece(s, piece, what)
    stacks: dict[str, tuple[str, ...]] = {}
    order = [*_mapping(wanted, "pieces"), *(p for p in pieces if p not in wanted.get("pieces", {}))]
    for piece in order:
        place = pieces[piece].place
        stacks[place] = (*stacks.get(place, ()), piece)
    turn = _number(wanted.get("turn", now.turn), "turn")
    phase = _phase(s, wanted.get("phase"))
    data: dict[str, Any] = {
        "turn": turn,
        "phase": s.position.phase if phase is None else phase,
        "pieces": pieces,
        "stacks": stacks,
        "tracks": {**now.tracks, **_mapping(wanted, "tracks")},
        "control": {**now.control, **_mapping(wanted, "control")},
        "marks": {k: tuple(v) for k, v in _mapping(wanted, "marks").items()},
        "facts": {**(now.facts if keep else {}), **_mapping(wanted, "facts")},
        "agenda": (Match("phase"),),
        "dice": now.dice,
    }
    made = Position.from_data(Position(**data).to_data())
    if phase is None:
        return made
    there = s.elsewhere(made)
    steps = steps_of(there, s.module.sequence[phase])
    return replace(made, agenda=(*made.agenda, *reversed(steps)))


def _mapping(wanted: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    value = wanted.get(key, {})
    if not isinstance(value, dict):
        raise DataError(_('"{key}" of a position must be an object.').format(key=key))
    return value


def _number(value: object, key: str) -> int:
    if type(value) is not int or not 0 < value < 1000:
        raise DataError(_('"{key}" of a position must be a number from 1.').format(key=key))
    return value


def _piece(s: Situation, piece: str, what: object) -> PieceState:
    if piece not in s.position.pieces:
        raise DataError(_('There is no piece "{piece}" in this match.').format(piece=piece))
    state = what if isinstance(what, dict) else {"place": what}
    extra = set(state) - {"place", "losses", "spent", "marks", "states"}
    place, losses = state.get("place"), state.get("losses", 0)
    spent, marks = state.get("spent", 0), state.get("marks", ())
    states: Any = state.get("states", {})
    if (
        extra
        or not _is_place(place, s)
        or type(losses) is not int
        or not 0 <= losses < s.counter(piece).steps
        or type(spent) is not int
        or not isinstance(marks, list | tuple)
        or not all(isinstance(mark, str) for mark in marks)
        or not _are_states(s, states)
    ):
        raise DataError(
            _('Piece "{piece}" of a position must be a place, or an object with place, losses, '
              "spent, marks and states; found {what}.").format(piece=piece, what=what)
        )  # fmt: skip
    marks, states = tuple(sorted(marks)), dict(sorted(states.items()))
    return PieceState(place, losses, spent, marks, states)


def _are_states(s: Situation, states: object) -> bool:
    return isinstance(states, dict) and all(
        name in s.module.states and s.module.states[name].value(value) is not None
        for name, value in states.items()
    )


def _is_place(place: object, s: Situation) -> TypeGuard[str]:
    if not isinstance(place, str):
        return False
    holder = holder_in(place)
    if holder is not None:
        return holder in s.position.pieces and s.counter(holder).holds is not None
    known = place in s.board.grid or place in s.board.boxes or place in {OFF, DEAD, GONE}
    return known or (is_exit(place) and place.removeprefix("exit.") in s.board.edges)


def _phase(s: Situation, wanted: object) -> int | None:
    if wanted is None:
        return None
    for number, phase in enumerate(s.module.sequence):
        if phase.id == wanted:
            return number
    known = ", ".join(phase.id for phase in s.module.sequence)
    raise DataError(
        _('There is no phase "{phase}"; there are: {known}.').format(phase=wanted, known=known)
    )
