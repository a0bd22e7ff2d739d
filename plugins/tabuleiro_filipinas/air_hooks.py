"""What the rules of aircraft ask other parts of this game: of ships, of supply, of decks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, cast

import msgspec

from tabuleiro.hooks import hookspec

if TYPE_CHECKING:
    from tabuleiro.engine import Situation, Step
    from tabuleiro.engine.verdicts import Objection

__all__ = ["AirHooks", "ShipStrike", "asked"]


class ShipStrike(msgspec.Struct, frozen=True):
    """What got through to ships, after the combat with their fighters and guns (6.3.3-3)."""

    hex: str
    attacker: str
    defender: str
    multiplier: int
    """The defender's number of the air table: firepower is the result times this."""
    bombers: tuple[str, ...] = ()
    """Who bombs, in one throw together."""
    divers: tuple[str, ...] = ()
    """Who dives, each in a throw of its own, and does not return (6.8)."""
    night: bool = False


class AirHooks(Protocol):
    """What the parts of this game are asked about aircraft."""

    @hookspec
    def take_off_bars(self, s: Situation, piece: str) -> list[Objection]:
        """Return reasons why an aircraft on a base or a deck may not fly a mission now.

        Whether it is supplied, is being ferried, has searched. Damage, weather and missions flown
        are asked already.

        Example::

            from tabuleiro.engine import Objection, msg
            from tabuleiro.hooks import hookimpl


            @hookimpl
            def take_off_bars(s, piece):
                if s.marked(piece, "ferried"):
                    return [Objection(msg("It is only carried."), "filipinas-6.1-20", "air")]
                return []
        """

    @hookspec
    def ship_targets(self, s: Situation, side: str) -> list[str]:
        """Return the hexes with enemy forces that a side may bomb: detected ones (6.3.3-9).

        Example::

            from tabuleiro.hooks import hookimpl


            @hookimpl
            def ship_targets(s, side):
                return ["5463"]
        """

    @hookspec
    def flak(self, s: Situation, place: str, side: str) -> list[int]:
        """Return what ships of a side in a hex add against aircraft, before the limit (6.3.3-1).

        Example::

            from tabuleiro.hooks import hookimpl


            @hookimpl
            def flak(s, place, side):
                return [8, 2] if place == "5463" else []
        """

    @hookspec
    def ship_strike_steps(self, s: Situation, strike: ShipStrike) -> list[Step]:
        """Return the steps in which bombs fall on ships and aircraft dive at them (6.3.3-4, 6.8).

        Example::

            from tabuleiro.hooks import hookimpl
            from tabuleiro.rules.combat.losses import TakeLoss


            @hookimpl
            def ship_strike_steps(s, strike):
                return [TakeLoss(strike.defender, s.at(strike.hex), rule="filipinas-6.3.3-4")]
        """

    @hookspec
    def supply_flights_bars(self, s: Situation, transport: str) -> list[Objection]:
        """Return reasons why a transport may not take supplies along from where it is (6.4-6).

        Example::

            from tabuleiro.hooks import hookimpl


            @hookimpl
            def supply_flights_bars(s, transport):
                return []  # there is enough of everything
        """


def asked(s: Situation) -> AirHooks:
    """Return the rules of a match, to be asked what stands here."""
    return cast("AirHooks", s.rules)
