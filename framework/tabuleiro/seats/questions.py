"""Questions that a seat answers by the rules: all of what the seat believes, none of the truth.

Each is a function of a belief. Its other arguments are plain values, its answer is data.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from tabuleiro.engine.knowledge import Level
from tabuleiro.engine.seat import SeatError
from tabuleiro.i18n import _
from tabuleiro.rules.air.air_points import air_points
from tabuleiro.rules.air.flights import Flight
from tabuleiro.rules.combat import preview as _preview
from tabuleiro.rules.combat.draft import Draft
from tabuleiro.rules.combat.losses import life
from tabuleiro.rules.combat.no_way_back import NoWayBack, no_way_back
from tabuleiro.rules.combat.odds import odds_of, table_of
from tabuleiro.rules.ground import board_edges as _edges
from tabuleiro.rules.ground.movement_points import profile
from tabuleiro.rules.ground.zones import zone
from tabuleiro.rules.recon.line_of_sight import line_of_sight
from tabuleiro.rules.recon.secrecy import battle_in_progress
from tabuleiro.rules.sea import afloat as _afloat
from tabuleiro.rules.supply.supply_view import SupplyLine, SupplyStock
from tabuleiro.rules.victory.scoring import score as _score
from tabuleiro.seats.previews import tell_battle
from tabuleiro.seats.why import way

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from tabuleiro.board.sight_lines import SightLine
    from tabuleiro.engine import Message
    from tabuleiro.engine.eyes import Belief
    from tabuleiro.rules.combat.battle import Battle, Odds
    from tabuleiro.rules.combat.preview import Journey
    from tabuleiro.rules.combat.reckoning import Reckoning
    from tabuleiro.rules.victory.scoring import ScoreLine

__all__ = ["QUESTIONS", "Drafted", "Flight", "SupplyLine", "SupplyStock", "answer"]


def _score_lines(belief: Belief) -> tuple[ScoreLine, ...]:
    """The lines of the score if the match ended now."""
    return _score(belief.s)


def _zones(belief: Belief, of: str) -> frozenset[str]:
    """The hexes in the zones of a side."""
    return frozenset(zone(belief.s, of))


def _journeys(belief: Belief, piece: str) -> tuple[Journey, ...]:
    """Where a piece could go if it moved now; nothing if its values are not known."""
    if belief.level(piece) < Level.STATE:
        return ()
    return _preview.journeys(belief.s, piece)


def _points(belief: Belief, piece: str) -> tuple[int, int]:
    """The half points that a piece has for its movement, and those that it has spent."""
    return profile(belief.s, piece).points, belief.s.piece(piece).spent


def _supply(belief: Belief, piece: str) -> SupplyLine | None:
    """How a piece is supplied; None if it needs none."""
    return belief.s.rules.supply_line(s=belief.s, piece=piece)


def _supply_stock(belief: Belief) -> SupplyStock | None:
    """What feeds the own side and who would go without now; None if nothing is given out."""
    return belief.s.rules.supply_stock(s=belief.s, side=belief.viewer) if belief.viewer else None


def _flights(belief: Belief) -> tuple[Flight, ...]:
    """Who is in the air."""
    return tuple(belief.s.rules.flights(s=belief.s))


def _range(belief: Belief, piece: str, far: int) -> Collection[str]:
    """The hexes at most so far from a piece, as its fire counts them; none from off the board."""
    s = belief.s
    found = s.rules.range_hexes(s=s, piece=piece, far=far)
    if found is not None:
        return found
    place = s.whereabouts(piece)
    return s.board.grid.within(place, far) if place in s.board.grid else ()


def _notes(belief: Belief, hex: str) -> tuple[Message, ...]:
    """What else a player should know of a hex."""
    return tuple(belief.s.rules.hex_notes(s=belief.s, hex=hex))


def _states(belief: Belief, piece: str) -> tuple[str, ...]:
    """States of a piece that follow from the position; of others' pieces none is told."""
    s = belief.s
    if belief.viewer not in {"", s.side(piece)} or not s.on_map(piece):
        return ()
    return tuple(s.rules.piece_states(s=s, piece=piece))


def _reckonings(belief: Belief) -> tuple[Reckoning, ...]:
    """Sums that dice are about to decide and that are no ground combat."""
    return tuple(belief.s.rules.reckonings(s=belief.s))


