"""The hooks of the window: where a plugin may add a widget of its own.

They stand in a module by itself, which :class:`~tabuleiro.hooks.GamePlugin` names by its import
path (``window="tabuleiro_my_duel.window"``). It is imported when a match of that game is opened in
the window, and only then, so that rules never import Qt. The hooks of the rules are in
:mod:`tabuleiro.hooks`.

Every hook takes ``seat``, the :class:`~tabuleiro.host.seat.Seat` of the match: ask it what may be
seen and done, act through it, and listen to its signals. An implementation takes only the
arguments that it needs. Titles are English and marked by `N_`; the window says them translated.

What fails is switched off with a sentence, and the match goes on: see
:mod:`tabuleiro.host.extensions`. The example of each hook is run by
``tests/host/test_window_hooks.py``, in a match of Diadem.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from tabuleiro.hooks import hookspec
from tabuleiro.host.counter import BadgeEntry
from tabuleiro.host.map.layers import HexLayer
from tabuleiro.host.map.painted import LayerEntry

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from tabuleiro.engine import Decision
    from tabuleiro.host.seat import Seat

__all__ = ["BadgeEntry", "DockEntry", "HexLayer", "LayerEntry", "MenuEntry", "WindowHooks"]


@dataclass(frozen=True)
class DockEntry:
    """A panel beside the map: a tab behind the hex, or behind the order of battle below.

    It has a switch in the menu *View*, with ``keys`` if they are still free, and stays where the
    player puts it. ``id`` need only differ from those of the plugin's other panels.
    """

    id: str
    title: str
    make: Callable[[Seat], QWidget]
    shown: bool = True
    below: bool = False
    keys: str = ""


@dataclass(frozen=True)
class MenuEntry:
    """A command in the menu *Match*. ``enabled`` is asked whenever the position changes.

    Its keys are used if they are still free; the player can change them like all others.
    """

    id: str
    text: str
    deed: Callable[[Seat], object]
    keys: str = ""
    enabled: Callable[[Seat], bool] | None = None


class WindowHooks(Protocol):
    """Asked of the plugin of the game while a match of it is open in the window."""

    @hookspec
    def window_docks(self, seat: Seat) -> list[DockEntry]:
        """Return panels that stand beside the map. Asked once, when the match is opened.

        Example::

            from PySide6.QtWidgets import QLabel

            from tabuleiro.hooks import hookimpl
            from tabuleiro.host.hooks import DockEntry
            from tabuleiro.i18n import N_


            class Strength(QLabel):
                def __init__(self, seat):
                    super().__init__()
                    self.seat = seat
                    seat.changed.connect(self.count)
                    self.count()

                def count(self):
                    s = self.seat.sight
                    self.setText(str(len([p for p in s.position.pieces if s.on_map(p)])))


            @hookimpl
            def window_docks(seat):
                return [DockEntry("strength", N_("Units on the map"), Strength)]
        """

    @hookspec
    def map_layers(self, seat: Seat) -> list[LayerEntry | HexLayer]:
        """Return layers of the map, each with a box in the panel of layers. Asked once.

        A :class:`HexLayer` is hexes with a colour and a short text. A :class:`LayerEntry` draws
        what it likes, in coordinates of the scene, which the view knows; it is asked again
        whenever the position changes.

        Example::

            from PySide6.QtGui import QColor, QPen

            from tabuleiro.hooks import hookimpl
            from tabuleiro.host.hooks import LayerEntry
            from tabuleiro.i18n import N_


            def ring(painter, view, seat):
                for goal in seat.sight.scenario.objectives:
                    painter.setPen(QPen(QColor("#7a5a00"), 4))
                    painter.drawEllipse(view.middle(goal.hex), 40, 40)


            @hookimpl
            def map_layers(seat):
                return [LayerEntry("goals", N_("Rings about objectives"), ring)]
        """

    @hookspec
    def counter_badges(self, seat: Seat, piece: str) -> list[BadgeEntry]:
        """Return signs on a counter that is seen: a letter or two, and what they mean.

        Asked whenever counters are drawn anew, so it must be quick. A counter has room for three
        signs, those of the window first. Tell only what the seat may know (``seat.seen(piece)``).

        Example::

            from tabuleiro.hooks import hookimpl
            from tabuleiro.host.hooks import BadgeEntry
            from tabuleiro.i18n import _


            @hookimpl
            def counter_badges(seat, piece):
                if (seat.seen(piece) or {}).get("losses"):
                    return [BadgeEntry("R", _("Needs replacements"), "warning")]
                return []
        """

    @hookspec(firstresult=True)
    def decision_panel(self, seat: Seat, decision: Decision) -> QWidget | None:
        """Return what answers a decision, in place of the usual buttons and list; or None.

        Asked whenever somebody who sits here is asked something, and whenever the position
        changes; the widget before is deleted then. It answers by ``seat.act``. The player can
        always turn to the usual answers instead.

        Example::

            from PySide6.QtWidgets import QPushButton

            from tabuleiro.hooks import hookimpl
            from tabuleiro.i18n import _
            from tabuleiro.rules.ground.movement_phase import EndPhase


            @hookimpl
            def decision_panel(seat, decision):
                if decision.kind != "phase":
                    return None
                button = QPushButton(_("On with it"))
                button.clicked.connect(lambda: seat.act(EndPhase()))
                return button
        """

    @hookspec
    def menu_entries(self, seat: Seat) -> list[MenuEntry]:
        """Return commands for the menu *Match*. Asked once, when the match is opened.

        Example::

            from tabuleiro.hooks import hookimpl
            from tabuleiro.host.hooks import MenuEntry
            from tabuleiro.i18n import N_


            def take_all(seat):
                decision = seat.decision()
                seat.select(decision.pieces if decision else ())


            @hookimpl
            def menu_entries(seat):
                return [MenuEntry("all", N_("Select all units"), take_all, keys="Ctrl+Shift+A")]
        """
