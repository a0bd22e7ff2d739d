"""Points: what is destroyed, what is left, what was not used (15.2.1, 15.2.2).

A ship that was rebuilt and is sunk again counts again. What of all this counts in a scenario its
option ``counted`` says.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tabuleiro.engine import DEAD, msg
from tabuleiro.engine import events as ev
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.clauses import clause
from tabuleiro.rules.ground.land_units import holds_ground, land_units
from tabuleiro.rules.sequence.pools import track
from tabuleiro.rules.victory.scoring import ScoreLine
from tabuleiro_filipinas.fusion import FUSED
from tabuleiro_filipinas.parameters.course import ScoringTerms, SideScore

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tabuleiro.engine import Change, Message, Situation

__all__ = ["Score", "note_rebuilt"]

_REBUILT: Final = "rebuilt"
_SHIPS: Final = ("carriers", "battleships", "cruisers", "destroyers", "convoys")
_GUERRILLAS: Final = "guerrillas"
_LESS: Final = {"campaign": 3, "destroyed": 2, "ships": 1}
"""How much counts: ships alone, then troops as well, then what is left at the end."""


def note_rebuilt(change: Change, piece: str) -> None:
    """Note that a piece that was destroyed comes back: what it was worth stays.

    Which one it was is not: it may lie hidden by now, while what it was worth is counted openly.
    """
    told: Mapping[str, Mapping[str, int]] = change.position.facts.get(_REBUILT, {})
    side, kind = change.side(piece), _kind(change, piece)
    mine = told.get(side, {})
    change.emit(ev.FactSet(_REBUILT, {**told, side: {**mine, kind: mine.get(kind, 0) + 1}}))


def _kind(s: Situation, piece: str) -> str:
    """Return as what a piece counts that was destroyed: ships, troops, guerrillas."""
    kind = s.counter(piece).type
    return "land_destroyed" if holds_ground(s, piece) and kind != _GUERRILLAS else kind


def _destroyed(s: Situation, side: str) -> dict[str, int]:
    """Return how many pieces of a side of each kind were destroyed."""
    found: dict[str, int] = dict(s.position.facts.get(_REBUILT, {}).get(side, {}))
    for piece in s.at(DEAD):
        if s.side(piece) == side and not s.marked(piece, FUSED):  # made one: counts for nobody
            kind = _kind(s, piece)
            found[kind] = found.get(kind, 0) + 1
    return found


def _lines(s: Situation, side: str, worth: SideScore) -> Iterator[ScoreLine]:
    counted = _LESS[s.option("counted")]
    lost = _destroyed(s, s.enemy(side))
    for kind in _SHIPS:
        yield _line(s, side, kind, lost.get(kind, 0) * getattr(worth, kind), "ships")
    if counted > 1:
        yield _line(s, side, "land", lost.get("land_destroyed", 0) * worth.land_destroyed, "land")
        yield _line(s, side, _GUERRILLAS, lost.get(_GUERRILLAS, 0) * worth.guerrillas, _GUERRILLAS)
    if counted > 2:
        stand = (p for pieces in land_units(s, side).values() for p in pieces)
        left = sum("weightless" not in s.counter(piece).tags for piece in stand)
        yield _line(s, side, "left", left * worth.land_left, "left")
        saved = sum(
            s.position.tracks.get(track(pool.id, side), 0)
            for pool in s.scenario.pools
            if pool.side == side
        )
        yield _line(s, side, "unused", saved * worth.unused_replacement, "unused")


def _line(s: Situation, side: str, what: str, points: int, word: str) -> ScoreLine:
    return ScoreLine(side, points, _WORDS[what], clause(s, f"score-{word}-{side}"))


_WORDS: Final[dict[str, Message]] = {
    "carriers": msg("carriers sunk"),
    "battleships": msg("battleships sunk"),
    "cruisers": msg("cruisers sunk"),
    "destroyers": msg("destroyers sunk"),
    "convoys": msg("convoys sunk"),
    "land": msg("land units destroyed"),
    "guerrillas": msg("guerrillas destroyed"),
    "left": msg("land units left on the map"),
    "unused": msg("replacement points not used"),
}


class Score:
    """A part: points for what was destroyed and for what is left."""

    @hookimpl
    def score(self, s: Situation) -> list[ScoreLine]:
        worth = s.terms(ScoringTerms).scoring
        return [line for side in worth for line in _lines(s, side, worth[side]) if line.points]
