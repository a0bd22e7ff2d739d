"""Land combat: attacks are announced as the march ends, and fought in the last phase (5.0, 5.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from tabuleiro.engine import Objection, msg, side_ref
from tabuleiro.engine.knowledge import Knowledge
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.clauses import clause
from tabuleiro.rules.combat import shifts
from tabuleiro.rules.combat.carrying_out_attacks import Battles, begin
from tabuleiro.rules.combat.declared_attacks import BOMBARDMENT, attacks, attacks_told
from tabuleiro.rules.combat.duty_to_attack import ACTED
from tabuleiro.rules.combat.losses import HURT_HERE
from tabuleiro.rules.combat.retreat import Displacement
from tabuleiro.rules.ground.land_units import land_at, land_units, units
from tabuleiro.rules.ground.stacking import limit
from tabuleiro_filipinas.air_drop_attacks import only_dropped
from tabuleiro_filipinas.announced_duty import AnnounceWithDuty
from tabuleiro_filipinas.moments import Moment
from tabuleiro_filipinas.parameters.ground import FortifiedTerms
from tabuleiro_filipinas.weather import GOOD, weather_at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.engine import Change, Situation, Step
    from tabuleiro.rules.combat.battle import Battle, Shift

__all__ = ["Bombardments", "Fortress", "LandCombat"]

_TELLING: Final = frozenset({ACTED, HURT_HERE})
"""Marks that tell who takes part in an attack before it is carried out, and whom one has hurt."""


class Bombardments(Battles, frozen=True, tag="bombardments"):
    """A side shells what it announced to shell, in the order that it likes; nothing else."""

    def next(self, s: Situation) -> tuple[Battle, ...]:
        """Return the bombardments."""
        return tuple(battle for battle in attacks(s) if battle.kind == BOMBARDMENT)

    def run(self, change: Change) -> None:
        """Carry out the only one left; end."""
        if not self.begun:
            change.replace(replace(self, begun=True))
        elif self.next(change):
            begin(change, self.next(change)[0])
        else:
            change.finish()


class LandCombat:
    """A part: when attacks are announced and fought, and what ground and formations are worth.

    Clauses: 5.0-2, 5.1.2-6.
    """

    @hookimpl
    def steps_at(self, moment: Moment, side: str) -> list[Step]:
        steps: dict[Moment, Step] = {
            Moment.ANNOUNCEMENTS: AnnounceWithDuty(side),
            Moment.BOMBARDMENTS: Bombardments(side),
            Moment.BATTLES: Battles(side),
        }
        return [steps[moment]] if moment in steps else []

    @hookimpl
    def knowledge(self, s: Situation, viewer: str) -> list[Knowledge]:
        """Of an announced attack its target, the number of pieces and the sum are told (6.2-2)."""
        return [Knowledge(secret_marks=_TELLING, facts=attacks_told(s, viewer))]

    @hookimpl
    def combat_shifts(self, s: Situation, battle: Battle) -> list[Shift]:
        ground = [] if only_dropped(s, battle) else shifts.terrain(s, battle)
        found = [*shifts.unity(s, battle), *shifts.siege_of_one_side(s, battle), *ground]
        return sorted(found, key=lambda shift: shift.favours)

    @hookimpl
    def advance_limits(self, s: Situation, battle: Battle) -> list[int]:
        """Two hexes want good weather (5.2-8)."""
        return [] if weather_at(s, battle.target) == GOOD else [1]

    @hookimpl
    def invariants(self, s: Situation) -> list[str]:
        return [*_shared(s), *_crowded(s)]


def _shared(s: Situation) -> Iterator[str]:
    """Yield a sentence for each hex where enemies stand without one that has dropped there."""
    one, other = s.module.sides
    for place in land_units(s, one).keys() & land_units(s, other).keys():
        if not any("drop" in s.counter(piece).tags for piece in land_at(s, place)):
            yield f"enemies share {place}: {', '.join(land_at(s, place))}"


def _crowded(s: Situation) -> Iterator[str]:
    """Yield a sentence for each hex with more land units than it holds."""
    displacing = {step.hex for step in s.position.agenda if isinstance(step, Displacement)}
    for side in s.module.sides:
        for place, pieces in land_units(s, side).items():
            grounded = place in s.board.grid and place not in displacing
            count = len(units(s, pieces))  # what only looks like a unit needs no room
            if grounded and count > limit(s, side, place):
                yield f"{place} holds {count} land units"


class Fortress:
    """A part: in a fortified hex one side may take every result as losses, and stay (13.0)."""

    @hookimpl
    def may_hold_out(self, s: Situation, battle: Battle) -> Objection | None:
        terms = s.terms(FortifiedTerms)
        if battle.defender != terms.side or s.board.terrain_at(battle.target) not in terms.terrain:
            return None
        message = msg(
            "{side}: the fortress is held, whatever it costs.", side=side_ref(battle.defender)
        )
        return Objection(message, clause(s, "fortress"), "retreat")
