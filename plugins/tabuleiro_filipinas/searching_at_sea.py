"""Searching at sea: aircraft look for forces where they are, or stopped on their way (6.6.1).

O searches in phase 3, mission by mission. One die covers a hex and those around it; every force
that is there, or stopped there, and is not found yet may be found by it. Where a force lies and
went is seen by all, so what may be searched reads nothing that is hidden.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tabuleiro.engine import (
    Action,
    AskingStep,
    Decision,
    Question,
    Step,
    Verdict,
    hex_ref,
    msg,
    narrowed,
    piece_ref,
)
from tabuleiro.engine import events as ev
from tabuleiro.engine.knowledge import Knowledge
from tabuleiro.engine.verdicts import FORM
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.clauses import clause, object_to
from tabuleiro.rules.ground.movement_phase import EndPhase
from tabuleiro_filipinas.aircraft import (
    SCOUT,
    aircraft,
    embarked,
    grounded,
    in_range,
    out_of_range,
)
from tabuleiro_filipinas.forces import forces, turn_up
from tabuleiro_filipinas.moments import Moment
from tabuleiro_filipinas.own_business import OwnBusiness
from tabuleiro_filipinas.parameters.air import AirTerms
from tabuleiro_filipinas.scouting_on_land import area, covered_by, fly_search, note_covered
from tabuleiro_filipinas.weather import weather_at

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tabuleiro.engine import Change, Situation
    from tabuleiro.engine.glance import Glance
    from tabuleiro.engine.verdicts import Objection

__all__ = ["SearchAtSea", "SearchForForces", "Searching", "searches"]

SEARCHED: Final = "searched"
"""The mark of aircraft that have searched in this phase."""
_SECRET: Final = Knowledge(secret_marks=frozenset({SEARCHED}))
"""The mark tells from which base somebody flew."""


class SearchAtSea(Action, frozen=True):
    """Send an aircraft to search a hex and those around it."""

    piece: str
    hex: str

    def told(self, glance: Glance) -> None:
        """Nobody else is told who flew: the place would tell from where."""


def sought(s: Situation, side: str) -> Mapping[str, tuple[str, ...]]:
    """Return the hexes where enemy forces that are not found are or stopped, each with these.

    Clauses: 6.6.1-2, 6.6.2-5.
    """
    found: dict[str, list[str]] = {}
    for enemy in s.enemies(side):
        for force, seen in forces(s, enemy).items():
            if not seen.detected and s.on_map(force):
                for place in dict.fromkeys((s.place(force), *seen.stops)):
                    found.setdefault(place, []).append(force)
    return {place: tuple(some) for place, some in sorted(found.items())}


def _least(s: Situation, place: str) -> int | None:
    """Return the least face that finds somebody in a hex, None if nobody searches there."""
    return s.terms(AirTerms).spotting.get(weather_at(s, place))


class SearchForForces(OwnBusiness, AskingStep, frozen=True):
    """A side searches for enemy forces, as often as it has aircraft for it."""

    always = (EndPhase(),)
    side: str

    def question(self, s: Situation) -> Question | None:
        """Ask for the next mission, if any can fly."""
        found = list(self._missions(s))
        if not found:
            return None
        return Question(
            Decision(
                self.side, msg("Search for enemy forces."), clause(s, "search-who"), "choose",
                pieces=tuple(dict.fromkeys(one.piece for one in found)),
                hexes=tuple(dict.fromkeys(one.hex for one in found)),
                actions=("search-at-sea", "end-phase"),
            )
        )  # fmt: skip

    def run(self, change: Change) -> None:
        """Nobody can search."""
        change.finish()
        for piece in sorted(change.position.pieces):
            if change.marked(piece, SEARCHED):
                change.emit(ev.Marked(piece, remove=(SEARCHED,)))

    def _missions(self, s: Situation) -> Iterator[SearchAtSea]:
        """Yield the missions to where a force is or was, of aircraft that can fly there."""
        done = covered_by(s, self.side)
        goals = [h for h in sought(s, self.side) if h not in done and _least(s, h) is not None]
        for piece in aircraft(s, self.side) if goals else ():
            if searches(s, piece) and not any(_kept_home(s, piece)):
                yield from (SearchAtSea(piece, h) for h in goals if in_range(s, piece, h))

    def legal(
        self, s: Situation, *, piece: str | None = None, hex: str | None = None
    ) -> Iterator[Action]:
        """List them, and the end."""
        return narrowed(self._missions(s), piece, hex, self.always)

    def check(self, s: Situation, action: Action) -> Verdict:
        """Check a mission."""
        if isinstance(action, EndPhase):
            return Verdict.yes()
        if not isinstance(action, SearchAtSea):
            return super().check(s, action)
        return Verdict.of(list(_objections(s, self.side, action.piece, action.hex)))

    def act(self, change: Change, action: Action) -> None:
        """Fly it, or end."""
        if not isinstance(action, SearchAtSea):
            self.run(change)
            return
        before, rule = covered_by(change, self.side), clause(change, "spotting")
        change.emit(ev.Marked(action.piece, (SEARCHED,)))
        face = fly_search(change, self.side, action.piece, action.hex, rule)
        note_covered(change, self.side, action.hex)
        places = sought(change, self.side)
        through = [p for p in area(change, action.hex) if p in places and p not in before]
        needed = {p: least for p in through if (least := _least(change, p)) is not None}
        found = [force for p, least in needed.items() if face >= least for force in places[p]]
        if needed and not found:
            n = min(needed.values())
            change.say(msg("No force is found: that takes a {n} or more.", n=n), rule)
        elif not found:
            change.say(msg("No force is found."), rule)
        for force in found:
            turn_up(change, force, rule)


def searches(s: Situation, piece: str) -> bool:
    """Return whether an aircraft is of a class that searches, or flies from a deck (6.6.1-1)."""
    tags = s.counter(piece).tags
    return SCOUT in tags or (embarked(s, piece) and "naval-air" in tags)


def _kept_home(s: Situation, piece: str) -> Iterator[Objection]:
    """Yield why an aircraft cannot fly; that it flew in another phase is no reason (6.6.1-4)."""
    yield from (bar for bar in grounded(s, piece) if bar.rule != "filipinas-6.1-21")
    if s.marked(piece, SEARCHED):
        message = msg("{piece} has searched.", piece=piece_ref(piece))
        yield object_to(s, message, "search-who", "air", pieces=(piece,))


def _objections(s: Situation, side: str, piece: str, place: str) -> Iterator[Objection]:
    about = {"hexes": (place,)} if place in s.board.grid else {}
    if piece not in s.position.pieces or piece not in aircraft(s, side):
        message = msg("Name an aircraft of yours on a field or on a deck at sea.")
        yield object_to(s, message, "search-from-deck", FORM)
        return
    if not searches(s, piece):
        message = msg("{piece} does not search.", piece=piece_ref(piece))
        yield object_to(s, message, "search-who", FORM, pieces=(piece,))
        return
    if not any(hex in sought(s, side) for hex in area(s, place)) if about else True:
        yield object_to(s, msg("No force is sought there."), "search-who", FORM, **about)
        return
    yield from _kept_home(s, piece)
    yield from out_of_range(s, piece, place)
    if _least(s, place) is None:
        message = msg("Nobody searches in the monsoon over {hex}.", hex=hex_ref(place))
        yield object_to(s, message, "scouting-forbidden", "air", **about)
    if place in covered_by(s, side):
        message = msg("{hex} was searched in this turn.", hex=hex_ref(place))
        yield object_to(s, message, "scouted-already", "air", **about)


class Searching:
    """A part: in phase 3 the other side searches for forces."""

    @hookimpl
    def steps_at(self, s: Situation, moment: Moment, side: str) -> list[Step]:
        return [SearchForForces(s.enemy(side))] if moment is Moment.SEARCH else []

    @hookimpl
    def knowledge(self, s: Situation, viewer: str) -> list[Knowledge]:
        del s, viewer
        return [_SECRET]
