"""Control: in whose power a hex is. Games with ``rules: control`` follow it for all land.

A hex belongs to the side whose land pieces were last in it; before anybody came, to the side that
``rules: control`` names: ``default``, or the one under whose name in ``held`` its place or region
stands.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from tabuleiro.engine import Step
from tabuleiro.engine import events as ev
from tabuleiro.module.terms import Place, Region, Side, Terms
from tabuleiro.rules.ground.land_units import land_units

if TYPE_CHECKING:
    from tabuleiro.engine import Change, Situation

__all__ = ["ControlTerms", "Held", "NoteControl", "controller", "follows_control"]


class Held(Terms):
    """What a side holds at the start."""

    regions: tuple[Region, ...] = ()
    """Regions."""
    places: tuple[Place, ...] = ()
    """The hexes of places."""


class ControlTerms(Terms):
    """Whose the land is at the start; with it the game follows the control of all land."""

    key = "control"

    default: Side
    """The side that holds what is not named."""
    held: Mapping[Side, Held] = {}
    """What is a side's at the start."""


def follows_control(s: Situation) -> bool:
    """Return whether the game follows the control of all land, not of objectives alone."""
    return s.terms_if_any(ControlTerms) is not None


def controller(s: Situation, place: str) -> str | None:
    """Return the side in whose power a place is."""
    return s.position.control.get(place) or _at_start(s).get(place)


def _at_start(s: Situation) -> Mapping[str, str]:
    if "control" not in s.module.memo:
        s.module.memo["control"] = _find_start(s) if follows_control(s) else {}
    found: Mapping[str, str] = s.module.memo["control"]
    return found


def _find_start(s: Situation) -> dict[str, str]:
    terms = s.terms(ControlTerms)
    land = (hex for hex in s.board.grid if _is_land(s, hex))
    found = dict.fromkeys(land, terms.default)
    for side in s.module.sides:
        named = terms.held.get(side, Held())
        hexes = {s.board.places[place].hex for place in named.places}
        for region in named.regions:
            hexes |= s.board.regions[region].hexes
        found.update(dict.fromkeys(hexes, side))
    return found


def _is_land(s: Situation, place: str) -> bool:
    return "sea" not in s.module.terrain[s.board.terrain_at(place)].tags


class NoteControl(Step, frozen=True):
    """The set-up is over: who stands somewhere controls it."""

    def run(self, change: Change) -> None:
        """Note it."""
        change.finish()
        for side in change.module.sides:
            for place in land_units(change, side):
                if controller(change, place) != side:
                    change.emit(ev.Controlled(place, side))
