"""Arrivals: reinforcements are placed, withdrawals leave (4.2.1).

A reinforcement comes from its turn on, or later. ``where`` says where: on shores, on airfields, at
sea, in places. On a shore that its side does not hold it makes an assault landing. ``rules:
naval_transport: arrivals_count`` names nations whose arrivals in a region use up naval transport.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tabuleiro.engine import OFF, Decision, Verdict, hex_ref, msg, piece_ref
from tabuleiro.engine import events as ev
from tabuleiro.engine.verdicts import FORM
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.arrivals.placement_hexes import hexes_where
from tabuleiro.rules.arrivals.setup import Place
from tabuleiro.rules.clauses import clause, object_to
from tabuleiro.rules.combat.retreat import cut_off
from tabuleiro.rules.ground.land_units import AIR, LAND, arm, land_units
from tabuleiro.rules.ground.movement_phase import EndPhase
from tabuleiro.rules.ground.special_moves import BY_SEA
from tabuleiro.rules.ground.stacking import stacking_objection
from tabuleiro.rules.ground.zones import engaged
from tabuleiro.rules.recon.covered import UnseenChoice
from tabuleiro.rules.sea.afloat import beachhead
from tabuleiro.rules.victory.objectives import take_path
from tabuleiro_papua.air.airfields import airfields, base_objections
from tabuleiro_papua.coasts import (
    NavalTransportTerms,
    holds_shore,
    never_in,
    ports,
    shore_objections,
)
from tabuleiro_papua.movement_costs import LANDED
from tabuleiro_papua.overstacking import unlimited
from tabuleiro_papua.sea_transport import (
    come_to_shore,
    landing_objections,
    slots_left,
)
from tabuleiro_papua.waters import waters

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from tabuleiro.engine import Change, Situation
    from tabuleiro.engine.verdicts import Objection

__all__ = ["Arriving", "PlacedArrivals", "placement_hexes", "withdrawal_due", "withheld"]

_COAST, _FIELDS, _SEA = "coast", "airfields", "sea"


# where


def placement_hexes(s: Situation, piece: str, where: Mapping[str, Any]) -> list[str]:
    """Return the hexes that ``where`` leaves a piece: fields for aircraft, sea for ships."""
    found = _named(s, piece, where)
    if arm(s, piece) == AIR:
        return [h for h in found if not base_objections(s, piece, h)]
    if where.get("kind") == _COAST:
        found = [h for h in found if h in ports(s) or unlimited(s, h)]
    return [h for h in found if not any(never_in(s, piece, h))]


def _named(s: Situation, piece: str, where: Mapping[str, Any]) -> list[str]:
    kind = where.get("kind")
    if kind == _SEA:
        return sorted(waters(s, piece))
    if kind == _FIELDS:
        return list(airfields(s))
    return hexes_where(s, where) or []


# who


def _due(s: Situation, side: str) -> Mapping[str, Any]:
    """Return the reinforcements of a side whose turn has come, each with its entry."""
    return s.cache_by_basis(("due", side), s.turn, lambda: {
        piece: entry
        for entry in s.scenario.reinforcements
        if entry.side == side and entry.turn <= s.turn
        for piece in entry.units
    })  # fmt: skip


def _waiting(s: Situation, side: str) -> dict[str, Any]:
    return {
        piece: entry
        for piece, entry in _due(s, side).items()
        if s.place(piece) == OFF and beachhead(s, piece) is None
    }


def _places(s: Situation, piece: str, entry: Any) -> tuple[str, ...]:
    """Return the hexes where a reinforcement may be placed now."""
    return s.cache_here(("places", piece), lambda: tuple(
        h for h in placement_hexes(s, piece, entry.where) if not any(_against(s, piece, entry, h))
    ))  # fmt: skip


# why not


def _against(s: Situation, piece: str, entry: Any, place: str) -> Iterator[Objection]:
    """Yield reasons why a reinforcement may not come into play in a hex of its ``where``."""
    if arm(s, piece) == AIR:
        yield from base_objections(s, piece, place, "reinforcement")
    elif arm(s, piece) == LAND:
        yield from never_in(s, piece, place)
        if entry.where["kind"] == _COAST:
            yield from _by_coast(s, piece, place)
        else:
            yield from _inland(s, piece, place)
        yield from _no_transport(s, piece, place)


def _by_coast(s: Situation, piece: str, place: str) -> Iterator[Objection]:
    side = s.side(piece)
    if not unlimited(s, place):
        yield from shore_objections(s, side, place)
    yield from landing_objections(s, piece, place)


def _inland(s: Situation, piece: str, place: str) -> Iterator[Objection]:
    if not holds_shore(s, s.side(piece), place):
        message = msg("{hex} is not under your control.", hex=hex_ref(place))
        topic = FORM if place in land_units(s, s.enemy(s.side(piece))) else "reinforcement"
        yield object_to(s, message, "allied-entry", topic, hexes=(place,))
    crowd = stacking_objection(s, piece, place)
    if crowd is not None:
        yield crowd


def _no_transport(s: Situation, piece: str, place: str) -> Iterator[Objection]:
    if _uses_transport(s, piece, place) and slots_left(s, s.side(piece)) <= 0:
        n = s.terms(NavalTransportTerms).units
        message = msg("{n} units have already gone by sea this turn.", n=n)
        yield object_to(s, message, "transport-count", "reinforcement", pieces=(piece,))


def _uses_transport(s: Situation, piece: str, place: str) -> bool:
    """Return whether a land piece that comes into play there uses up naval transport."""
    terms = s.terms(NavalTransportTerms)
    nations = terms.arrivals_count
    if s.options.get("transport-count") == "all-allies":
        sides = {s.module.nations[nation].side for nation in nations}
        counts = s.side(piece) in sides
    else:
        counts = s.counter(piece).nation in nations
    return counts and place in s.board.regions[terms.arrivals_in].hexes


class Arriving(UnseenChoice, frozen=True):
    """A side places the reinforcements that it wants to have on the board now. Clause: arrivals."""

    def decision(self, s: Situation) -> Decision | None:
        """Ask the side if anybody is due who can be placed."""
        waiting = _waiting(s, self.side)
        if not any(_places(s, piece, entry) for piece, entry in waiting.items()):
            return None
        return Decision(
            self.side,
            msg("Place your reinforcements, or let them wait."),
            rule=(s.phase.rule if s.phase else None) or "",
            pieces=tuple(waiting),
            actions=("place", "end-phase"),
        )

    def legal(
        self, s: Situation, *, piece: str | None = None, hex: str | None = None
    ) -> Iterable[Place | EndPhase]:
        """List the hexes of each piece, and the end of the phase."""
        for one, entry in _waiting(s, self.side).items():
            if piece in {None, one}:
                for place in _places(s, one, entry):
                    if hex in {None, place}:
                        yield Place(one, place)
        if piece is None and hex is None:
            yield EndPhase()

    def check(self, s: Situation, action: Any) -> Verdict:
        """Check a placement; whoever is not placed waits."""
        if isinstance(action, EndPhase):
            return Verdict.yes()
        if not isinstance(action, Place):
            return super().check(s, action)
        entry = _waiting(s, self.side).get(action.piece)
        if entry is None:
            message = msg("{piece} does not arrive now.", piece=piece_ref(action.piece))
            return Verdict.no(message, rule=clause(s, "delay"))
        if action.hex in _places(s, action.piece, entry):
            return Verdict.yes()
        message = msg("{piece} may not arrive in {hex}.", piece=piece_ref(action.piece),
                      hex=hex_ref(action.hex))  # fmt: skip
        faults = []
        if action.hex in _named(s, action.piece, entry.where):
            faults = list(_against(s, action.piece, entry, action.hex))
        if faults:
            return Verdict.of(faults)
        sense = action.hex in s.board.grid and action.hex not in s.occupied(s.enemy(self.side))
        topic = "reinforcement" if sense and entry.rule else FORM
        return Verdict.no(message, rule=entry.rule or "", topic=topic)

    def act(self, change: Change, action: Any) -> None:
        """Place the piece, or let the others wait."""
        if isinstance(action, EndPhase):
            change.finish()
            return
        entry = _waiting(change, self.side)[action.piece]
        _enter(change, action.piece, action.hex, entry)


def _enter(change: Change, piece: str, place: str, entry: Any) -> None:
    """Bring a reinforcement into play."""
    change.say(
        msg("{piece} arrives in {hex}.", piece=piece_ref(piece), hex=hex_ref(place)),
        entry.rule or "",
    )
    if arm(change, piece) != LAND:
        change.emit(ev.Moved(piece, place, (place,)))
        return
    if _uses_transport(change, piece, place):
        change.emit(ev.Marked(piece, (BY_SEA,)))
    if entry.where["kind"] != _COAST:
        change.emit(ev.Moved(piece, place, (place,)))
        take_path(change, piece, (place,), "arrival")
    elif come_to_shore(change, piece, place):
        change.emit(ev.Marked(piece, (LANDED,)))


# withdrawals


def withdrawal_due(s: Situation, piece: str) -> bool:
    """Return whether the turn has come in which a piece leaves the match for good."""
    return any(
        entry.turn <= s.turn and piece in entry.units for entry in s.scenario.withdrawals
    )  # fmt: skip


def withheld(s: Situation, piece: str) -> list[Objection]:
    """Return why a land piece that is due to be withdrawn stays: it is surrounded."""
    place = s.place(piece)
    if arm(s, piece) != LAND or not s.on_map(piece) or not engaged(s, piece):
        return []
    stack = land_units(s, s.side(piece))[place]
    if not all(cut_off(s, one) for one in stack):
        return []
    message = msg("{piece} is surrounded and stays.", piece=piece_ref(piece))
    return [object_to(s, message, "withdrawal", "movement", pieces=(piece,), hexes=(place,))]


class PlacedArrivals:
    """A part: who arrives is placed in regions, near places, on airfields; who is cut off stays."""

    @hookimpl
    def setup_hexes(self, s: Situation, piece: str, where: Mapping[str, Any]) -> list[str]:
        return list(placement_hexes(s, piece, where))

    @hookimpl
    def withdrawal_objections(self, s: Situation, piece: str) -> list[Objection]:
        return list(withheld(s, piece))
