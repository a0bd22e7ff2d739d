"""Drafts of declarations: pieces join and leave, air points are set, until all is announced."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from tabuleiro.engine import Action, Step, Verdict, msg, piece_ref
from tabuleiro.mechanics.clauses import clause
from tabuleiro.mechanics.pools import AIR, track

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tabuleiro.engine import Situation
    from tabuleiro.engine.verdicts import Objection
    from tabuleiro.mechanics.battle import Battle

__all__ = ["Cancel", "Confirm", "Draft", "Join", "SetAir", "TakeAirBack", "Withdraw"]


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


class Draft(Step, frozen=True):
    """What both declarations have in common: pieces join and leave, air points are set."""

    abstract: ClassVar[bool] = True

    def committed(self) -> tuple[str, ...]:
        """Return the pieces committed so far."""
        raise NotImplementedError

    def points(self) -> int:
        """Return the air points committed so far."""
        raise NotImplementedError

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
        """Return the numbers of air points that may be committed."""
        raise NotImplementedError

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
            return Verdict.no(msg("{piece} has not joined.", piece=piece_ref(action.piece)))
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
            return Verdict.no(msg("{piece} has already joined.", piece=piece_ref(piece)))
        return Verdict.of(self.join_objections(s, piece))

    def _check_air(self, s: Situation, points: int) -> Verdict:
        if points in self.air_range(s) and points > self.points():
            return Verdict.yes()
        numbers = [n for n in self.air_range(s) if n > self.points()]
        if not numbers:
            own = track(AIR, self.owner()) in s.position.tracks
            rule = clause(s, "air-alone-artillery" if own else "no-air-power")
            return Verdict.no(msg("No air points can be used here."), rule=rule)
        message = msg(
            "Between {low} and {high} air points can be used here.",
            low=numbers[0],
            high=numbers[-1],
        )
        return Verdict.no(message, rule=clause(s, "air-attack-limits"))


def _pointed(s: Situation, piece: str, at_piece: str | None, at_hex: str | None) -> bool:
    return at_piece in {None, piece} and (at_hex is None or s.place(piece) == at_hex)
