"""The naval phase at a glance: forces at sea, submarines, and what may be formed anew."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from tabuleiro.engine.messages import place_name
from tabuleiro.host.panels.ending import EndSlot
from tabuleiro.host.words import piece_name
from tabuleiro.i18n import _, ngettext
from tabuleiro_filipinas.forces import forces
from tabuleiro_filipinas.naval_phase import FormForce
from tabuleiro_filipinas.ready_forces import ready
from tabuleiro_filipinas.window.parts import Board, button

if TYPE_CHECKING:
    from tabuleiro.engine import Decision
    from tabuleiro.host.seat import Seat

__all__ = ["NavalBoard"]

_STATION: Final = "station-submarine"


class NavalBoard(Board):
    """What a side has at sea in its naval phase, and how it goes on."""

    def __init__(self, seat: Seat, decision: Decision) -> None:
        """Show the naval phase of the side that is asked."""
        super().__init__(seat)
        self.side = decision.side
        self.end = EndSlot(seat)
        self.end.refresh()
        self.row(self.end)
        self._begin()
        self._at_sea()
        self._submarines()
        self.close_up()

    def _begin(self) -> None:
        """Offer a new force."""
        seat = self.seat
        ships = len(ready(seat.sight, self.side))
        if FormForce() in seat.legal():
            words = _("Form a force ({n} ships in port)").format(n=ships)
            self.row(button("form-force", words, "", partial(seat.act, FormForce())))

    def _at_sea(self) -> None:
        """Name each force at sea with what it is, and show it at a click."""
        s, module = self.seat.sight, self.seat.module
        for force, seen in forces(s, self.side).items():
            ships = len(s.inside(force))
            told = ngettext("{n} ship", "{n} ships", ships).format(n=ships)
            state = _("detected") if seen.detected else _("not detected")
            letter = module.counters[force].short.left or piece_name(module, force)
            words = f"<b>{letter}</b> {place_name(s.place(force), module)} · {told} · {state}"
            hint = "\n".join(piece_name(module, ship) for ship in s.inside(force))
            self.line(words, button(f"show-{force}", "▸", _("Show it on the map"),
                                    partial(self.seat.select, (force,))), hint=hint)  # fmt: skip

    def _submarines(self) -> None:
        """Offer the submarines that may take up a place: then a click on the map says where."""
        s, seat = self.seat.sight, self.seat
        able = dict.fromkeys(a.about for a in seat.legal() if a.kind == _STATION)
        if not able:
            return
        self.headline(_("Submarines"))
        self.note(_("Take one and click its sea hex; then that of the next, and so on."))
        done = seat.last().action or {}
        if done.get("type") == _STATION and not set(seat.selection) & set(able):
            seat.select([str(next(iter(able)))])
        for piece in able:
            if piece is None:
                continue
            place = s.place(piece)
            where = f"{place_name(place, seat.module)} · " if place in s.board.grid else ""
            self.line(f"{where}{piece_name(seat.module, piece)}",
                      button(f"take-{piece}", "▸", _("Take it"),
                             partial(seat.select, (piece,))))  # fmt: skip
