"""What of a game is printed, and how."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from tabuleiro.host.paper.arrivals import arrival_sheets
from tabuleiro.host.paper.countersheets import counter_sheets
from tabuleiro.host.paper.maps import map_sheets
from tabuleiro.host.paper.pages import A3, A4, Pages
from tabuleiro.host.paper.tables import chart_cards
from tabuleiro.i18n import _, text

if TYPE_CHECKING:
    from tabuleiro.module import Module

__all__ = ["PAPERS", "PARTS", "Wanted", "print_game"]

PARTS: Final = ("counters", "map", "charts", "arrivals")
PAPERS: Final = ("a4", "a3", "poster")
_AROUND: Final = 1.3
"""A hex is so many times wider than a counter, unless something else is asked for."""


class Wanted(NamedTuple):
    """What is printed, and how."""

    parts: Iterable[str] = PARTS
    side: float = 15.0
    """Millimetres of a counter."""
    paper: Literal["a4", "a3", "poster"] = "a4"
    """Of the map; all else is on A4."""
    hex: float | None = None
    """Millimetres from side to side of a hex; None makes room for a counter."""
    scenario: str | None = None
    """Whose arrivals are printed; None is all."""


def print_game(module: Module, path: Path, wanted: Wanted) -> int:
    """Write a game as PDF; return how many pages it has. `OSError` if it cannot be written."""
    parts = set(wanted.parts)
    if not parts.intersection(PARTS):
        raise ValueError(_("There is nothing to be printed."))
    pages = Pages(path, text(module.title))
    if "counters" in parts:
        counter_sheets(pages, module, wanted.side)
    if "map" in parts:
        paper = {"a4": A4, "a3": A3, "poster": None}[wanted.paper]
        map_sheets(pages, module, wanted.hex or _AROUND * wanted.side, paper)
    if "charts" in parts:
        chart_cards(pages, module)
    if "arrivals" in parts:
        for id, scenario in module.scenarios.items():
            if wanted.scenario in {None, id}:
                arrival_sheets(pages, module, scenario)
    if not pages.count:
        raise ValueError(_("There is nothing to be printed."))
    pages.close()
    return pages.count
