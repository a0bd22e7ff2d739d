"""The first wave: it stands on its beaches before anybody moves in the first turn (12.1.3)."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from tabuleiro.engine import Asked, Decision, Objection, Step, Verdict, hex_ref, msg, piece_ref
from tabuleiro.engine import events as ev
from tabuleiro.rules.arrivals.out_of_contact import note_contact
from tabuleiro.rules.arrivals.placement_hexes import hexes_where
from tabuleiro.rules.arrivals.setup import Place
from tabuleiro.rules.clauses import clause, object_to
from tabuleiro.rules.ground.board_edges import arrivals
from tabuleiro.rules.ground.movement_phase import move_marks
from tabuleiro.rules.ground.special_moves import ASSAULT
from tabuleiro.rules.ground.stacking import limit, stacking_objection
from tabuleiro.rules.recon.covered import covered
from tabuleiro.rules.victory.objectives import take_path
from tabuleiro_leyte.parameters import FirstWaveTerms

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tabuleiro.engine import Action, Change, Situation

__all__ = ["FirstWave", "in_first_wave", "landing_price"]

Beach = frozenset[str]


def in_first_wave(s: Situation, arrival: Any) -> bool:
    """Return whether a reinforcement is part of the landings that begin the match."""
    where = getattr(arrival, "where", None) or {}
    turn = s.terms(FirstWaveTerms).turn
    return bool(where.get("landing") == "assault" and arrival.turn == turn)


def landing_price(s: Situation, piece: str, place: str) -> int:
    """Return the half points that a unit of the first wave pays for the hex in which it lands."""
    if s.option("first-wave") != "pays":
        return 0
    terrain = s.module.terrain[s.board.terrain_at(place)]
    return terrain.cost[str(s.counter(piece).movement_class)] or 0


class FirstWave(Step, frozen=True):
    """The movement of a side begins; in the first turn its first wave goes ashore, all of it."""

    side: str
    begun: bool = False

    def asked(self, s: Situation) -> Asked | None:
        """Ask the side, once its movement has begun."""
        return Asked(self.side) if self.begun and _waiting(s, self.side) else None

    def decision(self, s: Situation) -> Decision | None:
        """Ask for the hex of each unit."""
        waiting = _waiting(s, self.side) if self.begun else {}
        if not waiting:
            return None
        owed = [msg("{piece} is not placed yet.", piece=piece_ref(piece)) for piece in waiting]
        return Decision(
            self.side,
            msg("Land your first wave."),
            clause(s, "first-wave"),
            pieces=tuple(waiting),
            hexes=tuple(sorted(frozenset[str]().union(*waiting.values()))),
            actions=("place",),
            obligations=tuple(owed),
        )

    def run(self, change: Change) -> None:
        """Begin as every movement does; when nobody waits any more, the side moves."""
        if self.begun:
            change.finish()
        else:
            change.emit(ev.Cleared(move_marks(change)))
            change.replace(replace(self, begun=True))

    def told(self, s: Situation, viewer: str) -> Step | None:
        """Whether units still wait may hang on what the others do not see."""
        return None if viewer != self.side and covered(s, viewer) else self

    def legal(
        self, s: Situation, *, piece: str | None = None, hex: str | None = None
    ) -> Iterable[Action]:
        """List the hexes of each unit."""
        for one, beach in _waiting(s, self.side).items():
            for place in sorted(beach) if piece in {None, one} else ():
                if hex in {None, place} and not _faults(s, one, place):
                    yield Place(one, place)

    def check(self, s: Situation, action: Action) -> Verdict:
        """Check that the unit lands on its beach, with room for itself and for the others."""
        if not isinstance(action, Place):
            return super().check(s, action)
        if action.hex in _waiting(s, self.side).get(action.piece, ()):
            return Verdict.of(_faults(s, action.piece, action.hex))
        message = msg("{piece} cannot land in {hex}.", piece=piece_ref(action.piece),
                      hex=hex_ref(action.hex))  # fmt: skip
        return Verdict.no(message, rule=clause(s, "first-wave"))

    def act(self, change: Change, action: Action) -> None:
        """Put the unit ashore; it has made an assault landing (10.0-4), and pays for the hex."""
        assert isinstance(action, Place)  # noqa: S101 - checked
        cost = landing_price(change, action.piece, action.hex)
        change.emit(ev.Moved(action.piece, action.hex, (action.hex,), cost))
        change.emit(ev.Marked(action.piece, (ASSAULT,)))
        take_path(change, action.piece, (action.hex,), "sea")
        note_contact(change, action.piece)


def _waiting(s: Situation, side: str) -> Mapping[str, Beach]:
    """Return the units that have to land now, with the hexes of their beach.

    A unit whose beach others fill is not among them: it enters as the side moves.
    """
    return s.cache_here(("first-wave", side), lambda: _find_waiting(s, side))


def _find_waiting(s: Situation, side: str) -> dict[str, Beach]:
    if s.turn != s.terms(FirstWaveTerms).turn:
        return {}
    enemies = s.occupied(s.enemy(side))
    wave = (item for item in arrivals(s, side).items() if in_first_wave(s, item[1]))
    beaches = {
        piece: frozenset(hexes_where(s, arrival.where) or ()).difference(enemies)
        for piece, arrival in wave
    }
    return {p: beach for p, beach in beaches.items() if any(_room(s, side, h) for h in beach)}


def _room(s: Situation, side: str, place: str) -> int:
    return max(0, limit(s, side, place) - len(s.at(place)))


def _faults(s: Situation, piece: str, place: str) -> list[Objection]:
    """Return why a unit may not take a hex of its beach."""
    crowd = stacking_objection(s, piece, place)
    if crowd is not None:
        return [crowd]
    waiting = dict(_waiting(s, s.side(piece)))
    short = _short(s, waiting, "")
    del waiting[piece]
    if short or not _short(s, waiting, place):
        return []
    message = msg("With {piece} in {hex} there is no room for all on the beaches.",
                  piece=piece_ref(piece), hex=hex_ref(place))  # fmt: skip
    return [object_to(s, message, "first-wave", "stacking", pieces=(piece,), hexes=(place,))]


def _short(s: Situation, waiting: Mapping[str, Beach], taken: str) -> bool:
    """Return whether some units that wait find no room, with one more in the hex ``taken``.

    Everybody does if no few of their beaches get more units than their hexes hold together.
    """
    groups = Counter(waiting.values())
    side = s.side(next(iter(waiting))) if waiting else ""
    for size in range(1, len(groups) + 1):
        for some in combinations(groups, size):
            hexes = frozenset[str]().union(*some)
            room = sum(_room(s, side, place) for place in hexes) - (taken in hexes)
            if sum(groups[beach] for beach in some) > room:
                return True
    return False
