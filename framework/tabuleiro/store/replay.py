"""Replaying: each action of a log is taken again by the rules, and must lead to the same row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import msgspec

from tabuleiro.engine import events as ev
from tabuleiro.engine.actions import Action
from tabuleiro.engine.data import canonical
from tabuleiro.engine.game import Game, Header, Refused
from tabuleiro.engine.knowledge import NOBODY
from tabuleiro.engine.log import Row, dice_of
from tabuleiro.i18n import _
from tabuleiro.store.errors import shown

if TYPE_CHECKING:
    from tabuleiro.engine.ruleset import Ruleset
    from tabuleiro.module import Module

__all__ = ["ReplayReport", "replay", "same_row"]

MAX_SET: Final = 50
"""So many events are tried as those that were set; a position and dice are two."""


class ReplayReport(msgspec.Struct, frozen=True):
    """How a replay went."""

    replayed: int
    """How many rows came out the same, from the first."""
    differs: int | None = None
    """The number of the first row that did not."""
    why: str = ""
    """A sentence about that row."""

    @property
    def same(self) -> bool:
        """Whether all rows came out the same."""
        return self.differs is None


def replay(module: Module, ruleset: Ruleset, header: Header, rows: Sequence[Row]) -> ReplayReport:
    """Play a log again, branches included, and report the first row that comes out otherwise.

    A row of kind ``test`` was made outside of the rules: what was set is set again, and the rules
    must go on from it as they did.
    """
    number = 0
    try:
        game = Game(module, ruleset, header)
        mine = game.log.rows[0]
        for number, row in enumerate(rows):
            if number:
                mine = _again(game, row)
            if not same_row(header, row, mine):
                return ReplayReport(number, number, _difference(row, mine))
    except Refused as refused:
        sentence = _("Row {number} is refused by the rules: {why}.")
        why = _reason(game, refused)
    except Exception as error:  # noqa: BLE001 - the rules are a plugin's
        sentence = _("Row {number} cannot be played again: {why}.")
        why = shown(f"{type(error).__name__}: {error}", 200)
    else:
        return ReplayReport(len(rows))
    return ReplayReport(number, number, sentence.format(number=number, why=why))


def same_row(header: Header, row: Row, mine: Row) -> bool:
    """Return whether a row came out the same; an old one does not say what was told of it.

    Numbers and hashes are those of the log, and were checked as it was read.
    """
    if row.told is None and row.parent is not None:
        return not header.streams and _old_parts(mine) == _old_parts(row)
    if NOBODY not in (row.told or {}):  # older ones do not say what onlookers were told
        told = {side: one for side, one in (mine.told or {}).items() if side != NOBODY}
        mine = msgspec.structs.replace(mine, told=told if mine.told is not None else None)
    return _parts(mine) == _parts(row)


def _parts(row: Row) -> bytes:
    return canonical(msgspec.structs.replace(row, id=0, parent=None, hash=""))


def _old_parts(row: Row) -> bytes:
    """Return what rows of format 1 said: nothing of who remembers what, and for whom texts are."""
    events = [_old_event(event) for event in row.events if not isinstance(event, ev.Remembered)]
    return canonical((row.kind, row.side, row.action, events, row.reveals, row.waived))


def _old_event(event: ev.Event) -> ev.Event:
    if isinstance(event, ev.Said):
        return ev.Said(event.message, event.rule, event.data)
    return event


def _again(game: Game, row: Row) -> Row:
    if row.parent is not None and row.parent != game.log.head:
        game.goto(row.parent)
    if row.kind != "test":
        dice, thrown = dice_of(row)
        return game.act(Action.from_data(row.action), side=row.side, dice=dice, thrown=thrown)
    return game.test(row.events[: _set_events(game, row)], row.action or {})


def _set_events(game: Game, row: Row) -> int:
    """Return how many events of a test row were set; the rest is what the rules made of them."""
    for count in range(1, min(len(row.events), MAX_SET)):
        trial = game.copy().test(row.events[:count], row.action or {})
        if _old_parts(trial) == _old_parts(row):
            return count
    return len(row.events)


def _reason(game: Game, refused: Refused) -> str:
    reason = refused.verdict.reason
    return shown(game.say(reason), 200).rstrip(".") if reason else _("no reason is given")


def _difference(row: Row, mine: Row) -> str:
    for number, (theirs, ours) in enumerate(zip(row.events, mine.events, strict=False)):
        if canonical(theirs) != canonical(ours):
            sentence = _("Row {row} comes out otherwise by these rules, from its event {event} on.")
            return sentence.format(row=row.id, event=number)
    return _("Row {row} comes out otherwise by these rules.").format(row=row.id)
