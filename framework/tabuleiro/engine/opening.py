"""How a match opens: where pieces, markers and control are before anything was done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from tabuleiro.engine.position import OFF, PieceState, Position
from tabuleiro.engine.sequence import Match
from tabuleiro.module.places import inside_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

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
        return _opened(_laid_out(module, scenario, places), module, scenario, places)
    reduced = {unit: entry.reduced for entry in entries for unit in entry.units}
    states = {unit: dict(sorted(entry.states.items())) for entry in entries for unit in entry.units}
    marks = {u: tuple(sorted({*entry.marks})) for entry in scenario.setup for u in entry.units}
    pieces = {
        piece: PieceState(
            places.get(piece, OFF),
            reduced.get(piece, 0),
            marks=marks.get(piece, ()),
            states=states.get(piece, {}),
        )
        for piece in sorted(scenario.pieces(module))
    }
    control = {goal.hex: goal.owner for goal in scenario.objectives if goal.owner}
    position = Position(
        turn=scenario.first_turn,
        phase=-1,
        pieces=pieces,
        stacks=_stacked(pieces, pieces),
        tracks=dict(sorted(scenario.tracks.items())),
        control=control,
        marks=_marks(scenario),
        agenda=(Match(),),
    )
    return _opened(position, module, scenario, places)


def _stacked(pieces: Mapping[str, PieceState], order: Iterable[str]) -> dict[str, tuple[str, ...]]:
    stacks: dict[str, tuple[str, ...]] = {}
    for piece in order:
        place = pieces[piece].place
        stacks[place] = (*stacks.get(place, ()), piece)
    return stacks


def _opened(
    position: Position, module: Module, scenario: Scenario, places: Mapping[str, str]
) -> Position:
    """Return where a match stands that begins in the middle: pieces are stacked as named."""
    opens = scenario.opens
    if opens is None:
        return position
    pieces = dict(position.pieces)
    for piece, said in opens.pieces.items():
        old = pieces.get(piece, PieceState(OFF))
        pieces[piece] = PieceState(
            old.place if said.place is None else said.place,
            old.losses if said.losses is None else said.losses,
            said.spent,
            tuple(sorted({*old.marks, *said.marks})),
            dict(sorted({**old.states, **said.states}.items())),
        )
    pieces = dict(sorted(pieces.items()))
    marks = {place: {*old} for place, old in position.marks.items()}
    for place, signs in opens.signs.items():
        marks.setdefault(place, set()).update(signs)
    numbers = {phase.id: number for number, phase in enumerate(module.sequence)}
    return replace(
        position,
        turn=opens.turn,
        phase=numbers[opens.phase],
        pieces=pieces,
        stacks=_stacked(pieces, dict.fromkeys((*places, *opens.pieces, *pieces))),
        tracks={**position.tracks, **opens.tracks},
        control={place: side for side, held in opens.control.items() for place in held},
        marks={place: tuple(sorted(signs)) for place, signs in marks.items()},
        facts=dict(opens.facts),
        met={side: dict(met) for side, met in opens.met.items()},
        agenda=(Match("again"),),
    )


def _laid_out(module: Module, scenario: Scenario, places: dict[str, str]) -> Position:
    """Return a free table: all counters are in the match, stacked as the scenario names them."""
    pieces = {piece: PieceState(places.get(piece, OFF)) for piece in sorted(module.counters)}
    for entry in scenario.setup:
        states, marks = dict(sorted(entry.states.items())), tuple(sorted({*entry.marks}))
        for unit in entry.units:
            pieces[unit] = PieceState(places[unit], entry.reduced, marks=marks, states=states)
    stacks = _stacked(pieces, dict.fromkeys((*places, *pieces)))
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
