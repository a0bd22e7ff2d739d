"""The board of targets: missions by their letters, then what could be flown against, by errand.

Beside each target stands how many aircraft reach it; a click on it plans the mission.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QHeaderView,
    QLabel,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from tabuleiro.engine.messages import place_name
from tabuleiro.host.panels.while_seen import WhileSeen
from tabuleiro.i18n import _, text
from tabuleiro_filipinas.air_missions import missions_of
from tabuleiro_filipinas.air_planning import PLANS, PlanMission
from tabuleiro_filipinas.window.squadrons import in_reach

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tabuleiro.engine import Action
    from tabuleiro.host.seat import Seat

__all__ = ["TargetBoard"]

_PLAN: Final = Qt.ItemDataRole.UserRole
_PLACE: Final = Qt.ItemDataRole.UserRole + 1
_NUMBERS: Final = (1, 2)


class TargetBoard(QWidget):
    """A tree of missions and targets; what a side may not know is not in it."""

    def __init__(self, seat: Seat) -> None:
        """Show the targets of whoever looks."""
        super().__init__()
        self.seat = seat
        self.told = QLabel(_("A click on a target plans a mission; then say who flies."))
        self.told.setWordWrap(True)
        self.tree = QTreeWidget()
        self.tree.setObjectName("targets")
        self.tree.setAccessibleName(_("Targets for aircraft"))
        self.tree.setHeaderLabels([_("Target"), _("Bombers"), _("Fighters")])
        self.tree.setUniformRowHeights(True)
        self.tree.setRootIsDecorated(False)
        header = self.tree.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.tree.itemClicked.connect(self._taken)
        self.tree.itemActivated.connect(self._taken)
        box = QVBoxLayout(self)
        box.setContentsMargins(6, 6, 6, 6)
        box.addWidget(self.told)
        box.addWidget(self.tree, 1)
        seat.changed.connect(WhileSeen(self, seat, self.tell, self.tree.clear).look)

    def tell(self) -> None:
        """Build the tree anew."""
        self.tree.clear()
        side = self.seat.viewer or next(iter(self.seat.humans), "")
        plans = {(a.errand, a.hex): a for a in self.seat.legal() if isinstance(a, PlanMission)}
        self._missions(plans)
        for kind in PLANS:
            self._errand(side, kind.errand, {h: a for (e, h), a in plans.items()
                                             if e == kind.errand})  # fmt: skip
        if not self.tree.topLevelItemCount():
            self._head(_("Nothing to fly against now."))
        self.tree.expandAll()

    def _missions(self, plans: Mapping[tuple[str, str], Action]) -> None:
        """Show the missions of all sides, as everybody sees them."""
        s, module = self.seat.sight, self.seat.module
        for side in module.sides:
            found = missions_of(s, side)
            if not found:
                continue
            head = self._head(_("In the air: {side}").format(side=text(module.sides[side].name)))
            for one in found:
                errand = text(module.texts[f"mission.{one.errand}"])
                night = " ☾" if one.night else ""
                words = f"{one.letter} · {place_name(one.hex, module)} · {errand}{night}"
                sent = {"fighter": 0, "bomber": 0}
                for _class, role, number in one.flights:
                    sent["fighter" if role == "fighter" else "bomber"] += number
                plan = plans.get((one.errand, one.hex)) if side == self.seat.viewer else None
                self._line(head, words, one.hex, plan, sent["bomber"], sent["fighter"])

    def _errand(self, side: str, errand: str, plans: Mapping[str, Action]) -> None:
        """Show the targets of an errand, those first which the most can reach."""
        s, module = self.seat.sight, self.seat.module
        if not plans:
            return
        counts = {hex: tuple(map(len, in_reach(s, side, errand, hex))) for hex in plans}
        head = self._head(text(module.texts[f"mission.{errand}"]))
        for hex, action in sorted(plans.items(), key=lambda one: (-counts[one[0]][0], one[0])):
            self._line(head, place_name(hex, module), hex, action, *counts[hex])

    def _head(self, words: str) -> QTreeWidgetItem:
        head = QTreeWidgetItem([words])
        font = head.font(0)
        font.setBold(True)
        head.setFont(0, font)
        self.tree.addTopLevelItem(head)
        head.setFirstColumnSpanned(True)
        return head

    def _line(
        self, head: QTreeWidgetItem, words: str, place: str, plan: Action | None,
        bombers: int, fighters: int,
    ) -> None:  # fmt: skip
        item = QTreeWidgetItem([words, str(bombers), str(fighters)])
        item.setToolTip(0, words)
        item.setData(0, _PLAN, plan)
        item.setData(0, _PLACE, place)
        for column in _NUMBERS:
            item.setTextAlignment(column, Qt.AlignmentFlag.AlignRight)
        head.addChild(item)

    def _taken(self, item: QTreeWidgetItem) -> None:
        """Plan a mission, or show where one flies."""
        plan, place = item.data(0, _PLAN), item.data(0, _PLACE)
        if plan is not None:
            self.seat.act(plan)
        elif place in self.seat.sight.board.grid:
            self.seat.point(place)
