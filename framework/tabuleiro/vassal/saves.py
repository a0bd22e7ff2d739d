"""Saved games: the list of commands that lay out a position.

The commands are parted by the sign ESC. Until version 3.7 the whole is written as digits, each byte
made another one by a key; since 3.8 it is packed. Only commands that put pieces down and lay out
boards are read: what else happened in the game is its past.
"""

from __future__ import annotations

import binascii
import lzma
import re
from typing import TYPE_CHECKING, Final

import msgspec

from tabuleiro.i18n import _
from tabuleiro.vassal.archive import Archive
from tabuleiro.vassal.errors import VassalError
from tabuleiro.vassal.pieces import ADD, Definition, read_definition, read_place
from tabuleiro.vassal.reading import chosen_boards
from tabuleiro.vassal.sequences import split

if TYPE_CHECKING:
    from io import BytesIO

__all__ = ["Heap", "Save", "heaps_of", "plain_text", "read_save"]

_ENTRIES: Final = ("savedGame", "savedgame")
_MAX_BYTES: Final = 16_000_000
_MAX_COMMANDS: Final = 100_000
_MAX_DEPTH: Final = 4
"""So deep commands stand in commands; VASSAL itself writes two or three."""
_MAX_PIECES: Final = 30_000
_HEADER: Final = b"!VCSK"
_PACKED: Final = b"\xfd7zXZ\0"
_ESCAPE: Final = "\x1b"
_WHOLE: Final = re.compile(r"-?[0-9]{1,9}")
_LAYER: Final = "@@"
_PICKER: Final = "BoardPicker\t"


class Heap(msgspec.Struct):
    """A stack or a deck: where it lies, and which pieces are in it, the lowest first."""

    map: str
    x: int
    y: int
    pieces: list[str]
    deck: str = ""
    """The name of the deck, if it is one."""
    face_down: bool = False


class Save(msgspec.Struct):
    """The position that a saved game holds."""

    boards: dict[str, list[tuple[str, int, int]]] = {}
    """The boards of each map."""
    pieces: dict[str, Definition] = {}
    """The pieces by the ids of the save."""
    heaps: list[Heap] = []
    layouts: list[str] = []
    """The commands that lay them out."""
    other: int = 0
    """How many commands were not read."""


def heaps_of(save: Save) -> list[Heap]:
    """Return all stacks of a save, and pieces that lie alone as stacks of one."""
    inside = {id for heap in save.heaps for id in heap.pieces}
    alone = ((id, *read_place(d)) for id, d in save.pieces.items() if id not in inside)
    return [*save.heaps, *(Heap(map, x, y, [id]) for id, map, x, y in alone)]


def read_save(source: BytesIO, name: str) -> Save:
    """Return the position of a saved game, which is a zip of its own."""
    with Archive(source, name) as archive:
        entry = next((found for word in _ENTRIES if (found := archive.find(word))), None)
        if entry is None:
            raise VassalError(_('"{name}" is no saved game.').format(name=archive.name))
        raw = archive.read(entry, 2 * _MAX_BYTES)
    return _position(plain_text(raw, name), name)


def plain_text(raw: bytes, name: str) -> str:
    """Return what a saved game says, however it is written.

    >>> plain_text(b"!VCSK20" + b"0b0f", "a.vsav")  # each byte made another one by the key 0x20
    '+/'
    """
    try:
        if raw.startswith(_PACKED):
            unpacking = lzma.LZMADecompressor(memlimit=_MAX_BYTES)
            raw = unpacking.decompress(raw, _MAX_BYTES)
            if not unpacking.eof:
                raise VassalError(_('"{name}" is too large to be read.').format(name=name))
        elif raw.startswith(_HEADER):
            digits = binascii.unhexlify(raw[len(_HEADER) :])
            key = digits[0]
            raw = digits[1:].translate(bytes(byte ^ key for byte in range(256)))
    except (binascii.Error, lzma.LZMAError, MemoryError, IndexError):
        raise VassalError(_('"{name}" is damaged.').format(name=name)) from None
    if len(raw) > _MAX_BYTES:
        raise VassalError(_('"{name}" is too large to be read.').format(name=name))
    return raw.decode("utf-8", "replace")


def _position(text: str, name: str) -> Save:
    if text.count(_ESCAPE) > _MAX_COMMANDS:
        raise VassalError(_('"{name}" is too large to be read.').format(name=name))
    save = Save()
    for command in _commands(text):
        if command.startswith(ADD):
            if len(save.pieces) + len(save.heaps) >= _MAX_PIECES:
                raise VassalError(_('"{name}" holds too many pieces.').format(name=name))
            _add(save, command)
        elif _PICKER in command:
            where, _picker, _boards = command.partition(_PICKER)
            save.boards[where] = chosen_boards(command)
            save.layouts.append(command)
        elif command and not command.startswith(("begin_save", "end_save")):
            save.other += 1
    return save


def _commands(text: str) -> list[str]:
    """Return the commands; what is inside of another one stands behind it."""
    found: list[str] = []
    waiting = [(0, text)]
    while waiting:
        depth, whole = waiting.pop()
        parts = split(whole, _ESCAPE)
        if len(parts) > 1 and depth < _MAX_DEPTH:
            waiting += ((depth + 1, part) for part in reversed(parts))
        else:
            found += parts
    return found


def _add(save: Save, command: str) -> None:
    definition = read_definition(command)
    if definition is None:
        save.other += 1
        return
    kind = definition.traits[0]
    state = split(definition.states[0], ";")
    where = state[0] if state[0] != "null" else ""
    x, y = (int(n) if _WHOLE.fullmatch(n) else 0 for n in (*state[1:3], "", "")[:2])
    if kind.partition(";")[0] == "stack" and len(definition.traits) == 1:
        pieces = [p for p in state[3 : 3 + _MAX_PIECES] if not p.startswith(_LAYER)]
        save.heaps.append(Heap(where, x, y, pieces))
    elif kind.startswith("deck;"):
        fields = split(kind, ";")
        inside = split(state[4], ",") if len(state) > _INSIDE and state[4] else []
        name = fields[_NAME] if len(fields) > _NAME else ""
        down = state[3:4] == ["true"]
        save.heaps.append(Heap(where, x, y, inside, name or "deck", down))
    else:
        save.pieces[definition.id] = definition


_INSIDE: Final = 4
_NAME: Final = 13
"""The field of a deck that is its name."""
