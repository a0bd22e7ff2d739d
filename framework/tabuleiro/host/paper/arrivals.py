"""Set-up and arrivals of a scenario: for each side, which counters stand where and come when."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QRectF

from tabuleiro.host.counter import face_of, paint_counter
from tabuleiro.host.paper.pages import MARGIN, Pages, write
from tabuleiro.host.paper.tables import Flow
from tabuleiro.i18n import _, text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tabuleiro.module import Module, Scenario

__all__ = ["arrival_sheets"]

_SIDE: Final = 10.0
_GAP: Final = 2.0
_LABEL: Final = 34.0
_DETAIL: Final = 100


def arrival_sheets(pages: Pages, module: Module, scenario: Scenario) -> None:
    """Draw a sheet for each side of a scenario."""
    for id, side in module.sides.items():
        names = {
            "game": text(module.title), "scenario": text(scenario.name), "side": text(side.name)
        }  # fmt: skip
        flow = Flow(pages, _("{game}, {scenario}: {side}").format(**names))
        _set_up(flow, module, scenario, id)
        _arrivals(flow, module, scenario, id)


def _set_up(flow: Flow, module: Module, scenario: Scenario, side: str) -> None:
    flow.say(_("Set-up"), 3.8, bold=True)
    standing: dict[str, list[str]] = {}
    for entry in scenario.setup:
        own = [unit for unit in entry.units if module.counters[unit].side == side]
        if own:
            standing.setdefault(entry.hex, []).extend(own)
    for hex, units in standing.items():
        _row(flow, module, _place(module, hex), units)
    for free in scenario.free:
        if free.side == side:
            _row(flow, module, _("placed by you"), free.units)


def _place(module: Module, hex: str) -> str:
    box = module.board.boxes.get(hex)
    return text(box.name) if box is not None else module.called(hex)


def _arrivals(flow: Flow, module: Module, scenario: Scenario, side: str) -> None:
    coming = [entry for entry in scenario.reinforcements if entry.side == side]
    if coming:
        flow.say(_("Arrivals"), 3.8, bold=True)
    labels = {turn.turn: text(turn.label) for turn in module.turns}
    for entry in sorted(coming, key=lambda each: each.turn):
        where = ", ".join(text(module.board.edges[edge].name) for edge in entry.edges)
        sentence = _("Turn {turn} ({label}) {where}")
        words = sentence.format(turn=entry.turn, label=labels.get(entry.turn, ""), where=where)
        _row(flow, module, words, entry.units)


def _row(flow: Flow, module: Module, label: str, units: Iterable[str]) -> None:
    """Draw counters after a label, in as many lines as they need."""
    each = int((flow.wide - _LABEL) / (_SIDE + _GAP))
    todo = list(units)
    first = True
    while todo:
        flow.need(_SIDE + _GAP)
        if first:
            box = QRectF(MARGIN, flow.y, _LABEL - _GAP, _SIDE)
            write(flow.painter, label, box, 3, wrap=True)
            first = False
        for number, unit in enumerate(todo[:each]):
            flow.painter.save()
            flow.painter.translate(MARGIN + _LABEL + number * (_SIDE + _GAP), flow.y)
            flow.painter.scale(_SIDE / _DETAIL, _SIDE / _DETAIL)
            paint_counter(flow.painter, face_of(module, module.counters[unit]), _DETAIL)
            flow.painter.restore()
        todo = todo[each:]
        flow.y += _SIDE + _GAP
