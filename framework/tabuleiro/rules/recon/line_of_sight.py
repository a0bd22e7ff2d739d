"""Line of sight: what terrain and heights hide, for a thread on the map and for rules of fire."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final

from msgspec import Meta, field

from tabuleiro.board.sight_lines import SightLine, sight_line
from tabuleiro.engine import Objection, hex_ref, msg, piece_ref
from tabuleiro.hooks import hookimpl
from tabuleiro.module.terms import Option, Terms, Terrain
from tabuleiro.rules.clauses import object_to

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tabuleiro.engine import Situation

__all__ = [
    "SIGHT",
    "LineOfSight",
    "LineOfSightTerms",
    "line_of_sight",
    "sees",
    "sight_objections",
]

SIGHT: Final = "sight"
"""The word for the clause."""
Metres = Annotated[float, Meta(ge=0, le=9999)]


class LineOfSightTerms(Terms):
    """What stops the eye, besides the heights of the board."""

    key = "line_of_sight"

    cover: dict[Terrain, Metres] = field(default_factory=dict)
    """How high stands what grows or is built on a terrain, in metres."""
    eye: Metres = 2.0
    """How high above the ground the eye of whoever looks is."""
    goal: Metres = 2.0
    """How high above the ground stands what is looked at."""
    option: Option | None = None
    """The option that switches it for fire from afar, on or off; without one it is on."""


def line_of_sight(s: Situation, here: str, there: str) -> SightLine:
    """Return the thread from a place to another: what it crosses, and what hides the far end.

    Where no heights are given the board is flat. Without terms in the module nothing but heights
    stops the eye.
    """
    terms = s.terms_if_any(LineOfSightTerms) or LineOfSightTerms()
    cover: Mapping[str, float] = terms.cover
    board, module = s.board, s.module
    return sight_line(
        board.grid.line(here, there),
        lambda place: float(module.height(place) or 0),
        lambda place: cover.get(board.terrain_at(place), 0.0),
        eye=terms.eye,
        goal=terms.goal,
    )


def sees(s: Situation, here: str, there: str) -> bool:
    """Return whether somebody in a place sees what is in another: for rules of fire."""
    return line_of_sight(s, here, there).blocked is None


def sight_objections(s: Situation, piece: str, target: str) -> list[Objection]:
    """Return the reason why a piece does not fire at a hex from afar: it does not see it.

    Whether that is asked at all says the module: it names an option, or asks always.
    """
    terms = s.terms_if_any(LineOfSightTerms)
    if terms is not None and terms.option is not None and not s.option(terms.option):
        return []
    here = s.place(piece)
    if here not in s.board.grid or s.board.grid.distance(here, target) <= 1:
        return []
    blocked = line_of_sight(s, here, target).blocked
    if blocked is None:
        return []
    message = msg("{piece} does not see {hex}: {place} lies between.", piece=piece_ref(piece),
                  hex=hex_ref(target), place=hex_ref(blocked))  # fmt: skip
    return [object_to(s, message, SIGHT, "combat", pieces=(piece,), hexes=(target,))]


class LineOfSight:
    """Nobody fires from afar at what he does not see; a game that lists it may say more by `sees`.

    Guns of the attrition family ask it for each target; a free table only for its thread. Those of
    the ladder family ask without it, if their module has its terms.
    """

    parameters = (LineOfSightTerms,)
    words = (SIGHT,)

    @hookimpl
    def attack_objections(self, s: Situation, piece: str, target: str) -> list[Objection]:
        """Object to a target that is not next to the piece and out of its sight."""
        return sight_objections(s, piece, target)
