"""The menu of the right button on a free table: all that can be done, with the key that does it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from tabuleiro.engine.draws import is_drawn_from, is_held
from tabuleiro.engine.freehand import (
    FreeControl,
    FreeDraw,
    FreeLoss,
    FreeMake,
    FreeMark,
    FreeMove,
    FreeState,
    FreeTrack,
    is_fixed,
)
from tabuleiro.engine.position import OFF
from tabuleiro.engine.tabletop import (
    NOTE,
    FreeCover,
    FreeDeal,
    FreeLook,
    FreePass,
    FreeRoll,
    FreeShuffle,
    FreeTurn,
    FreeUnder,
    hands_of,
)
from tabuleiro.host.byhand import marks_named, track_words
from tabuleiro.host.freecommands import FREE
from tabuleiro.host.map.sheets import fill_sheets
from tabuleiro.host.words import piece_line, piece_name
from tabuleiro.i18n import _, text
from tabuleiro.module.made import FACE_DOWN
from tabuleiro.module.unknown import is_unknown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tabuleiro.engine.freehand import FreeAction
    from tabuleiro.host.freeplay import FreePlay

__all__ = ["fill_free_menu", "fill_marks"]

_LISTED = 60
"""So many pieces are listed in a menu at most."""


def fill_free_menu(play: FreePlay, menu: QMenu, place: str | None, piece: str | None) -> None:
    """Fill the menu for a piece, if one was clicked, in a place."""
    s = play.seat.sight
    if piece is not None and piece in s.position.pieces and not is_drawn_from(s, s.place(piece)):
        pieces = play.targets_of(piece)
        _about_pieces(play, menu, pieces, piece)
    if place is not None and is_drawn_from(s, place):
        _about_deck(play, menu, place)
    elif place is not None and place in s.board.boxes:
        _about_box(play, menu, place)
    menu.addSeparator()
    if place is not None:
        _about_place(play, menu, place)
    menu.addSeparator()
    _about_table(play, menu)


def _about_pieces(play: FreePlay, menu: QMenu, pieces: tuple[str, ...], piece: str) -> None:
    """Offer what can be done with pieces; states and faces are those of the one clicked."""
    seat = play.seat
    s = seat.sight
    if len(pieces) > 1:
        menu.addSection(_("{n} pieces").format(n=len(pieces)))
    else:
        menu.addSection(piece_line(seat.module, piece, seat.seen(piece)))
    held = is_held(s, s.place(piece))
    if not held:
        _key(play, menu, "free-flip", lambda: play.flip(pieces))
        _faces(play, menu, pieces, piece)
        _key(play, menu, "free-turn", lambda: play.turn(pieces, 1))
        _key(play, menu, "free-turn-back", lambda: play.turn(pieces, -1))
        _states(play, menu, pieces, piece)
        _key(play, menu, "free-cover", lambda: play.cover(pieces))
        if FACE_DOWN in s.piece(piece).marks and is_unknown(piece):
            _add(menu, _("Look at it"), lambda: play.look(piece))
        fill_marks(play, menu.addMenu(_("Marks")), pieces)
        _key(play, menu, "free-sink", lambda: play.sink(pieces))
        _key(play, menu, "free-clone", lambda: play.clone(pieces))
    _showing(play, menu, pieces)
    _sending(play, menu, [one for one in pieces if not is_fixed(s, one)], piece)
    _key(play, menu, "free-delete", lambda: play.delete(pieces))


def _faces(play: FreePlay, menu: QMenu, pieces: tuple[str, ...], piece: str) -> None:
    s = play.seat.sight
    steps = 1 if is_unknown(piece) else s.counter(piece).steps
    if steps < 3:
        return
    faces = menu.addMenu(_("Losses"))
    now = s.piece(piece).losses
    for number in range(steps):
        words = str(number) if number else _("intact")
        deeds = [FreeLoss(one, number) for one in pieces if not is_unknown(one)]
        _add(faces, words, partial(play.do, deeds), on=now == number)


def _states(play: FreePlay, menu: QMenu, pieces: tuple[str, ...], piece: str) -> None:
    s, module = play.seat.sight, play.seat.module
    if is_unknown(piece):
        return
    for state in module.states.values():
        if not state.suits(s.counter(piece)):
            continue
        values = menu.addMenu(text(state.name))
        now = s.piece(piece).states.get(state.id, state.values[0].id)
        suiting = [p for p in pieces if not is_unknown(p) and state.suits(s.counter(p))]
        for value in state.values:
            deeds = [FreeState(one, state.id, value.id) for one in suiting]
            _add(values, text(value.name), partial(play.do, deeds), on=now == value.id)


def fill_marks(play: FreePlay, menu: QMenu, pieces: Iterable[str]) -> None:
    """Offer the marks that a game names; a tick says that all of the pieces have one."""
    s, chosen = play.seat.sight, list(pieces)
    for mark, name in marks_named(play.seat.module):
        on = all(mark in s.piece(piece).marks for piece in chosen)
        deeds = [FreeMark(piece, mark, off=on) for piece in chosen]
        _add(menu, name, partial(play.do, deeds), on=on)
    menu.setEnabled(not menu.isEmpty())


def _showing(play: FreePlay, menu: QMenu, pieces: tuple[str, ...]) -> None:
    """Offer to show others what they do not see."""
    s, module = play.seat.sight, play.seat.module
    hidden = [p for p in pieces if is_held(s, s.place(p)) or FACE_DOWN in s.piece(p).marks]
    known = [piece for piece in hidden if not is_unknown(piece)]
    others = [side for side in module.played_sides if side != play.side]
    if not known or not others:
        return
    show = menu.addMenu(_("Show to"))
    for side in others:
        deeds = [FreeLook(side, piece) for piece in known]
        _add(show, text(module.sides[side].name), partial(play.do, deeds))


def _sending(play: FreePlay, menu: QMenu, pieces: list[str], piece: str) -> None:
    """Offer boxes and hands to send pieces to, and the bottom of decks."""
    if not pieces:
        return
    s = play.seat.sight
    send = menu.addMenu(_("Send to"))
    for box in s.board.boxes.values():
        if box.id == s.place(piece):
            continue
        name = text(box.name)
        _add(send, name, partial(play.do, [FreeMove(one, box.id) for one in pieces]))
        if play.is_deck(box.id):
            deeds = [FreeUnder(one, box.id) for one in reversed(pieces)]
            _add(send, _("{place}, to the bottom").format(place=name), partial(play.do, deeds))
        elif not is_held(s, box.id):
            deeds_down = [FreeCover(one, to=box.id) for one in pieces]
            words = _("{place}, face down").format(place=name)
            _add(send, words, partial(play.do, deeds_down))
    if s.place(piece) != OFF:
        words = _("Beside the board")
        _add(send, words, partial(play.do, [FreeMove(one, OFF) for one in pieces]))
    send.setEnabled(not send.isEmpty())


def _about_deck(play: FreePlay, menu: QMenu, deck: str) -> None:
    """Offer what is done with a deck or a cup."""
    s, module = play.seat.sight, play.seat.module
    cards, hands = s.at(deck), hands_of(s)
    menu.addSection(f"{text(s.board.boxes[deck].name)} ({len(cards)})")
    mine = hands.get(play.side)
    if cards and mine is not None:
        _add(menu, _("Draw to {place}").format(place=text(s.board.boxes[mine].name)),
             lambda: play.do([FreeDraw(deck, str(mine))]))  # fmt: skip
        _add(menu, _("Draw several …"), lambda: play.ask_deal(deck, (str(mine),)))
    if cards and len(hands) > 1:
        _add(menu, _("Deal to all hands …"), lambda: play.ask_deal(deck, tuple(hands.values())))
    draw = menu.addMenu(_("Draw to"))
    for box in s.board.boxes.values():
        if box.id != deck:
            _add(draw, text(box.name), partial(play.do, [FreeDeal(deck, (box.id,))]))
    draw.setEnabled(bool(cards))
    if cards and play.is_deck(deck):
        _add(menu, _("Shuffle"), lambda: play.do([FreeShuffle(deck)]))
        _add(menu, _("Look at the top card"), lambda: play.look(deck, 1))
        _add(menu, _("Look at all cards"), lambda: play.look(deck))
    seen = [card for card in cards if not is_unknown(card)][:_LISTED]
    if seen:
        taken = menu.addMenu(_("Take"))
        to = mine or OFF
        for card in seen:
            _add(taken, piece_name(module, card), partial(play.do, [FreeMove(card, to)]))


def _about_box(play: FreePlay, menu: QMenu, box: str) -> None:
    """Offer to put all that lies in a box into a deck, or to deal with it as with a deck."""
    s = play.seat.sight
    pieces = [piece for piece in s.at(box) if not (is_held(s, box) and is_unknown(piece))]
    if not pieces:
        return
    menu.addSection(f"{text(s.board.boxes[box].name)} ({len(s.at(box))})")
    for deck in s.board.boxes.values():
        if is_drawn_from(s, deck.id):
            deeds: list[FreeAction] = [FreeMove(piece, deck.id) for piece in pieces]
            if play.is_deck(deck.id):
                deeds.append(FreeShuffle(deck.id))
            words = _("All back into {place}, shuffled").format(place=text(deck.name))
            _add(menu, words, partial(play.do, deeds))


def _about_place(play: FreePlay, menu: QMenu, place: str) -> None:
    """Offer what can be made and marked in a place."""
    s, module = play.seat.sight, play.seat.module
    if place in s.board.grid:
        stack = play.seat.stack(place)
        if len(stack) > 1:
            words = _("Select the stack ({n})").format(n=len(stack))
            _add(menu, words, lambda: play.seat.select(stack))
        _add(menu, _("What is here"), lambda: play.info_asked.emit(place, ""))
    if module.palette:
        made = menu.addMenu(_("Make"))
        for template in list(module.palette.values())[:_LISTED]:
            _add(made, text(template.name), partial(play.do, [FreeMake(template.id, place)]))
    if place in s.board.grid and module.markers:
        markers = menu.addMenu(_("Markers"))
        for marker in module.markers.values():
            on = marker.id in s.position.marks.get(place, ())
            deeds = [FreeMark(place, marker.id, off=on)]
            _add(markers, text(marker.name), partial(play.do, deeds), on=on)
    if place in s.board.grid and len(module.played_sides) > 1:
        control = menu.addMenu(_("Control"))
        for side in module.played_sides:
            on = s.position.control.get(place) == side
            name = text(module.sides[side].name)
            _add(control, name, partial(play.do, [FreeControl(place, side)]), on=on)
    _key(play, menu, "free-note", lambda: play.ask_note(place))
    if NOTE + place in s.position.facts:
        _add(menu, _("Take the note away"), lambda: play.write_note(place, ""))


def _about_table(play: FreePlay, menu: QMenu) -> None:
    """Offer dice, tracks, turns, and to hand the table over."""
    s, module = play.seat.sight, play.seat.module
    dice = menu.addMenu(_("Dice"))
    for die in module.dice.values():
        _add(dice, text(die.name), partial(play.do, [FreeRoll(play.side, die.id)]))
    for faces in (6, 10, 20, 100):
        _add(dice, f"1d{faces}", partial(play.do, [FreeRoll(play.side, "", 1, faces)]))
    _key(play, dice, "free-roll", play.ask_dice)
    if len(play.view.board.maps) > 1:
        fill_sheets(play.view, menu.addMenu(_("Go to map")))
    tracks = menu.addMenu(_("Tracks"))
    for track, value in sorted(s.position.tracks.items()):
        one = tracks.addMenu(f"{track_words(module, track)}: {value}")
        for by in (1, -1, 5, -5):
            if 0 <= value + by <= 1000:
                _add(one, f"{by:+d}", partial(play.do, [FreeTrack(track, value + by)]))
        _add(one, _("Set …"), partial(play.ask_track, track))
    tracks.setEnabled(not tracks.isEmpty())
    _about_turns(play, menu.addMenu(_("Turn")))
    others = [side for side in module.played_sides if side != play.seat.table.asked]
    if others:
        hand = menu.addMenu(_("Hand the table over to"))
        for side in others:
            _add(hand, text(module.sides[side].name), partial(play.do, [FreePass(side)]))


def _about_turns(play: FreePlay, turns: QMenu) -> None:
    """Offer the turns, and the phases of this one."""
    s, module = play.seat.sight, play.seat.module
    scenario = play.seat.scenario
    for turn in module.turns:
        if scenario.first_turn <= turn.turn <= scenario.last_turn:
            words = f"{turn.turn} · {text(turn.label)}"
            deed = partial(play.do, [FreeTurn(turn.turn)])
            _add(turns, words, deed, on=turn.turn == s.turn)
    if len(module.sequence) > 1:
        turns.addSeparator()
        for number, phase in enumerate(module.sequence):
            deed = partial(play.do, [FreeTurn(s.turn, number)])
            _add(turns, text(phase.name), deed, on=number == s.position.phase)


def _key(play: FreePlay, menu: QMenu, id: str, deed: Callable[[], object]) -> None:
    """Add an entry that shows the key which does the same."""
    keys = play.keys.get(id, "")
    _add(menu, f"{_(FREE[id].label)}\t{keys}" if keys else _(FREE[id].label), deed)


def _add(menu: QMenu, words: str, deed: Callable[[], object], *, on: bool | None = None) -> None:
    entry = QAction(words.replace("&", "&&"), menu)
    if on is not None:
        entry.setCheckable(True)
        entry.setChecked(on)
    entry.triggered.connect(lambda _on=False: deed())
    menu.addAction(entry)
