"""Supply by air: flights to a field or to the very hex of a unit, and whom they feed (6.4, 6.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from tabuleiro.engine import Verdict, hex_ref, msg, piece_ref
from tabuleiro.engine.verdicts import FORM, Objection
from tabuleiro.rules.ground.special_moves import SpecialMove
from tabuleiro_filipinas.air_bases import (
    is_damaged,
    serves,
)
from tabuleiro_filipinas.air_hooks import asked
from tabuleiro_filipinas.air_missions import (
    SUPPLY,
    Sortie,
    order_flight,
    recall,
    sorties,
)
from tabuleiro_filipinas.aircraft import (
    lands,
    monsoon_bars,
    out_of_range,
    transport_bars,
)
from tabuleiro_filipinas.parameters.air import AirTerms
from tabuleiro_filipinas.supply import FREIGHT_OF, Need, Source

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.engine import Action, Change, Situation
    from tabuleiro.engine.glance import Glance

__all__ = ["SupplyFlight", "bring_supplies", "freight", "sources_by_air", "supply_flights"]


class SupplyFlight(SpecialMove, frozen=True):
    """Fly supplies for three units to an airfield, or to the very hex of a unit (6.4).

    Clauses: 6.4-3, 6.4-4.
    """

    needs: ClassVar[str] = "air"
    listed_if_allowed: ClassVar[bool] = True
    hex: str
    transport: str
    night: bool = False

    def verdict(self, s: Situation, side: str) -> Verdict:
        """Return whether the transport may fly there, with every reason why not."""
        if self.hex not in s.board.grid:
            return Verdict.no(msg("There is no hex {hex}.", hex=self.hex))
        found = list(transport_bars(s, self.transport, side))
        if all(objection.topic != FORM for objection in found):
            found += out_of_range(s, self.transport, self.hex)
            found += monsoon_bars(s, self.transport, self.hex)
            found += asked(s).supply_flights_bars(s=s, transport=self.transport)
            if not self._received(s, side):
                message = msg("Neither an airfield nor a unit of yours is in {hex}.",
                              hex=hex_ref(self.hex))  # fmt: skip
                found.append(Objection(message, "filipinas-6.4-2", "air", (), (self.hex,)))
        return Verdict.of(found)

    def _received(self, s: Situation, side: str) -> bool:
        """Return whether supplies can come down: on a field, or where a unit of the side is."""
        if any(s.side(piece) == side for piece in s.at(self.hex)):
            return True
        landing = not self.night and lands(s, self.transport)
        return landing and serves(s, side, self.hex) and not is_damaged(s, self.hex)

    def carry_out(self, change: Change) -> None:
        """Order the flight."""
        order = Sortie(self.transport, self.hex, SUPPLY, night=self.night)
        words = {"transport": piece_ref(self.transport), "hex": hex_ref(self.hex)}
        message = (
            msg("{transport} is to drop supplies on {hex} by night.", **words)
            if self.night
            else msg("{transport} is to bring supplies to {hex}.", **words)
        )
        order_flight(change, order, message, "filipinas-6.4-1")

    def told(self, glance: Glance) -> Action | None:
        """What is carried is told when it arrives, or is lost."""
        return self if glance.is_own(self.transport) else None


def supply_flights(s: Situation, side: str) -> tuple[Sortie, ...]:
    """Return the flights with supplies that a side has ordered, for its allotment (10.3-8)."""
    return tuple(
        order for order in sorties(s).values()
        if order.mission == SUPPLY and s.side(order.piece) == side and s.alive(order.piece)
    )  # fmt: skip


def sources_by_air(s: Situation, side: str) -> Iterator[Source]:
    """Yield what flights bring: to a field where they land, or to the hex where they drop it."""
    points = s.terms(AirTerms).supply
    for order in supply_flights(s, side):
        field = serves(s, side, order.hex) and not is_damaged(s, order.hex)
        landed = field and lands(s, order.piece) and not order.night
        yield Source(order.piece, (order.hex,), points, landed=landed)


def freight(s: Situation, side: str) -> Iterator[Need]:
    """Yield what flights take along, which must come to their bases in this turn (6.4-6)."""
    points = s.terms(AirTerms).supply
    for order in supply_flights(s, side):
        base = s.place(order.piece)
        if base in s.board.grid:
            yield Need(f"{FREIGHT_OF}{order.piece}", base, points, first=True)


def bring_supplies(change: Change, order: Sortie) -> None:
    """A transport got through with supplies: by night a die says whether they are found (6.5-7).

    Clauses: 10.3-5.
    """
    side, words = change.side(order.piece), {"hex": hex_ref(order.hex)}
    if order.night:
        rule = "filipinas-6.5-7"
        why = msg("supplies dropped on {hex} by night", **words)
        good = change.terms(AirTerms).night.supply
        if change.roll(1, side, why, rule)[0] not in good:
            recall(change, order.piece)
            change.say(msg("The supplies for {hex} are lost in the dark.", **words), rule)
            return
    change.say(msg("Supplies reach {hex}.", **words), "filipinas-6.4-1")
