"""Two ways to a sea hex: the one with the least exposure, and the shortest; a switch says which."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, Final

from PySide6.QtWidgets import QCheckBox

from tabuleiro.host.hooks import WayEntry
from tabuleiro.host.words import points
from tabuleiro.i18n import _, ngettext
from tabuleiro_filipinas.quiet_ways import exposure, quietest_way
from tabuleiro_filipinas.sea_lanes import HALVES, prices
from tabuleiro_filipinas.voyages import SailForce

if TYPE_CHECKING:
    from tabuleiro.host.seat import Seat
    from tabuleiro_filipinas.quiet_ways import Exposure

__all__ = ["quiet_switch", "ways_to"]

_SHORTEST: Final = "shortest-ways"
"""The property of a seat that says that the shortest way comes first."""


def ways_to(seat: Seat, action: SailForce) -> list[WayEntry]:
    """Return the ways to where a force would sail, the one that is preferred first."""
    s, force = seat.sight, action.piece
    short = exposure(s, force, action.path)
    found = [_entry(seat, action, _("shortest"), short)]
    way = quietest_way(s, force, action.path[-1])
    if way and (least := exposure(s, force, way)) < short and least[:2] != short[:2]:
        quiet = _entry(seat, SailForce(force, way), _("least exposed"), least)
        found = [*found, quiet] if seat.property(_SHORTEST) else [quiet, *found]
    return found


def _entry(seat: Seat, action: SailForce, name: str, cost: Exposure) -> WayEntry:
    price = prices(seat.sight)
    steps = accumulate(price[hex] for hex in action.path)
    told = [
        ngettext("{n} hex", "{n} hexes", len(action.path)).format(n=len(action.path)),
        ngettext("{n} patrolled", "{n} patrolled", cost.patrols).format(n=cost.patrols),
        ngettext("{n} by enemy coasts", "{n} by enemy coasts", cost.coasts).format(n=cost.coasts),
    ]
    if cost.price != HALVES * len(action.path):
        told.append(_("costs {n}").format(n=points(cost.price)))
    return WayEntry(action, f"<b>{name}</b>: {', '.join(told)}", tuple(map(points, steps)))


def quiet_switch(seat: Seat) -> QCheckBox:
    """Return the switch between the way of the least exposure and the shortest."""
    box = QCheckBox(_("Sail by the least exposed way"))
    box.setObjectName("quiet-ways")
    box.setToolTip(_("Round patrols and enemy coasts, as far as the ships can carry their cargo."))
    box.setChecked(not seat.property(_SHORTEST))
    box.toggled.connect(lambda on: seat.setProperty(_SHORTEST, not on))
    return box
