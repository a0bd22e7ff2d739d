"""The menu of the right button: all that can be done with a unit or in a hex, and what they are.

Nothing in it ends a phase or gives anything up.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from tabuleiro.engine.freehand import FreeMake, FreeMove
from tabuleiro.engine.inside import can_be_inside
from tabuleiro.host.byhand import can_by_hand, hand_entries
from tabuleiro.host.gestures import aim, path_of, piece_of
from tabuleiro.host.panels.ending import ends
from tabuleiro.host.together import (
    GROUP_NAMES,
    Group,
    begin_with,
    commit,
    guns_reach,
    joiners,
)
from tabuleiro.host.words import piece_line, piece_name
from tabuleiro.i18n import _, text
from tabuleiro.module.places import inside_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from tabuleiro.engine import Action
    from tabuleiro.host.play import MapPlay

__all__ = ["attack_entries", "fill_menu"]

_BEGINS: Final = "assault"


def fill_menu(play: MapPlay, menu: QMenu, hex: str | None, piece: str | None) -> None:
    """Fill the menu for a piece, if one was clicked, in a hex."""
    seat = play.seat
    actions = _possible(play, hex, piece)
    attack_entries(play, menu, actions)
    for action in actions:
        play.add_entry(menu, action, actions)
    for group in Group:
        able = joiners(seat, group)
        if able:
            words = f"{_(GROUP_NAMES[group])} ({len(able)})"
            _add(menu, words, partial(commit, seat, group))
    if piece is not None:
        _head(menu, piece_line(seat.module, piece, seat.seen(piece)))
    _selecting(play, menu, hex, piece)
    menu.addSeparator()
    if hex is not None:
        _add(menu, _("What is here"), lambda: play.info_asked.emit(hex, piece or ""))
        _own(play, menu, hex)
    decision = seat.decision()
    if decision is not None and decision.rule:
        number = decision.rule.partition("-")[2] or decision.rule
        _add(menu, _("Rule {number}").format(number=number),
             lambda: play.rule_asked.emit(decision.rule))  # fmt: skip
    if seat.free_hand and can_by_hand(seat):
        menu.addSeparator()
        hand_entries(seat, menu, hex, piece)
        if hex is not None:
            _inside_by_hand(play, menu, hex, piece)


def _head(menu: QMenu, words: str) -> None:
    """Say whom what follows is about."""
    menu.addSeparator()
    head = QAction(words, menu)
    font = head.font()
    font.setBold(True)
    head.setFont(font)
    head.setEnabled(False)
    menu.addAction(head)


def attack_entries(play: MapPlay, menu: QMenu, actions: Iterable[Action]) -> None:
    """Offer attacks that commit all who are next to their target, or all guns as well."""
    seat = play.seat
    for action in actions:
        if action.kind == _BEGINS and piece_of(action) is None:
            near = partial(begin_with, seat, action, Group.ADJACENT)
            _add(menu, _("Attack with all adjacent"), near)
            if guns_reach(seat, action):
                words = _("Attack with all adjacent and all artillery")
                _add(menu, words, partial(begin_with, seat, action, *Group))


def _own(play: MapPlay, menu: QMenu, hex: str) -> None:
    """Offer what is for one's own eyes: a note, and to take plans away."""
    notes = play.notes
    if notes.owner is None:
        return
    if hex in play.view.board.grid:
        _add(menu, _("Note on this hex …"), lambda: play.note_asked.emit(hex))
    page = notes.page
    ends = [end for way in page.arrows for end in (way[0], way[-1])]
    if hex in (*ends, *(way[-1] for way in page.ghosts.values())):
        _add(menu, _("Take away the plans here"), lambda: notes.clear_plans(hex))


