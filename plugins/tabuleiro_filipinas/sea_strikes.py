"""Strikes on ships: bombs of who got through, and dives that nobody comes back from (6.3.3, 6.8).

The conventional part is one throw on the bombardment table, whose result is multiplied by the
defender's number of the air combat. Each dive is a throw of its own. Not here: who flies against
whom (`air_planning`), the combat with fighters and guns before it (`air_combat`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from tabuleiro.engine import Step, hex_ref, msg, nmsg, piece_ref
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.clauses import clause
from tabuleiro.rules.combat.battle import Part, Shift
from tabuleiro.rules.combat.losses import eliminate
from tabuleiro.rules.combat.reckoning import Reckoning, kept_reckoning
from tabuleiro_filipinas.air_bombing import points_of
from tabuleiro_filipinas.air_hooks import ShipStrike
from tabuleiro_filipinas.aircraft import embarked, power
from tabuleiro_filipinas.forces import at_sea, force_at, turn_up
from tabuleiro_filipinas.naval_engagement import ships_of
from tabuleiro_filipinas.naval_losses import NavalLosses
from tabuleiro_filipinas.parameters.air import AirTerms

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.engine import Change, Situation

__all__ = ["SeaStrikes", "StrikeOnShips", "dive_sum", "planned_dive", "planned_sum", "strike_sum"]

TABLE: Final = "bombardment"
_NAVAL_AIR, _KAMIKAZE = "naval-air", "kamikaze"


def _shifts(s: Situation, pieces: tuple[str, ...], place: str, *, dives: bool) -> Iterator[Shift]:
    """Yield the columns of an attack on ships: the best one counts (6.3.3-6).

    Those of groups from decks count only if every one that adds anything flies from a deck.
    """
    columns = s.terms(AirTerms).ship_attack_shift
    if dives:
        label = msg("kamikaze attack")
        yield Shift("attacker", columns[_KAMIKAZE], label, clause(s, "kamikaze"))
        return
    adding = [piece for piece in pieces if power(s, piece, "land", place)]
    naval = (embarked(s, p) and _NAVAL_AIR in s.counter(p).tags for p in adding)
    if adding and all(naval):
        label = msg("groups from carriers")
        yield Shift("attacker", columns[_NAVAL_AIR], label, clause(s, "ship-attack-shift"))


def _sum(s: Situation, strike: ShipStrike, pieces: tuple[str, ...], *, dives: bool) -> Reckoning:
    added, points = points_of(s, pieces, strike.hex, night=strike.night)
    table, shifts = s.module.values[TABLE], tuple(_shifts(s, pieces, strike.hex, dives=dives))
    base = table.column(points)
    rule = clause(s, "kamikaze" if dives else "bombing-ships")
    multiplier = _multiplier(s, strike, dives=dives)
    notes = [msg("The result counts {n} times.", n=multiplier)] if multiplier > 1 else []
    if added != points:
        notes.append(nmsg("By night {sum} point counts half: {points}.",
                          "By night {sum} points count half: {points}.", added,
                          sum=added, points=points))  # fmt: skip
    return Reckoning(
        title=msg("Attack on the ships off {hex}", hex=hex_ref(strike.hex)),
        hex=strike.hex,
        attacker=strike.attacker,
        defender=strike.defender,
        parts=tuple(Part(strike.attacker, power(s, p, "land", strike.hex),
                         msg("{piece}", piece=piece_ref(p)), rule, p) for p in pieces),
        attack=points,
        table=TABLE,
        column=table.shifted(base, sum(shift.columns for shift in shifts)),
        base=base,
        notes=tuple(notes),
        shifts=shifts,
        means="ships",
        counts=(multiplier, 1),
    )  # fmt: skip


def strike_sum(s: Situation, strike: ShipStrike) -> Reckoning:
    """Return the sum of the conventional part of a strike (6.3.3-4)."""
    return _sum(s, strike, strike.bombers, dives=False)


def planned_sum(s: Situation, strike: ShipStrike) -> Reckoning:
    """Return the same while a strike is planned: how often the result counts is not known yet."""
    note = msg("The air combat tells how often the result counts.")
    found = strike_sum(s, strike)
    return replace(found, notes=(*found.notes, note), means="hits", counts=None)


def dive_sum(s: Situation, strike: ShipStrike, piece: str) -> Reckoning:
    """Return the sum of a dive (6.8-3)."""
    return _sum(s, strike, (piece,), dives=True)


def planned_dive(s: Situation, strike: ShipStrike) -> Reckoning:
    """Return the sum of the strongest of the dives that are planned: each is a throw of its own."""
    best = max(strike.divers, key=lambda piece: (power(s, piece, "land", strike.hex), piece))
    found, n = dive_sum(s, strike, best), len(strike.divers)
    if n == 1:
        return found
    note = msg("{n} dive, each with a throw of its own; this is the strongest.", n=n)
    return replace(found, notes=(*found.notes, note))


def _multiplier(s: Situation, strike: ShipStrike, *, dives: bool) -> int:
    return s.terms(AirTerms).kamikaze.multiplier if dives else strike.multiplier


def _as_seen(strike: ShipStrike) -> ShipStrike:
    """Return a strike without the aircraft, whose names would tell where they are at home."""
    return replace(strike, bombers=(), divers=())


class StrikeOnShips(Step, frozen=True):
    """What got through attacks: first the bombs, then one dive after the other (6.8-7).

    Clauses: 6.8-4, 6.8-11.
    """

    strike: ShipStrike
    targets: tuple[str, ...]
    """The ships of the forces that were found before."""
    bombed: bool = False
    dived: tuple[str, ...] = ()
    pool: int = 0
    """Points that wait for those of the other throws, with the option to put them together."""

    def told(self, s: Situation, viewer: str) -> StrikeOnShips:
        """Who struck is told by its rows; from which base, not."""
        del s
        if viewer == self.strike.attacker:
            return self
        return replace(self, strike=_as_seen(self.strike), dived=())

    def run(self, change: Change) -> None:
        """Make the next throw, and let its points be given out; at the end the divers are gone."""
        strike = self.strike
        left = [p for p in strike.divers if p not in self.dived]
        if not self.bombed:
            change.replace(replace(self, bombed=True))
            if strike.bombers:
                self._throw(change, strike_sum(change, strike), dives=False)
        elif left:
            change.replace(replace(self, dived=(*self.dived, left[0])))
            self._throw(change, dive_sum(change, strike, left[0]), dives=True)
        else:
            change.finish()
            for piece in strike.divers:
                eliminate(change, piece, clause(change, "kamikaze-lost"))
            if self.pool:
                self._give_out(change, self.pool)

    def _throw(self, change: Change, reckoning: Reckoning, *, dives: bool) -> None:
        strike, table = self.strike, change.module.values[TABLE]
        rule = clause(change, "kamikaze" if dives else "bombing-ships")
        for part in reckoning.parts:
            change.show(part.piece)
        why = msg("attack on the ships off {hex}", hex=hex_ref(strike.hex))
        faces = change.roll(table.dice, strike.attacker, why, rule, die=table.die)
        code = table.cell(reckoning.column, sum(faces))
        result = int(code.rstrip("*"))  # asterisks cost nobody anything here (6.3.3-7)
        multiplier = _multiplier(change, strike, dives=dives)
        points = result * multiplier
        change.say(
            nmsg("Attack on the ships off {hex}: {sum} ({column}); die {die}: {result}, times "
                 "{multiplier}: {points} point of fire.",
                 "Attack on the ships off {hex}: {sum} ({column}); die {die}: {result}, times "
                 "{multiplier}: {points} points of fire.", points, hex=hex_ref(strike.hex),
                 sum=reckoning.attack, column=table.columns[reckoning.column].label, die=faces[0],
                 result=result, multiplier=multiplier, points=points),
            rule,
            reckoning=kept_reckoning(reckoning),
            code=code,
            faces=list(faces),
            multiplier=multiplier,
            points={strike.attacker: points},
        )  # fmt: skip
        if change.options.get("strike-points") == "pooled":
            top = change.position.top
            assert isinstance(top, StrikeOnShips)  # noqa: S101 - it was put there just now
            change.replace(replace(top, pool=top.pool + points))
        elif points:
            self._give_out(change, points)

    def _give_out(self, change: Change, points: int) -> None:
        rule = clause(change, "strike-hits")
        change.push(NavalLosses(self.strike.attacker, self.targets, points, rule))


class StruckShips(Step, frozen=True):
    """Aircraft are over ships: all forces of the hex are turned up; those found before are hit."""

    strike: ShipStrike

    def told(self, s: Situation, viewer: str) -> StruckShips:
        """Who strikes is told by its rows; from which base, not."""
        del s
        attacks = viewer == self.strike.attacker
        return self if attacks else replace(self, strike=_as_seen(self.strike))

    def run(self, change: Change) -> None:
        """Turn them up, and strike."""
        here = force_at(change, self.strike.defender, self.strike.hex)
        known = [force for force in here if (seen := at_sea(change, force)) and seen.detected]
        targets = ships_of(change, known)
        for force in here:
            turn_up(change, force, clause(change, "bombing-ships"))
        change.replace(StrikeOnShips(self.strike, targets))


class SeaStrikes:
    """A part: what bombs and dives do to ships."""

    @hookimpl
    def ship_strike_steps(self, strike: ShipStrike) -> list[Step]:
        return [StruckShips(strike)] if strike.bombers or strike.divers else []
