"""What hands do on a free table, as typed commands: all that the menu of the window can do."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from tabuleiro.cli.terminal_names import find_hex, find_path, find_unit, split_target
from tabuleiro.engine import OFF, GameError
from tabuleiro.engine import freehand as hand
from tabuleiro.engine import tabletop as top
from tabuleiro.engine.draws import is_deck, is_drawn_from
from tabuleiro.engine.position import GONE
from tabuleiro.i18n import _, fold, text
from tabuleiro.module.made import FACE_DOWN, template_of
from tabuleiro.module.unknown import is_unknown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from tabuleiro.engine.freehand import FreeAction
    from tabuleiro.module.records import Words
    from tabuleiro.seats import LocalSeat, Sight

__all__ = ["HANDS", "table_lines"]

Typed = list[str]
_DICE: Final = re.compile(r"(\d{0,3})d(\d{1,4})([+-]\d{1,3})?", re.IGNORECASE)
_NUMBER: Final = re.compile(r"[0-9]{1,4}")
_BESIDE: Final = frozenset({"off", "beside", "fora", "ao-lado"})
_LISTED: Final = 30


# ------------------------------------------------------------------------------- names


def _known(named: Mapping[str, Words], typed: str, sentence: str) -> str:
    """Return the id that somebody typed, by itself or by its name."""
    wanted = fold(typed)
    for id, names in named.items():
        if wanted and wanted in {fold(id), *(fold(name) for name in names.values())}:
            return id
    listed = ", ".join(list(named)[:_LISTED]) or _("none")
    raise GameError(
        sentence.format(typed=typed) + " " + _("There are: {names}.").format(names=listed)
    )


def _side(s: Sight, typed: str) -> str:
    sides = {id: s.module.sides[id].name for id in s.module.played_sides}
    return _known(sides, typed, _('There is no side "{typed}".'))


def _me(s: Sight) -> str:
    return s.viewer or next(iter(s.module.played_sides or s.module.sides))


def _box(s: Sight, typed: str) -> str:
    boxes = {box.id: box.name for box in s.board.boxes.values()}
    return _known(boxes, typed, _('There is no box "{typed}".'))


def _place(seat: LocalSeat, words: Typed) -> str:
    """Return a place: a hex, a box, an edge, a unit that holds others, or beside the board."""
    if fold("-".join(words)) in _BESIDE:
        return OFF
    return find_path(seat, words)[-1]


def _units(seat: LocalSeat, words: Typed) -> list[str]:
    """Return the units that are named, one or several with commas between."""
    parts = " ".join(words).split(",")
    return [find_unit(seat, part.split()) for part in parts]


def _units_and_place(seat: LocalSeat, words: Typed) -> tuple[list[str], str]:
    """Return units and the place after them, wherever the one ends and the other begins."""
    for number in range(1, len(words)):
        with suppress(GameError):
            return _units(seat, words[:number]), _place(seat, words[number:])
    unit, target = split_target(words)
    return _units(seat, unit), _place(seat, target)  # raises what is wrong


def _count(words: Typed, usual: int) -> tuple[Typed, int]:
    """Return words without the number at their end, and that number."""
    if len(words) > 1 and _NUMBER.fullmatch(words[-1]):
        return words[:-1], int(words[-1])
    return words, usual


def _several(deeds: Iterable[FreeAction]) -> FreeAction:
    found = list(deeds)
    if not found:
        raise GameError(_("Nothing of the kind can be done now."))
    return top.FreeSeveral.of(*found)


# ------------------------------------------------------------------------------- pieces


def _move(seat: LocalSeat, words: Typed) -> FreeAction:
    units, place = _units_and_place(seat, words)
    return _several(hand.FreeMove(unit, place) for unit in units)


def _under(seat: LocalSeat, words: Typed) -> FreeAction:
    units, place = _units_and_place(seat, words)
    return _several(top.FreeUnder(unit, place) for unit in units)


def _flip(seat: LocalSeat, words: Typed) -> FreeAction:
    return _several(_flipped(seat.sight(), unit) for unit in _units(seat, words))


def _flipped(s: Sight, piece: str) -> FreeAction:
    steps = 1 if is_unknown(piece) else s.counter(piece).steps
    if steps < 2:
        return top.FreeCover(piece, up=FACE_DOWN in s.piece(piece).marks)
    return hand.FreeLoss(piece, (s.piece(piece).losses + 1) % steps)


def _cover(seat: LocalSeat, words: Typed) -> FreeAction:
    """Turn units face down where they lie, or put them somewhere face down."""
    try:
        units, place = _units(seat, words), ""
    except GameError:
        if len(words) < 2:
            raise
        units, place = _units_and_place(seat, words)
    return _several(top.FreeCover(unit, to=place) for unit in units)


def _uncover(seat: LocalSeat, words: Typed) -> FreeAction:
    return _several(top.FreeCover(unit, up=True) for unit in _units(seat, words))


def _state(seat: LocalSeat, words: Typed) -> FreeAction:
    """Give units another value of a state, named by its id or its name."""
    s = seat.sight()
    for number in range(1, len(words)):
        wanted = fold(" ".join(words[number:]))
        for state in s.module.states.values():
            for value in state.values:
                if wanted in {value.id, *map(fold, value.name.values())}:
                    units = _units(seat, words[:number])
                    if all(is_unknown(u) or state.suits(s.counter(u)) for u in units):
                        return _several(hand.FreeState(u, state.id, value.id) for u in units)
    names = (f"{text(one.name)} ({', '.join(value.id for value in one.values[:8])})"
             for one in s.module.states.values())  # fmt: skip
    told = _("Name a unit and a value of one of its states: {names}.")
    raise GameError(told.format(names="; ".join(names) or _("none")))


def _mark(*, off: bool) -> Callable[[LocalSeat, Typed], FreeAction]:
    """Return what puts a mark on a unit, or a marker on a hex, or takes it off."""

    def maker(seat: LocalSeat, words: Typed) -> FreeAction:
        s = seat.sight()
        if len(words) < 2:
            raise GameError(_("Name a unit or a hex, and a mark."))
        marks = {
            key.removeprefix("state."): name
            for key, name in s.module.texts.items()
            if key.startswith("state.") and key != f"state.{FACE_DOWN}"
        }
        markers = {marker.id: marker.name for marker in s.module.markers.values()}
        *on, last = words
        with suppress(GameError):
            place = find_hex(s.module, " ".join(on))
            return hand.FreeMark(place, _known(markers, last, ""), off=off)
        mark = _known({**marks, **markers}, last, _('There is no mark "{typed}".'))
        if "/" in on[0] or mark in markers:
            return hand.FreeMark(" ".join(on), mark, off=off)
        return _several(hand.FreeMark(unit, mark, off=off) for unit in _units(seat, on))

    return maker


def _make(seat: LocalSeat, words: Typed) -> FreeAction:
    s = seat.sight()
    if len(words) < 2:
        raise GameError(_("Name a piece of the palette, and where it is put."))
    templates = {id: one.name for id, one in s.module.palette.items()}
    for number in range(1, len(words)):
        with suppress(GameError):
            found = _known(templates, " ".join(words[:number]), "")
            return hand.FreeMake(found, _place(seat, words[number:]))
    named = _known(templates, " ".join(words[:-1]), _('The palette has no "{typed}".'))
    return hand.FreeMake(named, _place(seat, words[-1:]))


def _clone(seat: LocalSeat, words: Typed) -> FreeAction:
    s = seat.sight()
    units = [p for p in _units(seat, words) if not is_unknown(p) and not _down(s, p)]
    return _several(hand.FreeMake(template_of(p) or p, s.whereabouts(p)) for p in units)


def _down(s: Sight, piece: str) -> bool:
    return FACE_DOWN in s.piece(piece).marks


def _delete(seat: LocalSeat, words: Typed) -> FreeAction:
    return _several(hand.FreeMove(unit, GONE) for unit in _units(seat, words))


def _order(seat: LocalSeat, words: Typed) -> FreeAction:
    """Put the units of a place in another order, bottom first."""
    if len(words) < 2:
        raise GameError(_("Name a place and its units, the lowest first."))
    place = find_hex(seat.sight().module, words[0])
    listed = words[1:] if "," in " ".join(words[1:]) else [",".join(words[1:])]
    return hand.FreeOrder(place, tuple(_units(seat, listed)))


# ------------------------------------------------------------------------------- cards


def _draw(seat: LocalSeat, words: Typed) -> FreeAction:
    """Draw from a deck, to the own hand if no place is named."""
    s = seat.sight()
    decks = [box.id for box in s.board.boxes.values() if is_drawn_from(s, box.id)]
    if not words and len(decks) == 1:
        words = decks
    if not words:
        raise GameError(_("Name a deck: {names}.").format(names=", ".join(decks) or _("none")))
    mine = top.hands_of(s).get(_me(s))
    words, count = _count(words, 1)
    with suppress(GameError):
        deck = _box(s, " ".join(words))
        if mine is None:
            raise GameError(_("Say where the card is put, such as: draw deck discard."))
        return top.FreeDeal(deck, (mine,), count) if count > 1 else hand.FreeDraw(deck, mine)
    if len(words) < 2:
        _box(s, " ".join(words))
        raise GameError(_("Say where the card is put, such as: draw deck discard."))
    deck, place = _box(s, words[0]), _place(seat, words[1:])
    return top.FreeDeal(deck, (place,), count) if count > 1 else hand.FreeDraw(deck, place)


def _deal(seat: LocalSeat, words: Typed) -> FreeAction:
    """Deal so many cards to all hands, or to the places that are named."""
    s = seat.sight()
    if not words:
        raise GameError(_("Name a deck, and how many cards."))
    deck, rest = _box(s, words[0]), words[1:]
    count = int(rest.pop(0)) if rest and _NUMBER.fullmatch(rest[0]) else 1
    to = tuple(_place(seat, [word]) for word in rest) or tuple(top.hands_of(s).values())
    return top.FreeDeal(deck, to, count)


def _shuffle(seat: LocalSeat, words: Typed) -> FreeAction:
    return top.FreeShuffle(_place(seat, words))


def _look(seat: LocalSeat, words: Typed) -> FreeAction:
    """Look at a unit that lies face down, or at the top of a deck."""
    s = seat.sight()
    words, count = _count(words, 0)
    with suppress(GameError):
        deck = _box(s, " ".join(words))
        if is_deck(s, deck):
            return top.FreeLook(_me(s), deck, count)
    return _several(top.FreeLook(_me(s), unit) for unit in _units(seat, words))


def _show(seat: LocalSeat, words: Typed) -> FreeAction:
    if len(words) < 2:
        raise GameError(_("Name a side, and what it is shown."))
    side = _side(seat.sight(), words[0])
    return _several(top.FreeLook(side, unit) for unit in _units(seat, words[1:]))


# ------------------------------------------------------------------------------- the table


def _roll(seat: LocalSeat, words: Typed) -> FreeAction:
    s, typed = seat.sight(), "".join(words)
    found = _DICE.fullmatch(typed or "1d6")
    if found is not None:
        number, faces, plus = (int(part or usual) for part, usual in zip(
            found.groups(), ("1", "6", "0"), strict=True))  # fmt: skip
        return top.FreeRoll(_me(s), "", number, faces, plus)
    dice = {die.id: die.name for die in s.module.dice.values()}
    told = _('"{typed}" are no dice, such as 2d6+1.')
    return top.FreeRoll(_me(s), _known(dice, " ".join(words), told))


def _track(seat: LocalSeat, words: Typed) -> FreeAction:
    s = seat.sight()
    *named, number = words if len(words) > 1 else ["", "", ""]
    tracks = {id: _track_name(s, id) for id in s.position.tracks}
    track = _known(tracks, " ".join(named), _('There is no track "{typed}".'))
    if not re.fullmatch(r"[+-]?[0-9]{1,4}", number):
        raise GameError(
            _("Say what it is set to, or by how much: track morale 5, track morale -1.")
        )
    by = s.position.tracks[track] if number[0] in "+-" else 0
    return hand.FreeTrack(track, by + int(number))


def _track_name(s: Sight, id: str) -> Words:
    return s.module.text(f"track.{id}") or {"pt": id, "en": id}


def _note(seat: LocalSeat, words: Typed) -> FreeAction:
    """Write a note on a place; without words it is taken away."""
    if not words:
        raise GameError(_("Name a hex."))
    return top.FreeNote(find_hex(seat.sight().module, words[0]), " ".join(words[1:]))


def _go_to(seat: LocalSeat, words: Typed) -> FreeAction:
    s = seat.sight()
    if not words or not _NUMBER.fullmatch(words[0]):
        raise GameError(_("Say which turn, such as: goto 3."))
    phases = {phase.id: phase.name for phase in s.module.sequence}
    phase = 0
    if len(words) > 1:
        named = _known(phases, " ".join(words[1:]), _('There is no phase "{typed}".'))
        phase = list(phases).index(named)
    return top.FreeTurn(int(words[0]), phase)


def _pass(seat: LocalSeat, words: Typed) -> FreeAction:
    return top.FreePass(_side(seat.sight(), " ".join(words)))


def _control(seat: LocalSeat, words: Typed) -> FreeAction:
    if len(words) < 2:
        raise GameError(_("Name a hex and a side."))
    s = seat.sight()
    return hand.FreeControl(find_hex(s.module, " ".join(words[:-1])), _side(s, words[-1]))


HANDS: Final[dict[str, Callable[[LocalSeat, Typed], FreeAction]]] = {
    "move": _move,
    "turn": _state,
    "flip": _flip,
    "cover": _cover,
    "uncover": _uncover,
    "mark": _mark(off=False),
    "unmark": _mark(off=True),
    "under": _under,
    "order": _order,
    "make": _make,
    "clone": _clone,
    "delete": _delete,
    "draw": _draw,
    "deal": _deal,
    "shuffle": _shuffle,
    "look": _look,
    "show": _show,
    "roll": _roll,
    "track": _track,
    "note": _note,
    "goto": _go_to,
    "give": _pass,
    "control": _control,
}
"""How each command becomes a deed."""


# ------------------------------------------------------------------------------- looking


def table_lines(s: Sight) -> Iterator[str]:
    """Yield what lies beside the map: boxes and hands, tracks, notes, dice, the palette, marks."""
    module = s.module
    for box in s.board.boxes.values():
        there = s.at(box.id)
        known = [text(module.counters[p].name) for p in there if not is_unknown(p)]
        told = f": {', '.join(known[:_LISTED])}" if known else ""
        yield f"  {text(box.name)} [{box.id}] ({len(there)}){told}"
    for track, value in sorted(s.position.tracks.items()):
        told = _("Track {name} [{id}]: {value}")
        yield "  " + told.format(name=text(_track_name(s, track)), id=track, value=value)
    for fact, words in sorted(s.position.facts.items()):
        if fact.startswith(top.NOTE):
            place = fact.removeprefix(top.NOTE)
            yield "  " + _("Note on {place}: {text}").format(place=place, text=str(words).strip())
    lists = (
        (_("Dice: {names}"), module.dice),
        (_("Palette: {names}"), module.palette),
        (_("Markers: {names}"), module.markers),
        (_("States: {names}"), module.states),
    )
    for sentence, named in lists:
        if named:
            yield "  " + sentence.format(names=", ".join(list(named)[:_LISTED]))
