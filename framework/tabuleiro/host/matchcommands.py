"""The commands of a match's window, whether one is open or not: names, keys, menus."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tabuleiro.host.commands import Kind
from tabuleiro.host.docks import DOCKS, Dock
from tabuleiro.host.freecommands import FREE
from tabuleiro.host.map.layers import PLAY_LAYERS
from tabuleiro.host.map.sheets import SHEETS
from tabuleiro.i18n import N_

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["DOCK_KINDS", "MATCH", "dock_kinds", "match_commands"]

_LAYER_KEYS: Final = {"zones": "Z", "control": "C", "movement": "W"}

MATCH: Final = {
    kind.id: kind
    for kind in (
        Kind("undo", N_("Undo"), "Ctrl+Z", "edit"),
        Kind("consent", N_("Undo past the dice"), "Ctrl+Shift+Z", "edit"),
        Kind("redo", N_("Redo"), "Ctrl+Y", "edit"),
        Kind("phase-back", N_("Take back the phase"), "Ctrl+Alt+Z", "edit"),
        Kind("nothing", N_("Deselect"), "Escape", "edit", parts=True),
        Kind("find", N_("Search the log"), "Ctrl+F", "edit"),
        Kind("answer", N_("Answer by keyboard"), "Ctrl+Space", "game"),
        Kind("pass-phase", N_("End the phase without asking"), "Ctrl+End", "game", parts=True),
        Kind("pass-until", N_("Pass until something happens"), "Ctrl+Shift+End", "game"),
        Kind("plan", N_("Plan, for my eyes only"), "P", "game"),
        Kind("free-hand", N_("Free hand"), "Ctrl+H", "game"),
        Kind("nearer", N_("Zoom in"), "Ctrl++", "view"),
        Kind("farther", N_("Zoom out"), "Ctrl+-", "view"),
        Kind("fit", N_("Whole board"), "Home", "view"),
        Kind("fit-width", N_("Full width of the board"), "Shift+Home", "view"),
        Kind("go-to", N_("Go to hex …"), "Ctrl+G", "view"),
        Kind("ruler", N_("Ruler"), "M", "view", parts=True),
        Kind("rings", N_("Range rings around the hex"), "R", "view"),
        *(
            Kind(f"layer-{id}", PLAY_LAYERS[id][0], keys, "view")
            for id, keys in _LAYER_KEYS.items()
        ),
        Kind("export-map", N_("Export the map …"), "Ctrl+E", "file"),
        Kind("report", N_("Report of the match …"), "Ctrl+Shift+E", "file"),
    )
}
"""What can be done in a match, by id, in the order of the menus."""


def dock_kinds(docks: Iterable[Dock]) -> tuple[Kind, ...]:
    """Return the switches of some docks."""
    return tuple(
        Kind(
            f"dock-{dock.id}",
            dock.title,
            dock.keys,
            "help" if dock.id == "rules" else "view",
            parts=dock is DOCKS[0],
        )
        for dock in docks
    )


DOCK_KINDS: Final = dock_kinds(DOCKS)
"""The switches of the docks that every match has."""


def match_commands() -> tuple[Kind, ...]:
    """Return all commands of a match's window."""
    return (*MATCH.values(), *SHEETS.values(), *FREE.values(), *DOCK_KINDS)
