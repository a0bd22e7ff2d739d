"""Duty at the announcement: who is engaged must take part in an attack that is announced.

Here games of announced attacks and the duty to attack (4.1.2-4, 9.0-2) meet. A hex is attacked
once in a phase by any means; an attack on it takes along whoever is bound and has no other target;
the announcements do not end while somebody bound has an attack to make. Who is in dominant terrain
and did not move, `duty_to_attack.DominanceFrees` excuses.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine import Action, Verdict, hex_ref, msg, piece_ref, side_ref
from tabuleiro.engine import events as ev
from tabuleiro.engine.verdicts import FORM
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.clauses import clause, object_to
from tabuleiro.rules.combat.carrying_out_attacks import DefenceAnswer
from tabuleiro.rules.combat.combat_phase import Assault, Bombard
from tabuleiro.rules.combat.declared_attacks import ASSAULT, BOMBARDMENT
from tabuleiro.rules.combat.declaring_all_at_once import Announce, AttackPlan, waiting
from tabuleiro.rules.combat.duty_to_attack import (
    ATTACKED,
    duty_verdict,
    is_bound,
    left_out,
    owed_attacks,
    release,
)
from tabuleiro.rules.combat.odds import odds_of
from tabuleiro.rules.ground.land_units import is_gun, land_units
from tabuleiro.rules.ground.movement_phase import EndPhase

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tabuleiro.engine import Change, Situation
    from tabuleiro.engine.verdicts import Objection
    from tabuleiro.rules.combat.battle import Battle
    from tabuleiro.rules.combat.draft import Draft

__all__ = ["AnnounceWithDuty", "DutifulAttacks", "DutifulPlan"]

_KINDS = {Assault: ASSAULT, Bombard: BOMBARDMENT}


class AnnounceWithDuty(Announce, frozen=True):
    """A side announces its attacks; those of its pieces that are bound must all take part."""

    def plan(self, action: Assault | Bombard) -> AttackPlan:
        """Return the plan of an attack, as yet without anybody."""
        return DutifulPlan(self.side, _KINDS[type(action)], action.target)

    def check(self, s: Situation, action: Action) -> Verdict:
        """Check that an attack can be announced, or that there may be no more."""
        if isinstance(action, EndPhase):
            return duty_verdict(s, super()._owed(s), owed_attacks(s, self.side))
        verdict = super().check(s, action)
        if verdict and isinstance(action, Bombard):
            return duty_verdict(s, (), left_out(s, self.side, action.target, (), "duty-first"))
        return verdict

    def legal(
        self, s: Situation, *, piece: str | None = None, hex: str | None = None
    ) -> Iterable[Action]:
        """List the attacks, but no bombardment that would rob somebody bound of his target."""
        for action in super().legal(s, piece=piece, hex=hex):
            if not isinstance(action, Bombard) or self.check(s, action):
                yield action

    def _owed(self, s: Situation) -> Iterator[Objection]:
        yield from super()._owed(s)
        yield from owed_attacks(s, self.side)

    def _objections(self, s: Situation, action: Assault | Bombard) -> Iterator[Objection]:
        if s.place_marked(action.target, ATTACKED):
            message = msg("{hex} was already attacked in this phase.", hex=hex_ref(action.target))
            yield object_to(s, message, "once-a-hex", "combat", hexes=(action.target,))
            return
        enemy = s.enemy(self.side)
        if isinstance(action, Bombard) and action.target not in land_units(s, enemy):
            message = msg("There are no enemies in {hex}.", hex=hex_ref(action.target))
            yield object_to(s, message, "bombardment", FORM)
            return
        yield from super()._objections(s, action)

    def act(self, change: Change, action: Action) -> None:
        """Begin to plan the attack, or end the announcements."""
        if isinstance(action, EndPhase):
            release(change, owed_attacks(change, self.side), (self.side,))
        super().act(change, action)


class DutifulPlan(AttackPlan, frozen=True):
    """A side chooses who attacks a hex; the bound take part, and guns may attack alone."""

    def joinable(self, s: Situation) -> Iterator[str]:
        """Yield the pieces that may join: engaged guns only where they attack."""
        return (piece for piece in super().joinable(s) if not self._must_attack(s, piece))

    def _must_attack(self, s: Situation, piece: str) -> bool:
        """Return whether a piece would fire from afar while an attack of its own is owed."""
        return is_gun(s, piece) and self.supports(s, piece) and is_bound(s, piece)

    def join_objections(self, s: Situation, piece: str) -> list[Objection]:
        """Return reasons why a piece may not join: engaged guns do not fire, they attack."""
        found = super().join_objections(s, piece)
        if self._must_attack(s, piece):
            message = msg("{piece} is engaged and must attack next to it.", piece=piece_ref(piece))
            found.append(object_to(s, message, "engaged-artillery", "combat", pieces=(piece,)))
        return found

    def can_be_made(self, s: Situation) -> bool:
        """Return whether there are pieces enough for such an attack."""
        pieces = (p for p in self.joinable(s) if self.kind == ASSAULT and not self.supports(s, p))
        if self.kind == BOMBARDMENT:
            return any(self.joinable(s))
        return sum(s.value(piece, "attack") for piece in pieces) > 0

    def confirm_verdict(self, s: Situation) -> Verdict:
        """Object to an attack without strength, and to who is left out."""
        faults = list(self._faults(s))
        rule = "left-out" if self.kind == ASSAULT else "duty-first"
        return duty_verdict(s, faults, left_out(s, self.side, self.target, self.attackers, rule))

    def _faults(self, s: Situation) -> Iterator[Objection]:
        if self.kind == BOMBARDMENT:
            if not self.support:
                yield object_to(s, msg("No artillery takes part."), "bombardment", FORM)
            return
        if sum(s.value(piece, "attack") for piece in self.attackers) <= 0:
            message = msg("At least one unit next to {hex} must attack.", hex=hex_ref(self.target))
            yield object_to(s, message, "least-strength", FORM)
        if self.support:
            yield from s.rules.support_objections(s=s, pieces=self.attackers)
        yield from waiting(s, self.side, self.target, self.attackers)

    def announce(self, change: Change) -> None:
        """Write the attack down and tell its sum; release whom it robs of its target."""
        rule = "left-out" if self.kind == ASSAULT else "duty-first"
        robbed = left_out(change, self.side, self.target, self.attackers, rule)
        odds = odds_of(change, self.drafted(change))
        super().announce(change)
        if self.kind == BOMBARDMENT:
            change.emit(ev.PlaceMarked(self.target, (ATTACKED,)))
            release(change, robbed, (self.side,))
            return
        release(change, robbed, (self.side,))
        change.say(
            msg("{side}: attack on {hex} with {n}.", side=side_ref(self.side),
                hex=hex_ref(self.target), n=odds.attack),
            clause(change, "sealed"),
        )  # fmt: skip
        change.reveal()


class DutifulAttacks:
    """A part: announced attacks in which the bound take part, and the answers to them."""

    @hookimpl
    def declaration(self, battle: Battle, side: str) -> Draft:
        if side == battle.attacker:
            return DutifulPlan(side, battle.kind, battle.target)
        return DefenceAnswer(battle)
