"""Checks of counters that scenarios put inside others."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from tabuleiro.i18n import _
from tabuleiro.module.draft import Checked, Draft
from tabuleiro.module.loader import Loc
from tabuleiro.module.models import ScenarioFile
from tabuleiro.module.models.base import Holds
from tabuleiro.module.models.counters import CounterModel
from tabuleiro.module.models.scenario import ArrivalModel, SetupModel
from tabuleiro.module.places import MOST_NESTED
from tabuleiro.module.records import UNLIMITED

__all__ = ["check_nesting"]

Entry: TypeAlias = SetupModel | ArrivalModel


def check_nesting(draft: Draft) -> None:
    """Check in each scenario what lies inside what."""
    counters, game = draft.counters.model, draft.game.model
    if counters is None or game is None:
        return
    known = {counter.id: counter for counter in counters.counters}
    types = {unit.id: unit for unit in game.unit_types}
    of_types = {name: unit.holds for name, unit in types.items()}
    holds = {name: one.holds or of_types.get(one.type) for name, one in known.items()}
    for file in draft.scenarios:
        if file.model is None:
            continue
        classes = {name: types[c.type].movement_class for name, c in known.items()
                   if c.type in types}  # fmt: skip
        tags = {name: {*c.tags, *(types[c.type].tags if c.type in types else ())}
                for name, c in known.items()}  # fmt: skip
        _Nesting(draft, file, file.model, known, holds, classes, tags).check()


@dataclass
class _Nesting:
    """What lies inside what in a scenario under examination."""

    draft: Draft
    file: Checked[ScenarioFile]
    model: ScenarioFile
    counters: dict[str, CounterModel]
    holds: dict[str, Holds | None]
    classes: dict[str, str | None]
    tags: dict[str, set[str]]
    around: dict[str, str] = field(default_factory=dict)
    """What each counter lies inside of."""
    turns: dict[str, int] = field(default_factory=dict)
    """When each counter comes; 0 for those that are there at the start."""
    losses: dict[str, int] = field(default_factory=dict)
    used: dict[str, int] = field(default_factory=dict)
    """How much of its limit is taken of each that holds others."""

    def check(self) -> None:
        """Check all entries that put counters inside another."""
        for _loc, entry, turn in self._entries():
            for unit in entry.units:
                self.turns.setdefault(unit, turn)
                self.losses.setdefault(unit, entry.reduced)
        for _loc, free in self.file.numbered("free", self.model.free):
            for unit in free.units:
                self.turns.setdefault(unit, 0)
        inside = [(loc, entry, turn) for loc, entry, turn in self._entries() if entry.inside]
        for _loc, entry, _turn in inside:
            self.around |= dict.fromkeys(entry.units, entry.inside or "")
        for loc, entry, turn in inside:
            self._check_entry(loc, entry, entry.inside or "", turn)

    def _entries(self) -> Iterator[tuple[Loc, Entry, int]]:
        for loc, setup in self.file.numbered("setup", self.model.setup):
            yield loc, setup, 0
        for loc, arrival in self.file.numbered("reinforcements", self.model.reinforcements):
            yield loc, arrival, arrival.turn

    def _check_entry(self, loc: Loc, entry: Entry, holder: str, turn: int) -> None:
        here = (*loc, "in")
        counters = self.draft.counters.ids("counters")
        if not self.file.refer(here, holder, counters, _("unknown counter")):
            return
        if holder not in self.counters:
            return  # it is faulty itself
        holds = self.holds[holder]
        if holds is None:
            sentence = _('the counter "{holder}" holds no others')
            self.file.problem(here, sentence.format(holder=holder))
            return
        if isinstance(entry, ArrivalModel) and (entry.edges or entry.where is not None):
            self.file.problem(here, _("what comes inside a counter needs no edges and no `where`"))
        self._check_when(here, holder, turn)
        for number, unit in enumerate(entry.units):
            if unit in self.counters:
                self._check_unit((*loc, "units", number), unit, holder, holds)
        self._check_chain(here, entry.units[0])

    def _check_when(self, here: Loc, holder: str, turn: int) -> None:
        when = self.turns.get(holder)
        if when is None:
            if not self.file.kept and not self.file.unknown:
                sentence = _('the counter "{holder}" is not in this scenario')
                self.file.problem(here, sentence.format(holder=holder))
        elif turn and when > turn:
            sentence = _('the counter "{holder}" comes later, in turn {n}')
            self.file.problem(here, sentence.format(holder=holder, n=when))

    def _check_unit(self, here: Loc, unit: str, holder: str, holds: Holds) -> None:
        counter, around = self.counters[unit], self.counters[holder]
        suits = (
            (not holds.types or counter.type in holds.types)
            and (not holds.classes or self.classes.get(unit) in holds.classes)
            and (not holds.tags or not self.tags[unit].isdisjoint(holds.tags))
        )
        if not suits:
            sentence = _('the counter "{holder}" holds nothing like "{unit}"')
            self.file.problem(here, sentence.format(holder=holder, unit=unit))
        sides = self.draft.nation_sides
        owner, other = sides.get(counter.nation), sides.get(around.nation)
        if owner and other and self._team(owner) != self._team(other):
            sentence = _('the counter "{holder}" belongs to an enemy of "{unit}"')
            self.file.problem(here, sentence.format(holder=holder, unit=unit))
        limit = self._limit(holder, holds)
        took = 1 if holds.takes is None else counter.values.get(holds.takes, 0)
        before = self.used.get(holder, 0)
        self.used[holder] = before + took
        if limit is not None and before <= limit < before + took:
            sentence = _('the counter "{holder}" holds no more than {n}')
            self.file.problem(here, sentence.format(holder=holder, n=limit))

    def _limit(self, holder: str, holds: Holds) -> int | None:
        if not isinstance(holds.limit, str):
            return holds.limit
        counter = self.counters[holder]
        sides, losses = counter.sides_after_losses, self.losses.get(holder, 0)
        printed = counter.values.get(holds.limit, 0)
        if losses and sides:
            printed = sides[min(losses, len(sides)) - 1].get(holds.limit, printed)
        return None if printed == UNLIMITED else printed

    def _team(self, side: str) -> str:
        game = self.draft.game.model
        teams = {one.id: one.team for one in game.sides} if game else {}
        return teams.get(side) or f"side {side}"

    def _check_chain(self, here: Loc, unit: str) -> None:
        """Check that nothing lies inside itself, nor too deep inside others."""
        chain = [unit]
        around = self.around.get(unit)
        while around is not None and around not in chain and len(chain) <= MOST_NESTED + 1:
            chain.append(around)
            around = self.around.get(around)
        if around == unit:
            sentence = _("the counter lies inside itself: {chain}")
            self.file.problem(here, sentence.format(chain=" → ".join([*chain, unit])))
        elif around is None and len(chain) > MOST_NESTED + 1:
            sentence = _("more than {n} counters lie around this one")
            self.file.problem(here, sentence.format(n=MOST_NESTED))
