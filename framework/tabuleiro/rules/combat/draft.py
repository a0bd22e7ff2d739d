"""Drafts of declarations: pieces join and leave, air points are set, until all is announced."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from tabuleiro.engine import Action, AskingStep, Decision, Question, Verdict
from tabuleiro.engine import events as ev
from tabuleiro.engine.messages import hex_ref, msg, piece_ref, side_ref
from tabuleiro.engine.verdicts import FORM
from tabuleiro.rules.air.air_points import AIR, air_points, spend_air
from tabuleiro.rules.clauses import clause
from tabuleiro.rules.combat.battle import Battle
from tabuleiro.rules.combat.duty_to_attack import ACTED
from tabuleiro.rules.combat.in_battle import InBattle
from tabuleiro.rules.combat.odds import hand_on, odds_of
from tabuleiro.rules.combat.resolve import Resolve
from tabuleiro.rules.recon.covered import as_seen
from tabuleiro.rules.sequence.pools import track

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from tabuleiro.engine import Change, Message, Situation, Step
    from tabuleiro.engine.verdicts import Objection

__all__ = [
    "Answering",
    "Attacking",
    "Cancel",
    "Confirm",
    "Draft",
    "Join",
    "SetAir",
    "TakeAirBack",
    "Withdraw",
    "draft_of",
]


class Join(Action, frozen=True):
    """Commit a piece to the attack or defence being declared."""

    piece: str


class Withdraw(Action, frozen=True):
    """Take a piece back from the attack or defence being declared."""

    retracts = True
    piece: str


class SetAir(Action, frozen=True):
    """Commit that many air points, more than before."""

    points: int


class TakeAirBack(Action, frozen=True):
    """Take all air points back from the attack or defence being declared."""

    retracts = True


class Confirm(Action, frozen=True):
    """Announce what was committed; from then on nothing changes."""


class Cancel(Action, frozen=True):
    """Give up the attack being declared."""

    retracts = True


class Draft(InBattle, AskingStep, frozen=True):
    """What both declarations have in common: pieces join and leave, air points are set."""

    abstract: ClassVar[bool] = True
    edits: ClassVar[tuple[str, ...]] = ("join", "withdraw")
    """The words of the actions that change the draft."""

    def committed(self) -> tuple[str, ...]:
        """Return the pieces committed so far."""
        raise NotImplementedError

    def points(self) -> int:
        """Return the air points committed so far: none where aircraft fly as pieces."""
        return 0

    def owner(self) -> str:
        """Return the side that declares."""
        raise NotImplementedError

    def drafted(self, s: Situation) -> Battle:
        """Return the battle as it would be if this were announced now."""
        raise NotImplementedError

    def announced(self, s: Situation) -> Battle | None:
        """Return what the other side knows of that battle: nothing, or what was announced of it."""
        raise NotImplementedError

    def sealed(self, s: Situation) -> tuple[str, ...]:
        """Return the pieces whose strengths stay sealed until this is announced."""
        del s
        return self.committed()

    def joinable(self, s: Situation) -> Iterator[str]:
        """Yield the pieces that may still join."""
        raise NotImplementedError

    def join_objections(self, s: Situation, piece: str) -> list[Objection]:
        """Return reasons why a piece of the side may not join."""
        raise NotImplementedError

    def air_range(self, s: Situation) -> range:
        """Return the numbers of air points that may be committed: none as a rule."""
        del s
        return range(0)

    def confirm_verdict(self, s: Situation) -> Verdict:
        """Return whether the declaration is complete, and why not."""
        raise NotImplementedError

    def legal(
        self, s: Situation, *, piece: str | None = None, hex: str | None = None
    ) -> Iterable[Action]:
        """List joins and withdrawals, air points, and confirmation."""
        done = set(self.committed())
        for one in self.joinable(s):
            if one not in done and _pointed(s, one, piece, hex):
                yield Join(one)
        for one in self.committed():
            if _pointed(s, one, piece, hex):
                yield Withdraw(one)
        if piece is not None or hex is not None:
            return
        for points in self.air_range(s):
            if points > self.points():
                yield SetAir(points)
        if self.points():
            yield TakeAirBack()
        if self.confirm_verdict(s):
            yield Confirm()

    def check(self, s: Situation, action: Action) -> Verdict:
        """Check one small action of a declaration."""
        if isinstance(action, Join):
            return self._check_join(s, action.piece)
        if isinstance(action, Withdraw):
            if action.piece in self.committed():
                return Verdict.yes()
            return Verdict.no(msg("{piece} takes no part in it.", piece=piece_ref(action.piece)))
        if isinstance(action, SetAir):
            return self._check_air(s, action.points)
        if isinstance(action, TakeAirBack):
            return Verdict.yes() if self.points() else Verdict.no(msg("There are no air points."))
        if isinstance(action, Confirm):
            return self.confirm_verdict(s)
        message = msg("Finish the declaration first; once announced it cannot be changed.")
        return Verdict.no(message, rule=clause(s, "sealed"))

    def _check_join(self, s: Situation, piece: str) -> Verdict:
        if piece not in s.position.pieces or s.side(piece) != self.owner():
            message = msg("{piece} is not one of your units.", piece=piece_ref(piece))
            return Verdict.no(message, rule=clause(s, "own-phase"))
        if piece in self.committed():
            return Verdict.no(msg("{piece} takes part already.", piece=piece_ref(piece)))
        return Verdict.of(self.join_objections(s, piece))

    def _check_air(self, s: Situation, points: int) -> Verdict:
        if points in self.air_range(s) and points > self.points():
            return Verdict.yes()
        numbers = [n for n in self.air_range(s) if n > self.points()]
        topic = "air" if self.points() < points <= air_points(s, self.owner()) else FORM
        if not numbers:
            own = track(AIR, self.owner()) in s.position.tracks
            rule = clause(s, "air-alone-artillery" if own else "no-air-power")
            return Verdict.no(msg("No air points can be used here."), rule=rule, topic=topic)
        message = msg(
            "Between {low} and {high} air points can be used here.",
            low=numbers[0],
            high=numbers[-1],
        )
        return Verdict.no(message, rule=clause(s, "air-attack-limits"), topic=topic)


class Attacking(Draft, frozen=True):
    """A side chooses who attacks a hex, with what support, before it sees the defence."""

    abstract: ClassVar[bool] = True
    asking: ClassVar[str]
    """The role of the clause under which the attacker is asked."""

    always = (Cancel(),)
    side: str
    kind: str
    target: str
    attackers: tuple[str, ...] = ()
    support: tuple[str, ...] = ()

    def question(self, s: Situation) -> Question | None:
        """Ask the attacker."""
        known = Decision(
            self.side,
            msg("Declare the attack on {hex}.", hex=hex_ref(self.target)),
            rule=clause(s, self.asking),
            kind="allocate",
            hexes=(self.target,),
            actions=(*self.edits, "confirm", "cancel"),
            data={"kind": self.kind, "target": self.target, "attackers": self.attackers,
                  "support": self.support, "air": self.points()},
            secret=True,
        )  # fmt: skip
        return Question(
            known,
            pieces=lambda: self.joinable(s),
            obligations=lambda: self._lacking(s),
        )

    def _lacking(self, s: Situation) -> Iterator[Message]:
        """Yield what keeps the attack from being announced, or would be waived."""
        verdict = self.confirm_verdict(s)
        yield from (objection.message for objection in (*verdict.objections, *verdict.waived))

    def owner(self) -> str:
        """Return the attacker."""
        return self.side

    def committed(self) -> tuple[str, ...]:
        """Return attackers and supporting guns."""
        return (*self.attackers, *self.support)

    def announced(self, s: Situation) -> Battle | None:
        """Nobody else knows of the attack yet."""
        del s
        return None

    def fought(self) -> Battle | None:
        """There is no battle before it is announced."""
        return None

    def told(self, s: Situation, viewer: str) -> Step | None:
        """Nobody else knows of it, the target included."""
        del s
        return self if viewer == self.side else None

    def supports(self, s: Situation, piece: str) -> bool:
        """Return whether a piece that joins fires in support, and does not attack itself."""
        raise NotImplementedError

    def announce(self, change: Change) -> None:
        """Carry out the declaration."""
        raise NotImplementedError

    def legal(
        self, s: Situation, *, piece: str | None = None, hex: str | None = None
    ) -> Iterable[Action]:
        """List what the declaration allows, and giving it up."""
        yield from super().legal(s, piece=piece, hex=hex)
        if piece is None and hex is None:
            yield from self.always

    def check(self, s: Situation, action: Action) -> Verdict:
        """Check one small action; giving up is always possible."""
        return Verdict.yes() if isinstance(action, Cancel) else super().check(s, action)

    def act(self, change: Change, action: Action) -> None:
        """Change the draft, drop it, or announce it."""
        match action:
            case Cancel():
                change.finish()
            case Confirm():
                self.announce(change)
            case Join(piece) if self.supports(change, piece):
                change.replace(replace(self, support=(*self.support, piece)))
            case Join(piece):
                change.replace(replace(self, attackers=(*self.attackers, piece)))
            case Withdraw(piece):
                attackers = _without(self.attackers, piece)
                support = _without(self.support, piece)
                change.replace(replace(self, attackers=attackers, support=support))


class Answering(Draft, frozen=True):
    """The defender adds support to the defence of a hex; then nothing changes any more."""

    abstract: ClassVar[bool] = True
    asking: ClassVar[str]
    """The role of the clause under which the defender is asked."""
    telling: ClassVar[str]
    """The role of the clause under which the defender tells his sum."""

    battle: Battle

    def may_ask(self, s: Situation) -> Collection[str]:
        """Who could commit something is asked."""
        del s
        return (self.owner(),)

    def question(self, s: Situation) -> Question | None:
        """Ask the defender if there is anything that he could commit."""
        begun = self.committed() or self.points()
        if not begun and not self.air_range(s) and not any(self.joinable(s)):
            return None
        target = self.battle.target
        known = Decision(
            self.owner(),
            msg("Declare the defence of {hex}.", hex=hex_ref(target)),
            rule=clause(s, self.asking),
            kind="allocate",
            hexes=(target,),
            actions=(*self.edits, "confirm"),
            secret=True,
        )
        return Question(
            known,
            pieces=lambda: self.joinable(s),
            data=lambda: {"target": target, "attack": odds_of(s, self.battle).attack},
        )

    def run(self, change: Change) -> None:
        """There is nothing to commit."""
        self.announce(change)

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

    def fought(self) -> Battle:
        """Return the battle that is answered."""
        return self.battle

    def told(self, s: Situation, viewer: str) -> Step | None:
        """The others know the attack, not what answers it."""
        if viewer == self.owner():
            return self
        return replace(self, battle=self.announced(s))

    def confirm_verdict(self, s: Situation) -> Verdict:
        """A defence is always complete."""
        del s
        return Verdict.yes()

    def act(self, change: Change, action: Action) -> None:
        """Change the defence, or announce it."""
        battle = self.battle
        match action:
            case Confirm():
                self.announce(change)
                return
            case Join(piece):
                battle = replace(battle, defence=(*battle.defence, piece))
            case Withdraw(piece):
                battle = replace(battle, defence=_without(battle.defence, piece))
            case SetAir(points):
                battle = replace(battle, defence_air=points)
            case TakeAirBack():
                battle = replace(battle, defence_air=0)
        change.replace(replace(self, battle=battle))

    def announce(self, change: Change) -> None:
        """Tell the sum of the defence; the dice fall."""
        battle = replace(self.battle, defence=tuple(sorted(self.battle.defence)))
        odds = odds_of(change, battle)
        for piece in as_seen(change, battle.defence):
            change.emit(ev.Marked(piece, (ACTED,)))
        spend_air(change, battle.defender, battle.defence_air)
        change.say(
            msg("{side}: defence of {hex} with {n}.", side=side_ref(battle.defender),
                hex=hex_ref(battle.target), n=odds.defence),
            clause(change, self.telling),
        )  # fmt: skip
        change.reveal()
        change.replace(Resolve(battle))
        hand_on(change, battle, odds)


def draft_of(s: Situation, battle: Battle, side: str) -> Draft:
    """Return the step in which a side declares its part of a battle, as the rules say."""
    found = s.rules.declaration(s=s, battle=battle, side=side)
    assert found is not None  # noqa: S101 - the family answers
    return found


def _without(pieces: tuple[str, ...], piece: str) -> tuple[str, ...]:
    return tuple(one for one in pieces if one != piece)


def _pointed(s: Situation, piece: str, at_piece: str | None, at_hex: str | None) -> bool:
    return at_piece in {None, piece} and (at_hex is None or s.place(piece) == at_hex)
