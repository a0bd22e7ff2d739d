"""Works on airfields and ports: building, repair, demolition (6.7, 6.7.1, 6.7.2).

Damage mends in two stages at the end of its holder's phase 5, sooner where construction engineers
stand. Whoever demolishes orders it among his moves; it is done when they are over (3.0-16).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final

from tabuleiro.engine import Step, Verdict, hex_ref, msg, piece_ref
from tabuleiro.engine import events as ev
from tabuleiro.engine.knowledge import Knowledge
from tabuleiro.engine.verdicts import FORM, Objection
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.clauses import object_to
from tabuleiro.rules.ground.land_units import land_at, land_pieces, land_units
from tabuleiro.rules.ground.special_moves import SpecialMove
from tabuleiro.rules.victory.control import controller
from tabuleiro_filipinas.air_bases import (
    BUILT,
    DAMAGE,
    field_limits,
    is_damaged,
    owner,
)
from tabuleiro_filipinas.air_bombing import damage_field, damaged_since, forget_damage
from tabuleiro_filipinas.moments import Moment
from tabuleiro_filipinas.parameters.air import FieldTerms
from tabuleiro_filipinas.parameters.sea import PortTerms
from tabuleiro_filipinas.ports import PORT_DESTROYED, ReopenPorts, destroy_port, printed_ports
from tabuleiro_filipinas.weather import MONSOON, weather_at

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tabuleiro.engine import Action, Change, Situation
    from tabuleiro.engine.glance import Glance

__all__ = ["AirWorks", "BuildField", "DemolishField", "DemolishPort", "LeaveDamaged", "SpareSite"]

_STOOD: Final = "engineers-since"
"""The fact of each engineer unit: where it stands, since which turn; its side alone knows it."""
_ORDERED: Final = "demolitions"
"""The fact of what is to be demolished when the moves are over; its side alone knows it."""
_BUILDS, _PORTS = "builds-airfield", "repairs-port"
_BASE = "base"
_NO_DEMOLITION = "no-demolition"
_DEMOLISHES_FIELDS: Final = "jp"


# ------------------------------------------------------------------------------ engineers


def _engineers(s: Situation, side: str, tag: str) -> Iterator[str]:
    for pieces in land_units(s, side).values():
        yield from (p for p in pieces if tag in s.counter(p).tags)


def _since(s: Situation, piece: str) -> int | None:
    """Return since which turn an intact engineer unit has stood where it is, None if it has not."""
    noted = s.position.facts.get(_STOOD, {}).get(piece)
    if noted is None or noted[0] != s.place(piece) or s.piece(piece).losses:
        return None
    return int(noted[1])


class NoteEngineers(Step, frozen=True):
    """A side has moved: it is noted where its intact engineers stand."""

    side: str

    def run(self, change: Change) -> None:
        """Note where each one is, and since when."""
        change.finish()
        before = change.position.facts.get(_STOOD, {})
        now = {p: noted for p, noted in before.items() if change.side(p) != self.side}
        mine = dict.fromkeys((*_engineers(change, self.side, _BUILDS),
                              *_engineers(change, self.side, _PORTS)))  # fmt: skip
        for piece in mine:
            if not change.piece(piece).losses:
                since = _since(change, piece)
                now[piece] = [change.place(piece), change.turn if since is None else since]
        if now != before:
            change.emit(ev.FactSet(_STOOD, dict(sorted(now.items())) or None))


class BuildField(SpecialMove, frozen=True):
    """Put an airfield where construction engineers have stood since the last turn (12.3-10)."""

    needs: ClassVar[str] = "airfields"
    piece: str

    def verdict(self, s: Situation, side: str) -> Verdict:
        """Check the engineers, the ground and the weather."""
        if _BUILDS not in s.counter(self.piece).tags or s.side(self.piece) != side:
            message = msg("{piece} cannot build airfields.", piece=piece_ref(self.piece))
            return Verdict.no(message, rule="filipinas-6.7.1-1")
        return Verdict.of(list(_building_bars(s, self.piece)))

    def carry_out(self, change: Change) -> None:
        """Put it there; it serves at once."""
        place = change.place(self.piece)
        change.emit(ev.PlaceMarked(place, (BUILT,)))
        words = {"piece": piece_ref(self.piece), "hex": hex_ref(place)}
        change.say(msg("{piece} has built an airfield in {hex}.", **words), "filipinas-6.7.1-1")


def _building_bars(s: Situation, piece: str) -> Iterator[Objection]:
    place = s.place(piece)
    about = {"pieces": (piece,), "hexes": (place,)}
    if _BASE not in s.module.terrain[s.board.terrain_at(place)].tags:
        message = msg("No airfield can be built on the ground of {hex}.", hex=hex_ref(place))
        yield Objection(message, "filipinas-6.7.1-1", "supply", **about)
    if any(place in s.board.regions[one].hexes for one in s.terms(FieldTerms).barred_regions):
        message = msg("No airfield is ever built in {hex}.", hex=hex_ref(place))
        yield object_to(s, message, "no-field", "supply", **about)
    if place in field_limits(s):
        message = msg("There is an airfield in {hex} already.", hex=hex_ref(place))
        yield Objection(message, "filipinas-6.7.1-3", FORM, **about)
    since = _since(s, piece)
    if s.piece(piece).losses:
        message = msg("{piece} has losses; only intact engineers build.", piece=piece_ref(piece))
        yield Objection(message, "filipinas-6.7.1-2", "supply", **about)
    elif since is None or s.turn - since < s.terms(FieldTerms).build:
        message = msg("{piece} has not stood in {hex} since the last turn.",
                      piece=piece_ref(piece), hex=hex_ref(place))  # fmt: skip
        yield Objection(message, "filipinas-6.7.1-1", "supply", **about)
    if weather_at(s, place) == MONSOON:
        message = msg("Nothing is built in the monsoon.")
        yield Objection(message, "filipinas-6.7.1-6", "supply", **about)


# ------------------------------------------------------------------------------ repair


class RepairByEngineers(Step, frozen=True):
    """The turn of a side begins: what its engineers have worked on long enough is whole again."""

    side: str

    def run(self, change: Change) -> None:
        """Repair airfields, then ports."""
        change.finish()
        for piece in _engineers(change, self.side, _BUILDS):
            place, since = change.place(piece), _since(change, piece)
            if since is None or not is_damaged(change, place):
                continue
            begun = max(since, damaged_since(change, place))
            dry = weather_at(change, place) != MONSOON
            if dry and change.turn - begun >= change.terms(FieldTerms).repair_by_engineers:
                change.reveal()  # that these are engineers, and were here before
                _mend(change, place, "filipinas-6.7.2-2")
        for piece in _engineers(change, self.side, _PORTS):
            place, since = change.place(piece), _since(change, piece)
            ruined = change.place_marked(place, PORT_DESTROYED)
            if since is None or not ruined or controller(change, place) != self.side:
                continue
            if change.turn - since >= change.terms(PortTerms).repair:
                change.reveal()
                change.emit(ev.PlaceMarked(place, remove=(PORT_DESTROYED,)))
                message = msg("The port of {hex} works again.", hex=hex_ref(place))
                change.say(message, "filipinas-6.3.4-4")


def _mend(change: Change, place: str, rule: str) -> None:
    marks = change.position.marks.get(place, ())
    gone = tuple(mark for mark in marks if mark in DAMAGE)
    change.emit(ev.PlaceMarked(place, remove=gone))
    forget_damage(change, place)
    change.say(msg("The airfield of {hex} works again.", hex=hex_ref(place)), rule)


class MendFields(Step, frozen=True):
    """A side has moved: damage of its airfields mends by one stage; not in the monsoon (6.7.2).

    Clauses: 6.7.2-3, 12.3-10.
    """

    side: str

    def run(self, change: Change) -> None:
        """Turn markers 2 into 1, and take off 1 when two turns have passed."""
        change.finish()
        for place in sorted(change.position.marks):
            if not is_damaged(change, place) or owner(change, place) != self.side:
                continue
            if weather_at(change, place) != MONSOON and _is_due(change, place):
                self._step(change, place)

    def _step(self, change: Change, place: str) -> None:
        if ("neglect", place) in _orders(change, self.side):
            change.reveal()  # what was ordered in secret shows by the marker that stays
        elif change.place_marked(place, DAMAGE[0]):
            change.emit(ev.PlaceMarked(place, (DAMAGE[1],), (DAMAGE[0],)))
            change.say(msg("The airfield of {hex} is half repaired.", hex=hex_ref(place)),
                       "filipinas-6.7.2-1")  # fmt: skip
        else:
            _mend(change, place, "filipinas-6.7.2-1")


def _is_due(s: Situation, place: str) -> bool:
    """Return whether a damaged airfield mends by a stage at the end of these moves."""
    if s.place_marked(place, DAMAGE[0]):
        return True
    return s.turn - damaged_since(s, place) >= s.terms(FieldTerms).repair


# ------------------------------------------------------------------------------ demolition


def _orders(s: Situation, side: str) -> tuple[tuple[str, str], ...]:
    """Return what a side has ordered to be demolished: what it is, and where."""
    return tuple((what, hex) for what, hex in s.position.facts.get(_ORDERED, {}).get(side, ()))


def _order(change: Change, side: str, orders: tuple[tuple[str, str], ...]) -> None:
    known = dict(change.position.facts.get(_ORDERED, {}))
    known[side] = sorted([what, hex] for what, hex in orders)
    left = {one: todo for one, todo in sorted(known.items()) if todo}
    change.emit(ev.FactSet(_ORDERED, left or None))


class _Demolish(SpecialMove, frozen=True):
    """Order something to be demolished when the moves are over."""

    abstract: ClassVar[bool] = True
    needs: ClassVar[str] = "airfields"
    what: ClassVar[str] = ""
    hex: str

    def verdict(self, s: Situation, side: str) -> Verdict:
        """Return whether it may be."""
        if (self.what, self.hex) in _orders(s, side):
            return Verdict.no(msg("That is ordered already."), rule=_CLAUSES[self.what])
        return Verdict.of(list(_BARS[self.what](s, side, self.hex)))

    def carry_out(self, change: Change) -> None:
        """Note it."""
        side = str(getattr(change.position.top, "side", ""))
        _order(change, side, (*_orders(change, side), (self.what, self.hex)))

    def told(self, glance: Glance) -> Action | None:
        """Nobody else knows before it is done."""
        del glance
        return None


class DemolishField(_Demolish, frozen=True):
    """Demolish an airfield that troops of one's own occupy (6.7.1-5)."""

    what = "field"


