"""Missions carried out: aircraft that got through bomb, carry, supply and drop paratroops.

After the air battles, in the order of errands: bombings by targets, then the transports.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from tabuleiro.engine import Step
from tabuleiro.rules.recon.covered import covered
from tabuleiro_papua.air.air_transport import bring, unload
from tabuleiro_papua.air.bombing import drop_bombs
from tabuleiro_papua.air.bombing_sum import bombing
from tabuleiro_papua.air.errands import BOMBINGS, CARRY, DROP, SUPPLY
from tabuleiro_papua.air.paratroops_in_transports import land_drop
from tabuleiro_papua.air.sorties import sorties

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.engine import Change, Situation

__all__ = ["Strikes"]

_ORDER = (*BOMBINGS, CARRY, SUPPLY, DROP)
_ARRIVE = {CARRY: unload, SUPPLY: bring, DROP: land_drop}


class Strikes(Step, frozen=True):
    """Carry out the missions of a side: bombings, one for each target; then the transports.

    Clause: strikes.
    """

    side: str
    done: tuple[str, ...] = ()

    def told(self, s: Situation, viewer: str) -> Step | None:
        """Which transports are back tells which they are, and what they carried."""
        return replace(self, done=()) if viewer != self.side and covered(s, viewer) else self

    def run(self, change: Change) -> None:
        """Carry out the next one."""
        ahead = [task for task in _tasks(change, self.side) if _name(*task) not in self.done]
        if not ahead:
            change.finish()
            return
        kind, what = ahead[0]
        change.replace(replace(self, done=(*self.done, _name(kind, what))))
        if kind in BOMBINGS:
            drop_bombs(change, bombing(change, self.side, kind, what), self.side)
        else:
            _ARRIVE[kind](change, sorties(change)[what])


def _tasks(s: Situation, side: str) -> Iterator[tuple[str, str]]:
    """Yield errands with their hexes, or with the transports, in the order of their doing.

    Transports go by what is seen of them: where they fly to, and where from.
    """
    mine = [order for order in sorties(s).values() if s.side(order.piece) == side]
    mine.sort(key=lambda order: (order.hex, s.place(order.piece)))
    for kind in _ORDER:
        same = [order for order in mine if order.kind == kind]
        if kind in BOMBINGS:
            yield from ((kind, hex) for hex in sorted({order.hex for order in same}))
        else:
            yield from ((kind, order.piece) for order in same)


def _name(kind: str, what: str) -> str:
    return f"{kind}:{what}"
