"""The fleet board: a force is formed by sorts of ships and whole divisions, not from a list."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import TYPE_CHECKING

from tabuleiro.host.words import piece_name
from tabuleiro.i18n import _, text
from tabuleiro_filipinas.cargo import aboard, capacity_left, transports, weight
from tabuleiro_filipinas.loading import JoinForce, LeaveForce, PutOff, TakeAboard
from tabuleiro_filipinas.naval_phase import DisbandForce
from tabuleiro_filipinas.parameters.sea import SeaLiftTerms
from tabuleiro_filipinas.ready_forces import PURPOSES, propose, ready, ships_by_sort
from tabuleiro_filipinas.window.cards import Card, DraggedShips, worth_of
from tabuleiro_filipinas.window.parts import Board, HowMany, button, figures, sort_name
from tabuleiro_filipinas.window.ways import quiet_switch

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from PySide6.QtWidgets import QPushButton

    from tabuleiro.engine import Action, Decision
    from tabuleiro.host.seat import Seat
    from tabuleiro_filipinas.ready_forces import Purpose

__all__ = ["FleetBoard"]


class FleetBoard(Board):
    """A force that is being formed: what it is worth, its ships, its cargo, ships in port."""

    def __init__(self, seat: Seat, decision: Decision) -> None:
        """Show the force that a decision is about."""
        super().__init__(seat)
        self.side, self.force = decision.side, decision.pieces[0]
        self.s = seat.sight
        self.ships = self.s.inside(self.force)
        self._worth()
        self._ready()
        self._ships()
        self.row(button("disband-force", _("Give this force up"), "", self._disband))
        self.close_up()
        if self.ships and seat.selection != (self.force,):
            seat.select((self.force,))  # the map lights where it can sail

    # ------------------------------------------------------------------------------ showing

    def _worth(self) -> None:
        """Say what the force is worth, and what is to be done with it."""
        s, module = self.s, self.seat.module
        self.headline(piece_name(module, self.force))
        if not self.ships:
            self.note(_("No ships yet. Take a ready force, or ships one by one."), "worth")
            return
        self.note(worth_of(s, self.force), "worth")
        self.note(_("To sail, click a lit sea hex: the way and its price stand at the pointer."))
        self.row(quiet_switch(self.seat))

    def _ready(self) -> None:
        """Offer the ready-made forces that the port still has."""
        found = [p for p in PURPOSES if propose(self.s, self.side, p)]
        buttons = [
            button(f"ready-{p.id}", _(p.title), _(p.hint), partial(self._join_purpose, p))
            for p in found
        ]
        for first in range(0, len(buttons), 2):
            self.row(*buttons[first : first + 2])

    def _ships(self) -> None:
        """Show two cards: the sorts that sail with what they carry, and those that stay in port.

        A ship is dragged from one to the other, or sent by the buttons of its line.
        """
        port = ready(self.s, self.side)
        everybody = sorted({*self.ships, *port}, key=self._order)
        sorts = list(ships_by_sort(self.s, everybody).values())
        sail = [ships for ships in sorts if any(ship in self.ships for ship in ships)]
        with self.within(Card("card-force", self.ships, self._join)):
            for ships in sail:
                self._sort(ships, [ship for ship in ships if ship in self.ships])
            self._cargo()
            if not sail:
                self.note(_("Drag ships here."))
        with self.within(Card("card-port", port, self._leave)):
            self.headline(_("In port"))
            for ships in sorts:
                if ships not in sail:
                    self._sort(ships, ships)

    def _sort(self, ships: Sequence[str], here: Sequence[str]) -> None:
        """Show one sort in a card: how many sail, to be set or changed by one."""
        module = self.seat.module
        sail = [ship for ship in ships if ship in self.ships]
        there = [ship for ship in ships if ship not in self.ships]
        words = f"{sort_name(module, ships)} {figures(module, ships[0])}"
        name = ships[0]
        less = button(f"less-{name}", "−", _("One leaves"), partial(self._leave, sail[-1:]))
        more = button(f"more-{name}", "+", _("One joins"), partial(self._join, there[:1]))
        less.setEnabled(bool(sail))
        more.setEnabled(bool(there))
        row: list[QPushButton | HowMany] = [less, more]
        if len(ships) > 1:
            sets = partial(self._let_sail, ships)
            row.insert(0, HowMany(f"sail-{name}", len(sail), len(ships), _("How many sail"), sets))
        hint = "\n".join(piece_name(module, ship) for ship in ships)
        told = DraggedShips(f"<b>{len(sail)}</b>/{len(ships)} {words}", here)
        told.setObjectName(f"ships-{name}")
        self.line(told, *row, hint=hint)

    def _order(self, ship: str) -> tuple[int, int, str]:
        """Return where a ship stands: by kind as the game lists them, the strongest first."""
        counter = self.s.counter(ship)
        kinds = list(self.seat.module.unit_types)
        return kinds.index(counter.type), -sum(counter.values.values()), ship

    def _cargo(self) -> None:
        """Show what waits in the boxes, by formation, and what is aboard."""
        s, module = self.s, self.seat.module
        lifts = [ship for ship in self.ships if transports(s, ship)]
        if not lifts:
            return
        self.headline(_("Cargo"))
        self._waiting()
        for ship in lifts:
            for unit in aboard(s, ship):
                words = f"{piece_name(module, unit)} ▸ {piece_name(module, ship)}"
                self.line(words, button(f"off-{unit}", "−", _("Put off"),
                                        partial(self._put_off, unit)))  # fmt: skip

    def _waiting(self) -> None:
        """Show what waits for a ship: first, so that what goes aboard moves no button away."""
        s, module = self.s, self.seat.module
        waiting = [u for box in s.terms(SeaLiftTerms).boxes[self.side] for u in s.at(box)]
        groups: dict[str, list[str]] = {}
        for action in self.seat.legal():
            if isinstance(action, TakeAboard) and action.piece in waiting:
                formation = s.counter(action.piece).formation or action.piece
                units = groups.setdefault(formation, [])
                units += [] if action.piece in units else [action.piece]
        if len(groups) > 1:
            everybody = [unit for units in groups.values() for unit in units]
            words = _("All that waits ({n})").format(n=len(everybody))
            self.line(words, button("load-all", _("Load"), _("As many as there is room for"),
                                    partial(self._load, everybody)))  # fmt: skip
        for formation, units in sorted(groups.items(), key=lambda each: -len(each[1])):
            named = module.formations.get(formation)
            words = text(named.name) if named and len(units) > 1 else piece_name(module, units[0])
            told = f"{words} ({len(units)})" if len(units) > 1 else words
            self.line(told, button(f"load-{formation}", _("Load"), _("Goes aboard"),
                                   partial(self._load, units)))  # fmt: skip

    # -------------------------------------------------------------------------------- doing

    def _join_purpose(self, purpose: Purpose) -> None:
        self._join(propose(self.s, self.side, purpose))

    def _join(self, ships: Sequence[str]) -> None:
        self.seat.act_all([JoinForce(ship) for ship in ships])

    def _let_sail(self, ships: Sequence[str], number: int) -> None:
        """Let so many of a sort sail: the first of those in port join, the last that sail leave."""
        sail = [ship for ship in ships if ship in self.ships]
        there = [ship for ship in ships if ship not in self.ships]
        if number > len(sail):
            self._join(there[: number - len(sail)])
        else:
            self._leave(sail[number:])

    def _leave(self, ships: Sequence[str]) -> None:
        self.seat.act_all([LeaveForce(ship) for ship in ships])

    def _put_off(self, unit: str) -> None:
        self.seat.act(PutOff(unit))

    def _disband(self) -> None:
        self.seat.act(DisbandForce())

    def _load(self, units: Sequence[str]) -> None:
        """Let units aboard, each on the ship that then carries all of it farthest."""
        seat, tried = self.seat, Counter[str]()

        def actions() -> Iterator[Action]:
            for unit in units:
                found = [a for a in seat.legal(piece=unit) if isinstance(a, TakeAboard)]
                found = [a for a in found if a.piece == unit]
                if found and not tried[unit]:
                    tried[unit] += 1
                    yield max(found, key=lambda a: (self._reach(a.ship, unit), a.ship))

        seat.act_all(actions())

    def _reach(self, ship: str, unit: str) -> int:
        """Return how far a ship sails with one more unit aboard."""
        s = self.seat.sight
        load = sum(weight(s, each) for each in aboard(s, ship)) + weight(s, unit)
        return capacity_left(s, ship) // load
