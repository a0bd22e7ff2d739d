"""Whom what is asked is about: units that must fight, have not moved, or wait to enter."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Any

from tabuleiro.engine import events as ev
from tabuleiro.host.gestures import aim, piece_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.engine import Decision
    from tabuleiro.host.seat import Seat
    from tabuleiro.seats import Sight

__all__ = [
    "Duty",
    "duties",
    "in_order",
    "marches",
    "may_go_on",
    "must_fight",
    "obliged",
    "one_by_one",
    "to_place",
]


def obliged(decision: Decision | None) -> tuple[str, ...]:
    """Return the pieces that the obligations of a decision name, in their order."""
    found = (
        piece
        for message in (decision.obligations if decision is not None else ())
        for value in message.values.values()
        for piece in _pieces(value)
    )
    return tuple(dict.fromkeys(found))


def must_fight(decision: Decision | None) -> frozenset[str]:
    """Return the pieces of which something is demanded while attacks are declared."""
    fights = decision is not None and decision.kind == "phase" and "assault" in decision.actions
    return frozenset(obliged(decision)) if fights else frozenset()


def to_place(decision: Decision | None) -> tuple[str, ...]:
    """Return the pieces that are still to be placed."""
    places = decision is not None and decision.kind == "phase" and "place" in decision.actions
    return obliged(decision) if places else ()


def one_by_one(decision: Decision | None, kind: str) -> tuple[str, ...]:
    """Return the pieces that are placed, or for which nothing is asked but an action of a kind."""
    if decision is None or decision.kind != "phase" or kind == "place":
        return to_place(decision)
    return decision.pieces if set(decision.actions) <= {kind, "end-phase"} else ()


class Duty(StrEnum):
    """What a unit is asked for in a phase, the most urgent first."""

    MUST = "must"
    STILL = "still"
    WAITS = "waits"
    DONE = "done"


def duties(seat: Seat) -> dict[str, Duty]:
    """Return the duty of each piece that a phase is about, the most urgent first."""
    decision, s = seat.decision(), seat.sight
    if decision is None:
        return {}
    pieces = [p for p in decision.pieces if p in s.position.pieces]
    if decision.kind != "phase":
        return dict.fromkeys(pieces, Duty.STILL)
    must, able = frozenset(obliged(decision)), _able(seat)
    found = {piece: _duty(s, piece, must, able) for piece in pieces}
    order = list(Duty)
    return dict(sorted(found.items(), key=lambda each: order.index(each[1])))


def _duty(s: Sight, piece: str, must: frozenset[str], able: frozenset[str] | None) -> Duty:
    if piece in must:
        return Duty.MUST
    if s.whereabouts(piece) not in s.board.grid:
        return Duty.WAITS
    if able is not None:
        return Duty.STILL if piece in able else Duty.DONE
    done = s.marked(piece, "moved") or s.marked(piece, "acted") or s.piece(piece).spent > 0
    return Duty.DONE if done else Duty.STILL


def may_go_on(seat: Seat, piece: str) -> bool:
    """Return whether a piece that has come by sea or rail is still asked for a march.

    It is asked of every counter that moved, so it looks at no ways.
    """
    decision = seat.decision()
    return decision is not None and marches(decision) and piece in _unmoved(seat)


def _able(seat: Seat) -> frozenset[str] | None:
    """Return who can still go while one moves and has not marched yet; None if one does not.

    Whoever has landed or come by rail may go on; who is held fast may not.
    """
    decision = seat.decision()
    if decision is None or not marches(decision):
        return None
    goes = (a for a in seat.legal() if aim(a) is not None)
    able = {piece for a in goes if (piece := piece_of(a)) is not None}
    return frozenset(able & _unmoved(seat))


def marches(decision: Decision) -> bool:
    """Return whether units move in a phase."""
    return decision.kind == "phase" and "move" in decision.actions


def _unmoved(seat: Seat) -> frozenset[str]:
    """Return the pieces that are asked for and have gone nowhere since the phase began."""
    decision = seat.decision()
    pieces = decision.pieces if decision is not None else ()
    found: frozenset[str] = seat.sight.cache_here(
        "host-unmoved", lambda: frozenset(pieces) - _marched(seat)
    )
    return found


def _marched(seat: Seat) -> set[str]:
    """Return the pieces that went somewhere by a way of their own since the phase began."""
    found: set[str] = set()
    for row in reversed(seat.rows()):
        if row.parent is None or any(isinstance(event, ev.PhaseSet) for event in row.events):
            break
        if row.action is not None and "path" in row.action:
            found.add(str(row.action.get("piece", "")))
    return found


def in_order(seat: Seat) -> list[str]:
    """Return the pieces that are asked for, the most urgent first."""
    return list(duties(seat))


def _pieces(value: Any) -> Iterator[str]:
    """Yield the pieces that a value of a message names."""
    if isinstance(value, dict) and isinstance(value.get("piece"), str):
        yield value["piece"]
    elif isinstance(value, list):
        for each in value:
            yield from _pieces(each)
