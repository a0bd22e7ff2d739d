"""Secrecy: what a side may know of the other's pieces before totals are told."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tabuleiro.engine.knowledge import Knowledge, Level
from tabuleiro.engine.position import DEAD, GONE, exit_place
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.arrivals.off_map import OUTSIDE
from tabuleiro.rules.arrivals.out_of_contact import CONTACT, HURT
from tabuleiro.rules.arrivals.withdrawals import DUE, WITHDRAWN
from tabuleiro.rules.combat.in_battle import InBattle
from tabuleiro.rules.combat.losses import HURT_HERE

if TYPE_CHECKING:
    from tabuleiro.engine import Situation
    from tabuleiro.rules.combat.battle import Battle

__all__ = [
    "COVERED",
    "OPEN",
    "RESTORED",
    "SEALED",
    "SEALING",
    "SealedCounters",
    "battle_in_progress",
    "sealing",
    "shown_in_battle",
]

SEALING: Final = "sealing"
"""The option that says how far the enemy's pieces are sealed."""
OPEN: Final = "open"
"""Everybody sees everything."""
COVERED: Final = "covered"
"""Counters lie face up: which they are is public. What they have lost is covered."""
SEALED: Final = "sealed"
"""Of an enemy piece nation, kind and number in the hex are seen."""
RESTORED: Final = "restored"
"""The mark of a piece that took back a loss in this turn."""
_LEVELS: Final = {COVERED: Level.IDENTITY, SEALED: Level.KIND}
_KNOWN_OUT: Final = Level.IDENTITY
"""What is known of a piece that is out of the match."""
_TELLING: Final = frozenset({CONTACT, HURT, HURT_HERE, RESTORED})
"""Marks that tell of losses: only reduced pieces remember contact."""
_OF_PIECES: Final = frozenset({DUE, OUTSIDE, WITHDRAWN})
"""Facts that belong to pieces wherever they are: whose turn it is to leave, who had left."""
_OPEN: Final = [Knowledge(secret_marks=_TELLING, facts_of_known=_OF_PIECES)]
"""Nothing is sealed; what else hides pieces, a house rule, hides these marks and facts, too."""


def sealing(s: Situation, viewer: str) -> list[Knowledge]:
    """Return what is sealed: enemy pieces, but for those that a battle has laid open.

    Clause: sealed.

    What a battle shows it shows until it is over. Of pieces that are out of the match it is known
    which they are, and no more.
    """
    level = _LEVELS.get(s.options.get(SEALING, OPEN))
    if level is None:
        return _OPEN
    stacks = s.position.stacks
    out = tuple([stacks.get(place, ()) for place in _places_out(s)])
    shown = shown_in_battle(s)

    def make() -> list[Knowledge]:
        sides = s.enemies(viewer) if viewer in s.module.sides else s.module.sides
        counters = s.module.counters
        enemies = [p for p in s.position.pieces if counters[p].side in sides]
        levels = dict.fromkeys([p for p in enemies if p not in shown], level)
        levels |= dict.fromkeys([p for pieces in out for p in pieces if p in levels], _KNOWN_OUT)
        return [Knowledge(levels, _TELLING, orders=level < Level.IDENTITY,
                          facts_of_known=_OF_PIECES)]  # fmt: skip

    return s.cache_by_basis((SEALING, viewer), (level, shown, out), make)


def _places_out(s: Situation) -> tuple[str, ...]:
    """Return the places of pieces that are out of the match."""
    memo = s.module.memo
    if "places-out" not in memo:
        memo["places-out"] = (DEAD, GONE, *map(exit_place, s.board.edges))
    found: tuple[str, ...] = memo["places-out"]
    return found


def shown_in_battle(s: Situation) -> frozenset[str]:
    """Return the pieces whose state the battle in progress lays open, and other steps."""
    return s.cache_here("strengths-shown", lambda: _shown(s))


def _shown(s: Situation) -> frozenset[str]:
    agenda = s.position.agenda
    battles = (step for step in reversed(agenda) if isinstance(step, InBattle))
    battle = next((step for step in battles if step.fought() is not None), None)
    others = (step.shows(s) for step in agenda if not isinstance(step, InBattle))
    return frozenset().union(battle.shows(s) if battle else (), *others)


def battle_in_progress(s: Situation) -> Battle | None:
    """Return the battle that was announced last and is not over."""
    for step in reversed(s.position.agenda):
        if isinstance(step, InBattle) and step.fought() is not None:
            return step.fought()
    return None


class SealedCounters:
    """A part: what the option ``sealing`` hides of the counters of the others."""

    @hookimpl
    def knowledge(self, s: Situation, viewer: str) -> list[Knowledge]:
        return sealing(s, viewer)
