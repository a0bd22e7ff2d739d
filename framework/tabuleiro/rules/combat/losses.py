"""Losses: reduced sides, eliminations, and the owner's choice of who takes them."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from tabuleiro.engine import (
    DEAD,
    Action,
    Decision,
    PickingStep,
    Step,
    Verdict,
    msg,
    nmsg,
    piece_ref,
)
from tabuleiro.engine import events as ev
from tabuleiro.module.places import holder_in
from tabuleiro.rules.arrivals.out_of_contact import HURT, matters
from tabuleiro.rules.clauses import clause
from tabuleiro.rules.ground.land_units import AIR, arm, units
from tabuleiro.rules.recon.covered import seen_by
from tabuleiro.rules.sea.afloat import beachhead

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from tabuleiro.engine import Change, Message, Situation
    from tabuleiro.engine.glance import Glance

__all__ = [
    "HURT_HERE",
    "DoneLosing",
    "Exchange",
    "Lose",
    "Losing",
    "TakeLoss",
    "WhoLoses",
    "eliminate",
    "fell_at",
    "life",
    "still_in_play",
    "take_loss",
]

HURT_HERE = "hurt-here"
"""The mark of pieces that took a loss in the battle being resolved."""
_FELL = "fell-"


def still_in_play(s: Situation, pieces: Iterable[str]) -> tuple[str, ...]:
    """Return those pieces that are still on the map, or afloat off a coast."""
    return units(s, tuple(p for p in pieces if s.on_map(p) or beachhead(s, p)))


def life(s: Situation, piece: str) -> int:
    """Return how many losses eliminate a piece."""
    found = s.rules.losses_to_eliminate(s=s, piece=piece)
    return s.counter(piece).steps if found is None else found


def eliminate(change: Change, piece: str, rule: str, told: Message | None = None) -> None:
    """Remove a piece for good; ``told`` says why, where that is not the loss that it takes.

    Aircraft may be rebuilt: where their base was is noted, for all to see. Not on which deck they
    were: nobody is rebuilt there, and it would tell of a ship that nobody has found.
    """
    place = change.place(piece)
    change.emit(ev.Moved(piece, DEAD))
    if arm(change, piece) == AIR and holder_in(place) is None:
        change.emit(ev.Marked(piece, (_FELL + place,)))
    change.say(told or msg("{piece} is eliminated.", piece=piece_ref(piece)), rule)


def take_loss(change: Change, piece: str, rule: str, told: Message | None = None) -> None:
    """Reduce an intact piece; eliminate one that is reduced or has no reduced side.

    ``told`` says why it takes the loss, where that is no result of the table.
    """
    if change.piece(piece).losses + 1 >= life(change, piece):
        if told is not None:
            change.say(told, rule)
        eliminate(change, piece, clause(change, "second-loss"))
        return
    change.emit(ev.Lost(piece, change.piece(piece).losses + 1))
    change.emit(ev.Marked(piece, (HURT, HURT_HERE) if matters(change) else (HURT_HERE,)))
    told = told or msg("{piece} takes a loss.", piece=piece_ref(piece))
    change.say(told, rule, state=(piece,))


def fell_at(s: Situation, piece: str) -> str | None:
    """Return the base that an eliminated air piece had, if it is known."""
    marks = s.piece(piece).marks
    return next((mark.removeprefix(_FELL) for mark in marks if mark.startswith(_FELL)), None)


class Lose(Action, frozen=True):
    """Choose the piece that takes the loss, or is eliminated."""

    piece: str

    def told(self, glance: Glance) -> Action | None:
        """Who took it is told to those who see its losses."""
        return glance.renamed(self) if glance.sees_state(self.piece) else None


class WhoLoses(PickingStep, frozen=True):
    """What all choices of who takes a loss have in common: one of some pieces is named."""

    abstract: ClassVar[bool] = True
    pick = Lose
    who: ClassVar[str] = "who-loses"
    """The rule of the mechanics that says who may be named."""

    def not_picked(self, s: Situation, piece: str) -> Verdict:
        """Say that this one cannot take it."""
        message = msg("{piece} cannot take this loss.", piece=piece_ref(piece))
        return Verdict.no(message, rule=clause(s, self.who))


class Losing(WhoLoses, frozen=True):
    """A side has losses to take, one after the other."""

    abstract: ClassVar[bool] = True

    side: str
    pieces: tuple[str, ...]

    def told(self, s: Situation, viewer: str) -> Step | None:
        """Whom it falls on, and what is left of it, tells of losses where these are covered."""
        return self if viewer == self.side or seen_by(s, viewer, self.pieces) else None

    def may_ask(self, s: Situation) -> Collection[str]:
        """Whom it falls on, and if there is a choice, is kept from those who do not see them."""
        others = (side for side in s.module.sides if side != self.side)
        return () if all(seen_by(s, other, self.pieces) for other in others) else (self.side,)

    def hit(self, change: Change, piece: str) -> None:
        """Let a piece take it, and go on or finish."""
        raise NotImplementedError

    def run(self, change: Change) -> None:
        """Nobody has a choice: the first one takes it."""
        piece = next(iter(self.pickable(change)), None)
        if piece is None:
            change.finish()
        else:
            self.hit(change, piece)

    def act(self, change: Change, action: Action) -> None:
        """Let the piece take it."""
        assert isinstance(action, Lose)  # noqa: S101 - checked
        self.hit(change, action.piece)


class TakeLoss(Losing, frozen=True):
    """One of several pieces takes a loss (or is eliminated), its owner chooses which."""

    rule: str
    kill: bool = False
    times: int = 1

    def pickable(self, s: Situation) -> tuple[str, ...]:
        """Return those that are still there."""
        return still_in_play(s, self.pieces)

    def decision(self, s: Situation) -> Decision | None:
        """Ask the owner if there is a choice."""
        pieces = still_in_play(s, self.pieces)
        if len(pieces) <= self.times:
            return None
        prompt = (
            msg("Choose a unit to eliminate.") if self.kill else msg("Choose who takes the loss.")
        )
        return Decision(
            self.side, prompt, self.rule, "choose", pieces=pieces, actions=("lose",),
            data={"times": self.times, **({"kills": True} if self.kill else {})},
        )  # fmt: skip

    def run(self, change: Change) -> None:
        """Nobody has a choice: the pieces there are take it."""
        change.finish()
        for piece in still_in_play(change, self.pieces)[: self.times]:
            self._hit(change, piece)

    def hit(self, change: Change, piece: str) -> None:
        """Take it; of several losses each falls on another piece."""
        if self.times > 1:
            left = tuple(p for p in self.pieces if p != piece)
            change.replace(TakeLoss(self.side, left, self.rule, self.kill, self.times - 1))
        else:
            change.finish()
        self._hit(change, piece)

    def _hit(self, change: Change, piece: str) -> None:
        if self.kill:
            eliminate(change, piece, self.rule)
        else:
            take_loss(change, piece, self.rule)


class DoneLosing(Action, frozen=True):
    """Give up no more pieces."""


class Exchange(WhoLoses, frozen=True):
    """A tie: the defender gives up pieces, then the attacker at least as much in attack strength.

    ``owed`` is None while the defender chooses; then what the attacker still owes.
    """

    defender: str
    attacker: str
    defenders: tuple[str, ...]
    attackers: tuple[str, ...]
    lost: int = 0
    given: int = 0
    owed: int | None = None

    def decision(self, s: Situation) -> Decision | None:
        """Ask the side that gives up pieces, if it has a choice."""
        if self._over(s):
            return None
        if self.owed is None:
            pieces = still_in_play(s, self.defenders)
            if len(pieces) == 1 and not self.given:
                return None
            prompt = msg("Choose which of your units to give up, at least one.")
            return Decision(self.defender, prompt, clause(s, "tie-defender"), "choose", pieces,
                            actions=("lose", "done-losing"), data={"kills": True})  # fmt: skip
        pieces = still_in_play(s, self.attackers)
        if len(pieces) == 1 or sum(s.value(p, "attack") for p in pieces) <= self.owed:
            return None
        prompt = nmsg("Choose units with at least {n} attack point to give up.",
                      "Choose units with at least {n} attack points to give up.", self.owed,
                      n=self.owed)  # fmt: skip
        return Decision(self.attacker, prompt, clause(s, "tie-attacker"), "choose", pieces,
                        actions=("lose",), data={"owed": self.owed, "kills": True})  # fmt: skip

    def _over(self, s: Situation) -> bool:
        """Whether the part in progress has come to its end by itself."""
        if self.owed is None:
            return not still_in_play(s, self.defenders)
        return self.owed <= 0 or not still_in_play(s, self.attackers)

    def run(self, change: Change) -> None:
        """Go on where nobody has a choice."""
        if self.owed is None:
            for piece in still_in_play(change, self.defenders):
                self._give(change, piece)
                return
            self._turn(change)
            return
        change.finish()
        if self.owed > 0:
            for piece in still_in_play(change, self.attackers):
                eliminate(change, piece, clause(change, "tie-attacker"))

    def _turn(self, change: Change) -> None:
        change.replace(Exchange(self.defender, self.attacker, self.defenders, self.attackers,
                                self.lost, self.given, owed=self.lost))  # fmt: skip

    def _give(self, change: Change, piece: str) -> None:
        """Eliminate one piece of the side that chooses and count it."""
        mine = self.owed is None
        value = change.value(piece, "defense" if mine else "attack")
        if mine:
            done = Exchange(self.defender, self.attacker, self.defenders, self.attackers,
                            self.lost + value, self.given + 1)  # fmt: skip
        else:
            done = Exchange(self.defender, self.attacker, self.defenders, self.attackers,
                            self.lost, self.given, (self.owed or 0) - value)  # fmt: skip
        change.replace(done)
        eliminate(change, piece, clause(change, "tie-defender" if mine else "tie-attacker"))

    def pickable(self, s: Situation) -> tuple[str, ...]:
        """Return what is left of the side that gives up pieces now."""
        return still_in_play(s, self.defenders if self.owed is None else self.attackers)

    def legal(
        self, s: Situation, *, piece: str | None = None, hex: str | None = None
    ) -> Iterator[Action]:
        """List the pieces to give up, and the end of it for the defender."""
        yield from super().legal(s, piece=piece, hex=hex)
        if self.owed is None and self.given and piece is None and hex is None:
            yield DoneLosing()

    def check(self, s: Situation, action: Action) -> Verdict:
        """Check the piece; the defender may stop after one."""
        if not isinstance(action, DoneLosing) or self.owed is not None:
            return super().check(s, action)
        if self.given:
            return Verdict.yes()
        message = msg("At least one unit must be given up.")
        return Verdict.no(message, rule=clause(s, "tie-defender"))

    def act(self, change: Change, action: Action) -> None:
        """Give up the piece, or stop."""
        if isinstance(action, Lose):
            self._give(change, action.piece)
        else:
            self._turn(change)
