"""Set-up: pieces that their owner places before the first turn."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from tabuleiro.engine import OFF, Action, AskingStep, Decision, Question, Verdict
from tabuleiro.engine import events as ev
from tabuleiro.engine.messages import hex_ref, msg, piece_ref
from tabuleiro.engine.verdicts import FORM
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.clauses import clause, object_to
from tabuleiro.rules.ground.land_units import holds_ground
from tabuleiro.rules.ground.movement_phase import EndPhase
from tabuleiro.rules.ground.stacking import full, stacking_objection

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from tabuleiro.engine import Change, Situation, Step
    from tabuleiro.engine.verdicts import Objection

__all__ = ["FreePlacement", "FreeSetUp", "Place", "TakeBack", "free_placements", "placement_hexes"]


class Place(Action, frozen=True):
    """Place a piece in a hex during the set-up."""

    piece: str
    hex: str


class TakeBack(Action, frozen=True, tag="take-up"):
    """Take a piece that was placed up again."""

    retracts = True
    piece: str


def free_placements(s: Situation) -> list[Step]:
    """Return the steps of the scenario's free placements, in its order of sides."""
    return [FreePlacement(side) for side, _ in groupby(s.scenario.free, key=lambda f: f.side)]


def _wheres(s: Situation, side: str) -> Mapping[str, Any]:
    """Return the pieces that a side places freely, each with where."""
    return {piece: f for f in s.scenario.free if f.side == side for piece in f.units}


def placement_hexes(s: Situation, piece: str) -> tuple[str, ...]:
    """Return the hexes where a piece of the free set-up may be placed now."""
    return s.cache_here(("setup", piece), lambda: _hexes(s, piece))


def _hexes(s: Situation, piece: str) -> tuple[str, ...]:
    side = s.side(piece)
    where = _wheres(s, side)[piece].where
    answer = s.rules.setup_hexes(s=s, piece=piece, where=where)
    hexes = where.get("hexes", ()) if answer is None else answer
    enemies = s.opposed(side)
    ground = holds_ground(s, piece)
    return tuple(
        h
        for h in hexes
        if h not in enemies and not (ground and full(s, side, h)) and _land(s, piece, h)
    )


def _land(s: Situation, piece: str, place: str) -> bool:
    movement_class = s.counter(piece).movement_class
    cost = s.module.terrain[s.board.terrain_at(place)].cost
    return movement_class is None or cost[movement_class] is not None


class FreePlacement(AskingStep, frozen=True):
    """A side places its free pieces."""

    side: str

    def _waiting(self, s: Situation) -> tuple[str, ...]:
        return tuple(p for p in _wheres(s, self.side) if s.place(p) == OFF)

    def _unplaced(self, s: Situation) -> list[Objection]:
        return [
            object_to(
                s,
                msg("{piece} is not placed yet.", piece=piece_ref(piece)),
                "setup",
                "setup",
                pieces=(piece,),
            )
            for piece in self._waiting(s)
            if placement_hexes(s, piece)
        ]

    def question(self, s: Situation) -> Question | None:
        """Ask the side."""
        actions = ("place", "take-up", "end-phase")
        prompt = msg("Place your units.")
        return Question(
            Decision(self.side, prompt, clause(s, "setup"), actions=actions),
            pieces=lambda: self._waiting(s),
            obligations=lambda: (o.message for o in self._unplaced(s)),
        )

    def legal(
        self, s: Situation, *, piece: str | None = None, hex: str | None = None
    ) -> Iterable[Action]:
        """List the hexes of each piece, taking up, and the end of the set-up."""
        for one in _wheres(s, self.side):
            if piece not in {None, one}:
                continue
            if s.place(one) == OFF:
                for place in placement_hexes(s, one):
                    if hex in {None, place}:
                        yield Place(one, place)
            elif hex in {None, s.place(one)}:
                yield TakeBack(one)
        if piece is None and hex is None and not self._unplaced(s):
            yield EndPhase()

    def check(self, s: Situation, action: Action) -> Verdict:
        """Check a placement, or the end of the set-up."""
        if isinstance(action, EndPhase):
            return Verdict.of(self._unplaced(s))
        if not isinstance(action, Place | TakeBack):
            return super().check(s, action)
        mine = _wheres(s, self.side)
        if action.piece not in mine:
            message = msg("{piece} is not placed freely.", piece=piece_ref(action.piece))
            return Verdict.no(message, rule=clause(s, "setup"))
        placed = s.place(action.piece) != OFF
        if placed != isinstance(action, TakeBack):
            message = msg("{piece} is already placed.", piece=piece_ref(action.piece))
            off = msg("{piece} is not placed yet.", piece=piece_ref(action.piece))
            return Verdict.no(message if placed else off, rule=clause(s, "setup"))
        if isinstance(action, TakeBack):
            return Verdict.yes()
        return self._check_place(s, action, mine[action.piece].rule or "")

    def _check_place(self, s: Situation, action: Place, rule: str) -> Verdict:
        if action.hex in placement_hexes(s, action.piece):
            return Verdict.yes()
        if action.hex in s.board.grid and action.hex in s.occupied(self.side):
            crowd = stacking_objection(s, action.piece, action.hex)
            if crowd is not None:
                return Verdict((crowd,))
        message = msg(
            "{piece} may not start in {hex}.",
            piece=piece_ref(action.piece),
            hex=hex_ref(action.hex),
        )
        sense = action.hex in s.board.grid and action.hex not in s.opposed(self.side)
        topic = "setup" if sense and rule else FORM
        return Verdict.no(message, rule=rule or clause(s, "setup"), topic=topic)

    def act(self, change: Change, action: Action) -> None:
        """Place the piece, take it up, or end the set-up of this side."""
        if isinstance(action, Place):
            change.emit(ev.Moved(action.piece, action.hex))
        elif isinstance(action, TakeBack):
            change.emit(ev.Moved(action.piece, OFF))
        else:
            change.finish()


class FreeSetUp:
    """A part: sides place their free pieces before the first turn."""

    @hookimpl
    def setup_steps(self, s: Situation) -> list[Step]:
        return free_placements(s)
