"""The naval phase at a glance: forces at sea, submarines, and what may be formed anew."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtWidgets import QFrame

from tabuleiro.engine.messages import place_name
from tabuleiro.host.words import piece_name
from tabuleiro.i18n import _, ngettext
from tabuleiro_filipinas.cargo import aboard, supply_points
from tabuleiro_filipinas.forces import forces
from tabuleiro_filipinas.naval_phase import FormForce
from tabuleiro_filipinas.ready_forces import ready, ships_by_sort
from tabuleiro_filipinas.window.cards import worth_of
from tabuleiro_filipinas.window.parts import Board, button, figures, formations, sort_name

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tabuleiro.engine import Decision
    from tabuleiro.host.seat import Seat

__all__ = ["NavalBoard"]

_STATION: Final = "station-submarine"


class NavalBoard(Board):
    """What a side has at sea in its naval phase, and how it goes on."""

    def __init__(self, seat: Seat, decision: Decision) -> None:
        """Show the naval phase of the side that is asked."""
        super().__init__(seat)
        self.side, self.s = decision.side, seat.sight
        boats = dict.fromkeys(str(a.about) for a in seat.legal() if a.kind == _STATION)
        self._begin(boats)
        self._at_sea()
        self._submarines(boats)
        self.close_up()

    def _begin(self, boats: Iterable[str]) -> None:
        """Offer a new force, and to take the first submarine that waits for its place."""
        seat, s = self.seat, self.seat.sight
        ships = len(ready(s, self.side))
        if FormForce() in seat.legal():
            words = ngettext("Form a force ({n} ship in port)", "Form a force ({n} ships in port)",
                             ships)  # fmt: skip
            self.row(button("form-force", words.format(n=ships), "",
                            partial(seat.act, FormForce())))  # fmt: skip
        waiting = [piece for piece in boats if s.place(piece) not in s.board.grid]
        if waiting:
            words = _("Place submarines ({n} in port)").format(n=len(waiting))
            hint = _("Click the sea hex of each, one after the other.")
            takes = partial(seat.select, waiting[:1])
            self.row(button("take-submarines", words, hint, takes))

    def _at_sea(self) -> None:
        """Show a card for each force at sea: what it is, what it is worth, what it carries."""
        s, module = self.s, self.seat.module
        for force, seen in forces(s, self.side).items():
            ships = len(s.inside(force))
            told = ngettext("{n} ship", "{n} ships", ships).format(n=ships)
            state = _("detected") if seen.detected else _("not detected")
            letter = module.counters[force].short.left or piece_name(module, force)
            words = f"<b>{letter}</b> {place_name(s.place(force), module)} · {told} · {state}"
            hint = "\n".join(piece_name(module, ship) for ship in s.inside(force))
            card = QFrame()
            card.setFrameShape(QFrame.Shape.StyledPanel)
            shows = partial(self.seat.select, (force,))
            with self.within(card):
                show = button(f"show-{force}", "▸", _("Show it on the map"), shows)
                self.line(words, show, hint=hint)
                self.note(worth_of(s, force), f"worth-{force}")
                self._carried(force)

    def _carried(self, force: str) -> None:
        """Name the ships by sorts with their decks, the units aboard, and whom it can feed."""
        s, module = self.s, self.seat.module
        sorts = ships_by_sort(s, s.inside(force)).values()
        told = [f"{len(ships)} {sort_name(module, ships)} {figures(module, ships[0])}"
                for ships in sorts]  # fmt: skip
        self.note("<br>".join(told))
        units = [u for ship in s.inside(force) for u in aboard(s, ship)]
        if units:
            self.note(_("Aboard: {units}").format(units=", ".join(formations(module, units))))
        points = sum(supply_points(s, ship) for ship in s.inside(force))
        if points:
            self.note(ngettext("{n} point of supply", "{n} points of supply", points)
                      .format(n=points))  # fmt: skip

    def _submarines(self, boats: Iterable[str]) -> None:
        """Offer the submarines that may take up a place: then a click on the map says where."""
        s, seat = self.seat.sight, self.seat
        able = [*boats]
        if not able:
            return
        self.headline(_("Submarines"))
        self.note(_("Take one and click its sea hex; then that of the next, and so on."))
        done = seat.last().action or {}
        if done.get("type") == _STATION and not set(seat.selection) & set(able):
            seat.select(able[:1])
        for piece in able:
            place = s.place(piece)
            where = f"{place_name(place, seat.module)} · " if place in s.board.grid else ""
            self.line(f"{where}{piece_name(seat.module, piece)}",
                      button(f"take-{piece}", "▸", _("Take it"),
                             partial(seat.select, (piece,))))  # fmt: skip
