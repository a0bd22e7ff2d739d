"""The supply board: which ships feed which coasts, with what they have left, and who goes without.

A dock beside the map. Of the enemy's supply it tells nothing.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QScrollArea, QVBoxLayout, QWidget

from tabuleiro.engine.messages import place_name
from tabuleiro.host.words import piece_name
from tabuleiro.i18n import _, ngettext
from tabuleiro.rules.ground.land_units import land_units
from tabuleiro.seats.telling import say
from tabuleiro_filipinas.cargo import supply_points
from tabuleiro_filipinas.forces import forces
from tabuleiro_filipinas.sea_lanes import landing_ground, touching
from tabuleiro_filipinas.window.parts import ToldWhenSeen

if TYPE_CHECKING:
    from tabuleiro.host.seat import Seat
    from tabuleiro.rules.supply.supply_view import SupplyLine

__all__ = ["SupplyBoard"]


class SupplyBoard(ToldWhenSeen, QScrollArea):
    """Sources with their points, then troops without supply with the reason; names are links."""

    def __init__(self, seat: Seat) -> None:
        """Show the supply of whoever looks."""
        super().__init__()
        self.seat = seat
        self.words = QLabel()
        self.words.setObjectName("supply")
        self.words.setWordWrap(True)
        self.words.setTextFormat(Qt.TextFormat.RichText)
        self.words.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.words.linkActivated.connect(self._go)
        inner = QWidget()
        QVBoxLayout(inner).addWidget(self.words)
        self.setWidget(inner)
        self.setWidgetResizable(True)
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        seat.changed.connect(self.refresh)

    def tell(self) -> None:
        """Tell sources, then the hungry."""
        self.words.setText("".join([*self._sources(), *self._hungry()]))

    def _asking(self) -> dict[str, SupplyLine]:
        """Return how each own unit that takes supply is supplied."""
        s, side = self.seat.sight, self.seat.viewer
        units = [unit for some in land_units(s, side).values() for unit in some] if side else []
        found = ((unit, self.seat.ask("supply", piece=unit)) for unit in units)
        return {unit: line for unit, line in found if line is not None}

    def _sources(self) -> list[str]:
        s, module, side = self.seat.sight, self.seat.module, self.seat.viewer
        told = [f"<b>{_('Ships that feed')}</b>"]
        for force in forces(s, side) if side else ():
            points = sum(supply_points(s, ship) for ship in s.inside(force))
            if not points:
                continue
            coasts = [h for h in touching(s, s.place(force)) if landing_ground(s, h)]
            where = ", ".join(place_name(h, module) for h in coasts) or _("no coast")
            number = ngettext("{n} point", "{n} points", points).format(n=points)
            name = escape(piece_name(module, force))
            told.append(f'<a href="{force}">{name}</a>: {number} · {escape(where)}')
        if len(told) == 1:
            told.append(_("None."))
        return ["<p>" + "<br>".join(told) + "</p>"]

    def _hungry(self) -> list[str]:
        """Name the troops without supply, with what bars it, after how many take supply."""
        s, module = self.seat.sight, self.seat.module
        asking = self._asking()
        words = ngettext("{n} unit takes supply", "{n} units take supply", len(asking))
        told = [words.format(n=len(asking)), f"<b>{_('Without supply')}</b>"]
        lacking = {unit: line for unit, line in asking.items() if not line}
        for unit, line in lacking.items():
            why = "; ".join(say(one.message, module) for one in line.objections[:1])
            name, where = piece_name(module, unit), place_name(s.place(unit), module)
            told.append(f'<a href="{unit}">{escape(name)}</a> · {escape(where)}')
            told.append(f"<i>{escape(why)}</i>")
        if not lacking:
            told.append(_("Nobody."))
        return ["<p>" + "<br>".join(told) + "</p>"]

    def _go(self, piece: str) -> None:
        """Select a piece: its hex and its line are shown on the map."""
        if piece in self.seat.sight.position.pieces:
            self.seat.select((piece,))
