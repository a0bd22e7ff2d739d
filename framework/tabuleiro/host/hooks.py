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

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from tabuleiro.hooks import hookspec
from tabuleiro.host.counter import BadgeEntry
from tabuleiro.host.map.layers import HexLayer
from tabuleiro.host.map.painted import LayerEntry

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from tabuleiro.engine import Action, Decision
    from tabuleiro.host.seat import Seat
    from tabuleiro.module import Phase

__all__ = [
    "BadgeEntry",
    "DockEntry",
    "HexLayer",
    "LayerEntry",
    "MenuEntry",
    "OrderEntry",
    "WayEntry",
    "WindowHooks",
]


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


@dataclass(frozen=True)
class OrderEntry:
    """A row of actions that a player gives as one order, or lets be done whenever it can be.

    ``actions`` yields them one by one; the next is asked for when the one before was done. What
    the rules forbid by then is left out. ``title`` and ``hint`` are in the player's language. An
    order that stands is carried out once for what is asked, however often that is asked in a phase,
    unless it ``repeats``: then whenever it is asked, for it leaves nothing of that to do.
    """

    id: str
    title: str
    actions: Callable[[Seat], Iterable[Action]]
    hint: str = ""
    repeats: bool = False


@dataclass(frozen=True)
class WayEntry:
    """A way to where a piece can go, with what speaks for it in the player's language."""

    action: Action
    words: str
    prices: tuple[str, ...] = ()
    """What stands at each of its hexes."""


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
        changes; the widget before is deleted then. It answers by ``seat.act``. What ends the
        phase keeps its button above it, and the player can always turn to the usual answers.

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

    @hookspec
    def standing_orders(self, seat: Seat, decision: Decision) -> list[OrderEntry]:
        """Return orders that can be given where somebody here is asked something.

        Each has a button above the answers, and a switch that lets it be carried out by itself
        whenever it is offered. Asked whenever the position changes, so it must be quick; the
        actions are asked for only when the order is given.

        Example::

            from tabuleiro.hooks import hookimpl
            from tabuleiro.host.hooks import OrderEntry
            from tabuleiro.i18n import _


            def all_forward(seat):
                for piece in seat.decision().pieces:
                    yield from seat.legal(piece=piece)[:1]


            @hookimpl
            def standing_orders(seat, decision):
                if "move" not in decision.actions:
                    return []
                return [OrderEntry("forward", _("All go forward"), all_forward)]
        """

    @hookspec
    def other_ways(self, seat: Seat, action: Action) -> list[WayEntry]:
        """Return ways that lead where an action with a path leads, the one to be taken first.

        Asked while one points at a hex to which a piece can go. A click takes the first; all are
        drawn, and their words stand below the map. Nothing: the way is as the rules offer it.

        Example::

            from tabuleiro.engine import Action
            from tabuleiro.hooks import hookimpl
            from tabuleiro.host.hooks import WayEntry
            from tabuleiro.i18n import _


            @hookimpl
            def other_ways(seat, action):
                if action.path != ("0906", "1006"):
                    return []
                way = Action.from_data({**action.to_data(), "path": ["1007", "1006"]})
                return [WayEntry(way, _("by the river")), WayEntry(action, _("by the hill"))]
        """

    @hookspec(firstresult=True)
    def phase_note(self, seat: Seat, phase: Phase) -> str | None:
        """Return in a few words what a phase of this turn offers the side that looks, or None.

        The ribbon of phases says it of the one that is played and of those that are to come. Tell
        only what the seat may know.

        Example::

            from tabuleiro.hooks import hookimpl
            from tabuleiro.i18n import _


            @hookimpl
            def phase_note(seat, phase):
                s = seat.sight
                units = [p for p in s.position.pieces if s.on_map(p) and s.side(p) == phase.side]
                return _("{n} units").format(n=len(units)) if phase.side == seat.viewer else None
        """
