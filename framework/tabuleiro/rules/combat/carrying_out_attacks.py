"""Ground combat: what was announced is carried out, one attack after the other.

The attacker tells his sum, the defender adds guns that are near and tells his; then nothing
changes any more, and the dice fall.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from tabuleiro.engine import Action, Decision, Step, Verdict, hex_ref, msg, piece_ref, side_ref
from tabuleiro.engine import events as ev
from tabuleiro.rules.clauses import clause
from tabuleiro.rules.combat.advance import HELD
from tabuleiro.rules.combat.artillery import fire_objections, guns_near
from tabuleiro.rules.combat.battle import Battle
from tabuleiro.rules.combat.declared_attacks import (
    ASSAULT,
    BOMBARDMENT,
    announce,
    announced,
    as_it_stands,
    attacks,
    planned,
    strike_off,
)
from tabuleiro.rules.combat.draft import Answering, draft_of
from tabuleiro.rules.combat.duty_to_attack import ACTED
from tabuleiro.rules.combat.losses import HURT_HERE
from tabuleiro.rules.combat.odds import hand_on, odds_of
from tabuleiro.rules.combat.resolve import Resolve
from tabuleiro.rules.ground.land_units import land_units
from tabuleiro.rules.ground.special_moves import DROPPED
from tabuleiro.rules.sea.landfall import Landfall, come_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tabuleiro.engine import Change, Situation
    from tabuleiro.engine.verdicts import Objection

__all__ = [
    "Battles",
    "DefenceAnswer",
    "FightBattle",
    "FireGuns",
    "announced",
    "attacks",
    "begin",
]


class FightBattle(Action, frozen=True):
    """Carry out the announced attack on a hex now."""

    target: str


class FireGuns(Action, frozen=True):
    """Carry out the announced bombardment of a hex now."""

    target: str


_KINDS = {FightBattle: ASSAULT, FireGuns: BOMBARDMENT}


class Battles(Step, frozen=True):
    """A side carries out its attacks in the order that it likes."""

    side: str
    begun: bool = False

    def decision(self, s: Situation) -> Decision | None:
        """Ask which attack comes next, if there is a choice."""
        if not self.begun or len(self.next(s)) <= 1:
            return None
        return Decision(
            self.side,
            msg("Which attack is carried out next?"),
            rule=clause(s, "battle-order"),
            kind="choose",
            hexes=tuple(dict.fromkeys(battle.target for battle in self.next(s))),
            actions=("fight-battle", "fire-guns"),
        )

    def next(self, s: Situation) -> tuple[Battle, ...]:
        """Return the attacks of which one is carried out now."""
        return attacks(s)

    def run(self, change: Change) -> None:
        """Let those attack who jumped on enemies; carry out the only attack left; end."""
        if not self.begun:
            change.replace(replace(self, begun=True))
            # all see that whoever was hit in the air has taken its losses, in secret or not
            change.emit(ev.Cleared((HURT_HERE,), spent=False))
            _attack_where_they_fell(change, self.side)
        elif self.next(change):
            begin(change, self.next(change)[0])
        else:
            change.finish()
            come_in(change, self.side)
            change.emit(ev.Cleared((HELD,), spent=False))

    def legal(
        self, s: Situation, *, piece: str | None = None, hex: str | None = None
    ) -> Iterable[Action]:
        """List the attacks."""
        for battle in self.next(s):
            if hex in {None, battle.target} and piece in {None, *_pieces(battle)}:
                fight = battle.kind == ASSAULT
                yield FightBattle(battle.target) if fight else FireGuns(battle.target)

    def check(self, s: Situation, action: Action) -> Verdict:
        """Check that the attack was announced."""
        if not isinstance(action, FightBattle | FireGuns):
            return super().check(s, action)
        wanted = planned(s, _KINDS[type(action)], action.target)
        if wanted is not None and wanted in self.next(s):
            return Verdict.yes()
        message = msg("No such attack on {hex} was announced.", hex=hex_ref(action.target))
        return Verdict.no(message, rule=clause(s, "announce"))

    def act(self, change: Change, action: Action) -> None:
        """Carry the attack out."""
        assert isinstance(action, FightBattle | FireGuns)  # noqa: S101 - checked
        battle = planned(change, _KINDS[type(action)], action.target)
        assert battle is not None  # noqa: S101 - checked
        begin(change, battle)


def _pieces(battle: Battle) -> tuple[str, ...]:
    return (*battle.attackers, *battle.support)


def _attack_where_they_fell(change: Change, side: str) -> None:
    """Those who jumped on enemies in this phase attack them, with others or alone."""
    enemy = change.enemy(side)
    held = land_units(change, enemy)
    for place, pieces in land_units(change, side).items():
        jumped = tuple(
            p for p in pieces if change.marked(p, DROPPED) and not change.marked(p, ACTED)
        )
        if place not in held or not jumped:
            continue
        battle = planned(change, ASSAULT, place) or Battle(ASSAULT, side, enemy, place)
        announce(change, replace(battle, attackers=(*battle.attackers, *jumped)))
        for piece in jumped:
            change.emit(ev.Marked(piece, (ACTED,)))
            change.say(
                msg("{piece} has come down among enemies in {hex} and must attack them.",
                    piece=piece_ref(piece), hex=hex_ref(place)),
                clause(change, "jump-attack"),
            )  # fmt: skip


def begin(change: Change, plan: Battle) -> None:
    """Carry out an attack, unless nobody is left to make it or to suffer it."""
    strike_off(change, plan)
    battle = as_it_stands(change, plan)
    if not battle.defenders:
        change.say(msg("There are no enemies left in {hex}.", hex=hex_ref(plan.target)))
        if plan.kind == ASSAULT:
            change.push(Landfall(battle))
        return
    if not (battle.attackers if plan.kind == ASSAULT else battle.support):
        change.say(msg("Nobody is left to attack {hex}.", hex=hex_ref(plan.target)))
        return
    odds = odds_of(change, battle)
    words = {"side": side_ref(battle.attacker), "hex": hex_ref(battle.target), "n": odds.attack}
    if plan.kind == ASSAULT:
        message = msg("{side}: attack on {hex} with {n}.", **words)
    else:
        message = msg("{side}: bombardment of {hex} with {n}.", **words)
    change.say(message, clause(change, "sealed"))
    change.reveal()
    answered = plan.kind == ASSAULT
    change.push(draft_of(change, battle, battle.defender) if answered else Resolve(battle))
    hand_on(change, battle, odds)


class DefenceAnswer(Answering, frozen=True):
    """The defender adds guns to the defence of a hex, and tells his sum."""

    asking: ClassVar[str] = "defence-support"
    telling: ClassVar[str] = "final"

    def sealed(self, s: Situation) -> tuple[str, ...]:
        """All strength of the defender is sealed until he tells his sum."""
        parts = odds_of(s, self.battle).parts
        return tuple(p.piece for p in parts if p.piece and p.side == self.owner())

    def joinable(self, s: Situation) -> Iterator[str]:
        """Yield the guns near by."""
        if s.rules.support_objections(s=s, pieces=self.battle.defenders):
            return iter(())
        return guns_near(s, self.owner(), self.battle.target, defending=True)

    def join_objections(self, s: Situation, piece: str) -> list[Objection]:
        """Return reasons why a piece may not support the defence."""
        return [
            *fire_objections(s, piece, self.battle.target, defending=True),
            *s.rules.support_objections(s=s, pieces=self.battle.defenders),
        ]
