"""Announcing attacks: at the end of its movement a side names the hexes and the pieces.

Attacks are voluntary, but pieces off a coast that the enemy holds must fight for it. A hex is
attacked on the ground once in a phase and bombarded once; the pieces of one hex may attack
different hexes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from tabuleiro.engine import Action, AskingStep, Decision, Question, Verdict
from tabuleiro.engine import events as ev
from tabuleiro.engine.messages import hex_ref, msg, piece_ref, side_ref
from tabuleiro.engine.verdicts import FORM
from tabuleiro.rules.clauses import clause, object_to
from tabuleiro.rules.combat.artillery import fire_objections, guns_near, spent_objections
from tabuleiro.rules.combat.battle import Battle
from tabuleiro.rules.combat.combat_phase import Assault, Bombard
from tabuleiro.rules.combat.declared_attacks import (
    ASSAULT,
    BOMBARDMENT,
    announce,
    as_it_stands,
    planned,
    write_attacks,
)
from tabuleiro.rules.combat.draft import Attacking, draft_of
from tabuleiro.rules.combat.duty_to_attack import ACTED, ATTACKED
from tabuleiro.rules.ground.land_units import LAND, NAVAL, arm, is_gun, land_units
from tabuleiro.rules.ground.movement_phase import EndPhase
from tabuleiro.rules.recon.covered import as_seen, covered, reveal_plan, say_sealed
from tabuleiro.rules.sea.afloat import afloat, is_near

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from tabuleiro.engine import Change, Situation, Step
    from tabuleiro.engine.verdicts import Objection

__all__ = ["Announce", "AttackPlan", "assault_objections", "attackers", "waiting"]

_KINDS = {Assault: ASSAULT, Bombard: BOMBARDMENT}


def attackers(s: Situation, side: str, target: str) -> Iterator[str]:
    """Yield the land pieces of a side that may attack a hex now: next to it, in it, or off it."""
    mine = land_units(s, side)
    for place in (target, *s.board.grid.neighbours(target)):
        for piece in mine.get(place, ()):
            if not assault_objections(s, piece, target):
                yield piece
    for piece in afloat(s, side, target):
        if not assault_objections(s, piece, target):
            yield piece


def assault_objections(s: Situation, piece: str, target: str) -> list[Objection]:
    """Return reasons why a piece may not attack a hex on the ground now."""
    shared = s.place(piece) == target
    if arm(s, piece) != LAND or not (shared or is_near(s, piece, target)):
        message = msg("{piece} is not engaged with enemies in {hex}.", piece=piece_ref(piece),
                      hex=hex_ref(target))  # fmt: skip
        return [object_to(s, message, "who-attacks", "form", pieces=(piece,), hexes=(target,))]
    return [
        *spent_objections(s, piece),
        *s.rules.attack_objections(s=s, piece=piece, target=target),
    ]


def _near(s: Situation, side: str, target: str) -> Iterator[str]:
    """Yield the land pieces of a side in a hex, next to it, or off it."""
    mine = land_units(s, side)
    for place in (target, *s.board.grid.neighbours(target)):
        yield from mine.get(place, ())
    yield from afloat(s, side, target)


class Announce(AskingStep, frozen=True):
    """A side announces its attacks, one after the other; they are carried out later."""

    side: str
    begun: bool = False

    def question(self, s: Situation) -> Question | None:
        """Ask the side as long as there is an attack that it could announce."""
        if not self.begun or not self._attacks(s):
            return None
        known = Decision(
            self.side,
            msg("Announce your attacks, then end the phase: they are carried out."),
            rule=clause(s, "announce"),
            actions=("assault", "bombard", "end-phase"),
        )
        return Question(
            known,
            pieces=lambda: (p for p in self._possible(s) if not s.marked(p, ACTED)),
            hexes=lambda: dict.fromkeys(action.target for action in self._attacks(s)),
            obligations=lambda: (o.message for o in self._owed(s)),
        )

    def run(self, change: Change) -> None:
        """Begin by forgetting the attacks of the last phase; end if nobody can attack."""
        if self.begun:
            change.finish()
            return
        change.emit(ev.Cleared((ACTED, ATTACKED), spent=False))
        write_attacks(change, ())
        change.replace(replace(self, begun=True))

    def told(self, s: Situation, viewer: str) -> Step | None:
        """Whether somebody can attack may hang on what the others do not see."""
        return None if viewer != self.side and covered(s, viewer) else self

    def may_ask(self, s: Situation) -> Collection[str]:
        """Who has pieces that can attack is asked."""
        del s
        return (self.side,)

    def _possible(self, s: Situation) -> tuple[str, ...]:
        """Return the pieces that could take part in some attack."""
        pieces = (p for a in self._attacks(s) for p in self.plan(a).joinable(s))
        return tuple(dict.fromkeys(pieces))

    def _attacks(self, s: Situation) -> tuple[Assault | Bombard, ...]:
        """Return every attack that can be announced now."""
        return s.cache_here(("announceable", self.side), lambda: tuple(self._find(s)))

    def _find(self, s: Situation) -> Iterator[Assault | Bombard]:
        for target in s.occupied(s.enemy(self.side)):
            for action in (Assault(target), Bombard(target)):
                if not any(self._objections(s, action)):
                    yield action

    def legal(
        self, s: Situation, *, piece: str | None = None, hex: str | None = None
    ) -> Iterable[Action]:
        """List the attacks that can be announced, and the end of it."""
        for action in self._attacks(s):
            if hex in {None, action.target} and (
                piece is None or piece in self.plan(action).joinable(s)
            ):
                yield action
        if piece is None and hex is None and self.check(s, EndPhase()):
            yield EndPhase()

    def plan(self, action: Assault | Bombard) -> AttackPlan:
        """Return the plan of an attack, as yet without anybody."""
        return AttackPlan(self.side, _KINDS[type(action)], action.target)

    def check(self, s: Situation, action: Action) -> Verdict:
        """Check that an attack can be announced, or that there may be no more."""
        if isinstance(action, EndPhase):
            return Verdict.of(list(self._owed(s)))
        if isinstance(action, Assault | Bombard):
            return Verdict.of(list(self._objections(s, action)))
        return super().check(s, action)

    def _objections(self, s: Situation, action: Assault | Bombard) -> Iterator[Objection]:
        target, about = action.target, {"hexes": (action.target,)}
        enemy = s.enemy(self.side)
        if target not in (
            land_units(s, enemy) if isinstance(action, Assault) else s.occupied(enemy)
        ):
            message = msg("There are no enemies in {hex}.", hex=hex_ref(target))
            yield object_to(s, message, "who-attacks", "form")
            return
        plan = self.plan(action)
        if planned(s, plan.kind, target) is not None:
            message = msg("An attack on {hex} has already been announced.", hex=hex_ref(target))
            rule = "once" if plan.kind == ASSAULT else "one-bombardment"
            yield object_to(s, message, rule, "combat", **about)
        elif not plan.can_be_made(s):
            if plan.kind == ASSAULT:
                message = msg("No unit next to {hex} can attack it.", hex=hex_ref(target))
                near = any(_near(s, self.side, target))
                yield object_to(s, message, "who-attacks", "combat" if near else FORM, **about)
            else:
                message = msg("No artillery can fire at {hex}.", hex=hex_ref(target))
                yield object_to(s, message, "artillery-range", "combat", **about)

    def _owed(self, s: Situation) -> Iterator[Objection]:
        """Yield an objection for each piece off a coast that does not fight for it yet."""
        for action in self._attacks(s):
            if isinstance(action, Assault):
                yield from waiting(s, self.side, action.target, ())

    def act(self, change: Change, action: Action) -> None:
        """Begin to plan the attack, or end the announcements."""
        if isinstance(action, EndPhase):
            change.finish()
            return
        assert isinstance(action, Assault | Bombard)  # noqa: S101 - checked
        battle = Battle(_KINDS[type(action)], self.side, change.enemy(self.side), action.target)
        change.push(draft_of(change, battle, self.side))


class AttackPlan(Attacking, frozen=True):
    """A side chooses who attacks a hex: land pieces next to it, guns, a ship."""

    asking: ClassVar[str] = "announce"

    def drafted(self, s: Situation) -> Battle:
        """Return the attack as planned so far: the order in which pieces joined tells nothing."""
        plan = Battle(self.kind, self.side, s.enemy(self.side), self.target,
                      tuple(sorted(self.attackers)), tuple(sorted(self.support)))  # fmt: skip
        return as_it_stands(s, plan)

    def joinable(self, s: Situation) -> Iterator[str]:
        """Yield the pieces that may join: a bombardment is made by guns alone."""
        if self.kind == ASSAULT:
            yield from attackers(s, self.side, self.target)
        for piece in guns_near(s, self.side, self.target):
            if self.supports(s, piece):
                yield piece

    def join_objections(self, s: Situation, piece: str) -> list[Objection]:
        """Return reasons why a piece may not join."""
        if self.kind == BOMBARDMENT or arm(s, piece) == NAVAL or self._fires(s, piece):
            return fire_objections(s, piece, self.target)
        return assault_objections(s, piece, self.target)

    def can_be_made(self, s: Situation) -> bool:
        """Return whether there are pieces enough for such an attack."""
        return any(self.kind == BOMBARDMENT or _leads(s, piece) for piece in self.joinable(s))

    def confirm_verdict(self, s: Situation) -> Verdict:
        """Object to a bombardment without guns, and to an assault by nobody but guns.

        Those who are about to land must take part.
        """
        if self.kind == BOMBARDMENT and not self.support:
            message = msg("No artillery takes part.")
            return Verdict.no(message, rule=clause(s, "bombardment"))
        if self.kind == ASSAULT and not any(_leads(s, piece) for piece in self.attackers):
            message = msg("At least one unit that is not artillery must attack {hex}.",
                          hex=hex_ref(self.target))  # fmt: skip
            topic = "combat" if self.attackers else FORM
            return Verdict.no(message, rule=clause(s, "bombardment"), topic=topic)
        if self.kind == ASSAULT:
            helped = s.rules.support_objections(s=s, pieces=self.attackers) if self.support else []
            return Verdict.of([*helped, *waiting(s, self.side, self.target, self.attackers)])
        return Verdict.yes()

    def supports(self, s: Situation, piece: str) -> bool:
        """Ships support, guns that are not next to the hex, and who takes part in a bombardment."""
        return self.kind == BOMBARDMENT or arm(s, piece) == NAVAL or self._fires(s, piece)

    def _fires(self, s: Situation, piece: str) -> bool:
        """Return whether a piece can fire at the hex from further than the next one."""
        place, grid = s.place(piece), s.board.grid
        if place not in grid or not is_gun(s, piece):
            return False
        return 1 < grid.distance(place, self.target) <= s.value(piece, "range")

    def announce(self, change: Change) -> None:
        """Write the attack down, to be carried out later."""
        change.finish()
        announce(change, self.drafted(change))
        for piece in as_seen(change, self.committed()):
            change.emit(ev.Marked(piece, (ACTED,)))
        words = {"side": side_ref(self.side), "hex": hex_ref(self.target)}
        pieces = [piece_ref(piece) for piece in self.committed()]
        number = len(self.committed())
        if self.kind == ASSAULT:
            change.emit(ev.PlaceMarked(self.target, (ATTACKED,)))
            message = msg("{side}: attack on {hex} announced, {pieces}.", **words, pieces=pieces)
            public = msg("{side}: attack on {hex} announced, units: {n}.", **words, n=number)
        else:
            message = msg("{side}: bombardment of {hex} announced, {pieces}.", **words,
                          pieces=pieces)  # fmt: skip
            public = msg("{side}: bombardment of {hex} announced, units: {n}.", **words, n=number)
        reveal_plan(change, self.side)
        say_sealed(change, self.side, message, public, clause(change, "announce"))


def waiting(s: Situation, side: str, target: str, joined: tuple[str, ...]) -> Iterator[Objection]:
    """Yield an objection for each piece off a coast that could fight for it and does not."""
    for piece in afloat(s, side, target):
        if piece not in joined and not assault_objections(s, piece, target):
            message = msg("{piece} must fight for {hex}, or it is lost.", piece=piece_ref(piece),
                          hex=hex_ref(target))  # fmt: skip
            yield object_to(s, message, "landing-fight", "combat", pieces=(piece,),
                            hexes=(target,))  # fmt: skip


def _leads(s: Situation, piece: str) -> bool:
    """Return whether a piece makes an attack more than a bombardment."""
    return not is_gun(s, piece)