def _selecting(play: MapPlay, menu: QMenu, hex: str | None, piece: str | None) -> None:
    """Offer to select the unit with what it can do, its stack and its formation.

    Beside the counters of a hex those of the top one are meant that is asked for anything.
    """
    seat, decision = play.seat, play.seat.decision()
    if decision is None:
        return
    there = _together(play, hex, piece)
    if piece is None:
        piece = next((p for p in reversed(there) if p in decision.pieces), None)
    if piece is None or seat.sight.side(piece) != decision.side:
        return
    if seat.selection != (piece,) and any(aim(a) for a in seat.legal(piece=piece)):
        _add(menu, _("Show what it can do"), lambda: seat.select([piece]))
    stack = tuple(p for p in there if p in decision.pieces)
    if len(stack) > 1:
        words = _("Select the stack ({n})").format(n=len(stack))
        _add(menu, words, lambda: seat.select(stack))
    _select_formations(play, menu, piece, stack)
    if seat.selection:
        _add(menu, _("Deselect"), lambda: seat.select(()))


def _together(play: MapPlay, hex: str | None, piece: str | None) -> Sequence[str]:
    """Return who stands in a place; of those who wait beside the board, who waits in one tray."""
    waiting = play.showing.waiting()
    if hex in waiting and (piece is None or piece in waiting[hex]):
        return waiting[hex]
    trays = [tray for tray in waiting.values() if piece in tray]
    return trays[0] if trays else play.seat.stack(hex) if hex is not None else ()


def _select_formations(play: MapPlay, menu: QMenu, piece: str, stack: Sequence[str]) -> None:
    """Offer to select all of each formation above a unit that are asked: they march together."""
    seat, decision = play.seat, play.seat.decision()
    s, module = seat.sight, seat.module
    counter = module.counters.get(piece)
    asked = decision.pieces if decision is not None else ()
    told = {frozenset(stack)}
    for formation in module.formations_above(counter.formation) if counter is not None else ():
        members = set(module.members(formation))
        units = tuple(p for p in asked if p in members and s.on_map(p) and seat.legal(piece=p))
        if len(units) > 1 and frozenset(units) not in told:
            told.add(frozenset(units))
            name = text(module.formations[formation].name)
            words = _("Select all of {formation} ({n})").format(formation=name, n=len(units))
            _add(menu, words, partial(seat.select, units))


def _inside_by_hand(play: MapPlay, menu: QMenu, hex: str, piece: str | None) -> None:
    """Offer to put a piece into another or take it out, and to make one from the palette."""
    seat = play.seat
    s = seat.sight
    if piece is not None and s.within(piece) is not None:
        words = _("Take out of {holder}").format(holder=piece_name(s.module, str(s.within(piece))))
        _add(menu, words, lambda: seat.act(FreeMove(piece, s.whereabouts(piece))))
    there = [p for top in seat.stack(hex) for p in (top, *s.inside(top))]
    for holder in there if piece is not None else ():
        if holder != s.within(str(piece)) and can_be_inside(s, str(piece), holder):
            words = _("Put into {holder}").format(holder=piece_name(s.module, holder))
            _add(menu, words, partial(seat.act, FreeMove(str(piece), inside_of(holder))))
    if s.module.palette:
        made = menu.addMenu(_("Make"))
        for template in s.module.palette.values():
            _add(made, text(template.name), partial(seat.act, FreeMake(template.id, hex)))


def _possible(play: MapPlay, hex: str | None, piece: str | None) -> list[Action]:
    """Return the actions of a piece and those that are aimed at a hex, each once."""
    seat = play.seat
    found = [*play.targets.get(hex or "", ())]
    if piece is not None:
        found += [a for a in seat.legal(piece=piece) if not path_of(a)
                  and (aim(a) in {None, hex} or piece_of(a) == piece)]  # fmt: skip
    if hex is not None:
        found += [a for a in seat.legal(hex=hex) if not path_of(a) and aim(a) == hex]
    few = [a for n, a in enumerate(found) if a not in found[:n]]
    return [a for a in few if not ends(a) and a.kind != "cancel"]


def _add(menu: QMenu, words: str, deed: Callable[[], object]) -> None:
    entry = QAction(words, menu)
    entry.triggered.connect(lambda _on=False: deed())
    menu.addAction(entry)
