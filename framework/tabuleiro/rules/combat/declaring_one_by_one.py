"""Sealed declarations: the attacker commits, then the defender answers, then nothing changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from tabuleiro.engine import Verdict, hex_ref, msg, piece_ref, side_ref
from tabuleiro.engine import events as ev
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.air.air_points import points_alone, points_in_support, spend_air
from tabuleiro.rules.clauses import clause, object_to
from tabuleiro.rules.combat.artillery import (
    distant_fire_objections,
    guns_in_range,
    supports_in_range,
)
from tabuleiro.rules.combat.battle import Battle
from tabuleiro.rules.combat.draft import Answering, Attacking, SetAir, TakeAirBack, draft_of
from tabuleiro.rules.combat.duty_to_attack import (
    ACTED,
    ATTACKED,
    attack_objections,
    duty_verdict,
    left_out,
    open_targets,
    release,
)
from tabuleiro.rules.combat.odds import hand_on, odds_of
from tabuleiro.rules.combat.resolve import Resolve
from tabuleiro.rules.ground.land_units import defender_of, is_gun
from tabuleiro.rules.recon.covered import as_seen
from tabuleiro.rules.sea.afloat import afloat, is_near

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.engine import Action, Change, Situation
    from tabuleiro.engine.verdicts import Objection
    from tabuleiro.rules.combat.draft import Draft

__all__ = ["AttackDraft", "DefenceDraft", "SealedDeclarations"]

AIR_EDITS = ("join", "withdraw", "set-air", "take-air-back")


class AttackDraft(Attacking, frozen=True):
    """The attacker declares who attacks a hex, with what support, before he sees the defence."""

    asking: ClassVar[str] = "sealed"
    edits: ClassVar[tuple[str, ...]] = AIR_EDITS

    air: int = 0

    def points(self) -> int:
        """Return the air points committed so far."""
        return self.air

    def drafted(self, s: Situation) -> Battle:
        """Return the attack as drafted so far: not in the order in which it was drafted."""
        return Battle(
            kind=self.kind,
            attacker=self.side,
            defender=defender_of(s, self.side, self.target),
            target=self.target,
            attackers=tuple(sorted(self.attackers)),
            support=tuple(sorted(self.support)),
            air=self.air,
            defenders=tuple(sorted(s.opposed(self.side).get(self.target, ()))),
        )

    def joinable(self, s: Situation) -> Iterator[str]:
        """Yield adjacent pieces that may attack the target, and guns in range."""
        if self.kind == "air":
            return
        if self.kind == "assault":
            for place in s.board.grid.neighbours(self.target):
                for piece in s.occupied(self.side).get(place, ()):
                    if not s.marked(piece, ACTED) and self.target in open_targets(s, piece):
                        yield piece
            yield from (p for p in afloat(s, self.side, self.target) if not s.marked(p, ACTED))
        yield from guns_in_range(s, self.side, self.target)

    def join_objections(self, s: Situation, piece: str) -> list[Objection]:
        """Return reasons why a piece may not join."""
        if self.kind == "air":
            message = msg("An air attack is made by air points alone.")
            return [object_to(s, message, "air-attack-limits", "form")]
        near = is_near(s, piece, self.target)
        if not near or self.kind == "bombardment":
            if not is_gun(s, piece):
                message = msg("{piece} is not next to {hex}.", piece=piece_ref(piece),
                              hex=hex_ref(self.target))  # fmt: skip
                return [object_to(s, message, "assault", "form", pieces=(piece,))]
            return distant_fire_objections(s, piece, self.target)
        found = attack_objections(s, piece, self.target)
        if s.marked(piece, ACTED):
            message = msg("{piece} has already fought in this phase.", piece=piece_ref(piece))
            found.append(object_to(s, message, "once-a-phase", "combat", pieces=(piece,)))
        return found

    def air_range(self, s: Situation) -> range:
        """Return the numbers of air points that may be committed."""
        if self.kind == "assault" and not self._guns_alone(s):
            return points_in_support(s, self.side)
        return points_alone(s, self.side) if self.kind == "air" else range(0)

    def confirm_verdict(self, s: Situation) -> Verdict:
        """Object to what is missing, and to bound pieces that would lose their only target."""
        found = []
        if self.kind == "air" and not self.air:
            message = msg("Commit air points to the attack.")
            found.append(object_to(s, message, "air-attack-limits", "form"))
        elif self.kind != "air" and not self.attackers and self.kind == "assault":
            message = msg("At least one unit next to {hex} must attack.", hex=hex_ref(self.target))
            found.append(object_to(s, message, "assault", "form"))
        elif self.kind == "bombardment" and not self.support:
            found.append(object_to(s, msg("No artillery takes part."), "range", "form"))
        elif self.kind == "assault" and self.air and self._guns_alone(s):
            message = msg("Artillery that attacks alone gets no air points.")
            found.append(object_to(s, message, "air-alone-artillery", "air"))
        if self.support or self.air:
            found += s.rules.support_objections(s=s, pieces=self.attackers)
        return duty_verdict(s, found, self._left_out(s))

    def _guns_alone(self, s: Situation) -> bool:
        """Return whether all who attack from next to the target are artillery, or all who could."""
        near = self.attackers or [p for p in self.joinable(s) if is_near(s, p, self.target)]
        return bool(near) and all(is_gun(s, piece) for piece in near)

    def _left_out(self, s: Situation) -> list[Objection]:
        rule = "left-out" if self.kind == "assault" else "duty-first"
        return left_out(s, self.side, self.target, self.attackers, rule)

    def supports(self, s: Situation, piece: str) -> bool:
        """Guns that are not next to the target support, as all do in a bombardment."""
        return self.kind != "assault" or not is_near(s, piece, self.target)

    def act(self, change: Change, action: Action) -> None:
        """Change the draft, drop it, or announce it."""
        match action:
            case SetAir(points):
                change.replace(replace(self, air=points))
            case TakeAirBack():
                change.replace(replace(self, air=0))
            case _:
                super().act(change, action)

    def announce(self, change: Change) -> None:
        """Release the bound, mark who fights, spend the air points and tell the sum."""
        battle = self.drafted(change)
        odds = odds_of(change, battle)
        release(change, self._left_out(change))
        for piece in as_seen(change, (*battle.attackers, *battle.support)):
            change.emit(ev.Marked(piece, (ACTED,)))
        change.emit(ev.PlaceMarked(self.target, (ATTACKED,)))
        spend_air(change, self.side, self.air)
        change.say(
            msg("{side}: attack on {hex} with {n}.", side=side_ref(self.side),
                hex=hex_ref(self.target), n=odds.attack),
            clause(change, "sealed"),
        )  # fmt: skip
        change.reveal()
        answered = self.kind == "assault"
        change.replace(draft_of(change, battle, battle.defender) if answered else Resolve(battle))
        hand_on(change, battle, odds)


class DefenceDraft(Answering, frozen=True):
    """The defender answers an announced attack with artillery and air points."""

    asking: ClassVar[str] = "defence-answer"
    telling: ClassVar[str] = "defence-answer"
    edits: ClassVar[tuple[str, ...]] = AIR_EDITS

    def joinable(self, s: Situation) -> Iterator[str]:
        """Yield guns in range of the defender's hex."""
        if s.rules.support_objections(s=s, pieces=self.battle.defenders):
            return iter(())
        return supports_in_range(s, self.owner(), self.battle.target)

    def join_objections(self, s: Situation, piece: str) -> list[Objection]:
        """Return reasons why a piece may not support."""
        return [
            *distant_fire_objections(s, piece, self.battle.target, defending=True),
            *s.rules.support_objections(s=s, pieces=self.battle.defenders),
        ]

    def air_range(self, s: Situation) -> range:
        """Return the numbers of air points that may be committed."""
        if s.rules.support_objections(s=s, pieces=self.battle.defenders):
            return range(0)
        return points_in_support(s, self.owner())


class SealedDeclarations:
    """A part: the attacker declares all that he attacks with, then the defender his answer."""

    @hookimpl
    def declaration(self, battle: Battle, side: str) -> Draft:
        if side == battle.attacker:
            return AttackDraft(side, battle.kind, battle.target)
        return DefenceDraft(battle)
