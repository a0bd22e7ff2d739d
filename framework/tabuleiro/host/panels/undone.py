"""What a phase leaves undone if it is ended now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine import events as ev
from tabuleiro.engine.draws import is_held
from tabuleiro.host.duties import Duty, duties
from tabuleiro.host.gestures import aim, path_of, piece_of
from tabuleiro.host.words import action_label
from tabuleiro.i18n import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.engine import Action
    from tabuleiro.host.seat import Seat

__all__ = ["left_undone"]


def left_undone(seat: Seat) -> str:
    """Return in words what could still be done in a phase, nothing if that is little.

    Units that could go and have not; units that could come onto the board; and of each kind of
    attack of which nothing was done in this phase, whom one could attack.
    """
    decision = seat.decision()
    if decision is None or decision.kind != "phase":
        return ""
    legal = seat.legal()
    asked = duties(seat)
    going, entering = set[str](), set[str]()
    for action in legal:
        piece, place = piece_of(action), aim(action)
        if piece is None or place is None:
            continue
        if not seat.sight.on_map(piece):
            entering |= set() if is_held(seat.sight, seat.sight.place(piece)) else {piece}
        elif asked.get(piece, Duty.STILL) in {Duty.STILL, Duty.MUST} and _goes(seat, action):
            going.add(piece)
    found = (
        (going, ngettext("{n} unit has not moved", "{n} units have not moved", len(going))),
        (entering, ngettext("{n} waits to enter", "{n} wait to enter", len(entering))),
    )
    told = [words.format(n=len(them)) for them, words in found if them]
    told = [", ".join(told)] if told else []
    attacks = ", ".join(_attacks(seat, legal))
    if attacks:
        told.append(_("still possible: {attacks}").format(attacks=attacks))
    return "; ".join(told)


def _goes(seat: Seat, action: Action) -> bool:
    """Return whether an action is a way, or in the phase of moves leads anywhere."""
    phase = seat.sight.phase
    moving = phase is not None and phase.kind == "movement"
    return bool(path_of(action)) or (moving and aim(action) is not None)


def _attacks(seat: Seat, legal: list[Action]) -> Iterator[str]:
    """Yield for each kind of attack that was not begun in this phase how many hexes it could be."""
    s, decision = seat.sight, seat.decision()
    assert decision is not None  # noqa: S101 - it was looked at
    plans: dict[str, dict[str, Action]] = {}
    for action in legal:
        place = aim(action)
        if piece_of(action) is None and place and s.holder(place) in s.enemies(decision.side):
            plans.setdefault(action.kind, {})[place] = action
    begun = _begun(seat)
    for kind, hexes in plans.items():
        n, label = len(hexes), action_label(seat.module, next(iter(hexes.values())))
        words = ngettext("{action} ({n} hex)", "{action} ({n} hexes)", n)
        if kind not in begun:
            yield words.format(n=n, action=label)


def _begun(seat: Seat) -> frozenset[str]:
    """Return the kinds of actions that were taken here since the phase began."""
    found = set[str]()
    for row in reversed(seat.rows()):
        if row.parent is None or any(isinstance(e, ev.PhaseSet) for e in row.events):
            break
        if row.kind == "action" and row.side in seat.humans and row.action is not None:
            found.add(str(row.action.get("type", "")))
    return frozenset(found)
