"""Units and places by what a player types: whole ids, or so much of them as is clear."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from tabuleiro.cli.faults import Failure
from tabuleiro.cli.play.words import plain
from tabuleiro.i18n import _, text
from tabuleiro.module.errors import did_you_mean

if TYPE_CHECKING:
    from tabuleiro.engine import Situation
    from tabuleiro.module import Module

__all__ = ["abbreviated", "find_place", "find_unit"]

_SHOWN = 6


def abbreviated(word: str, names: Iterable[str]) -> list[str]:
    """Return the names that a word may mean: itself, or those that begin with it or hold it.

    >>> abbreviated("349", ["us-349-ri", "us-350-ri"]), abbreviated("us", ["us-349-ri", "us-350-ri"])
    (['us-349-ri'], ['us-349-ri', 'us-350-ri'])
    >>> abbreviated("1-ri", ["de-1-ri", "de-131-ri"])
    ['de-1-ri']
    """
    names = list(names)
    wanted = plain(word)
    if wanted in names:
        return [wanted]
    parts = f"-{wanted}-"
    for fits in (
        lambda name: name.startswith(wanted),
        lambda name: parts in f"-{name}-",
        lambda name: wanted in name,
    ):
        found = [name for name in names if fits(name)]
        if found:
            return found
    return []


def find_unit(s: Situation, word: str, first: Sequence[str] = ()) -> str:
    """Return the unit that a word means, looking among ``first`` before all others."""
    for names in (first, s.position.pieces):
        found = abbreviated(word, names)
        if not found:
            found = _by_name(s.module, word, names)
        if len(found) == 1:
            return found[0]
        if found:
            many = ", ".join(found[:_SHOWN]) + (", ..." if len(found) > _SHOWN else "")
            raise Failure(_('"{word}" may be several units: {many}.').format(word=word, many=many))
    hint = did_you_mean(plain(word), s.position.pieces)
    sentence = _('There is no unit "{word}" in this match').format(word=word)
    raise Failure(f"{sentence} ({hint})." if hint else f"{sentence}.")


def _by_name(module: Module, word: str, names: Iterable[str]) -> list[str]:
    wanted = plain(word)
    return [name for name in names if wanted in plain(text(module.counters[name].name))]


def find_place(module: Module, word: str) -> str:
    """Return the hex, box, exit or place that a word means."""
    board = module.board
    if word in board.grid or word in board.boxes:
        return word
    if word.removeprefix("exit.") in board.edges:
        return f"exit.{word.removeprefix('exit.')}"
    found = abbreviated(word, board.places)
    if len(found) == 1:
        return board.places[found[0]].hex
    if found:
        many = ", ".join(f"{name} {board.places[name].hex}" for name in found[:_SHOWN])
        raise Failure(_('"{word}" may be several places: {many}.').format(word=word, many=many))
    example = board.grid.hexes[len(board.grid.hexes) // 2]
    raise Failure(
        _('There is no hex or place "{word}"; hexes look like {example}.').format(
            word=word, example=example
        )
    )
