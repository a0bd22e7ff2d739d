"""Sealed declarations: the attacker commits, then the defender answers, then nothing changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from tabuleiro.engine import Asked, Decision, Verdict, hex_ref, msg, piece_ref, side_ref
from tabuleiro.engine import events as ev
from tabuleiro.mechanics.afloat import afloat, is_near
from tabuleiro.mechanics.artillery import fire_objections, guns_in_range, supports_in_range
from tabuleiro.mechanics.battle import Battle
from tabuleiro.mechanics.clauses import clause, object_to
from tabuleiro.mechanics.draft import (
    Cancel,
    Confirm,
    Draft,
    Join,
    SetAir,
    TakeAirBack,
    Withdraw,
)
from tabuleiro.mechanics.duties import (
    ACTED,
    ATTACKED,
    attack_objections,
    duty_verdict,
    left_out,
    open_targets,
    release,
)
from tabuleiro.mechanics.guerrillas import unsupported
from tabuleiro.mechanics.odds import odds_of
from tabuleiro.mechanics.pools import air_points, spend_air
from tabuleiro.mechanics.resolve import Resolve

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tabuleiro.engine import Action, Change, Situation
    from tabuleiro.engine.verdicts import Objection

__all__ = ["AttackDraft", "DefenceDraft"]


class AttackDraft(Draft, frozen=True):
    """The attacker declares who attacks a hex, with what support, before he sees the defence."""

    side: str
    kind: str
    target: str
    attackers: tuple[str, ...] = ()
    support: tuple[str, ...] = ()
    air: int = 0

    def asked(self, s: Situation) -> Asked:
        """Ask the attacker, in secret."""
        del s
        return Asked(self.side, secret=True)

    def decision(self, s: Situation) -> Decision | None:
        """Ask the attacker."""
        verdict = self.confirm_verdict(s)
        return Decision(
            self.side,
            msg("Declare the attack on {hex}.", hex=hex_ref(self.target)),
            rule=clause(s, "sealed"),
            kind="allocate",
            pieces=tuple(self.joinable(s)),
            hexes=(self.target,),
            actions=("join", "withdraw", "set-air", "take-air-back", "confirm", "cancel"),
            obligations=tuple(o.message for o in (*verdict.objections, *verdict.waived)),
            data={"kind": self.kind, "target": self.target, "attackers": self.attackers,
                  "support": self.support, "air": self.air},
            secret=True,
        )  # fmt: skip

    def owner(self) -> str:
        """Return the attacker."""
        return self.side

    def committed(self) -> tuple[str, ...]:
        """Return attackers and supporting guns."""
        return (*self.attackers, *self.support)

    def points(self) -> int:
        """Return the air points committed so far."""
        return self.air

    def drafted(self, s: Situation) -> Battle:
        """Return the attack as drafted so far."""
        return Battle(
            kind=self.kind,
            attacker=self.side,
            defender=s.enemy(self.side),
            target=self.target,
            attackers=self.attackers,
            support=self.support,
            air=self.air,
            defenders=s.at(self.target),
        )

    def announced(self, s: Situation) -> Battle | None:
        """Nobody else knows of the attack yet."""
        del s
        return None

    def joinable(self, s: Situation) -> Iterator[str]:
        """Yield adjacent pieces that may attack the target, and guns in range."""
        if self.kind == "air":
            return
        if self.kind == "assault":
            for place in s.board.grid.neighbours(self.target):
                if s.holder(place) == self.side:
                    for piece in s.at(place):
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
            if not s.counter(piece).values.get("range"):
                message = msg("{piece} is not next to {hex}.", piece=piece_ref(piece),
                              hex=hex_ref(self.target))  # fmt: skip
                return [object_to(s, message, "assault", "form", pieces=(piece,))]
            return fire_objections(s, piece, self.target)
        found = attack_objections(s, piece, self.target)
        if s.marked(piece, ACTED):
            message = msg("{piece} has already fought in this phase.", piece=piece_ref(piece))
            found.append(object_to(s, message, "once-a-phase", "combat", pieces=(piece,)))
        return found

    def air_range(self, s: Situation) -> range:
        """Return the numbers of air points that may be committed."""
        left = air_points(s, self.side)
        if self.kind == "assault":
            return range(1, left + 1)
        if self.kind == "air":
            limits = s.parameter("air_attack", {})
            return range(int(limits.get("min", 1)), min(int(limits.get("max", left)), left) + 1)
        return range(0)

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
            found.append(object_to(s, msg("No artillery has joined."), "range", "form"))
        if self.support or self.air:
            found += unsupported(s, self.attackers)
        return duty_verdict(s, found, self._left_out(s))

    def _left_out(self, s: Situation) -> list[Objection]:
        rule = "left-out" if self.kind == "assault" else "duty-first"
        return left_out(s, self.side, self.target, self.attackers, rule)

    def legal(
        self, s: Situation, *, piece: str | None = None, hex: str | None = None
    ) -> Iterable[Action]:
        """List what the declaration allows, and giving it up."""
        yield from super().legal(s, piece=piece, hex=hex)
        if piece is None and hex is None:
            yield Cancel()

    def check(self, s: Situation, action: Action) -> Verdict:
        """Check one small action; giving up is always possible."""
        return Verdict.yes() if isinstance(action, Cancel) else super().check(s, action)

    def act(self, change: Change, action: Action) -> None:
        """Change the draft, drop it, or announce it."""
        if isinstance(action, Cancel):
            change.finish()
        elif isinstance(action, Confirm):
            self._announce(change)
        else:
            change.replace(self._edited(change, action))

    def _edited(self, s: Situation, action: Action) -> AttackDraft:
        if isinstance(action, SetAir | TakeAirBack):
            return replace(self, air=getattr(action, "points", 0))
        if isinstance(action, Join):
            near = is_near(s, action.piece, self.target)
            if near and self.kind == "assault":
                return replace(self, attackers=(*self.attackers, action.piece))
            return replace(self, support=(*self.support, action.piece))
        assert isinstance(action, Withdraw)  # noqa: S101 - checked
        return replace(
            self,
            attackers=tuple(p for p in self.attackers if p != action.piece),
            support=tuple(p for p in self.support if p != action.piece),
        )

    def _announce(self, change: Change) -> None:
        battle = self.drafted(change)
        release(change, self._left_out(change))
        for piece in self.committed():
            change.emit(ev.Marked(piece, (ACTED,)))
        change.emit(ev.PlaceMarked(self.target, (ATTACKED,)))
        spend_air(change, self.side, self.air)
        total = odds_of(change, battle).attack
        change.say(
            msg("{side} attacks {hex} with {n}.", side=side_ref(self.side),
                hex=hex_ref(self.target), n=total),
            clause(change, "sealed"),
        )  # fmt: skip
        change.reveal()
        change.replace(DefenceDraft(battle) if self.kind == "assault" else Resolve(battle))


class DefenceDraft(Draft, frozen=True):
    """The defender answers an announced attack with artillery and air points."""

    battle: Battle

    def decision(self, s: Situation) -> Decision | None:
        """Ask the defender if there is anything that he could commit."""
        choices = tuple(self.joinable(s))
        if not choices and not self.air_range(s) and not self.committed() and not self.points():
            return None
        return Decision(
            self.owner(),
            msg("Declare the defence of {hex}.", hex=hex_ref(self.battle.target)),
            rule=clause(s, "defence-answer"),
            kind="allocate",
            pieces=choices,
            hexes=(self.battle.target,),
            actions=("join", "withdraw", "set-air", "take-air-back", "confirm"),
            data={"target": self.battle.target, "attack": odds_of(s, self.battle).attack},
            secret=True,
        )

    def run(self, change: Change) -> None:
        """There is nothing to commit."""
        self._announce(change)

    def owner(self) -> str:
        """Return the defender."""
        return self.battle.defender

    def committed(self) -> tuple[str, ...]:
        """Return the supporting guns."""
        return self.battle.defence

    def points(self) -> int:
        """Return the air points committed so far."""
        return self.battle.defence_air

    def drafted(self, s: Situation) -> Battle:
        """Return the battle with the answer so far."""
        del s
        return self.battle

    def announced(self, s: Situation) -> Battle | None:
        """The attacker knows the attack, not the answer."""
        del s
        return replace(self.battle, defence=(), defence_air=0)

    def joinable(self, s: Situation) -> Iterator[str]:
        """Yield guns in range of the defender's hex."""
        if unsupported(s, self.battle.defenders):
            return iter(())
        return supports_in_range(s, self.owner(), self.battle.target)

    def join_objections(self, s: Situation, piece: str) -> list[Objection]:
        """Return reasons why a piece may not support."""
        return [
            *fire_objections(s, piece, self.battle.target, defending=True),
            *unsupported(s, self.battle.defenders),
        ]

    def air_range(self, s: Situation) -> range:
        """Return the numbers of air points that may be committed."""
        if unsupported(s, self.battle.defenders):
            return range(0)
        return range(1, air_points(s, self.owner()) + 1)

    def confirm_verdict(self, s: Situation) -> Verdict:
        """A defence is always complete."""
        del s
        return Verdict.yes()

    def act(self, change: Change, action: Action) -> None:
        """Change the defence, or announce it."""
        battle = self.battle
        if isinstance(action, Confirm):
            self._announce(change)
        elif isinstance(action, SetAir | TakeAirBack):
            points = getattr(action, "points", 0)
            change.replace(DefenceDraft(replace(battle, defence_air=points)))
        elif isinstance(action, Join):
            guns = (*battle.defence, action.piece)
            change.replace(DefenceDraft(replace(battle, defence=guns)))
        elif isinstance(action, Withdraw):
            guns = tuple(p for p in battle.defence if p != action.piece)
            change.replace(DefenceDraft(replace(battle, defence=guns)))

    def _announce(self, change: Change) -> None:
        battle = self.battle
        for piece in battle.defence:
            change.emit(ev.Marked(piece, (ACTED,)))
        spend_air(change, battle.defender, battle.defence_air)
        change.say(
            msg("{side} defends {hex} with {n}.", side=side_ref(battle.defender),
                hex=hex_ref(battle.target), n=odds_of(change, battle).defence),
            clause(change, "defence-answer"),
        )  # fmt: skip
        change.reveal()
        change.replace(Resolve(battle))
