"""The commands of a match's window that are about its map, and what the map says there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.host.map.export import ExportDialog
from tabuleiro.i18n import N_
from tabuleiro.referee.telling import say

if TYPE_CHECKING:
    from tabuleiro.engine import Verdict
    from tabuleiro.host.window import MatchWindow

__all__ = ["add_map_commands", "explanation"]


def add_map_commands(window: MatchWindow) -> None:
    """Add ruler, rings, layers and export to a window, and let it say why not."""
    add, play, view = window.commands.add, window.play, window.view
    play.layers.remember(window.settings)
    ruler = add(
        "ruler", N_("Ruler"), "M", play.ruler.switch, menu="view", checked=False, parts=True
    )
    add("rings", N_("Rings about the hex"), "R", lambda: play.ruler.rings(view.cursor_hex),
        menu="view")  # fmt: skip
    for id, keys in (("zones", "Z"), ("control", "C"), ("movement", "W")):
        switch = add(f"layer-{id}", play.layers.titles()[id],  keys,
                     lambda on, id=id: play.layers.switch(id, on), menu="view",
                     checked=play.layers.is_on(id))  # fmt: skip
        play.layers.switched.connect(
            lambda changed, id=id, switch=switch: (
                changed == id and switch.setChecked(play.layers.is_on(id))
            )
        )
    add("export-map", N_("Export the map …"), "Ctrl+E", lambda: _export(window), menu="file")
    play.ruler.switched.connect(ruler.setChecked)
    window.commands["nothing"].triggered.connect(lambda: play.ruler.switch(on=False))
    window.commands["nothing"].triggered.connect(play.travel.finish)
    said = [""]

    def explain(verdict: Verdict | None) -> None:
        """Say why not for as long as one points there; leave other sentences alone."""
        if verdict is not None:
            said[0] = explanation(verdict, window, 1)
            window.told.setText(said[0])
        elif said[0] and window.told.text() == said[0]:
            window.told.clear()

    play.explained.connect(explain)


def explanation(verdict: Verdict, window: MatchWindow, most: int | None = None) -> str:
    """Return the first reasons of a verdict with links to their clauses."""
    module = window.seat.game.module
    return "  ".join(
        say(o.message, module) + (f' (<a href="{o.rule}">{o.rule}</a>)' if o.rule else "")
        for o in verdict.objections[:most]
    )


def _export(window: MatchWindow) -> None:
    dialog = ExportDialog(window.play, window)
    dialog.exec()
    dialog.deleteLater()
