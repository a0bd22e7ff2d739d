"""The commands of a match's window that are about its map, and what the map says there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.host.goto import go_to_hex
from tabuleiro.host.map.export import ExportDialog
from tabuleiro.host.map.sheets import add_sheet_commands
from tabuleiro.host.matchcommands import MATCH
from tabuleiro.host.panels.linked import clause_link
from tabuleiro.seats.telling import say

if TYPE_CHECKING:
    from collections.abc import Callable

    from tabuleiro.engine import Verdict
    from tabuleiro.host.window import MatchWindow

__all__ = ["add_map_commands", "explanation"]


def add_map_commands(window: MatchWindow) -> None:
    """Add ruler, rings, layers and export to a window, and let it say why not."""
    offer, play, view = window.commands.offer, window.play, window.view
    play.layers.remember(window.settings)
    offer(MATCH["go-to"], lambda: go_to_hex(window))
    ruler = offer(MATCH["ruler"], play.ruler.switch, checked=False)
    offer(MATCH["rings"], lambda: play.ruler.rings(view.cursor_hex))
    for name, kind in MATCH.items():
        id = name.removeprefix("layer-")
        if id == name:
            continue
        switch = offer(kind, lambda on, id=id: play.layers.switch(id, on),
                       checked=play.layers.is_on(id))  # fmt: skip
        play.layers.switched.connect(
            lambda changed, id=id, switch=switch: (
                changed == id and switch.setChecked(play.layers.is_on(id))
            )
        )
    add_sheet_commands(window)
    offer(MATCH["export-map"], lambda: _export(window))
    play.ruler.switched.connect(ruler.setChecked)
    window.commands["nothing"].triggered.connect(lambda: play.ruler.switch(on=False))
    window.commands["nothing"].triggered.connect(play.travel.finish)
    reason, ways = _telling(window), _telling(window)
    play.explained.connect(lambda no: reason(explanation(no, window, 1) if no is not None else ""))
    play.way_told.connect(ways)


def _telling(window: MatchWindow) -> Callable[[str], None]:
    """Return what says something for as long as one points there; other sentences it lets alone."""
    said = [""]

    def tell(words: str) -> None:
        if words:
            said[0] = words
            window.told.setText(words)
        elif said[0] and window.told.text() == said[0]:
            window.told.clear()

    return tell


def explanation(verdict: Verdict, window: MatchWindow, most: int | None = None) -> str:
    """Return the first reasons of a verdict with links to their clauses."""
    module = window.seat.module
    return "  ".join(
        say(o.message, module) + (f" ({clause_link(o.rule, module)})" if o.rule else "")
        for o in verdict.objections[:most]
    )


def _export(window: MatchWindow) -> None:
    dialog = ExportDialog(window.play, window)
    dialog.exec()
    dialog.deleteLater()
