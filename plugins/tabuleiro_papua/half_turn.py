"""Half-turns: what begins and ends with the turn of one side to act."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine import Step
from tabuleiro.engine import events as ev
from tabuleiro.rules.air.aircraft_orders import FLOWN
from tabuleiro.rules.ground.special_moves import ASSAULT, BY_SEA
from tabuleiro_papua.air.bombing import expire
from tabuleiro_papua.air.paratroops_in_transports import take_alone
from tabuleiro_papua.air.sorties import TRANSFERRED, forget_sorties
from tabuleiro_papua.free_moves import WENT
from tabuleiro_papua.movement_costs import LANDED
from tabuleiro_papua.replacements import RESTORED

if TYPE_CHECKING:
    from tabuleiro.engine import Change, Situation

__all__ = ["BeginHalfTurn", "EndHalfTurn"]

_OF_A_HALF_TURN = (TRANSFERRED, RESTORED, ASSAULT, BY_SEA, LANDED, WENT)


class BeginHalfTurn(Step, frozen=True):
    """The half-turn of a side begins: all aircraft may fly, restored pieces attack again."""

    side: str

    def run(self, change: Change) -> None:
        """Forget what was flown; what the side bombed for one turn works again."""
        change.finish()
        change.emit(ev.Cleared((*self._flown(change), *_OF_A_HALF_TURN), spent=False))
        expire(change, self.side)

    def _flown(self, s: Situation) -> tuple[str, ...]:
        """Return the marks of missions to forget: by an option only those of the last turn."""
        first = self.side == next(iter(s.module.sides))
        return (FLOWN,) if first or s.options.get("air-missions") != "once-a-turn" else ()


class EndHalfTurn(Step, frozen=True):
    """The half-turn of a side ends: all aircraft are home."""

    side: str

    def run(self, change: Change) -> None:
        """Forget the sorties; whoever jumped and is alone by now takes the hex."""
        change.finish()
        take_alone(change)
        forget_sorties(change)
