"""Announced attacks: which hexes a side attacks in its combat phase, and with which pieces.

They are a fact of the position from their announcement until they are carried out. Strengths are
no part of it: those are counted when the attack begins.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from tabuleiro.engine import events as ev
from tabuleiro.engine.data import plain
from tabuleiro.rules.combat.battle import Battle
from tabuleiro.rules.combat.losses import still_in_play
from tabuleiro.rules.ground.land_units import NAVAL, arm, dormant, land_at

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tabuleiro.engine import Change, Situation

__all__ = [
    "ASSAULT",
    "BOMBARDMENT",
    "announce",
    "announced",
    "as_it_stands",
    "attacks",
    "attacks_told",
    "planned",
    "strike_off",
    "write_attacks",
]

ASSAULT, BOMBARDMENT = "assault", "bombardment"
_FACT = "attacks"


def attacks(s: Situation) -> tuple[Battle, ...]:
    """Return the attacks that were announced in this phase and not carried out yet."""
    return s.cache_here(_FACT, lambda: _read(s))


def _read(s: Situation) -> tuple[Battle, ...]:
    return tuple(msgspec.convert(data, Battle) for data in s.position.facts.get(_FACT, ()))


def attacks_told(s: Situation, viewer: str) -> dict[str, Any]:
    """Return what is known of announced attacks, as a fact: not who makes them."""
    if _FACT not in s.position.facts:
        return {}
    basis = s.position.facts[_FACT]
    known = s.cache_by_basis(("attacks-told", viewer), basis, lambda: _attacks(basis, viewer))
    return {_FACT: known}


def _attacks(attacks: list[dict[str, Any]], viewer: str) -> list[dict[str, Any]]:
    """Return announced attacks without those who make them, but for one's own."""
    left = {"attackers", "support"}
    return [
        a if a["attacker"] == viewer else {k: v for k, v in a.items() if k not in left}
        for a in attacks
    ]


def announced(s: Situation) -> tuple[str, ...]:
    """Return the hexes under an announced ground attack, which aircraft may support."""
    return tuple(battle.target for battle in attacks(s) if battle.kind == ASSAULT)


def planned(s: Situation, kind: str, target: str) -> Battle | None:
    """Return the announced attack of a kind on a hex."""
    found = (b for b in attacks(s) if (b.kind, b.target) == (kind, target))
    return next(found, None)


def write_attacks(change: Change, battles: Iterable[Battle]) -> None:
    """Replace all announced attacks."""
    data = [plain(replace(battle, defenders=())) for battle in battles]
    if data or attacks(change):
        change.emit(ev.FactSet(_FACT, data or None))


def announce(change: Change, battle: Battle) -> None:
    """Announce an attack; a new one on the same hex takes the place of the old one."""
    others = (b for b in attacks(change) if (b.kind, b.target) != (battle.kind, battle.target))
    write_attacks(change, (*others, battle))


def strike_off(change: Change, battle: Battle) -> None:
    """An attack is carried out now: it is announced no more."""
    write_attacks(change, (b for b in attacks(change) if b.target != battle.target
                           or b.kind != battle.kind))  # fmt: skip


def as_it_stands(s: Situation, battle: Battle) -> Battle:
    """Return an attack with the pieces that are still there to carry it out, and to suffer it.

    An assault is on all land pieces in the hex, a bombardment on whatever the enemy has there that
    shells can hurt.
    """
    if battle.kind == ASSAULT:
        defenders = land_at(s, battle.target, battle.defender)
    else:
        there = (p for p in s.at(battle.target) if s.side(p) == battle.defender)
        defenders = tuple(p for p in there if _can_be_shelled(s, p))
    return replace(
        battle,
        attackers=still_in_play(s, battle.attackers),
        support=still_in_play(s, battle.support),
        defenders=defenders,
    )


def _can_be_shelled(s: Situation, piece: str) -> bool:
    """Return whether a piece has an index of vulnerability, or is a ship, and has risen."""
    rows = s.module.indices["vulnerability"].rows
    open_to = arm(s, piece) == NAVAL or rows[s.counter(piece).type] is not None
    return open_to and piece not in dormant(s)
