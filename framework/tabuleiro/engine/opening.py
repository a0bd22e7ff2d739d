"""How a match opens: where pieces, markers and control are before anything was done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine.position import OFF, PieceState, Position
from tabuleiro.engine.sequence import Match
from tabuleiro.module.places import inside_of

if TYPE_CHECKING:
    from tabuleiro.module import FreePlacement, Module, Reinforcement, Scenario, SetUp

__all__ = ["first_position"]


def first_position(module: Module, scenario: Scenario) -> Position:
    """Return the position in which a scenario begins, before anything was done."""
    places = {u: entry.hex for entry in scenario.setup for u in entry.units}
    places |= _coming_inside(scenario)
    entries: list[SetUp | FreePlacement | Reinforcement] = [
        *scenario.setup, *scenario.free, *scenario.reinforcements
    ]  # fmt: skip
    if module.free_table:
        return _laid_out(module, scenario, places)
    reduced = {unit: entry.reduced for entry in entries for unit in entry.units}
    states = {unit: dict(sorted(entry.states.items())) for entry in entries for unit in entry.units}
    pieces = {
        piece: PieceState(
            places.get(piece, OFF), reduced.get(piece, 0), states=states.get(piece, {})
        )
        for piece in sorted(scenario.pieces(module))
    }
    stacks: dict[str, tuple[str, ...]] = {}
    for piece, state in pieces.items():
        stacks[state.place] = (*stacks.get(state.place, ()), piece)
    control = {goal.hex: goal.owner for goal in scenario.objectives if goal.owner}
    return Position(
        turn=scenario.first_turn,
        phase=-1,
        pieces=pieces,
        stacks=stacks,
        control=control,
        marks=_marks(scenario),
        agenda=(Match(),),
    )


def _laid_out(module: Module, scenario: Scenario, places: dict[str, str]) -> Position:
    """Return a free table: all counters are in the match, stacked as the scenario names them."""
    pieces = {piece: PieceState(places.get(piece, OFF)) for piece in sorted(module.counters)}
    for entry in scenario.setup:
        states, marks = dict(sorted(entry.states.items())), tuple(sorted({*entry.marks}))
        for unit in entry.units:
            pieces[unit] = PieceState(places[unit], entry.reduced, marks=marks, states=states)
    stacks: dict[str, tuple[str, ...]] = {}
    for piece in dict.fromkeys((*places, *pieces)):
        place = pieces[piece].place
        stacks[place] = (*stacks.get(place, ()), piece)
    return Position(
        turn=scenario.first_turn,
        phase=-1,
        pieces=pieces,
        stacks=dict(sorted(stacks.items())),
        marks=_marks(scenario),
        tracks={track: scenario.tracks.get(track, 0) for track in sorted(module.board.tracks)},
        agenda=(Match(),),
    )


def _marks(scenario: Scenario) -> dict[str, tuple[str, ...]]:
    marks: dict[str, tuple[str, ...]] = {}
    for laid in scenario.markers:
        marks[laid.hex] = tuple(sorted({*marks.get(laid.hex, ()), laid.marker}))
    return marks


def _coming_inside(scenario: Scenario) -> dict[str, str]:
    """Return where those are who come inside of others, and in the same turn as these."""
    turns = {unit: entry.turn for entry in scenario.reinforcements for unit in entry.units}
    return {
        unit: inside_of(entry.inside)
        for entry in scenario.reinforcements
        if entry.inside is not None and turns.get(entry.inside) == entry.turn
        for unit in entry.units
    }
