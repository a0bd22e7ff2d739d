"""Names that a player types: units, hexes and exits, found by any part that is theirs alone."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING

from tabuleiro.engine import DEAD, OFF, GameError, exit_place, is_exit
from tabuleiro.engine.messages import place_name
from tabuleiro.i18n import _, fold, text
from tabuleiro.module.places import holder_in, inside_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tabuleiro.module import Module
    from tabuleiro.seats import LocalSeat

__all__ = [
    "EXITS",
    "INTO",
    "find_formation",
    "find_hex",
    "find_path",
    "find_unit",
    "split_target",
    "unit_name",
    "where",
]

EXITS = frozenset({"exit", "saida", "sair"})
"""Words before the name of an edge."""
INTO = frozenset({"into", "in", "em", "no", "na"})
"""Words before the unit that another enters."""
_MOST = 8


def unit_name(module: Module, piece: str) -> str:
    """Return a unit as it is listed: its id and its name."""
    return f"{piece} ({text(module.counters[piece].name)})"


def where(module: Module, place: str) -> str:
    """Return a place in words."""
    if place == OFF:
        return _("not on the board yet")
    if place == DEAD:
        return _("eliminated")
    if is_exit(place):
        return _("left the board by {edge}").format(edge=place_name(place, module))
    called = place_name(place, module)
    return called if called.startswith(place) else f"{called} [{place}]"


# ------------------------------------------------------------------------------------ units


def find_unit(seat: LocalSeat, typed: Sequence[str]) -> str:
    """Return the unit that somebody named by its id, its name, or a part that only it has."""
    wanted = fold(" ".join(typed))
    if not wanted:
        raise GameError(_("Name a unit."))
    sight = seat.sight()
    module = sight.module
    names = {p: [fold(n) for n in module.counters[p].name.values()] for p in sight.pieces()}
    dashed = wanted.replace(" ", "-")
    tiers = (
        [p for p in names if p == dashed or wanted in names[p]],
        [p for p in names if f"-{dashed}-" in f"-{p}-"],
        [p for p in names if dashed in p or any(wanted in name for name in names[p])],
    )
    found = next((tier for tier in tiers if tier), [])
    if len(found) == 1:
        return found[0]
    if not found:
        found = difflib.get_close_matches(dashed, names, n=4, cutoff=0.5)
        sentence = _('No unit is called "{typed}".').format(typed=" ".join(typed))
    else:
        sentence = _('Several units are called "{typed}".').format(typed=" ".join(typed))
    raise GameError(sentence + _suggest(module, found))


def find_formation(module: Module, typed: Sequence[str]) -> str:
    """Return the formation that somebody named by its id, its name, or a part that only it has."""
    wanted = fold(" ".join(typed))
    names = {id: [fold(n) for n in f.name.values()] for id, f in module.formations.items()}
    exact = [id for id in names if wanted == id or wanted in names[id]]
    part = [id for id in names if wanted and any(wanted in name for name in (id, *names[id]))]
    found = exact or part
    if len(found) != 1:
        sentence = _('"{typed}" names no single formation.').format(typed=" ".join(typed))
        listed = ", ".join(f"{id} ({text(module.formations[id].name)})" for id in found[:_MOST])
        meant = " " + _("Did you mean {names}?").format(names=listed) if listed else ""
        raise GameError(sentence + meant)
    return found[0]


def _suggest(module: Module, pieces: Iterable[str]) -> str:
    listed = [unit_name(module, p) for p in pieces]
    if not listed:
        return ""
    shown = ", ".join(listed[:_MOST]) + (", ..." if len(listed) > _MOST else "")
    return " " + _("Did you mean {names}?").format(names=shown)


# ----------------------------------------------------------------------------------- places


def split_target(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the words that name a unit, and those after them that name where it goes.

    >>> split_target(["349", "ri", "1413"]), split_target(["349", "exit", "west"])
    ((['349', 'ri'], ['1413']), (['349'], ['exit', 'west']))
    >>> split_target(["cvg", "7", "into", "tg-38-1"])
    (['cvg', '7'], ['into', 'tg-38-1'])
    """
    for number, word in enumerate(words):
        if number and fold(word) in EXITS | INTO:
            return list(words[:number]), list(words[number:])
    return list(words[:-1]), list(words[-1:])


def find_path(seat: LocalSeat, words: Sequence[str]) -> tuple[str, ...]:
    """Return the places of a path: ``1413``, ``1413,1414``, ``exit west`` or ``into`` a unit."""
    if not words:
        raise GameError(_("Name a hex."))
    if fold(words[0]) in EXITS:
        return (_find_exit(seat.sight().module, " ".join(words[1:])),)
    if fold(words[0]) in INTO:
        return (inside_of(find_unit(seat, words[1:])),)
    if len(words) == 1 and holder_in(words[0]) is not None:
        return (inside_of(find_unit(seat, [str(holder_in(words[0]))])),)
    if len(words) == 1 and "," in words[0]:
        return tuple(find_hex(seat.sight().module, part) for part in words[0].split(",") if part)
    return (find_hex(seat.sight().module, " ".join(words)),)


def find_hex(module: Module, typed: str) -> str:
    """Return a place named by the number of a hex, the name of what lies there, or its id."""
    board = module.board
    if typed in board.grid:
        return typed
    if is_exit(typed):
        return _find_exit(module, typed.removeprefix("exit."))
    wanted = fold(typed)
    for area, name in board.titles.items():
        if typed and wanted in {fold(area), *map(fold, name.values())}:
            return area
    for box in board.boxes.values():
        if typed and wanted in {box.id, *map(fold, box.name.values())}:
            return box.id
    for place in board.places.values():
        if wanted == place.id or wanted in {fold(name) for name in place.name.values()}:
            return place.hex
    if not typed:
        raise GameError(_("Name a hex."))
    sentence = _('"{typed}" is not a hex of this board, such as {example}.')
    raise GameError(sentence.format(typed=typed, example=board.grid.first))


def _find_exit(module: Module, typed: str) -> str:
    wanted = fold(typed).replace(" ", "-")
    edges = module.board.edges
    names = {id: [fold(n).replace(" ", "-") for n in e.name.values()] for id, e in edges.items()}
    exact = [id for id in edges if id == wanted or wanted in names[id]]
    begins = [id for id in edges if wanted and any(_begins(n, wanted) for n in names[id])]
    part = [id for id in edges if wanted and any(wanted in n for n in (id, *names[id]))]
    found = exact or begins or part
    if len(found) != 1:
        sentence = _('"{typed}" names no single edge; the edges are: {names}.')
        raise GameError(sentence.format(typed=typed, names=", ".join(edges)))
    return exit_place(found[0])


def _begins(name: str, wanted: str) -> bool:
    """Return whether a name begins with some words, the first one (``borda``) left out or not."""
    return any(f"{part}-".startswith(f"{wanted}-") for part in (name, name.partition("-")[2]))