def _declared(belief: Belief) -> Battle | None:
    """The battle that is being declared, as far as it is known."""
    return _preview.declared(belief.s)


def _battle(belief: Belief) -> Battle | None:
    """The battle that was announced last and is not over."""
    return battle_in_progress(belief.s)


def _odds(belief: Belief, battle: Battle) -> Odds:
    """The sum of a battle by what is believed."""
    return odds_of(belief.s, battle)


def _tell_battle(belief: Belief, battle: Battle) -> dict[str, Any]:
    """A battle as a preview, without what is sealed."""
    return tell_battle(belief, battle, declared=True)


def _life(belief: Belief, piece: str) -> int:
    """How many losses eliminate a piece, as far as it is known."""
    return life(belief.s, piece)


def _no_way_back(belief: Belief, battle: Battle) -> tuple[NoWayBack, ...]:
    """Whom a retreat would destroy or cost a loss: of each side whose pieces are known."""
    known = lambda piece: belief.level(piece) >= Level.IDENTITY  # noqa: E731 - it is handed on
    if battle.kind != "assault":
        return ()
    sides = (battle.defenders, battle.attackers)
    told = frozenset(piece for side in sides if all(map(known, side)) for piece in side)
    return tuple(each for each in no_way_back(belief.s, battle) if told.issuperset(each.pieces))


def _table(belief: Belief, battle: Battle, odds: Odds) -> Any:
    """The table on which a battle is decided."""
    return table_of(belief.s, battle, odds)


def _exits(belief: Belief, of: str) -> Mapping[str, Any]:
    """By which stretches of edge pieces of a side may leave, by hex."""
    return _edges.exit_edges(belief.s, of)


def _arrivals(belief: Belief, of: str) -> Mapping[str, Any]:
    """The pieces of a side that may enter now, each with its reinforcement."""
    return _edges.arrivals(belief.s, of)


def _afloat_off(belief: Belief) -> Mapping[str, str]:
    """The pieces that are about to land, each with the hex that it will attack."""
    s = belief.s
    pieces = (piece for of in s.module.sides for piece in _afloat.afloat(s, of))
    return {piece: hex for piece in pieces if (hex := _afloat.beachhead(s, piece)) is not None}


def _draft(belief: Belief) -> Drafted | None:
    """What is committed so far to what is being declared, and the air points that are left."""
    s, top = belief.s, belief.s.position.top
    if not isinstance(top, Draft):
        return None
    return Drafted(tuple(top.committed()), top.points(), air_points(s, top.owner()))


def _way(belief: Belief, piece: str, place: str) -> tuple[str, ...]:
    """The way that a piece would take to a place if it had points enough."""
    return way(belief.s, piece, place)


def _thread(belief: Belief, here: str, there: str) -> SightLine:
    """The line of sight from a place to another: what it crosses, and what stops it."""
    return line_of_sight(belief.s, here, there)


class Drafted(msgspec.Struct, frozen=True):
    """A declaration in progress: pieces, air points, and those that are left."""

    pieces: tuple[str, ...]
    air: int
    left: int


QUESTIONS: Final[Mapping[str, Callable[..., Any]]] = {
    "score": _score_lines,
    "zones": _zones,
    "journeys": _journeys,
    "points": _points,
    "supply": _supply,
    "supply-stock": _supply_stock,
    "flights": _flights,
    "range": _range,
    "notes": _notes,
    "states": _states,
    "reckonings": _reckonings,
    "declared": _declared,
    "battle": _battle,
    "odds": _odds,
    "tell-battle": _tell_battle,
    "no-way-back": _no_way_back,
    "life": _life,
    "table": _table,
    "exits": _exits,
    "arrivals": _arrivals,
    "afloat": _afloat_off,
    "draft": _draft,
    "way": _way,
    "thread": _thread,
}
"""What may be asked, by name."""


def answer(belief: Belief, what: str, about: Mapping[str, Any]) -> Any:
    """Return the answer to a question.

    >>> answer(None, "weather", {})
    Traceback (most recent call last):
    tabuleiro.engine.seat.SeatError: Nobody answers the question weather.
    """
    question = QUESTIONS.get(what)
    if question is None:
        raise SeatError(_("Nobody answers the question {what}.").format(what=what))
    return question(belief, **about)
