"""Losses of ships: what a hit does to a ship and to all that is aboard (7.2-3, 8.0-6, 7.3-6).

Whoever shoots at ships calls :func:`hit_ship`; which may be hit first says `naval_reckoning`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine import events as ev
from tabuleiro.engine import msg, piece_ref
from tabuleiro.rules.clauses import clause
from tabuleiro.rules.combat.losses import eliminate, life
from tabuleiro.rules.ground.land_units import AIR, arm
from tabuleiro_filipinas.cargo import note_passage, passage
from tabuleiro_filipinas.forces import at_sea, force_of, note_force
from tabuleiro_filipinas.parameters.course import ForceTerms
from tabuleiro_filipinas.sea_hooks import sea

if TYPE_CHECKING:
    from tabuleiro.engine import Change, Situation

__all__ = ["hit_ship"]


def hit_ship(change: Change, ship: str, rule: str) -> None:
    """Let a ship take a loss, and with it each unit and group aboard; the second one sinks it.

    Groups that live through it, and for which no deck is left, go to whoever knows what becomes of
    them (`SeaHooks.lose_their_deck`). A force without ships is no more.
    """
    force = force_of(change, ship)
    sinks = change.piece(ship).losses + 1 >= life(change, ship)
    word = "cargo-loss"
    for piece in change.inside(ship):
        _hurt(change, piece, clause(change, "carrier-loss" if _flies(change, piece) else word))
    if not sinks:
        change.emit(ev.Lost(ship, change.piece(ship).losses + 1))
        change.say(msg("{piece} takes a loss.", piece=piece_ref(ship)), rule, state=(ship,))
        _spare(change, ship, _too_many(change, ship))
        return
    groups = tuple(p for p in change.inside(ship) if _flies(change, p))
    here = change.whereabouts(ship)
    _spare(change, ship, groups)
    for group in groups:  # they are in the air before the ship goes down
        change.emit(ev.Moved(group, here))
    for piece in change.inside(ship):
        note_passage(change, piece, None)
    eliminate(change, ship, rule)
    if force is not None and not change.inside(force):
        dissolve(change, force)


def _flies(s: Situation, piece: str) -> bool:
    return arm(s, piece) == AIR


def _hurt(change: Change, piece: str, rule: str) -> None:
    """Let what is aboard take a loss; nobody but its side is told of what only it knows."""
    if change.piece(piece).losses + 1 >= life(change, piece):
        if passage(change, piece) is not None:
            note_passage(change, piece, None)
        eliminate(change, piece, rule)
        return
    change.emit(ev.Lost(piece, change.piece(piece).losses + 1))
    change.say(msg("{piece} takes a loss.", piece=piece_ref(piece)), rule, state=(piece,))


def _too_many(s: Situation, ship: str) -> tuple[str, ...]:
    """Return the groups for which a hit carrier has no room any more, the last ones aboard."""
    groups = tuple(piece for piece in s.inside(ship) if _flies(s, piece))
    room = s.value(ship, "aircraft") if groups else 0
    return groups[room:]


def _spare(change: Change, ship: str, groups: tuple[str, ...]) -> None:
    """Let groups leave a carrier; that there are none must not show by what comes next."""
    if "deck" in change.counter(ship).tags:
        change.push(*sea(change).lose_their_deck(change=change, ship=ship, groups=groups))


def dissolve(change: Change, force: str) -> None:
    """A force without ships is no more: its letter is free again."""
    seen = at_sea(change, force)
    change.emit(ev.Moved(force, change.terms(ForceTerms).pools[change.side(force)]))
    if seen is not None:
        note_force(change, force, None)
