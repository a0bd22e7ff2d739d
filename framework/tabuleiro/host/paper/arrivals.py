"""Set-up and arrivals of a scenario: for each side, which counters stand where and come when."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from PySide6.QtCore import QRectF

from tabuleiro.engine.messages import listing
from tabuleiro.host.counter import paint_counter
from tabuleiro.host.panels.linked import clause_words
from tabuleiro.host.paper.countersheets import side_of
from tabuleiro.host.paper.pages import MARGIN, Pages, height, write
from tabuleiro.host.paper.tables import Flow
from tabuleiro.host.words import place_words
from tabuleiro.i18n import _, ngettext, text
from tabuleiro.module.places import inside_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tabuleiro.module import Module, Scenario

__all__ = ["arrival_sheets"]

_SIDE: Final = 10.0
_GAP: Final = 2.0
_LABEL: Final = 34.0
_LINE: Final = _SIDE + _GAP
_LETTERS: Final = 3.0
_DETAIL: Final = 100
_NAMED: Final = 6
"""So many places are named beside counters; of more it is said how many."""

Unit: TypeAlias = tuple[str, int]
"""A counter, and with how many losses it comes."""


def arrival_sheets(pages: Pages, module: Module, scenario: Scenario) -> None:
    """Draw a sheet for each side of a scenario."""
    for id, side in module.sides.items():
        if not _has_any(module, scenario, id):
            continue
        names = {
            "game": text(module.title), "scenario": text(scenario.name), "side": text(side.name)
        }  # fmt: skip
        flow = Flow(pages, _("{game}, {scenario}: {side}").format(**names))
        _set_up(flow, module, scenario, id)
        _arrivals(flow, module, scenario, id)
        _withdrawals(flow, module, scenario, id)


def _has_any(module: Module, scenario: Scenario, side: str) -> bool:
    """Return whether a side has anything to place, to await or to take away."""
    standing = (unit for entry in scenario.setup for unit in entry.units)
    return side in chain(
        (entry.side for entry in scenario.free),
        (entry.side for entry in scenario.reinforcements),
        (entry.side for entry in scenario.withdrawals),
        (module.counters[unit].side for unit in standing),
    )


def _set_up(flow: Flow, module: Module, scenario: Scenario, side: str) -> None:
    flow.head(_("Set-up"), _LINE)
    standing: dict[str, list[Unit]] = {}
    for entry in scenario.setup:
        own = [(unit, entry.reduced) for unit in entry.units if module.counters[unit].side == side]
        if own:
            standing.setdefault(entry.hex, []).extend(own)
    for hex, units in standing.items():
        _row(flow, module, place_words(module, hex), units)
    for free in scenario.free:
        if free.side == side:
            label = _joined(_("placed by you"), _where(module, free.where, free.rule))
            _row(flow, module, label, [(unit, free.reduced) for unit in free.units])


def _joined(words: str, where: str) -> str:
    return _("{what}: {where}").format(what=words, where=where) if where else words


def _where(module: Module, where: Mapping[str, Any] | None, rule: str | None) -> str:
    """Return the places that data name in which counters may come or be placed.

    Where they name none, or more than can be told, it is said which clause tells.
    """
    places = list(dict.fromkeys(_places(module, where or {})))
    if 0 < len(places) <= _NAMED:
        return listing([place_words(module, place) for place in places])
    count = ngettext("{n} place", "{n} places", len(places)).format(n=len(places))
    if rule is None or where is None:
        return count if places else ""
    told = _("as {clause} says").format(clause=clause_words(rule, module))
    return f"{count}, {told}" if places else told


def _places(module: Module, where: Mapping[str, Any]) -> Iterator[str]:
    for key in ("hexes", "boxes", "regions"):
        found = where.get(key)
        yield from map(str, found if isinstance(found, list | tuple) else ())
    for key in ("hex", "box", "region"):
        if key in where:
            yield str(where[key])
    if where.get("place") in module.board.places:
        yield module.board.places[where["place"]].hex
    inner = where.get("of")
    for each in inner if isinstance(inner, list | tuple) else ():
        if isinstance(each, Mapping):
            yield from _places(module, each)


def _arrivals(flow: Flow, module: Module, scenario: Scenario, side: str) -> None:
    coming = [entry for entry in scenario.reinforcements if entry.side == side]
    if coming:
        flow.head(_("Arrivals"), _LINE)
    for entry in sorted(coming, key=lambda each: each.turn):
        edges = ", ".join(text(module.board.edges[edge].name) for edge in entry.edges)
        inside = place_words(module, inside_of(entry.inside)) if entry.inside else ""
        where = edges or inside or _where(module, entry.where, entry.rule)
        words = f"{_in_turn(module, entry.turn)} {where}".strip()
        _row(flow, module, words, [(unit, entry.reduced) for unit in entry.units])


def _withdrawals(flow: Flow, module: Module, scenario: Scenario, side: str) -> None:
    leaving = [entry for entry in scenario.withdrawals if entry.side == side]
    if leaving:
        flow.head(_("Withdrawals"), _LINE)
    for entry in sorted(leaving, key=lambda each: each.turn):
        _row(flow, module, _in_turn(module, entry.turn), [(unit, 0) for unit in entry.units])


def _in_turn(module: Module, turn: int) -> str:
    label = next((text(each.label) for each in module.turns if each.turn == turn), "")
    words = _("Turn {turn} ({label})") if label else _("Turn {turn}")
    return words.format(turn=turn, label=label)


def _row(flow: Flow, module: Module, label: str, units: Iterable[Unit]) -> None:
    """Draw counters after a label, in as many lines as they need."""
    each = int((flow.wide - _LABEL) / (_SIDE + _GAP))
    high = max(_SIDE, height(label, _LABEL - _GAP, _LETTERS))
    todo = list(units)
    while todo:
        flow.need(high + _GAP)
        write(flow.painter, label, QRectF(MARGIN, flow.y, _LABEL - _GAP, high), _LETTERS, wrap=True)
        for number, (unit, losses) in enumerate(todo[:each]):
            flow.painter.save()
            flow.painter.translate(MARGIN + _LABEL + number * (_SIDE + _GAP), flow.y)
            flow.painter.scale(_SIDE / _DETAIL, _SIDE / _DETAIL)
            paint_counter(flow.painter, side_of(module, module.counters[unit], losses), _DETAIL)
            flow.painter.restore()
        flow.y += high + _GAP
        todo, label, high = todo[each:], "", _SIDE