class DemolishPort(_Demolish, frozen=True):
    """Destroy a port that troops of one's own occupy (6.3.4-5)."""

    what = "port"


class LeaveDamaged(_Demolish, frozen=True):
    """Leave an airfield damaged for now: its repair makes no progress in this turn (6.7.2-1)."""

    what = "neglect"


class SpareSite(SpecialMove, frozen=True):
    """Take back what was ordered of the airfield or port of a hex."""

    needs: ClassVar[str] = "airfields"
    retracts = True
    hex: str

    def verdict(self, s: Situation, side: str) -> Verdict:
        """Return whether something was ordered."""
        if any(hex == self.hex for _what, hex in _orders(s, side)):
            return Verdict.yes()
        message = msg("Nothing was ordered for {hex}.", hex=hex_ref(self.hex))
        return Verdict.no(message, rule=_CLAUSES["field"])

    def carry_out(self, change: Change) -> None:
        """Forget it."""
        side = str(getattr(change.position.top, "side", ""))
        _order(change, side, tuple(o for o in _orders(change, side) if o[1] != self.hex))

    def told(self, glance: Glance) -> Action | None:
        """Nobody else knows of it."""
        del glance
        return None


def _occupied_bars(s: Situation, side: str, place: str, rule: str) -> Iterator[Objection]:
    if not land_at(s, place, side):
        message = msg("No land unit of yours is in {hex}.", hex=hex_ref(place))
        yield Objection(message, rule, "supply", (), (place,))


