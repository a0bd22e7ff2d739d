"""Sealift: land pieces go from coast to coast, friendly or hostile (4.2.4, 4.2.5).

``rules: naval_transport`` says how many in a turn and what it costs. Onto a shore that its side
holds the voyage is a plain transport; any other landing is an assault, for some types only. If the
enemy stands there the piece waits afloat and fights in the combat phase for the hex. Nobody lands
at a supply base of his side that enemy ships close.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from tabuleiro.engine import OFF, Verdict, hex_ref, msg, piece_ref
from tabuleiro.engine import events as ev
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.clauses import clause, object_to
from tabuleiro.rules.ground.land_units import holds_ground, land_pieces, land_units
from tabuleiro.rules.ground.movement_points import (
    MOVED,
    points_left,
    price_to_embark,
    too_few_points,
)
from tabuleiro.rules.ground.special_moves import ASSAULT, BY_SEA, SpecialMove
from tabuleiro.rules.ground.stacking import full_hexes, limit, stacking_objection
from tabuleiro.rules.sea.afloat import afloat, afloat_mark
from tabuleiro.rules.sea.ashore import assaulter
from tabuleiro.rules.victory.control import controller
from tabuleiro.rules.victory.objectives import take_path
from tabuleiro_papua.coasts import (
    NavalTransportTerms,
    closed_to,
    holds_shore,
    never_in,
    ports,
    shore_objections,
)
from tabuleiro_papua.supply_bases import base_at, blocked_base

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.engine import Change, Situation
    from tabuleiro.engine.verdicts import Objection

__all__ = [
    "Sail",
    "SeaTransport",
    "come_to_shore",
    "landing_objections",
    "sailed",
    "sails",
    "slots_left",
]


class Sail(SpecialMove, frozen=True):
    """Go by sea with a land piece, from its coast hex to another one."""

    needs: ClassVar[str] = "naval_transport"
    piece: str
    hex: str

    def verdict(self, s: Situation, side: str) -> Verdict:
        """Return whether the piece may sail there, with every reason why not."""
        if self.hex in _goals(s, self.piece):
            return Verdict.yes()
        if not holds_ground(s, self.piece) or not s.on_map(self.piece):
            message = msg("{piece} cannot go by sea.", piece=piece_ref(self.piece))
            return Verdict.no(message, rule=clause(s, "naval-transport"))
        if self.hex not in s.board.grid or self.hex == s.place(self.piece):
            message = msg("{hex} is not another coastal hex.", hex=hex_ref(self.hex))
            return Verdict.no(message, rule=clause(s, "naval-transport"))
        faults = [
            *_departure(s, self.piece),
            *shore_objections(s, side, self.hex),
            *never_in(s, self.piece, self.hex),
            *landing_objections(s, self.piece, self.hex),
        ]
        return Verdict.of(faults)

    def carry_out(self, change: Change) -> None:
        """Pay, embark and disembark, or stay afloat until the combat phase."""
        change.say(
            msg("{piece} sails to {hex}.", piece=piece_ref(self.piece), hex=hex_ref(self.hex)),
            clause(change, "naval-transport"),
        )
        cost = voyage_price(change, self.piece)
        change.emit(ev.Marked(self.piece, (BY_SEA, MOVED)))
        come_to_shore(change, self.piece, self.hex, cost)


def come_to_shore(change: Change, piece: str, place: str, cost: int = 0) -> bool:
    """Land a piece, or let it wait afloat if the enemy is there; return whether by assault."""
    side = change.side(piece)
    contested = place in land_units(change, change.enemy(side))
    assault = not holds_shore(change, side, place)
    if assault:
        marks = (ASSAULT, afloat_mark(place)) if contested else (ASSAULT,)
        change.emit(ev.Marked(piece, marks))
        change.say(
            msg("{piece} makes an assault landing in {hex}.",
                piece=piece_ref(piece), hex=hex_ref(place)),
            clause(change, "assault-landing"),
        )  # fmt: skip
    if not contested:
        change.emit(ev.Moved(piece, place, (place,), cost))
        take_path(change, piece, (place,), "sea")
    elif change.place(piece) != OFF:
        change.emit(ev.Moved(piece, OFF, (), cost))
    return assault


def voyage_price(s: Situation, piece: str) -> int:
    """Return the half points of a voyage: to break contact, to embark and to disembark."""
    terms = s.terms(NavalTransportTerms)
    return price_to_embark(s, piece) + 2 * (terms.embark + terms.disembark)


def sailed(s: Situation, side: str) -> int:
    """Return how many pieces of a side used naval transport in this turn."""
    return s.cache_here(("sailed", side), lambda: sum(
        BY_SEA in state.marks and s.side(piece) == side
        for piece, state in s.position.pieces.items()
    ))  # fmt: skip


def slots_left(s: Situation, side: str) -> int:
    """Return how many pieces of a side may still use naval transport in this turn."""
    return s.terms(NavalTransportTerms).units - sailed(s, side)


# why not


def _departure(s: Situation, piece: str) -> Iterator[Objection]:
    """Yield reasons why a piece may not embark where it is."""
    place, about = s.place(piece), (piece,)
    if place not in ports(s):
        message = msg("{piece} cannot embark in {hex}.", piece=piece_ref(piece), hex=hex_ref(place))
        yield object_to(s, message, "coast", "movement", pieces=about, hexes=(place,))
    if controller(s, place) != s.side(piece):
        message = msg("{hex} is not under your control.", hex=hex_ref(place))
        yield object_to(s, message, "own-coast", "movement", pieces=about, hexes=(place,))
    if s.marked(piece, BY_SEA):
        message = msg("{piece} has gone by sea in this turn.", piece=piece_ref(piece))
        yield object_to(s, message, "one-transport", "movement", pieces=about)
    elif slots_left(s, s.side(piece)) <= 0:
        message = msg("{n} units have already gone by sea this turn.", n=sailed(s, s.side(piece)))
        yield object_to(s, message, "naval-transport", "movement", pieces=about)
    yield from s.rules.move_objections(s=s, piece=piece)
    left, need = points_left(s, piece), voyage_price(s, piece)
    if need > left:
        message = too_few_points(piece, need, left)
        yield object_to(s, message, "transport-cost", "movement", pieces=about)


def landing_objections(s: Situation, piece: str, place: str) -> Iterator[Objection]:
    """Yield reasons why a piece may not land in a hex, whoever holds it."""
    side = s.side(piece)
    yield from _closed_base(s, side, place)
    if not holds_shore(s, side, place) and not assaulter(s, piece):
        message = msg("{piece} cannot make an assault landing in {hex}.",
                      piece=piece_ref(piece), hex=hex_ref(place))  # fmt: skip
        yield object_to(s, message, "assault-types", "movement", pieces=(piece,), hexes=(place,))
    if place not in land_units(s, s.enemy(side)):
        crowd = stacking_objection(s, piece, place)
        if crowd is not None:
            yield crowd
    elif _crowded_afloat(s, side, place):
        message = msg("As many units as {hex} holds are about to land there.", hex=hex_ref(place))
        yield object_to(s, message, "stacking", "stacking", hexes=(place,))


def _closed_base(s: Situation, side: str, place: str) -> Iterator[Objection]:
    if base_at(s, place) == side and blocked_base(s, place):
        message = msg("Enemy ships close the supply base of {hex}.", hex=hex_ref(place))
        yield object_to(s, message, "blocked-landing", "movement", hexes=(place,))


def _crowded_afloat(s: Situation, side: str, place: str) -> bool:
    return len(afloat(s, side, place)) >= limit(s, side, place)


# where to


def sails(s: Situation, side: str, piece: str | None) -> Iterator[Sail]:
    """Yield the voyages that land pieces of a side may make."""
    if slots_left(s, side) <= 0:
        return
    quays = ports(s)
    for place, one in land_pieces(s, side, piece):
        if place in quays:
            yield from _voyages(s, one, _goals(s, one))


def _voyages(s: Situation, piece: str, goals: frozenset[str]) -> tuple[Sail, ...]:
    return s.cache_by_basis(
        ("voyages", piece), goals, lambda: tuple(Sail(piece, h) for h in sorted(goals))
    )


def _goals(s: Situation, piece: str) -> frozenset[str]:
    """Return the hexes to which a piece may sail now."""
    return s.cache_here(("voyage-goals", piece), lambda: _find_goals(s, piece))


def _find_goals(s: Situation, piece: str) -> frozenset[str]:
    state = s.position.pieces.get(piece)
    if state is None or state.place not in s.board.grid or not holds_ground(s, piece):
        return frozenset()
    if any(_departure(s, piece)):
        return frozenset()
    plain, assault = _shores(s, s.side(piece))
    goals = plain | assault if assaulter(s, piece) else plain
    return goals - closed_to(s, piece) - {state.place}


def _shores(s: Situation, side: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return where a side may land now: on its own shores, and by assault."""
    return s.cache_here(("shores", side), lambda: _find_shores(s, side))


def _find_shores(s: Situation, side: str) -> tuple[frozenset[str], frozenset[str]]:
    crowded, enemies = full_hexes(s, side), land_units(s, s.enemy(side))
    open_now = s.cache_by_basis(("open-shores", side), s.turn, lambda: frozenset(
        h for h in ports(s) if not any(shore_objections(s, side, h))
    ))  # fmt: skip
    room = {
        h for h in open_now
        if (not _crowded_afloat(s, side, h) if h in enemies else h not in crowded)
    }  # fmt: skip
    mine = frozenset(h for h in room if holds_shore(s, side, h))
    plain = frozenset(h for h in mine if not any(_closed_base(s, side, h)))
    return plain, frozenset(room) - mine


class SeaTransport:
    """A part: land pieces go by sea, some against a coast that the enemy holds."""

    @hookimpl
    def special_moves(self, s: Situation, side: str, piece: str | None) -> list[SpecialMove]:
        return list(sails(s, side, piece))
