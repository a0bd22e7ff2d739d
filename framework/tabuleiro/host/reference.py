"""The reference page of the hooks of the window, made from their docstrings."""

from __future__ import annotations

from tabuleiro.hooks import API_VERSION
from tabuleiro.host.hooks import WindowHooks
from tabuleiro.testing.reference import entries

__all__ = ["reference"]

_HEAD = """\
# Hooks of the window

Where a plugin may add a widget of its own; hooks of version {version}. This page is made from the
docstrings of `tabuleiro.host.hooks` by `python -m tabuleiro.host.reference > docs/window-hooks.md`,
and the examples are run by `tests/host/test_window_hooks.py`, in a match of Diadem.
[adding-a-game.md](adding-a-game.md#a-widget-of-ones-own) begins with an example,
[widgets.md](widgets.md) has the widgets that the window itself is made of.

The hooks stand in a module that `GamePlugin(..., window="tabuleiro_my_duel.window")` names. It
alone imports Qt and `tabuleiro.host`, and it is imported when a match of the game is opened in the
window, so that referee, computer players and tests never see it. What comes back are entries:

| entry | has |
|---|---|
| `DockEntry` | `id`, `title`, `make(seat)` for the widget; `shown`, `below` the map, `keys` |
| `LayerEntry` | `id`, `title`, `paint(painter, view, seat)`; `shown` |
| `HexLayer` | `id`, `title`, `hexes(sight, side)`, `colour`; `shown`, `hatched` |
| `BadgeEntry` | `text`, `hint` in words; `role`: `note`, `good`, `warning` or `bad` |
| `MenuEntry` | `id`, `text`, `deed(seat)`; `keys`, `enabled(seat)` |
| `OrderEntry` | `id`, `title`, `actions(seat)` one by one; `hint`, `repeats` |
| `WayEntry` | `action` with a path, `words`; `prices` at its hexes |

**What fails is switched off.** An error in the import, in a factory, in what is drawn, in a
command, or in what Qt calls in a widget (`paintEvent`, slots), switches off that one thing until
the match is opened again. A sentence below the map says what it was; a panel is replaced by that
sentence, a layer and a command turn grey, the usual answers come back. The traceback goes to the
log of Python, which a terminal shows.

Of an error in a slot that names no widget (a `lambda`, for example) nobody can tell whose it is:
then all panels of the plugin are switched off. So connect signals to methods of widgets, which Qt
also lets go when the widget is deleted. Nothing guards against code that never comes back.
"""


def reference() -> str:
    """Return the page as Markdown."""
    return "\n".join([_HEAD.format(version=API_VERSION), *entries(WindowHooks, level="##")])


if __name__ == "__main__":
    import sys

    sys.stdout.write(reference())