def _field_bars(s: Situation, side: str, place: str) -> Iterator[Objection]:
    rule, limits = _CLAUSES["field"], field_limits(s)
    hexes = (place,) if place in s.board.grid else ()
    if place not in limits or side != _DEMOLISHES_FIELDS:
        message = msg("{hex} has no airfield that you may demolish.", hex=hex_ref(place))
        yield Objection(message, rule, FORM if place not in limits else "supply", (), hexes)
        return
    kinds = (at.kind for at in s.board.places_at(place))
    spared = any(k in s.module.sites and _NO_DEMOLITION in s.module.sites[k].tags for k in kinds)
    if spared:
        message = msg("An air base is not demolished: {hex}.", hex=hex_ref(place))
        yield Objection(message, rule, "supply", (), hexes)
    if s.place_marked(place, DAMAGE[0]):
        message = msg("The airfield of {hex} is damaged.", hex=hex_ref(place))
        yield Objection(message, rule, FORM, (), hexes)
    yield from _occupied_bars(s, side, place, rule)


def _port_bars(s: Situation, side: str, place: str) -> Iterator[Objection]:
    rule = _CLAUSES["port"]
    hexes = (place,) if place in s.board.grid else ()
    if place not in printed_ports(s) or s.place_marked(place, PORT_DESTROYED):
        message = msg("There is no port to destroy in {hex}.", hex=hex_ref(place))
        yield Objection(message, rule, FORM, (), hexes)
        return
    yield from _occupied_bars(s, side, place, rule)


