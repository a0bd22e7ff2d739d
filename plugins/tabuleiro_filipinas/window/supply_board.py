"""The supply board: what feeds whom and how far it lasts, and who goes without or would now.

A dock beside the map. Of the enemy's supply it tells nothing.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QScrollArea, QVBoxLayout, QWidget

from tabuleiro.engine.messages import place_name
from tabuleiro.host.panels.while_seen import WhileSeen
from tabuleiro.host.words import piece_name
from tabuleiro.i18n import _, ngettext
from tabuleiro_filipinas.supply import FREIGHT_OF, everybody_fed

if TYPE_CHECKING:
    from tabuleiro.host.seat import Seat
    from tabuleiro.rules.supply.supply_view import SupplyStock

__all__ = ["SupplyBoard"]


class SupplyBoard(QScrollArea):
    """Sources with their points, troops without supply, those whom a check now would leave so."""

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
        seat.changed.connect(WhileSeen(self, seat, self.tell, self.words.clear).look)

    def tell(self) -> None:
        """Tell sources, who is without supply, then who would be in a check now."""
        stock: SupplyStock | None = self.seat.ask("supply-stock")
        if stock is None:
            self.words.setText(_("Who feeds whom is told to its side alone."))
            return
        parts = [self._sources(stock), self._hungry(stock), self._next(stock)]
        self.words.setText("".join("<p>" + "<br>".join(part) + "</p>" for part in parts))

    def _sources(self, stock: SupplyStock) -> list[str]:
        """Name each source with how much of it would be taken now, and the coasts that it feeds."""
        told = [f"<b>{_('What feeds')}</b>"]
        for source in stock.sources:
            if source.points is None:
                words = ngettext("{n} unit fed", "{n} units fed", source.taken)
                told.append(f"{_('Cities and ports')}: {words.format(n=source.taken)}")
            elif source.points:
                words = ngettext("{n} of {most} point", "{n} of {most} points", source.points)
                words = words.format(n=source.taken, most=source.points)
                where = ", ".join(place_name(h, self.seat.module) for h in source.hexes)
                where = escape(where or _("no coast"))
                told.append(f"{self._link(source.id)}: {words} · {where}")
        return told if len(told) > 1 else [*told, _("None.")]

    def _hungry(self, stock: SupplyStock) -> list[str]:
        """Name the troops that are marked as without supply."""
        told = [f"<b>{_('Without supply until the next check')}</b>"]
        return [*told, *(map(self._who, stock.hungry) if stock.hungry else [_("Nobody.")])]

    def _next(self, stock: SupplyStock) -> list[str]:
        """Name those whom a check now would leave without, apart whom nothing reaches."""
        headline = f"<b>{_('Would go without in a check now')}</b>"
        if everybody_fed(self.seat.sight):
            return [headline, _("Nobody: in this turn all are fed.")]
        words = ngettext("{n} unit takes supply", "{n} units take supply", stock.asking)
        told = [words.format(n=stock.asking), headline]
        for words, some in (
            (_("Points are too few:"), stock.short),
            (_("Nothing reaches them:"), stock.cut_off),
        ):
            if some:
                told += [f"<i>{words}</i>", *map(self._who, some)]
        return told if stock.short or stock.cut_off else [*told, _("Nobody.")]

    def _who(self, piece: str) -> str:
        """Return the name of somebody who takes supply, and where he stands."""
        s = self.seat.sight
        if piece not in s.position.pieces:
            return self._link(piece)
        place = escape(place_name(s.place(piece), self.seat.module))
        return f"{self._link(piece)} · {place}"

    def _link(self, piece: str) -> str:
        """Return the name of what feeds or is fed, a link if it is a piece."""
        of = piece.removeprefix(FREIGHT_OF)
        if of != piece:
            return _("Freight of {who}").format(who=self._link(of))
        if piece not in self.seat.sight.position.pieces:
            return escape(piece)
        return f'<a href="{piece}">{escape(piece_name(self.seat.module, piece))}</a>'

    def _go(self, piece: str) -> None:
        """Select a piece: its hex and its line are shown on the map."""
        if piece in self.seat.sight.position.pieces:
            self.seat.select((piece,))
