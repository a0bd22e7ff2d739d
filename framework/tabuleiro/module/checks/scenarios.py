"""Checks of the scenarios."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Any, Final

from tabuleiro.i18n import N_, _
from tabuleiro.module.checks.board import terrain_by_hex
from tabuleiro.module.checks.game import option_value
from tabuleiro.module.draft import Checked, Draft
from tabuleiro.module.files import FREE_TABLE
from tabuleiro.module.loader import Loc, dotted
from tabuleiro.module.made import FACE_DOWN, MADE
from tabuleiro.module.models import ScenarioFile
from tabuleiro.module.models.scenario import (
    ArrivalModel,
    MarkerPlaceModel,
    ObjectiveModel,
    PoolModel,
    SetupModel,
    Where,
    WithdrawalModel,
)

__all__ = ["check_scenarios"]

File = Checked[ScenarioFile]

_SPOKEN: Final = {
    "region": ("regions", N_("unknown region")),
    "place": ("places", N_("unknown place")),
    "box": ("boxes", N_("unknown box")),
}
"""What a description of a place may name, by the word for one; and where it is known."""


def check_scenarios(draft: Draft) -> None:
    """Check all scenarios, and say which counters no scenario uses."""
    ground = _Ground.of(draft)
    used: set[str] = set()
    for file in draft.scenarios:
        if file.model is None:
            continue
        stem = PurePosixPath(file.name).stem
        if file.model.id not in {stem, "unknown"}:
            sentence = _('the id should be that of the file, "{stem}"')
            file.problem(("id",), sentence.format(stem=stem))
        used |= _Scenario(draft, file, file.model, ground).check()
    if all(file.model is not None for file in draft.scenarios):
        _check_used(draft, used)


def _check_used(draft: Draft, used: set[str]) -> None:
    counters = draft.counters
    if counters.model is None or not draft.scenarios:
        return
    if draft.game.model is None or draft.game.model.plugin == FREE_TABLE:
        return  # whatever is not set up lies beside the board
    for loc, counter in counters.numbered("counters", counters.model.counters):
        if counter.id not in used:
            sentence = _('no scenario uses the counter "{id}"')
            counters.warn(loc, sentence.format(id=counter.id))


@dataclass
class _Ground:
    """Where units can stand."""

    terrain: dict[str, str]
    """The terrain of each hex."""
    closed: dict[str, set[str]]
    """The movement classes that may not enter a terrain."""
    roads: dict[str, set[str]]
    """The movement classes that may be in a hex because of a road."""
    classes: dict[str, str | None]
    """The movement class of each counter."""
    sides: dict[str, str | None]
    """The side of each counter."""
    steps: dict[str, int]
    """How many losses eliminate each counter."""

    @classmethod
    def of(cls, draft: Draft) -> _Ground:
        tables, board = draft.tables.model, draft.board.model
        game, counters = draft.game.model, draft.counters.model
        types = {unit.id: unit.movement_class for unit in game.unit_types} if game else {}
        closed: dict[str, set[str]] = {}
        open_to: dict[str, set[str]] = {}
        for terrain in tables.terrain if tables else ():
            closed[terrain.id] = {name for name, cost in terrain.cost.items() if cost is None}
        for kind in tables.networks if tables else ():
            open_to[kind.id] = {name for name, cost in kind.cost.items() if cost is not None}
        roads: dict[str, set[str]] = {}
        for network in board.networks if board else ():
            for hex in network.chain:
                roads.setdefault(hex, set()).update(open_to.get(network.kind, ()))
        pieces = counters.counters if counters else []
        return cls(
            terrain_by_hex(draft),
            closed,
            roads,
            {counter.id: types.get(counter.type) for counter in pieces},
            {counter.id: draft.nation_sides.get(counter.nation) for counter in pieces},
            {counter.id: 1 + len(counter.sides_after_losses) for counter in pieces},
        )

    def forbids(self, hex: str, counter: str) -> str | None:
        """Return the terrain that a counter may not stand in, None if it may."""
        terrain = self.terrain.get(hex, "")
        movement = self.classes.get(counter)
        if movement is None or movement in self.roads.get(hex, ()):
            return None
        return terrain if movement in self.closed.get(terrain, ()) else None


@dataclass
class _Scenario:
    """A scenario under examination."""

    draft: Draft
    file: File
    model: ScenarioFile
    ground: _Ground
    first: dict[str, Loc] = field(default_factory=dict)
    """Where each counter was named first."""

    def check(self) -> set[str]:
        """Check everything and return the counters that the scenario uses."""
        self._check_turns()
        for loc, setup in self.file.numbered("setup", self.model.setup):
            self._check_setup(loc, setup)
        sides = self.draft.game.ids("sides")
        for loc, free in self.file.numbered("free", self.model.free):
            self.file.refer((*loc, "side"), free.side, sides, _("unknown side"))
            self._use(loc, free.units, free.side, free.reduced)
            self._check_states(loc, free.states)
            self._check_where((*loc, "where"), free.where, free.units)
        for loc, arrival in self.file.numbered("reinforcements", self.model.reinforcements):
            self._check_move(loc, arrival)
            self._use(loc, arrival.units, arrival.side, arrival.reduced)
            self._check_states(loc, arrival.states)
            if arrival.where is not None:
                self._check_where((*loc, "where"), arrival.where, arrival.units)
            elif not arrival.edges and arrival.inside is None:
                self.file.problem(loc, _("by which edges, or where else, do they enter?"))
        for loc, leaving in self.file.numbered("withdrawals", self.model.withdrawals):
            self._check_move(loc, leaving)
            self._check_units(loc, leaving.units, leaving.side)
            if leaving.where is not None:
                self._check_where((*loc, "where"), leaving.where, [])
        for loc, marker in self.file.numbered("markers", self.model.markers):
            known = self.draft.counters.ids("markers")
            self.file.refer((*loc, "marker"), marker.marker, known, _("unknown marker"))
            if marker.marker == self._bridge():
                sentence = _("this marker lies on hexsides, in no hex and no box")
                self.file.problem((*loc, "marker"), sentence)
            self._check_spot(loc, marker)
        for loc, objective in self.file.numbered("objectives", self.model.objectives):
            self._check_objective(loc, objective)
        self.file.unique("pools", self.model.pools, within="side")
        for loc, pool in self.file.numbered("pools", self.model.pools):
            self._check_pool(loc, pool)
        self._check_options()
        self._check_tracks()
        self._check_view()
        self._check_opening()
        lost = (name for key in ("setup", "free", "reinforcements") for name in self._lost(key))
        return {*self.first, *lost}

    def _bridge(self) -> object:
        """Return the marker of bridges that are built in the match, if the rules name one."""
        game = self.draft.game.model
        bridges = game.rules.get("bridges") if game is not None else None
        return bridges.get("marker", "") if isinstance(bridges, dict) else ""

    def _lost(self, key: str) -> Iterator[str]:
        """Yield the counters that a faulty entry may have named: any, so all of them."""
        if key in self.file.kept or key in self.file.unknown:
            yield from self.ground.classes

    # Turns

    def _check_turns(self) -> None:
        first, last = self.model.first_turn, self.model.last_turn
        if first > last:
            self.file.problem(("last_turn",), _("the last turn comes before the first"))
        game = self.draft.game.model
        if game is not None and "turns" not in self.draft.game.kept:
            for key, turn in (("first_turn", first), ("last_turn", last)):
                if turn > len(game.turns):
                    sentence = _("the last turn of the module is {n}")
                    self.file.problem((key,), sentence.format(n=len(game.turns)))

    def _check_turn(self, loc: Loc, turn: int) -> None:
        first, last = self.model.first_turn, self.model.last_turn
        if first <= last and not first <= turn <= last:
            sentence = _("the scenario lasts from turn {first} to turn {last}")
            self.file.problem((*loc, "turn"), sentence.format(first=first, last=last))

    # Units

    def _check_units(self, loc: Loc, units: Sequence[str], side: str | None) -> None:
        known = self.draft.counters.ids("counters")
        for number, unit in enumerate(units):
            here = (*loc, "units", number)
            self.file.refer(here, unit, known, _("unknown counter"))
            owner = self.ground.sides.get(unit)
            if owner not in {None, side} and side in (self.draft.game.ids("sides") or ()):
                sentence = _('the counter "{unit}" belongs to the side "{owner}"')
                self.file.problem(here, sentence.format(unit=unit, owner=owner))

    def _use(self, loc: Loc, units: Sequence[str], side: str | None, losses: int) -> None:
        """Check units that start or enter here, each of them once in a scenario."""
        self._check_units(loc, units, side)
        for number, unit in enumerate(units):
            here = (*loc, "units", number)
            if unit in self.first:
                sentence = _('the counter "{unit}" was placed before, in {where}')
                where = dotted(self.first[unit])
                self.file.problem(here, sentence.format(unit=unit, where=where))
            self.first.setdefault(unit, here)
            steps = self.ground.steps.get(unit, losses + 1)
            if losses > 1 and losses >= steps:  # `true` was never refused
                sentence = _(
                    'the counter "{unit}" does not survive {n} losses: it has {steps} steps'
                )
                self.file.problem(
                    (*loc, "reduced"), sentence.format(unit=unit, n=int(losses), steps=steps)
                )

    def _check_states(self, loc: Loc, states: Mapping[str, str]) -> None:
        counters = self.draft.counters
        known = {state.id: state for state in counters.model.states} if counters.model else {}
        for name, value in states.items():
            here = (*loc, "states", name)
            if self.file.refer(here, name, counters.ids("states"), _("unknown state")):
                values = [one.id for one in known[name].values] if name in known else None
                self.file.refer(here, value, values, _("unknown value of the state"))

    def _check_marks(self, loc: Loc, marks: Sequence[str]) -> None:
        texts = self.draft.texts
        named = (*(texts.model.texts if texts.model else ()), *texts.lost.get("texts", ()))
        known = {FACE_DOWN, *(key[6:] for key in named if key.startswith("state."))}
        for number, mark in enumerate(marks):
            self.file.refer((*loc, "marks", number), mark, known, _("unknown mark"))

    def _check_ground(self, loc: Loc, hex: str, units: Sequence[str]) -> None:
        for unit in units:
            terrain = self.ground.forbids(hex, unit)
            if terrain is not None:
                sentence = _('the counter "{unit}" may not stand in hex {hex}: {terrain}')
                self.file.problem(loc, sentence.format(unit=unit, hex=hex, terrain=terrain))

    # Places

    def _check_setup(self, loc: Loc, setup: SetupModel) -> None:
        self._use(loc, setup.units, None, setup.reduced)
        self._check_states(loc, setup.states)
        self._check_marks(loc, setup.marks)
        # in the middle of a match counters stand where retreats and roads have brought them
        if self._check_spot(loc, setup) and setup.hex is not None and self.model.opens is None:
            self._check_ground((*loc, "hex"), setup.hex, setup.units)

    def _check_spot(self, loc: Loc, entry: SetupModel | MarkerPlaceModel) -> bool:
        if isinstance(entry, SetupModel):
            if [entry.hex, entry.box, entry.inside].count(None) != 2:
                self.file.problem(loc, _("one of hex, box and in is wanted"))
        elif (entry.hex is None) == (entry.box is None):
            self.file.problem(loc, _("either a hex or a box is wanted"))
        boxes = self.draft.board.ids("boxes")
        self.file.refer((*loc, "box"), entry.box, boxes, _("unknown box"))
        return self.draft.hex(self.file, (*loc, "hex"), entry.hex)

    def _check_where(self, loc: Loc, where: Where, units: Sequence[str]) -> None:
        if (where.kind == "hexes") != bool(where.hexes):
            self.file.problem(loc, _("the kind `hexes` and a list `hexes` go together"))
        for number, hex in enumerate(where.hexes):
            here = (*loc, "hexes", number)
            if self.draft.hex(self.file, here, hex):
                self._check_ground(here, hex, units)
        self._check_spoken(loc, where.model_extra or {})

    def _check_spoken(self, loc: Loc, where: Mapping[str, Any]) -> None:
        """Check what a description names, whatever its kind means to the plugin."""
        board = self.draft.board
        for word, (key, what) in _SPOKEN.items():
            named = where.get(word)
            if isinstance(named, str):
                self.file.refer((*loc, word), named, board.ids(key), _(what))
            several = where.get(key)
            for number, name in enumerate(several if isinstance(several, list) else ()):
                here = (*loc, key, number)
                self.file.refer(here, str(name), board.ids(key), _(what))
        further = where.get("of")
        for number, part in enumerate(further if isinstance(further, list) else ()):
            if isinstance(part, dict):
                self._check_spoken((*loc, "of", number), part)

    def _check_move(self, loc: Loc, entry: ArrivalModel | WithdrawalModel) -> None:
        sides = self.draft.game.ids("sides")
        self.file.refer((*loc, "side"), entry.side, sides, _("unknown side"))
        self._check_turn(loc, entry.turn)
        edges = self.draft.board.ids("edges")
        for number, edge in enumerate(entry.edges):
            here = (*loc, "edges", number)
            self.file.refer(here, edge, edges, _("unknown stretch of the border"))

    def _check_objective(self, loc: Loc, objective: ObjectiveModel) -> None:
        board, sides = self.draft.board, self.draft.game.ids("sides")
        self.file.refer((*loc, "owner"), objective.owner, sides, _("unknown side"))
        for side in objective.points:
            self.file.refer((*loc, "points", side), side, sides, _("unknown side"))
        regions = board.ids("regions")
        self.file.refer((*loc, "region"), objective.region, regions, _("unknown region"))
        place = objective.place is not None and objective.hex is not None
        half = (objective.place is None) != (objective.hex is None)
        if half or place == (objective.region is not None):
            self.file.problem(loc, _("either a place and its hex or a region is wanted"))
        if objective.hex is not None:
            self.draft.spot(self.file, (*loc, "hex"), objective.hex)
        self.file.refer((*loc, "place"), objective.place, board.ids("places"), _("unknown place"))
        lies = self.draft.places.get(objective.place or "", set())
        if lies and objective.hex is not None and objective.hex not in lies:
            sentence = _('the place "{place}" lies in hex {hex}')
            text = sentence.format(place=objective.place, hex=", ".join(sorted(lies)))
            self.file.problem((*loc, "hex"), text)

    # Points and options

    def _check_pool(self, loc: Loc, pool: PoolModel) -> None:
        game = self.draft.game
        self.file.refer((*loc, "side"), pool.side, game.ids("sides"), _("unknown side"))
        self.file.refer((*loc, "nation"), pool.nation, game.ids("nations"), _("unknown nation"))
        types = game.ids("unit_types")
        for number, name in enumerate(pool.types):
            self.file.refer((*loc, "types", number), name, types, _("unknown unit type"))
        tables = self.draft.tables.ids("values")
        self.file.refer((*loc, "roll"), pool.roll, tables, _("unknown table"))
        turns = self.model.last_turn - self.model.first_turn + 1
        if turns > 0 and len(pool.per_turn) not in {1, turns}:
            sentence = _("the scenario has {wanted} turns, but the numbers are for {n}")
            text = sentence.format(n=len(pool.per_turn), wanted=turns)
            self.file.problem((*loc, "per_turn"), text)

    def _check_tracks(self) -> None:
        known = self.draft.board.ids("tracks")
        for track in self.model.tracks:
            self.file.refer(("tracks", track), track, known, _("unknown track"))

    def _check_view(self) -> None:
        regions = self.draft.board.ids("regions")
        for number, word in enumerate(self.model.view):
            if word not in self.ground.terrain:
                self.file.refer(("view", number), word, regions, _("no region and no hex"))

    def _check_opening(self) -> None:
        opens, game = self.model.opens, self.draft.game
        if opens is None:
            return
        loc: Loc = ("opens",)
        self._check_turn(loc, opens.turn)
        self.file.refer((*loc, "phase"), opens.phase, game.ids("sequence"), _("unknown phase"))
        for side in (*opens.control, *opens.met):
            key = "control" if side in opens.control else "met"
            self.file.refer((*loc, key, side), side, game.ids("sides"), _("unknown side"))
        known = self.draft.counters.ids("counters")
        for piece, state in opens.pieces.items():
            here: Loc = (*loc, "pieces", piece)
            if MADE not in piece:
                self.file.refer(here, piece, known, _("unknown counter"))
            elif state.place is None:
                self.file.problem(here, _("a piece that was made during play needs a place"))
            self._check_states(here, state.states)
            if piece not in self.first and state.place is None and MADE not in piece:
                self.file.problem(here, _("nothing says where this piece is"))

    def _check_options(self) -> None:
        game = self.draft.game
        options = {option.id: option for option in game.model.options} if game.model else {}
        known = game.ids("options")
        for name, value in self.model.options.items():
            loc = ("options", name)
            if self.file.refer(loc, name, known, _("unknown option")) and name in options:
                option_value(self.file, loc, value, options[name])
