"""Supply bases: markers that their side puts in coastal towns and on airfields.

A base in a coastal village or city is where supply lines begin. One on any other airfield only
serves the aircraft that land there. ``rules: supply_base`` says where bases may lie, which regions
are ``barred`` to a side, and how many turns after its destruction one may be ``rebuilt_after``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from tabuleiro.engine import Decision, Step, Verdict, hex_ref, msg, side_ref
from tabuleiro.engine import events as ev
from tabuleiro.hooks import hookimpl
from tabuleiro.module.terms import Number, Region, Side
from tabuleiro.rules.air.airfields import airfields, is_airfield, taken_bar
from tabuleiro.rules.clauses import clause, object_to
from tabuleiro.rules.ground.fit_hexes import Ground, fits
from tabuleiro.rules.ground.land_units import land_units
from tabuleiro.rules.ground.movement_phase import EndPhase
from tabuleiro.rules.ground.special_moves import SpecialMove
from tabuleiro.rules.sea.coasts import coast
from tabuleiro.rules.sea.waters import NavalTerms, naval_pieces
from tabuleiro.rules.victory.control import controller

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tabuleiro.engine import Action, Change, Message, Situation
    from tabuleiro.engine.verdicts import Objection

__all__ = [
    "STOPPED",
    "PlaceBase",
    "PlaceBases",
    "SupplyBaseTerms",
    "SupplyBases",
    "base_at",
    "base_hexes",
    "base_moves",
    "base_works",
    "blocked_base",
    "by_air_only",
    "captured_base",
    "destroy_base",
]

STOPPED = "base-stopped"
"""The marker of a base from which no line begins for a turn."""
_BASE = "supply-base-"
_LOST = "bases-lost"


class SupplyBaseTerms(Ground, kw_only=True):
    """Supply bases."""

    key = "supply_base"
    required = True

    vulnerability: Number
    """What bombing of a base is multiplied by."""
    rebuilt_after: Number
    """Turns after which a bombed base may be put back."""
    barred: Mapping[Side, tuple[Region, ...]] = {}
    """Regions where a side may have no base."""


# where bases are, and which work


def base_at(s: Situation, place: str) -> str | None:
    """Return the side that has a supply base in a hex."""
    marks = s.position.marks.get(place, ())
    return next((side for side in s.module.sides if _BASE + side in marks), None)


def base_hexes(s: Situation, side: str) -> tuple[str, ...]:
    """Return the hexes where a side has supply bases, in order."""
    marks = s.position.marks
    return s.cache_by_basis(("bases", side), marks, lambda: _with_mark(marks, _BASE + side))


def _with_mark(marks: Mapping[str, tuple[str, ...]], mark: str) -> tuple[str, ...]:
    return tuple(sorted(place for place, here in marks.items() if mark in here))


def by_air_only(s: Situation, place: str) -> bool:
    """Return whether a base in a hex would serve aircraft that land there, and nothing else."""
    return place not in _harbours(s)


def base_works(s: Situation, side: str, place: str) -> bool:
    """Return whether supply lines of a side may begin in the hex of its base now."""
    if by_air_only(s, place) or s.place_marked(place, STOPPED):
        return False
    return place not in _blocked(s, side)


def blocked_base(s: Situation, place: str) -> bool:
    """Return whether an enemy naval unit keeps the base of a hex from supplying anybody."""
    side = base_at(s, place)
    return side is not None and place in _blocked(s, side)


def _blocked(s: Situation, side: str) -> frozenset[str]:
    """Return the land hexes that enemy ships close to the supply of a side."""
    return s.cache_here(("blocked", side), lambda: frozenset(_closed_coast(s, s.enemy(side))))


def _closed_coast(s: Situation, enemy: str) -> Iterator[str]:
    bay = s.terms(NavalTerms).closes_bay
    for place in _ships(s, enemy):
        yield from s.board.grid.neighbours(place)
        if bay and place in s.board.regions[bay.sea].hexes:
            yield from s.board.regions[bay.coast].hexes


def _ships(s: Situation, side: str) -> Iterator[str]:
    for piece in naval_pieces(s, side):
        if piece in s.position.pieces and s.on_map(piece):
            yield s.place(piece)


def destroy_base(change: Change, place: str) -> None:
    """Destroy the base of a hex by bombing: it may be put there again after some turns only."""
    side = base_at(change, place)
    if side is None:
        return
    change.emit(ev.PlaceMarked(place, remove=(_BASE + side, STOPPED)))
    lost = {**change.position.facts.get(_LOST, {}), place: change.turn}
    change.emit(ev.FactSet(_LOST, lost))


def captured_base(s: Situation, place: str, captor: str) -> tuple[str, ...]:
    """Return the markers of an enemy base that a side destroys by coming to a hex."""
    owner = base_at(s, place)
    if owner is None or owner == captor:
        return ()
    return (_BASE + owner,)


# putting them down


def _harbours(s: Situation) -> frozenset[str]:
    """Return the coastal hexes that the terms of bases allow: those of ordinary bases."""
    memo = s.module.memo
    if "harbours" not in memo:
        terms = s.terms(SupplyBaseTerms)
        memo["harbours"] = frozenset(h for h in coast(s) if fits(s, h, terms))
    found: frozenset[str] = memo["harbours"]
    return found


def _sites(s: Situation) -> tuple[str, ...]:
    return tuple(sorted(_harbours(s).union(airfields(s))))


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
        change.emit(ev.PlaceMarked(self.hex, (_BASE + side,)))
        message = msg("{side}: new supply base in {hex}.", side=side_ref(side),
                      hex=hex_ref(self.hex))  # fmt: skip
        change.say(message, clause(change, "supply-base"))


def _objections(s: Situation, side: str, place: str) -> Iterator[Objection]:
    where = {"hexes": (place,)}
    if controller(s, place) != side or place in land_units(s, s.enemy(side)):
        message = msg("{hex} is not in your power.", hex=hex_ref(place))
        yield object_to(s, message, "supply-base", "form", **where)
    if place not in _harbours(s) and not is_airfield(s, place):
        message = msg("{hex} is neither a coastal village or city nor an airfield.",
                      hex=hex_ref(place))  # fmt: skip
        yield object_to(s, message, "supply-base", "supply", **where)
    elif place not in _harbours(s):
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
    lost = s.position.facts.get(_LOST, {}).get(place)
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
            msg("Place your supply bases."),
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
