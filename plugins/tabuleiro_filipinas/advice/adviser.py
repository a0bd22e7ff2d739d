"""The adviser of a computer player: each step of the sequence is answered by its subject."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine.actions import bare_actions
from tabuleiro.hooks import hookimpl

if TYPE_CHECKING:
    from collections.abc import Callable

    from tabuleiro.engine import Action, Question, Situation
    from tabuleiro.engine.seat import Imagined
    from tabuleiro.hooks import Adviser

__all__ = ["Advising", "IslandAdviser"]


class IslandAdviser:
    """Advises a side through one phase; what was decided in it stays decided."""

    def __init__(self, side: str) -> None:
        """Begin a phase."""
        from tabuleiro_filipinas.advice.on_land import Announcing, Marching

        self.side = side
        self._marching = Marching()
        self._announcing = Announcing()

    def advise(self, game: Imagined, decision: Question) -> Action | None:
        """Return an action for what is asked."""
        s = game.situation
        name = type(s.position.top).__name__
        answer = _ANSWERS.get(name)
        found = answer(self, game, s, decision) if answer is not None else None
        if found is not None and game.check(found):
            return found
        return _plain(game, s, decision)

    def _open_phase(self, game: Imagined, s: Situation, decision: Question) -> Action | None:
        return self._marching.next(s, self.side, decision.pieces)

    def _announce(self, game: Imagined, s: Situation, decision: Question) -> Action | None:
        return self._announcing.choose(game, s, decision)

    def _plan_attack(self, game: Imagined, s: Situation, decision: Question) -> Action | None:
        return self._announcing.plan(game, s, decision)


def _plain(game: Imagined, s: Situation, decision: Question) -> Action | None:
    """Return what ends the step, or the first thing that is allowed: nothing is left to chance."""
    from tabuleiro_filipinas.advice.on_land import bear

    ends = (action for action in bare_actions(decision) if not action.retracts)
    end = next((action for action in ends if game.check(action)), None)
    if end is not None:
        return end
    found = bear(game, s, decision)
    if found is not None and game.check(found):
        return found
    legal = game.legal()
    return next((action for action in legal if not action.retracts), next(iter(legal), None))


def _land(name: str) -> Callable[..., Action | None]:
    def answer(adviser: IslandAdviser, game: Imagined, s: Situation, decision: Question) -> Action:
        from tabuleiro_filipinas.advice import on_land

        if name == "battle":
            return on_land.next_battle(game, s, adviser.side)
        if name == "defence":
            return on_land.support_defence(game)
        return on_land.bear(game, s, decision)

    return answer


_ANSWERS: dict[str, Callable[..., Action | None]] = {
    "MovementPhase": IslandAdviser._open_phase,
    "AnnounceWithDuty": IslandAdviser._announce,
    "DutifulPlan": IslandAdviser._plan_attack,
    "Battles": _land("battle"),
    "Bombardments": _land("battle"),
    "DefenceAnswer": _land("defence"),
    "LossOrRetreat": _land("bear"),
    "LossesAndRetreat": _land("bear"),
    "Retreating": _land("bear"),
    "Displacement": _land("bear"),
    "Advancing": _land("bear"),
    "BluffAdvance": _land("bear"),
    "TakeLoss": _land("bear"),
    "TwoLosses": _land("bear"),
}
"""Who answers each step; all others end as soon as they may."""


class Advising:
    """A part: who advises computer players."""

    @hookimpl
    def adviser(self, side: str) -> Adviser:
        return IslandAdviser(side)
