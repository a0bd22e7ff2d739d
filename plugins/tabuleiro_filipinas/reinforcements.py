"""Reinforcements: who arrives goes to a box, a displaced aerodrome or a deck (4.2.1).

Who can go to one place alone goes there by itself. For the others their owner says where; whom he
names no place goes to the first box, or hex, of the list. A short scenario may name hexes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tabuleiro.engine import OFF, Action, Decision, Step, Verdict, msg, piece_ref
from tabuleiro.engine import events as ev
from tabuleiro.engine.verdicts import FORM
from tabuleiro.hooks import hookimpl
from tabuleiro.module.places import holder_in, inside_of
from tabuleiro.rules.clauses import clause
from tabuleiro.rules.ground.land_units import enemy_troops
from tabuleiro.rules.ground.movement_phase import EndPhase
from tabuleiro.rules.ground.stacking import full
from tabuleiro.rules.victory.control import controller
from tabuleiro_filipinas.boxes import carriers_in_port, may_fly_from
from tabuleiro_filipinas.displaced_places import displaced
from tabuleiro_filipinas.moments import Moment
from tabuleiro_filipinas.own_business import OwnBusiness
from tabuleiro_filipinas.weather import MONSOON, weather_at

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from tabuleiro.engine import Change, Situation
    from tabuleiro.engine.glance import Glance
    from tabuleiro.module.scenario_records import Reinforcement

__all__ = ["Arrive", "ArriveAtOnce", "Reinforcing", "SendTo", "places_of_arrival"]


def waiting(s: Situation, side: str) -> Mapping[str, Reinforcement]:
    """Return the pieces of a side that arrive in this turn and are not placed yet."""
    return s.cache_here(("arriving", side), lambda: {
        piece: entry
        for entry in s.scenario.reinforcements
        if entry.side == side and entry.where is not None and _due(s, entry)
        for piece in entry.units
        if s.place(piece) == OFF
    })  # fmt: skip


def _due(s: Situation, entry: Reinforcement) -> bool:
    """Return whether an entry comes in this turn; who found no room in its hexes still waits."""
    still = (entry.where or {}).get("kind") == "hexes" and entry.turn < s.turn
    return entry.turn == s.turn or still


def places_of_arrival(s: Situation, piece: str, entry: Reinforcement) -> tuple[str, ...]:
    """Return the boxes, displaced aerodromes, decks and hexes where a piece may arrive now.

    Clause 4.2.1-2.
    """
    where, side = entry.where or {}, entry.side
    hexes = tuple(
        h for h in where.get("hexes", ())
        if controller(s, h) == side and not full(s, side, h) and h not in enemy_troops(s, side)
    )  # fmt: skip
    boxes = tuple(box for box in where.get("boxes", ()) if _open(s, box))
    decks = _decks(s, piece) if where.get("kind") == "deck" else ()
    return (*decks, *boxes, *hexes)


def _open(s: Situation, box: str) -> bool:
    """Return whether anybody arrives in a box now: in monsoon not on an aerodrome."""
    return not displaced(s, box) or weather_at(s, box) != MONSOON


def _decks(s: Situation, group: str) -> Iterator[str]:
    for ship in carriers_in_port(s, s.side(group)):
        if may_fly_from(s, group, ship):
            yield inside_of(ship)


class SendTo(Action, frozen=True):
    """Send a reinforcement to a box, an aerodrome off the map, or inside of a carrier."""

    piece: str
    to: str

    def told(self, glance: Glance) -> None:
        """Nobody else is told."""


class Arrive(OwnBusiness, Step, frozen=True):
    """A side says where those arrive who have a choice."""

    side: str

    def decision(self, s: Situation) -> Decision | None:
        """Ask if anybody has."""
        pieces = tuple(
            piece for piece, entry in waiting(s, self.side).items()
            if len(places_of_arrival(s, piece, entry)) > 1
        )  # fmt: skip
        if not pieces:
            return None
        prompt = msg("Say where your reinforcements arrive; the others go to the first box.")
        actions = ("send-to", "end-phase")
        return Decision(self.side, prompt, clause(s, "arrival"), pieces=pieces, actions=actions)

    def run(self, change: Change) -> None:
        """Nobody has a choice: all arrive."""
        change.finish()
        self._rest(change)

    def legal(
        self, s: Situation, *, piece: str | None = None, hex: str | None = None
    ) -> Iterable[Action]:
        """List where each may arrive."""
        for one, entry in waiting(s, self.side).items():
            places = places_of_arrival(s, one, entry) if piece in {None, one} else ()
            if len(places) > 1:
                yield from (SendTo(one, place) for place in places if hex in {None, place})
        if piece is None and hex is None:
            yield EndPhase()

    def check(self, s: Situation, action: Action) -> Verdict:
        """Check a place."""
        if isinstance(action, EndPhase):
            return Verdict.yes()
        if not isinstance(action, SendTo):
            return super().check(s, action)
        entry = waiting(s, self.side).get(action.piece)
        if entry is None:
            message = msg("{piece} does not arrive now.", piece=piece_ref(action.piece))
            return Verdict.no(message, rule=clause(s, "arrival"), topic=FORM)
        if action.to in places_of_arrival(s, action.piece, entry):
            return Verdict.yes()
        return _refusal(s, action, entry)

    def act(self, change: Change, action: Any) -> None:
        """Place a piece, or let all others arrive."""
        if isinstance(action, SendTo):
            _arrive(change, action.piece, action.to)
            return
        change.finish()
        self._rest(change)

    def _rest(self, change: Change) -> None:
        for piece, entry in waiting(change, self.side).items():
            boxes = [p for p in places_of_arrival(change, piece, entry) if not holder_in(p)]
            if boxes:
                _arrive(change, piece, boxes[0])


class ArriveAtOnce(Step, frozen=True):
    """Those arrive who can go to one place alone."""

    side: str

    def run(self, change: Change) -> None:
        """Bring them there."""
        change.finish()
        for piece, entry in waiting(change, self.side).items():
            places = places_of_arrival(change, piece, entry)
            if len(places) == 1:
                _arrive(change, piece, places[0])


def _arrive(change: Change, piece: str, place: str) -> None:
    words, side = msg("{piece} arrives.", piece=piece_ref(piece)), change.side(piece)
    change.say(words, clause(change, "arrival"), to=(side,))
    change.emit(ev.Moved(piece, place))


def _refusal(s: Situation, action: SendTo, entry: Reinforcement) -> Verdict:
    """Return why a piece may not arrive in a place."""
    holder, boxes = holder_in(action.to), (entry.where or {}).get("boxes", ())
    if holder is not None and holder in carriers_in_port(s, s.side(action.piece)):
        verdict = may_fly_from(s, action.piece, holder)
        if not verdict:
            return verdict
    if action.to in boxes:
        message = msg("In monsoon nobody arrives at a displaced aerodrome.")
        return Verdict.no(message, rule=clause(s, "arrival-monsoon"), topic="reinforcement")
    message = msg("{piece} may not arrive there.", piece=piece_ref(action.piece))
    return Verdict.no(message, rule=clause(s, "arrival"), topic=FORM)


class Reinforcing:
    """A part: reinforcements arrive after the withdrawals."""

    @hookimpl
    def steps_at(self, moment: Moment, side: str) -> list[Step]:
        return [ArriveAtOnce(side), Arrive(side)] if moment is Moment.ARRIVALS else []
