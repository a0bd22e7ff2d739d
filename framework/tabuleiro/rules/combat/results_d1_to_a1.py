"""Results of ground combat and bombardment: who loses how much, who gives way, and when.

``D1`` is one loss or a retreat of all, as the defender likes; ``D2`` and more are that number less
one in losses, and a retreat. ``A1`` and more are losses of the attacker, who never retreats.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from tabuleiro.engine import Action, Decision, Step, Verdict, msg
from tabuleiro.engine import events as ev
from tabuleiro.hooks import hookimpl
from tabuleiro.module.terms import Terms
from tabuleiro.rules.clauses import clause
from tabuleiro.rules.combat.advance import HELD, Advancing
from tabuleiro.rules.combat.battle import FOUGHT, Battle
from tabuleiro.rules.combat.in_battle import InBattle
from tabuleiro.rules.combat.losses import Lose, Losing, TakeLoss, WhoLoses, still_in_play, take_loss
from tabuleiro.rules.combat.retreat import Retreating, ways
from tabuleiro.rules.sea.landfall import Landfall

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tabuleiro.engine import Change, Objection, Situation, Step

__all__ = [
    "GiveWay",
    "HoldOut",
    "LastStandTerms",
    "LossOrRetreat",
    "LossResults",
    "LossesAndRetreat",
    "LossesFirst",
    "RetreatFirst",
    "TwoLosses",
    "bomb_steps",
    "result_steps",
]

_CHOICE = 1


class LastStandTerms(Terms):
    """What a last defender gains by a loss that it could have spared itself by a retreat."""

    last_loss_holds: bool = True
    """Whether nobody enters a hex in the phase in which its last defender fell like that."""


def result_steps(s: Situation, battle: Battle, code: str) -> list[Step] | None:
    """Return the steps of one part of a result."""
    if battle.kind == "bombardment" and code.isdigit():
        loss = TakeLoss(battle.defender, battle.defenders, clause(s, "bombing-losses"))
        return [loss] * int(code)
    if battle.kind == "bombardment":
        return bomb_steps(s, battle.defender, battle.defenders, code)
    if battle.kind != "assault":
        return None
    number, rule = int(code[1:]), clause(s, f"result-{code.lower()}")
    if code[0] == "A":
        loss = TakeLoss(battle.attacker, battle.attackers, rule)
        then = s.rules.steps_before_advance(s=s, battle=battle)
        return [*[loss] * number, Landfall(battle), *then, Advancing(battle, battle.attackers)]
    if number == _CHOICE:
        return [LossOrRetreat(battle)]
    return [LossesAndRetreat(battle, number - 1, rule)] if number else []


# D1


class GiveWay(Action, frozen=True):
    """Retreat with all defenders instead of taking a loss."""


class LossOrRetreat(WhoLoses, InBattle, frozen=True):
    """The defender takes one loss and holds, or retreats with all."""

    battle: Battle

    def fought(self) -> Battle:
        """Return the battle."""
        return self.battle

    def pickable(self, s: Situation) -> tuple[str, ...]:
        """Return the defenders that are left."""
        return still_in_play(s, self.battle.defenders)

    def _may_leave(self, s: Situation) -> bool:
        return any(ways(s, piece) for piece in self.pickable(s))

    def decision(self, s: Situation) -> Decision | None:
        """Ask the defender, unless his only piece has nowhere to go."""
        pieces = self.pickable(s)
        if not pieces or (len(pieces) == 1 and not self._may_leave(s)):
            return None
        return Decision(
            self.battle.defender,
            msg("Choose who takes the loss, or retreat with all."),
            clause(s, "result-d1"),
            "choose",
            pieces=pieces,
            hexes=(self.battle.target,),
            actions=("lose", "give-way") if self._may_leave(s) else ("lose",),
        )

    def run(self, change: Change) -> None:
        """Take the loss: there is no choice."""
        pieces = self.pickable(change)
        if pieces:
            self._hold(change, pieces[0])
        else:
            change.finish()

    def legal(
        self, s: Situation, *, piece: str | None = None, hex: str | None = None
    ) -> Iterator[Action]:
        """List the pieces, and the retreat."""
        yield from super().legal(s, piece=piece, hex=hex)
        if piece is None and hex is None and self._may_leave(s):
            yield GiveWay()

    def check(self, s: Situation, action: Action) -> Verdict:
        """Check the piece, or that somebody can retreat."""
        if not isinstance(action, GiveWay):
            return super().check(s, action)
        if self._may_leave(s):
            return Verdict.yes()
        return Verdict.no(msg("None of your units can retreat."), rule=clause(s, "retreat"))

    def act(self, change: Change, action: Action) -> None:
        """Take the loss, or retreat."""
        if isinstance(action, Lose):
            self._hold(change, action.piece)
        else:
            change.replace(Retreating(self.battle.defender, self.battle.defenders))

    def _hold(self, change: Change, piece: str) -> None:
        """A piece takes the loss; if it was the last one and falls, the hex may not be taken."""
        change.finish()
        take_loss(change, piece, clause(change, "result-d1"))
        if not self.pickable(change) and change.terms(LastStandTerms).last_loss_holds:
            change.emit(ev.PlaceMarked(self.battle.target, (HELD,)))


# D2 and more


class LossesFirst(Action, frozen=True):
    """Take the losses, then retreat."""


class RetreatFirst(Action, frozen=True):
    """Retreat, then take the losses."""


class HoldOut(Action, frozen=True):
    """Take the whole result as losses and stay."""


class LossesAndRetreat(InBattle, frozen=True):
    """The defender takes losses and retreats, in the order that he likes; some may stay instead."""

    battle: Battle
    losses: int
    rule: str

    def fought(self) -> Battle:
        """Return the battle."""
        return self.battle

    def decision(self, s: Situation) -> Decision | None:
        """Ask the defender, if the order can matter: if there are several pieces that can go."""
        pieces, stays = still_in_play(s, self.battle.defenders), self._may_stay(s)
        matters = len(pieces) > 1 and any(ways(s, piece) for piece in pieces)
        if not pieces or not (matters or stays):
            return None
        return Decision(
            self.battle.defender,
            msg("Losses: {n}, and a retreat: which first?", n=self.losses),
            clause(s, "loss-order"),
            "choose",
            pieces=pieces,
            hexes=(self.battle.target,),
            actions=("losses-first", "retreat-first", *(["hold-out"] if stays else [])),
            data={"losses": self.losses},
        )

    def _may_stay(self, s: Situation) -> Objection | None:
        """Return why the defender may take all as losses, None if he may not."""
        return s.rules.may_hold_out(s=s, battle=self.battle)

    def run(self, change: Change) -> None:
        """The order does not matter."""
        self._go(change, losses_first=True)

    def legal(
        self, s: Situation, *, piece: str | None = None, hex: str | None = None
    ) -> Iterable[Action]:
        """List both orders, and staying if that is allowed."""
        if piece is None and hex is None:
            yield from (LossesFirst(), RetreatFirst())
            if self._may_stay(s):
                yield HoldOut()

    def check(self, s: Situation, action: Action) -> Verdict:
        """Both orders are allowed; few may stay."""
        if isinstance(action, HoldOut):
            message = msg("Your units must retreat.")
            return Verdict.yes() if self._may_stay(s) else Verdict.no(message, rule=self.rule)
        if isinstance(action, LossesFirst | RetreatFirst):
            return Verdict.yes()
        return super().check(s, action)

    def act(self, change: Change, action: Action) -> None:
        """Do both in that order, or stay."""
        if isinstance(action, HoldOut):
            self._stay(change)
        else:
            self._go(change, losses_first=isinstance(action, LossesFirst))

    def _stay(self, change: Change) -> None:
        change.finish()
        why = self._may_stay(change)
        assert why is not None  # noqa: S101 - checked
        change.say(why.message, why.rule)
        loss: Step = TakeLoss(self.battle.defender, self.battle.defenders, why.rule)
        change.push(*[loss] * (self.losses + 1))

    def _go(self, change: Change, *, losses_first: bool) -> None:
        change.finish()
        side, pieces = self.battle.defender, self.battle.defenders
        losses: list[Step] = [TakeLoss(side, pieces, self.rule)] * self.losses
        away = Retreating(side, pieces)
        change.push(*([*losses, away] if losses_first else [away, *losses]))


# bombs


def bomb_steps(s: Situation, side: str, pieces: tuple[str, ...], code: str) -> list[Step] | None:
    """Return the steps of a result of the bombardment table for those under fire.

    ``DB`` is one loss; ``D2B`` a loss on each of two pieces, or one piece eliminated.
    """
    rule = clause(s, "bombing-losses")
    steps: dict[str, list[Step]] = {
        "DI": [],
        "DB": [TakeLoss(side, pieces, rule)],
        "D2B": [TwoLosses(side, pieces, rule)],
    }
    return steps.get(code)


class LossResults:
    """A part: results that count losses, and who gives way."""

    tables = FOUGHT
    results = (r"[AD]\d+", "DI", "DB", "D2B")
    """The codes that it carries out, as patterns; those of the tables are checked by them."""

    @hookimpl
    def result_steps(self, s: Situation, battle: Battle, code: str) -> list[Step] | None:
        return result_steps(s, battle, code)


class TwoLosses(Losing, frozen=True):
    """Two of several pieces take a loss each, or one is eliminated: their owner chooses."""

    rule: str
    first: str = ""

    def decision(self, s: Situation) -> Decision | None:
        """Ask the owner if there is a choice."""
        pieces = self.pickable(s)
        if len(pieces) <= 1:
            return None
        return Decision(
            self.side,
            msg("Choose who takes a loss: two losses in all, or one unit eliminated."),
            self.rule,
            "choose",
            pieces=pieces,
            actions=("lose",),
            data={"times": 1 if self.first else 2},
        )

    def pickable(self, s: Situation) -> tuple[str, ...]:
        """Return who may take the next loss; with one unit eliminated it is over."""
        if self.first and not still_in_play(s, (self.first,)):
            return ()
        return still_in_play(s, self.pieces)

    def hit(self, change: Change, piece: str) -> None:
        """Let the piece take it; the second loss ends the step."""
        if self.first:
            change.finish()
        else:
            change.replace(replace(self, first=piece))
        take_loss(change, piece, self.rule)