def _neglect_bars(s: Situation, side: str, place: str) -> Iterator[Objection]:
    if not is_damaged(s, place) or owner(s, place) != side:
        message = msg("There is no damaged airfield of yours in {hex}.", hex=hex_ref(place))
        yield Objection(message, _CLAUSES["neglect"], FORM)


_BARS: Final = {"field": _field_bars, "port": _port_bars, "neglect": _neglect_bars}
_CLAUSES: Final = {"field": "filipinas-6.7.1-5", "port": "filipinas-6.3.4-5",
                   "neglect": "filipinas-6.7.2-1"}  # fmt: skip


class CarryOutDemolitions(Step, frozen=True):
    """A side has moved: what it ordered to be demolished is, where its troops still are."""

    side: str

    def run(self, change: Change) -> None:
        """Do it, and tell it."""
        change.finish()
        orders = _orders(change, self.side)
        if not orders:
            return
        _order(change, self.side, ())
        for what, place in orders:
            if what == "neglect" or any(_BARS[what](change, self.side, place)):
                continue
            change.reveal()
            if what == "port":
                destroy_port(change, place)
            else:
                damage_field(change, place, _CLAUSES["field"])


# ------------------------------------------------------------------------------ the part


def _own(s: Situation, viewer: str, fact: str) -> Mapping[str, Any] | None:
    told = s.position.facts[fact]
    if fact == _ORDERED:
        return {side: todo for side, todo in told.items() if side == viewer} or None
    return {piece: noted for piece, noted in told.items() if s.side(piece) == viewer} or None


class AirWorks:
    """A part: airfields and ports are built, repaired, demolished."""

    @hookimpl
    def special_moves(self, s: Situation, side: str, piece: str | None) -> list[SpecialMove]:
        mine = (p for _place, p in land_pieces(s, side, piece))
        builders = (p for p in mine if _BUILDS in s.counter(p).tags)
        found: list[SpecialMove] = [BuildField(p) for p in builders]
        if piece is not None:
            return found
        held = land_units(s, side)
        fields = (h for h in field_limits(s) if h in held)
        if side == _DEMOLISHES_FIELDS:
            found += [DemolishField(hex) for hex in fields]
        found += [DemolishPort(hex) for hex in printed_ports(s) if hex in held]
        hurt = (h for h in field_limits(s) if is_damaged(s, h) and owner(s, h) == side)
        found += [LeaveDamaged(hex) for hex in hurt]
        found += [SpareSite(hex) for hex in dict.fromkeys(h for _w, h in _orders(s, side))]
        return found

    @hookimpl
    def steps_at(self, s: Situation, moment: Moment, side: str) -> list[Step]:
        steps: dict[Moment, list[Step]] = {
            Moment.HALF_TURN: [RepairByEngineers(side)],
            Moment.SAILING: [ReopenPorts(side)],
            Moment.WORKS: [MendFields(side), CarryOutDemolitions(side), NoteEngineers(side)],
        }
        return steps.get(moment, [])

    @hookimpl
    def knowledge(self, s: Situation, viewer: str) -> list[Knowledge]:
        known: dict[str, Any] = {
            fact: _own(s, viewer, fact) for fact in (_STOOD, _ORDERED) if fact in s.position.facts
        }
        return [Knowledge(facts=known)] if known else []
