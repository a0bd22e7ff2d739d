"""Putting supply bases down and taking them up: in coastal towns and on airfields (6.4.4).

Not here: what a base is, where lines begin, how one is lost (`supply_bases`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from tabuleiro.engine import Decision, Step, Verdict, hex_ref, msg, side_ref
from tabuleiro.engine import events as ev
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.clauses import clause, object_to
from tabuleiro.rules.ground.land_units import land_units
from tabuleiro.rules.ground.movement_phase import EndPhase
from tabuleiro.rules.ground.special_moves import SpecialMove
from tabuleiro.rules.victory.control import controller
from tabuleiro_papua.air.airfields import airfields, is_airfield, taken_bar
from tabuleiro_papua.supply_bases import (
    BASE,
    LOST,
    SupplyBaseTerms,
    base_at,
    harbours,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tabuleiro.engine import Action, Change, Message, Situation
    from tabuleiro.engine.verdicts import Objection

__all__ = ["PlaceBase", "PlaceBases", "SupplyBases", "base_moves"]


def _sites(s: Situation) -> tuple[str, ...]:
    return tuple(sorted(harbours(s).union(airfields(s))))


class PlaceBase(SpecialMove, frozen=True):
    """Put a supply base in a coastal village or city, or on an airfield."""

    needs: ClassVar[str] = "supply_base"
    hex: str

    def verdict(self, s: Situation, side: str) -> Verdict:
        """Check the hex: whose it is, what lies there, and when a base there was destroyed."""
        if self.hex not in s.board.grid:
            return Verdict.no(msg("There is no hex {hex}.", hex=self.hex))
        return Verdict.of(list(_objections(s, side, self.hex)))

    def carry_out(self, change: Change) -> None:
        """Put the marker down; lines may begin there at once."""
        side = str(controller(change, self.hex))
        change.emit(ev.PlaceMarked(self.hex, (BASE + side,)))
        message = msg("{side}: new supply base in {hex}.", side=side_ref(side),
                      hex=hex_ref(self.hex))  # fmt: skip
        change.say(message, clause(change, "supply-base"))


def _objections(s: Situation, side: str, place: str) -> Iterator[Objection]:
    where = {"hexes": (place,)}
    if controller(s, place) != side or place in land_units(s, s.enemy(side)):
        message = msg("{hex} is not in your power.", hex=hex_ref(place))
        yield object_to(s, message, "supply-base", "form", **where)
    if place not in harbours(s) and not is_airfield(s, place):
        message = msg("{hex} is neither a coastal village or city nor an airfield.",
                      hex=hex_ref(place))  # fmt: skip
        yield object_to(s, message, "supply-base", "supply", **where)
    elif place not in harbours(s):
        yield from taken_bar(s, place, "supply")
    for region in s.terms(SupplyBaseTerms).barred.get(side, ()):
        if place in s.board.regions[region].hexes:
            message = msg("Your side may have no supply base on that coast.")
            yield object_to(s, message, "base-barred", "supply", **where)
    if base_at(s, place) is not None:
        message = msg("There is already a supply base in {hex}.", hex=hex_ref(place))
        yield object_to(s, message, "one-base", "form", **where)
    again = _again(s, place)
    if again > s.turn:
        message = msg("The base of {hex} was destroyed; a new one may come from turn {turn} on.",
                      hex=hex_ref(place), turn=again)  # fmt: skip
        yield object_to(s, message, "base-rebuilt", "supply", **where)


def _again(s: Situation, place: str) -> int:
    """Return the turn from which there may be a base in a hex again."""
    lost = s.position.facts.get(LOST, {}).get(place)
    return 0 if lost is None else int(lost + s.terms(SupplyBaseTerms).rebuilt_after)


def base_moves(s: Situation, side: str, piece: str | None) -> list[SpecialMove]:
    """Return the bases that a side might put down: they are no move of a piece."""
    if piece is not None:
        return []
    return [PlaceBase(h) for h in _sites(s) if controller(s, h) == side and not base_at(s, h)]


class PlaceBases(Step, frozen=True):
    """Before the first turn a side puts down as many supply bases as it likes."""

    side: str
    begun: bool = False

    def decision(self, s: Situation) -> Decision | None:
        """Ask the side."""
        if not self.begun:
            return None
        return Decision(
            self.side,
            msg("Place supply bases, as many as you like; then end the phase."),
            clause(s, "base-setup"),
            hexes=tuple(move.hex for move in self._choices(s)),
            actions=("place-base", "end-phase"),
        )

    def run(self, change: Change) -> None:
        """Begin; a side that can have no base is not asked."""
        if any(self._choices(change)):
            change.replace(replace(self, begun=True))
        else:
            change.finish()

    def _choices(self, s: Situation) -> Iterator[PlaceBase]:
        for h in _sites(s):
            if not any(_objections(s, self.side, h)):
                yield PlaceBase(h)

    def legal(
        self, s: Situation, *, piece: str | None = None, hex: str | None = None
    ) -> Iterable[Action]:
        """List the hexes, and the end of it."""
        if piece is not None:
            return
        for choice in self._choices(s):
            if hex in {None, choice.hex}:
                yield choice
        if hex is None:
            yield EndPhase()

    def check(self, s: Situation, action: Action) -> Verdict:
        """Check a base, or the end."""
        if isinstance(action, EndPhase):
            return Verdict.yes()
        if not isinstance(action, PlaceBase):
            return super().check(s, action)
        return action.verdict(s, self.side)

    def act(self, change: Change, action: Action) -> None:
        """Put the base down, or end."""
        if isinstance(action, PlaceBase):
            action.carry_out(change)
        else:
            change.finish()


class SupplyBases:
    """A part: markers from which supply comes, put down and taken up."""

    @hookimpl
    def special_moves(self, s: Situation, side: str, piece: str | None) -> list[SpecialMove]:
        return list(base_moves(s, side, piece))

    @hookimpl
    def hex_notes(self, s: Situation, hex: str) -> list[Message]:
        owner = base_at(s, hex)
        return [] if owner is None else [msg("Supply base of {side}", side=side_ref(owner))]
