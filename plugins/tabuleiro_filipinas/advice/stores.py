"""Who is placed, arrives or goes without: what is decided off the field."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tabuleiro.rules.arrivals.setup import Place, placement_hexes
from tabuleiro.rules.ground.land_units import AIR, LAND, arm, land_at
from tabuleiro.rules.ground.movement_phase import EndPhase
from tabuleiro.rules.ground.zones import enemy_zone
from tabuleiro_filipinas.advice.air_bases_choice import fronts, reached
from tabuleiro_filipinas.advice.outlook import cover_of, defender, look
from tabuleiro_filipinas.advice.submarine_stations import wanted_posts
from tabuleiro_filipinas.aircraft import SORTIED
from tabuleiro_filipinas.carrier_decks import FERRY, ChangeShip
from tabuleiro_filipinas.reinforcements import SendTo
from tabuleiro_filipinas.sea_lanes import chart
from tabuleiro_filipinas.supply_allotment import GoWithout

if TYPE_CHECKING:
    from tabuleiro.engine import Action, Question, Situation
    from tabuleiro.engine.seat import Imagined

__all__ = ["arrive", "go_without", "load_decks", "place_next"]

_CROWD: Final = 0.8
_COVER: Final = 0.7
_BEACH: Final = 0.5
"""What it is worth to the defender to stand at a coast, where landings come."""


def place_next(s: Situation, side: str, decision: Question) -> Action:
    """Return where the next free piece is placed: troops in cover near to what they guard."""
    for piece in decision.pieces:
        hexes = placement_hexes(s, piece)
        if hexes and "submarine" in s.counter(piece).tags:
            posts = wanted_posts(s, side, len(_divers(s, side)))
            held = {s.place(p) for p in _divers(s, side)}
            open_ = (h for h in posts if h in hexes and h not in held)
            return Place(piece, next(open_, min(hexes)))
        if hexes:
            return Place(piece, max(hexes, key=lambda h: (_stand(s, side, piece, h), h)))
    return EndPhase()


def _divers(s: Situation, side: str) -> list[str]:
    """Return the submarines of a side, wherever they are, its dummy among them."""
    return [p for p in s.position.pieces if s.side(p) == side
            and "submarine" in s.counter(p).tags]  # fmt: skip


def _stand(s: Situation, side: str, piece: str, place: str) -> float:
    crowd = -_CROWD * len(s.at(place))
    if arm(s, piece) != LAND or side != defender(s):
        return crowd
    goals, distance = look(s, side).stakes.goals, s.board.grid.distance
    guard = sum(worth / (1 + distance(place, goal)) for goal, worth in goals.items()
                if distance(place, goal) < 6)  # fmt: skip
    return crowd + guard + _COVER * cover_of(s, place) + _BEACH * (place in chart(s).waters)


def arrive(game: Imagined, s: Situation, side: str) -> Action:
    """Return where the next reinforcement goes: a deck, or the field that reaches most."""
    hexes = fronts(s, side)
    sends = [a for a in game.legal() if isinstance(a, SendTo)]
    first = min((a.piece for a in sends), default=None)
    mine = [a for a in sends if a.piece == first]
    if first is None or arm(s, first) == LAND:
        return next((a for a in mine if a.to in s.board.grid), EndPhase())

    def worth(action: SendTo) -> tuple[bool, int, str]:
        on_deck = action.to not in s.board.boxes and action.to not in s.board.grid
        return on_deck, 0 if on_deck else reached(s, action.piece, action.to, hexes), action.to

    return max(mine, key=worth)


def load_decks(game: Imagined, s: Situation) -> Action:
    """Return which group goes aboard next: those that fly from decks and wait in a box."""
    changes = (a for a in game.legal() if isinstance(a, ChangeShip) and s.within(a.piece) is None)
    return next((a for a in changes if FERRY not in s.counter(a.piece).tags), EndPhase())


def go_without(s: Situation, side: str, decision: Question) -> Action:
    """Return who goes without supply: aircraft that stay at home, then troops that do not fight."""
    danger = enemy_zone(s, side)

    def use(piece: str) -> tuple[float, str]:
        if arm(s, piece) == AIR:
            return (5.0 if s.marked(piece, SORTIED) else 0.0), piece
        engaged = s.place(piece) in danger
        beside = len(land_at(s, s.place(piece), side)) / 10
        return (10.0 if engaged else 1.0) + s.value(piece, "attack") + beside, piece

    return GoWithout(min(decision.pieces, key=use))
