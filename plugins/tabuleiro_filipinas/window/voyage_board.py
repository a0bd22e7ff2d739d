"""The board of a voyage: what a force at sea can do where it is, by formation and by coast."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from tabuleiro.engine.messages import place_name
from tabuleiro.host.words import piece_name
from tabuleiro.i18n import _, ngettext
from tabuleiro_filipinas.cargo import carried, hexes_left, transports
from tabuleiro_filipinas.loading import PutDown, TakeAboard
from tabuleiro_filipinas.naval_phase import MakeStop
from tabuleiro_filipinas.sea_lanes import touching
from tabuleiro_filipinas.window.parts import Board, button
from tabuleiro_filipinas.window.ways import quiet_switch

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tabuleiro.engine import Action, Decision
    from tabuleiro.host.seat import Seat
    from tabuleiro.seats import Sight

__all__ = ["VoyageBoard", "travelling"]

_HALVES = 2


def travelling(s: Sight, force: str) -> list[str]:
    """Return the units aboard a force that are not put down yet."""
    lifts = [ship for ship in s.inside(force) if transports(s, ship)]
    return [unit for ship in lifts for unit in carried(s, ship)]


class VoyageBoard(Board):
    """A force under way: its cargo, the coasts where it can go ashore, units that can board."""

    def __init__(self, seat: Seat, decision: Decision) -> None:
        """Show the force that a decision is about."""
        super().__init__(seat)
        self.force = decision.pieces[0]
        self.legal = seat.legal()
        self._where()
        self._stop()
        self._ashore()
        self._aboard()
        self.close_up()
        if seat.selection != (self.force,):
            seat.select((self.force,))

    def _where(self) -> None:
        s, module = self.seat.sight, self.seat.module
        place = place_name(s.place(self.force), module)
        self.headline(f"{piece_name(module, self.force)} · {place}")
        units = travelling(s, self.force)
        told = ngettext("{n} unit travels", "{n} units travel", len(units)).format(n=len(units))
        left = hexes_left(s, self.force)
        if left is not None:
            hexes = left // _HALVES
            more = ngettext("sails {n} hex more", "sails {n} hexes more", hexes)
            told += f" · {more.format(n=hexes)}"
        self.note(told, "voyage")
        if any(action.kind == "sail-force" for action in self.legal):
            self.note(_("To sail on, click a lit sea hex."))
            self.row(quiet_switch(self.seat))
        else:
            self.note(_("It must stay here: it carries no farther, or enemies halt it."))

    def _stop(self) -> None:
        hint = _("Units come aboard and go ashore where a force stops; then it sails on.")
        stop = button("make-stop", _("Stop here"), hint, partial(self.seat.act, MakeStop()))
        stop.setEnabled(MakeStop() in self.legal)  # it stays: what is below keeps its place
        self.row(stop)

    def _ashore(self) -> None:
        """Offer each coast to all who can go ashore there, and to one after the other."""
        module = self.seat.module
        goals: dict[str, list[str]] = {}
        for action in self.legal:
            if isinstance(action, PutDown):
                goals.setdefault(action.hex, []).append(action.piece)
        s = self.seat.sight
        units = travelling(s, self.force)
        if MakeStop() in self.legal and units:  # it would stop for that
            goals = dict.fromkeys(touching(s, s.place(self.force)), units)
        for goal, units in goals.items():
            words = f"{place_name(goal, module)}: {self._named(units)}"
            hint = "\n".join(piece_name(module, unit) for unit in units)
            buttons = [button(f"one-{goal}", "+1", piece_name(module, units[0]),
                              partial(self._put_down, goal, units[:1]))]  # fmt: skip
            for formation, members in self._formations(units).items():
                named = ", ".join(piece_name(module, unit) for unit in members)
                number = module.counters[members[0]].short.right
                buttons.append(button(f"form-{formation}-{goal}", number, named,
                                      partial(self._put_down, goal, members)))  # fmt: skip
            buttons.append(button(f"all-{goal}", _("All ashore"), hint,
                                  partial(self._put_down, goal, units)))  # fmt: skip
            self.line(words, *buttons, hint=hint)

    def _formations(self, units: list[str]) -> dict[str, list[str]]:
        """Return the units of each formation of which several travel, if it is not all."""
        counters = self.seat.module.counters
        found: dict[str, list[str]] = {}
        for unit in units:
            found.setdefault(counters[unit].formation or unit, []).append(unit)
        whole = {name: some for name, some in found.items()
                 if len(some) > 1 and counters[some[0]].short.right}  # fmt: skip
        return whole if len(found) > 1 else {}

    def _named(self, units: list[str]) -> str:
        return ngettext("{n} unit", "{n} units", len(units)).format(n=len(units))

    def _aboard(self) -> None:
        """Offer to take aboard who stands on the coast here."""
        boarding = dict.fromkeys(a.piece for a in self.legal if isinstance(a, TakeAboard))
        for unit in boarding:
            self.line(piece_name(self.seat.module, unit),
                      button(f"take-{unit}", _("Aboard"), "",
                             partial(self._take, unit)))  # fmt: skip

    def _put_down(self, goal: str, units: Sequence[str]) -> None:
        seat, left = self.seat, list(units)

        def actions() -> Iterator[Action]:
            if MakeStop() in seat.legal():
                yield MakeStop()
            while left:
                able = {a.piece: a for a in seat.legal(hex=goal) if isinstance(a, PutDown)}
                unit = next((each for each in left if each in able), None)
                if unit is None:
                    return
                left.remove(unit)
                yield able[unit]

        seat.act_all(actions())

    def _take(self, unit: str) -> None:
        found = [a for a in self.seat.legal(piece=unit) if isinstance(a, TakeAboard)]
        for action in found[:1]:
            self.seat.act(action)
